import type { Context } from '../../context.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { bitCount } from '../../hot-paths/screener/row-filter.ts'
import { wholeStretch } from '../chains/tape-stretch.ts'
import { degradedNow } from '../degraded-now.ts'
import { AGE_FIELD, CODE_NAMES, columnOf, FLAG_NAMES, type ScreenerWindow, singleColumn } from './fields.ts'
import type { FollowedTape } from './follow-tape.ts'
import type { PairStore } from './pair-store.ts'

/** What the answer cannot know, as sentences: of the whole index, and of the fields that the question is about. */
export function sayMissing(
  ctx: Context,
  index: FollowedTape,
  { fields, window }: { readonly fields: Iterable<string>; readonly window: ScreenerWindow },
): string[] {
  const said: string[] = []
  const { store } = index
  if (!index.isSettled()) said.push(`the index is still reading the tape: ${counted(index.behind(), 'event')} to go`)
  const stretch = wholeStretch(ctx, 'market')
  if (stretch === null) said.push('the tape leaves trades out or holds none: figures by window are null')
  else if (!stretch.isCurrent) said.push('the tape lags behind the chain: figures by window are null')
  for (const field of new Set(fields)) {
    const known = countKnown(store, field, window)
    const { size } = store.columns
    if (known < size)
      said.push(
        `${field} is not known of ${size - known} of ${counted(size, 'pair')}: ${oneOrMany(size - known, 'that one fulfils', 'they fulfil')} no condition on it`,
      )
  }
  return said
}

/** An answer of an index that is still reading the tape is kept for a short time only. */
export function settled<T>(ctx: Context, index: FollowedTape, value: T): Outcome<T> {
  return index.isSettled() ? ok(value) : ok(value, degradedNow(ctx))
}

/** Pairs of which the field is known. */
export function countKnown(store: PairStore, field: string, window: ScreenerWindow): number {
  const code = (CODE_NAMES as readonly string[]).indexOf(field)
  // What is unknown of a word is that there is none: no launchpad.
  if (code >= 0) return store.columns.size
  const flag = (FLAG_NAMES as readonly string[]).indexOf(field)
  const column = field === AGE_FIELD ? singleColumn('createdAt') : columnOf(field, window)
  let known = 0
  for (const segment of store.columns.segments) {
    const bits = flag >= 0 ? segment.flagsKnown[flag]! : segment.known[column!]!
    for (let word = 0; word < bits.length; word++) known += bitCount(bits[word]! & segment.alive[word]!)
  }
  return known
}
