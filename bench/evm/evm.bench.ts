import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { answerRpc, NO_FAULTS } from '../../sandbox/evm/answer-rpc.ts'
import { receiptsJson } from '../../sandbox/evm/json.ts'
import { createEvmWorld } from '../../sandbox/evm/world.ts'
import { EVM_CONTRACTS } from '../../src/chain/evm/contracts.ts'
import { decodeSwap } from '../../src/chain/evm/decode-swap.ts'
import type { EvmLog } from '../../src/chain/evm/log.ts'
import { createEvmRpc } from '../../src/chain/evm/rpc.ts'
import { type EvmReceipts, isEvmReceipts, parseReceiptsReply } from '../../src/chain/evm/scan-receipts.ts'
import { SWAP_TOPICS } from '../../src/chain/evm/topics.ts'
import { ok } from '../../src/contract/outcome.ts'
import { createEvmPools } from '../../src/ingest/evm/evm-pools.ts'
import { createEvmPrices } from '../../src/ingest/evm/evm-prices.ts'
import { createEvmTokens } from '../../src/ingest/evm/evm-tokens.ts'
import { createPoolKeys } from '../../src/ingest/evm/pool-keys.ts'
import { createEvmFactReader, type EvmBlock } from '../../src/ingest/evm/read-evm-facts.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import type { Store } from '../../src/store/store.ts'
import { type Case, interleave, medianOf, pairedRatio, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { hasPeer } from '../peers.ts'

/** As much of the peer as is called here; its types are there only where it is installed. */
type Viem = {
  parseAbi(signatures: readonly string[]): unknown
  decodeEventLog(log: { abi: unknown; topics: readonly string[]; data: string }): unknown
}

/** Logs decoded beside viem; a block from the text of its receipts to facts beside `JSON.parse` of the same text; events
 *  per second from local blocks. The blocks are an emulated chain's with as many swaps and four times as many other logs
 *  as a block of Ethereum had in 2023 (69 swaps among 681 logs in the two recorded ones); pools and tokens are known, as
 *  they are after the first minutes, and every block is met for the first time in a round. */
const { rounds, isQuick } = readBenchOptions(9)
const BLOCKS = isQuick ? 10 : 40
const OTHER_LOGS = 250
const US_PER_SEC = 1_000_000
const chain = 'ethereum'
const contracts = EVM_CONTRACTS[chain]

const world = createEvmWorld({ chain, seed: 'bench' })
world.mine(BLOCKS)
const blocks = world.blocks()
const texts = blocks.map((block) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: withOthers(receiptsJson(block)) }))

/** Transfers, approvals and the like, spread over the receipts. */
function withOthers(receipts: ReturnType<typeof receiptsJson>) {
  const [sample] = receipts.flatMap(({ logs }) => logs)
  return receipts.map((receipt, at) => {
    const others = Array.from({ length: Math.ceil(OTHER_LOGS / receipts.length) }, (_, index) => ({
      ...sample!,
      topics: [`0x${(at * 1_000 + index).toString(16).padStart(64, 'd')}`, ...sample!.topics.slice(1)],
    }))
    return { ...receipt, logs: [...others, ...receipt.logs] }
  })
}

function cpuUs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function cpuUsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const view = { world, faults: NO_FAULTS, finalNumber: () => 0 }
const rpc = createEvmRpc({
  call: async ({ method, params }) => ok(answerRpc(view, method, params as readonly unknown[])),
  callMany: async () => [],
})
const clock = systemClock()
const NO_STORE: Pick<Store, 'memo' | 'peek'> = { memo: (_, __, load) => load(), peek: () => undefined }
const facts = createEvmFactReader({
  chain,
  pools: createEvmPools({ contracts, rpc, clock, keys: createPoolKeys({ chain, rpc, clock, store: NO_STORE }) }),
  tokens: createEvmTokens({ contracts, rpc, clock }),
  prices: createEvmPrices({ contracts }),
})

function blockOf(receipts: EvmReceipts, at: number): EvmBlock {
  const { number, hash, parentHash, timeSec } = blocks[at]!
  const senders = new Map([...receipts.senders].map(([index, { from }]) => [index, from]))
  return {
    ...{ slot: number, blockHash: hash, parentSlot: number - 1, parentHash, blockTimeSec: timeSec },
    ...{ transactionCount: receipts.count, logs: receipts.logs, senders },
  }
}

function receiptsOf(text: string): EvmReceipts {
  const { result } = parseReceiptsReply(text) as { readonly result: unknown }
  assert(isEvmReceipts(result))
  return result
}

let events = 0
for (const [at, text] of texts.entries()) events += (await facts.read(blockOf(receiptsOf(text), at))).events.length
const ready = texts.map((text, at) => blockOf(receiptsOf(text), at))
const logs: readonly EvmLog[] = ready.flatMap((block) =>
  block.logs.filter(({ topics }) => SWAP_TOPICS.includes(topics[0]!)),
)
console.log(
  `${BLOCKS} blocks, ${events} events, ${logs.length} swap logs, ${Math.round(texts.join('').length / BLOCKS / 1_000)} kB of receipts a block`,
)

const cases: Case[] = [
  {
    name: 'JSON.parse of the receipts',
    measure: () => cpuUs(() => texts.forEach((text) => void (JSON.parse(text) as unknown))) / BLOCKS,
  },
  {
    name: 'receipts to facts',
    measure: async () =>
      (await cpuUsOf(async () => {
        for (const [at, text] of texts.entries()) await facts.read(blockOf(receiptsOf(text), at))
      })) / BLOCKS,
  },
  {
    name: 'local block to facts',
    measure: async () =>
      (await cpuUsOf(async () => {
        for (const block of ready) await facts.read(block)
      })) / BLOCKS,
  },
]
const PASSES = isQuick ? 2 : 20
const perLog: Case[] = [
  {
    name: 'own decoder',
    measure: () => cpuUs(() => decodeAll((log) => decodeSwap(log))) / (PASSES * logs.length),
  },
]

function decodeAll(decode: (log: EvmLog) => unknown): void {
  for (let pass = 0; pass < PASSES; pass++) for (const log of logs) decode(log)
}

const measured = await interleave(cases, rounds)
printMeasured('a block', measured, 'us CPU per block')
const goals = [
  {
    what: 'a block from the text of its receipts to facts, as a multiple of JSON.parse of that text (lower is better)',
    got: pairedRatio(measured, 'receipts to facts', 'JSON.parse of the receipts'),
    reach: null,
    aim: null,
  },
  {
    what: 'how often 1.3 times JSON.parse contains that',
    got: 1.3 / pairedRatio(measured, 'receipts to facts', 'JSON.parse of the receipts'),
    reach: 1,
    aim: 1.3,
  },
  {
    what: 'events per second of CPU from local blocks',
    got: (US_PER_SEC * events) / BLOCKS / medianOf(measured, 'local block to facts'),
    reach: 10_000,
    aim: 20_000,
  },
]

if (hasPeer('viem')) {
  const { decodeEventLog, parseAbi } = createRequire(import.meta.url)('viem') as Viem
  const abis = new Map(
    [
      'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
      'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
      'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint128 protocolFeesToken0, uint128 protocolFeesToken1)',
      'event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)',
    ].map((text, at) => [SWAP_TOPICS[at]!, parseAbi([text])]),
  )
  const known = logs.filter((log) => abis.has(log.topics[0]!) && decodeSwap(log) !== null)
  perLog.push({
    name: 'viem',
    measure: () =>
      cpuUs(() => {
        for (const { topics, data } of known) decodeEventLog({ abi: abis.get(topics[0]!), topics, data })
      }) / known.length,
  })
}
const decoded = await interleave(perLog, rounds)
printMeasured('a log', decoded, 'us CPU per log')
if (perLog.length > 1)
  goals.push({
    what: 'logs decoded, times viem',
    got: pairedRatio(decoded, 'viem', 'own decoder'),
    reach: 10,
    aim: 20,
  })

const recorded = new URL('../../../shared/upstreams/recorded/evm/base-receipts.jsonl', import.meta.url)
if (existsSync(recorded)) {
  const receipts = readFileSync(recorded, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly result: { readonly logs: unknown[] } }).result)
  const real = receipts.map((one) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: [one] }))
  const read = await interleave(
    [
      { name: 'JSON.parse', measure: () => cpuUs(() => real.forEach((text) => void (JSON.parse(text) as unknown))) },
      { name: 'walked', measure: () => cpuUs(() => real.forEach((text) => void parseReceiptsReply(text))) },
    ],
    rounds,
  )
  printMeasured('recorded receipts of Base', read, 'us CPU for all')
  goals.push({
    what: 'recorded receipts of Base to logs of ours, as a multiple of JSON.parse (lower is better)',
    got: pairedRatio(read, 'walked', 'JSON.parse'),
    ...{ reach: null, aim: null },
  })
}
reportGoals('evm', goals)
