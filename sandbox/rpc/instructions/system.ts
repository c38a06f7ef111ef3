import type { InstructionSpec } from '../instruction-spec.ts'

/** System program, bincode. Names as in the node's parser. */
export const SYSTEM_INSTRUCTIONS: ReadonlyMap<number, InstructionSpec> = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'createAccount',
      accounts: 'source newAccount',
      data: (r) => ({ lamports: r.bareU64(), space: r.bareU64(), owner: r.key() }),
    },
  ],
  [1, { type: 'assign', accounts: 'account', data: (r) => ({ owner: r.key() }) }],
  [2, { type: 'transfer', accounts: 'source destination', data: (r) => ({ lamports: r.bareU64() }) }],
  [
    3,
    {
      type: 'createAccountWithSeed',
      accounts: 'source newAccount',
      data: (r) => ({
        base: r.key(),
        seed: r.longText(),
        lamports: r.bareU64(),
        space: r.bareU64(),
        owner: r.key(),
      }),
    },
  ],
  [4, { type: 'advanceNonce', accounts: 'nonceAccount recentBlockhashesSysvar nonceAuthority' }],
  [
    5,
    {
      type: 'withdrawFromNonce',
      accounts: 'nonceAccount destination recentBlockhashesSysvar rentSysvar nonceAuthority',
      data: (r) => ({ lamports: r.bareU64() }),
    },
  ],
  [
    6,
    {
      type: 'initializeNonce',
      accounts: 'nonceAccount recentBlockhashesSysvar rentSysvar',
      data: (r) => ({ nonceAuthority: r.key() }),
    },
  ],
  [7, { type: 'authorizeNonce', accounts: 'nonceAccount nonceAuthority', data: (r) => ({ newAuthorized: r.key() }) }],
  [8, { type: 'allocate', accounts: 'account', data: (r) => ({ space: r.bareU64() }) }],
  [
    9,
    {
      type: 'allocateWithSeed',
      accounts: 'account',
      data: (r) => ({ base: r.key(), seed: r.longText(), space: r.bareU64(), owner: r.key() }),
    },
  ],
  [
    10,
    {
      type: 'assignWithSeed',
      accounts: 'account',
      data: (r) => ({ base: r.key(), seed: r.longText(), owner: r.key() }),
    },
  ],
  [
    11,
    {
      type: 'transferWithSeed',
      accounts: 'source sourceBase destination',
      data: (r) => ({ lamports: r.bareU64(), sourceSeed: r.longText(), sourceOwner: r.key() }),
    },
  ],
  [12, { type: 'upgradeNonce', accounts: 'nonceAccount' }],
])
