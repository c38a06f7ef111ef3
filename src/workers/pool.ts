import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
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
import { threadFlags } from './thread-flags.ts'
import type { Hello } from './worker.ts'
import { createWorkerSlots, type WorkerSlot, type WorkerSlots } from './worker-slots.ts'

export type Workers = {
  /** Starts the threads, unless the first task has. */
  start(): void
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

function openPool(threads: number): Piscina {
  const execArgv = threadFlags(process.execArgv)
  return new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
    ...(execArgv === undefined ? {} : { execArgv }),
  })
}

type Threads = { readonly pool: Piscina; readonly workerSlots: WorkerSlots }

function startThreads({ config, log }: Parts): Threads {
  const pool = openPool(config.workers)
  // Reported when a thread dies without a task in hand; the package replaces the thread.
  pool.on('error', (error: Error) => log.error({ err: error }, 'compute thread failed'))
  const place = placeWorkers({ config, log })
  pool.on('message', (message: Hello) => {
    if (message.kind === 'hello') place(message.threadId)
  })
  const threadLoop = fileURLToPath(new URL('./thread-loop.ts', import.meta.url))
  return { pool, workerSlots: createWorkerSlots(pool, config.workers, threadLoop) }
}

/** `config.workers` compute threads, started by `start` or by the first task. They are placed on other cores than the loop
 *  where the system allows it. */
export function createWorkers(parts: Parts, bounds: Partial<Bounds> = {}): Workers {
  const { config, log, metrics } = parts
  const { queue = LIMITS.workerQueue, taskMs = TIMEOUTS.workerTaskMs, files = TASK_FILES } = bounds
  const times = createTaskTimes(metrics)
  const refused = metrics.counter('mintglass_worker_refused_total', 'Tasks that gave no result.', ['task', 'code'])
  const waiting = metrics.gauge('mintglass_worker_pending', 'Tasks queued or running.')

  let threads: Threads | null = null

  const deadlines = createDeadlineQueue<Job>(taskMs, (job) => job.abort('too_busy'))
  // Tasks wait here, first come, first served, and never in the package's queue: its threads are all at their resident.
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
    const file = files[name]!
    const job = new Job()
    const cancel = () => job.abort('cancelled')
    options.signal?.addEventListener('abort', cancel, { once: true })
    deadlines.add(job)
    let workerSlot: WorkerSlot | null = null
    threads ??= startThreads(parts)
    const { workerSlots } = threads
    try {
      const entry = gate.enterNow() ? 'entered' : await gate.enter(job)
      if (entry === 'full') return give(fail('too_busy', 'the compute queue is full'))
      if (entry === 'aborted') return give(failureOf(job))
      workerSlot = job.workerSlot = workerSlots.take()
      const startedMs = performance.now()
      const output = (await workerSlot.ask(file, input, options.transfer ?? NOTHING)) as TaskOutput<N>
      times.add(name, startedMs - job.createdMs, performance.now() - startedMs)
      return ok(output)
    } catch (error) {
      if (job.aborted) return give(failureOf(job))
      if (closed) return give(fail('shutting_down', 'the server is stopping'))
      log.error({ err: error, task: name }, 'task failed')
      return give(fail('internal', 'a computation failed'))
    } finally {
      if (workerSlot !== null) {
        job.workerSlot = null
        workerSlots.leave(workerSlot)
        gate.leave()
      }
      deadlines.remove(job)
      options.signal?.removeEventListener('abort', cancel)
    }
  }

  function failureOf({ reason }: Job): Failure {
    const late = `the computation took more than ${taskMs} ms`
    return fail(reason, reason === 'cancelled' ? 'the request was cancelled' : late)
  }

  return {
    start() {
      threads ??= startThreads(parts)
    },
    run,
    async close() {
      if (closed) return
      closed = true
      await threads?.pool.destroy()
      deadlines.close()
    },
  }
}

const NOTHING: readonly ArrayBuffer[] = []

/** One task: when it was made, and what stops it. The smallest object that the gate takes as an abort signal (an
 *  `AbortSignal.any` per task would cost as much as the round trip itself). */
class Job {
  readonly createdMs = performance.now()
  aborted = false
  reason: 'cancelled' | 'too_busy' = 'cancelled'
  /** Where it runs. */
  workerSlot: WorkerSlot | null = null
  private listener: (() => void) | null = null

  abort(reason: 'cancelled' | 'too_busy'): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.workerSlot?.empty()
    this.listener?.()
  }
  addEventListener(_name: 'abort', listener: () => void): void {
    this.listener = listener
  }
  removeEventListener(): void {
    this.listener = null
  }
}
