import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { test } from 'node:test'
import { makeLoopbackCertificate } from '../../../sandbox/webhook-sink/make-certificate.ts'
import { openWebhookSink } from '../../../sandbox/webhook-sink/webhook-sink.ts'
import { withWebhookSink } from '../../../sandbox/webhook-sink/with-webhook-sink.ts'
import { readConfig } from '../../../src/config/env.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { pointAtSandbox } from '../../../src/runtime/sandbox-link.ts'
import { tempDir } from '../../store/temp-store.ts'

type Answer = { status: number; text: string; headers: Record<string, unknown> }

function post(url: string, body: string, ca?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent: false, ...(ca === undefined ? {} : { ca }) }, (reply) => {
      let text = ''
      reply.on('data', (chunk) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode!, text, headers: reply.headers }))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

const NOT_OURS = { dropped: false, status: 404, headers: {}, body: '{}', truncatedTo: null } as const

test('the certificates hold for loopback, within their time, under their own authority', () => {
  const nowMs = Date.UTC(2026, 10, 22)
  const made = makeLoopbackCertificate(nowMs)
  const [ca, leaf] = [new X509Certificate(made.ca), new X509Certificate(made.cert)]
  assert(ca.ca && !leaf.ca)
  assert(leaf.verify(ca.publicKey) && leaf.checkIssued(ca) && ca.verify(ca.publicKey))
  assert(leaf.checkHost('localhost') !== undefined && leaf.checkHost('example.com') === undefined)
  assert(leaf.checkIP('127.0.0.1') !== undefined && leaf.checkIP('127.0.0.2') === undefined)
  assert(Date.parse(leaf.validFrom) < nowMs && Date.parse(leaf.validTo) > nowMs + 60 * 86_400_000)
  assert.notEqual(makeLoopbackCertificate(nowMs).ca, made.ca, 'of this process alone')
})

test('the sink keeps what it gets, answers as instructed, and admits only callers with its secret', async (t) => {
  const folder = tempDir(t)
  const sink = await openWebhookSink({ host: '127.0.0.1', port: 0, folder, clock: systemClock() })
  const ca = readFileSync(sink.caFile, 'utf8')
  assert.equal((await post(sink.url, '{"a":1}', ca)).status, 200)
  await assert.rejects(post(sink.url, '{}'), /certificate|verify/)
  const [kept] = sink.posts()
  assert.deepEqual([sink.count(), kept!.body, kept!.path, kept!.method], [1, '{"a":1}', '/hook', 'POST'])

  const control = withWebhookSink(
    async () => NOT_OURS,
    () => sink,
  )
  const command = async (method: string, path: string, body = '') => {
    const query = new URLSearchParams()
    const answer = await control({ method, path, query, headers: {}, body: Buffer.from(body) })
    assert(!answer.dropped)
    return { status: answer.status, json: JSON.parse(String(answer.body)) }
  }
  assert.equal((await command('GET', '/webhooks')).json.count, 1)
  const told = { status: 307, delayMs: 5, location: 'https://example.com/', stops: true }
  assert.deepEqual((await command('POST', '/webhooks/behave', JSON.stringify(told))).json, told)
  const moved = await post(sink.url, '{}', ca)
  assert.deepEqual(
    [moved.status, moved.headers['location'], moved.headers['x-webhook-retry']],
    [307, told.location, 'stop'],
  )
  for (const wrong of [
    '[]',
    '{',
    '{"status":99}',
    '{"delayMs":-1}',
    '{"location":5}',
    '{"location":"a b"}',
    '{"stops":1}',
  ])
    assert.equal((await command('POST', '/webhooks/behave', wrong)).status, 400, wrong)
  assert.equal((await command('POST', '/webhooks/behave')).json.status, 200)
  assert.equal((await post(sink.url, 'x'.repeat(1_100_000), ca).catch(() => ({ status: 413 }))).status, 413)
  assert.equal((await command('DELETE', '/webhooks')).json.count, 0)
  assert.equal((await command('GET', '/webhooks')).json.posts.length, 0)
  assert.equal((await command('GET', '/nothing')).status, 404)
  sink.close()
  assert(!existsSync(sink.caFile))
})

test('another port is taken when the wanted one is not free', async (t) => {
  const parts = { host: '127.0.0.1', folder: tempDir(t), clock: systemClock() }
  const first = await openWebhookSink({ ...parts, port: 0 })
  t.after(() => first.close())
  const second = await openWebhookSink({ ...parts, port: Number(new URL(first.url).port) })
  t.after(() => second.close())
  assert.notEqual(second.url, first.url)
  assert.notEqual(second.caFile, first.caFile)
})

test('after a kill the sink listens where webhooks know it, though another port is wanted', async (t) => {
  const parts = { host: '127.0.0.1', folder: tempDir(t), clock: systemClock() }
  const first = await openWebhookSink({ ...parts, port: 0 })
  const ca = readFileSync(first.caFile)
  first.close()
  assert(!existsSync(first.caFile))
  writeFileSync(first.caFile, ca) // a kill leaves it
  const second = await openWebhookSink({ ...parts, port: 0 })
  t.after(() => second.close())
  assert.equal(second.url, first.url)
  assert.equal((await post(second.url, 'x', readFileSync(second.caFile, 'utf8'))).status, 200)
})

test('a server of this world may post to its sink and to what the operator named, and to nothing else', () => {
  const config = { ...readConfig({ WEBHOOK_TEST_TARGETS: '127.0.0.1:9443' }) }
  const urls = { rpc: 'http://127.0.0.1:1', webhookSink: 'https://127.0.0.1:5/hook', webhookSinkCa: '/a/ca.pem' }
  const { webhooks } = pointAtSandbox(config, urls)
  assert.deepEqual([webhooks.testTargets, webhooks.testCaFile], [['127.0.0.1:9443', '127.0.0.1:5'], '/a/ca.pem'])
  const named = { ...config, webhooks: { ...config.webhooks, testCaFile: '/own.pem' } }
  assert.equal(pointAtSandbox(named, urls).webhooks.testCaFile, '/own.pem')
  assert.deepEqual(pointAtSandbox(config, { rpc: urls.rpc }).webhooks, config.webhooks)
})
