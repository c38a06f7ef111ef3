import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { CONCENTRATION } from '../../src/hot-paths/concentration.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createWorkers } from '../../src/workers/pool.ts'
import { TASK_FILES } from '../../src/workers/tasks.ts'

const misbehaving = (name: string) => ({ concentration: new URL(`./misbehaving/${name}.ts`, import.meta.url).href })
const INPUT = () => ({ balances: Float64Array.of(1, 3, 6), supply: 10 })

function pool(bounds: Parameters<typeof createWorkers>[1] = {}) {
  const metrics = createMetrics()
  const config = { workers: 1, pinThreads: false, mode: 'sandbox' as const }
  return { metrics, workers: createWorkers({ config, log: pino({ level: 'silent' }), metrics }, bounds) }
}
const codeOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'ok' : outcome.code)

test('a task runs in a thread from its TypeScript file and its result comes back', async (t) => {
  const { workers, metrics } = pool()
  t.after(() => workers.close())
  const answer = await workers.run('concentration', INPUT())
  assert(answer.ok)
  assert.equal(answer.value[CONCENTRATION.holders], 3)
  assert.equal(answer.value[CONCENTRATION.top1Share], 0.6)
  const text = await metrics.expose()
  assert.match(text, /mintglass_worker_run_seconds_count\{task="concentration"\} 1/)
  assert.match(text, /mintglass_worker_wait_seconds_count\{task="concentration"\} 1/)
})
test('a transferred buffer is gone from the caller, one that was not is left alone', async (t) => {
  const { workers } = pool()
  t.after(() => workers.close())
  const kept = INPUT()
  assert((await workers.run('concentration', kept)).ok)
  assert.deepEqual([...kept.balances], [1, 3, 6])
  const moved = INPUT()
  assert((await workers.run('concentration', moved, { transfer: [moved.balances.buffer] })).ok)
  assert.equal(moved.balances.length, 0)
})
test('more tasks than threads and queue are refused as too_busy, and room comes back', async (t) => {
  const { workers } = pool({ queue: 2 })
  t.after(() => workers.close())
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => workers.run('concentration', INPUT())))
  assert.deepEqual(outcomes.map(codeOf), ['ok', 'ok', 'ok', 'too_busy', 'too_busy', 'too_busy'])
  assert((await workers.run('concentration', INPUT())).ok)
})
test('under load without end each caller gets its turn, none is overtaken until its time has passed', async (t) => {
  const { workers } = pool()
  t.after(() => workers.close())
  const done = [0, 0, 0, 0]
  let widest = 0
  await Promise.all(
    done.map(async (_, caller) => {
      for (let i = 0; i < 50; i++) {
        assert.equal(codeOf(await workers.run('concentration', INPUT())), 'ok')
        done[caller]!++
        widest = Math.max(widest, Math.max(...done) - Math.min(...done))
      }
    }),
  )
  assert.equal(widest, 1)
})
test('a task that throws is a failure and the thread goes on', async (t) => {
  const files = { ...misbehaving('throw') }
  const { workers } = pool({ files })
  t.after(() => workers.close())
  assert.equal(codeOf(await workers.run('concentration', INPUT())), 'internal')
  files.concentration = TASK_FILES.concentration
  assert.equal(codeOf(await workers.run('concentration', INPUT())), 'ok')
})
test('a thread that dies fails its task, is replaced, and the queued task still runs', async (t) => {
  const files = { ...misbehaving('die') }
  const { workers } = pool({ files })
  t.after(() => workers.close())
  const dying = workers.run('concentration', INPUT())
  files.concentration = TASK_FILES.concentration
  const queued = workers.run('concentration', INPUT())
  assert.equal(codeOf(await dying), 'internal')
  assert.equal(codeOf(await queued), 'ok')
  assert.equal(codeOf(await workers.run('concentration', INPUT())), 'ok')
})
test('a task that never ends is stopped at its deadline', async (t) => {
  const files = { ...misbehaving('spin') }
  const { workers, metrics } = pool({ files, taskMs: 150 })
  t.after(() => workers.close())
  assert.equal(codeOf(await workers.run('concentration', INPUT())), 'too_busy')
  assert.match(await metrics.expose(), /mintglass_worker_refused_total\{task="concentration",code="too_busy"\} 1/)
})
test('an aborted request stops its running task and the next one gets a thread', async (t) => {
  const files = { ...misbehaving('spin') }
  const { workers } = pool({ files })
  t.after(() => workers.close())
  const caller = new AbortController()
  const running = workers.run('concentration', INPUT(), { signal: caller.signal })
  setTimeout(() => caller.abort(), 50)
  assert.equal(codeOf(await running), 'cancelled')
  files.concentration = TASK_FILES.concentration
  assert.equal(codeOf(await workers.run('concentration', INPUT())), 'ok')
})
test('an aborted request leaves the queue', async (t) => {
  const files = { ...misbehaving('spin') }
  const { workers } = pool({ files })
  t.after(() => workers.close())
  const first = new AbortController()
  const second = new AbortController()
  const running = workers.run('concentration', INPUT(), { signal: first.signal })
  files.concentration = TASK_FILES.concentration
  const queued = workers.run('concentration', INPUT(), { signal: second.signal })
  second.abort()
  assert.equal(codeOf(await queued), 'cancelled')
  first.abort()
  assert.equal(codeOf(await running), 'cancelled')
})
test('a request aborted beforehand reaches no thread', async (t) => {
  const { workers } = pool({ files: misbehaving('die') })
  t.after(() => workers.close())
  assert.equal(codeOf(await workers.run('concentration', INPUT(), { signal: AbortSignal.abort() })), 'cancelled')
})
test('closing answers what is running and refuses what comes after', async () => {
  const { workers } = pool({ files: misbehaving('spin') })
  const running = workers.run('concentration', INPUT())
  const queued = workers.run('concentration', INPUT())
  await new Promise((resolve) => setTimeout(resolve, 50))
  await workers.close()
  assert.deepEqual([codeOf(await running), codeOf(await queued)], ['shutting_down', 'shutting_down'])
  assert.equal(codeOf(await workers.run('concentration', INPUT())), 'shutting_down')
  await workers.close()
})
