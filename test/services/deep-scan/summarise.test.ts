import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeepScanFlag, DeepScanWeights, Grade } from '../../../src/contract/deep-scan.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { judgeScan } from '../../../src/services/deep-scan/judge-scan.ts'
import { summarise } from '../../../src/services/deep-scan/summarise.ts'
import { gathered } from '../../support/bundle-of.ts'
import { opinionOf, richBundle } from '../../support/rich-bundle.ts'

const flag = (source: string, severity: DeepScanFlag['severity'], label: string): DeepScanFlag => ({
  id: label.replaceAll(' ', '_'),
  source,
  severity,
  label,
  detail: '',
})
const WEIGHTS = { hardCapped: false, layersFailed: [], whitelisted: false, regulatedStablecoin: false } as const
const map = judgeBubbleMap({ value: null, gap: 'none' }, { mint: 'M', generatedAtMs: 0, bundleSha256: '0' })

function words(grade: Grade, flags: readonly DeepScanFlag[]) {
  return summarise({ score: 90, grade, weights: WEIGHTS as unknown as DeepScanWeights, flags, map })
}

test('outside providers are heard, but neither the verdict nor the summary is theirs', () => {
  const said = words('safe', [flag('goplus', 'critical', 'Supply can be increased'), flag('contract', 'low', 'Small')])
  assert.equal(said.verdict, 'Nothing found against it')
  assert.equal(said.summary, 'Score 90 of 100 (safe). Found: Small.')
})

test('a safe token with a grave finding is not said to have none', () => {
  const said = words('safe', [flag('holderstats', 'high', 'Very few entities hold the majority')])
  assert.equal(said.verdict, 'Little speaks against it: Very few entities hold the majority')
})

test('words of a whole report are the same with and without outside opinions', () => {
  const checks = [
    { id: 'mintable', ok: false, severity: 'critical', label: 'Supply can be increased', detail: 'said' } as const,
  ]
  const { providers } = richBundle()
  const goplus = gathered(opinionOf({}, { checks }))
  const heard = judgeScan(richBundle({ providers: { ...providers, goplus } }), 'd'.repeat(64))
  const alone = judgeScan(richBundle(), 'd'.repeat(64))
  assert(heard.flags.some(({ source }) => source === 'goplus'))
  assert.deepEqual([heard.verdict, heard.summary], [alone.verdict, alone.summary])
})
