import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UPSTREAM_TUNING } from '../../src/config/upstream-limits.ts'
import { createOrigins } from '../../src/runtime/origins.ts'
import { fakeClock } from '../support/fake-clock.ts'

test('providers at one address share its connections', async () => {
  const origins = createOrigins({ clock: fakeClock() })
  assert.equal(origins.get('http://127.0.0.1:9', 'a').dispatcher, origins.get('http://127.0.0.1:9', 'b').dispatcher)
  assert.notEqual(origins.get('http://127.0.0.1:9', 'a').dispatcher, origins.get('http://127.0.0.1:8', 'a').dispatcher)
  await origins.close()
})

test('a provider that is down does not take its neighbours at the same address with it', async () => {
  const origins = createOrigins({ clock: fakeClock() })
  const { breaker } = origins.get('http://127.0.0.1:9', 'a')
  assert.equal(origins.get('http://127.0.0.1:9', 'a').breaker, breaker)
  for (let failures = 0; failures < UPSTREAM_TUNING.breakerFailures; failures++) breaker.enter()!.failed()
  assert.equal(breaker.state, 'open')
  assert.equal(origins.get('http://127.0.0.1:9', 'b').breaker.state, 'closed')
  await origins.close()
})
