import { WrittenNumber } from './exact-amount.ts'
import { type BodyRule, jsonBody } from './json-body.ts'
import { neverNull, optional } from './member.ts'
import { anyObject, either, integer, oneOf } from './members.ts'
import { objectOf } from './object-member.ts'
import { text } from './text-members.ts'

/** Where the Model Context Protocol is served; its failures are JSON-RPC errors. */
export const MCP_PATH = '/mcp'

/** JSON-RPC's codes, and those of the protocol. */
export const RPC_ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const

/** One JSON-RPC request, or a notification where it has no id. Numbers in `params` stay as they were written. */
export type McpMessage = {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>> | undefined
}

/** Ids that every JSON reader gives back unchanged. */
const MOST = Number.MAX_SAFE_INTEGER
/** Shown as a multiple of one: readers of doubles take a long fraction for the integer beside it. */
const whole = integer({ min: -MOST, max: MOST })
const METHOD_CHARS = 128

/** Batches, which the protocol gave up with its revision of June 2025, are refused, and so are responses: this server
 *  asks clients nothing. */
export function mcpBody(idChars: number): BodyRule<McpMessage> {
  const expected = `a text of at most ${idChars} characters or an integer of at most 2^53 - 1`
  return jsonBody(
    objectOf(
      {
        jsonrpc: oneOf(['2.0']),
        id: neverNull(
          optional(
            either(
              text({ maxChars: idChars }),
              { ...whole, schema: { ...whole.schema, multipleOf: 1 } },
              {
                expected,
                description: 'Comes back in the answer. Absent: a notification, which is not answered.',
              },
            ),
            undefined,
          ),
        ),
        method: text({
          minChars: 1,
          maxChars: METHOD_CHARS,
          description: '`initialize`, `server/discover`, `ping`, `tools/list`, `tools/call` or a notification.',
        }),
        params: neverNull(
          optional({ ...anyObject({ description: 'As the method wants them.' }), isExact: true as const }, undefined),
        ),
      },
      { noObject: 'expected one JSON-RPC message: batches are not part of this protocol version' },
    ),
    { finish: ({ id, method, params }) => ({ id, method, params }) },
  )
}

/** An argument of a tool as the text that a rule of a parameter reads, digit for digit; null for what is none. */
export function argumentText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value instanceof WrittenNumber) return value.text
  return typeof value === 'boolean' ? String(value) : null
}
