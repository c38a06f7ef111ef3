import { readFileSync } from 'node:fs'
import type { Target } from '../attack/target.ts'

const LOOK_EVERY_MS = 700

export type Turn = { readonly route: string; readonly ms: number; readonly ownMs: number }
export type TurnWatch = {
  /** The longest since the last call, by what the loop itself ran; null when nothing was measured. */
  take(): Turn | null
  /** Lets what was until now not count. */
  forget(): Promise<void>
  readonly slowestHealthMs: number
  stop(): Promise<void>
}

/** Reads the longest turns of the loop from the metrics. They are wall time: on a busy machine the share of others is
 *  in them, and the kernel's count of how long the thread ran and how long it waited for a processor takes it out
 *  again. A server without that metric is judged by how late `/health` is. */
export async function watchTurns(target: Target): Promise<TurnWatch> {
  let worst: Turn | null = null
  let slowestHealthMs = 0
  let isWatching = true
  let before = schedule(target.pid)
  const look = async (): Promise<void> => {
    const askedMs = performance.now()
    await target.ask('/health', { withinMs: 30_000 })
    const healthMs = performance.now() - askedMs
    const metrics = await fetch(`http://127.0.0.1:${target.internalPort}/metrics`, {
      signal: AbortSignal.timeout(30_000),
    }).then(
      (reply) => reply.text(),
      () => '',
    )
    const after = schedule(target.pid)
    const ran = after.ran - before.ran
    const waited = after.waited - before.waited
    before = after
    const ownShare = ran + waited > 0 ? ran / (ran + waited) : 1
    slowestHealthMs = Math.max(slowestHealthMs, healthMs * ownShare)
    for (const turn of turnsIn(metrics, healthMs))
      if (worst === null || turn.ms * ownShare > worst.ownMs) worst = { ...turn, ownMs: turn.ms * ownShare }
  }
  // What was before, the collection of garbage among it, is not the lies'.
  const forget = async (): Promise<void> => {
    await look()
    worst = null
  }
  await forget()
  const watching = (async () => {
    while (isWatching) {
      if (target.ended() === null) await look()
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  })()
  return {
    take() {
      const taken = worst
      worst = null
      return taken
    },
    forget,
    get slowestHealthMs() {
      return slowestHealthMs
    },
    async stop() {
      isWatching = false
      await watching
    },
  }
}

function turnsIn(metrics: string, healthMs: number): { route: string; ms: number }[] {
  const found = [...metrics.matchAll(/^mintglass_loop_turn_longest_seconds\{route="([^"]*)"\} (\S+)$/gm)]
  if (found.length > 0) return found.map(([, route, seconds]) => ({ route: route!, ms: Number(seconds) * 1_000 }))
  return metrics.includes('mintglass_loop_turn') ? [] : [{ route: '/health, late', ms: healthMs }]
}

/** Nanoseconds that the first thread of a process ran, and waited though it could have run. */
function schedule(pid: number | null): { readonly ran: number; readonly waited: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ran, waited }
  } catch {
    return { ran: 0, waited: 0 }
  }
}
