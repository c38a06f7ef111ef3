import type { Grade } from '../../../contract/deep-scan.ts'
import type { IntelRecord, TokenFlag } from '../../../contract/intel.ts'
import {
  RISK_BANDS,
  type RiskHit,
  type RiskShares,
  type RiskVerdict,
  riskScore,
} from '../../../hot-paths/risk-score.ts'

const LABELS: Readonly<Record<RiskHit['id'], string>> = {
  top10: 'Ten wallets hold most of the supply',
  insiders: 'Insiders hold a large share',
  bundlers: 'Bundled launch buyers hold a large share',
  snipers: 'Launch snipers hold a large share',
  dev: 'The creator holds a large share',
}

const SHARES = ['top10_pct', 'insiders_pct', 'bundlers_pct', 'snipers_pct', 'dev_pct'] as const

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
  const unknown = SHARES.filter((name) => distribution[name] === null)
  // A sum of nothing says nothing: it is not the best there can be.
  if (unknown.length === SHARES.length) return { score: null, verdict: null, risks, unknown }
  return { score, verdict, risks, unknown }
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

/** What a deep scan calls a token, in the words of intel. */
const OF_GRADE: Readonly<Record<Grade, RiskVerdict>> = {
  danger: 'high-risk',
  risky: 'risky',
  caution: 'caution',
  safe: 'safe',
}

/** Verdict and score on the token as a whole: those of the shares, but `high-risk` where no one can move what they buy,
 *  `caution` instead of `safe` where the mint itself can take or stop tokens, and no better than a deep scan at hand
 *  says. The verdict is always the band of the score. Shares speak against a token and never for it: that they found
 *  nothing is no news of those who hid, so that only a scan makes a token `safe`, and without one both are null where
 *  nothing was found, as they are when not one share is known. */
export function judgeWhole(
  risk: IntelRecord['risk'],
  flags: readonly TokenFlag[],
  scanned: Grade | null,
): Pick<IntelRecord, 'rugScore' | 'verdict'> {
  if (risk.score === null || risk.verdict === null) return { rugScore: null, verdict: null }
  const said: readonly RiskVerdict[] = [
    risk.verdict,
    ...(flags.some((flag) => LOCKS.has(flag)) ? (['high-risk'] as const) : []),
    ...(flags.some((flag) => TRAPS.has(flag)) ? (['caution'] as const) : []),
    ...(scanned === null ? [] : [OF_GRADE[scanned]]),
  ]
  const worst = RISK_BANDS.find(({ verdict }) => said.includes(verdict))!
  if (worst.verdict === 'safe' && scanned === null) return { rugScore: null, verdict: null }
  return { rugScore: Math.max(risk.score, worst.from), verdict: worst.verdict }
}
