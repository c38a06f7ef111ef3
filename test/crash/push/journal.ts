import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { StreamEvent } from '../../../src/contract/stream.ts'

export type Via = 'webSocket' | 'events' | 'replay' | 'webhook'

/** What a subscriber has taken. One line each, written before anything else happens with it, so that a kill loses
 *  nothing that the subscriber goes on from. */
export type JournalEntry =
  /** A topic that it listens to, from behind a cursor. */
  | { readonly is: 'start'; readonly topic: string; readonly cursor: string }
  | { readonly is: 'event'; readonly topic: string; readonly via: Via; readonly event: StreamEvent }
  /** The position moved past events of others. */
  | { readonly is: 'cursor'; readonly topic: string; readonly cursor: string }
  | { readonly is: 'phase'; readonly via: Via | 'rest'; readonly isSlow: boolean }
  /** Surviving trades up to a cursor as REST lists them, newest first: signatures with amounts. */
  | {
      readonly is: 'rows'
      readonly topic: string
      readonly cursor: string
      readonly rows: readonly string[]
      readonly isWhole: boolean
    }
  | { readonly is: 'webhook'; readonly id: string; readonly secret: string; readonly startCursor: string }
  /** An event that was posted: at least once, in any order. */
  | { readonly is: 'posted'; readonly event: StreamEvent; readonly attempt: number }
  | { readonly is: 'truncated'; readonly via: Via; readonly says: string }
  /** Something that the interface does not allow. */
  | { readonly is: 'problem'; readonly via: Via | 'rest'; readonly says: string }

export type Journal = {
  readonly entries: readonly JournalEntry[]
  append(...entries: readonly JournalEntry[]): void
}

/** Opens what an earlier life has left; half of a last line was never acknowledged and goes. */
export function openJournal(path: string): Journal {
  const entries = readJournal(path)
  const file = openSync(path, 'a')
  ftruncateSync(file, wholeLines(path).length)
  return {
    entries,
    append(...added) {
      if (added.length === 0) return
      const bytes = Buffer.from(added.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    },
  }
}

export function readJournal(path: string): JournalEntry[] {
  return wholeLines(path)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry)
}

function wholeLines(path: string): Buffer {
  if (!existsSync(path)) closeSync(openSync(path, 'a'))
  const bytes = readFileSync(path)
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
}
