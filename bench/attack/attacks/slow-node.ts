import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { STRANGER } from '../ask.ts'
import type { Attack, Findings } from '../attack.ts'
import { registerKey } from '../free-key.ts'
import type { MadeKey } from '../target.ts'

const KEYS = 4
const SCANS = 40
const NODE_MS = 9_000
const SLOW = /getProgramAccounts|getTokenAccountsByOwner/

/** Free keys that have a slow node list the accounts of wallets nobody knows. */
export const slowNode: Attack = {
  name: 'slow-node',
  finding: '5',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const { target } = served
    const keys: MadeKey[] = []
    for (let i = 0; i < KEYS; i++) {
      const key = await registerKey(target, lab.keypair(`free ${i}`))
      if (key !== null) keys.push(key)
    }
    const honest = await lab.honest(served)
    let slow = 0
    lab.proxy.lie('rpc', ({ body, forward }) => {
      if (!SLOW.test(body.toString('latin1', 0, 4_096))) return null
      slow++
      return sleep(NODE_MS).then(forward)
    })
    const statuses: number[] = []
    const scan = async (at: number) => {
      const wallet = encodeBase58(randomBytes(32))
      const { key } = keys[at % keys.length]!
      const reply = await target.as(key, `/v1/refund/scan?wallet=${wallet}`, { from: STRANGER, withinMs: 30_000 })
      statuses.push(reply.status)
    }
    const load = await honest.under(`${SCANS} scans by ${keys.length} free keys`, async () => {
      await Promise.all(Array.from({ length: SCANS }, (_, at) => scan(at)))
    })
    const counts = [...new Set(statuses)].map(
      (status) => `${statuses.filter((one) => one === status).length} x ${status}`,
    )
    const got = [`scans: ${counts.join(', ')}`, `${slow} calls of the node took ${NODE_MS} ms`]
    return { tried: `a node whose lists take ${NODE_MS / 1_000} s`, got, taken: [], lost: [], loads: [load] }
  },
}
