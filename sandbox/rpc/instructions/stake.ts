import type { ByteReader } from '../byte-reader.ts'
import type { InstructionSpec } from '../instruction-spec.ts'

const readLockup = (r: ByteReader) => ({ unixTimestamp: r.bareI64(), epoch: r.bareU64(), custodian: r.key() })
const readAuthorityType = (r: ByteReader) => (r.u32() === 0 ? 'Staker' : 'Withdrawer')

/** Only the members that were given. */
function readLockupArguments(r: ByteReader, withCustodian: boolean) {
  return {
    ...(r.bool() ? { unixTimestamp: r.bareI64() } : {}),
    ...(r.bool() ? { epoch: r.bareU64() } : {}),
    ...(withCustodian && r.bool() ? { custodian: r.key() } : {}),
  }
}

/** Stake program, bincode. Names as in the node's parser. */
export const STAKE_INSTRUCTIONS: ReadonlyMap<number, InstructionSpec> = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'initialize',
      accounts: 'stakeAccount rentSysvar',
      data: (r) => ({ authorized: { staker: r.key(), withdrawer: r.key() }, lockup: readLockup(r) }),
    },
  ],
  [
    1,
    {
      type: 'authorize',
      accounts: 'stakeAccount clockSysvar authority custodian?',
      data: (r) => ({ newAuthority: r.key(), authorityType: readAuthorityType(r) }),
    },
  ],
  [
    2,
    {
      type: 'delegate',
      accounts: 'stakeAccount voteAccount clockSysvar stakeHistorySysvar stakeConfigAccount stakeAuthority',
    },
  ],
  [
    3,
    {
      type: 'split',
      accounts: 'stakeAccount newSplitAccount stakeAuthority',
      data: (r) => ({ lamports: r.bareU64() }),
    },
  ],
  [
    4,
    {
      type: 'withdraw',
      accounts: 'stakeAccount destination clockSysvar stakeHistorySysvar withdrawAuthority custodian?',
      data: (r) => ({ lamports: r.bareU64() }),
    },
  ],
  [5, { type: 'deactivate', accounts: 'stakeAccount clockSysvar stakeAuthority' }],
  [
    6,
    {
      type: 'setLockup',
      accounts: 'stakeAccount custodian',
      data: (r) => ({ lockup: readLockupArguments(r, true) }),
    },
  ],
  [7, { type: 'merge', accounts: 'destination source clockSysvar stakeHistorySysvar stakeAuthority' }],
  [
    8,
    {
      type: 'authorizeWithSeed',
      accounts: 'stakeAccount authorityBase clockSysvar? custodian?',
      data: (r) => ({
        newAuthorized: r.key(),
        authorityType: readAuthorityType(r),
        authoritySeed: r.longText(),
        authorityOwner: r.key(),
      }),
    },
  ],
  [9, { type: 'initializeChecked', accounts: 'stakeAccount rentSysvar staker withdrawer' }],
  [
    10,
    {
      type: 'authorizeChecked',
      accounts: 'stakeAccount clockSysvar authority newAuthority custodian?',
      data: (r) => ({ authorityType: readAuthorityType(r) }),
    },
  ],
  [
    11,
    {
      type: 'authorizeCheckedWithSeed',
      accounts: 'stakeAccount authorityBase clockSysvar newAuthorized custodian?',
      data: (r) => ({ authorityType: readAuthorityType(r), authoritySeed: r.longText(), authorityOwner: r.key() }),
    },
  ],
  [
    12,
    {
      type: 'setLockupChecked',
      accounts: 'stakeAccount custodian',
      data: (r, accounts) => ({
        lockup: {
          ...readLockupArguments(r, false),
          ...(accounts[2] === undefined ? {} : { custodian: accounts[2] }),
        },
      }),
    },
  ],
  [13, { type: 'getMinimumDelegation', accounts: '' }],
  [14, { type: 'deactivateDelinquent', accounts: 'stakeAccount voteAccount referenceVoteAccount' }],
  [
    16,
    {
      type: 'moveStake',
      accounts: 'source destination stakeAuthority',
      data: (r) => ({ lamports: r.bareU64() }),
    },
  ],
  [
    17,
    {
      type: 'moveLamports',
      accounts: 'source destination stakeAuthority',
      data: (r) => ({ lamports: r.bareU64() }),
    },
  ],
])
