import { randomBytes } from 'node:crypto'
import { COHORT } from '../../config/cohort.ts'
import type { Context } from '../../context.ts'
import { COHORT_STAGES, type CohortAnalysis, type CohortProgress, type CohortStage } from '../../contract/cohort.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { currentParty } from '../../runtime/request-scope.ts'
import type { CohortRow } from '../../store/cohort-rows.ts'
import { analyseCohort, digestOf } from './analyse-cohort.ts'
import { createTurns, type Turn, type Turns } from './turns.ts'

export type CohortJob = Pick<
  CohortRow,
  'id' | 'createdAtMs' | 'expiresAtMs' | 'status' | 'progress' | 'finishedAtMs' | 'failure'
> & {
  readonly wallets: number
  readonly analysis: CohortAnalysis | null
}
export type Submitted = { readonly job: CohortJob; readonly cached: boolean; readonly joined: boolean }

/** Analyses under way in this process. The store has the jobs of all processes, from before the answer that
 *  acknowledges them until 20 minutes later, so that the end of a process loses none. */
export type CohortJobs = {
  /** A job of these wallets: the one under way, one that is done and young unless `refresh`, or a new one. Fails
   *  `too_busy` when too many are at work or held, of all or of this key, and `shutting_down`. */
  submit(members: readonly string[], refresh: boolean): Promise<Outcome<Submitted>>
  /** Undefined for one that never was or is gone. */
  find(id: string): CohortJob | undefined
  /** Begins again what no living process works on, as far as there is room; how many. */
  resume(): Promise<number>
  close(): Promise<void>
}

type Analyse = typeof analyseCohort
/** A job at work here, with what its row does not say yet; `end` where that could not be written. */
type AtWork = { readonly row: CohortRow; progress: CohortProgress; writtenAtMs: number; end: End | null }
type End = Pick<CohortRow, 'status' | 'progress' | 'finishedAtMs' | 'failure'> & {
  readonly analysis: CohortAnalysis | null
}

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
    atWork: new Map(),
    underWay: new Set(),
    closing: new AbortController(),
  }
  return {
    submit: (members, refresh) => submit(state, members, refresh),
    find: (id) => find(state, id),
    resume: () => resume(state),
    async close() {
      state.closing.abort()
      await Promise.all(state.underWay)
    },
  }
}

type State = {
  readonly ctx: Context
  readonly analyse: Analyse
  readonly turns: Turns
  readonly atWork: Map<string, AtWork>
  readonly underWay: Set<Promise<void>>
  readonly closing: AbortController
}

async function submit(state: State, members: readonly string[], refresh: boolean): Promise<Outcome<Submitted>> {
  const { ctx, turns, closing } = state
  if (closing.signal.aborted) return fail('shutting_down', 'the server is stopping')
  const createdAtMs = ctx.clock.nowMs()
  const party = currentParty()
  const job = {
    id: `coh_${randomBytes(16).toString('hex')}`,
    set: digestOf(members),
    members,
    party,
    createdAtMs,
    expiresAtMs: createdAtMs + COHORT.livesForMs,
  }
  const taken: Turn[] = []
  let isAcknowledged = false
  try {
    const begun = await ctx.store.cohorts.begin(job, {
      reusedFromMs: refresh ? null : createdAtMs - COHORT.reusedForMs,
      most: COHORT.held,
      takeRoom() {
        const turn = turns.take(party)
        if (turn !== null) taken.push(turn)
        return turn !== null
      },
    })
    if (begun.kind === 'full') return fail('too_busy', 'too many cohort analyses', COHORT.retryAfterSec)
    isAcknowledged = begun.kind === 'began'
    if (isAcknowledged) start(state, begun.row, taken[0]!)
    const { kind, row } = begun
    return ok({ job: shown(state, row), cached: kind === 'cached', joined: kind === 'joined' })
  } finally {
    if (!isAcknowledged) taken[0]?.leave()
  }
}

function find(state: State, id: string): CohortJob | undefined {
  const { clock, store } = state.ctx
  const row = store.cohorts.find(id, clock.nowMs())
  return row === undefined ? undefined : shown(state, row)
}

/** The row, or what this process knows beyond it. */
function shown({ ctx, atWork }: State, row: CohortRow): CohortJob {
  const { id, createdAtMs, expiresAtMs, members } = row
  const fixed = { id, createdAtMs, expiresAtMs, wallets: members.length }
  const working = atWork.get(id)
  if (working?.end) return { ...fixed, ...working.end }
  const { status, finishedAtMs, failure } = row
  const analysis = status === 'done' ? (ctx.store.cohorts.analysisOf(id) ?? null) : null
  // A moment passes between the commit of its end and that this process hears of it.
  const progress = status === 'running' ? (working?.progress ?? row.progress) : row.progress
  return { ...fixed, status, progress, finishedAtMs, failure, analysis }
}

async function resume(state: State): Promise<number> {
  const { ctx, turns, closing } = state
  const { cohorts } = ctx.store
  forgetOld(state)
  let resumed = 0
  for (const id of cohorts.abandoned(ctx.clock.nowMs())) {
    const party = cohorts.find(id, ctx.clock.nowMs())?.party
    if (party === undefined || closing.signal.aborted) continue
    const turn = turns.take(party)
    if (turn === null) continue
    const row = await cohorts.takeOver(id, ctx.clock.nowMs())
    if (row === undefined || closing.signal.aborted) {
      turn.leave()
      if (row !== undefined) await cohorts.release(id)
      continue
    }
    resumed++
    start(state, row, turn)
  }
  return resumed
}

function start(state: State, row: CohortRow, turn: Turn): void {
  const { ctx, atWork, underWay } = state
  const job: AtWork = { row, progress: row.progress, writtenAtMs: ctx.clock.nowMs(), end: null }
  atWork.set(row.id, job)
  const work = run(state, job, turn).finally(() => underWay.delete(work))
  underWay.add(work)
}

/** Only jobs whose end could not be written are left here. */
function forgetOld({ ctx, atWork }: State): void {
  const nowMs = ctx.clock.nowMs()
  for (const [id, { row, end }] of atWork) if (end !== null && row.expiresAtMs <= nowMs) atWork.delete(id)
}

async function run(state: State, job: AtWork, turn: Turn): Promise<void> {
  const { ctx, atWork, closing } = state
  const { id } = job.row
  const end = await endOf(state, job, turn)
  turn.leave()
  try {
    if (closing.signal.aborted && end.status === 'failed') await ctx.store.cohorts.release(id)
    else {
      const { analysis, ...rest } = end
      await ctx.store.cohorts.finish(id, rest, analysis)
    }
    atWork.delete(id)
  } catch (error) {
    // Its readers find it here; a later process begins it again.
    job.end = end
    ctx.log.error({ err: error, job: id }, 'the end of a cohort job could not be written')
  }
}

async function endOf({ ctx, analyse, closing }: State, job: AtWork, turn: Turn): Promise<End> {
  const { members, begun } = job.row
  const failed = (failure: string): End => {
    const { progress } = job
    return { status: 'failed', progress, failure, finishedAtMs: ctx.clock.nowMs(), analysis: null }
  }
  // What ends the process each time must not do so for ever.
  if (begun > COHORT.begunAtMost) return failed('the server ended each time it worked on it')
  const late = AbortSignal.timeout(COHORT.timeoutMs)
  const signal = AbortSignal.any([closing.signal, late])
  try {
    if (!(await turn.come(signal))) return failed('its turn did not come in time')
    const found = await analyse(ctx, members, signal, (stage, done, total) => advance(ctx, job, stage, done, total))
    if (!found.ok) return failed(late.aborted ? 'it took too long' : found.message)
    const progress = progressAt(job.progress, 'done', 1, 1)
    return { status: 'done', progress, failure: null, finishedAtMs: ctx.clock.nowMs(), analysis: found.value }
  } catch (error) {
    ctx.log.error({ err: error, job: job.row.id }, 'cohort job threw')
    return failed('an analysis failed')
  }
}

/** The other processes of the store see it from time to time. */
function advance({ clock, store, log }: Context, job: AtWork, stage: CohortStage, done: number, total: number): void {
  const isNew = stage !== job.progress.stage
  job.progress = progressAt(job.progress, stage, done, total)
  if (!isNew && clock.nowMs() - job.writtenAtMs < COHORT.progressEveryMs) return
  job.writtenAtMs = clock.nowMs()
  store.cohorts
    .advance(job.row.id, job.progress)
    .catch((error: unknown) => log.warn({ err: error, job: job.row.id }, 'progress of a cohort job was not written'))
}

/** A stage that is over gives its part of the whole; what was reached is not taken back. */
function progressAt(before: CohortProgress, stage: CohortStage, done: number, total: number): CohortProgress {
  const next = COHORT_STAGES[COHORT_STAGES.indexOf(stage) + 1] ?? 'done'
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const pct = Math.floor(STARTS[stage] + (STARTS[next] - STARTS[stage]) * share)
  return { stage, done: Math.min(done, total), total, pct: Math.max(before.pct, pct) }
}
