import { setImmediate as nextTurn } from 'node:timers/promises'
import { LOOP_TURNS } from '../config/loop-turns.ts'

/** Long work of one request in slices. */
export type TurnSlices = {
  /** Call before each piece: goes on at once while the slice has time left, else in a later turn of the loop. The first call
   *  always waits for a turn: what the pieces were made of may have just been read in this one. */
  next(): Promise<void>
}

/** By time, not by number: a transaction takes 0.05 ms or a whole one. */
export function createTurnSlices(sliceMs: number = LOOP_TURNS.sliceMs): TurnSlices {
  let endMs = Number.NEGATIVE_INFINITY
  return {
    async next() {
      if (performance.now() < endMs) return
      await nextTurn()
      endMs = performance.now() + sliceMs
    },
  }
}
