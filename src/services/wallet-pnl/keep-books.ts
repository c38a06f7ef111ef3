import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { LAMPORTS_PER_SOL } from '../../contract/units.ts'
import type { LedgerStep, LedgerTx } from '../../contract/wallet-ledger.ts'
import type { PnlEvidence } from '../../contract/wallet-pnl-evidence.ts'
import { type CostBook, createCostBook } from '../cost-basis/cost-book.ts'
import { shareOf } from '../cost-basis/share-of.ts'
import { CURRENCIES, type Currency, type Disposal, UNKNOWN_WORTH, type Worth } from '../cost-basis/types.ts'
import { createUnits, type UnitsByAsset } from './asset-units.ts'
import { type Gap, traceBalances } from './trace-balances.ts'

export type Purchase = {
  readonly mint: string
  readonly timeSec: number | null
  readonly units: bigint
  /** What was paid for it then; what moved along from another token is no payment. */
  readonly worth: Worth
}
export type Sale = Purchase & { readonly disposal: Disposal }
export type Paid = {
  readonly kind: 'networkFee' | 'tip' | 'rent'
  readonly timeSec: number | null
  readonly lamports: bigint
  readonly isFailed: boolean
}
export type Books = {
  readonly units: UnitsByAsset
  /** Of every asset but SOL, which is what the others cost. */
  readonly costs: ReadonlyMap<string, CostBook>
  /** Units that came in without a known cost. */
  readonly unknown: ReadonlyMap<string, Readonly<Record<Currency, bigint>>>
  readonly purchases: readonly Purchase[]
  readonly sales: readonly Sale[]
  readonly paid: readonly Paid[]
  /** Of each trade: where its worth in dollars comes from. */
  readonly sources: readonly { readonly source: string; readonly timeSec: number | null }[]
  readonly gaps: readonly Gap[]
  readonly closings: ReadonlyMap<string, bigint>
}
type Trade = Extract<LedgerStep, { kind: 'trade' }>
type Price = PnlEvidence['solPrices'][number]

/** Keeps the books of a ledger, from the first transaction to the last. A sale for SOL or dollars realises a profit in
 *  that currency, and in the other where the price of the moment is known; in a currency in which an exchange of two tokens
 *  has no known worth it realises nothing, and the cost moves along to what was got. Pure, in
 *  steps: the caller says when others have their turn. */
export function* keepBooks({ ledger, solPrices, question }: PnlEvidence): Generator<void, Books> {
  const { txs, held, whole } = ledger
  const { openings, gaps, closings } = traceBalances(txs, held, new Set(whole))
  const book = openBooks(question.method)
  for (const [asset, raw] of openings) book.open(asset, raw)
  const gapsBefore = Map.groupBy(gaps, ({ before }) => before)
  for (const [at, tx] of txs.entries()) {
    for (const gap of gapsBefore.get(tx.signature) ?? []) book.jump(gap, tx.timeSec)
    for (const step of tx.steps) {
      if (step.kind === 'trade') book.trade(step, tx, solPrices[at] ?? null)
      else book.move(step, tx)
    }
    yield
  }
  for (const gap of gapsBefore.get(null) ?? []) book.jump(gap, null)
  return { ...book.kept, gaps, closings }
}

type Kept = {
  readonly units: UnitsByAsset
  readonly costs: Map<string, CostBook>
  readonly unknown: Map<string, Record<Currency, bigint>>
  readonly purchases: Purchase[]
  readonly sales: Sale[]
  readonly paid: Paid[]
  readonly sources: Books['sources'][number][]
}
type Keeping = {
  readonly kept: Kept
  costOf(asset: string): CostBook
  buy(asset: string, raw: bigint, basis: Worth, timeSec: number | null): void
  /** Units that came or went without a trade, of any asset but SOL. */
  come(asset: string, raw: bigint, timeSec: number | null, isOpening?: boolean): void
  leave(asset: string, raw: bigint, kind: 'send' | 'pay'): void
}

function openBooks(method: PnlEvidence['question']['method']) {
  const keeping = keepCosts(method)
  const { kept, come, leave } = keeping
  return {
    kept,
    open(asset: string, raw: bigint): void {
      kept.units.of(asset).opening += raw
      if (raw > 0n) come(asset, raw, null, true)
    },
    jump({ asset, raw }: Gap, timeSec: number | null): void {
      if (raw > 0n) come(asset, raw, timeSec)
      else leave(asset, -raw, 'send')
    },
    move({ kind, asset, raw }: Exclude<LedgerStep, Trade>, { timeSec, isFailed }: LedgerTx): void {
      kept.units.move(kind, asset, raw)
      if (raw > 0n) come(asset, raw, timeSec)
      else leave(asset, -raw, kind === 'transfer' ? 'send' : 'pay')
      if (kind === 'networkFee' || kind === 'tip' || kind === 'rent')
        kept.paid.push({ kind, timeSec, lamports: -raw, isFailed })
    },
    trade: (trade: Trade, { timeSec }: LedgerTx, price: Price) => keepTrade(keeping, trade, timeSec, price),
  }
}

function keepCosts(method: PnlEvidence['question']['method']): Keeping {
  const costs = new Map<string, CostBook>()
  const unknown = new Map<string, Record<Currency, bigint>>()
  const costOf = (asset: string): CostBook => {
    const book = costs.get(asset) ?? createCostBook(method)
    costs.set(asset, book)
    return book
  }
  const noteUnknown = (asset: string, raw: bigint, basis: Worth): void => {
    const sums = unknown.get(asset) ?? { lamports: 0n, usdMicros: 0n }
    for (const currency of CURRENCIES) if (basis[currency] === null) sums[currency] += raw
    unknown.set(asset, sums)
  }
  return {
    kept: { units: createUnits(), costs, unknown, purchases: [], sales: [], paid: [], sources: [] },
    costOf,
    buy(asset, raw, basis, timeSec) {
      costOf(asset).buy(raw, basis, timeSec)
      noteUnknown(asset, raw, basis)
    },
    come(asset, raw, timeSec, isOpening = false) {
      if (asset === WSOL_MINT) return
      const basis = basisOutside(asset, raw)
      costOf(asset)[isOpening ? 'open' : 'receive'](raw, basis, timeSec)
      noteUnknown(asset, raw, basis)
    },
    leave(asset, raw, kind) {
      if (asset !== WSOL_MINT) costOf(asset)[kind](raw)
    },
  }
}

function keepTrade({ kept, costOf, buy }: Keeping, trade: Trade, timeSec: number | null, price: Price): void {
  const { paid: given, got } = trade
  const worth = worthOf(trade, price)
  kept.units.of(given.asset).sold += given.raw
  kept.units.of(got.asset).bought += got.raw
  kept.sources.push({ source: sourceOf(trade, price), timeSec })
  const disposal = given.asset === WSOL_MINT ? null : costOf(given.asset).sell(given.raw, worth)
  if (disposal !== null) kept.sales.push({ mint: given.asset, timeSec, units: given.raw, worth, disposal })
  if (got.asset === WSOL_MINT) return
  kept.purchases.push({ mint: got.asset, timeSec, units: got.raw, worth })
  for (const part of partsOf(got.raw, worth, disposal)) buy(got.asset, part.units, part.basis, timeSec)
}

/** Nobody knows what units cost that came from outside, but a dollar costs a dollar. */
function basisOutside(asset: string, raw: bigint): Worth {
  return DOLLAR_MINTS.has(asset) ? { lamports: null, usdMicros: raw } : UNKNOWN_WORTH
}

function worthOf({ lamports, usdMicros }: Trade, price: Price): Worth {
  const priced = lamports === null || price === null ? null : (lamports * price.usdMicros) / LAMPORTS_PER_SOL
  return { lamports, usdMicros: usdMicros ?? priced }
}

function sourceOf({ lamports, usdMicros }: Trade, price: Price): string {
  if (usdMicros !== null) return 'par'
  return lamports === null || price === null ? 'unknown' : price.source
}

/** What was got for a token, cut as the lots that were given: each part costs its share of what the trade was worth, or
 *  what its lot had cost. */
function partsOf(raw: bigint, worth: Worth, disposal: Disposal | null) {
  const isPriced = CURRENCIES.every((currency) => worth[currency] !== null)
  if (disposal === null || isPriced || disposal.units === 0n) return [{ units: raw, basis: worth }]
  let from = 0n
  return disposal.parts.map((part) => {
    const to = from + part.units
    const share = (total: bigint): bigint => shareOf(total, disposal.units, from, to)
    const basisIn = (currency: Currency): bigint | null =>
      worth[currency] === null ? part.basis[currency] : share(worth[currency])
    const cut = { units: share(raw), basis: { lamports: basisIn('lamports'), usdMicros: basisIn('usdMicros') } }
    from = to
    return cut
  })
}
