import { REFUND } from '../../config/refund.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { listOf } from '../../contract/list-members.ts'
import { defaulting, neverNull, optional, Refusal } from '../../contract/member.ts'
import { address, flag, integer, oneOf } from '../../contract/members.ts'
import { objectOf, type Together } from '../../contract/object-member.ts'
import { CLOSE_KINDS, type CloseKind } from '../../contract/refund.ts'
import { implies, needs, onlyWith } from '../../contract/together.ts'
import type { RefundParams } from '../../services/refund/refund-params.ts'

/* The bodies of the routes that take lamports back. A member that is null counts as absent, but for `simulate`; unknown
 * members are refused. */

const addresses = (description: string) =>
  optional(listOf(address(), { max: REFUND.namedMax, of: 'addresses', isDistinct: true, description }), [])

const SHARED_MEMBERS = {
  accounts: addresses('Only these. They are read directly, which also works where a node does not list accounts.'),
  client_signs: flag('Return unsigned transactions instead of sending any.'),
  wallet: optional(address({ description: 'Who signs and pays; needed with client_signs.' }), null),
  max_transactions: optional(integer({ min: 1, max: REFUND.transactionsMax }), REFUND.transactionsMax),
  simulate: neverNull(flag('Execute them without sending any.')),
}
const SIGNER = [
  needs('client_signs', 'wallet'),
  onlyWith('client_signs', 'wallet', '; a custodial wallet is named by X-User-Ref'),
] as const

const kinds = defaulting(
  listOf(oneOf(CLOSE_KINDS), {
    min: 1,
    max: CLOSE_KINDS.length,
    of: `of ${CLOSE_KINDS.join(', ')}`,
    isDistinct: true,
    description:
      '`wsol` unwraps all of it. `nonces` closes durable nonces: transactions signed with them can no longer be sent.',
  }),
  { value: ['empty'], shown: ['empty'] },
)

type Kinds = { readonly kinds: readonly CloseKind[] }
const hasKind = (kind: CloseKind) => ({
  required: ['kinds'],
  properties: { kinds: { type: 'array', contains: { const: kind } } },
})

const DUST: Together<Kinds & { readonly mints: readonly string[] }> = {
  schema: implies(hasKind('dust'), {
    required: ['mints'],
    properties: { mints: { type: 'array', minItems: 1 } },
  }),
  judge: ({ kinds: asked, mints }) =>
    asked.includes('dust') && mints.length === 0
      ? new Refusal('mints: required with dust, because only listed mints are burnt')
      : null,
}
const TABLES: Together<Kinds & { readonly deactivate_tables: boolean }> = {
  schema: implies(
    { required: ['deactivate_tables'], properties: { deactivate_tables: { const: true } } },
    hasKind('lookup_tables'),
  ),
  judge: ({ kinds: asked, deactivate_tables: isAsked }) =>
    isAsked && !asked.includes('lookup_tables')
      ? new Refusal('deactivate_tables: only with the kind lookup_tables')
      : null,
}

export const closeBody: BodyRule<RefundParams> = jsonBody(
  objectOf(
    {
      kinds,
      mints: addresses('Mints that may be burnt. Required with `dust`; nothing else is burnt.'),
      deactivate_tables: flag(
        'With `lookup_tables`: deactivates those in use as well. Transactions can then no longer use them, and they can be closed after the cooldown.',
      ),
      ...SHARED_MEMBERS,
    },
    { isClosed: true, together: [DUST, TABLES, ...SIGNER] },
  ),
  {
    isOptional: true,
    finish: ({ kinds: asked, mints, deactivate_tables: deactivateTables, ...shared }) => ({
      ...ofShared(shared),
      what: { do: 'close', kinds: asked, mints, deactivateTables },
    }),
  },
)

export const excessBody: BodyRule<RefundParams> = jsonBody(
  objectOf(SHARED_MEMBERS, { isClosed: true, together: SIGNER }),
  { isOptional: true, finish: (shared) => ({ ...ofShared(shared), what: { do: 'excess' } }) },
)

type Shared = {
  readonly accounts: readonly string[]
  readonly client_signs: boolean
  readonly wallet: string | null
  readonly max_transactions: number
  readonly simulate: boolean
}

function ofShared({ accounts, client_signs, wallet, max_transactions, simulate }: Shared) {
  return { accounts, clientSigns: client_signs, wallet, maxTransactions: max_transactions, simulate }
}
