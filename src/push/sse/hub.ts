import { EVENT_STREAM } from '../../config/event-stream.ts'
import type { Context } from '../../context.ts'
import { guarded } from '../../runtime/background.ts'
import { type CandleFeeds, createCandleFeeds } from '../feeds/candles.ts'
import { type CatchUp, createCatchUp } from '../feeds/catch-up.ts'
import { createEventFrames, type EventFrames } from './frames.ts'
import { createReplayQueue, type ReplayWork } from './replay-queue.ts'

/** What the hub does with an open stream. */
export type HubStream = {
  readonly owner: string
  readonly topics: number
  /** Does a bounded piece of work; true when there is more that can be done now. */
  step(): boolean
  /** Now and then: heartbeats, tickets, keys, readers that take nothing. */
  beat(): void
}

/** What the event streams of a process share. It holds no events. */
export type EventHub = {
  readonly ctx: Context
  readonly catchUp: CatchUp
  readonly frames: EventFrames
  readonly candles: CandleFeeds
  readonly size: number
  /** Open streams of a key, and the topics on them. */
  usedBy(owner: string): { readonly connections: number; readonly topics: number }
  /** Counts a stream and has it step whenever the tape grows; the answer takes it out. */
  add(stream: HubStream): () => void
  /** Has it step soon. */
  wake(stream: Pick<HubStream, 'step'>): void
  /** Has it step when the streams leave time for it. */
  wakeReplay(replay: ReplayWork): void
  /** The newest event of the tape that the streams were notified of. */
  headSeq(): number
  /** Stops following the tape. */
  close(): void
}

export function createEventHub(ctx: Context): EventHub {
  const { clock, store, log } = ctx
  const { tape } = store
  const catchUp = createCatchUp(tape)
  const frames = createEventFrames(tape)
  const candles = createCandleFeeds({ tape, clock })
  const streams = new Set<HubStream>()
  const due = new Set<Pick<HubStream, 'step'>>()
  const replays = createReplayQueue()
  let epoch = tape.epoch
  let head = 0
  let isScheduled = false
  let running: { stop(): void } | null = null
  let isClosed = false

  /** All candle channels follow the tape as one reader. */
  const candleReader = {
    position: 0,
    step(): boolean {
      if (candles.size === 0) {
        candleReader.position = head
        return false
      }
      const { events, position } = catchUp.slice(candleReader.position, EVENT_STREAM.eventsPerStep)
      for (const event of events) candles.noteEvent(event)
      const isDone = position === candleReader.position
      candleReader.position = position
      return !isDone && position < head
    },
  }

  function schedule(): void {
    if (isScheduled || isClosed) return
    isScheduled = true
    setImmediate(guarded('event streams', turn))
  }

  /** Takes turns, so that a stream that lags far never delays another, within the time that the loop can spare. Replays
   *  have what the streams leave of that time, and one step when they leave none. */
  function turn(): void {
    isScheduled = false
    if (isClosed) return
    const endMs = clock.monotonicMs() + EVENT_STREAM.turnMs
    do {
      if (!stepStream()) break
    } while (clock.monotonicMs() < endMs)
    do {
      if (!stepReplay()) break
    } while (clock.monotonicMs() < endMs)
    if (due.size > 0 || !replays.isEmpty) schedule()
  }

  /** False when no stream has anything to do. */
  function stepStream(): boolean {
    const [next] = due
    if (next === undefined) return false
    due.delete(next)
    try {
      if (next.step()) due.add(next)
    } catch (error) {
      log.error({ err: error }, 'an event stream failed')
    }
    return true
  }

  function stepReplay(): boolean {
    const next = replays.take()
    if (next === undefined) return false
    try {
      if (next.step()) replays.add(next)
    } catch (error) {
      log.error({ err: error }, 'a replay failed')
    }
    return true
  }

  function moved(): void {
    if (tape.epoch !== epoch) {
      epoch = tape.epoch
      frames.clear()
      candles.reset()
      candleReader.position = 0
    }
    head = tape.window().head.seq
    due.add(candleReader)
    for (const stream of streams) due.add(stream)
    schedule()
  }

  function tick(): void {
    try {
      candles.tick()
      for (const stream of [...streams]) stream.beat()
    } catch (error) {
      log.error({ err: error }, 'event streams could not be looked after')
    }
  }

  function run(): void {
    moved()
    candleReader.position = head
    const unsubscribe = tape.subscribe(moved)
    const timer = setInterval(guarded('event stream tick', tick), EVENT_STREAM.tickMs)
    timer.unref()
    running = {
      stop() {
        unsubscribe()
        clearInterval(timer)
      },
    }
  }

  return {
    ctx,
    catchUp,
    frames,
    candles,
    get size() {
      return streams.size
    },
    headSeq: () => head,
    usedBy(owner) {
      let connections = 0
      let topics = 0
      for (const stream of streams) {
        if (stream.owner !== owner) continue
        connections++
        topics += stream.topics
      }
      return { connections, topics }
    },
    add(stream) {
      streams.add(stream)
      if (running === null && !isClosed) run()
      due.add(stream)
      schedule()
      return () => {
        streams.delete(stream)
        due.delete(stream)
        if (streams.size > 0) return
        running?.stop()
        running = null
      }
    },
    wake(stream) {
      due.add(stream)
      schedule()
    },
    wakeReplay(replay) {
      replays.add(replay)
      schedule()
    },
    close() {
      isClosed = true
      running?.stop()
      running = null
    },
  }
}
