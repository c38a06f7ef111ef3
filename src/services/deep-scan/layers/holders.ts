import type { Check } from '../../../contract/check.ts'
import { counted } from '../../../contract/counted.ts'
import {
  type CheckRule,
  failed,
  type Layer,
  type LayerInputs,
  passed,
  STATE_MAX_PENALTY,
  unasked,
} from '../../checks/layer.ts'
import { round2, seenHolders } from '../../evidence-bundle/holder-view.ts'
import { maturityOf } from '../overrides.ts'

const RULES = {
  topTen: {
    id: 'top10_entities',
    label: 'Ten entities hold most of the supply',
    severity: 'high',
    scored: true,
    threshold: 'ten largest entities beside vaults and exchanges: above 70 % high, above 50 % medium',
    source: 'spec 2.2 risk score, taken per entity instead of per wallet',
  },
  largest: {
    id: 'largest_entity',
    label: 'One entity holds a large share',
    severity: 'high',
    scored: true,
    threshold: 'largest entity beside vaults and exchanges: above 25 % high, above 12 % medium',
    source: 'a sale of that size empties half of a constant-product pool holding 25 %',
  },
  few: {
    id: 'few_holders',
    label: 'It has few holders',
    severity: 'medium',
    scored: true,
    threshold: 'fewer than 20 owners with a balance',
    source: 'below it a share could be chance',
  },
} as const satisfies Record<string, CheckRule>

/** Who holds the supply, per entity: splitting it over wallets changes nothing. */
export const layer: Layer = {
  name: 'holders',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge: judgeHolders,
}

function judgeHolders({ bundle, map }: LayerInputs): readonly Check[] {
  const evidence = bundle.evidence.value
  if (!evidence?.holders) return Object.values(RULES).map((rule) => unasked(rule, 'no holders were read'))
  const shares = entityShares(evidence, map)
  const { mature } = maturityOf(bundle)
  const top = shares.slice(0, 10)
  const topPct = round6(top.reduce((sum, { pct }) => sum + pct, 0))
  const largest = shares[0] ?? null
  const what = top.map(({ who, pct }) => ({
    what: who,
    signature: null,
    slot: evidence.slot,
    value: `${round2(pct)} %`,
  }))
  const count = evidence.holders.ownerCount
  return [
    graded(RULES.topTen, topPct, 70, 50, `the ten largest hold ${round2(topPct)} % of the supply`, what),
    graded(
      RULES.largest,
      largest?.pct ?? 0,
      25,
      12,
      largest === null
        ? 'no one beside vaults and exchanges holds any'
        : `${largest.who} holds ${round2(largest.pct)} %`,
      what.slice(0, 1),
    ),
    count < 20 && !mature
      ? failed(RULES.few, counted(count, 'owner'))
      : passed(RULES.few, `${count}${evidence.holders.exact ? '' : ' or more'} owners`),
  ]
}

function graded(
  rule: CheckRule,
  pct: number,
  highAbove: number,
  mediumAbove: number,
  detail: string,
  what: Check['evidence'],
): Check {
  if (pct > highAbove) return failed(rule, detail, what)
  if (pct > mediumAbove) return failed({ ...rule, severity: 'medium' }, detail, what)
  return passed(rule, detail, what)
}

/** Sums of shares of six decimals, without the dust of adding floats. */
function round6(pct: number): number {
  return Math.round(pct * 1e6) / 1e6
}

type Share = { readonly who: string; readonly pct: number }

/** Shares of entities and lone wallets, largest first. */
function entityShares(evidence: Parameters<typeof seenHolders>[0], map: LayerInputs['map']): readonly Share[] {
  const clusterOf = new Map(
    map.clusters.flatMap(({ entity_id, members }) => members.map((member) => [member, entity_id] as const)),
  )
  const shares = new Map<string, number>()
  for (const { owner, pct, isVault, isExchange } of seenHolders(evidence)) {
    if (isVault || isExchange) continue
    const who = clusterOf.get(owner) ?? owner
    shares.set(who, (shares.get(who) ?? 0) + pct)
  }
  return [...shares].map(([who, pct]) => ({ who, pct })).sort((a, b) => b.pct - a.pct || (a.who < b.who ? -1 : 1))
}
