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

type Piece = { readonly raw: bigint; readonly lamports: bigint; readonly timeSec: number | null }
type Lot = {
  /** As it was bought. */
  readonly bought: Piece
  left: bigint
  lamportsLeft: bigint
}

export type Trips = {
  readonly closed: readonly Closed[]
  readonly positions: readonly Position[]
  /** Base units were sold of which no purchase was scanned: they have no basis and are no win and no loss. */
  readonly unknownBasisSells: number
}

/** FIFO over the swaps against SOL, oldest first. What the first k of n units of a lot cost is the part k / n of it, rounded
 *  down, as in the books of `pnl`: the pieces of a lot add up to it, and both routes agree to the lamport. */
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
        lotsOf(mint).push({ bought: { raw: tokenRaw, lamports, timeSec }, left: tokenRaw, lamportsLeft: lamports })
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
  for (const row of rows.values()) row.leftRaw = lotsOf(row.mint).reduce((sum, { left }) => sum + left, 0n)
  return { closed, positions: [...rows.values()], unknownBasisSells }
}

/** Takes units out of the oldest lots; what was taken, of each lot. */
function take(lots: Lot[], wantedRaw: bigint): readonly Piece[] {
  const taken: Piece[] = []
  let open = wantedRaw
  while (open > 0n && lots.length > 0) {
    const lot = lots[0]!
    const { raw: whole, lamports, timeSec } = lot.bought
    const raw = lot.left < open ? lot.left : open
    const left = lot.left - raw
    const lamportsLeft = whole === 0n ? 0n : lamports - (lamports * (whole - left)) / whole
    if (raw > 0n) taken.push({ raw, lamports: lot.lamportsLeft - lamportsLeft, timeSec })
    open -= raw
    lot.left = left
    lot.lamportsLeft = lamportsLeft
    if (left === 0n) lots.shift()
  }
  return taken
}
