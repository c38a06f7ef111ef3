import { randomBytes } from 'node:crypto'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { Json, JsonDocument, Place } from '../json-document.ts'
import { asksFor, type Draw, type Exchange, editing, type HttpReply, type Kind, openDocumentOf } from '../kind.ts'
import { spoil } from './values.ts'

/* Lies after single pages of the providers' documents: paging, fees, encodings, filters, error envelopes, charsets. */

type Row = { [name: string]: Json }
const JSON_TYPE = { 'content-type': 'application/json' }
const LISTS = ['getProgramAccounts', 'getTokenAccountsByOwner', 'getTokenLargestAccounts'] as const
const own = (name: string, says: string, share?: number) => ({
  name,
  says,
  source: 'own' as const,
  ...(share === undefined ? {} : { share }),
})
const isRow = (value: Json | undefined): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const edited = (reply: HttpReply, change: (root: Row) => void): HttpReply => {
  const document = openDocumentOf(reply)
  if (document === null || !isRow(document.root)) return reply
  change(document.root)
  return { ...reply, body: Buffer.from(document.text()) }
}

/** Solana `before`, DAS `cursor`, Jupiter `totalPages`: the first page for ever, and always one more. */
async function endlessPages(exchange: Exchange): Promise<HttpReply | null> {
  const { calls, lab, path } = exchange
  const [call] = calls
  if (/get(Trigger|Recurring)Orders/.test(path))
    return edited(await exchange.forward(), (root) => {
      root['totalPages'] = 999_999_999
      root['hasMoreData'] = true
    })
  if (calls.length !== 1 || call === undefined) return null
  if (call.method === 'getTokenAccounts')
    return edited(await exchange.forward(), ({ result }) => {
      if (isRow(result)) result['cursor'] = encodeBase58(randomBytes(32))
    })
  if (call.method !== 'getSignaturesForAddress') return null
  const name = `page ${JSON.stringify(call.params[0])}`
  const isLater = isRow(call.params[1]) && call.params[1]['before'] !== undefined
  const first = lab.memory.get(name) as HttpReply | undefined
  if (isLater && first !== undefined) return edited(first, (root) => (root['id'] = call.id))
  const reply = await exchange.forward()
  if (!isLater) lab.memory.set(name, reply)
  return reply
}

/** Of the rent sysvar: rate u64, threshold f64, burnt share u8. */
const RENT_BYTES = 17

/** What things cost, as the node and the block engine say. */
function dear(document: JsonDocument, draw: Draw): void {
  const root = document.root as Row
  const factor = draw.pick([0, 1_000, 1e6, 1e9])
  const multiply = ({ value }: Place): Json => Math.floor((value as number) * factor)
  if (typeof root['result'] === 'number') root['result'] = Math.floor(root['result'] * factor)
  for (const { holder, key, value } of document.places(({ key, value }) => key === 'data' && Array.isArray(value))) {
    const data = Buffer.from(String((value as Json[])[0]), 'base64')
    if (data.length !== RENT_BYTES) continue
    data.writeBigUInt64LE(BigInt(Math.floor(Number(data.readBigUInt64LE(0)) * factor)), 0)
    holder[key] = [data.toString('base64'), 'base64']
  }
  spoil(document, draw, ({ key, value }) => typeof value === 'number' && /fee|tips|percentile/i.test(key), multiply)
}

function otherEncoding(document: JsonDocument, draw: Draw): void {
  const isBytes = ({ key, value }: Place): boolean => key === 'data' && Array.isArray(value) && value[1] === 'base64'
  spoil(document, draw, isBytes, ({ value }) => {
    const [text] = value as [string, string]
    const short = Buffer.from(text, 'base64').subarray(0, 128)
    return draw.pick<Json>([
      [encodeBase58(short), 'base58'],
      encodeBase58(short),
      [text, 'base64+zstd'],
      { program: 'spl-token', space: 165, parsed: { type: 'account', info: { tokenAmount: { amount: '5' } } } },
      [text],
      ['', 'base64'],
      [text.replace(/=+$/, '').slice(1), 'base64'],
    ])
  })
}

/** Lists and indexes of a transaction's record that do not go with its message. */
function otherShapes(document: JsonDocument, draw: Draw): void {
  for (const { value } of document.places(({ key, value }) => key === 'meta' && isRow(value))) {
    const meta = value as Row
    const list = (name: string): Json[] => (Array.isArray(meta[name]) ? (meta[name] as Json[]) : [])
    const changes: readonly (() => void)[] = [
      () => (meta['preBalances'] = list('preBalances').slice(1)),
      () => (meta['postBalances'] = [...list('postBalances'), 5]),
      () =>
        (meta['postTokenBalances'] = list('postTokenBalances').map((row) => ({ ...(row as Row), accountIndex: 250 }))),
      () => (meta['innerInstructions'] = [{ index: 200, instructions: [] }]),
      () =>
        (meta['innerInstructions'] = [
          { index: 0, instructions: [{ programIdIndex: 255, accounts: [255, 0, 7], data: '3Bxs' }] },
        ]),
      () => (meta['loadedAddresses'] = { writable: [encodeBase58(randomBytes(32))], readonly: [] }),
      () => (meta['logMessages'] = ['Program log: x'.repeat(2_000), 'Program data: ====', 'Log truncated']),
    ]
    draw.pick(changes)()
  }
}

/** Rows of a list that the filter of the question leaves out: those of the answer before. */
async function othersRows(exchange: Exchange): Promise<HttpReply | null> {
  const { calls, lab } = exchange
  if (calls.length !== 1 || !asksFor(...LISTS)(exchange)) return null
  const name = `rows ${calls[0]!.method}`
  const reply = await exchange.forward()
  const rowsIn = ({ result }: Row): Json[] | null =>
    Array.isArray(result) ? result : isRow(result) && Array.isArray(result['value']) ? result['value'] : null
  const document = openDocumentOf(reply)
  const rows = document !== null && isRow(document.root) ? rowsIn(document.root) : null
  if (document === null || rows === null) return reply
  const before = lab.memory.get(name) as Json[] | undefined
  if (rows.length > 0) lab.memory.set(name, structuredClone(rows.slice(0, 50)))
  rows.push(...(before ?? []))
  return { ...reply, body: Buffer.from(document.text()) }
}

function otherChains(document: JsonDocument, draw: Draw): void {
  const isPair = ({ value }: Place): boolean => isRow(value) && 'baseToken' in value && 'quoteToken' in value
  const isChain = ({ key, value }: Place): boolean => /^chainId$|^blockchains?$/.test(key) && typeof value === 'string'
  for (const { value } of document.places(isPair)) {
    const pair = value as Row
    if (draw.oneIn(2)) [pair['baseToken'], pair['quoteToken']] = [pair['quoteToken']!, pair['baseToken']!]
    if (draw.oneIn(3)) pair['pairAddress'] = `0x${randomBytes(20).toString('hex')}`
    if (draw.oneIn(3)) (pair['baseToken'] as Row)['address'] = `0x${randomBytes(20).toString('hex')}`
  }
  spoil(document, draw, isChain, () => draw.pick(['ethereum', 'Solana ', 'solana-devnet', 'base', '']))
}

/** Rows `[time, open, high, low, close, volume]`, or `[time, price]`. */
function otherCandles(document: JsonDocument, draw: Draw): void {
  const isCandles = ({ value }: Place): boolean =>
    Array.isArray(value) && value.length > 1 && value.every((row) => Array.isArray(row) && typeof row[0] === 'number')
  for (const { holder, key, value } of document.places(isCandles)) {
    const rows = value as Json[][]
    holder[key] = draw.pick<() => Json>([
      () => rows.toReversed(),
      () => rows.map(([t = 0, o = 0, h = 0, l = 0, ...rest]) => [t, o, l, h, ...rest]),
      () => [...rows, ...rows.map(([t = 0, ...rest]) => [t, ...rest.toReversed()])],
      () => rows.map(([t = 0, ...rest]) => [(t as number) * draw.pick([1_000, 0.001, -1]), ...rest]),
      () => rows.map(([t = 0, ...rest]) => [(t as number) + 0.5, ...rest.map(() => null)]),
      () => rows.map((row) => row.slice(0, 3)),
    ])()
  }
}

/** What they say with 200 when they will not answer. */
const POLITE: readonly (readonly [RegExp, readonly Json[]])[] = [
  [
    /coingecko/,
    [{ status: { error_code: 429, error_message: 'Throttled' } }, { error: 'coin not found' }, { solana: {} }],
  ],
  [/geckoterminal/, [{ errors: [{ status: '404', title: 'Not Found' }], meta: {} }, { data: null }, { data: [] }]],
  [/dexscreener/, [{ schemaVersion: '1.0.0', pairs: null }, [], { pairs: [] }, { error: 'limit' }]],
  [
    /jupiter/,
    [{ error: 'x', errorCode: 'TOKEN_NOT_TRADABLE' }, {}, [], { data: {} }, { error: 'Rate limit exceeded' }],
  ],
  [
    /goplus/,
    [
      { code: 4029, message: 'too many', result: null },
      { code: 2, message: 'partial', result: {} },
    ],
  ],
  [/rugcheck/, [{ error: 'unable to generate report' }, { mint: '' }]],
  [/mobula/, [{ data: null }, { message: 'Pair not found', statusCode: 404 }, { data: {} }, { data: [] }]],
  [
    /pyth/,
    [
      { binary: {}, parsed: [] },
      { s: 'error', errmsg: 'x' },
      { s: 'no_data', t: [], c: [] },
    ],
  ],
]

async function politeErrors({ provider, calls, draw }: Exchange): Promise<HttpReply | null> {
  if (calls.length > 0) {
    const answers = calls.map(({ id }) => ({
      jsonrpc: '2.0',
      id,
      result: draw.pick<Json>([null, { value: null }, []]),
    }))
    return {
      status: 200,
      headers: JSON_TYPE,
      body: Buffer.from(JSON.stringify(answers.length > 1 ? answers : answers[0])),
    }
  }
  const [, says] = POLITE.find(([name]) => name.test(provider)) ?? []
  return says === undefined
    ? null
    : { status: 200, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(draw.pick(says))) }
}

async function oddBytes(exchange: Exchange): Promise<HttpReply | null> {
  const reply = await exchange.forward()
  const { draw } = exchange
  const text = reply.body.toString()
  const broken = (): Buffer => {
    const at = text.indexOf('"', Math.floor(text.length / 2)) + 1
    return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.of(0xff, 0xc0, 0x80), Buffer.from(text.slice(at))])
  }
  const body = draw.pick<() => Buffer>([
    () => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), reply.body]),
    () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    broken,
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(`${text}\n{"jsonrpc":"2.0","id":1,"result":5}`),
    () => Buffer.from(`${text}]`),
    () => Buffer.from(`)]}',\n${text}`),
    () => Buffer.from(`${text.slice(0, -1)},${text.slice(-1)}`),
    () => Buffer.concat([reply.body, Buffer.alloc(64)]),
  ])()
  const charset = draw.pick([
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/json;;;',
  ])
  return { ...reply, headers: { ...reply.headers, 'content-type': charset }, body }
}

const FIELDS = 150

async function oddHeaders(exchange: Exchange): Promise<HttpReply | null> {
  const reply = await exchange.forward()
  const { draw } = exchange
  const many = Object.fromEntries(Array.from({ length: FIELDS }, (_, at) => [`x-field-${at}`, 'v'.repeat(60)]))
  const more = draw.pick<Readonly<Record<string, string>>>([
    many,
    { 'x-long': 'v'.repeat(40_000) },
    { 'content-type': '' },
    { 'content-encoding': 'identity' },
    { 'content-encoding': 'zstd' },
    { 'content-encoding': 'gzip, gzip, gzip, gzip, br' },
    { 'set-cookie': 'a=b; Domain=localhost' },
    { 'x-ratelimit-reset': '99999999999', 'x-ratelimit-remaining': '0' },
    { 'keep-alive': 'timeout=0, max=0' },
    { upgrade: 'h2c', link: '</x>; rel=preload' },
  ])
  return { ...reply, headers: { ...reply.headers, ...more } }
}

/** Prices of a year ago with their time, as a feed says them that no one writes any more. */
function oldPrices(document: JsonDocument, draw: Draw): void {
  const isTime = ({ key, value }: Place): boolean =>
    typeof value === 'number' && /publish_time|last_updated_at|^t$|timestamp/.test(key)
  const agoSec = draw.pick([3_600, 86_400, 31_536_000])
  for (const { holder, key, value } of document.places(isTime))
    holder[key] = (value as number) > 1e11 ? (value as number) - agoSec * 1_000 : (value as number) - agoSec
}

export const PROTOCOL_KINDS: readonly Kind[] = [
  { ...own('pages-endless', 'the first page for ever, and always one more', 1), http: endlessPages },
  editing(
    {
      ...own('dear', 'rent, fees and tips a thousand times and more', 0.8),
      meets: { routes: /tip|fee|swap|trade|close|refund|check/, orders: 4 },
    },
    (document, { draw }) => dear(document, draw),
    {
      wants: ({ path, calls }) =>
        /tip_floor/.test(path) ||
        calls.some(({ method }) => /RentExemption|PrioritizationFees|FeeForMessage|getMultipleAccounts/.test(method)),
      notifies: false,
    },
  ),
  editing(own('other-encoding', 'bytes of accounts in an encoding that was not asked for'), (document, { draw }) =>
    otherEncoding(document, draw),
  ),
  editing(
    own('meta-shapes', 'records whose lists do not go with their message', 0.8),
    (document, { draw }) => otherShapes(document, draw),
    { wants: asksFor('getTransaction'), notifies: false },
  ),
  { ...own('others-rows', 'lists with rows that their filter leaves out', 0.8), http: othersRows },
  editing(
    own('other-chains', 'pairs of other chains, and with their sides changed over'),
    (document, { draw }) => otherChains(document, draw),
    { wants: ({ calls }) => calls.length === 0, notifies: false },
  ),
  editing(
    {
      ...own('candle-order', 'candles out of order, twice, upside down', 0.8),
      meets: { routes: /chart|ohlcv|candles|sol-price|ath/ },
    },
    (document, { draw }) => otherCandles(document, draw),
    { wants: ({ calls }) => calls.length === 0, notifies: false },
  ),
  { ...own('polite-errors', 'the error envelopes of the documents, with 200'), http: politeErrors },
  { ...own('odd-bytes', 'byte order marks, UTF-16, broken UTF-8, more behind the end'), http: oddBytes },
  { ...own('odd-headers', 'fields by the hundred, long, packed as nobody packs'), http: oddHeaders },
  {
    ...own('second-reply', 'a reply that nobody asked for behind the right one', 0.4),
    http: async (exchange) => ({ ...(await exchange.forward()), manner: 'twice' }),
  },
  editing(
    {
      ...own('old-prices', 'prices of an hour, a day, a year ago', 0.9),
      meets: { routes: /sol-price|prices|trade.quote/ },
    },
    (document, { draw }) => oldPrices(document, draw),
    { wants: ({ calls }) => calls.length === 0, notifies: false },
  ),
]
