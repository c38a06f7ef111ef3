import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config/env.ts'
import { SETTINGS } from '../../src/config/settings.ts'

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

test('every problem is reported at once, with the setting that has it', () => {
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

test('sandbox mode listens beyond loopback only when two settings say so', () => {
  assert.match(problemsOf({ HOST: '0.0.0.0' }).join(), /loopback/)
  assert.deepEqual(problemsOf({ HOST: '0.0.0.0', SANDBOX_ALLOW_PUBLIC: '1' }), [])
  assert.deepEqual(problemsOf({ HOST: '0.0.0.0', MINTGLASS_MODE: 'live' }), [])
})

test('a port can be shared only when it is named: siblings would each take a free one', () => {
  assert.match(problemsOf({ MINTGLASS_SHARED_PORT: '1', PORT: '0' }).join(), /MINTGLASS_SHARED_PORT=1 needs a PORT/)
  assert.deepEqual(problemsOf({ MINTGLASS_SHARED_PORT: '1', PORT: '8787' }), [])
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

test('a trusted proxy is an address or a range, and anything else stops the start', () => {
  const trusted = '10.0.0.1,10.0.0.0/8,::1,fd00::/8'
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: trusted }).trustedProxies, trusted.split(','))
  for (const entry of ['proxy.example', '10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', '1'])
    assert.match(problemsOf({ TRUSTED_PROXIES: `127.0.0.1,${entry}` }).join(), /TRUSTED_PROXIES/, entry)
})

test('a WebSocket address is taken only where one is meant', () => {
  assert.deepEqual(problemsOf({ SOLANA_RPC_URL: 'https://a.example', SOLANA_WS_URL: 'wss://a.example' }), [])
  assert.match(problemsOf({ SOLANA_RPC_URL: 'wss://a.example' }).join(), /SOLANA_RPC_URL must be a http/)
  assert.match(problemsOf({ SOLANA_WS_URL: 'https://a.example' }).join(), /SOLANA_WS_URL must be a ws/)
})

test('every provider key is marked as a secret', () => {
  const keys = Object.entries(SETTINGS).filter(([name]) => name.endsWith('_API_KEY'))
  assert(keys.length > 10 && keys.every(([, { isSecret }]) => isSecret))
})

test('a live server takes no modules from its data folder, whatever the setting says', () => {
  for (const use of ['keep', 'read', 'off'])
    assert.equal(
      readConfig({ MINTGLASS_MODE: 'live', MINTGLASS_CACHE: use, MINTGLASS_CACHE_DIR: '/tmp/x' }).cache,
      null,
    )
  assert.equal(readConfig({ MINTGLASS_MODE: 'sandbox', MINTGLASS_CACHE: 'read' }).cache?.isKept, false)
  assert.equal(readConfig({ MINTGLASS_MODE: 'sandbox', MINTGLASS_CACHE: 'off' }).cache, null)
})

test('more nodes are listed with their keys, limits and roles, and what does not fit stops the start', () => {
  const env = {
    SOLANA_RPC_MORE_URLS: 'https://a.example/k3y/, https://b.example',
    SOLANA_RPC_MORE_API_KEYS: '-,secret',
    SOLANA_RPC_MORE_PER_10S: '40',
    SOLANA_RPC_ROLES: 'reads+sends,-,scans+history',
  }
  const { more, roles } = readConfig(env).node
  assert.deepEqual(more, [
    { url: 'https://a.example/k3y', apiKey: null, per10s: 40 },
    { url: 'https://b.example', apiKey: 'secret', per10s: null },
  ])
  assert.deepEqual(roles, [['reads', 'sends'], null, ['scans', 'history']])
  assert.deepEqual(readConfig({}).node, { per10s: null, more: [], roles: [null] })
  const wrong = {
    SOLANA_RPC_MORE_URLS: ['https://a.example/k3y,ftp://k3y', /MORE_URLS must be a http/],
    SOLANA_RPC_MORE_API_KEYS: ['a,b,c', /more keys than/],
    SOLANA_RPC_MORE_PER_10S: ['40,many', /many is no integer/],
    SOLANA_RPC_ROLES: ['reads,history,sends', /gives no node the role scans/],
  } as const
  for (const [name, [value, said]] of Object.entries(wrong)) {
    const problems = problemsOf({ ...env, [name]: value }).join()
    assert.match(problems, said)
    assert(!problems.includes('k3y'))
  }
  assert.match(problemsOf({ ...env, SOLANA_RPC_ROLES: 'reads+everything' }).join(), /everything is none of/)
})
