import type { Json, JsonDocument, Place } from '../json-document.ts'
import { type Draw, type Edit, editing, type Kind } from '../kind.ts'

/* Values made into others, in any field of a reply. */

const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,88}$/
const MAX_AT_ONCE = 400
const DEEP_LEVELS = 20_000
/** Some within the bounds of one kind of call or another, some beyond all. */
const FAT_BYTES = [0.9, 1.9, 4, 12].map((mib) => mib * 2 ** 20)

export const isNumeric = ({ value }: Place): boolean =>
  typeof value === 'number' || (typeof value === 'string' && (NUMERIC.test(value) || value.startsWith('@@')))
const isAddress = ({ value }: Place): boolean => typeof value === 'string' && BASE58.test(value)

/** One to three places, or now and then every one of the same name. */
export function spoil(
  document: JsonDocument,
  draw: Draw,
  isWanted: (place: Place) => boolean,
  make: (place: Place) => Json,
): void {
  const places = document.places(isWanted)
  if (places.length === 0) return
  const isWide = draw.oneIn(3)
  const { key } = draw.pick(places)
  const chosen = isWide
    ? places.filter((one) => one.key === key).slice(0, MAX_AT_ONCE)
    : Array.from({ length: 1 + draw.below(3) }, () => draw.pick(places))
  for (const place of chosen) place.holder[place.key] = make(place)
}

const made =
  (isWanted: (place: Place) => boolean, make: (draw: Draw, document: JsonDocument, place: Place) => Json): Edit =>
  (document, { draw }) =>
    spoil(document, draw, isWanted, (place) => make(draw, document, place))

const page = (name: string, says: string, share?: number) => ({
  name,
  says,
  source: 'page' as const,
  ...(share === undefined ? {} : { share }),
})

/** The makers of single values, by name: `ws-mutate` draws from them all. */
export const VALUE_EDITS: Readonly<Record<string, Edit>> = {
  nan: made(isNumeric, (draw) => draw.pick<Json>(['NaN', '1_000', 0.1, 'Infinity', '0x10', '1n', ' 7', '-'])),
  small: made(isNumeric, (draw, document) =>
    draw.pick<Json>([0.1, 1e-9, 5e-324, '0.1', '1e-9', document.raw('1e-400'), 0]),
  ),
  huge: made(isNumeric, (draw, document) =>
    draw.pick<Json>([
      1e300,
      2 ** 53,
      1.8e19,
      document.raw('18446744073709551615'),
      '340282366920938463463374607431',
      1e60,
    ]),
  ),
  negative: made(isNumeric, (draw, _, { value }) => {
    const text = String(value).startsWith('@@') ? '5' : String(value)
    const turned = text.startsWith('-') ? text.slice(1) : `-${text === '0' ? '1' : text}`
    return typeof value === 'number' && draw.oneIn(2) ? Number(turned) : typeof value === 'number' ? -1 : turned
  }),
  types: made(
    () => true,
    (draw) => draw.pick<Json>([null, {}, [], [null], [{}], true, 'x', '', 0, [[]]]),
  ),
  keys: made(isAddress, (draw, _, { value }) => {
    const text = String(value)
    return draw.pick([
      text.slice(1),
      `${text}1`,
      '1'.repeat(32),
      '',
      'O0Il',
      text.toLowerCase(),
      '1'.repeat(64),
      'z'.repeat(44),
    ])
  }),
}

function deepen(document: JsonDocument, draw: Draw): void {
  const [open, close] = draw.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  const levels = draw.pick([200, 5_000, DEEP_LEVELS])
  spoil(
    document,
    draw,
    () => true,
    () => document.raw(`[1234567890123456789,${open.repeat(levels)}1${close.repeat(levels)}]`),
  )
}

/** Rows as there are, until there are megabytes of them. */
function fatten(document: JsonDocument, draw: Draw): void {
  const rows = document.places(({ value }) => Array.isArray(value) && value.length > 0)
  const filler = `"${'x'.repeat(900)}"`
  const bytes = draw.pick(FAT_BYTES)
  if (rows.length === 0) {
    const places = document.places()
    if (places.length === 0) return
    const { holder } = draw.pick(places)
    if (!Array.isArray(holder))
      holder['more'] = document.raw(`[${`${filler},`.repeat(Math.floor(bytes / 1_000))}1234567890123456789]`)
    return
  }
  const { holder, key, value } = draw.pick(rows)
  const row = JSON.stringify((value as Json[])[0])
  const count = Math.max(1, Math.floor(bytes / (row.length + 1)))
  holder[key] = document.raw(`[${`${row},`.repeat(count)}${row}]`)
}

export const VALUE_KINDS: readonly Kind[] = [
  editing(page('nan', 'numbers made into "NaN", "1_000", 0.1'), VALUE_EDITS['nan']!),
  editing(page('small', 'numbers made into fractions next to nothing'), VALUE_EDITS['small']!),
  editing(page('huge', 'numbers beyond every bound'), VALUE_EDITS['huge']!),
  editing(page('negative', 'numbers with the other sign'), VALUE_EDITS['negative']!),
  editing(page('types', 'values of another type'), VALUE_EDITS['types']!),
  editing(page('keys', 'addresses, signatures and hashes that are none'), VALUE_EDITS['keys']!),
  editing(page('deep', '20,000 levels beside an integer of 19 digits', 0.3), (document, { draw }) =>
    deepen(document, draw),
  ),
  editing(page('fat', 'replies of up to twelve megabytes', 0.03), (document, { draw }) => fatten(document, draw), {
    notifies: false,
  }),
]
