import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Real provider replies, kept beside the repository. A stranger's machine has none: tests over them are skipped. */
const RECORDED = fileURLToPath(new URL('../../../shared/upstreams/recorded', import.meta.url))

/** For a test's `skip` option. */
export const noRecordings: string | false = existsSync(RECORDED)
  ? false
  : 'recorded provider replies are not there (../shared/upstreams/recorded)'

/** Names of a folder's JSON files, sorted; empty when the recordings are not there. */
export function recordedFiles(folder: string): string[] {
  if (noRecordings !== false) return []
  return readdirSync(join(RECORDED, folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
}

export function recordedText(path: string): string {
  return readFileSync(join(RECORDED, path), 'utf8')
}

// biome-ignore lint/suspicious/noExplicitAny: tests walk foreign JSON by hand
export function recorded(path: string): any {
  return JSON.parse(recordedText(path))
}
