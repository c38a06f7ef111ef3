import { Bench } from 'tinybench'
import { clusterHolders } from '../../src/hot-paths/cluster-holders.ts'
import { ENTITY_CONCENTRATION_LENGTH, entityConcentration } from '../../src/hot-paths/entity-concentration.ts'
import { holderGraph } from '../engines/holder-graph.ts'

const bench = new Bench({ name: 'entity-concentration', time: 300, warmupTime: 100 })
const out = new Float64Array(ENTITY_CONCENTRATION_LENGTH)
for (const holders of [500, 50_000]) {
  const graph = holderGraph(holders, 7)
  const options = { seed: 1, weakThreshold: 0.7, minWeakKinds: 2, density: 0.2, gatherKinds: false }
  const { entityOf, entityCount } = clusterHolders(graph, options)
  const input = { amounts: graph.amounts, entityOf, entityCount, skipped: graph.excluded, supply: 1 }
  bench.add(`${holders} holders in ${entityCount} entities`, () => {
    entityConcentration(input, out)
  })
}
await bench.run()
console.table(bench.table())
