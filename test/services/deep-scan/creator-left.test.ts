import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCreatorLeft } from '../../../src/services/deep-scan/creator-left.ts'
import type { ObservedTransaction } from '../../../src/services/evidence-bundle/evidence.ts'
import { evidenceOf } from '../../support/bundle-of.ts'
import { LAUNCH_SEC, LAUNCH_SLOT, launchOf } from '../../support/forensic-evidence.ts'
import { tradeOf, walletAt } from '../../support/layer-inputs.ts'

/** The creator is wallet 0; a percent of the supply is 10,000 tokens. */
const PERCENT = 10_000
const DEV = walletAt(0)

type Step = readonly [wallet: number, side: 'buy' | 'sell', pct: number, price: number]

function historyOf(steps: readonly Step[]): readonly ObservedTransaction[] {
  return steps.map(([wallet, side, pct, price], i) =>
    tradeOf(
      { wallet, side, base: pct * PERCENT, quote: pct * price, atSec: LAUNCH_SEC + i * 60, slot: LAUNCH_SLOT + i },
      i,
    ),
  )
}

function check(steps: readonly Step[], launch = launchOf([], { dev: DEV })) {
  return checkCreatorLeft(evidenceOf({ launch, transactions: historyOf(steps) }), DEV)
}

const verdict = (...args: Parameters<typeof check>): string => {
  const { ok, severity } = check(...args)
  return ok ? (severity === 'info' ? 'unasked' : 'passed') : severity
}
/** Bought at 1, risen to 3 by others, all of it sold, and then the last price. */
const left = (last: number, soldPct = 2, boughtPct = 2): readonly Step[] => [
  [0, 'buy', boughtPct, 1],
  [1, 'buy', 3, 3],
  [0, 'sell', soldPct, 2.8],
  [2, 'sell', 1, last],
]

test('who sold everything before the price lost half of its rise has left; the sales are the evidence', () => {
  assert.deepEqual([verdict(left(2.01)), verdict(left(1.99))], ['passed', 'high'])
  const { evidence, detail } = check(left(1.5))
  assert.deepEqual(evidence, [
    { what: `creator ${DEV}`, signature: 'sig2', slot: LAUNCH_SLOT + 2, value: 'sold 20000000000 base units' },
  ])
  assert.match(detail, /sold 2 % of the supply, all it had; the price has lost 75 % of its rise/)
})

test('principle 9: a creator gone whole from a curve whose money is gone within a day is a rug, no matter who sold in between', () => {
  const onCurve = (steps: readonly Step[], secsApart = 60) =>
    historyOf(steps).map((transaction, i) => ({
      ...transaction,
      timeSec: LAUNCH_SEC + i * secsApart,
      trades: transaction.trades.map((trade) => ({ ...trade, dex: 'pumpfun' as const })),
    }))
  const judge = (steps: readonly Step[], secsApart?: number) => {
    const launch = launchOf([], { dev: DEV })
    const { ok, severity, detail } = checkCreatorLeft(
      evidenceOf({ launch, transactions: onCurve(steps, secsApart) }),
      DEV,
    )
    return [ok ? 'passed' : severity, detail] as const
  }
  const sold = [...left(1.4), [3, 'sell', 1, 1.2]] as const
  assert.deepEqual(judge(sold), [
    'critical',
    'the creator sold 2 % of the supply, all it had; 13 % of the money that was in the market is left',
  ])
  assert.equal(judge(sold, 43_200)[0], 'critical', 'half a day after its last sale')
  assert.equal(judge(sold, 86_401)[0], 'high', 'the market lived on for more than a day')
  assert.equal(judge(left(1.9))[0], 'high', 'fallen, not dead')
  assert.equal(
    judge([
      [0, 'buy', 2, 1],
      [1, 'buy', 3, 3],
      [2, 'sell', 3, 1.1],
      [0, 'sell', 2, 1],
    ])[0],
    'high',
    'who sells a dead market has not killed it',
  )
})

test('who kept more than a twentieth, sold less than a percent of the supply or came back has not', () => {
  assert.deepEqual([verdict(left(1, 1.89)), verdict(left(1, 1.9))], ['passed', 'high'])
  assert.deepEqual([verdict(left(1, 0.99, 0.99)), verdict(left(1, 1, 1))], ['passed', 'high'])
  assert.equal(verdict([...left(1), [0, 'buy', 0.05, 1]]), 'passed')
})

test('a token that never rose, or outgrew what its creator got, passes', () => {
  assert.equal(
    verdict([
      [0, 'buy', 2, 1],
      [0, 'sell', 2, 1],
      [1, 'sell', 1, 0.5],
    ]),
    'passed',
  )
  assert.equal(verdict([...left(1), [3, 'buy', 1, 8]]), 'passed')
})

test('without a launch, a purchase of the creator or a supply it is not asked', () => {
  assert.equal(verdict([[1, 'buy', 2, 1]]), 'unasked')
  assert.equal(verdict(left(1), launchOf([], { status: 'not_found', launchSlot: null })), 'unasked')
  const evidence = evidenceOf({ launch: launchOf([], { dev: DEV }), transactions: historyOf(left(1)), mintInfo: null })
  assert.equal(checkCreatorLeft(evidence, DEV).severity, 'info')
})
