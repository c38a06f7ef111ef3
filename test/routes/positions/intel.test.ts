import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PositionRow } from '../../../src/contract/wallet-positions.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** One position by its address says what the list of its wallet says. */

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

const success = successOf('GET /api/v2/positions/{address}/intel')
const ask = async (address: string) => success(await server.get(`/api/v2/positions/${address}/intel`))

const POOLS = [
  ['orca', 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 653],
  ['raydium_clmm', 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 1_544],
  ['meteora_damm_v2', 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 1_112],
  ['meteora_dlmm', 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 904],
] as const

/** Who made the first pool of a program: it has a position in it. */
async function makerOf(program: string, bytes: number): Promise<string> {
  const url = sandbox.urls['rpc']!
  const options = { encoding: 'base64', filters: [{ dataSize: bytes }], dataSlice: { offset: 0, length: 0 } }
  const [pool] = await askNode(url, 'getProgramAccounts', [program, options])
  const signatures = await askNode(url, 'getSignaturesForAddress', [pool.pubkey, { limit: 1_000 }])
  const config = { encoding: 'json', maxSupportedTransactionVersion: 1 }
  const first = await askNode(url, 'getTransaction', [signatures.at(-1).signature, config])
  return first.transaction.message.accountKeys[0]
}

test('by its account and by its NFT, a position is what its wallet’s list says', async () => {
  for (const [protocol, program, bytes] of POOLS) {
    const wallet = await makerOf(program, bytes)
    const list = await server.get(`/api/v2/wallets/${wallet}/defi-positions`)
    const row = list.json.positions.find((one: PositionRow) => one.protocol === protocol) as PositionRow | undefined
    assert(row !== undefined, protocol)
    for (const address of [row.address, row.mint].filter((one) => one !== null)) {
      const intel = await ask(address)
      assert.deepEqual(
        [intel.kind, intel.protocol, intel.owner, intel.account, intel.pool, intel.mint],
        [row.kind, protocol, wallet, row.address, row.pool, row.mint],
      )
      // A swap between the two answers moves both sides.
      assert.deepEqual(
        intel.tokens.map(({ mint }: { mint: string }) => mint),
        row.tokens.map(({ mint }) => mint),
      )
      assert.deepEqual([intel.range?.lower, intel.range?.upper], [row.range?.lower, row.range?.upper])
      assert.deepEqual([intel.apy24h, intel.il, intel.openedAt], [null, null, null])
    }
  }
})

test('a layout that is not read, and an address without an account, are unknown with 200', async () => {
  const { json } = await server.get('/api/v2/launches/recent?limit=1')
  const mint = json.launches?.[0]?.mint ?? 'So11111111111111111111111111111111111111112'
  for (const address of [mint, strangerAddress(3)]) {
    const intel = await ask(address)
    assert.deepEqual([intel.kind, intel.account, intel.tokens, intel.valueUSD], ['unknown', null, [], null])
  }
  assertFails(await server.get('/api/v2/positions/xyz/intel'), 400, 'invalid address')
})
