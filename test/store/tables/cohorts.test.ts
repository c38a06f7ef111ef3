import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CohortAnalysis } from '../../../src/contract/cohort.ts'
import type { CohortsTable, NewCohortJob } from '../../../src/store/cohort-rows.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { nameOfMark, ownMark } from '../../../src/store/process-mark.ts'
import { openCohorts } from '../../../src/store/tables/cohorts.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const ANALYSIS = { verdict: { headline: 'x', tone: 'independent' } } as CohortAnalysis
const DONE = {
  status: 'done',
  progress: { stage: 'done', done: 1, total: 1, pct: 100 },
  finishedAtMs: 50,
  failure: null,
} as const
const RULES = { reusedFromMs: 0, most: 3, takeRoom: () => true }
/** As a process leaves them that was killed: its start is not that of the process with this number. */
const DEAD = nameOfMark({ ...ownMark(), startTicks: '1' })

const jobOf = (id: string, change: Partial<NewCohortJob> = {}): NewCohortJob => ({
  id,
  set: `set of ${id}`,
  members: ['a', 'b'],
  party: 'key 1',
  createdAtMs: 10,
  expiresAtMs: 100,
  ...change,
})

test('a job and its result are there after a restart, and their time ends', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  assert.equal((await first.cohorts.begin(jobOf('one'), RULES)).kind, 'began')
  await first.cohorts.finish('one', DONE, ANALYSIS)
  await first.close()
  const { cohorts } = await openTempStore(t, { dir })
  const { status, finishedAtMs, members } = cohorts.find('one', 99)!
  assert.deepEqual([status, finishedAtMs, members], ['done', 50, ['a', 'b']])
  assert.deepEqual(cohorts.analysisOf('one'), ANALYSIS)
  assert.equal(cohorts.find('one', 100), undefined)
  // A later submission removes it.
  await cohorts.begin(jobOf('two', { createdAtMs: 100, expiresAtMs: 200 }), RULES)
  assert.deepEqual([cohorts.find('one', 0), cohorts.analysisOf('one')], [undefined, undefined])
  assert.equal((await cohorts.begin(jobOf('three', { set: 'set of one' }), RULES)).kind, 'began')
})

test('a set under way is joined, one that is done is reused while young, one that failed is not', async (t) => {
  const { cohorts } = await openTempStore(t)
  const begin = async (id: string, reusedFromMs: number | null = 0) => {
    const begun = await cohorts.begin(jobOf(id, { set: 'same' }), { ...RULES, most: 9, reusedFromMs })
    return begun.kind === 'full' ? begun.kind : `${begun.kind} ${begun.row.id}`
  }
  assert.deepEqual([await begin('one'), await begin('two')], ['began one', 'joined one'])
  await cohorts.finish('one', DONE, ANALYSIS)
  assert.deepEqual([await begin('two', 49), await begin('two', 50)], ['cached one', 'began two'])
  await cohorts.finish('two', { ...DONE, status: 'failed', failure: 'no node' }, null)
  assert.deepEqual([await begin('three'), cohorts.find('two', 60)!.failure], ['began three', 'no node'])
  await cohorts.finish('three', DONE, ANALYSIS)
  assert.equal(await begin('four', null), 'began four')
})

test('more than are held and more than there is room for are refused, and room is asked for new jobs only', async (t) => {
  const { cohorts } = await openTempStore(t)
  let asked = 0
  const takeRoom = () => ++asked !== 2
  const kinds = []
  for (const id of ['a', 'a', 'b', 'b', 'c', 'd'])
    kinds.push((await cohorts.begin(jobOf(id), { ...RULES, takeRoom })).kind)
  assert.deepEqual(kinds, ['began', 'joined', 'full', 'began', 'began', 'full'])
  assert.equal(asked, 4, 'neither for one that is joined nor where too many are held')
})

/** The same rows as two processes see them, one of which is gone. */
async function withADeadProcess(t: Parameters<typeof tempDir>[0]): Promise<{ dead: CohortsTable; own: CohortsTable }> {
  const env = openEnvironment({ name: 'durable', path: tempDir(t), mapBytes: 1 << 26, synced: true })
  t.after(() => env.close())
  return { dead: openCohorts(env, DEAD), own: openCohorts(env, nameOfMark(ownMark())) }
}

test('an unfinished job of a process that is gone is taken over once, and counts how often it was begun', async (t) => {
  const { dead, own } = await withADeadProcess(t)
  await dead.begin(jobOf('one'), RULES)
  await dead.advance('one', { stage: 'funding', done: 1, total: 2, pct: 50 })
  await own.begin(jobOf('two', { expiresAtMs: 90 }), RULES)
  await dead.begin(jobOf('over', { expiresAtMs: 20 }), RULES)
  assert.deepEqual(own.abandoned(30), ['one'])
  const taken = await own.takeOver('one', 30)
  assert.deepEqual([taken!.begun, taken!.progress.pct], [2, 50])
  assert.deepEqual([own.abandoned(30), await own.takeOver('one', 30)], [[], undefined])
  // What the other still had to say counts no more.
  await dead.advance('one', { stage: 'queued', done: 0, total: 2, pct: 0 })
  await dead.finish('one', { ...DONE, status: 'failed' }, null)
  assert.deepEqual([own.find('one', 30)!.status, own.find('one', 30)!.progress.pct], ['running', 50])
  await own.release('one')
  assert.deepEqual(own.abandoned(30), ['one'])
  await own.clear()
  assert.deepEqual([own.find('one', 30), own.find('two', 30), own.abandoned(0)], [undefined, undefined, []])
})
