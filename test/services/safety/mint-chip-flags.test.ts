import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_FLAGS } from '../../../src/contract/intel.ts'
import { layer } from '../../../src/services/deep-scan/layers/contract.ts'
import { mintChipFlags } from '../../../src/services/safety/mint-chip-flags.ts'

test('what is no power of the mint is on no chip this way', () => {
  assert.deepEqual(mintChipFlags(['bundled_launch', 'sniped_launch', 'dev_holding', 'on_curve', 'no_pool']), [])
  assert.deepEqual(mintChipFlags([]), [])
})

test('each power of the mint that intel flags has the words and the weight of the scan', () => {
  const powers = TOKEN_FLAGS.slice(0, TOKEN_FLAGS.indexOf('pausable') + 1)
  const flags = mintChipFlags(powers)
  assert.deepEqual(new Set(flags.map(({ id }) => id)), new Set(powers.map((power) => `contract.${power}`)))
  for (const { id, label, severity } of flags) {
    const rule = layer.rules.find((one) => `contract.${one.id}` === id)
    assert.deepEqual([label, severity], [rule?.label, rule?.severity])
  }
})
