import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeLayout, ZERO_KEY } from '../../../../../src/chain/solana/borsh-layout.ts'
import { FEE_RECIPIENTS } from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  coinCreatorVaultPda,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
} from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import { quoteBuyExactQuote } from '../../../../../src/chain/solana/dexes/pumpswap/quote.ts'
import { decodePool } from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import type { TradablePool } from '../../../../../src/chain/solana/dexes/trading.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { decodeMintInfo } from '../../../../../src/chain/solana/mint-info.ts'
import { associatedTokenAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../../src/chain/solana/program-ids.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { USDC_MINT } from '../../../../../src/contract/mints.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { mintAccountBytes, pausable, transferFee, transferHook } from '../../../../support/mint-bytes.ts'
import { readTradablePool } from '../../../../support/swap-lab.ts'
import { vault } from '../pool-node.ts'
import { accountOf } from '../replay-case.ts'
import { tradeThereAndBack } from '../round-trip.ts'
import {
  BALANCES,
  COIN,
  CREATOR,
  POOL_ADDRESS,
  POOL_STATE,
  poolAccounts,
  readCoinPool,
  SETTINGS,
} from './swap-accounts.ts'
import { replaySwapCase, type SwapCase, type SwapFile } from './swap-case.ts'

const TRADER = keypairFromText('swap pool trader')
const CLOCK = { slot: 1, unixSec: 1, epoch: 1 }
const SOL = 1_000_000_000n
const RATES = { lpFeeBps: 20n, protocolFeeBps: 5n, creatorFeeBps: 5n }
const BYTES_OF_USER_VOLUME = 128 + 137
const BYTES_OF_TOKEN_ACCOUNT = 128 + 165
const DISABLED = { buy: 8, sell: 16 }

function openPool(accounts: readonly AccountView[] = poolAccounts()): TradablePool {
  const read = readCoinPool(accounts)
  assert(read.ok, read.ok ? '' : read.message)
  return read.value
}

const swapOf = (user: string) => ({ user, inputAccount: `${user} in`, outputAccount: `${user} out` })
const coinWith = (...extensions: NonNullable<Parameters<typeof mintAccountBytes>[1]>) =>
  poolAccounts({ others: [accountOf(COIN, TOKEN_2022_PROGRAM, mintAccountBytes({}, extensions))] })

test('every PumpSwap pool of the world trades both ways for exactly what was quoted', () => {
  const { chain } = sharedTestWorld()
  const pools = chain.accountsOfProgram(PUMPSWAP_PROGRAM).flatMap((pool) => {
    const state = decodePool(chain.account(pool)!.data)
    return state === null ? [] : [{ pool, mint: state.baseMint === NATIVE_MINT ? state.quoteMint : state.baseMint }]
  })
  const reasons: string[] = []
  let [open, buys, sells] = [0, 0, 0]
  for (const at of pools) {
    const read = readTradablePool(pumpswap.trading!, chain, at.pool, at.mint)
    if (!read.ok) {
      assert.equal(read.code, 'no_route')
      reasons.push(read.message.replace(/\S{30,}/g, '...'))
      continue
    }
    // Whoever comes new to such a token gets a frozen account; its pool is sound.
    const coin = decodeMintInfo({ address: at.mint, ...chain.account(at.mint)! })
    if (coin?.extensions.defaultFrozen) continue
    const done = tradeThereAndBack(chain, pumpswap, at, TRADER)
    open++
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(open > 3 && buys >= 3 * open && sells >= 3 * open, `${buys} buys, ${sells} sells in ${open} pools`)
  // The world's traps that no pool can be traded through.
  assert.deepEqual([...new Set(reasons)].sort(), [
    'transfers of ... are paused',
    'transfers of ... run a program of their own ...',
  ])
})

test('quotes and instructions are those of the SDK in every state that was compared', () => {
  const path = new URL('../../../../fixtures/dexes/pumpswap-trading.json', import.meta.url)
  const file = JSON.parse(readFileSync(path, 'utf8')) as SwapFile & { readonly cases: readonly SwapCase[] }
  assert(file.cases.length >= 50)
  assert(file.cases.some(({ built }) => built !== undefined))
  let trades = 0
  for (const one of file.cases) trades += replaySwapCase(file, one)
  assert.equal(trades, 6 * file.cases.length)
})

const spendings = fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 1_000n * SOL))

test('more in never gives less out, in both directions, and never costs more than was offered', () => {
  const pool = openPool()
  fc.assert(
    fc.property(spendings, spendings, fc.constantFrom(NATIVE_MINT, COIN), (one, other, inputMint) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      const [small, large] = [less, more].map((amount) => pool.quote(inputMint, amount, CLOCK))
      assert((small?.amountOutRaw ?? 0n) <= (large?.amountOutRaw ?? 0n))
      assert((small?.amountInRaw ?? 0n) <= less)
      if (small && large && less >= SOL) assert(small.priceImpactPpm <= large.priceImpactPpm + 1)
    }),
    { numRuns: 400 },
  )
})

test('what was bought is never sold for more than it cost', () => {
  const before = openPool()
  fc.assert(
    fc.property(spendings, (spent) => {
      const bought = before.quote(NATIVE_MINT, spent, CLOCK)
      const traded = quoteBuyExactQuote({ ...BALANCES, virtualQuote: 0n }, RATES, spent)
      if (bought === null || traded === null) return
      const after = openPool(poolAccounts({ balances: traded.after }))
      const sold = after.quote(COIN, bought.amountOutRaw, CLOCK)
      assert((sold?.amountOutRaw ?? 0n) < bought.amountInRaw)
    }),
    { numRuns: 200 },
  )
})

test('fees and price impact are distinguished', () => {
  const pool = openPool()
  const bought = pool.quote(NATIVE_MINT, 10n * SOL, CLOCK)
  assert.deepEqual(
    bought?.fees.map(({ kind, mint, raw }) => [kind, mint, raw]),
    [
      ['lp', NATIVE_MINT, 19_940_180n],
      ['protocol', NATIVE_MINT, 4_985_045n],
      ['creator', NATIVE_MINT, 4_985_045n],
    ],
  )
  // 9.97 SOL net into 84.99: 1 - 84.99 / 94.96.
  assert(Math.abs(bought.priceImpactPpm - 104_992) < 5, `${bought.priceImpactPpm}`)
  assert.deepEqual(pool.spotPrice, [BALANCES.quote, BALANCES.base])
})

test('virtual quote counts in the price but is never paid out', () => {
  const pool = openPool(
    poolAccounts({ pool: { ...POOL_STATE, virtualQuoteReserves: 50n * SOL }, balances: { ...BALANCES, quote: SOL } }),
  )
  assert.equal(pool.quoteDepthRaw, 51n * SOL)
  assert(pool.quote(COIN, BALANCES.base / 100n, CLOCK))
  assert.equal(pool.quote(COIN, BALANCES.base / 10n, CLOCK), null, 'more than the pool really holds')
})

test('a pool with money as its base is turned round, and its sell buys the token', () => {
  const pool = {
    ...POOL_STATE,
    baseMint: NATIVE_MINT,
    quoteMint: COIN,
    poolBaseTokenAccount: POOL_STATE.poolQuoteTokenAccount,
    poolQuoteTokenAccount: POOL_STATE.poolBaseTokenAccount,
  }
  const balances = { base: BALANCES.quote, quote: BALANCES.base }
  const flipped = openPool(poolAccounts({ pool, balances }))
  assert.deepEqual([flipped.baseMint, flipped.quoteMint], [COIN, NATIVE_MINT])
  assert.deepEqual([flipped.quoteDepthRaw, flipped.spotPrice], [BALANCES.quote, [BALANCES.quote, BALANCES.base]])
  const bought = flipped.quote(NATIVE_MINT, SOL, CLOCK)
  assert(
    bought?.fees.every(({ mint }) => mint === COIN),
    'fees are in the program’s quote',
  )
  const accounts = flipped.accounts(NATIVE_MINT, swapOf(TRADER.address)).map(({ address }) => address)
  assert.equal(accounts.length, 21 + 3, 'a sell')
  assert.deepEqual(accounts.slice(3, 7), [NATIVE_MINT, COIN, `${TRADER.address} in`, `${TRADER.address} out`])
})

test('what the token withholds of a transfer is off what a buyer gets, and the limit is for what arrives', () => {
  const fee = { epoch: 0, bps: 300, maxRaw: 5_000_000_000n }
  const pool = openPool(coinWith(transferFee(fee, { epoch: 7, bps: 500 })))
  const plain = openPool().quote(NATIVE_MINT, SOL, CLOCK)!
  const bought = pool.quote(NATIVE_MINT, SOL, CLOCK)!
  assert.equal(bought.amountOutRaw, plain.amountOutRaw - 5_000_000_000n, 'the most of today')
  assert.deepEqual(bought.fees.at(-1), { kind: 'transfer', mint: COIN, raw: 5_000_000_000n })
  const later = pool.quote(NATIVE_MINT, SOL, { ...CLOCK, epoch: 7 })!
  assert.equal(later.amountOutRaw, plain.amountOutRaw - (plain.amountOutRaw * 500n + 9_999n) / 10_000n)
  const limitOf = (minOutRaw: bigint) =>
    decodeLayout({ amount: 'u64', limit: 'u64' }, pool.data(NATIVE_MINT, SOL, minOutRaw), 8)!.value.limit
  assert.equal(limitOf(bought.amountOutRaw), plain.amountOutRaw)
  assert(limitOf(bought.amountOutRaw + 1n) > plain.amountOutRaw, 'a unit more is more than the pool sends')
  // Sold, all of it counts for the pool's price.
  assert.equal(pool.quote(COIN, SOL, CLOCK)?.amountOutRaw, openPool().quote(COIN, SOL, CLOCK)?.amountOutRaw)
})

test('rent is for accounts that are not there; fees go to takers who have one', () => {
  assert.equal(openPool().rentBytes, BYTES_OF_USER_VOLUME + 3 * BYTES_OF_TOKEN_ACCOUNT)
  const quoteAccount = (owner: string) => vault(associatedTokenAddress(owner, NATIVE_MINT), NATIVE_MINT, owner, 1n)
  const others = [FEE_RECIPIENTS[3]!, coinCreatorVaultPda(CREATOR).address].map(quoteAccount)
  const pool = openPool(poolAccounts({ others }))
  assert.equal(pool.rentBytes, BYTES_OF_USER_VOLUME + BYTES_OF_TOKEN_ACCOUNT)
  assert.equal(pool.accounts(COIN, swapOf(TRADER.address))[9]!.address, FEE_RECIPIENTS[3])
  const noCreator = openPool(poolAccounts({ pool: { ...POOL_STATE, coinCreator: ZERO_KEY }, others }))
  assert.equal(noCreator.rentBytes, BYTES_OF_USER_VOLUME + BYTES_OF_TOKEN_ACCOUNT)
  const cashback = openPool(poolAccounts({ pool: { ...POOL_STATE, isCashbackCoin: true }, others }))
  assert.equal(cashback.rentBytes, BYTES_OF_USER_VOLUME + 2 * BYTES_OF_TOKEN_ACCOUNT)
})

test('an older, shorter pool account is made longer first', () => {
  assert.equal(openPool().around, undefined)
  const pool = openPool(poolAccounts({ poolBytes: 243 }))
  assert.equal(pool.rentBytes, BYTES_OF_USER_VOLUME + 3 * BYTES_OF_TOKEN_ACCOUNT + 57)
  const { before, after } = pool.around!(COIN, swapOf(TRADER.address))
  assert.deepEqual(after, [])
  assert.equal(before.length, 1)
  const hash = createHash('sha256').update('global:extend_account').digest().subarray(0, 8)
  assert.deepEqual(Buffer.from(before[0]!.data), hash)
  assert.deepEqual(
    before[0]!.accounts.slice(0, 2).map(({ address, isSigner, isWritable }) => [address, isSigner, isWritable]),
    [
      [POOL_ADDRESS, false, true],
      [TRADER.address, true, true],
    ],
  )
})

test('a direction that is switched off has no quote; with both off there is no route', () => {
  const settings = (disableFlags: number) => poolAccounts({ settings: { ...SETTINGS, disableFlags } })
  const noBuys = openPool(settings(DISABLED.buy))
  assert.deepEqual([noBuys.quote(NATIVE_MINT, SOL, CLOCK), noBuys.quote(COIN, SOL, CLOCK) !== null], [null, true])
  const noSells = openPool(settings(DISABLED.sell))
  assert.deepEqual([noSells.quote(NATIVE_MINT, SOL, CLOCK) !== null, noSells.quote(COIN, SOL, CLOCK)], [true, null])
  const none = readCoinPool(settings(DISABLED.buy | DISABLED.sell))
  assert(!none.ok && none.code === 'no_route')
  assert.match(none.message, /switched trading off/)
})

test('what is no open pool is refused with the reason', () => {
  const without = (address: string) => poolAccounts().filter((one) => one.address !== address)
  const frozen = vault(POOL_STATE.poolBaseTokenAccount, COIN, POOL_ADDRESS, BALANCES.base)
  frozen.data[108] = 2
  const cases: readonly (readonly [readonly AccountView[], RegExp])[] = [
    [[], /is no PumpSwap pool/],
    [
      poolAccounts().map((one) => (one.address === POOL_ADDRESS ? { ...one, owner: TOKEN_PROGRAM } : one)),
      /is no PumpSwap pool/,
    ],
    [without(PUMPSWAP_GLOBAL_CONFIG), /settings of PumpSwap/],
    [without(COIN), /not a token mint/],
    [without(POOL_STATE.poolBaseTokenAccount), /no vault of/],
    [without(POOL_STATE.poolQuoteTokenAccount), /no vault of/],
    [poolAccounts({ others: [frozen] }), /vault of .* is frozen/],
    [poolAccounts({ balances: { ...BALANCES, base: 0n } }), /is empty/],
    [poolAccounts({ balances: { ...BALANCES, quote: 0n } }), /is empty/],
    [poolAccounts({ pool: { ...POOL_STATE, virtualQuoteReserves: -BALANCES.quote } }), /is empty/],
    [coinWith(pausable(CREATOR, true)), /are paused/],
    [coinWith(transferHook(CREATOR)), /run a program of their own/],
  ]
  for (const [accounts, reason] of cases) {
    const read = readCoinPool(accounts)
    assert(!read.ok, `${reason}`)
    assert.equal(read.code, 'no_route')
    assert.match(read.message, reason)
  }
})

test('nothing is quoted for nothing, for too much, or for a mint that is not traded here', () => {
  const pool = openPool()
  for (const amount of [0n, -1n, 2n ** 64n]) assert.equal(pool.quote(COIN, amount, CLOCK), null)
  assert.equal(pool.quote(USDC_MINT, SOL, CLOCK), null)
  assert.equal(pool.quote(COIN, 2n ** 64n - 1n, CLOCK), null, 'the vault could not hold it')
})
