import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVM_CONTRACTS, NATIVE_TOKEN } from '../../../src/chain/evm/contracts.ts'
import { poolIdOf } from '../../../src/chain/evm/pool-key.ts'
import { createEvmRpc } from '../../../src/chain/evm/rpc.ts'
import { TOPICS } from '../../../src/chain/evm/topics.ts'
import { toWord } from '../../../src/chain/evm/words.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import type { JsonRpc } from '../../../src/runtime/json-rpc.ts'
import { findManagedPools } from '../../../src/services/evm-security/find-managed-pools.ts'

const TOKEN = `0x${'11'.repeat(20)}`
const HOOK = `0x${'77'.repeat(20)}`
const HEAD = 40_000_000
const REFUSED = { ...fail('upstream_refused', 'no'), rpcCode: -32_000 } as Outcome<unknown>
const BASE = EVM_CONTRACTS.base
const V4 = BASE.venues.find(({ dex }) => dex === 'uniswap_v4')!
const INFINITY = BASE.venues.find(({ dex }) => dex === 'pancake_infinity')!
const QUOTES = [BASE.wrappedNative, BASE.stables[0]!.address]
/** Price 4: a root of 2. */
const ROOT = 2n << 96n

type Log = { readonly topics: readonly string[]; readonly data: string; readonly address: string }
const logOf = ({ topics, data, address }: Log) => ({
  ...{ topics, data, address, logIndex: '0x1', transactionIndex: '0x0' },
  ...{ transactionHash: `0x${'aa'.repeat(32)}`, blockHash: `0x${'bb'.repeat(32)}` },
})
const hex = (...words: readonly (string | number | bigint)[]) => `0x${words.map(toWord).join('')}`

const KEY_V4 = hex(NATIVE_TOKEN, TOKEN, 0x800000, 60, HOOK)
const CREATED_V4 = logOf({
  address: V4.address,
  topics: [TOPICS.initializeV4, poolIdOf(KEY_V4), hex(NATIVE_TOKEN), hex(TOKEN)],
  data: hex(0x800000, 60, HOOK, ROOT, 0),
})
const PARAMETERS = 60 << 16
const KEY_INFINITY = hex(TOKEN, BASE.wrappedNative, HOOK, INFINITY.address, 3_000, PARAMETERS)
const CREATED_INFINITY = logOf({
  address: INFINITY.address,
  topics: [TOPICS.initializeInfinity, poolIdOf(KEY_INFINITY), hex(TOKEN), hex(BASE.wrappedNative)],
  data: hex(HOOK, 3_000, PARAMETERS, ROOT, 0),
})

/** A node whose managers hold a liquidity of 1,000 at the price 4 in these pools, and that serves these logs. */
function clientOf(ids: readonly string[], logs: readonly unknown[], longestRange = Number.MAX_SAFE_INTEGER) {
  const ranges: number[] = []
  const call: JsonRpc['call'] = async ({ method, params }) => {
    const [wish] = params as [Record<string, string> & { topics: readonly unknown[] }]
    if (method === 'eth_getLogs') {
      const length = Number(wish.toBlock) - Number(wish.fromBlock)
      ranges.push(length)
      if (length > longestRange) return REFUSED
      // Each manager is asked twice: with the token as the second currency, and as the first.
      const isSecond = Array.isArray(wish.topics[3])
      return ok(isSecond ? [] : logs.filter((one) => (one as Log).address === wish.address))
    }
    if (wish.to === BASE.multicall) return REFUSED
    const data = wish.data!
    if (data.startsWith('0x1e2eaeaf')) {
      const found = ids.flatMap((id) => slotsOf(id)).find(({ slot }) => data.endsWith(slot))
      return found === undefined ? ok(hex(0)) : ok(hex(found.value))
    }
    const isHeld = ids.some((id) => data.endsWith(id.slice(2)))
    if (data.startsWith('0xc815641c')) return ok(hex(isHeld ? ROOT : 0, 0, 0, 0))
    return data.startsWith('0xfa6793d5') ? ok(hex(isHeld ? 1_000 : 0)) : REFUSED
  }
  const callMany: JsonRpc['callMany'] = (requests, options) => Promise.all(requests.map((one) => call(one, options)))
  return { ranges, client: { node: { call, callMany }, rpc: createEvmRpc({ call, callMany }), contracts: BASE } }
}

/** As `StateLibrary` of v4-core finds them: `keccak256(id, 6)`, and three words behind it. */
function slotsOf(id: string) {
  const slot = BigInt(poolIdOf(`${id}${toWord(6)}`))
  return [
    { slot: toWord(slot), value: ROOT | (7n << 200n) },
    { slot: toWord(slot + 3n), value: 1_000n },
  ]
}

const find = async (of: ReturnType<typeof clientOf>) => {
  const found = await findManagedPools(
    of.client,
    { token: TOKEN, quotes: QUOTES, head: HEAD },
    AbortSignal.timeout(5_000),
  )
  assert(found.ok)
  return found.value
}

test('a pool of v4 with a usual key is found without a log, and its depth is that of its liquidity', async () => {
  const key = hex(TOKEN, QUOTES[1]!, 3_000, 60, NATIVE_TOKEN)
  const found = await find(clientOf([poolIdOf(key)], []))
  assert.deepEqual(found, [
    {
      ...{ dex: 'uniswap_v4', poolId: poolIdOf(key), quote: QUOTES[1] },
      // The quote is the second currency: 1,000 times the root of the price.
      venue: { kind: 'v4', pool: V4.address, manager: V4.address, key, depthRaw: 2_000n },
    },
  ])
})
test('pools with hooks are found by their creation, with their key', async () => {
  const found = await find(clientOf([poolIdOf(KEY_V4), poolIdOf(KEY_INFINITY)], [CREATED_V4, CREATED_INFINITY]))
  assert.deepEqual(
    found.map(({ dex, quote, venue }) => [dex, quote, venue.key, venue.pool, venue.depthRaw]),
    [
      ['uniswap_v4', NATIVE_TOKEN, KEY_V4, V4.address, 500n],
      ['pancake_infinity', BASE.wrappedNative, KEY_INFINITY, INFINITY.manages!.vault, 2_000n],
    ],
  )
})
test('a creation that another contract emitted, or whose id is no hash of its key, is none', async () => {
  const elsewhere = { ...CREATED_V4, address: HOOK }
  const forged = { ...CREATED_V4, topics: CREATED_V4.topics.with(1, `0x${'ab'.repeat(32)}`) }
  const ids = [poolIdOf(KEY_V4), `0x${'ab'.repeat(32)}`]
  assert.deepEqual(await find(clientOf(ids, [forged])), [])
  const client = clientOf(ids, [])
  const call = client.client.node.call
  client.client.node.callMany = (requests, options) =>
    Promise.all(
      requests.map((one) =>
        one.method === 'eth_getLogs' ? Promise.resolve(ok([elsewhere, null, 7, {}])) : call(one, options),
      ),
    )
  assert.deepEqual(await find(client), [])
})
test('a node that bounds ranges is asked for shorter ones', async () => {
  const bounded = clientOf([poolIdOf(KEY_V4)], [CREATED_V4], 10_000)
  assert.equal((await find(bounded)).length, 1)
  assert(bounded.ranges.includes(5_000) && bounded.ranges.some((length) => length > 10_000))
  const closed = clientOf([poolIdOf(KEY_V4)], [CREATED_V4], 0)
  assert.deepEqual(await find(closed), [])
})
