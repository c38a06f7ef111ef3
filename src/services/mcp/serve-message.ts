import { MCP } from '../../config/mcp.ts'
import { WrittenNumber } from '../../contract/exact-amount.ts'
import type { McpMessage } from '../../contract/mcp.ts'
import { isObject } from '../../contract/member.ts'
import { shownName } from '../../contract/unknown-name.ts'
import { ACCEPTED, errorAnswer, type McpAnswer, type RpcId, resultText } from './answers.ts'
import { type Era, type McpHeaders, readEra, SERVED_VERSIONS } from './read-era.ts'
import { callMembers, type ToolText } from './tool-result.ts'

/** What the protocol says of the server and its tools, for one caller. */
export type McpSession = {
  readonly serverVersion: string
  readonly instructions: string
  /** Definitions of the tools that the caller may use, in a fixed order. */
  readonly tools: readonly { readonly name: string }[]
  /** Null for a name that no tool has. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolText> | null
}

const SERVER_KEY = 'io.modelcontextprotocol/serverInfo'
const CAPABILITIES = { tools: {} }

/** Answers one message of the Model Context Protocol. Nothing is remembered between messages. */
export async function serveMessage(message: McpMessage, headers: McpHeaders, session: McpSession): Promise<McpAnswer> {
  const era = readEra(message, headers)
  if (typeof era === 'object') return era
  const { id, method } = message
  if (id === undefined) return ACCEPTED
  const answer = era === 'modern' ? modernMethod(id, message, session) : legacyMethod(id, message, session)
  if (answer !== null) return answer
  if (method === 'tools/list') return listTools(id, message, session, era)
  if (method === 'tools/call') return callTool(id, message, session, era)
  return errorAnswer(id, 'methodNotFound', 'Method not found', { status: era === 'modern' ? 404 : 200 })
}

function serverInfo({ serverVersion }: McpSession) {
  return { name: 'mintglass', title: 'Mintglass', version: serverVersion }
}

/** Members that every result of the era has. */
function eraMembers(era: Era, session: McpSession): Readonly<Record<string, unknown>> {
  return era === 'modern' ? { resultType: 'complete', _meta: { [SERVER_KEY]: serverInfo(session) } } : {}
}

function modernMethod(id: RpcId, { method }: McpMessage, session: McpSession): McpAnswer | null {
  if (method !== 'server/discover') return null
  return resultText(id, {
    ...eraMembers('modern', session),
    supportedVersions: SERVED_VERSIONS,
    capabilities: CAPABILITIES,
    instructions: session.instructions,
    ttlMs: MCP.listTtlMs,
    cacheScope: 'private',
  })
}

function legacyMethod(id: RpcId, { method, params }: McpMessage, session: McpSession): McpAnswer | null {
  if (method === 'ping') return resultText(id, {})
  if (method !== 'initialize') return null
  const asked = params?.['protocolVersion']
  if (typeof asked !== 'string') return errorAnswer(id, 'invalidParams', 'protocolVersion: expected a text')
  const served: readonly string[] = MCP.legacyVersions
  return resultText(id, {
    protocolVersion: served.includes(asked) ? asked : served[0],
    capabilities: CAPABILITIES,
    serverInfo: serverInfo(session),
    instructions: session.instructions,
  })
}

function listTools(id: RpcId, { params }: McpMessage, session: McpSession, era: Era): McpAnswer {
  // All tools fit on one page, so no cursor was ever given out.
  if (params?.['cursor'] !== undefined) return errorAnswer(id, 'invalidParams', 'Invalid cursor')
  const hints = era === 'modern' ? { ttlMs: MCP.listTtlMs, cacheScope: 'private' } : {}
  return resultText(id, { ...eraMembers(era, session), tools: session.tools, ...hints })
}

async function callTool(id: RpcId, { params }: McpMessage, session: McpSession, era: Era): Promise<McpAnswer> {
  const name = params?.['name']
  const args = params?.['arguments'] ?? {}
  if (typeof name !== 'string') return errorAnswer(id, 'invalidParams', 'name: expected a text')
  if (!isObject(args) || args instanceof WrittenNumber)
    return errorAnswer(id, 'invalidParams', 'arguments: expected an object')
  const called = session.call(name, args)
  if (called === null) return errorAnswer(id, 'invalidParams', `Unknown tool: ${shownName(name)}`)
  return resultText(id, eraMembers(era, session), callMembers(await called))
}
