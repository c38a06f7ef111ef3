import type { InstructionSpec } from '../instruction-spec.ts'

const readAuthorityType = (kind: number) => (kind === 0 ? 'Voter' : 'Withdrawer')

/** Vote program, bincode: what owners of vote accounts send. Votes themselves do not occur in the sandbox. */
export const VOTE_INSTRUCTIONS: ReadonlyMap<number, InstructionSpec> = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'initialize',
      accounts: 'voteAccount rentSysvar clockSysvar node',
      data: (r) => ({
        node: r.key(),
        authorizedVoter: r.key(),
        authorizedWithdrawer: r.key(),
        commission: r.u8(),
      }),
    },
  ],
  [
    1,
    {
      type: 'authorize',
      accounts: 'voteAccount clockSysvar authority',
      data: (r) => ({ newAuthority: r.key(), authorityType: readAuthorityType(r.u32()) }),
    },
  ],
  [
    3,
    {
      type: 'withdraw',
      accounts: 'voteAccount destination withdrawAuthority',
      data: (r) => ({ lamports: r.bareU64() }),
    },
  ],
  [
    4,
    {
      type: 'updateValidatorIdentity',
      accounts: 'voteAccount newValidatorIdentity withdrawAuthority',
    },
  ],
  [5, { type: 'updateCommission', accounts: 'voteAccount withdrawAuthority', data: (r) => ({ commission: r.u8() }) }],
  [
    7,
    {
      type: 'authorizeChecked',
      accounts: 'voteAccount clockSysvar authority newAuthority',
      data: (r) => ({ authorityType: readAuthorityType(r.u32()) }),
    },
  ],
])
