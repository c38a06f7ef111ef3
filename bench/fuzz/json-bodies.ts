import type { Draw } from './draw.ts'
import type { Schema, Target } from './http-case.ts'

/* JSON that a schema asks for, JSON that it does not, and bytes that are no JSON. */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const JUNK: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  -0.5,
  2 ** 53,
  '',
  ' ',
  '0',
  '\u0000',
  '\ud800',
  '\udc00\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(3_000),
  '1'.repeat(44),
  [],
  {},
  [[[[[]]]]],
  [null, null],
  { length: 3 },
  { toString: 1, valueOf: null },
  { toJSON: 'x', __defineGetter__: 1 },
]
/** What JSON.stringify never writes. */
const RAW_VALUES: readonly string[] = [
  'NaN',
  'Infinity',
  '1e400',
  '-1e400',
  '1e-400',
  '0x10',
  '01',
  '1.',
  '.5',
  '+1',
  '9'.repeat(5_000),
  "'x'",
  'undefined',
  'True',
  '"\\ud800"',
  '"\\x41"',
  '"\\u12"',
  '"a\nb"',
  '"\t"',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '[1 2]',
  '/* c */1',
  '1//c',
  '{"__proto__":{"mints":["x"]}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '"\\u0000"',
  '{"\\u0000":1}',
]
const BIG_BODY_BYTES = 5 * 1024 * 1024
const RPC_METHODS =
  'getAccountInfo getBalance getSlot getBlock getBlocks getTransaction getSignaturesForAddress getTokenAccountsByOwner getTokenLargestAccounts getTokenSupply getMultipleAccounts getSignatureStatuses getEpochInfo getVoteAccounts getFeeForMessage getAsset getAssetBatch getAssetsByOwner searchAssets getTokenAccounts getLeaderSchedule getRecentPerformanceSamples minimumLedgerSlot'.split(
    ' ',
  )
const REFUSED_METHODS = [
  'sendTransaction',
  'requestAirdrop',
  'simulateTransaction',
  'slotSubscribe',
  '__proto__',
  'x',
  '',
]

/** A body as the schema wants it, or nearly. */
export function sampleJson(schema: Schema, draw: Draw, target: Target, name = ''): Json {
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined
  if (options !== undefined)
    return sampleJson(draw.pick(options.filter(({ type }) => type !== 'null')), draw, target, name)
  if ('const' in schema) return schema['const'] as Json
  if (Array.isArray(schema['enum'])) return draw.pick((schema['enum'] as Json[]).filter((one) => one !== null))
  const { type } = schema
  // Null is an absent member, and of some members one must be there.
  switch (Array.isArray(type) ? draw.pick((type as string[]).filter((one) => one !== 'null')) : type) {
    case 'array': {
      const count = 1 + draw.below(4)
      const entry = (schema['contains'] ?? schema['items'] ?? {}) as Schema
      return Array.from({ length: count }, () => sampleJson(entry, draw, target, name))
    }
    case 'object': {
      const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
      return Object.fromEntries(members.map(([key, of]) => [key, sampleJson(of, draw, target, key)]))
    }
    case 'string':
      if (name === 'method') return draw.pick(RPC_METHODS)
      return draw.oneIn(10) ? draw.pick(target.wallets) : draw.pick(target.mints)
    case 'number':
    case 'integer':
      return draw.below(1_000)
    case 'boolean':
      return draw.oneIn(2)
    default:
      return name === 'params' ? drawParams(draw, target) : draw.below(1_000)
  }
}

function drawParams(draw: Draw, target: Target): Json {
  const address = draw.pick(draw.oneIn(2) ? target.mints : target.wallets)
  const config: Json = { encoding: draw.pick(['base64', 'jsonParsed', 'x']), limit: draw.below(2_000) - 5 }
  return draw.pick<Json>([
    [address, config],
    [draw.below(400_000_000), config],
    [[address, address], config],
    [address, { mint: address }, config],
    { id: address, ids: [address], ownerAddress: address, page: draw.below(3), limit: 5 },
    [],
    draw.pick(JUNK),
  ])
}

/** JSON with one member somewhere changed, added or taken away. */
export function mutateJson(json: Json, draw: Draw): Json {
  const copy = structuredClone(json)
  const holders: (Json[] | { [name: string]: Json })[] = []
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    holders.push(value)
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(copy)
  if (holders.length === 0 || draw.oneIn(12)) return draw.pick(JUNK)
  const holder = draw.pick(holders) as { [name: string]: Json }
  const keys = Object.keys(holder)
  const key = keys.length === 0 ? '0' : draw.pick(keys)
  switch (draw.below(5)) {
    case 0:
      delete holder[key]
      return copy
    case 1:
      holder[draw.pick(['extra', 'toString', 'hasOwnProperty', '', '\u0000', '0'])] = draw.pick(JUNK)
      return copy
    case 2:
      if (key === 'method') holder[key] = draw.pick(REFUSED_METHODS)
      else holder[key] = structuredClone(copy)
      return copy
    default:
      holder[key] = structuredClone(draw.pick(JUNK))
      return copy
  }
}

/** Text that is JSON by a hair, or not quite. */
export function oddJsonText(json: Json, draw: Draw): Buffer {
  const text = JSON.stringify(json)
  const at = draw.below(text.length + 1)
  const quoted = [...text.matchAll(/"[^"]*"|\d+/g)]
  const spot = quoted.length === 0 ? null : draw.pick(quoted)
  switch (draw.below(9)) {
    case 0:
      return Buffer.from(text.slice(0, at))
    case 1:
      return Buffer.concat([Buffer.from(text.slice(0, at)), draw.bytes(1 + draw.below(6)), Buffer.from(text.slice(at))])
    case 2:
      return Buffer.concat([Buffer.from('\ufeff'), Buffer.from(text)])
    case 3:
      return Buffer.from(text, 'utf16le')
    case 4:
      return Buffer.from(
        draw.pick(['', ' ', '\0', 'null', '"', '{', '[', '[]', '{}', '1', '"x"', '\n\n', 'true false']),
      )
    case 5:
      return Buffer.from(text + draw.pick([',', '}', ']', '\0', ' x', text]))
    default:
      if (spot === null) return Buffer.from(draw.pick(RAW_VALUES))
      return Buffer.from(text.slice(0, spot.index) + draw.pick(RAW_VALUES) + text.slice(spot.index + spot[0].length))
  }
}

/** Deep, long or heavy bodies. */
export function heavyBody(json: Json, draw: Draw, target: Target): Buffer {
  const depth = 10 ** (2 + draw.below(4))
  const text = JSON.stringify(json)
  const open = text.lastIndexOf('"') < 0 ? 0 : text.indexOf(':') + 1
  const tail = text.startsWith('{') ? '}' : ''
  const [left, right] = draw.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[[],{"b":', '}]'],
  ] as const)
  switch (draw.below(6)) {
    case 0:
      return Buffer.from(`${text.slice(0, open)}${left.repeat(depth)}${right.repeat(depth)}${tail}`)
    case 1:
      return Buffer.from(`${text.slice(0, open)}${left.repeat(depth)}`)
    case 2:
      return Buffer.from(text.replace(/[}\]]$/, `,"deep":${left.repeat(depth)}1${right.repeat(depth)}$&`))
    case 3: {
      const many = Array.from({ length: 10 ** (2 + draw.below(3)) }, () => draw.pick(target.mints).slice(draw.below(3)))
      return Buffer.from(`${text.slice(0, open)}${JSON.stringify(many)}${tail}`)
    }
    case 4: {
      const members = Array.from({ length: 10 ** (2 + draw.below(3)) }, (_, i) => `"k${draw.below(2)}${i}":${i}`)
      return Buffer.from(`{${members.join(',')},${text.slice(1)}`)
    }
    default:
      // Few of these: each is five megabytes.
      if (!draw.oneIn(8)) return Buffer.from(`[${`${text},`.repeat(20 + draw.below(20))}${text}]`)
      return Buffer.concat([Buffer.from(text), Buffer.alloc(BIG_BODY_BYTES - text.length + draw.below(3) - 1, 32)])
  }
}
