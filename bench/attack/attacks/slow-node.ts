import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { publishedTokens } from '../../../test/support/published-tokens.ts'
import { STRANGER } from '../ask.ts'
import type { Attack, Findings } from '../attack.ts'
import { registerKey } from '../free-key.ts'
import type { MadeKey } from '../target.ts'

const KEYS = 4
const CLIENTS = 40
/** A client that was refused comes again. */
const REFUSED_MS = 50
const NODE_MS = 9_000
const SLOW = /getProgramAccounts|getTokenAccountsByOwner/

/** Keys that have a slow node list accounts: free ones by reports on tokens, paid ones by the accounts of wallets that
 *  no one knows. */
export const slowNode: Attack = {
  name: 'slow-node',
  finding: '5',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const { target } = served
    const free: MadeKey[] = []
    const paid: MadeKey[] = []
    for (let i = 0; i < KEYS; i++) {
      const key = await registerKey(target, lab.keypair(`free ${i}`))
      if (key !== null) free.push(key)
      paid.push(await target.createKey('--tier', 'builder', '--scopes', 'read,trade'))
    }
    const mints = (await publishedTokens(lab.sandbox)).map(({ mint }) => mint)
    const honest = await lab.honest(served)
    let slow = 0
    lab.proxy.lie('rpc', ({ body, forward }) => {
      if (!SLOW.test(body.toString('latin1', 0, 4_096))) return null
      slow++
      return sleep(NODE_MS).then(forward)
    })
    const got: string[] = []
    /** Again and again, each client after its answer, for a while. */
    const under = async (name: string, keys: readonly MadeKey[], pathOf: () => string) => {
      const before = slow
      const statuses = new Map<number, number>()
      const load = await honest.under(name, async () => {
        const untilMs = performance.now() + 1_000 * lab.seconds(6, 20)
        const client = async (at: number): Promise<void> => {
          const { key } = keys[at % keys.length]!
          do {
            const { status } = await target.as(key, pathOf(), { from: STRANGER, withinMs: 30_000 })
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            await sleep(REFUSED_MS)
          } while (performance.now() < untilMs)
        }
        await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)))
      })
      got.push(`${name}: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`)
      got.push(`${slow - before} calls of the node took ${NODE_MS} ms`)
      return load
    }
    const wallet = () => encodeBase58(randomBytes(32))
    const loads = [
      await under('scans of wallets by free keys', free, () => `/v1/refund/scan?wallet=${wallet()}`),
      await under('reports by free keys', free, () => {
        const mint = mints[Math.floor(lab.random() * mints.length)]!
        return `/api/v2/tokens/${mint}/${lab.random() < 0.5 ? 'deepscan' : 'bubblemap'}`
      }),
      await under('scans of wallets by builder keys', paid, () => `/v1/refund/scan?wallet=${wallet()}`),
    ]
    return { tried: `a node whose lists take ${NODE_MS / 1_000} s`, got, taken: [], lost: [], loads }
  },
}
