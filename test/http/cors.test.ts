import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCors } from '../../src/http/cors.ts'
import { startTestServer } from '../support/http-test-server.ts'
import { INTEL_PATH, intelRoute, pricesRoute } from '../support/test-routes.ts'

test('any origin may call unless a list is configured', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  for (const headers of [{ Origin: 'https://a.example' }, { Origin: '' }]) {
    const { headers: got } = await send({ path: INTEL_PATH, headers })
    assert.equal(got.get('access-control-allow-origin'), '*')
    assert.match(got.get('access-control-expose-headers') ?? '', /RateLimit-Remaining.*X-Request-Id/)
    assert.equal(got.get('vary'), 'X-API-Key, Accept-Encoding')
  }
})

test('with a list only its origins are let in, failures included, and Vary says so', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()], { config: { corsOrigins: ['https://app.example'] } })
  const allowed = async (origin: string, path = INTEL_PATH) => {
    const { headers } = await send({ path, headers: { Origin: origin } })
    return [headers.get('access-control-allow-origin'), headers.get('vary')]
  }
  assert.deepEqual(await allowed('https://app.example'), ['https://app.example', 'X-API-Key, Origin, Accept-Encoding'])
  assert.deepEqual(await allowed('https://evil.example'), [undefined, 'X-API-Key, Origin, Accept-Encoding'])
  // The same again, from the cache.
  assert.deepEqual(await allowed('https://app.example'), ['https://app.example', 'X-API-Key, Origin, Accept-Encoding'])
  assert.deepEqual(await allowed('https://evil.example'), [undefined, 'X-API-Key, Origin, Accept-Encoding'])
  assert.equal((await allowed('https://app.example', '/nope'))[0], 'https://app.example')
})

test('a preflight is 204 with methods and headers, needs no key and counts nothing', async (t) => {
  const { send, usage } = await startTestServer(t, [intelRoute(), pricesRoute])
  const { status, headers, text } = await send({
    method: 'OPTIONS',
    path: '/api/v2/tokens/prices',
    headers: { 'X-API-Key': '', Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
  })
  assert.deepEqual([status, text], [204, ''])
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal(headers.get('access-control-allow-methods'), 'OPTIONS, POST')
  assert.match(headers.get('access-control-allow-headers') ?? '', /X-API-Key/)
  assert.equal(headers.get('allow'), 'OPTIONS, POST')
  assert.equal(headers.has('content-length'), false)
  assert.equal(usage.length, 0)
  assert.equal((await send({ method: 'OPTIONS', path: '/nope' })).status, 404)
})

test('a preflight from an origin that is not on the list allows nothing', () => {
  const cors = createCors(['https://app.example/'])
  assert.equal(cors.preflightLines('https://evil.example', 'GET'), '')
  assert.match(cors.preflightLines('https://APP.example', 'GET'), /Allow-Origin: https:\/\/app\.example\r\n/)
})
