import Type from 'typebox'
import { REFUND } from '../../config/refund.ts'
import { closedBody } from '../../contract/closed-body.ts'
import type { FailureCode } from '../../contract/failures.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule, isAddress } from '../../contract/params.ts'
import { CLOSE_KINDS, type CloseKind } from '../../contract/refund.ts'
import type { RefundParams } from '../../services/refund/refund-params.ts'

/* The bodies of the routes that take lamports back. A member that is null counts as absent, but for `simulate`; unknown
 * members are refused. */

type Members = Readonly<Record<string, unknown>>

const SHARED_MEMBERS = {
  accounts: Type.Optional(
    Type.Array(AddressSchema, {
      maxItems: REFUND.namedMax,
      description: 'Only these. They are read directly, which also works where a node does not list accounts.',
    }),
  ),
  client_signs: Type.Optional(
    Type.Boolean({ default: false, description: 'Answer unsigned transactions instead of sending any.' }),
  ),
  wallet: Type.Optional({ ...AddressSchema, description: 'Who signs and pays; needed with client_signs.' }),
  max_transactions: Type.Optional(
    Type.Integer({ minimum: 1, maximum: REFUND.transactionsMax, default: REFUND.transactionsMax }),
  ),
  simulate: Type.Optional(Type.Boolean({ default: false, description: 'Execute them without sending any.' })),
}

const closeRule: BodyRule<RefundParams> = {
  schema: Type.Object({
    kinds: Type.Optional(
      Type.Array(Type.Enum([...CLOSE_KINDS]), {
        minItems: 1,
        maxItems: CLOSE_KINDS.length,
        default: ['empty'],
        description:
          '`wsol` unwraps all of it. `nonces` ends durable nonces: what is signed on them can never be sent any more.',
      }),
    ),
    mints: Type.Optional(
      Type.Array(AddressSchema, {
        maxItems: REFUND.namedMax,
        description: 'What may be burnt. Needed with `dust`; nothing else is burnt.',
      }),
    ),
    deactivate_tables: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'With `lookup_tables`: switches off those in use as well. No transaction can use them any more, and they can be closed when they have cooled.',
      }),
    ),
    ...SHARED_MEMBERS,
  }),
  parse(json) {
    const members = json === undefined ? {} : json
    if (!isObject(members)) return refuse('expected a JSON object')
    const kinds = readKinds(members['kinds'] ?? ['empty'])
    if (!kinds.ok) return kinds
    const mints = readAddresses('mints', members['mints'] ?? [])
    if (!mints.ok) return mints
    if (kinds.value.includes('dust') && mints.value.length === 0)
      return refuse('mints: needed with dust, for nothing else is burnt')
    const deactivateTables = readFlag(members, 'deactivate_tables')
    if (!deactivateTables.ok) return deactivateTables
    if (deactivateTables.value && !kinds.value.includes('lookup_tables'))
      return refuse('deactivate_tables: only with the kind lookup_tables')
    const shared = readShared(members)
    if (!shared.ok) return shared
    const what = {
      do: 'close' as const,
      kinds: kinds.value,
      mints: mints.value,
      deactivateTables: deactivateTables.value,
    }
    return ok({ ...shared.value, what })
  },
}

const excessRule: BodyRule<RefundParams> = {
  schema: Type.Object(SHARED_MEMBERS),
  parse(json) {
    const members = json === undefined ? {} : json
    if (!isObject(members)) return refuse('expected a JSON object')
    const shared = readShared(members)
    return shared.ok ? ok({ ...shared.value, what: { do: 'excess' } }) : shared
  },
}

const NEVER_NULL = { simulate: 'invalid_request' } as const
export const closeBody = closedBody(closeRule, { neverNull: NEVER_NULL })
export const excessBody = closedBody(excessRule, { neverNull: NEVER_NULL })

function readShared(members: Members): Outcome<Omit<RefundParams, 'what'>> {
  const accounts = readAddresses('accounts', members['accounts'] ?? [])
  if (!accounts.ok) return accounts
  const clientSigns = readFlag(members, 'client_signs')
  if (!clientSigns.ok) return clientSigns
  const simulate = readFlag(members, 'simulate')
  if (!simulate.ok) return simulate
  const wallet = members['wallet'] ?? null
  if (wallet !== null && !isAddress(wallet)) return refuse('wallet: expected an address')
  if (clientSigns.value && wallet === null) return refuse('wallet: needed with client_signs')
  if (!clientSigns.value && wallet !== null)
    return refuse('wallet: only with client_signs; a custodial wallet is named by X-User-Ref')
  const most = members['max_transactions'] ?? REFUND.transactionsMax
  if (!Number.isInteger(most) || (most as number) < 1 || (most as number) > REFUND.transactionsMax)
    return refuse(`max_transactions: expected 1 to ${REFUND.transactionsMax}`)
  return ok({
    accounts: accounts.value,
    clientSigns: clientSigns.value,
    wallet,
    maxTransactions: most as number,
    simulate: simulate.value,
  })
}

function readKinds(value: unknown): Outcome<readonly CloseKind[]> {
  const isKnown = (one: unknown): one is CloseKind => CLOSE_KINDS.some((kind) => kind === one)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isKnown))
    return refuse(`kinds: expected some of ${CLOSE_KINDS.join(', ')}`)
  return ok([...new Set(value)])
}

function readAddresses(name: string, value: unknown): Outcome<readonly string[]> {
  if (!Array.isArray(value) || value.length > REFUND.namedMax || !value.every(isAddress))
    return refuse(`${name}: expected up to ${REFUND.namedMax} addresses`)
  return ok([...new Set(value)])
}

function readFlag(members: Members, name: string): Outcome<boolean> {
  const value = members[name] ?? false
  return typeof value === 'boolean' ? ok(value) : refuse(`${name}: expected true or false`)
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string, code: FailureCode = 'invalid_request'): Failure {
  return { ...fail(code, message), details: { stage: 'validate', fee_lamports: 0, retry_safe: true } }
}
