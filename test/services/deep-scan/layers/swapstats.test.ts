import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BubbleCluster } from '../../../../src/contract/bubble-map.ts'
import type { Check } from '../../../../src/contract/check.ts'
import { layer } from '../../../../src/services/deep-scan/layers/swapstats.ts'
import type { ObservedTransaction } from '../../../../src/services/evidence-bundle/evidence.ts'
import { bundleOf, evidenceOf, gathered } from '../../../support/bundle-of.ts'
import { launchOf } from '../../../support/forensic-evidence.ts'
import { inputsOf, tradesOf, walletAt } from '../../../support/layer-inputs.ts'

/** What the trades say: each threshold just below, at and above. */

type Spec = Parameters<typeof tradesOf>[0][number]
type Given = { readonly trades: readonly Spec[]; readonly cluster?: readonly number[]; readonly bundlers?: number[] }

const AT = 1_763_500_000
const range = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)
const buy = (wallet: number, base: number, quote: number, atSec = 0): Spec => ({
  ...{ wallet, side: 'buy', base, quote },
  atSec: AT + atSec,
})
const sell = (wallet: number, base: number, quote: number, atSec = 0): Spec => ({
  ...{ wallet, side: 'sell', base, quote },
  atSec: AT + atSec,
})
/** Buyers whom no other rule minds: round amounts, price 1. */
const others = (count: number, from = 100) => range(count, from).map((wallet) => buy(wallet, 1, 1))

function judge({ trades, cluster = [], bundlers = [] }: Given, change = (one: ObservedTransaction[]) => one) {
  const launch = launchOf([], { bundlers: bundlers.map(walletAt) })
  const evidence = evidenceOf({ transactions: change(tradesOf(trades)), launch })
  const inputs = inputsOf(bundleOf({ evidence: gathered(evidence) }))
  const one = { entity_id: 'group 1', members: cluster.map(walletAt) } as unknown as BubbleCluster
  return layer.judge({ ...inputs, map: { ...inputs.map, ok: true, clusters: cluster.length === 0 ? [] : [one] } })
}

function verdict(id: string, given: Given): string {
  const check = checkOf(id, given)
  if (!check.ok) return check.severity
  return check.detail.startsWith('not judged') ? 'unasked' : 'passed'
}
function checkOf(id: string, given: Given): Check {
  const check = judge(given).find((one) => one.id === id)
  assert(check, `no ${id}`)
  return check
}

test('fewer than eight trades judge nothing; trades without a time or an amount are none', () => {
  const ids = layer.rules.map(({ id }) => id)
  for (const id of ids) assert.equal(verdict(id, { trades: others(7) }), 'unasked', id)
  assert.equal(verdict('dumped', { trades: others(8) }), 'passed')
  const untimed = judge({ trades: others(8) }, ([first, ...rest]) => [{ ...first!, timeSec: null }, ...rest])
  assert(untimed.every(({ detail }) => detail === 'not judged: 7 trades were read'))
  const empty = judge({ trades: [...others(7), buy(1, 0, 1)] })
  assert(empty.every(({ detail }) => detail === 'not judged: 7 trades were read'))
})

test('without evidence nothing is judged', () => {
  const checks = layer.judge(inputsOf(bundleOf({ evidence: gathered<never>(null, 'upstream_timeout: late') })))
  assert.equal(checks.length, layer.rules.length)
  for (const { ok, severity } of checks) assert.deepEqual([ok, severity], [true, 'info'])
})

/** The group buys 100 at price 1, sells `sold` of it and leaves the price at `price`. */
const dumpOf = (sold: number, price: number, secs = 0): Spec[] => [
  ...others(7),
  buy(0, 100, 100, 10),
  sell(0, sold / 2, sold / 2, 100),
  sell(1, sold / 2, (sold / 2) * price, 100 + secs),
]

test('dumped: 60 % of what a group bought within 60 s into a price that halves', () => {
  const at = (...args: Parameters<typeof dumpOf>) => verdict('dumped', { trades: dumpOf(...args), cluster: [0, 1] })
  assert.deepEqual([at(59.9, 0.5), at(60, 0.5), at(61, 0.4)], ['passed', 'critical', 'critical'])
  assert.deepEqual([at(60, 0.501), at(60, 0.5)], ['passed', 'critical'])
  assert.deepEqual([at(60, 0.4, 60), at(60, 0.4, 61)], ['critical', 'passed'])
})

test('dumped: strangers who sell at the same time are no group, the launch bundle and its creator are', () => {
  assert.equal(verdict('dumped', { trades: dumpOf(90, 0.2) }), 'passed')
  assert.equal(verdict('dumped', { trades: dumpOf(90, 0.2), bundlers: [0, 1] }), 'critical')
})

test('dumped: a group that never bought has nothing to be compared with', () => {
  const trades = [...others(9), sell(0, 100, 100, 10), sell(1, 100, 10, 11)]
  assert.equal(verdict('dumped', { trades, cluster: [0, 1] }), 'passed')
})

test('dumped: the sales are the evidence', () => {
  const { evidence, detail } = checkOf('dumped', { trades: dumpOf(80, 0.25), cluster: [0, 1] })
  assert.deepEqual(
    evidence!.map(({ what, value }) => [what, value]),
    [
      [walletAt(0), 'sold 40000000'],
      [walletAt(1), 'sold 40000000'],
    ],
  )
  assert.match(detail, /group 1 sold 80 % .* fell 75 %/)
})

test('only insiders sell: twelve outsiders bought, none sold, and insiders did', () => {
  const of = (outsiders: number, sellers: readonly Spec[]) =>
    verdict('only_insiders_sell', { trades: [...others(outsiders), buy(0, 1, 1), ...sellers], cluster: [0, 1] })
  const inside = sell(0, 1, 1, 90)
  assert.deepEqual([of(11, [inside]), of(12, [inside])], ['unasked', 'high'])
  assert.equal(of(12, []), 'passed', 'nobody sold at all')
  assert.equal(of(12, [inside, sell(100, 1, 1, 91)]), 'passed', 'one outsider got out')
})

/** `rounds` of one wallet that buys and sells; the others buy for `rest`. */
const washOf = (rounds: number, sold: number, rest: number): Spec[] => [
  ...range(rounds).flatMap((i) => [buy(0, 1, 1, i), sell(0, 1, sold, i)]),
  ...range(7, 100).map((wallet) => buy(wallet, 1, rest / 7)),
]

test('washed: from 30 % of the volume medium, from 50 % high', () => {
  const at = (rest: number) => verdict('washed', { trades: washOf(5, 1, rest) })
  // Ten of wash trades; 23.34 beside it make just under 30 %, 10.01 just under 50 %.
  assert.deepEqual([at(23.4), at(23.33), at(10.01), at(9.99)], ['passed', 'medium', 'medium', 'high'])
})

test('washed: five purchases and five sales within 10 % of each other, not four, not further apart', () => {
  const at = (rounds: number, sold: number) => verdict('washed', { trades: washOf(rounds, sold, 1) })
  assert.deepEqual([at(4, 1), at(5, 1)], ['passed', 'high'])
  assert.deepEqual([at(5, 0.9), at(5, 0.89), at(5, 1.11), at(5, 1.12)], ['high', 'passed', 'high', 'passed'])
})

test('washed: wallets of one group count as one hand', () => {
  const trades = [
    ...range(5).map((i) => buy(i, 1, 1)),
    ...range(5).map((i) => sell(i, 1, 1, 60)),
    ...range(3, 100).map((wallet) => buy(wallet, 1, 0.1)),
  ]
  assert.equal(verdict('washed', { trades }), 'passed')
  assert.equal(verdict('washed', { trades, cluster: range(5) }), 'high')
})

const SIZE = 0.123456789

test('same size: half of at least twelve buyers within half a percent', () => {
  const of = (equal: number, different: number) =>
    verdict('same_size', {
      trades: [...range(equal).map((i) => buy(i, 1, SIZE)), ...range(different, 50).map((i) => buy(i, 1, i + SIZE))],
    })
  assert.deepEqual(
    [of(11, 0), of(12, 0), of(6, 6), of(6, 7), of(5, 7)],
    ['unasked', 'medium', 'medium', 'passed', 'passed'],
  )
})

test('same size: amounts at most 0.5 % apart are one size, and people choose round ones', () => {
  // 200,000,200 lamports and 0.5 % more are 201,000,201.
  const spread = (top: number) =>
    verdict('same_size', {
      trades: [
        ...range(4).map((i) => buy(i, 1, 0.2000002)),
        ...range(4, 4).map((i) => buy(i, 1, top)),
        ...range(8, 8).map((i) => buy(i, 1, i + SIZE)),
      ],
    })
  assert.deepEqual([spread(0.201000201), spread(0.201000202)], ['medium', 'passed'])
  const round = range(14).map((i) => buy(i, 1, 0.5))
  assert.equal(verdict('same_size', { trades: round }), 'passed')
  const thousandths = range(14).map((i) => buy(i, 1, 0.123))
  assert.equal(verdict('same_size', { trades: thousandths }), 'passed', 'whole thousandths are round')
})

test('same size: only the first purchase of a wallet counts', () => {
  const trades = [...range(12).map((i) => buy(i, 1, i + 1)), ...range(12).map((i) => buy(i, 1, SIZE, 60))]
  assert.equal(verdict('same_size', { trades }), 'passed')
})
