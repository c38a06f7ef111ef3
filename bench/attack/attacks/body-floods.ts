import { STRANGER } from '../ask.ts'
import type { Attack, Findings, LoadFigures } from '../attack.ts'
import type { ShapeName } from '../flood-shapes.ts'
import { registerKey } from '../free-key.ts'
import { describeFlood, flood } from '../start-flood.ts'

const WITHOUT_KEY: readonly ShapeName[] = ['domains', 'lists', 'nesting', 'withheld', 'trickle']
const WITH_FREE_KEY: readonly ShapeName[] = ['keyed-lists', 'keyed-withheld']

/** Long, deep, slow and unfinished bodies by someone without a key, or with one that anyone gets. */
export const bodyFloods: Attack = {
  name: 'body-floods',
  finding: '4',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const { target } = served
    const free = await registerKey(target, lab.keypair('free'))
    if (free === null) throw new Error('no free key was given')
    const honest = await lab.honest(served)
    const got: string[] = []
    const loads: LoadFigures[] = []
    for (const shape of [...WITHOUT_KEY, ...WITH_FREE_KEY]) {
      const forMs = lab.seconds(5, 30) * 1_000
      const load = await honest.under(shape, async () => {
        const report = await flood({ port: target.port, shape, from: STRANGER, key: free.key, forMs })
        got.push(`${shape}: ${describeFlood(report)}`)
      })
      loads.push(load)
    }
    return {
      tried: 'bodies of 5 MiB: lists, nesting, a last byte kept back, trickles; 7 to 100 connections',
      got,
      taken: [],
      lost: [],
      loads,
    }
  },
}
