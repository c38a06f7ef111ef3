import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'

let server: OpenServer

before(async () => {
  server = await openServer({ MINTGLASS_MODE: 'live' })
})
after(() => server?.stop())

test('both addresses say the same to anyone: up, which version, what time', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  for (const path of ['/health', '/api/v2/health']) {
    const startMs = server.clock.nowMs()
    const body = successOf(`GET ${path}`)(await server.get(path, { key: null }))
    assert.deepEqual([body.ok, body.version], [true, version])
    assert(body.ts >= startMs && body.ts <= server.clock.nowMs())
  }
})

test('it is never cached, so that it always shows the current state', async () => {
  const first = (await server.get('/health')).json.ts
  server.clock.push(5)
  assert((await server.get('/health')).json.ts >= first + 5)
})
