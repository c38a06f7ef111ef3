import { randomBytes } from 'node:crypto'
import { COHORT } from '../../config/cohort.ts'
import type { Context } from '../../context.ts'
import { COHORT_STAGES, type CohortAnalysis, type CohortProgress, type CohortStage } from '../../contract/cohort.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { currentParty } from '../../runtime/request-scope.ts'
import { analyseCohort, digestOf } from './analyse-cohort.ts'
import { createTurns, type Turn, type Turns } from './turns.ts'

export type CohortJob = {
  readonly id: string
  readonly wallets: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly status: 'running' | 'done' | 'failed'
  readonly progress: CohortProgress
  readonly finishedAtMs: number | null
  readonly failure: string | null
  readonly analysis: CohortAnalysis | null
}
export type Submitted = { readonly job: CohortJob; readonly cached: boolean; readonly joined: boolean }

/** Analyses under way and those of the last 20 minutes, in this process alone: a restart loses them (spec 3). */
export type CohortJobs = {
  /** A job of these wallets: the one under way, one that is done and young unless `refresh`, or a new one. Fails
   *  `too_busy` when too many are at work or held, of all or of this key. */
  submit(members: readonly string[], refresh: boolean): Outcome<Submitted>
  /** Undefined for one that never was or is gone. */
  find(id: string): CohortJob | undefined
  close(): Promise<void>
}

type Held = { -readonly [K in keyof CohortJob]: CohortJob[K] } & { readonly set: string }
type Analyse = typeof analyseCohort

/** Where each stage begins on the scale of the whole job, percent. */
const STARTS: Readonly<Record<CohortStage, number>> = {
  queued: 0,
  histories: 1,
  transactions: 10,
  funding: 35,
  tokens: 65,
  judging: 95,
  done: 100,
}

export function createCohortJobs(ctx: Context, analyse: Analyse = analyseCohort): CohortJobs {
  const state: State = {
    ctx,
    analyse,
    turns: createTurns(),
    jobs: new Map(),
    bySet: new Map(),
    underWay: new Set(),
    closing: new AbortController(),
  }
  const { jobs, bySet, underWay, closing } = state
  return {
    submit: (members, refresh) => submit(state, members, refresh),
    find(id) {
      forgetOld(state)
      return jobs.get(id)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      jobs.clear()
      bySet.clear()
    },
  }
}

type State = {
  readonly ctx: Context
  readonly analyse: Analyse
  readonly turns: Turns
  /** The oldest first. */
  readonly jobs: Map<string, Held>
  /** The newest job of each set. */
  readonly bySet: Map<string, Held>
  readonly underWay: Set<Promise<void>>
  readonly closing: AbortController
}

function submit(state: State, members: readonly string[], refresh: boolean): Outcome<Submitted> {
  const { ctx, jobs, bySet, closing } = state
  if (closing.signal.aborted) return fail('shutting_down', 'the server is stopping')
  forgetOld(state)
  const set = digestOf(members)
  const known = bySet.get(set)
  if (known?.status === 'running') return ok({ job: known, cached: false, joined: true })
  if (!refresh && known?.status === 'done' && ctx.clock.nowMs() - known.finishedAtMs! < COHORT.reusedForMs)
    return ok({ job: known, cached: true, joined: false })
  const job = jobs.size >= COHORT.held ? null : begin(state, members, set)
  if (job === null) return fail('too_busy', 'too many cohort analyses', COHORT.retryAfterSec)
  return ok({ job, cached: false, joined: false })
}

function forgetOld({ ctx, jobs, bySet }: State): void {
  const nowMs = ctx.clock.nowMs()
  for (const job of jobs.values()) {
    if (nowMs < job.expiresAtMs) continue
    jobs.delete(job.id)
    if (bySet.get(job.set) === job) bySet.delete(job.set)
  }
}

/** Null when neither a place nor room to wait is left. */
function begin(state: State, members: readonly string[], set: string): Held | null {
  const { ctx, turns, jobs, bySet, underWay } = state
  const turn = turns.take(currentParty())
  if (turn === null) return null
  const createdAtMs = ctx.clock.nowMs()
  const job: Held = {
    id: `coh_${randomBytes(16).toString('hex')}`,
    set,
    wallets: members.length,
    createdAtMs,
    expiresAtMs: createdAtMs + COHORT.livesForMs,
    status: 'running',
    progress: { stage: 'queued', done: 0, total: members.length, pct: 0 },
    finishedAtMs: null,
    failure: null,
    analysis: null,
  }
  jobs.set(job.id, job)
  bySet.set(set, job)
  const work = run(state, job, members, turn).finally(() => underWay.delete(work))
  underWay.add(work)
  return job
}

async function run({ ctx, analyse, closing }: State, job: Held, members: readonly string[], turn: Turn): Promise<void> {
  const late = AbortSignal.timeout(COHORT.timeoutMs)
  const signal = AbortSignal.any([closing.signal, late])
  try {
    const found = (await turn.come(signal))
      ? await analyse(ctx, members, signal, (stage, done, total) => advance(job, stage, done, total))
      : fail('too_busy', 'its turn did not come in time')
    if (found.ok) {
      job.analysis = found.value
      job.status = 'done'
      advance(job, 'done', 1, 1)
    } else {
      job.status = 'failed'
      job.failure = late.aborted ? 'it took too long' : found.message
    }
  } catch (error) {
    job.status = 'failed'
    job.failure = 'an analysis failed'
    ctx.log.error({ err: error, job: job.id }, 'cohort job threw')
  } finally {
    turn.leave()
    job.finishedAtMs = ctx.clock.nowMs()
  }
}

/** A stage that is over gives its part of the whole; what was reached is not taken back. */
function advance(job: Held, stage: CohortStage, done: number, total: number): void {
  const next = COHORT_STAGES[COHORT_STAGES.indexOf(stage) + 1] ?? 'done'
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const pct = Math.floor(STARTS[stage] + (STARTS[next] - STARTS[stage]) * share)
  job.progress = { stage, done: Math.min(done, total), total, pct: Math.max(job.progress.pct, pct) }
}
