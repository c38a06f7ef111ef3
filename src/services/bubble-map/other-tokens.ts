import type { OtherCoinEvidence } from '../evidence-bundle/evidence.ts'
import { isTrading } from './funding-wallets.ts'
import { groupBy } from './link-rule.ts'
import type { MapView } from './map-view.ts'
import { COHORT } from './weights.ts'

/** What one person did in another token: bought and sold (nearly) all again. */
export type RoundTrip = {
  readonly wallet: string
  readonly spentLamports: bigint
  readonly gotLamports: bigint
  readonly inSec: number
  readonly outSec: number
  readonly outSlot: number
  readonly inSignature: string
  readonly outSignature: string
  readonly trades: number
}
export type OtherToken = OtherCoinEvidence & { readonly roundTrips: readonly RoundTrip[] }

/** Other tokens that hardly anyone traded and whose whole history was counted, with the visits of people of this token;
 *  sorted by mint and pool, visits by wallet. */
export function tokensWithRoundTrips(view: MapView): readonly OtherToken[] {
  const trades = view.transactions.flatMap(({ otherTrades = [], slot, timeSec, signature }) =>
    timeSec === null ? [] : otherTrades.map((trade) => ({ ...trade, slot, timeSec, signature })),
  )
  const small = (view.evidence.otherCoins ?? []).filter(
    ({ isWhole, signatureCount }) => isWhole && signatureCount <= COHORT.signatures,
  )
  return groupBy(small, ({ mint, pool }) => `${mint} ${pool}`).map(([, [token]]) => {
    const own = trades.filter(
      ({ pool, mint, wallet }) =>
        pool === token!.pool && mint === token!.mint && view.isPerson.has(wallet) && !isTrading(view, wallet),
    )
    return {
      ...token!,
      roundTrips: groupBy(own, ({ wallet }) => wallet).flatMap(([wallet, acts]) => roundTripOf(wallet, acts)),
    }
  })
}

type Act = NonNullable<MapView['transactions'][number]['otherTrades']>[number] & {
  readonly slot: number
  readonly timeSec: number
  readonly signature: string
}

function roundTripOf(wallet: string, acts: readonly Act[]): readonly RoundTrip[] {
  const sumOf = (side: Act['side'], key: 'baseRaw' | 'lamports'): bigint =>
    acts.reduce((sum, act) => (act.side === side ? sum + BigInt(act[key]) : sum), 0n)
  const first = acts.find(({ side }) => side === 'buy')
  const last = acts.findLast(({ side }) => side === 'sell')
  if (first === undefined || last === undefined || last.slot < first.slot) return []
  if (sumOf('sell', 'baseRaw') * 100n < sumOf('buy', 'baseRaw') * COHORT.leftPct) return []
  return [
    {
      wallet,
      spentLamports: sumOf('buy', 'lamports'),
      gotLamports: sumOf('sell', 'lamports'),
      inSec: first.timeSec,
      outSec: last.timeSec,
      outSlot: last.slot,
      inSignature: first.signature,
      outSignature: last.signature,
      trades: acts.length,
    },
  ]
}
