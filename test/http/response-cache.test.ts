import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { CACHES, DEGRADED_TTL_MS } from '../../src/config/cache-ttls.ts'
import { type CacheMeta, fail, ok } from '../../src/contract/outcome.ts'
import { codedTag } from '../../src/http/content-coding.ts'
import { mountRoutes } from '../../src/http/mount.ts'
import type { MountedRoute } from '../../src/http/mounted-route.ts'
import { cacheKey, createResponseCache, freshUntil } from '../../src/http/response-cache.ts'
import type { Route } from '../../src/routes/define-route.ts'
import type { StoredResponse } from '../../src/store/store.ts'
import { fakeContext, memoryResponses } from '../support/fake-context.ts'
import { exchangeRaw, requestText, startTestServer, TEST_KEY } from '../support/http-test-server.ts'
import { createRandom } from '../support/seeded-random.ts'
import { INTEL_PATH, intelRoute, MINT, waitingRoute } from '../support/test-routes.ts'
import { until } from '../support/until.ts'

const NOW_MS = 1_800_000_000_000
const TTL_MS = CACHES.tokenIntel.ttlMs

const mounted = mountRoutes(fakeContext().ctx, [intelRoute()], null).mounted[0] as MountedRoute
const short = { ...mounted, route: { ...mounted.route, cache: 'tokenPrices' as const } }
const meta = (overrides: Partial<CacheMeta> = {}): CacheMeta => ({
  builtAtMs: NOW_MS,
  freshUntilMs: NOW_MS + 1e9,
  degraded: false,
  stale: false,
  ...overrides,
})

function newCache(maxBytes = 1e6, maxEntryBytes = 1e5) {
  const stored = new Map<string, StoredResponse>()
  const disk = memoryResponses(stored)
  return { cache: createResponseCache({ maxBytes, maxEntryBytes, disk }), stored }
}

test('a body lives as long as its cache row, its sources and their health allow', () => {
  assert.equal(freshUntil(mounted, undefined, NOW_MS), NOW_MS + TTL_MS)
  assert.equal(freshUntil(mounted, meta(), NOW_MS), NOW_MS + TTL_MS)
  assert.equal(freshUntil(mounted, meta({ freshUntilMs: NOW_MS + 700 }), NOW_MS), NOW_MS + 700)
  assert.equal(freshUntil(mounted, meta({ degraded: true }), NOW_MS), NOW_MS + DEGRADED_TTL_MS)
  assert.equal(freshUntil(mounted, meta({ degraded: true, freshUntilMs: NOW_MS + 9 }), NOW_MS), NOW_MS + 9)
  assert.equal(freshUntil(mounted, meta({ stale: true, freshUntilMs: NOW_MS - 1 }), NOW_MS), NOW_MS + DEGRADED_TTL_MS)
})

test('a body is served until its time and not at it', () => {
  const { cache } = newCache()
  cache.keep('k', short, Buffer.from('a'), undefined, NOW_MS)
  const untilMs = NOW_MS + CACHES.tokenPrices.ttlMs
  assert.equal(cache.byKey('k', short, untilMs - 1)?.body.toString(), 'a')
  assert.equal(cache.byKey('k', short, untilMs), undefined)
  assert.equal(cache.entries(), 0)
  assert.equal(cache.bytes(), 0)
})

test('sweeps forget what is past its time, go on where the last one stopped, and leave the rest as it is', () => {
  const { cache } = newCache()
  const swept = NOW_MS + CACHES.tokenPrices.ttlMs
  // Every other one lives longer.
  for (let i = 0; i < 20; i++)
    cache.linkSpelling(`/${i}`, cache.keep(`k${i}`, i % 2 === 0 ? short : mounted, Buffer.alloc(10), undefined, NOW_MS))
  cache.sweep(20, NOW_MS)
  assert.equal(cache.entries(), 20)
  cache.sweep(5, swept)
  assert.equal(cache.entries(), 17)
  // What the next sweep would begin with is asked for, and moves away from there.
  assert(cache.byKey('k5', mounted, swept) !== undefined)
  cache.sweep(20, swept)
  assert.equal(cache.entries(), 10)
  for (let i = 0; i < 20; i++) assert.equal(cache.bySpelling(`/${i}`, swept) !== undefined, i % 2 === 1, `k${i}`)
  for (const looks of [3, 30, 30]) cache.sweep(looks, NOW_MS + 1e10)
  assert.deepEqual([cache.entries(), cache.bytes()], [0, 0])
  cache.sweep(5, NOW_MS + 1e10)
})

test('a clock that was set back does not make a body live on', () => {
  const { cache } = newCache()
  cache.keep('k', short, Buffer.from('a'), undefined, NOW_MS)
  assert.equal(cache.byKey('k', short, NOW_MS - 3_600_000), undefined)
})

test('the least recently used bodies make room, and the bytes are bounded whatever happens', () => {
  const { cache } = newCache(10_000, 5_000)
  const body = Buffer.alloc(2_000)
  for (const key of ['a', 'b', 'c']) cache.keep(key, short, body, undefined, NOW_MS)
  assert(cache.byKey('a', short, NOW_MS))
  cache.keep('d', short, body, undefined, NOW_MS)
  const held = ['a', 'b', 'c', 'd'].filter((key) => cache.byKey(key, short, NOW_MS) !== undefined)
  assert.deepEqual(held, ['a', 'c', 'd'])
  for (let i = 0; i < 500; i++) {
    const entry = cache.keep(`k${i % 37}`, short, Buffer.alloc((i * 131) % 5_000), undefined, NOW_MS)
    for (let s = 0; s < 12; s++) cache.linkSpelling(`${'x'.repeat((i * 17) % 500)}${i}.${s}`, entry)
    assert(cache.bytes() <= 10_000)
  }
  assert(cache.counts.evicted > 0)
})

test('a body that is too large for an entry is answered but not kept', () => {
  const { cache, stored } = newCache(1e6, 100)
  assert.equal(cache.keep('k', mounted, Buffer.alloc(101), undefined, NOW_MS).body.byteLength, 101)
  assert.equal(cache.byKey('k', mounted, NOW_MS), undefined)
  assert.equal(stored.size, 0)
})

test('a spelling leads to its body until that goes', () => {
  const { cache } = newCache()
  const first = cache.keep('k', short, Buffer.from('a'), undefined, NOW_MS)
  cache.linkSpelling('/a?x=1', first)
  assert.equal(cache.bySpelling('/a?x=1', NOW_MS), first)
  const second = cache.keep('k', short, Buffer.from('b'), undefined, NOW_MS)
  assert.equal(cache.bySpelling('/a?x=1', NOW_MS), undefined)
  cache.linkSpelling('/a?x=1', first)
  assert.equal(cache.bySpelling('/a?x=1', NOW_MS), undefined, 'a replaced body gets no spellings')
  cache.linkSpelling('/a?x=1', second)
  for (let i = 0; i < 20; i++) cache.linkSpelling(`/a?${i}`, second)
  assert.equal(cache.bySpelling('/a?1', NOW_MS), second)
  assert.equal(cache.bySpelling('/a?x=1', NOW_MS + TTL_MS), undefined)
  assert.equal(cache.bySpelling('/a?1', NOW_MS), undefined, 'all its spellings went with it')
  assert.deepEqual([cache.entries(), cache.bytes()], [0, 0])
})

test('another world empties memory, and a body whose load began in the old one is not kept anywhere', () => {
  const stored = new Map<string, StoredResponse>()
  const disk = {
    get: (key: string) => stored.get(key),
    put: (key: string, row: StoredResponse) => stored.set(key, row),
  }
  let world = 1
  const cache = createResponseCache({ maxBytes: 1e6, maxEntryBytes: 1e6, disk, worldVersion: () => world })
  const old = cache.keep('k', mounted, Buffer.from('old'), undefined, NOW_MS, world)
  cache.linkSpelling('/a', old)
  assert.equal(cache.bySpelling('/a', NOW_MS), old)
  world = 2
  // The store forgets its part itself.
  stored.clear()
  assert.equal(cache.bySpelling('/a', NOW_MS), undefined)
  assert.equal(cache.byKey('k', mounted, NOW_MS), undefined)
  assert.deepEqual([cache.entries(), cache.bytes()], [0, 0])
  assert.equal(cache.keep('k', mounted, Buffer.from('late'), undefined, NOW_MS, 1).body.toString(), 'late')
  assert.deepEqual([cache.entries(), stored.size], [0, 0])
  cache.keep('k', mounted, Buffer.from('new'), undefined, NOW_MS, 2)
  assert.equal(cache.byKey('k', mounted, NOW_MS)?.body.toString(), 'new')
})

test('only bodies of a minute and more go to disk, and no degraded or stale one', () => {
  const { cache, stored } = newCache()
  cache.keep('long', mounted, Buffer.from('a'), undefined, NOW_MS)
  cache.keep('short', short, Buffer.from('a'), undefined, NOW_MS)
  cache.keep('degraded', mounted, Buffer.from('a'), meta({ degraded: true }), NOW_MS)
  cache.keep('stale', mounted, Buffer.from('a'), meta({ stale: true }), NOW_MS)
  assert.deepEqual([...stored.keys()], ['long'])
})

test('a body on disk is found by another process, with its tag and the rest of its time', () => {
  const one = newCache()
  const kept = one.cache.keep('k', mounted, Buffer.from('a'), undefined, NOW_MS)
  const other = createResponseCache({
    maxBytes: 1e6,
    maxEntryBytes: 1e5,
    disk: { get: (k) => one.stored.get(k), put() {} },
  })
  const found = other.byKey('k', mounted, NOW_MS + TTL_MS - 1)
  assert.deepEqual([found?.body.toString(), found?.etag, found?.freshUntilMs], ['a', kept.etag, kept.freshUntilMs])
  assert.equal(other.counts.diskHits, 1)
  assert.equal(other.byKey('k', mounted, NOW_MS + TTL_MS), undefined)
})

test('a full memory takes in one in four of the bodies found on disk, and all of them are right', () => {
  const { cache, stored } = newCache(200_000)
  const bodyOf = (i: number) => Buffer.alloc(2_000, String.fromCharCode(97 + (i % 26)))
  for (let i = 0; i < 200; i++) cache.keep(`k${i}`, mounted, bodyOf(i), undefined, NOW_MS)
  assert.equal(stored.size, 200)
  const { diskHits, evicted } = { ...cache.counts }
  const cold = Array.from({ length: 80 }, (_, i) => i)
  for (const i of cold) assert.deepEqual(cache.byKey(`k${i}`, mounted, NOW_MS)?.body, bodyOf(i))
  assert.equal(cache.counts.diskHits - diskHits, 80)
  assert.equal(cache.counts.evicted - evicted, 20)
  // Asked for again and again, a body is soon in memory.
  for (let i = 0; i < 4; i++) cache.byKey('k100', mounted, NOW_MS)
  const { memoryHits } = cache.counts
  cache.byKey('k100', mounted, NOW_MS)
  assert.equal(cache.counts.memoryHits, memoryHits + 1)
})

test('a coded body that only the store has is read alone, until the time of the body it was made of', () => {
  const { cache, stored } = newCache()
  const kept = cache.keep('k', mounted, Buffer.from('a'), undefined, NOW_MS)
  cache.keepCoded(kept, 'gzip', Buffer.from('coded a'))
  const read: string[] = []
  const disk = memoryResponses(stored)
  const newOther = (maxBytes: number) =>
    createResponseCache({
      ...{ maxBytes, maxEntryBytes: 1e5 },
      disk: {
        ...disk,
        get(key, scratch) {
          read.push(key)
          return disk.get(key, scratch)
        },
      },
    })
  const full = newOther(0)
  const found = full.codedOnDisk('k', mounted, 'gzip', NOW_MS + TTL_MS - 1)
  assert.deepEqual([found?.body.toString(), found?.etag], ['coded a', codedTag(kept.etag, 'gzip')])
  assert.deepEqual(read, ['k\ngzip'])
  assert.equal(full.counts.diskHits, 1)
  assert.equal(full.codedOnDisk('k', mounted, 'gzip', NOW_MS + TTL_MS), undefined)
  assert.equal(full.codedOnDisk('k', mounted, 'zstd', NOW_MS), undefined)
  assert.equal(full.codedOnDisk('k', short, 'gzip', NOW_MS), undefined, 'a cache that is never on disk')
  const roomy = newOther(1e6)
  assert.equal(roomy.codedOnDisk('k', mounted, 'gzip', NOW_MS), undefined, 'there is room for the body')
  assert.equal(roomy.byKey('k', mounted, NOW_MS)?.body.toString(), 'a')
})

test('a server without memory for bodies answers each from disk, large ones whole', async (t) => {
  const route = intelRoute()
  const { send } = await startTestServer(t, [route], { tuning: { cacheBytes: 0 } })
  const replies = []
  for (const path of [INTEL_PATH, `${INTEL_PATH}?limit=2`, INTEL_PATH, `${INTEL_PATH}?limit=2`, INTEL_PATH])
    replies.push((await send(path)).json.limit)
  assert.deepEqual(replies, [20, 2, 20, 2, 20])
  assert.equal(route.calls(), 2)
})

/** No coding makes less than 40,000 bytes of it. */
function randomText(random: () => number): string {
  return Buffer.from(Array.from({ length: 40_000 }, () => Math.floor(random() * 256))).toString('base64')
}

const SLOW_WAYS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a body', {}],
  ['a coded body', { 'Accept-Encoding': 'gzip' }],
]
for (const [what, headers] of SLOW_WAYS)
  test(`a reader too slow for ${what} from disk gets that body, not the next one`, async (t) => {
    const texts = [1, 2].map((seed) => randomText(createRandom(seed)))
    const handle: Route['handle'] = async (_ctx, input) => {
      const { query } = input as unknown as { query: { limit: number } }
      return ok({ text: texts[query.limit - 1]! })
    }
    const { port, server } = await startTestServer(t, [intelRoute(undefined, { handle })], {
      tuning: { cacheBytes: 0 },
    })
    const ask = (limit: number, more = {}): Buffer =>
      requestText({ path: `${INTEL_PATH}?limit=${limit}`, headers: { ...headers, ...more } })
    const [wanted, other] = await Promise.all([1, 2].map((limit) => exchangeRaw(port, [ask(limit)])))
    const bodyOf = (answer: Buffer): Buffer => answer.subarray(answer.indexOf('\r\n\r\n') + 4)
    const body = bodyOf(wanted!)
    assert(body.length > 40_000 && body.length < 60_000, `${body.length} bytes`)
    assert.equal(wanted!.includes('Content-Encoding: gzip'), headers['Accept-Encoding'] === 'gzip')
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    socket.pause()
    const metrics = async () => (await fetch(`http://127.0.0.1:${server.internalPort}/metrics`)).text()
    // Until the system's buffers are full and an answer waits for its reader. A request that came before the last one was
    // read would meet that answer, and uWebSockets.js ends such a connection.
    let asked = 0
    let text = ''
    do {
      socket.write(ask(1, { Connection: 'keep-alive' }))
      asked++
      assert(asked < 2_000, 'the buffers never fill')
      const isRead = `mintglass_http_requests_total{route="GET /api/v2/tokens/{mint}/intel",status="200"} ${asked + 2}`
      do text = await metrics()
      while (!text.includes(`${isRead}\n`))
    } while (text.includes('mintglass_http_in_flight 0'))
    for (let i = 0; i < 10; i++) assert.deepEqual(bodyOf(await exchangeRaw(port, [ask(2)])), bodyOf(other!))
    const pieces: Buffer[] = []
    let bytes = 0
    socket.on('data', (piece) => {
      pieces.push(piece)
      bytes += piece.length
    })
    socket.resume()
    const isWhole = (): boolean => bytes > asked * body.length && bodiesIn(pieces, body.length).length === asked
    await until(isWhole, 'every answer arrives')
    for (const [i, one] of bodiesIn(pieces, body.length).entries())
      assert(one.equals(body), `answer ${i + 1} of ${asked}`)
  })

/** The bodies of whole answers, each of this length, that came on one connection. */
function bodiesIn(pieces: readonly Buffer[], bodyBytes: number): readonly Buffer[] {
  const bytes = Buffer.concat(pieces)
  const bodies: Buffer[] = []
  for (let at = 0; ; at += bodyBytes) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    at = headEnd + 4
    if (headEnd < 0 || at + bodyBytes > bytes.length) return bodies
    bodies.push(bytes.subarray(at, at + bodyBytes))
  }
}

test('keys stay short, and long ones stay apart', () => {
  const long = (tail: string) => cacheKey('p', `\n${'x'.repeat(3_000)}${tail}`)
  assert(long('a').length < 600)
  assert.notEqual(long('a'), long('b'))
  assert.equal(cacheKey('p', '\na'), 'p\na')
})

test('requests that mean the same share one body, whatever their spelling', async (t) => {
  const route = intelRoute()
  const { send } = await startTestServer(t, [route])
  const calls = async (query: string) => (await send(INTEL_PATH + query)).json.calls
  for (const query of [
    '',
    '?limit=20',
    '?limit=abc',
    '?sort=up&limit=20',
    '?sort=sideways',
    '?other=1',
    '?limit=%32%30',
  ])
    assert.equal(await calls(query), 1, query)
  assert.equal(await calls('?limit=21'), 2)
  assert.equal(await calls('?sort=down'), 3)
  assert.equal(route.calls(), 3)
})

test('a warm body is served to every key and costs each its own request', async (t) => {
  const route = intelRoute()
  const { send, addKey, usage } = await startTestServer(t, [route])
  addKey('mg_other')
  await send(INTEL_PATH)
  const { json, headers } = await send({ path: INTEL_PATH, headers: { 'X-API-Key': 'mg_other' } })
  assert.deepEqual([json.calls, headers.get('ratelimit-remaining')], [1, '9'])
  assert.deepEqual(
    usage.map(({ keyId }) => keyId),
    [1, 2],
  )
})

test('a body expires with its route, and earlier with its sources', async (t) => {
  const sources: (CacheMeta | undefined)[] = []
  const route = intelRoute(async (call) => ok({}, sources[call - 1]))
  const { send, clock } = await startTestServer(t, [route])
  const calls = async () => (await send(INTEL_PATH)).json.calls
  const at = (freshForMs: number, degraded = false): CacheMeta => ({
    builtAtMs: clock.nowMs(),
    freshUntilMs: clock.nowMs() + freshForMs,
    degraded,
    stale: false,
  })
  assert.equal(await calls(), 1)
  await clock.advance(TTL_MS - 1)
  assert.equal(await calls(), 1)
  await clock.advance(1)
  sources[1] = at(1_000)
  assert.equal(await calls(), 2)
  await clock.advance(999)
  assert.equal(await calls(), 2)
  await clock.advance(1)
  sources[2] = at(1e6, true)
  assert.equal(await calls(), 3)
  await clock.advance(DEGRADED_TTL_MS - 1)
  assert.equal(await calls(), 3)
  await clock.advance(1)
  assert.equal(await calls(), 4)
})

test('a failure is never kept', async (t) => {
  const route = intelRoute(async (call) => (call === 1 ? fail('upstream_failed', 'no') : ok({})))
  const { send } = await startTestServer(t, [route])
  assert.equal((await send(INTEL_PATH)).status, 502)
  assert.equal((await send(INTEL_PATH)).status, 200)
})

test('a restart is warm from disk and runs no handler', async (t) => {
  const first = await startTestServer(t, [intelRoute()])
  const before = await first.send(INTEL_PATH)
  const route = intelRoute()
  const second = await startTestServer(t, [route], {
    store: { responses: { get: (key) => first.disk.get(key), put() {} } },
  })
  const after = await second.send(INTEL_PATH)
  assert.deepEqual([after.text, after.headers.get('etag')], [before.text, before.headers.get('etag')])
  assert.equal(route.calls(), 0)
})

test('a crowd that asks for a cold body runs its handler once and is charged once', async (t) => {
  const { route, seen, release } = waitingRoute({ cache: 'tokenIntel' })
  const { send, usage } = await startTestServer(t, [route])
  const crowd = Array.from({ length: 50 }, () => send('/api/v2/wait'))
  await until(() => seen.started === 1, 'the handler starts')
  await new Promise((resolve) => setTimeout(resolve, 50))
  release()
  const answers = await Promise.all(crowd)
  assert(answers.every(({ status }) => status === 200))
  assert.equal(seen.started, 1)
  assert.equal(usage.length, 50)
})

test('nothing of the caller is in a kept body', async (t) => {
  const seen: unknown[] = []
  const route = intelRoute(undefined, {
    handle: async (_ctx, input) => {
      const { caller, request } = input as unknown as { caller: { kind: string }; request: { clientIp: string } }
      seen.push(caller.kind, request.clientIp)
      return ok({ mint: MINT, limit: 1, calls: 1 })
    },
  })
  const { send } = await startTestServer(t, [route])
  const { headers } = await send({ path: INTEL_PATH, headers: { 'X-Request-Id': 'first', Origin: 'https://a.b' } })
  assert.deepEqual(seen, ['public', ''])
  const again = await send({ path: INTEL_PATH, headers: { 'X-Request-Id': 'second', 'X-API-Key': TEST_KEY } })
  assert.equal(headers.get('x-request-id'), 'first')
  assert.equal(again.headers.get('x-request-id'), 'second')
})

test('a request in a new world neither gets a finished body of the old one nor joins its load', async (t) => {
  let world = 1
  const gates: (() => void)[] = []
  const route = intelRoute(async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return ok({})
  })
  const { send, disk } = await startTestServer(t, [route], { store: { worldVersion: () => world } })
  const started = (count: number) => until(() => gates.length === count, `load ${count}`)
  const inOldWorld = send(INTEL_PATH)
  await started(1)
  world = 2
  const inNewWorld = send(INTEL_PATH)
  await started(2)
  gates[1]!()
  assert.equal((await inNewWorld).json.calls, 2)
  gates[0]!()
  assert.equal((await inOldWorld).json.calls, 1, 'who asked before the change gets what was true then')
  assert.equal((await send(INTEL_PATH)).json.calls, 2, 'the late body of the old world is not kept')
  // The store forgets its part itself.
  disk.clear()
  world = 3
  const inNextWorld = send(INTEL_PATH)
  await started(3)
  gates[2]!()
  assert.equal((await inNextWorld).json.calls, 3)
})
