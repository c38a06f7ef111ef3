import Type, { type TObject } from 'typebox'

/** Body of every failed answer. */
export const FailureBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What went wrong, for people. Never holds a key or an upstream body.' }),
  },
  { additionalProperties: false },
)

/** Body of every failed answer of the v1 API. */
export const NamedFailureBody = Type.Object(
  {
    ...FailureBody.properties,
    code: Type.String({ description: 'The kind of failure, for programs.' }),
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
