import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REGULATED_STABLECOINS, WHITELISTED_MINTS } from '../../src/config/known-mints.ts'
import { ageDaysOf, liquidityUsdOf, maturityOf, settingsOf } from '../../src/services/deep-scan/overrides.ts'
import type { InputBundle, MarketEvidence } from '../../src/services/evidence-bundle/input-bundle.ts'
import { bundleOf, evidenceOf, gathered } from '../support/bundle-of.ts'
import { launchOf } from '../support/forensic-evidence.ts'
import { holdersOf, poolOf } from '../support/layer-inputs.ts'

/** The overrides of the Deep Scan (spec 2.2): lists, regulated stablecoins and maturity. */

const DAY_SECS = 86_400
const NOW_SEC = evidenceOf().timeSec
const MARKET: MarketEvidence = {
  priceUsd: 1,
  solUsd: 150,
  liquidityUsd: 50_000,
  volume24hUsd: 1,
  marketCapUsd: 1,
  fdvUsd: 1,
  pairs: [],
  createdAtMs: null,
  isVerified: null,
  name: null,
  symbol: null,
  hasWebsite: null,
  hasSocials: null,
}

type Asked = { ageDays?: number; owners?: number; liquidityUsd?: number; top10?: number }

function bundleWith({ ageDays = 30, owners = 150, liquidityUsd = 50_000, top10 = 0.7 }: Asked): InputBundle {
  const spread = holdersOf([1, 1], { ownerCount: owners })
  const concentration = { ...spread.concentration!, top10Share: top10 }
  const launch = { ...launchOf(), createdAtSec: NOW_SEC - ageDays * DAY_SECS }
  return bundleOf({
    evidence: gathered(evidenceOf({ holders: { ...spread, concentration }, launch })),
    market: gathered({ ...MARKET, liquidityUsd }),
  })
}
const isMature = (asked: Asked) => maturityOf(bundleWith(asked)).mature

test('mature is 30 days old, with 150 holders, 50,000 USD and at most 70 percent in ten hands', () => {
  assert.deepEqual([isMature({}), isMature({ ageDays: 29.9 })], [true, false])
  assert.deepEqual([isMature({ owners: 149 }), isMature({ liquidityUsd: 49_999 })], [false, false])
  assert.equal(isMature({ top10: 0.700_1 }), false)
})

test('what is unknown is not mature, and the reason names it', () => {
  const { mature, why } = maturityOf(bundleOf())
  assert.equal(mature, false)
  for (const word of [/age unknown/, /unknown holders/, /liquidity/, /ten wallets/]) assert.match(why, word)
})

test('where no price is known 300 SOL in the pools are deep enough, both sides counted', () => {
  const of = (lamports: bigint) => {
    const bundle = bundleWith({})
    const pools = [poolOf({ realQuoteReserveRaw: `${lamports}` })]
    const evidence = gathered({ ...bundle.evidence.value!, pools })
    return maturityOf({ ...bundle, evidence, market: gathered<MarketEvidence>(null) }).mature
  }
  assert.deepEqual([of(150_000_000_000n), of(149_000_000_000n)], [true, false])
})

test('age is that of the launch, else of the oldest pool, trade or memory of the node', () => {
  assert.equal(ageDaysOf(bundleWith({ ageDays: 12 })), 12)
  const unlaunched = (own: Parameters<typeof evidenceOf>[0], createdAtMs: number | null = null) =>
    ageDaysOf(bundleOf({ evidence: gathered(evidenceOf(own)), market: gathered({ ...MARKET, createdAtMs }) }))
  assert.equal(unlaunched({}), null)
  assert.equal(unlaunched({}, (NOW_SEC - 5 * DAY_SECS) * 1_000), 5)
  const lost = { ...launchOf(), status: 'not_found', createdAtSec: null } as never
  assert.equal(unlaunched({ launch: lost, ledgerStartSec: NOW_SEC - 9 * DAY_SECS }), 9)
})

test('liquidity is what the market says of all pools, 0 without a pool, null while no one knows', () => {
  const said = { liquidityUsd: 30 } as MarketEvidence['pairs'][number]
  const of = (market: MarketEvidence | null, own: Parameters<typeof evidenceOf>[0] = {}) =>
    liquidityUsdOf(bundleOf({ evidence: gathered(evidenceOf(own)), market: gathered(market) }))
  assert.equal(of({ ...MARKET, pairs: [said, said] }), 60)
  assert.equal(of({ ...MARKET, liquidityUsd: 7 }), 7)
  assert.equal(of(null), 0)
  assert.equal(of(null, { pools: [poolOf()] }), null, 'SOL without a price')
  // 100 SOL at 150 USD, both sides.
  assert.equal(of({ ...MARKET, liquidityUsd: null }, { pools: [poolOf()] }), 30_000)
})

test('lists vouch only while they are trusted; the operator’s own list always does', () => {
  const [issued] = [...REGULATED_STABLECOINS.keys()]
  const [listed] = [...WHITELISTED_MINTS].filter((mint) => !REGULATED_STABLECOINS.has(mint))
  const trusted = { trustLists: true, whitelistMints: [] }
  assert.deepEqual(settingsOf(trusted, issued!).regulatedStablecoin, { issuer: REGULATED_STABLECOINS.get(issued!) })
  assert.deepEqual(settingsOf({ ...trusted, trustLists: false }, issued!), {
    whitelisted: false,
    regulatedStablecoin: null,
  })
  if (listed !== undefined) assert.equal(settingsOf(trusted, listed).whitelisted, true)
  assert.equal(settingsOf({ trustLists: false, whitelistMints: ['own'] }, 'own').whitelisted, true)
})
