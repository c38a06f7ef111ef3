import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cautionsOf } from '../../src/cli/doctor-cautions.ts'
import { readConfig } from '../../src/config/env.ts'

const cautions = (env: Record<string, string>) => cautionsOf(readConfig(env))

test('a live server whose keys earn fees is warned that strangers may change the fee wallets', () => {
  const env = { MINTGLASS_MODE: 'live', RECOVERY_KEY_FEE_BPS: '500' }
  const [found, ...others] = cautions(env)
  assert.deepEqual([found?.name, found?.state, others], ['FEE_WALLET_STRICT', 'degraded', []])
  assert.match(found?.why ?? '', /counts after 60 min unless the owner cancels it/)
  assert.match(cautions({ ...env, FEE_WALLET_DELAY_SECS: '0' })[0]?.why ?? '', /counts at once/)
})

test('nothing to warn of: strict, no fees of keys, or the sandbox', () => {
  const env = { MINTGLASS_MODE: 'live', RECOVERY_KEY_FEE_BPS: '500' }
  assert.deepEqual(cautions({ ...env, FEE_WALLET_STRICT: '1' }), [])
  assert.deepEqual(cautions({ MINTGLASS_MODE: 'live' }), [])
  assert.deepEqual(cautions({ RECOVERY_KEY_FEE_BPS: '500' }), [])
})
