import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { ammKeys } from '../../../../sandbox/programs/raydium/layout.ts'
import { raydiumTrades } from '../../../../sandbox/world/dex-trades/raydium.ts'
import { heldRaw, tokensIn } from '../../../../sandbox/world/holdings.ts'
import { decodeAmmInfo } from '../../../../src/chain/solana/dexes/raydium/state.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
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

const SUPPLY = 1_000_000_000_000_000n
const COIN = 600_000_000_000_000n
const PC = 400n * SOL
const HALF_FEE = 25n

function openPool() {
  const chain = openDexChain()
  const token = createToken(chain, 'ray token', SUPPLY)
  const request = { creator: ALICE.address, baseMint: token.mint, quoteMint: NATIVE_MINT, baseRaw: COIN, quoteRaw: PC }
  const made = raydiumTrades.createPool!(chain, request)!
  // The wrapped account of the fixture is kept: unwrapping is left out.
  const created = run(chain, made.transactions[0]!.slice(0, -1))
  const ref = { address: made.pool, baseMint: token.mint, quoteMint: NATIVE_MINT }
  return { chain, token, ref, created, keys: ammKeys(chain.account(made.pool)!.data) }
}

/** The swap itself out of what a wallet signs, with other arguments and another tag. */
function swapOf(
  chain: SandboxChain,
  ref: ReturnType<typeof openPool>['ref'],
  side: 'buy' | 'sell',
  [tag, first, second]: readonly [number, bigint, bigint],
): Instruction {
  const program = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'
  const all = raydiumTrades.trade(chain, { pool: ref, wallet: ALICE.address, side, amountRaw: 1n })!
  const found = all.find(({ programId }) => programId === program)!
  const data = Buffer.alloc(17)
  data[0] = tag
  data.writeBigUInt64LE(first, 1)
  data.writeBigUInt64LE(second, 9)
  return { ...found, data }
}

test('initialize2 makes a pool whose account, vaults and LP tokens are as the program leaves them', () => {
  const { chain, ref, created, keys } = openPool()
  const account = chain.account(ref.address)!
  assert.equal(account.data.length, 752)
  const pool = decodeAmmInfo(account.data)
  assert(pool)
  assert.deepEqual([pool.status, pool.swapFeeNumerator, pool.swapFeeDenominator], [6n, 25n, 10_000n])
  assert.deepEqual([pool.coinMint, pool.pcMint], [ref.baseMint, NATIVE_MINT])
  assert.deepEqual([pool.coinDecimals, pool.pcDecimals], [6n, 9n])
  assert.equal(tokensIn(chain, keys.coinVault), COIN)
  assert.equal(tokensIn(chain, keys.pcVault), PC)
  const lp = readMint(chain.account(keys.lpMint)!.data)!
  const liquidity = BigInt(Math.floor(Math.sqrt(Number(COIN) * Number(PC))))
  const drift = lp.supplyRaw + 1_000_000n - liquidity
  assert(drift >= -1n && drift <= 1n, `${drift}`)
  assert.equal(heldRaw(chain, ALICE.address, keys.lpMint), lp.supplyRaw)
  assert.deepEqual(raydiumTrades.readShares!(chain, ref), {
    lpMint: keys.lpMint,
    lpSupplyRaw: lp.supplyRaw + 1_000_000n,
    vaults: [keys.coinVault, keys.pcVault],
    creator: null,
  })
  const [log] = loggedBytes(created, 'Program log: ray_log: ')
  assert.equal(log!.length, 75)
  assert.deepEqual([log![0], log![9], log![10]], [0, 9, 6])
  assert.deepEqual([log!.readBigUInt64LE(27), log!.readBigUInt64LE(35)], [PC, COIN])
  assert(created.logs.some((line) => line.includes('initialize2: InitializeInstruction2 { nonce: 254')))
  assert.deepEqual(raydiumTrades.readPool(chain, ref), {
    baseReserveRaw: COIN,
    quoteReserveRaw: PC,
    quotePerBase: null,
    curveProgressPct: null,
  })
})

test('a second pool for the same market is refused', () => {
  const { chain, token } = openPool()
  const again = {
    creator: ALICE.address,
    baseMint: token.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: 1_000_000n,
    quoteRaw: SOL,
  }
  expectCode(chain, raydiumTrades.createPool!(chain, again)!.transactions[0]!.slice(0, -1), 49)
})

for (const [tag, side, form] of [
  [16, 'buy', 'short'],
  [9, 'sell', 'old'],
] as const)
  test(`base in (tag ${tag}, ${form} form): ${side} moves what the formula says and logs the reserves before`, () => {
    const { chain, ref, token, keys } = openPool()
    const amountIn = side === 'buy' ? 7n * SOL + 13n : 1_234_567_891n
    const [reserveIn, reserveOut] = side === 'buy' ? [PC, COIN] : [COIN, PC]
    const net = amountIn - ceilDiv(amountIn * HALF_FEE, 10_000n)
    const out = (reserveOut * net) / (reserveIn + net)
    const [before, vaultsOf] = [side === 'buy' ? wrappedOf(ALICE) : token.alice, keys]
    const held = tokensIn(chain, before)
    let logs: readonly string[] = []
    const moved = changesOf(
      chain,
      { coinVault: vaultsOf.coinVault, pcVault: vaultsOf.pcVault, coin: token.alice, pc: wrappedOf(ALICE) },
      () => {
        logs = run(chain, [swapOf(chain, ref, side, [tag, amountIn, out])]).logs
      },
    )
    assert.deepEqual(
      moved,
      side === 'buy'
        ? { coinVault: -out, pcVault: amountIn, coin: out, pc: -amountIn }
        : { coinVault: amountIn, pcVault: -out, coin: -amountIn, pc: out },
    )
    const [log] = loggedBytes({ logs }, 'Program log: ray_log: ')
    const words = [1, 9, 17, 25, 33, 41, 49].map((at) => log!.readBigUInt64LE(at))
    assert.equal(log![0], 3)
    assert.equal(log!.length, 57)
    assert.deepEqual(words, [amountIn, out, side === 'buy' ? 1n : 2n, held, COIN, PC, out])
    const product = tokensIn(chain, keys.coinVault) * tokensIn(chain, keys.pcVault)
    assert(product >= COIN * PC)
  })

for (const [tag, side] of [
  [17, 'buy'],
  [11, 'sell'],
] as const)
  test(`base out (tag ${tag}): ${side} takes what the formula says for exactly what was asked`, () => {
    const { chain, ref, token, keys } = openPool()
    const out = side === 'buy' ? 5_000_000_000_001n : 3n * SOL + 7n
    const [reserveIn, reserveOut] = side === 'buy' ? [PC, COIN] : [COIN, PC]
    const net = ceilDiv(reserveIn * out, reserveOut - out)
    const amountIn = ceilDiv(net * 10_000n, 10_000n - HALF_FEE)
    // One less than needed is too little.
    const old = expectCode(chain, [swapOf(chain, ref, side, [tag, amountIn - 1n, out])], 30)
    assert(old.some((line) => line.includes('exceeds desired slippage limit')))
    const moved = changesOf(chain, { coinVault: keys.coinVault, pcVault: keys.pcVault, coin: token.alice }, () => {
      const { logs } = run(chain, [swapOf(chain, ref, side, [tag, amountIn, out])])
      const [log] = loggedBytes({ logs }, 'Program log: ray_log: ')
      assert.deepEqual([log![0], log!.readBigUInt64LE(49)], [4, amountIn])
    })
    assert.deepEqual(
      moved,
      side === 'buy'
        ? { coinVault: -out, pcVault: amountIn, coin: out }
        : { coinVault: amountIn, pcVault: -out, coin: -amountIn },
    )
  })

test('base in refuses slippage with 30, more than is held with 40 and nothing with 29', () => {
  const { chain, ref } = openPool()
  const net = SOL - ceilDiv(SOL * HALF_FEE, 10_000n)
  const out = (COIN * net) / (PC + net)
  expectCode(chain, [swapOf(chain, ref, 'buy', [16, SOL, out + 1n])], 30)
  const logs = expectCode(chain, [swapOf(chain, ref, 'buy', [16, 1_000_000n * SOL, 0n])], 40)
  assert.equal(loggedBytes({ logs }, 'Program log: ray_log: ')[0]!.readBigUInt64LE(49), 0n)
  expectCode(chain, [swapOf(chain, ref, 'buy', [16, 0n, 0n])], 29)
  expectCode(chain, [swapOf(chain, ref, 'buy', [99, 0n, 0n])], 23)
})

test('another wallet signs for itself only, and vaults cannot be swapped for each other', () => {
  const { chain, ref } = openPool()
  const swap = swapOf(chain, ref, 'buy', [16, SOL, 0n])
  const unsigned = { ...swap, accounts: swap.accounts.map((one) => ({ ...one, isSigner: false })) }
  expectCode(chain, [unsigned], 21, BOB)
  const accounts = [...swap.accounts]
  ;[accounts[3], accounts[4]] = [accounts[4]!, accounts[3]!]
  expectCode(chain, [{ ...swap, accounts }], 4)
  expectCode(chain, [{ ...swap, accounts: swap.accounts.slice(0, 5) }], 24)
})

test('what a wallet signs for a buy and a sell works from end to end, SOL wrapped and unwrapped', () => {
  const { chain, ref, token } = openPool()
  const trade = (side: 'buy' | 'sell', amountRaw: bigint) =>
    run(chain, [...raydiumTrades.trade(chain, { pool: ref, wallet: BOB.address, side, amountRaw })!], BOB)
  trade('buy', 2n * SOL)
  const bought = tokensIn(chain, token.bob)
  assert(bought > 0n)
  trade('sell', bought)
  assert.equal(tokensIn(chain, token.bob), 0n)
})
