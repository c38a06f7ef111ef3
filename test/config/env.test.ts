import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig, SETTINGS } from '../../src/config/env.ts'

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    assert(error instanceof ConfigError)
    return error.problems
  }
  return []
}

test('an empty environment is a sandbox on loopback with no provider', () => {
  const config = readConfig({})
  assert.deepEqual([config.mode, config.host, config.port, config.rateLimitPer10s], ['sandbox', '127.0.0.1', 8787, 10])
  assert.deepEqual(config.providers, {})
})

test('every problem is told at once, with the setting that has it', () => {
  const problems = problemsOf({
    PORT: '70000',
    MINTGLASS_MODE: 'dev',
    SOLANA_RPC_URL: 'ftp://x',
    TLS_CERT_FILE: '/a',
    MINTGLASS_SHARED_PORT: 'maybe',
  })
  for (const name of ['PORT', 'MINTGLASS_MODE', 'SOLANA_RPC_URL', 'TLS_CERT_FILE', 'MINTGLASS_SHARED_PORT']) {
    assert(
      problems.some((problem) => problem.includes(name)),
      name,
    )
  }
})

test('sandbox mode refuses to listen beyond loopback unless told twice', () => {
  assert.match(problemsOf({ HOST: '0.0.0.0' }).join(), /loopback/)
  assert.deepEqual(problemsOf({ HOST: '0.0.0.0', SANDBOX_ALLOW_PUBLIC: '1' }), [])
  assert.deepEqual(problemsOf({ HOST: '0.0.0.0', MINTGLASS_MODE: 'live' }), [])
})

test('a secret may come from a systemd credential, and the environment wins over it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-credentials-'))
  writeFileSync(join(folder, 'mintglass_JUPITER_API_KEY'), 'from file\n')
  const live = { MINTGLASS_MODE: 'live', JUPITER_URL: 'https://jupiter.example/', CREDENTIALS_DIRECTORY: folder }
  assert.deepEqual(readConfig(live).providers.jupiter, { url: 'https://jupiter.example', apiKey: 'from file' })
  assert.equal(readConfig({ ...live, JUPITER_API_KEY: 'from env' }).providers.jupiter?.apiKey, 'from env')
  rmSync(folder, { recursive: true })
})

test('a front end takes the settings of the first process but a port of its own for metrics', () => {
  const shared = { MINTGLASS_INTERNAL_PORT: '9464' }
  assert.equal(readConfig(shared).internalPort, 9464)
  assert.equal(readConfig({ ...shared, MINTGLASS_ROLE: 'front' }).internalPort, 0)
})

test('every provider key is marked as a secret', () => {
  const keys = Object.entries(SETTINGS).filter(([name]) => name.endsWith('_API_KEY'))
  assert(keys.length > 10 && keys.every(([, { secret }]) => secret === true))
})
