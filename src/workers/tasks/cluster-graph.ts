import { clusterHolders } from '../../hot-paths/cluster-holders.ts'
import { ENTITY_CONCENTRATION_LENGTH, entityConcentration } from '../../hot-paths/entity-concentration.ts'
import type { TaskInput, TaskOutput } from '../tasks.ts'
import { transferColumns } from '../transferable.ts'

/** Entities of a holder graph and the figures of `ENTITY_CONCENTRATION` over them. */
export default function task({
  graph,
  options,
  skipped,
  supply,
}: TaskInput<'clusterGraph'>): TaskOutput<'clusterGraph'> {
  const entities = clusterHolders(graph, options)
  const { entityOf, entityCount } = entities
  const concentration = new Float64Array(ENTITY_CONCENTRATION_LENGTH)
  entityConcentration({ amounts: graph.amounts, entityOf, entityCount, skipped, supply }, concentration)
  const { memberCount, share, strongEdges, weakEdges, meanWeight, weakKinds } = entities
  const columns = [entityOf, memberCount, share, strongEdges, weakEdges, meanWeight, weakKinds, concentration]
  return transferColumns({ entities, concentration }, columns)
}
