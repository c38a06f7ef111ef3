import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { COHORT } from '../../../src/config/cohort.ts'
import type { CohortAnalysis } from '../../../src/contract/cohort.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { type CohortJobs, createCohortJobs } from '../../../src/services/cohort/cohort-jobs.ts'
import type { CohortsTable } from '../../../src/store/cohort-rows.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { nameOfMark, ownMark } from '../../../src/store/process-mark.ts'
import { openCohorts } from '../../../src/store/tables/cohorts.ts'
import { tempDir } from '../../store/temp-store.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { addressOf } from '../../support/tape-facts.ts'
import { pushedClock } from '../../support/test-client.ts'
import { until } from '../../support/until.ts'

const ANALYSIS = { verdict: { headline: 'x', tone: 'independent' } } as CohortAnalysis
const SETS = Array.from({ length: 40 }, (_, i) => [addressOf(`a${i}`), addressOf(`b${i}`)])

/** The rows of one store as each of its processes sees them; without a name, as one that was killed left them. */
function openRows(t: TestContext): (isAlive?: boolean) => CohortsTable {
  const env = openEnvironment({ name: 'durable', path: tempDir(t), mapBytes: 1 << 26, synced: true })
  t.after(() => env.close())
  return (isAlive = true) => openCohorts(env, nameOfMark(isAlive ? ownMark() : { ...ownMark(), startTicks: '1' }))
}

/** Jobs whose analyses end when the test says so. */
function openJobs(t: TestContext, cohorts = openRows(t)()) {
  const clock = pushedClock()
  const { ctx, logged } = fakeContext({ parts: { clock } as never, store: { cohorts } })
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
  return { jobs, clock, ends, reports, logged }
}
type Open = ReturnType<typeof openJobs>
async function submit(jobs: CohortJobs, members: readonly string[], refresh = false) {
  const submitted = await jobs.submit(members, refresh)
  assert(submitted.ok)
  return submitted.value
}

/** Ends the analysis that was begun as the n-th, and waits until its job says so. */
async function end({ jobs, ends }: Open, n: number, id: string, outcome: Outcome<CohortAnalysis>): Promise<void> {
  await until(() => ends.length > n, 'its analysis was begun')
  ends[n]!(outcome)
  await until(() => jobs.find(id)!.status !== 'running', 'the job ended')
}

/** Ends the analyses of jobs that were begun again. Those of one millisecond are begun in any order. */
async function endAll({ jobs, ends }: Open, ids: readonly string[]): Promise<void> {
  for (const n of ids.keys()) {
    await until(() => ends.length > n, 'the next analysis was begun')
    ends[n]!(ok(ANALYSIS))
  }
  await until(() => ids.every((id) => jobs.find(id)!.status === 'done'), 'all jobs ended')
}

test('a set under way is joined in any order of its wallets, and one that is done is reused for ten minutes', async (t) => {
  const open = openJobs(t)
  const { jobs, clock } = open
  const [one] = SETS
  const first = await submit(jobs, one!)
  assert.deepEqual([first.cached, first.joined, first.job.status], [false, false, 'running'])
  const second = await submit(jobs, [...one!].reverse(), true)
  assert.deepEqual([second.job.id, second.cached, second.joined], [first.job.id, false, true])
  await end(open, 0, first.job.id, ok(ANALYSIS))
  const { status, progress, analysis } = jobs.find(first.job.id)!
  assert.deepEqual([status, progress.pct, progress.stage, analysis], ['done', 100, 'done', ANALYSIS])
  clock.push(COHORT.reusedForMs - 5_000)
  const third = await submit(jobs, one!)
  assert.deepEqual([third.job.id, third.cached, third.job.status], [first.job.id, true, 'done'])
  clock.push(5_000)
  assert.notEqual((await submit(jobs, one!)).job.id, first.job.id)
  await jobs.close()
})

test('the same set submitted twice in one turn is one job', async (t) => {
  const { jobs, ends } = openJobs(t)
  const [one, two] = await Promise.all([submit(jobs, SETS[0]!), submit(jobs, SETS[0]!)])
  assert.deepEqual([one.joined, two.joined, two.job.id], [false, true, one.job.id])
  await until(() => ends.length > 0, 'its analysis was begun')
  assert.equal(ends.length, 1)
  await jobs.close()
})

test('refresh begins a new job of a set that is done', async (t) => {
  const open = openJobs(t)
  const first = await submit(open.jobs, SETS[0]!)
  await end(open, 0, first.job.id, ok(ANALYSIS))
  const again = await submit(open.jobs, SETS[0]!, true)
  assert.deepEqual([again.cached, again.joined, again.job.id === first.job.id], [false, false, false])
  await open.jobs.close()
})

test('a failed job says why and is not reused', async (t) => {
  const open = openJobs(t)
  const { jobs } = open
  const first = await submit(jobs, SETS[0]!)
  await end(open, 0, first.job.id, fail('upstream_failed', 'the node is down'))
  assert.deepEqual([jobs.find(first.job.id)!.status, jobs.find(first.job.id)!.failure], ['failed', 'the node is down'])
  assert.notEqual((await submit(jobs, SETS[0]!)).job.id, first.job.id)
  await jobs.close()
})

test('a job lives for 20 minutes', async (t) => {
  const open = openJobs(t)
  const { jobs, clock } = open
  const { job } = await submit(jobs, SETS[0]!)
  await end(open, 0, job.id, ok(ANALYSIS))
  clock.push(COHORT.livesForMs - 5_000)
  assert(jobs.find(job.id))
  clock.push(5_000)
  assert.equal(jobs.find(job.id), undefined)
  await jobs.close()
})

test('progress moves and never falls, and other processes of the store see each new stage', async (t) => {
  const rows = openRows(t)
  const { jobs, reports } = openJobs(t, rows())
  const { job } = await submit(jobs, SETS[0]!)
  await until(() => reports.length > 0, 'its analysis was begun')
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
  const other = openJobs(t, rows())
  await until(() => other.jobs.find(job.id)!.progress.stage === 'funding', 'the other process saw the stage')
  assert.equal((await submit(other.jobs, SETS[0]!)).joined, true)
  await Promise.all([jobs.close(), other.jobs.close()])
})

test('one key has one job at work and some waiting; more are refused with a time to come back', async (t) => {
  const open = openJobs(t)
  const { jobs, ends } = open
  const begun: string[] = []
  for (const set of SETS.slice(0, 1 + COHORT.waitingOfOne)) begun.push((await submit(jobs, set)).job.id)
  const refused = await jobs.submit(SETS[30]!, false)
  assert(!refused.ok)
  assert.deepEqual([refused.code, refused.retryAfterSec], ['too_busy', COHORT.retryAfterSec])
  assert.equal((await submit(jobs, SETS[1]!)).joined, true, 'one that waits is joined all the same')
  await nextTurn()
  assert.equal(ends.length, COHORT.runningOfOne)
  await end(open, 0, begun[0]!, ok(ANALYSIS))
  await until(() => ends.length > 1, 'the next one began')
  assert((await jobs.submit(SETS[30]!, false)).ok)
  await jobs.close()
})

test('the end of the server cancels what is under way and takes nothing more; the next process begins it again', async (t) => {
  const rows = openRows(t)
  const { jobs, ends } = openJobs(t, rows())
  const { job } = await submit(jobs, SETS[0]!)
  const waits = await submit(jobs, SETS[1]!)
  await until(() => ends.length > 0, 'its analysis was begun')
  await jobs.close()
  const late = await jobs.submit(SETS[2]!, false)
  assert.equal(late.ok ? '' : late.code, 'shutting_down')
  const next = openJobs(t, rows())
  assert.deepEqual([next.jobs.find(job.id)!.status, await next.jobs.resume()], ['running', 2])
  await endAll(next, [job.id, waits.job.id])
  assert.deepEqual(next.jobs.find(job.id)!.analysis, ANALYSIS)
  await next.jobs.close()
})

test('jobs of a process that was killed are begun again under their ids, as far as there is room', async (t) => {
  const rows = openRows(t)
  const killed = openJobs(t, rows(false))
  const ids: string[] = []
  for (const set of SETS.slice(0, 3)) ids.push((await submit(killed.jobs, set)).job.id)
  const next = openJobs(t, rows())
  assert.equal(await next.jobs.resume(), 3)
  assert.equal(await next.jobs.resume(), 0)
  await endAll(next, ids)
  // What the dead one would still have written counts no more.
  await killed.jobs.close()
  assert.deepEqual(
    ids.map((id) => next.jobs.find(id)!.status),
    ['done', 'done', 'done'],
  )
  await next.jobs.close()
})

test('a job that ends its process each time fails in the end', async (t) => {
  const rows = openRows(t)
  const { job } = await submit(openJobs(t, rows(false)).jobs, SETS[0]!)
  for (let n = 1; n < COHORT.begunAtMost; n++) assert.equal(await openJobs(t, rows(false)).jobs.resume(), 1)
  const { jobs, ends } = openJobs(t, rows())
  await jobs.resume()
  await until(() => jobs.find(job.id)!.status === 'failed', 'the job failed')
  assert.deepEqual([ends.length, jobs.find(job.id)!.failure], [0, 'the server ended each time it worked on it'])
  await jobs.close()
})

test('an end that cannot be written is told here, and logged', async (t) => {
  const cohorts = openRows(t)()
  const finish = (): Promise<never> => Promise.reject(new Error('the disk is full'))
  const open = openJobs(t, { ...cohorts, finish })
  const { job } = await submit(open.jobs, SETS[0]!)
  await end(open, 0, job.id, ok(ANALYSIS))
  assert.deepEqual([open.jobs.find(job.id)!.status, open.jobs.find(job.id)!.analysis], ['done', ANALYSIS])
  assert(open.logged.some(({ msg }) => msg === 'the end of a cohort job could not be written'))
  await open.jobs.close()
})

test('a job whose end is on disk is shown with it before this process has heard of the commit', async (t) => {
  const cohorts = openRows(t)()
  let hear = (): void => {}
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  const finish: CohortsTable['finish'] = async (...end) => {
    await cohorts.finish(...end)
    await heard
  }
  const open = openJobs(t, { ...cohorts, finish })
  const { job } = await submit(open.jobs, SETS[0]!)
  await end(open, 0, job.id, ok(ANALYSIS))
  const { status, progress } = open.jobs.find(job.id)!
  assert.deepEqual([status, progress.stage, progress.pct], ['done', 'done', 100])
  hear()
  await open.jobs.close()
})
