import { setImmediate as nextTurn } from 'node:timers/promises'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { isOnCurve } from './pda.ts'

const OWNER_BYTES = 32
/** Testing one owner for the curve takes 30 to 100 µs: up to a millisecond's worth between turns of the loop. */
const OWNERS_PER_TURN = 10

/** Owners of token accounts (slices that begin with them) that are no point of the curve, so that only a program can
 *  act for them; sorted. Null where there are more than `most` owners. */
export async function ownersWithoutKey(slices: readonly Uint8Array[], most: number): Promise<readonly string[] | null> {
  const owners = new Map<string, Uint8Array>()
  for (const slice of slices) {
    if (slice.length < OWNER_BYTES) continue
    const bytes = slice.subarray(0, OWNER_BYTES)
    owners.set(Buffer.from(bytes).toString('latin1'), bytes)
    if (owners.size > most) return null
  }
  const found: string[] = []
  let tested = 0
  for (const bytes of owners.values()) {
    if (++tested % OWNERS_PER_TURN === 0) await nextTurn()
    if (!isOnCurve(bytes)) found.push(encodeBase58(bytes))
  }
  return found.sort()
}
