import { LATENCY_BOUNDS_SECONDS, type Metrics } from '../runtime/metrics.ts'
import type { TaskName } from './tasks.ts'

/** Rows held back before they are handed over: a histogram costs a microsecond per figure, too much per task. */
const HELD = 512

export type TaskTimes = { add(task: TaskName, waitMs: number, runMs: number): void }

/** Histograms of how long tasks wait and run, filled in groups and before each exposition. */
export function createTaskTimes(metrics: Metrics): TaskTimes {
  const waitSeconds = metrics.histogram(
    'mintglass_worker_wait_seconds',
    'Time a task waits for a compute thread.',
    LATENCY_BOUNDS_SECONDS,
    ['task'],
  )
  const runSeconds = metrics.histogram(
    'mintglass_worker_run_seconds',
    'Time from queueing a task to its answer.',
    LATENCY_BOUNDS_SECONDS,
    ['task'],
  )
  const tasks: TaskName[] = []
  const waitsMs = new Float64Array(HELD)
  const runsMs = new Float64Array(HELD)

  function handOver(): void {
    for (const [i, task] of tasks.entries()) {
      waitSeconds.observe(waitsMs[i]! / 1_000, { task })
      runSeconds.observe(runsMs[i]! / 1_000, { task })
    }
    tasks.length = 0
  }

  metrics.onCollect(handOver)
  return {
    add(task, waitMs, runMs) {
      if (tasks.length === HELD) handOver()
      waitsMs[tasks.length] = waitMs
      runsMs[tasks.length] = runMs
      tasks.push(task)
    },
  }
}
