import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { INTELLIGENCE_PRINCIPLES } from './intelligence-principles.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PRINCIPLES = 15

test('every principle of the intelligence engines has a test that names it', () => {
  assert.deepEqual(
    INTELLIGENCE_PRINCIPLES.map(({ number }) => number),
    Array.from({ length: PRINCIPLES }, (_, i) => i + 1),
  )
  for (const { number, principle, tests } of INTELLIGENCE_PRINCIPLES) {
    assert(tests.length > 0, principle)
    for (const [file, title] of tests) {
      const text = readFileSync(`${ROOT}/${file}`, 'utf8')
      assert(text.includes(`principle ${number}: ${title}`), `${file}: principle ${number}: ${title}`)
    }
  }
})
