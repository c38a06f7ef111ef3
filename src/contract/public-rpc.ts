import Type, { type Static } from 'typebox'
import { type BodyRule, jsonBody } from './json-body.ts'
import { listOf } from './list-members.ts'
import { defaulting, type Member, optional, Refusal } from './member.ts'
import { anyObject } from './members.ts'
import { objectOf } from './object-member.ts'
import { closed, NullableInteger } from './shapes.ts'
import { base64, ink } from './text-members.ts'
import { given } from './together.ts'

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

/** Of the longest transaction there is (version 1): `MESSAGE_LIMITS` in words of the wire, which imports nothing.
 *  @internal A test compares the two. */
export const MAX_TRANSACTION_BYTES = 4_096

const options = (defaults: string): Member<NodeOptions> =>
  defaulting(anyObject({ description: `Merged over ${defaults} and sent to the node.` }), {
    value: {},
    shown: {},
  })

export const mintsBody: BodyRule<{ readonly mints: readonly string[] }> = jsonBody(
  objectOf({ mints: listOf(ink(), { min: 1, of: 'texts' }) }),
  { inWorker: 'tokenInfo' },
)

export const sendBody: BodyRule<SendBody> = jsonBody(
  objectOf({
    transaction: ink({ description: 'The signed transaction in base64.' }),
    options: options('`encoding` base64, `skipPreflight` false, `preflightCommitment` confirmed'),
  }),
  { inWorker: 'send' },
)

export const statusBody: BodyRule<StatusBody> = jsonBody(
  objectOf(
    {
      signatures: optional(listOf(ink(), { of: 'signatures' }), []),
      signature: optional(ink({ description: 'In place of `signatures`, which counts when both are given.' }), null),
      options: options('`searchTransactionHistory` false'),
    },
    {
      together: [
        {
          schema: {
            anyOf: [
              { required: ['signatures'], properties: { signatures: { type: 'array', minItems: 1 } } },
              given('signature'),
            ],
          },
          judge: ({ signatures, signature }) =>
            signatures.length === 0 && signature === null ? new Refusal('signatures or signature is required') : null,
        },
      ],
    },
  ),
  {
    inWorker: 'status',
    finish: ({ signatures, signature, options: asked }) => ({
      signatures: signatures.length === 0 && signature !== null ? [signature] : signatures,
      options: asked,
    }),
  },
)

export const simulateBody: BodyRule<SimulateBody> = jsonBody(
  objectOf({
    transaction: base64({
      maxBytes: MAX_TRANSACTION_BYTES,
      description: 'The transaction in base64: version 0 or 1, or legacy. Signatures may be missing.',
    }),
    options: options('`sigVerify` false, `replaceRecentBlockhash` true'),
  }),
  { inWorker: 'simulate', finish: ({ transaction: wire, options: asked }) => ({ wire, options: asked }) },
)
