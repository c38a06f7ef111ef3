import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WALLET_BOOKS } from '../../../src/config/wallet-books.ts'
import type { Context } from '../../../src/context.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import type { TradeEvent } from '../../../src/contract/tape-event.ts'
import { rankForPrices } from '../../../src/services/wallet-books/rank-for-prices.ts'
import { tradeFact } from '../../support/tape-facts.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const OPERATORS = 'of the operator’s own list'

/** A trade of 100 dollars, each a quote unit, after which the pool holds `inPool` of them where it says so. */
function trade(priceUsd: number | null, inPool: number | null, given: Partial<TradeEvent> = {}): TradeEvent {
  const amountUsd = priceUsd === null ? null : 100
  const quoteReserveRaw = inPool === null ? null : BigInt(inPool) * 1_000_000n
  const quote = { quoteAmountRaw: 100_000_000n, quoteDecimals: 6, quoteReserveRaw }
  return { ...tradeFact(1, 0, { priceUsd, amountUsd, ...quote }), seq: 1, ...given }
}

/** Newest first. */
const TRADES: Readonly<Record<string, readonly TradeEvent[]>> = {
  Cheap: [trade(0.001, 9_000)],
  Dear: [trade(3, 9_000, { decimals: 9 })],
  Middle: [trade(2, 9_000)],
  Unpriced: [trade(null, 9_000)],
  // Worth millions at the last price, with less in the pool than a whole Middle costs.
  Absurd: [trade(1e9, 1)],
  // Its pool does not say what is in it: 20 times the 0.1 dollars that moved.
  Silent: [trade(1e9, null, { dex: 'orca', amountUsd: 0.125 })],
  Unknown: [trade(1e9, null, { dex: 'amm:unknown:Program' })],
  // Traded last in a pool that someone made for that.
  Undercut: [trade(1e-12, 1, { pool: 'another' }), trade(2.2, 9_000)],
}

const trades = ({ address }: { readonly address: string }) => ({ trades: TRADES[address] ?? [], nextBeforeSeq: null })
function contextOf(trustLists = true) {
  return { config: { trustLists, whitelistMints: [OPERATORS] }, store: { tape: { trades } } } as unknown as Context
}
/** As many as all have a price anyway, of which nothing is known. */
const OTHERS = Array.from({ length: WALLET_BOOKS.pricedTokens }, (_, at) => [`other ${at}`, 1n] as const)
const BALANCES: ReadonlyMap<string, bigint> = new Map([
  ...OTHERS,
  ['Anyone', 10n ** 18n],
  ['Cheap', 5_000_000n],
  ['Dear', 1_000_000_000n],
  ['Middle', 1_000_000n],
  ['Unpriced', 10n ** 18n],
  ['Absurd', 10n ** 18n],
  ['Silent', 10n ** 18n],
  ['Unknown', 10n ** 18n],
  ['Undercut', 1_000_000n],
  [BONK, 1n],
  [OPERATORS, 1n],
  [USDC_MINT, 1n],
  [WSOL_MINT, 0n],
])
/** Without the others. */
async function rank(ctx: Context, wallet = 'a stranger', balances = BALANCES): Promise<readonly string[]> {
  const ranked = await rankForPrices(ctx, { wallet, balances })
  assert.equal(ranked.length, balances.size)
  return ranked.filter((mint) => !mint.startsWith('other'))
}

test('SOL and dollars come first, then known mints, then tokens by what their pools could pay, those never seen last', async () => {
  const [first, second, third, fourth, ...rest] = await rank(contextOf())
  assert.deepEqual(new Set([first, second]), new Set([WSOL_MINT, USDC_MINT]))
  assert.deepEqual(new Set([third, fourth]), new Set([BONK, OPERATORS]))
  assert.deepEqual(rest, ['Dear', 'Silent', 'Undercut', 'Middle', 'Absurd', 'Cheap', 'Unknown', 'Unpriced', 'Anyone'])
})

test('without the lists of known mints only those of the operator come before the others', async () => {
  const ranked = await rank(contextOf(false))
  assert.equal(ranked[2], OPERATORS)
  assert(ranked.indexOf(BONK) > ranked.indexOf('Unpriced'))
})

test('every second place is for what the wallet traded itself, the best of it first', async () => {
  const own = ['Middle', 'Cheap', 'Unpriced'].map((mint) => trade(1, 1, { mint }))
  const ofTape = (scope: { readonly by: string; readonly address: string }) =>
    scope.by === 'wallet' ? { trades: scope.address === 'me' ? own : [], nextBeforeSeq: null } : trades(scope)
  const ctx = { ...contextOf(), store: { tape: { trades: ofTape } } } as unknown as Context
  const [, , , , ...rest] = await rank(ctx, 'me')
  assert.deepEqual(rest, ['Middle', 'Dear', 'Cheap', 'Silent', 'Undercut', 'Absurd', 'Unknown', 'Unpriced', 'Anyone'])
})

test('the order of what ranks alike is that of the addresses, whatever order the balances come in', async () => {
  const balances = ['Nobody', 'Cheap', 'Anyone', 'Somebody', 'Dear'].map((mint) => [mint, 5_000_000n] as const)
  for (const order of [balances, balances.toReversed()]) {
    const ranked = await rank(contextOf(), 'me', new Map([...OTHERS, ...order]))
    assert.deepEqual(ranked, ['Dear', 'Cheap', 'Anyone', 'Nobody', 'Somebody'])
  }
})

test('a wallet whose tokens all have a price costs no look at the tape', async () => {
  const ctx = { config: {}, store: { tape: {} } } as unknown as Context
  const balances = new Map(OTHERS)
  assert.deepEqual(await rankForPrices(ctx, { wallet: 'me', balances }), [...balances.keys()])
})

test('of a wallet with very many tokens the tape is asked for the last trade of each alone', async () => {
  const asked = new Set<number>()
  const ofTape = ({ by }: { readonly by: string }, { limit }: { readonly limit: number }) => {
    if (by === 'mint') asked.add(limit)
    return { trades: [], nextBeforeSeq: null }
  }
  const ctx = { ...contextOf(), store: { tape: { trades: ofTape } } } as unknown as Context
  const balances = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`token ${at}`, 1n] as const))
  for (const count of [WALLET_BOOKS.pricedTokens + 1, 200, 5_000])
    await rankForPrices(ctx, { wallet: 'me', balances: balances(count) })
  assert.deepEqual([...asked], [5, 2, 1])
})

test('a busy wallet’s own trades are looked at in pieces, and no more of them than the bound', async () => {
  for (const [seen, pieces] of [
    [3 * WALLET_BOOKS.ownTradesPerTurn, 3],
    [Number.POSITIVE_INFINITY, WALLET_BOOKS.ownTrades / WALLET_BOOKS.ownTradesPerTurn],
  ] as const) {
    const asked: number[] = []
    const ofTape = ({ by }: { readonly by: string }, { limit, blocks }: { limit: number; blocks?: number }) => {
      if (by !== 'wallet') return { trades: [], nextBeforeSeq: null }
      assert.equal(blocks, limit)
      asked.push(limit)
      return { trades: [], nextBeforeSeq: asked.length * limit < seen ? 1_000 - asked.length : null }
    }
    const ctx = { ...contextOf(), store: { tape: { trades: ofTape } } } as unknown as Context
    await rankForPrices(ctx, { wallet: 'me', balances: BALANCES })
    assert.deepEqual(asked, new Array(pieces).fill(WALLET_BOOKS.ownTradesPerTurn))
  }
})
