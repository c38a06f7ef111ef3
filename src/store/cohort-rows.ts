import type { CohortAnalysis, CohortProgress } from '../contract/cohort.ts'

/** What a process knows of a job before its analysis began. Times are epoch ms. */
export type NewCohortJob = {
  readonly id: string
  /** Digest of the sorted wallets: equal for the same set in any order. */
  readonly set: string
  readonly members: readonly string[]
  /** Whose place among the waiting it takes. */
  readonly party: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}
export type CohortRow = NewCohortJob & {
  readonly status: 'running' | 'done' | 'failed'
  readonly progress: CohortProgress
  readonly finishedAtMs: number | null
  readonly failure: string | null
  /** How often a process began it. */
  readonly begun: number
}
/** `began` is a new job, which belongs to this process; `joined` one under way, in whichever process; `cached` one that
 *  is done. */
export type CohortBegin =
  | { readonly kind: 'began' | 'joined' | 'cached'; readonly row: CohortRow }
  | { readonly kind: 'full' }

/** Cohort jobs of all processes of a store, from the answer that acknowledged them to the end of their time. */
export type CohortsTable = {
  /** Decides in one transaction what a submission becomes, and removes jobs whose time is over. `reusedFromMs`: a job
   *  that ended since then is reused; null reuses none. `takeRoom` is asked only where a new job is needed, and may
   *  refuse. Durable before it resolves. */
  begin(
    job: NewCohortJob,
    rules: { readonly reusedFromMs: number | null; readonly most: number; readonly takeRoom: () => boolean },
  ): Promise<CohortBegin>
  /** Undefined for one that never was or whose time is over. */
  find(id: string, nowMs: number): CohortRow | undefined
  /** Of a job that is done. */
  analysisOf(id: string): CohortAnalysis | undefined
  /** Ids of unfinished jobs that no living process works on, the oldest first. */
  abandoned(nowMs: number): readonly string[]
  /** Makes an abandoned job one of this process and counts that it was begun again. Undefined when another process was
   *  faster, and when it has ended. */
  takeOver(id: string, nowMs: number): Promise<CohortRow | undefined>
  /** Says what a job of this process has reached. */
  advance(id: string, progress: CohortProgress): Promise<void>
  /** Ends a job of this process; durable before it resolves. */
  finish(
    id: string,
    end: Pick<CohortRow, 'status' | 'progress' | 'finishedAtMs' | 'failure'>,
    analysis: CohortAnalysis | null,
  ): Promise<void>
  /** Leaves a job of this process to whichever process looks next. */
  release(id: string): Promise<void>
  clear(): Promise<void>
}
