import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAP_RULES } from '../../../src/services/bubble-map/map-checks.ts'
import { failed, passed, unasked } from '../../../src/services/checks/layer.ts'
import { passedLabel } from '../../../src/services/checks/passed-labels.ts'
import { LAYERS } from '../../../src/services/deep-scan/layers/index.ts'

const RULES = [...LAYERS.flatMap(({ rules }) => rules), ...Object.values(MAP_RULES)]

test('every check has one label for when it passes and another for when it fails', () => {
  for (const rule of RULES) {
    assert.notEqual(passedLabel(rule), rule.label, rule.id)
    assert(passedLabel(rule).length > 0, rule.id)
  }
})

test('a check that fails names the fault, one that passes its absence, one that was not asked asks', () => {
  const rule = RULES.find(({ id }) => id === 'default_frozen')!
  assert.equal(failed(rule, '').label, 'New accounts are frozen')
  assert.equal(passed(rule, '').label, 'New accounts are not frozen')
  assert.equal(unasked(rule, 'no mint').label, 'New accounts are frozen?')
})

test('a rule without such a label is a bug', () => {
  assert.throws(() => passedLabel({ id: 'nobody_wrote_me' }), /nobody_wrote_me/)
})
