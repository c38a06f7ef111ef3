import { type EmittedLog, topics } from './emitted.ts'
import { hashOf, words } from './hex.ts'
import type { Ledger } from './ledger.ts'

/** Kinds of pools by how they compute, hold and announce. */
export const POOL_KINDS = [
  'uniswap_v2',
  'sushi_v2',
  'pancake_v2',
  'uniswap_v3',
  'sushi_v3',
  'pancake_v3',
  'uniswap_v4',
  'pancake_infinity',
  'aerodrome',
  'aerodrome_stable',
  'aerodrome_slipstream',
] as const
export type PoolKind = (typeof POOL_KINDS)[number]

export type SandboxPool = {
  readonly kind: PoolKind
  /** Address, or id of 32 bytes. */
  readonly id: string
  /** The factory, or the manager that holds it. */
  readonly maker: string
  readonly token0: string
  readonly token1: string
  /** In millionths. */
  readonly fee: number
  readonly tickSpacing: number
  /** Who holds its tokens in the ledger, and who gets the fees that leave it (Aerodrome). */
  readonly holder: string
  readonly feeVault: string
}

/** A swap as someone wants it. */
export type Wish = {
  readonly pool: SandboxPool
  readonly isZeroIn: boolean
  readonly amountIn: bigint
  readonly trader: string
  /** Of v2 alone: pays so much of the other token in as well, and gets nothing for it. */
  readonly alsoIn: bigint
}

const MILLION = 1_000_000n
const Q96 = 2n ** 96n
const ROUTER = '0x00000000000000000000000000000000000ab1e5'

/** What came into a pool by one swap: negative left it. */
type Moved = { readonly moved0: bigint; readonly moved1: bigint }

/** Carries out a swap: moves tokens and says what the contracts would emit. Null when the pool would refuse. */
export function carryOut(ledger: Ledger, wish: Wish): { readonly logs: EmittedLog[] } | null {
  const { kind } = wish.pool
  if (kind.endsWith('_v2') || kind === 'aerodrome' || kind === 'aerodrome_stable') return swapByReserves(ledger, wish)
  return swapByRoot(ledger, wish)
}

/** Pairs look at what they hold: what arrived is the difference to what they held after the last swap. */
function swapByReserves(ledger: Ledger, wish: Wish): { readonly logs: EmittedLog[] } | null {
  const { pool, isZeroIn, amountIn, trader, alsoIn } = wish
  const { token0, token1, holder } = pool
  const isAerodrome = pool.kind.startsWith('aerodrome')
  const before0 = ledger.balance(token0, holder)
  const before1 = ledger.balance(token1, holder)
  const [tokenIn, tokenOut] = isZeroIn ? [token0, token1] : [token1, token0]
  const logs: EmittedLog[] = []
  // A tax may take some of it on the way.
  const arrived = ledger.taxed(tokenIn, amountIn)
  // The fee would be taxed again on its way to the vault, and what the pool gained be told from no event.
  if (isAerodrome && arrived < amountIn) return null
  const afterFee = (arrived * (MILLION - BigInt(pool.fee))) / MILLION
  const [reserveIn, reserveOut] = isZeroIn ? [before0, before1] : [before1, before0]
  const out =
    pool.kind === 'aerodrome_stable'
      ? stableOut(afterFee, reserveIn, reserveOut, ledger.scale(tokenIn), ledger.scale(tokenOut))
      : (afterFee * reserveOut) / (reserveIn + afterFee)
  if (out <= 0n || out >= reserveOut) return null
  logs.push(...ledger.transfer(tokenIn, trader, holder, amountIn))
  if (alsoIn > 0n) logs.push(...ledger.transfer(tokenOut, trader, holder, alsoIn))
  logs.push(...ledger.transfer(tokenOut, holder, trader, out))
  const in0 = ledger.balance(token0, holder) - (before0 - (isZeroIn ? 0n : out))
  const in1 = ledger.balance(token1, holder) - (before1 - (isZeroIn ? out : 0n))
  const [out0, out1] = isZeroIn ? [0n, out] : [out, 0n]
  if (isAerodrome) {
    const [fee0, fee1] = [(in0 * BigInt(pool.fee)) / MILLION, (in1 * BigInt(pool.fee)) / MILLION]
    if (fee0 > 0n) logs.push(...ledger.transfer(token0, holder, pool.feeVault, fee0))
    if (fee1 > 0n) logs.push(...ledger.transfer(token1, holder, pool.feeVault, fee1))
    logs.push({ address: pool.id, topics: [topics.fees, words(ROUTER)], data: words(fee0, fee1) })
  }
  const held = [ledger.balance(token0, holder), ledger.balance(token1, holder)] as const
  logs.push({ address: pool.id, topics: [isAerodrome ? topics.syncAerodrome : topics.sync], data: words(...held) })
  logs.push({
    address: pool.id,
    topics: [isAerodrome ? topics.swapAerodrome : topics.swapV2, words(ROUTER), words(trader)],
    data: words(in0, in1, out0, out1),
  })
  return { logs }
}

/** The curve x^3 y + y^3 x = k of 18 decimals, solved by halving an interval. */
function stableOut(amountIn: bigint, rawIn: bigint, rawOut: bigint, scaleIn: bigint, scaleOut: bigint): bigint {
  const k = (x: bigint, y: bigint): bigint => x * y * (x * x + y * y)
  const [x, y] = [rawIn * scaleIn, rawOut * scaleOut]
  const target = k(x, y)
  const grown = x + amountIn * scaleIn
  let [low, high] = [0n, y]
  while (low < high) {
    const middle = (low + high) / 2n
    if (k(grown, middle) >= target) high = middle
    else low = middle + 1n
  }
  return (y - high) / scaleOut - 1n
}

/** Concentrated liquidity within one wide range: what is held, virtual parts included, follows from the root of the
 *  price and the liquidity. Amounts are rounded in favour of the pool. */
function swapByRoot(ledger: Ledger, wish: Wish): { readonly logs: EmittedLog[] } | null {
  const { pool, isZeroIn, amountIn, trader } = wish
  const { token0, token1, holder } = pool
  const liquidity = ledger.state.get(`${pool.id} liquidity`)
  const root = ledger.state.get(`${pool.id} root`)
  const afterFee = (amountIn * (MILLION - BigInt(pool.fee))) / MILLION
  // These contracts refuse what does not arrive in full.
  if (afterFee === 0n || ledger.taxed(isZeroIn ? token0 : token1, amountIn) < amountIn) return null
  const next = isZeroIn
    ? ceilDiv(liquidity * Q96 * root, liquidity * Q96 + afterFee * root)
    : root + (afterFee * Q96) / liquidity
  const out = isZeroIn ? (liquidity * (root - next)) / Q96 : (liquidity * Q96 * (next - root)) / next / root
  const [tokenIn, tokenOut] = isZeroIn ? [token0, token1] : [token1, token0]
  if (out <= 0n || out >= ledger.balance(tokenOut, holder)) return null
  const logs = [
    ...ledger.transfer(tokenOut, holder, trader, out),
    ...ledger.transfer(tokenIn, trader, holder, amountIn),
  ]
  ledger.state.set(`${pool.id} root`, next)
  const [moved0, moved1] = isZeroIn ? [amountIn, -out] : [-out, amountIn]
  return { logs: [...logs, rootSwapLog(pool, { moved0, moved1 }, { root: next, liquidity, trader })] }
}

function rootSwapLog(
  pool: SandboxPool,
  { moved0, moved1 }: Moved,
  { root, liquidity, trader }: { readonly root: bigint; readonly liquidity: bigint; readonly trader: string },
): EmittedLog {
  const tick = tickOf(root)
  switch (pool.kind) {
    case 'uniswap_v4':
      return {
        address: pool.maker,
        topics: [topics.swapV4, pool.id, words(ROUTER)],
        data: words(-moved0, -moved1, root, liquidity, tick, pool.fee),
      }
    case 'pancake_infinity':
      return {
        address: pool.maker,
        topics: [topics.swapInfinity, pool.id, words(ROUTER)],
        data: words(-moved0, -moved1, root, liquidity, tick, pool.fee, 0),
      }
    case 'pancake_v3':
      return {
        address: pool.id,
        topics: [topics.swapPancakeV3, words(ROUTER), words(trader)],
        data: words(moved0, moved1, root, liquidity, tick, 0, 0),
      }
    default:
      return {
        address: pool.id,
        topics: [topics.swapV3, words(ROUTER), words(trader)],
        data: words(moved0, moved1, root, liquidity, tick),
      }
  }
}

function tickOf(root: bigint): number {
  return Math.floor((2 * Math.log(Number(root) / 2 ** 96)) / Math.log(1.0001))
}

function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/** The square root, rounded down. */
export function isqrt(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** The key of a pool of a manager, whose hash is its id. */
export function keyOf(pool: Pick<SandboxPool, 'kind' | 'token0' | 'token1' | 'fee' | 'tickSpacing' | 'maker'>): string {
  const { kind, token0, token1, fee, tickSpacing, maker } = pool
  return kind === 'uniswap_v4'
    ? words(token0, token1, fee, tickSpacing, 0)
    : words(token0, token1, 0, maker, fee, BigInt(tickSpacing) << 16n)
}

export function idOfKey(pool: Parameters<typeof keyOf>[0]): string {
  return hashOf(keyOf(pool))
}

/** What the maker emits for a new pool. */
export function creationLog(pool: SandboxPool, root: bigint): EmittedLog {
  const { kind, maker, token0, token1, fee, tickSpacing, id } = pool
  const pair = [words(token0), words(token1)]
  switch (kind) {
    case 'uniswap_v2':
    case 'sushi_v2':
    case 'pancake_v2':
      return { address: maker, topics: [topics.pairCreated, ...pair], data: words(id, 1) }
    case 'uniswap_v3':
    case 'sushi_v3':
    case 'pancake_v3':
      return { address: maker, topics: [topics.poolCreated, ...pair, words(fee)], data: words(tickSpacing, id) }
    case 'aerodrome':
    case 'aerodrome_stable': {
      const isStable = words(kind === 'aerodrome_stable')
      return { address: maker, topics: [topics.poolCreatedAerodrome, ...pair, isStable], data: words(id, 1) }
    }
    case 'aerodrome_slipstream':
      return { address: maker, topics: [topics.poolCreatedSlipstream, ...pair, words(tickSpacing)], data: words(id) }
    case 'uniswap_v4':
      return {
        address: maker,
        topics: [topics.initializeV4, id, ...pair],
        data: words(fee, tickSpacing, 0, root, tickOf(root)),
      }
    case 'pancake_infinity':
      return {
        address: maker,
        topics: [topics.initializeInfinity, id, ...pair],
        data: words(0, fee, BigInt(tickSpacing) << 16n, root, tickOf(root)),
      }
  }
}
