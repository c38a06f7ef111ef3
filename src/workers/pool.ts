import { fileURLToPath } from 'node:url'
import { Piscina, queueOptionsSymbol } from 'piscina'
import type { Config } from '../config/env.ts'
import { LIMITS } from '../config/limits.ts'
import { TIMEOUTS } from '../config/timeouts.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import { createGate } from '../runtime/gate.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { createDeadlineQueue } from './deadline-queue.ts'
import { placeWorkers } from './place-workers.ts'
import { createTaskTimes } from './task-times.ts'
import { TASK_FILES, type TaskInput, type TaskName, type TaskOutput } from './tasks.ts'
import type { Hello } from './worker.ts'

export type Workers = {
  /** Runs a task off the loop. `transfer` hands buffers over instead of copying them: the caller must not read them
   *  afterwards. Fails `too_busy` when the queue is full or the task's time has passed, `cancelled` on abort,
   *  `shutting_down` once closed, `internal` when the task throws or its worker dies. A task that is running when it
   *  is aborted or out of time loses its thread, which is replaced. */
  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options?: { signal?: AbortSignal; transfer?: readonly ArrayBuffer[] },
  ): Promise<Outcome<TaskOutput<N>>>
  close(): Promise<void>
}

type Parts = {
  readonly config: Pick<Config, 'workers' | 'pinThreads' | 'mode'>
  readonly log: Logger
  readonly metrics: Metrics
}
type Bounds = { readonly queue: number; readonly taskMs: number; readonly files: Readonly<Record<string, string>> }

/** Starts `config.workers` compute threads. They are placed on other cores than the loop where the system allows it. */
export function createWorkers(parts: Parts, bounds: Partial<Bounds> = {}): Workers {
  const { config, log, metrics } = parts
  const { queue = LIMITS.workerQueue, taskMs = TIMEOUTS.workerTaskMs, files = TASK_FILES } = bounds
  const paths = new Map<string, string>()
  // As a path: an address would be parsed anew for every task.
  function pathOf(file: string): string {
    const path = paths.get(file) ?? fileURLToPath(file)
    paths.set(file, path)
    return path
  }
  const times = createTaskTimes(metrics)
  const refused = metrics.counter('mintglass_worker_refused_total', 'Tasks that gave no result.', ['task', 'code'])
  const waiting = metrics.gauge('mintglass_worker_pending', 'Tasks queued or running.')

  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: config.workers,
    maxThreads: config.workers,
    // Tasks wait at the gate below, never here: the package does not count those that can be aborted and, of several
    // that wait, lets newer ones overtake, so that under load without end one would wait until its time has passed.
    maxQueue: Number.POSITIVE_INFINITY,
    recordTiming: false,
    loadBalancer: (task, threads) => {
      const free = threads.find((thread) => thread.currentUsage === 0) ?? null
      const job = (task as unknown as { [queueOptionsSymbol]: Job | null })[queueOptionsSymbol]
      if (free !== null && job !== null) job.startedMs = performance.now()
      return free
    },
  })
  // Reported when a thread dies without a task in hand; the package replaces the thread.
  pool.on('error', (error: Error) => log.error({ err: error }, 'compute thread failed'))
  const place = placeWorkers({ config, log })
  pool.on('message', (message: Hello) => {
    if (message.kind === 'hello') place(message.threadId)
  })

  const deadlines = createDeadlineQueue<Job>(taskMs, (job) => job.abort('too_busy'))
  const gate = createGate({ maxRunning: config.workers, maxWaiting: queue })
  let closed = false
  metrics.onCollect(() => waiting.set(gate.running + gate.waiting))

  async function run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options: { signal?: AbortSignal; transfer?: readonly ArrayBuffer[] } = {},
  ): Promise<Outcome<TaskOutput<N>>> {
    const give = (failure: Failure) => {
      refused.inc({ task: name, code: failure.code })
      return failure
    }
    if (closed) return give(fail('shutting_down', 'the server is stopping'))
    if (options.signal?.aborted) return give(fail('cancelled', 'the request was cancelled'))

    // Read now: the task may start later.
    const filename = pathOf(files[name]!)
    const job = new Job()
    const cancel = () => job.abort('cancelled')
    options.signal?.addEventListener('abort', cancel, { once: true })
    deadlines.add(job)
    let entry: 'entered' | 'full' | 'aborted' | null = null
    try {
      entry = await gate.enter(job)
      if (entry === 'full') return give(fail('too_busy', 'the compute queue is full'))
      if (entry === 'aborted') return give(failureOf(job))
      const output = (await pool.run(Object.assign(input, { [queueOptionsSymbol]: job }), {
        filename,
        signal: job,
        transferList: (options.transfer ?? []) as ArrayBuffer[],
      })) as TaskOutput<N>
      times.add(name, job.startedMs - job.createdMs, performance.now() - job.startedMs)
      return ok(output)
    } catch (error) {
      if (job.aborted) return give(failureOf(job))
      if (closed) return give(fail('shutting_down', 'the server is stopping'))
      log.error({ err: error, task: name }, 'task failed')
      return give(fail('internal', 'a computation failed'))
    } finally {
      if (entry === 'entered') gate.leave()
      deadlines.remove(job)
      options.signal?.removeEventListener('abort', cancel)
    }
  }

  function failureOf({ reason }: Job): Failure {
    const late = `the computation took more than ${taskMs} ms`
    return fail(reason, reason === 'cancelled' ? 'the request was cancelled' : late)
  }

  return {
    run,
    async close() {
      if (closed) return
      closed = true
      await pool.destroy()
      deadlines.close()
    },
  }
}

/** One task in the package's hands: when it was made and started, and the smallest object it takes as an abort signal
 *  (an `AbortSignal.any` per task would cost as much as the round trip itself). */
class Job {
  readonly createdMs = performance.now()
  startedMs = this.createdMs
  aborted = false
  reason: 'cancelled' | 'too_busy' = 'cancelled'
  private listener: (() => void) | null = null

  abort(reason: 'cancelled' | 'too_busy'): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.listener?.()
  }
  addEventListener(_name: 'abort', listener: () => void): void {
    this.listener = listener
  }
  removeEventListener(): void {
    this.listener = null
  }
}
