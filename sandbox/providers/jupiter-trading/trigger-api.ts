import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { rawToNumber } from '../../../src/contract/units.ts'
import { findExtension } from '../../../src/hot-paths/account-layouts.ts'
import type { HttpRequest } from '../../http-handler.ts'
import { MAX_U64 } from '../../programs/byte-fields.ts'
import {
  decodeTriggerOrder,
  TRIGGER_PROGRAM,
  type TriggerOrder,
  triggerOrderPda,
} from '../../programs/jupiter/trigger-layout.ts'
import type { Json } from '../../rpc/json.ts'
import { readJson } from '../../rpc/json.ts'
import type { ProviderReply } from '../provider-reply.ts'
import type { Routing } from './find-route.ts'
import { isTradable } from './find-route.ts'
import { METHOD_NOT_ALLOWED, PATH_NOT_FOUND, pageOf } from './order-rows.ts'
import {
  cancelOrderInstructions,
  encodeOrderTransaction,
  makeOrderInstructions,
  newRequestId,
  ORDER_UNIT_PRICE_MICRO_LAMPORTS,
  randomId,
} from './order-transactions.ts'
import { answering, asAddress, asUint, found, member, RequestFault } from './read-values.ts'
import { sendSigned } from './send-signed.ts'
import { triggerLives, triggerRow } from './trigger-history.ts'

const MIN_ORDER_USD = 5
const MAX_BPS = 10_000n
const MAX_PAGE = 100_000n
const CANCELS_PER_TRANSACTION = 5
const MAX_CANCELLED = 100
/** Taxes and hooks on transfers: what arrives is not what was sent. */
const REFUSED_EXTENSIONS = [1, 14] as const

/** The Trigger API v1: limit orders that a wallet signs for, held by the emulated program. Source: the provider's
 *  OpenAPI document and recorded answers. */
export function createTriggerApi(routing: Routing): (request: HttpRequest) => ProviderReply {
  const posts: Readonly<Record<string, (body: Json) => ProviderReply>> = {
    '/trigger/v1/createOrder': (body) => createOrder(routing, body),
    '/trigger/v1/cancelOrder': (body) => cancelOrder(routing, body),
    '/trigger/v1/cancelOrders': (body) => cancelOrders(routing, body),
    '/trigger/v1/execute': (body) => execute(routing, body),
  }
  return ({ method, path, query, body }) =>
    answering(() => {
      if (path === '/trigger/v1/getTriggerOrders')
        return method === 'GET' ? listOrders(routing, query) : METHOD_NOT_ALLOWED
      const run = Object.hasOwn(posts, path) ? posts[path] : undefined
      if (run === undefined) return PATH_NOT_FOUND
      if (method !== 'POST') return METHOD_NOT_ALLOWED
      const json = readJson(body)
      if (json === undefined) throw fault('invalid request body')
      return run(json)
    })
}

function fault(error: string, cause?: string): RequestFault {
  return new RequestFault({ status: 400, body: { error, ...(cause === undefined ? {} : { cause }), code: 400 } })
}

const CREATE = 'invalid create order request'

function createOrder(routing: Routing, body: Json): ProviderReply {
  const { chain } = routing
  const address = (name: string): string => {
    const value = asAddress(member(body, name))
    if (value === null) throw fault(CREATE, `invalid ${name}`)
    return value
  }
  const [inputMint, outputMint] = [address('inputMint'), address('outputMint')]
  const [maker, payer] = [address('maker'), address('payer')]
  if (inputMint === outputMint) throw fault(CREATE, 'input mint and output mint must be different')
  for (const mint of [inputMint, outputMint]) checkMint(routing, mint)
  if (member(body, 'feeAccount') !== undefined)
    throw fault(CREATE, 'feeAccount is not an account of the referral program')
  const terms = readTerms(routing, member(body, 'params'), inputMint)
  const wrapsSol = member(body, 'wrapAndUnwrapSol') !== false
  const instructions = makeOrderInstructions(chain, { maker, payer, inputMint, outputMint, terms, wrapsSol })
  return found({
    requestId: newRequestId(),
    transaction: encodeOrderTransaction(chain, instructions, {
      payer,
      version: 0,
      unitPriceMicroLamports: readPrice(body),
    }),
    order: triggerOrderPda(maker, terms.uniqueId).address,
  })
}

function checkMint(routing: Routing, mint: string): void {
  const state = routing.chain.account(mint)
  if (state === null || !isTradable(routing, mint)) throw fault(CREATE, `token ${mint} is not tradable`)
  if (state.owner === TOKEN_2022_PROGRAM && REFUSED_EXTENSIONS.some((type) => findExtension(state.data, type) !== null))
    throw fault(CREATE, `token ${mint} with transfer tax is not supported`)
}

function readTerms({ chain, market }: Routing, params: Json | undefined, inputMint: string) {
  const amount = (name: string): bigint => {
    const value = asUint(member(params, name))
    if (value === null || value === 0n) throw fault(CREATE, `invalid ${name}`)
    return value
  }
  const optional = (name: string, max: bigint): bigint | null => {
    const value = member(params, name)
    const read = value === undefined ? null : asUint(value, max)
    if (value !== undefined && read === null) throw fault(CREATE, `invalid ${name}`)
    return read
  }
  const [makingRaw, takingRaw] = [amount('makingAmount'), amount('takingAmount')]
  const usd = rawToNumber(makingRaw, market.decimals(inputMint)) * (market.priceUsd(inputMint) ?? 0)
  if (usd < MIN_ORDER_USD)
    throw fault(CREATE, `input mint making amount must be at least ${MIN_ORDER_USD} USD, received: ${usd}`)
  const expiredAtSec = optional('expiredAt', MAX_U64 >> 1n)
  if (expiredAtSec !== null && expiredAtSec <= BigInt(chain.unixTimeSec()))
    throw fault(CREATE, 'expiredAt must be in the future')
  const slippageBps = Number(optional('slippageBps', MAX_BPS) ?? 0n)
  return { uniqueId: randomId(), makingRaw, takingRaw, expiredAtSec, slippageBps }
}

function readPrice(body: Json): bigint {
  const asked = member(body, 'computeUnitPrice')
  if (asked === undefined || asked === 'auto') return ORDER_UNIT_PRICE_MICRO_LAMPORTS
  const price = asUint(asked)
  if (price === null) throw fault('invalid computeUnitPrice')
  return price
}

type OpenOrder = { readonly address: string; readonly state: TriggerOrder }

function openOrder({ chain }: Routing, address: string): OpenOrder | null {
  const account = chain.account(address)
  const state = account?.owner === TRIGGER_PROGRAM ? decodeTriggerOrder(account.data) : null
  return state === null ? null : { address, state }
}

function readMaker(body: Json): string {
  const maker = asAddress(member(body, 'maker'))
  if (maker === null) throw fault('invalid maker pubkey')
  return maker
}

function cancelOrder(routing: Routing, body: Json): ProviderReply {
  const maker = readMaker(body)
  const address = asAddress(member(body, 'order'))
  if (address === null) throw fault('invalid order pubkey')
  const order = openOrder(routing, address)
  if (order === null || order.state.maker !== maker) throw fault('invalid cancel order request', 'order not found')
  return found({ requestId: newRequestId(), transaction: cancelling(routing, [order], body)[0] })
}

/** Five orders to a transaction; without a list all that are open. */
function cancelOrders(routing: Routing, body: Json): ProviderReply {
  const maker = readMaker(body)
  const asked = member(body, 'orders')
  if (asked !== undefined && !Array.isArray(asked)) throw fault('invalid orders')
  const listed = (asked as readonly Json[] | undefined)?.map((one) => {
    const address = asAddress(one)
    const order = address === null ? null : openOrder(routing, address)
    if (order?.state.maker !== maker) throw fault('invalid cancel order request', 'order not found')
    return order
  })
  const orders = listed ?? openOrdersOf(routing, maker)
  if (orders.length === 0) throw fault('no matching orders found')
  if (orders.length > MAX_CANCELLED) throw fault(`at most ${MAX_CANCELLED} orders`)
  const batches = Array.from({ length: Math.ceil(orders.length / CANCELS_PER_TRANSACTION) }, (_, at) =>
    orders.slice(at * CANCELS_PER_TRANSACTION, (at + 1) * CANCELS_PER_TRANSACTION),
  )
  return found({
    requestId: newRequestId(),
    transactions: batches.flatMap((batch) => cancelling(routing, batch, body)),
  })
}

function openOrdersOf(routing: Routing, maker: string): OpenOrder[] {
  return routing.chain
    .accountsOfProgram(TRIGGER_PROGRAM)
    .map((address) => openOrder(routing, address))
    .filter((order) => order?.state.maker === maker)
    .slice(0, MAX_CANCELLED) as OpenOrder[]
}

/** One transaction, or more where the orders' accounts do not fit into one. */
function cancelling(routing: Routing, orders: readonly OpenOrder[], body: Json): string[] {
  const maker = orders[0]!.state.maker
  const encoded = encodeOrderTransaction(routing.chain, cancelOrderInstructions(orders, maker), {
    payer: maker,
    version: 0,
    unitPriceMicroLamports: readPrice(body),
    cancels: orders.length,
  })
  if (encoded !== null || orders.length === 1) return [encoded!]
  const half = orders.length >> 1
  return [orders.slice(0, half), orders.slice(half)].flatMap((part) => cancelling(routing, part, body))
}

function execute({ chain }: Routing, body: Json): ProviderReply {
  const sent = sendSigned(chain, body)
  if (sent === null)
    throw new RequestFault({ status: 400, body: { error: 'invalid transaction', code: 400, status: 'Failed' } })
  if (!sent.ok)
    return { status: 500, body: { error: sent.message, code: 500, signature: sent.signature, status: 'Failed' } }
  return found({ code: 0, signature: sent.signature, status: 'Success' })
}

function listOrders({ chain, market }: Routing, query: URLSearchParams): ProviderReply {
  const user = asAddress(query.get('user') ?? '')
  if (user === null) throw fault('invalid user pubkey')
  const orderStatus = query.get('orderStatus')
  if (orderStatus !== 'active' && orderStatus !== 'history') throw fault('invalid orderStatus')
  const page = Number(asUint(query.get('page') ?? '1', MAX_PAGE) ?? 0n)
  if (page < 1) throw fault('invalid page')
  const [inputMint, outputMint] = [query.get('inputMint'), query.get('outputMint')]
  const lives = triggerLives(chain, user).filter(
    ({ state, status }) =>
      (status === 'Open') === (orderStatus === 'active') &&
      (inputMint === null || state.inputMint === inputMint) &&
      (outputMint === null || state.outputMint === outputMint),
  )
  const { rows, totalPages } = pageOf(lives, page)
  return found({ user, orderStatus, orders: rows.map((life) => triggerRow(market, life)), totalPages, page })
}
