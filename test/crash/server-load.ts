import { openWire, type Wire, type WireReply } from '../support/wire.ts'

/** What one key did on one route. */
export type Calls = { sent: number; readonly answeredAtMs: number[] }
export type Load = {
  /** By key, then by route. */
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, Calls>>
  /** Answers other than 200, as they were. */
  readonly odd: readonly string[]
  /** Sends nothing more; resolves when what is under way was answered or lost. */
  stop(): Promise<void>
}
export type Target = { readonly path: string; readonly route: string }

/** Asks on several kept connections, one request at a time on each, for targets and with keys in an order that `random`
 *  gives, until it is stopped or the server is gone. `onAnswer` sees every whole answer of 200. */
export function startLoad(options: {
  readonly port: number
  readonly connections: number
  readonly keys: readonly string[]
  readonly targets: readonly Target[]
  /** From 0 to 1. */
  readonly random: () => number
  readonly onAnswer: (target: Target, reply: WireReply) => void
}): Load {
  const { port, connections, keys, targets, random, onAnswer } = options
  const calls = new Map(keys.map((key) => [key, new Map<string, Calls>()]))
  const odd: string[] = []
  let isOver = false

  const callsOf = (key: string, route: string): Calls => {
    const routes = calls.get(key)!
    const known = routes.get(route) ?? { sent: 0, answeredAtMs: [] }
    routes.set(route, known)
    return known
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

  const callOn = async (wire: Wire): Promise<void> => {
    while (!isOver && wire.isOpen) {
      const key = pick(keys)
      const target = pick(targets)
      const counted = callsOf(key, target.route)
      counted.sent++
      const reply = await wire.get(target.path, key)
      counted.answeredAtMs.push(reply.receivedMs)
      if (reply.status === 200) onAnswer(target, reply)
      else odd.push(`${target.path}: ${reply.status} ${reply.body.toString().slice(0, 200)}`)
    }
  }
  const running = Array.from({ length: connections }, async () => {
    while (!isOver) {
      try {
        await callOn(await openWire(port))
      } catch {
        // The server was killed: whatever was not answered is lost, and so is the way to it.
        return
      }
    }
  })
  return {
    calls,
    odd,
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}
