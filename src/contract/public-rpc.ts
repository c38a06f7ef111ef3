import Type, { type Static } from 'typebox'
import { type Failure, fail, type Outcome, ok } from './outcome.ts'
import type { BodyRule } from './params.ts'
import { closed, NullableInteger } from './shapes.ts'

/** What a caller sets of a JSON-RPC call's options: merged over the defaults of the route, unknown names go to the node
 *  as they are. It stays one member of one call, whatever it holds. */
export type NodeOptions = Readonly<Record<string, unknown>>

export type SendBody = { readonly transaction: string; readonly options: NodeOptions }
export type StatusBody = { readonly signatures: readonly string[]; readonly options: NodeOptions }
export type SimulateBody = { readonly wire: Uint8Array; readonly options: NodeOptions }

/** Spec 4.8 `rpc/simulate`: our own shape, and 200 for a transaction that reverts. */
export const SimulationReport = closed({
  err: Type.Union(
    [
      Type.Null(),
      Type.String(),
      Type.Object({}, { additionalProperties: true, 'x-relayed': true, description: 'As the node writes it.' }),
    ],
    { description: "The runtime's error in the node's JSON form; null on success." },
  ),
  logs: Type.Array(Type.String()),
  unitsConsumed: NullableInteger,
  accountsReturned: Type.Integer({ description: 'How many accounts came back for `options.accounts`.' }),
  simulationDetails: closed({
    hasError: Type.Boolean(),
    computeUnits: NullableInteger,
    logCount: Type.Integer(),
  }),
})
export type SimulationReport = Static<typeof SimulationReport>

/** Bytes of the longest transaction there is (version 1). */
const MAX_TRANSACTION_BYTES = 4_096

const refuse = (message: string): Failure => fail('invalid_request', message)

const Transaction = (description: string) => Type.String({ minLength: 1, description })
const Options = (defaults: string) =>
  Type.Optional(
    Type.Object({}, { additionalProperties: true, description: `Merged over ${defaults}; goes to the node as it is.` }),
  )

export const mintsBody: BodyRule<{ readonly mints: readonly string[] }> = {
  inWorker: 'tokenInfo',
  schema: Type.Object({ mints: Type.Array(Type.String(), { minItems: 1 }) }, { additionalProperties: true }),
  parse(json) {
    const mints = membersOf(json)?.['mints']
    return isTextList(mints) ? ok({ mints }) : refuse('mints is required: a non-empty list of strings')
  },
}

export const sendBody: BodyRule<SendBody> = {
  inWorker: 'send',
  schema: Type.Object(
    {
      transaction: Transaction('The signed transaction in base64.'),
      options: Options('`encoding` base64, `skipPreflight` false, `preflightCommitment` confirmed'),
    },
    { additionalProperties: true },
  ),
  parse(json) {
    const members = membersOf(json)
    const transaction = members?.['transaction']
    if (typeof transaction !== 'string' || transaction.trim() === '') return refuse('transaction is required')
    const options = readOptions(members)
    return options.ok ? ok({ transaction, options: options.value }) : options
  },
}

export const statusBody: BodyRule<StatusBody> = {
  inWorker: 'status',
  schema: Type.Object(
    {
      signatures: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
      signature: Type.Optional(Type.String({ minLength: 1, description: 'In place of `signatures`.' })),
      options: Options('`searchTransactionHistory` false'),
    },
    { additionalProperties: true },
  ),
  parse(json) {
    const members = membersOf(json)
    const { signatures = null, signature = null } = members ?? {}
    const isListed = signatures !== null && !(Array.isArray(signatures) && signatures.length === 0)
    const wanted = isListed ? signatures : signature === null ? [] : [signature]
    if (!isTextList(wanted)) return refuse('signatures or signature is required')
    const options = readOptions(members)
    return options.ok ? ok({ signatures: wanted, options: options.value }) : options
  },
}

export const simulateBody: BodyRule<SimulateBody> = {
  inWorker: 'simulate',
  schema: Type.Object(
    {
      transaction: Transaction('The transaction in base64: version 0 or 1, or legacy. Signatures may be missing.'),
      options: Options('`sigVerify` false, `replaceRecentBlockhash` true'),
    },
    { additionalProperties: true },
  ),
  parse(json) {
    const members = membersOf(json)
    const transaction = members?.['transaction']
    if (typeof transaction !== 'string' || transaction.trim() === '') return refuse('transaction is required')
    const wire = readBase64(transaction.trim())
    if (!wire.ok) return wire
    const options = readOptions(members)
    return options.ok ? ok({ wire: wire.value, options: options.value }) : options
  },
}

function readBase64(text: string): Outcome<Uint8Array> {
  const tooLong = refuse(`transaction is longer than ${MAX_TRANSACTION_BYTES} bytes`)
  if (text.length > Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4) return tooLong
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > MAX_TRANSACTION_BYTES) return tooLong
  // Node skips what is no base64; a transaction with holes in it must not be taken for another one.
  if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    return refuse('transaction must be base64')
  return ok(new Uint8Array(bytes))
}

function membersOf(json: unknown): Readonly<Record<string, unknown>> | null {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject ? (json as Readonly<Record<string, unknown>>) : null
}

function readOptions(members: Readonly<Record<string, unknown>> | null): Outcome<NodeOptions> {
  const options = members?.['options'] ?? {}
  const read = membersOf(options)
  return read === null ? refuse('options must be an object') : ok(read)
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one.trim() !== '')
}
