import type { ServerResponse } from 'node:http'
import { type LocalServer, type Seen, sendJson, startLocalServer } from './local-server.ts'
import { recorded, recordedFiles } from './recorded.ts'
import { type NodeMethod, ReplayError, recordedNodeMethods } from './replay-node.ts'

/** What a test puts in the place of a recorded answer: by path (without query), or by node method. */
export type ReplayOverrides = {
  readonly paths?: Readonly<Record<string, (query: URLSearchParams) => unknown>>
  readonly methods?: Readonly<Record<string, NodeMethod>>
}

type Row = Record<string, unknown>

/** One server that speaks for all recorded providers, so that every `*_URL` may point at it: DexScreener and Jupiter by
 *  path, a Solana node with DAS by JSON-RPC method (POST to any path). It answers with what was recorded; a list asked
 *  for by mints is put together from the recorded rows of those mints. What was never recorded is empty, as the
 *  providers answer for what they do not know. */
export async function startReplayServer(overrides: ReplayOverrides = {}): Promise<LocalServer> {
  const methods = { ...recordedNodeMethods(), ...overrides.methods }
  const paths = { ...recordedPaths(), ...overrides.paths }
  return startLocalServer((request, response) => {
    if (request.method === 'POST') return answerNode(request, response, methods)
    const { pathname, searchParams } = new URL(request.url, 'http://replay')
    const exact = paths[pathname]
    if (exact !== undefined) return sendJson(response, exact(searchParams))
    const [prefix, list] = splitLast(pathname)
    const byList = paths[`${prefix}/*`]
    if (byList === undefined) return sendJson(response, { error: 'not recorded' }, 404)
    searchParams.set('*', decodeURIComponent(list))
    sendJson(response, byList(searchParams))
  })
}

function recordedPaths(): Record<string, (query: URLSearchParams) => unknown> {
  const pairs = dexscreenerPairs()
  const listed = (query: URLSearchParams) => new Set((query.get('*') ?? '').split(','))
  const prices = Object.assign({}, ...jupiter('price')) as Row
  const tokens = jupiter('tokens_v2').flatMap((file) => file as Row[])
  return {
    '/tokens/v1/solana/*': (query) => pairs.filter((pair) => listed(query).has(mintOf(pair))),
    '/token-pairs/v1/solana/*': (query) => pairs.filter((pair) => listed(query).has(mintOf(pair))),
    '/latest/dex/search': (query) => searchReply(query.get('q') ?? ''),
    '/token-profiles/latest/v1': () => dexscreener('token_profiles_latest').flatMap((file) => file as Row[]),
    '/token-boosts/top/v1': () => [],
    '/token-boosts/latest/v1': () => [],
    '/price/v3': (query) =>
      Object.fromEntries((query.get('ids') ?? '').split(',').flatMap((id) => (id in prices ? [[id, prices[id]]] : []))),
    '/tokens/v2/search': (query) => {
      const wanted = new Set((query.get('query') ?? '').split(','))
      return tokens.filter(({ id, symbol }) => wanted.has(String(id)) || wanted.has(String(symbol)))
    },
  }
}

const dexscreener = (prefix: string): unknown[] => files('dexscreener', prefix)
const jupiter = (prefix: string): unknown[] => files('jupiter', prefix)

function files(folder: string, prefix: string): unknown[] {
  return recordedFiles(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => recorded(`${folder}/${name}`))
}

/** Every Solana pair of the recordings once. */
function dexscreenerPairs(): Row[] {
  const rows = [
    ...dexscreener('tokens_v1').flatMap((file) => file as Row[]),
    ...dexscreener('latest_dex').flatMap((file) => (file as { pairs: Row[] }).pairs),
  ].filter(({ chainId }) => chainId === 'solana')
  return [...new Map(rows.map((row) => [row['pairAddress'], row])).values()]
}

/** The recorded search, whole, for what its tokens are called; the recorded empty answer for anything else. */
function searchReply(text: string): unknown {
  const words = text.toLowerCase().split(/\s+/)
  const hit = dexscreener('latest_dex_search').find((file) =>
    (file as { pairs: Row[] }).pairs.some((pair) => words.includes(symbolOf(pair).toLowerCase())),
  )
  return hit ?? dexscreener('empty_pairs')[0] ?? { schemaVersion: '1.0.0', pairs: [] }
}

const mintOf = (pair: Row): string => (pair['baseToken'] as { address: string }).address
const symbolOf = (pair: Row): string => (pair['baseToken'] as { symbol: string }).symbol

function answerNode({ body }: Seen, response: ServerResponse, methods: Readonly<Record<string, NodeMethod>>): void {
  const calls = JSON.parse(body) as Row | Row[]
  sendJson(response, Array.isArray(calls) ? calls.map((call) => answerCall(call, methods)) : answerCall(calls, methods))
}

function answerCall({ id, method, params }: Row, methods: Readonly<Record<string, NodeMethod>>): Row {
  const own = methods[String(method)]
  if (own === undefined) return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
  try {
    return { jsonrpc: '2.0', id, result: own((params ?? []) as Parameters<NodeMethod>[0]) }
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

function splitLast(path: string): [string, string] {
  const at = path.lastIndexOf('/')
  return [path.slice(0, at), path.slice(at + 1)]
}
