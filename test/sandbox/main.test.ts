// second run: waits for a sandbox of its own to be ready

import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Check } from 'typebox/value'
import { TOKEN_ARCHETYPES, WALLET_ARCHETYPES } from '../../sandbox/world/plan-types.ts'
import { keypairFromSecretKey } from '../../src/chain/solana/keypair.ts'
import { SandboxInfo } from '../../src/contract/sandbox.ts'
import { decodeBase58 } from '../../src/hot-paths/base58.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { until } from '../support/until.ts'

let sandbox: StartedSandbox

before(async () => {
  sandbox = await startSandbox({ SANDBOX_SEED: 'main-test', SANDBOX_SLOT_MS: '100' })
})
after(async () => sandbox.stop())

const getJson = async <T>(address: string): Promise<T> => {
  const reply = await fetch(address)
  assert.equal(reply.status, 200, address)
  return (await reply.json()) as T
}
const rpc = async <T>(method: string, params: unknown[] = []): Promise<T> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(sandbox.urls['rpc']!, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await reply.json()) as { result: T }).result
}

test('the ready message names every upstream and the world', () => {
  for (const name of ['rpc', 'ws', 'das', 'dexscreener', 'jupiter', 'control'])
    assert.match(sandbox.urls[name] ?? '', /^(http|ws):\/\/127\.0\.0\.1:\d+/, name)
  assert.equal(sandbox.seed, 'main-test')
})

test('info has the shape the server reads, with every archetype and keys that open their wallets', async () => {
  const info = await getJson<SandboxInfo>(`${sandbox.urls['rpc']}/info`)
  assert(Check(SandboxInfo, info))
  assert.equal(info.genesisHash, await rpc('getGenesisHash'))
  for (const archetype of TOKEN_ARCHETYPES)
    assert(
      info.tokens.some((token) => token.archetype === archetype),
      archetype,
    )
  for (const archetype of WALLET_ARCHETYPES)
    assert(
      info.wallets.some((wallet) => wallet.archetype === archetype),
      archetype,
    )
  for (const { address, archetype, secretKey } of info.wallets) {
    // No one here holds the keys of exchanges.
    if (archetype === 'cex') assert.equal(secretKey, null)
    else assert.equal(keypairFromSecretKey(decodeBase58(secretKey!)!)?.address, address)
  }
  assert.equal(info.wallets.at(-1)?.archetype, 'cex', 'who takes the first wallet can sign with it')
  assert(info.signatures.length > 0)
  const [status] = (
    await rpc<{ value: unknown[] }>('getSignatureStatuses', [[info.signatures[0]], { searchTransactionHistory: true }])
  ).value
  assert(status !== null)
})

test('info names the newest transactions however long no one has sent one', async () => {
  const before = await getJson<SandboxInfo>(`${sandbox.urls['rpc']}/info`)
  await sandbox.control('POST', '/slots/step', { count: 900 })
  const after = await getJson<SandboxInfo>(`${sandbox.urls['rpc']}/info`)
  assert.equal(after.signatures.length, before.signatures.length)
  assert.deepEqual(after.signatures, before.signatures)
})

test('slots pass on their own while agents rest', async () => {
  const state = await sandbox.control<{ slot: number; transactionCount: number; agentsPaused: boolean }>(
    'GET',
    '/state',
  )
  assert(state.agentsPaused)
  let later = state
  await until(async () => {
    later = await sandbox.control('GET', '/state')
    return later.slot > state.slot
  }, 'a slot passes')
  assert.equal(later.transactionCount, state.transactionCount)
})

test('the control port serves the truth, and nothing else does', async () => {
  const truth = await sandbox.control<{ entities: unknown[]; tokens: { launchSlot: number | null }[] }>('GET', '/truth')
  assert(truth.entities.length > 5)
  assert(truth.tokens.some(({ launchSlot }) => launchSlot !== null))
  assert.equal((await fetch(`${sandbox.urls['rpc']}/truth`)).status, 404)
  const fromPage = await fetch(`${sandbox.urls['control']}/truth`, { headers: { origin: 'https://page.example' } })
  assert.equal(fromPage.status, 403)
})

test('a command without the name of this world, or with that of another, changes nothing', async () => {
  const port = new URL(sandbox.urls['control']!).origin
  const body = JSON.stringify({ provider: 'rpc', kind: 'drop' })
  for (const base of [port, `${port}/w/AnotherWorld`])
    for (const [method, path] of [
      ['POST', '/faults'],
      ['POST', '/agents/resume'],
      ['DELETE', '/faults'],
    ]) {
      const reply = await fetch(`${base}${path}`, { method: method!, ...(method === 'POST' && { body }) })
      assert.equal(reply.status, 409)
      assert.match(await reply.text(), /^\{"error":"this is the world \w+(, not AnotherWorld)?: take the address/)
    }
  assert.equal((await fetch(`${port}/w/AnotherWorld/state`)).status, 409)
  const state = await getJson<{ faults: number; agentsPaused: boolean; genesisHash: string }>(`${port}/state`)
  assert.deepEqual([state.faults, state.agentsPaused], [0, true])
  assert(sandbox.urls['control']!.endsWith(`/w/${state.genesisHash.slice(0, 12)}`))
})

test('DAS, DexScreener and Jupiter speak of the same token, and its picture is there', async () => {
  const info = await getJson<SandboxInfo>(`${sandbox.urls['rpc']}/info`)
  const token = info.tokens.find(({ archetype }) => archetype === 'healthy')!
  const [pair] = await getJson<{ priceUsd: string; baseToken: { symbol: string } }[]>(
    `${sandbox.urls['dexscreener']}/tokens/v1/solana/${token.mint}`,
  )
  const prices = await getJson<Record<string, { usdPrice: number }>>(
    `${sandbox.urls['jupiter']}/price/v3?ids=${token.mint}`,
  )
  assert.equal(pair?.baseToken.symbol, token.symbol)
  assert(Math.abs(Number(pair.priceUsd) / prices[token.mint]!.usdPrice - 1) < 1e-6)
  const reply = await fetch(sandbox.urls['das']!, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAsset', params: { id: token.mint } }),
  })
  const asset = (
    (await reply.json()) as { result: { content: { metadata: { symbol: string }; links: { image: string } } } }
  ).result
  assert.equal(asset.content.metadata.symbol, token.symbol)
  const image = await fetch(asset.content.links.image)
  assert.equal(image.headers.get('content-type'), 'image/svg+xml')
  assert.match(await image.text(), /^<svg /)
})

test('agents step when the control port says so', async () => {
  const before = await sandbox.control<{ transactionCount: number }>('GET', '/state')
  const after = await sandbox.control<{ transactionCount: number }>('POST', '/agents/step', { count: 5 })
  assert(after.transactionCount > before.transactionCount)
})

test('a sandbox ends with the process that started it', async () => {
  const entry = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
  const env = { SANDBOX_AGENTS: '0', LOG_LEVEL: 'silent', ...inheritedEnv() }
  const child: ChildProcess = fork(entry, [], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await new Promise((resolve) => child.once('message', resolve))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.disconnect()
  assert.equal(await ended, 0)
})
