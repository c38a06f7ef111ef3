import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../src/config/env.ts'
import { REGULATED_STABLECOINS, WHITELISTED_MINTS } from '../../../src/config/known-mints.ts'
import { decodeBase58Fixed } from '../../../src/hot-paths/base58.ts'
import {
  ageDaysOf,
  liquidityUsdOf,
  MATURITY,
  maturityOf,
  settingsOf,
} from '../../../src/services/deep-scan/overrides.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import type { InputBundle, MarketEvidence } from '../../../src/services/evidence-bundle/input-bundle.ts'
import { ANY_MINT, bundleOf, evidenceOf, gathered } from '../../support/bundle-of.ts'
import { launchOf } from '../../support/forensic-evidence.ts'
import { holdersOf, poolOf, tradesOf, walletAt } from '../../support/layer-inputs.ts'
import { makePair } from '../../support/market-pairs.ts'
import { marketOf } from '../../support/rich-bundle.ts'

const DAY_SECS = 86_400
const NOW_SEC = evidenceOf().timeSec
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = 'So11111111111111111111111111111111111111112'
/** The token in question where SOL is on the other side. */
const COIN = walletAt(950)

type Given = {
  readonly ageDays?: number
  readonly holders?: number
  readonly top10Share?: number
  readonly liquidityUsd?: number
}

/** Just mature, with what a test wants to be otherwise. */
function matureBut({ ageDays = 30, holders = 150, top10Share = 0.7, liquidityUsd = 50_000 }: Given = {}): InputBundle {
  const held = holdersOf(Array.from({ length: 10 }, () => 5))
  return bundleOf({
    evidence: gathered(
      evidenceOf({
        launch: launchOf([], { createdAtSec: NOW_SEC - ageDays * DAY_SECS }),
        holders: { ...held, ownerCount: holders, concentration: { ...held.concentration!, top10Share } },
      }),
    ),
    market: gathered(marketOf({ liquidityUsd })),
  })
}
function withEvidence(own: Partial<TokenEvidence>, market: Partial<MarketEvidence> | null = null): InputBundle {
  return bundleOf({
    evidence: gathered(evidenceOf(own)),
    market: market === null ? gathered<MarketEvidence>(null) : gathered(marketOf(market)),
  })
}

test('what just fulfils every condition is mature', () => {
  assert.deepEqual(maturityOf(matureBut()), { mature: true, ageDays: 30, why: '30 days old' })
  assert.deepEqual(MATURITY, {
    ...{ ageDays: 30, holders: 150, liquidityUsd: 50_000, liquiditySol: 300, top10Share: 0.7 },
  })
})

test('each condition just missed is enough to be young, and is the one that is named', () => {
  const cases: readonly (readonly [Given, RegExp])[] = [
    [{ ageDays: 29.99 }, /^age 30\.0 days$/],
    [{ holders: 149 }, /^149 holders$/],
    [{ liquidityUsd: 49_999.99 }, /^little or unknown liquidity$/],
    [{ top10Share: 0.7001 }, /^ten wallets hold most of it/],
  ]
  for (const [given, why] of cases) {
    const { mature, why: said } = maturityOf(matureBut(given))
    assert.equal(mature, false, said)
    assert.match(said, why)
  }
})

test('what is not known is not mature', () => {
  const unread = maturityOf(bundleOf({ evidence: gathered<never>(null, 'upstream_timeout: late') }))
  assert.deepEqual([unread.mature, unread.ageDays], [false, null])
  assert.match(unread.why, /age unknown, unknown holders, little or unknown liquidity, ten wallets .* unknown/)
  const whole = matureBut()
  const evidence = whole.evidence.value!
  const inexact = { ...evidence, holders: { ...evidence.holders!, concentration: null } }
  assert.equal(maturityOf({ ...whole, evidence: gathered(inexact) }).mature, false)
})

test('age is that of the launch on chain, whatever a market provider claims', () => {
  const launch = launchOf([], { createdAtSec: NOW_SEC - 2 * DAY_SECS })
  assert.equal(ageDaysOf(withEvidence({ launch }, { createdAtMs: 1_000 })), 2)
})

test('without a launch age is from the oldest that anyone names: pool of a provider, transaction read', () => {
  const transactions = tradesOf([
    { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: NOW_SEC - 5 * DAY_SECS },
    { wallet: 2, side: 'buy', base: 1, quote: 1, atSec: NOW_SEC - 3 * DAY_SECS },
  ])
  assert.equal(ageDaysOf(withEvidence({ transactions })), 5)
  assert.equal(ageDaysOf(withEvidence({ transactions }, { createdAtMs: (NOW_SEC - 9 * DAY_SECS) * 1_000 })), 9)
  assert.equal(ageDaysOf(withEvidence({ transactions }, { createdAtMs: (NOW_SEC - DAY_SECS) * 1_000 })), 5)
  assert.equal(ageDaysOf(withEvidence({})), null)
  assert.equal(ageDaysOf(bundleOf({ evidence: gathered<never>(null, 'gap') })), null)
})

test('a token older than its node’s memory is at least as old as that, and only when its whole history was read', () => {
  const ledgerStartSec = NOW_SEC - 60 * DAY_SECS
  const lost = launchOf([], { status: 'not_found', createdAtSec: null })
  assert.equal(ageDaysOf(withEvidence({ launch: lost, ledgerStartSec })), 60)
  const long = launchOf([], { status: 'out_of_reach', createdAtSec: null })
  assert.equal(ageDaysOf(withEvidence({ launch: long, ledgerStartSec })), null)
  const unread = { ...lost, complete: false }
  assert.equal(ageDaysOf(withEvidence({ launch: unread, ledgerStartSec })), null, 'a failing node makes nobody old')
  assert.equal(ageDaysOf(withEvidence({ launch: null, ledgerStartSec })), null)
  assert.equal(ageDaysOf(withEvidence({ launch: lost, ledgerStartSec: null })), null)
})

test('a launch in the future of a slow clock is no negative age', () => {
  assert.equal(ageDaysOf(withEvidence({ launch: launchOf([], { createdAtSec: NOW_SEC + 60 }) })), 0)
})

test('liquidity is the sum of what the market says of the pools, then its own figure', () => {
  const pairs = [makePair(ANY_MINT, { liquidityUsd: 700 }), makePair(ANY_MINT, { liquidityUsd: 300 })]
  const unknown = makePair(ANY_MINT, { liquidityUsd: null })
  assert.equal(liquidityUsdOf(withEvidence({}, { pairs: [...pairs, unknown], liquidityUsd: 5 })), 1_000)
  assert.equal(liquidityUsdOf(withEvidence({}, { pairs: [unknown], liquidityUsd: 5 })), 5)
})

test('without a market liquidity is twice the money in the pools, on whichever side it is', () => {
  const silent = { pairs: [], liquidityUsd: null }
  const dollars = poolOf({ quoteMint: USDC, realQuoteReserveRaw: '1000000000' })
  assert.equal(liquidityUsdOf(withEvidence({ mint: ANY_MINT, pools: [dollars] }, silent)), 2_000)
  const turned = poolOf({
    ...{ baseMint: USDC, quoteMint: ANY_MINT },
    ...{ realBaseReserveRaw: '1000000000', realQuoteReserveRaw: '777' },
  })
  assert.equal(liquidityUsdOf(withEvidence({ mint: ANY_MINT, pools: [turned] }, silent)), 2_000)
  const sol = poolOf({ baseMint: COIN, quoteMint: SOL, realQuoteReserveRaw: '10000000000' })
  const other = poolOf({ baseMint: COIN, quoteMint: walletAt(960), realQuoteReserveRaw: '10000000000' })
  assert.equal(liquidityUsdOf(withEvidence({ mint: COIN, pools: [sol, other] }, { ...silent, solUsd: 150 })), 3_000)
  assert.equal(liquidityUsdOf(withEvidence({ mint: COIN, pools: [sol] }, { ...silent, solUsd: null })), null)
  assert.equal(liquidityUsdOf(withEvidence({ mint: COIN, pools: [sol] })), null, 'SOL that nobody prices')
})

test('no pool is no liquidity; unread pools are unknown', () => {
  assert.equal(liquidityUsdOf(withEvidence({ pools: [] })), 0)
  const gaps = [{ part: 'pools', reason: 'upstream_failed' }]
  assert.equal(liquidityUsdOf(withEvidence({ pools: [], gaps })), null)
  assert.equal(liquidityUsdOf(bundleOf({ evidence: gathered<never>(null, 'gap') })), null)
})

test('where no source knows the price of SOL, 300 of it are deep', () => {
  const of = (lamports: string) => {
    const { evidence } = matureBut()
    const pools = [poolOf({ baseMint: COIN, quoteMint: SOL, realQuoteReserveRaw: lamports })]
    return maturityOf(bundleOf({ evidence: gathered({ ...evidence.value!, mint: COIN, pools }) })).mature
  }
  assert.deepEqual([of('150000000000'), of('149999999999')], [true, false])
})

const LISTED = [...WHITELISTED_MINTS][1]!

test('lists: built-in mints while lists are trusted, the operator’s always', () => {
  const of = (env: Record<string, string>, mint: string) => settingsOf(readConfig(env), mint)
  const nothing = { whitelisted: false, regulatedStablecoin: null }
  assert.deepEqual(of({}, LISTED), { whitelisted: true, regulatedStablecoin: null })
  assert.deepEqual(of({}, USDC), { whitelisted: false, regulatedStablecoin: { issuer: 'Circle' } })
  assert.deepEqual(of({}, COIN), nothing)
  assert.deepEqual(of({ MINTGLASS_TRUST_LISTS: '0' }, LISTED), nothing)
  assert.deepEqual(of({ MINTGLASS_TRUST_LISTS: '0' }, USDC), nothing)
  const own = { MINTGLASS_WHITELIST_MINTS: `${walletAt(1)}, ${COIN}` }
  assert.equal(of(own, COIN).whitelisted, true)
  assert.equal(of({ ...own, MINTGLASS_TRUST_LISTS: '0' }, COIN).whitelisted, true)
  assert.equal(of(own, walletAt(2)).whitelisted, false)
})

test('every built-in mint is an address, and none is on both lists', () => {
  const all = [...WHITELISTED_MINTS, ...REGULATED_STABLECOINS.keys()]
  for (const mint of all) assert.equal(decodeBase58Fixed(mint, 32)?.length, 32, mint)
  assert.equal(new Set(all).size, all.length)
  for (const issuer of REGULATED_STABLECOINS.values()) assert(issuer.length > 0)
})
