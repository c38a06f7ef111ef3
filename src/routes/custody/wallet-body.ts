import Type from 'typebox'
import { CUSTODY } from '../../config/custody.ts'
import { closedBody } from '../../contract/closed-body.ts'
import { CUSTODY_WALLET_KINDS } from '../../contract/custody.ts'
import { readBaseUnits, readMembers } from '../../contract/exact-amount.ts'
import type { FailureCode } from '../../contract/failures.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule, isAddress } from '../../contract/params.ts'
import { hasUnseen } from '../../contract/unseen-characters.ts'
import type { CustodyWalletParams } from '../../services/custody/create.ts'
import { isUserRef } from '../../services/custody/user-ref.ts'
import type { WithdrawParams } from '../../services/custody/withdraw-params.ts'

/* The bodies of the routes of wallets. A member that is null counts as absent, but for those that say how much, where to
 * or whether anything moves at all; unknown members are refused. */

type Members = Readonly<Record<string, unknown>>

const MAX_U64 = 2n ** 64n - 1n

const createRule: BodyRule<CustodyWalletParams> = {
  schema: Type.Object({
    user_ref: Type.String({
      minLength: 1,
      maxLength: CUSTODY.userRefChars,
      pattern: '^[A-Za-z0-9._:@+-]+$',
      description: 'The user, as X-User-Ref will name them.',
    }),
    label: Type.Optional(Type.String({ maxLength: CUSTODY.labelChars })),
    kind: Type.Optional(Type.Enum([...CUSTODY_WALLET_KINDS], { default: 'derived' })),
    address: Type.Optional({ ...AddressSchema, description: 'Of a `watch` wallet; a derived one has its own.' }),
    withdraw_to: Type.Optional(
      Type.Array(AddressSchema, {
        maxItems: CUSTODY.withdrawToMax,
        description: 'Where withdrawals may go; anywhere when it is empty or absent.',
      }),
    ),
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const { user_ref: userRef } = json
    if (!isUserRef(userRef))
      return refuse(`user_ref: expected 1 to ${CUSTODY.userRefChars} letters, digits and . _ : @ + -`)
    const label = json['label'] ?? ''
    if (typeof label !== 'string' || label.length > CUSTODY.labelChars || hasUnseen(label))
      return refuse(`label: expected a text of at most ${CUSTODY.labelChars} characters, none of them unseen`)
    const kind = CUSTODY_WALLET_KINDS.find((one) => one === (json['kind'] ?? 'derived'))
    if (kind === undefined) return refuse(`kind: expected ${CUSTODY_WALLET_KINDS.join(' or ')}`)
    const address = json['address'] ?? null
    if (kind === 'watch' ? !isAddress(address) : address !== null)
      return refuse(kind === 'watch' ? 'address: expected an address' : 'address: only with kind watch')
    const withdrawTo = readAddresses(json['withdraw_to'] ?? [])
    if (!withdrawTo.ok) return withdrawTo
    return ok({
      userRef,
      label: label.toWellFormed(),
      kind,
      address: address as string | null,
      withdrawTo: withdrawTo.value,
    })
  },
}

const withdrawRule: BodyRule<WithdrawParams> = {
  schema: Type.Object({
    to: { ...AddressSchema, description: 'A wallet, or a token account of the mint.' },
    mint: Type.Optional(
      Type.String({ default: 'SOL', description: '`SOL`, or the mint of a coin; wrapped SOL by its mint.' }),
    ),
    amount: Type.Union([Type.String(), Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
      description: 'Base units (lamports of SOL) as a text of digits, or `max` for all there is.',
    }),
    simulate: Type.Optional(Type.Boolean({ default: false, description: 'Execute it without sending it.' })),
  }),
  parse(_json, text) {
    const members = readMembers(text)
    if (!members.ok) return refuse(members.message, members.code)
    const { to } = members.value
    if (!isAddress(to)) return refuse('to: expected an address')
    const mint = members.value['mint'] ?? 'SOL'
    if (mint !== 'SOL' && !isAddress(mint)) return refuse('invalid mint', 'invalid_mint')
    const amount = readAmount(members.value['amount'])
    if (!amount.ok) return amount
    const simulate = members.value['simulate'] ?? false
    if (typeof simulate !== 'boolean') return refuse('simulate: expected true or false')
    return ok({ to, mint: mint === 'SOL' ? null : mint, amount: amount.value, simulate })
  },
}

export const createBody = closedBody(createRule, { neverNull: { withdraw_to: 'invalid_request' } })
export const withdrawBody = closedBody(withdrawRule, { neverNull: { simulate: 'invalid_request' } })

function readAmount(value: unknown): Outcome<bigint | 'max'> {
  if (value === 'max') return ok('max')
  const raw = readBaseUnits(value)
  return raw === null || raw === 0n || raw > MAX_U64
    ? refuse('amount: expected base units from 1 as a text of digits, or max', 'invalid_amount')
    : ok(raw)
}

function readAddresses(value: unknown): Outcome<readonly string[]> {
  if (!Array.isArray(value) || !value.every(isAddress) || value.length > CUSTODY.withdrawToMax)
    return refuse(`withdraw_to: expected up to ${CUSTODY.withdrawToMax} addresses`)
  return ok([...new Set(value)])
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string, code: FailureCode = 'invalid_request'): Failure {
  return { ...fail(code, message), details: { stage: 'validate', fee_lamports: 0, retry_safe: true } }
}
