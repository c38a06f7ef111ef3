import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunLine } from './run-report.ts'

/** How a process with tests ended, and what its report says. */
export type Ran = { readonly code: number; readonly lines: readonly RunLine[] }

/** The reporter that writes what `readReport` reads. */
export const REPORTER = fileURLToPath(new URL('./run-report.ts', import.meta.url))

/** The whole lines of a report; a process that ends hard may have left a part of one. */
export function readReport(path: string): readonly RunLine[] {
  if (!existsSync(path)) return []
  const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return whole.filter(Boolean).map((line) => JSON.parse(line) as RunLine)
}
