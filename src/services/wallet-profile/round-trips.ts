import type { TxFact } from '../../contract/profile-evidence.ts'

/** A piece of a buy that a sale closed. */
export type Closed = {
  readonly mint: string
  readonly costLamports: bigint
  readonly proceedsLamports: bigint
  readonly heldSecs: number | null
  readonly signature: string
}

export type Position = {
  readonly mint: string
  readonly buys: number
  readonly sells: number
  readonly costLamports: bigint
  readonly proceedsLamports: bigint
  readonly realizedLamports: bigint
  /** Bought in what was scanned, and neither sold nor sent away since. */
  readonly leftRaw: bigint
}

type Lot = { raw: bigint; lamports: bigint; timeSec: number | null }

export type Trips = {
  readonly closed: readonly Closed[]
  readonly positions: readonly Position[]
  /** Base units were sold of which no purchase was scanned: they have no basis and are no win and no loss. */
  readonly unknownBasisSells: number
}

/** FIFO over the swaps against SOL, oldest first. Cost and proceeds are split by units, rounded down, and the last piece
 *  of a lot takes what is left, so that the pieces of a lot add up to it. */
export function roundTrips(oldestFirst: readonly TxFact[]): Trips {
  const lots = new Map<string, Lot[]>()
  const rows = new Map<string, { -readonly [K in keyof Position]: Position[K] }>()
  const closed: Closed[] = []
  let unknownBasisSells = 0
  const rowOf = (mint: string) => {
    const none = { buys: 0, sells: 0, costLamports: 0n, proceedsLamports: 0n, realizedLamports: 0n, leftRaw: 0n }
    const row = rows.get(mint) ?? { mint, ...none }
    rows.set(mint, row)
    return row
  }
  const lotsOf = (mint: string): Lot[] => {
    const held = lots.get(mint) ?? []
    lots.set(mint, held)
    return held
  }
  for (const { swaps, moves, timeSec, signature } of oldestFirst) {
    for (const { side, mint, tokenRaw, lamports, given } of swaps) {
      if (given !== null) take(lotsOf(given.mint), given.tokenRaw)
      if (side === 'exchange') continue
      const row = rowOf(mint)
      if (side === 'buy') {
        row.buys++
        row.costLamports += lamports
        lotsOf(mint).push({ raw: tokenRaw, lamports, timeSec })
        continue
      }
      row.sells++
      row.proceedsLamports += lamports
      const taken = take(lotsOf(mint), tokenRaw)
      const knownRaw = taken.reduce((sum, { raw }) => sum + raw, 0n)
      if (knownRaw < tokenRaw) unknownBasisSells++
      if (knownRaw === 0n) continue
      const costLamports = taken.reduce((sum, one) => sum + one.lamports, 0n)
      const proceedsLamports = tokenRaw === 0n ? 0n : (lamports * knownRaw) / tokenRaw
      const oldest = taken[0]!.timeSec
      const heldSecs = oldest === null || timeSec === null ? null : Math.max(0, timeSec - oldest)
      closed.push({ mint, costLamports, proceedsLamports, heldSecs, signature })
      row.realizedLamports += proceedsLamports - costLamports
    }
    for (const { direction, mint, amountRaw } of moves)
      if (direction === 'out' && mint !== null) take(lotsOf(mint), amountRaw)
  }
  for (const row of rows.values()) row.leftRaw = lotsOf(row.mint).reduce((sum, { raw }) => sum + raw, 0n)
  return { closed, positions: [...rows.values()], unknownBasisSells }
}

/** Takes units out of the oldest lots; what was taken, of each lot. */
function take(lots: Lot[], wantedRaw: bigint): readonly Lot[] {
  const taken: Lot[] = []
  let left = wantedRaw
  while (left > 0n && lots.length > 0) {
    const lot = lots[0]!
    const raw = lot.raw < left ? lot.raw : left
    const lamports = raw === lot.raw ? lot.lamports : (lot.lamports * raw) / lot.raw
    if (raw > 0n) taken.push({ raw, lamports, timeSec: lot.timeSec })
    lot.raw -= raw
    lot.lamports -= lamports
    left -= raw
    if (lot.raw === 0n) lots.shift()
  }
  return taken
}
