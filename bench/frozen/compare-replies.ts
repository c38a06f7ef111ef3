import { jsonDifferences, showValue } from './json-differences.ts'
import type { Recorded } from './recording.ts'

export type ReplyDifference = {
  readonly operation: string
  readonly name: string
  readonly what: 'not asked after' | 'not asked before' | 'question' | 'status' | 'headers' | 'body'
  readonly lines: readonly string[]
}

/** A difference here is most often one in a world that was another one from then on. */
const LINES_SHOWN = 12
const TEXT_AROUND = 60

/** Every reply of one recording against the reply of the same name in the other, byte by byte. */
export function compareReplies(before: readonly Recorded[], after: readonly Recorded[]): readonly ReplyDifference[] {
  const keyOf = ({ operation, name }: Recorded): string => `${operation}\n${name}`
  const later = new Map(after.map((reply) => [keyOf(reply), reply]))
  const earlier = new Set(before.map(keyOf))
  const of = ({ operation, name }: Recorded, what: ReplyDifference['what'], lines: readonly string[]) => ({
    operation,
    name,
    what,
    lines: cut(lines),
  })
  return [
    ...before.flatMap((one) => {
      const other = later.get(keyOf(one))
      if (other === undefined) return [of(one, 'not asked after', [])]
      return partsOf(one, other).map(([what, lines]) => of(one, what, lines))
    }),
    ...after.filter((one) => !earlier.has(keyOf(one))).map((one) => of(one, 'not asked before', [])),
  ]
}

type Part = readonly [what: ReplyDifference['what'], lines: readonly string[]]

function partsOf(before: Recorded, after: Recorded): readonly Part[] {
  const parts: Part[] = []
  if (JSON.stringify(before.asked) !== JSON.stringify(after.asked))
    parts.push(['question', changes(before.asked, after.asked)])
  if (before.status !== after.status) parts.push(['status', [`${before.status} -> ${after.status}`]])
  if (JSON.stringify(before.headers) !== JSON.stringify(after.headers))
    parts.push(['headers', headerChanges(before.headers, after.headers)])
  if (before.body !== after.body || before.encoding !== after.encoding)
    parts.push(['body', bodyChanges(before.body, after.body)])
  return parts
}

function headerChanges(before: Recorded['headers'], after: Recorded['headers']): readonly string[] {
  const lines = (headers: Recorded['headers']) => headers.map(([name, value]) => `${name}: ${value}`)
  const [old, now] = [lines(before), lines(after)]
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
  const come = now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)
  return gone.length + come.length === 0 ? ['the same lines in another order'] : [...gone, ...come]
}

function bodyChanges(before: string, after: string): readonly string[] {
  const [old, now] = [parse(before), parse(after)]
  if (old === undefined || now === undefined) return [textChange(before, after)]
  const lines = changes(old, now)
  return lines.length === 0 ? [`the same JSON in other bytes: ${textChange(before, after)}`] : lines
}

function changes(before: unknown, after: unknown): readonly string[] {
  return jsonDifferences(before, after).map(
    ({ path, before: old, after: now }) => `${path}: ${showValue(old)} -> ${showValue(now)}`,
  )
}

/** Around the first character that differs. */
function textChange(before: string, after: string): string {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - TEXT_AROUND), at + TEXT_AROUND))
  return `at character ${at}: ${around(before)} -> ${around(after)}`
}

function cut(lines: readonly string[]): readonly string[] {
  if (lines.length <= LINES_SHOWN) return lines
  return [...lines.slice(0, LINES_SHOWN), `... and ${lines.length - LINES_SHOWN} more`]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
