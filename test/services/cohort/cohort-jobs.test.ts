import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { COHORT } from '../../../src/config/cohort.ts'
import type { CohortAnalysis } from '../../../src/contract/cohort.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { type CohortJobs, createCohortJobs } from '../../../src/services/cohort/cohort-jobs.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { addressOf } from '../../support/tape-facts.ts'
import { pushedClock } from '../../support/test-client.ts'

const ANALYSIS = { verdict: { headline: 'x', tone: 'independent' } } as CohortAnalysis
const SETS = Array.from({ length: 40 }, (_, i) => [addressOf(`a${i}`), addressOf(`b${i}`)])

/** Jobs whose analyses end when the test says so. */
function openJobs() {
  const clock = pushedClock()
  const { ctx } = fakeContext({ parts: { clock } as never })
  const ends: ((outcome: Outcome<CohortAnalysis>) => void)[] = []
  const reports: ((stage: 'funding', done: number, total: number) => void)[] = []
  const jobs = createCohortJobs(ctx, (_ctx, _members, signal, report) => {
    reports.push(report)
    return new Promise((resolve) => {
      ends.push(resolve)
      if (signal.aborted) return resolve(fail('cancelled', 'the job was cancelled'))
      signal.addEventListener('abort', () => resolve(fail('cancelled', 'the job was cancelled')))
    })
  })
  return { jobs, clock, ends, reports }
}
function submit(jobs: CohortJobs, members: readonly string[], refresh = false) {
  const submitted = jobs.submit(members, refresh)
  assert(submitted.ok)
  return submitted.value
}

test('a set under way is joined in any order of its wallets, and one that is done is reused for ten minutes', async () => {
  const { jobs, clock, ends } = openJobs()
  const [one] = SETS
  const first = submit(jobs, one!)
  assert.deepEqual([first.cached, first.joined, first.job.status], [false, false, 'running'])
  const second = submit(jobs, [...one!].reverse(), true)
  assert.deepEqual([second.job.id, second.cached, second.joined], [first.job.id, false, true])
  await nextTurn()
  ends[0]!(ok(ANALYSIS))
  await nextTurn()
  const { status, progress, analysis } = jobs.find(first.job.id)!
  assert.deepEqual([status, progress.pct, progress.stage, analysis], ['done', 100, 'done', ANALYSIS])
  clock.push(COHORT.reusedForMs - 1_000)
  assert.deepEqual([submit(jobs, one!).job.id, submit(jobs, one!).cached], [first.job.id, true])
  clock.push(1_000)
  assert.notEqual(submit(jobs, one!).job.id, first.job.id)
  await jobs.close()
})

test('refresh begins a new job of a set that is done', async () => {
  const { jobs, ends } = openJobs()
  const first = submit(jobs, SETS[0]!)
  await nextTurn()
  ends[0]!(ok(ANALYSIS))
  await nextTurn()
  const again = submit(jobs, SETS[0]!, true)
  assert.deepEqual([again.cached, again.joined, again.job.id === first.job.id], [false, false, false])
  await jobs.close()
})

test('a failed job says why and is not reused', async () => {
  const { jobs, ends } = openJobs()
  const first = submit(jobs, SETS[0]!)
  await nextTurn()
  ends[0]!(fail('upstream_failed', 'the node is down'))
  await nextTurn()
  assert.deepEqual([jobs.find(first.job.id)!.status, jobs.find(first.job.id)!.failure], ['failed', 'the node is down'])
  assert.notEqual(submit(jobs, SETS[0]!).job.id, first.job.id)
  await jobs.close()
})

test('a job lives for 20 minutes', async () => {
  const { jobs, clock, ends } = openJobs()
  const { job } = submit(jobs, SETS[0]!)
  await nextTurn()
  ends[0]!(ok(ANALYSIS))
  await nextTurn()
  clock.push(COHORT.livesForMs - 1_000)
  assert(jobs.find(job.id))
  clock.push(1_000)
  assert.equal(jobs.find(job.id), undefined)
  await jobs.close()
})

test('progress moves and never falls', async () => {
  const { jobs, reports } = openJobs()
  const { job } = submit(jobs, SETS[0]!)
  await nextTurn()
  const seen = [job.progress.pct]
  for (const done of [0, 2, 1, 4]) {
    reports[0]!('funding', done, 4)
    seen.push(jobs.find(job.id)!.progress.pct)
  }
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
  )
  assert(seen.at(-1)! > seen[1]!)
  await jobs.close()
})

test('one key has one job at work and some waiting; more are refused with a time to come back', async () => {
  const { jobs, ends } = openJobs()
  const begun = SETS.slice(0, 1 + COHORT.waitingOfOne).map((set) => submit(jobs, set).job.id)
  const refused = jobs.submit(SETS[30]!, false)
  assert(!refused.ok)
  assert.deepEqual([refused.code, refused.retryAfterSec], ['too_busy', COHORT.retryAfterSec])
  await nextTurn()
  assert.equal(ends.length, COHORT.runningOfOne)
  ends[0]!(ok(ANALYSIS))
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  assert.equal(jobs.find(begun[0]!)!.status, 'done')
  assert(jobs.submit(SETS[30]!, false).ok)
  await jobs.close()
})

test('the end of the server cancels what is under way, waits for it, and takes nothing more', async () => {
  const { jobs } = openJobs()
  const { job } = submit(jobs, SETS[0]!)
  submit(jobs, SETS[1]!)
  await nextTurn()
  await jobs.close()
  assert.equal(jobs.find(job.id), undefined)
  const late = jobs.submit(SETS[2]!, false)
  assert.equal(late.ok ? '' : late.code, 'shutting_down')
})
