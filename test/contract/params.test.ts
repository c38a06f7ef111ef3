import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneOf } from '../../src/contract/params.ts'

test('one word of a list is optional, shows its default and says what other text counts as', () => {
  const shown = oneOf(['1d', '7d'], { default: '1d' })
  assert.equal(shown.required, false)
  assert.deepEqual(
    { ...shown.schema },
    { enum: ['1d', '7d'], default: '1d', description: 'Other values count as the default.' },
  )
  assert.equal(
    { description: '', ...oneOf(['1d'], { default: '1d', description: 'The period.' }).schema }.description,
    'The period.',
  )
})

test('one word of a list is read as it is, and any other text as the default', () => {
  const { parse } = oneOf(['1d', '7d'], { default: '1d' })
  for (const [raw, value] of [
    ['7d', '7d'],
    ['1D', '1d'],
    ['', '1d'],
    [undefined, '1d'],
  ] as const)
    assert.deepEqual(parse(raw), { ok: true, value })
})
