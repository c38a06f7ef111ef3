import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ROUTE_FAMILIES, ROUTES } from '../../src/routes/index.ts'
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
    assert.equal(loaded.length, 11)
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

test('the guides are served as they are, as text that can load nothing', async (t) => {
  const { send } = await startTestServer(t, [intelRoute()])
  const list = await send({ path: '/docs/guides', headers: { 'X-API-Key': '' } })
  assert.equal(list.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.doesNotMatch(list.text, /<script|<style|\son\w+=|https?:/)
  const listed = [...list.text.matchAll(/href="(\/docs\/guides\/[^"]+)"/g)].map(([, path]) => path!)
  const files = readdirSync('docs').filter((name) => name.endsWith('.md'))
  assert.deepEqual(listed, files.map((name) => `/docs/guides/${name}`).sort())
  for (const path of listed) {
    const { status, text, headers } = await send({ path, headers: { 'X-API-Key': '' } })
    assert.equal(status, 200)
    assert.equal(text, readFileSync(path.replace('/docs/guides/', 'docs/'), 'utf8'))
    assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.match(headers.get('content-security-policy')!, /^default-src 'none'; (?!.*(self|unsafe|\*))/)
    assert.equal((await send({ path, headers: { 'If-None-Match': headers.get('etag')! } })).status, 304)
  }
  for (const path of ['/docs/guides/', '/docs/guides/x.md', '/docs/guides/../../package.json', '/docs/guides/%2e%2e/x'])
    assert.equal((await send(path)).status, 404, path)
})

test('llms.txt names every route with its family and every guide, and its links lead somewhere', async (t) => {
  const { send } = await startTestServer(t, ROUTES)
  const { status, text, headers } = await send({ path: '/llms.txt', headers: { 'X-API-Key': '' } })
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  assert.match(text, /^# Mintglass\n\n> .+\n/)
  for (const { method, path, summary } of ROUTES) assert(text.includes(`- \`${method} ${path}\`: ${summary}`), path)
  for (const { name } of ROUTE_FAMILIES) assert(text.includes(`### ${name}\n`), name)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!)
  assert(links.length > 20)
  for (const path of links) {
    const reply = await send(path)
    assert.equal(reply.status, path === '/mcp' ? 405 : 200, path)
  }
  assert.doesNotMatch(text, /undefined|\[object/)
})
