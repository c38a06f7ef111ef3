import type { CustodialWallet } from '../custody/signer.ts'

import { type ShownManifest, showManifest } from '../manifest/show-manifest.ts'
import type { PreparedTrade } from './prepare-trade.ts'

/** What is needed to answer for a custodial trade once it is known what became of it: JSON, for it outlives a crash.
 *  Amounts are base units as text. */
export type TradeNote = {
  readonly keyId: number
  readonly userRef: string
  readonly walletId: string
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly mint: string
  readonly moneyMint: string
  readonly dex: string
  readonly pool: string
  /** Accounts that the trade writes, other than the wallet's own. */
  readonly watch: readonly string[]
  readonly own: readonly string[]
  readonly spend: string
  readonly receive: string
  readonly minReceived: string
  readonly platformFee: { readonly wallet: string; readonly raw: string } | null
  readonly tipLamports: string
  readonly isFullSale: boolean
  readonly bundle: boolean
  readonly requestedAtMs: number
  readonly planMs: number
  readonly fetchMs: number
  readonly detectMs: number
  readonly buildMs: number
  readonly manifestMs: number | null
  readonly signMs: number
  readonly cacheHit: boolean
  readonly manifest: ShownManifest | null
}

export type Signed = {
  readonly keyId: number
  readonly wallet: CustodialWallet
  readonly signMs: number
  readonly bundle: boolean
}

export function noteOf(prepared: PreparedTrade, signed: Signed, requestedAtMs: number): TradeNote {
  const { plan, manifest } = prepared
  const own = [
    plan.wallet,
    plan.token.address,
    plan.moneyAccount?.address,
    plan.bridgeAccount?.address,
    plan.gather?.from,
  ]
  return {
    keyId: signed.keyId,
    userRef: signed.wallet.userRef,
    walletId: signed.wallet.id,
    wallet: plan.wallet,
    side: plan.side,
    mint: plan.token.mint,
    moneyMint: plan.moneyMint,
    dex: plan.dex,
    pool: plan.poolAddress,
    watch: [...new Set(plan.legs.flatMap(({ pool }) => pool.watch))],
    own: own.filter((address) => address !== undefined),
    spend: String(plan.spendRaw),
    receive: String(plan.receiveRaw),
    minReceived: String(plan.minReceiveRaw),
    platformFee: plan.fee === null ? null : { wallet: plan.fee.wallet, raw: String(plan.fee.raw) },
    tipLamports: String(plan.tip?.lamports ?? 0n),
    isFullSale: plan.isFullSale,
    bundle: signed.bundle,
    requestedAtMs,
    planMs: prepared.planMs,
    fetchMs: plan.fetchMs,
    detectMs: plan.detectMs,
    buildMs: prepared.buildMs,
    manifestMs: prepared.manifestMs,
    signMs: signed.signMs,
    cacheHit: plan.cacheHit,
    manifest: manifest === null ? null : showManifest(manifest),
  }
}

export type RecordedEnd = {
  readonly signature: string
  readonly status: 'pending' | 'landed' | 'failed' | 'expired'
  readonly slot: number | null
  readonly spentRaw: bigint
  readonly receivedRaw: bigint
  readonly feeLamports: bigint | null
  readonly error?: unknown
}

/** The row of the trade ledger for a trade that came to an end, or went out. */
export function ledgerEntry(note: TradeNote, end: RecordedEnd) {
  const isBuy = note.side === 'buy'
  return {
    keyId: note.keyId,
    userRef: note.userRef,
    walletId: note.walletId,
    wallet: note.wallet,
    side: note.side,
    mint: note.mint,
    pool: note.pool,
    dex: note.dex,
    signature: end.signature,
    inMint: isBuy ? note.moneyMint : note.mint,
    outMint: isBuy ? note.mint : note.moneyMint,
    amountInRaw: end.spentRaw,
    amountOutRaw: end.receivedRaw,
    feeLamports: end.feeLamports,
    platformFee:
      note.platformFee === null
        ? null
        : { mint: note.moneyMint, wallet: note.platformFee.wallet, raw: BigInt(note.platformFee.raw) },
    tipLamports: BigInt(note.tipLamports),
    slot: end.slot,
    status: end.status,
    isFullSale: note.isFullSale,
    requestedAtMs: note.requestedAtMs,
    timing: {
      plan: note.planMs,
      build: note.buildMs,
      ...(note.manifestMs === null ? {} : { manifest: note.manifestMs }),
      sign: note.signMs,
    },
    ...(end.error === undefined ? {} : { error: end.error }),
  }
}
