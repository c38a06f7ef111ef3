import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/config/env.ts'
import { SANDBOX_KEYS, SANDBOX_PREVIEW_KEY } from '../src/config/sandbox-keys.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { createMetrics } from '../src/runtime/metrics.ts'
import { openKeyStore, openStore } from '../src/store/open.ts'
import { SILENT } from './store/temp-store.ts'
import { freePort } from './support/free-port.ts'
import { inheritedEnv } from './support/inherited-env.ts'
import { sendJson, startLocalServer } from './support/local-server.ts'
import { makeKeys } from './support/make-keys.ts'
import { startServer } from './support/start-server.ts'

/** What the server refuses, and how it says so: the real program in processes of its own. */

const ENTRY = fileURLToPath(new URL('../src/server.ts', import.meta.url))
/** sysexits: systemd does not try the same again. */
const EXIT_CONFIG = 78
const EXIT_FAILURE = 1
const SOL_PRICE = '/api/v2/market/sol-price'
const NO_KEY = ''

function tempDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-modes-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const liveIn = (dataDir: string) => ({
  MINTGLASS_MODE: 'live',
  MINTGLASS_DATA_DIR: dataDir,
  MINTGLASS_MAP_SIZE_GIB: '1',
  MINTGLASS_PIN_THREADS: '0',
})

/** Runs the server until it ends on its own. */
async function refusalOf(t: TestContext, env: Record<string, string>): Promise<{ exitCode: number; said: string }> {
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...inheritedEnv(), PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [exitCode] = (await once(child, 'close')) as [number]
  return { exitCode, said }
}

test('every problem of the configuration is reported at once, and the start is not tried again', async (t) => {
  const { exitCode, said } = await refusalOf(t, {
    PORT: 'eighty',
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: 'mainnet',
    TLS_KEY_FILE: '/key.pem',
    MINTGLASS_RATE_LIMIT_PER_10S: '0',
  })
  assert.equal(exitCode, EXIT_CONFIG)
  const lines = said.trim().split('\n')
  assert.equal(lines.length, 4, said)
  for (const name of ['PORT', 'SOLANA_RPC_URL', 'TLS_KEY_FILE', 'MINTGLASS_RATE_LIMIT_PER_10S'])
    assert(
      lines.some((line) => line.startsWith('configuration: ') && line.includes(name)),
      name,
    )
})

test('sandbox mode, whose keys everyone knows, refuses to listen beyond loopback', async (t) => {
  const { exitCode, said } = await refusalOf(t, { HOST: '0.0.0.0', MINTGLASS_DATA_DIR: tempDir(t) })
  assert.equal(exitCode, EXIT_CONFIG)
  assert.match(said, /HOST 0\.0\.0\.0 is not loopback/)
})

test('a live server refuses a store of the sandbox', async (t) => {
  const dir = tempDir(t)
  const store = await openKeyStore({
    config: readConfig({ MINTGLASS_DATA_DIR: dir, MINTGLASS_MAP_SIZE_GIB: '1' }),
    clock: systemClock(),
  })
  await store.apiKeys.create({ label: 'of the sandbox', tier: 'data' })
  await store.close()
  renameSync(join(dir, 'sandbox'), join(dir, 'live'))
  const { exitCode, said } = await refusalOf(t, liveIn(dir))
  assert.equal(exitCode, EXIT_CONFIG)
  assert.match(said, /belongs to sandbox mode; live mode refuses it: set MINTGLASS_DATA_DIR/)
})

/** Of the right form: 32 bytes. */
const [DEVNET, MAINNET] = ['D', 'M'].map((letter) => letter.repeat(43)) as [string, string]

test('a live server refuses a store that belongs to another chain than its node', async (t) => {
  const dir = tempDir(t)
  const config = readConfig(liveIn(dir))
  const parts = { config, clock: systemClock(), log: SILENT, metrics: createMetrics() }
  await (await openStore({ ...parts, genesisHash: DEVNET })).close()
  const node = await startLocalServer(({ body }, response) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    sendJson(response, { jsonrpc: '2.0', id, result: method === 'getGenesisHash' ? MAINNET : null })
  })
  t.after(() => node.close())
  const { exitCode, said } = await refusalOf(t, { ...liveIn(dir), SOLANA_RPC_URL: node.url })
  assert.equal(exitCode, EXIT_CONFIG)
  assert.match(said, new RegExp(`belongs to the chain with genesis hash ${DEVNET}, the node shows ${MAINNET}`))
})

test("the sandbox's published keys open nothing in live mode", async (t) => {
  const dir = tempDir(t)
  const [own] = await makeKeys(liveIn(dir), 1)
  const server = await startServer({ key: NO_KEY, env: liveIn(dir) })
  t.after(() => server.stop())
  assert.equal((await server.get(SOL_PRICE, { key: own!.key })).status, 200)
  for (const key of [...SANDBOX_KEYS.map((published) => published.key), SANDBOX_PREVIEW_KEY]) {
    const { status, json } = await server.get(SOL_PRICE, { key })
    assert.deepEqual([status, json.error, json.code], [401, 'invalid API key', 'unauthorized'], key)
  }
})

test('a second server started by accident names what is in its way: the port, or the store', async (t) => {
  const [dir, otherDir] = [tempDir(t), tempDir(t)]
  const port = String(await freePort())
  const first = await startServer({ key: NO_KEY, env: { ...liveIn(dir), PORT: port } })
  t.after(() => first.stop())
  const onItsPort = await refusalOf(t, { ...liveIn(otherDir), PORT: port })
  assert.equal(onItsPort.exitCode, EXIT_FAILURE)
  assert.match(onItsPort.said, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: address in use`))
  // Sharing takes two: the first listens alone.
  const sharing = await refusalOf(t, { ...liveIn(otherDir), PORT: port, MINTGLASS_SHARED_PORT: '1' })
  assert.match(sharing.said, /cannot listen on/)
  const onItsStore = await refusalOf(t, liveIn(dir))
  assert.equal(onItsStore.exitCode, EXIT_FAILURE)
  assert.match(onItsStore.said, /another server uses .* in live mode: set another MINTGLASS_DATA_DIR/)
  assert.equal((await first.get('/health')).status, 200)
})

test('a stop finishes the request that is under way, counts it, and takes no other', async (t) => {
  const dir = tempDir(t)
  const [own] = await makeKeys(liveIn(dir), 1)
  let release = (): void => {}
  let arrived = (): void => {}
  const asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const slow = await startLocalServer(async ({ url }, response) => {
    if (url.startsWith('/latest/dex/search')) {
      arrived()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    }
    sendJson(response, { schemaVersion: '1.0.0', pairs: [] })
  })
  t.after(() => slow.close())
  const env = { ...liveIn(dir), DEXSCREENER_URL: slow.url }
  const server = await startServer({ key: NO_KEY, env })
  const underWay = server.get('/api/v2/tokens/search?q=slow', { key: own!.key })
  await asked
  const stopped = server.stop()
  await server.logged(({ msg }) => msg === 'stopping')
  await assert.rejects(server.get('/health'), { code: 'ECONNREFUSED' })
  release()
  const { status, json } = await underWay
  assert.deepEqual([status, json], [200, { success: true, results: [] }])
  await stopped
  assert(server.log.some(({ msg }) => msg === 'stopped'))

  const next = await startServer({ key: NO_KEY, env })
  t.after(() => next.stop())
  const { json: stats } = await next.get('/api/v2/stats', { key: own!.key })
  assert.equal(stats.summary.calls, 1)
})
