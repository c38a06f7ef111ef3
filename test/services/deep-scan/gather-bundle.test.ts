import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CACHES, type CacheName, DEGRADED_TTL_MS } from '../../../src/config/cache-ttls.ts'
import type { Context } from '../../../src/context.ts'
import { type CacheMeta, fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { gatherBundle } from '../../../src/services/deep-scan/gather-bundle.ts'
import { LAYERS } from '../../../src/services/deep-scan/layers/index.ts'
import { ANY_MINT, evidenceOf } from '../../support/bundle-of.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { devEvidenceOf, launchOf, sniperEvidenceOf } from '../../support/forensic-evidence.ts'
import { listedPairs, makePair } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { opinionOf } from '../../support/rich-bundle.ts'
import { proofOf } from '../../support/sell-proof-of.ts'

/** Deadlines of seconds become tens of milliseconds. */
const FAST = { deadlineScale: 0.005 }
const UNHURRIED = { deadlineScale: Number.POSITIVE_INFINITY }

type Answer = () => Promise<Outcome<unknown>>
type Answers = Partial<Record<CacheName | 'rugcheck' | 'goplus', Answer>>

const never: Answer = () => new Promise(() => {})
const says =
  (value: unknown, cache?: CacheMeta): Answer =>
  async () =>
    ok(value, cache)
const fails: Answer = async () => fail('upstream_timeout', 'nobody answered')
const throws: Answer = async () => {
  throw new Error('a bug')
}
const EVIDENCE = evidenceOf({ launch: launchOf() })

/** A context whose parts answer as a test says; the others are all there. */
function contextOf(answers: Answers = {}, upstreams: Partial<Context['upstreams']> = {}) {
  const all: Answers = {
    tokenEvidence: says(EVIDENCE),
    devEvidence: says(devEvidenceOf()),
    sniperEvidence: says(sniperEvidenceOf()),
    sellProof: says(proofOf()),
    solPrice: says({ price: 150, source: 'jupiter', recordedAt: 0, generatedAt: 0 }),
    rugcheck: says(opinionOf({}, { provider: 'rugcheck' })),
    goplus: says(opinionOf({}, { provider: 'goplus' })),
    ...answers,
  }
  const asked: string[] = []
  const security = (provider: string) => ({ provider, securityReport: async () => fail('internal', 'not reached') })
  const fake = fakeContext({
    parts: {
      chain: { rpc: {} },
      upstreams: {
        ...NO_UPSTREAMS,
        pairs: listedPairs([makePair(ANY_MINT)]).provider,
        rugcheck: security('rugcheck'),
        goplus: security('goplus'),
        ...upstreams,
      },
    } as unknown as Partial<Context>,
    store: {
      memo: async (cache, key, load) => {
        asked.push(cache)
        const name = cache === 'securityReports' ? (key.split(':')[0] as 'rugcheck') : cache
        return ((await all[name]?.()) ?? (await load())) as never
      },
      memoMany: async (cache, keys, load) =>
        cache === 'tokenMetadata' ? ok(new Map(keys.map((key) => [key, null]))) : ((await load(keys)) as never),
    },
  })
  return { ...fake, asked }
}

async function gather(answers: Answers, options = FAST, upstreams: Partial<Context['upstreams']> = {}) {
  const fake = contextOf(answers, upstreams)
  const gathered = await gatherBundle(fake.ctx, ANY_MINT, undefined, options)
  assert(gathered.ok)
  return { ...fake, bundle: gathered.value, cache: gathered.cache }
}
const needing = (...parts: string[]) =>
  LAYERS.filter(({ needs }) => needs.some((part) => parts.includes(part))).map(({ name }) => name)
const metaOf = (own: Partial<CacheMeta>): CacheMeta => ({
  ...{ builtAtMs: 1, freshUntilMs: 2_000_000_000_000, degraded: false, stale: false },
  ...own,
})

test('every part is there, with its source, age and slot, and nothing is late', async () => {
  const { bundle, cache, ctx } = await gather({})
  assert.deepEqual(bundle.late, [])
  assert.deepEqual([bundle.mint, bundle.generatedAtMs], [ANY_MINT, ctx.clock.nowMs()])
  assert.deepEqual(bundle.evidence, {
    ...{ value: EVIDENCE, source: 'chain:evidence', asOfMs: ctx.clock.nowMs(), slot: EVIDENCE.slot },
    ...{ gap: null, configured: true },
  })
  assert.deepEqual([bundle.dev.value?.dev, bundle.dev.source], [devEvidenceOf().dev, 'chain:creator'])
  assert.deepEqual([bundle.snipers.source, bundle.snipers.gap], ['chain:snipers', null])
  assert.deepEqual([bundle.sellProof.value?.status, bundle.sellProof.slot], ['sellable', 1_000])
  assert.deepEqual([bundle.market.value?.priceUsd, bundle.market.value?.solUsd], [2, 150])
  assert.deepEqual(
    [bundle.providers.rugcheck.value?.provider, bundle.providers.goplus.value?.provider],
    ['rugcheck', 'goplus'],
  )
  assert.equal(cache, undefined)
})

test('each part is read once', async () => {
  const { asked } = await gather({})
  for (const cache of ['tokenEvidence', 'devEvidence', 'sniperEvidence', 'sellProof'])
    assert.equal(asked.filter((one) => one === cache).length, 1, cache)
})

test('a part that hangs is a gap, and late are the layers that need it, and no others', async () => {
  const cases: readonly (readonly [CacheName, 'dev' | 'snipers' | 'sellProof'])[] = [
    ['devEvidence', 'dev'],
    ['sniperEvidence', 'snipers'],
    ['sellProof', 'sellProof'],
  ]
  for (const [cache, part] of cases) {
    const { bundle } = await gather({ [cache]: never })
    assert.deepEqual(bundle.late, needing(part), part)
    const { value, gap, asOfMs, configured } = bundle[part]
    assert.deepEqual([value, gap, asOfMs, configured], [null, 'not read in time', null, true], part)
    assert.equal(bundle.evidence.gap, null)
  }
})

test('evidence that hangs takes along what is found by it, and leaves market and providers', async () => {
  const { bundle } = await gather({ tokenEvidence: never })
  assert.deepEqual(bundle.late, needing('evidence', 'dev', 'sellProof'))
  for (const part of ['evidence', 'dev', 'snipers', 'sellProof'] as const)
    assert.equal(bundle[part].gap, 'not read in time', part)
  assert.equal(bundle.market.gap, null)
  assert.equal(bundle.providers.goplus.gap, null)
})

test('a market that hangs leaves the rest', async () => {
  const { bundle } = await gather({ solPrice: never })
  assert.deepEqual([bundle.late, bundle.market.gap], [needing('market'), 'not read in time'])
  assert.equal(bundle.evidence.gap, null)
})

test('a provider that hangs is a gap of its own, and no layer is late for it', async () => {
  const { bundle } = await gather({ rugcheck: never })
  assert.deepEqual([bundle.late, bundle.providers.rugcheck.gap], [[], 'not read in time'])
  assert.equal(bundle.providers.goplus.gap, null)
})

test('a part that comes within its deadline is not late, one a moment too slow is', async () => {
  // The market layer waits 12 s, the sale 24: at this scale 24 and 48 ms.
  const scale = { deadlineScale: 0.002 }
  const slow: Answer = () => new Promise((resolve) => setTimeout(() => resolve(ok(proofOf())), 600))
  assert.deepEqual((await gather({ sellProof: slow }, scale)).bundle.late, ['honeypot'])
  assert.deepEqual((await gather({ sellProof: slow }, { deadlineScale: 1 })).bundle.late, [])
})

test('without deadlines nothing is late, however slow', async () => {
  const slow =
    (value: unknown): Answer =>
    () =>
      new Promise((resolve) => setTimeout(() => resolve(ok(value)), 100))
  const answers = { tokenEvidence: slow(EVIDENCE), sellProof: slow(proofOf()), goplus: slow(opinionOf()) }
  const { bundle } = await gather(answers, UNHURRIED)
  assert.deepEqual(bundle.late, [])
  assert.deepEqual([bundle.evidence.gap, bundle.sellProof.gap, bundle.providers.goplus.gap], [null, null, null])
})

test('a part that fails is a gap with code and reason, in time', async () => {
  const { bundle } = await gather({ devEvidence: fails, sellProof: fails, goplus: fails })
  assert.deepEqual(bundle.late, [])
  for (const { gap, asOfMs, configured } of [bundle.dev, bundle.sellProof, bundle.providers.goplus])
    assert.deepEqual([gap, asOfMs, configured], ['upstream_timeout: nobody answered', null, true])
})

test('without evidence what rests on it says why', async () => {
  const { bundle } = await gather({ tokenEvidence: fails })
  assert.equal(bundle.evidence.gap, 'upstream_timeout: nobody answered')
  for (const part of ['dev', 'snipers', 'sellProof'] as const)
    assert.equal(bundle[part].gap, 'upstream_timeout: without evidence: nobody answered')
})

test('without a node the parts of the chain are not configured, and that is no failure of theirs', async () => {
  const { ctx } = contextOf({ tokenEvidence: async () => fail('unconfigured', 'no Solana node is configured') })
  const gathered = await gatherBundle(ctx, ANY_MINT, undefined, FAST)
  assert(gathered.ok)
  const { evidence, dev, sellProof } = gathered.value
  for (const { configured, value } of [evidence, dev, sellProof]) assert.deepEqual([configured, value], [false, null])
})

test('providers that no one configured and those that do not know the token are distinguished', async () => {
  const { bundle } = await gather({ goplus: says(null) }, FAST, { rugcheck: null })
  const { rugcheck, goplus } = bundle.providers
  assert.deepEqual([rugcheck.configured, rugcheck.gap], [false, 'not configured'])
  assert.deepEqual([goplus.configured, goplus.gap], [true, 'the provider does not know this token'])
  assert.notEqual(goplus.asOfMs, null, 'it did answer')
})

test('a part that throws is logged, becomes a gap and takes no one along', async () => {
  for (const [name, part] of [
    ['tokenEvidence', 'evidence'],
    ['devEvidence', 'dev'],
    ['sniperEvidence', 'snipers'],
    ['sellProof', 'sellProof'],
    ['solPrice', 'market'],
  ] as const) {
    const { bundle, logged } = await gather({ [name]: throws })
    assert.equal(bundle[part].gap, 'internal: the part failed', part)
    const errors = logged.filter(({ level }) => level === 50)
    assert.deepEqual(
      errors.map(({ msg }) => msg),
      ['a part of a deep scan threw'],
    )
    if (part !== 'market') assert.equal(bundle.market.gap, null)
    if (part !== 'evidence') assert.equal(bundle.evidence.gap, null)
  }
  const { bundle } = await gather({ rugcheck: throws, goplus: throws })
  assert.equal(bundle.providers.rugcheck.gap, 'internal: the part failed')
})

test('a provider that throws while other parts hang does not end the process', async () => {
  const { bundle } = await gather({ rugcheck: throws, sellProof: never })
  assert.deepEqual(bundle.late, ['honeypot'])
})

test('a client that goes away cancels the gathering', async () => {
  const { ctx } = contextOf({ tokenEvidence: never })
  const caller = new AbortController()
  const gathering = gatherBundle(ctx, ANY_MINT, caller.signal, FAST)
  caller.abort()
  const gathered = await gathering
  assert.deepEqual([gathered.ok, !gathered.ok && gathered.code], [false, 'cancelled'])
})

test('what the chain said sets the age of the bundle; market data that is older does not', async () => {
  const evidence = metaOf({ builtAtMs: 5, freshUntilMs: 1_800_000_060_000 })
  const { cache } = await gather({
    tokenEvidence: says(EVIDENCE, evidence),
    sellProof: says(proofOf(), metaOf({ freshUntilMs: 1_800_000_001_000 })),
  })
  assert.deepEqual(cache, evidence)
  assert(CACHES.sellProof.ttlMs < CACHES.deepScan.ttlMs, 'a proof lives shorter than a report')
})

test('a degraded part makes the bundle degraded, counted from the end of the gathering', async () => {
  for (const name of ['tokenEvidence', 'devEvidence', 'sniperEvidence', 'sellProof'] as const) {
    const whole = { tokenEvidence: EVIDENCE, devEvidence: devEvidenceOf(), sniperEvidence: sniperEvidenceOf() }
    const value = name === 'sellProof' ? proofOf() : whole[name]
    const past = metaOf({ freshUntilMs: 10, degraded: true })
    const { cache, ctx } = await gather({ [name]: says(value, past) })
    assert.deepEqual([cache?.degraded, cache?.freshUntilMs], [true, ctx.clock.nowMs() + DEGRADED_TTL_MS], name)
  }
})

test('a market source that fails makes the bundle degraded, one that no one configured does not', async () => {
  const unanswered = async () => fail('upstream_failed', 'down')
  const tokens = { provider: 'tokens', tokensByMints: unanswered } as unknown as Context['upstreams']['tokens']
  const { cache, bundle } = await gather({}, FAST, { tokens })
  assert.equal(bundle.market.gap, null)
  assert.equal(cache?.degraded, true)
  assert.equal((await gather({})).cache, undefined)
})

test('a market that no source knows is a gap, and not a token without a price', async () => {
  const down = async () => fail('upstream_failed', 'down')
  const pairs = { provider: 'pairs', pairsByMints: down } as unknown as Context['upstreams']['pairs']
  const { ctx } = contextOf({}, { pairs })
  const gathered = await gatherBundle({ ...ctx, chain: { ...ctx.chain, rpc: null } }, ANY_MINT, undefined, FAST)
  assert(gathered.ok)
  assert.deepEqual([gathered.value.market.value, gathered.value.market.configured], [null, true])
  assert.match(gathered.value.market.gap!, /^upstream_failed/)
})

test('a part that its own deadline ended is reported as late, not as cancelled', async () => {
  const { bundle } = await gather({ tokenEvidence: async () => fail('cancelled', 'cancelled') })
  assert.equal(bundle.evidence.gap, 'upstream_timeout: not read in time')
})

test('a fallback SOL price is no price', async () => {
  const { bundle } = await gather({
    solPrice: says({ price: 120, source: 'fallback', recordedAt: 0, generatedAt: 0 }),
  })
  assert.equal(bundle.market.value?.solUsd, null)
})
