import { RPC_ERRORS } from '../../contract/mcp.ts'

/** What goes back: an HTTP status and JSON text, or no body. */
export type McpAnswer = { readonly status: number; readonly text: string }

export type RpcId = string | number

/** `rest` is the text of further members of the result, without its brackets. */
export function resultText(id: RpcId, result: Readonly<Record<string, unknown>>, rest = ''): McpAnswer {
  const members = JSON.stringify(result).slice(1, -1)
  const all = [members, rest].filter((part) => part !== '').join(',')
  return { status: 200, text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${all}}}` }
}

/** A failure of the protocol. The id is left out where the message has none. */
export function errorAnswer(
  id: RpcId | undefined,
  code: keyof typeof RPC_ERRORS,
  message: string,
  { status = 200, data }: { readonly status?: number; readonly data?: unknown } = {},
): McpAnswer {
  const error = { code: RPC_ERRORS[code], message, ...(data !== undefined && { data }) }
  return { status, text: JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), error }) }
}

/** For what is no request. */
export const ACCEPTED: McpAnswer = { status: 202, text: '' }
