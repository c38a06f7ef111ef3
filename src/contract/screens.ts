import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { ScreenerRow } from './screener.ts'
import { closed, EpochMs, NullableEpochMs, NullableText, nullable, Text } from './shapes.ts'
import { StreamVenue } from './stream.ts'

/** Saved screens: filters of the screener whose rows are followed. */

export const Screen = closed({
  id: Text,
  name: Text,
  chain: Text,
  filter: Type.String({ description: 'The tree of conditions as it was given, as JSON.' }),
  window: Text,
  holdSecs: Type.Integer(),
  createdAt: EpochMs,
  startCursor: Type.String({ description: 'Head of the tape when it was saved: every event of it comes after.' }),
  readyAt: {
    ...NullableEpochMs,
    description: 'When its first rows were found, without events; null until then, about a second.',
  },
  rows: Type.Integer({ description: 'Rows that are in it.' }),
  isFull: Type.Boolean({ description: 'It holds as many rows as it may: further ones enter when others leave.' }),
  paused: {
    ...NullableText,
    description: 'Why no row enters or leaves now: the tape lags. Null while rows are compared.',
  },
})
export type Screen = Static<typeof Screen>

export const ScreenRows = closed({
  rows: Type.Array(
    closed({
      pair: Type.String({ description: 'Address of the pool or curve.' }),
      token: Text,
      quote: Text,
      dex: StreamVenue,
      enteredAt: EpochMs,
      row: nullable(ScreenerRow),
    }),
    { description: 'Ascending by `pair`. `row`: its figures now; null where this process has no such pair yet.' },
  ),
  count: Type.Integer({ description: 'Rows of this answer.' }),
  total: Type.Integer({ description: 'Rows of the screen.' }),
  cursor: Type.String({
    description:
      'Position on the tape. Rows, taken page by page, and the events after the cursor of the first page give the screen at any later time. An event whose change the rows already show changes nothing.',
  }),
  nextCursor: nullable(Type.String({ description: 'Leads to the next page; null at the end.' })),
  missing: Missing,
})
export type ScreenRows = Static<typeof ScreenRows>
