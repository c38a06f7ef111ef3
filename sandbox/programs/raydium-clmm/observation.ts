import { intAt, putInt, uintAt } from '../byte-fields.ts'
import { OBSERVATION_AT } from './layout.ts'

const ROWS = 100
const ROW_BYTES = 44
/** A row this old is followed by a new one. */
const ROW_SECS = 15

/** Adds the tick that held since the last row to a pool's history, in place. */
export function observeTick(bytes: Uint8Array, nowSec: number, tick: number): void {
  const index = Number(uintAt(bytes, OBSERVATION_AT.index, 2))
  const row = OBSERVATION_AT.rows + index * ROW_BYTES
  if (bytes[OBSERVATION_AT.initialized] === 0) {
    bytes[OBSERVATION_AT.initialized] = 1
    putInt(bytes, row, 4, nowSec)
    putInt(bytes, row + 4, 8, 0)
    return
  }
  const elapsed = nowSec - Number(uintAt(bytes, row, 4))
  if (elapsed < ROW_SECS) return
  const next = (index + 1) % ROWS
  const nextRow = OBSERVATION_AT.rows + next * ROW_BYTES
  putInt(bytes, nextRow, 4, nowSec)
  putInt(bytes, nextRow + 4, 8, BigInt.asIntN(64, intAt(bytes, row + 4, 8) + BigInt(tick) * BigInt(elapsed)))
  putInt(bytes, OBSERVATION_AT.index, 2, next)
}
