import { EVM_CONTRACTS, type EvmChain } from '../../src/chain/evm/contracts.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { addressNamed } from './hex.ts'
import { NATIVE, type SandboxToken } from './ledger.ts'
import { idOfKey, POOL_KINDS, type PoolKind, type SandboxPool } from './pools.ts'

/* Which tokens and pools an emulated chain begins with. Factories, stables and reference pools have the addresses that
 * they have on the chain itself, so that the product is used as it is. */

export type PlannedPool = { readonly pool: SandboxPool; readonly amount0: bigint; readonly amount1: bigint }
export type ChainPlan = {
  readonly tokens: ReadonlyMap<string, SandboxToken>
  readonly pools: readonly PlannedPool[]
  /** Dollars of one whole token. */
  readonly worthUsd: ReadonlyMap<string, number>
}

const MANAGED: readonly PoolKind[] = ['uniswap_v4', 'pancake_infinity']
const FEES: Readonly<Record<PoolKind, number>> = {
  uniswap_v2: 3_000,
  sushi_v2: 3_000,
  pancake_v2: 2_500,
  uniswap_v3: 3_000,
  sushi_v3: 3_000,
  pancake_v3: 2_500,
  uniswap_v4: 3_000,
  pancake_infinity: 2_500,
  aerodrome: 3_000,
  aerodrome_stable: 500,
  aerodrome_slipstream: 3_000,
}
const ETH_USD = 3_000
const NATIVE_DECIMALS = 18
/** Of an amount; the rest are zeros. */
const DIGITS = 12
const TOKEN_NAMES = ['Acorn', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel']

/** The pool of these tokens, in the order that contracts keep them in. */
export function poolOf(
  chain: EvmChain,
  kind: PoolKind,
  tokens: readonly [string, string],
  choice: { readonly id?: string; readonly fee?: number; readonly tickSpacing?: number } = {},
): SandboxPool {
  const [token0, token1] = tokens[0] < tokens[1] ? tokens : [tokens[1], tokens[0]]
  const dex = kind === 'aerodrome_stable' ? 'aerodrome' : kind
  const maker = EVM_CONTRACTS[chain].venues.find((venue) => venue.dex === dex)!.address
  const known = { kind, maker, token0, token1, fee: choice.fee ?? FEES[kind], tickSpacing: choice.tickSpacing ?? 60 }
  const id = MANAGED.includes(kind) ? idOfKey(known) : (choice.id ?? addressNamed(`${kind} ${token0} ${token1}`))
  return { ...known, id, holder: id, feeVault: addressNamed(`fees of ${id}`) }
}

/** Kinds that the chain has a factory for. */
export function kindsOn(chain: EvmChain): readonly PoolKind[] {
  const dexes = EVM_CONTRACTS[chain].venues.map(({ dex }) => dex as string)
  return POOL_KINDS.filter((kind) => dexes.includes(kind === 'aerodrome_stable' ? 'aerodrome' : kind))
}

export function planChain(chain: EvmChain, random: SeededRandom): ChainPlan {
  const contracts = EVM_CONTRACTS[chain]
  const tokens = new Map<string, SandboxToken>()
  const worthUsd = new Map<string, number>([[NATIVE, ETH_USD]])
  const add = (token: SandboxToken, usd: number): string => {
    tokens.set(token.address, token)
    worthUsd.set(token.address, usd)
    return token.address
  }
  const plain = { taxBps: 0, isOld: false }
  const stables = contracts.stables.map(({ address, decimals }, at) =>
    add({ address, symbol: `USD${at}`, name: `Dollar ${at}`, decimals, ...plain }, 1),
  )
  const weth = add(
    { address: contracts.wrappedNative, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, ...plain },
    ETH_USD,
  )
  const others = TOKEN_NAMES.map((name, at) =>
    add(
      {
        address: addressNamed(`${chain} ${name}`),
        symbol: name.toUpperCase().slice(0, 4),
        name,
        // One without a price: no token has 40 decimals that means well.
        decimals: [18, 9, 6, 18, 18, 8, 18, 40][at]!,
        taxBps: at === 3 ? 250 : 0,
        isOld: at === 1,
      },
      at === 7 ? 1e15 : random.between(0.0001, 40),
    ),
  )
  const amounts = (pool: SandboxPool, usd: number): PlannedPool => ({
    pool,
    ...amountsWorth({ tokens, worthUsd }, pool, usd),
  })
  const pools = [
    ...referencePools(chain, weth, stables[0]!).map((pool) => amounts(pool, random.between(2e6, 2e7))),
    ...kindsOn(chain).flatMap((kind) => {
      const base = kind === 'aerodrome_stable' ? stables[1]! : random.pick(others.slice(0, 7))
      const quote = kind === 'aerodrome_stable' ? stables[0]! : MANAGED.includes(kind) ? NATIVE : weth
      const second = kind === 'aerodrome_stable' ? [] : [poolOf(chain, kind, [random.pick(others), stables[0]!])]
      return [poolOf(chain, kind, [base, quote]), ...second].map((pool) => amounts(pool, random.between(1e5, 5e6)))
    }),
  ]
  return {
    tokens,
    worthUsd,
    pools: pools.filter(({ pool }, at) => pools.findIndex((one) => one.pool.id === pool.id) === at),
  }
}

/** So much of both tokens of a pool as is worth that many dollars each. */
export function amountsWorth(
  { tokens, worthUsd }: Pick<ChainPlan, 'tokens' | 'worthUsd'>,
  { token0, token1 }: SandboxPool,
  usd: number,
): { readonly amount0: bigint; readonly amount1: bigint } {
  const of = (token: string): bigint => {
    const decimals = token === NATIVE ? NATIVE_DECIMALS : tokens.get(token)!.decimals
    const counted = Math.min(decimals, DIGITS)
    return BigInt(Math.floor((usd / worthUsd.get(token)!) * 10 ** counted)) * 10n ** BigInt(decimals - counted) + 7n
  }
  return { amount0: of(token0), amount1: of(token1) }
}

/** Those that tell what the native coin is worth. */
function referencePools(chain: EvmChain, weth: string, usd: string): readonly SandboxPool[] {
  const pair = [weth, usd] as const
  const v4 = poolOf(chain, 'uniswap_v4', [NATIVE, usd], { fee: 500, tickSpacing: 10 })
  if (chain === 'ethereum')
    return [
      poolOf(chain, 'uniswap_v2', pair, { id: '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc' }),
      poolOf(chain, 'uniswap_v3', pair, { id: '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640', fee: 500 }),
      poolOf(chain, 'sushi_v2', pair, { id: '0x397ff1542f962076d0bfe58ea045ffa2d347aca0' }),
      v4,
    ]
  return [
    poolOf(chain, 'uniswap_v3', pair, { id: '0xd0b53d9277642d899df5c87a3966a349a798f224', fee: 500 }),
    poolOf(chain, 'aerodrome_slipstream', pair, { id: '0xb2cc224c1c9fee385f8ad6a55b4d94e92359dc59', tickSpacing: 100 }),
    poolOf(chain, 'aerodrome', pair, { id: '0xcdac0d6c6c59727a65f871236188350531885c43' }),
    v4,
  ]
}
