import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { findProgramAddress } from '../../../../src/chain/solana/pda.ts'
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
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

const PROGRAM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'
const EVENTS = 'D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6'
const POSITION = keypairFromText('dlmm position')
const Q64 = 1n << 64n
const UNIT = 1_000_000_000n
const BIN_STEP = 100n
/** Bins -34 to 34 around an active bin of price one. */
const REACH = 34
const AMOUNT_X = 3_500_000_000n
const AMOUNT_Y = 3_500_000_000n

const pda = (...seeds: readonly Uint8Array[]): string => findProgramAddress(seeds, PROGRAM).address
type Made = {
  readonly chain: SandboxChain
  readonly x: Token
  readonly y: Token
  readonly pair: string
  readonly reserveX: string
  readonly reserveY: string
}
const arrayOf = (pair: string, index: number): string => pda(Buffer.from('bin_array'), keyOf(pair), bytes([index, 8]))
const oracleOf = (pair: string): string => pda(Buffer.from('oracle'), keyOf(pair))

function createPool(presetIndex = 2): Made & { readonly created: readonly Buffer[] } {
  const chain = openDexChain()
  const [x, y] = createPair(chain)
  const preset = pda(Buffer.from('preset_parameter2'), bytes([presetIndex, 2]))
  const pair = pda(keyOf(preset), keyOf(x.mint), keyOf(y.mint))
  const [reserveX, reserveY] = [pda(keyOf(pair), keyOf(x.mint)), pda(keyOf(pair), keyOf(y.mint))]
  const initialize = {
    programId: PROGRAM,
    accounts: uses(
      `${pair} w`,
      PROGRAM,
      x.mint,
      y.mint,
      `${reserveX} w`,
      `${reserveY} w`,
      `${oracleOf(pair)} w`,
      preset,
      `${ALICE.address} ws`,
      PROGRAM,
      PROGRAM,
      TOKEN_PROGRAM,
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
      EVENTS,
      PROGRAM,
    ),
    data: Buffer.concat([hex('493b2478ed536cc6'), bytes([0, 4]), Buffer.alloc(96)]),
  }
  const created = selfCalls(run(chain, [initialize]), PROGRAM)
  const arrays = [-1, 0].map((index) => ({
    programId: PROGRAM,
    accounts: uses(pair, `${arrayOf(pair, index)} w`, `${ALICE.address} ws`, SYSTEM_PROGRAM),
    data: Buffer.concat([hex('235613b94ed44bd3'), bytes([index, 8])]),
  }))
  const position = {
    programId: PROGRAM,
    accounts: uses(
      `${ALICE.address} ws`,
      `${POSITION.address} ws`,
      pair,
      `${ALICE.address} s`,
      SYSTEM_PROGRAM,
      EVENTS,
      PROGRAM,
    ),
    data: Buffer.concat([hex('8f13f291d50f6873'), bytes([-REACH, 4], [2 * REACH + 1, 4])]),
  }
  run(chain, [...arrays, position], ALICE, [POSITION])
  const made = { chain, x, y, pair, reserveX, reserveY }
  run(chain, [addLiquidity(made)])
  return { ...made, created }
}

function addLiquidity({ x, y, pair, reserveX, reserveY }: Made): Instruction {
  const accounts = uses(
    `${POSITION.address} w`,
    `${pair} w`,
    PROGRAM,
    `${x.alice} w`,
    `${y.alice} w`,
    `${reserveX} w`,
    `${reserveY} w`,
    x.mint,
    y.mint,
    `${ALICE.address} s`,
    TOKEN_PROGRAM,
    TOKEN_PROGRAM,
    EVENTS,
    PROGRAM,
    `${arrayOf(pair, -1)} w`,
    `${arrayOf(pair, 0)} w`,
  )
  const data = Buffer.concat([
    hex('03dd95da6f8d76d5'),
    bytes([AMOUNT_X, 8], [AMOUNT_Y, 8], [0, 4], [0, 4], [-REACH, 4], [REACH, 4], [6, 1]),
    Buffer.alloc(64 + 4),
  ])
  return { programId: PROGRAM, accounts, data }
}

type Order = {
  readonly forY: boolean
  readonly amount: bigint
  readonly limit: bigint
  readonly name?: 'swap' | 'swap2' | 'exactOut'
  readonly arrays?: readonly number[]
  readonly host?: string
}
const TAGS = { swap: 'f8c69e91e17587c8', swap2: '414b3f4ceb5b5b88', exactOut: '2bd7f784893cf351' }

function swap({ x, y, pair, reserveX, reserveY }: Made, order: Order): Instruction {
  const { forY, amount, limit, name = 'swap2', arrays = forY ? [0, -1] : [0], host = PROGRAM } = order
  const [from, to] = forY ? [x.bob, y.bob] : [y.bob, x.bob]
  const accounts = uses(
    `${pair} w`,
    PROGRAM,
    `${reserveX} w`,
    `${reserveY} w`,
    `${from} w`,
    `${to} w`,
    x.mint,
    y.mint,
    `${oracleOf(pair)} w`,
    host === PROGRAM ? PROGRAM : `${host} w`,
    `${BOB.address} s`,
    TOKEN_PROGRAM,
    TOKEN_PROGRAM,
    ...(name === 'swap' ? [] : [MEMO_PROGRAM]),
    EVENTS,
    PROGRAM,
    ...arrays.map((index) => `${arrayOf(pair, index)} w`),
  )
  const args = bytes([amount, 8], [limit, 8])
  const data = Buffer.concat([hex(TAGS[name]), args, ...(name === 'swap' ? [] : [Buffer.alloc(4)])])
  return { programId: PROGRAM, accounts, data }
}

/** (1 + step)^id by the documented squaring in Q64.64, upwards through the inverse. */
function priceOf(id: number): bigint {
  const base = Q64 + (BIN_STEP << 64n) / 10_000n
  if (id === 0) return Q64
  let [square, result] = [(2n ** 128n - 1n) / base, Q64]
  for (let rest = Math.abs(id); rest > 0; rest >>= 1) {
    if (rest % 2 === 1) result = (result * square) >> 64n
    square = (square * square) >> 64n
  }
  return id > 0 ? (2n ** 128n - 1n) / result : result
}

type Bin = { readonly x: bigint; readonly y: bigint; readonly price: bigint }
function binOf({ chain, pair }: Made, id: number): Bin {
  const index = Math.floor(id / 70)
  const data = dataOf(chain, arrayOf(pair, index))
  const from = 56 + (id - index * 70) * 144
  return { x: at(data, from, 8), y: at(data, from + 8, 8), price: at(data, from + 16, 16) }
}

const baseRate = 10_000n * BIN_STEP * 10n
/** Rate in a bin so far from the reference: base plus variable part, at most a tenth. */
function rateAt(distance: number, reference = 0n): bigint {
  const moved = (reference + BigInt(distance) * 10_000n) * BIN_STEP
  const rate = baseRate + ceilDiv(7_500n * moved * moved, 100_000_000_000n)
  return rate < 100_000_000n ? rate : 100_000_000n
}

type Quote = { readonly used: bigint; readonly out: bigint; readonly fee: bigint; readonly end: number }
/** The documented walk for an exact input, fee on input, from an active bin that is the reference. */
function quote(made: Made, forY: boolean, amount: bigint): Quote {
  let [left, out, fees, id] = [amount, 0n, 0n, Number(at(dataOf(made.chain, made.pair), 76, 4, true))]
  const start = id
  for (;;) {
    const { x, y } = binOf(made, id)
    const [price, most] = [priceOf(id), forY ? y : x]
    const rate = rateAt(Math.abs(id - start))
    const full = forY ? ceilDiv(most << 64n, price) : ceilDiv(most * price, Q64)
    const offered = left - ceilDiv(left * rate, UNIT)
    if (offered <= full) {
      const gross = forY ? (offered * price) >> 64n : (offered << 64n) / price
      fees += left - offered
      return { used: amount, out: out + (gross < most ? gross : most), fee: fees, end: id }
    }
    const fee = ceilDiv(full * rate, UNIT - rate)
    left -= full + fee
    fees += fee
    out += most
    id += forY ? -1 : 1
  }
}

test('a pair, its arrays and its position have the documented bytes', () => {
  const made = createPool()
  const { chain, pair, x, y, created } = made
  const data = dataOf(chain, pair)
  assert.equal(data.length, 904)
  assert.equal(Buffer.from(data.subarray(0, 8)).toString('hex'), '210b3162b565b10d')
  assert.deepEqual([at(data, 8, 2), at(data, 10, 2), at(data, 12, 2), at(data, 14, 2)], [10_000n, 300n, 1_200n, 5_000n])
  assert.deepEqual([at(data, 16, 4), at(data, 32, 2), data[36]], [7_500n, 1_000n, 0])
  assert.deepEqual([at(data, 76, 4, true), at(data, 80, 2), data[75], data[82]], [0n, BIN_STEP, 3, 0])
  assert.deepEqual([addressAt(data, 88), addressAt(data, 120)], [x.mint, y.mint])
  assert.deepEqual([addressAt(data, 152), addressAt(data, 184)], [made.reserveX, made.reserveY])
  // Arrays -1 and 0 hold liquidity: bits 511 and 512 of the bitmap.
  assert.deepEqual([data[584 + 63], data[584 + 64]], [128, 1])
  const array = dataOf(chain, arrayOf(pair, -1))
  assert.equal(array.length, 10_136)
  assert.equal(Buffer.from(array.subarray(0, 8)).toString('hex'), '5c8e5cdc059446b5')
  assert.deepEqual([at(array, 8, 8, true), addressAt(array, 24)], [-1n, pair])
  assert.equal(created[0]!.subarray(0, 8).toString('hex'), 'b94afc7d1bd7bc6f')
  assert.deepEqual([created[0]!.length, addressAt(created[0]!, 8), at(created[0]!, 40, 2)], [106, pair, BIN_STEP])
  const [eachX, eachY] = [AMOUNT_X / BigInt(REACH), AMOUNT_Y / BigInt(REACH + 1)]
  for (const id of [-REACH, -1, 0, 1, REACH]) {
    const bin = binOf(made, id)
    assert.deepEqual([bin.x, bin.y], [id > 0 ? eachX : 0n, id <= 0 ? eachY : 0n], `bin ${id}`)
    assert.equal(bin.price, priceOf(id))
  }
  assert.deepEqual(
    [held(chain, made.reserveX), held(chain, made.reserveY)],
    [eachX * BigInt(REACH), eachY * BigInt(REACH + 1)],
  )
  const position = dataOf(chain, POSITION.address)
  assert.deepEqual([position.length, addressAt(position, 8), addressAt(position, 40)], [8_120, pair, ALICE.address])
})

test('exact inputs inside the active bin and across bins pay what the formulas say', () => {
  for (const name of ['swap', 'swap2'] as const)
    for (const forY of [true, false])
      for (const amount of [40_000_000n, 750_000_000n]) {
        const made = createPool()
        const { chain, x, y } = made
        const expected = quote(made, forY, amount)
        const [spent, got] = forY ? [x.bob, y.bob] : [y.bob, x.bob]
        const [hadIn, hadOut] = [held(chain, spent), held(chain, got)]
        const executed = run(chain, [swap(made, { forY, amount, limit: expected.out, name })], BOB)
        assert.deepEqual([hadIn - held(chain, spent), held(chain, got) - hadOut], [amount, expected.out])
        assert.equal(Number(at(dataOf(chain, made.pair), 76, 4, true)), expected.end)
        assert.equal(Math.abs(expected.end) > 5, amount > 40_000_000n)
        const [first, second] = selfCalls(executed, PROGRAM)
        assert.deepEqual([first!.length, first!.subarray(0, 8).toString('hex')], [137, '516ce3becdd00ac4'])
        assert.deepEqual([second!.length, second!.subarray(0, 8).toString('hex')], [155, '2e7452d7941b544d'])
        assert.deepEqual([addressAt(first!, 8), addressAt(first!, 40)], [made.pair, BOB.address])
        assert.deepEqual([at(first!, 72, 4, true), at(first!, 76, 4, true)], [0n, BigInt(expected.end)])
        assert.deepEqual([at(first!, 80, 8), at(first!, 88, 8), first![96]], [amount, expected.out, forY ? 1 : 0])
        assert.deepEqual([at(first!, 97, 8), at(first!, 113, 16)], [expected.fee, rateAt(Math.abs(expected.end))])
        assert.deepEqual(
          [at(second!, 97, 8), at(second!, 113, 8), at(second!, 121, 8)],
          [amount, expected.out, expected.fee - at(first!, 105, 8)],
        )
        const protocol = at(first!, 105, 8)
        assert(protocol <= expected.fee / 10n && protocol + 20n > expected.fee / 10n)
        assert.equal(at(dataOf(chain, made.pair), forY ? 216 : 224, 8), protocol)
      }
})

test('an exact output takes what it costs and no more than was allowed', () => {
  for (const forY of [true, false]) {
    const made = createPool()
    const { chain, x, y } = made
    // One bin whole and half of the next; the active one holds no X.
    const [each, first] = forY ? [AMOUNT_Y / BigInt(REACH + 1), 0] : [AMOUNT_X / BigInt(REACH), 1]
    const amount = each + each / 2n
    const costOf = (price: bigint, out: bigint): bigint =>
      forY ? ceilDiv(out << 64n, price) : ceilDiv(out * price, Q64)
    const withFee = (net: bigint, rate: bigint): bigint => net + ceilDiv(net * rate, UNIT - rate)
    const costIn = (distance: number, out: bigint): bigint =>
      withFee(costOf(priceOf(forY ? -distance : distance), out), rateAt(distance))
    const cost = costIn(first, each) + costIn(first + 1, each / 2n)
    const order = { forY, name: 'exactOut', limit: amount } as const
    expectError(chain, swap(made, { ...order, amount: cost - 1n }), [6003, 'ExceededAmountSlippageTolerance'])
    const [spent, got] = forY ? [x.bob, y.bob] : [y.bob, x.bob]
    const [hadIn, hadOut] = [held(chain, spent), held(chain, got)]
    run(chain, [swap(made, { ...order, amount: cost })], BOB)
    assert.deepEqual([hadIn - held(chain, spent), held(chain, got) - hadOut], [cost, amount])
  }
})

test('volatility raises the fee of the next trade and fades', () => {
  const made = createPool()
  const { chain, y } = made
  run(chain, [swap(made, { forY: true, amount: 750_000_000n, limit: 0n })], BOB)
  const pair = dataOf(chain, made.pair)
  const active = Number(at(pair, 76, 4, true))
  assert.equal(at(pair, 40, 4), BigInt(Math.min(Math.abs(active) * 10_000, 150_000)))
  // Within the filter period the reference stays where it was; after it, the present bin is the reference and half of
  // the movement counts.
  for (const [waitSec, rate] of [
    [0, rateAt(Math.abs(active))],
    [400, rateAt(0, at(pair, 40, 4) / 2n)],
    [2_000, rateAt(0)],
  ] as const) {
    chain.warpTo(chain.slot() + 10, chain.unixTimeSec() + waitSec)
    const net = 1_000_000n - ceilDiv(1_000_000n * rate, UNIT)
    const out = (net * priceOf(active)) >> 64n
    const had = held(chain, y.bob)
    run(chain, [swap(made, { forY: true, amount: 1_000_000n, limit: 0n })], BOB)
    assert.equal(held(chain, y.bob) - had, out, `after ${waitSec} s`)
  }
})

test('pairs that collect in Y take the fee of sales from the output', () => {
  const made = createPool(3)
  const { chain, y } = made
  const gross = 30_000_000n
  const out = gross - ceilDiv(gross * baseRate, UNIT)
  const had = held(chain, y.bob)
  const executed = run(chain, [swap(made, { forY: true, amount: gross, limit: out })], BOB)
  assert.equal(held(chain, y.bob) - had, out)
  const [, second] = selfCalls(executed, PROGRAM)
  assert.deepEqual([second![153], second![154]], [0, 0])
  assert.deepEqual(
    [at(dataOf(chain, made.pair), 216, 8) === 0n, at(dataOf(chain, made.pair), 224, 8) > 0n],
    [true, true],
  )
})

test('a host gets a fifth of the protocol’s part', () => {
  const made = createPool()
  const { chain, x } = made
  const had = held(chain, x.alice)
  run(chain, [swap(made, { forY: true, amount: 50_000_000n, limit: 0n, host: x.alice })], BOB)
  const protocol = (50_000_000n * baseRate) / UNIT / 10n
  assert.equal(held(chain, x.alice) - had, protocol / 5n)
})

test('what the program refuses, with its own numbers', () => {
  const made = createPool()
  const { chain } = made
  const order = { forY: true, amount: 1_000_000n, limit: 0n }
  expectError(chain, swap(made, { ...order, limit: 1_000_000n }), [6003, 'ExceededAmountSlippageTolerance'])
  expectError(chain, swap(made, { ...order, arrays: [] }), [3005, 'AccountNotEnoughKeys'])
  expectError(chain, swap(made, { ...order, amount: 900_000_000n, arrays: [0] }), [3005, 'AccountNotEnoughKeys'])
  const instruction = swap(made, order)
  expectError(chain, { ...instruction, data: instruction.data.subarray(0, 25) }, [102, 'InstructionDidNotDeserialize'])
  const wrong = instruction.accounts.map((use, i) => (i === 2 ? { ...use, address: made.reserveY } : use))
  expectError(chain, { ...instruction, accounts: wrong }, [2001, 'ConstraintHasOne'])
})
