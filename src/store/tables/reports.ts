import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { STORAGE } from '../../config/storage.ts'
import type { Logger } from '../../runtime/log.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { ReportsTable, StoredReport } from '../store.ts'

const shrink = promisify(deflateRaw)
const grow = promisify(inflateRaw)

type Row = {
  readonly kind: StoredReport['kind']
  readonly mint: string
  readonly atMs: number
  readonly bundle: Uint8Array
  readonly report: Uint8Array
}

/** Reports with the inputs they were judged from. Two tables: `reports.v1`, digest of the inputs and kind to both,
 *  deflated; `reportTimes.v1`, time and that key, to find the oldest. In an environment of its own: a report is written
 *  soon and flushed, but nothing waits for it and it delays no other write. */
export function openReports(
  env: Environment,
  log: Logger,
  maxReports: number,
): { readonly table: ReportsTable; clear(): Promise<void>; idle(): Promise<void> } {
  const rows = env.table<string>('reports.v1')
  const times = env.table<[number, string]>('reportTimes.v1')
  const writes = new Set<Promise<void>>()
  /** Raised when the world changes: what is still on its way to the disk then is of the old one. */
  let world = 0

  async function write(report: StoredReport): Promise<void> {
    const { kind, mint, atMs } = report
    const key = keyOf(report.sha256, kind)
    const writtenIn = world
    const [bundle, body] = await Promise.all([shrink(report.bundle), shrink(report.report)])
    const row: Row = { kind, mint, atMs, bundle, report: body }
    await env.write(() => {
      if (writtenIn !== world) return
      if (rows.get(key) === undefined) times.put([atMs, key], Buffer.alloc(0))
      rows.put(key, encodeDurable(row))
      dropOldest({ env, rows, times }, maxReports)
    })
  }

  const table: ReportsTable = {
    put(report) {
      if (writes.size >= STORAGE.reportWritesInFlight) {
        log.warn({ mint: report.mint, kind: report.kind }, 'the disk is too slow: inputs of a report are not stored')
        return
      }
      const ended = write(report)
        .catch((error: unknown) => log.warn({ err: error }, 'the inputs of a report could not be kept'))
        .finally(() => writes.delete(ended))
      writes.add(ended)
    },
    async get(sha256, kind) {
      const key = keyOf(sha256, kind)
      // Who has just been answered with a report may ask for it before it is on the disk.
      const bytes = rows.get(key) ?? (await Promise.all(writes).then(() => rows.get(key)))
      return bytes === undefined ? undefined : { sha256, ...(await inflatedRow(bytes)) }
    },
    newest(limit) {
      return Array.from(times.getKeys({ reverse: true, limit }), ([atMs, key]) => {
        const [sha256 = '', kind = ''] = key.split('/')
        return { sha256, kind: kind as StoredReport['kind'], atMs }
      })
    },
  }
  return {
    table,
    async clear() {
      world++
      await Promise.all([env.clear(rows as never), env.clear(times as never)])
    },
    async idle() {
      await Promise.all(writes)
    },
  }
}

async function inflatedRow(bytes: Buffer): Promise<Omit<StoredReport, 'sha256'>> {
  const { kind, mint, atMs, ...deflated } = decodeDurable<Row>(bytes)
  const [bundle, report] = await Promise.all([grow(deflated.bundle), grow(deflated.report)])
  return { kind, mint, atMs, bundle, report }
}

/** Drops some where there are too many, or they take too much of the disk. */
function dropOldest(
  tables: { readonly env: Environment; readonly rows: Table<string>; readonly times: Table<[number, string]> },
  maxReports: number,
): void {
  const { env, rows, times } = tables
  let surplus = times.getCount() - maxReports
  if (env.usedBytes().tables > STORAGE.reportBytes) surplus = Math.max(surplus, STORAGE.reportsDroppedAtOnce)
  if (surplus <= 0) return
  for (const time of Array.from(times.getKeys({ limit: Math.min(surplus, STORAGE.reportsDroppedAtOnce) }))) {
    times.remove(time)
    rows.remove(time[1])
  }
}

function keyOf(sha256: string, kind: StoredReport['kind']): string {
  return `${sha256}/${kind}`
}
