import { readOperations } from '../fuzz/http-case.ts'
import type { Draw } from './kind.ts'
import type { World } from './world.ts'

type Schema = { readonly [name: string]: unknown }
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }
type Described = {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly parameters?: readonly Parameter[]
        readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
      }
    >
  >
}

/** A request that makes sense. */
export type Case = {
  /** `GET /api/v2/tokens/{mint}/intel` */
  readonly route: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}
export type CaseLab = {
  readonly world: World
  readonly walletIds: readonly string[]
  readonly userRef: string
  /** The newest quote that was answered, to build from. */
  quote: unknown
}
export type CaseSource = { readonly route: string; draw(draw: Draw, lab: CaseLab): Promise<Case> }

const NATIVE = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** Sent now and then; the others are of one tape, pool or DEX alone, or go with each other. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'limit',
  'period',
  'range',
  'explain',
  'flags',
  'flags_taxonomy',
  'minUsd',
  'sortBy',
  'buckets',
  'amount',
  'side',
  'page',
  'slippageBps',
  'include_accounts',
  'includeAccounts',
  'manifest',
  'mint',
  'slippage_bps',
  'enabled',
  'refresh',
])
const RPC_CALLS: readonly (readonly [string, (draw: Draw, world: World) => unknown[]])[] = [
  ['getAccountInfo', (draw, world) => [draw.pick(world.tokens).mint, { encoding: 'base64' }]],
  ['getBalance', (draw, world) => [draw.pick(world.addresses)]],
  ['getSlot', () => []],
  ['getTokenSupply', (draw, world) => [draw.pick(world.tokens).mint]],
  ['getTokenLargestAccounts', (draw, world) => [draw.pick(world.tokens).mint]],
  ['getSignatureStatuses', (draw, world) => [[draw.pick(world.signatures)]]],
  ['getLatestBlockhash', () => []],
  ['getAsset', (draw, world) => [{ id: draw.pick(world.tokens).mint }]],
]

/** Every GET and POST of the document but the stream that never ends. */
export function caseSources(document: unknown): CaseSource[] {
  const { paths } = document as Described
  return readOperations(document)
    .filter(({ method }) => method === 'GET' || method === 'POST')
    .map(({ method, path }) => {
      const { parameters = [], requestBody } = paths[path]![method.toLowerCase()]!
      const body = requestBody?.content['application/json']?.schema ?? null
      const route = `${method} ${path}`
      return {
        route,
        draw: (draw: Draw, lab: CaseLab) => drawCase({ route, method, path, parameters, body }, draw, lab),
      }
    })
}

async function drawCase(
  operation: {
    readonly route: string
    readonly method: string
    readonly path: string
    readonly parameters: readonly Parameter[]
    readonly body: Schema | null
  },
  draw: Draw,
  lab: CaseLab,
): Promise<Case> {
  const { route, method, parameters, body } = operation
  const value = (name: string, schema: Schema) => sensible(name, schema, draw, lab, route)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(value(name, {})))
  const query = parameters
    .filter(
      (one) => one.in === 'query' && (one.required || one.name === 'q' || (OPTIONAL.has(one.name) && draw.oneIn(3))),
    )
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(value(name, schema)))}`)
  const written = await (BODIES[route]?.(draw, lab) ?? (body === null ? undefined : bodyOf(body, value)))
  return {
    route,
    method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: path.startsWith('/v1/') ? { 'X-User-Ref': lab.userRef } : {},
    ...(written === undefined ? {} : { body: written }),
  }
}

function bodyOf(schema: Schema, value: (name: string, schema: Schema) => unknown): unknown {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const required = new Set((schema['required'] ?? []) as string[])
  return Object.fromEntries(
    properties
      .filter(([name]) => required.has(name) || name === 'mints')
      .map(([name, one]) => [name, value(name, one)]),
  )
}

function sensible(
  name: string,
  schema: Schema,
  draw: Draw,
  { world, walletIds, userRef }: CaseLab,
  route: string,
): unknown {
  const token = draw.pick(world.tokens)
  switch (name) {
    case 'mint':
    case 'outputMint':
    case 'output_mint':
      return token.mint
    case 'mints':
      return schema['type'] === 'array'
        ? [token.mint, draw.pick(world.tokens).mint, NATIVE]
        : `${token.mint},${draw.pick(world.tokens).mint}`
    case 'inputMint':
    case 'input_mint':
      return NATIVE
    case 'pool':
      return token.pool
    case 'q':
    case 'input':
      return token.symbol
    case 'id':
      return route.includes('/v1/wallets') ? draw.pick(walletIds) : 'wh_0'
    case 'wallet':
    case 'ownerWallet':
    case 'walletAddress':
    case 'address':
    case 'newFeeWallet':
      return draw.pick(world.addresses)
    case 'walletAddresses':
      return [draw.pick(world.addresses), draw.pick(world.addresses)]
    case 'signature':
    case 'transactionSignature':
      return draw.pick(world.signatures)
    case 'amount':
      return schema['type'] === 'integer' ? 20 : String(10_000_000 + draw.below(1_000_000))
    case 'channels':
      return `launches:solana,trades:solana:${token.mint}`
    case 'chain':
      return 'solana'
    case 'user_ref':
      return userRef
    case 'apiKeyId':
      return 1
    case 'slippageBps':
    case 'slippage_bps':
      return 500
    default:
      return plain(schema, draw)
  }
}

function plain(schema: Schema, draw: Draw): unknown {
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined
  if (options !== undefined) return plain(draw.pick(options), draw)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return draw.pick(schema['enum'])
  const [least, most] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 50)]
  if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.min(most, least + draw.below(20))
  if (schema['type'] === 'boolean') return draw.oneIn(2)
  if (schema['type'] === 'array') return []
  return 'x'
}

const trade = (draw: Draw, lab: CaseLab): object => (draw.oneIn(2) ? clientSigned(draw, lab) : { simulate: true })
const clientSigned = (draw: Draw, { world }: CaseLab): object => ({
  client_signs: true,
  wallet: draw.pick(world.wallets).address,
  ...(draw.oneIn(4) ? { use_router: true } : {}),
})
const own = (_: Draw, { world }: CaseLab, draw: Draw): string => draw.pick(world.wallets).address

/** Bodies that belong together, by route. */
const BODIES: Readonly<Record<string, (draw: Draw, lab: CaseLab) => unknown>> = {
  'POST /api/v2/swap/build': (draw, lab) => ({
    quoteResponse: lab.quote ?? { inputMint: NATIVE },
    userPublicKey: own(draw, lab, draw),
  }),
  'POST /api/v2/orders/limit/create': (draw, lab) => ({
    inputMint: NATIVE,
    outputMint: USDC,
    makingAmount: '1000000000',
    takingAmount: '900000000',
    maker: own(draw, lab, draw),
  }),
  'POST /api/v2/orders/dca/create': (draw, lab) => ({
    inputMint: NATIVE,
    outputMint: USDC,
    inAmount: '5000000000',
    cycleSecondsApart: 3_600,
    numberOfCycles: 2,
    user: own(draw, lab, draw),
  }),
  'POST /api/v2/orders/limit/cancel': (draw, lab) => ({
    order: draw.pick(lab.world.addresses),
    maker: own(draw, lab, draw),
  }),
  'POST /api/v2/orders/dca/close': (draw, lab) => ({ dca: draw.pick(lab.world.addresses), user: own(draw, lab, draw) }),
  'POST /api/v2/rpc': (draw, { world }) => {
    const calls = Array.from({ length: draw.oneIn(2) ? 1 : 3 }, (_, id) => {
      const [method, params] = draw.pick(RPC_CALLS)
      return { jsonrpc: '2.0', id, method, params: params(draw, world) }
    })
    return calls.length === 1 ? calls[0] : calls
  },
  'POST /api/rpc/send': async (_, { world }) => ({ transaction: await world.payment() }),
  'POST /api/rpc/simulate': async (_, { world }) => ({ transaction: await world.payment() }),
  'POST /v1/trade/broadcast': async (_, { world }) => ({ signed_tx_base64: await world.payment() }),
  'POST /api/rpc/status': (draw, { world }) => ({
    signatures: [draw.pick(world.signatures), draw.pick(world.signatures)],
  }),
  'POST /v1/trade/buy': (draw, lab) => ({
    mint: draw.pick(lab.world.tokens).mint,
    amount_in: 0.001,
    ...trade(draw, lab),
  }),
  // Never simulated (spec 4.9: `simulate` is forced off): what is not for the caller to sign would be a customer's order.
  'POST /v1/trade/buy-multi-hop': (draw, lab) => ({
    mint: draw.pick(lab.world.tokens).mint,
    amount_sol: 0.001,
    ...clientSigned(draw, lab),
  }),
  'POST /v1/trade/sell': (draw, lab) => ({ mint: draw.pick(lab.world.tokens).mint, percent: 10, ...trade(draw, lab) }),
  'POST /v1/trade/sell-multi-hop': (draw, lab) => ({
    mint: draw.pick(lab.world.tokens).mint,
    percent: 10,
    ...clientSigned(draw, lab),
  }),
  'POST /v1/trade/quote': (draw, { world }) => ({
    input_mint: NATIVE,
    output_mint: draw.pick(world.tokens).mint,
    amount: '10000000',
  }),
  'POST /v1/refund/close': (draw, lab) => ({ client_signs: true, wallet: own(draw, lab, draw), kinds: ['empty'] }),
  'POST /v1/refund/excess': (draw, lab) => ({ client_signs: true, wallet: own(draw, lab, draw) }),
  'POST /api/v1/close': (draw, lab) => ({ walletAddresses: [own(draw, lab, draw)], burnAccounts: draw.oneIn(2) }),
  'POST /v1/wallets/{id}/withdraw': (draw, { world }) => ({
    to: draw.pick(world.addresses),
    amount: '1000000',
    simulate: true,
  }),
  'POST /v1/wallets': (draw) => ({ user_ref: `guest-${draw.below(20)}` }),
  'POST /api/v2/webhooks': () => ({ url: 'https://127.0.0.1:1/hook', events: ['trade'], chain: 'solana' }),
}
