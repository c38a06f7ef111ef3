import { setTimeout as sleep } from 'node:timers/promises'
import { RATE_WINDOW_MS } from '../../src/config/rate-limits.ts'
import { openWires, type Wire, type WireReply } from '../support/wire.ts'

/** Drives every key into its limit from all processes at once, keeps asking until the window has ended, and says what
 *  got through when. */

const PATH = '/api/v2/market/sol-price'

export type Pass = { readonly sentMs: number; readonly receivedMs: number }
export type Plan = {
  readonly port: number
  readonly processes: number
  readonly keys: readonly string[]
  readonly limit: number
  /** Keys whose bursts are under way at the same time. */
  readonly keysAtOnce: number
  readonly wiresPerProcess: number
  readonly probeEveryMs: number
}
export type Driven = { readonly requests: number; readonly passes: ReadonlyMap<string, readonly Pass[]> }

/** Right after the first burst, until well past the time in which siblings hear of each other. */
const AFTER_BURSTS_MS = [15, 25, 35, 45, 55, 65, 75, 100]
/** Around the end of a window, where a new one must begin everywhere at once. */
const END_BURSTS_MS = [-30, 5, 15, 25, 35, 45, 55, 65, 100]
const FULL_UNTIL_MS = 20
/** Groups of keys begin this far apart at least, so that requests are not queued for longer than what is measured. */
const GROUP_EVERY_MS = 250

export async function driveLimits(plan: Plan): Promise<Driven> {
  const { port, processes, keys, limit, keysAtOnce, wiresPerProcess } = plan
  const wires = await openWires(port, processes, wiresPerProcess)
  const passes = new Map(keys.map((key): [string, Pass[]] => [key, []]))
  let requests = 0
  let turn = 0

  const ask = async (key: string, ofProcess: readonly Wire[]): Promise<void> => {
    requests++
    const reply: WireReply = await ofProcess[turn++ % ofProcess.length]!.get(PATH, key)
    const { status, sentMs, receivedMs } = reply
    if (status === 200) passes.get(key)!.push({ sentMs, receivedMs })
    else if (status !== 429) throw new Error(`status ${status}: ${reply.body}`)
  }
  /** `each` requests of every key to every process, in an order that changes between keys. */
  const burst = async (group: readonly string[], each: number): Promise<void> => {
    const asked: Promise<void>[] = []
    for (let i = 0; i < each; i++)
      group.forEach((key, at) => {
        for (let p = 0; p < processes; p++) asked.push(ask(key, wires[(p + at) % processes]!))
      })
    await Promise.all(asked)
  }
  /** Two windows of a group of keys. */
  const drive = async (group: readonly string[], began: () => void): Promise<void> => {
    const overfull = Math.ceil(limit * 1.5)
    const startMs = performance.now()
    await burst(group, overfull)
    began()
    const endMs = Math.min(...group.map((key) => firstOf(passes.get(key)!))) + RATE_WINDOW_MS
    const until = (ms: number): Promise<void> => sleep(Math.max(0, ms - performance.now()))
    for (const ms of AFTER_BURSTS_MS) await until(startMs + ms).then(() => burst(group, 2))
    for (let ms = startMs + plan.probeEveryMs; ms < endMs - 200; ms += plan.probeEveryMs) {
      await until(ms)
      await burst(group, 1)
    }
    for (const ms of END_BURSTS_MS) await until(endMs + ms).then(() => burst(group, ms < FULL_UNTIL_MS ? overfull : 2))
    await until(endMs + plan.probeEveryMs)
    await burst(group, 1)
  }

  try {
    const running: Promise<void>[] = []
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const paced = sleep(GROUP_EVERY_MS)
      await new Promise<void>((began, failed) => {
        const group = drive(keys.slice(at, at + keysAtOnce), began)
        group.catch(failed)
        running.push(group)
      })
      await paced
    }
    await Promise.all(running)
  } finally {
    for (const wire of wires.flat()) wire.close()
  }
  return { requests, passes }
}

function firstOf(passes: readonly Pass[]): number {
  return Math.min(...passes.map(({ receivedMs }) => receivedMs))
}

export type Judged = {
  readonly windows: number
  /** Most and fewest requests of one key in one window. */
  readonly most: number
  readonly fewest: number
  /** Windows in which more than one limit got through: the processes had not heard of each other yet. */
  readonly overshot: number
  /** How long after its first window had begun a key still got through, at most. */
  readonly lateInFirstMs: number
  /** How long after the limit of a window was reached its key still got through, at most. */
  readonly lateAfterLimitMs: number
}

/** What can be said for certain from outside: a request is let through between being sent and being answered, so a
 *  window begins between the first request sent and the first answer received, and its limit is reached when so many
 *  answers have come. A key that gets through later is late by at least the time between that and its sending. */
export function judgePasses({ passes }: Pick<Driven, 'passes'>, limit: number): Judged {
  const judged = { windows: 0, most: 0, fewest: Infinity, overshot: 0, lateInFirstMs: 0, lateAfterLimitMs: 0 }
  for (const ofKey of passes.values()) {
    let rest = [...ofKey].sort((a, b) => a.sentMs - b.sentMs)
    for (let isFirst = true; rest.length > 0; isFirst = false) {
      const endMs = rest[0]!.sentMs + RATE_WINDOW_MS
      const window = rest.filter(({ receivedMs }) => receivedMs < endMs)
      rest = rest.filter(({ receivedMs }) => receivedMs >= endMs)
      const answersMs = window.map(({ receivedMs }) => receivedMs).sort((a, b) => a - b)
      const lastSentMs = Math.max(...window.map(({ sentMs }) => sentMs))
      judged.windows++
      judged.most = Math.max(judged.most, window.length)
      judged.fewest = Math.min(judged.fewest, window.length)
      if (window.length > limit) judged.overshot++
      if (isFirst) judged.lateInFirstMs = Math.max(judged.lateInFirstMs, lastSentMs - answersMs[0]!)
      const fullMs = answersMs[limit - 1] ?? Infinity
      judged.lateAfterLimitMs = Math.max(judged.lateAfterLimitMs, lastSentMs - fullMs)
    }
  }
  return judged
}
