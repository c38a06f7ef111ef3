import { nameError } from '../../chain/solana/name-error.ts'
import type { Context } from '../../context.ts'
import type { Withdrawal } from '../../contract/custody.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Landed, Landing } from '../landing/landing.ts'
import { codeOfError, sentenceOf } from '../manifest/failed-run.ts'
import type { ShownManifest } from '../manifest/show-manifest.ts'
import { expectChange } from '../trade-pools/hot-pools.ts'

export type WithdrawalResult = Withdrawal

/** What the answer is made of, known before anything is sent. JSON. */
export type WithdrawalNote = {
  readonly to: string
  readonly mint: string
  readonly amount: string
  readonly received: string
  readonly closes: string[]
  readonly touches: string[]
  readonly manifest: ShownManifest
}

/** The answer to a withdrawal that was sent: success only when it landed and went through. */
export function answerWithdrawal(
  ctx: Context,
  note: WithdrawalNote,
  landing: Landing,
  isRepeatable: boolean,
): Outcome<WithdrawalResult> {
  const { signature } = landing
  if (landing.status === 'pending')
    return failed('pending', `sent, and not confirmed yet: ${landing.reason}`, {
      stage: 'confirm',
      signature,
      fee_lamports: null,
      retry_safe: isRepeatable,
    })
  if (landing.status === 'not_landed')
    return failed('not_landed', `it did not land and never will: ${landing.reason}`, {
      stage: 'send',
      signature,
      fee_lamports: 0,
      retry_safe: true,
    })
  expectChange(ctx, note.touches, landing.slot)
  if (landing.err !== null) return failedOnChain(landing)
  const { touches: _, closes, ...shown } = note
  const { slot, feeLamports } = landing
  return ok({
    ...shown,
    signature,
    fee_lamports: feeLamports === null ? null : Number(feeLamports),
    slot,
    closed_accounts: closes,
    simulated: false,
  })
}

function failedOnChain({ signature, slot, logs, feeLamports, ...landed }: Landed): Failure {
  const err = landed.err as string | Readonly<Record<string, unknown>>
  const name = nameError({ err, logs }) ?? 'unknown'
  return failed(codeOfError(name), sentenceOf(name), {
    stage: 'confirm',
    signature,
    fee_lamports: feeLamports === null ? null : Number(feeLamports),
    retry_safe: true,
    details: { error: name, err, landed_slot: slot },
  })
}

function failed(code: Failure['code'], message: string, details: Readonly<Record<string, unknown>>): Failure {
  return { ...fail(code, message), details }
}
