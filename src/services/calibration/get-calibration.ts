import { CALIBRATION, type Horizon, type ScoreKind } from '../../config/calibration.ts'
import type { Context } from '../../context.ts'
import type { CalibrationReply } from '../../contract/calibration.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { ScoreSums } from './score-sums.ts'

const RULES_OF_OUTCOME = [
  `priceGone: the newest price at the horizon is at most ${CALIBRATION.goneShare * 100} % of the newest price at the score`,
  `liquidityGone: the quote side of the pool traded last before the score holds at most ${CALIBRATION.goneShare * 100} % of what it held; known of venues whose trades say reserves`,
  `unsellable: at least ${CALIBRATION.unsellableBuys} purchases of at least ${CALIBRATION.unsellableBuyers} wallets between score and horizon, and no sale`,
  `creatorOut: the creator, not out at the score, sold at least ${CALIBRATION.creatorOutShare * 100} % of what it bought on the tape`,
  'bad: priceGone, liquidityGone or unsellable; unknown where none of the three is known',
]

/** How scores of one kind held up at a horizon. Never fails. */
export async function getCalibration(
  ctx: Context,
  { kind, horizon }: { readonly kind: ScoreKind; readonly horizon: Horizon },
): Promise<Outcome<CalibrationReply>> {
  const book = await ctx.parts.calibrationBook.look()
  const sums = book.sums(kind, horizon)
  const scores = book.scores.get(kind) ?? 0
  const { known, unknown, bad } = sums
  const baseRate = share(bad, known)
  const head = ctx.store.scores.head()
  return ok({
    kind,
    horizon,
    scores,
    known,
    unknown,
    pending: Math.max(0, scores - known - unknown),
    tokens: sums.tokens.size,
    bad,
    baseRate,
    brier: share(sums.squares, known),
    brierOfBaseRate: baseRate === null ? null : baseRate * (1 - baseRate),
    ...tablesOf(sums, baseRate),
    rulesOfOutcome: RULES_OF_OUTCOME,
    ledger: { rows: head.id, head: head.id === 0 ? null : `${head.id}:${head.linkHex}` },
    generatedAt: ctx.clock.nowMs(),
  })
}

function tablesOf(
  { bins, grades, rules, facts }: ScoreSums,
  baseRate: number | null,
): Pick<CalibrationReply, 'reliability' | 'grades' | 'rules' | 'outcomes'> {
  const lift = (happened: number | null): number | null =>
    happened === null || baseRate === null || baseRate === 0 ? null : happened / baseRate
  return {
    reliability: bins.map(({ count, bad, predicted }, at) => ({
      from: at / CALIBRATION.bins,
      to: (at + 1) / CALIBRATION.bins,
      count,
      predicted: share(predicted, count),
      happened: share(bad, count),
    })),
    grades: [...grades]
      .map(([grade, { count, bad, predicted }]) => ({
        grade,
        count,
        predicted: share(predicted, count),
        happened: share(bad, count),
      }))
      .sort((a, b) => a.predicted! - b.predicted!),
    rules: [...rules]
      .filter(([, { count }]) => count >= CALIBRATION.leastOfRule)
      .map(([rule, { count, bad }]) => ({ rule, count, happened: share(bad, count), lift: lift(share(bad, count)) }))
      .sort((a, b) => (b.lift ?? 0) - (a.lift ?? 0) || b.count - a.count || (a.rule < b.rule ? -1 : 1)),
    outcomes: Object.entries(facts).map(([outcome, { known, isTrue }]) => ({
      outcome,
      known,
      happened: share(isTrue, known),
    })),
  }
}

function share(part: number, of: number): number | null {
  return of === 0 ? null : part / of
}
