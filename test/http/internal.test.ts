import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { startInternalServer } from '../../src/http/internal.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'

test('metrics are for who asks for this machine by its own name, not for a page whose name points here', async (t) => {
  const options = { port: 0, metrics: createMetrics(), isReady: () => true, publicHost: 'mint.example:8443' }
  const server = await startInternalServer(options)
  t.after(() => server.close())
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port: server.port, path: '/metrics', headers: { host } }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      }).on('error', reject)
    })
  for (const host of [
    '127.0.0.1',
    `127.0.0.1:${server.port}`,
    'localhost:9464',
    '[::1]:9464',
    'LOCALHOST',
    'mint.example',
    'Mint.Example:9464',
  ])
    assert.equal(await statusFor(host), 200, host)
  for (const host of [
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil',
    '10.0.0.1',
    'xmint.example',
  ])
    assert.equal(await statusFor(host), 421, host)
})
