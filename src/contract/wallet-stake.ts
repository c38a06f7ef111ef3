import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, nullable } from './shapes.ts'

const lamports = (of: string) => Type.Integer({ minimum: 0, description: `${of} Lamports, all digits written.` })
const sol = (of: string) => Type.Number({ minimum: 0, description: `${of} SOL, to the lamport.` })

/** How a delegation stands in the present epoch, beside the specification's three states. */
const Activation = closed({
  state: Type.Enum(['activating', 'active', 'deactivating', 'inactive']),
  effectiveLamports: lamports('What earns rewards in this epoch.'),
  activatingLamports: lamports('Delegated, but not effective yet.'),
  deactivatingLamports: lamports('Of what is effective, what is on its way out.'),
})

/** Spec 2.4 stake account. */
const StakeRow = closed({
  stakeAccount: AddressSchema,
  lamports: lamports('All that the account holds.'),
  sol: sol('The same.'),
  state: Type.Enum(['active', 'deactivating', 'inactive'], {
    description: 'Delegated; delegated with a deactivation epoch set; not delegated. `activation` says how far it is.',
  }),
  voteAccount: nullable(AddressSchema),
  activeStakeSol: sol('The delegated stake, 0 without a delegation.'),
  rentExempt: lamports('The deposit that the account was made with.'),
  roles: Type.Array(Type.Enum(['staker', 'withdrawer']), {
    description: 'What the wallet may do with it. Who is only the staker cannot have its SOL.',
  }),
  staker: AddressSchema,
  withdrawer: AddressSchema,
  validatorIdentity: nullable(AddressSchema),
  validatorName: nullable(
    Type.String({ description: 'As the validator calls itself in a Config account that its identity signed.' }),
  ),
  activationEpoch: NullableInteger,
  deactivationEpoch: NullableInteger,
  activation: nullable(Activation),
  lockup: nullable(
    closed(
      { untilTs: NullableInteger, untilEpoch: NullableInteger, custodian: AddressSchema },
      'Until then only the custodian lets anything out. Null once it is over.',
    ),
  ),
})

export const StakeReply = closed({
  wallet: AddressSchema,
  stakeAccounts: Type.Array(StakeRow, { description: 'Largest first.' }),
  count: Type.Integer({ minimum: 0 }),
  totalStakedSol: sol('Sum of `activeStakeSol` over the accounts that the wallet may withdraw from.'),
  totalSol: sol('Sum of `sol` over the same accounts.'),
  epoch: Type.Integer({ minimum: 0 }),
  missing: Missing,
  generatedAt: EpochMs,
})
export type StakeReply = Static<typeof StakeReply>
export type StakeRow = Static<typeof StakeRow>
