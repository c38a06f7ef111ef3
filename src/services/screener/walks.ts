import { randomBytes } from 'node:crypto'
import { SCREENER } from '../../config/screener.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'

/** The rows of a question in the order in which they were given out, page after page. Rows that move meanwhile keep
 *  their place, so that no page repeats one. */
export type Walk = {
  readonly id: string
  /** Of the question: a cursor of another one leads nowhere. */
  readonly digest: string
  readonly rows: number[]
  readonly seen: Set<number>
  readonly beganAtMs: number
  readonly total: number
  /** Rows of an earlier walk that came before. */
  readonly base: number
  isAtEnd: boolean
  /** Extensions of one walk, one after the other. */
  growing: Promise<void>
}

export type Walks = {
  begin(digest: string, parts: Pick<Walk, 'total' | 'base'>): Walk
  /** Undefined once it was forgotten, and after a restart. */
  find(id: string): Walk | undefined
  clear(): void
}

export function createWalks(nowMs: () => number): Walks {
  const walks = createBoundedMap<string, Walk>(SCREENER.walks)
  return {
    begin(digest, { total, base }) {
      const id = randomBytes(6).toString('base64url')
      const walk: Walk = {
        id,
        digest,
        rows: [],
        seen: new Set(),
        beganAtMs: nowMs(),
        total,
        base,
        isAtEnd: false,
        growing: Promise.resolve(),
      }
      walks.set(id, walk)
      return walk
    },
    find(id) {
      const walk = walks.get(id)
      if (walk === undefined || nowMs() - walk.beganAtMs <= SCREENER.walkMs) return walk
      walks.delete(id)
      return undefined
    },
    clear: () => walks.clear(),
  }
}

/** What a cursor says: the walk, the question, how many rows came before, and the value at which they ended. */
export type Cursor = {
  readonly walk: string
  readonly digest: string
  readonly offset: number
  /** Of the last row that was given out; null where it was unknown. */
  readonly value: number | null
}

/** No index holds more. */
const MOST_ROWS = 1e9

export function writeCursor({ walk, digest, offset, value }: Cursor): string {
  return Buffer.from(JSON.stringify([walk, digest, offset, value])).toString('base64url')
}

export function readCursor(text: string): Cursor | null {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
  if (!Array.isArray(said) || said.length !== 4) return null
  const [walk, digest, offset, value] = said as unknown[]
  if (typeof walk !== 'string' || typeof digest !== 'string') return null
  if (!Number.isSafeInteger(offset) || (offset as number) < 0 || (offset as number) > MOST_ROWS) return null
  if (value !== null && !(typeof value === 'number' && Number.isFinite(value))) return null
  return { walk, digest, offset: offset as number, value }
}
