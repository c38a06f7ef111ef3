import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { PUMP_WITHDRAW_AUTHORITY } from '../../../../sandbox/programs/install-pump-programs.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  creatorVaultPda,
  FEE_RECIPIENTS,
  PUMP_FEE_CONFIG,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
  userVolumePda,
} from '../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  buildPumpBuy,
  buildPumpBuyExactQuoteInV2,
  buildPumpBuyExactSolIn,
  buildPumpBuyV2,
  buildPumpCreate,
  buildPumpCreateV2,
  buildPumpSell,
  buildPumpSellV2,
} from '../../../../src/chain/solana/dexes/pumpfun/instructions.ts'
import { buildPumpMigrate } from '../../../../src/chain/solana/dexes/pumpfun/migrate-instruction.ts'
import {
  type CurveTrade,
  curveRates,
  quoteBuyExactQuote,
  quoteBuyExactTokens,
  quoteSell,
} from '../../../../src/chain/solana/dexes/pumpfun/quote.ts'
import { decodeFeeConfig, decodeGlobal } from '../../../../src/chain/solana/dexes/pumpfun/state.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { readMint } from '../../../../src/hot-paths/account-layouts.ts'
import { createRandom } from '../../../support/seeded-random.ts'
import {
  ALICE,
  BOB,
  type Coin,
  curveOf,
  ensureAccount,
  expectError,
  graduate,
  heldRaw,
  lamportDelta,
  launchCoin,
  openPumpChain,
  run,
  SOL,
  throughTheNode,
  tokenDelta,
  walletTokens,
} from '../pump-fixture.ts'

function ratesOf(chain: SandboxChain, token: Coin) {
  const global = decodeGlobal(chain.account(PUMP_GLOBAL)!.data)!
  const feeConfig = decodeFeeConfig(chain.account(PUMP_FEE_CONFIG)!.data)
  return curveRates({ global, feeConfig, curve: curveOf(chain, token), mintSupplyRaw: null })
}

/** Trades, and holds curve, balances, events and the decoder to what the quote said before. */
function tradeAndCheck(
  chain: SandboxChain,
  token: Coin,
  who: Keypair,
  { instruction, quoted, side }: { instruction: Instruction; quoted: CurveTrade | null; side: 'buy' | 'sell' },
): void {
  assert(quoted)
  const curveAddress = bondingCurvePda(token.mint).address
  const executed = run(chain, [instruction], who)
  const transaction = throughTheNode(chain, executed)
  const trades = DEXES.flatMap((dex) => dex.decodeTrades(transaction))
  assert.equal(trades.length, 1)
  const trade = trades[0]!
  assert.deepEqual(
    [trade.dex, trade.side, trade.trader, trade.pool, trade.baseMint, trade.quoteMint],
    ['pumpfun', side, who.address, curveAddress, token.mint, NATIVE_MINT],
  )
  assert.equal(trade.baseAmountRaw, quoted.tokens)
  assert.equal(trade.quoteAmountRaw, quoted.traderQuote)
  assert.equal(trade.baseReserveRaw, quoted.after.virtualTokenReserves)
  assert.equal(trade.quoteReserveRaw, quoted.after.virtualQuoteReserves)
  const { virtualTokenReserves, virtualQuoteReserves, realTokenReserves, realQuoteReserves } = curveOf(chain, token)
  assert.deepEqual({ virtualTokenReserves, virtualQuoteReserves, realTokenReserves, realQuoteReserves }, quoted.after)
  const sign = side === 'buy' ? 1n : -1n
  assert.equal(tokenDelta(transaction, who.address, token.mint), sign * quoted.tokens)
  assert.equal(lamportDelta(transaction, curveAddress), sign * quoted.quote)
  // Whatever the trader paid beyond the trade is rent of accounts that others can see.
  const creator = creatorVaultPda(ALICE.address).address
  const volume = userVolumePda(who.address).address
  const rents = [volume].filter((address) => transaction.accountKeys.includes(address))
  const topUp = lamportDelta(transaction, creator) - quoted.creatorFee
  const rent = rents.reduce((sum, address) => sum + lamportDelta(transaction, address), 0n) + topUp
  const paid = -lamportDelta(transaction, who.address) - transaction.feeLamports - rent
  assert.equal(paid, sign * quoted.traderQuote)
  const takers = [FEE_RECIPIENTS[0]!, BUYBACK_FEE_RECIPIENTS[0]!]
  assert.equal(
    takers.reduce((sum, address) => sum + lamportDelta(transaction, address), 0n),
    quoted.protocolFee,
  )
  assert.equal(chain.account(curveAddress)!.lamports, chain.minimumBalanceLamports(151) + realQuoteReserves)
}

for (const isV2 of [false, true]) {
  const kind = isV2 ? 'Token-2022 coin' : 'classic coin'

  test(`a ${kind} is launched with its whole supply in the curve and no one able to mint`, () => {
    const chain = openPumpChain()
    const token = launchCoin(chain, 'newborn', { isV2 })
    const launches = DEXES.flatMap((dex) => dex.decodeLaunches(throughTheNode(chain, token.launched)))
    assert.equal(launches.length, 1)
    const { dex, kind: what, mint, pool, name, symbol, uri, creator, quoteMint } = launches[0]!
    assert.deepEqual([dex, what, mint, name, symbol], ['pumpfun', 'launch', token.mint, 'newborn coin', 'COIN'])
    assert.deepEqual([uri, creator, quoteMint], ['https://example.com/newborn.json', ALICE.address, NATIVE_MINT])
    assert.equal(pool, bondingCurvePda(token.mint).address)
    const account = chain.account(token.mint)!
    assert.equal(account.owner, token.tokenProgram)
    const face = readMint(account.data)!
    assert.deepEqual(
      [face.supplyRaw, face.decimals, face.mintAuthority, face.freezeAuthority],
      [10n ** 15n, 6, null, null],
    )
    assert.equal(heldRaw(chain, associatedTokenAddress(pool, token.mint, token.tokenProgram)), 10n ** 15n)
    assert.equal(account.lamports, chain.minimumBalanceLamports(account.data.length), 'rent to the lamport')
  })

  test(`every form of a trade of a ${kind} moves what the quote says, to the lamport`, () => {
    const chain = openPumpChain()
    const token = launchCoin(chain, 'traded', { isV2 })
    run(chain, [ensureAccount(token, BOB)], BOB)
    const target = () => ({ ...token, curve: curveOf(chain, token), user: BOB.address })
    const rates = () => ratesOf(chain, token)
    const tokensRaw = 12_345_678_901_234n
    const buys: readonly (readonly [() => Instruction, () => CurveTrade | null])[] = [
      [
        () => buildPumpBuy({ ...target(), tokensRaw, maxQuoteRaw: 10n * SOL }),
        () => quoteBuyExactTokens(curveOf(chain, token), rates(), tokensRaw),
      ],
      [
        () => buildPumpBuyExactSolIn({ ...target(), spendableQuoteRaw: 2n * SOL + 7n, minTokensRaw: 1n }),
        () => quoteBuyExactQuote(curveOf(chain, token), rates(), 2n * SOL + 7n),
      ],
      [
        () => buildPumpBuyV2({ ...target(), tokensRaw, maxQuoteRaw: 10n * SOL }),
        () => quoteBuyExactTokens(curveOf(chain, token), rates(), tokensRaw),
      ],
      [
        () => buildPumpBuyExactQuoteInV2({ ...target(), spendableQuoteRaw: 1_999_999_999n, minTokensRaw: 1n }),
        () => quoteBuyExactQuote(curveOf(chain, token), rates(), 1_999_999_999n),
      ],
    ]
    for (const [build, quote] of buys)
      tradeAndCheck(chain, token, BOB, { instruction: build(), quoted: quote(), side: 'buy' })
    const sold = 3_141_592_653_589n
    for (const build of [buildPumpSell, buildPumpSellV2]) {
      const quoted = quoteSell(curveOf(chain, token), rates(), sold)
      const instruction = build({ ...target(), tokensRaw: sold, minQuoteRaw: 1n })
      tradeAndCheck(chain, token, BOB, { instruction, quoted, side: 'sell' })
    }
  })
}

test('a hundred random trades keep the curve solvent and decodable', () => {
  const chain = openPumpChain()
  const token = launchCoin(chain, 'random')
  run(chain, [ensureAccount(token, BOB)], BOB)
  const random = createRandom(7)
  for (let i = 0; i < 100; i++) {
    const curve = curveOf(chain, token)
    const held = heldRaw(chain, walletTokens(token, BOB))
    const target = { ...token, curve, user: BOB.address }
    const sells = held > 1_000n && random() < 0.5
    const amount = sells
      ? BigInt(Math.floor(Number(held) * random())) + 1n
      : BigInt(Math.floor(2e9 * random() ** 3)) + 1_000n
    const instruction = sells
      ? buildPumpSell({ ...target, tokensRaw: amount > held ? held : amount, minQuoteRaw: 0n })
      : buildPumpBuyExactSolIn({ ...target, spendableQuoteRaw: amount, minTokensRaw: 0n })
    const rates = ratesOf(chain, token)
    const quoted = sells
      ? quoteSell(curve, rates, amount > held ? held : amount)
      : quoteBuyExactQuote(curve, rates, amount)
    tradeAndCheck(chain, token, BOB, { instruction, quoted, side: sells ? 'sell' : 'buy' })
  }
})

test('a cashback token pays the creator part to the trader own account', () => {
  const chain = openPumpChain()
  const token = launchCoin(chain, 'cashback', { isV2: true, isCashbackEnabled: true })
  assert.equal(token.tokenProgram, TOKEN_2022_PROGRAM)
  const target = () => ({ ...token, curve: curveOf(chain, token), user: BOB.address })
  const buy = buildPumpBuyExactSolIn({ ...target(), spendableQuoteRaw: SOL, minTokensRaw: 1n })
  const quoted = quoteBuyExactQuote(curveOf(chain, token), ratesOf(chain, token), SOL)!
  run(chain, [ensureAccount(token, BOB), buy], BOB)
  const account = () => chain.account(userVolumePda(BOB.address).address)!.lamports
  const rent = chain.minimumBalanceLamports(137)
  assert.equal(account(), rent + quoted.creatorFee)
  const sold = quoted.tokens / 2n
  const back = quoteSell(curveOf(chain, token), ratesOf(chain, token), sold)!
  run(chain, [buildPumpSell({ ...target(), tokensRaw: sold, minQuoteRaw: 0n })], BOB)
  assert.equal(account(), rent + quoted.creatorFee + back.creatorFee)
  const bare = buildPumpSell({
    ...target(),
    curve: { ...curveOf(chain, token), isCashbackCoin: false },
    tokensRaw: 1n,
    minQuoteRaw: 0n,
  })
  expectError(chain, [bare], [6072, 'MissingCashbackAccounts'], BOB)
})

test('a buy larger than what is left takes what is left at its price and completes the curve', () => {
  const chain = openPumpChain()
  const token = launchCoin(chain, 'emptied')
  graduate(chain, token)
  const curve = curveOf(chain, token)
  assert.deepEqual(
    [curve.complete, curve.virtualTokenReserves, curve.realQuoteReserves],
    [true, 0n, 0n],
    'a migrated curve is empty',
  )
  // 793.1 million tokens; the curve asks for about 85.005 SOL.
  assert.equal(heldRaw(chain, walletTokens(token, BOB)), 793_100_000_000_000n)
})

test('refusals carry the real codes and Anchor own words', () => {
  const chain = openPumpChain()
  const token = launchCoin(chain, 'refused')
  run(chain, [ensureAccount(token, BOB)], BOB)
  const target = { ...token, curve: curveOf(chain, token), user: BOB.address }
  const buy = { ...target, tokensRaw: 10n ** 12n, maxQuoteRaw: SOL }
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
  bob(buildPumpBuy({ ...buy, maxQuoteRaw: 1_000n }), [6002, 'TooMuchSolRequired'])
  bob(buildPumpBuy({ ...buy, tokensRaw: 0n }), [6020, 'BuyZeroAmount'])
  bob(buildPumpBuyExactSolIn({ ...target, spendableQuoteRaw: SOL, minTokensRaw: 10n ** 15n }), [
    6042,
    'BuySlippageBelowMinTokensOut',
  ])
  bob(buildPumpBuyExactSolIn({ ...target, spendableQuoteRaw: 1n, minTokensRaw: 0n }), [
    6041,
    'BuyNotEnoughSolToCoverFees',
  ])
  bob(buildPumpBuy({ ...buy, feeRecipient: ALICE.address }), [6000, 'NotAuthorized'])
  bob(buildPumpBuy({ ...buy, buybackFeeRecipient: ALICE.address }), [6057, 'BuybackFeeRecipientNotAuthorized'])
  bob(without(buildPumpBuy(buy), 1), [6062, 'BuybackFeeRecipientMissing'])
  bob(without(buildPumpBuy(buy), 3), [3005, 'AccountNotEnoughKeys'])
  bob(swapped(buildPumpBuy(buy), 16, ALICE.address), [6074, 'InvalidBondingCurveV2'])
  bob(buildPumpBuy({ ...buy, curve: { ...buy.curve, creator: BOB.address } }), [2006, 'ConstraintSeeds'])
  bob(swapped(buildPumpBuy(buy), 8, TOKEN_2022_PROGRAM), [3008, 'InvalidProgramId'])
  bob(swapped(buildPumpBuy(buy), 5, walletTokens(token, ALICE)), [3012, 'AccountNotInitialized'])
  bob(buildPumpSell({ ...target, tokensRaw: 0n, minQuoteRaw: 0n }), [6022, 'SellZeroAmount'])
  bob(buildPumpSell({ ...target, tokensRaw: 10n ** 12n, minQuoteRaw: 0n }), [6023, 'NotEnoughTokensToSell'])
  run(chain, [buildPumpBuy(buy)], BOB)
  bob(buildPumpSell({ ...target, tokensRaw: 10n ** 9n, minQuoteRaw: SOL }), [6003, 'TooLittleSolReceived'])
  bob(buildPumpMigrate({ ...token, user: BOB.address, withdrawAuthority: PUMP_WITHDRAW_AUTHORITY }), [
    6006,
    'BondingCurveNotComplete',
  ])
  bob({ programId: PUMP_PROGRAM, accounts: [], data: Buffer.alloc(16, 1) }, [101, 'InstructionFallbackNotFound'])
  bob({ ...buildPumpBuy(buy), data: buildPumpBuy(buy).data.subarray(0, 20) }, [102, 'InstructionDidNotDeserialize'])
  graduate(chain, token)
  bob(buildPumpBuy(buy), [6005, 'BondingCurveComplete'])
  bob(buildPumpSell({ ...target, tokensRaw: 1n, minQuoteRaw: 0n }), [6005, 'BondingCurveComplete'])
})

test('a launch with a name too long, without a creator, or in mayhem mode is refused', () => {
  const chain = openPumpChain()
  const mint = keypairFromText('misnamed')
  const input = { mint: mint.address, user: ALICE.address, creator: ALICE.address, name: 'n', symbol: 's', uri: 'u' }
  const refused = (instruction: Instruction, code: number) => {
    chain.advanceSlot()
    assert.throws(() => run(chain, [instruction], ALICE, [mint]), new RegExp(`"Custom":${code}|0x${code.toString(16)}`))
  }
  refused(buildPumpCreate({ ...input, name: 'n'.repeat(33) }), 6043)
  refused(buildPumpCreate({ ...input, symbol: 's'.repeat(11) }), 6044)
  refused(buildPumpCreateV2({ ...input, symbol: 's'.repeat(14) }), 6044)
  refused(buildPumpCreateV2({ ...input, uri: 'u'.repeat(201) }), 6045)
  refused(buildPumpCreateV2({ ...input, creator: '11111111111111111111111111111111' }), 6030)
  refused(buildPumpCreateV2({ ...input, isMayhemMode: true }), 6048)
  run(chain, [buildPumpCreateV2(input)], ALICE, [mint])
  refused(buildPumpCreateV2(input), 0)
})

test('a buy in the transaction that launches the token sees the curve it has just made', () => {
  const chain = openPumpChain()
  const mint = keypairFromText('bundled')
  const input = { mint: mint.address, user: ALICE.address, creator: ALICE.address, name: 'b', symbol: 'B', uri: 'u' }
  const token = { mint: mint.address, tokenProgram: TOKEN_2022_PROGRAM }
  const curve = {
    creator: ALICE.address,
    isMayhemMode: false,
    isCashbackCoin: false,
    quoteMint: '11111111111111111111111111111111',
  }
  const first = buildPumpBuyExactSolIn({
    ...token,
    curve,
    user: ALICE.address,
    spendableQuoteRaw: SOL,
    minTokensRaw: 1n,
  })
  const executed = run(chain, [buildPumpCreateV2(input), ensureAccount(token, ALICE), first], ALICE, [mint])
  const transaction = throughTheNode(chain, executed)
  const [trade] = DEXES.flatMap((dex) => dex.decodeTrades(transaction))
  assert.deepEqual(trade?.instructionPath, [3, -1])
  assert.equal(trade?.baseAmountRaw, tokenDelta(transaction, ALICE.address, token.mint))
  assert.equal(curveOf(chain, token).realQuoteReserves, curveOf(chain, token).virtualQuoteReserves - 30n * SOL)
})
