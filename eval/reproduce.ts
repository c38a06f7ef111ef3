import { createHash } from 'node:crypto'
import { createLogger } from '../src/runtime/log.ts'
import { createMetrics } from '../src/runtime/metrics.ts'
import { judgeMapBytes } from '../src/services/bubble-map/judge-task.ts'
import { judgeBundleBytes } from '../src/services/deep-scan/judge-task.ts'
import { createWorkers } from '../src/workers/pool.ts'
import type { Scanned } from './scan-lab.ts'

/** `reports`: different ones; `judged`: how often their bytes were compared. */
export type Reproduction = { readonly reports: number; readonly judged: number; readonly different: readonly string[] }

const WORKERS = [1, 2, 4]

/** Judges every bundle again with 1, 2 and 4 compute threads and without any, and compares the bytes. */
export async function judgeAgain(scanned: readonly Scanned[]): Promise<Reproduction> {
  const different: string[] = []
  let judged = 0
  const compare = (what: string, bytes: Uint8Array, expected: Uint8Array): void => {
    judged++
    if (Buffer.compare(bytes, expected) !== 0) different.push(what)
  }
  for (const workers of WORKERS) {
    const pool = createWorkers({
      config: { workers, pinThreads: false, mode: 'sandbox' },
      log: createLogger({ level: 'warn', process: 'eval' }),
      metrics: createMetrics(),
    })
    await Promise.all(
      Array.from({ length: workers }, async (_, lane) => {
        for (let i = lane; i < scanned.length; i += workers) {
          const { truth, bundleBytes, mapBytes, reportBytes, mapReportBytes } = scanned[i]!
          const scan = await pool.run('judgeScan', { bundle: bundleBytes })
          const map = await pool.run('judgeBubbleMap', { bundle: mapBytes })
          compare(`${truth.mint} deep scan, ${workers} threads`, scan.ok ? scan.value : new Uint8Array(), reportBytes)
          compare(`${truth.mint} bubble map, ${workers} threads`, map.ok ? map.value : new Uint8Array(), mapReportBytes)
        }
      }),
    )
    await pool.close()
  }
  for (const { truth, bundleBytes, mapBytes, reportBytes, mapReportBytes } of scanned) {
    compare(`${truth.mint} deep scan from its bundle`, judgeBundleBytes(bundleBytes), reportBytes)
    compare(`${truth.mint} bubble map from its bundle`, judgeMapBytes(mapBytes), mapReportBytes)
  }
  return { reports: scanned.length * 2, judged, different }
}

/** A second gathering from a cold start must give the same inputs, byte for byte. */
export function compareRuns(first: readonly Scanned[], second: readonly Scanned[]): Reproduction {
  const different: string[] = []
  for (const [i, one] of first.entries()) {
    const other = second[i]!
    if (Buffer.compare(one.bundleBytes, other.bundleBytes) !== 0) different.push(`${one.truth.mint} inputs`)
    if (Buffer.compare(one.reportBytes, other.reportBytes) !== 0) different.push(`${one.truth.mint} deep scan`)
    if (Buffer.compare(one.mapReportBytes, other.mapReportBytes) !== 0) different.push(`${one.truth.mint} bubble map`)
  }
  return { reports: 0, judged: first.length * 3, different }
}

/** Whether changing any one of some bytes of the inputs changes their digest, and with it the report. */
export function oneByteChangesDigest({ bundleBytes, report }: Scanned): boolean {
  const places = [0.1, 0.35, 0.6, 0.85].map((part) => Math.floor(bundleBytes.length * part))
  return places.every((at) => {
    const changed = Uint8Array.from(bundleBytes)
    changed[at] = changed[at]! === 0x31 ? 0x32 : 0x31
    return createHash('sha256').update(changed).digest('hex') !== report.bundle
  })
}
