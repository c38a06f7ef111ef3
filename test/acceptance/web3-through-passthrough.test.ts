import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Connection, PublicKey } from '@solana/web3.js'
import { type OpenServer, openServer, WIDE_KEY } from '../support/open-server.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'

let sandbox: StartedSandbox
let server: OpenServer
let connection: Connection
let world: { tokens: { mint: string; archetype: string }[]; wallets: { address: string }[]; signatures: string[] }

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const described = await server.get('/api/sandbox')
  world = described.json as unknown as typeof world
  connection = new Connection(`${server.url}/api/v2/rpc`, {
    commitment: 'confirmed',
    httpHeaders: { 'X-API-Key': WIDE_KEY },
  })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('web3.js reads accounts, supply and balances through POST /api/v2/rpc with a key header', async () => {
  const mint = new PublicKey(world.tokens.find(({ archetype }) => archetype === 'bluechip')!.mint)
  const account = await connection.getAccountInfo(mint)
  assert(account !== null && account.data.length >= 82)
  const supply = await connection.getTokenSupply(mint)
  assert(BigInt(supply.value.amount) > 0n)
  const largest = await connection.getTokenLargestAccounts(mint)
  assert.equal(largest.value.length, 20)
  assert((await connection.getBalance(new PublicKey(world.wallets[0]!.address))) >= 0)
})

test('web3.js reads slots, blocks and transactions through it', async () => {
  const slot = await connection.getSlot()
  assert(slot > 0)
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  assert(blockhash.length >= 32 && lastValidBlockHeight > 0)
  const transaction = await connection.getTransaction(world.signatures[0]!, { maxSupportedTransactionVersion: 1 })
  assert.equal(transaction?.transaction.signatures[0], world.signatures[0])
  const block = await connection.getBlock(transaction!.slot, { maxSupportedTransactionVersion: 1, rewards: false })
  assert(block!.transactions.some(({ transaction: { signatures } }) => signatures[0] === world.signatures[0]))
})

test('web3.js cannot send through it', async () => {
  await assert.rejects(connection.sendEncodedTransaction('AA=='), /400 Bad Request.*method not allowed/)
})

test('web3.js without a key gets a clear error', async () => {
  await assert.rejects(new Connection(`${server.url}/api/v2/rpc`).getSlot(), /401 Unauthorized.*missing API key/)
})
