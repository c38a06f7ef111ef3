import { decodeBase58 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { HttpHandler, HttpRequest } from '../http-handler.ts'
import { isObject, type Json, readJson } from '../rpc/json.ts'
import { commitmentOf } from '../rpc/world.ts'
import { TIP_ACCOUNTS } from '../world/tip-accounts.ts'
import type { BlockEngine } from './block-engine.ts'
import type { ProviderReply } from './provider-reply.ts'

const BUNDLES = '/api/v1/bundles'
const TRANSACTIONS = '/api/v1/transactions'
const TIP_FLOOR = '/api/v1/bundles/tip_floor'
const MAX_IDS = 5
/** How far the engine looks back: slots for landed bundles, time for those on their way. */
const STATUS_SLOTS = 300
const INFLIGHT_MS = 5 * 60_000
const CODES = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const
const LAMPORTS_PER_SOL = 1e9
/** What a quiet market shows: the least that is taken. */
const LEAST_TIP_LAMPORTS = 1_000

class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
type Answer = { readonly result: unknown; readonly headers?: Readonly<Record<string, string>> }
type Method = (params: readonly Json[], query: URLSearchParams) => Answer

/** A Jito block engine: its JSON-RPC methods, each at its own path and all of them at the path of bundles, and the tip
 *  floor. Source: Jito's low-latency transaction documentation; unknown bundles are left out of the statuses, as the
 *  live endpoint does it. */
export function createJito(options: {
  readonly chain: SandboxChain
  readonly engine: BlockEngine
  readonly nowMs: () => number
}): HttpHandler {
  const { chain, engine, nowMs } = options

  const sendBundle: Method = (params) => {
    const list = params[0]
    if (!Array.isArray(list)) throw new Refusal(CODES.params, 'expected an array of transactions')
    const received = engine.receive(list.map((text: Json) => readWire(text, params[1])))
    if (!received.ok) throw new Refusal(CODES.params, received.message)
    return { result: received.id }
  }

  const sendTransaction: Method = (params, query) => {
    const wire = readWire(params[0] ?? null, params[1])
    if (query.get('bundleOnly') === 'true') {
      const received = engine.receive([wire])
      if (!received.ok) throw new Refusal(CODES.params, received.message)
      return { result: received.signatures[0], headers: { 'x-bundle-id': received.id } }
    }
    const sent = chain.send(wire, { skipPreflight: true })
    if (!sent.ok) throw new Refusal(sent.code, sent.message)
    return { result: sent.signature }
  }

  const getBundleStatuses: Method = (params) => {
    const value = readIds(params).flatMap((id) => {
      const bundle = engine.find(id)
      if (bundle?.status !== 'Landed' || bundle.landedSlot! < chain.slot() - STATUS_SLOTS) return []
      // A fork may have taken it away again.
      const first = chain.transaction(bundle.signatures[0]!)
      if (first === undefined) return []
      return [
        {
          bundle_id: id,
          transactions: bundle.signatures,
          slot: first.slot,
          confirmation_status: commitmentOf(chain, first),
          err: { Ok: null },
        },
      ]
    })
    return { result: { context: { slot: chain.slot() }, value } }
  }

  const getInflightBundleStatuses: Method = (params) => {
    const value = readIds(params).map((id) => {
      const bundle = engine.find(id)
      if (bundle === undefined || nowMs() - bundle.receivedAtMs > INFLIGHT_MS)
        return { bundle_id: id, status: 'Invalid', landed_slot: null }
      return { bundle_id: id, status: bundle.status, landed_slot: bundle.landedSlot }
    })
    return { result: { context: { slot: chain.slot() }, value } }
  }

  const methods = new Map<string, Method>([
    ['sendBundle', sendBundle],
    ['sendTransaction', sendTransaction],
    ['getBundleStatuses', getBundleStatuses],
    ['getInflightBundleStatuses', getInflightBundleStatuses],
    ['getTipAccounts', () => ({ result: TIP_ACCOUNTS })],
  ])

  function call({ body, path, query }: HttpRequest): ProviderReply {
    const json = readJson(body)
    const request = isObject(json) ? json : null
    const id = request?.['id'] ?? null
    try {
      if (json === undefined) throw new Refusal(CODES.parse, 'Parse error')
      const name = request?.['method']
      if (typeof name !== 'string') throw new Refusal(CODES.request, 'Invalid request')
      const method = isServedAt(path, name) ? methods.get(name) : undefined
      if (method === undefined) throw new Refusal(CODES.method, 'Method not found')
      const params = request!['params'] ?? []
      if (!Array.isArray(params)) throw new Refusal(CODES.params, 'Invalid params')
      const { result, headers = {} } = method(params, query)
      return { status: 200, headers, body: { jsonrpc: '2.0', result, id } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: 400, body: { jsonrpc: '2.0', error: { code: error.code, message: error.message }, id } }
    }
  }

  return {
    prefix: '/jito',
    handle(request) {
      if (request.path === TIP_FLOOR && request.method === 'GET')
        return { status: 200, body: [tipFloor(engine.tips(), nowMs())] }
      if (request.method !== 'POST') return { status: 405, body: { error: 'Method Not Allowed' } }
      return call(request)
    },
  }
}

function isServedAt(path: string, method: string): boolean {
  if (path === BUNDLES) return method !== 'sendTransaction'
  return path === (method === 'sendTransaction' ? TRANSACTIONS : `/api/v1/${method}`)
}

function readIds(params: readonly Json[]): string[] {
  const ids = params[0]
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string'))
    throw new Refusal(CODES.params, 'expected an array of bundle ids')
  if (ids.length > MAX_IDS) throw new Refusal(CODES.params, `at most ${MAX_IDS} bundle ids`)
  return ids
}

/** Base58 unless the second parameter says base64. */
function readWire(text: Json, config: Json | undefined): Uint8Array {
  if (typeof text !== 'string') throw new Refusal(CODES.params, 'expected an encoded transaction')
  const encoding = isObject(config) ? (config['encoding'] ?? 'base58') : 'base58'
  if (encoding === 'base64') {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.toString('base64') !== text) throw new Refusal(CODES.params, 'invalid base64 encoding')
    return new Uint8Array(bytes)
  }
  if (encoding !== 'base58') throw new Refusal(CODES.params, 'unsupported encoding')
  const bytes = decodeBase58(text)
  if (bytes === null) throw new Refusal(CODES.params, 'invalid base58 encoding')
  return bytes
}

function tipFloor(tips: readonly bigint[], nowMs: number) {
  const sorted = tips.map(Number).sort((a, b) => a - b)
  const at = (share: number): number =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? LEAST_TIP_LAMPORTS) / LAMPORTS_PER_SOL
  return {
    time: new Date(nowMs).toISOString(),
    landed_tips_25th_percentile: at(0.25),
    landed_tips_50th_percentile: at(0.5),
    landed_tips_75th_percentile: at(0.75),
    landed_tips_95th_percentile: at(0.95),
    landed_tips_99th_percentile: at(0.99),
    ema_landed_tips_50th_percentile: at(0.5),
  }
}
