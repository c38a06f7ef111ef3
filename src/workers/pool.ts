import type { Outcome } from '../contract/outcome.ts'
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts'

export type Workers = {
  /** Runs a task off the loop. Fails `too_busy` when the queue is full, `cancelled` on abort, `internal` when the task throws. */
  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options?: { signal?: AbortSignal; transfer?: readonly ArrayBuffer[] },
  ): Promise<Outcome<TaskOutput<N>>>
  close(): Promise<void>
}
