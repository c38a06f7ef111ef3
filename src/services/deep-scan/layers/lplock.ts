import { hasLpTokens } from '../../../chain/solana/lp-locks.ts'
import type { Check, CheckEvidence } from '../../../contract/check.ts'
import {
  type CheckRule,
  failed,
  type Layer,
  type LayerInputs,
  passed,
  STATE_MAX_PENALTY,
  unasked,
} from '../../checks/layer.ts'
import type { LpEvidence, PoolEvidence } from '../../evidence-bundle/evidence.ts'
import { pctOf, round2 } from '../../evidence-bundle/holder-view.ts'
import { deepestFirst } from '../../pools/deepest-first.ts'
import { maturityOf } from '../overrides.ts'

const RULES = {
  locked: {
    id: 'lp_unlocked',
    label: 'The liquidity can be taken out',
    severity: 'high',
    scored: true,
    threshold: 'burned and locked LP tokens of the deepest pool: below 50 % high, below 90 % medium (low when mature)',
    source: 'LP mint and its holders on chain',
  },
  creator: {
    id: 'creator_holds_lp',
    label: 'The creator holds the liquidity',
    severity: 'high',
    scored: true,
    threshold: "the pool's creator holds more than 20 % of its LP tokens (low when mature)",
    source: 'LP token accounts on chain',
  },
} as const satisfies Record<string, CheckRule>

/** Who could take the liquidity away. A lock alone earns nothing: three quarters of confirmed rugs had one (field
 *  notes 6). */
export const layer: Layer = {
  name: 'lplock',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge({ bundle }: LayerInputs): readonly Check[] {
    const deepest = deepestOf(bundle.evidence.value?.pools ?? [], bundle.mint)
    if (deepest === null) return Object.values(RULES).map((rule) => unasked(rule, 'no pool was read'))
    if (deepest.curveProgressPct !== null) {
      const detail = `the ${deepest.dex} curve keeps its reserves by program`
      return [passed(RULES.locked, detail), passed(RULES.creator, detail)]
    }
    const { lp } = deepest
    if (lp === null) return Object.values(RULES).map((rule) => unasked(rule, whyNoLp(deepest)))
    const { mature } = maturityOf(bundle)
    return [lockedCheck(deepest, lp, mature), creatorCheck(deepest, lp, mature)]
  },
}

function whyNoLp(pool: PoolEvidence): string {
  return hasLpTokens(pool)
    ? `the LP tokens of ${pool.address} could not be read`
    : `the liquidity of ${pool.dex} pool ${pool.address} is in positions and escrows, which are not followed`
}

function lockedCheck(pool: PoolEvidence, lp: LpEvidence, mature: boolean): Check {
  const supplyRaw = BigInt(lp.lpSupplyRaw) + BigInt(lp.burnedRaw)
  const burnedPct = pctOf(BigInt(lp.burnedRaw), supplyRaw)
  const lockedPct = pctOf(BigInt(lp.lockedRaw), supplyRaw)
  const safePct = burnedPct + lockedPct
  const detail = `${round2(burnedPct)} % of the LP tokens of ${pool.address} are burned and ${round2(lockedPct)} % locked`
  const what: CheckEvidence[] = [
    { what: `LP mint ${lp.lpMint}`, signature: null, slot: null, value: lp.lpSupplyRaw },
    ...lp.lockers.map(({ owner, entity, amountRaw }) => ({
      what: `${entity} ${owner}`,
      signature: null,
      slot: null,
      value: amountRaw,
    })),
  ]
  if (supplyRaw === 0n) return passed(RULES.locked, 'no LP tokens are left to withdraw with', what)
  if (safePct >= 90) return passed(RULES.locked, detail, what)
  const severity = mature ? 'low' : safePct < 50 ? 'high' : 'medium'
  return failed({ ...RULES.locked, severity }, detail, what)
}

function creatorCheck(pool: PoolEvidence, lp: LpEvidence, mature: boolean): Check {
  if (pool.creator === null) return unasked(RULES.creator, 'the pool names no creator')
  const pct = pctOf(BigInt(lp.creatorRaw), BigInt(lp.lpSupplyRaw) + BigInt(lp.burnedRaw))
  const detail = `${pool.creator} holds ${round2(pct)} % of the LP tokens`
  const what = [{ what: pool.creator, signature: null, slot: null, value: `${round2(pct)} %` }]
  if (pct <= 20) return passed(RULES.creator, detail, what)
  return failed(mature ? { ...RULES.creator, severity: 'low' } : RULES.creator, detail, what)
}

/** The pool with the mint as base that holds most money. */
function deepestOf(pools: readonly PoolEvidence[], mint: string): PoolEvidence | null {
  return (
    pools
      .filter((pool) => pool.baseMint === mint && !(pool.curveProgressPct !== null && pool.curveComplete))
      .toSorted(deepestFirst)[0] ?? null
  )
}
