import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { LIMITS } from '../../../src/config/limits.ts'
import { BubbleMapReport, LINK_KINDS } from '../../../src/contract/bubble-map.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { judgeMapBytes } from '../../../src/services/bubble-map/judge-task.ts'
import { LINK_RULES } from '../../../src/services/bubble-map/links/index.ts'
import { mapBundleOf } from '../../../src/services/bubble-map/map-bundle.ts'
import { encodeBundle } from '../../../src/services/evidence-bundle/encode-bundle.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import {
  addCrowd,
  areJoined,
  BINANCE,
  DEV,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  MINT,
  mapOf,
  SUPPLY,
  type Token,
  token,
  wallet,
} from '../../support/map-evidence.ts'
import { createRandom } from '../../support/seeded-random.ts'

const HEAD = { mint: MINT, generatedAtMs: 1_000, bundleSha256: null }
const schema = Compile(BubbleMapReport)
const textOf = (evidence: TokenEvidence) => JSON.stringify(mapOf(evidence))

/** A token in which something of every kind happens. */
function busyCoin(): Token {
  const made = token()
  made.fund(BINANCE, 'purse', 30, LAUNCH_SEC - 9_000)
  for (let i = 0; i < 6; i++) {
    made.fund('purse', `team${i}`, 1 + i / 7, LAUNCH_SEC - 8_000 + i * 30)
    made.buy(`team${i}`, LAUNCH_SLOT, { computeUnitPrice: `${11_000 + i}` })
    made.hold(`team${i}`, 5_000_000n * BigInt(i + 1))
  }
  for (let i = 0; i < 3; i++) made.buy(`sniper${i}`, LAUNCH_SLOT, { computeUnitPrice: `${3_000_017 + i}` })
  for (let i = 0; i < 5; i++) {
    made.fund(BINANCE, `drawn${i}`, 2.347, LAUNCH_SEC - 500 + i * 20)
    made.buy(`drawn${i}`, LAUNCH_SLOT + 1)
  }
  for (let i = 0; i < 3; i++)
    made.act({
      slot: LAUNCH_SLOT + 2_000 + i,
      tokenMoves: [{ from: wallet('team1'), to: wallet(`old${i}`), amountRaw: '2000000' }],
    })
  addCrowd(made, 12)
  return made
}

function shuffled<T>(rows: readonly T[], random: () => number): T[] {
  const mixed = [...rows]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!]
  }
  return mixed
}

test('every kind of link has one rule, in the order of the contract, with its text', () => {
  assert.deepEqual(
    LINK_RULES.map(({ kind }) => kind),
    [...LINK_KINDS],
  )
  for (const { rules, strength } of LINK_RULES)
    assert(
      rules.join(' ').length > 40 &&
        rules.every((rule) => /^[A-Z].*\.$/.test(rule)) &&
        ['strong', 'weak', 'either'].includes(strength),
    )
})

test('evidence in any order of its rows gives the same bytes', () => {
  const evidence = busyCoin().evidence()
  const expected = textOf(evidence)
  const random = createRandom(7)
  for (let round = 0; round < 20; round++) {
    const mixed: TokenEvidence = {
      ...evidence,
      transactions: shuffled(evidence.transactions, random),
      wallets: shuffled(evidence.wallets, random),
      pools: shuffled(evidence.pools, random),
      tables: shuffled(evidence.tables, random),
      holders: { ...evidence.holders!, largest: shuffled(evidence.holders!.largest, random) },
    }
    assert.equal(textOf(mixed), expected, `round ${round}`)
  }
})

test('the report is in the closed shape, sorted, with gapless entity ids and degrees that its links count', () => {
  const map = mapOf(busyCoin().evidence())
  assert(schema.Check(map), JSON.stringify([...schema.Errors(map)].slice(0, 3)))
  assert(map.clusters.length >= 1 && areJoined(map, ['team0', 'team5', 'dev']))
  assert.deepEqual(
    map.nodes,
    map.nodes.toSorted((a, b) => b.pctSupply - a.pctSupply || b.degree - a.degree),
  )
  for (const { id, degree } of map.nodes)
    assert.equal(degree, map.links.filter(({ source, target }) => source === id || target === id).length)
  assert.deepEqual(
    map.clusters.map(({ entity_id }) => entity_id),
    map.clusters.map((_, i) => `E${i + 1}`),
  )
  const shares = map.clusters.map(({ pctSupply }) => pctSupply)
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  )
  assert.equal(map.largestClusterPct, shares[0])
  for (const { entity_id, members, memberCount, kinds, evidence, confidence } of map.clusters) {
    assert.equal(members.length, memberCount)
    assert.deepEqual(
      evidence.map(({ type }) => type),
      kinds,
    )
    for (const { type, count } of evidence) {
      const own = map.links.filter((link) => link.type === type && members.includes(link.source))
      assert.equal(count, own.filter(({ target }) => members.includes(target)).length, type)
    }
    assert(confidence > 0 && confidence < 1)
    for (const member of members) assert.equal(map.nodes.find(({ id }) => id === member)?.entity_id, entity_id)
  }
  const weights = map.links.map(({ weight }) => weight).filter((weight) => weight !== null)
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
    'strongest first',
  )
})

test('a cluster is of insiders when half of it bought at launch, of the team when the creator is tied to it', () => {
  const kindWith = (early: number, funder = 'purse') => {
    const made = token()
    for (let i = 0; i < 4; i++) {
      made.fund(funder, `member${i}`, 1 + i / 7, LAUNCH_SEC - 8_000 + i * 30)
      made.buy(`member${i}`, i < early ? LAUNCH_SLOT : LAUNCH_SLOT + 5_000 * (i + 1))
      made.hold(`member${i}`, 5_000_000n)
    }
    addCrowd(made, 12)
    return mapOf(made.evidence()).clusters.map(({ kind }) => kind)
  }
  assert.deepEqual([kindWith(1), kindWith(2), kindWith(2, 'dev')], [['group'], ['insiders'], ['team']])
})

test('nodes say who they are', () => {
  const made = busyCoin()
  made.know('crowd0', { roles: ['buyer'], firstSeenSec: LAUNCH_SEC + 100 })
  const map = mapOf(made.evidence())
  const node = (id: string) => map.nodes.find((one) => one.id === id)!
  const pool = map.nodes[0]!
  assert.deepEqual([pool.kind, pool.is_lp, pool.is_dex, pool.entity_id, pool.rank], ['lp', true, true, null, 1])
  assert.deepEqual([node(DEV).kind, node(DEV).flags.includes('dev')], ['dev', true])
  const fundingWallet = node(wallet('purse'))
  assert.deepEqual(
    [fundingWallet.kind, fundingWallet.entity_id, fundingWallet.rank, fundingWallet.pctSupply],
    ['funder', null, null, 0],
  )
  assert(
    map.links.some(({ source, weight }) => source === fundingWallet.id && weight === null),
    'who paid members is drawn',
  )
  const exchange = node(BINANCE)
  assert.deepEqual(
    [exchange.kind, exchange.is_cex, exchange.is_supernode, exchange.label],
    ['cex', true, true, 'Binance 1'],
  )
  const member = node(wallet('team3'))
  assert.deepEqual([member.kind, member.first_buy_slot, member.fresh_wallet], ['wallet', LAUNCH_SLOT, true])
  assert.equal(member.age_sec, 10_100_000 - (LAUNCH_SEC - 8_000 + 90))
  assert.equal(member.balance, 20)
  assert.equal(member.pctSupply, 2)
  assert.equal(node(wallet('sniper0')).fresh_wallet, false)
  assert.equal(node(wallet('crowd0')).fresh_wallet, true)
})

test('no services, pools or exchanges are ever joined, whatever they sign', () => {
  const random = createRandom(11)
  for (let round = 0; round < 30; round++) {
    const made = token()
    const names = Array.from({ length: 12 }, (_, i) => `w${i}`)
    const served = new Set(names.filter(() => random() < 0.3))
    made.fund(BINANCE, 'purse', 50, LAUNCH_SEC - 9_000)
    for (const name of names) {
      made.fund('purse', name, 1 + random(), LAUNCH_SEC - 8_000)
      made.hold(name, 1_000_000n)
      made.know(name, { roles: ['holder'] })
      if (served.has(name))
        made.know(name, { identity: { entity: 'X', entityType: 'cex', source: 'registry', isContract: false } })
      made.act({ slot: LAUNCH_SLOT + 9, tokenMoves: [{ from: wallet(name), to: wallet('w0'), amountRaw: '99000000' }] })
    }
    const map = mapOf(made.evidence())
    const members = new Set(map.clusters.flatMap((cluster) => cluster.members))
    for (const name of served) assert(!members.has(wallet(name)), `round ${round}: ${name}`)
    if (names.length - served.size > 1) assert(members.size >= names.length - served.size)
  }
})

test('principle 1: a kind that chance brings never joins by itself, however often it repeats', () => {
  const random = createRandom(5)
  for (let round = 0; round < 20; round++) {
    const onlySlot = token()
    for (let i = 0; i < 15; i++)
      onlySlot.buy(`w${i}`, LAUNCH_SLOT + Math.floor(random() * 2), { indexInBlock: i * 7 + 3 })
    assert.deepEqual(mapOf(onlySlot.evidence()).clusters, [])
    const onlyBudget = token()
    addCrowd(onlyBudget, 6)
    for (let i = 0; i < 15; i++)
      onlyBudget.buy(`w${i}`, LAUNCH_SLOT + 10 + i, { computeUnitLimit: 290_000, computeUnitPrice: '3125000' })
    assert.deepEqual(mapOf(onlyBudget.evidence()).clusters, [])
    const onlyDrawn = token()
    for (let i = 0; i < 15; i++) {
      onlyDrawn.fund(BINANCE, `w${i}`, 2.3471, LAUNCH_SEC - 4_000 + i * 95)
      onlyDrawn.buy(`w${i}`, LAUNCH_SLOT + 50 + i * 300)
    }
    assert.deepEqual(mapOf(onlyDrawn.evidence()).clusters, [])
  }
})

test('figures by entity are those of the members added up', () => {
  const made = token()
  made.fund(BINANCE, 'purse', 30, LAUNCH_SEC - 9_000)
  for (const name of ['a', 'b', 'c']) {
    made.fund('purse', name, 2, LAUNCH_SEC - 8_000)
    made.buy(name, LAUNCH_SLOT + 400)
    made.hold(name, 100_000_000n)
  }
  made.buy('d', LAUNCH_SLOT + 9_000)
  made.hold('d', 200_000_000n)
  const evidence = made.evidence()
  const concentration = { holders: 4, gini: 0.15, hhi: 0.28, nakamoto: 2, top10Share: 0.5 }
  const { summary, checks, decentralizationScore } = mapOf({
    ...evidence,
    holders: { ...evidence.holders!, concentration },
  })
  // 300 and 200 of 500 million.
  assert.deepEqual(
    [summary.entity_nakamoto, summary.entityCount, summary.clusteredPct, summary.hiddenSupplyPct],
    [1, 2, 30, 20],
  )
  assert(Math.abs(summary.entity_hhi! - 0.52) < 1e-9 && Math.abs(summary.entity_gini! - 0.1) < 1e-9)
  assert.deepEqual([summary.gini, summary.hhi, summary.nakamoto], [0.15, 0.28, 2])
  assert.equal(checks.find(({ id }) => id === 'map_largest_cluster')!.ok, false)
  assert.equal(checks.find(({ id }) => id === 'map_hidden_supply')!.ok, false)
  // Largest entity 30 %, one entity has the majority, entity HHI above 0.25, 20 % hidden.
  assert.equal(decentralizationScore, 5)
})

test('holders beyond the listed ones keep their part in the figures', () => {
  const amounts = [400, 300, 200, 100, 50, 40, 30, 20, 10, 5].map((amount) => BigInt(amount) * 100_000n)
  const held = (listed: number) => {
    const made = token()
    made.fund(BINANCE, 'purse', 30, LAUNCH_SEC - 9_000)
    for (const name of ['h0', 'h2']) {
      made.fund('purse', name, 2, LAUNCH_SEC - 8_000)
      made.know(name, { roles: ['holder'] })
    }
    amounts.forEach((amount, i) => {
      made.hold(`h${i}`, amount)
    })
    const evidence = made.evidence()
    const { holders } = evidence
    const pooled = { owner: evidence.pools[0]!.address, amountRaw: `${SUPPLY - 115_500_000n}`, accounts: 1 }
    const largest = [pooled, ...holders!.largest.filter(({ owner }) => owner !== pooled.owner).slice(0, listed)]
    return mapOf({
      ...evidence,
      holders: { ...holders!, largest, concentration: concentrationOf(amounts.map(Number)) },
    }).summary
  }
  const whole = held(10)
  const cut = held(6)
  for (const figure of ['entity_gini', 'entity_hhi'] as const)
    assert(Math.abs(whole[figure]! - cut[figure]!) < 1e-9, figure)
  assert.deepEqual([cut.entity_nakamoto, cut.entityCount], [whole.entity_nakamoto, whole.entityCount])
})

function concentrationOf(amounts: readonly number[]) {
  const ascending = amounts.toSorted((a, b) => a - b)
  const total = ascending.reduce((sum, amount) => sum + amount, 0)
  const n = ascending.length
  const gini = ascending.reduce((sum, amount, i) => sum + (2 * (i + 1) - n - 1) * amount, 0) / (n * total)
  const hhi = ascending.reduce((sum, amount) => sum + (amount / total) ** 2, 0)
  return { holders: n, gini, hhi, nakamoto: 2, top10Share: 1 }
}

test('an incomplete list of holders leaves what rests on all of them null', () => {
  const evidence = busyCoin().evidence()
  const holders = { ...evidence.holders!, exact: false, capped: true, concentration: null }
  const map = mapOf({ ...evidence, holders })
  const { gini, entity_gini, entity_nakamoto, entityCount, holdersTotal } = map.summary
  assert.deepEqual([gini, entity_gini, entity_nakamoto, entityCount, holdersTotal], [null, null, null, null, null])
  assert.equal(map.decentralizationScore, null)
  assert(map.ok && map.clusters.length > 0)
  assert.equal(map.checks.find(({ id }) => id === 'map_majority')!.severity, 'info', 'not judged')
})

test('more than 500 holders and 2,000 links are cut, members and the creator first, and the counts say so', () => {
  const made = token()
  made.fund(BINANCE, 'purse', 900, LAUNCH_SEC - 9_000)
  for (let i = 0; i < 600; i++) {
    made.buy(`h${i}`, LAUNCH_SLOT + (i < 120 ? 0 : 50 * i))
    made.hold(`h${i}`, BigInt(1_000_000 - i))
  }
  for (let i = 590; i < 600; i++) made.fund('purse', `h${i}`, 1, LAUNCH_SEC - 8_000)
  const map = mapOf(made.evidence())
  assert.equal(map.nodes.length, LIMITS.bubbleNodes)
  assert.equal(map.links.length, LIMITS.bubbleLinks)
  assert(map.summary.linkCount > LIMITS.bubbleLinks)
  assert.equal(map.summary.nodeCount, LIMITS.bubbleNodes)
  const shown = new Set(map.nodes.map(({ id }) => id))
  assert(shown.has(DEV) && map.clusters.flatMap(({ members }) => members).every((member) => shown.has(member)))
  for (const { source, target } of map.links) assert(shown.has(source) && shown.has(target))
  assert.equal(map.links[0]!.weight, 1)
})

test('without a mint or holders there is no graph: empty arrays and an info check that says why', () => {
  const evidence = busyCoin().evidence()
  const cases: [Parameters<typeof judgeBubbleMap>[0], RegExp][] = [
    [{ value: null, gap: 'upstream_timeout: too slow' }, /too slow/],
    [{ value: { ...evidence, mintInfo: null }, gap: null }, /no mint stands at this address/],
    [
      { value: { ...evidence, mintInfo: null, gaps: [{ part: 'mint', reason: 'refused' }] }, gap: null },
      /mint could not be read/,
    ],
    [
      { value: { ...evidence, holders: null, gaps: [{ part: 'holders', reason: 'refused' }] }, gap: null },
      /holders could not/,
    ],
    [{ value: { ...evidence, holders: { ...evidence.holders!, largest: [] } }, gap: null }, /nobody holds/],
  ]
  for (const [gathered, why] of cases) {
    const map = judgeBubbleMap(gathered, HEAD)
    assert(schema.Check(map))
    assert.deepEqual([map.ok, map.nodes, map.links, map.clusters], [false, [], [], []])
    assert.deepEqual([map.decentralizationScore, map.largestClusterPct], [null, null])
    assert.deepEqual(
      map.checks.map(({ id, ok, severity }) => [id, ok, severity]),
      [['map_built', true, 'info']],
    )
    assert.match(map.checks[0]!.detail, why)
  }
  assert.deepEqual(judgeBubbleMap(cases[3]![0], HEAD).errors, ['holders: refused'])
})

test('evidence without launch, wallets or transactions still gives a map of the holders', () => {
  const evidence = busyCoin().evidence()
  const map = mapOf({ ...evidence, launch: null, wallets: [], transactions: [], pools: [], tables: [] })
  assert(schema.Check(map))
  assert.deepEqual([map.ok, map.links, map.clusters], [true, [], []])
  assert.equal(map.nodes.length, evidence.holders!.largest.length)
})

test('the bytes of the inputs are the digest in the report, and give it again', async () => {
  const evidence = busyCoin().evidence()
  const gathered = { value: evidence, source: 'chain', asOfMs: 1, slot: 2, gap: null, configured: true }
  const { bytes, sha256 } = await encodeBundle(
    mapBundleOf({ format: 'mintglass-bundle-1', mint: MINT, generatedAtMs: 1_000, rules: 'test', evidence: gathered }),
  )
  const report = judgeMapBytes(bytes)
  assert.deepEqual(judgeMapBytes(Uint8Array.from(bytes)), report)
  const { bundle, ...map } = JSON.parse(Buffer.from(report).toString('utf8')) as BubbleMapReport
  assert.deepEqual([bundle, sha256], [sha256, createHash('sha256').update(bytes).digest('hex')])
  assert.deepEqual(map, JSON.parse(JSON.stringify({ ...mapOf(evidence), bundle: undefined })))
})
