import assert from 'node:assert/strict'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { rawToNumber } from '../../../src/contract/units.ts'
import type { HttpRequest } from '../../http-handler.ts'
import { MAX_U64 } from '../../programs/byte-fields.ts'
import { DCA_PROGRAM, decodeDca } from '../../programs/jupiter/recurring-layout.ts'
import { ceilDiv } from '../../programs/wide-math.ts'
import type { Json } from '../../rpc/json.ts'
import { isObject, readJson } from '../../rpc/json.ts'
import type { ProviderReply } from '../provider-reply.ts'
import { isTradable, type Routing } from './find-route.ts'
import { METHOD_NOT_ALLOWED, PATH_NOT_FOUND, pageOf } from './order-rows.ts'
import {
  closePositionInstructions,
  encodeOrderTransaction,
  newRequestId,
  ORDER_UNIT_PRICE_MICRO_LAMPORTS,
  openPositionInstructions,
} from './order-transactions.ts'
import { answering, asAddress, asUint, found, member, RequestFault } from './read-values.ts'
import { recurringLives, recurringRow } from './recurring-history.ts'
import { sendSigned } from './send-signed.ts'

const MIN_TOTAL_USD = 100
const MIN_CYCLE_USD = 50
const MIN_CYCLES = 2n
const MAX_CYCLE_SECS = 365n * 86_400n
const MAX_PAGE = 100_000n

/** The Recurring API v1, orders by time. Source: the provider's OpenAPI document and recorded answers. */
export function createRecurringApi(routing: Routing): (request: HttpRequest) => ProviderReply {
  const nextId = idsOf(routing)
  const posts: Readonly<Record<string, (body: Json) => ProviderReply>> = {
    '/recurring/v1/createOrder': (body) => createOrder(routing, body, nextId),
    '/recurring/v1/cancelOrder': (body) => cancelOrder(routing, body),
    '/recurring/v1/execute': (body) => execute(routing, body),
  }
  return ({ method, path, query, body }) =>
    answering(() => {
      if (path === '/recurring/v1/getRecurringOrders')
        return method === 'GET' ? listOrders(routing, query) : METHOD_NOT_ALLOWED
      const run = Object.hasOwn(posts, path) ? posts[path] : undefined
      if (run === undefined) return PATH_NOT_FOUND
      if (method !== 'POST') return METHOD_NOT_ALLOWED
      const json = readExact(body)
      if (json === undefined) throw fault('invalid request body')
      return run(json)
    })
}

/** A position is told from others of its owner by the second it was asked for in; two in one second differ by one. */
function idsOf({ chain }: Routing): () => bigint {
  let last = 0
  return () => {
    last = Math.max(last + 1, chain.unixTimeSec())
    return BigInt(last)
  }
}

/** A body whose integers keep their digits: those beyond 2^53 become texts. */
function readExact(body: Uint8Array): Json | undefined {
  const json = readJson(body)
  if (json === undefined) return undefined
  const keepDigits = (_: string, value: Json, context?: { readonly source?: string }): Json =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? (context?.source ?? value)
      : value
  return JSON.parse(Buffer.from(body).toString(), keepDigits as (key: string, value: Json) => Json) as Json
}

function fault(error: string): RequestFault {
  return new RequestFault({ status: 400, body: { code: 400, error, status: 'Bad Request' } })
}

function createOrder(routing: Routing, body: Json, nextId: () => bigint): ProviderReply {
  const [user, inputMint, outputMint] = [
    addressIn(body, 'user'),
    addressIn(body, 'inputMint'),
    addressIn(body, 'outputMint'),
  ]
  if (inputMint === outputMint) throw fault('Input mint and output mint must be different')
  for (const mint of [inputMint, outputMint]) checkMint(routing, mint)
  const params = member(body, 'params')
  if (member(params, 'price') !== undefined) throw fault('Price-based recurring orders are deprecated')
  const time = member(params, 'time')
  if (!isObject(time)) throw fault('Invalid params')
  const terms = { applicationIdx: nextId(), ...readTerms(routing, time, { inputMint, outputMint }) }
  const instructions = openPositionInstructions({ user, inputMint, outputMint, terms })
  return found({ requestId: newRequestId(), transaction: legacy(routing, instructions, user) })
}

function addressIn(body: Json, name: string): string {
  const address = asAddress(member(body, name))
  if (address === null) throw fault(`Invalid ${name}`)
  return address
}

function checkMint(routing: Routing, mint: string): void {
  const state = routing.chain.account(mint)
  if (state === null || !isTradable(routing, mint)) throw fault(`Token ${mint} is not tradable`)
  if (state.owner !== TOKEN_PROGRAM) throw fault('Token-2022 tokens are not supported')
}

function readTerms(
  { chain, market }: Routing,
  time: Json,
  { inputMint, outputMint }: { readonly inputMint: string; readonly outputMint: string },
) {
  const wanted = (name: string, least: bigint, most: bigint = MAX_U64): bigint => {
    const value = asUint(member(time, name), most)
    if (value === null || value < least) throw fault(`Invalid ${name}`)
    return value
  }
  const inRaw = wanted('inAmount', 1n)
  const cycles = wanted('numberOfOrders', 1n)
  const cycleSecs = wanted('interval', 1n, MAX_CYCLE_SECS)
  if (cycles < MIN_CYCLES) throw fault(`Number of orders must be at least ${MIN_CYCLES}`)
  const usd = rawToNumber(inRaw, market.decimals(inputMint)) * (market.priceUsd(inputMint) ?? 0)
  checkWorth('Order', usd, MIN_TOTAL_USD)
  checkWorth('Order per cycle', usd / Number(cycles), MIN_CYCLE_USD)
  // The last cycle takes what is left.
  const perCycleRaw = ceilDiv(inRaw, cycles)
  const scale = 10 ** (market.decimals(outputMint) - market.decimals(inputMint))
  const bound = (name: string): bigint | null => {
    const price = member(time, name)
    if (price === undefined) return null
    if (typeof price !== 'number' || !(price > 0)) throw fault(`Invalid ${name}`)
    const outRaw = (Number(perCycleRaw) * scale) / price
    return outRaw < Number(MAX_U64) ? BigInt(Math.floor(outRaw)) : MAX_U64
  }
  const startAt = member(time, 'startAt')
  const startAtSec = startAt === undefined ? null : asUint(startAt, MAX_U64 >> 1n)
  if (startAt !== undefined && startAtSec === null) throw fault('Invalid startAt')
  if (startAtSec !== null && startAtSec > BigInt(chain.unixTimeSec()) + MAX_CYCLE_SECS) throw fault('Invalid startAt')
  // Prices are of the output in the input: the dearest bought at brings the least.
  return { inRaw, perCycleRaw, cycleSecs, minOutRaw: bound('maxPrice'), maxOutRaw: bound('minPrice'), startAtSec }
}

function checkWorth(what: string, usd: number, least: number): void {
  if (usd < least) throw fault(`${what} is valued at ${usd.toFixed(2)} USDC, minimum is ${least.toFixed(2)} USDC`)
}

function legacy({ chain }: Routing, instructions: Parameters<typeof encodeOrderTransaction>[1], payer: string): string {
  const unitPriceMicroLamports = ORDER_UNIT_PRICE_MICRO_LAMPORTS
  const encoded = encodeOrderTransaction(chain, instructions, { payer, version: 'legacy', unitPriceMicroLamports })
  assert(encoded !== null, 'one position always fits')
  return encoded
}

function cancelOrder(routing: Routing, body: Json): ProviderReply {
  const [user, order] = [addressIn(body, 'user'), addressIn(body, 'order')]
  if (member(body, 'recurringType') !== 'time') throw fault('Invalid recurringType')
  const account = routing.chain.account(order)
  const state = account?.owner === DCA_PROGRAM ? decodeDca(account.data) : null
  if (state?.user !== user) throw fault('Order not found')
  return found({
    requestId: newRequestId(),
    transaction: legacy(routing, closePositionInstructions(order, state), user),
  })
}

function execute({ chain }: Routing, body: Json): ProviderReply {
  const sent = sendSigned(chain, body)
  if (sent === null) throw fault('Invalid transaction')
  const error = sent.ok ? null : sent.message
  return found({ signature: sent.signature, status: sent.ok ? 'Success' : 'Failed', order: null, error })
}

function listOrders({ chain, market }: Routing, query: URLSearchParams): ProviderReply {
  const user = asAddress(query.get('user') ?? '')
  if (user === null) throw fault('Invalid user')
  const type = query.get('recurringType')
  if (type !== 'time' && type !== 'price' && type !== 'all') throw fault('Invalid recurringType')
  const orderStatus = query.get('orderStatus')
  if (orderStatus !== 'active' && orderStatus !== 'history') throw fault('Invalid orderStatus')
  const page = Number(asUint(query.get('page') ?? '1', MAX_PAGE) ?? 0n)
  if (page < 1) throw fault('Invalid page')
  const mint = query.get('mint')
  const lives = type === 'price' ? [] : recurringLives(chain, user)
  const wanted = lives.filter(
    ({ closeTx, inputMint, outputMint }) =>
      (closeTx === '') === (orderStatus === 'active') && (mint === null || mint === inputMint || mint === outputMint),
  )
  const { rows, totalPages } = pageOf(wanted, page)
  return found({ user, orderStatus, [type]: rows.map((life) => recurringRow(market, life)), totalPages, page })
}
