import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RELAY_LIMITS, UPSTREAM_TUNING } from '../../../src/config/upstream-limits.ts'
import type { Tier } from '../../../src/contract/api-key.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { until } from '../../support/until.ts'
import { usedSandbox } from '../../support/used-sandbox.ts'

const PATH = '/api/v2/rpc'
const WALLET = 'So11111111111111111111111111111111111111112'
const DELAY_MS = 6_000

let sandbox: StartedSandbox
let server: OpenServer

before(async () => {
  sandbox = await usedSandbox('faults')
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await sandbox?.control('DELETE', '/faults')
  await server?.stop()
  await sandbox?.stop()
})

function addKey(tier: Tier, name: string): string {
  const key = `mg_test_${name}`
  server.ctx.store.apiKeys.addVolatile(key, { label: name, tier, limitPer10s: 1_000 })
  return key
}

async function gauge(name: string): Promise<number> {
  const line = new RegExp(`^mintglass_upstream_${name}\\{provider="solanaRpc relay"\\} (\\d+)$`, 'm')
  return Number(line.exec(await server.ctx.metrics.expose())?.[1] ?? 0)
}

test('free keys whose relayed calls take long never hold every place of the relay', async () => {
  await sandbox.control('POST', '/faults', {
    provider: 'rpc',
    match: 'getTokenAccountsByOwner',
    kind: 'delay',
    delayMs: DELAY_MS,
  })
  const slow = { jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params: [WALLET, { programId: WALLET }] }
  let ended = 0
  const keys = ['free-1', 'free-2', 'free-3'].map((name) => addKey('free', name))
  const crowd = keys.flatMap((key) =>
    Array.from({ length: 8 }, () => server.post(PATH, slow, { key }).then(() => ended++)),
  )
  await until(async () => (await gauge('in_flight')) + (await gauge('queued')) >= crowd.length, 'all are there')
  const held = await gauge('in_flight')
  const quick = { jsonrpc: '2.0', id: 1, method: 'getSlot' }
  const paid = await server.post(PATH, quick, { key: addKey('data', 'paid') })
  assert.equal(paid.status, 200, paid.text)
  assert.deepEqual([ended, held], [0, RELAY_LIMITS.maxConcurrent * UPSTREAM_TUNING.freePlaces])
  await sandbox.control('DELETE', '/faults')
  await Promise.all(crowd)
})
