import { setTimeout as sleep } from 'node:timers/promises'
import { askWire } from './ask-wire.ts'
import type { FrozenTree } from './frozen-tree.ts'

const SLOT_MS = 400
const LOOK_EVERY_MS = 20
const IDLE_LOOKS = 2
const FOLLOWED_WITHIN_MS = 120_000

/** The sandbox's chain: it moves when it is told to, and then the server's time moves with it. */
export type FrozenWorld = {
  /** A command of the sandbox's control port. */
  control<T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>
  /** So many slots pass; resolves when the server's tape has them and no one has anything left to do. */
  pass(slots: number): Promise<void>
  /** The two halves of one slot, for what is under way meanwhile: the chain's, and that of all clocks. */
  sealSlot(): Promise<void>
  moveOn(): void
  /** Resolves when the server's tape is as far as the chain. */
  untilFollowed(): Promise<void>
  /** Transactions and bundles that the chain has seen. */
  sent(): Promise<number>
}

type State = { readonly confirmedSlot: number; readonly transactionCount: number }

export async function openFrozenWorld(tree: FrozenTree): Promise<FrozenWorld> {
  const info = (await (await fetch(`${tree.sandboxUrl}/info`)).json()) as { upstreams: { control: string } }
  const { control: base } = info.upstreams
  let looks = 0

  const control: FrozenWorld['control'] = async (method, path, body) => {
    const reply = await fetch(base + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as never
  }
  /** Asked from many addresses and under a name of its own, so that it uses up no one's window and no one's request
   *  ids. */
  const followedSlot = async (): Promise<number> => {
    const { body } = await askWire({
      port: tree.port,
      from: `127.0.1.${1 + (looks++ % 250)}`,
      method: 'GET',
      target: '/api/v2/stream/chains',
      headers: { 'X-Request-Id': 'frozen-look' },
      body: null,
    })
    const { chains } = JSON.parse(body) as { chains: { coverage: { toBlock: number } | null }[] }
    return chains[0]?.coverage?.toBlock ?? -1
  }
  const world: FrozenWorld = {
    control,
    async pass(count) {
      await control('POST', '/slots/step', { count })
      await world.untilFollowed()
      // What wakes now finds the new slots everywhere.
      tree.moveTime(count * SLOT_MS)
      await tree.untilIdle(IDLE_LOOKS)
    },
    sealSlot: async () => void (await control('POST', '/slots/step', { count: 1 })),
    moveOn: () => tree.moveTime(SLOT_MS),
    async untilFollowed() {
      const { confirmedSlot } = await control<State>('GET', '/state')
      for (let waitedMs = 0; (await followedSlot()) < confirmedSlot; waitedMs += LOOK_EVERY_MS) {
        if (waitedMs >= FOLLOWED_WITHIN_MS) throw new Error(`the server does not follow to slot ${confirmedSlot}`)
        await sleep(LOOK_EVERY_MS)
      }
      await tree.untilIdle(IDLE_LOOKS)
    },
    async sent() {
      const { transactionCount } = await control<State>('GET', '/state')
      const { received } = await control<{ received: number }>('GET', '/bundles')
      return transactionCount + received
    },
  }
  // Its own pulse would see the time move and seal slots as well.
  await control('POST', '/slots/pause')
  return world
}
