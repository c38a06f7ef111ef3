import { setTimeout as sleep } from 'node:timers/promises'
import { askFor } from './ask-server.ts'
import { endOf, isDecided, type Work, type Worked } from './work.ts'

/** Ports of the servers that are there now. */
export type Ports = { alive(): readonly number[] }

export type Callers = {
  /** Everything asked so far, answered or not. */
  readonly requests: () => number
  /** Works whose requests are on their way now, and to which port. */
  readonly underWay: ReadonlyMap<object, { readonly worked: Worked; readonly port: number }>
  /** Asks for a work until it is decided, with duplicates. Resolves with what was heard. */
  drive(work: Work): Promise<Worked>
  /** Asks again for what is decided. */
  replay(worked: Worked): Promise<void>
  readonly lost: () => number
}

const MAX_COPIES = 6
const STAGGER_MS = 120
const AGAIN_AFTER_MS = 150
const UNDECIDED_AFTER_MS = 180_000
/** A request that was refused before anything was signed is tried again so often. */
const FREE_TRIES = 2

export function createCallers(ports: Ports, random: () => number): Callers {
  const underWay = new Map<object, { readonly worked: Worked; readonly port: number }>()
  let requests = 0
  let lost = 0

  /** One request; false when its server died. */
  async function send(worked: Worked, wish: 0 | 1): Promise<boolean> {
    const port = await somePort()
    requests++
    const mark = {}
    underWay.set(mark, { worked, port })
    try {
      worked.heard.push(await askFor(port, worked.work, wish))
      return true
    } catch {
      lost++
      return false
    } finally {
      underWay.delete(mark)
    }
  }

  async function somePort(): Promise<number> {
    for (;;) {
      const alive = ports.alive()
      if (alive.length > 0) return alive[Math.floor(random() * alive.length)]!
      await sleep(20)
    }
  }

  /** Several at once, now and then with one of the other body among them. */
  async function burst(worked: Worked, copies: number, hasOther: boolean): Promise<void> {
    const all = Array.from({ length: copies }, async (_, at) => {
      if (at > 0) await sleep(random() * STAGGER_MS)
      await send(worked, 0)
    })
    if (hasOther)
      all.push(
        sleep(random() * STAGGER_MS)
          .then(() => send(worked, 1))
          .then(() => undefined),
      )
    await Promise.all(all)
  }

  return {
    underWay,
    requests: () => requests,
    lost: () => lost,
    async drive(work) {
      const worked: Worked = { work, heard: [] }
      const givesUpAtMs = performance.now() + UNDECIDED_AFTER_MS
      for (let freed = 0; performance.now() < givesUpAtMs; ) {
        const before = worked.heard.length
        await burst(worked, 1 + Math.floor(random() * MAX_COPIES), random() < 0.15)
        if (worked.heard.some((one) => isDecided(endOf(one)))) return worked
        const last = worked.heard.slice(before).at(-1)
        if (last !== undefined && endOf(last) === 'free' && ++freed >= FREE_TRIES) {
          // What was lost on the way may still be signed: only an answer after everything says that it is free.
          await burst(worked, 1, false)
          if (endOf(worked.heard.at(-1)!) === 'free') return worked
        }
        await sleep(AGAIN_AFTER_MS)
      }
      return worked
    },
    async replay(worked) {
      for (let copies = 1 + Math.floor(random() * 3); copies > 0; copies--) await send(worked, 0)
      if (random() < 0.5) await send(worked, 1)
    },
  }
}
