import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/http-test-server.ts'
import { intelRoute } from '../support/test-routes.ts'

test('the reader at /docs loads only files that we serve', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  for (const path of ['/docs', '/docs/']) {
    const { status, text, headers } = await send({ path, headers: { 'X-API-Key': '' } })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.doesNotMatch(text, /<script>|<style|\son\w+=|https?:/)
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    assert.equal(loaded.length, 4)
    for (const address of loaded) {
      const file = await send(address)
      assert.equal(file.status, 200, address)
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
    }
  }
  const start = await send('/docs/start.js')
  assert.match(start.text, /"\/api\/v2\/openapi\.json"/)
  assert.match(start.text, /validatorUrl: null/)
})

test('no other file of the reader’s package is served, and no path leads out of it', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  for (const path of [
    '/docs/index.html',
    '/docs/package.json',
    '/docs/swagger-ui.js',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
  ])
    assert.equal((await send(path)).status, 404, path)
})

test('documents answer HEAD and 304, and are limited by client address', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()], { tuning: { publicPerWindow: 3 } })
  const { headers, text } = await send('/docs/swagger-ui.css')
  assert(text.length > 100_000, 'a large body arrives whole')
  const head = await send({ method: 'HEAD', path: '/docs/swagger-ui.css' })
  assert.equal(head.headers.get('content-length'), headers.get('content-length'))
  const again = await send({ path: '/docs/swagger-ui.css', headers: { 'If-None-Match': headers.get('etag')! } })
  assert.equal(again.status, 304)
  assert.equal((await send('/docs')).status, 429)
})
