import type { Config } from '../config/env.ts'
import { inBackground } from '../runtime/background.ts'
import type { Logger } from '../runtime/log.ts'
import {
  allowedCores,
  type Placement,
  pinAllThreads,
  pinThread,
  reasonOf,
  splitCores,
  type Taskset,
  taskset,
} from '../runtime/pin-threads.ts'

type Parts = { readonly config: Pick<Config, 'pinThreads' | 'mode'>; readonly log: Logger; readonly call?: Taskset }

/** Keeps the loop and the compute threads on different cores: on two cores an unplaced worker takes the loop's. The
 *  answer is called with each new worker's kernel thread id, and says once in the log what came of it.
 *  In sandbox mode only the workers are placed: the sandbox is a child of the loop and would inherit its one core. */
export function placeWorkers({ config, log, call = taskset }: Parts): (threadId: number | null) => void {
  let said = false
  const sayOnce = (level: 'info' | 'warn', facts: object, text: string) => {
    if (!said) log[level](facts, text)
    said = true
  }
  if (!config.pinThreads) return () => sayOnce('info', {}, 'threads not placed: switched off')
  const cores = allowedCores(call).then(splitCores, (error: unknown) => reasonOf(error))
  const loop =
    config.mode === 'live'
      ? cores.then((split) => (split === null || typeof split === 'string' ? null : placeLoop(split, call)))
      : null

  return (threadId) => {
    const placing = cores.then(async (split) => {
      if (typeof split === 'string') return sayOnce('warn', { why: split }, 'threads not placed')
      if (split === null) return sayOnce('info', {}, 'threads not placed: only one core is allowed')
      if (threadId === null) return sayOnce('warn', {}, 'threads not placed: this system does not name its threads')
      const placed = await pinThread(threadId, split.workers, call)
      if (!placed.placed) return sayOnce('warn', { why: placed.why }, 'threads not placed')
      const loopPlacement = await loop
      sayOnce(
        'info',
        { workers: placed.cores, loop: loopPlacement?.placed ? loopPlacement.cores : 'any' },
        'threads placed',
      )
    })
    inBackground('worker placement', placing)
  }
}

/** The loop alone on its core. The threads that collect garbage and compile for the workers would otherwise take it as
 *  often as any other: they held up one request in a hundred three times as long as without them. */
async function placeLoop(
  { loop, workers }: { readonly loop: readonly number[]; readonly workers: readonly number[] },
  call: Taskset,
): Promise<Placement> {
  const others = await pinAllThreads(process.pid, workers, call)
  if (!others.placed) return others
  const alone = await pinThread(process.pid, loop, call)
  if (!alone.placed) await pinAllThreads(process.pid, [...loop, ...workers], call)
  return alone
}
