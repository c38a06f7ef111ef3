import type { TokenPriceEntry } from '../../contract/token.ts'
import { lamportsToSol, rawToNumber } from '../../contract/units.ts'
import type { WalletPnlReply } from '../../contract/wallet-pnl.ts'
import type { DraftPosition, DraftSums, PnlDraft, PnlQuestion } from '../../contract/wallet-pnl-evidence.ts'
import { isThin } from '../pricing/is-thin.ts'

type Row = WalletPnlReply['positions'][number]
/** The present price of a token, with what there is in the pool of that price; null where no one prices it. */
export type PriceNow = (mint: string) => Pick<TokenPriceEntry, 'priceUsd' | 'liquidityUsd'> | null
const USD_DECIMALS = 6

/** A position as it is shown: in `strict`, a currency in which not every unit has a known cost has no result. What is
 *  worth more than there is in its pool has a price and no unrealised result. */
export function showPosition(draft: DraftPosition, mode: PnlQuestion['mode'], priceNow: PriceNow): Row {
  const { mint, decimals, balanceRaw, lamports, usdMicros } = draft
  const sol = resultOf(lamports, mode)
  const usd = resultOf(usdMicros, mode)
  const priceUSD = priceNow(mint)?.priceUsd ?? null
  return {
    mint,
    symbol: null,
    decimals,
    balance: decimals === null ? null : rawToNumber(balanceRaw, decimals),
    balanceRaw: String(balanceRaw),
    boughtRaw: String(draft.boughtRaw),
    soldRaw: String(draft.soldRaw),
    unknownBasisRaw: String(draft.unknownBasisRaw),
    avgBuyUSD: perToken(usdMicros.invested, usdMicros.investedUnits, decimals),
    avgSellUSD: perToken(usdMicros.proceeds, usdMicros.proceedsUnits, decimals),
    costUSD: usd === null ? null : toUsd(usd.cost),
    proceedsUSD: usd === null ? null : toUsd(usd.proceeds),
    realizedUSD: usd === null ? null : toUsd(usd.realised),
    unrealizedUSD: isThinNow(draft, priceNow) ? null : unrealisedOf(usdMicros, mode, { decimals, priceUSD }),
    priceUSD,
    roiPct: usd === null || usd.cost === 0n ? null : (Number(usd.realised) / Number(usd.cost)) * 100,
    costLamports: sol === null ? null : String(sol.cost),
    proceedsLamports: sol === null ? null : String(sol.proceeds),
    realizedLamports: sol === null ? null : String(sol.realised),
    realizedSol: sol === null ? null : lamportsToSol(sol.realised),
    firstTs: draft.firstTs,
    lastTs: draft.lastTs,
    buys: draft.buys,
    sells: draft.sells,
    basisKnown: draft.basisKnown,
  }
}

/** Whether the whole balance, also what has no known cost, is worth more than there is in its pool. */
export function isThinNow({ mint, decimals, balanceRaw }: DraftPosition, priceNow: PriceNow): boolean {
  const price = priceNow(mint)
  if (price === null || decimals === null) return false
  return isThin(mint, rawToNumber(balanceRaw, decimals) * price.priceUsd, price.liquidityUsd)
}

type Result = { readonly cost: bigint; readonly proceeds: bigint; readonly realised: bigint }

function resultOf(sums: DraftSums, mode: PnlQuestion['mode']): Result | null {
  if (sums.realised === null || (mode === 'strict' && !sums.isKnown)) return null
  return { cost: sums.realisedCost, proceeds: sums.realisedProceeds, realised: sums.realised }
}

/** Over positions that count in the mode. */
export function pnlSummaryOf(
  draft: PnlDraft,
  mode: PnlQuestion['mode'],
  rows: readonly Row[],
): WalletPnlReply['summary'] {
  const { positions, costs } = draft
  const traded = positions.filter(({ buys, sells }) => buys + sells > 0)
  const realisedIn = (currency: 'lamports' | 'usdMicros'): bigint | null => {
    const sold = traded.filter(({ sells }) => sells > 0)
    const results = sold.flatMap((one) => resultOf(one[currency], mode)?.realised ?? [])
    return sold.length > 0 && results.length === 0 ? null : results.reduce((sum, one) => sum + one, 0n)
  }
  const lamports = realisedIn('lamports')
  const usd = realisedIn('usdMicros')
  const { networkFeeLamports, failedFeeLamports, tipLamports, rentPaidLamports, rentReturnedLamports } = costs
  const paid = networkFeeLamports + tipLamports
  const net = lamports === null ? null : lamports - paid - rentPaidLamports + rentReturnedLamports
  const results = traded.flatMap((one) => resultForWins(one, mode) ?? [])
  const wins = results.filter((one) => one > 0n).length
  const losses = results.filter((one) => one < 0n).length
  const sum = (of: (one: DraftPosition) => bigint): bigint => traded.reduce((all, one) => all + of(one), 0n)
  return {
    realizedUSD: usd === null ? null : toUsd(usd),
    unrealizedUSD: unrealisedSum(rows),
    investedUSD: toUsd(sum(({ usdMicros }) => usdMicros.invested)),
    proceedsUSD: toUsd(sum(({ usdMicros }) => usdMicros.proceeds)),
    realizedSol: lamports === null ? null : lamportsToSol(lamports),
    realizedLamports: lamports === null ? null : String(lamports),
    netSol: net === null ? null : lamportsToSol(net),
    netLamports: net === null ? null : String(net),
    feesSol: lamportsToSol(paid),
    costs: {
      networkFeeLamports: String(networkFeeLamports),
      failedFeeLamports: String(failedFeeLamports),
      tipLamports: String(tipLamports),
      rentPaidLamports: String(rentPaidLamports),
      rentReturnedLamports: String(rentReturnedLamports),
    },
    buys: traded.reduce((all, { buys }) => all + buys, 0),
    sells: traded.reduce((all, { sells }) => all + sells, 0),
    tokens: traded.length,
    wins,
    losses,
    winRatePct: wins + losses === 0 ? null : (wins / (wins + losses)) * 100,
    medianHoldSecs: draft.medianHoldSecs,
  }
}

/** Only what is wholly known wins or loses, in either mode; a token that was not sold does neither. */
function resultForWins({ lamports, usdMicros, sells }: DraftPosition, mode: PnlQuestion['mode']): bigint | null {
  if (sells === 0) return null
  const known = [lamports, usdMicros].find(({ isKnown, realised }) => isKnown && realised !== null)
  return known === undefined ? null : (resultOf(known, mode)?.realised ?? null)
}

/** 0 where nothing is held, null where nothing that is held has a result. */
function unrealisedSum(rows: readonly Row[]): number | null {
  const held = rows.filter(({ balanceRaw }) => balanceRaw !== '0')
  const valued = held.flatMap(({ unrealizedUSD }) => unrealizedUSD ?? [])
  return held.length > 0 && valued.length === 0 ? null : valued.reduce((sum, one) => sum + one, 0)
}

function unrealisedOf(
  { heldUnits, heldCost, isKnown }: DraftSums,
  mode: PnlQuestion['mode'],
  { decimals, priceUSD }: { readonly decimals: number | null; readonly priceUSD: number | null },
): number | null {
  if (heldUnits === 0n) return isKnown ? 0 : null
  if (decimals === null || priceUSD === null || (mode === 'strict' && !isKnown)) return null
  return rawToNumber(heldUnits, decimals) * priceUSD - toUsd(heldCost)
}

function perToken(usdMicros: bigint, units: bigint, decimals: number | null): number | null {
  return units === 0n || decimals === null ? null : toUsd(usdMicros) / rawToNumber(units, decimals)
}

function toUsd(usdMicros: bigint): number {
  return rawToNumber(usdMicros, USD_DECIMALS)
}
