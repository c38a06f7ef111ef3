import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { chooseCoding, codedTag } from '../../src/http/content-coding.ts'
import { isExplorerPage, readExplorer } from '../../src/http/explorer.ts'
import { prefersHtml } from '../../src/http/missing-page.ts'
import { startTestServer } from '../support/http-test-server.ts'
import { intelRoute } from '../support/test-routes.ts'

const FIRST_PAGE_MOST_BYTES = 110 * 1024
let dir: string
let folder: string

before(() => {
  dir = mkdtempSync(join(tmpdir(), 'mintglass-explorer-'))
  folder = join(dir, 'dist')
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'explorer/build.ts', folder])
})
after(() => rmSync(dir, { recursive: true, force: true }))

const serve = (t: Parameters<typeof startTestServer>[0]) =>
  startTestServer(t, [intelRoute()], { parts2: { explorerDir: folder } })

test('files of the pages have a window of their own, wider than that of pages', async (t) => {
  const tuning = { publicPerWindow: 2, unroutedPerWindow: 5 }
  const { send } = await startTestServer(t, [intelRoute()], { tuning, parts2: { explorerDir: folder } })
  const get = (path: string) => send({ path, headers: { 'X-API-Key': '' } })
  const [asset] = [...(await get('/')).text.matchAll(/\/explorer\/[\w.-]+/g)].map(([path]) => path)
  for (let i = 0; i < 5; i++) assert.equal((await get(asset!)).status, 200)
  assert.equal((await get(asset!)).status, 429)
  assert.equal((await get('/')).status, 200)
  assert.equal((await get('/')).status, 429)
})

test('every page of the Explorer is one document under a policy that names no other host', async (t) => {
  const { send } = await serve(t)
  const { text } = await send('/')
  for (const path of [
    '/',
    '/token/So11111111111111111111111111111111111111112',
    '/wallet/x',
    '/trade',
    '/keys',
    '/operator',
  ]) {
    const page = await send({ path, headers: { 'X-API-Key': '' } })
    assert.equal(page.status, 200, path)
    assert.equal(page.text, text, path)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  }
  assert.doesNotMatch(text, /<script>|<style|\son\w+=|https?:/)
})

test('what the page loads is served, never changes under its name, and leads nowhere else', async (t) => {
  const { send } = await serve(t)
  const { text } = await send('/')
  const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  assert(loaded.length >= 4)
  for (const address of loaded.filter((one) => one !== '/docs')) {
    const asset = await send(address)
    assert.equal(asset.status, 200, address)
    assert.equal(asset.headers.get('x-content-type-options'), 'nosniff')
    if (!address.endsWith('.svg')) assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
  }
})

test('paths beside the pages stay what they were', async (t) => {
  const { send } = await serve(t)
  for (const path of [
    '/tokens',
    '/token/a/b',
    '/explorer/',
    '/explorer/index.html',
    '/explorer/../package.json',
    '/index.html',
  ])
    assert.equal((await send(path)).status, 404, path)
  assert.deepEqual(['/', '/token', '/token/x', '/token/x/y', '/api', '/docs'].map(isExplorerPage), [
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

/** What browsers send when somebody opens an address: Chromium, Firefox, Safari. */
const OPENS = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
]
const UNKNOWN = [
  '/tokn/xyz',
  '/token/a/b',
  '/nope',
  '/nope?q=1',
  '/index.html',
  '/explorer/old.js',
  '//',
  '//token/x',
  '/API/x',
]

test('who opens an unknown path in a browser gets the pages with status 404, a program the envelope', async (t) => {
  const { send } = await serve(t)
  const home = await send('/')
  for (const path of UNKNOWN)
    for (const accept of OPENS) {
      const headers = { 'X-API-Key': '', Accept: accept, 'If-None-Match': '*' }
      const page = await send({ path, headers })
      assert.equal(page.status, 404, path)
      assert.equal(page.text, home.text, path)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'])
        assert.equal(page.headers.get(name), home.headers.get(name), name)
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.equal(page.headers.get('vary'), 'Accept, Accept-Encoding')
      assert.equal(page.headers.get('etag'), undefined, 'a failure has no tag that could be asked for again')
      const head = await send({ method: 'HEAD', path, headers })
      assert.deepEqual([head.status, head.text], [404, ''])
      for (const name of ['content-type', 'content-length', 'content-security-policy'])
        assert.equal(head.headers.get(name), page.headers.get(name), `HEAD ${name}`)
    }
  for (const path of UNKNOWN)
    for (const accept of ['', '*/*', 'application/json', 'application/json, text/plain, */*', 'image/*,*/*;q=0.8']) {
      const failure = await send({ path, headers: { 'X-API-Key': '', Accept: accept } })
      assert.deepEqual([failure.status, failure.json?.code], [404, 'not_found'], `${path} for ${accept}`)
      const head = await send({ method: 'HEAD', path, headers: { 'X-API-Key': '', Accept: accept } })
      assert.deepEqual([head.status, head.headers.get('content-type')], [404, 'application/json; charset=utf-8'])
    }
})

test('paths of the API, other methods and paths that exist stay what they were for a browser', async (t) => {
  const { send } = await serve(t)
  const [accept] = OPENS
  const open = (path: string, method = 'GET') => send({ path, method, headers: { 'X-API-Key': '', Accept: accept! } })
  for (const path of [
    '/api',
    '/api/',
    '/api/v2/nope',
    '/v1/nope',
    '/mcp/nope',
    '/udf',
    '/udf/nope/x/y',
    '/docs/nope',
  ]) {
    const { status, headers } = await open(path)
    assert.deepEqual([status, headers.get('content-type')], [404, 'application/json; charset=utf-8'], path)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.deepEqual(
      [(await open('/nope', method)).status, (await open('/nope', method)).json?.code],
      [404, 'not_found'],
    )
  assert.equal((await open('/docs')).status, 200)
  assert.equal((await open('/token/x')).status, 200)
})

test('the page of an unknown path comes in a coding, and counts as what no route answers', async (t) => {
  const { send, port } = await startTestServer(t, [intelRoute()], {
    tuning: { unroutedPerWindow: 3 },
    parts2: { explorerDir: folder },
  })
  const home = (await send('/')).text
  for (const coding of ['br', 'gzip']) {
    const response = await fetch(`http://127.0.0.1:${port}/nope`, {
      headers: { 'Accept-Encoding': coding, Accept: OPENS[0]! },
    })
    assert.deepEqual([response.status, response.headers.get('content-encoding')], [404, coding])
    assert.equal(await response.text(), home)
  }
  const headers = { 'X-API-Key': '', Accept: OPENS[0]! }
  assert.equal((await send({ path: '/nope', headers })).status, 404)
  assert.equal((await send({ path: '/nope', headers })).status, 429)
})

test('Accept is read as RFC 9110 has it: HTML for who names it before JSON', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ...OPENS.map((accept) => [accept, true] as const),
    ['text/html', true],
    ['TEXT/HTML', true],
    ['text/html;level=1', true],
    ['text/html;q=0, text/html;level=1', true],
    ['text/*', true],
    ['text/html, */*; q=0.01', true],
    ['application/json;q=0.9, text/html', true],
    ['text/*;q=0.5, application/json;q=0.4', true],
    ['', false],
    ['*/*', false],
    ['text/html;q=0', false],
    ['application/json', false],
    ['application/json, text/html', false],
    ['text/html;q=0.8, application/json', false],
    ['text/html;q=0.8, */*', false],
    ['text/html;q=0.5, application/*;q=0.6', false],
    ['text/*;q=0.9, text/html;q=0.1, application/json;q=0.5', false],
    ['image/avif,image/webp,*/*;q=0.8', false],
    ['text/css,*/*;q=0.1', false],
    ['text/html;q=nonsense', false],
    [',,;;', false],
  ]
  for (const [accept, expected] of rows) assert.equal(prefersHtml(accept), expected, accept)
})

test('a body comes in the coding that the client prefers, with a tag of its own, and whole', async (t) => {
  const { send } = await serve(t)
  const plain = await send('/')
  for (const [coding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await fetch(`http://127.0.0.1:${(await serve(t)).port}/`, {
      headers: { 'Accept-Encoding': coding },
    })
    assert.equal(response.headers.get('content-encoding'), coding)
    assert.equal(response.headers.get('vary'), 'Accept-Encoding')
    assert.notEqual(response.headers.get('etag'), plain.headers.get('etag'))
    assert.equal(await response.text(), plain.text)
    const file = readExplorer(folder)!.page
    assert.equal(open(file.coded!.get(coding)!).toString(), plain.text)
  }
  assert.equal(plain.headers.get('content-encoding'), undefined)
  const again = await send({
    path: '/',
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': codedTag(plain.headers.get('etag')!, 'br') },
  })
  assert.equal(again.status, 304)
})

test('Accept-Encoding is read as RFC 9110 has it', () => {
  const kept = ['br', 'gzip'] as const
  const rows: readonly (readonly [string, string | null])[] = [
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate, zstd', null],
    ['GZIP', 'gzip'],
    ['gzip;q=nonsense', null],
    [',,;;', null],
  ]
  for (const [accepted, expected] of rows) assert.equal(chooseCoding(accepted, kept), expected, accepted)
})

test('the first page weighs at most 110 KB with gzip', () => {
  const { assets, page } = readExplorer(folder)!
  const text = page.body.toString()
  const first = [...text.matchAll(/(?:src|href)="(\/explorer\/[^"]+)"/g)].map(([, address]) => assets.get(address!)!)
  const bytes = [page, ...first].reduce((sum, { coded }) => sum + coded!.get('gzip')!.byteLength, 0)
  assert(bytes < FIRST_PAGE_MOST_BYTES, `${bytes} bytes`)
})

test('without a build / says how to make one, and the API is there', async (t) => {
  const missing = join(dir, 'nothing')
  assert(!existsSync(missing))
  const { send } = await startTestServer(t, [intelRoute()], { parts2: { explorerDir: missing } })
  const { status, text } = await send('/')
  assert.equal(status, 200)
  assert.match(text, /npm run build/)
  assert.equal((await send('/docs')).status, 200)
  const page = await send({ path: '/nope', headers: { Accept: OPENS[0]! } })
  assert.equal(page.status, 404)
  assert.match(page.text, /^<!doctype html>[\s\S]*No page here/)
  assert.doesNotMatch(page.text, /npm run build/)
  assert.equal(page.headers.get('content-security-policy'), (await send('/')).headers.get('content-security-policy'))
  assert.equal((await send('/nope')).json.code, 'not_found')
})
