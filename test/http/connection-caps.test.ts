import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONNECTIONS } from '../../src/config/connections.ts'
import { createConnectionCaps } from '../../src/http/connection-caps.ts'

test('one look that fails ends the cap of an address only until the next that succeeds', () => {
  let nowMs = 0
  let peers: ReadonlyMap<string, number> | null = null
  const caps = createConnectionCaps({
    bounds: { total: 100, ofOneAddress: 3 } as Parameters<typeof createConnectionCaps>[0]['bounds'],
    bucketOf: (peer) => peer,
    countPeers: () => peers,
    nowMs: () => nowMs,
    onRefused() {},
  })
  for (let i = 0; i < 3; i++) assert.equal(caps.admit('a'), null)
  // Whose it was is not known, and the system does not say.
  caps.ended()
  for (let i = 0; i < 3; i++) assert.equal(caps.admit('a'), null, 'nobody is refused on a count that may be wrong')
  peers = new Map([['a', 6]])
  assert.equal(caps.admit('a'), null, 'not asked again yet')
  nowMs += CONNECTIONS.lookAgainMs
  peers = new Map([['a', 7]])
  assert.equal(caps.admit('a'), 'address')
  nowMs += CONNECTIONS.lookEveryMs
  caps.ended()
  peers = new Map([['a', 3]])
  assert.equal(caps.admit('a'), null, 'two of them stand')
  assert.equal(caps.admit('a'), 'address')
})
