import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { readConfig } from '../../../src/config/env.ts'
import type { Context } from '../../../src/context.ts'
import type { TradeEvent, TradeFacts } from '../../../src/contract/tape-event.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import type { TapeSubject } from '../../../src/services/first-party/check-subject.ts'
import { listTrades } from '../../../src/services/first-party/list-trades.ts'
import { getTokenStats } from '../../../src/services/first-party/token-stats.ts'
import { getTokenTraders } from '../../../src/services/first-party/token-traders.ts'
import { getWalletPnl } from '../../../src/services/first-party/wallet-pnl.ts'
import { getWalletTokens } from '../../../src/services/first-party/wallet-tokens.ts'
import type { Tape } from '../../../src/store/tape/types.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { addressOf, FIRST_SECOND, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

/** Whatever a fork takes back, the answers are those of a computation by hand over the blocks that are left. */

const MAKERS = ['a', 'b', 'c', 'd'].map((name) => addressOf(`maker ${name}`))
const MINTS = ['x', 'y', 'z'].map((name) => addressOf(`mint ${name}`))
const USDC = addressOf('usdc')
/** The longest chain that can be drawn lasts 12.5 days: it ends before the clock and fits into the window of 14. */
const MAX_STEPS = 6
const MAX_BLOCKS = 6
const MAX_STEP_SECS = 30_000

type Drawn = {
  readonly maker: number
  readonly mint: number
  readonly isSell: boolean
  readonly units: number
  readonly quote: number
  readonly isSol: boolean
  readonly usd: number | null
}
type Step = { readonly blocks: readonly (readonly Drawn[])[]; readonly takeBack: number; readonly secs: number }

const drawn: fc.Arbitrary<Drawn> = fc.record({
  maker: fc.nat(MAKERS.length - 1),
  mint: fc.nat(MINTS.length - 1),
  isSell: fc.boolean(),
  units: fc.integer({ min: 1, max: 9 }),
  quote: fc.integer({ min: 0, max: 99 }),
  isSol: fc.boolean(),
  usd: fc.option(fc.integer({ min: 0, max: 50 }), { nil: null, freq: 6 }),
})
const step: fc.Arbitrary<Step> = fc.record({
  blocks: fc.array(fc.array(drawn, { maxLength: 5 }), { minLength: 1, maxLength: MAX_BLOCKS }),
  takeBack: fc.nat(5),
  secs: fc.constantFrom(1, 30, 3_600, MAX_STEP_SECS),
})

type Block = { readonly slot: number; readonly facts: readonly TradeFacts[] }

async function play(tape: Tape, steps: readonly Step[]): Promise<Block[]> {
  const chain: Block[] = []
  let branch = 0
  let timeSec = FIRST_SECOND
  for (const { blocks, takeBack, secs } of steps) {
    branch++
    for (const rows of blocks) {
      timeSec += secs
      const slot = (chain.at(-1)?.slot ?? 9) + 1
      const facts = rows.map((row, at) => factOf(row, { slot, at, branch, timeSec }))
      await tape.writer!.appendSlot(slotOf(slot, facts, { branch: `${branch} `, blockTimeSec: timeSec }), 0)
      chain.push({ slot, facts })
    }
    const gone = chain.splice(Math.max(0, chain.length - takeBack))
    if (gone.length > 0) await tape.writer!.retract('solana', gone)
  }
  return chain
}

function factOf(
  { maker, mint, isSell, units, quote, isSol, usd }: Drawn,
  { slot, at, branch, timeSec }: { slot: number; at: number; branch: number; timeSec: number },
): TradeFacts {
  return tradeFact(slot, at, {
    branch: `${branch} `,
    blockTimeSec: timeSec,
    maker: MAKERS[maker]!,
    mint: MINTS[mint]!,
    side: isSell ? 'sell' : 'buy',
    amountRaw: BigInt(units),
    quoteAmountRaw: BigInt(quote),
    amountUsd: usd,
    priceUsd: usd === null ? null : usd / units,
    ...(isSol ? {} : { quoteMint: USDC }),
  })
}

function contextOver(t: TestContext, tape: Tape): Context {
  const config = readConfig({})
  const nowMs = (FIRST_SECOND + MAX_STEPS * MAX_BLOCKS * MAX_STEP_SECS) * 1_000
  const { ctx } = fakeContext({
    store: { tape, peek: () => undefined },
    config: { ingest: config.ingest, providers: { solanaRpc: { url: 'http://127.0.0.1:9', apiKey: null } } as never },
    parts: { clock: { ...systemClock(), nowMs: () => nowMs } },
  })
  void t
  return ctx
}

/** Units one at a time: each purchase a run of units with what each cost, so that the sums are whole numbers. */
function pnlByHand(trades: readonly TradeFacts[]) {
  const queue: { readonly lamports: number | null }[] = []
  let opening = 0
  let profit = 0
  let known = 0
  for (const { side, amountRaw, quoteAmountRaw, quoteMint } of trades) {
    const units = Number(amountRaw)
    const isSol = quoteMint !== USDC
    const total = Number(quoteAmountRaw)
    if (side === 'buy') {
      for (let unit = 0; unit < units; unit++) {
        const share = Math.floor((total * (unit + 1)) / units) - Math.floor((total * unit) / units)
        queue.push({ lamports: isSol ? share : null })
      }
      continue
    }
    const gone = queue.splice(0, units)
    opening += units - gone.length
    const costs = gone.flatMap(({ lamports }) => (lamports === null ? [] : [lamports]))
    if (!isSol || costs.length === 0) continue
    known += costs.length
    profit += Math.floor((total * costs.length) / units) - costs.reduce((all, one) => all + one, 0)
  }
  return { opening, closing: queue.length, profit: known === 0 ? null : String(profit) }
}

async function answered<T>(answer: Promise<{ ok: true; value: T } | { ok: false }>): Promise<T> {
  const given = await answer
  assert(given.ok)
  return given.value
}

async function assertWallet(ctx: Context, wallet: string, trades: readonly TradeFacts[]): Promise<void> {
  const subject: TapeSubject = { chain: 'solana', by: 'wallet', address: wallet }
  const query = { other: '', side: 'any', minUsd: 0, fromMs: null, toMs: null, limit: 500, cursor: '' } as const
  const listed = await answered(listTrades(ctx, subject, query))
  assert.deepEqual(listed.trades.map(withoutPlace), trades.toReversed().map(withoutPlace))
  const mints = new Set(trades.map(({ mint }) => mint))
  const { tokens } = await answered(getWalletTokens(ctx, subject, 200))
  const { positions, summary, openingUnknown } = await answered(getWalletPnl(ctx, subject, { token: '', limit: 200 }))
  assert.deepEqual(new Set(tokens.map(({ token }) => token)), mints)
  assert.deepEqual(new Set(positions.map(({ token }) => token)), mints)
  assert.equal(summary.trades, trades.length)
  for (const position of positions) {
    const own = trades.filter(({ mint }) => mint === position.token)
    const units = (side: string) => own.filter((one) => one.side === side).reduce((all, one) => all + one.amountRaw, 0n)
    const hand = pnlByHand(own)
    assert.deepEqual([position.boughtRaw, position.soldRaw], [String(units('buy')), String(units('sell'))])
    assert.deepEqual([position.openingRaw, position.closingRaw], [String(hand.opening), String(hand.closing)])
    assert.equal(
      BigInt(position.openingRaw) + BigInt(position.boughtRaw) - BigInt(position.soldRaw),
      BigInt(position.closingRaw),
    )
    assert.equal(position.realizedLamports, hand.profit)
    const token = tokens.find((one) => one.token === position.token)!
    assert.equal(token.netRaw, String(units('buy') - units('sell')))
    const isUnknown = openingUnknown.some((one) => one.token === position.token)
    assert.equal(isUnknown, hand.opening > 0)
  }
}

async function assertToken(ctx: Context, mint: string, trades: readonly TradeFacts[]): Promise<void> {
  const subject: TapeSubject = { chain: 'solana', by: 'mint', address: mint }
  const stats = await answered(getTokenStats(ctx, subject, '14d'))
  const usd = (side: string) =>
    trades.filter((one) => one.side === side).reduce((all, one) => all + (one.amountUsd ?? 0), 0)
  assert.deepEqual(
    [stats.count, stats.makers, stats.buyVolumeUSD, stats.sellVolumeUSD],
    [trades.length, new Set(trades.map(({ maker }) => maker)).size, usd('buy'), usd('sell')],
  )
  const { traders, total } = await answered(
    getTokenTraders(ctx, subject, { sort: 'volume', window: '14d', limit: 200 }),
  )
  assert.deepEqual([total, traders.length], [stats.makers, stats.makers])
  for (const trader of traders) {
    const hand = pnlByHand(trades.filter(({ maker }) => maker === trader.wallet))
    assert.deepEqual([trader.closingRaw, trader.realizedLamports], [String(hand.closing), hand.profit])
  }
}

function withoutPlace(trade: TradeEvent | TradeFacts) {
  const { slot, maker, mint, side, amountRaw, quoteAmountRaw, txIndex } = trade
  return { slot, maker, mint, side, amountRaw, quoteAmountRaw, txIndex }
}

test('trades, profit, tokens, traders and figures are those of the final chain, whatever forks took back', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: MAX_STEPS }), async (steps) => {
      const tape = openTestTape(t, { keepDays: 10_000 })
      const facts = (await play(tape, steps)).flatMap((block) => block.facts)
      const ctx = contextOver(t, tape)
      for (const wallet of MAKERS)
        await assertWallet(
          ctx,
          wallet,
          facts.filter(({ maker }) => maker === wallet),
        )
      for (const mint of MINTS)
        await assertToken(
          ctx,
          mint,
          facts.filter((fact) => fact.mint === mint),
        )
      await tape.close()
    }),
    { numRuns: 25 },
  )
})
