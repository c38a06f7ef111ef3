import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_KEYS } from '../../src/config/sandbox-keys.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AuditRow } from '../../src/store/audit-rows.ts'
import { askNode } from '../support/read-chain.ts'
import { runCli } from '../support/run-cli.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST, type StartedServer, startServer } from '../support/start-server.ts'

const KEY = SANDBOX_KEYS.find(({ name }) => name === 'trade')!.key
const TO = encodeBase58(randomBytes(32))
const PAID = 250_000_000
const LOOKS = 60

test('a server that is killed between signing a withdrawal and its end leaves it open, and the next one ends it', async (t) => {
  const sandbox = await startSandbox()
  t.after(() => sandbox.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-killed-'))
  const env = { MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1', SANDBOX_URL: sandbox.urls['rpc']! }
  const servers: StartedServer[] = []
  t.after(async () => {
    for (const server of servers) await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const start = async (): Promise<StartedServer> => {
    const server = await startServer({ env: { ...SHORT_PAST, ...env }, key: KEY })
    servers.push(server)
    return server
  }
  const audit = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await runCli(['audit', ...args], env)
    assert.equal(code, 0, err)
    return out
  }

  const first = await start()
  const asKey = { key: null, headers: { Authorization: `Bearer ${KEY}` } }
  const { wallet } = (await first.post('/v1/wallets', { user_ref: 'killed' }, asKey)).json
  await sandbox.control('POST', '/airdrop', { address: wallet.address, lamports: 1_000_000_000 })
  // However late the kill comes, nothing is confirmed before it.
  await sandbox.control('POST', '/slots/step', { count: 1 })
  await sandbox.control('POST', '/slots/pause')
  const body = { to: TO, amount: String(PAID) }
  const lost = first.post(`/v1/wallets/${wallet.id}/withdraw`, body, asKey).then(
    ({ text }) => text,
    () => 'lost',
  )
  const { signature } = await first.logged(({ msg }) => msg === 'a withdrawal is sent')
  process.kill(first.pid, 'SIGKILL')
  assert.equal(await lost, 'lost')
  await sandbox.control('POST', '/slots/resume')
  const shown = await audit('--wallet', wallet.id, '--action', 'wallet.withdraw')
  assert.match(
    shown,
    new RegExp(`wallet\\.withdraw +wallet:${wallet.address} .*to="${TO}".*OPEN, signature="${signature}"`),
  )
  assert(!shown.includes('wallet.withdraw-end'), shown)

  await start()
  const end = await untilEnded(async () => {
    const rows = (await audit('--wallet', wallet.id, '--json')).trim().split('\n')
    return rows.map((line) => JSON.parse(line) as AuditRow).find(({ action }) => action === 'wallet.withdraw-end')
  })
  const { value: arrived } = await askNode(sandbox.urls['rpc']!, 'getBalance', [TO, { commitment: 'confirmed' }])
  assert.equal(end.after!['signature'], signature)
  assert.deepEqual([end.after!['outcome'], arrived], arrived > 0 ? ['landed', PAID] : ['not_landed', 0])
  assert(!(await audit('--wallet', wallet.id)).includes('OPEN'))

  /** Where the kill came before the sending, it is certain with the death of the blockhash only. */
  async function untilEnded(look: () => Promise<AuditRow | undefined>): Promise<AuditRow> {
    for (let i = 0; i < LOOKS; i++) {
      const found = await look()
      if (found !== undefined) return found
      if (i === LOOKS / 4) await sandbox.control('POST', '/slots/step', { count: 160 })
      await sleep(500)
    }
    throw new Error('the withdrawal was never ended')
  }
})
