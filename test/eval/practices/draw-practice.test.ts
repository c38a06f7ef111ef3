import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crowdId, drawPractice, operatorId } from '../../../eval/practices/draw-practice.ts'
import { CROWD_DIMENSIONS, OPERATOR_DIMENSIONS, RING_CREATORS, SNIPER_WAYS } from '../../../eval/practices/practice.ts'
import { labIndexOf, PRACTICES_PER_LAB, practiceLab } from '../../../eval/practices/practice-lab.ts'

const FORTY = Array.from({ length: 40 }, (_, i) => i)
const operators = (seed: string) => FORTY.map((i) => drawPractice(seed, operatorId(i)))
const crowds = (seed: string) => FORTY.map((i) => drawPractice(seed, crowdId(i)))
const variantsOf = (drawn: ReturnType<typeof operators>, dimension: string): Set<string | undefined> =>
  new Set(drawn.map(({ mechanisms }) => mechanisms[dimension]))

test('a practice follows from its seed and its id', () => {
  assert.deepEqual(operators('a'), operators('a'))
  assert.deepEqual(crowds('a'), crowds('a'))
  assert.notDeepEqual(operators('a'), operators('b'))
  assert.notDeepEqual(crowds('a'), crowds('b'))
})

test('forty of a side hold every variant of every dimension, in each seed', () => {
  for (const seed of ['a', 'b', 'c']) {
    const teams = operators(seed).filter(({ kind }) => kind !== 'sniper')
    for (const [dimension, variants] of Object.entries(OPERATOR_DIMENSIONS)) {
      if (dimension === 'exit' || dimension === 'creator') continue
      for (const variant of new Set<string>(variants))
        assert(variantsOf(teams, dimension).has(variant), `${seed} ${dimension} ${variant}`)
    }
    for (const variant of RING_CREATORS) assert(variantsOf(teams, 'creator').has(variant), `${seed} ${variant}`)
    for (const [dimension, variants] of Object.entries(CROWD_DIMENSIONS))
      for (const variant of variants)
        assert(variantsOf(crowds(seed), dimension).has(variant), `${seed} ${dimension} ${variant}`)
    assert(operators(seed).filter(({ kind }) => kind === 'sniper').length >= SNIPER_WAYS.length - 1)
    assert(operators(seed).filter(({ kind }) => kind === 'ring').length >= 8)
  }
})

test('the lab of a practice holds it, and the same others however many are drawn', () => {
  for (const i of [0, 9, 10, 37]) {
    const id = operatorId(i)
    const lab = practiceLab('a', labIndexOf(id))
    assert(lab.ids.includes(id))
    assert.equal(lab.ids.length, 2 * PRACTICES_PER_LAB)
    assert.deepEqual(lab, practiceLab('a', labIndexOf(id)))
  }
})

test('a name that is no practice is refused', () => {
  assert.throws(() => drawPractice('a', 'organic'), /op-000/)
})
