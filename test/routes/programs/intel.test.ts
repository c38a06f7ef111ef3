import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SYSTEM = '11111111111111111111111111111111'
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'

let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const success = successOf('GET /api/v2/programs/{program}/intel')
const ask = async (program: string) => success(await server.get(`/api/v2/programs/${program}/intel`))

test('a program of the chain is one, and what no source says is null with the reason', async () => {
  const intel = await ask(TOKEN_PROGRAM)
  const { value } = await askNode(sandbox.urls['rpc']!, 'getAccountInfo', [TOKEN_PROGRAM, { encoding: 'base64' }])
  assert.deepEqual([intel.isProgram, value.executable], [true, true])
  if (value.owner !== UPGRADEABLE_LOADER) assert.deepEqual([intel.lastDeploySlot, intel.knownRisks], [null, []])
  assert.deepEqual([intel.verifiedBuild, intel.calls24h], [null, null])
  assert(intel.missing.some((sentence: string) => sentence.startsWith('verifiedBuild')))
})

test('a wallet and an address without an account are no programs; what is no address is 400', async () => {
  const { json } = await server.get('/api/v2/launches/recent?limit=1')
  const [launch] = json.launches ?? []
  for (const address of ['So11111111111111111111111111111111111111112', launch?.mint].filter(Boolean)) {
    const intel = await ask(address)
    assert.deepEqual([intel.isProgram, intel.category, intel.upgradeable, intel.tvlUSD], [false, null, null, null])
  }
  assertFails(await server.get('/api/v2/programs/xyz/intel'), 400, 'invalid program')
  assertFails(await server.get(`/api/v2/programs/${'z'.repeat(44)}/intel`), 400, 'invalid program')
})

test('a program of the runtime cannot be replaced', async () => {
  const intel = await ask(SYSTEM)
  assert.deepEqual([intel.isProgram, intel.upgradeAuthority, intel.knownRisks], [true, null, []])
})
