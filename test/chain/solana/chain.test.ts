import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSolanaChain } from '../../../src/chain/solana/chain.ts'
import { PROVIDERS } from '../../../src/config/providers.ts'
import { RELAY_LIMITS } from '../../../src/config/upstream-limits.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createOrigins } from '../../../src/runtime/origins.ts'
import { runInScope } from '../../../src/runtime/request-scope.ts'
import { sendJson, startLocalServer } from '../../support/local-server.ts'
import { keptLog } from '../../support/test-client.ts'

test('calls that callers wrote, however slow, leave room for our own', async (t) => {
  let relayedNow = 0
  const node = await startLocalServer(({ body }, response) => {
    if (body.includes('slowOne')) relayedNow++
    else sendJson(response, { jsonrpc: '2.0', id: JSON.parse(body).id, result: 7 })
  })
  const clock = systemClock()
  const origins = createOrigins({ clock })
  t.after(async () => {
    await origins.close()
    await node.close()
  })
  const { rpc } = createSolanaChain({
    config: { providers: { solanaRpc: { url: node.url, apiKey: null } } },
    clock,
    log: keptLog().log,
    metrics: createMetrics(),
    origins,
  })
  assert(rpc !== null)
  const gone = new AbortController()
  const relays = Array.from({ length: PROVIDERS.solanaRpc.limits.maxConcurrent + 1 }, (_, i) =>
    runInScope(
      { requestId: 'r', route: '/x', keyId: i % 4, party: `key:${i % 4}`, upstreamCalls: 0, upstreamCostUsd: 0 },
      () => rpc.relay(Buffer.from('{"id":1,"method":"slowOne"}'), { maxBytes: 1_000, signal: gone.signal }),
    ),
  )
  while (relayedNow < RELAY_LIMITS.maxConcurrent) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await rpc.call('getSlot', []), { ok: true, value: 7 })
  assert.equal(relayedNow, RELAY_LIMITS.maxConcurrent)
  gone.abort()
  for (const outcome of await Promise.all(relays)) assert.equal(outcome.ok ? '' : outcome.code, 'cancelled')
})
