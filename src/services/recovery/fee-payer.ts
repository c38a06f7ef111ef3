import { sign } from 'node:crypto'
import { createSigningKey } from '../../chain/solana/signing-key.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { withSecret } from '../../runtime/secret-bytes.ts'
import type { Advance } from '../../store/recovery-rows.ts'
import { deriveSeed, serverOwner } from '../wallets/derive-seed.ts'
import { withMasterSeed } from '../wallets/master-seed.ts'
import { createSigningKeys } from '../wallets/signing-keys.ts'
import { settleAdvances } from './settle-advances.ts'

/** No API key has the id 0, so no user's wallet is this one. */
const HELD_AS = 'recovery-fee-payer'
const OWNER = serverOwner(HELD_AS)

export type FeePayer = {
  readonly address: string
  /** The id of an advance of so many lamports. Fails `policy_blocked` beyond what it may risk in a day, of all wallets or of
   *  this one. Durable before it resolves. */
  reserve(wallet: string, lamports: bigint): Promise<Outcome<string>>
  /** Gives an advance back of which nothing leaves this process. */
  release(advance: string, lamports: bigint): Promise<void>
  /** Signs what was checked (`judge-repaid.ts`) and reserved: 64 bytes. */
  sign(message: Uint8Array): Outcome<Uint8Array>
  /** To be awaited before anybody gets what was signed: from then on it is watched, whatever becomes of this process. */
  keep(advance: string, signed: Advance['signed']): Promise<void>
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
  ctx.only(announce)(key.value.address)
  const { recoveries } = ctx.store
  return ok({
    address: key.value.address,
    async reserve(wallet, lamports) {
      await settleAdvances(ctx)
      const atMs = ctx.clock.nowMs()
      const id = await recoveries.advance({
        day: new Date(atMs).toISOString().slice(0, DAY_CHARS),
        wallet,
        lamports,
        dayCap: ctx.config.recovery.feePayerDayLamports,
        walletCap: RECOVERY.feePayerWalletLamports,
        atMs,
      })
      return id === null
        ? fail('policy_blocked', 'the platform fee payer pays no more today: fund the wallet with 0.002 SOL')
        : ok(id)
    },
    release: (advance, lamports) => recoveries.settleAdvance(advance, lamports),
    sign(message) {
      const current = keys.keyOf(HELD_AS, OWNER)
      return current.ok ? ok(sign(null, message, current.value.privateKey)) : current
    },
    keep: (advance, signed) => recoveries.keepSigned(advance, signed),
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
