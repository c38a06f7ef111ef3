import { putInt, uintAt } from '../byte-fields.ts'
import { OBSERVATION_AT, OBSERVATION_ROW_BYTES, OBSERVATIONS } from './layout.ts'

/** A row this old is followed by a new one. */
const ROW_SECS = 15n
const FRACTION_BITS = 32n

/** Adds the prices that held since the last update to the sums of a pool's price history, in place. */
export function observePrices(bytes: Uint8Array, nowSec: bigint, reserve0: bigint, reserve1: bigint): void {
  const index = Number(uintAt(bytes, OBSERVATION_AT.index, 2))
  const row = rowAt(index)
  if (bytes[OBSERVATION_AT.initialized] === 0) {
    bytes[OBSERVATION_AT.initialized] = 1
    putInt(bytes, row, 8, nowSec)
    putInt(bytes, OBSERVATION_AT.lastUpdate, 8, nowSec)
    return
  }
  const rowSec = uintAt(bytes, row, 8)
  const elapsed = nowSec - uintAt(bytes, OBSERVATION_AT.lastUpdate, 8)
  if (elapsed <= 0n || nowSec <= rowSec) return
  const isOld = nowSec - rowSec >= ROW_SECS
  const nextIndex = isOld ? (index + 1) % OBSERVATIONS : index
  const next = rowAt(nextIndex)
  const sum = (offset: number, price: bigint): bigint =>
    BigInt.asUintN(128, uintAt(bytes, row + offset, 16) + price * elapsed)
  const sums = [
    sum(8, (reserve1 << FRACTION_BITS) / reserve0),
    sum(24, (reserve0 << FRACTION_BITS) / reserve1),
  ] as const
  if (isOld) putInt(bytes, next, 8, nowSec)
  putInt(bytes, next + 8, 16, sums[0])
  putInt(bytes, next + 24, 16, sums[1])
  putInt(bytes, OBSERVATION_AT.index, 2, nextIndex)
  putInt(bytes, OBSERVATION_AT.lastUpdate, 8, nowSec)
}

function rowAt(index: number): number {
  return OBSERVATION_AT.rows + (index % OBSERVATIONS) * OBSERVATION_ROW_BYTES
}
