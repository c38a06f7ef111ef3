import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../../bench/frozen/compare-documents.ts'
import { FAILURES, type FailureCode, wireCodeOf } from '../../src/contract/failures.ts'
import { readApiExamples } from '../../src/http/api-examples.ts'
import { describeApi } from '../../src/http/openapi.ts'
import { publishApi } from '../../src/http/publish-api.ts'
import { ROUTE_FAMILIES, ROUTES } from '../../src/routes/index.ts'
import { startTestServer } from '../support/http-test-server.ts'
import { echoRoute, intelRoute, pricesRoute } from '../support/test-routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is walked by hand
type Json = any

/** What every well-formed description has; throws with the place that lacks it. */
function assertWellFormed(doc: Json): void {
  assert.match(doc.openapi, /^3\.1\.\d+$/)
  assert.equal(doc.info.version, 'v2')
  const ids = new Set<string>()
  for (const [path, operations] of Object.entries<Json>(doc.paths)) {
    const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const [method, operation] of Object.entries<Json>(operations)) {
      const where = `${method} ${path}`
      assert(/^[a-z][A-Za-z0-9]*$/.test(operation.operationId), `${where}: operationId ${operation.operationId}`)
      assert(!ids.has(operation.operationId), `${where}: operationId ${operation.operationId} twice`)
      ids.add(operation.operationId)
      assert(operation.summary, `${where}: no summary`)
      const declared = operation.parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name)
      assert.deepEqual(declared.sort(), [...braces].sort(), `${where}: path parameters`)
      const names = operation.parameters.map((one: Json) => `${one.in} ${one.name}`)
      assert.equal(new Set(names).size, names.length, `${where}: a parameter twice`)
      for (const one of operation.parameters) assert(one.schema && (one.in !== 'path' || one.required), where)
      for (const requirement of operation.security)
        for (const name of Object.keys(requirement)) assert(doc.components.securitySchemes[name], `${where}: ${name}`)
      for (const tag of operation.tags ?? [])
        assert(
          doc.tags.some((one: Json) => one.name === tag),
          `${where}: tag ${tag}`,
        )
      assert(
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        `${where}: no success`,
      )
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        assert.match(status, /^[1-5]\d\d$/)
        const name = response['$ref']?.split('/').at(-1)
        assert(
          (name === undefined ? response : doc.components.responses[name]).description,
          `${where} ${status}: no description`,
        )
      }
      if (method === 'get') assert.equal(operation.requestBody, undefined, where)
    }
  }
  walk(doc, (node) => {
    if (typeof node['$ref'] !== 'string') return
    let target: Json = doc
    assert(node['$ref'].startsWith('#/'), node['$ref'])
    for (const part of node['$ref'].slice(2).split('/')) target = target?.[part.replace(/~1/g, '/').replace(/~0/g, '~')]
    assert(target, `${node['$ref']} leads nowhere`)
  })
}

function walk(node: Json, context: (node: Json) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) context(node)
  for (const child of Object.values(node)) walk(child, context)
}

test('the description of all mounted routes is well-formed', () => {
  const doc: Json = describeApi(ROUTES, ROUTE_FAMILIES)
  assertWellFormed(doc)
  assert.deepEqual(
    Object.entries<Json>(doc.paths)
      .flatMap(([path, one]) => Object.keys(one).map((method) => `${method.toUpperCase()} ${path}`))
      .sort(),
    ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('a tag is the family of the route, not a part of its path', () => {
  const doc: Json = describeApi(ROUTES, ROUTE_FAMILIES)
  const tagsOf = (method: string, path: string) => doc.paths[path][method].tags
  assert.deepEqual(tagsOf('get', '/api/v2/tokens/{mint}/intel'), ['tokens'])
  assert.deepEqual(tagsOf('get', '/v1/wallets/{id}'), ['custody'])
  assert.deepEqual(tagsOf('post', '/v1/wallets'), ['custody'])
  assert.deepEqual(tagsOf('post', '/api/v1/check'), ['recovery'])
  assert.deepEqual(
    doc.tags.map(({ name }: Json) => name),
    ROUTE_FAMILIES.map(({ name }) => name),
  )
  for (const operations of Object.values<Json>(doc.paths))
    for (const { tags } of Object.values<Json>(operations)) assert.equal(tags.length, 1)
  for (const { name, description } of doc.tags) assert.ok(description, `${name} says what it stands for`)
})

const examples = readApiExamples(null)
const published: Json = publishApi(ROUTES, ROUTE_FAMILIES, examples)

test('the published description is well-formed, smaller, and says the same', () => {
  assertWellFormed(published)
  const plain = describeApi(ROUTES, ROUTE_FAMILIES)
  // Of what `compareDocuments` tells apart, only names and what is respelled for outside tools may differ.
  const kinds = new Map<string, number>()
  for (const { class: kind, path } of compareDocuments(plain, publishApi(ROUTES, ROUTE_FAMILIES, NONE)))
    if (['bodies', 'others'].includes(kind) && !isRespelling(path)) kinds.set(`${kind} ${path.join('/')}`, 1)
  assert.deepEqual([...kinds.keys()], [])
  assert(JSON.stringify(publishApi(ROUTES, ROUTE_FAMILIES, NONE)).length < JSON.stringify(plain).length / 1.5)
})

const NONE = { operations: {}, messages: {} }

/** Tuples, arrays of anything, Unicode patterns; and where a name came in. */
function isRespelling(path: readonly (string | number)[]): boolean {
  const words = path.map(String)
  return (
    ['prefixItems', 'items', 'additionalItems', 'maxItems', 'pattern', 'x-pattern'].some((word) =>
      words.slice(-3).includes(word),
    ) || words.includes('components')
  )
}

test('schemas that users know have names, and no larger part stands twice without one', () => {
  const names = Object.keys(published.components.schemas)
  for (const name of [
    'Token',
    'Pool',
    'Pair',
    'Trade',
    'Candle',
    'Manifest',
    'Wallet',
    'Webhook',
    'GetPricesRequest',
    'GetPricesReply',
  ])
    assert(names.includes(name), name)
  for (const [method, path, name] of [
    ['post', '/api/v2/tokens/prices', 'GetPricesReply'],
    ['post', '/v1/trade/buy', 'TradeReply'],
    ['post', '/v1/trade/sell', 'TradeReply'],
  ] as const)
    assert.deepEqual(published.paths[path][method].responses['200'].content['application/json'].schema, {
      $ref: `#/components/schemas/${name}`,
    })
  const seen = new Map<string, number>()
  walk(published, (node) => {
    if (node.type !== 'object' || Object.keys(node.properties ?? {}).length < NAMED_FROM) return
    const { description: _description, ...said } = node
    seen.set(JSON.stringify(said), (seen.get(JSON.stringify(said)) ?? 0) + 1)
  })
  const twice = [...seen]
    .filter(([, count]) => count > 1)
    .map(([text]) => Object.keys(JSON.parse(text).properties).join())
  assert.deepEqual(twice, [], 'give them names in src/http/schema-names.ts')
})

/** Members of an object that is worth a name where it stands twice. */
const NAMED_FROM = 12

test('the check of the description sees what is wrong with one', () => {
  const doc = (): Json => describeApi([intelRoute(), pricesRoute])
  const broken: [string, (doc: Json) => void][] = [
    ['leads nowhere', (one) => delete one.components.schemas.Failure],
    ['path parameters', (one) => one.paths['/api/v2/tokens/{mint}/intel'].get.parameters.shift()],
    [
      'twice',
      (one) => {
        one.paths['/api/v2/tokens/prices'].post.operationId = one.paths['/api/v2/tokens/{mint}/intel'].get.operationId
      },
    ],
    ['ApiKey', (one) => delete one.components.securitySchemes.ApiKey],
  ]
  assertWellFormed(doc())
  for (const [message, breakIt] of broken) {
    const one = doc()
    breakIt(one)
    assert.throws(
      () => assertWellFormed(one),
      (error: Error) => error.message.includes(message),
      message,
    )
  }
})

test('an operation shows credential, clamps, envelope and failures of its route', () => {
  const doc: Json = describeApi([
    intelRoute(undefined, { needs: ['pairs'] }),
    pricesRoute,
    echoRoute({ auth: 'bearer', scope: 'trade', failures: ['conflict'] }),
  ])
  const intel = doc.paths['/api/v2/tokens/{mint}/intel'].get
  assert.equal(intel.operationId, 'getTokenIntel')
  assert.deepEqual(intel.security, [{ ApiKey: [] }])
  const limit = intel.parameters.find((one: Json) => one.name === 'limit')
  assert.deepEqual(limit.schema, { type: 'integer', minimum: 1, maximum: 100, default: 20 })
  assert.match(limit.description, /Clamped to 1\.\.100/)
  assert.equal(limit.required, false)
  const body = intel.responses['200'].content['application/json'].schema
  assert.deepEqual(body.required, ['success', 'mint', 'limit', 'calls'])
  assert.deepEqual([body.properties.success.const, body.additionalProperties], [true, false])
  assert.deepEqual(Object.keys(intel.responses), ['200', '304', '400', '401', '403', '429', '500', '502', '503'])
  const prices = doc.paths['/api/v2/tokens/prices'].post
  assert.deepEqual(Object.keys(prices.responses), ['200', '400', '401', '403', '408', '413', '429', '500', '502'])
  assert(prices.requestBody.content['application/json'].schema.properties.mints)
  const echo = doc.paths['/api/v2/echo/{word}'].get
  assert.deepEqual([echo.security, echo['x-scope']], [[{ Bearer: [] }], 'trade'])
  assert.match(echo.description, /`Authorization: Bearer`, with scope `trade`\./)
  assert(echo.responses['409'])
  assert.match(echo.parameters[1].description, /Also read from: query/)
})

test('the description is public at its address, tagged, and the same each time', async (t) => {
  const { send } = await startTestServer(t, ROUTES, {
    config: { providers: {} },
  })
  const first = await send({ path: '/api/v2/openapi.json', headers: { 'X-API-Key': '' } })
  assert.equal(first.status, 200)
  assertWellFormed(first.json)
  const etag = first.headers.get('etag')!
  assert.equal((await send({ path: '/api/v2/openapi.json', headers: { 'If-None-Match': etag } })).status, 304)
  assert.equal((await send({ method: 'POST', path: '/api/v2/openapi.json' })).status, 405)
})

test('every failure that the description declares has a code of the catalogue with its status', () => {
  const doc = describeApi(ROUTES, ROUTE_FAMILIES) as Json
  let declared = 0
  for (const [path, operations] of Object.entries<Json>(doc.paths)) {
    for (const [method, { responses }] of Object.entries<Json>(operations)) {
      for (const [status, { description, content }] of Object.entries<Json>(responses)) {
        if (Number(status) < 400) continue
        const where = `${method} ${path} ${status}`
        const codes = /^Failure: ([a-z_, ]+)\./.exec(description)?.[1]?.split(', ') ?? []
        assert.notEqual(codes.length, 0, where)
        for (const code of codes)
          assert.equal(FAILURES[code as FailureCode]?.status, Number(status), `${where} ${code}`)
        const { $ref } = content['application/json'].schema
        const schema = doc.components.schemas[$ref.split('/').at(-1)]
        // Of the Model Context Protocol: an error of JSON-RPC.
        if ($ref.endsWith('/RpcFailure')) continue
        // Charting libraries read members of their own; code and request are named as everywhere.
        const first = $ref.endsWith('/UdfFailure') ? ['s', 'errmsg'] : ['success', 'error']
        assert.deepEqual(schema.required.slice(0, 4), [...first, 'code', 'requestId'], where)
        const known = path.startsWith('/v1/') ? codes.map((code) => wireCodeOf(code as FailureCode)) : codes
        for (const code of known) assert(schema.properties.code.enum.includes(code), `${where} ${code}`)
        declared++
      }
    }
  }
  assert(declared > 1_000)
})
