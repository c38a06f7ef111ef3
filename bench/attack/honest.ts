import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LoadFigures, LoadWindow } from './attack.ts'
import { ended, keepTrack } from './children.ts'
import type { HonestPlan, Sample } from './honest-client.ts'

const ENTRY = fileURLToPath(new URL('./honest-client.ts', import.meta.url))
const WARM_MS = 2_000
/** An order waits for its confirmation, and one that began in the attack may end behind it. */
const AFTER_MS = 1_500

export type Honest = {
  /** The same client while `load` goes on, and in its quiet times before and after. */
  under(name: string, load: () => Promise<void>): Promise<LoadFigures>
  stop(): Promise<void>
}

/** Starts the honest client, lets it warm up and measures a quiet time. */
export async function startHonest(plan: HonestPlan, quietMs: number): Promise<Honest> {
  const child = keepTrack(fork(ENTRY, [JSON.stringify(plan)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
  const samples: Sample[] = []
  child.on('message', (sample) => samples.push(sample as Sample))
  const watch = async (during: () => Promise<unknown>): Promise<LoadWindow> => {
    const fromMs = Date.now()
    await during()
    const toMs = Date.now()
    await sleep(AFTER_MS)
    return windowOf(samples, fromMs, toMs)
  }
  await sleep(WARM_MS)
  let before = await watch(() => sleep(quietMs))
  return {
    async under(name, load) {
      const attacked = await watch(load)
      const after = await watch(() => sleep(quietMs))
      const quiet = slower(before, after)
      before = after
      return { name, quiet, attacked }
    },
    stop: () => ended(child, 'SIGKILL'),
  }
}

/** The machine has other work, too: what was slow before and after is not slow by the attack. */
function slower(one: LoadWindow, other: LoadWindow): LoadWindow {
  const worst = one.healthP99Ms > other.healthP99Ms ? one : other
  return { ...worst, buyP50Ms: Math.max(one.buyP50Ms, other.buyP50Ms) }
}

/** What was asked within that time. */
function windowOf(samples: readonly Sample[], fromMs: number, toMs: number): LoadWindow {
  const within = samples.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  const timesOf = (kind: Sample['kind']) =>
    within
      // A refusal is fast: it counts as one, not as a good time.
      .filter((one) => one.kind === kind && one.status === 200)
      .map(({ tookMs }) => tookMs)
      .sort((a, b) => a - b)
  const [health, buys] = [timesOf('health'), timesOf('buy')]
  return {
    healthP50Ms: at(health, 0.5),
    healthP99Ms: at(health, 0.99),
    healthWorstMs: health.at(-1) ?? Number.NaN,
    buyP50Ms: at(buys, 0.5),
    buyWorstMs: buys.at(-1) ?? Number.NaN,
    answers: within.length,
    // 202: the order is under way and followed on.
    refused: within
      .filter(({ status }) => status !== 200 && status !== 202)
      .map(({ kind, status, code }) => `${kind} ${status} ${code}`.trim()),
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
