import type { Tier } from '../contract/api-key.ts'
import { MINUTE_MS, SECOND_MS } from './durations.ts'

/** Bounds and periods of saved screens. */
export const SCREENS = {
  nameChars: 100,
  /** Of the filter as JSON text. */
  filterChars: 8_192,
  /** Seconds for which a row must match, or no longer match, before it enters or leaves. */
  holdSecs: { max: 3_600, default: 5 },
  /** Rows of one screen; a broader filter is refused when it is saved, and later rows wait until others leave. */
  members: 5_000,
  /** Rows are compared with the screens so often. */
  roundMs: SECOND_MS,
  /** Conditions on age change without an event: all rows are looked at for them so often. */
  ageEveryMs: 10 * SECOND_MS,
  /** A row whose filter asks for something that became unknown leaves after so long. */
  unknownMs: 10 * MINUTE_MS,
  /** Facts of rows that are in screens are asked for again so often. */
  factsEveryMs: MINUTE_MS,
  /** Changes of one round; further ones come in the next. */
  changesPerRound: 500,
  /** Comparisons of a row with a screen, blocks of rows, and written rows in one turn of the loop. */
  comparedPerTurn: 2_048,
  blocksPerTurn: 8,
  shownPerTurn: 32,
  rowsPerWrite: 500,
  /** Changes that one commit of the tape takes. */
  changesPerCommit: 256,
  /** What another process wrote for the tape, or changed of screens, is seen after this long. */
  drainEveryMs: 100,
  versionEveryMs: 100,
  /** Events of the tape that a restored store looks through in one turn. */
  eventsPerTurn: 256,
  rows: { max: 100, default: 50 },
} as const

/** Screens that one key may save; none means that the plan has no screens. */
export const SCREEN_PLANS: Readonly<Record<Tier, number>> = {
  free: 0,
  preview: 0,
  builder: 5,
  scale: 25,
  enterprise: 100,
  data: 50,
}
