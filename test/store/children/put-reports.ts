import { openEnvironment } from '../../../src/store/environment.ts'
import { openReports } from '../../../src/store/tables/reports.ts'
import { SILENT } from '../temp-store.ts'

/** Writes reports without end, `maxReports` at most at a time, and says each number once it is on disk, until
 *  killed. */
export const MAX_REPORTS = 20

/** The `index`th report: its bytes follow from its number. */
export function numbered(index: number) {
  const sha256 = index.toString(16).padStart(64, '0')
  const body = Buffer.from(`{"index":${index},"filler":"${'ab'.repeat(1_000 + (index % 7) * 3_000)}"}`)
  return { sha256, kind: 'deepscan', mint: `mint ${index}`, atMs: 1_000 + index, bundle: body, report: body } as const
}

if (process.argv[1] === import.meta.filename) {
  const env = openEnvironment({ name: 'reports', path: process.argv[2]!, mapBytes: 1024 ** 3, synced: true })
  const { table, idle } = openReports(env, SILENT, MAX_REPORTS)
  for (let index = Number(process.argv[3]); ; index += 3) {
    for (const one of [index, index + 1, index + 2]) table.put(numbered(one))
    await idle()
    process.stdout.write(`${index + 2}\n`)
  }
}
