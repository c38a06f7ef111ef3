import type { Check, CheckEvidence } from '../../../contract/check.ts'
import type { PoolEvidence, TokenEvidence } from '../../evidence/evidence.ts'
import { poolsWereSought } from '../../evidence/pools-were-sought.ts'
import { round2 } from '../holder-view.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, STATE_MAX_PENALTY, unasked } from '../layer.ts'
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
      'both reserves of the deepest pool lie 90 % below what trades once showed: sales move them apart, only a withdrawal lowers both',
    source: 'reserves announced by trades against the pool now',
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
    return [poolCheck(evidence, bundle), pulledCheck(evidence), thinCheck(usd), ratioCheck(usd, bundle)]
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
    return passed(RULES.pool, `${open.length} tradeable pools on chain, ${known} known to the market`, what)
  }
  const gap = gaps.find(({ part }) => part === 'pools')
  if (gap !== undefined) return unasked(RULES.pool, gap.reason)
  return poolsWereSought(evidence)
    ? failed(RULES.pool, 'no pool was found')
    : unasked(RULES.pool, 'the node does not search for pools, and none is at the addresses they usually have')
}

/** The most that trades showed in each pool, against what is there now. */
function pulledCheck(evidence: TokenEvidence): Check {
  const peaks = new Map<string, { baseRaw: bigint; quoteRaw: bigint; signature: string; slot: number }>()
  for (const { signature, slot, trades } of evidence.transactions)
    for (const { pool, baseReserveRaw, quoteReserveRaw } of trades) {
      if (baseReserveRaw === null || quoteReserveRaw === null) continue
      const [baseRaw, quoteRaw] = [BigInt(baseReserveRaw), BigInt(quoteReserveRaw)]
      const peak = peaks.get(pool)
      if (peak === undefined || quoteRaw > peak.quoteRaw) peaks.set(pool, { baseRaw, quoteRaw, signature, slot })
    }
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
      value: `${pool.quoteReserveRaw} of ${peak.quoteRaw} quote units`,
    }
  })
  const left = evidence.pools.filter((pool) => pool.tradeable && !drained.includes(pool) && peaks.has(pool.address))
  return drained.length > 0 && left.length === 0
    ? failed(RULES.pulled, `${drained.length} of ${judged.length} pools were emptied of both sides`, what)
    : passed(RULES.pulled, `${judged.length} pools still hold what trades showed`, what)
}

/** A curve that completed has handed its reserves to a pool. */
function movedOn({ curveProgressPct, curveComplete }: PoolEvidence): boolean {
  return curveProgressPct !== null && curveComplete
}

function isDrained(pool: PoolEvidence, peak: { baseRaw: bigint; quoteRaw: bigint }): boolean {
  const leftPct = BigInt(100 - PULLED_PCT)
  return (
    BigInt(pool.quoteReserveRaw) * 100n <= peak.quoteRaw * leftPct &&
    BigInt(pool.baseReserveRaw) * 100n <= peak.baseRaw * leftPct
  )
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
