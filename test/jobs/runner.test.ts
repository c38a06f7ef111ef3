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
  await jobs.stop()
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
  await jobs.stop()
})
