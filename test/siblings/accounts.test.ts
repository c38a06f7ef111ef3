import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Keypair, keypairFromText, signBytes } from '../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { ApiReply } from '../support/api-client.ts'
import { paySol } from '../support/pay-sol.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { type StartedServer, startServer } from '../support/start-server.ts'

/** Two processes of the server on one store, each on a port of its own so that a test knows whom it asks. */

const ADDRESS_HEADER = 'X-Forwarded-For'
const LICENSE = keypairFromText('siblings license').address
const wallet = (name: string): Keypair => keypairFromText(`siblings ${name}`)

let sandbox: StartedSandbox
let dataDir: string
let env: Record<string, string>
let main: StartedServer
let front: StartedServer

before(async () => {
  sandbox = await startSandbox()
  dataDir = mkdtempSync(join(tmpdir(), 'mintglass-accounts-'))
  env = {
    MINTGLASS_MODE: 'live',
    MINTGLASS_DATA_DIR: dataDir,
    SOLANA_RPC_URL: sandbox.urls['rpc']!,
    INGEST_MODE: 'off',
    PUBLIC_HOST: 'keys.example.org',
    LICENSE_WALLET: LICENSE,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  main = await startServer({ key: '', env })
  front = await startServer({ key: '', env: { ...env, MINTGLASS_ROLE: 'front' } })
})
after(async () => {
  await front?.stop()
  await main?.stop()
  await sandbox?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

let asked = 0
function options(session?: string, from = `10.1.${asked++ >> 8}.${asked & 255}`) {
  return {
    key: null,
    headers: { [ADDRESS_HEADER]: from, ...(session === undefined ? {} : { 'X-Session-Token': session }) },
  }
}

async function signed(server: StartedServer, keypair: Keypair, purpose = 'login') {
  const challenge = await server.post('/api/auth/challenge', { ownerWallet: keypair.address, purpose }, options())
  const { nonce, message } = challenge.json
  return { ownerWallet: keypair.address, nonce, signature: encodeBase58(signBytes(keypair, Buffer.from(message))) }
}

async function register(name: string): Promise<{ keypair: Keypair; apiKeyId: number; apiKey: string }> {
  const keypair = wallet(name)
  const reply = await main.post('/api/register-key', await signed(main, keypair, 'register'), options())
  assert.equal(reply.status, 201, reply.text)
  return { keypair, ...reply.json }
}

const statuses = (replies: readonly ApiReply[]) => replies.map(({ status }) => status).sort()

test('a challenge of one process is answered in the other, once in both', async () => {
  const keypair = wallet('crosses')
  const crossing = await signed(main, keypair)
  assert.equal((await front.post('/api/auth/login', crossing, options())).status, 200)
  assert.equal((await main.post('/api/auth/login', crossing, options())).json.error, 'challenge expired')
  const body = await signed(main, keypair)
  const replies = await Promise.all(
    [main, front, main, front].map((one) => one.post('/api/auth/login', body, options())),
  )
  assert.deepEqual(statuses(replies), [200, 401, 401, 401])
})

test('a session of one process is known in the other, and gone in both when its key is regenerated', async () => {
  const { keypair } = await register('session')
  const kept = await main.post('/api/auth/login', await signed(front, keypair), options())
  const other = await front.post('/api/auth/login', await signed(main, keypair), options())
  const [session, dropped] = [kept.json.sessionToken, other.json.sessionToken]
  for (const one of [main, front])
    for (const token of [session, dropped])
      assert.equal((await one.get('/api/dashboard-session', options(token))).status, 200)
  const made = await front.post('/api/regenerate-key', {}, options(session))
  assert.equal(made.status, 200, made.text)
  for (const one of [main, front]) {
    assert.equal((await one.get('/api/dashboard-session', options(dropped))).status, 401)
    assert.equal((await one.get('/api/dashboard-session', options(session))).status, 200)
  }
})

test('two keys that race for one payment in two processes: one gets the license', async () => {
  const node = sandbox.urls['rpc']!
  const payer = wallet('payer')
  await sandbox.control('POST', '/airdrop', { address: payer.address, lamports: 20_000_000_000 })
  const { json: payerIn } = await main.post('/api/auth/login', await signed(main, payer), options())
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await register(`one ${round}`), await register(`other ${round}`)]
    const transactionSignature = await paySol(node, { from: payer, to: LICENSE, amounts: [500_000_000n] })
    const claim = (server: StartedServer, { keypair, apiKeyId }: typeof one) =>
      server.post(
        '/api/verify-branding-payment',
        { ownerWallet: keypair.address, transactionSignature, apiKeyId },
        options(payerIn.sessionToken),
      )
    const replies = await Promise.all([claim(main, one), claim(front, other), claim(front, one), claim(main, other)])
    const activated = replies.filter(({ json }) => json.alreadyActive === false)
    assert.equal(activated.length, 1, replies.map(({ text }) => text).join('\n'))
    const licensed = await Promise.all(
      [one, other].map(async ({ keypair }) => {
        const { json } = await front.get(`/api/dashboard/${keypair.address}`, options())
        return json.hasBrandingLicense
      }),
    )
    assert.deepEqual(licensed.sort(), [false, true])
  }
})

test('registrations of an address and tries on a key id are counted in both together', async () => {
  const from = '203.0.113.77'
  const replies: ApiReply[] = []
  for (let i = 0; i < 6; i++) {
    const server = i % 2 === 0 ? main : front
    const body = await signed(server, wallet(`counted ${i}`), 'register')
    replies.push(await server.post('/api/register-key', body, options(undefined, from)))
  }
  assert.deepEqual(statuses(replies), [201, 201, 201, 201, 201, 429])
  const { keypair, apiKeyId } = await register('tried')
  const change = { ownerWallet: keypair.address, newFeeWallet: LICENSE, apiKeyId }
  const tries: ApiReply[] = []
  for (let i = 0; i < 11; i++)
    tries.push(await (i % 2 === 0 ? main : front).post('/api/dashboard/update-fee-wallet', change, options()))
  assert.deepEqual(statuses(tries), [...Array(10).fill(200), 429])
})

test('a restart forgets sessions and challenges, and keeps keys and the log', async () => {
  const { keypair, apiKey, apiKeyId } = await register('survives')
  const login = await main.post('/api/auth/login', await signed(main, keypair), options())
  const body = await signed(main, keypair)
  await front.stop()
  await main.stop()
  main = await startServer({ key: '', env })
  front = await startServer({ key: '', env: { ...env, MINTGLASS_ROLE: 'front' } })
  assert.equal((await main.get('/api/dashboard-session', options(login.json.sessionToken))).status, 401)
  assert.equal((await front.post('/api/auth/login', body, options())).json.error, 'challenge expired')
  const stats = await front.get('/api/v1/stats', { key: apiKey })
  assert.equal(stats.status, 200, stats.text)
  assert.equal((await main.get(`/api/dashboard/${keypair.address}`, options())).json.apiKeyId, apiKeyId)
})
