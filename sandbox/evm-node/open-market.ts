import { addressAt } from '../../src/chain/evm/words.ts'
import type { Bytecode } from './bytecode.ts'
import { callData, constructorWords } from './call-data.ts'
import type { EvmPlan, PlannedToken, PoolKind } from './draw-plan.ts'
import { type BlockMaker, hex, type Transaction } from './mine-block.ts'
import type { NodeCall, NodeCalls } from './node-calls.ts'
import type { Places } from './places.ts'

/** A pool of the real contracts, with what lay in it at first. */
export type OpenPool = {
  readonly pool: string
  readonly kind: PoolKind
  readonly token: string
  readonly quote: string
  readonly tokenRaw: bigint
  readonly quoteRaw: bigint
  /** Null for pools of the wrapped coin. */
  readonly planned: PlannedToken | null
}

type Parts = {
  readonly calls: NodeCalls
  readonly maker: BlockMaker
  readonly places: Places
  readonly bytecode: Bytecode
  readonly plan: EvmPlan
  /** Time of the next block. */
  readonly nextSec: () => number
}

export const MAX_UINT = 2n ** 256n - 1n
export const APPROVE = 'approve(address,uint256)'
const COIN = 10n ** 18n
const RICH_WEI = 10n ** 9n * COIN
const WRAPPED_WEI = 10n ** 6n * COIN
const TRADER_COINS = 2_000n
const STABLE_SUPPLY = 10n ** 12n
const TRADER_STABLES = 5n * 10n ** 6n
/** A constructor, the creation of a pair, and that of a pool of v3 with its first position. */
const CREATION_GAS = 12_000_000
const POOLS_A_BLOCK = 4
const NO_ADDRESS = `0x${'0'.repeat(40)}`

/** Puts the contracts in their places, creates the tokens and their pools, and gives the traders something to trade with.
 *  Takes a few blocks. */
export async function openMarket(parts: Parts): Promise<readonly OpenPool[]> {
  const { calls, maker, places, plan, nextSec } = parts
  const { deployer, traders } = plan
  await calls.all([deployer, ...traders].map((one): NodeCall => ['anvil_setBalance', one, hex(RICH_WEI)]))
  await constructInPlace(parts)
  const created = await createTokens(parts)
  const { wrapped, stable } = places
  const spenders = [places.v2Router, places.v3Router, places.v3Positions]
  const owned = [wrapped, stable.address, ...created]
  await maker.mine(nextSec(), [
    { from: deployer, to: wrapped, data: callData('deposit()'), valueWei: WRAPPED_WEI },
    ...owned.flatMap((token) =>
      spenders.map((spender) => ({ from: deployer, to: token, data: callData(APPROVE, spender, MAX_UINT) })),
    ),
  ])
  const pools = await openPools(parts, created)
  const ofTokens = pools.filter(({ planned }) => planned !== null)
  await maker.mine(nextSec(), [
    ...ofTokens.map(({ token, pool }) => ({ from: deployer, to: token, data: callData('setPair(address)', pool) })),
    ...traders.flatMap((trader) => equip(parts, trader)),
  ])
  return pools
}

/** Runs each constructor at the address where the contract stands in the world, so that its storage and what its code has
 *  of its own address are true, and leaves there what it returned. */
async function constructInPlace({ calls, maker, places, bytecode, plan, nextSec }: Parts): Promise<void> {
  const { deployer } = plan
  const { v2Factory, v3Factory, wrapped, stable } = places
  const supplyRaw = STABLE_SUPPLY * 10n ** BigInt(stable.decimals)
  const stableWords = constructorWords([0, 0, 0, stable.decimals, supplyRaw], ['USD Coin', 'USDC'])
  const wanted: readonly (readonly [at: string, code: string])[] = [
    [places.multicall, bytecode.multicall],
    [wrapped, bytecode.wrapped],
    [stable.address, `${bytecode.tokens.NamedHealthy}${stableWords}`],
    [v2Factory, `${bytecode.v2Factory}${constructorWords([deployer])}`],
    [places.v2Router, `${bytecode.v2Router}${constructorWords([v2Factory, wrapped])}`],
    [v3Factory, bytecode.v3Factory],
    [places.v3Router, `${bytecode.v3Router}${constructorWords([v3Factory, wrapped])}`],
    [places.v3Positions, `${bytecode.v3Positions}${constructorWords([v3Factory, wrapped, NO_ADDRESS])}`],
    [places.v3Quoter, `${bytecode.v3Quoter}${constructorWords([v3Factory, wrapped])}`],
  ]
  await calls.all(wanted.map(([at, code]): NodeCall => ['anvil_setCode', at, code]))
  const codes = await calls.all(
    wanted.map(([at]): NodeCall => ['eth_call', { from: deployer, to: at, data: '0x' }, 'latest']),
  )
  await maker.mine(
    nextSec(),
    wanted.map(([at]) => ({ from: deployer, to: at, data: '0x' })),
  )
  await calls.all(wanted.map(([at], index): NodeCall => ['anvil_setCode', at, codes[index]]))
}

/** Addresses of the planned tokens, in their order. */
async function createTokens({ calls, maker, bytecode, plan, nextSec }: Parts): Promise<readonly string[]> {
  await maker.mine(
    nextSec(),
    plan.tokens.map(({ contract, mode, p, q, decimals, supplyRaw, name, symbol }) => ({
      from: plan.deployer,
      data: `${bytecode.tokens[contract]}${constructorWords([mode, p, q, decimals, supplyRaw], [name, symbol])}`,
      gas: 3_000_000,
    })),
  )
  const receipts = (await calls.call('eth_getBlockReceipts', 'latest')) as readonly Receipt[]
  const made = receipts.map(({ status, contractAddress }) => (status === '0x1' ? contractAddress : null))
  if (made.length !== plan.tokens.length || made.includes(null)) throw new Error('a token could not be created')
  return made as readonly string[]
}

type Receipt = { readonly status: string; readonly contractAddress: string | null; readonly transactionIndex: string }
type Wish = Omit<OpenPool, 'pool'>

async function openPools(parts: Parts, created: readonly string[]): Promise<readonly OpenPool[]> {
  const { calls, maker, places, plan, nextSec } = parts
  const { wrapped, stable } = places
  const wishes: readonly Wish[] = [
    ...plan.nativePools.map(({ pool, wrappedRaw, stableRaw }) => ({
      ...{ kind: pool, token: wrapped, quote: stable.address, tokenRaw: wrappedRaw, quoteRaw: stableRaw },
      planned: null,
    })),
    ...plan.tokens.map((planned, at) => ({
      ...{ kind: planned.pool, token: created[at]!, tokenRaw: planned.poolRaw, quoteRaw: planned.quoteRaw, planned },
      quote: planned.quote === 'wrapped' ? wrapped : stable.address,
    })),
  ]
  for (let at = 0; at < wishes.length; at += POOLS_A_BLOCK) {
    const some = wishes.slice(at, at + POOLS_A_BLOCK)
    await maker.mine(
      nextSec(),
      some.flatMap((wish) => (wish.kind.dex === 'v2' ? openV2(parts, wish) : openV3(parts, wish, wish.kind.feePpm))),
    )
    const receipts = (await calls.call('eth_getBlockReceipts', 'latest')) as readonly Receipt[]
    if (receipts.some(({ status }) => status !== '0x1')) throw new Error('a pool could not be opened')
  }
  const found = await calls.all(
    wishes.map(({ kind, token, quote }): NodeCall => {
      const [to, data] =
        kind.dex === 'v2'
          ? [places.v2Factory, callData('getPair(address,address)', token, quote)]
          : [places.v3Factory, callData('getPool(address,address,uint24)', token, quote, kind.feePpm)]
      return ['eth_call', { to, data }, 'latest']
    }),
  )
  return wishes.map((wish, at) => ({ ...wish, pool: addressAt(found[at] as string, 0)! }))
}

function openV2({ places, plan: { deployer } }: Parts, { token, quote, tokenRaw, quoteRaw }: Wish): Transaction[] {
  const signature = 'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)'
  const data = callData(signature, token, quote, tokenRaw, quoteRaw, 0, 0, deployer, MAX_UINT)
  return [{ from: deployer, to: places.v2Router, data, gas: CREATION_GAS }]
}

/** Over the whole range: a pool from which no trade runs out. */
function openV3({ places, plan: { deployer } }: Parts, wish: Wish, feePpm: number): Transaction[] {
  const { token, quote, tokenRaw, quoteRaw } = wish
  const isFirst = BigInt(token) < BigInt(quote)
  const [token0, token1] = isFirst ? [token, quote] : [quote, token]
  const [raw0, raw1] = isFirst ? [tokenRaw, quoteRaw] : [quoteRaw, tokenRaw]
  const spacing = V3_SPACINGS[feePpm]!
  const tick = Math.floor(MAX_TICK / spacing) * spacing
  const root = squareRoot((raw1 << 192n) / raw0)
  const to = places.v3Positions
  const open = 'createAndInitializePoolIfNecessary(address,address,uint24,uint160)'
  const mint = 'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))'
  const position = [token0, token1, feePpm, -tick, tick, raw0, raw1, 0, 0, deployer, MAX_UINT]
  return [
    { from: deployer, to, data: callData(open, token0, token1, feePpm, root), gas: CREATION_GAS },
    { from: deployer, to, data: callData(mint, ...position), gas: CREATION_GAS },
  ]
}

const MAX_TICK = 887_272
const V3_SPACINGS: Readonly<Record<number, number>> = { 500: 10, 3000: 60, 10000: 200 }

/** The whole root below. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) / 2n
    if (next >= root) return root
    root = next
  }
}

/** What a trader begins with: both quotes, and the word that routers may take them. */
function equip({ places, plan: { deployer } }: Parts, trader: string): Transaction[] {
  const { wrapped, stable, v2Router, v3Router } = places
  const stablesRaw = TRADER_STABLES * 10n ** BigInt(stable.decimals)
  return [
    { from: trader, to: wrapped, data: callData('deposit()'), valueWei: TRADER_COINS * COIN },
    { from: deployer, to: stable.address, data: callData('transfer(address,uint256)', trader, stablesRaw) },
    ...[wrapped, stable.address].flatMap((token) =>
      [v2Router, v3Router].map((router) => ({ from: trader, to: token, data: callData(APPROVE, router, MAX_UINT) })),
    ),
  ]
}
