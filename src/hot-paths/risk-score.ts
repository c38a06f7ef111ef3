/** The five shares the score is made of, percent of supply (0-100); null is unknown and adds nothing. */
export type RiskShares = {
  readonly top10Pct: number | null
  readonly insidersPct: number | null
  readonly bundlersPct: number | null
  readonly snipersPct: number | null
  readonly devPct: number | null
}
export type RiskVerdict = 'high-risk' | 'risky' | 'caution' | 'safe'
export type RiskHit = {
  readonly id: 'top10' | 'insiders' | 'bundlers' | 'snipers' | 'dev'
  readonly valuePct: number
  readonly abovePct: number
  readonly points: number
}
export type RiskScore = { readonly score: number; readonly verdict: RiskVerdict; readonly hits: readonly RiskHit[] }

/** Spec 2.2: strictly above the threshold; of two thresholds on one share only the higher one met counts. */
const RULES = [
  {
    id: 'top10',
    share: 'top10Pct',
    steps: [
      { abovePct: 70, points: 30 },
      { abovePct: 50, points: 15 },
    ],
  },
  { id: 'insiders', share: 'insidersPct', steps: [{ abovePct: 10, points: 25 }] },
  { id: 'bundlers', share: 'bundlersPct', steps: [{ abovePct: 15, points: 20 }] },
  { id: 'snipers', share: 'snipersPct', steps: [{ abovePct: 10, points: 10 }] },
  { id: 'dev', share: 'devPct', steps: [{ abovePct: 5, points: 15 }] },
] as const

/** Additive risk score of a token, 0-100 (spec 2.2). O(1). */
export function riskScore(shares: RiskShares): RiskScore {
  const hits: RiskHit[] = []
  let score = 0
  for (const { id, share, steps } of RULES) {
    const valuePct = shares[share]
    if (valuePct === null) continue
    for (const { abovePct, points } of steps) {
      if (!(valuePct > abovePct)) continue
      hits.push({ id, valuePct, abovePct, points })
      score += points
      break
    }
  }
  return { score, verdict: verdictOf(score), hits }
}

/** Least score of each verdict, worst first. */
export const RISK_BANDS = [
  { verdict: 'high-risk', from: 50 },
  { verdict: 'risky', from: 25 },
  { verdict: 'caution', from: 10 },
  { verdict: 'safe', from: 0 },
] as const satisfies readonly { readonly verdict: RiskVerdict; readonly from: number }[]

export function verdictOf(score: number): RiskVerdict {
  return RISK_BANDS.find(({ from }) => score >= from)!.verdict
}
