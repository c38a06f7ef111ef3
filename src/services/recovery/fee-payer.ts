import { createSigningKey } from '../../chain/solana/signing-key.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { withSecret } from '../../runtime/secret-bytes.ts'
import { deriveSeed, serverOwner } from '../../store/derive-seed.ts'
import type { Advance } from '../../store/recovery-rows.ts'
import { withMasterSeed } from '../custody/master-seed.ts'
import { advanceBounds, advancedTransactions } from './advance-bounds.ts'
import { settleAdvance, settleAdvances } from './settle-advances.ts'

/** No API key has the id 0, so no user's wallet is this one. */
const HELD_AS = 'recovery-fee-payer'
const OWNER = serverOwner(HELD_AS)

export type FeePayer = {
  readonly address: string
  /** The id of an advance of so many lamports. Fails `policy_blocked` beyond what it may risk in a day, of all wallets,
   *  of this key or of this wallet, and while another one is open for a wallet that no one has shown to be theirs.
   *  Durable before it resolves. */
  reserve(wallet: string, lamports: bigint): Promise<Outcome<string>>
  /** Gives an advance back of which nothing leaves this process. */
  release(advance: string, lamports: bigint): Promise<void>
  /** Signs what was checked (`judge-repaid.ts`) and reserved: 64 bytes. */
  sign(message: Uint8Array): Promise<Outcome<Uint8Array>>
  /** Transactions that it signs for a wallet in one call. */
  transactionsFor(wallet: string): number
  /** To be awaited before anyone gets what was signed: from then on it is watched, whatever becomes of this process. */
  keep(advance: string, signed: Advance['signed'], lastValidBlockHeight: number): Promise<void>
}

/** Where the fee payer's funds are. Fails as `withMasterSeed` does. */
export function feePayerAddress(parts: Parameters<typeof withMasterSeed>[0]): Outcome<string> {
  return withMasterSeed(parts, (master) =>
    withSecret(deriveSeed(master, OWNER), (seed) => createSigningKey(seed).address),
  )
}

/** The wallet that pays for wallets that cannot; null where the operator has none. Fails `unconfigured` without a
 *  wallet key. */
export function feePayerOf(ctx: Context, caller: Caller = { kind: 'public' }): Outcome<FeePayer | null> {
  if (!ctx.config.recovery.hasFeePayer) return ok(null)
  const keys = ctx.parts.signingKeys
  const key = keys.keyOf(HELD_AS, OWNER)
  if (!key.ok) return key
  ctx.parts.feePayerNotice.show(key.value.address)
  const { recoveries } = ctx.store
  return ok({
    address: key.value.address,
    transactionsFor: (wallet) => advancedTransactions(caller, wallet),
    async reserve(wallet, lamports) {
      await settleAdvances(ctx)
      const atMs = ctx.clock.nowMs()
      const day = new Date(atMs).toISOString().slice(0, DAY_CHARS)
      const dayCap = ctx.config.recovery.feePayerDayLamports
      const { caps, countsAs, openAs } = advanceBounds(caller, wallet, dayCap)
      const open = openAs === undefined ? undefined : recoveries.openAdvance(day, openAs)
      if (open !== undefined && !(await settleAdvance(ctx, open))) return fail('policy_blocked', STILL_OPEN)
      const walletCap = RECOVERY.feePayerWalletLamports
      const id = await recoveries.advance({
        ...(openAs === undefined ? {} : { openAs }),
        ...{ day, wallet: countsAs, lamports, dayCap, walletCap, caps, atMs },
      })
      return id === null
        ? fail('policy_blocked', 'the platform fee payer pays no more today: fund the wallet with 0.002 SOL')
        : ok(id)
    },
    release: (advance, lamports) => recoveries.settleAdvance(advance, lamports),
    sign: (message) => ctx.parts.signer.sign({ server: HELD_AS }, message),
    keep: (advance, signed, lastValidBlockHeight) => recoveries.keepSigned(advance, signed, lastValidBlockHeight),
  })
}

const STILL_OPEN =
  'the platform fee payer has signed for this wallet already: send that transaction, or ask again in two minutes'

const DAY_CHARS = 'yyyy-mm-dd'.length

/** Logs the fee payer's address once: the operator has to fund it. */
export type FeePayerNotice = { show(address: string): void }

export function createFeePayerNotice({ log }: Pick<Context, 'log'>): FeePayerNotice {
  let isShown = false
  return {
    show(address) {
      if (!isShown) log.info({ address }, 'fee payer of recoveries: fund this wallet')
      isShown = true
    },
  }
}
