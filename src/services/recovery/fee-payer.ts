import { sign } from 'node:crypto'
import { searchHistory } from '../../chain/solana/signature-status.ts'
import { createSigningKey } from '../../chain/solana/signing-key.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { withSecret } from '../../runtime/secret-bytes.ts'
import { deriveSeed } from '../wallets/derive-seed.ts'
import { withMasterSeed } from '../wallets/master-seed.ts'
import { createSigningKeys } from '../wallets/signing-keys.ts'
import { rpcOf } from './rpc-of.ts'

/** No API key has the id 0, so no user's wallet is this one. */
const OWNER = { keyId: 0, userRef: 'recovery-fee-payer' }
const HELD_AS = 'recovery-fee-payer'

/** What a signed transaction can cost the fee payer until it has repaid it or can never land. */
type Risk = {
  readonly signature: string
  readonly day: string
  readonly wallet: string
  readonly lamports: bigint
  readonly signedAtMs: number
}
export type FeePayer = {
  readonly address: string
  /** Fails `policy_blocked` beyond what it may risk in a day, of all wallets or of this one. Durable before it resolves. */
  reserve(wallet: string, lamports: bigint): Promise<Outcome<{ readonly day: string }>>
  /** Gives back what was reserved and never signed. */
  release(day: string, wallet: string, lamports: bigint): Promise<void>
  /** Signs what was checked (`judge-repaid.ts`) and reserved, and watches over it: 64 bytes. */
  sign(
    message: Uint8Array,
    risk: Omit<Risk, 'signature' | 'signedAtMs'>,
    nameOf: (signature: Uint8Array) => string,
  ): Outcome<Uint8Array>
}

/** Where the fee payer's funds are. Fails as `withMasterSeed` does. */
export function feePayerAddress(parts: Parameters<typeof withMasterSeed>[0]): Outcome<string> {
  return withMasterSeed(parts, (master) =>
    withSecret(deriveSeed(master, OWNER), (seed) => createSigningKey(seed).address),
  )
}

/** The wallet that pays for wallets that cannot; null where the operator has none. Fails `unconfigured` without a wallet
 *  key. */
export function feePayerOf(ctx: Context): Outcome<FeePayer | null> {
  if (!ctx.config.recovery.hasFeePayer) return ok(null)
  const keys = ctx.only(createSigningKeys)
  const key = keys.keyOf(HELD_AS, OWNER)
  if (!key.ok) return key
  const risks = ctx.only(createRisks)
  ctx.only(announce)(key.value.address)
  const { recoveries } = ctx.store
  return ok({
    address: key.value.address,
    async reserve(wallet, lamports) {
      await settleOld(ctx, risks)
      const day = new Date(ctx.clock.nowMs()).toISOString().slice(0, DAY_CHARS)
      const dayCap = ctx.config.recovery.feePayerDayLamports
      const isAllowed = await recoveries.risk({
        day,
        wallet,
        lamports,
        dayCap,
        walletCap: RECOVERY.feePayerWalletLamports,
      })
      return isAllowed
        ? ok({ day })
        : fail('policy_blocked', 'the platform fee payer pays no more today: fund the wallet with 0.002 SOL')
    },
    release: (day, wallet, lamports) => recoveries.unrisk(day, wallet, lamports),
    sign(message, risk, nameOf) {
      const current = keys.keyOf(HELD_AS, OWNER)
      if (!current.ok) return current
      const signature = sign(null, message, current.value.privateKey)
      risks.push({ ...risk, signature: nameOf(signature), signedAtMs: ctx.clock.nowMs() })
      return ok(signature)
    },
  })
}

const DAY_CHARS = 'yyyy-mm-dd'.length

/** Once: the operator has to fund it. */
function announce({ log }: Context): (address: string) => void {
  let isSaid = false
  return (address) => {
    if (!isSaid) log.info({ address }, 'fee payer of recoveries: fund this wallet')
    isSaid = true
  }
}

function createRisks(): Risk[] {
  return []
}

/** Asks what became of transactions whose blockhash is dead by now. Those that landed have repaid it in the same stroke, those
 *  that never landed cannot any more; what landed and failed stays lost for the day. What cannot be asked stays, too. */
async function settleOld(ctx: Context, risks: Risk[]): Promise<void> {
  const deadMs = ctx.clock.nowMs() - RECOVERY.blockhashLifeMs
  const old = risks.filter(({ signedAtMs }) => signedAtMs <= deadMs).slice(0, RECOVERY.statusesAtOnce)
  if (old.length === 0) return
  const rpc = rpcOf(ctx)
  const found = await inParallel(old, RECOVERY.simulationsAtOnce, ({ signature }) => searchHistory(rpc, signature))
  for (const [at, risk] of old.entries()) {
    const read = found[at]!
    const place = risks.indexOf(risk)
    if (!read.ok || place < 0) continue
    risks.splice(place, 1)
    const { status } = read.value
    if (status === null || status.err === null) await ctx.store.recoveries.unrisk(risk.day, risk.wallet, risk.lamports)
  }
}
