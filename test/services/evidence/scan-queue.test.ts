import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import Type from 'typebox'
import { TOKEN_SCANS } from '../../../src/config/token-scans.ts'
import type { Context } from '../../../src/context.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { MintParams } from '../../../src/contract/params.ts'
import { defineRoute } from '../../../src/routes/define-route.ts'
import { createGate } from '../../../src/runtime/gate.ts'
import { inScanQueue } from '../../../src/services/evidence/scan-queue.ts'
import { type Reply, startTestServer } from '../../support/http-test-server.ts'
import { addressOf } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'

type Parts = Pick<Context, 'scans' | 'store'>

/** Places for `maxRunning`, a queue for `maxWaiting`, and tokens that were read just now. */
function placesFor(maxRunning: number, maxWaiting: number, atHand: readonly string[] = []): Parts {
  const peek = (_cache: string, mint: string) => (atHand.includes(mint) ? {} : undefined)
  return { scans: createGate({ maxRunning, maxWaiting }), store: { peek } as unknown as Context['store'] }
}

/** A gathering that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { began: false }
  const gather = async () => {
    state.began = true
    await promise
    return ok('read')
  }
  return { state, gather, end: resolve }
}
/** In a list of one what is there already, nothing of what is still due. */
async function settledNow<T>(promise: Promise<T>): Promise<T[]> {
  await new Promise((resolve) => setTimeout(resolve, 1))
  return Promise.race([promise.then((value) => [value]), nextTurn().then(() => [])])
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a token waits until one of those before it is through, and is then gathered', async () => {
  const ctx = placesFor(1, 5)
  const [first, second] = [held(), held()]
  const both = [inScanQueue(ctx, 'a', undefined, first.gather), inScanQueue(ctx, 'b', undefined, second.gather)]
  await nextTurn()
  assert.deepEqual([first.state.began, second.state.began], [true, false])
  first.end()
  await both[0]
  await nextTurn()
  assert.equal(second.state.began, true)
  second.end()
  assert.deepEqual(await Promise.all(both), [ok('read'), ok('read')])
  assert.deepEqual([ctx.scans.running, ctx.scans.waiting], [0, 0])
})

test('a token that was read just now needs no turn', async () => {
  const ctx = placesFor(1, 0, ['warm'])
  const cold = held()
  const first = inScanQueue(ctx, 'cold', undefined, cold.gather)
  assert.deepEqual(await inScanQueue(ctx, 'warm', undefined, async () => ok('kept')), ok('kept'))
  cold.end()
  await first
})

test('when too many wait the next one is refused at once', async () => {
  const ctx = placesFor(1, 0)
  const cold = held()
  const first = inScanQueue(ctx, 'a', undefined, cold.gather)
  const refused = await inScanQueue(ctx, 'b', undefined, async () => assert.fail('gathered without a place'))
  assert(!refused.ok && refused.code === 'too_busy')
  assert.equal(refused.retryAfterSec, 5)
  cold.end()
  await first
})

test('a caller who leaves before its turn is cancelled, and takes no place', async () => {
  const ctx = placesFor(1, 5)
  const cold = held()
  const first = inScanQueue(ctx, 'a', undefined, cold.gather)
  const leaving = new AbortController()
  const second = inScanQueue(ctx, 'b', leaving.signal, async () => assert.fail('gathered for nobody'))
  leaving.abort()
  const left = await second
  assert(!left.ok && left.code === 'cancelled')
  assert.equal(ctx.scans.waiting, 0)
  cold.end()
  await first
  assert.equal(ctx.scans.running, 0)
})

test('a gathering that throws gives its place back', async () => {
  const ctx = placesFor(1, 0)
  await assert.rejects(
    inScanQueue(ctx, 'a', undefined, async () => {
      throw new Error('a fault of ours')
    }),
    /a fault of ours/,
  )
  assert.equal(ctx.scans.running, 0)
})

test('a caller whose turn does not come in time is asked to come again, and takes no place', async () => {
  const ctx = placesFor(1, 5)
  const cold = held()
  const first = inScanQueue(ctx, 'a', undefined, cold.gather)
  // Deadlines do not keep a process alive on their own.
  const alive = setInterval(() => {}, 1_000)
  const late = await inScanQueue(ctx, 'b', undefined, async () => assert.fail('gathered too late'), 5)
  clearInterval(alive)
  assert(!late.ok && late.code === 'too_busy')
  assert.equal(ctx.scans.waiting, 0)
  cold.end()
  await first
})

/** A route whose scans end when the test says so, with a free and a paid key. */
async function startScanServer(t: TestContext) {
  const scans = new Map<string, ReturnType<typeof held>>()
  t.after(() => {
    for (const scan of scans.values()) scan.end()
  })
  const server = await startTestServer(
    t,
    [
      defineRoute({
        method: 'GET',
        path: '/api/v2/scan/{mint}',
        auth: 'apiKey',
        needs: [],
        cache: 'deepScan',
        summary: 'A scan that ends when the test says so.',
        params: MintParams,
        reply: Type.Object({ read: Type.Boolean() }),
        handle: (ctx, { params: { mint }, request: { signal } }) => {
          const scan = held()
          scans.set(mint, scan)
          return inScanQueue(ctx, mint, signal, async () =>
            (await scan.gather()).ok ? ok({ read: true }) : fail('internal', ''),
          )
        },
      }),
    ],
    { parts: { scans: createGate(TOKEN_SCANS) }, store: { peek: () => undefined } },
  )
  server.addKey('mg_free', { tier: 'free', limitPer10s: 1_000 })
  server.addKey('rt_paid', { tier: 'builder', limitPer10s: 1_000 })
  const begun = (asked: readonly { mint: string }[]) => asked.filter(({ mint }) => scans.get(mint)?.state.began)
  return { server, scans, begun }
}

test('a free key scans one token at a time with four waiting, and a paid key goes before it', async (t) => {
  const { server, scans, begun } = await startScanServer(t)
  const replies: Reply[] = []
  const ask = (key: string, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const mint = addressOf(`${key}${i}`)
      const reply = server.send({ path: `/api/v2/scan/${mint}`, headers: { 'X-API-Key': key } })
      reply.then((one) => void replies.push(one), assert.fail)
      return { mint, reply }
    })
  const { scans: gate } = server.ctx

  const free = ask('mg_free', 8)
  await until(() => replies.length === 3, 'three are refused')
  assert.deepEqual(
    replies.map(({ status, headers, json }) => [status, headers.get('retry-after'), json.error]),
    Array(3).fill([429, '5', 'too many tokens are being scanned']),
  )
  assert.deepEqual([gate.running, gate.waiting], [1, 4])
  assert.equal(begun(free).length, 1)

  const paid = ask('rt_paid', 7)
  await until(() => gate.running === 6 && gate.waiting === 6, 'as many as that')
  assert.deepEqual([begun(free).length, begun(paid).length], [1, 5])
  // The places that fall free go to the paid key, although the free one has waited longer.
  scans.get(begun(free)[0]!.mint)!.end()
  await until(() => begun(paid).length === 6, 'as many as that')
  scans.get(begun(paid)[0]!.mint)!.end()
  await until(() => begun(paid).length === 7, 'as many as that')
  assert.equal(begun(free).length, 1)
  for (const { mint } of paid) scans.get(mint)!.end()
  await until(() => begun(free).length === 2, 'as many as that')
  for (let i = 2; i <= 5; i++) {
    await until(() => begun(free).length === i, 'as many as that')
    for (const { mint } of begun(free)) scans.get(mint)!.end()
  }
  const statuses = (await Promise.all([...free, ...paid].map(({ reply }) => reply))).map(({ status }) => status)
  assert.deepEqual([statuses.filter((status) => status === 200).length, gate.running, gate.waiting], [12, 0, 0])
})

test('a paid key does not wait for the turn of a free one that asked for the same token before', async (t) => {
  const { server, scans, begun } = await startScanServer(t)
  const path = (name: string) => `/api/v2/scan/${addressOf(name)}`
  const ask = (key: string, name: string) => server.send({ path: path(name), headers: { 'X-API-Key': key } })
  const free = [ask('mg_free', 'first')]
  await until(() => server.ctx.scans.running === 1, 'the free key scans')
  free.push(ask('mg_free', 'second'))
  await until(() => server.ctx.scans.waiting === 1, 'its next scan waits')
  const waiting = scans.get(addressOf('second'))!
  const paid = ask('rt_paid', 'second')
  await until(() => server.ctx.scans.running === 2, 'the paid key scans')
  assert.equal(waiting.state.began, false)
  scans.get(addressOf('second'))!.end()
  assert.equal((await paid).status, 200)
  assert.equal(begun([{ mint: addressOf('first') }]).length, 1)
  scans.get(addressOf('first'))!.end()
  waiting.end()
  assert.deepEqual(
    (await Promise.all(free)).map(({ status }) => status),
    [200, 200],
  )
})

test('free keys leave places, however many they are', async () => {
  const gate = createGate(TOKEN_SCANS)
  const never = new AbortController().signal
  const enter = (party: string, isSecond: boolean) => settledNow(gate.enter(never, party, isSecond))
  for (let i = 0; i < 60; i++) for (let n = 0; n < 6; n++) await enter(`free ${i}`, true)
  assert.deepEqual([gate.running, gate.waiting], [4, 192])
  for (let n = 0; n < 60; n++) await enter('paid', false)
  assert.deepEqual([gate.running, gate.waiting], [6, 250])
})
