import { DAY_SECS } from '../../src/config/durations.ts'
import { createSeededRandom, type SeededRandom } from '../world/seeded-random.ts'
import type { TokenContract } from './bytecode.ts'
import { hashOfText } from './call-data.ts'

/** A token and the pool that it is traded in, drawn by the seed. */
export type PlannedToken = {
  readonly kind: string
  readonly isTrap: boolean
  readonly name: string
  readonly symbol: string
  readonly contract: TokenContract
  /** What `Tokens.sol` makes of them is up to the contract. */
  readonly mode: number
  readonly p: number
  readonly q: number
  readonly decimals: number
  readonly supplyRaw: bigint
  readonly pool: PoolKind
  readonly quote: 'wrapped' | 'stable'
  readonly poolRaw: bigint
  readonly quoteRaw: bigint
}

export type PoolKind = { readonly dex: 'v2' } | { readonly dex: 'v3'; readonly feePpm: number }

/** Pools of the wrapped coin and the stable: the ones that tell what the coin is worth. */
export type PlannedNativePool = { readonly pool: PoolKind; readonly wrappedRaw: bigint; readonly stableRaw: bigint }

export type EvmPlan = {
  readonly deployer: string
  readonly traders: readonly string[]
  readonly tokens: readonly PlannedToken[]
  readonly nativePools: readonly PlannedNativePool[]
}

type Kind = {
  readonly kind: string
  readonly symbol: string
  readonly contract: TokenContract
  readonly mode?: number
  readonly p?: (random: SeededRandom) => number
  readonly q?: (random: SeededRandom) => number
  readonly pool?: PoolKind
  readonly quote?: 'stable'
}

const V2: PoolKind = { dex: 'v2' }
const V3: PoolKind = { dex: 'v3', feePpm: 3_000 }
const V3_WIDE: PoolKind = { dex: 'v3', feePpm: 10_000 }
/** How a refused sale says so. */
const REFUSAL = (random: SeededRandom): number => random.integer(0, 4)
const within =
  (min: number, max: number) =>
  (random: SeededRandom): number =>
    random.integer(min, max)

/** Modes and ranges are those of `test/differential/evm-security/corpus.mjs`. */
const TRAPS: readonly Kind[] = [
  { kind: 'sale reverts', symbol: 'LOCK', contract: 'NamedTrap', mode: 1, q: REFUSAL },
  { kind: 'sale reverts', symbol: 'HATCH', contract: 'NamedTrap', mode: 1, q: REFUSAL, pool: V3_WIDE },
  { kind: 'sale reverts', symbol: 'CELL', contract: 'NamedTrap', mode: 1, q: REFUSAL, quote: 'stable' },
  { kind: 'only a whitelist sells', symbol: 'GUEST', contract: 'NamedTrap', mode: 3, q: REFUSAL },
  { kind: 'extreme tax of sales', symbol: 'TOLL', contract: 'NamedTrap', mode: 4, p: within(5_000, 10_000) },
  { kind: 'tax that begins later', symbol: 'DUSK', contract: 'NamedTrap', mode: 5, p: within(100, 1_500) },
  {
    ...{ kind: 'endless cooldown', symbol: 'FROST', contract: 'NamedTrap', mode: 8 },
    p: (random) => random.integer(30, 3_650) * DAY_SECS,
  },
  { kind: 'one unit reaches the pool', symbol: 'CRUMB', contract: 'NamedTrap', mode: 21 },
  {
    ...{ kind: 'sales end some time after the launch', symbol: 'EMBER', contract: 'NamedTrap', mode: 23 },
    ...{ p: within(7_200, 72_000), q: REFUSAL },
  },
]

const HEALTHY: readonly Kind[] = [
  { kind: 'plain', symbol: 'OAK', contract: 'NamedHealthy' },
  { kind: 'plain', symbol: 'ELM', contract: 'NamedHealthy', pool: V3 },
  { kind: 'plain', symbol: 'ASH', contract: 'NamedHealthy', quote: 'stable' },
  { kind: 'declared tax', symbol: 'TITHE', contract: 'NamedHealthy', mode: 1, p: within(50, 500), q: within(50, 500) },
  { kind: 'burns of each transfer', symbol: 'WICK', contract: 'NamedHealthy', mode: 2, p: within(10, 300) },
  { kind: 'short cooldown', symbol: 'PAUSE', contract: 'NamedHealthy', mode: 9, p: within(12, 60) },
  { kind: 'returns nothing', symbol: 'MUTE', contract: 'NamedSilent' },
  { kind: 'fee to holders', symbol: 'DIVI', contract: 'NamedReflecting', p: within(50, 300) },
]

const TRADERS = 12
const COIN = 10n ** 18n
const DECIMALS = [6, 8, 9, 18]
/** Dollars that the coin is worth at first. */
const COIN_USD = { min: 2_600, max: 3_400 }
const STABLE_UNIT = 10n ** 6n
/** Coins in a pool at first, in tenths. */
const DEPTH_TENTHS = { min: 200, max: 2_000 }
const NATIVE_COINS = { min: 800, max: 2_000 }

/** The address that belongs to a name of this seed. */
export function addressOf(seed: string, name: string): string {
  return `0x${hashOfText(`${seed} ${name}`).slice(-40)}`
}

/** The same seed draws the same plan. */
export function drawPlan(seed: string): EvmPlan {
  const random = createSeededRandom(seed)
  const coinUsd = BigInt(random.integer(COIN_USD.min, COIN_USD.max))
  const kinds = [
    ...TRAPS.map((kind) => ({ ...kind, isTrap: true })),
    ...HEALTHY.map((kind) => ({ ...kind, isTrap: false })),
  ]
  return {
    deployer: addressOf(seed, 'deployer'),
    traders: Array.from({ length: TRADERS }, (_, at) => addressOf(seed, `trader ${at}`)),
    tokens: kinds.map((kind) => drawToken(random.fork(kind.symbol), kind, coinUsd)),
    nativePools: [V2, V3, { dex: 'v3', feePpm: 500 } as const].map((pool) => {
      const coins = BigInt(random.integer(NATIVE_COINS.min, NATIVE_COINS.max))
      return { pool, wrappedRaw: coins * COIN, stableRaw: coins * coinUsd * STABLE_UNIT }
    }),
  }
}

function drawToken(random: SeededRandom, kind: Kind & { readonly isTrap: boolean }, coinUsd: bigint): PlannedToken {
  const decimals = random.pick(DECIMALS)
  const supplyRaw = BigInt(random.integer(10 ** 6, 10 ** 9)) * 10n ** BigInt(decimals)
  const tenths = BigInt(random.integer(DEPTH_TENTHS.min, DEPTH_TENTHS.max))
  const { symbol, contract, mode = 0, p, q, pool = V2, quote = 'wrapped', isTrap } = kind
  return {
    ...{ kind: kind.kind, isTrap, symbol, contract, mode, pool, quote, decimals, supplyRaw },
    name: `${symbol.charAt(0)}${symbol.slice(1).toLowerCase()}`,
    p: p?.(random) ?? 0,
    q: q?.(random) ?? 0,
    poolRaw: (supplyRaw * BigInt(random.integer(40, 90))) / 100n,
    quoteRaw: quote === 'wrapped' ? (tenths * COIN) / 10n : (tenths * coinUsd * STABLE_UNIT) / 10n,
  }
}
