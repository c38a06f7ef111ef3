import { setTimeout as sleep } from 'node:timers/promises'
import { EVENT_STREAM } from '../../src/config/event-stream.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import type { Target } from '../attack/target.ts'
import { headOf } from './recovered.ts'

/* What the server keeps of the newest events is bounded by their number. A young tape has fewer, so that each further
 * event would count as memory that lies cost. */

const STEPS_AT_ONCE = 250
const STEP_PAUSE_MS = 500
const HEAD_WITHIN_MS = 120_000
/** The newest ones may have none. */
const SLOTS_WITHOUT_EVENT = 4
const QUIET_MS = 2_000
const READ_WITHIN_MS = 60_000
/** A step of the agents is a trade, a launch or a failure. */
const STEPS_PER_EVENT = 2

/** As many events as a server keeps of the newest. */
export const KEPT_EVENTS = Math.max(EVENT_STREAM.framesKept, EVENT_STREAM.chunkEvents * EVENT_STREAM.chunksKept)

/** Lets the agents make so many events, and waits until both servers have them. */
export async function fillTape(sandbox: StartedSandbox, targets: readonly Target[], events: number): Promise<void> {
  for (let left = STEPS_PER_EVENT * events; left > 0; left -= STEPS_AT_ONCE) {
    await sandbox.control('POST', '/agents/step', { count: Math.min(left, STEPS_AT_ONCE) })
    await sleep(STEP_PAUSE_MS)
  }
  const { confirmedSlot } = await sandbox.control<{ confirmedSlot: number }>('GET', '/state')
  for (let waitedMs = 0; waitedMs < HEAD_WITHIN_MS; waitedMs += STEP_PAUSE_MS) {
    const heads = await Promise.all(targets.map(headOf))
    if (heads.every((at) => at >= confirmedSlot - SLOTS_WITHOUT_EVENT)) return
    await sleep(STEP_PAUSE_MS)
  }
  throw new Error(`the servers do not reach block ${confirmedSlot}`)
}

/** Reads what the event stream has of all tokens since a time; returns the number of events. */
export async function readBack(
  target: Target,
  { key, mints, fromMs }: { readonly key: string; readonly mints: readonly string[]; readonly fromMs: number },
): Promise<number> {
  const channels = ['launches:solana', ...mints.map((mint) => `trades:solana:${mint}`)]
  let events = 0
  for (let at = 0; at < channels.length; at += EVENT_STREAM.maxChannels)
    events += await readChannels(target, key, {
      channels: channels.slice(at, at + EVENT_STREAM.maxChannels).join(','),
      fromMs,
    })
  return events
}

/** Until nothing comes any more. */
async function readChannels(
  target: Target,
  key: string,
  { channels, fromMs }: { readonly channels: string; readonly fromMs: number },
): Promise<number> {
  const query = `channels=${encodeURIComponent(channels)}`
  const first = await target.as(key, `/api/v2/stream/replay?${query}&from=${fromMs}&limit=1`)
  if (first.status !== 200) throw new Error(`replay: ${first.status} ${first.text}`)
  // All of it was one event, or none.
  if (first.json.nextCursor === null) return first.json.events.length
  const url = `http://127.0.0.1:${target.port}/api/v2/stream/events?${query}&cursor=${encodeURIComponent(first.json.nextCursor)}`
  const ended = new AbortController()
  const reply = await fetch(url, { headers: { 'X-API-Key': key }, signal: ended.signal })
  if (!reply.ok || reply.body === null) throw new Error(`the event stream answers ${reply.status}`)
  const reader = reply.body.getReader()
  const decoder = new TextDecoder()
  const untilMs = performance.now() + READ_WITHIN_MS
  let events = 1
  while (performance.now() < untilMs) {
    const piece = await Promise.race([reader.read(), sleep(QUIET_MS)])
    if (piece === undefined || piece.done) break
    events += decoder.decode(piece.value, { stream: true }).split('event: ').length - 1
  }
  ended.abort()
  return events
}
