import { DOCUMENT_CLASSES, type DocumentDifference } from './compare-documents.ts'
import type { ReplyDifference } from './compare-replies.ts'
import { showValue } from './json-differences.ts'
import type { Recording } from './recording.ts'

type Say = (line: string) => void

/** Classes that a refactoring may change freely: counted, with some of them shown. */
const FREE = new Set(['tags', 'schema names', 'descriptions', 'order'])
const FREE_SHOWN = 5

export function printRecording({ settings, tree, rules, replies, documents }: Recording, say: Say): void {
  const operations = new Set(replies.map(({ operation }) => operation))
  const bytes = replies.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  const statuses = new Map<string, number>()
  for (const { status } of replies) statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1)
  say(`tree ${tree}, seed ${settings.seed}, port ${settings.port}, ${settings.at}`)
  say(`${operations.size} operations and sessions, ${replies.length} replies, ${bytes} bytes of bodies`)
  say(
    `by status: ${[...statuses]
      .sort()
      .map(([status, count]) => `${status} ${count}`)
      .join(', ')}`,
  )
  const sizes = Object.entries(documents).map(([name, text]) => `${name} ${JSON.stringify(text).length}`)
  say(`documents, characters: ${sizes.join(', ')}`)
  for (const { name, why, applied } of rules) say(`rule "${name}", applied ${applied} times: ${why}`)
}

/** Route by route; the routes without a difference in one line. */
export function printReplies(before: Recording, differences: readonly ReplyDifference[], say: Say): void {
  const byOperation = Map.groupBy(differences, ({ operation }) => operation)
  for (const [operation, rows] of byOperation) {
    say(`${operation}: ${rows.length} differences`)
    for (const { name, what, lines } of rows) {
      say(`  ${name}: ${what}`)
      for (const line of lines) say(`    ${line}`)
    }
  }
  const operations = new Set(before.replies.map(({ operation }) => operation))
  const same = [...operations].filter((operation) => !byOperation.has(operation)).length
  say(`${differences.length} differences; ${same} of ${operations.size} operations and sessions answer the same bytes`)
}

export function printDocuments(name: string, differences: readonly DocumentDifference[], say: Say): void {
  const byClass = Map.groupBy(differences, (one) => one.class)
  say(`${name}: ${DOCUMENT_CLASSES.map((one) => `${one} ${byClass.get(one)?.length ?? 0}`).join(', ')}`)
  for (const one of DOCUMENT_CLASSES) {
    const rows = byClass.get(one) ?? []
    const shown = FREE.has(one) ? rows.slice(0, FREE_SHOWN) : rows
    for (const { path, before, after } of shown)
      say(`  ${one}: ${path.join(' > ')}: ${showValue(before)} -> ${showValue(after)}`)
    if (shown.length < rows.length) say(`  ${one}: ... and ${rows.length - shown.length} more`)
  }
}
