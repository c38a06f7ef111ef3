import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEarned } from '../../../../src/services/checks/layer.ts'
import { layer } from '../../../../src/services/deep-scan/layers/honeypot.ts'
import type { InputBundle, MarketEvidence } from '../../../../src/services/evidence-bundle/input-bundle.ts'
import type { SellProof, SellStatus } from '../../../../src/services/evidence-bundle/sell-proof.ts'
import { bundleOf, evidenceOf, gathered } from '../../../support/bundle-of.ts'
import { holdersOf, inputsOf, verdictOf } from '../../../support/layer-inputs.ts'
import { caseOf, proofOf, reasonOf } from '../../../support/sell-proof-of.ts'

const IDS = ['sell_blocked', 'sell_time_locked', 'sell_taxed', 'seizable', 'sell_proven'] as const
const STATUSES: readonly SellStatus[] = ['sellable', 'blocked', 'taxed', 'time_locked', 'not_proven']

const withProof = (own: Partial<SellProof>, rest: Partial<InputBundle> = {}) =>
  bundleOf({ sellProof: gathered(proofOf(own)), ...rest })
const checksOf = (bundle: InputBundle) => layer.judge(inputsOf(bundle))
const verdictsOf = (bundle: InputBundle) => IDS.map((id) => verdictOf(layer, bundle, id))
const checkOf = (bundle: InputBundle, id: string) => checksOf(bundle).find((check) => check.id === id)!

/** Old, widely held and deep. */
function mature(): Partial<InputBundle> {
  const { generatedAtMs } = bundleOf()
  const market = { createdAtMs: generatedAtMs - 400 * 86_400_000, liquidityUsd: 900_000, pairs: [] }
  return {
    evidence: gathered(evidenceOf({ holders: holdersOf(Array.from({ length: 200 }, () => 0.2)) })),
    market: gathered(market as unknown as MarketEvidence),
  }
}

test('a proof that both legs were sold passes every check', () => {
  assert.deepEqual(verdictsOf(withProof({})), ['passed', 'passed', 'passed', 'passed', 'passed'])
})

test('each status fails the check that asks for it, and no other', () => {
  const failing = (status: SellStatus) =>
    checksOf(withProof({ status }))
      .filter(({ ok }) => !ok)
      .map(({ id, severity }) => `${id} ${severity}`)
  assert.deepEqual(STATUSES.map(failing), [
    [],
    ['sell_blocked critical'],
    ['sell_taxed critical'],
    ['sell_time_locked critical'],
    ['sell_proven medium'],
  ])
})

test('what is not proven is earned nowhere: nothing was asked, and that it is unproven fails', () => {
  const bundle = withProof({ status: 'not_proven', gaps: [reasonOf('no_pool', 'there is no pool')] })
  assert.deepEqual(verdictsOf(bundle), ['unasked', 'unasked', 'unasked', 'unasked', 'medium'])
  assert.deepEqual(checksOf(bundle).filter(isEarned), [])
  assert.match(checkOf(bundle, 'sell_proven').detail, /there is no pool/)
})

test('no proof at all is one failing check', () => {
  assert.deepEqual(
    checksOf(bundleOf()).map(({ id, ok, severity }) => [id, ok, severity]),
    [['sell_proven', false, 'medium']],
  )
})

test('a delegate that took tokens fails, low when the token is mature, whatever the sale did', () => {
  const reasons = [reasonOf('can_be_seized', 'the delegate took 5 tokens')]
  for (const status of STATUSES) {
    assert.equal(verdictOf(layer, withProof({ status, reasons }), 'seizable'), 'high', status)
    assert.equal(verdictOf(layer, withProof({ status, reasons }, mature()), 'seizable'), 'low', status)
  }
  assert.equal(checkOf(withProof({ reasons }), 'seizable').detail, 'the delegate took 5 tokens')
})

test('a failing check lists each reason once, and how many holders are frozen', () => {
  const reasons = [reasonOf('holders_frozen', 'frozen'), reasonOf('sell_fails', 'the sale fails')]
  const gaps = [reasonOf('no_pool', 'the sale fails')]
  const bundle = withProof({ status: 'blocked', reasons, gaps, frozenHolders: 4, sampledHolders: 5 })
  const { detail } = checkOf(bundle, 'sell_blocked')
  assert.equal(detail, 'frozen; the sale fails; 4 of 5 sampled holders are frozen')
  const few = withProof({ status: 'blocked', reasons, frozenHolders: 1, sampledHolders: 1 })
  assert.match(checkOf(few, 'sell_blocked').detail, /; 1 of 1 sampled holder is frozen$/)
  assert.equal(checkOf(withProof({ status: 'blocked' }), 'sell_blocked').detail, 'no reason recorded')
})

test('evidence shows the failed runs first, at most ten, with size, time, adapter and loss', () => {
  const good = Array.from({ length: 12 }, () => caseOf())
  const bad = caseOf({ ok: false, error: 'token:AccountFrozen', lossPct: null, sizePct: 50, atOffsetSec: 3_600 })
  const { evidence } = checkOf(withProof({ status: 'blocked', cases: [...good, bad] }), 'sell_blocked')
  assert.equal(evidence!.length, 10)
  assert.deepEqual(evidence![0], {
    what: 'token leg, sell of 50 % by fresh holder after 3600 s (local)',
    signature: null,
    slot: 1_000,
    value: 'token:AccountFrozen',
  })
  assert.equal(evidence![1]!.value, 'lost 0 %')
})

test('the detail names who spoke on each leg', () => {
  assert.match(checkOf(withProof({}), 'sell_proven').detail, /^2 of 2 runs .*token leg local, pool leg node/)
  const legs = { token: proofOf().legs.token, pool: { status: 'not_proven', adapter: null } } as const
  assert.match(checkOf(withProof({ legs }), 'sell_proven').detail, /pool leg not run/)
})
