import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { cautionsOf } from '../../src/cli/doctor-cautions.ts'
import { readConfig } from '../../src/config/env.ts'
import { startServer } from '../support/start-server.ts'

/** Of the log's levels. */
const WARN = 40

const cautions = (env: Record<string, string>) => cautionsOf(readConfig(env))

test('a live server whose keys earn fees is warned that strangers may change the fee wallets', () => {
  const env = { MINTGLASS_MODE: 'live', RECOVERY_KEY_FEE_BPS: '500' }
  const [found, ...others] = cautions(env)
  assert.deepEqual([found?.name, found?.state, others], ['FEE_WALLET_STRICT', 'degraded', []])
  assert.match(found?.why ?? '', /takes effect after 60 min unless the owner cancels it/)
  assert.match(cautions({ ...env, FEE_WALLET_DELAY_SECS: '0' })[0]?.why ?? '', /takes effect at once/)
})

test('key files that others than their owner may read or write are named with their mode', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-cautions-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const [walletKey, webhookKey] = [join(dir, 'wallet.key'), join(dir, 'own-webhook.key')]
  const env = {
    MINTGLASS_MODE: 'live',
    MINTGLASS_DATA_DIR: dir,
    WALLET_KEY_FILE: walletKey,
    WEBHOOK_SECRET_FILE: webhookKey,
  }
  assert.deepEqual(cautions(env), [], 'they are not there yet')
  for (const file of [walletKey, webhookKey]) writeFileSync(file, '5e'.repeat(32), { mode: 0o600 })
  assert.deepEqual(cautions(env), [])
  for (const [mode, shown] of [
    [0o644, '0644'],
    [0o640, '0640'],
    [0o604, '0604'],
    [0o620, '0620'],
  ] as const) {
    chmodSync(walletKey, mode)
    const [found, ...others] = cautions(env)
    assert.deepEqual([found?.name, found?.state, others], ['wallet.key', 'degraded', []])
    assert.equal(found?.why, `others than its owner may read or write it (mode ${shown}): chmod 600 ${walletKey}`)
  }
  chmodSync(webhookKey, 0o644)
  assert.deepEqual(
    cautions(env).map(({ name }) => name),
    ['wallet.key', 'own-webhook.key'],
  )
  chmodSync(walletKey, 0o400)
  chmodSync(webhookKey, 0o700)
  assert.deepEqual(cautions(env), [])
})

test('a server says at its start that a key file can be read by others', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-cautions-'))
  const walletKey = join(dir, 'wallet.key')
  writeFileSync(walletKey, '5e'.repeat(32), { mode: 0o640 })
  const env = { MINTGLASS_MODE: 'live', MINTGLASS_DATA_DIR: dir, WALLET_KEY_FILE: walletKey }
  const server = await startServer({ key: 'rt_nobody', env })
  t.after(async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  const warned = server.log.filter(({ msg }) => msg?.startsWith('a key file that others'))
  assert.deepEqual(
    warned.map(({ level, file, mode }) => [level, file, mode]),
    [[WARN, walletKey, '0640']],
  )
})

test('nothing to warn of: strict, no fees of keys, or the sandbox', () => {
  const env = { MINTGLASS_MODE: 'live', RECOVERY_KEY_FEE_BPS: '500' }
  assert.deepEqual(cautions({ ...env, FEE_WALLET_STRICT: '1' }), [])
  assert.deepEqual(cautions({ MINTGLASS_MODE: 'live' }), [])
  assert.deepEqual(cautions({ RECOVERY_KEY_FEE_BPS: '500' }), [])
})
