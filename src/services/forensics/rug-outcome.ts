import { DAY_SECS } from '../../config/durations.ts'
import type { PriorToken } from '../../contract/forensics.ts'
import type { DevTokenEvidence } from '../evidence-bundle/input-bundle.ts'

/** Where the line lies between a token that was robbed and one that no one wanted any more. A fall alone is no crime:
 *  most tokens fade. It takes an act of the creator or of the launch's insiders. */
export const RUG = {
  /** Taking this much of a pool's liquidity out at once ends its market (percent of the quote side). */
  pulledPct: 50,
  /** What creator and insiders must sell together to move a market: percent of the supply. */
  exitSupplyPct: 3,
  /** ... and of all they had bought: below it they have reduced, not left. Tokens that were minted, not bought, have no
   *  such figure and go by the supply alone. */
  exitHoldingsPct: 60,
  /** A curve has a floor, so its price never falls by nine tenths: there an exit counts when it gives back this much of
   *  the whole rise since the first trade. */
  givenBackPct: 50,
  /** Creator and insiders have gone whole when they sold this much of all they had bought ... */
  goneWholePct: 95,
  /** ... and this much of the supply, in whatever time: less moves no market. */
  goneSupplyPct: 1,
  /** From their last sale to the death of the market: what comes later may have other reasons. */
  deadWithinSecs: DAY_SECS,
  /** Without a trade for so long a token has faded. */
  silentSecs: 7 * DAY_SECS,
  /** Last price below this share of the peak: faded, when no one of the team left. */
  fadedShare: 0.1,
} as const

/** `rugged` null: too little of its history could be read to say. */
export type RugOutcome = Pick<PriorToken, 'outcome' | 'rugged' | 'timeToRugSecs' | 'detail'> & {
  readonly signature: string | null
}

/** What became of an earlier token. Rugged is, in this order: liquidity pulled; a collapse (nine tenths below the peak
 *  for good) with the team's exit in it; an exit in one burst that gave back most of the rise and after which the price
 *  never came back; makers who have gone whole, one by one and with others between them, from a market that died not
 *  long after. `nowSec`: the chain's time. O(1). */
export function judgeOutcome(token: DevTokenEvidence, nowSec: number): RugOutcome {
  return pulled(token) ?? collapsed(token) ?? dumped(token) ?? deserted(token) ?? undisturbed(token, nowSec)
}

/** Whether the creator alone has gone whole, and half or more of the rise until then is lost or no one has traded the
 *  token since: too little for a rug, and what those do who launch for a trade. */
export function hasCreatorLeft(token: DevTokenEvidence): boolean {
  const { exit, openPriceQuote: open, lastPriceQuote: last } = token
  const [boughtRaw, soldRaw] = [BigInt(token.devBoughtRaw), BigInt(token.devSoldRaw)]
  const supplyPct = ofSupplyPct(token, soldRaw)
  if (supplyPct === null || supplyPct < RUG.goneSupplyPct || soldRaw * 100n < boughtRaw * BigInt(RUG.goneWholePct))
    return false
  const lastSaleSec = token.sales?.lastTimeSec ?? null
  const isSilent = lastSaleSec !== null && token.lastTradeTimeSec !== null && token.lastTradeTimeSec <= lastSaleSec
  if (isSilent) return true
  const before = exit?.priceBeforeQuote ?? null
  if (before === null || open === null || last === null) return false
  return before <= open || ((before - last) / (before - open)) * 100 >= RUG.givenBackPct
}

/** Percent of the supply; null without one. */
export function ofSupplyPct(token: DevTokenEvidence, amountRaw: bigint): number | null {
  const supplyRaw = token.supplyRaw === null ? 0n : BigInt(token.supplyRaw)
  return supplyRaw === 0n ? null : Number((amountRaw * 1_000_000n) / supplyRaw) / 10_000
}

function pulled(token: DevTokenEvidence): RugOutcome | null {
  if (token.pulled === null || token.pulled.sharePct < RUG.pulledPct) return null
  const { signature, timeSec, sharePct } = token.pulled
  return rugged(token, timeSec, signature, `${round(sharePct)} % of its pool's liquidity was taken out at once`)
}

function collapsed(token: DevTokenEvidence): RugOutcome | null {
  const { collapsedTimeSec, exit } = token
  if (collapsedTimeSec === null || exit === null || !hasLeft(token)) return null
  // An exit after the token had died is not what killed it.
  if (exit.timeSec !== null && exit.timeSec > collapsedTimeSec) return null
  return rugged(
    token,
    collapsedTimeSec,
    exit.signature,
    `the price fell by nine tenths for good; ${describeExit(token)}`,
  )
}

function dumped(token: DevTokenEvidence): RugOutcome | null {
  const { exit, openPriceQuote } = token
  if (exit === null || openPriceQuote === null || !hasLeft(token)) return null
  const { priceBeforeQuote: before, priceAfterQuote: after, highestAfterQuote: highest } = exit
  if (before === null || after === null || before <= openPriceQuote) return null
  const givenBackPct = ((before - after) / (before - openPriceQuote)) * 100
  const cameBack = highest !== null && highest >= before
  if (givenBackPct < RUG.givenBackPct || cameBack) return null
  const detail = `${describeExit(token)}, which gave back ${round(givenBackPct)} % of its rise; the price never came back`
  return rugged(token, exit.timeSec, exit.signature, detail)
}

function deserted(token: DevTokenEvidence): RugOutcome | null {
  const { sales = null, deadTimeSec = null, leftPct = null } = token
  if (sales === null || deadTimeSec === null || leftPct === null) return null
  const boughtRaw = BigInt(token.devBoughtRaw) + BigInt(token.insidersBoughtRaw)
  const soldRaw = BigInt(token.devSoldRaw) + BigInt(token.insidersSoldRaw)
  const supplyPct = ofSupplyPct(token, soldRaw)
  if (supplyPct === null || supplyPct < RUG.goneSupplyPct) return null
  if (soldRaw * 100n < boughtRaw * BigInt(RUG.goneWholePct)) return null
  // Who sells a dead token has not killed it.
  if (deadTimeSec < sales.firstTimeSec || deadTimeSec - sales.lastTimeSec > RUG.deadWithinSecs) return null
  const detail = `its makers sold all they had, ${round(supplyPct)} % of the supply; of the money in its market ${leftPct} % is left`
  return rugged(token, deadTimeSec, sales.signature, detail)
}

/** Whether creator and insiders sold out in one burst that was large enough to matter. */
function hasLeft(token: DevTokenEvidence): boolean {
  if (token.exit === null) return false
  const soldRaw = BigInt(token.exit.soldRaw)
  const supplyPct = ofSupplyPct(token, soldRaw)
  if (supplyPct === null || supplyPct < RUG.exitSupplyPct) return false
  const boughtRaw = BigInt(token.devBoughtRaw) + BigInt(token.insidersBoughtRaw)
  return boughtRaw === 0n || soldRaw * 100n >= boughtRaw * BigInt(RUG.exitHoldingsPct)
}

function undisturbed(token: DevTokenEvidence, nowSec: number): RugOutcome {
  const { trades, complete, graduated, peakPriceQuote: peak, lastPriceQuote: last, lastTradeTimeSec } = token
  const none = { timeToRugSecs: null, signature: null }
  if (trades === 0 || peak === null || last === null) {
    const detail = complete ? 'it was never traded' : 'its history could not be read'
    return { ...none, outcome: 'unknown', rugged: complete ? false : null, detail }
  }
  const share = peak > 0 ? last / peak : 1
  const left = `its last price is ${round(share * 100)} % of its peak`
  // In a history with gaps only a price that still holds shows that nothing happened.
  if (!complete && share < RUG.fadedShare)
    return { ...none, outcome: 'unknown', rugged: null, detail: `only a part of its trades was read; ${left}` }
  if (token.collapsedTimeSec !== null || share < RUG.fadedShare)
    return { ...none, outcome: 'faded', rugged: false, detail: `${left}, without an exit of its makers` }
  if (graduated) return { ...none, outcome: 'graduated', rugged: false, detail: `left its curve; ${left}` }
  if (lastTradeTimeSec !== null && nowSec - lastTradeTimeSec > RUG.silentSecs)
    return { ...none, outcome: 'faded', rugged: false, detail: `no trade for more than a week; ${left}` }
  return { ...none, outcome: 'alive', rugged: false, detail: left }
}

function rugged(token: DevTokenEvidence, timeSec: number | null, signature: string, detail: string): RugOutcome {
  const { launchTimeSec } = token
  const timeToRugSecs = timeSec === null || launchTimeSec === null ? null : Math.max(0, timeSec - launchTimeSec)
  return { outcome: 'rugged', rugged: true, timeToRugSecs, signature, detail }
}

function describeExit(token: DevTokenEvidence): string {
  const { wallets, soldRaw } = token.exit!
  const pct = ofSupplyPct(token, BigInt(soldRaw))
  const who = wallets === 1 ? 'one wallet of its makers' : `${wallets} wallets of its makers`
  return `${who} sold ${pct === null ? 'their tokens' : `${round(pct)} % of the supply`} within two minutes`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
