import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, ok } from '../../src/contract/outcome.ts'
import { startJobs } from '../../src/jobs/runner.ts'
import { fakeContext } from '../support/fake-context.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a job runs at once and again after its period, never twice at a time', async () => {
  const { ctx, clock } = fakeContext()
  let running = 0
  let runs = 0
  let finish: () => void = () => {}
  const jobs = startJobs(ctx, [
    {
      name: 'slow',
      everyMs: 1_000,
      async run() {
        assert.equal(++running, 1)
        runs++
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        running--
        return ok(null)
      },
    },
  ])
  await turn()
  assert.equal(runs, 1)
  await clock.advance(5_000)
  assert.equal(runs, 1)
  finish()
  await turn()
  await clock.advance(0)
  assert.equal(runs, 2)
  finish()
  await turn()
  await jobs.stop(1_000)
})

test('a job that waits for the first requests runs after its time, and not at all when the server stops before', async () => {
  const { ctx, clock } = fakeContext()
  let runs = 0
  const job = { name: 'late', everyMs: 1_000, firstAfterMs: 5_000, run: async () => ok(++runs) }
  const jobs = startJobs(ctx, [job])
  await turn()
  await clock.advance(4_900)
  assert.equal(runs, 0)
  await clock.advance(200)
  assert.equal(runs, 1)
  await clock.advance(1_100)
  assert.equal(runs, 2)
  await jobs.stop(1_000)
  const stopped = startJobs(ctx, [job])
  await turn()
  await stopped.stop(1_000)
  await clock.advance(10_000)
  assert.equal(runs, 2)
})

test('a job that fails or throws is said and comes again', async () => {
  const { ctx, clock, logged } = fakeContext()
  let runs = 0
  const jobs = startJobs(ctx, [
    {
      name: 'bad',
      everyMs: 1_000,
      async run() {
        runs++
        if (runs === 1) return fail('upstream_failed', 'down')
        throw new Error('broken')
      },
    },
  ])
  await turn()
  await clock.advance(1_100)
  assert.equal(runs, 2)
  await turn()
  assert.deepEqual(
    logged.map(({ msg }) => msg),
    ['job failed', 'job threw'],
  )
  await jobs.stop(1_000)
})

test('what a job throws reaches its caller', async () => {
  const { ctx } = fakeContext()
  const heard: unknown[] = []
  const broken = new Error('broken')
  const run = async () => {
    throw broken
  }
  const jobs = startJobs(ctx, [{ name: 'bad', everyMs: 1_000, run }], (error) => void heard.push(error))
  await turn()
  assert.deepEqual(heard, [broken])
  await jobs.stop(1_000)
})

test('live mode may have a period of its own', async () => {
  for (const [mode, expected] of [
    ['sandbox', 3],
    ['live', 1],
  ] as const) {
    const { ctx, clock } = fakeContext({ config: { mode } })
    let runs = 0
    const run = async () => ok(++runs)
    const jobs = startJobs(ctx, [{ name: 'rare', everyMs: 1_000, everyLiveMs: 60_000, run }])
    await turn()
    for (let i = 0; i < 2; i++) {
      await clock.advance(1_100)
      await turn()
    }
    assert.equal(runs, expected, mode)
    await jobs.stop(1_000)
  }
})

test('a job that does not end does not hold up the stop for ever', async () => {
  const { ctx, clock, logged } = fakeContext()
  const jobs = startJobs(ctx, [{ name: 'stuck', everyMs: 1_000, run: () => new Promise(() => {}) }])
  await turn()
  const stopped = jobs.stop(5_000)
  await clock.advance(5_000)
  await stopped
  assert.equal(logged.at(-1)?.['msg'], 'a job was still running')
})
