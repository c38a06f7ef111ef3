import { CALIBRATION } from '../../config/calibration.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { isBad, observeOutcome, unknownOutcome } from './observe-outcome.ts'

/** Holds scores whose horizon has passed against what the tape says of their tokens. One that the tape cannot say yet
 *  is looked at again for a day, then it is unknown. */
export async function settleScores(ctx: Context): Promise<Outcome<unknown>> {
  const { scores, tape } = ctx.store
  tape.refresh()
  const nowMs = ctx.clock.nowMs()
  const { dueWalk } = ctx.parts.calibrationBook
  const dues = scores.due(nowMs, CALIBRATION.looksPerRun, dueWalk.after)
  let written = 0
  for (const due of dues) {
    if (written === CALIBRATION.perRun) return ok(null)
    const { dueMs, id, horizon, score } = due
    dueWalk.after = due
    await ctx.parts.tapeReadTurns.next()
    const seen = observeOutcome(ctx, { mint: score.mint, fromMs: score.atMs, toMs: dueMs })
    if (seen === null && nowMs - dueMs < CALIBRATION.waitMs) continue
    const facts = seen ?? unknownOutcome()
    await scores.settle({ ofId: id, horizon, score, facts, isBad: isBad(facts), atMs: nowMs })
    written++
  }
  if (dues.length < CALIBRATION.looksPerRun) dueWalk.after = null
  return ok(null)
}
