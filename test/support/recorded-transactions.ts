import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Recorded answers of real nodes lie beside the repository on machines that have them; tests skip without. */
const FOLDER = fileURLToPath(new URL('../../../shared/upstreams/recorded/solana-rpc', import.meta.url))

export const recordedSkip: string | false = existsSync(FOLDER) ? false : 'no recorded replies beside the repository'

export type RecordedTransaction = { readonly file: string; readonly answer: Record<string, unknown> }

/** Every recorded `getTransaction` result, whatever its file wraps it in. */
export function recordedTransactions(): RecordedTransaction[] {
  if (recordedSkip !== false) return []
  const folder = join(FOLDER, 'transactions')
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, answer: unwrap(JSON.parse(readFileSync(join(folder, file), 'utf8'))) }))
}

export function recordedTransaction(file: string): Record<string, unknown> {
  return unwrap(JSON.parse(readFileSync(join(FOLDER, 'transactions', file), 'utf8')))
}

/** Recorded transactions of the stake program. */
export function recordedStakes(): RecordedTransaction[] {
  if (recordedSkip !== false) return []
  const folder = join(FOLDER, 'stake')
  return readdirSync(folder)
    .filter((file) => file.startsWith('tx_'))
    .sort()
    .map((file) => ({ file, answer: unwrap(JSON.parse(readFileSync(join(folder, file), 'utf8'))) }))
}

/** The recorded `getBlock` result. */
export function recordedBlock(): Record<string, unknown> & { transactions: unknown[] } {
  return JSON.parse(readFileSync(join(FOLDER, 'blocks', '254170887.json'), 'utf8'))
}

function unwrap(value: unknown): Record<string, unknown> {
  const first = (Array.isArray(value) ? value[0] : value) as Record<string, unknown>
  if ('response' in first) return unwrap(first['response'])
  return 'result' in first ? unwrap(first['result']) : first
}
