import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { findProgramAddress } from '../../../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
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
  openDexChain,
  run,
  selfCalls,
  type Token,
  uses,
} from '../swap-fixture.ts'

const PROGRAM = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'
const AUTHORITY = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'
const EVENTS = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet'
const NFT = keypairFromText('position nft')
const Q64 = 1n << 64n
const UNIT = 1_000_000_000n
const MIN_SQRT_PRICE = 4_295_048_016n
const MAX_SQRT_PRICE = 79_226_673_521_066_979_257_578_248_091n

type Made = {
  readonly chain: SandboxChain
  readonly a: Token
  readonly b: Token
  readonly pool: string
  readonly vaultA: string
  readonly vaultB: string
}
const pda = (...seeds: readonly Uint8Array[]): string => findProgramAddress(seeds, PROGRAM).address

/** Time scheduler: cliff, periods, frequency, reduction, mode. */
function baseFee(cliff: bigint, periods = 0, frequency = 0n, reduction = 0n, mode = 0): Buffer {
  return bytes([cliff, 8], [periods, 2], [frequency, 8], [reduction, 8], [mode, 1])
}
function rateLimiter(cliff: bigint, incrementBps: number, duration: number, maxBps: number, reference: bigint): Buffer {
  return bytes([cliff, 8], [incrementBps, 2], [duration, 4], [maxBps, 4], [reference, 8], [2, 1])
}
const DYNAMIC = Buffer.concat([
  bytes([1, 2], [1_844_674_407_370_955n, 16], [10, 2], [120, 2], [5_000, 2], [14_460_000, 4], [956, 4]),
])

type Options = {
  readonly fee?: Buffer
  readonly collect?: number
  readonly dynamic?: boolean
  readonly liquidity?: bigint
  readonly compoundingBps?: number
}

function createPool(options: Options = {}): Made {
  const chain = openDexChain()
  const [b, a] = createPair(chain)
  const pool = pda(Buffer.from('cpool'), keyOf(a.mint), keyOf(b.mint))
  const vaultA = pda(Buffer.from('token_vault'), keyOf(a.mint), keyOf(pool))
  const vaultB = pda(Buffer.from('token_vault'), keyOf(b.mint), keyOf(pool))
  const made = { chain, a, b, pool, vaultA, vaultB }
  run(chain, [createInstruction(made, options)], ALICE, [NFT])
  return made
}

function createInstruction(
  { a, b, pool, vaultA, vaultB }: Omit<Made, 'chain'>,
  {
    fee = baseFee(2_500_000n),
    collect = 0,
    dynamic = false,
    liquidity = 10n ** 11n * Q64,
    compoundingBps = 0,
  }: Options,
): Instruction {
  const data = Buffer.concat([
    hex('14a1f118bdddb402'),
    fee,
    bytes([compoundingBps, 2], [0, 1], [dynamic, 1]),
    dynamic ? DYNAMIC : Buffer.alloc(0),
    bytes([MIN_SQRT_PRICE, 16], [MAX_SQRT_PRICE, 16], [0, 1], [liquidity, 16], [Q64, 16], [1, 1], [collect, 1], [0, 1]),
  ])
  const accounts = uses(
    ALICE.address,
    `${NFT.address} ws`,
    `${pda(Buffer.from('position_nft_account'), keyOf(NFT.address))} w`,
    `${ALICE.address} ws`,
    AUTHORITY,
    `${pool} w`,
    `${pda(Buffer.from('position'), keyOf(NFT.address))} w`,
    a.mint,
    b.mint,
    `${vaultA} w`,
    `${vaultB} w`,
    `${a.alice} w`,
    `${b.alice} w`,
    TOKEN_PROGRAM,
    TOKEN_PROGRAM,
    TOKEN_2022_PROGRAM,
    SYSTEM_PROGRAM,
    EVENTS,
    PROGRAM,
  )
  return { programId: PROGRAM, accounts, data }
}

function swap(
  { a, b, pool, vaultA, vaultB }: Made,
  order: {
    readonly aToB: boolean
    readonly amount: bigint
    readonly limit: bigint
    readonly mode?: number
    readonly referral?: string
    readonly isV1?: boolean
    readonly extra?: readonly string[]
  },
): Instruction {
  const { aToB, amount, limit, mode = 0, referral = PROGRAM, isV1 = false, extra = [] } = order
  const [from, to] = aToB ? [a.bob, b.bob] : [b.bob, a.bob]
  const accounts = uses(
    AUTHORITY,
    `${pool} w`,
    `${from} w`,
    `${to} w`,
    `${vaultA} w`,
    `${vaultB} w`,
    a.mint,
    b.mint,
    `${BOB.address} s`,
    TOKEN_PROGRAM,
    TOKEN_PROGRAM,
    referral === PROGRAM ? PROGRAM : `${referral} w`,
    EVENTS,
    PROGRAM,
    ...extra,
  )
  const data = isV1
    ? Buffer.concat([hex('f8c69e91e17587c8'), bytes([amount, 8], [limit, 8])])
    : Buffer.concat([hex('414b3f4ceb5b5b88'), bytes([amount, 8], [limit, 8], [mode, 1])])
  return { programId: PROGRAM, accounts, data }
}

const factsOf = ({ chain, pool }: Made) => {
  const data = dataOf(chain, pool)
  return { liquidity: at(data, 360, 16), price: at(data, 456, 16), a: at(data, 680, 8), b: at(data, 688, 8) }
}
const deltaA = (l: bigint, low: bigint, high: bigint): bigint => (l * (high - low)) / (low * high)
const deltaB = (l: bigint, low: bigint, high: bigint): bigint => (l * (high - low)) >> 128n

/** What the documented formulas pay for an input, fee of `rate` on input or output. */
function expectedOut(made: Made, aToB: boolean, amount: bigint, rate: bigint, onInput: boolean): bigint {
  const { liquidity, price } = factsOf(made)
  const net = onInput ? amount - ceilDiv(amount * rate, UNIT) : amount
  const next = aToB ? ceilDiv(liquidity * price, liquidity + net * price) : price + (net << 128n) / liquidity
  const gross = aToB ? deltaB(liquidity, next, price) : deltaA(liquidity, price, next)
  return onInput ? gross : gross - ceilDiv(gross * rate, UNIT)
}

test('a pool is created with its accounts, its liquidity and its event', () => {
  const chain = openDexChain()
  const [b, a] = createPair(chain)
  const pool = pda(Buffer.from('cpool'), keyOf(a.mint), keyOf(b.mint))
  const vaultA = pda(Buffer.from('token_vault'), keyOf(a.mint), keyOf(pool))
  const vaultB = pda(Buffer.from('token_vault'), keyOf(b.mint), keyOf(pool))
  const liquidity = 10n ** 11n * Q64
  const executed = run(chain, [createInstruction({ a, b, pool, vaultA, vaultB }, { dynamic: true })], ALICE, [NFT])
  const data = dataOf(chain, pool)
  assert.equal(data.length, 1_112)
  assert.equal(Buffer.from(data.subarray(0, 8)).toString('hex'), 'f19a6d0411b16dbc')
  assert.deepEqual([at(data, 8, 8), data[16], data[48], data[50]], [2_500_000n, 0, 20, 20])
  assert.deepEqual([addressAt(data, 168), addressAt(data, 200)], [a.mint, b.mint])
  assert.deepEqual([addressAt(data, 232), addressAt(data, 264)], [vaultA, vaultB])
  assert.deepEqual([at(data, 360, 16), at(data, 456, 16)], [liquidity, Q64])
  assert.deepEqual([data[480], data[481], data[484], data[486]], [1, 0, 0, 1])
  assert.equal(addressAt(data, 648), ALICE.address)
  const amountA = ceilDiv(liquidity * (MAX_SQRT_PRICE - Q64), Q64 * MAX_SQRT_PRICE)
  const amountB = ceilDiv(liquidity * (Q64 - MIN_SQRT_PRICE), 1n << 128n)
  assert.deepEqual([held(chain, vaultA), held(chain, vaultB)], [amountA, amountB])
  assert.deepEqual([at(data, 680, 8), at(data, 688, 8)], [amountA, amountB])
  // Dynamic fee: switched on, its bin step and control where the layout says.
  assert.deepEqual([data[56], at(data, 64, 4), at(data, 68, 4), at(data, 72, 2)], [1, 14_460_000n, 956n, 1n])
  const [position, created] = selfCalls(executed, PROGRAM)
  assert.equal(position!.subarray(0, 8).toString('hex'), '9c0f77c61db5dd37')
  assert.equal(created!.subarray(0, 8).toString('hex'), 'e432f655cb428625')
  assert.deepEqual(
    [addressAt(created!, 8), addressAt(created!, 40), addressAt(created!, 104)],
    [pool, a.mint, ALICE.address],
  )
  const nft = dataOf(chain, pda(Buffer.from('position_nft_account'), keyOf(NFT.address)))
  assert.equal(at(nft, 64, 8), 1n)
})

test('exact inputs both ways pay what the formulas say, and say so in the event', () => {
  for (const isV1 of [true, false])
    for (const aToB of [true, false]) {
      const made = createPool()
      const { chain, a, b } = made
      const before = factsOf(made)
      const amount = 123_456_789n
      const out = expectedOut(made, aToB, amount, 2_500_000n, false)
      const [spent, got] = aToB ? [a.bob, b.bob] : [b.bob, a.bob]
      const [hadIn, hadOut] = [held(chain, spent), held(chain, got)]
      const executed = run(chain, [swap(made, { aToB, amount, limit: out, isV1 })], BOB)
      assert.deepEqual([hadIn - held(chain, spent), held(chain, got) - hadOut], [amount, out])
      const [event] = selfCalls(executed, PROGRAM)
      assert.equal(event!.length, 188)
      assert.equal(event!.subarray(0, 8).toString('hex'), 'bd4233a826507599')
      assert.deepEqual([event![40], event![41], event![42]], [aToB ? 0 : 1, 0, 0])
      assert.deepEqual([at(event!, 140, 8), at(event!, 148, 8), at(event!, 156, 8)], [amount, out, out])
      const after = factsOf(made)
      assert.deepEqual([at(event!, 172, 8), at(event!, 180, 8)], [after.a, after.b])
      assert.equal(at(event!, 92, 16), after.price)
      // A fifth of the fee is the protocol's; all of it leaves the reserves that trades run against.
      const fee = at(event!, 108, 8) + at(event!, 116, 8)
      assert.equal(at(event!, 116, 8), fee / 5n)
      assert.equal(aToB ? before.b - after.b : before.a - after.a, out + fee)
    }
})

test('exact outputs both ways take what the formulas say', () => {
  for (const collect of [0, 1])
    for (const aToB of [true, false]) {
      const made = createPool({ collect })
      const { chain, a, b } = made
      const { liquidity, price } = factsOf(made)
      const [amount, rate] = [50_000_000n, 2_500_000n]
      const onInput = collect === 1 && !aToB
      const gross = onInput ? amount : ceilDiv(amount * UNIT, UNIT - rate)
      const next = aToB
        ? price - ceilDiv(gross << 128n, liquidity)
        : ceilDiv(liquidity * price, liquidity - gross * price)
      const net = aToB
        ? ceilDiv(liquidity * (price - next), next * price)
        : ceilDiv(liquidity * (next - price), 1n << 128n)
      const cost = onInput ? ceilDiv(net * UNIT, UNIT - rate) : net
      const [spent, got] = aToB ? [a.bob, b.bob] : [b.bob, a.bob]
      const [hadIn, hadOut] = [held(chain, spent), held(chain, got)]
      expectError(chain, swap(made, { aToB, amount, limit: cost - 1n, mode: 2 }), [6002, 'ExceededSlippage'])
      run(chain, [swap(made, { aToB, amount, limit: cost, mode: 2 })], BOB)
      assert.deepEqual([hadIn - held(chain, spent), held(chain, got) - hadOut], [cost, amount])
    }
})

test('fees in B only are taken from the input of buys and the output of sales', () => {
  for (const aToB of [true, false]) {
    const made = createPool({ collect: 1 })
    const out = expectedOut(made, aToB, 77_777_777n, 2_500_000n, !aToB)
    const { chain, a, b } = made
    const got = aToB ? b.bob : a.bob
    const had = held(chain, got)
    run(chain, [swap(made, { aToB, amount: 77_777_777n, limit: out })], BOB)
    assert.equal(held(chain, got) - had, out)
    const data = dataOf(chain, made.pool)
    assert.equal(at(data, 392, 8), 0n, 'protocol fee in A')
    assert(at(data, 400, 8) > 0n, 'protocol fee in B')
  }
})

test('a compounding pool trades by its two reserves', () => {
  const made = createPool({ collect: 2, compoundingBps: 5_000 })
  const { chain, b } = made
  const before = factsOf(made)
  const amount = 10_000_000n
  const gross = (before.b * amount) / (before.a + amount)
  const out = gross - ceilDiv(gross * 2_500_000n, UNIT)
  const had = held(chain, b.bob)
  const executed = run(chain, [swap(made, { aToB: true, amount, limit: out })], BOB)
  assert.equal(held(chain, b.bob) - had, out)
  const [event] = selfCalls(executed, PROGRAM)
  const [claiming, protocol, compounding] = [at(event!, 108, 8), at(event!, 116, 8), at(event!, 124, 8)]
  assert.equal(claiming + protocol + compounding, gross - out)
  assert.equal(compounding, (gross - out - protocol) / 2n)
  assert.equal(factsOf(made).b, before.b - gross + compounding)
})

test('the fee falls with time, period by period, and no further', () => {
  const fee = baseFee(50_000_000n, 3, 60n, 15_000_000n)
  const made = createPool({ fee })
  const { chain, b } = made
  for (const rate of [50_000_000n, 35_000_000n, 20_000_000n, 5_000_000n, 5_000_000n]) {
    const out = expectedOut(made, true, 1_000_000n, rate, false)
    const had = held(chain, b.bob)
    run(chain, [swap(made, { aToB: true, amount: 1_000_000n, limit: 0n })], BOB)
    assert.equal(held(chain, b.bob) - had, out, `${rate}`)
    chain.warpTo(chain.slot() + 200, chain.unixTimeSec() + 60)
  }
})

test('an exponential schedule multiplies the fee', () => {
  const made = createPool({ fee: baseFee(50_000_000n, 4, 60n, 3_000n, 1) })
  const { chain, b } = made
  chain.warpTo(chain.slot() + 300, chain.unixTimeSec() + 125)
  const step = Q64 - (3_000n * Q64) / 10_000n
  const rate = (50_000_000n * ((step * step) >> 64n)) >> 64n
  const out = expectedOut(made, true, 5_000_000n, rate, false)
  const had = held(chain, b.bob)
  run(chain, [swap(made, { aToB: true, amount: 5_000_000n, limit: 0n })], BOB)
  assert.equal(held(chain, b.bob) - had, out)
})

test('the rate limiter charges large buys more, and wants to see the other instructions', () => {
  const made = createPool({ fee: rateLimiter(10_000_000n, 100, 600, 5_000, 1_000_000n), collect: 1 })
  const { chain, a } = made
  // 2.5 reference amounts: 1 at 1 %, 1 at 2 % and a half at 3 %.
  const amount = 2_500_000n
  const fee = 10_000n + 20_000n + 15_000n
  const rate = ceilDiv(fee * UNIT, amount)
  const order = { aToB: false, amount, limit: 0n }
  expectError(chain, swap(made, order), [6049, 'FailToValidateSingleSwapInstruction'])
  const out = expectedOut(made, false, amount, rate, true)
  const had = held(chain, a.bob)
  run(chain, [swap(made, { ...order, extra: ['Sysvar1nstructions1111111111111111111111111'] })], BOB)
  assert.equal(held(chain, a.bob) - had, out)
})

test('the dynamic fee rises when the price has moved, and the stored accumulator decides it', () => {
  const made = createPool({ dynamic: true, liquidity: 10n ** 10n * Q64 })
  const { chain, b } = made
  run(chain, [swap(made, { aToB: true, amount: 500_000_000n, limit: 0n })], BOB)
  const data = dataOf(chain, made.pool)
  const [accumulator, reference] = [at(data, 120, 16), at(data, 104, 16)]
  const bins = 2n * (((reference << 64n) / at(data, 456, 16) - Q64) / 1_844_674_407_370_955n)
  assert.equal(accumulator, bins * 10_000n)
  assert(accumulator > 0n)
  const rate = 2_500_000n + ceilDiv(956n * (accumulator * 1n) ** 2n, 100_000_000_000n)
  assert(rate > 2_500_000n)
  const out = expectedOut(made, true, 1_000_000n, rate, false)
  const had = held(chain, b.bob)
  run(chain, [swap(made, { aToB: true, amount: 1_000_000n, limit: 0n })], BOB)
  assert.equal(held(chain, b.bob) - had, out)
})

test('a referral gets a fifth of what is the protocol’s', () => {
  const made = createPool()
  const { chain, b } = made
  const had = held(chain, b.alice)
  const executed = run(chain, [swap(made, { aToB: true, amount: 900_000_000n, limit: 0n, referral: b.alice })], BOB)
  const [event] = selfCalls(executed, PROGRAM)
  const [protocol, referral] = [at(event!, 116, 8), at(event!, 132, 8)]
  assert.equal(held(chain, b.alice) - had, referral)
  assert.equal(referral, (protocol + referral) / 5n)
  assert(referral > 0n)
})

test('what the program refuses, with its own numbers', () => {
  const made = createPool()
  const { chain } = made
  const out = expectedOut(made, true, 1_000_000n, 2_500_000n, false)
  expectError(chain, swap(made, { aToB: true, amount: 1_000_000n, limit: out + 1n }), [6002, 'ExceededSlippage'])
  expectError(chain, swap(made, { aToB: true, amount: 0n, limit: 0n }), [6006, 'AmountIsZero'])
  expectError(chain, swap(made, { aToB: true, amount: 1n, limit: 0n, mode: 3 }), [6018, 'InvalidInput'])
  const wrong = swap(made, { aToB: true, amount: 1_000n, limit: 0n })
  const accounts = wrong.accounts.map((use, i) => (i === 4 ? { ...use, address: made.vaultB } : use))
  expectError(chain, { ...wrong, accounts }, [2001, 'ConstraintHasOne'])
  expectError(chain, { ...wrong, data: wrong.data.subarray(0, 20) }, [102, 'InstructionDidNotDeserialize'])
  expectError(chain, { ...wrong, data: bytes([1n, 8]) }, [101, 'InstructionFallbackNotFound'])
})

test('a partial fill stops at the edge of the price range', () => {
  const made = createPool({ liquidity: 10n ** 6n * Q64 })
  const { chain, b } = made
  const order = { aToB: false, amount: 900_000_000n, limit: 0n }
  const had = held(chain, b.bob)
  run(chain, [swap(made, { ...order, mode: 1 })], BOB)
  assert.equal(had - held(chain, b.bob), 900_000_000n, 'a range as wide as this one takes all')
  assert(factsOf(made).price < MAX_SQRT_PRICE)
})
