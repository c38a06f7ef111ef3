import { type EvmVenue, NATIVE_TOKEN } from '../../chain/evm/contracts.ts'
import { decodeCreation } from '../../chain/evm/decode-creation.ts'
import { keccak256 } from '../../chain/evm/keccak.ts'
import { hexOf, readLog } from '../../chain/evm/log.ts'
import { callAll } from '../../chain/evm/multicall.ts'
import { keyOfCreation, poolIdOf, provesItself } from '../../chain/evm/pool-key.ts'
import type { EthCall } from '../../chain/evm/rpc.ts'
import type { ManagedPool } from '../../chain/evm/security/probe-call.ts'
import { TOPICS } from '../../chain/evm/topics.ts'
import { toWord, uintAt, wordsIn } from '../../chain/evm/words.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { EvmClient } from './evm-clients.ts'

/** Fees with tick spacings that pools of v4 without a hook are opened with. Source: docs.uniswap.org, v4, "Create Pool". */
const USUAL_FEES = [
  { feePpm: 100, tickSpacing: 1 },
  { feePpm: 500, tickSpacing: 10 },
  { feePpm: 3_000, tickSpacing: 60 },
  { feePpm: 10_000, tickSpacing: 200 },
]
/** Blocks back from the head in which a creation is looked for, until a node takes a range. */
const SPANS = [Number.MAX_SAFE_INTEGER, 100_000, 5_000]
/** Anyone may open pools of any token: the oldest and the newest of so many are looked at. */
const MAX_CREATIONS = 64
const LOGS_BYTES = 1024 ** 2
const REPLY_MS = 4_000
const CALL = {
  /** Of v4: reads a word of its storage. */
  extsload: '0x1e2eaeaf',
  /** Of Infinity. */
  getSlot0: '0xc815641c',
  getLiquidity: '0xfa6793d5',
} as const
/** Where v4 keeps its pools, and how far behind the price of one its liquidity stands. Source: StateLibrary of v4-core. */
const POOLS_SLOT = 6
const LIQUIDITY_OFFSET = 3n
const PRICE_BITS = 160
const LIQUIDITY_BITS = 128
const Q96 = 96n

export type ManagedCandidate = {
  readonly dex: string
  readonly poolId: string
  readonly quote: string
  readonly venue: ManagedPool
}

type Question = { readonly token: string; readonly quotes: readonly string[]; readonly head: number }
type Keyed = { readonly manager: EvmVenue; readonly quote: string; readonly key: string }

/** Pools of v4 and Infinity that hold something of the token and of a quote: those with usual keys, and those whose
 *  creation the node still serves. `depthRaw` is what would lie there of the quote if the liquidity of the price now reached
 *  over all prices: a manager does not say what lies in one pool. Fails when no node answers. */
export async function findManagedPools(
  client: EvmClient,
  { token, quotes, head }: Question,
  signal: AbortSignal,
): Promise<Outcome<readonly ManagedCandidate[]>> {
  const managers = client.contracts.venues.filter(({ manages }) => manages !== undefined)
  const question = { token, head, quotes: [NATIVE_TOKEN, ...quotes].filter((quote) => quote !== token) }
  const created = await Promise.all(managers.map((manager) => createdPools(client, manager, question, signal)))
  const keyed = new Map<string, Keyed>()
  for (const one of [...managers.flatMap((manager) => usualPools(manager, question)), ...created.flat()])
    keyed.set(`${one.manager.address} ${one.key}`, one)
  const pools = [...keyed.values()]
  const answers = await callAll(client.rpc, client.contracts.multicall, pools.flatMap(stateCalls), signal)
  if (!answers.ok) return answers
  return ok(
    pools.flatMap((pool, at) => {
      const depthRaw = depthOf(pool, answers.value[2 * at] ?? null, answers.value[2 * at + 1] ?? null)
      return depthRaw === 0n ? [] : [candidateOf(pool, depthRaw)]
    }),
  )
}

function sorted(one: string, other: string): readonly [string, string] {
  return one < other ? [one, other] : [other, one]
}

function usualPools(manager: EvmVenue, { token, quotes }: Question): readonly Keyed[] {
  if (manager.swap !== 'v4') return []
  return quotes.flatMap((quote) =>
    USUAL_FEES.map(({ feePpm, tickSpacing }) => {
      const words = [...sorted(token, quote), feePpm, tickSpacing, NATIVE_TOKEN]
      return { manager, quote, key: `0x${words.map(toWord).join('')}` }
    }),
  )
}

/** What a node refuses is left out. */
async function createdPools(
  { node }: EvmClient,
  manager: EvmVenue,
  { token, quotes, head }: Question,
  signal: AbortSignal,
): Promise<readonly Keyed[]> {
  const topic = manager.swap === 'v4' ? TOPICS.initializeV4 : TOPICS.initializeInfinity
  const [own, others] = [`0x${toWord(token)}`, quotes.map((quote) => `0x${toWord(quote)}`)]
  const bounds = { timeoutMs: REPLY_MS, maxReplyBytes: LOGS_BYTES, signal }
  for (const span of SPANS) {
    const from = Math.max(manager.manages!.fromBlock, head - span)
    const range = { address: manager.address, fromBlock: hexOf(Math.min(from, head)), toBlock: hexOf(head) }
    const requests = [
      [topic, null, own, others],
      [topic, null, others, own],
    ].map((topics) => ({ method: 'eth_getLogs', params: [{ ...range, topics }] }))
    const replies = await node.callMany(requests, bounds)
    if (replies.every(({ ok }) => ok))
      return replies.flatMap((reply) => (reply.ok ? keysIn(reply.value, manager, { token, quotes }) : []))
    if (signal.aborted) return []
  }
  return []
}

/** Whatever the node answered. */
function keysIn(
  value: unknown,
  manager: EvmVenue,
  { token, quotes }: Pick<Question, 'token' | 'quotes'>,
): readonly Keyed[] {
  if (!Array.isArray(value)) return []
  const some =
    value.length <= MAX_CREATIONS ? value : [...value.slice(0, MAX_CREATIONS / 2), ...value.slice(-MAX_CREATIONS / 2)]
  return some.flatMap((one) => {
    const log = readLog(one)
    const creation = log === null ? null : decodeCreation(log)
    if (log === null || creation?.emitter !== manager.address || creation.shape !== manager.creation) return []
    const { token0, token1 } = creation
    const quote = token0 === token ? token1 : token0
    if ((token0 !== token && token1 !== token) || !quotes.includes(quote) || !provesItself(log)) return []
    return [{ manager, quote, key: keyOfCreation(log) }]
  })
}

/** Two calls: its price, its liquidity. */
function stateCalls({ manager: { address: to, swap }, key }: Keyed): readonly EthCall[] {
  const id = poolIdOf(key)
  if (swap !== 'v4') return [CALL.getSlot0, CALL.getLiquidity].map((call) => ({ to, data: `${call}${id.slice(2)}` }))
  const place = Buffer.from(`${id.slice(2)}${toWord(POOLS_SLOT)}`, 'hex')
  const slot = BigInt(`0x${Buffer.from(keccak256(place)).toString('hex')}`)
  return [slot, slot + LIQUIDITY_OFFSET].map((word) => ({ to, data: `${CALL.extsload}${toWord(word)}` }))
}

function depthOf({ quote, key }: Keyed, price: string | null, liquidity: string | null): bigint {
  if (price === null || liquidity === null || wordsIn(price) < 1 || wordsIn(liquidity) < 1) return 0n
  const root = BigInt.asUintN(PRICE_BITS, uintAt(price, 0))
  const amount = BigInt.asUintN(LIQUIDITY_BITS, uintAt(liquidity, 0))
  if (root === 0n) return 0n
  const isFirst = uintAt(key, 0) === BigInt(quote)
  return isFirst ? (amount << Q96) / root : (amount * root) >> Q96
}

function candidateOf({ manager, quote, key }: Keyed, depthRaw: bigint): ManagedCandidate {
  const { dex, address, swap, manages } = manager
  const kind = swap === 'v4' ? 'v4' : 'infinity'
  return {
    ...{ dex, quote, poolId: poolIdOf(key) },
    venue: { kind, pool: manages!.vault, manager: address, key, depthRaw },
  }
}
