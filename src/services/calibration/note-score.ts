import { CALIBRATION } from '../../config/calibration.ts'
import type { Context } from '../../context.ts'
import type { ScoreEntry } from '../../store/score-rows.ts'

/** Keeps a score that is about to be handed out, unless it only repeats the last one of the hour. It is on disk before
 *  the caller reads it, so that no score can be taken back; a disk that refuses costs the row, never the answer. */
export async function noteScore(ctx: Context, given: ScoreEntry): Promise<void> {
  const score = { ...given, rules: given.rules.slice(0, CALIBRATION.rules) }
  if (!ctx.parts.calibrationBook.isNews(score)) return
  try {
    await ctx.store.scores.append(score)
  } catch (error) {
    ctx.log.error({ err: error, mint: score.mint, kind: score.kind }, 'a score was not kept')
  }
}
