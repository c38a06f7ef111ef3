import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import type { ChainTransaction, TokenBalance } from '../../../src/chain/solana/transaction.ts'
import { findPriors } from '../../../src/services/forensics/find-priors.ts'
import { insidersOf } from '../../../src/services/forensics/launch-insiders.ts'
import { measurePrior, type PriorHistory } from '../../../src/services/forensics/measure-prior.ts'
import { otherBuysOf } from '../../../src/services/forensics/other-buys.ts'
import type { Acts } from '../../../src/services/forensics/transaction-acts.ts'
import { ANY_OWNER as BINANCE } from '../../support/bundle-of.ts'
import { DEV, fundedBy } from '../../support/forensic-evidence.ts'
import { walletAt } from '../../support/layer-inputs.ts'

const MINT = walletAt(300)
const POOL = walletAt(301)
const [HELPER, CROWD] = [walletAt(1), walletAt(2)] as const
let counted = 0

type Own = {
  readonly signature?: string
  readonly sec?: number
  readonly slot?: number
  readonly pre?: readonly TokenBalance[]
  readonly post?: readonly TokenBalance[]
  readonly keys?: readonly string[]
}

function actsAt(sec: number, parts: Partial<Pick<Acts, 'trades' | 'launches' | 'transfers'>>, own: Own = {}): Acts {
  const transaction = {
    signature: own.signature ?? `transaction ${counted++}`,
    slot: own.slot ?? 1_000 + sec,
    blockTimeSec: sec,
    feePayer: DEV,
    signers: [DEV],
    instructions: [],
    innerInstructions: [],
    accountKeys: own.keys ?? [],
    preTokenBalances: own.pre ?? [],
    postTokenBalances: own.post ?? [],
  } as unknown as ChainTransaction
  return { transaction, trades: [], launches: [], transfers: [], ...parts }
}

/** A trade after which the price is `price` SOL per token of six decimals. */
function tradeAt(sec: number, side: 'buy' | 'sell', trader: string, base: bigint, price: number, own: Own = {}): Acts {
  const acts = actsAt(sec, {}, own)
  const { signature, slot, blockTimeSec } = acts.transaction
  const trade = {
    dex: 'pumpfun' as const,
    programId: POOL,
    pool: POOL,
    signature,
    instructionPath: [0, -1] as const,
    slot,
    blockTimeSec,
    indexInBlock: null,
    side,
    trader,
    baseMint: MINT,
    quoteMint: NATIVE_MINT,
    baseAmountRaw: base,
    quoteAmountRaw: 1n,
    baseReserveRaw: 1_000_000n,
    quoteReserveRaw: BigInt(Math.round(price * 1e9)),
  }
  return { ...acts, trades: [trade] }
}

function launchAct(
  creator: string | null,
  kind: 'launch' | 'pool' | 'graduation' = 'launch',
  mint = MINT,
  own: Own = {},
): Acts {
  const acts = actsAt(0, {}, own)
  const { signature, slot, blockTimeSec } = acts.transaction
  const nameless = { name: null, symbol: null, uri: null, instructionPath: [0, -1] as const }
  const launch = {
    dex: 'pumpfun' as const,
    kind,
    pool: POOL,
    mint,
    quoteMint: NATIVE_MINT,
    creator,
    signature,
    slot,
    blockTimeSec,
    ...nameless,
  }
  return { ...acts, launches: [launch] }
}

const launch = {
  mint: MINT,
  signature: 'launch',
  slot: 1_000,
  timeSec: 0,
  dex: 'pumpfun',
  quoteMint: NATIVE_MINT,
  curve: null,
  pools: [],
}
const measure = (acts: readonly Acts[], own: Partial<PriorHistory> = {}) =>
  measurePrior({
    launch,
    dev: DEV,
    insiders: new Set([HELPER]),
    acts,
    complete: true,
    supplyRaw: 1_000_000n,
    decimals: 6,
    slotMs: 400,
    ...own,
  })

test('prices, peak and last trade come from the reserves after each trade', () => {
  const { openPriceQuote, peakPriceQuote, peakTimeSec, lastPriceQuote, lastTradeTimeSec, trades } = measure([
    tradeAt(1, 'buy', DEV, 10n, 2),
    tradeAt(5, 'buy', CROWD, 10n, 5),
    tradeAt(9, 'sell', CROWD, 5n, 3),
  ])
  assert.deepEqual(
    [openPriceQuote, peakPriceQuote, peakTimeSec, lastPriceQuote, lastTradeTimeSec, trades],
    [2, 5, 5, 3, 9, 3],
  )
})

test('trades of other tokens, and in other money, are not prices of this one', () => {
  const foreign = tradeAt(5, 'buy', CROWD, 10n, 50)
  const other = { ...foreign, trades: foreign.trades.map((trade) => ({ ...trade, baseMint: walletAt(9) })) }
  const inDollars = { ...foreign, trades: foreign.trades.map((trade) => ({ ...trade, quoteMint: walletAt(8) })) }
  const { peakPriceQuote, trades } = measure([tradeAt(1, 'buy', DEV, 10n, 2), other, inDollars])
  assert.deepEqual([peakPriceQuote, trades], [2, 2])
})

test('nothing traded gives nulls and no figures', () => {
  const { openPriceQuote, peakPriceQuote, lastPriceQuote, collapsedTimeSec, exit, pulled, trades } = measure([])
  assert.deepEqual(
    [openPriceQuote, peakPriceQuote, lastPriceQuote, collapsedTimeSec, exit, pulled, trades],
    [null, null, null, null, null, null, 0],
  )
})

test('a collapse is nine tenths below the peak so far and not above a fifth again within a day', () => {
  const fall = (...later: readonly number[]) =>
    measure([tradeAt(1, 'buy', CROWD, 1n, 10), ...later.map((price, i) => tradeAt(2 + i, 'sell', CROWD, 1n, price))])
      .collapsedTimeSec
  assert.equal(fall(1.01), null)
  assert.equal(fall(1), 2)
  assert.equal(fall(1, 2), 2, 'a fifth is not above a fifth')
  assert.equal(fall(1, 2.1), null, 'it came back')
  assert.equal(fall(1, 2.1, 0.9), 4)
})

test('the exit is the burst of makers within two minutes that moved most, with the prices around it', () => {
  const { exit, devSoldRaw, insidersSoldRaw, devBoughtRaw } = measure([
    tradeAt(0, 'buy', DEV, 500n, 2),
    tradeAt(10, 'sell', DEV, 50n, 1.9),
    tradeAt(500, 'buy', CROWD, 10n, 6),
    tradeAt(600, 'sell', DEV, 100n, 5, { signature: 'first of it' }),
    tradeAt(650, 'sell', CROWD, 900n, 4.5),
    tradeAt(720, 'sell', HELPER, 200n, 4),
    tradeAt(721, 'sell', HELPER, 40n, 3),
    tradeAt(900, 'buy', CROWD, 10n, 3.5),
    tradeAt(950, 'sell', CROWD, 10n, 3.2),
  ])
  assert.deepEqual(exit, {
    signature: 'first of it',
    timeSec: 600,
    wallets: 2,
    soldRaw: '300',
    priceBeforeQuote: 6,
    priceAfterQuote: 4,
    highestAfterQuote: 3.5,
  })
  assert.deepEqual([devBoughtRaw, devSoldRaw, insidersSoldRaw], ['500', '150', '240'])
  assert.equal(measure([tradeAt(1, 'sell', CROWD, 5n, 1)]).exit, null, 'strangers are no makers')
})

const balance = (accountIndex: number, mint: string, amountRaw: bigint): TokenBalance => ({
  accountIndex,
  mint,
  owner: POOL,
  programId: null,
  amountRaw,
  decimals: 6,
})
const sides = (base: bigint, quote: bigint) => [balance(1, MINT, base), balance(2, NATIVE_MINT, quote)]

test('vaults that belong to one authority for all pools are assigned by the pool that the transaction names', () => {
  const AUTHORITY = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'
  const row = (accountIndex: number, mint: string, amountRaw: bigint): TokenBalance => ({
    accountIndex,
    mint,
    owner: AUTHORITY,
    amountRaw,
    decimals: 6,
    programId: null,
  })
  const [pre, post] = [
    [row(1, MINT, 1_000n), row(2, NATIVE_MINT, 400n)],
    [row(1, MINT, 100n), row(2, NATIVE_MINT, 40n)],
  ]
  const pool = launchAct(DEV, 'pool')
  const pulledBy = (own: Own, parts: Parameters<typeof actsAt>[1] = {}) =>
    measure([pool, actsAt(70, parts, own)]).pulled
  assert.equal(pulledBy({ pre, post, keys: [POOL] })?.sharePct, 90)
  assert.equal(pulledBy({ pre, post, keys: [walletAt(5)] }), null, 'of another pool')
  const three = [...pre, row(3, walletAt(6), 5n)]
  assert.equal(pulledBy({ pre: three, post, keys: [POOL] }), null, 'two pools at once: nobody knows whose is whose')
  const { launches } = launchAct(null, 'graduation')
  assert.equal(pulledBy({ pre, post, keys: [POOL] }, { launches }), null, 'a curve that moves into its pool')
})

test('liquidity is pulled when both sides of a pool shrink outside of a trade', () => {
  const pool = launchAct(DEV, 'pool')
  const pulled = (post: readonly TokenBalance[], own = {}) =>
    measure([pool, { ...actsAt(70, {}, { signature: 'pull', pre: sides(1_000n, 400n), post }), ...own }]).pulled
  assert.deepEqual(pulled(sides(250n, 100n)), { signature: 'pull', timeSec: 70, sharePct: 75 })
  assert.deepEqual(pulled([]), { signature: 'pull', timeSec: 70, sharePct: 100 })
  assert.equal(pulled(sides(1_200n, 100n)), null, 'a sale moves the sides apart')
  assert.equal(pulled(sides(250n, 100n), { trades: tradeAt(70, 'sell', DEV, 1n, 1).trades }), null)
  const { pulled: onCurve } = measure([launchAct(DEV), actsAt(70, {}, { pre: sides(1_000n, 400n), post: [] })])
  assert.equal(onCurve, null, 'a curve that graduates gives its tokens to its pool')
})

test('a creator’s tokens are those launched in its name, and mints of its own with a pool', () => {
  const [other, pooled] = [walletAt(310), walletAt(311)]
  const found = findPriors(DEV, [
    launchAct(DEV, 'launch', MINT, { slot: 10 }),
    launchAct(CROWD, 'launch', other, { slot: 11 }),
    launchAct(DEV, 'pool', pooled, { slot: 12 }),
    launchAct(DEV, 'pool', MINT, { slot: 13 }),
  ])
  assert.deepEqual(
    found.map(({ mint, curve, pools, slot }) => [mint, curve, pools, slot]),
    [[MINT, POOL, [POOL], 10]],
    'a pool for a coin of others is no launch',
  )
})

test('helpers of an earlier launch are recognised by money, payer or transaction', () => {
  const trace = (from: string | null) => ({
    history: null,
    firstSeenSec: null,
    firstSeenSlot: null,
    funding: from === null ? null : fundedBy(from),
    partial: false,
  })
  const entry = (wallet: string, position: number) => ({
    wallet,
    signature: `buy of ${wallet}`,
    feePayer: wallet,
    position,
  })
  const [A, B, C] = [walletAt(11), walletAt(12), walletAt(13)] as const
  const PURSE = walletAt(14)
  const entries = [entry(DEV, 0), entry(A, 1), entry(B, 2), entry(C, 3)]
  const find = (funders: Record<string, string | null>, paid: readonly string[] = []) =>
    [
      ...insidersOf(
        DEV,
        entries,
        new Map(Object.entries(funders).map(([wallet, from]) => [wallet, trace(from)])) as never,
        new Set(paid),
      ),
    ].sort()
  assert.deepEqual(find({ [A]: PURSE, [B]: PURSE, [C]: walletAt(15) }), [A, B].sort())
  assert.deepEqual(find({ [A]: BINANCE, [B]: null, [C]: null }), [], 'an exchange funds strangers')
  assert.deepEqual(find({ [DEV]: PURSE, [C]: PURSE }), [C], 'tied to the creator, not its neighbour')
  assert.deepEqual(find({}, [B]), [B], 'the creator sent it money')
})

test('other tokens of a sniper are counted once, from its first purchase', () => {
  const [A, B] = [walletAt(21), walletAt(22)] as const
  const buy = (mint: string, slot: number, side: 'buy' | 'sell' = 'buy', trader = CROWD) => {
    const acts = tradeAt(1, side, trader, 1n, 1, { slot, signature: `at ${slot}` })
    return { ...acts, trades: acts.trades.map((trade) => ({ ...trade, baseMint: mint })) }
  }
  const found = otherBuysOf(CROWD, MINT, [buy(A, 9), buy(A, 7), buy(B, 8, 'sell'), buy(MINT, 6), buy(B, 5, 'buy', DEV)])
  assert.deepEqual(found, [{ mint: A, slot: 7, signature: 'at 7' }])
})

test('buying an old rug back up, more than a day later, does not undo it', () => {
  const DAY = 86_400
  const back = (afterSecs: number) =>
    measure([
      tradeAt(1, 'buy', DEV, 100n, 10),
      tradeAt(2, 'sell', DEV, 100n, 1),
      tradeAt(2 + afterSecs, 'buy', CROWD, 10n, 30),
    ])
  assert.deepEqual(
    [back(DAY).collapsedTimeSec, back(DAY).exit?.highestAfterQuote],
    [null, 30],
    'within the day it came back',
  )
  assert.deepEqual([back(DAY + 1).collapsedTimeSec, back(DAY + 1).exit?.highestAfterQuote], [2, null])
})
