import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { CacheName } from '../../src/config/cache-ttls.ts'
import { TIMEOUTS } from '../../src/config/timeouts.ts'
import type { Context } from '../../src/context.ts'
import { SEVERITIES } from '../../src/contract/check.ts'
import { type DeepScanReport, LAYER_NAMES } from '../../src/contract/deep-scan.ts'
import type { IntelRecord } from '../../src/contract/intel.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { HEADLINES } from '../../src/services/deep-scan/summarise.ts'
import { getSafetyChip, getSafetyChips } from '../../src/services/safety/safety-chip.ts'
import { createMemo } from '../../src/store/memo.ts'
import { createMemoTally } from '../../src/store/memo-tally.ts'
import type { MarketPair } from '../../src/upstreams/capabilities.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { fakeContext } from '../support/fake-context.ts'
import { listedPairs, makePair, mintNumber } from '../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../support/no-upstreams.ts'

/** The safety chip (spec 2.2 and 3) over scans and intel records put together by hand. */

const MINT = mintNumber(1)
const OTHER = mintNumber(2)
const ALL = { flags: 5, refresh: false }

type World = {
  /** What the market lists; `null` while the market cannot be asked. */
  readonly pairs?: readonly MarketPair[] | null
  readonly scan?: DeepScanReport
  /** What the intel memo gives; a promise that never ends where nothing is said. */
  readonly intel?: IntelRecord | Outcome<never>
  /** Failure of the chip's own memo, by mint. */
  readonly failing?: (mint: string) => Outcome<never> | Error | null
}

function worldOf({ pairs = [], scan, intel, failing }: World) {
  const bypassed: CacheName[] = []
  const memo: Context['store']['memo'] = async (cache, key, load, options) => {
    if (options?.bypass) bypassed.push(cache)
    if (cache === 'tokenIntel') {
      if (intel === undefined) return new Promise<never>(() => {})
      return 'ok' in intel ? intel : (ok({ record: intel, explain: {} }) as never)
    }
    const failure = failing?.(key) ?? null
    if (failure instanceof Error) throw failure
    return failure ?? load()
  }
  const listed = listedPairs(pairs ?? []).provider
  const market = pairs === null ? { ...listed, pairsByMints: async () => fail('upstream_failed', 'down') } : listed
  const { ctx, logged } = fakeContext({
    parts: { chain: { rpc: null }, upstreams: { ...NO_UPSTREAMS, pairs: market } },
    store: {
      memo,
      peek: ((cache: CacheName) => (cache === 'deepScan' ? scan : undefined)) as Context['store']['peek'],
    },
  })
  return { ctx, logged, bypassed }
}

async function chipOf(world: World, options = ALL, mint = MINT) {
  const chip = await getSafetyChip(worldOf(world).ctx, mint, options)
  assert(chip.ok)
  return chip.value
}

type Checks = DeepScanReport['layers']['contract']['checks']

function scanOf(checks: Checks, weights: Partial<DeepScanReport['weights']> = {}): DeepScanReport {
  const empty = { ok: true, checks: [], errors: [] }
  const layers = Object.fromEntries(LAYER_NAMES.map((name) => [name, empty]))
  return {
    mint: MINT,
    score: 61.5,
    grade: 'caution',
    verdict: 'Usable with care',
    layers: { ...layers, contract: { ...empty, checks } },
    providers: { rugcheck: { ...empty, checks: [{ ...checks[0], id: 'of_provider' }] } },
    weights: { hardCapped: false, hardCapReasons: [], ...weights },
    generatedAt: 1_234,
  } as unknown as DeepScanReport
}
const check = (id: string, isGood: boolean, severity: Checks[number]['severity']): Checks[number] => ({
  id,
  ok: isGood,
  severity,
  label: `label ${id}`,
  detail: `detail ${id}`,
})

const SHARES = { top10_pct: 30, insiders_pct: 1, bundlers_pct: 0, snipers_pct: 2, dev_pct: null }
function intelOf(
  score: number,
  verdict: IntelRecord['verdict'],
  risks: readonly object[] = [],
  ofShares = verdict,
): IntelRecord {
  return {
    mint: MINT,
    launch: null,
    risk: { score, risks, verdict: ofShares },
    verdict,
    distribution: SHARES,
    checkedAt: 77,
  } as unknown as IntelRecord
}

test('pending is for a token of which neither scan nor intel can be had: source venues, score and grade null', async () => {
  const chip = await chipOf({ pairs: [makePair(MINT)], intel: intelOf(0, null) })
  assert.deepEqual(
    [chip.status, chip.source, chip.score, chip.grade, chip.verdict, chip.scannedAt],
    ['pending', 'venues', null, null, null, null],
  )
  assert.deepEqual([chip.topGreen, chip.topRed, chip.hardCapped, chip.hardCapReason], [[], [], false, null])
  assert.equal(chip.venues.length, 1)
  const failed = await chipOf({ pairs: [makePair(MINT)], intel: fail('upstream_failed', 'down') })
  assert.deepEqual([failed.status, failed.source], ['pending', 'venues'])
})

test('partial is from intel: 100 less its risk, below safe, with its shares as flags', async () => {
  const risks = [{ id: 'insiders', label: 'Insiders hold a large share', points: 25, value_pct: 12, above_pct: 10 }]
  const chip = await chipOf({ intel: intelOf(40, 'risky', risks) })
  assert.deepEqual(
    [chip.status, chip.source, chip.score, chip.grade, chip.verdict, chip.scannedAt],
    ['partial', 'intel', 59, 'risky', 'Much speaks against it: Insiders hold a large share', 77],
  )
  assert.deepEqual(chip.topRed, [
    { id: 'risk.insiders', label: 'Insiders hold a large share', detail: '12 % is above 10 %', severity: 'high' },
  ])
  // What failed is not green, and neither is a share that no one knows.
  assert.deepEqual(
    chip.topGreen.map(({ id }) => id),
    ['risk.top10', 'risk.bundlers', 'risk.snipers'],
  )
  assert.deepEqual([chip.hardCapped, chip.hardCapReason], [false, null])
})

test('nothing is safe before it was scanned: 84 at most, 75 where the mint could take or stop tokens', async () => {
  const clean = await chipOf({ intel: intelOf(0, 'safe') })
  assert.deepEqual(
    [clean.score, clean.grade, clean.verdict],
    [84, 'caution', 'Usable with care: it was not scanned yet'],
  )
  const unscanned = await chipOf({ intel: intelOf(0, null, [], 'safe') })
  assert.deepEqual([unscanned.score, unscanned.grade], [84, 'caution'], 'intel has no verdict without a scan')
  const trap = await chipOf({ intel: intelOf(0, 'caution') })
  assert.deepEqual([trap.score, trap.grade], [75, 'caution'])
})

test('principle 8: the score of an unscanned chip stays in the band of what intel calls the token', async () => {
  const chips = [
    [9, 'safe', 84, 'caution'],
    [10, 'caution', 75, 'caution'],
    [24, 'caution', 75, 'caution'],
    [25, 'risky', 59, 'risky'],
    [45, 'risky', 55, 'risky'],
    [50, 'high-risk', 34, 'danger'],
    [70, 'high-risk', 30, 'danger'],
  ] as const
  for (const [risk, verdict, score, grade] of chips) {
    const chip = await chipOf({ intel: intelOf(risk, verdict) })
    assert.deepEqual([chip.score, chip.grade], [score, grade], `risk ${risk}`)
    assert(chip.verdict!.startsWith(HEADLINES[grade]), chip.verdict!)
  }
})

test('complete is from a deep scan at hand, with its score, grade, verdict and time', async () => {
  const chip = await chipOf({ scan: scanOf([]), intel: intelOf(40, 'risky') })
  assert.deepEqual(
    [chip.status, chip.source, chip.score, chip.grade, chip.verdict, chip.scannedAt],
    ['complete', 'deepscan', 61.5, 'caution', 'Usable with care', 1_234],
  )
})

test('flags of a scan are checks of its own layers, worst first, info left out, warnings as low, five at most', async () => {
  const failing = SEVERITIES.toReversed().map((severity) => check(`bad_${severity}`, false, severity))
  const passing = SEVERITIES.toReversed().map((severity) => check(`good_${severity}`, true, severity))
  const chip = await chipOf({ scan: scanOf([...failing, ...passing, check('bad_too', false, 'low')]) })
  const words = ['critical', 'high', 'medium', 'low', 'low']
  for (const [side, flags] of [
    ['bad', chip.topRed],
    ['good', chip.topGreen],
  ] as const) {
    assert.deepEqual(
      flags.map(({ severity }) => severity),
      words,
    )
    assert.deepEqual(
      flags.map(({ id }) => id),
      ['critical', 'high', 'medium', 'warning', 'low'].map((severity) => `contract.${side}_${severity}`),
    )
  }
  assert.deepEqual(chip.topRed[0]!.detail, 'detail bad_critical')
})

test('information is no flag of a chip', async () => {
  const { topGreen, topRed } = await chipOf({ scan: scanOf([check('a', false, 'info'), check('b', true, 'info')]) })
  assert.deepEqual([topGreen, topRed], [[], []])
})

test('a held score is said with its first reason, an unheld one without', async () => {
  const reasons = ['it cannot be sold', 'more can be minted']
  const held = await chipOf({ scan: scanOf([], { hardCapped: true, hardCapReasons: reasons }) })
  assert.deepEqual([held.hardCapped, held.hardCapReason], [true, 'it cannot be sold'])
  const free = await chipOf({ scan: scanOf([], { hardCapped: false, hardCapReasons: reasons }) })
  assert.deepEqual([free.hardCapped, free.hardCapReason], [false, null])
})

test('flags says how many of each colour', async () => {
  const scan = scanOf([1, 2, 3, 4, 5].flatMap((n) => [check(`b${n}`, false, 'low'), check(`g${n}`, true, 'low')]))
  for (const flags of [1, 2, 5]) {
    const { topGreen, topRed } = await chipOf({ scan }, { flags, refresh: false })
    assert.deepEqual([topGreen.length, topRed.length], [flags, flags])
  }
})

const volume = (h24: number | null) => ({ m5: 0, h1: 0, h6: 0, h24 })

test('venues are one per DEX, the one with the highest volume of a day first and primary', async () => {
  const pairs = [
    makePair(MINT, { dexId: 'raydium', pairAddress: 'a', volumeUsd: volume(5) }),
    makePair(MINT, { dexId: 'orca', pairAddress: 'b', volumeUsd: volume(900) }),
    makePair(MINT, { dexId: 'raydium', pairAddress: 'c', volumeUsd: volume(50) }),
    makePair(MINT, { dexId: 'newdex', pairAddress: 'd', volumeUsd: volume(null) }),
    makePair(OTHER, { dexId: 'meteora', pairAddress: 'e', volumeUsd: volume(9_000) }),
  ]
  const { venues, primaryVenue } = await chipOf({ pairs, scan: scanOf([]) })
  const orca = { dex: 'Orca', dexId: 'orca', iconKey: 'orca', pairAddress: 'b', primary: true }
  assert.deepEqual(venues, [
    orca,
    { dex: 'Raydium', dexId: 'raydium', iconKey: 'raydium', pairAddress: 'c', primary: false },
    { dex: 'newdex', dexId: 'newdex', iconKey: 'newdex', pairAddress: 'd', primary: false },
  ])
  assert.deepEqual(primaryVenue, orca)
})

test('liquidity is the sum of the pools that say theirs, null when none does', async () => {
  const pair = (liquidityUsd: number | null, at: string) => makePair(MINT, { liquidityUsd, pairAddress: at })
  const sum = await chipOf({ pairs: [pair(10, 'a'), pair(null, 'b'), pair(5, 'c')], scan: scanOf([]) })
  assert.equal(sum.liquidityUsd, 15)
  assert.equal((await chipOf({ pairs: [pair(null, 'a')], scan: scanOf([]) })).liquidityUsd, null)
  assert.equal((await chipOf({ scan: scanOf([]) })).primaryVenue, null)
})

test('a chip whose venues or intel could not be read is degraded, so that it is soon made again', async () => {
  const isDegraded = async (world: World) => {
    const chip = await getSafetyChip(worldOf(world).ctx, MINT, ALL)
    assert(chip.ok)
    return chip.cache?.degraded ?? false
  }
  const intel = intelOf(40, 'risky')
  const noIntel = fail('upstream_failed', 'down')
  for (const world of [{ scan: scanOf([]) }, { intel }, { intel: intelOf(0, null) }])
    assert.deepEqual([await isDegraded(world), await isDegraded({ ...world, pairs: null })], [false, true])
  assert.equal(await isDegraded({ intel: noIntel }), true)
})

test('a chip that cannot be made is pending from error, with 200; a client that left is not answered', async () => {
  const busy = await chipOf({ failing: () => fail('too_busy', 'full') })
  assert.deepEqual([busy.status, busy.source, busy.score, busy.grade], ['pending', 'error', null, null])
  const gone = await getSafetyChip(worldOf({ failing: () => fail('cancelled', 'left') }).ctx, MINT, ALL)
  assert(!gone.ok && gone.code === 'cancelled')
})

test('a mint that throws is pending from error and logged, alone and among others', async () => {
  const failing = (mint: string) => (mint === MINT ? new Error('a bug') : null)
  const { ctx, logged } = worldOf({ failing, intel: intelOf(40, 'risky') })
  const single = await getSafetyChip(ctx, MINT, ALL)
  assert(single.ok)
  assert.deepEqual([single.value.status, single.value.source], ['pending', 'error'])
  const batch = await getSafetyChips(ctx, [OTHER, MINT], 3)
  assert(batch.ok)
  const { results } = batch.value
  assert.deepEqual([results[MINT]!.source, results[MINT]!.mint, results[OTHER]!.source], ['error', MINT, 'intel'])
  assert(logged.some(({ level, mint }) => level === 50 && mint === MINT))
})

test('intel that takes longer than a chip can wait leaves it pending', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const asked = chipOf({ pairs: [makePair(MINT)] })
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    mock.timers.tick(TIMEOUTS.chipMs)
    const chip = await asked
    assert.deepEqual([chip.status, chip.source, chip.venues.length], ['pending', 'venues', 1])
  } finally {
    mock.timers.reset()
  }
})

test('a market that is late takes no longer than that either: the chip is pending, and the next one asks again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const { ctx } = worldOf({ pairs: [makePair(MINT)] })
    const hanging = {
      ...ctx,
      upstreams: { ...ctx.upstreams, pairs: { pairsByMints: () => new Promise<never>(() => {}) } },
    }
    const asked = getSafetyChip(hanging as unknown as Context, MINT, ALL)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    mock.timers.tick(TIMEOUTS.chipMs)
    const chip = await asked
    assert(chip.ok)
    assert.deepEqual([chip.value.status, chip.value.source, chip.value.venues], ['pending', 'venues', []])
    assert(chip.cache?.degraded)
  } finally {
    mock.timers.reset()
  }
})

test('refresh passes by the memo of the chip alone', async () => {
  const { ctx, bypassed } = worldOf({ intel: intelOf(40, 'risky') })
  await getSafetyChip(ctx, MINT, ALL)
  assert.deepEqual(bypassed, [])
  await getSafetyChip(ctx, MINT, { ...ALL, refresh: true })
  assert.deepEqual(bypassed, ['safetyChip'])
})

test('a chip is kept 60 s', async () => {
  const listed = listedPairs([makePair(MINT)])
  const clock = fakeClock()
  const disk = {
    get: () => undefined,
    put() {},
    sweep() {},
    clear: async () => {},
    idle: async () => {},
    end: async () => {},
  }
  const kept = createMemo({ clock, disk, worldTag: () => 'w', tally: createMemoTally(createMetrics()) })
  const { ctx } = fakeContext({
    parts: { clock, chain: { rpc: null }, upstreams: { ...NO_UPSTREAMS, pairs: listed.provider } },
    store: {
      memo: kept.memo,
      peek: ((cache: CacheName) => (cache === 'deepScan' ? scanOf([]) : undefined)) as Context['store']['peek'],
    },
  })
  const ask = async (afterMs: number) => {
    await clock.advance(afterMs)
    await getSafetyChip(ctx, MINT, ALL)
    return listed.asked.length
  }
  assert.deepEqual([await ask(0), await ask(59_000), await ask(1_000)], [1, 1, 2])
})
