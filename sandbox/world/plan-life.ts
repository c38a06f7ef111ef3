import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { USDC_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import { addMoment, type PlanDraft, solAmount } from './plan-draft.ts'
import type { SnapshotPool } from './plan-established.ts'
import { planPoolTrades } from './plan-launches.ts'
import type { Cast } from './plan-wallets.ts'

const SOL_TRADES = 9

/** The last day of established pools, sandwiched trades, payments between people, and one lookup table for the
 *  versioned transactions of the last minutes. */
export function planRecentLife(draft: PlanDraft, cast: Cast, pools: readonly SnapshotPool[]): void {
  const random = draft.random.fork('life')
  const mintsOf = (archetype: string): string[] =>
    draft.tokens.filter((token) => token.archetype === archetype).map(({ mint }) => mint)
  const listed = new Set(pools.map(({ baseMint }) => baseMint))

  for (const mint of mintsOf('bluechip')) {
    planPoolTrades(draft, random, mint, cast.trader, { fromSecsAgo: 22 * HOUR_SECS, count: 6, maxSol: 14 })
  }
  const healthy = mintsOf('healthy').filter((mint) => listed.has(mint))
  for (const mint of healthy) {
    planPoolTrades(draft, random, mint, cast.trader, { fromSecsAgo: 22 * HOUR_SECS, count: 6, maxSol: 5 })
  }
  // SOL against dollars: `buy` spends USDC, `sell` a share of the seller's own SOL.
  for (let i = 0; i < SOL_TRADES; i++) {
    const wallet = random.pick(cast.market_maker)
    const secsAgo = (22 * HOUR_SECS * (SOL_TRADES - i - random.next())) / SOL_TRADES
    addMoment(draft, secsAgo, [
      random.chance(0.5)
        ? { do: 'buy', mint: WSOL_MINT, wallet, quoteRaw: BigInt(random.integer(4_000, 60_000)) * 1_000_000n }
        : { do: 'sell', mint: WSOL_MINT, wallet, sharePct: random.integer(1, 3) },
    ])
  }
  planSandwiches(draft, cast, healthy)
  planPayments(draft, cast)
  planVersionedTrades(draft, cast, mintsOf('bluechip'))
}

/** A searcher buys before and sells after the victim's buy, in one slot. */
function planSandwiches(draft: PlanDraft, cast: Cast, mints: readonly string[]): void {
  const random = draft.random.fork('sandwiches')
  for (const [i, victim] of cast.sandwiched.entries()) {
    for (let round = 0; round < 3; round++) {
      const mint = random.pick(mints)
      const attacker = cast.sniper[(i + round) % cast.sniper.length]!
      addMoment(draft, random.integer(30 * MINUTE_SECS, 3 * DAY_SECS), [
        { do: 'buy', mint, wallet: attacker, quoteRaw: solAmount(random, 9, 14) },
        { do: 'buy', mint, wallet: victim, quoteRaw: solAmount(random, 2, 4) },
        { do: 'sell', mint, wallet: attacker, sharePct: 100 },
      ])
    }
  }
}

function planPayments(draft: PlanDraft, cast: Cast): void {
  const random = draft.random.fork('payments')
  for (let i = 0; i < 24; i++) {
    const [from, to] = random.sample(cast.trader, 2)
    const memo = random.chance(0.3) ? `invoice ${random.integer(100, 999)}` : undefined
    const lamports = solAmount(random, 0.01, 0.9)
    const secsAgo = random.integer(5 * MINUTE_SECS, 9 * DAY_SECS)
    const version = i % 5 === 4 ? 0 : 'legacy'
    addMoment(
      draft,
      secsAgo,
      [
        memo === undefined
          ? { do: 'sendSol', from: from!, to: to!, lamports }
          : { do: 'sendSol', from: from!, to: to!, lamports, memo },
      ],
      version,
    )
  }
  // Deposits back to exchanges: the other end of many trails.
  for (let i = 0; i < 6; i++) {
    addMoment(draft, random.integer(HOUR_SECS, 6 * DAY_SECS), [
      { do: 'sendSol', from: cast.trader[i]!, to: random.pick(cast.cex), lamports: solAmount(random, 0.5, 3) },
    ])
  }
  for (let i = 0; i < 6; i++) {
    addMoment(draft, random.integer(20 * MINUTE_SECS, 2 * DAY_SECS), [
      {
        do: 'sendToken',
        mint: USDC_MINT,
        from: cast.trader[i]!,
        to: cast.trader[i + 9]!,
        sharePct: random.integer(3, 20),
      },
    ])
  }
}

/** The last minutes hold all three transaction versions, version 0 with a lookup table. */
function planVersionedTrades(draft: PlanDraft, cast: Cast, mints: readonly string[]): void {
  const random = draft.random.fork('versions')
  const wallet = cast.market_maker[0]!
  addMoment(draft, 12 * MINUTE_SECS, [
    { do: 'makeLookupTable', wallet, addresses: [...cast.cex, ...cast.whale, ...mints] },
  ])
  for (let i = 0; i < 9; i++) {
    const version = ([0, 1, 'legacy'] as const)[i % 3]!
    addMoment(
      draft,
      600 - i * 61,
      [{ do: 'sendSol', from: wallet, to: cast.whale[i % cast.whale.length]!, lamports: solAmount(random, 0.2, 2) }],
      version,
    )
    addMoment(
      draft,
      585 - i * 61,
      [
        {
          do: 'buy',
          mint: random.pick(mints),
          wallet: cast.whale[(i + 1) % cast.whale.length]!,
          quoteRaw: solAmount(random, 0.5, 3),
        },
      ],
      version,
    )
  }
}
