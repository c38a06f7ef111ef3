import { knownAddress } from '../../chain/solana/labels.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { isService } from './funding-wallets.ts'
import type { MapView } from './map-view.ts'
import { PROCEEDS } from './weights.ts'

/** A payment of what a wallet had earned by selling. */
export type Payout = {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly slot: number
  readonly signature: string
}

/** Payments out of sales to addresses that no one has named: at least 0.05 SOL and 30 % of what the wallet had earned
 *  by then, in a transaction without a trade (inside one it would be a fee); what one hand's funding wallet collected
 *  is passed on alike. Chain order. */
export function payoutsOf(view: MapView): readonly Payout[] {
  const earned = new Map<string, bigint>()
  const payouts: Payout[] = []
  for (const { trades, solMoves, slot, signature } of view.transactions) {
    for (const { wallet, side, quoteMint, quoteRaw } of trades)
      if (side === 'sell' && quoteMint === NATIVE_MINT)
        earned.set(wallet, (earned.get(wallet) ?? 0n) + BigInt(quoteRaw))
    if (trades.length > 0) continue
    for (const { from, to, lamports: text } of solMoves) {
      const sum = earned.get(from)
      const lamports = BigInt(text)
      if (sum === undefined || from === to) continue
      if (lamports < PROCEEDS.minLamports || Number(lamports) < Number(sum) * PROCEEDS.minShare) continue
      if (isService(view, to)) continue
      payouts.push({ from, to, lamports, slot, signature })
      if (isFundingWalletOfOne(view, to) === true) earned.set(to, (earned.get(to) ?? 0n) + lamports)
    }
  }
  return payouts
}

/** Whether an address can be one hand's funding wallet: read, and not the hot wallet of some service. Null: not
 *  read. */
export function isFundingWalletOfOne(view: MapView, address: string): boolean | null {
  if (knownAddress(address) !== null) return false
  const wallet = view.wallets.get(address)
  if (wallet === undefined || !wallet.traced || wallet.partial) return null
  return !isService(view, address) && wallet.signatureCount <= PROCEEDS.maxSignatures
}
