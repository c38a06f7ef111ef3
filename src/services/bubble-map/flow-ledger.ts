import { REGULATED_STABLECOINS } from '../../config/known-mints.ts'
import type { MoneyUnit } from './batches.ts'
import type { MapView } from './map-view.ts'
import { FUNDING } from './weights.ts'

/** Something of value that went from one address to another outside trades of the token. `asset`: a mint, null for SOL
 *  (wrapped or not). `heldRaw` and `holdsRaw`: what the sender had of it before, and the receiver after. */
export type Flow = {
  readonly from: string
  readonly to: string
  readonly asset: string | null
  readonly unit: MoneyUnit
  readonly amountRaw: bigint
  readonly heldRaw: bigint
  readonly holdsRaw: bigint
  readonly slot: number
  readonly signature: string
}

/** Every flow of SOL, stablecoins and other tokens between wallets, chain order. Nothing where the evidence does not
 *  say what the two ends had. */
export function flowLedger({ transactions }: Pick<MapView, 'transactions'>): readonly Flow[] {
  return transactions.flatMap(({ trades, solMoves, otherMoves = [], holdings = [], slot, signature }) => {
    if (trades.length > 0 || holdings.length === 0) return []
    const heldBy = new Map(holdings.map((held) => [`${held.wallet} ${held.mint ?? ''}`, held]))
    const moves = [
      ...solMoves.map(({ from, to, lamports }) => ({ from, to, asset: null, amountRaw: BigInt(lamports) })),
      ...otherMoves.map(({ from, to, mint, amountRaw }) => ({ from, to, asset: mint, amountRaw: BigInt(amountRaw) })),
    ]
    return moves.flatMap((move): Flow[] => {
      const sender = heldBy.get(`${move.from} ${move.asset ?? ''}`)
      const receiver = heldBy.get(`${move.to} ${move.asset ?? ''}`)
      if (move.from === move.to || sender === undefined || receiver === undefined) return []
      const [heldRaw, holdsRaw] = [BigInt(sender.beforeRaw), BigInt(receiver.afterRaw)]
      return [{ ...move, unit: unitOf(move.asset), heldRaw, holdsRaw, slot, signature }]
    })
  })
}

function unitOf(asset: string | null): MoneyUnit {
  if (asset === null) return 'lamports'
  return REGULATED_STABLECOINS.has(asset) ? 'stablecoin' : 'other'
}

/** Whether a sum is more than a speck. */
export function isWorthwhile(unit: MoneyUnit, amountRaw: bigint): boolean {
  if (unit === 'other') return true
  return amountRaw >= (unit === 'lamports' ? FUNDING.minLamports : FUNDING.minStablecoinRaw)
}

/** All flows of one asset between the same two, in the same direction. */
export type Stream = {
  readonly first: Flow
  readonly totalRaw: bigint
  readonly heldRaw: bigint
  readonly holdsRaw: bigint
}

/** Streams by sender, receiver and asset, in the order of their first flows; `heldRaw` and `holdsRaw` are the most that
 *  sender and receiver had at any of them. */
export function streamsOf(flows: readonly Flow[]): readonly Stream[] {
  const streams = new Map<string, Stream>()
  for (const flow of flows) {
    const key = `${flow.from} ${flow.to} ${flow.asset ?? ''}`
    const before = streams.get(key)
    streams.set(key, {
      first: before?.first ?? flow,
      totalRaw: (before?.totalRaw ?? 0n) + flow.amountRaw,
      heldRaw: larger(before?.heldRaw ?? 0n, flow.heldRaw),
      holdsRaw: larger(before?.holdsRaw ?? 0n, flow.holdsRaw),
    })
  }
  return [...streams.values()]
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
