import type { Context } from '../context.ts'
import type { Outcome } from '../contract/outcome.ts'
import { startDeadline } from '../runtime/deadline.ts'

export type Job = {
  readonly name: string
  readonly everyMs: number
  /** Period in live mode, when it is another. */
  readonly everyLiveMs?: number
  /** How long after the start it runs first; at once without. */
  readonly firstAfterMs?: number
  run(ctx: Context): Promise<Outcome<unknown>>
}
export type JobRunner = {
  /** Starts nothing more and waits for what is running, at most so long. */
  stop(deadlineMs: number): Promise<void>
}

/** Spreads the starts of jobs with one period. */
const JITTER_SHARE = 0.05
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60]

/** Runs each job, at once unless it says otherwise, and then once in its period, never twice at a time; a failure is logged and the next turn
 *  comes. `onThrow` hears what a job threw. */
export function startJobs(ctx: Context, jobs: readonly Job[], onThrow: (error: unknown) => void = () => {}): JobRunner {
  const stopped = new AbortController()
  const duration = ctx.metrics.histogram('mintglass_job_duration_seconds', 'Time one run of a job took.', JOB_SECONDS, [
    'job',
  ])
  const runs = ctx.metrics.counter('mintglass_job_runs_total', 'Runs of a job by result.', ['job', 'result'])

  const loop = async (job: Job, index: number): Promise<void> => {
    const everyMs = ctx.config.mode === 'live' ? (job.everyLiveMs ?? job.everyMs) : job.everyMs
    const pause = (ms: number): Promise<void> =>
      ctx.clock.sleep(ms, stopped.signal).catch((error: unknown) => {
        if (!stopped.signal.aborted) throw error
      })
    if (job.firstAfterMs !== undefined) await pause(job.firstAfterMs)
    while (!stopped.signal.aborted) {
      const startMs = ctx.clock.monotonicMs()
      try {
        const outcome = await job.run(ctx)
        runs.inc({ job: job.name, result: outcome.ok ? 'ok' : outcome.code })
        if (!outcome.ok) ctx.log.warn({ job: job.name, code: outcome.code, reason: outcome.message }, 'job failed')
      } catch (error) {
        runs.inc({ job: job.name, result: 'error' })
        ctx.log.error({ job: job.name, err: error }, 'job threw')
        onThrow(error)
      }
      const tookMs = ctx.clock.monotonicMs() - startMs
      duration.observe(tookMs / 1_000, { job: job.name })
      // Different jobs of one period drift apart by a fixed share, so that they do not all call out at once.
      const pauseMs = Math.max(0, everyMs * (1 + JITTER_SHARE * (index / Math.max(1, jobs.length))) - tookMs)
      await pause(pauseMs)
    }
  }
  const loops = jobs.map(loop)
  return {
    async stop(deadlineMs) {
      stopped.abort()
      const deadline = startDeadline(ctx.clock, deadlineMs)
      const ended = Promise.all(loops).then(() => true)
      if (!(await Promise.race([ended, deadline.expired.then(() => false)])))
        ctx.log.warn({ deadlineMs }, 'a job was still running')
      deadline.clear()
    },
  }
}
