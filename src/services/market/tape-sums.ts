import { setImmediate } from 'node:timers/promises'
import { HOUR_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TapeEvent } from '../../contract/tape-event.ts'

/** Trades of a span of time over all followed DEXes. */
export type TapeSums = {
  readonly volumeUsd: number
  readonly buys: number
  readonly sells: number
  /** Trades among them whose worth in dollars no one knew. */
  readonly unpriced: number
}

/** Blocks of a fork may stand on the tape a little out of the order of their times. */
const SLACK_SEC = 120
const NONE: TapeSums = { volumeUsd: 0, buys: 0, sells: 0, unpriced: 0 }

/** Sums the surviving trades with `fromSec <= block time < toSec`. Whole hours that are over are kept for two days, so
 *  that a look costs at most the two hours at its ends; the first look at a busy tape may take longer than its deadline
 *  and then is further on at the next. Fails `upstream_timeout` when `signal` aborts. */
export async function sumTape(
  ctx: Context,
  { fromSec, toSec }: { readonly fromSec: number; readonly toSec: number },
  signal: AbortSignal,
): Promise<Outcome<TapeSums>> {
  const { tape } = ctx.store
  let total = NONE
  for (let atSec = fromSec; atSec < toSec; ) {
    const hourSec = atSec - (atSec % HOUR_SECS)
    const endSec = Math.min(hourSec + HOUR_SECS, toSec)
    const isWhole = atSec === hourSec && endSec === hourSec + HOUR_SECS && isOver(ctx, endSec)
    const span = { fromSec: atSec, toSec: endSec }
    const sums = isWhole
      ? await ctx.store.memo<TapeSums>('tapeHours', `${tape.epoch}\n${hourSec}`, () => scan(ctx, span, signal))
      : await scan(ctx, span, signal)
    if (!sums.ok) return sums
    total = add(total, sums.value)
    atSec = endSec
  }
  return ok(total)
}

/** Nothing of it can be taken back any more, nor come to it. */
function isOver({ store: { tape } }: Context, endSec: number): boolean {
  const position = tape.position('solana')
  const final = position === undefined ? undefined : tape.slots('solana', position.finalizedSlot, 1)[0]
  return (final?.blockTimeSec ?? 0) >= endSec + SLACK_SEC
}

async function scan(
  { store: { tape } }: Context,
  { fromSec, toSec }: { readonly fromSec: number; readonly toSec: number },
  signal: AbortSignal,
): Promise<Outcome<TapeSums>> {
  const survives = createSurvival(tape)
  let sums = NONE
  let afterSeq = tape.seqAt(fromSec - SLACK_SEC) - 1
  for (;;) {
    if (signal.aborted) return fail('upstream_timeout', 'summing up the tape takes too long')
    const events = tape.read(afterSeq, LIMITS.tapeSumEvents)
    const last = events.at(-1)
    if (last === undefined) return ok(sums)
    for (const event of events) {
      if (event.type !== 'trade' || event.chain !== 'solana' || event.blockTimeSec === null) continue
      if (event.blockTimeSec < fromSec || event.blockTimeSec >= toSec || !survives(event)) continue
      sums = add(sums, {
        volumeUsd: event.amountUsd ?? 0,
        buys: event.side === 'buy' ? 1 : 0,
        sells: event.side === 'sell' ? 1 : 0,
        unpriced: event.amountUsd === null ? 1 : 0,
      })
    }
    const lastOwn = events.findLast(({ chain }) => chain === 'solana')
    if ((lastOwn?.blockTimeSec ?? 0) >= toSec + SLACK_SEC) return ok(sums)
    afterSeq = last.seq
    await setImmediate()
  }
}

/** A fork takes whole blocks, whose events stand together: one look for each run of a slot. */
function createSurvival(
  tape: Context['store']['tape'],
): (event: Extract<TapeEvent, { readonly type: 'trade' }>) => boolean {
  let run: { readonly slot: number; nextSeq: number; readonly survives: boolean } | null = null
  return (event) => {
    if (run === null || run.slot !== event.slot || run.nextSeq !== event.seq)
      run = { slot: event.slot, nextSeq: event.seq, survives: tape.survives(event) }
    run.nextSeq = event.seq + 1
    return run.survives
  }
}

function add(a: TapeSums, b: TapeSums): TapeSums {
  return {
    volumeUsd: a.volumeUsd + b.volumeUsd,
    buys: a.buys + b.buys,
    sells: a.sells + b.sells,
    unpriced: a.unpriced + b.unpriced,
  }
}
