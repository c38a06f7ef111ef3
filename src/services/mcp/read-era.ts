import { MCP } from '../../config/mcp.ts'
import type { McpMessage } from '../../contract/mcp.ts'
import { isObject } from '../../contract/member.ts'
import { errorAnswer, type McpAnswer } from './answers.ts'

/** How a request is served: by its own metadata (2026-07-28), or as one of a client that shook hands before. */
export type Era = 'modern' | 'legacy'

export type McpHeaders = {
  readonly version: string
  readonly method: string
  readonly name: string
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

export const SERVED_VERSIONS: readonly string[] = [...MCP.modernVersions, ...MCP.legacyVersions]

/** The era of a message by its version, which a modern one gives twice: in its header and in its metadata, which must
 *  agree. Without either it is of a client from before the header (2025-06-18). The answer that refuses it otherwise. */
export function readEra({ id, method, params }: McpMessage, headers: McpHeaders): Era | McpAnswer {
  const meta = isObject(params?.['_meta']) ? params['_meta'] : {}
  const given = meta[VERSION_KEY]
  const refuse = (code: Parameters<typeof errorAnswer>[1], message: string, data?: unknown): McpAnswer =>
    errorAnswer(id, code, message, { status: 400, ...(data !== undefined && { data }) })
  if (given === undefined && (headers.version === '' || method === 'initialize')) return 'legacy'
  if (given !== undefined && typeof given !== 'string')
    return refuse('invalidParams', `${VERSION_KEY}: expected a text`)
  if (headers.version === '') return refuse('headerMismatch', 'Header mismatch: MCP-Protocol-Version is missing')
  if (given !== undefined && given !== headers.version)
    return refuse('headerMismatch', 'Header mismatch: MCP-Protocol-Version is not the version in _meta')
  if (!SERVED_VERSIONS.includes(headers.version))
    return refuse('unsupportedVersion', 'Unsupported protocol version', {
      supported: SERVED_VERSIONS,
      requested: headers.version.slice(0, 64),
    })
  if (!isModern(headers.version)) return 'legacy'
  // What metadata a notification carries is not defined; none is acted on.
  if (id === undefined) return 'modern'
  if (given === undefined) return refuse('invalidParams', `params._meta must hold ${VERSION_KEY}`)
  if (!isObject(meta[CAPABILITIES_KEY])) return refuse('invalidParams', `params._meta must hold ${CAPABILITIES_KEY}`)
  return mismatch(method, params, headers) === null
    ? 'modern'
    : refuse('headerMismatch', `Header mismatch: ${mismatch(method, params, headers)}`)
}

function isModern(version: string): boolean {
  return (MCP.modernVersions as readonly string[]).includes(version)
}

/** What header disagrees with the body: others on the way may have gone by it. */
function mismatch(method: string, params: McpMessage['params'], headers: McpHeaders): string | null {
  if (headers.method === '') return 'Mcp-Method is missing'
  if (headers.method !== method) return 'Mcp-Method is not the method of the body'
  if (method !== 'tools/call') return null
  if (headers.name === '') return 'Mcp-Name is missing'
  return decodeHeader(headers.name) === params?.['name'] ? null : 'Mcp-Name is not the name in the body'
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

/** Text that is no plain ASCII comes encoded. */
function decodeHeader(value: string): string {
  const encoded = ENCODED.exec(value)?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}
