import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import Type from 'typebox'
import { RELAY, UPSTREAM_TUNING } from '../../src/config/upstream-limits.ts'
import type { Outcome } from '../../src/contract/outcome.ts'
import type { PieceSource, Relayed } from '../../src/contract/streamed.ts'
import { runInScope } from '../../src/runtime/request-scope.ts'
import { type LocalServer, type Seen, sendJson, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function serve(answer: (request: Seen, response: ServerResponse) => void): Promise<LocalServer> {
  const server = await startLocalServer(answer)
  servers.push(server)
  return server
}

const call = { schema: Type.Object({ value: Type.Number() }), timeoutMs: 20_000 }

/** What a request of this key asks of its provider. */
const asKey = <T>(party: string, isFree: boolean, work: () => T): T =>
  runInScope({ requestId: party, route: '/x', keyId: 1, party, isFree, upstreamCalls: 0, upstreamCostUsd: 0 }, work)

test('free keys leave places and queue to those who pay, who go before them', async () => {
  const held: [string, ServerResponse][] = []
  const server = await serve(({ url }, response) => void held.push([url, response]))
  const reached = async (count: number) => {
    for (let i = 0; held.length < count; i++) {
      assert(i < 200, `${held.length} of ${count}: ${held.map(([url]) => url)}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const { client } = testClient(server.url, { maxConnections: 4, maxQueue: 10 })
  const ask = (party: string, isFree: boolean) =>
    asKey(party, isFree, () => client.getJson({ ...call, path: `/${party}` }))
  const crowd = Array.from({ length: 40 }, (_, at) => ask(`free-${at % 4}`, true))
  // 3 of 4 places, and 8 of the 10 that wait.
  const settled = await Promise.all(crowd.map(settledNow))
  assert.equal(settled.filter((code) => code === 'too_busy').length, 29)
  const paid = [ask('paid-1', false), ask('paid-2', false)]
  await reached(4)
  assert.equal(held[3]![0], '/paid-1')
  // The next free place is for the one who pays, and not for the eight before.
  sendJson(held[0]![1], { value: 1 })
  await reached(5)
  assert.equal(held[4]![0], '/paid-2')
  for (let at = 1; at < 13; at++) {
    await reached(at + 1)
    sendJson(held[at]![1], { value: 1 })
  }
  assert((await Promise.all(paid)).every(({ ok }) => ok))
  assert.equal((await Promise.all(crowd)).filter(({ ok }) => ok).length, 11)
})

test('free calls that wait for a place and those that wait for the rate leave a part of the queue together', async () => {
  const server = await serve(() => {})
  const { client } = testClient(server.url, { maxConnections: 1, maxQueue: 10 })
  const gone = new AbortController()
  const ask = (party: string, isFree: boolean) =>
    asKey(party, isFree, () => client.getJson({ ...call, signal: gone.signal }))
  const crowd = Array.from({ length: 9 }, (_, at) => settledNow(ask(`free-${at % 4}`, true)))
  assert((await Promise.all(crowd)).every((code) => code === 'waits'))
  client.rest(10_000)
  const more = Array.from({ length: 4 }, (_, at) => settledNow(ask(`free-${at % 4}`, true)))
  assert((await Promise.all(more)).every((code) => code === 'too_busy'))
  assert.equal(await settledNow(ask('paid', false)), 'waits')
  gone.abort()
})

async function settledNow(outcome: Promise<{ readonly ok: boolean; readonly code?: string }>): Promise<string> {
  const later = new Promise<'waits'>((resolve) => setTimeout(resolve, 100, 'waits'))
  const first = await Promise.race([outcome, later])
  return first === 'waits' ? first : (first.code ?? 'ok')
}

test('long relayed answers: one key has its part, all free keys theirs, and who pays is served beside them', async () => {
  const server = await serve((_, response) => void response.writeHead(200).write(Buffer.alloc(RELAY.firstBytes + 1)))
  const { client } = testClient(server.url, { maxConnections: 128 })
  const wire = { body: Buffer.from('{}'), contentType: 'text/plain', idempotent: true, maxBytes: 8 * 1024 ** 2 }
  const begin = (party: string, isFree: boolean) =>
    asKey(party, isFree, () => client.postRelay({ ...wire, timeoutMs: 20_000 }))
  const opened: PieceSource[] = []
  const count = async (asked: Promise<Outcome<Relayed>>[]): Promise<number> => {
    const begun = (await Promise.all(asked)).flatMap((one) => (one.ok && one.value.rest ? [one.value.rest] : []))
    opened.push(...begun)
    return begun.length
  }
  const of = (length: number, party: (at: number) => string, isFree: boolean) =>
    count(Array.from({ length }, (_, at) => begin(party(at), isFree)))
  assert.equal(await of(9, () => 'free-0', true), RELAY.longAtOnceOfOne)
  await of(20, (at) => `free-${1 + at}`, true)
  assert.equal(opened.length, RELAY.longAtOnce * UPSTREAM_TUNING.freePlaces)
  assert.equal(await of(1, () => 'paid', false), 1)
  for (const rest of opened) rest.drop()
})
