import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExecutedTransaction, SandboxChain } from '../../../../sandbox/chain/types.ts'
import { buyExactIn, type Curve, sellExactIn, virtualReserves } from '../../../../sandbox/programs/bonk/curve.ts'
import { CURVE_AT, curveKey, curveU64, feeVault, launchVault } from '../../../../sandbox/programs/bonk/layout.ts'
import { CPMM_MIGRATION_WALLET } from '../../../../sandbox/programs/install-raydium-programs.ts'
import { bonkTrades, graduateOnBonk, launchOnBonk } from '../../../../sandbox/world/dex-trades/bonk.ts'
import { cpmmTrades } from '../../../../sandbox/world/dex-trades/raydium-cpmm.ts'
import { tokensIn } from '../../../../sandbox/world/holdings.ts'
import { compileLegacyMessage, joinSignatures } from '../../../../src/chain/solana/compile-message.ts'
import { decodeLaunchPool } from '../../../../src/chain/solana/dexes/bonk/state.ts'
import { decodeCpmmPool } from '../../../../src/chain/solana/dexes/raydium-cpmm/state.ts'
import type { Instruction } from '../../../../src/chain/solana/instructions.ts'
import { createAssociatedTokenAccount } from '../../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { resolveTokenMetadata } from '../../../../src/chain/solana/token-metadata.ts'
import { readMint } from '../../../../src/hot-paths/account-layouts.ts'
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

const LAUNCHLAB = 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj'
const [SUPPLY, FOR_SALE, RAISED] = [1_000_000_000_000_000n, 793_100_000_000_000n, 85n * SOL]
/** Millionths: the protocol's, the platform's and the creator's fee. */
const [PROTOCOL, PLATFORM, CREATOR] = [2_500n, 7_500n, 1_000n]
const ALL = PROTOCOL + PLATFORM + CREATOR
const MILLION = 1_000_000n
const TAGS = {
  buyIn: 'faea0d7bd59c13ec',
  buyOut: '18d3742869039938',
  sellIn: '9527de9bd37c981a',
  sellOut: '5fc8472208090ba6',
} as const
/** Both figures from a trade on mainnet's SOL curve for 85 SOL. */
const [VIRTUAL_BASE, VIRTUAL_QUOTE] = [1_073_025_605_596_382n, 30_000_852_951n]

type Launched = ReturnType<typeof launchCoin>

function launchCoin({ token2022 = false } = {}) {
  const chain = openDexChain()
  const mint = keypairFromText(`bonk coin ${token2022}`)
  const token = {
    mint: mint.address,
    dev: ALICE.address,
    name: 'Bonk Coin',
    symbol: 'BNK',
    uri: 'https://example.com/b.json',
  }
  const { pool, instruction } = launchOnBonk({ ...token, token2022 })
  const launched = run(chain, [instruction], ALICE, [mint])
  const ref = { address: pool, baseMint: mint.address, quoteMint: NATIVE_MINT }
  const tokenProgram = token2022 ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const own = associatedTokenAddress(ALICE.address, mint.address, tokenProgram)
  run(chain, [
    createAssociatedTokenAccount({ payer: ALICE.address, owner: ALICE.address, mint: mint.address, tokenProgram }),
  ])
  return { chain, mint: mint.address, ref, launched, own, state: () => chain.account(pool)!.data }
}

function tradeOf(
  { chain, ref }: Launched,
  [tag, amount, limit]: readonly [keyof typeof TAGS, bigint, bigint],
  share = 0n,
): Instruction {
  const all = bonkTrades.trade(chain, { pool: ref, wallet: ALICE.address, side: 'buy', amountRaw: 1n })!
  const found = all.find(({ programId }) => programId === LAUNCHLAB)!
  const data = Buffer.alloc(32)
  data.set(Buffer.from(TAGS[tag], 'hex'))
  data.writeBigUInt64LE(amount, 8)
  data.writeBigUInt64LE(limit, 16)
  data.writeBigUInt64LE(share, 24)
  return { ...found, data }
}

/** The trade event of a transaction, which the program's call to itself and its log line both carry. */
function tradeEvent(executed: ExecutedTransaction): readonly bigint[] {
  const [logged] = loggedBytes(executed, 'Program data: ')
  const calls = executed.innerInstructions.flatMap(({ instructions }) => instructions)
  const called = calls.filter(({ data }) => Buffer.from(data.subarray(0, 8)).toString('hex') === 'e445a52e51cb9a1d')
  assert.equal(called.length, 1)
  assert.deepEqual(Buffer.from(called[0]!.data.subarray(8)), logged)
  assert.equal(logged!.length, 147)
  return [
    ...Array.from({ length: 13 }, (_, i) => logged!.readBigUInt64LE(40 + 8 * i)),
    ...[...logged!.subarray(144)].map(BigInt),
  ]
}

test('the curve sells what mainnet sold for the same sum, and starts at its virtual reserves', () => {
  const launch = { supply: SUPPLY, totalBaseSell: FOR_SALE, totalQuoteFundRaising: RAISED, locked: 0n, migrateFee: 0n }
  assert.deepEqual(virtualReserves(launch), { virtualBase: VIRTUAL_BASE, virtualQuote: VIRTUAL_QUOTE })
})

test('a buy and a sell on mainnet come out to the base unit', () => {
  const start: Curve = {
    virtualBase: VIRTUAL_BASE,
    virtualQuote: VIRTUAL_QUOTE,
    realBase: 0n,
    realQuote: 0n,
    totalBaseSell: FOR_SALE,
  }
  const rates = { protocol: 2_500n, platform: 10_000n, creator: 0n, share: 0n }
  const bought = buyExactIn(start, rates, 400_000_000n)!
  assert.deepEqual([bought.amountOut, bought.quoteMoved], [13_944_175_703_634n, 395_000_000n])
  assert.deepEqual(bought.fees, { protocol: 1_000_000n, platform: 4_000_000n, creator: 0n, share: 0n })
  const later: Curve = { ...start, realBase: 541_335_489_318_166n, realQuote: 30_545_097_622n }
  const sold = sellExactIn(later, rates, 11_568_986_763_999n)!
  assert.deepEqual([sold.amountOut, later.realQuote - sold.quoteMoved], [1_273_240_715n, 29_255_739_935n])
  assert.deepEqual(sold.fees, { protocol: 3_223_395n, platform: 12_893_577n, creator: 0n, share: 0n })
})

for (const token2022 of [false, true])
  test(`a launch on the ${token2022 ? 'newer' : 'classic'} token program makes the token, its curve and its event`, () => {
    const { chain, mint, ref, launched, state } = launchCoin({ token2022 })
    assert.equal(state().length, 429)
    const pool = decodeLaunchPool(state())
    assert(pool)
    assert.deepEqual(
      [curveU64(state(), 'virtualBase'), curveU64(state(), 'virtualQuote')],
      [VIRTUAL_BASE, VIRTUAL_QUOTE],
    )
    assert.deepEqual([curveKey(state(), 'baseMint'), curveKey(state(), 'creator')], [mint, ALICE.address])
    assert.equal(state()[CURVE_AT.tokenProgramFlag], token2022 ? 1 : 0)
    const account = chain.account(mint)!
    assert.equal(account.owner, token2022 ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM)
    const fields = readMint(account.data)!
    assert.deepEqual([fields.supplyRaw, fields.decimals, fields.mintAuthority], [SUPPLY, 6, null])
    assert.equal(tokensIn(chain, launchVault(ref.address, mint).address), SUPPLY)
    const metadata = resolveTokenMetadata(mint, account.data, (address) => chain.account(address)?.data ?? null)
    assert.deepEqual([metadata?.name, metadata?.symbol], ['Bonk Coin', 'BNK'])
    const [event] = loggedBytes(launched, 'Program data: ')
    assert.equal(event!.subarray(0, 8).toString('hex'), '97d7e20976a173ae')
    // Discriminator and three keys, decimals and three texts, curve, vesting and the fee mode.
    assert.equal(event!.length, 8 + 96 + 1 + 12 + 9 + 3 + 26 + 1 + 25 + 24 + 1)
    assert.equal(bonkTrades.readPool(chain, ref)!.curveProgressPct, 0)
  })

test('buy_exact_in: amounts, fees and the event follow the formula, and fee vaults are made on the way', () => {
  const token = launchCoin()
  const { chain, ref, own, state } = token
  const amountIn = 2n * SOL + 77n
  const fee = ceilDiv(amountIn * ALL, MILLION)
  const net = amountIn - fee
  const out = (net * VIRTUAL_BASE) / (VIRTUAL_QUOTE + net)
  const platformFee = (fee * PLATFORM) / ALL
  const creatorFee = (fee * CREATOR) / ALL
  const platformVault = feeVault(curveKey(state(), 'platformConfig'), NATIVE_MINT).address
  const creatorVault = feeVault(ALICE.address, NATIVE_MINT).address
  assert.equal(chain.account(platformVault), null)
  expectCode(chain, [tradeOf(token, ['buyIn', amountIn, out + 1n])], 6004)
  let event: readonly bigint[] = []
  const quoteVault = launchVault(ref.address, NATIVE_MINT).address
  const moved = changesOf(chain, { own, sol: wrappedOf(ALICE), quoteVault, platformVault, creatorVault }, () => {
    event = tradeEvent(run(chain, [tradeOf(token, ['buyIn', amountIn, out])]))
  })
  const kept = amountIn - platformFee - creatorFee
  assert.deepEqual(moved, {
    own: out,
    sol: -amountIn,
    quoteVault: kept,
    platformVault: platformFee,
    creatorVault: creatorFee,
  })
  const protocolFee = fee - platformFee - creatorFee
  assert.deepEqual(event, [
    FOR_SALE,
    VIRTUAL_BASE,
    VIRTUAL_QUOTE,
    0n,
    0n,
    out,
    net,
    amountIn,
    out,
    protocolFee,
    platformFee,
    creatorFee,
    0n,
    0n,
    0n,
    1n,
  ])
  assert.deepEqual([curveU64(state(), 'realBase'), curveU64(state(), 'realQuote')], [out, net])
  assert.equal(curveU64(state(), 'quoteProtocolFee'), protocolFee)
})

test('buy_exact_out and both sells follow the formula, and one unit beyond the limit is slippage', () => {
  const token = launchCoin()
  const { chain, own, state } = token
  const wanted = 40_000_000_000_007n
  const net = ceilDiv(VIRTUAL_QUOTE * wanted, VIRTUAL_BASE - wanted)
  const cost = ceilDiv(net * MILLION, MILLION - ALL)
  expectCode(chain, [tradeOf(token, ['buyOut', wanted, cost - 1n])], 6004)
  const bought = changesOf(chain, { own, sol: wrappedOf(ALICE) }, () => {
    tradeEvent(run(chain, [tradeOf(token, ['buyOut', wanted, cost])]))
  })
  assert.deepEqual(bought, { own: wanted, sol: -cost })
  const reserves = () => ({
    base: VIRTUAL_BASE - curveU64(state(), 'realBase'),
    quote: VIRTUAL_QUOTE + curveU64(state(), 'realQuote'),
  })
  const half = wanted / 2n
  const before = reserves()
  const gross = (half * before.quote) / (before.base + half)
  const got = gross - ceilDiv(gross * ALL, MILLION)
  expectCode(chain, [tradeOf(token, ['sellIn', half, got + 1n])], 6004)
  const sold = changesOf(chain, { own, sol: wrappedOf(ALICE) }, () => {
    assert.deepEqual(tradeEvent(run(chain, [tradeOf(token, ['sellIn', half, got])])).slice(-3), [1n, 0n, 1n])
  })
  assert.deepEqual(sold, { own: -half, sol: got })
  const now = reserves()
  const asked = 100_000_003n
  const grossOut = ceilDiv(asked * MILLION, MILLION - ALL)
  const given = ceilDiv(now.base * grossOut, now.quote - grossOut)
  expectCode(chain, [tradeOf(token, ['sellOut', asked, given - 1n])], 6004)
  const exact = changesOf(chain, { own, sol: wrappedOf(ALICE) }, () => {
    assert.deepEqual(tradeEvent(run(chain, [tradeOf(token, ['sellOut', asked, given])])).slice(-3), [1n, 0n, 0n])
  })
  assert.deepEqual(exact, { own: -given, sol: asked })
})

test('who sends a trade here is paid from it, up to the share the program allows', () => {
  const token = launchCoin()
  const { chain } = token
  const trade = tradeOf(token, ['buyIn', SOL, 0n], 5_000n)
  const receiver = { address: wrappedOf(BOB), isSigner: false, isWritable: true }
  const accounts = [...trade.accounts.slice(0, 15), receiver, ...trade.accounts.slice(15)]
  const moved = changesOf(chain, { bob: wrappedOf(BOB) }, () => {
    run(chain, [{ ...trade, accounts }])
  })
  const fee = ceilDiv(SOL * (ALL + 5_000n), MILLION)
  assert.deepEqual(moved, { bob: (fee * 5_000n) / (ALL + 5_000n) })
  expectCode(chain, [{ ...tradeOf(token, ['buyIn', SOL, 0n], 10_001n), accounts }], 6002)
})

test('the last buyer pays for what is left, the curve closes, and the platform moves it into a CPMM pool', () => {
  const token = launchCoin()
  const { chain, mint, ref, own, state } = token
  assert.equal(graduateOnBonk(chain, mint), null)
  const paid = changesOf(chain, { sol: wrappedOf(ALICE) }, () => {
    run(chain, [tradeOf(token, ['buyIn', 99n * SOL, 0n])])
  })
  assert(paid['sol']! > -(87n * SOL), `${paid['sol']}`)
  assert.equal(tokensIn(chain, own), FOR_SALE)
  assert.equal(state()[CURVE_AT.status], 1)
  assert.equal(bonkTrades.readPool(chain, ref), null)
  const raised = curveU64(state(), 'realQuote')
  const graduation = graduateOnBonk(chain, mint)!
  assert.equal(graduation.payer, CPMM_MIGRATION_WALLET)
  assert.equal(bonkTrades.trade(chain, { pool: ref, wallet: ALICE.address, side: 'buy', amountRaw: SOL }), null)
  const executed = migrate(chain, graduation)
  assert.equal(executed.err, null, executed.logs.join('\n'))
  assert.equal(state()[CURVE_AT.status], 2)
  const pool = decodeCpmmPool(chain.account(graduation.pool)!.data)
  assert(pool)
  const next = { address: graduation.pool, baseMint: mint, quoteMint: NATIVE_MINT }
  const read = cpmmTrades.readPool(chain, next)!
  assert.deepEqual([read.baseReserveRaw, read.quoteReserveRaw], [SUPPLY - FOR_SALE, raised])
  assert.equal(readMint(chain.account(pool.lpMint)!.data)!.supplyRaw, 0n)
  assert(cpmmTrades.readShares!(chain, next)!.lpSupplyRaw > 0n)
  // No one graduates it twice, and the new pool trades.
  assert.equal(graduateOnBonk(chain, mint), null)
  run(chain, [...cpmmTrades.trade(chain, { pool: next, wallet: BOB.address, side: 'buy', amountRaw: SOL })!], BOB)
})

test('only the wallet of the configuration may move a curve', () => {
  const token = launchCoin()
  run(token.chain, [tradeOf(token, ['buyIn', 99n * SOL, 0n])])
  const [migration] = graduateOnBonk(token.chain, token.mint)!.instructions
  const accounts = migration!.accounts.map((use, at) => (at === 0 ? { ...use, address: ALICE.address } : use))
  expectCode(token.chain, [{ ...migration!, accounts }], 6000)
})

/** No one here has the migration wallet's key. */
function migrate(
  chain: SandboxChain,
  { payer, instructions }: { payer: string; instructions: readonly Instruction[] },
) {
  chain.advanceSlot(2_000)
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileLegacyMessage({ payer, blockhash, instructions })
  const wire = joinSignatures(message, [new Uint8Array(64)])
  const sent = chain.send(wire, { skipPreflight: true, trustUnsigned: true })
  assert(sent.ok, sent.ok ? '' : sent.message)
  return sent.transaction
}
