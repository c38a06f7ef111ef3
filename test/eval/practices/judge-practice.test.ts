import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openLabSandbox } from '../../../eval/lab-sandbox.ts'
import { openCallCounter } from '../../../eval/practices/count-calls.ts'
import { isRingNamed, judgePractice, type PracticeResult } from '../../../eval/practices/judge-practice.ts'
import { lookAt } from '../../../eval/practices/look-at.ts'
import { missedCases } from '../../../eval/practices/missed-cases.ts'

/** Two launches of a lab of their own, asked about through the service's parts. */
const recipes = ['public-block-bundler', 'public-copy-traders']
const lab = await openLabSandbox({ seed: 'judged', recipes, launches: recipes.length })
const counter = await openCallCounter(lab.urls['rpc']!)
after(async () => {
  await counter.close()
  await lab.close()
})
await fetch(`${lab.urls['control']}/slots/pause`, { method: 'POST' })
const results = new Map<string, PracticeResult>()
for (const truth of lab.truth.tokens)
  if (truth.recipe?.practice !== undefined) {
    const look = await lookAt({ ...lab, nowMs: Date.now() }, counter, truth)
    results.set(truth.recipe.name, judgePractice('judged', look))
  }

test('a judged launch carries its truth in pairs and strangers, and what a cold service asks of its node', () => {
  const staged = results.get('public-block-bundler')!
  const honest = results.get('public-copy-traders')!
  assert(staged.pairs.truePairs > 0)
  assert.equal(honest.pairs.truePairs, 0)
  assert(honest.merges.organic > 18)
  for (const { mapCalls, intelCalls } of [staged, honest]) assert(mapCalls > 20 && intelCalls > 3)
})

const wrong: PracticeResult = {
  seed: 's',
  practice: {
    id: 'op-001',
    mechanisms: { money: 'direct', when: 'bundle' },
    stage: 'staged',
    victims: ['v'],
    professionals: [],
    ring: null,
  },
  mint: 'm',
  score: 82,
  grade: 'safe',
  failing: [],
  pairs: { truePairs: 10, foundPairs: 4, rightPairs: 3 },
  merges: { organic: 9, merged: 2 },
  teamFound: 0.4,
  victimsInTeam: 1,
  victimsFlagged: 0,
  victims: 1,
  professionals: { there: 2, sampled: 1, named: 0 },
  ring: { hops: 2, isRootNamed: false, creators: 3, creatorsNamed: 1, tokens: 0, tokensNamed: 0 },
  isRingInvented: false,
  intelVerdict: 'safe',
  mapCalls: 1,
  intelCalls: 1,
  errors: [],
}

test('each thing that was said wrongly is a line with seed, id and mechanisms', () => {
  const lines = missedCases(wrong)
  assert.equal(lines.length, 6)
  for (const line of lines) assert.match(line, /^s op-001: .+ \[money: direct; when: bundle\]$/)
  assert.match(lines[0]!, /STAGED GRADED SAFE \(82\)/)
})

test('nothing is said of what was said rightly', () => {
  const right: PracticeResult = {
    ...wrong,
    score: 10,
    grade: 'danger',
    pairs: { truePairs: 10, foundPairs: 10, rightPairs: 10 },
    merges: { organic: 9, merged: 0 },
    victimsInTeam: 0,
    professionals: { there: 0, sampled: 0, named: 0 },
    ring: null,
  }
  assert.deepEqual(missedCases(right), [])
})

test('a ring is named by at least half of its creators, or of its tokens', () => {
  const ring = wrong.ring!
  assert.equal(isRingNamed(ring), false)
  assert.equal(isRingNamed({ ...ring, creatorsNamed: 2 }), true)
  assert.equal(isRingNamed({ ...ring, hops: 0, creators: 0, creatorsNamed: 0, tokens: 2, tokensNamed: 1 }), true)
})
