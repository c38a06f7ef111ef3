import type { Check, CheckEvidence } from '../../../contract/check.ts'
import { counted, oneOrMany } from '../../../contract/counted.ts'
import {
  type CheckRule,
  failed,
  type Layer,
  type LayerInputs,
  passed,
  STATE_MAX_PENALTY,
  unasked,
} from '../../checks/layer.ts'
import type { ObservedTrade, PoolEvidence, TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { round2 } from '../../evidence-bundle/holder-view.ts'
import { poolsWereSought } from '../../evidence-bundle/pools-were-sought.ts'
import { LIFE } from '../../forensics/market-life.ts'
import { observedLife } from '../observed-life.ts'
import { liquidityUsdOf } from '../overrides.ts'

const PULLED_PCT = 90
const RULES = {
  pool: {
    id: 'no_pool',
    label: 'There is no pool to sell into',
    severity: 'high',
    scored: true,
    threshold: 'no tradeable pool on chain and none a market provider knows',
    source: 'pools read from the chain',
  },
  pulled: {
    id: 'pulled',
    label: 'The liquidity was taken out',
    severity: 'critical',
    scored: true,
    threshold:
      'both sides of a pool are 90 % below the most that trades showed, and no other pool holds more than a tenth of it: sales move the sides apart, only a withdrawal lowers both',
    source: 'reserves announced by trades against the pool now; where none are, balances of its vaults',
  },
  gone: {
    id: 'money_gone',
    label: 'Nearly all the money that came in has left',
    severity: 'high',
    scored: true,
    threshold: `at most ${LIFE.deadPct} % of the most money that trades brought into the market is left`,
    source:
      'prices of trades on chain: on a curve what lies above its floor is the real reserve, in a pool all of it; sales of any wallet count',
  },
  thin: {
    id: 'thin',
    label: 'The pool is thin',
    severity: 'medium',
    scored: true,
    threshold: 'all pools together: below 2,000 USD medium, below 10,000 USD low',
    source: 'selling 1,000 USD into 2,000 USD of a constant-product pool loses half of it',
  },
  ratio: {
    id: 'thin_for_value',
    label: 'Little liquidity for its value',
    severity: 'medium',
    scored: true,
    threshold: 'liquidity below 1 % of the fully diluted value',
    source: 'a holder of 1 % of the supply could not leave',
  },
} as const satisfies Record<string, CheckRule>

/** Whether there is anything to sell into, and whether it was taken away. */
export const layer: Layer = {
  name: 'liquidity',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge({ bundle }: LayerInputs): readonly Check[] {
    const evidence = bundle.evidence.value
    if (evidence === null) return Object.values(RULES).map((rule) => unasked(rule, 'no pools were read'))
    const usd = liquidityUsdOf(bundle)
    return [
      poolCheck(evidence, bundle),
      pulledCheck(evidence),
      goneCheck(evidence),
      thinCheck(usd),
      ratioCheck(usd, bundle),
    ]
  },
}

function poolCheck(evidence: TokenEvidence, { market }: LayerInputs['bundle']): Check {
  const { pools, gaps, slot } = evidence
  const open = pools.filter(({ tradeable }) => tradeable)
  const known = market.value?.pairs.length ?? 0
  if (open.length > 0 || known > 0) {
    const what = open.map((pool) => ({
      what: `${pool.dex} ${pool.address}`,
      signature: null,
      slot,
      value: pool.realQuoteReserveRaw,
    }))
    return passed(RULES.pool, `${counted(open.length, 'tradeable pool')} on chain, ${known} known to the market`, what)
  }
  const gap = gaps.find(({ part }) => part === 'pools')
  if (gap !== undefined) return unasked(RULES.pool, gap.reason)
  return poolsWereSought(evidence)
    ? failed(RULES.pool, 'no pool was found')
    : unasked(RULES.pool, 'the node does not search for pools, and none is at the addresses they usually have')
}

type Peak = {
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
  /** Reserves to trade against, or what lay in the vaults. */
  readonly kind: 'reserves' | 'vaults'
  readonly signature: string
  readonly slot: number
}

/** The most that trades showed in each pool, against what is there now. */
function pulledCheck(evidence: TokenEvidence): Check {
  const peaks = peaksOf(evidence)
  const judged = evidence.pools.filter((pool) => peaks.has(pool.address) && !movedOn(pool))
  const gone = [...peaks.keys()].filter((pool) => !evidence.pools.some(({ address }) => address === pool))
  if (judged.length === 0)
    return unasked(RULES.pulled, gone.length > 0 ? 'its pools are closed' : 'no trade shows reserves')
  const drained = judged.filter((pool) => isDrained(pool, peaks.get(pool.address)!))
  const what: CheckEvidence[] = judged.map((pool) => {
    const peak = peaks.get(pool.address)!
    return {
      what: `${pool.dex} ${pool.address}`,
      signature: peak.signature,
      slot: peak.slot,
      value: `${sidesNow(pool, peak).quoteRaw} of ${peak.quoteRaw} quote units`,
    }
  })
  if (drained.length === 0)
    return passed(
      RULES.pulled,
      `${counted(judged.length, 'pool still holds', 'pools still hold')} what trades showed`,
      what,
    )
  const emptied = `${drained.length} of ${counted(judged.length, 'pool')} ${oneOrMany(drained.length, 'was', 'were')} emptied of both sides`
  return hasGoneElsewhere(evidence, drained, peaks)
    ? passed(RULES.pulled, `${emptied}, and another holds more than a tenth of it`, what)
    : failed(RULES.pulled, `${emptied}, and no other holds more than a tenth of it`, what)
}

/** Whether more than a tenth of what was drained can be taken out of another pool: of the same money, or of
 *  other money where trades showed it. */
function hasGoneElsewhere(
  { pools }: TokenEvidence,
  drained: readonly PoolEvidence[],
  peaks: ReadonlyMap<string, Peak>,
): boolean {
  return pools.some((pool) => {
    if (!pool.tradeable || drained.includes(pool)) return false
    const lostRaw = drained
      .filter(({ quoteMint }) => quoteMint === pool.quoteMint)
      .reduce((sum, { address }) => sum + peaks.get(address)!.quoteRaw, 0n)
    if (lostRaw === 0n) return peaks.has(pool.address)
    return BigInt(pool.realQuoteReserveRaw) * 100n > lostRaw * BigInt(100 - PULLED_PCT)
  })
}

/** By pool, the trade that showed most on the quote side. A pool whose trades say reserves is judged by them alone. */
function peaksOf({ transactions }: TokenEvidence): ReadonlyMap<string, Peak> {
  const peaks = new Map<string, Peak>()
  for (const { signature, slot, trades } of transactions)
    for (const trade of trades) {
      const shown = shownBy(trade)
      const peak = peaks.get(trade.pool)
      if (shown === null || (peak?.kind === 'reserves' && shown.kind === 'vaults')) continue
      const isMore = peak === undefined || peak.kind !== shown.kind || shown.quoteRaw > peak.quoteRaw
      if (isMore) peaks.set(trade.pool, { ...shown, signature, slot })
    }
  return peaks
}

function shownBy(trade: ObservedTrade): Pick<Peak, 'kind' | 'baseRaw' | 'quoteRaw'> | null {
  const { baseReserveRaw, quoteReserveRaw, heldBaseRaw, heldQuoteRaw } = trade
  if (baseReserveRaw !== null && quoteReserveRaw !== null)
    return { kind: 'reserves', baseRaw: BigInt(baseReserveRaw), quoteRaw: BigInt(quoteReserveRaw) }
  if (heldBaseRaw === undefined || heldQuoteRaw === undefined) return null
  return { kind: 'vaults', baseRaw: BigInt(heldBaseRaw), quoteRaw: BigInt(heldQuoteRaw) }
}

/** A curve that completed has handed its reserves to a pool. */
function movedOn({ curveProgressPct, curveComplete }: PoolEvidence): boolean {
  return curveProgressPct !== null && curveComplete
}

function isDrained(pool: PoolEvidence, peak: Peak): boolean {
  const leftPct = BigInt(100 - PULLED_PCT)
  const { baseRaw, quoteRaw } = sidesNow(pool, peak)
  return quoteRaw * 100n <= peak.quoteRaw * leftPct && baseRaw * 100n <= peak.baseRaw * leftPct
}

function sidesNow(pool: PoolEvidence, { kind }: Peak): Pick<Peak, 'baseRaw' | 'quoteRaw'> {
  return kind === 'reserves'
    ? { baseRaw: BigInt(pool.baseReserveRaw), quoteRaw: BigInt(pool.quoteReserveRaw) }
    : { baseRaw: BigInt(pool.realBaseReserveRaw), quoteRaw: BigInt(pool.realQuoteReserveRaw) }
}

function goneCheck(evidence: TokenEvidence): Check {
  const { leftPct } = observedLife(evidence)
  if (leftPct === null) return unasked(RULES.gone, 'no rise of the price was seen')
  const detail = `${leftPct} % of the most money that was in the market is left`
  return (leftPct <= LIFE.deadPct ? failed : passed)(RULES.gone, detail)
}

function thinCheck(usd: number | null): Check {
  if (usd === null) return unasked(RULES.thin, 'no price for its pools')
  const detail = `${Math.round(usd)} USD in all pools`
  if (usd < 2_000) return failed(RULES.thin, detail)
  return usd < 10_000 ? failed({ ...RULES.thin, severity: 'low' }, detail) : passed(RULES.thin, detail)
}

function ratioCheck(usd: number | null, { market }: LayerInputs['bundle']): Check {
  const valueUsd = market.value?.fdvUsd ?? market.value?.marketCapUsd ?? null
  if (usd === null || valueUsd === null || valueUsd <= 0) return unasked(RULES.ratio, 'its value is not known')
  const pct = (usd / valueUsd) * 100
  const detail = `liquidity is ${round2(pct)} % of the fully diluted value`
  return pct < 1 ? failed(RULES.ratio, detail) : passed(RULES.ratio, detail)
}
