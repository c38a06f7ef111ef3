import { parentPort } from 'node:worker_threads'
import { CONCENTRATION_LENGTH, concentration } from '../../src/hot-paths/concentration.ts'

/** The floor: a bare worker that computes the same and sends its answer back. */
parentPort!.on('message', ({ id, balances, supply }: { id: number; balances: Float64Array; supply: number }) => {
  const figures = new Float64Array(CONCENTRATION_LENGTH)
  concentration(balances, supply, figures)
  parentPort!.postMessage({ id, figures })
})
