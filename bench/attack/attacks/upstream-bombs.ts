import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { STRANGER } from '../ask.ts'
import type { Attack, Findings, LoadFigures } from '../attack.ts'
import type { ProxiedReply } from '../provider-proxy.ts'

const BOMB_MIB = 256
const PLAIN_MIB = 100
const MIB = 2 ** 20
const CALLS = 4
const EVERY_MS = 1_000
/** Room for buffers and what a simulated buy leaves before it is collected. */
const MOST_GROWTH_MIB = 300

/** A provider whose replies are small on the wire and huge once they are unpacked, or endless. */
export const upstreamBombs: Attack = {
  name: 'upstream-bombs',
  finding: 'own',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const { target } = served
    const packed: ProxiedReply = {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(BOMB_MIB * MIB, 0x20)),
    }
    const plain: ProxiedReply = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(PLAIN_MIB * MIB, 0x5b),
    }
    const honest = await lab.honest(served)
    const before = target.memoryMib()
    let most = before
    const got: string[] = []
    const loads: LoadFigures[] = []
    for (const [name, reply] of [
      ['packed', packed],
      ['plain', plain],
    ] as const) {
      const statuses: number[] = []
      const load = await honest.under(`${name} replies`, async () => {
        lab.proxy.lie('tokenInfo', () => Promise.resolve(reply))
        lab.proxy.lie('dexscreener', () => Promise.resolve(reply))
        for (let i = 0; i < CALLS; i++) {
          const mints = [lab.keypair(`mint ${i} ${name}`).address]
          const info = target.ask('/api/token-info', { body: { mints }, from: STRANGER })
          const prices = target.as(served.key.key, '/api/v2/tokens/prices', { body: { mints }, from: STRANGER })
          for (const { status } of await Promise.all([info, prices])) statuses.push(status)
          most = Math.max(most, target.memoryMib())
          await sleep(EVERY_MS)
        }
        lab.proxy.honestAgain()
      })
      loads.push(load)
      got.push(`${name} replies, answered with ${statuses.join(', ')} (0: cut)`)
    }
    got.push(`the server's memory: ${before} MiB before, ${most} MiB at most`)
    const lost = most - before > MOST_GROWTH_MIB ? [`${most - before} MiB of memory`] : []
    return {
      tried: `replies of ${BOMB_MIB} MiB packed into ${packed.body.length} bytes, and of ${PLAIN_MIB} MiB`,
      got,
      taken: [],
      lost,
      loads,
    }
  },
}
