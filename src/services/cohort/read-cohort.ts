import type { Context } from '../../context.ts'
import type { CohortJobReply } from '../../contract/cohort.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'

/** Spec 4.2 GET cohort: fails `not_found` for a job that never was, or is over its time. */
export function readCohort({ parts }: Pick<Context, 'parts'>, jobId: string): Outcome<CohortJobReply> {
  const job = parts.cohortJobs.find(jobId)
  if (job === undefined) return fail('not_found', 'unknown or expired job')
  return ok({
    jobId: job.id,
    status: job.status,
    progress: job.progress,
    wallets: job.wallets,
    createdAt: job.createdAtMs,
    expiresAt: job.expiresAtMs,
    ...(job.finishedAtMs === null ? {} : { finishedAt: job.finishedAtMs }),
    ...(job.failure === null ? {} : { failure: job.failure }),
    ...job.analysis,
  })
}
