import type { HttpReply, RpcCall } from './kind.ts'

/** What was said wrongly of each block, for the tape that turns out to be wrong. */
export type BlockLies = {
  noteReply(kind: string, calls: readonly RpcCall[], real: HttpReply | null, said: HttpReply): void
  noteNews(kind: string, real: string, said: readonly string[]): void
  of(slot: number): readonly string[]
}

const MAX_SLOTS = 4_000
const MAX_OF_SLOT = 8
const MAX_PATHS = 6
const MAX_DEPTH = 16
const SHOWN_CHARS = 90

export function keepBlockLies(): BlockLies {
  const bySlot = new Map<number, string[]>()
  const note = (slot: number, what: string): void => {
    const said = bySlot.get(slot) ?? []
    if (said.length < MAX_OF_SLOT) said.push(what)
    bySlot.set(slot, said)
    if (bySlot.size > MAX_SLOTS) bySlot.delete(bySlot.keys().next().value!)
  }
  return {
    noteReply(kind, calls, real, said) {
      for (const { method, params } of calls)
        if (method === 'getBlock' && typeof params[0] === 'number')
          note(
            params[0],
            `${kind}, asked: ${real === null ? `status ${said.status}` : differences(real.body.toString(), said.body.toString())}`,
          )
    },
    noteNews(kind, real, said) {
      if (!real.includes('blockNotification')) return
      const slot = Number(/"slot":(\d+)/.exec(real)?.[1])
      if (said.length !== 1) note(slot, `${kind}, told: ${said.length} times`)
      else if (said[0] !== real) note(slot, `${kind}, told: ${differences(real, said[0]!)}`)
    },
    of: (slot) => bySlot.get(slot) ?? [],
  }
}

function differences(real: string, said: string): string {
  const [a, b] = [real, said].map(parse)
  if (a === undefined || b === undefined) return `${said.length} for ${real.length} characters`
  const found: string[] = []
  compare(a, b, { path: '', depth: 0 }, found)
  return found.length === 0 ? 'the same' : found.join(' | ')
}

function compare(a: unknown, b: unknown, at: { readonly path: string; readonly depth: number }, found: string[]): void {
  if (found.length >= MAX_PATHS || at.depth > MAX_DEPTH) return
  const isBoth = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!isBoth || Array.isArray(a) !== Array.isArray(b)) {
    if (a !== b) found.push(`${at.path}: ${shown(a)} -> ${shown(b)}`)
    return
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = { path: `${at.path}/${key}`, depth: at.depth + 1 }
    compare((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], inner, found)
  }
}

/** What is nested deeply has no text. */
function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_CHARS)
  } catch {
    return 'a deep one'
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
