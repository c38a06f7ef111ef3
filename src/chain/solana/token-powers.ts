import { setImmediate as nextTurn } from 'node:timers/promises'
import { readU32, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'

/** A standing power over someone's token account. `amountRaw`: of a delegate, what it may spend; of a close authority,
 *  what lies in the account. */
export type StandingPower = {
  readonly owner: string
  readonly kind: 'delegate' | 'close_authority'
  readonly by: string
  readonly amountRaw: bigint
}

/** From the owner to the close authority, as `dataSlice` cuts it out of a token account. */
export const OWNER_TO_POWERS = { offset: 32, length: 133 } as const

const OWNER_AT = 0
const AMOUNT_AT = 32
const DELEGATE_AT = 40
const DELEGATED_AT = 89
const CLOSE_AUTHORITY_AT = 97
const KEY_BYTES = 32
/** Slices looked at between turns of the loop: most have no power in them. */
const SLICES_PER_TURN = 4_096

/** Powers that others than the owner hold over the accounts of these slices, the largest amounts first, equal ones by
 *  owner, kind and holder; at most `most`. */
export async function powersIn(slices: readonly Uint8Array[], most: number): Promise<readonly StandingPower[]> {
  const powers: StandingPower[] = []
  for (const [i, slice] of slices.entries()) {
    if (i % SLICES_PER_TURN === SLICES_PER_TURN - 1) await nextTurn()
    if (slice.length < OWNER_TO_POWERS.length) continue
    if (readU32(slice, DELEGATE_AT) === 1) addPower(powers, slice, 'delegate')
    if (readU32(slice, CLOSE_AUTHORITY_AT) === 1) addPower(powers, slice, 'close_authority')
  }
  return powers.sort(largestFirst).slice(0, most)
}

function addPower(powers: StandingPower[], slice: Uint8Array, kind: StandingPower['kind']): void {
  const isDelegate = kind === 'delegate'
  const owner = keyAt(slice, OWNER_AT)
  const by = keyAt(slice, (isDelegate ? DELEGATE_AT : CLOSE_AUTHORITY_AT) + 4)
  if (by !== owner) powers.push({ owner, kind, by, amountRaw: readU64(slice, isDelegate ? DELEGATED_AT : AMOUNT_AT) })
}

function keyAt(slice: Uint8Array, at: number): string {
  return encodeBase58(slice.subarray(at, at + KEY_BYTES))
}

function largestFirst(a: StandingPower, b: StandingPower): number {
  if (a.amountRaw !== b.amountRaw) return a.amountRaw > b.amountRaw ? -1 : 1
  return keyOf(a) < keyOf(b) ? -1 : 1
}

function keyOf({ owner, kind, by }: StandingPower): string {
  return `${owner} ${kind} ${by}`
}
