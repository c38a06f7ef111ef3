import type { ChainMeasure } from '../../contract/chain-evidence.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment } from '../environment.ts'
import type { ChainMeasuresTable } from '../store.ts'

/** Key: the service key of a chain. Value: its newest measurement. */
export function openChainMeasures(env: Environment): { readonly table: ChainMeasuresTable; clear(): Promise<void> } {
  const rows = env.table<string>('chainMeasures.v1')
  const table: ChainMeasuresTable = {
    get(chain) {
      const bytes = rows.get(chain)
      return bytes === undefined ? undefined : decodeDurable<ChainMeasure>(bytes)
    },
    put: (measure) => env.put(rows, measure.chain, encodeDurable(measure)),
  }
  return { table, clear: () => env.clear(rows as never) }
}
