import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { importClient, skipWithout } from './installed.ts'

/** The official MCP clients, unchanged: they check each answer against the protocol's schema and each result against the
 *  output schema of its tool. */

type Called = {
  readonly isError?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: results are looked at by hand
  readonly structuredContent?: any
  readonly content: readonly { readonly type: string; readonly text: string }[]
}
type Client = {
  connect(transport: unknown): Promise<void>
  getServerVersion(): { readonly name: string } | undefined
  getNegotiatedProtocolVersion?(): string | undefined
  ping(): Promise<unknown>
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(params: { name: string; arguments?: object }): Promise<Called>
  close(): Promise<void>
}
type ClientPackage = { Client: new (info: object, options?: object) => Client }
type TransportPackage = {
  StreamableHTTPClientTransport: new (
    url: URL,
    options: object,
  ) => { readonly protocolVersion?: string; readonly sessionId?: string }
}

const PACKAGES = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client']
const skip = skipWithout(PACKAGES)

let sandbox: StartedSandbox
let server: OpenServer
let mint: string
before(async () => {
  if (skip !== false) return
  sandbox = await startSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  mint = (await publishedTokens(sandbox))[0]!.mint
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const connectionOf = (headers: object): [URL, object] => [new URL('/mcp', server.url), { requestInit: { headers } }]

/** What every client does, whatever revision it speaks. */
async function useTools(client: Client): Promise<void> {
  assert.equal(client.getServerVersion()?.name, 'mintglass')
  const names = (await client.listTools()).tools.map(({ name }) => name)
  assert(names.length >= 10)
  assert(!names.includes('build_swap'))
  const found = await client.callTool({ name: 'find_tokens', arguments: { q: mint } })
  assert.equal(found.structuredContent.data.results[0].mint, mint)
  for (const [name, args] of [
    ['token_facts', { mint }],
    ['token_facts', { view: 'metadata', mint }],
    ['token_safety', { mint }],
    ['token_safety', { view: 'deepscan', mint }],
    ['token_bubble_map', { mint }],
    ['token_candles', { mint, buckets: 5 }],
    ['token_trades', { mint, limit: 3 }],
    ['market', {}],
    ['read_guide', { topic: 'push' }],
  ] as const) {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    assert(isError !== true, `${name}: ${content[0]!.text}`)
    assert.deepEqual(JSON.parse(content[0]!.text), structuredContent)
  }
  const refused = await client.callTool({ name: 'token_facts', arguments: { mint: 'x' } })
  assert.equal(refused.isError, true)
  await assert.rejects(client.callTool({ name: 'nope' }), { code: -32_602 })
}

test('@modelcontextprotocol/sdk connects with a handshake of 2025-11-25 and uses the tools', { skip }, async () => {
  const { Client } = await importClient<ClientPackage>('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await importClient<TransportPackage>(
    '@modelcontextprotocol/sdk/client/streamableHttp.js',
  )
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(
    ...connectionOf({ Authorization: 'Bearer rt_sandbox_enterprise' }),
  )
  await client.connect(transport)
  assert.deepEqual([transport.protocolVersion, transport.sessionId], ['2025-11-25', undefined])
  await client.ping()
  await useTools(client)
  await client.close()
})

for (const [mode, version] of [
  ['auto', '2026-07-28'],
  [{ pin: '2026-07-28' }, '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const)
  test(`@modelcontextprotocol/client agrees on ${version} (${JSON.stringify(mode)}) and uses the tools`, {
    skip,
  }, async () => {
    const { Client, StreamableHTTPClientTransport } = await importClient<ClientPackage & TransportPackage>(
      '@modelcontextprotocol/client',
    )
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(...connectionOf({ 'X-API-Key': 'rt_sandbox_enterprise' })))
    assert.equal(client.getNegotiatedProtocolVersion?.(), version)
    await useTools(client)
    await client.close()
  })

test('a wrong key is an error of the connection, not a hang', { skip }, async () => {
  const { Client, StreamableHTTPClientTransport } = await importClient<ClientPackage & TransportPackage>(
    '@modelcontextprotocol/client',
  )
  const client = new Client({ name: 'test', version: '1' })
  await assert.rejects(
    client.connect(new StreamableHTTPClientTransport(...connectionOf({ 'X-API-Key': 'mg_nobody' }))),
    /401|invalid API key/,
  )
})
