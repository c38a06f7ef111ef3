import { LOOKUP_TABLE_HEADER_BYTES, readU32, readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { addressBytes } from '../pda.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../program-ids.ts'
import type { ReclaimClass } from './reclaimable.ts'
import { SLOT_HASHES } from './slot-hashes.ts'

const TABLE_CODE = 1
const OFF_SLOT_OFFSET = 4
/** Where a table says that it has an authority, and names it. */
const AUTHORITY_OFFSET = 21
const STILL_ACTIVE = 2n ** 64n - 1n

/** Lookup tables whose authority is the wallet. One that was switched off can be closed when the slot of that has left
 *  the SlotHashes sysvar: slots without a block are not in it, so the count of slots alone does not tell. */
export const lookupTables: ReclaimClass = {
  kind: 'lookup_tables',
  program: ADDRESS_LOOKUP_TABLE_PROGRAM,
  headBytes: LOOKUP_TABLE_HEADER_BYTES,
  filters: (wallet) => [
    { memcmp: { offset: 0, bytes: encodeBase58(Uint8Array.of(TABLE_CODE, 0, 0, 0)) } },
    {
      memcmp: {
        offset: AUTHORITY_OFFSET,
        bytes: encodeBase58(Buffer.concat([Uint8Array.of(1), addressBytes(wallet)])),
      },
    },
  ],
  describe({ address, lamports, data }, wallet, { clock, recentSlots }) {
    if (data.length < LOOKUP_TABLE_HEADER_BYTES || readU32(data, 0) !== TABLE_CODE) return null
    if (data[AUTHORITY_OFFSET] !== 1 || !isAddressAt(data, AUTHORITY_OFFSET + 1, wallet)) return null
    const row = { account: address, lamports, closes: true }
    const offSlot = readU64(data, OFF_SLOT_OFFSET)
    if (offSlot === STILL_ACTIVE) return { ...row, state: 'active', readyInSlots: null }
    const at = recentSlots.indexOf(Number(offSlot))
    // What was switched off in a block that is not in the list yet cools as well.
    const isNewer = offSlot >= BigInt(Math.max(recentSlots[0] ?? 0, clock.slot))
    if (at < 0 && !isNewer) return { ...row, state: 'ready', readyInSlots: null }
    return { ...row, state: 'cooling', readyInSlots: SLOT_HASHES.entries - Math.max(at, 0) }
  },
}

/** Whether an address is at an offset. */
export function isAddressAt(data: Uint8Array, offset: number, address: string): boolean {
  return Buffer.compare(data.subarray(offset, offset + 32), addressBytes(address)) === 0
}
