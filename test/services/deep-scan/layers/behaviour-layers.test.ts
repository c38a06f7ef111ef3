import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import type { BubbleCluster, BubbleLink, BubbleMapReport, WalletRoles } from '../../../../src/contract/bubble-map.ts'
import { Check } from '../../../../src/contract/check.ts'
import type { Layer, LayerInputs } from '../../../../src/services/checks/layer.ts'
import { layer as bubblemap } from '../../../../src/services/deep-scan/layers/bubblemap.ts'
import { layer as bundle } from '../../../../src/services/deep-scan/layers/bundle.ts'
import { layer as cohorts } from '../../../../src/services/deep-scan/layers/cohorts.ts'
import { layer as creator } from '../../../../src/services/deep-scan/layers/creator.ts'
import { layer as devforensics } from '../../../../src/services/deep-scan/layers/devforensics.ts'
import { LAYERS } from '../../../../src/services/deep-scan/layers/index.ts'
import { layer as launch } from '../../../../src/services/deep-scan/layers/launch.ts'
import { layer as sniperforensics } from '../../../../src/services/deep-scan/layers/sniperforensics.ts'
import type { ObservedTransaction, TokenEvidence } from '../../../../src/services/evidence-bundle/evidence.ts'
import type { InputBundle } from '../../../../src/services/evidence-bundle/input-bundle.ts'
import { bundleOf, evidenceOf, gathered } from '../../../support/bundle-of.ts'
import {
  DEV,
  devEvidenceOf,
  fundedBy,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  launchOf,
  observedWalletOf,
  rugOf,
} from '../../../support/forensic-evidence.ts'
import { holdersOf, inputsOf, tradeOf, walletAt } from '../../../support/layer-inputs.ts'

/** Layers whose signal is behaviour: each threshold just below and just above, and every way of not being asked. */

const OURS: readonly Layer[] = [bundle, creator, launch, cohorts, devforensics, sniperforensics, bubblemap]
const schema = Compile(Check)
const range = (count: number) => Array.from({ length: count }, (_, i) => i)

type Given = {
  readonly evidence?: Partial<TokenEvidence>
  readonly bundle?: Partial<InputBundle>
  readonly clusters?: readonly BubbleCluster[]
  readonly map?: Partial<BubbleMapReport>
}

function judge(layer: Layer, { evidence = {}, bundle: own = {}, clusters = [], map }: Given) {
  const inputs = inputsOf(bundleOf({ evidence: gathered(evidenceOf({ launch: launchOf(), ...evidence })), ...own }))
  const given: LayerInputs = {
    ...inputs,
    map: { ...inputs.map, ok: true, nodes: [], clusters: [...clusters], roles: null, ...map },
  }
  const checks = layer.judge(given)
  for (const check of checks) {
    assert(schema.Check(check), JSON.stringify(check))
    assert(
      layer.rules.some(({ id }) => id === check.id),
      `${layer.name}.${check.id} has no rule`,
    )
  }
  return checks
}
function verdict(layer: Layer, id: string, given: Given): string {
  const check = judge(layer, given).find((one) => one.id === id)
  assert(check, `${layer.name} gives no ${id}`)
  if (!check.ok) return check.severity
  return check.detail.startsWith('not judged') ? 'unasked' : 'passed'
}
function clusterOf(members: readonly number[], own: Partial<BubbleCluster> = {}): BubbleCluster {
  return {
    entity_id: `cluster of ${members.join(' ')}`,
    kind: 'group',
    memberCount: Math.max(2, members.length),
    pctSupply: 0,
    rootFunder: null,
    collector: null,
    devLinked: false,
    confidence: 0.9,
    kinds: ['same_funder'],
    evidence: [{ type: 'same_funder', count: 2, signature: 'link', slot: 3, detail: 'one purse' }],
    members: members.map(walletAt),
    ...own,
  }
}
/** Buys and sales in whole tokens; a percent of the supply is 10,000 of them. */
const buy = (wallet: number, base: number, slotsLater = 0, own: Partial<ObservedTransaction> = {}) => ({
  ...tradeOf({ wallet, side: 'buy', base, quote: 1, atSec: LAUNCH_SEC, slot: LAUNCH_SLOT + slotsLater }, wallet),
  ...own,
})
const sell = (wallet: number, base: number, slotsLater: number) =>
  tradeOf({ wallet, side: 'sell', base, quote: 1, atSec: LAUNCH_SEC, slot: LAUNCH_SLOT + slotsLater }, 500 + wallet)
const PERCENT = 10_000

test('the seven layers stand in the list, are behavioural and name each check once', () => {
  for (const layer of OURS) {
    assert(LAYERS.includes(layer), layer.name)
    assert(layer.behavioural, layer.name)
    assert(
      layer.rules.some(({ scored }) => scored),
      layer.name,
    )
  }
  const ids = OURS.flatMap(({ name, rules }) => rules.map(({ id }) => `${name}.${id}`))
  assert.equal(new Set(ids).size, ids.length)
})

test('without a launch, a creator or a map every check says that it was not asked', () => {
  for (const layer of OURS) {
    const checks = judge(layer, { evidence: { launch: null }, map: { ok: false, errors: ['no holders'] } })
    assert.equal(checks.length, layer.rules.length, layer.name)
    for (const check of checks) assert.match(check.detail, /^not judged: /, `${layer.name}.${check.id}`)
  }
})

test('a quiet launch passes every scored check that can be asked, and none is failed', () => {
  const evidence = {
    launch: launchOf([
      [1, 0],
      [2, 40],
    ]),
    holders: holdersOf([1, 2, 3]),
    transactions: [buy(1, PERCENT), buy(2, PERCENT, 40)],
    wallets: [observedWalletOf(DEV, { funding: fundedBy(walletAt(90)) }), observedWalletOf(walletAt(1))],
  }
  for (const layer of OURS) {
    const checks = judge(layer, {
      evidence,
      bundle: { dev: gathered(devEvidenceOf()) },
      clusters: [],
      map: { summary: { ...inputsOf(bundleOf()).map.summary, hiddenSupplyPct: 0 } },
    })
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
      layer.name,
    )
    const scored = new Set(layer.rules.filter((rule) => rule.scored).map(({ id }) => id))
    assert(
      checks.some(({ id, severity }) => scored.has(id) && severity !== 'info'),
      `${layer.name} asked nothing`,
    )
  }
})

test('bundle: what bundlers hold fails above 5 and 15 percent', () => {
  const at = (pct: number) =>
    verdict(bundle, 'bundle_share', {
      evidence: { launch: launchOf([[0, 0]], { bundlers: [walletAt(0)] }), holders: holdersOf([pct]) },
    })
  assert.deepEqual([at(5), at(5.0001), at(15), at(15.0001)], ['passed', 'medium', 'medium', 'high'])
  assert.equal(
    verdict(bundle, 'bundle_share', { evidence: { launch: launchOf([[0, 0]], { bundlers: [walletAt(0)] }) } }),
    'unasked',
  )
})

test('principle 8: bundlers and insiders are those of the map once there is one', () => {
  const given = (roles: WalletRoles | null) => ({
    evidence: { launch: launchOf([[0, 0]], { bundlers: [walletAt(0)] }), holders: holdersOf([11, 12]) },
    map: { roles },
  })
  const none = { team: [], insiders: [], bundlers: [], snipers: [walletAt(0)] }
  const other = { team: [walletAt(1)], insiders: [walletAt(1)], bundlers: [], snipers: [walletAt(0)] }
  const of = (roles: WalletRoles | null) => [
    verdict(bundle, 'bundle_share', given(roles)),
    verdict(cohorts, 'insiders_share', given(roles)),
  ]
  assert.deepEqual(
    [of(null), of(none), of(other)],
    [
      ['medium', 'high'],
      ['passed', 'passed'],
      ['passed', 'high'],
    ],
  )
})

test('bundle: what creator and bundlers bought in the launch slot fails above 20 percent, sold since or not', () => {
  const at = (pct: number, slotsLater = 0, bundlers = [walletAt(0)]) =>
    verdict(bundle, 'bundle_bought', {
      evidence: {
        launch: launchOf([[0, slotsLater]], { bundlers }),
        transactions: [buy(0, pct * PERCENT, slotsLater)],
      },
    })
  assert.deepEqual([at(20), at(20.001), at(50, 1), at(50, 0, [])], ['passed', 'high', 'passed', 'passed'])
})

test('bundle: four bundled wallets fail, three do not', () => {
  const of = (count: number) => {
    const bundlers = range(count).map(walletAt)
    return verdict(bundle, 'bundle_wallets', {
      evidence: {
        launch: launchOf(
          range(count).map((i) => [i, 0]),
          { bundlers },
        ),
      },
    })
  }
  assert.deepEqual([of(3), of(4)], ['passed', 'medium'])
})

/** Links of a map between buyers, as a star from the first. */
const starOf = (type: BubbleLink['type'], count: number, weight: number, via: string | null): BubbleLink[] =>
  range(count)
    .slice(1)
    .map((i) => ({ source: walletAt(0), target: walletAt(i), type, weight, evidence: { ...NO_EVIDENCE, via } }))
const NO_EVIDENCE: BubbleLink['evidence'] = {
  slot: null,
  signature: null,
  otherSignature: null,
  amount: null,
  unit: null,
  via: null,
  hops: null,
  detail: '',
}

test('principle 2: bundle: early buyers fail by a payer or nonce that the map joins them by, and by one transaction', () => {
  const PAYER = walletAt(600)
  const at = (links: readonly BubbleLink[], own: Partial<ObservedTransaction> = {}, pct = 2) =>
    verdict(bundle, 'shared_signing', {
      evidence: {
        launch: launchOf(range(3).map((i) => [i, 0] as const)),
        transactions: range(3).map((i) => buy(i, pct * PERCENT, 0, own)),
      },
      map: { links: [...links] },
    })
  assert.equal(at(starOf('shared_fee_payer', 3, 1, PAYER)), 'high')
  assert.equal(at(starOf('shared_nonce', 3, 1, PAYER)), 'high')
  assert.equal(at(starOf('shared_fee_payer', 2, 1, PAYER)), 'passed')
  // Strangers of one relayer come in the rush of a launch, too: its own life says whose tool it is.
  assert.equal(at(starOf('shared_fee_payer', 3, 0.2, PAYER), { feePayer: PAYER }), 'passed')
  assert.equal(at([], { nonce: { account: walletAt(601), authority: PAYER } }), 'passed')
  assert.equal(at([], { signature: 'one for all' }), 'high')
  assert.equal(at([], { signature: 'one for all' }, 1), 'medium', 'what three friends take is no launch')
  // A star of links may begin at a late buyer.
  const late = starOf('shared_fee_payer', 4, 1, PAYER).map((link) => ({ ...link, source: walletAt(90) }))
  assert.equal(at([...late, { ...late[0]!, target: walletAt(0) }]), 'high')
})

test('bundle: four early buyers with one odd budget fail; round budgets and a trading service’s users do not', () => {
  const at = (computeUnitLimit: number, computeUnitPrice: string, count = 4, later = 0, isLinked = true) => {
    const own = { computeUnitLimit, computeUnitPrice }
    const transactions = [
      ...range(count).map((i) => buy(i, 1, 0, own)),
      ...range(later).map((i) => buy(100 + i, 1, 5_000, own)),
    ]
    return verdict(bundle, 'shared_budget', {
      evidence: { launch: launchOf(range(count).map((i) => [i, 0] as const)), transactions },
      map: { links: isLinked ? starOf('budget_fingerprint', count, 0.5, null) : [] },
    })
  }
  assert.deepEqual([at(213_777, '91234'), at(213_777, '91234', 3)], ['medium', 'passed'])
  assert.equal(at(200_000, '100000'), 'passed')
  assert.deepEqual([at(213_777, '91234', 4, 3), at(213_777, '91234', 4, 4)], ['medium', 'passed'])
  assert.equal(at(213_777, '91234', 4, 0, false), 'passed', 'the map links no users of one service')
})

test('launch: what others buy in the first five seconds fails above 20 and 30 percent', () => {
  const at = (pct: number, slotsLater = 0, slotMs = 400) =>
    verdict(launch, 'early_share', { evidence: { slotMs, transactions: [buy(0, pct * PERCENT, slotsLater)] } })
  assert.deepEqual([at(20), at(20.001), at(30), at(30.001)], ['passed', 'medium', 'medium', 'high'])
  // Five seconds are 13 slots of 400 ms, and 25 of 200.
  assert.deepEqual([at(90, 13), at(90, 14), at(90, 25, 200), at(90, 26, 200)], ['high', 'passed', 'high', 'passed'])
  const own = [
    { ...buy(0, 90 * PERCENT), trades: buy(0, 90 * PERCENT).trades.map((trade) => ({ ...trade, wallet: DEV })) },
  ]
  assert.equal(verdict(launch, 'early_share', { evidence: { transactions: own } }), 'passed', 'the creator is no other')
  assert.equal(verdict(launch, 'early_share', { evidence: { mintInfo: null } }), 'unasked')
})

test('launch: three first buyers of one cluster fail, two do not', () => {
  const at = (members: readonly number[], pct = 2) =>
    verdict(launch, 'early_buyers_tied', {
      evidence: { transactions: range(4).map((i) => buy(i, pct * PERCENT)) },
      clusters: [clusterOf(members)],
    })
  assert.deepEqual([at([0, 1, 9]), at([0, 1, 2]), at([0, 1, 2], 5 / 3)], ['passed', 'high', 'medium'])
})

test('launch: new wallets fail from four and three fifths of the first buyers on', () => {
  const at = (fresh: number, old: number, ageSecs = 86_399) => {
    const wallets = range(fresh + old).map((i) =>
      observedWalletOf(walletAt(i), { firstSeenSec: LAUNCH_SEC - (i < fresh ? ageSecs : 86_400) }),
    )
    return verdict(launch, 'early_buyers_fresh', {
      evidence: { wallets, transactions: range(fresh + old).map((i) => buy(i, 1)) },
    })
  }
  assert.deepEqual(
    [at(3, 0), at(4, 2), at(4, 3), at(6, 4), at(4, 0, 86_400)],
    ['passed', 'medium', 'passed', 'medium', 'passed'],
  )
  assert.equal(verdict(launch, 'early_buyers_fresh', { evidence: { transactions: [buy(0, 1)] } }), 'unasked')
})

test('launch: a launch that someone else paid for is said', () => {
  const at = (otherPayer: string | null) =>
    verdict(launch, 'launch_paid_by_other', { evidence: { launch: launchOf([], { otherPayer }) } })
  assert.deepEqual([at(null), at(walletAt(3))], ['passed', 'low'])
})

test('creator: its own share fails above 5 and 15 percent', () => {
  const at = (pct: number) =>
    verdict(creator, 'creator_share', {
      evidence: { launch: launchOf([], { dev: walletAt(0) }), holders: holdersOf([pct]) },
    })
  assert.deepEqual([at(5), at(5.0001), at(15), at(15.0001)], ['passed', 'medium', 'medium', 'high'])
})

test('creator: having sold half fails; never having had any does not', () => {
  const at = (soldRaw: string, heldRaw: string) => {
    const current = { boughtRaw: '0', soldRaw, sentRaw: '0', heldRaw, complete: true }
    return verdict(creator, 'creator_sold', { bundle: { dev: gathered(devEvidenceOf({ current })) } })
  }
  assert.deepEqual([at('0', '0'), at('4999', '5001'), at('50', '50')], ['passed', 'passed', 'medium'])
  assert.equal(verdict(creator, 'creator_sold', {}), 'unasked')
})

test('creator: handing on fails above two percent of the supply', () => {
  const at = (sentRaw: string) => {
    const current = { boughtRaw: '0', soldRaw: '0', sentRaw, heldRaw: '0', complete: true }
    return verdict(creator, 'creator_sent', { bundle: { dev: gathered(devEvidenceOf({ current })) } })
  }
  assert.deepEqual([at('20000000000'), at('20000100000')], ['passed', 'low'])
})

test('creator: two wallets with its money and its token fail; money alone, or the token alone, is no ground', () => {
  const at = (paid: number, buyers: number, insiders: readonly string[] = []) => {
    const wallets = range(paid).map((i) => observedWalletOf(walletAt(i), { funding: fundedBy(DEV) }))
    const transactions = range(buyers).map((i) => buy(i, 1, 99))
    return verdict(creator, 'creator_paid_buyers', {
      evidence: { wallets, transactions, launch: launchOf([], { insiders }) },
    })
  }
  assert.deepEqual([at(2, 1), at(1, 2), at(2, 2)], ['passed', 'passed', 'high'])
  assert.equal(at(1, 2, [walletAt(1)]), 'high', 'the launch facts know of a later payment')
})

test('creator: a wallet of less than a day is new', () => {
  const at = (firstSeenSec: number | null, isBusy = false) =>
    verdict(creator, 'creator_fresh', { evidence: { wallets: [observedWalletOf(DEV, { firstSeenSec, isBusy })] } })
  assert.deepEqual(
    [at(LAUNCH_SEC - 86_400), at(LAUNCH_SEC - 86_399), at(null), at(null, true)],
    ['passed', 'low', 'unasked', 'passed'],
  )
})

test('cohorts: insiders fail above ten percent now', () => {
  const at = (pct: number) =>
    verdict(cohorts, 'insiders_share', {
      evidence: { launch: launchOf([], { insiders: [walletAt(0)] }), holders: holdersOf([pct]) },
    })
  assert.deepEqual([at(10), at(10.0001)], ['passed', 'high'])
})

test('cohorts: what the team ever bought fails above 25 percent, its cluster included', () => {
  const at = (pct: number, devLinked = true) =>
    verdict(cohorts, 'insiders_ever', {
      evidence: { transactions: [buy(0, pct * PERCENT, 70)] },
      clusters: [clusterOf([0, 1], { devLinked })],
    })
  assert.deepEqual([at(25), at(25.001), at(60, false)], ['passed', 'medium', 'passed'])
})

test('cohorts: the one large sale of another member does not hide the burst of three', () => {
  const slots = [0, 10, 20, 5_000] as const
  const transactions = slots.map((later, i) => sell(i, (i === 3 ? 9 : 1.2) * PERCENT, later))
  const clusters = [clusterOf([0, 1, 2, 3], { devLinked: true })]
  assert.equal(verdict(cohorts, 'coordinated_exit', { evidence: { transactions }, clusters }), 'high')
})

test('cohorts: a smaller burst later does not hide the large one', () => {
  const transactions = [0, 10, 20, 5_000, 5_010, 5_020].map((later, i) => sell(i, (i < 3 ? 4 : 1) * PERCENT, later))
  const clusters = [clusterOf([0, 1, 2, 3, 4, 5], { devLinked: true })]
  assert.equal(verdict(cohorts, 'coordinated_exit', { evidence: { transactions }, clusters }), 'critical')
})

test('cohorts: an exit needs three of one cluster, three percent and five minutes', () => {
  const at = (pct: number, slots: readonly number[], members = [0, 1, 2], devLinked = false) =>
    verdict(cohorts, 'coordinated_exit', {
      evidence: { transactions: slots.map((later, i) => sell(i, (pct * PERCENT) / slots.length, later)) },
      clusters: [clusterOf(members, { devLinked })],
    })
  assert.deepEqual([at(2.99, [90, 91, 92]), at(3, [90, 91, 92])], ['passed', 'high'])
  assert.deepEqual([at(50, [90, 91]), at(50, [90, 91, 92], [0, 1, 9])], ['passed', 'passed'])
  // Five minutes are 750 slots of 400 ms.
  assert.deepEqual([at(30, [0, 10, 750]), at(30, [0, 10, 751])], ['high', 'passed'])
  assert.deepEqual(
    [at(9.99, [1, 2, 3], [0, 1, 2], true), at(10.01, [1, 2, 3], [0, 1, 2], true), at(10.01, [1, 2, 3])],
    ['high', 'critical', 'high'],
  )
})

test('cohorts: three members with one collector fail', () => {
  const at = (memberCount: number, collector: string | null) =>
    verdict(cohorts, 'proceeds_collected', { clusters: [clusterOf(range(memberCount), { collector })] })
  assert.deepEqual([at(2, walletAt(9)), at(3, walletAt(9)), at(3, null)], ['passed', 'high', 'passed'])
})

test('cohorts: new wallets fail above 30 percent of the supply', () => {
  const node = (pctSupply: number) =>
    ({ id: walletAt(0), kind: 'wallet', fresh_wallet: true, pctSupply, first_buy_slot: 1 }) as never
  const at = (pct: number) => verdict(cohorts, 'fresh_holders', { map: { nodes: [node(pct)] } })
  assert.deepEqual([at(30), at(30.001)], ['passed', 'warning'])
})

test('devforensics: two rugged tokens of two are critical, and the evidence names the transactions', () => {
  const given = { bundle: { dev: gathered(devEvidenceOf({ tokens: [rugOf(60), rugOf(90, 1)] })) } }
  assert.equal(verdict(devforensics, 'serial_rugger', given), 'critical')
  assert.equal(
    verdict(devforensics, 'serial_rugger', { bundle: { dev: gathered(devEvidenceOf({ tokens: [rugOf(60)] })) } }),
    'passed',
  )
  assert.equal(
    verdict(devforensics, 'rugged_prior', { bundle: { dev: gathered(devEvidenceOf({ tokens: [rugOf(60)] })) } }),
    'high',
  )
  assert.equal(judge(devforensics, given)[0]!.evidence![0]!.signature, 'pull 0')
})

test('sniperforensics: three snipers of one cluster fail, and one of the creator’s own', () => {
  const at = (members: readonly number[], devLinked = false, pct = 2) => {
    const evidence = {
      launch: launchOf(range(4).map((i) => [i, 1] as const)),
      transactions: range(4).map((i) => buy(i, pct * PERCENT, 1)),
    }
    return verdict(sniperforensics, 'snipers_tied', { evidence, clusters: [clusterOf(members, { devLinked })] })
  }
  assert.deepEqual(
    [at([0, 1, 9]), at([0, 1, 2]), at([0, 8, 9], true), at([7, 8, 9], true)],
    ['passed', 'high', 'high', 'passed'],
  )
  assert.deepEqual([at([0, 1, 2], false, 1), at([0, 8, 9], true, 0.1)], ['medium', 'high'], 'few take little')
})

test('bubblemap: the creator’s clusters fail above 5, 10 and 30 percent together', () => {
  const at = (...pcts: readonly number[]) =>
    verdict(bubblemap, 'team_cluster', {
      clusters: pcts.map((pctSupply, i) => clusterOf([i * 2, i * 2 + 1], { devLinked: true, pctSupply })),
    })
  assert.deepEqual(
    [at(5), at(3, 2.01), at(10), at(10.01), at(30), at(15, 15.01)],
    ['passed', 'medium', 'medium', 'high', 'high', 'critical'],
  )
})

test('bubblemap: four wallets tied to the creator that bought fail, sold since or not; the creator is not counted', () => {
  const at = (buyers: number, devLinked = true) =>
    verdict(bubblemap, 'team_wallets', {
      evidence: { launch: launchOf([], { dev: walletAt(0) }), transactions: range(buyers).map((i) => buy(i, 1)) },
      clusters: [clusterOf([0, 1, 2, 3, 4], { devLinked })],
    })
  assert.deepEqual([at(4), at(5), at(5, false)], ['passed', 'high', 'passed'])
})

test('bubblemap: any cluster fails above 10 and 25 percent, hidden supply alike', () => {
  const at = (pctSupply: number) =>
    verdict(bubblemap, 'largest_cluster', { clusters: [clusterOf([0, 1], { pctSupply })] })
  assert.deepEqual([at(10), at(10.01), at(25), at(25.01)], ['passed', 'medium', 'medium', 'high'])
  const hidden = (hiddenSupplyPct: number | null) =>
    verdict(bubblemap, 'hidden_supply', { map: { summary: { ...inputsOf(bundleOf()).map.summary, hiddenSupplyPct } } })
  assert.deepEqual([hidden(10), hidden(10.01), hidden(25.01), hidden(null)], ['passed', 'medium', 'high', 'unasked'])
})

test('principle 13: bubblemap: what a group of four once held fails above 5 and 15 percent, sold since or not', () => {
  const at = (pct: number, members = 4, transactions = range(4).map((i) => buy(i, (pct / 4) * PERCENT, i))) =>
    verdict(bubblemap, 'group_held', { evidence: { transactions }, clusters: [clusterOf(range(members))] })
  assert.deepEqual([at(5), at(5.2), at(15), at(15.2)], ['passed', 'medium', 'medium', 'high'])
  assert.equal(at(40, 3), 'passed', 'three wallets are no group')
  const gone = [...range(4).map((i) => buy(i, 5 * PERCENT, i)), ...range(4).map((i) => sell(i, 5 * PERCENT, 50))]
  assert.equal(at(0, 4, gone), 'high', 'it has sold all of it')
  const churned = range(4).flatMap((i) => [buy(i, 4 * PERCENT, 2 * i), sell(i, 4 * PERCENT, 2 * i + 1)])
  assert.equal(at(0, 4, churned), 'passed', 'a market maker never held much at one time')
})

test('bubblemap: a group that was sent its share is not said to have held none', () => {
  const clusters = [clusterOf(range(4), { pctSupply: 4.3 })]
  const [largest, held] = ['largest_cluster', 'group_held'].map(
    (id) => judge(bubblemap, { clusters, evidence: { transactions: [] } }).find((one) => one.id === id)!,
  )
  assert.match(largest!.detail, /4 wallets that belong together hold 4.3 % of the supply/)
  assert.equal(
    held!.detail,
    '4 wallets that act as one held at most 0 % of the supply at one time, of what they bought',
  )
})

test('what there is one of is singular in every detail, its verb and its links too', () => {
  const detailOf = (layer: Layer, id: string, given: Given) => judge(layer, given).find((one) => one.id === id)!
  const summary = { ...inputsOf(bundleOf()).map.summary, hiddenSupplyPct: 3 }
  const one = [clusterOf([0, 1])]
  const hidden = detailOf(bubblemap, 'hidden_supply', { clusters: one, map: { summary } })
  assert.equal(hidden.detail, '1 cluster holds 3 % of the supply beside its largest member')
  const two = detailOf(bubblemap, 'hidden_supply', { clusters: [...one, clusterOf([2, 3])], map: { summary } })
  assert.equal(two.detail, '2 clusters hold 3 % of the supply beside their largest members')
  const single = [{ ...one[0]!, evidence: [{ ...one[0]!.evidence[0]!, count: 1 }] }]
  const largest = detailOf(bubblemap, 'largest_cluster', { clusters: single })
  assert.match(largest.evidence![0]!.what, /: 1 link same_funder, one purse$/)
  const sniped = (snipers: readonly number[], devLinked: boolean) =>
    detailOf(sniperforensics, 'snipers_tied', {
      evidence: { launch: launchOf([], { snipers: snipers.map(walletAt) }) },
      clusters: [clusterOf([0, 8], { devLinked })],
    }).detail
  assert.equal(sniped([0, 1, 2], true), "1 of 3 snipers belongs to the creator's cluster")
  assert.equal(sniped([0], false), 'none of 1 sniper belongs to another')
})
