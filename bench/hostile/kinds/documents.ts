import type { Json, JsonDocument, Place } from '../json-document.ts'
import { type Draw, type Exchange, editing, type HttpReply, type Kind, openDocumentOf } from '../kind.ts'
import { isNumeric, spoil } from './values.ts'

/* Further lies, thought up from what the providers' documents say of their replies. */

type Row = { [name: string]: Json }
const UNIT_NAME = /lamports|amount|supply|price|balance|liquidity|volume|fee|marketcap|fdv|value/i
const NAME_NAME = /name|symbol|description|label|uri|url|image/i
const TIME_NAME = /time|at$|date|timestamp|created/i
const ODD_NAMES = [
  '\u202eDSU\u202c',
  'U\u200bSDC',
  '\u0000',
  '\ud800',
  'é'.repeat(4_000),
  '<img src=x onerror=alert(1)>',
  '\u2066a\u2069\r\nSet-Cookie: a=b',
  '\ufeff',
  'javascript:alert(1)',
  '{{7*7}}',
  ' ',
  '',
]
const ODD_TIMES: readonly Json[] = [
  '2026-11-23 09:00:00',
  '2026-11-23T09:00:00',
  '23.11.2026',
  4e9,
  4e12,
  -1,
  0,
  '2999-01-01T00:00:00Z',
  1.5,
  '1700000000',
  1e15,
]

const own = (name: string, says: string, share?: number) => ({
  name,
  says,
  source: 'own' as const,
  ...(share === undefined ? {} : { share }),
})
const isText = ({ value }: Place): boolean => typeof value === 'string'
/** A block that lacks transactions could be true. */
const isRows = ({ key, value }: Place): boolean => key !== 'transactions' && Array.isArray(value) && value.length > 0
const isObject = ({ value }: Place): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const withIdOf = (reply: HttpReply, { calls }: Exchange): HttpReply => {
  const document = openDocumentOf(reply)
  const id = calls[0]?.id
  if (document === null || id === undefined || Array.isArray(document.root)) return reply
  ;(document.root as Row)['id'] = id
  return { ...reply, body: Buffer.from(document.text()) }
}

/** The answer to another question of the same provider. */
async function swapped(exchange: Exchange): Promise<HttpReply | null> {
  const { lab, provider, draw } = exchange
  if (exchange.calls.length > 1) return null
  const reply = await exchange.forward()
  const name = `another ${provider} ${draw.below(8)}`
  const other = lab.memory.get(name) as HttpReply | undefined
  if (reply.status === 200) lab.memory.set(name, reply)
  return other === undefined ? reply : withIdOf(other, exchange)
}

/** The first answer to the same question, for ever: old slots, old balances. */
async function stale(exchange: Exchange): Promise<HttpReply | null> {
  if (exchange.calls.length > 1) return null
  const { lab, provider, path, calls } = exchange
  const name = `first ${provider} ${path} ${JSON.stringify(calls.map(({ method, params }) => [method, params]))}`
  const first = lab.memory.get(name) as HttpReply | undefined
  if (first !== undefined) return withIdOf(first, exchange)
  const reply = await exchange.forward()
  if (reply.status === 200) lab.memory.set(name, reply)
  return reply
}

function twinKeys(document: JsonDocument, draw: Draw): void {
  spoil(document, draw, isObject, ({ value }) => {
    const members = Object.entries(value as Row)
    if (members.length === 0) return value
    const [key] = draw.pick(members)
    const rest = JSON.stringify(value).slice(1)
    const twin = draw.pick(['null', '-1', '"x"', '1e300', '{}'])
    const isFirst = draw.oneIn(2)
    const text = isFirst
      ? `{${JSON.stringify(key)}:${twin},${rest}`
      : `{${rest.slice(0, -1)},${JSON.stringify(key)}:${twin}}`
    // Integers that are kept by a mark stay marked: what is written raw is not looked through again.
    return text.includes('@@') ? value : document.raw(text)
  })
}

function otherUnit(value: Json, draw: Draw): Json {
  const factor = draw.pick([1e9, 1e-9, 1e6, 1e-6, 100, 0.01])
  if (typeof value === 'number') return value * factor
  const number = Number(value) * factor
  return Number.isFinite(number)
    ? number < 1e21 && Number.isInteger(number)
      ? String(number)
      : number.toFixed(9)
    : value
}

export const DOCUMENT_KINDS: readonly Kind[] = [
  { ...own('swapped', 'the reply to another question'), http: swapped },
  { ...own('stale', 'the first reply to a question, again and again', 0.8), http: stale },
  editing(own('truncated', 'lists that lack their end'), (document, { draw }) =>
    spoil(document, draw, isRows, ({ value }) => (value as Json[]).slice(0, draw.below((value as Json[]).length))),
  ),
  editing(own('nulls', 'null in place of an object'), (document, { draw }) =>
    spoil(document, draw, isObject, () => null),
  ),
  editing(own('rows-twice', 'rows that stand there twice'), (document, { draw }) =>
    spoil(document, draw, isRows, ({ value }) => [...(value as Json[]), ...(value as Json[])]),
  ),
  editing(own('units', 'SOL for lamports, percents for shares'), (document, { draw }) =>
    spoil(
      document,
      draw,
      (place) => UNIT_NAME.test(place.key) && isNumeric(place) && !String(place.value).startsWith('@@'),
      ({ value }) => otherUnit(value, draw),
    ),
  ),
  editing(own('twin-keys', 'the same key twice in an object'), (document, { draw }) => twinKeys(document, draw)),
  editing(
    own('odd-names', 'names that write from right to left, hide, or hold half a character'),
    (document, { draw }) =>
      spoil(
        document,
        draw,
        (place) => isText(place) && NAME_NAME.test(place.key),
        () => draw.pick(ODD_NAMES),
      ),
  ),
  editing(own('raw-numbers', '-0, 1e400, 1E+2 and others that only JSON can write'), (document, { draw }) =>
    spoil(document, draw, isNumeric, () =>
      document.raw(draw.pick(['-0', '-0.0', '1e400', '-1e400', '1E+2', '123.000', '9'.repeat(400), '0.1e1'])),
    ),
  ),
  editing(own('number-texts', 'numbers as texts and texts as numbers'), (document, { draw }) =>
    spoil(document, draw, isNumeric, ({ value }) =>
      typeof value === 'number' ? String(value) : Number(String(value).replaceAll('@', '')),
    ),
  ),
  editing(own('times', 'times without a zone, in other units, in the year 2999'), (document, { draw }) =>
    spoil(
      document,
      draw,
      ({ key, value }) => TIME_NAME.test(key) && (typeof value === 'number' || typeof value === 'string'),
      () => draw.pick(ODD_TIMES),
    ),
  ),
  editing(own('keys-gone', 'members that are missing, and others that nobody knows'), (document, { draw }) => {
    const places = document.places(isObject)
    if (places.length === 0) return
    const holder = draw.pick(places).value as Row
    const names = Object.keys(holder)
    if (names.length > 0) delete holder[draw.pick(names)]
    holder[draw.pick(['__proto__x', 'constructor', 'toString', ''])] = { length: -1 }
  }),
  {
    ...own('batch-order', 'the answers of a batch reversed, doubled, one missing', 1),
    async http(exchange) {
      if (exchange.calls.length < 2) return null
      const reply = await exchange.forward()
      const document = openDocumentOf(reply)
      if (document === null || !Array.isArray(document.root)) return reply
      const rows = document.root
      const changed = exchange.draw.pick([() => rows.reverse(), () => rows.splice(0, 1), () => rows.push(rows[0]!)])
      changed()
      return { ...reply, body: Buffer.from(document.text()) }
    },
  },
]
