import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  FEE_RECIPIENTS,
  poolAuthorityPda,
} from '../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { decodeFeeConfig } from '../../../../src/chain/solana/dexes/pumpfun/state.ts'
import {
  coinCreatorVaultPda,
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
  poolPda,
} from '../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import {
  buildPumpSwapBuy,
  buildPumpSwapBuyExactQuoteIn,
  buildPumpSwapCreatePool,
  buildPumpSwapDeposit,
  buildPumpSwapSell,
  buildPumpSwapWithdraw,
  type PoolRef,
  withWrappedSol,
} from '../../../../src/chain/solana/dexes/pumpswap/instructions.ts'
import {
  type PoolReserves,
  type PoolTrade,
  poolRates,
  quoteBuyExactBase,
  quoteBuyExactQuote,
  quoteSellExactBase,
} from '../../../../src/chain/solana/dexes/pumpswap/quote.ts'
import { decodeGlobalConfig, decodePool, type PumpSwapPool } from '../../../../src/chain/solana/dexes/pumpswap/state.ts'
import { type Instruction, syncNative, transferLamports } from '../../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { readMint } from '../../../../src/hot-paths/account-layouts.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import { createToken } from '../../chain/chain-fixture.ts'
import {
  ALICE,
  BOB,
  type Coin,
  curveOf,
  ensureAccount,
  ensureWrapped,
  expectError,
  graduate,
  heldRaw,
  lamportDelta,
  launchCoin,
  openPumpChain,
  poolOf,
  run,
  SOL,
  throughTheNode,
  tokenDelta,
  walletTokens,
} from '../pump-fixture.ts'

type Graduated = Coin & { readonly ref: PoolRef & { readonly pool: PumpSwapPool } }

function graduated(chain: SandboxChain, text: string, options = {}): Graduated {
  const coin = launchCoin(chain, text, options)
  graduate(chain, coin)
  return { ...coin, ref: { ...poolOf(chain, coin), baseTokenProgram: coin.tokenProgram } }
}

function reservesOf(chain: SandboxChain, pool: PumpSwapPool): PoolReserves {
  const base = heldRaw(chain, pool.poolBaseTokenAccount)
  return { base, quote: heldRaw(chain, pool.poolQuoteTokenAccount), virtualQuote: pool.virtualQuoteReserves }
}

function ratesOf(chain: SandboxChain, pool: PumpSwapPool) {
  return poolRates({
    globalConfig: decodeGlobalConfig(chain.account(PUMPSWAP_GLOBAL_CONFIG)!.data)!,
    feeConfig: decodeFeeConfig(chain.account(PUMPSWAP_FEE_CONFIG)!.data),
    pool,
    reserves: reservesOf(chain, pool),
    baseSupplyRaw: readMint(chain.account(pool.baseMint)!.data)!.supplyRaw,
  })
}

/** Gives a wallet wrapped SOL in its associated account. */
function wrap(chain: SandboxChain, lamports: bigint): void {
  const account = associatedTokenAddress(BOB.address, NATIVE_MINT)
  const transfer = transferLamports({ from: BOB.address, to: account, lamports })
  run(chain, [ensureWrapped(BOB), transfer, syncNative(account)], BOB)
}

/** Trades, and holds pool, balances, events and the decoder to what the quote said before. */
function tradeAndCheck(
  chain: SandboxChain,
  { ref, mint }: Graduated,
  { instruction, quoted, side }: { instruction: Instruction; quoted: PoolTrade | null; side: 'buy' | 'sell' },
): void {
  assert(quoted)
  const executed = run(chain, [instruction], BOB)
  const transaction = throughTheNode(chain, executed)
  const trades = DEXES.flatMap((dex) => dex.decodeTrades(transaction))
  assert.equal(trades.length, 1)
  const trade = trades[0]!
  assert.deepEqual(
    [trade.dex, trade.side, trade.trader, trade.pool, trade.baseMint, trade.quoteMint],
    ['pumpswap', side, BOB.address, ref.address, mint, NATIVE_MINT],
  )
  assert.deepEqual([trade.baseAmountRaw, trade.quoteAmountRaw], [quoted.base, quoted.traderQuote])
  assert.deepEqual([trade.baseReserveRaw, trade.quoteReserveRaw], [quoted.after.base, quoted.after.quote])
  assert.deepEqual(reservesOf(chain, ref.pool), quoted.after)
  const sign = side === 'buy' ? 1n : -1n
  assert.equal(tokenDelta(transaction, BOB.address, mint), sign * quoted.base)
  assert.equal(tokenDelta(transaction, BOB.address, NATIVE_MINT), -sign * quoted.traderQuote)
  const creator = coinCreatorVaultPda(ref.pool.coinCreator).address
  const takers = [FEE_RECIPIENTS[0]!, BUYBACK_FEE_RECIPIENTS[0]!]
  assert.equal(
    takers.reduce((sum, taker) => sum + tokenDelta(transaction, taker, NATIVE_MINT), 0n),
    quoted.protocolFee,
  )
  assert.equal(tokenDelta(transaction, creator, NATIVE_MINT), quoted.creatorFee)
}

for (const isV2 of [false, true]) {
  const kind = isV2 ? 'Token-2022 coin' : 'classic coin'

  test(`graduation of a ${kind} moves everything into the canonical pool and burns its LP tokens`, () => {
    const chain = openPumpChain()
    const coin = launchCoin(chain, 'grows', { isV2 })
    const transaction = throughTheNode(chain, graduate(chain, coin))
    const launches = DEXES.flatMap((dex) => dex.decodeLaunches(transaction))
    const { address, pool } = poolOf(chain, coin)
    assert.deepEqual(
      launches.map((one) => [one.dex, one.kind, one.mint, one.pool, one.quoteMint]),
      [
        ['pumpfun', 'graduation', coin.mint, address, NATIVE_MINT],
        ['pumpswap', 'pool', coin.mint, address, NATIVE_MINT],
      ],
    )
    assert.equal(launches[1]?.creator, ALICE.address)
    assert.equal(pool.creator, poolAuthorityPda(coin.mint).address)
    assert.equal(pool.coinCreator, ALICE.address)
    const reserves = reservesOf(chain, pool)
    assert.equal(reserves.base, 206_900_000_000_000n)
    // 85.005 SOL were raised, less the migration fee of 0.015000001.
    assert(reserves.quote > 84_990_000_000n && reserves.quote < 84_991_000_000n, `${reserves.quote}`)
    const lpMint = readMint(chain.account(pool.lpMint)!.data)!
    assert.deepEqual([lpMint.supplyRaw, lpMint.decimals], [0n, 9])
    assert.equal(pool.lpSupply ** 2n <= reserves.base * reserves.quote, true)
    const curve = curveOf(chain, coin)
    assert.deepEqual([curve.complete, curve.virtualTokenReserves], [true, 0n])
    const authority = chain.account(poolAuthorityPda(coin.mint).address)
    assert.equal(authority, null, 'the pool authority keeps no lamports')
    assert.deepEqual(
      DEXES.flatMap((dex) => dex.decodeTrades(transaction)),
      [],
    )
    assert.equal(lamportDelta(transaction, BOB.address), -transaction.feeLamports, 'the sender pays the fee only')
  })

  test(`every form of a trade in the pool of a ${kind} moves what the quote says, to the base unit`, () => {
    const chain = openPumpChain()
    const coin = graduated(chain, 'pooled', { isV2 })
    wrap(chain, 50n * SOL)
    const target = { ...coin.ref, user: BOB.address }
    const state = () => [reservesOf(chain, coin.ref.pool), ratesOf(chain, coin.ref.pool)] as const
    const baseRaw = 1_234_567_890_123n
    let quoted = quoteBuyExactBase(...state(), baseRaw)
    let instruction = buildPumpSwapBuy({ ...target, baseRaw, maxQuoteRaw: 10n * SOL })
    // The creator's vault does not exist before the first trade; Bob pays for it.
    tradeAndCheck(chain, coin, { instruction, quoted, side: 'buy' })
    quoted = quoteBuyExactQuote(...state(), 3n * SOL + 1n)
    instruction = buildPumpSwapBuyExactQuoteIn({ ...target, spendableQuoteRaw: 3n * SOL + 1n, minBaseRaw: 1n })
    tradeAndCheck(chain, coin, { instruction, quoted, side: 'buy' })
    quoted = quoteSellExactBase(...state(), baseRaw)
    instruction = buildPumpSwapSell({ ...target, baseRaw, minQuoteRaw: 1n })
    tradeAndCheck(chain, coin, { instruction, quoted, side: 'sell' })
  })
}

test('a hundred random trades keep the pool and the decoder in step', () => {
  const chain = openPumpChain()
  const coin = graduated(chain, 'lively')
  wrap(chain, 200n * SOL)
  const random = createRandom(11)
  const target = { ...coin.ref, user: BOB.address }
  for (let i = 0; i < 100; i++) {
    const reserves = reservesOf(chain, coin.ref.pool)
    const rates = ratesOf(chain, coin.ref.pool)
    const sells = random() < 0.5
    if (sells) {
      const baseRaw = BigInt(Math.floor(1e13 * random() ** 2)) + 1_000_000n
      const instruction = buildPumpSwapSell({ ...target, baseRaw, minQuoteRaw: 0n })
      tradeAndCheck(chain, coin, { instruction, quoted: quoteSellExactBase(reserves, rates, baseRaw), side: 'sell' })
    } else {
      const spendableQuoteRaw = BigInt(Math.floor(3e9 * random() ** 2)) + 1_000n
      const instruction = buildPumpSwapBuyExactQuoteIn({ ...target, spendableQuoteRaw, minBaseRaw: 0n })
      const quoted = quoteBuyExactQuote(reserves, rates, spendableQuoteRaw)
      tradeAndCheck(chain, coin, { instruction, quoted, side: 'buy' })
    }
  }
})

test('a wallet with plain SOL trades in one transaction and is left with no wrapped SOL', () => {
  const chain = openPumpChain()
  const coin = graduated(chain, 'wrapped')
  const target = { ...coin.ref, user: BOB.address }
  const buy = buildPumpSwapBuyExactQuoteIn({ ...target, spendableQuoteRaw: SOL, minBaseRaw: 1n })
  run(chain, withWrappedSol(target, buy, SOL), BOB)
  const wrapped = associatedTokenAddress(BOB.address, NATIVE_MINT)
  assert.equal(chain.account(wrapped), null)
  const sell = buildPumpSwapSell({ ...target, baseRaw: 1_000_000n, minQuoteRaw: 0n })
  run(chain, withWrappedSol(target, sell, 0n), BOB)
  assert.equal(chain.account(wrapped), null)
})

test('a pool anyone made pays flat fees, takes deposits, and gives everything but dust to who withdraws', () => {
  const chain = openPumpChain()
  const token = createToken(chain, 'rugpull', 10n ** 15n)
  const wrapped = associatedTokenAddress(ALICE.address, NATIVE_MINT)
  const create = buildPumpSwapCreatePool({
    index: 3,
    creator: ALICE.address,
    baseMint: token.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: 4n * 10n ** 14n,
    quoteRaw: 20n * SOL,
  })
  const made = run(chain, [
    ensureWrapped(ALICE),
    transferLamports({ from: ALICE.address, to: wrapped, lamports: 60n * SOL }),
    syncNative(wrapped),
    create,
  ])
  const address = poolPda({ index: 3, creator: ALICE.address, baseMint: token.mint, quoteMint: NATIVE_MINT }).address
  const launches = DEXES.flatMap((dex) => dex.decodeLaunches(throughTheNode(chain, made)))
  assert.deepEqual(
    launches.map((one) => [one.dex, one.kind, one.pool, one.creator]),
    [['pumpswap', 'pool', address, ALICE.address]],
  )
  const pool = () => decodePool(chain.account(address)!.data)!
  const rates = ratesOf(chain, pool())
  assert.deepEqual([rates.lpFeeBps, rates.protocolFeeBps, rates.creatorFeeBps], [25n, 5n, 0n])
  wrap(chain, 10n * SOL)
  const ref = { address, pool: pool() }
  const quoted = quoteBuyExactQuote(reservesOf(chain, pool()), rates, SOL)
  const instruction = buildPumpSwapBuyExactQuoteIn({
    ...ref,
    user: BOB.address,
    spendableQuoteRaw: SOL,
    minBaseRaw: 1n,
  })
  tradeAndCheck(chain, { mint: token.mint, tokenProgram: '', ref }, { instruction, quoted, side: 'buy' })

  const lpAccount = associatedTokenAddress(ALICE.address, pool().lpMint, TOKEN_2022_PROGRAM)
  const lpBefore = heldRaw(chain, lpAccount)
  assert.equal(lpBefore, pool().lpSupply - 100n)
  const before = reservesOf(chain, pool())
  const supplyBefore = pool().lpSupply
  const tenth = supplyBefore / 10n
  const deposit = { ...ref, user: ALICE.address, lpTokensRaw: tenth, maxBaseRaw: 10n ** 15n, maxQuoteRaw: 30n * SOL }
  expectError(chain, [buildPumpSwapDeposit({ ...deposit, maxQuoteRaw: 1n })], [6004, 'ExceededSlippage'])
  run(chain, [buildPumpSwapDeposit(deposit)])
  assert.equal(heldRaw(chain, lpAccount), lpBefore + tenth)
  const grown = reservesOf(chain, pool())
  const share = (reserve: bigint) => (reserve * tenth + supplyBefore - 1n) / supplyBefore
  assert.equal(grown.base, before.base + share(before.base))
  assert.equal(grown.quote, before.quote + share(before.quote))

  const lpTokensRaw = heldRaw(chain, lpAccount)
  const withdraw = { ...ref, user: ALICE.address, lpTokensRaw, minBaseRaw: 0n, minQuoteRaw: 0n }
  expectError(chain, [buildPumpSwapWithdraw({ ...withdraw, minQuoteRaw: 100n * SOL })], [6004, 'ExceededSlippage'])
  run(chain, [buildPumpSwapWithdraw(withdraw)])
  const left = reservesOf(chain, pool())
  assert.equal(pool().lpSupply, 100n)
  assert(left.quote < 100n && left.base < 20_000n, `${left.base} ${left.quote}`)
  assert.equal(heldRaw(chain, lpAccount), 0n)
})

test('a cashback pool pays the creator part to the trader own account', () => {
  const chain = openPumpChain()
  const coin = graduated(chain, 'returns', { isV2: true, isCashbackEnabled: true })
  assert.equal(coin.ref.pool.isCashbackCoin, true)
  wrap(chain, 10n * SOL)
  const target = { ...coin.ref, user: BOB.address }
  const quoted = quoteBuyExactQuote(reservesOf(chain, coin.ref.pool), ratesOf(chain, coin.ref.pool), SOL)!
  const buy = buildPumpSwapBuyExactQuoteIn({ ...target, spendableQuoteRaw: SOL, minBaseRaw: 1n })
  assert.equal(buy.accounts.length, 27)
  const bought = throughTheNode(chain, run(chain, [buy], BOB))
  assert.equal(tokenDelta(bought, BOB.address, NATIVE_MINT), -quoted.traderQuote)
  const accumulator = buy.accounts[20]!.address
  assert.equal(tokenDelta(bought, accumulator, NATIVE_MINT), quoted.creatorFee)
  const sell = buildPumpSwapSell({ ...target, baseRaw: 10n ** 9n, minQuoteRaw: 0n })
  assert.equal(sell.accounts.length, 26)
  const sold = throughTheNode(chain, run(chain, [sell], BOB))
  assert(tokenDelta(sold, accumulator, NATIVE_MINT) > 0n)
})

test('refusals carry the real codes and Anchor own words', () => {
  const chain = openPumpChain()
  const coin = graduated(chain, 'refused')
  wrap(chain, 10n * SOL)
  run(chain, [ensureAccount(coin, BOB)], BOB)
  const target = { ...coin.ref, user: BOB.address }
  const bob = (instruction: Instruction, error: readonly [number, string]) =>
    expectError(chain, [instruction], error, BOB)
  const without = (instruction: Instruction, last: number) => ({
    ...instruction,
    accounts: instruction.accounts.slice(0, instruction.accounts.length - last),
  })
  const swapped = (instruction: Instruction, at: number, address: string) => ({
    ...instruction,
    accounts: instruction.accounts.map((use, index) => (index === at ? { ...use, address } : use)),
  })
  const buy = { ...target, baseRaw: 10n ** 9n, maxQuoteRaw: SOL }
  const sell = { ...target, baseRaw: 10n ** 9n, minQuoteRaw: 0n }
  bob(buildPumpSwapBuy({ ...buy, maxQuoteRaw: 1n }), [6004, 'ExceededSlippage'])
  bob(buildPumpSwapBuy({ ...buy, baseRaw: 0n }), [6001, 'ZeroBaseAmount'])
  bob(buildPumpSwapBuy({ ...buy, baseRaw: 10n ** 15n, maxQuoteRaw: 1000n * SOL }), [
    6016,
    'BuyMoreBaseAmountThanPoolReserves',
  ])
  bob(buildPumpSwapBuyExactQuoteIn({ ...target, spendableQuoteRaw: SOL, minBaseRaw: 10n ** 15n }), [
    6040,
    'BuySlippageBelowMinBaseAmountOut',
  ])
  bob(buildPumpSwapBuyExactQuoteIn({ ...target, spendableQuoteRaw: 0n, minBaseRaw: 0n }), [6002, 'ZeroQuoteAmount'])
  bob(buildPumpSwapSell({ ...sell, minQuoteRaw: SOL }), [6004, 'ExceededSlippage'])
  bob(buildPumpSwapSell({ ...sell, baseRaw: 0n }), [6001, 'ZeroBaseAmount'])
  bob(buildPumpSwapBuy({ ...buy, feeRecipient: ALICE.address }), [6013, 'InvalidProtocolFeeRecipient'])
  bob(buildPumpSwapBuy({ ...buy, buybackFeeRecipient: ALICE.address }), [6053, 'BuybackFeeRecipientNotAuthorized'])
  bob(without(buildPumpSwapBuy(buy), 2), [6058, 'BuybackFeeRecipientMissing'])
  bob(without(buildPumpSwapBuy(buy), 3), [6062, 'InvalidPoolV2'])
  bob(without(buildPumpSwapBuy(buy), 4), [3005, 'AccountNotEnoughKeys'])
  bob(swapped(buildPumpSwapBuy(buy), 3, NATIVE_MINT), [6008, 'InvalidBaseMint'])
  bob(swapped(buildPumpSwapBuy(buy), 7, walletTokens(coin, BOB)), [6014, 'InvalidPoolBaseTokenAccount'])
  bob(swapped(buildPumpSwapBuy(buy), 0, PUMPSWAP_GLOBAL_CONFIG), [3002, 'AccountDiscriminatorMismatch'])
  bob(swapped(buildPumpSwapBuy(buy), 18, ALICE.address), [2006, 'ConstraintSeeds'])
  bob({ programId: PUMPSWAP_PROGRAM, accounts: [], data: Buffer.alloc(16, 1) }, [101, 'InstructionFallbackNotFound'])
  // Too little wrapped SOL is the token program's own refusal.
  const poor = buildPumpSwapBuy({ ...buy, baseRaw: 10n ** 14n, maxQuoteRaw: 900n * SOL })
  assert.throws(() => run(chain, [poor], BOB), /insufficient funds|0x1/)
  const pool = {
    index: 0,
    creator: BOB.address,
    baseMint: coin.mint,
    quoteMint: NATIVE_MINT,
    baseRaw: 1n,
    quoteRaw: 1n,
  }
  bob(buildPumpSwapCreatePool(pool), [6003, 'TooLittlePoolTokenLiquidity'])
  bob(buildPumpSwapCreatePool({ ...pool, baseRaw: 0n }), [6001, 'ZeroBaseAmount'])
  bob(buildPumpSwapCreatePool({ ...pool, coinCreator: BOB.address }), [
    6028,
    'OnlyCanonicalPumpPoolsCanHaveCoinCreator',
  ])
})
