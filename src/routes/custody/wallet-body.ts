import { CUSTODY } from '../../config/custody.ts'
import { baseUnits } from '../../contract/amount-members.ts'
import { CUSTODY_WALLET_KINDS } from '../../contract/custody.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { neverNull, optional, Refusal } from '../../contract/member.ts'
import { address, either, flag, oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { label, text } from '../../contract/text-members.ts'
import { given, givenAs, implies } from '../../contract/together.ts'
import type { CustodyWalletParams } from '../../services/custody/create.ts'
import { USER_REF_PATTERN } from '../../services/custody/user-ref.ts'
import type { WithdrawParams } from '../../services/custody/withdraw-params.ts'

/* The bodies of the routes of wallets. A member that is null counts as absent, but for those that say how much, where
 * to or whether anything moves at all; unknown members are refused. */

const userRef = text({
  minChars: 1,
  maxChars: CUSTODY.userRefChars,
  pattern: USER_REF_PATTERN,
  expected: `1 to ${CUSTODY.userRefChars} letters, digits and . _ : @ + -`,
  description: 'The user, as X-User-Ref will name them.',
})
const withdrawTo = listOf(address(), {
  max: CUSTODY.withdrawToMax,
  of: 'addresses',
  isDistinct: true,
  description: 'Where withdrawals may go; anywhere when it is empty or absent.',
})
const isWatch = givenAs('kind', 'watch')

export const createBody: BodyRule<CustodyWalletParams> = jsonBody(
  objectOf(
    {
      user_ref: userRef,
      label: optional(label(CUSTODY.labelChars), ''),
      kind: optional(oneOf(CUSTODY_WALLET_KINDS), 'derived'),
      address: optional(address({ description: 'Of a `watch` wallet; a derived one has its own.' }), null),
      withdraw_to: neverNull(optional(withdrawTo, [])),
    },
    {
      isClosed: true,
      together: [
        {
          schema: { allOf: [implies(isWatch, given('address')), implies(given('address'), isWatch)] },
          judge({ kind, address: own }) {
            if (kind === 'watch' && own === null) return new Refusal('address: needed with kind watch')
            return kind !== 'watch' && own !== null ? new Refusal('address: only with kind watch') : null
          },
        },
      ],
    },
  ),
  {
    finish: ({ user_ref, withdraw_to, ...others }) => ({ ...others, userRef: user_ref, withdrawTo: withdraw_to }),
  },
)

const amount = either(oneOf(['max']), baseUnits({ min: 1n }), {
  expected: 'base units from 1, as a text of digits where they pass 2^53 - 1, or max',
  code: 'invalid_amount',
  description: 'Base units (lamports of SOL), or `max` for everything.',
})

export const withdrawBody: BodyRule<WithdrawParams> = jsonBody(
  objectOf(
    {
      to: address({ description: 'A wallet, or a token account of the mint.' }),
      mint: optional(
        either(oneOf(['SOL']), address(), {
          expected: 'SOL or an address',
          wrong: 'invalid mint',
          code: 'invalid_mint',
          description: '`SOL`, or the mint of a token; wrapped SOL by its mint.',
        }),
        'SOL',
      ),
      amount,
      simulate: neverNull(flag('Execute it without sending it.')),
    },
    { isClosed: true },
  ),
  {
    finish: ({ mint, ...others }) => ({ ...others, mint: mint === 'SOL' ? null : mint }),
  },
)
