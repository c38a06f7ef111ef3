import type { IntelRecord, TokenFlag } from '../../../contract/intel.ts'
import { type RiskHit, type RiskShares, riskScore } from '../../../hot-paths/risk-score.ts'

const LABELS: Readonly<Record<RiskHit['id'], string>> = {
  top10: 'Ten wallets hold most of the supply',
  insiders: 'Insiders hold a large share',
  bundlers: 'Bundled launch buyers hold a large share',
  snipers: 'Launch snipers hold a large share',
  dev: 'The creator holds a large share',
}

/** The wire form of the additive score over the shares exactly as the record prints them. O(1). */
export function toRisk(distribution: IntelRecord['distribution']): IntelRecord['risk'] {
  const shares: RiskShares = {
    top10Pct: distribution.top10_pct,
    insidersPct: distribution.insiders_pct,
    bundlersPct: distribution.bundlers_pct,
    snipersPct: distribution.snipers_pct,
    devPct: distribution.dev_pct,
  }
  const { score, verdict, hits } = riskScore(shares)
  const risks = hits.map(({ id, points, valuePct, abovePct }) => ({
    id,
    label: LABELS[id],
    points,
    value_pct: valuePct,
    above_pct: abovePct,
  }))
  const unknown = (['top10_pct', 'insiders_pct', 'bundlers_pct', 'snipers_pct', 'dev_pct'] as const).filter(
    (name) => distribution[name] === null,
  )
  return { score, verdict, risks, unknown }
}

/** Whether any of the five shares is known: a score of nothing says nothing. */
export function isJudged(risk: IntelRecord['risk']): boolean {
  return risk.unknown.length < 5
}

/** Properties of a mint with which a stranger cannot move what they hold, from the first moment on. */
const LOCKS: ReadonlySet<TokenFlag> = new Set(['non_transferable', 'default_frozen'])

/** Properties of a mint that can take or stop a holder's tokens whatever the shares say. */
const TRAPS: ReadonlySet<TokenFlag> = new Set([
  'not_a_mint',
  'permanent_delegate',
  'transfer_hook',
  'transfer_fee',
  'pausable',
  'freeze_authority',
  'mint_authority',
])

/** The verdict on the token as a whole: that of the score, but `high-risk` where nobody can move what they buy, and
 *  `caution` instead of `safe` where the mint itself can take or stop tokens. A share nobody can supply adds nothing;
 *  there is no verdict when not one is known. */
export function overallVerdict(risk: IntelRecord['risk'], flags: readonly TokenFlag[]): IntelRecord['verdict'] {
  if (!isJudged(risk)) return null
  if (flags.some((flag) => LOCKS.has(flag))) return 'high-risk'
  return risk.verdict === 'safe' && flags.some((flag) => TRAPS.has(flag)) ? 'caution' : risk.verdict
}
