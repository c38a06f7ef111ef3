import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import {
  CPMM_AT,
  cpmmKey,
  cpmmPermission,
  cpmmU64,
  PERMISSION_BYTES,
  PERMISSION_TAG,
} from '../../../../sandbox/programs/raydium-cpmm/layout.ts'
import { cpmmTrades } from '../../../../sandbox/world/dex-trades/raydium-cpmm.ts'
import { heldRaw, tokensIn } from '../../../../sandbox/world/holdings.ts'
import { decodeCpmmPool } from '../../../../src/chain/solana/dexes/raydium-cpmm/state.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { readMint } from '../../../../src/hot-paths/account-layouts.ts'
import { createToken } from '../../chain/chain-fixture.ts'
import {
  ALICE,
  BOB,
  ceilDiv,
  changesOf,
  expectCode,
  loggedBytes,
  openDexChain,
  run,
  SOL,
  wrappedOf,
} from '../raydium-fixture.ts'

const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'
const BASE_INPUT = '8fbe5adac41e33de'
const BASE_OUTPUT = '37d96256a34ab4ad'
const WITH_PERMISSION = '3f37fe4131b25979'
const SUPPLY = 1_000_000_000_000_000n
const BASE = 500_000_000_000_000n
const QUOTE = 250n * SOL
/** Millionths: trade fee of the first tier, and what of it goes to the protocol and to the fund. */
const [TRADE, PROTOCOL, FUND, CREATOR] = [2_500n, 120_000n, 40_000n, 500n]
const MILLION = 1_000_000n

type Ref = { readonly address: string; readonly baseMint: string; readonly quoteMint: string }

function openPool({ tokenProgram = TOKEN_PROGRAM, creatorFeeOn = null as number | null } = {}) {
  const chain = openDexChain()
  const token = createToken(chain, 'cpmm token', SUPPLY, tokenProgram)
  const request = {
    creator: ALICE.address,
    baseMint: token.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: BASE,
    quoteRaw: QUOTE,
  }
  const made = cpmmTrades.createPool!(chain, request)!
  const signed = made.transactions[0]!.slice(0, -1)
  const created = run(chain, creatorFeeOn === null ? signed : withPermission(chain, signed, creatorFeeOn))
  const ref: Ref = { address: made.pool, baseMint: token.mint, quoteMint: NATIVE_MINT }
  const state = () => chain.account(made.pool)!.data
  const [first, second] = [cpmmKey(state(), 'vault0'), cpmmKey(state(), 'vault1')]
  const isBaseFirst = cpmmKey(state(), 'mint0') === token.mint
  const [baseVault, quoteVault] = isBaseFirst ? [first, second] : [second, first]
  return { chain, token, ref, created, state, baseVault, quoteVault, isBaseFirst }
}

/** The same creation through `initialize_with_permission`, for which Alice is put on the list. */
function withPermission(chain: SandboxChain, signed: readonly Instruction[], creatorFeeOn: number): Instruction[] {
  const permission = cpmmPermission(ALICE.address).address
  const data = Buffer.alloc(PERMISSION_BYTES)
  data.set(PERMISSION_TAG)
  chain.setAccount(permission, { lamports: 3_000_000n, owner: CPMM, data, executable: false })
  return signed.map((one) => {
    if (one.programId !== CPMM) return one
    const plain = (address: string) => ({ address, isSigner: false, isWritable: false })
    const accounts = [...one.accounts]
    accounts.pop()
    accounts.splice(1, 0, plain(BOB.address))
    accounts.splice(15, 0, plain(permission))
    const bytes = Buffer.concat([one.data, Uint8Array.of(creatorFeeOn)])
    bytes.set(Buffer.from(WITH_PERMISSION, 'hex'))
    return { ...one, accounts, data: bytes }
  })
}

function swapOf(
  chain: SandboxChain,
  ref: Ref,
  side: 'buy' | 'sell',
  [tag, first, second]: readonly [string, bigint, bigint],
) {
  const all = cpmmTrades.trade(chain, { pool: ref, wallet: ALICE.address, side, amountRaw: 1n })!
  const found = all.find(({ programId }) => programId === CPMM)!
  const data = Buffer.alloc(24)
  data.set(Buffer.from(tag, 'hex'))
  data.writeBigUInt64LE(first, 8)
  data.writeBigUInt64LE(second, 16)
  return { ...found, data }
}

test('initialize makes a pool with its vaults, LP mint and price history, and keeps a hundred LP units back', () => {
  const { chain, ref, created, state, baseVault, quoteVault } = openPool()
  assert.equal(state().length, 637)
  const pool = decodeCpmmPool(state())
  assert(pool)
  assert.equal(pool.poolCreator, ALICE.address)
  assert.deepEqual([tokensIn(chain, baseVault), tokensIn(chain, quoteVault)], [BASE, QUOTE])
  const lp = readMint(chain.account(pool.lpMint)!.data)!
  const supply = cpmmU64(state(), 'lpSupply')
  assert(supply * supply <= BASE * QUOTE && (supply + 1n) * (supply + 1n) > BASE * QUOTE)
  assert.deepEqual([lp.decimals, lp.supplyRaw], [9, supply - 100n])
  assert.equal(heldRaw(chain, ALICE.address, pool.lpMint), supply - 100n)
  assert.equal(chain.account(cpmmKey(state(), 'observation'))!.data.length, 4_075)
  assert(created.logs.some((line) => line.startsWith(`Program log: liquidity:${supply}, lock_lp_amount:100,`)))
  assert.deepEqual(cpmmTrades.readPool(chain, ref), {
    baseReserveRaw: BASE,
    quoteReserveRaw: QUOTE,
    quotePerBase: null,
    curveProgressPct: null,
  })
})

test('a pool opens a second after it was made', () => {
  const chain = openDexChain()
  const token = createToken(chain, 'early token', SUPPLY)
  const request = {
    creator: ALICE.address,
    baseMint: token.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: BASE,
    quoteRaw: QUOTE,
  }
  const made = cpmmTrades.createPool!(chain, request)!
  run(chain, made.transactions[0]!.slice(0, -1))
  assert.equal(cpmmU64(chain.account(made.pool)!.data, 'openTime'), BigInt(chain.unixTimeSec()) + 1n)
})

for (const side of ['buy', 'sell'] as const)
  test(`swap_base_input, ${side}: amounts, fees owed and the logged event follow the formula`, () => {
    const { chain, ref, token, state, baseVault, quoteVault, isBaseFirst } = openPool()
    const amountIn = side === 'buy' ? 3n * SOL + 11n : 9_876_543_210_987n
    const [reserveIn, reserveOut] = side === 'buy' ? [QUOTE, BASE] : [BASE, QUOTE]
    const fee = ceilDiv(amountIn * TRADE, MILLION)
    const out = (reserveOut * (amountIn - fee)) / (reserveIn + amountIn - fee)
    let logs: readonly string[] = []
    const moved = changesOf(chain, { baseVault, quoteVault, own: token.alice, sol: wrappedOf(ALICE) }, () => {
      logs = run(chain, [swapOf(chain, ref, side, [BASE_INPUT, amountIn, out])]).logs
    })
    assert.deepEqual(
      moved,
      side === 'buy'
        ? { baseVault: -out, quoteVault: amountIn, own: out, sol: -amountIn }
        : { baseVault: amountIn, quoteVault: -out, own: -amountIn, sol: out },
    )
    const inSide = (side === 'buy') === isBaseFirst ? 1 : 0
    assert.equal(cpmmU64(state(), `protocolFees${inSide}`), (fee * PROTOCOL) / MILLION)
    assert.equal(cpmmU64(state(), `fundFees${inSide}`), (fee * FUND) / MILLION)
    const [event] = loggedBytes({ logs }, 'Program data: ')
    assert.equal(event!.subarray(0, 8).toString('hex'), '40c6cde8260871e2')
    assert.equal(event!.length, 170)
    const words = [40, 48, 56, 64, 72, 80].map((at) => event!.readBigUInt64LE(at))
    assert.deepEqual(words, [reserveIn, reserveOut, amountIn, out, 0n, 0n])
    assert.deepEqual(
      [event![88], event!.readBigUInt64LE(153), event!.readBigUInt64LE(161), event![169]],
      [1, fee, 0n, 1],
    )
    // Fees owed are no part of what the next trade runs against.
    const after = cpmmTrades.readPool(chain, ref)!
    const kept = amountIn - (fee * PROTOCOL) / MILLION - (fee * FUND) / MILLION
    const reserves = [after.baseReserveRaw, after.quoteReserveRaw]
    assert.deepEqual(reserves, side === 'buy' ? [BASE - out, QUOTE + kept] : [BASE + kept, QUOTE - out])
    assert(reserves[0]! * reserves[1]! >= BASE * QUOTE)
  })

for (const side of ['buy', 'sell'] as const)
  test(`swap_base_output, ${side}: takes what the formula says, and one less is slippage`, () => {
    const { chain, ref, token } = openPool()
    const out = side === 'buy' ? 1_000_000_000_003n : 2n * SOL + 1n
    const [reserveIn, reserveOut] = side === 'buy' ? [QUOTE, BASE] : [BASE, QUOTE]
    const net = ceilDiv(reserveIn * out, reserveOut - out)
    const amountIn = ceilDiv(net * MILLION, MILLION - TRADE)
    const logs = expectCode(chain, [swapOf(chain, ref, side, [BASE_OUTPUT, amountIn - 1n, out])], 6005)
    assert(logs.some((line) => line.includes('Error Code: ExceededSlippage. Error Number: 6005.')))
    const [paid, got] = side === 'buy' ? [wrappedOf(ALICE), token.alice] : [token.alice, wrappedOf(ALICE)]
    const moved = changesOf(chain, { paid, got }, () => {
      run(chain, [swapOf(chain, ref, side, [BASE_OUTPUT, amountIn, out])])
    })
    assert.deepEqual(moved, { paid: -amountIn, got: out })
  })

test('a creator who takes a fee from the input shares one rounded sum with the pool', () => {
  const { chain, ref, state, isBaseFirst } = openPool({ creatorFeeOn: 0 })
  assert.equal(decodeCpmmPool(state())!.poolCreator, BOB.address)
  assert.deepEqual([state()[CPMM_AT.creatorFeeOn], state()[CPMM_AT.enableCreatorFee]], [0, 1])
  const amountIn = SOL + 333n
  const total = ceilDiv(amountIn * (TRADE + CREATOR), MILLION)
  const creator = (total * CREATOR) / (TRADE + CREATOR)
  const out = (BASE * (amountIn - total)) / (QUOTE + amountIn - total)
  const { logs } = run(chain, [swapOf(chain, ref, 'buy', [BASE_INPUT, amountIn, out])])
  const [event] = loggedBytes({ logs }, 'Program data: ')
  assert.deepEqual(
    [event!.readBigUInt64LE(64), event!.readBigUInt64LE(153), event!.readBigUInt64LE(161)],
    [out, total - creator, creator],
  )
  assert.equal(cpmmU64(state(), `creatorFees${isBaseFirst ? 1 : 0}`), creator)
})

test('a creator who takes the fee from the output mint gets it there', () => {
  // The mode names the side that is the base here, so buys pay it from what comes out.
  const probe = openPool()
  const { chain, ref, state } = openPool({ creatorFeeOn: probe.isBaseFirst ? 1 : 2 })
  const fee = ceilDiv(SOL * TRADE, MILLION)
  const gross = (BASE * (SOL - fee)) / (QUOTE + SOL - fee)
  const creator = ceilDiv(gross * CREATOR, MILLION)
  expectCode(chain, [swapOf(chain, ref, 'buy', [BASE_INPUT, SOL, gross - creator + 1n])], 6005)
  run(chain, [swapOf(chain, ref, 'buy', [BASE_INPUT, SOL, gross - creator])])
  assert.equal(cpmmU64(state(), `creatorFees${probe.isBaseFirst ? 0 : 1}`), creator)
})

test('no one without a permission account creates with permission, and mint order is checked', () => {
  const chain = openDexChain()
  const token = createToken(chain, 'denied token', SUPPLY)
  const request = {
    creator: ALICE.address,
    baseMint: token.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: BASE,
    quoteRaw: QUOTE,
  }
  const signed = cpmmTrades.createPool!(chain, request)!.transactions[0]!.slice(0, -1)
  const permitted = withPermission(chain, signed, 0)
  chain.setAccount(cpmmPermission(ALICE.address).address, null)
  expectCode(chain, permitted, 3012)
  const swapped = signed.map((one) => {
    if (one.programId !== CPMM) return one
    const accounts = [...one.accounts]
    ;[accounts[4], accounts[5]] = [accounts[5]!, accounts[4]!]
    return { ...one, accounts }
  })
  expectCode(chain, swapped, 2003)
})

test('a pool at an address of its own needs that address to sign', () => {
  const chain = openDexChain()
  const token = createToken(chain, 'own address', SUPPLY)
  const request = {
    creator: ALICE.address,
    baseMint: token.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: BASE,
    quoteRaw: QUOTE,
  }
  const signed = cpmmTrades.createPool!(chain, request)!.transactions[0]!.slice(0, -1)
  const pool = keypairFromText('own pool').address
  const moved = signed.map((one) =>
    one.programId === CPMM
      ? { ...one, accounts: one.accounts.map((use, at) => (at === 3 ? { ...use, address: pool } : use)) }
      : one,
  )
  // The LP mint, vaults and history are derived from the pool, so the first of them is out of place.
  expectCode(chain, moved, 2006)
})

test('prices are summed up in the history, a row every quarter of a minute', () => {
  const { chain, ref, state } = openPool()
  const rows = () => chain.account(cpmmKey(state(), 'observation'))!.data
  const view = () => new DataView(rows().buffer, rows().byteOffset)
  run(chain, [swapOf(chain, ref, 'buy', [BASE_INPUT, SOL, 0n])])
  assert.deepEqual([rows()[8], view().getUint16(9, true)], [1, 0])
  chain.advanceSlot(20_000)
  run(chain, [swapOf(chain, ref, 'buy', [BASE_INPUT, SOL, 0n])])
  assert.equal(view().getUint16(9, true), 1)
  assert(view().getBigUint64(43 + 40 + 8, true) > 0n)
})

test('a Token-2022 token is traded through its own program', () => {
  const { chain, ref, token } = openPool({ tokenProgram: TOKEN_2022_PROGRAM })
  const trade = (side: 'buy' | 'sell', amountRaw: bigint) =>
    run(chain, [...cpmmTrades.trade(chain, { pool: ref, wallet: BOB.address, side, amountRaw })!], BOB)
  trade('buy', SOL)
  const bought = tokensIn(chain, token.bob)
  assert(bought > 0n)
  trade('sell', bought)
  assert.equal(tokensIn(chain, token.bob), 0n)
})
