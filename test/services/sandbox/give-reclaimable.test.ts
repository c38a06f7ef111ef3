// second run: waits for a second of agents at work in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SANDBOX_USERS } from '../../../src/config/sandbox-keys.ts'
import { addParts } from '../../../src/create-parts.ts'
import { giveReclaimable } from '../../../src/services/sandbox/give-reclaimable.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { askNode } from '../../support/read-chain.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'
import { until } from '../../support/until.ts'

let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  sandbox = await startSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function transactionsOf(address: string): Promise<number> {
  return (await askNode(sandbox.urls['rpc']!, 'getSignaturesForAddress', [address, { commitment: 'confirmed' }])).length
}

test('the published users of that kind find something to take back, once, and a wallet that was used is left alone', async () => {
  const { json } = await server.get('/api/sandbox', { key: null })
  const users = new Map<string, string>(json.userRefs.map((one: { userRef: string }) => Object.values(one)))
  const refs: readonly string[] = SANDBOX_USERS.reclaimRefs
  // What was done is confirmed when its slot and the next have passed.
  const confirm = () => sandbox.control('POST', '/slots/step', { count: 3 })
  await until(async () => {
    const given = await giveReclaimable(server.ctx)
    assert(given.ok)
    await confirm()
    return (await transactionsOf(users.get('rosa')!)) > 1
  }, 'rosa has something to take back')
  for (const [userRef, address] of users) {
    const found = await transactionsOf(address)
    if (refs.includes(userRef)) assert(found > 5, `${userRef}: ${found}`)
    else assert(found <= 1, `${userRef}: ${found}`)
  }
  const before = await transactionsOf(users.get('rosa')!)
  assert((await giveReclaimable(addParts(server.ctx).ctx)).ok)
  await confirm()
  assert.equal(await transactionsOf(users.get('rosa')!), before)
  const key = json.keys.trade
  const scan = await server.get('/v1/refund/scan', {
    key: null,
    headers: { Authorization: `Bearer ${key}`, 'X-User-Ref': 'rosa' },
  })
  assert.equal(scan.status, 200, scan.text)
  assert(scan.json.total_lamports > 1_000_000_000)
})
