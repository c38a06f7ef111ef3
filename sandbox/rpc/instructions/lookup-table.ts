import type { InstructionSpec } from '../instruction-spec.ts'

/** A message has at most 256 keys, a table at most 256 addresses. */
const MAX_ADDRESSES = 256n

/** Address Lookup Table program, bincode. Names as in the node's parser. */
export const LOOKUP_TABLE_INSTRUCTIONS: ReadonlyMap<number, InstructionSpec> = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'createLookupTable',
      accounts: 'lookupTableAccount lookupTableAuthority payerAccount systemProgram',
      data: (r) => ({ recentSlot: r.bareU64(), bumpSeed: r.u8() }),
    },
  ],
  [1, { type: 'freezeLookupTable', accounts: 'lookupTableAccount lookupTableAuthority' }],
  [
    2,
    {
      type: 'extendLookupTable',
      accounts: 'lookupTableAccount lookupTableAuthority payerAccount? systemProgram?',
      data: (r) => {
        const count = r.u64()
        if (count > MAX_ADDRESSES) throw new RangeError(`${count} addresses`)
        return { newAddresses: Array.from({ length: Number(count) }, () => r.key()) }
      },
    },
  ],
  [3, { type: 'deactivateLookupTable', accounts: 'lookupTableAccount lookupTableAuthority' }],
  [4, { type: 'closeLookupTable', accounts: 'lookupTableAccount lookupTableAuthority recipient' }],
])
