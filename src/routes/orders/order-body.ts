import Type, { type TObject, type TSchema } from 'typebox'
import { closedBody } from '../../contract/closed-body.ts'
import { readDecimal, readMembers, U64_MAX, WrittenNumber } from '../../contract/exact-amount.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule, isAddress } from '../../contract/params.ts'
import type { NewDca } from '../../services/orders/dca-create.ts'
import type { NewLimitOrder } from '../../services/orders/limit-create.ts'

/* Bodies of the routes that open and end orders (spec 4.5). A member that is null counts as absent; unknown members are
 * refused, for an expiry or a lowest price that nobody heeds costs money. Numbers are read from their digits, and may be texts of digits. */

type Members = Readonly<Record<string, unknown>>

const refuse = (message: string) => fail('invalid_request', message)
const whole = (of: string): TSchema => Type.Union([Type.Integer({ minimum: 1 }), Type.String()], { description: of })
const address = (of: string): TSchema => ({ ...AddressSchema, description: of })
const MINTS = { inputMint: address('What is given.'), outputMint: address('What is bought.') }
const ANY = (of: string): TSchema => Type.Optional(Type.Unknown({ description: of }))

export const limitCreateBody = exactBodyOf<NewLimitOrder>(
  Type.Object({
    ...MINTS,
    makingAmount: whole('Base units of inputMint that are offered.'),
    takingAmount: whole('Base units of outputMint that are asked for them.'),
    maker: address('Whose order it is; the aggregator builds none without.'),
    payer: ANY('Who pays for it, where that is not the maker. Handed on as it is.'),
  }),
  (members) => {
    const mints = readMints(members)
    if (!mints.ok) return mints
    const [makingRaw, takingRaw] = [members['makingAmount'], members['takingAmount']].map(readWhole)
    if (makingRaw == null || takingRaw == null) return refuse('makingAmount, takingAmount (in base units) required')
    const maker = readWallet(members, 'maker')
    if (!maker.ok) return maker
    return ok({ ...mints.value, makingRaw, takingRaw, maker: maker.value, payer: members['payer'] ?? undefined })
  },
)

export const dcaCreateBody = exactBodyOf<NewDca>(
  Type.Object({
    ...MINTS,
    inAmount: whole('Base units of inputMint, all cycles together.'),
    cycleSecondsApart: whole('Seconds from one cycle to the next.'),
    numberOfCycles: whole('How many.'),
    user: address('Whose position it is; the aggregator builds none without.'),
  }),
  (members) => {
    const mints = readMints(members)
    if (!mints.ok) return mints
    const [inputRaw, cycleSecs, cycles] = ['inAmount', 'cycleSecondsApart', 'numberOfCycles'].map((name) =>
      readWhole(members[name]),
    )
    if (inputRaw == null || cycleSecs == null || cycles == null)
      return refuse('inAmount, cycleSecondsApart, numberOfCycles required')
    const user = readWallet(members, 'user')
    if (!user.ok) return user
    return ok({ ...mints.value, inputRaw, cycleSecs, cycles, user: user.value })
  },
)

const LISTED = Type.Union([AddressSchema, Type.Object({ publicKey: AddressSchema })], {
  description: 'Its account, or an entry of the list.',
})

export const limitCancelBody = bodyOf(
  Type.Object({ order: LISTED, maker: ANY('Whose it is; not needed with an entry of the list. Handed on as it is.') }),
  (members) => {
    const order = keyOf(members['order'])
    if (order === null) return refuse('order object required')
    const maker = members['maker'] ?? ownerOf(members['order'], 'maker')
    return maker === null ? refuse('maker required: the order does not name it') : ok({ order, maker })
  },
)

export const dcaCloseBody = bodyOf(
  Type.Object({ dca: LISTED, user: ANY('Whose it is; not needed with an entry of the list. Handed on as it is.') }),
  (members) => {
    const position = keyOf(members['dca'])
    if (position === null) return refuse('dca object required')
    const user = members['user'] ?? ownerOf(members['dca'], 'user')
    return user === null ? refuse('user required: the dca does not name it') : ok({ position, user })
  },
)

function bodyOf<T>(schema: TObject, read: (members: Members) => Outcome<T>): BodyRule<T> {
  return closedBody({ schema, parse: (json) => read(isObject(json) ? json : {}) })
}

/** With numbers as they were written. */
function exactBodyOf<T>(schema: TObject, read: (members: Members) => Outcome<T>): BodyRule<T> {
  return closedBody({
    schema,
    parse(_json, text) {
      const members = readMembers(text)
      if (!members.ok && members.code === 'payload_too_large') return members
      return read(members.ok ? members.value : {})
    },
  })
}

function readMints({ inputMint, outputMint }: Members) {
  return isAddress(inputMint) && isAddress(outputMint)
    ? ok({ inputMint, outputMint })
    : refuse('inputMint, outputMint required')
}

/** A whole number from 1 that fits the chain's 64 bits. */
function readWhole(value: unknown): bigint | null {
  const number = readDecimal(value, 0)
  return number === null || number === 0n || number > U64_MAX ? null : number
}

function readWallet(members: Members, name: string): Outcome<string> {
  const wallet = members[name] ?? ''
  if (wallet === '') return refuse(`${name} required`)
  return isAddress(wallet) ? ok(wallet) : refuse(`${name} must be a valid address`)
}

/** The account that a text or an entry of a list names. */
function keyOf(given: unknown): string | null {
  if (!isObject(given)) return isAddress(given) ? given : null
  const key = given['publicKey'] ?? given['orderKey'] ?? given['order'] ?? given['dca']
  return isAddress(key) ? key : null
}

/** The wallet that an entry of a list names. */
function ownerOf(given: unknown, name: 'maker' | 'user'): string | null {
  if (!isObject(given)) return null
  const account = isObject(given['account']) ? given['account'] : {}
  const owner = account[name] ?? given[name] ?? given['userPubkey']
  return isAddress(owner) ? owner : null
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)
}
