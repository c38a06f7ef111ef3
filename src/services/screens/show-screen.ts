import type { Context } from '../../context.ts'
import type { Screen } from '../../contract/screens.ts'
import type { ScreenRecord } from '../../store/screen-rows.ts'
import { getStreamCoverage } from '../chains/stream-coverage.ts'

type Parts = Pick<Context, 'store' | 'clock' | 'config'>

/** A screen as its owner sees it. */
export function showScreen(ctx: Parts, record: ScreenRecord): Screen {
  const { screens, tape } = ctx.store
  const { id, name, filterJson, window, holdSecs, createdAtMs, startCursor } = record
  const state = screens.state(id)
  // Rows of another tape are about to be found again.
  const readyAt = state?.epoch === tape.epoch ? state.readyAtMs : null
  return {
    id,
    name,
    chain: 'solana',
    filter: filterJson,
    window,
    holdSecs,
    createdAt: createdAtMs,
    startCursor,
    readyAt,
    rows: readyAt === null ? 0 : (state?.rows ?? 0),
    isFull: state?.isFull === true,
    paused: getStreamCoverage(ctx).find(({ chain }) => chain === 'solana')?.reason ?? null,
  }
}
