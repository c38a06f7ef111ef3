import Type, { type TObject } from 'typebox'
import { FAILURE_CODES, WIRE_CODE_NAMES } from './failures.ts'

/** Body of every failed answer. */
export const FailureBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What went wrong, for people. Never holds a key or an upstream body.' }),
    code: Type.Enum(FAILURE_CODES, {
      description:
        'The kind of failure, for programs. Codes are never renamed; new ones may come. docs/errors.md says what each means and whether to retry.',
    }),
    requestId: Type.String({ description: 'The same as `X-Request-Id`: name it when you report a problem.' }),
  },
  { additionalProperties: false },
)

/** Body of a failed answer about a chain (spec 4.10): what was meant, or why it is not served. */
export const ChainFailureBody = Type.Object(
  {
    ...FailureBody.properties,
    chain: Type.Optional(Type.String({ description: 'Service key of the chain that was asked.' })),
    tier: Type.Optional(Type.String({ description: '501: the level that the chain meets now.' })),
    required: Type.Optional(Type.String({ description: '501: the level that the route needs.' })),
    evidence: Type.Optional(
      Type.Object(
        {
          measuredAt: Type.Union([Type.Integer(), Type.Null()], { description: 'Epoch milliseconds.' }),
          newestTradeAgeMs: Type.Union([Type.Integer(), Type.Null()], { description: 'At `measuredAt`.' }),
          reason: Type.String(),
        },
        { additionalProperties: false, description: '501: what the refusal rests on.' },
      ),
    ),
    suggestions: Type.Optional(Type.Array(Type.String(), { description: '404: the nearest service keys.' })),
    candidates: Type.Optional(
      Type.Array(
        Type.Object(
          {
            chain: Type.String(),
            name: Type.String(),
            caip2: Type.Union([Type.String(), Type.Null()]),
          },
          { additionalProperties: false },
        ),
        { description: '400: the chains that an ambiguous text names.' },
      ),
    ),
  },
  { additionalProperties: false },
)

/** Body of every failed answer of the v1 API. */
export const NamedFailureBody = Type.Object(
  {
    ...FailureBody.properties,
    code: Type.Enum(WIRE_CODE_NAMES, {
      description: 'The kind of failure, for programs. The names of this API are fewer than those of `Failure`.',
    }),
    stage: Type.Optional(
      Type.String({
        description: 'How far a trade came: `validate`, `quote`, `build`, `simulate`, `sign`, `send`, `confirm`.',
      }),
    ),
    signature: Type.Optional(Type.String({ description: 'Of the transaction, if one was signed.' })),
    fee_lamports: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description: 'Network fee charged although the trade failed; 0 when nothing landed, null when not known yet.',
      }),
    ),
    retry_safe: Type.Optional(
      Type.Boolean({ description: 'Whether the same request can be sent again without spending twice.' }),
    ),
    details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)

/** Failures of the Model Context Protocol that come before its message was read, and those of the message. */
export const RpcFailureBody = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(
      Type.Union([Type.String(), Type.Integer()], { description: 'Of the message, once it was read.' }),
    ),
    error: Type.Object(
      {
        code: Type.Integer({ description: "JSON-RPC's code, the protocol's, or else the HTTP status." }),
        message: Type.String({ description: 'What went wrong, for people.' }),
        data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

/** An answer of the Model Context Protocol; no body for a notification. */
export const RpcAnswerBody = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Union([Type.String(), Type.Integer()]),
    result: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'As the method answers.' })),
    error: Type.Optional(RpcFailureBody.properties.error),
  },
  { additionalProperties: false, description: 'Either `result` or `error`.' },
)

/** Body of a successful answer: `success: true` and the fields of the route. */
export function successBody(reply: TObject): TObject {
  return Type.Object({ success: Type.Literal(true), ...reply.properties }, { additionalProperties: false })
}

/** Rows of a list that are already JSON text in UTF-8, as they lie in the store. The HTTP front splices them into the
 *  body as they are, which is 10 to 20 times cheaper than parsing and writing them again. Each buffer is one whole JSON
 *  value; it must stay unchanged until the answer was sent. */
export class EncodedRows {
  readonly rows: readonly Uint8Array[]
  constructor(rows: readonly Uint8Array[]) {
    this.rows = rows
  }
  /** For readers that want values: tests and JSON.stringify. */
  toJSON(): unknown[] {
    return this.rows.map((row) => JSON.parse(Buffer.from(row).toString('utf8')) as unknown)
  }
}
