import { DAY_SECS } from '../../../config/durations.ts'
import type { Check } from '../../../contract/check.ts'
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
import { round2, seenHolders } from '../../evidence-bundle/holder-view.ts'
import { linksUnread } from '../unread.ts'

const FRESH_SECS = DAY_SECS
const RULES = {
  nakamoto: {
    id: 'entity_nakamoto',
    label: 'Very few entities hold the majority',
    severity: 'high',
    scored: true,
    threshold: 'entities that together hold more than half of what is held: 2 or fewer high, up to 4 medium',
    source: 'Nakamoto coefficient over entities (Srinivasan and Lee 2017)',
  },
  fresh: {
    id: 'fresh_holders',
    label: 'New wallets hold a large share',
    severity: 'high',
    scored: true,
    threshold:
      'wallets first seen less than a day before their first purchase hold more than 35 % high, more than 20 % medium',
    source: 'staged launches buy with wallets made for the purpose (field notes 7)',
  },
  hidden: {
    id: 'hidden_supply',
    label: 'The list of holders hides who holds',
    severity: 'high',
    scored: true,
    threshold: 'share that groups hold beyond their largest wallet: above 15 % high, above 7 % medium',
    source: 'difference between entity and wallet view of the Bubble Map',
  },
} as const satisfies Record<string, CheckRule>

/** Figures of the distribution that a list of holders does not show. */
export const layer: Layer = {
  name: 'holderstats',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge({ bundle, map }: LayerInputs): readonly Check[] {
    const evidence = bundle.evidence.value
    if (!evidence?.holders) return Object.values(RULES).map((rule) => unasked(rule, 'no holders were read'))
    return [nakamotoCheck(map), freshCheck(evidence), hiddenCheck(map, linksUnread(evidence))]
  },
}

function nakamotoCheck({ ok, summary }: LayerInputs['map']): Check {
  const entities = summary.entity_nakamoto
  if (!ok || entities === null) return unasked(RULES.nakamoto, 'no map could be built')
  const wallets = summary.nakamoto === null ? 'unknown wallets' : counted(summary.nakamoto, 'wallet')
  const detail = `${counted(entities, 'entity holds', 'entities hold')} the majority (${wallets})`
  if (entities <= 2) return failed(RULES.nakamoto, detail)
  return entities <= 4 ? failed({ ...RULES.nakamoto, severity: 'medium' }, detail) : passed(RULES.nakamoto, detail)
}

function freshCheck(evidence: NonNullable<LayerInputs['bundle']['evidence']['value']>): Check {
  const firstBuySec = new Map<string, number>()
  for (const { timeSec, trades } of evidence.transactions)
    for (const { wallet, side } of trades)
      if (side === 'buy' && timeSec !== null && !firstBuySec.has(wallet)) firstBuySec.set(wallet, timeSec)
  const seen = new Map(evidence.wallets.filter(({ traced }) => traced).map((wallet) => [wallet.address, wallet]))
  let judgedPct = 0
  let freshPct = 0
  const what: { what: string; signature: string | null; slot: number | null; value: string | null }[] = []
  for (const { owner, pct, isVault, isExchange } of seenHolders(evidence)) {
    const wallet = seen.get(owner)
    if (isVault || isExchange || wallet === undefined || wallet.partial) continue
    judgedPct += pct
    const boughtSec = firstBuySec.get(owner)
    if (boughtSec === undefined || wallet.firstSeenSec === null || boughtSec - wallet.firstSeenSec >= FRESH_SECS)
      continue
    freshPct += pct
    what.push({
      what: owner,
      signature: wallet.funding?.signature ?? null,
      slot: wallet.firstSeenSlot,
      value: `${round2(pct)} %`,
    })
  }
  if (judgedPct === 0) return unasked(RULES.fresh, 'no holder was traced')
  const detail = `wallets made within a day of their first purchase hold ${round2(freshPct)} % (of ${round2(judgedPct)} % that was traced)`
  if (freshPct > 35) return failed(RULES.fresh, detail, what)
  return freshPct > 20
    ? failed({ ...RULES.fresh, severity: 'medium' }, detail, what)
    : passed(RULES.fresh, detail, what)
}

function hiddenCheck({ ok, summary, clusters }: LayerInputs['map'], unlinked: string | null): Check {
  const pct = summary.hiddenSupplyPct
  if (unlinked !== null) return unasked(RULES.hidden, unlinked)
  if (!ok || pct === null) return unasked(RULES.hidden, 'no map could be built')
  const detail = `${counted(clusters.length, 'group holds', 'groups hold')} ${round2(pct)} % beyond ${oneOrMany(clusters.length, 'its', 'their')} largest wallet`
  const what = clusters.map(({ entity_id, members, pctSupply, evidence }) => ({
    what: `${entity_id}: ${members.length} wallets`,
    signature: evidence[0]?.signature ?? null,
    slot: evidence[0]?.slot ?? null,
    value: `${round2(pctSupply)} %`,
  }))
  if (pct > 15) return failed(RULES.hidden, detail, what)
  return pct > 7 ? failed({ ...RULES.hidden, severity: 'medium' }, detail, what) : passed(RULES.hidden, detail, what)
}
