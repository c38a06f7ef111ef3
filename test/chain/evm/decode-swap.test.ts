import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCreation } from '../../../src/chain/evm/decode-creation.ts'
import { decodeReserves, decodeSwap } from '../../../src/chain/evm/decode-swap.ts'
import { keccak256 } from '../../../src/chain/evm/keccak.ts'
import { type EvmLog, readLog } from '../../../src/chain/evm/log.ts'
import { isWantedTopic, TOPICS } from '../../../src/chain/evm/topics.ts'
import { noRecordings } from '../../support/recorded.ts'
import { recordedBlocks, recordedReceipts } from './recorded-evm.ts'

const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
const dataOf = (...values: readonly bigint[]): string => `0x${values.map(word).join('')}`
const ADDRESS = `0x${'ab'.repeat(20)}`
const TRADER = `0x${word(0xcdn)}`
const POOL_ID = `0x${'ef'.repeat(32)}`
const ROOT = 2n ** 96n

function logOf(topic: string, data: string, topics: readonly string[] = [TRADER, TRADER]): EvmLog {
  const place = { logIndex: 3, txIndex: 1, txHash: `0x${'12'.repeat(32)}`, blockHash: `0x${'34'.repeat(32)}` }
  return { address: ADDRESS, topics: [topic, ...topics], data, ...place }
}

test('topics are the hashes of the signatures that their comments name', () => {
  const signatures: Readonly<Record<keyof typeof TOPICS, string>> = {
    swapV2: 'Swap(address,uint256,uint256,uint256,uint256,address)',
    syncV2: 'Sync(uint112,uint112)',
    swapV3: 'Swap(address,address,int256,int256,uint160,uint128,int24)',
    swapPancakeV3: 'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
    swapV4: 'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
    swapInfinity: 'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24,uint16)',
    swapAerodrome: 'Swap(address,address,uint256,uint256,uint256,uint256)',
    syncAerodrome: 'Sync(uint256,uint256)',
    createdV2: 'PairCreated(address,address,address,uint256)',
    createdV3: 'PoolCreated(address,address,uint24,int24,address)',
    createdAerodrome: 'PoolCreated(address,address,bool,address,uint256)',
    createdSlipstream: 'PoolCreated(address,address,int24,address)',
    initializeV4: 'Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)',
    initializeInfinity: 'Initialize(bytes32,address,address,address,uint24,bytes32,uint160,int24)',
  }
  for (const [name, signature] of Object.entries(signatures))
    assert.equal(
      TOPICS[name as keyof typeof TOPICS],
      `0x${Buffer.from(keccak256(Buffer.from(signature))).toString('hex')}`,
      name,
    )
})

test('v2 amounts are what came in less what went out, also when both sides came in', () => {
  const plain = decodeSwap(logOf(TOPICS.swapV2, dataOf(10n, 0n, 0n, 7n)))
  assert.deepEqual([plain?.delta0, plain?.delta1, plain?.pool, plain?.sqrtPriceX96], [10n, -7n, ADDRESS, null])
  const both = decodeSwap(logOf(TOPICS.swapV2, dataOf(10n, 2n, 0n, 7n)))
  assert.deepEqual([both?.delta0, both?.delta1], [10n, -5n])
})

test('v3 amounts are those of the pool, v4 amounts those of the swapper', () => {
  const v3 = decodeSwap(logOf(TOPICS.swapV3, dataOf(10n, -7n, ROOT, 5n, -3n)))
  assert.deepEqual([v3?.shape, v3?.delta0, v3?.delta1, v3?.sqrtPriceX96], ['v3', 10n, -7n, ROOT])
  const pancake = decodeSwap(logOf(TOPICS.swapPancakeV3, dataOf(-10n, 7n, ROOT, 5n, -3n, 1n, 0n)))
  assert.deepEqual([pancake?.shape, pancake?.delta0, pancake?.delta1], ['pancakeV3', -10n, 7n])
  const v4 = decodeSwap(logOf(TOPICS.swapV4, dataOf(-10n, 7n, ROOT, 5n, -3n, 500n), [POOL_ID, TRADER]))
  assert.deepEqual([v4?.shape, v4?.pool, v4?.delta0, v4?.delta1], ['v4', POOL_ID, 10n, -7n])
  const infinity = decodeSwap(logOf(TOPICS.swapInfinity, dataOf(10n, -7n, ROOT, 5n, 3n, 500n, 9n), [POOL_ID, TRADER]))
  assert.deepEqual([infinity?.shape, infinity?.delta0, infinity?.delta1], ['infinity', -10n, 7n])
})

test('amounts of 256 bits are whole', () => {
  const most = 2n ** 256n - 1n
  assert.equal(decodeSwap(logOf(TOPICS.swapV2, dataOf(most, 0n, 0n, 1n)))?.delta0, most)
  const least = -(2n ** 255n)
  assert.equal(decodeSwap(logOf(TOPICS.swapV3, dataOf(least, 1n, ROOT, 5n, 0n)))?.delta0, least)
})

test('what moved nothing on one side, or both sides one way, is no trade', () => {
  assert.equal(decodeSwap(logOf(TOPICS.swapV2, dataOf(10n, 0n, 0n, 0n))), null)
  assert.equal(decodeSwap(logOf(TOPICS.swapV2, dataOf(10n, 7n, 0n, 0n))), null)
  assert.equal(decodeSwap(logOf(TOPICS.swapV3, dataOf(-10n, -7n, ROOT, 5n, 0n))), null)
})

test('numbers that the event has no room for are refused', () => {
  assert.equal(decodeSwap(logOf(TOPICS.swapV3, dataOf(10n, -7n, 2n ** 160n, 5n, 0n))), null)
  assert.equal(decodeSwap(logOf(TOPICS.swapV3, dataOf(10n, -7n, 0n, 5n, 0n))), null)
  assert.equal(decodeSwap(logOf(TOPICS.swapV3, dataOf(10n, -7n, ROOT, 2n ** 128n, 0n))), null)
  assert.equal(decodeSwap(logOf(TOPICS.swapV3, dataOf(10n, -7n, ROOT, 5n, 2n ** 23n))), null)
  const v4 = dataOf(-(2n ** 127n) - 1n, 7n, ROOT, 5n, 0n, 500n)
  assert.equal(decodeSwap(logOf(TOPICS.swapV4, v4, [POOL_ID, TRADER])), null)
  assert.equal(decodeReserves(logOf(TOPICS.syncV2, dataOf(2n ** 112n, 1n), [])), null)
})

test('the swap of Aerodrome has its own order, and a yETH of the same topic is left to its pool', () => {
  const swap = decodeSwap(logOf(TOPICS.swapAerodrome, dataOf(0n, 7n, 10n, 0n)))
  assert.deepEqual([swap?.shape, swap?.delta0, swap?.delta1], ['aerodrome', -10n, 7n])
  // A vault's event with other words.
  assert.equal(decodeSwap(logOf(TOPICS.swapAerodrome, dataOf(0n, 7n, 10n))), null)
})

test('creations name the pool where each event has it', () => {
  const token0 = `0x${word(1n)}`
  const token1 = `0x${word(2n)}`
  const pool = BigInt(ADDRESS)
  const zero = (digit: string) => `0x${digit.padStart(40, '0')}`
  const v2 = decodeCreation(logOf(TOPICS.createdV2, dataOf(pool, 1n), [token0, token1]))
  assert.deepEqual([v2?.pool, v2?.token0, v2?.token1], [ADDRESS, zero('1'), zero('2')])
  const v3 = decodeCreation(logOf(TOPICS.createdV3, dataOf(60n, pool), [token0, token1, `0x${word(3_000n)}`]))
  assert.equal(v3?.pool, ADDRESS)
  const stable = decodeCreation(logOf(TOPICS.createdAerodrome, dataOf(pool, 1n), [token0, token1, `0x${word(1n)}`]))
  assert.deepEqual([stable?.pool, stable?.isStable], [ADDRESS, true])
  const slip = decodeCreation(logOf(TOPICS.createdSlipstream, dataOf(pool), [token0, token1, `0x${word(-1n)}`]))
  assert.equal(slip?.shape, 'slipstream')
  const v4 = decodeCreation(logOf(TOPICS.initializeV4, dataOf(500n, 10n, 0n, ROOT, 0n), [POOL_ID, token0, token1]))
  assert.equal(v4?.pool, POOL_ID)
  assert.equal(decodeCreation(logOf(TOPICS.createdV2, dataOf(pool, 1n), [token0, token0])), null)
  assert.equal(decodeCreation(logOf(TOPICS.createdV2, dataOf(2n ** 161n, 1n), [token0, token1])), null)
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hex = (length: number) => bytes(length).map((one) => `0x${Buffer.from(one).toString('hex')}`)
const topic = fc.oneof(hex(32), fc.constantFrom(TRADER, POOL_ID))
const hostileLog = fc.record({
  first: fc.constantFrom(...Object.values(TOPICS)),
  others: fc.array(topic, { maxLength: 3 }),
  data: fc.nat({ max: 10 }).chain((words) => fc.oneof(hex(32 * words), hex(32 * words + 5), fc.constant('0x'))),
})

test('no log makes a decoder throw, and what it makes of one can be on the tape', () => {
  fc.assert(
    fc.property(hostileLog, ({ first, others, data }) => {
      const log = logOf(first, data, others)
      const swap = decodeSwap(log)
      decodeReserves(log)
      decodeCreation(log)
      if (swap === null) return
      assert(swap.delta0 > 0n !== swap.delta1 > 0n && swap.delta0 !== 0n && swap.delta1 !== 0n)
      for (const delta of [swap.delta0, swap.delta1]) assert((delta < 0n ? -delta : delta) < 2n ** 256n)
    }),
    { numRuns: 2_000 },
  )
})

test('nothing that a node may write in place of a log makes its reader throw', () => {
  const member = fc.oneof(fc.anything(), hex(20), hex(32), fc.constant('0x1'), fc.array(hex(32), { maxLength: 5 }))
  const names = ['address', 'topics', 'data', 'logIndex', 'transactionIndex', 'transactionHash', 'blockHash', 'removed']
  const raw = fc.oneof(fc.anything(), fc.record(Object.fromEntries(names.map((name) => [name, member]))))
  fc.assert(
    fc.property(raw, (value) => {
      const log = readLog(value)
      if (log !== null) assert(Number.isSafeInteger(log.logIndex) && log.topics.length >= 1)
    }),
    { numRuns: 2_000 },
  )
})

test('every recorded receipt and block decodes: as many swaps of each kind as were counted', {
  skip: noRecordings,
}, () => {
  const counted = new Map<string, number>()
  const count = (values: readonly unknown[]): void => {
    for (const value of values) {
      const [first] = (value as { readonly topics: readonly string[] }).topics
      if (first === undefined || !isWantedTopic(first)) continue
      const log = readLog(value)
      assert(log !== null)
      const found = decodeSwap(log)?.shape ?? (decodeReserves(log) ? 'sync' : decodeCreation(log) ? 'creation' : null)
      assert(found !== null, `a log of ${log.address} in ${log.txHash}`)
      counted.set(found, (counted.get(found) ?? 0) + 1)
    }
  }
  for (const { result } of recordedReceipts()) count(result.logs)
  count(recordedBlocks().eth_getLogs)
  // As SOURCES.md counts them: 72 and 69 of v2, 154 and 10 of v3.
  const expected = { v2: 141, v3: 164, pancakeV3: 4, v4: 30, infinity: 2, aerodrome: 30, creation: 1, sync: 182 }
  assert.deepEqual(Object.fromEntries([...counted].sort()), Object.fromEntries(Object.entries(expected).sort()))
})
