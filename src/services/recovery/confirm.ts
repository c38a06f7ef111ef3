import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { checkOnChain } from './chain-check.ts'
import { feeSharesOf, shareOf } from './fee-terms.ts'

export type Reported = {
  readonly walletAddress: string
  readonly signature: string
  readonly accountsClosed: number
  readonly lamports: bigint
}
export type Confirmed = {
  /** False for callers without a record: the public builder key. */
  readonly isRecorded: boolean
  /** The key had reported this signature before: nothing was counted twice. */
  readonly isKnown: boolean
  readonly feeLamports: bigint
}

/** Records a recovery with the caller's own figures (spec 4.8 confirm); durable when it resolves. What the chain says
 *  of it is looked up afterwards and stands beside them. */
export async function confirmRecovery(ctx: Context, caller: Caller, reported: Reported): Promise<Outcome<Confirmed>> {
  if (caller.kind !== 'key') return ok({ isRecorded: false, isKnown: false, feeLamports: 0n })
  const share = feeSharesOf(ctx, caller).find(({ kind }) => kind === 'key')
  const feeLamports = share === undefined ? 0n : shareOf(reported.lamports, share)
  const { row, isNew } = await ctx.store.recoveries.record({
    keyId: caller.key.id,
    walletAddress: reported.walletAddress,
    signature: reported.signature,
    accountsClosed: reported.accountsClosed,
    solRecoveredLamports: String(reported.lamports),
    feeEarnedLamports: String(feeLamports),
    createdAtMs: Math.trunc(ctx.clock.nowMs()),
    chain: 'unchecked',
    chainAccountsClosed: null,
    chainLamports: null,
  })
  if (isNew) checkOnChain(ctx, row)
  return ok({ isRecorded: true, isKnown: !isNew, feeLamports: BigInt(row.feeEarnedLamports) })
}
