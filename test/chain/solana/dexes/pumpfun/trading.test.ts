import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeLayout } from '../../../../../src/chain/solana/borsh-layout.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  FEE_RECIPIENTS,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
} from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import { quoteBuyExactQuote } from '../../../../../src/chain/solana/dexes/pumpfun/quote.ts'
import { decodeBondingCurve } from '../../../../../src/chain/solana/dexes/pumpfun/state.ts'
import type { TradablePool } from '../../../../../src/chain/solana/dexes/trading.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../../src/chain/solana/program-ids.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { USDC_MINT } from '../../../../../src/contract/mints.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { mintAccountBytes, nonTransferable, pausable, transferHook } from '../../../../support/mint-bytes.ts'
import { vault } from '../pool-node.ts'
import { accountOf, mintAccount, poolOf } from '../replay-case.ts'
import { tradeThereAndBack } from '../round-trip.ts'
import { COIN, CREATOR, curveAccounts, NEW_CURVE, readCoinCurve, SETTINGS } from './curve-accounts.ts'
import { type CurveCase, type CurveFile, replayCurveCase } from './curve-case.ts'

const TRADER = keypairFromText('curve trader')
const CLOCK = { slot: 1, unixSec: 1, epoch: 1 }
const SOL = 1_000_000_000n
const BYTES_OF_USER_VOLUME = 128 + 137
const BYTES_OF_EMPTY = 128
const BYTES_OF_TOKEN_ACCOUNT = 128 + 165

function openCurve(accounts: readonly AccountView[] = curveAccounts()): TradablePool {
  const read = readCoinCurve(accounts)
  assert(read.ok, read.ok ? '' : read.message)
  return read.value
}

const swapOf = (user: string) => ({ user, inputAccount: `${user} in`, outputAccount: `${user} out` })

test('every open curve of the world trades both ways for exactly what was quoted', () => {
  const { chain, world } = sharedTestWorld()
  const open = [...world.launches.keys()].filter((mint) => {
    const account = chain.account(bondingCurvePda(mint).address)
    return account !== null && decodeBondingCurve(account.data)?.complete === false
  })
  assert(open.length > 3, `${open.length} open curves`)
  let [buys, sells] = [0, 0]
  for (const mint of open) {
    const done = tradeThereAndBack(chain, pumpfun, { pool: bondingCurvePda(mint).address, mint }, TRADER)
    buys += done.buys.length
    sells += done.sells.length
  }
  assert(buys >= 3 * open.length && sells >= 3 * open.length, `${buys} buys, ${sells} sells on ${open.length} curves`)
})

test('quotes and instructions are those of the SDK and the IDL in every state that was compared', () => {
  const path = new URL('../../../../fixtures/dexes/pumpfun-trading.json', import.meta.url)
  const file = JSON.parse(readFileSync(path, 'utf8')) as CurveFile & { readonly cases: readonly CurveCase[] }
  assert(file.cases.length >= 50)
  assert(file.cases.some(({ built }) => built !== undefined))
  let trades = 0
  for (const one of file.cases) trades += replayCurveCase(file, one)
  assert.equal(trades, 6 * file.cases.length)
})

const spendings = fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 200n * SOL))

test('more money never buys less, and never costs more than was offered', () => {
  const pool = openCurve()
  fc.assert(
    fc.property(spendings, spendings, (one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      const [small, large] = [less, more].map((spent) => pool.quote(NATIVE_MINT, spent, CLOCK))
      assert((small?.amountOutRaw ?? 0n) <= (large?.amountOutRaw ?? 0n))
      assert((small?.amountInRaw ?? 0n) <= less)
      // A lamport lost to rounding moves the price of less than this by more than a millionth.
      if (!small || !large || less < SOL / 100n) return
      assert(small.priceImpactPpm <= large.priceImpactPpm + 1)
    }),
    { numRuns: 300 },
  )
})

test('what was bought is never sold for more than it cost, and more tokens never bring less', () => {
  const before = openCurve()
  fc.assert(
    fc.property(spendings, fc.bigInt(1n, 1_000n), (spent, share) => {
      const bought = before.quote(NATIVE_MINT, spent, CLOCK)
      const traded = quoteBuyExactQuote(NEW_CURVE, { protocolFeeBps: 95n, creatorFeeBps: 30n }, spent)
      if (bought === null || traded === null || traded.completes) return
      const after = openCurve(curveAccounts({ curve: { ...NEW_CURVE, ...traded.after } }))
      const all = after.quote(COIN, bought.amountOutRaw, CLOCK)
      const part = after.quote(COIN, (bought.amountOutRaw * share) / 1_000n, CLOCK)
      assert((all?.amountOutRaw ?? 0n) < bought.amountInRaw)
      assert((part?.amountOutRaw ?? 0n) <= (all?.amountOutRaw ?? 0n))
    }),
    { numRuns: 200 },
  )
})

test('more money than the curve has tokens for takes only what they cost', () => {
  const quote = openCurve().quote(NATIVE_MINT, 500n * SOL, CLOCK)
  assert(quote)
  assert.equal(quote.amountOutRaw, NEW_CURVE.realTokenReserves)
  assert(quote.amountInRaw > 86n * SOL && quote.amountInRaw < 87n * SOL, `${quote.amountInRaw}`)
  const fees = quote.fees.map(({ kind, mint }) => `${kind} ${mint}`)
  assert.deepEqual(fees, [`protocol ${NATIVE_MINT}`, `creator ${NATIVE_MINT}`])
})

test('the price impact of a small buy is its share of the reserve, fees left out', () => {
  const quote = openCurve().quote(NATIVE_MINT, 303_750_000n, CLOCK)
  // 0.3 SOL net into 30: 1 - 1 / 1.01.
  assert.equal(quote?.priceImpactPpm, 9_901)
  assert.deepEqual(
    quote.fees.map(({ raw }) => raw),
    [2_850_000n, 900_000n],
  )
})

test('nothing is quoted for nothing, for too much, or for a mint that is not traded here', () => {
  const pool = openCurve()
  for (const amount of [0n, -1n, 2n ** 64n]) assert.equal(pool.quote(NATIVE_MINT, amount, CLOCK), null)
  assert.equal(pool.quote(USDC_MINT, SOL, CLOCK), null)
  assert.equal(pool.quote(COIN, 1_000_000_000n, CLOCK), null, 'nobody has paid for what would be paid out')
})

test('the instruction carries the limit, in a size that never changes', () => {
  const pool = openCurve()
  const limit = (data: Uint8Array) => decodeLayout({ amount: 'u64', limit: 'u64' }, data, 8)!.value
  for (const inputMint of [NATIVE_MINT, COIN]) {
    const plain = pool.data(inputMint, 5n, 7n)
    assert.deepEqual(limit(plain), { amount: 5n, limit: 7n })
    const huge = pool.data(inputMint, 2n ** 64n - 1n, 2n ** 70n)
    assert.deepEqual(limit(huge), { amount: 2n ** 64n - 1n, limit: 2n ** 64n - 1n })
    assert.equal(huge.length, plain.length)
  }
})

test('fees go to recipients of the settings, spread over the traders', () => {
  const live = ['one', 'two', 'three'].map((text) => keypairFromText(`fee taker ${text}`).address)
  const buyback = ['four', 'five'].map((text) => keypairFromText(`fee taker ${text}`).address)
  const pad = (list: readonly string[], length: number) => [
    ...list,
    ...Array<string>(length - list.length).fill('1'.repeat(32)),
  ]
  const global = {
    ...SETTINGS,
    feeRecipient: live[0]!,
    feeRecipients: pad(live.slice(1), 7),
    buybackFeeRecipients: pad(buyback, 8),
  }
  const pool = openCurve(curveAccounts({ global }))
  const older = openCurve()
  const [protocol, back] = [new Set<string>(), new Set<string>()]
  for (let at = 0; at < 40; at++) {
    const swap = swapOf(keypairFromText(`trader ${at}`).address)
    const accounts = pool.accounts(NATIVE_MINT, swap)
    protocol.add(accounts[1]!.address)
    back.add(accounts.at(-1)!.address)
    // Settings of before the buyback lists: those that were published.
    const published = older.accounts(COIN, swap)
    assert(FEE_RECIPIENTS.includes(published[1]!.address))
    assert(BUYBACK_FEE_RECIPIENTS.includes(published.at(-1)!.address))
  }
  assert.deepEqual([...protocol].sort(), [...live].sort())
  assert.deepEqual([...back].sort(), [...buyback].sort())
})

test('a curve quoted in dollars moves tokens, and its fees go where there is an account for them', () => {
  const curve = { ...NEW_CURVE, quoteMint: USDC_MINT }
  const ready = FEE_RECIPIENTS[5]!
  const others = [
    mintAccount(USDC_MINT, TOKEN_PROGRAM, 10n ** 15n),
    vault(associatedTokenAddress(ready, USDC_MINT), USDC_MINT, ready, 1n),
  ]
  const pool = openCurve(curveAccounts({ curve, others }))
  assert.deepEqual([pool.quoteMint, pool.movesLamports], [USDC_MINT, false])
  assert.equal(pool.quote(NATIVE_MINT, SOL, CLOCK), null)
  const bought = pool.quote(USDC_MINT, SOL, CLOCK)
  assert(bought?.fees.every(({ mint }) => mint === USDC_MINT))
  const accounts = pool.accounts(USDC_MINT, swapOf(TRADER.address))
  assert.equal(accounts.length, 27)
  assert.deepEqual([accounts[6]!.address, accounts[15]!.address], [ready, `${TRADER.address} in`])
  // The volume account with its token account, the buyback taker's and the creator's.
  assert.equal(pool.rentBytes, BYTES_OF_USER_VOLUME + 3 * BYTES_OF_TOKEN_ACCOUNT)
})

test('a trade in SOL may cost the rent of the volume account and what the creator vault lacks', () => {
  assert.equal(openCurve().rentBytes, BYTES_OF_USER_VOLUME + BYTES_OF_EMPTY)
  assert.deepEqual(openCurve().creator, CREATOR)
})

test('what is no open curve of the token is refused with the reason', () => {
  const address = bondingCurvePda(COIN).address
  const coin = (owner: string, data: Uint8Array) => curveAccounts({ others: [accountOf(COIN, owner, data)] })
  const extended = (...extensions: Parameters<typeof mintAccountBytes>[1] & {}) =>
    coin(TOKEN_2022_PROGRAM, mintAccountBytes({}, extensions))
  const cases: readonly (readonly [readonly AccountView[], RegExp])[] = [
    [[], /is no pump.fun curve/],
    [
      curveAccounts().map((one) => (one.address === address ? { ...one, owner: TOKEN_PROGRAM } : one)),
      /is no pump.fun/,
    ],
    [curveAccounts({ curve: { ...NEW_CURVE, complete: true } }), /is complete/],
    [curveAccounts({ curve: { ...NEW_CURVE, virtualTokenReserves: 0n, complete: true } }), /is complete/],
    [curveAccounts({ curve: { ...NEW_CURVE, virtualQuoteReserves: 0n } }), /has no price/],
    [curveAccounts().filter((one) => one.address !== PUMP_GLOBAL), /settings of pump.fun/],
    [curveAccounts().filter((one) => one.address !== COIN), /not a token mint/],
    [coin(TOKEN_PROGRAM, new Uint8Array(82)), /not a token mint/],
    [extended(pausable(CREATOR, true)), /are paused/],
    [extended(nonTransferable()), /cannot be transferred/],
    [extended(transferHook(CREATOR)), /run a program of their own/],
    [curveAccounts({ curve: { ...NEW_CURVE, quoteMint: USDC_MINT } }), /not a token mint/],
  ]
  for (const [accounts, reason] of cases) {
    const read = readCoinCurve(accounts)
    assert(!read.ok, `${reason}`)
    assert.equal(read.code, 'no_route')
    assert.match(read.message, reason)
  }
  const other = poolOf(pumpfun, { address, mint: USDC_MINT }, curveAccounts())
  assert(!other.ok)
  assert.match(other.message, /is not the curve of/)
  assert.equal(PUMP_PROGRAM, openCurve(extended(pausable(CREATOR, false))).programId, 'not paused now')
})
