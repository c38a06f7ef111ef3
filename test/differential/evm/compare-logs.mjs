import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { decodeEventLog, encodeAbiParameters, getAddress, keccak256, parseAbi, toHex } from 'viem'
import { receiptsJson } from '../../../sandbox/evm/json.ts'
import { createEvmWorld } from '../../../sandbox/evm/world.ts'
import { readEvmAddress } from '../../../src/chain/evm/address.ts'
import { decodeCreation } from '../../../src/chain/evm/decode-creation.ts'
import { decodeReserves, decodeSwap } from '../../../src/chain/evm/decode-swap.ts'
import { keccak256 as ownKeccak } from '../../../src/chain/evm/keccak.ts'
import { readLog } from '../../../src/chain/evm/log.ts'
import { isWantedTopic } from '../../../src/chain/evm/topics.ts'

/* Every log with a topic of ours is read by viem from the events' declarations and by our decoders, and compared member
 * by member: recorded receipts and blocks of three chains where they are, and an emulated world's. */

const ABIS = [
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint128 protocolFeesToken0, uint128 protocolFeesToken1)',
  'event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)',
  'event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee, uint16 protocolFee)',
  'event Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)',
  'event Sync(uint256 reserve0, uint256 reserve1)',
  'event PairCreated(address indexed token0, address indexed token1, address pool, uint256 number)',
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
  'event PoolCreated(address indexed token0, address indexed token1, bool indexed stable, address pool, uint256 number)',
  'event PoolCreated(address indexed token0, address indexed token1, int24 indexed tickSpacing, address pool)',
  'event Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, uint24 fee, int24 tickSpacing, address hooks, uint160 sqrtPriceX96, int24 tick)',
  'event Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, address hooks, uint24 fee, bytes32 parameters, uint160 sqrtPriceX96, int24 tick)',
].map((one) => parseAbi([one]))

function byViem(log) {
  for (const abi of ABIS) {
    try {
      return decodeEventLog({ abi, topics: log.topics, data: log.data, strict: true })
    } catch {
      // Not this one: they share names.
    }
  }
  return null
}

const counted = {}
const lower = (text) => text.toLowerCase()

function compare(raw) {
  if (raw.topics[0] === undefined || !isWantedTopic(raw.topics[0])) return
  const log = readLog(raw)
  assert(log !== null)
  const event = byViem(log)
  const swap = decodeSwap(log)
  const reserves = decodeReserves(log)
  const creation = decodeCreation(log)
  if (event === null) return assert.deepEqual([swap, reserves, creation], [null, null, null], log.txHash)
  const { args } = event
  counted[event.eventName] = (counted[event.eventName] ?? 0) + 1
  if (event.eventName === 'Sync')
    return assert.deepEqual([reserves.reserve0, reserves.reserve1], [args.reserve0, args.reserve1])
  if (event.eventName === 'Swap') {
    const isManaged = args.id !== undefined
    const moved = ['0', '1'].map((n) =>
      args[`amount${n}In`] === undefined
        ? args[`amount${n}`] * (isManaged ? -1n : 1n)
        : args[`amount${n}In`] - args[`amount${n}Out`],
    )
    const isTrade = moved[0] !== 0n && moved[1] !== 0n && moved[0] > 0n !== moved[1] > 0n
    if (!isTrade) return assert.equal(swap, null)
    assert.deepEqual([swap.delta0, swap.delta1], moved)
    assert.equal(swap.sqrtPriceX96, args.sqrtPriceX96 ?? null)
    assert.equal(swap.pool, isManaged ? args.id : log.address)
    assert.equal(swap.recipient, isManaged ? null : lower(args.to ?? args.recipient))
    return
  }
  assert.equal(creation.pool, lower(args.pool ?? args.id))
  assert.equal(creation.token0, lower(args.token0 ?? args.currency0))
  assert.equal(creation.token1, lower(args.token1 ?? args.currency1))
  assert.equal(creation.isStable, args.stable ?? false)
}

for (const chain of ['ethereum', 'base']) {
  const world = createEvmWorld({ chain, seed: 'differential' })
  world.mine(30)
  for (const block of world.blocks()) for (const { logs } of receiptsJson(block)) logs.forEach(compare)
}
const recorded = new URL('../../../../shared/upstreams/recorded/evm/', import.meta.url)
if (existsSync(recorded)) {
  for (const chain of ['base', 'ethereum', 'optimism'])
    for (const line of readFileSync(new URL(`${chain}-receipts.jsonl`, recorded), 'utf8')
      .trim()
      .split('\n'))
      JSON.parse(line).result.logs.forEach(compare)
  const blocks = JSON.parse(readFileSync(new URL('ethereum-17173049-17173050.rpc.json', recorded), 'utf8'))
  blocks.eth_getLogs.flat().forEach(compare)
} else console.log('recorded receipts are not there (../shared/upstreams/recorded): the sandbox alone was compared')

for (let bytes = 0; bytes < 300; bytes++) {
  const input = Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + bytes) % 256)
  assert.equal(`0x${Buffer.from(ownKeccak(input)).toString('hex')}`, keccak256(toHex(input)))
  const address = keccak256(toHex(input)).slice(0, 42)
  // The checksum of viem is taken, and with one letter of another case refused.
  const shown = getAddress(address)
  assert.equal(readEvmAddress(shown), address)
  const at = shown.search(/[a-f]/)
  if (at > 1 && /[A-F]/.test(shown.slice(2))) {
    const wrong = `${shown.slice(0, at)}${shown[at].toUpperCase()}${shown.slice(at + 1)}`
    if (wrong.slice(2) !== wrong.slice(2).toUpperCase()) assert.equal(readEvmAddress(wrong), null)
  }
}
const key = encodeAbiParameters(
  [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }],
  [
    '0x0000000000000000000000000000000000000000',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    500,
    10,
    `0x${'0'.repeat(40)}`,
  ],
)
assert.equal(keccak256(key), '0x21c67e77068de97969ba93d4aab21826d33ca12bb9f565d8496e8fda8a82ca27')
console.log('equal to viem, member by member:', counted)
