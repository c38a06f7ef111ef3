import type { CohortAnalysis } from '../../contract/cohort.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { CohortBegin, CohortRow, CohortsTable, NewCohortJob } from '../cohort-rows.ts'
import { type Environment, rowsIn, type Table } from '../environment.ts'
import { isHolderAlive } from '../process-mark.ts'

/** Of a job that no process works on. */
const NO_OWNER = ''

type StoredJob = CohortRow & { readonly owner: string }
type Tables = {
  readonly rows: Table<string>
  /** Results, apart, so that a look through the jobs reads none. */
  readonly analyses: Table<string>
  /** `[epoch ms at which its time is over, id]` */
  readonly byEnd: Table<[number, string]>
  /** Digest of the set: id of its newest job. */
  readonly ofSet: Table<string>
}

/** `ownName` names this opening of the store, so that the jobs of a process that died are found. */
export function openCohorts(env: Environment, ownName: string): CohortsTable {
  const tables: Tables = {
    rows: env.table('cohortJobs.v1'),
    analyses: env.table('cohortAnalyses.v1'),
    byEnd: env.table('cohortJobsByEnd.v1'),
    ofSet: env.table('cohortJobsOfSet.v1'),
  }
  const { rows, analyses, byEnd, ofSet } = tables
  /** Within a write transaction, and only what is still a running job of this process. */
  const change = (id: string, to: (job: StoredJob) => StoredJob): boolean => {
    const job = read(tables, id)
    if (job === undefined || job.status !== 'running' || job.owner !== ownName) return false
    rows.put(id, encodeDurable(to(job)))
    return true
  }
  return {
    begin: (job, rules) => env.write(() => begin(tables, ownName, job, rules)),
    find(id, nowMs) {
      const job = read(tables, id)
      return job === undefined || job.expiresAtMs <= nowMs ? undefined : job
    },
    analysisOf(id) {
      const bytes = analyses.get(id)
      return bytes === undefined ? undefined : decodeDurable<CohortAnalysis>(bytes)
    },
    abandoned: (nowMs) =>
      Array.from(byEnd.getKeys({ start: [nowMs + 1, ''] }), ([, id]) => id).filter((id) =>
        isAbandoned(read(tables, id)),
      ),
    takeOver: (id, nowMs) =>
      env.write(() => {
        const job = read(tables, id)
        if (!isAbandoned(job) || job.expiresAtMs <= nowMs) return undefined
        const taken = { ...job, owner: ownName, begun: job.begun + 1 }
        rows.put(id, encodeDurable(taken))
        return taken
      }),
    advance: (id, progress) => env.write(() => void change(id, (job) => ({ ...job, progress }))),
    finish: (id, end, analysis) =>
      env.write(() => {
        const isOurs = change(id, (job) => ({ ...job, ...end, owner: NO_OWNER }))
        if (isOurs && analysis !== null) analyses.put(id, encodeDurable(analysis))
      }),
    release: (id) => env.write(() => void change(id, (job) => ({ ...job, owner: NO_OWNER }))),
    clear: () =>
      env.write(() => {
        for (const table of [rows, analyses, byEnd, ofSet] as unknown as Table[])
          for (const key of Array.from(table.getKeys())) table.remove(key)
      }),
  }
}

function read({ rows }: Tables, id: string): StoredJob | undefined {
  const bytes = rows.get(id)
  return bytes === undefined ? undefined : decodeDurable<StoredJob>(bytes)
}

/** Within a write transaction. */
function begin(
  tables: Tables,
  ownName: string,
  job: NewCohortJob,
  { reusedFromMs, most, takeRoom }: Parameters<CohortsTable['begin']>[1],
): CohortBegin {
  forgetOld(tables, job.createdAtMs)
  const { rows, byEnd, ofSet } = tables
  const newest = ofSet.get(job.set)
  const known = newest === undefined ? undefined : read(tables, decodeDurable<string>(newest))
  if (known?.status === 'running') return { kind: 'joined', row: known }
  if (known?.status === 'done' && reusedFromMs !== null && known.finishedAtMs! > reusedFromMs)
    return { kind: 'cached', row: known }
  if (rowsIn(byEnd) >= most || !takeRoom()) return { kind: 'full' }
  const progress = { stage: 'queued', done: 0, total: job.members.length, pct: 0 } as const
  const row: StoredJob = {
    ...job,
    status: 'running',
    progress,
    finishedAtMs: null,
    failure: null,
    begun: 1,
    owner: ownName,
  }
  rows.put(job.id, encodeDurable(row))
  byEnd.put([job.expiresAtMs, job.id], Buffer.alloc(1))
  ofSet.put(job.set, encodeDurable(job.id))
  return { kind: 'began', row }
}

function forgetOld(tables: Tables, nowMs: number): void {
  const { rows, analyses, byEnd, ofSet } = tables
  for (const [endMs, id] of Array.from(byEnd.getKeys({ end: [nowMs + 1, ''] }))) {
    const job = read(tables, id)
    const newest = job === undefined ? undefined : ofSet.get(job.set)
    if (job !== undefined && newest !== undefined && decodeDurable<string>(newest) === id) ofSet.remove(job.set)
    rows.remove(id)
    analyses.remove(id)
    byEnd.remove([endMs, id])
  }
}

function isAbandoned(job: StoredJob | undefined): job is StoredJob {
  return job?.status === 'running' && !isHolderAlive(job.owner)
}
