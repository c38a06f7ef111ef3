import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { keccak256 } from './keccak.ts'
import type { EvmLog } from './log.ts'

/* The bloom of a header has three of its 2,048 bits set for each address and topic of the block's logs. So it proves
 * that something is missing from it, and never that something is in it. */

const BLOOM_BYTES = 256
const places = createBoundedMap<string, Uint16Array>(EVM_LIMITS.bloomPlaces)

/** Whether something with this address or topic (hex) may be in the block; false is certain. */
export function mayHold(bloom: string, item: string): boolean {
  return placesOf(item).every((bit) => hasBit(bloom, bit))
}

/** Whether all logs may be of the block whose header has this bloom; false is certain. */
export function mayHoldAll(bloom: string, logs: readonly EvmLog[]): boolean {
  return logs.every(({ address, topics }) => mayHold(bloom, address) && mayHold(bloom, topics[0]!))
}

/** The three bits of an item, counted from the lowest. */
function placesOf(item: string): Uint16Array {
  const known = places.peek(item)
  if (known !== undefined) return known
  const digest = keccak256(Buffer.from(item.slice(2), 'hex'))
  const found = Uint16Array.of(0, 0, 0)
  for (let at = 0; at < 3; at++) found[at] = ((digest[2 * at]! << 8) | digest[2 * at + 1]!) & 0x7ff
  places.set(item, found)
  return found
}

function hasBit(bloom: string, bit: number): boolean {
  const byte = BLOOM_BYTES - 1 - (bit >> 3)
  const value = Number.parseInt(bloom.slice(2 + 2 * byte, 4 + 2 * byte), 16)
  return ((value >> (bit & 7)) & 1) === 1
}
