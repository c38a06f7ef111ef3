import { DAY_SECS } from '../../config/durations.ts'
import type { Check } from '../../contract/check.ts'
import { counted } from '../../contract/counted.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { type CheckRule, failed, passed, unasked } from '../checks/layer.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../evidence-bundle/holder-view.ts'
import { LIFE, type MarketLife } from '../forensics/market-life.ts'
import { foundLaunch, supplyOf } from './early-buyers.ts'
import { observedLife } from './observed-life.ts'

const LEFT = {
  /** Of all the creator bought. */
  soldPct: 95,
  /** Of the supply: less moves no market. */
  supplyPct: 1,
  /** Of the rise from the first trade to the last before the creator began to sell; the same line as between a token
   *  that was robbed and one that faded (`RUG.givenBackPct`). */
  givenBackPct: 50,
  /** From the creator's last sale to the death of the market: what comes later may have other reasons. */
  deadWithinSecs: DAY_SECS,
} as const

export const CREATOR_LEFT: CheckRule = {
  id: 'creator_left',
  label: 'The creator sold everything, and it fell',
  severity: 'critical',
  scored: true,
  threshold: `the creator sold ${LEFT.soldPct} % or more of what it had bought, ${LEFT.supplyPct} % of the supply at least, bought none again, and the price now has lost half or more of its rise until then: high; within a day of its last sale, even if others sold in between, less than ${LIFE.deadPct} % of the most money in the market was left for good: critical`,
  source: "the creator's trades of the token and the prices paid before and since, read from the chain",
}

type Trade = {
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly baseRaw: bigint
  /** Quote units for each base unit. */
  readonly price: number
  readonly slot: number
  readonly timeSec: number | null
  readonly signature: string
}

/** Whether the creator has left the token, alone or not, slowly or not, so that the others hold what was dumped. A
 *  token that outgrew the price at which its creator left is none. */
export function checkCreatorLeft(evidence: TokenEvidence, dev: string): Check {
  const launch = foundLaunch(evidence)
  const supplyRaw = supplyOf(evidence)
  if (launch === null || supplyRaw === null) return unasked(CREATOR_LEFT, 'the launch was not found')
  const trades = tradesOf(evidence)
  const own = trades.filter(({ wallet }) => wallet === dev)
  const bought = own.filter(({ side }) => side === 'buy')
  const sales = own.filter(({ side }) => side === 'sell')
  const [boughtRaw, soldRaw] = [sumOf(bought), sumOf(sales)]
  const first = sales[0]
  if (bought.length === 0) return unasked(CREATOR_LEFT, 'no purchase by the creator was read')
  if (first === undefined) return passed(CREATOR_LEFT, 'no sale by the creator was seen')
  const supplyPct = pctOf(soldRaw, supplyRaw)
  const shown = sales.map(({ signature, slot, baseRaw }) => ({
    what: `creator ${dev}`,
    signature,
    slot,
    value: `sold ${counted(baseRaw, 'base unit')}`,
  }))
  const isOut =
    soldRaw * 100n >= boughtRaw * BigInt(LEFT.soldPct) && bought.every(({ slot }) => slot <= sales.at(-1)!.slot)
  const detail = `the creator sold ${round2(supplyPct)} % of the supply`
  if (!isOut || supplyPct < LEFT.supplyPct) return passed(CREATOR_LEFT, detail, shown)
  const died = diedOfIt(evidence, first.timeSec, sales.at(-1)!.timeSec)
  if (died !== null) {
    const told = `${detail}, all it had; ${died.leftPct} % of the money that was in the market is left`
    return failed(CREATOR_LEFT, told, shown)
  }
  const lostPct = lostSince(trades, first)
  if (lostPct === null) return passed(CREATOR_LEFT, `${detail}, all it had, before it had risen`, shown)
  const told = `${detail}, all it had; the price has lost ${round2(lostPct)} % of its rise until then`
  return lostPct >= LEFT.givenBackPct
    ? failed({ ...CREATOR_LEFT, severity: 'high' }, told, shown)
    : passed(CREATOR_LEFT, told, shown)
}

/** The market, where it died while the creator sold or not long after. */
function diedOfIt(evidence: TokenEvidence, fromSec: number | null, toSec: number | null): MarketLife | null {
  const life = observedLife(evidence)
  if (life.deadTimeSec === null || fromSec === null || toSec === null) return null
  return life.deadTimeSec >= fromSec && life.deadTimeSec - toSec <= LEFT.deadWithinSecs ? life : null
}

/** Against SOL, which prices every launch. */
function tradesOf({ transactions }: TokenEvidence): readonly Trade[] {
  return transactions.flatMap(({ trades, slot, timeSec, signature }) =>
    trades.flatMap((trade): Trade[] => {
      const { wallet, side, quoteMint } = trade
      const [baseRaw, quoteRaw] = [BigInt(trade.baseRaw), BigInt(trade.quoteRaw)]
      if (baseRaw <= 0n || quoteRaw <= 0n || quoteMint !== WSOL_MINT) return []
      return [{ wallet, side, baseRaw, price: Number(quoteRaw) / Number(baseRaw), slot, timeSec, signature }]
    }),
  )
}

function sumOf(trades: readonly Trade[]): bigint {
  return trades.reduce((sum, { baseRaw }) => sum + baseRaw, 0n)
}

/** Percent of the rise until a sale that the newest price lies below it; null where there had been no rise. */
function lostSince(trades: readonly Trade[], sale: Trade): number | null {
  const open = trades[0]!.price
  const before = trades.findLast(({ slot }) => slot < sale.slot)?.price ?? open
  return before <= open ? null : ((before - trades.at(-1)!.price) / (before - open)) * 100
}
