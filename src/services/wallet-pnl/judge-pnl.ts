import { WSOL_MINT } from '../../contract/mints.ts'
import { SOL_DECIMALS } from '../../contract/units.ts'
import type {
  AssetIdentity,
  DraftPosition,
  DraftSums,
  PnlCosts,
  PnlDraft,
  PnlEvidence,
} from '../../contract/wallet-pnl-evidence.ts'
import type { Currency } from '../cost-basis/types.ts'
import { closingOf } from './asset-units.ts'
import { type Books, keepBooks, type Purchase, type Sale } from './keep-books.ts'

/** The profit of wallets over the trades that a question is about; costs come from all that was read. Pure, in
 *  steps of less than a tenth of a millisecond or so. */
export function* judgeInSteps(evidence: PnlEvidence): Generator<void, PnlDraft> {
  const { question } = evidence
  const { fromSec, mint } = question
  const books = yield* keepBooks(evidence)
  const counts = (timeSec: number | null): boolean => fromSec === null || (timeSec !== null && timeSec >= fromSec)
  const decimals = decimalsOf(evidence)
  const traded = new Set([...books.purchases, ...books.sales].map((one) => one.mint))
  const positions: DraftPosition[] = []
  for (const one of traded) {
    if (mint !== '' && one !== mint) continue
    const position = positionOf(books, one, { counts, decimals: decimals(one) })
    if (position.buys + position.sells > 0 || position.balanceRaw > 0n) positions.push(position)
    yield
  }
  const sales = books.sales.filter((one) => counts(one.timeSec) && (mint === '' || one.mint === mint))
  return {
    positions,
    costs: costsOf(books, counts),
    medianHoldSecs: medianOf(sales.flatMap(heldSecs)),
    assets: identitiesOf(books, decimals),
    gaps: books.gaps.map(({ account, asset, raw, before }) => ({ account, mint: asset, raw, beforeSignature: before })),
    priceSources: countSources(books, counts),
  }
}

/** The same at once.
 *  @internal for tests. */
export function judgePnl(evidence: PnlEvidence): PnlDraft {
  const steps = judgeInSteps(evidence)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type Part = { readonly counts: (timeSec: number | null) => boolean; readonly decimals: number | null }

function positionOf(books: Books, mint: string, { counts, decimals }: Part): DraftPosition {
  const ownBuys = books.purchases.filter((one) => one.mint === mint)
  const ownSales = books.sales.filter((one) => one.mint === mint)
  const buys = ownBuys.filter(({ timeSec }) => counts(timeSec))
  const sales = ownSales.filter(({ timeSec }) => counts(timeSec))
  const times = [...ownBuys, ...ownSales].flatMap(({ timeSec }) => timeSec ?? [])
  const [lamports, usdMicros] = (['lamports', 'usdMicros'] as const).map((one) =>
    sumsIn(books, mint, one, { buys, sales }),
  )
  return {
    mint,
    decimals,
    balanceRaw: books.closings.get(mint) ?? 0n,
    boughtRaw: sumUnits(buys),
    soldRaw: sumUnits(sales),
    unknownBasisRaw: books.unknown.get(mint)?.lamports ?? 0n,
    lamports: lamports!,
    usdMicros: usdMicros!,
    buys: buys.length,
    sells: sales.length,
    firstTs: times.length === 0 ? null : Math.min(...times),
    lastTs: times.length === 0 ? null : Math.max(...times),
    basisKnown: lamports!.isKnown || usdMicros!.isKnown,
  }
}

function sumsIn(
  books: Books,
  mint: string,
  currency: Currency,
  { buys, sales }: { readonly buys: readonly Purchase[]; readonly sales: readonly Sale[] },
): DraftSums {
  const boughtFor = buys.filter(({ worth }) => worth[currency] !== null)
  const soldFor = sales.filter(({ worth }) => worth[currency] !== null)
  const realised = sales.map(({ disposal }) => disposal[currency]).filter((one) => one.realised !== null)
  const held = books.costs.get(mint)!.sums(currency).held
  const sum = (list: readonly Purchase[]): bigint => list.reduce((all, { worth }) => all + (worth[currency] ?? 0n), 0n)
  const realisedCost = realised.reduce((all, { cost }) => all + cost, 0n)
  const realisedProceeds = realised.reduce((all, { proceeds }) => all + (proceeds ?? 0n), 0n)
  return {
    invested: sum(boughtFor),
    investedUnits: sumUnits(boughtFor),
    proceeds: sum(soldFor),
    proceedsUnits: sumUnits(soldFor),
    realisedCost,
    realisedProceeds,
    realised: sales.length > 0 && realised.length === 0 ? null : realisedProceeds - realisedCost,
    heldUnits: held.units,
    heldCost: held.cost,
    isKnown: (books.unknown.get(mint)?.[currency] ?? 0n) === 0n,
  }
}

function sumUnits(list: readonly Purchase[]): bigint {
  return list.reduce((all, { units }) => all + units, 0n)
}

/** Times for which the sold lots were held; the average method knows no lots. */
function heldSecs({ timeSec, disposal }: Sale): readonly number[] {
  return disposal.parts.flatMap(({ atSec }) =>
    atSec === null || timeSec === null ? [] : [Math.max(0, timeSec - atSec)],
  )
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function costsOf({ paid }: Books, counts: (timeSec: number | null) => boolean): PnlCosts {
  const sum = (is: (one: Books['paid'][number]) => boolean): bigint =>
    paid.reduce((all, one) => (counts(one.timeSec) && is(one) ? all + one.lamports : all), 0n)
  return {
    networkFeeLamports: sum(({ kind }) => kind === 'networkFee'),
    failedFeeLamports: sum(({ kind, isFailed }) => kind === 'networkFee' && isFailed),
    tipLamports: sum(({ kind }) => kind === 'tip'),
    rentPaidLamports: sum(({ kind, lamports }) => kind === 'rent' && lamports > 0n),
    rentReturnedLamports: -sum(({ kind, lamports }) => kind === 'rent' && lamports < 0n),
  }
}

/** SOL first, then what does not hold, then by mint. */
function identitiesOf(
  { units, closings, gaps }: Books,
  decimals: (mint: string) => number | null,
): readonly AssetIdentity[] {
  const open = new Set(gaps.map(({ asset }) => asset))
  const rows = [...new Set([WSOL_MINT, ...units.all().keys(), ...closings.keys()])].map((mint) => {
    const { opening, bought, received, sold, sent, fees } = units.of(mint)
    const closingRaw = closingOf(units.of(mint))
    const nodeRaw = closings.get(mint) ?? 0n
    return {
      mint,
      decimals: decimals(mint),
      openingRaw: opening,
      boughtRaw: bought,
      receivedRaw: received,
      soldRaw: sold,
      sentRaw: sent,
      feesRaw: fees,
      closingRaw,
      nodeRaw,
      holds: closingRaw === nodeRaw && !open.has(mint),
    }
  })
  const rank = ({ mint, holds }: AssetIdentity): number => (mint === WSOL_MINT ? 0 : holds ? 2 : 1)
  return rows.sort((a, b) => rank(a) - rank(b) || (a.mint < b.mint ? -1 : 1))
}

function decimalsOf({ ledger }: PnlEvidence): (mint: string) => number | null {
  const known = new Map<string, number>([[WSOL_MINT, SOL_DECIMALS]])
  for (const { decimals } of ledger.txs) for (const [mint, of] of Object.entries(decimals)) known.set(mint, of)
  return (mint) => known.get(mint) ?? null
}

function countSources({ sources }: Books, counts: (timeSec: number | null) => boolean): PnlDraft['priceSources'] {
  const own = Map.groupBy(
    sources.filter(({ timeSec }) => counts(timeSec)),
    ({ source }) => source,
  )
  return [...own].map(([source, rows]) => ({ source, trades: rows.length })).sort((a, b) => b.trades - a.trades)
}
