import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress, findProgramAddress } from '../../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../../src/chain/solana/program-ids.ts'
import {
  ALICE,
  addressAt,
  at,
  BOB,
  bytes,
  ceilDiv,
  createPair,
  dataOf,
  expectError,
  held,
  hex,
  keyOf,
  logged,
  openDexChain,
  run,
  type Token,
  uses,
} from '../swap-fixture.ts'

const PROGRAM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
const CONFIG = '2LecshUwdy9xi7meFgHtFJQNSKk4KdTrcpvaB56dP2NQ'
const VAULT_A = keypairFromText('vault a')
const VAULT_B = keypairFromText('vault b')
const Q64 = 1n << 64n
const SPACING = 64
const SPAN = 88 * SPACING
const FEE = 3_000n
const UNIT = 1_000_000n
const WIDE = 10n ** 11n
const NARROW = 4n * 10n ** 11n

const pda = (...seeds: readonly Uint8Array[]): string => findProgramAddress(seeds, PROGRAM).address
const u16 = (value: number): Buffer => bytes([value, 2])

type Made = { readonly chain: SandboxChain; readonly a: Token; readonly b: Token; readonly pool: string }
const arrayAt = (pool: string, start: number): string =>
  pda(Buffer.from('tick_array'), keyOf(pool), Buffer.from(String(start)))
const oracleOf = (pool: string): string => pda(Buffer.from('oracle'), keyOf(pool))

function initializePool({ a, b, pool }: Omit<Made, 'chain'>, root = Q64): Instruction {
  const accounts = uses(
    CONFIG,
    a.mint,
    b.mint,
    pda(Buffer.from('token_badge'), keyOf(CONFIG), keyOf(a.mint)),
    pda(Buffer.from('token_badge'), keyOf(CONFIG), keyOf(b.mint)),
    `${ALICE.address} ws`,
    `${pool} w`,
    `${VAULT_A.address} ws`,
    `${VAULT_B.address} ws`,
    pda(Buffer.from('fee_tier'), keyOf(CONFIG), u16(SPACING)),
    TOKEN_PROGRAM,
    TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
    RENT_SYSVAR,
  )
  return {
    programId: PROGRAM,
    accounts,
    data: Buffer.concat([hex('cf2d57f21b3fcc43'), bytes([SPACING, 2], [root, 16])]),
  }
}

function initializeArray(pool: string, start: number): Instruction {
  const accounts = uses(pool, `${ALICE.address} ws`, `${arrayAt(pool, start)} w`, SYSTEM_PROGRAM)
  return { programId: PROGRAM, accounts, data: Buffer.concat([hex('0bbcc1d68d5b95b8'), bytes([start, 4])]) }
}

function openPosition(pool: string, mint: Keypair, lower: number, upper: number): Instruction {
  const accounts = uses(
    `${ALICE.address} ws`,
    ALICE.address,
    `${pda(Buffer.from('position'), keyOf(mint.address))} w`,
    `${mint.address} ws`,
    `${associatedTokenAddress(ALICE.address, mint.address)} w`,
    pool,
    TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
    RENT_SYSVAR,
    ASSOCIATED_TOKEN_PROGRAM,
  )
  const data = Buffer.concat([hex('87802f4d0f98f031'), bytes([0, 1], [lower, 4], [upper, 4])])
  return { programId: PROGRAM, accounts, data }
}

function increase(made: Made, mint: Keypair, range: readonly [number, number], liquidity: bigint): Instruction {
  const { a, b, pool } = made
  const [lower, upper] = range.map((tick) => arrayAt(pool, Math.floor(tick / SPAN) * SPAN))
  const accounts = uses(
    `${pool} w`,
    TOKEN_PROGRAM,
    TOKEN_PROGRAM,
    MEMO_PROGRAM,
    `${ALICE.address} s`,
    `${pda(Buffer.from('position'), keyOf(mint.address))} w`,
    associatedTokenAddress(ALICE.address, mint.address),
    a.mint,
    b.mint,
    `${a.alice} w`,
    `${b.alice} w`,
    `${VAULT_A.address} w`,
    `${VAULT_B.address} w`,
    `${lower} w`,
    `${upper} w`,
  )
  const most = 2n ** 64n - 1n
  const data = Buffer.concat([hex('851d59df45eeb00a'), bytes([liquidity, 16], [most, 8], [most, 8], [0, 1])])
  return { programId: PROGRAM, accounts, data }
}

type Order = {
  readonly aToB: boolean
  readonly amount: bigint
  readonly limit: bigint
  readonly exactIn?: boolean
  readonly root?: bigint
  readonly isV1?: boolean
  readonly starts?: readonly number[]
}

function swap({ chain, a, b, pool }: Made, order: Order): Instruction {
  const { aToB, amount, limit, exactIn = true, root = 0n, isV1 = false } = order
  const tick = Number(at(dataOf(chain, pool), 81, 4, true))
  const first = Math.floor((aToB ? tick : tick + SPACING) / SPAN) * SPAN
  const starts = order.starts ?? [0, 1, 2].map((i) => first + (aToB ? -i : i) * SPAN)
  const arrays = starts.map((start) => `${arrayAt(pool, start)} w`)
  const args = bytes([amount, 8], [limit, 8], [root, 16], [exactIn, 1], [aToB, 1])
  const sides = [`${a.bob} w`, `${VAULT_A.address} w`, `${b.bob} w`, `${VAULT_B.address} w`]
  if (isV1)
    return {
      programId: PROGRAM,
      accounts: uses(TOKEN_PROGRAM, `${BOB.address} s`, `${pool} w`, ...sides, ...arrays, oracleOf(pool)),
      data: Buffer.concat([hex('f8c69e91e17587c8'), args]),
    }
  const head = [TOKEN_PROGRAM, TOKEN_PROGRAM, MEMO_PROGRAM, `${BOB.address} s`, `${pool} w`, a.mint, b.mint]
  return {
    programId: PROGRAM,
    accounts: uses(...head, ...sides, ...arrays, `${oracleOf(pool)} w`),
    data: Buffer.concat([hex('2b04ed0b1ac91e62'), args, bytes([0, 1])]),
  }
}

const NARROW_RANGE = [-2 * SPACING, 2 * SPACING] as const
const WIDE_RANGE = [-SPAN, SPAN + SPAN - SPACING] as const

/** A pool at price one with a wide position and a narrow one inside it. */
function createPool(): Made {
  const chain = openDexChain()
  const [a, b] = createPair(chain)
  const pool = pda(Buffer.from('whirlpool'), keyOf(CONFIG), keyOf(a.mint), keyOf(b.mint), u16(SPACING))
  const made = { chain, a, b, pool }
  run(chain, [initializePool(made)], ALICE, [VAULT_A, VAULT_B])
  run(
    chain,
    [-SPAN, 0, SPAN].map((start) => initializeArray(pool, start)),
  )
  for (const [text, range, liquidity] of [
    ['wide', WIDE_RANGE, WIDE],
    ['narrow', NARROW_RANGE, NARROW],
  ] as const) {
    const mint = keypairFromText(text)
    run(chain, [openPosition(pool, mint, ...range)], ALICE, [mint])
    run(chain, [increase(made, mint, range, liquidity)])
  }
  return made
}

const factsOf = ({ chain, pool }: Made) => {
  const data = dataOf(chain, pool)
  return { liquidity: at(data, 49, 16), root: at(data, 65, 16), tick: Number(at(data, 81, 4, true)) }
}
/** Root of 1.0001^tick in Q64.64, to fifty bits: enough to hold the program's table to the definition. */
const rootOfTick = (tick: number): number => 1.0001 ** (tick / 2)
const tokenA = (l: bigint, low: bigint, high: bigint): bigint => ((l * (high - low)) << 64n) / (low * high)
const tokenB = (l: bigint, low: bigint, high: bigint): bigint => (l * (high - low)) >> 64n

test('a pool, its arrays and positions have the documented bytes', () => {
  const { chain, a, b, pool } = createPool()
  const data = dataOf(chain, pool)
  assert.equal(data.length, 653)
  assert.equal(Buffer.from(data.subarray(0, 8)).toString('hex'), '3f95d10ce1806309')
  assert.deepEqual([at(data, 41, 2), at(data, 43, 2), at(data, 45, 2)], [64n, 64n, 3_000n])
  assert.deepEqual([addressAt(data, 101), addressAt(data, 181)], [a.mint, b.mint])
  assert.deepEqual([addressAt(data, 133), addressAt(data, 213)], [VAULT_A.address, VAULT_B.address])
  assert.deepEqual([at(data, 49, 16), at(data, 65, 16), at(data, 81, 4, true)], [WIDE + NARROW, Q64, 0n])
  const array = dataOf(chain, arrayAt(pool, 0))
  assert.equal(array.length, 9_988)
  assert.equal(Buffer.from(array.subarray(0, 8)).toString('hex'), '4561bdbe6e0742bb')
  assert.equal(addressAt(array, 9_956), pool)
  // The upper edge of the narrow position: third tick of the array, with its net and gross liquidity.
  const upper = 12 + 2 * 113
  assert.deepEqual([array[upper], at(array, upper + 1, 16, true), at(array, upper + 17, 16)], [1, -NARROW, NARROW])
  const below = dataOf(chain, arrayAt(pool, -SPAN))
  const lower = 12 + 86 * 113
  assert.deepEqual([below[lower], at(below, lower + 1, 16, true)], [1, NARROW])
  const mint = keypairFromText('narrow').address
  assert.equal(held(chain, associatedTokenAddress(ALICE.address, mint)), 1n)
  const position = dataOf(chain, pda(Buffer.from('position'), keyOf(mint)))
  assert.deepEqual([position.length, at(position, 72, 16), at(position, 88, 4, true)], [216, NARROW, -128n])
})

test('creation announces the pool', () => {
  const chain = openDexChain()
  const [a, b] = createPair(chain)
  const pool = pda(Buffer.from('whirlpool'), keyOf(CONFIG), keyOf(a.mint), keyOf(b.mint), u16(SPACING))
  const executed = run(chain, [initializePool({ a, b, pool })], ALICE, [VAULT_A, VAULT_B])
  const [event] = logged(executed, '6476ad570cc6fee5')
  assert.equal(event!.length, 220)
  assert.deepEqual([addressAt(event!, 8), addressAt(event!, 72), addressAt(event!, 104)], [pool, a.mint, b.mint])
  assert.deepEqual([at(event!, 136, 2), event![202], at(event!, 204, 16)], [64n, 6, Q64])
})

test('exact inputs inside the present liquidity pay what the formulas say', () => {
  for (const isV1 of [true, false])
    for (const aToB of [true, false]) {
      const made = createPool()
      const { chain, a, b } = made
      const { liquidity: l, root } = factsOf(made)
      const amount = 500_000_000n
      const usable = (amount * (UNIT - FEE)) / UNIT
      const next = aToB ? ceilDiv((l * root) << 64n, (l << 64n) + usable * root) : root + (usable << 64n) / l
      const out = aToB ? tokenB(l, next, root) : tokenA(l, root, next)
      const [spent, got] = aToB ? [a.bob, b.bob] : [b.bob, a.bob]
      const [hadIn, hadOut] = [held(chain, spent), held(chain, got)]
      const executed = run(chain, [swap(made, { aToB, amount, limit: out, isV1 })], BOB)
      assert.deepEqual([hadIn - held(chain, spent), held(chain, got) - hadOut], [amount, out])
      assert.equal(factsOf(made).root, next)
      const [event] = logged(executed, 'e1ca49af932ba096')
      assert.equal(event!.length, 121)
      assert.deepEqual([addressAt(event!, 8), event![40]], [made.pool, aToB ? 1 : 0])
      assert.deepEqual([at(event!, 41, 16), at(event!, 57, 16)], [root, next])
      assert.deepEqual([at(event!, 73, 8), at(event!, 81, 8)], [amount, out])
      const moved = aToB ? ceilDiv((l * (root - next)) << 64n, next * root) : ceilDiv(l * (next - root), Q64)
      const fee = amount - moved
      const protocol = (fee * 1_300n) / 10_000n
      assert.deepEqual([at(event!, 105, 8), at(event!, 113, 8)], [fee - protocol, protocol])
      assert.equal(at(dataOf(chain, made.pool), aToB ? 85 : 93, 8), protocol)
    }
})

test('exact outputs take what the formulas say, and no more than was allowed', () => {
  for (const aToB of [true, false]) {
    const made = createPool()
    const { chain, a, b } = made
    const { liquidity: l, root } = factsOf(made)
    const amount = 400_000_000n
    const next = aToB ? root - ceilDiv(amount << 64n, l) : ceilDiv((l * root) << 64n, (l << 64n) - amount * root)
    const net = aToB ? ceilDiv((l * (root - next)) << 64n, next * root) : ceilDiv(l * (next - root), Q64)
    const cost = net + ceilDiv(net * FEE, UNIT - FEE)
    const order = { aToB, amount, exactIn: false }
    expectError(chain, swap(made, { ...order, limit: cost - 1n }), [6037, 'AmountInAboveMaximum'])
    const [spent, got] = aToB ? [a.bob, b.bob] : [b.bob, a.bob]
    const [hadIn, hadOut] = [held(chain, spent), held(chain, got)]
    run(chain, [swap(made, { ...order, limit: cost })], BOB)
    assert.deepEqual([hadIn - held(chain, spent), held(chain, got) - hadOut], [cost, amount])
  }
})

test('a trade that crosses the edge of a position goes on with what liquidity is left', () => {
  for (const aToB of [true, false]) {
    const made = createPool()
    const { chain, a, b } = made
    const { root } = factsOf(made)
    // More than the narrow position holds, so that its edge is crossed.
    const amount = 5_000_000_000n
    run(chain, [swapOfAlice(made, aToB, amount)])
    const after = factsOf(made)
    assert.equal(after.liquidity, WIDE)
    assert(aToB ? after.tick < -128 : after.tick >= 128, `${after.tick}`)
    const edge = aToB ? rootOfTick(-128) : rootOfTick(128)
    // The part up to the edge by both positions, the rest by the wide one: one unit of error for each rounding.
    const l = Number(WIDE + NARROW)
    const first = aToB ? l * (1 / edge - 1) : l * (edge - 1)
    const rest = (Number(amount) - first / 0.997) * 0.997
    const end = aToB ? 1 / (1 / edge + rest / Number(WIDE)) : edge + rest / Number(WIDE)
    assert(Math.abs(Number(after.root) / 2 ** 64 / end - 1) < 1e-8)
    const array = dataOf(chain, arrayAt(made.pool, aToB ? -SPAN : 0))
    const tickAt = 12 + (aToB ? 86 : 2) * 113
    const growth = at(dataOf(chain, made.pool), aToB ? 165 : 245, 16)
    const outside = at(array, tickAt + (aToB ? 33 : 49), 16)
    assert(outside > 0n && outside < growth, 'fees up to the edge lie outside it now')
    assert(a.mint !== b.mint && root === Q64)
  }
})

/** Bob has too little for large trades. */
function swapOfAlice(made: Made, aToB: boolean, amount: bigint): Instruction {
  const instruction = swap(made, { aToB, amount, limit: 0n })
  const own = new Map([
    [made.a.bob, made.a.alice],
    [made.b.bob, made.b.alice],
    [BOB.address, ALICE.address],
  ])
  const accounts = instruction.accounts.map((use) => ({ ...use, address: own.get(use.address) ?? use.address }))
  return { ...instruction, accounts }
}

test('a price limit stops a trade, which then takes only what it used', () => {
  const made = createPool()
  const { chain, a } = made
  const limit = Q64 - Q64 / 1_000n
  const had = held(chain, a.bob)
  run(chain, [swap(made, { aToB: true, amount: 900_000_000n, limit: 0n, root: limit })], BOB)
  assert.equal(factsOf(made).root, limit)
  const net = ceilDiv(((WIDE + NARROW) * (Q64 - limit)) << 64n, limit * Q64)
  assert.equal(had - held(chain, a.bob), net + ceilDiv(net * FEE, UNIT - FEE))
})

test('what the program refuses, with its own numbers', () => {
  const made = createPool()
  const { chain } = made
  const order = { aToB: true, amount: 1_000_000n, limit: 0n }
  expectError(chain, swap(made, { ...order, limit: 1_000_000n }), [6036, 'AmountOutBelowMinimum'])
  expectError(chain, swap(made, { ...order, amount: 0n }), [6035, 'ZeroTradableAmount'])
  expectError(chain, swap(made, { ...order, root: Q64 + 1n }), [6034, 'InvalidSqrtPriceLimitDirection'])
  expectError(chain, swap(made, { ...order, root: 1n }), [6011, 'SqrtPriceOutOfBounds'])
  const none = [20 * SPAN, 21 * SPAN, 22 * SPAN]
  expectError(chain, swap(made, { ...order, starts: none }), [6023, 'InvalidTickArraySequence'])
  const instruction = swap(made, order)
  expectError(chain, { ...instruction, data: instruction.data.subarray(0, 30) }, [102, 'InstructionDidNotDeserialize'])
  const { accounts } = instruction
  const wrong = accounts.map((use, i) => (i === 8 ? { ...use, address: VAULT_B.address } : use))
  expectError(chain, { ...instruction, accounts: wrong }, [2012, 'ConstraintAddress'])
})
