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

/** `lamports`: null for units of which no purchase for SOL was scanned. */
type Piece = { readonly raw: bigint; readonly lamports: bigint | null; readonly timeSec: number | null }
type Known = Piece & { readonly lamports: bigint }
type Lot = {
  /** As it came in. */
  readonly whole: Piece
  left: bigint
  lamportsLeft: bigint
}

export type Trips = {
  readonly closed: readonly Closed[]
  readonly positions: readonly Position[]
  /** Base units were sold of which no purchase was scanned: they have no basis and are no win and no loss. */
  readonly unknownBasisSells: number
}

/** FIFO over the swaps against SOL, oldest first. What was held before (`openings`, by mint), came from others, or was
 *  exchanged for another token stands in the row as units without a cost. What the first k of n units of a lot cost is the
 *  part k / n of it, rounded down, as in the books of `pnl`: the pieces of a lot add up to it, and both routes agree to the
 *  lamport over the same transactions, but for what exchanges of tokens cost. */
export function roundTrips(oldestFirst: readonly TxFact[], openings: ReadonlyMap<string, bigint> = new Map()): Trips {
  const lots = createLots()
  const rows = new Map<string, { -readonly [K in keyof Position]: Position[K] }>()
  const closed: Closed[] = []
  let unknownBasisSells = 0
  const rowOf = (mint: string) => {
    const none = { buys: 0, sells: 0, costLamports: 0n, proceedsLamports: 0n, realizedLamports: 0n, leftRaw: 0n }
    const row = rows.get(mint) ?? { mint, ...none }
    rows.set(mint, row)
    return row
  }
  for (const [mint, raw] of openings) lots.add(mint, { raw, lamports: null, timeSec: null })
  for (const { swaps, flows, timeSec, signature } of oldestFirst) {
    // What came in beside swaps comes before them, so that it can be sold.
    for (const { mint, raw } of flows) if (raw > 0n) lots.add(mint, { raw, lamports: null, timeSec })
    for (const { side, mint, tokenRaw, lamports, given } of swaps) {
      if (given !== null) lots.take(given.mint, given.tokenRaw)
      if (side !== 'sell') lots.add(mint, { raw: tokenRaw, lamports: side === 'buy' ? lamports : null, timeSec })
      if (side === 'exchange') continue
      const row = rowOf(mint)
      if (side === 'buy') {
        row.buys++
        row.costLamports += lamports
        continue
      }
      row.sells++
      row.proceedsLamports += lamports
      const known = lots.take(mint, tokenRaw).filter(isKnown)
      const knownRaw = known.reduce((sum, { raw }) => sum + raw, 0n)
      if (knownRaw < tokenRaw) unknownBasisSells++
      if (knownRaw === 0n) continue
      const costLamports = known.reduce((sum, one) => sum + one.lamports, 0n)
      const proceedsLamports = (lamports * knownRaw) / tokenRaw
      const oldest = known[0]!.timeSec
      const heldSecs = oldest === null || timeSec === null ? null : Math.max(0, timeSec - oldest)
      closed.push({ mint, costLamports, proceedsLamports, heldSecs, signature })
      row.realizedLamports += proceedsLamports - costLamports
    }
    for (const { mint, raw } of flows) if (raw < 0n) lots.take(mint, -raw)
  }
  for (const row of rows.values()) row.leftRaw = lots.boughtRaw(row.mint)
  return { closed, positions: [...rows.values()], unknownBasisSells }
}

function isKnown(piece: Piece): piece is Known {
  return piece.lamports !== null
}

function createLots() {
  const byMint = new Map<string, Lot[]>()
  const of = (mint: string): Lot[] => {
    const held = byMint.get(mint) ?? []
    byMint.set(mint, held)
    return held
  }
  return {
    add(mint: string, whole: Piece): void {
      if (whole.raw > 0n) of(mint).push({ whole, left: whole.raw, lamportsLeft: whole.lamports ?? 0n })
    },
    take: (mint: string, wantedRaw: bigint): readonly Piece[] => take(of(mint), wantedRaw),
    boughtRaw: (mint: string): bigint =>
      of(mint).reduce((sum, { whole, left }) => (isKnown(whole) ? sum + left : sum), 0n),
  }
}

/** Takes units out of the oldest lots; what was taken, of each lot. */
function take(lots: Lot[], wantedRaw: bigint): readonly Piece[] {
  const taken: Piece[] = []
  let open = wantedRaw
  while (open > 0n && lots.length > 0) {
    const lot = lots[0]!
    const { raw: whole, lamports, timeSec } = lot.whole
    const raw = lot.left < open ? lot.left : open
    const left = lot.left - raw
    const lamportsLeft = lamports === null ? 0n : lamports - (lamports * (whole - left)) / whole
    taken.push({ raw, lamports: lamports === null ? null : lot.lamportsLeft - lamportsLeft, timeSec })
    open -= raw
    lot.left = left
    lot.lamportsLeft = lamportsLeft
    if (left === 0n) lots.shift()
  }
  return taken
}
