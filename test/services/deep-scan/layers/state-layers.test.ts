import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Layer } from '../../../../src/services/checks/layer.ts'
import { layer as contract } from '../../../../src/services/deep-scan/layers/contract.ts'
import { layer as holders } from '../../../../src/services/deep-scan/layers/holders.ts'
import { layer as holderstats } from '../../../../src/services/deep-scan/layers/holderstats.ts'
import { layer as liquidity } from '../../../../src/services/deep-scan/layers/liquidity.ts'
import { layer as lplock } from '../../../../src/services/deep-scan/layers/lplock.ts'
import { layer as market } from '../../../../src/services/deep-scan/layers/market.ts'
import { layer as programs } from '../../../../src/services/deep-scan/layers/programs.ts'
import type {
  LpEvidence,
  MintEvidence,
  ObservedTransaction,
  PoolEvidence,
  TokenEvidence,
} from '../../../../src/services/evidence-bundle/evidence.ts'
import type { InputBundle, MarketEvidence } from '../../../../src/services/evidence-bundle/input-bundle.ts'
import { ANY_MINT, ANY_OWNER, bundleOf, evidenceOf, gathered, mintOf } from '../../../support/bundle-of.ts'
import { holdersOf, inputsOf, poolOf, tradesOf, verdictOf, walletAt } from '../../../support/layer-inputs.ts'
import { makePair } from '../../../support/market-pairs.ts'

const withEvidence = (own: Partial<TokenEvidence>): InputBundle => bundleOf({ evidence: gathered(evidenceOf(own)) })
const withMint = (own: Partial<MintEvidence>) => withEvidence({ mintInfo: mintOf(own) })
const extensions = (own: Partial<MintEvidence['extensions']>) =>
  withMint({ extensions: { ...mintOf().extensions, ...own } })
const many = (count: number, pct: number) => Array.from({ length: count }, () => pct)

/** Old, widely held and deep: what softens authorities. */
function mature(own: Partial<MintEvidence>): InputBundle {
  const marketData = marketOf({ createdAtMs: bundleOf().generatedAtMs - 400 * 86_400_000, liquidityUsd: 900_000 })
  const evidence = evidenceOf({ mintInfo: mintOf(own), holders: holdersOf(many(200, 0.2)) })
  return bundleOf({ evidence: gathered(evidence), market: gathered(marketData) })
}

function marketOf(own: Partial<MarketEvidence> = {}): MarketEvidence {
  return {
    priceUsd: 1,
    solUsd: 150,
    liquidityUsd: 50_000,
    volume24hUsd: 10_000,
    marketCapUsd: 1_000_000,
    fdvUsd: 1_000_000,
    pairs: [],
    createdAtMs: null,
    isVerified: null,
    name: null,
    symbol: null,
    hasWebsite: null,
    hasSocials: null,
    ...own,
  }
}
const withMarket = (own: Partial<MarketEvidence>) => bundleOf({ market: gathered(marketOf(own)) })

test('contract: each authority and extension fails its check, high while young and low when mature', () => {
  const cases: readonly [string, Partial<MintEvidence>, string, string][] = [
    ['mint_authority', { mintAuthority: ANY_OWNER }, 'high', 'low'],
    ['freeze_authority', { freezeAuthority: ANY_OWNER }, 'high', 'low'],
    ['permanent_delegate', { extensions: { ...mintOf().extensions, permanentDelegate: ANY_OWNER } }, 'high', 'low'],
    ['transfer_hook', { extensions: { ...mintOf().extensions, transferHookProgram: ANY_OWNER } }, 'high', 'medium'],
    ['pausable', { extensions: { ...mintOf().extensions, pausableBy: ANY_OWNER } }, 'high', 'low'],
    ['default_frozen', { extensions: { ...mintOf().extensions, defaultFrozen: true } }, 'critical', 'high'],
    ['non_transferable', { extensions: { ...mintOf().extensions, nonTransferable: true } }, 'critical', 'critical'],
    ['paused', { extensions: { ...mintOf().extensions, paused: true } }, 'critical', 'critical'],
    ['metadata_mutable', { metadataMutable: true, metadataAuthority: ANY_OWNER }, 'low', 'low'],
  ]
  for (const [id, own, young, old] of cases) {
    assert.equal(verdictOf(contract, withMint({}), id), 'passed', `${id} of a clean mint`)
    assert.equal(verdictOf(contract, withMint(own), id), young, `${id} while young`)
    assert.equal(verdictOf(contract, mature(own), id), old, `${id} when mature`)
  }
})

test('contract: a transfer fee is low above 0, medium from 3 %, high from 10 %', () => {
  for (const [bps, expected] of [
    [null, 'passed'],
    [0, 'passed'],
    [1, 'low'],
    [299, 'low'],
    [300, 'medium'],
    [999, 'medium'],
    [1_000, 'high'],
  ] as const)
    assert.equal(verdictOf(contract, extensions({ transferFeeBps: bps }), 'transfer_fee'), expected, `${bps} bps`)
})

test('contract: an account of no token program is no mint; an unread one is not judged', () => {
  assert.equal(verdictOf(contract, withEvidence({ mintInfo: null }), 'not_a_mint'), 'critical')
  const unread = withEvidence({ mintInfo: null, gaps: [{ part: 'mint', reason: 'upstream_timeout' }] })
  assert.equal(verdictOf(contract, unread, 'not_a_mint'), 'unasked')
})

test('holders: ten hands above 50 % medium, above 70 % high; one above 12 % medium, above 25 % high', () => {
  const top = (pct: number) => withEvidence({ holders: holdersOf([...many(10, pct / 10), ...many(40, 0.1)]) })
  for (const [pct, expected] of [
    [50, 'passed'],
    [50.1, 'medium'],
    [70, 'medium'],
    [70.1, 'high'],
  ] as const)
    assert.equal(verdictOf(holders, top(pct), 'top10_entities'), expected, `${pct} %`)
  for (const [pct, expected] of [
    [12, 'passed'],
    [12.1, 'medium'],
    [25, 'medium'],
    [25.1, 'high'],
  ] as const)
    assert.equal(
      verdictOf(holders, withEvidence({ holders: holdersOf([pct, ...many(40, 0.1)]) }), 'largest_entity'),
      expected,
      `${pct} %`,
    )
})

test("holders: what a pool holds is no one's", () => {
  const pool = poolOf({ vaultOwners: [walletAt(0)] })
  const held = withEvidence({ holders: holdersOf([80, ...many(40, 0.1)]), pools: [pool] })
  assert.equal(verdictOf(holders, held, 'largest_entity'), 'passed')
})

test('holders: fewer than 20 owners are few', () => {
  assert.equal(verdictOf(holders, withEvidence({ holders: holdersOf(many(19, 1)) }), 'few_holders'), 'medium')
  assert.equal(verdictOf(holders, withEvidence({ holders: holdersOf(many(20, 1)) }), 'few_holders'), 'passed')
  assert.equal(verdictOf(holders, withEvidence({}), 'few_holders'), 'unasked')
})

test('holderstats: up to 2 hands with the majority high, up to 4 medium', () => {
  const of = (percents: number[]) =>
    verdictOf(holderstats, withEvidence({ holders: holdersOf(percents) }), 'entity_nakamoto')
  assert.equal(of([30, 25, 10, 10]), 'high')
  assert.equal(of([14, 14, 14, 14, 14]), 'medium')
  assert.equal(of(many(30, 2)), 'passed')
})

test('holderstats: fresh wallets above 20 % medium, above 35 % high; older ones and unread ones do not count', () => {
  const boughtSec = 1_000_000
  const fresh = (pct: number, ageSecs: number, traced = true) => {
    const wallet = walletAt(0)
    return withEvidence({
      holders: holdersOf([pct, ...many(30, 1)]),
      transactions: tradesOf([{ wallet: 0, side: 'buy', base: 10, quote: 1, atSec: boughtSec }]),
      wallets: [
        {
          address: wallet,
          roles: ['holder'],
          traced,
          firstSeenSec: boughtSec - ageSecs,
          firstSeenSlot: 1,
          signatureCount: 3,
          isBusy: false,
          funding: null,
          identity: null,
          partial: false,
        },
      ],
    })
  }
  assert.equal(verdictOf(holderstats, fresh(36, 86_399), 'fresh_holders'), 'high')
  assert.equal(verdictOf(holderstats, fresh(35, 86_399), 'fresh_holders'), 'medium')
  assert.equal(verdictOf(holderstats, fresh(20, 86_399), 'fresh_holders'), 'passed')
  assert.equal(verdictOf(holderstats, fresh(36, 86_400), 'fresh_holders'), 'passed')
  assert.equal(verdictOf(holderstats, fresh(36, 86_399, false), 'fresh_holders'), 'unasked')
})

test('liquidity: where the node does not search for pools, finding none says nothing', () => {
  const found = holdersOf(many(20, 2), { method: 'largest-accounts', exact: false, capped: true })
  const bundle = withEvidence({ holders: found })
  assert.equal(verdictOf(liquidity, bundle, 'no_pool'), 'unasked')
  assert.equal(verdictOf(liquidity, bundle, 'thin'), 'unasked')
  assert.equal(verdictOf(liquidity, withEvidence({ holders: found, pools: [poolOf()] }), 'no_pool'), 'passed')
})

test('liquidity: no pool anywhere fails; an unread DEX is not judged', () => {
  assert.equal(verdictOf(liquidity, withEvidence({}), 'no_pool'), 'high')
  assert.equal(verdictOf(liquidity, withEvidence({ pools: [poolOf()] }), 'no_pool'), 'passed')
  assert.equal(verdictOf(liquidity, withEvidence({ pools: [poolOf({ tradeable: false })] }), 'no_pool'), 'high')
  assert.equal(
    verdictOf(liquidity, withEvidence({ gaps: [{ part: 'pools', reason: 'timeout' }] }), 'no_pool'),
    'unasked',
  )
})

test('liquidity: both reserves 90 % down is a withdrawal, one of them is a sale', () => {
  const after = (base: string, quote: string) =>
    withEvidence({
      pools: [poolOf({ baseReserveRaw: base, quoteReserveRaw: quote })],
      transactions: tradesOf([
        { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 10, reserves: ['1000000', '1000000'] },
      ]),
    })
  assert.equal(verdictOf(liquidity, after('100000', '100000'), 'pulled'), 'critical')
  assert.equal(verdictOf(liquidity, after('100001', '100000'), 'pulled'), 'passed')
  assert.equal(verdictOf(liquidity, after('9000000', '100000'), 'pulled'), 'passed')
  assert.equal(verdictOf(liquidity, withEvidence({ pools: [poolOf()] }), 'pulled'), 'unasked')
})

test('liquidity: where trades state no reserves, what lay in the vaults is compared with what lies there now', () => {
  const after = (base: string, quote: string) =>
    withEvidence({
      // Reserves of a range say nothing about the vaults.
      pools: [
        poolOf({
          dex: 'orca',
          baseReserveRaw: '1',
          quoteReserveRaw: '1',
          realBaseReserveRaw: base,
          realQuoteReserveRaw: quote,
        }),
      ],
      transactions: tradesOf([
        { wallet: 1, side: 'sell', base: 1, quote: 1, atSec: 10, held: ['1000000', '900000'] },
        { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 20, held: ['1000000', '1000000'] },
      ]),
    })
  assert.equal(verdictOf(liquidity, after('100000', '100000'), 'pulled'), 'critical')
  assert.equal(verdictOf(liquidity, after('100000', '100001'), 'pulled'), 'passed')
  assert.equal(verdictOf(liquidity, after('9000000', '0'), 'pulled'), 'passed')
  const both = tradesOf([
    { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 10, held: ['9', '9'] },
    { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 20, reserves: ['500', '500'] },
    { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 30, held: ['9000', '9000'] },
  ])
  const told = (base: string, quote: string) =>
    withEvidence({ pools: [poolOf({ baseReserveRaw: base, quoteReserveRaw: quote })], transactions: both })
  assert.equal(verdictOf(liquidity, told('51', '50'), 'pulled'), 'passed')
  assert.equal(verdictOf(liquidity, told('50', '50'), 'pulled'), 'critical', 'reserves that trades say go first')
})

test('liquidity: what lies in another pool has not gone, if it is more than a tenth', () => {
  const second = (own: Partial<PoolEvidence>, transactions: ObservedTransaction[] = []) =>
    verdictOf(
      liquidity,
      withEvidence({
        pools: [poolOf({ baseReserveRaw: '0', quoteReserveRaw: '0' }), poolOf({ address: walletAt(902), ...own })],
        transactions: [
          ...tradesOf([{ wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 10, reserves: ['1000', '1000'] }]),
          ...transactions,
        ],
      }),
      'pulled',
    )
  assert.equal(second({ realQuoteReserveRaw: '101' }), 'passed')
  assert.equal(second({ realQuoteReserveRaw: '100' }), 'critical')
  assert.equal(second({ realQuoteReserveRaw: '101', tradeable: false }), 'critical')
  const traded = tradesOf([{ wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 20, held: ['9', '9'] }]).map((one) => ({
    ...one,
    trades: one.trades.map((trade) => ({ ...trade, pool: walletAt(902) })),
  }))
  assert.equal(second({ realBaseReserveRaw: '9', realQuoteReserveRaw: '9' }, traded), 'critical', 'a pool of specks')
  const virtual = { dex: 'pumpfun', quoteReserveRaw: '30000', realQuoteReserveRaw: '9' } as const
  assert.equal(second(virtual, traded), 'critical', 'nobody can take virtual reserves out of a curve')
  const dollars = { quoteMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
  assert.equal(second({ realQuoteReserveRaw: '9', ...dollars }), 'critical', 'nobody traded in it')
  assert.equal(second({ realBaseReserveRaw: '9', realQuoteReserveRaw: '9', ...dollars }, traded), 'passed')
})

test('liquidity: below 2,000 USD medium, below 10,000 USD low; below 1 % of its value thin', () => {
  for (const [usd, expected] of [
    [1_999, 'medium'],
    [2_000, 'low'],
    [9_999, 'low'],
    [10_000, 'passed'],
  ] as const)
    assert.equal(verdictOf(liquidity, withMarket({ liquidityUsd: usd }), 'thin'), expected, `${usd} USD`)
  assert.equal(verdictOf(liquidity, withMarket({ liquidityUsd: 9_999, fdvUsd: 1e6 }), 'thin_for_value'), 'medium')
  assert.equal(verdictOf(liquidity, withMarket({ liquidityUsd: 10_000, fdvUsd: 1e6 }), 'thin_for_value'), 'passed')
})

test('lplock: below 50 % burned or locked high, below 90 % medium; a curve keeps its reserves itself', () => {
  const lp = (burned: number, locked: number, creator = 0): LpEvidence => ({
    lpMint: ANY_OWNER,
    lpSupplyRaw: String(100_000 - burned),
    burnedRaw: String(burned),
    lockedRaw: String(locked),
    creatorRaw: String(creator),
    otherRaw: '0',
    lockers: [],
  })
  const of = (own: LpEvidence) => withEvidence({ pools: [poolOf({ lp: own })] })
  assert.equal(verdictOf(lplock, of(lp(0, 49_999)), 'lp_unlocked'), 'high')
  assert.equal(verdictOf(lplock, of(lp(20_000, 30_000)), 'lp_unlocked'), 'medium')
  assert.equal(verdictOf(lplock, of(lp(0, 89_999)), 'lp_unlocked'), 'medium')
  assert.equal(verdictOf(lplock, of(lp(60_000, 30_000)), 'lp_unlocked'), 'passed')
  assert.equal(verdictOf(lplock, of(lp(0, 0, 20_000)), 'creator_holds_lp'), 'passed')
  assert.equal(verdictOf(lplock, of(lp(0, 0, 20_001)), 'creator_holds_lp'), 'high')
  const curve = withEvidence({ pools: [poolOf({ dex: 'pumpfun', curveProgressPct: 40 })] })
  assert.equal(verdictOf(lplock, curve, 'lp_unlocked'), 'passed')
  assert.equal(verdictOf(lplock, withEvidence({ pools: [poolOf()] }), 'lp_unlocked'), 'unasked')
  assert.equal(verdictOf(lplock, withEvidence({}), 'lp_unlocked'), 'unasked')
})

test('market: buyers without sellers, a fall, no price and silence', () => {
  const trades = (buys: number, sells: number) =>
    withMarket({
      pairs: [makePair(ANY_MINT, { liquidityUsd: null, txns: { m5: null, h1: null, h6: null, h24: { buys, sells } } })],
    })
  assert.equal(verdictOf(market, trades(12, 0), 'nobody_sells'), 'high')
  assert.equal(verdictOf(market, trades(12, 1), 'nobody_sells'), 'passed')
  assert.equal(verdictOf(market, trades(51, 2), 'nobody_sells'), 'high')
  assert.equal(verdictOf(market, trades(50, 2), 'nobody_sells'), 'passed')
  assert.equal(verdictOf(market, trades(11, 0), 'nobody_sells'), 'unasked')
  const fell = (h24: number) =>
    withMarket({
      pairs: [makePair(ANY_MINT, { liquidityUsd: null, priceChangePct: { m5: null, h1: null, h6: null, h24 } })],
    })
  assert.equal(verdictOf(market, fell(-80), 'collapsed'), 'high')
  assert.equal(verdictOf(market, fell(-60), 'collapsed'), 'medium')
  assert.equal(verdictOf(market, fell(-59.9), 'collapsed'), 'passed')
  assert.equal(verdictOf(market, withMarket({ priceUsd: null }), 'unpriced'), 'medium')
  assert.equal(verdictOf(market, withMarket({}), 'unpriced'), 'passed')
  const silent = (hours: number) =>
    withMarket({
      createdAtMs: bundleOf().generatedAtMs - hours * 3_600_000,
      pairs: [
        makePair(ANY_MINT, { liquidityUsd: null, txns: { m5: null, h1: null, h6: null, h24: { buys: 0, sells: 0 } } }),
      ],
    })
  assert.equal(verdictOf(market, silent(25), 'silent'), 'low')
  assert.equal(verdictOf(market, silent(23), 'silent'), 'unasked')
})

test('programs: an unnamed hook fails, a plain mint passes', () => {
  assert.equal(verdictOf(programs, withMint({}), 'unknown_hook'), 'passed')
  assert.equal(verdictOf(programs, extensions({ transferHookProgram: walletAt(5) }), 'unknown_hook'), 'medium')
})

test('programs: three launch buyers through one program that no one uses later are a private launcher', () => {
  const launcher = walletAt(77)
  const launch = (early: number, later: number) =>
    withEvidence({
      launch: {
        status: 'found',
        dev: walletAt(50),
        otherPayer: null,
        createdAtSec: 100,
        creationSignature: 'sig',
        launchSlot: 100,
        launchedOn: 'pumpfun',
        buyers: [],
        windowSlots: 2,
        bundlers: [],
        snipers: [],
        insiders: [],
        fresh: [],
        links: [],
        complete: true,
        capped: false,
      },
      transactions: tradesOf([
        ...Array.from({ length: early }, (_, i) => ({
          wallet: i,
          side: 'buy' as const,
          base: 1,
          quote: 1,
          atSec: 100,
          slot: 101,
          programs: [launcher],
        })),
        ...Array.from({ length: later }, (_, i) => ({
          wallet: 30 + i,
          side: 'buy' as const,
          base: 1,
          quote: 1,
          atSec: 500,
          slot: 900,
          programs: [launcher],
        })),
      ]),
    })
  assert.equal(verdictOf(programs, launch(3, 0), 'private_launcher'), 'medium')
  assert.equal(verdictOf(programs, launch(2, 0), 'private_launcher'), 'passed')
  assert.equal(verdictOf(programs, launch(3, 1), 'private_launcher'), 'passed')
  assert.equal(verdictOf(programs, withEvidence({}), 'private_launcher'), 'unasked')
})

test('market, liquidity: one trade, one pool and one sale are singular', () => {
  const detailOf = (layer: Layer, bundle: InputBundle, id: string) =>
    layer.judge(inputsOf(bundle)).find((one) => one.id === id)!.detail
  const traded = (buys: number, sells: number) =>
    withMarket({
      createdAtMs: bundleOf().generatedAtMs - 25 * 3_600_000,
      pairs: [makePair(ANY_MINT, { liquidityUsd: null, txns: { m5: null, h1: null, h6: null, h24: { buys, sells } } })],
    })
  assert.equal(detailOf(market, traded(1, 0), 'silent'), '1 trade in 24 h')
  assert.equal(detailOf(market, traded(12, 1), 'nobody_sells'), '12 buys and 1 sale in 24 h')
  const after = (raw: string) =>
    withEvidence({
      pools: [poolOf({ baseReserveRaw: raw, quoteReserveRaw: raw })],
      transactions: tradesOf([
        { wallet: 1, side: 'buy', base: 1, quote: 1, atSec: 10, reserves: ['1000000', '1000000'] },
      ]),
    })
  assert.match(detailOf(liquidity, after('1'), 'pulled'), /^1 of 1 pool was emptied of both sides/)
  assert.equal(detailOf(liquidity, after('1000000'), 'pulled'), '1 pool still holds what trades showed')
})
