import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ROUTES } from '../../src/routes/index.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'

let server: OpenServer

before(async () => {
  server = await openServer({ MINTGLASS_MODE: 'live' })
})
after(() => server?.stop())

test('the API description names version v2 and every mounted route with its credential', async () => {
  const { status, json } = await server.get('/api/v2/openapi.json', { key: null })
  assert.equal(status, 200)
  assert.deepEqual([json.openapi, json.info.version], ['3.1.0', 'v2'])
  assert.equal(Object.values(json.paths).flatMap((methods) => Object.keys(methods as object)).length, ROUTES.length)
  const credentials: Readonly<Record<string, unknown[]>> = {
    public: [],
    apiKey: [{ ApiKey: [] }],
    apiKeyOrTicket: [{ ApiKey: [] }, { Ticket: [] }],
    apiKeyOrBearer: [{ ApiKey: [] }, { Bearer: [] }],
    session: [{ Session: [] }],
  }
  for (const { method, path, auth, scope, unlimited, status = 200 } of ROUTES) {
    const operation = json.paths[path][method.toLowerCase()]
    assert.deepEqual(operation.security, credentials[auth] ?? [{ Bearer: [] }], path)
    assert.equal(operation['x-scope'], scope, path)
    assert(operation.responses[status], path)
    if (auth !== 'public') assert(operation.responses['401'], path)
    // Spec 8: the key stats are outside the limiter.
    if (auth !== 'public' && !unlimited) assert(operation.responses['429'], path)
  }
})

test('the reference page and everything it loads come from this server', async () => {
  const page = await server.get('/docs', { key: null })
  assert.match(page.headers['content-type']!, /^text\/html/)
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  assert(loaded.length >= 3)
  for (const address of loaded) {
    if (address.startsWith('/api/') || address === '/') continue
    assert.match(address, /^\/docs/)
    assert.equal((await server.get(address, { key: null })).status, 200, address)
  }
})

test('documents carry a tag and are not sent again to who has them', async () => {
  for (const path of ['/api/v2/openapi.json', '/docs', '/docs/swagger-ui.css']) {
    const { headers } = await server.get(path, { key: null })
    const again = await server.get(path, { key: null, headers: { 'If-None-Match': headers['etag']! } })
    assert.deepEqual([again.status, again.text], [304, ''], path)
    const head = await server.send('HEAD', path, { key: null })
    assert.deepEqual([head.status, head.text, head.headers['etag']], [200, '', headers['etag']], path)
  }
})
