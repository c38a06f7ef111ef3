// second run: waits for a server to follow a chain of short slots

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { readTruth } from '../support/true-tokens.ts'
import { until } from '../support/until.ts'
import { untilServing } from '../support/until-serving.ts'

/** A chain whose slots last 200 ms (SIMD-0525): what the service says of time is measured, never counted in slots of
 *  400 ms. */

const SLOT_MS = 200
let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  sandbox = await startSandbox({ SANDBOX_SLOT_MS: String(SLOT_MS) })
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! }, { follows: true })
  await untilServing(server)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const isNear = (value: number, expected: number) => value > expected * 0.6 && value < expected * 1.6

test('the time of a slot is measured, and how long after the launch a sniper bought follows from it', async () => {
  const sniped = (await readTruth(sandbox)).tokens.filter(({ snipers }) => snipers.length > 0).slice(0, 2)
  let measured = 0
  for (const { mint } of sniped) {
    const { status, json } = await server.get(`/api/v2/tokens/${mint}/snipers`)
    assert.equal(status, 200, JSON.stringify(json))
    assert(isNear(json.slotMs, SLOT_MS), `${json.slotMs}`)
    for (const { slotsAfterLaunch, afterMs } of json.snipers) {
      assert.equal(afterMs, Math.round(slotsAfterLaunch * json.slotMs))
      measured++
    }
  }
  assert(measured > 0, 'a sniper was measured')
})

test('the tape follows slots of 200 ms with none lost, and stays at the head', async () => {
  for (let round = 0; round < 3; round++) {
    await sandbox.control('POST', '/agents/step', { count: 10 })
    await new Promise((resolve) => setTimeout(resolve, 5 * SLOT_MS))
  }
  const { confirmedSlot } = await sandbox.control<{ confirmedSlot: number }>('GET', '/state')
  const chain = async () => (await server.get('/api/v2/stream/chains', { key: null })).json.chains[0]
  await until(async () => (await chain()).coverage.toBlock >= confirmedSlot, `slot ${confirmedSlot} is on the tape`)
  await untilServing(server)
  assert.deepEqual((await chain()).lost, [])
})
