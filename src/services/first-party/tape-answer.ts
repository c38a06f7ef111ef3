import { DAY_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import type { FirstPartyHead } from '../../contract/first-party.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import type { TapeSubject } from './check-subject.ts'

export type AskedRange = { readonly fromMs: number; readonly toMs: number }

/** The window that is answered for: what was asked for, within the days that the tape keeps and not after now. */
export function rangeOf(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  { fromMs, toMs }: { readonly fromMs: number | null; readonly toMs: number | null },
): AskedRange {
  const nowMs = clock.nowMs()
  const oldestMs = nowMs - config.ingest.tapeDays * DAY_MS
  const to = Math.max(oldestMs, Math.min(toMs ?? nowMs, nowMs))
  return { fromMs: Math.min(Math.max(fromMs ?? oldestMs, oldestMs), to), toMs: to }
}

/** Block times of a window: whole seconds within it. */
export function secondsOf({ fromMs, toMs }: AskedRange): { readonly fromTimeSec: number; readonly toTimeSec: number } {
  return { fromTimeSec: Math.ceil(fromMs / 1_000), toTimeSec: Math.floor(toMs / 1_000) }
}

/** What every answer says of what it rests on. `oldestRead`: the oldest trade that was read where the range holds more
 *  than one request reads; null when it was read to its end. */
export function headOf(
  ctx: Pick<Context, 'config' | 'store' | 'clock'>,
  subject: TapeSubject,
  range: AskedRange,
  oldestRead: TradeEvent | null = null,
): FirstPartyHead {
  const { tape } = ctx.store
  const cutMs = oldestRead?.blockTimeSec == null ? null : oldestRead.blockTimeSec * 1_000
  const from = Math.max(range.fromMs, cutMs ?? range.fromMs)
  return {
    chain: subject.chain,
    window: {
      from,
      to: range.toMs,
      days: ctx.config.ingest.tapeDays,
      complete: oldestRead === null && isComplete(ctx, subject, range),
    },
    source: 'first-party',
    cursorHead: tape.formatCursor(tape.window().head.seq),
  }
}

/** Whether every trade of the subject in the range is on the tape. It is when the newest stretch without a gap holds the
 *  range, or begins with the chain itself or before the token was launched. */
function isComplete(
  ctx: Pick<Context, 'config' | 'store' | 'clock'>,
  { chain, by, address }: TapeSubject,
  { fromMs, toMs }: AskedRange,
): boolean {
  const stretch = wholeStretch(ctx, [address], chain)
  if (stretch === null) return false
  const reachesEnd = stretch.isCurrent || (stretch.toTimeSec !== null && stretch.toTimeSec * 1_000 >= toMs)
  if (!reachesEnd) return false
  if (stretch.fromSlot <= FIRST_SLOT) return true
  if (stretch.fromTimeSec !== null && stretch.fromTimeSec * 1_000 <= fromMs) return true
  return by === 'mint' && launchWithin(ctx, { chain, address }, stretch.fromSlot)
}

/** Slot 0 is the genesis block, which holds no transaction. */
const FIRST_SLOT = 1

function launchWithin(
  { store }: Pick<Context, 'store'>,
  { chain, address }: Pick<TapeSubject, 'chain' | 'address'>,
  fromSlot: number,
): boolean {
  const launch = store.tape.launchOf(address, chain)
  return launch?.kind === 'launch' && launch.slot >= fromSlot
}
