import { SCREENS } from '../config/screens.ts'
import type { BaseContext } from '../context.ts'
import type { ScreenFacts } from '../contract/tape-event.ts'
import type { TapeWriter } from '../store/tape/types.ts'

export type ScreenAppender = { stop(): Promise<void> }

type Parts = Pick<BaseContext, 'store' | 'clock' | 'log'>

/** Puts the changes of saved screens on the tape, in the process that writes it. The tape keeps the number of the newest
 *  change that it took, in the same commit: whatever is killed when, each change is on it once. */
export function startScreenAppender(ctx: Parts, writer: TapeWriter): ScreenAppender {
  const { store, clock, log } = ctx
  let isStopped = false
  // One for each pause: at a signal that lives as long as the process, `AbortSignal.any` would leave an entry each time.
  let pausing = new AbortController()
  let wake: () => void = () => {}
  const unsubscribe = store.screens.onPending(() => wake())

  async function pause(): Promise<void> {
    pausing = new AbortController()
    const slept = clock.sleep(SCREENS.drainEveryMs, pausing.signal)
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    await Promise.race([slept.catch(() => undefined), woken])
    pausing.abort()
  }

  async function run(): Promise<void> {
    let hasTakenOver = false
    while (!isStopped) {
      try {
        if (!hasTakenOver) await takeOver(ctx)
        hasTakenOver = true
        while ((await appendSome(ctx, writer)) && !isStopped);
      } catch (error) {
        log.warn({ err: error }, 'changes of saved screens wait for the tape')
      }
      if (!isStopped) await pause()
    }
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      pausing.abort()
      unsubscribe()
      wake()
      await running
    },
  }
}

/** One commit. Whether there may be more. */
async function appendSome({ store: { tape, screens } }: Parts, writer: TapeWriter): Promise<boolean> {
  const { epoch } = tape
  const onTape = tape.lastScreenChange()
  const pending = screens.pending(0, SCREENS.changesPerCommit)
  const last = pending.at(-1)
  if (last === undefined) return false
  const facts = pending
    .filter((change) => change.number > onTape && change.epoch === epoch && screens.find(change.screenId) !== undefined)
    .map(({ epoch: _, ...change }): ScreenFacts => change)
  const appended = facts.length === 0 ? null : await writer.appendScreens(epoch, facts)
  await screens.settled(last.number, appended?.headSeq ?? tape.window().head.seq)
  return pending.length === SCREENS.changesPerCommit
}

/** A copy of the store is older than its tape: the changes in between are read from there. */
async function takeOver({ store: { tape, screens } }: Parts): Promise<void> {
  const { number, tapeSeq } = screens.counters()
  const newest = tape.lastScreenChange()
  if (newest <= number) return
  const changes: ScreenFacts[] = []
  for (let seq = tapeSeq; ; ) {
    const events = tape.read(seq, SCREENS.eventsPerTurn)
    if (events.length === 0) break
    seq = events.at(-1)!.seq
    for (const event of events) {
      if (event.type !== 'screen' || event.number <= number) continue
      const { eventId, screenId, change, atMs, pool, mint, quoteMint, dex, rowJson } = event
      changes.push({ eventId, screenId, change, number: event.number, atMs, pool, mint, quoteMint, dex, rowJson })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await screens.takeOver(changes, newest)
}
