import { STRANGER } from '../ask.ts'
import type { Attack, Findings, LoadFigures } from '../attack.ts'
import type { ShapeName } from '../flood-shapes.ts'
import { describeFlood, flood } from '../start-flood.ts'

const SHAPES: readonly ShapeName[] = ['long-heads', 'half-open', 'pipelined', 'unread', 'subscribe']

/** Connections that never say what they want, that ask and do not read, and topics that come and go. */
export const connectionFloods: Attack = {
  name: 'connection-floods',
  finding: 'own',
  async run(lab): Promise<Findings> {
    const served = await lab.served({ INGEST_MODE: 'server' })
    const { target } = served
    const { key } = await target.createKey('--tier', 'data')
    const honest = await lab.honest(served)
    const got: string[] = []
    const loads: LoadFigures[] = []
    for (const shape of SHAPES) {
      const forMs = lab.seconds(5, 30) * 1_000
      const load = await honest.under(shape, async () => {
        got.push(`${shape}: ${describeFlood(await flood({ port: target.port, shape, from: STRANGER, key, forMs }))}`)
      })
      loads.push(load)
    }
    return {
      tried: 'half-open and unread connections, long heads, pipelines, subscriptions; up to 400 at once',
      got,
      taken: [],
      lost: [],
      loads,
    }
  },
}
