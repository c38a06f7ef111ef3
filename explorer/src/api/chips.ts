import { signal } from '@preact/signals'
import { ApiError, call } from './client.ts'
import type { Chip, DeepScan } from './types.ts'

/** What a badge shows of a chip. Without a source it is none: `verdict` says why. */
export type Verdict = Pick<Chip, 'grade' | 'score' | 'verdict'> & { readonly source: Chip['source'] | null }

/** Safety chips by mint. Each is asked once in five minutes, many together, one request at a time. */
export const chips = signal<ReadonlyMap<string, Verdict>>(new Map())

/** A Deep Scan that a page shows is what the lists say of the token from then on. */
export function noteScan({
  mint,
  grade,
  score,
  verdict,
}: Pick<DeepScan, 'mint' | 'grade' | 'score' | 'verdict'>): void {
  askedAt.set(mint, Date.now())
  waiting.delete(mint)
  chips.value = new Map(chips.peek()).set(mint, { grade, score, verdict, source: 'deepscan' })
}

const MOST = 30
const KEPT = 600
const AGAIN_MS = 300_000
/** Those that the server could not answer, or has not judged yet, are asked for again a few times. */
const RETRY_MS = 8_000
const RETRIES = 4
const waiting = new Set<string>()
const askedAt = new Map<string, number>()
const retries = new Map<string, number>()
let isRunning = false

export function wantChips(mints: readonly string[]): void {
  const now = Date.now()
  for (const mint of mints) if (now - (askedAt.get(mint) ?? 0) > AGAIN_MS) waiting.add(mint)
  if (!isRunning && waiting.size > 0) {
    isRunning = true
    setTimeout(() => void run(), 120)
  }
}

async function run(): Promise<void> {
  while (waiting.size > 0) {
    const batch = [...waiting].slice(0, MOST)
    for (const mint of batch) {
      waiting.delete(mint)
      askedAt.set(mint, Date.now())
    }
    const reply = await call<{ results: Readonly<Record<string, Chip>> }>(
      `/api/v2/tokens/safety?mints=${batch.join(',')}&flags=1`,
    ).catch((error: unknown) => {
      giveUp(isPassing(error) ? retryLater(batch) : batch, error)
      return null
    })
    if (reply === null) continue
    const next = new Map(chips.value)
    for (const [mint, chip] of Object.entries(reply.results)) next.set(mint, chip)
    retryLater(batch.filter((mint) => (next.get(mint)?.grade ?? null) === null))
    while (next.size > KEPT) next.delete(next.keys().next().value as string)
    chips.value = next
  }
  isRunning = false
}

/** The server, not the request, was the reason. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** What was looked up in vain is no longer being looked up. */
function giveUp(mints: readonly string[], error: unknown): void {
  const next = new Map(chips.value)
  const verdict = `not known: ${error instanceof Error ? error.message : String(error)}`
  for (const mint of mints) if (!next.has(mint)) next.set(mint, { grade: null, score: null, verdict, source: null })
  chips.value = next
}

/** Returns those that were asked for often enough. */
function retryLater(mints: readonly string[]): readonly string[] {
  const again = mints.filter((mint) => (retries.get(mint) ?? 0) < RETRIES)
  const given = mints.filter((mint) => !again.includes(mint))
  if (again.length === 0) return given
  for (const mint of again) retries.set(mint, (retries.get(mint) ?? 0) + 1)
  setTimeout(() => {
    for (const mint of again) askedAt.delete(mint)
    wantChips(again)
  }, RETRY_MS)
  return given
}
