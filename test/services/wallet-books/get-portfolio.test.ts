import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { WALLET_BOOKS } from '../../../src/config/wallet-books.ts'
import type { Context } from '../../../src/context.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import type { TradeFacts } from '../../../src/contract/tape-event.ts'
import type { PortfolioReply } from '../../../src/contract/wallet-portfolio.ts'
import { getPortfolio } from '../../../src/services/wallet-books/get-portfolio.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { nodeOfHolder } from '../../support/held-tokens.ts'
import { listedPairs, makePair } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { addressOf, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const WALLET = addressOf('wallet')
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'
const SOL_USD = 100

/** A token of the wallet: what the tape and the provider say of it. */
type Held = {
  readonly mint: string
  readonly tokens: number
  readonly priceUsd: number
  readonly liquidityUsd: number
  readonly trades: readonly Partial<TradeFacts>[]
}

const lamports = (usd: number): bigint => BigInt(Math.round((usd / SOL_USD) * 1e9))

/** A trade of so many dollars at a price; after it the pool has `inPoolUsd` of SOL, where it says so. */
function trade(priceUsd: number, amountUsd: number, inPoolUsd: number | null): Partial<TradeFacts> {
  return {
    priceUsd,
    amountUsd,
    amountRaw: BigInt(Math.max(1, Math.round((amountUsd / priceUsd) * 1e6))),
    quoteAmountRaw: lamports(amountUsd),
    quoteReserveRaw: inPoolUsd === null ? null : lamports(inPoolUsd),
    reserveRaw: inPoolUsd === null ? null : BigInt(Math.max(1, Math.round((inPoolUsd / priceUsd) * 1e6))),
  }
}

const real = (name: string, worthUsd: number, trades: Held['trades']): Held => ({
  mint: addressOf(name),
  tokens: worthUsd / 2,
  priceUsd: 2,
  liquidityUsd: 50_000,
  trades,
})

/** Sent by a stranger: a million whole tokens that last traded at a million dollars. */
const dust = (name: string, trades: Held['trades']): Held => ({
  mint: addressOf(name),
  tokens: 1e6,
  priceUsd: 1e6,
  liquidityUsd: 0.02,
  trades,
})
const many = (count: number, of: (at: number) => Held): readonly Held[] =>
  Array.from({ length: count }, (_, at) => of(at))

/** A wallet with 2 SOL and these tokens, its node, its tape and a provider of prices. */
async function setUp(t: TestContext, held: readonly Held[]) {
  const tape = openTestTape(t)
  const trades = held.flatMap(({ mint, trades: own }) => own.map((one) => ({ mint, ...one })))
  const slots = trades.map((one, at) =>
    slotOf(at + 1, [tradeFact(at + 1, 0, { pool: addressOf(`pool of ${one.mint}`), ...one })]),
  )
  await tape.writer!.appendSlots(slots, 1)
  const tokens = held.map((one) => ({ mint: one.mint, amountRaw: BigInt(Math.round(one.tokens * 1e6)) }))
  const rpc = nodeOfHolder(WALLET, 2_000_000_000n, tokens)
  const pairs = held.map(({ mint, priceUsd, liquidityUsd }) => makePair(mint, { priceUsd, liquidityUsd }))
  const { provider, asked } = listedPairs([makePair(WSOL_MINT, { priceUsd: SOL_USD }), ...pairs])
  const { ctx } = fakeContext({
    parts: {
      upstreams: { ...NO_UPSTREAMS, pairs: provider },
      chain: { rpc } as Context['chain'],
    },
    store: { tape },
  })
  const ask = async (): Promise<PortfolioReply> => {
    const reply = await getPortfolio(ctx, WALLET, false, new AbortController().signal)
    assert(reply.ok, JSON.stringify(reply))
    return reply.value
  }
  return { ask, asked }
}

const priceOf = ({ tokens }: PortfolioReply, { mint }: Held) => tokens.find((one) => one.mint === mint)?.price

const REAL: readonly Held[] = [
  real('deep', 900, [trade(2, 40, 30_000)]),
  real('small', 20, [trade(2, 5, 400)]),
  // Ranges do not say what is in them.
  real('range', 300, [{ ...trade(2, 25, null), dex: 'orca' }]),
  // Its last trade was a stranger's, in a pool of his own where it costs nothing.
  real('undercut', 250, [trade(2, 30, 9_000), { ...trade(1e-9, 0.01, 0.01), pool: addressOf('cheap pool') }]),
  // On the list of known mints, and not traded lately.
  { ...real('known', 500, []), mint: JUP },
]

test('a hundred tokens of absurd last prices and empty pools leave the prices of real ones where they are', async (t) => {
  const spam = [
    ...many(60, (at) => dust(`dust ${at}`, [trade(1e6, 0.01, 0.01)])),
    ...many(20, (at) => dust(`dust range ${at}`, [{ ...trade(1e6, 0.01, null), dex: 'orca' }])),
    // Whose program it is no one knows: it may report what it likes.
    ...many(20, (at) =>
      dust(`dust program ${at}`, [{ ...trade(1e6, 50_000, null), dex: `amm:unknown:${addressOf('program')}` }]),
    ),
  ]
  const { ask, asked } = await setUp(t, [...spam, ...REAL])
  const reply = await ask()
  for (const one of REAL) assert.equal(priceOf(reply, one), one.priceUsd, one.mint)
  const worth = REAL.reduce((sum, { tokens, priceUsd }) => sum + tokens * priceUsd, 2 * SOL_USD)
  assert(Math.abs(reply.totalValueUSD - worth) < 1e-6, `${reply.totalValueUSD} ${worth}`)
  assert.equal(new Set(asked.flat()).size, WALLET_BOOKS.pricedTokens)
  assert.deepEqual(reply.missing, [`prices of ${spam.length + REAL.length + 1 - WALLET_BOOKS.pricedTokens} tokens`])
})

test('however much money a hundred tokens show for a moment, half of the prices are for what the wallet traded itself', async (t) => {
  // Money that goes round: it stands in each pool for one trade, and the tape does not see it leave.
  const gifts = many(100, (at) => dust(`gift ${at}`, [trade(1e6, 50, 80_000)]))
  const maker = WALLET
  const own = many(WALLET_BOOKS.pricedTokens / 2, (at) => real(`own ${at}`, 40, [{ ...trade(2, 30, 9_000), maker }]))
  const { ask } = await setUp(t, [...gifts, ...own])
  const reply = await ask()
  for (const one of own) assert.equal(priceOf(reply, one), one.priceUsd, one.mint)
})

test('dollars beyond the pool of their price are part of the total, as in a history: every pool of theirs pays them', async (t) => {
  const dollars: Held = { mint: USDC_MINT, tokens: 50_000, priceUsd: 1, liquidityUsd: 900, trades: [] }
  const { ask } = await setUp(t, [dollars, dust('dust', [])])
  const { tokens, totalValueUSD } = await ask()
  assert.equal(tokens.find(({ mint }) => mint === USDC_MINT)?.thin, false)
  assert.equal(totalValueUSD, 50_000 + 2 * SOL_USD)
})
