import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAuthenticate } from '../../src/services/account/authenticate.ts'
import { openTempStore, tempDir } from '../store/temp-store.ts'
import { runCliNow, runCliProcess } from '../support/run-cli.ts'
import { until } from '../support/until.ts'

function mintglass(dataDir: string, args: readonly string[], env: Record<string, string> = {}) {
  return runCliNow(args, { MINTGLASS_DATA_DIR: dataDir, ...env })
}

test('a key made on the command line works in a running server, and its revocation ends it', async (t) => {
  const dir = tempDir(t)
  const { apiKeys } = await openTempStore(t, { dir })
  const authenticate = createAuthenticate({ apiKeys, previewKey: null })
  const words = [
    ...['keys', 'create', '--tier', 'data', '--label', 'my app', '--limit', '1000', '--scopes', 'trade,read'],
    ...['--domains', 'A.com, *.b.com,a.com', '--owner', 'So11111111111111111111111111111111111111112', '--json'],
  ]
  const made = await runCliProcess(words, { MINTGLASS_DATA_DIR: dir })
  assert.equal(made.code, 0, made.err)
  const { key, ...record } = JSON.parse(made.out)
  assert.deepEqual(
    [record.tier, record.label, record.limitPer10s, record.scopes, record.allowedDomains, record.ownerWallet],
    ['data', 'my app', 1_000, ['read', 'trade'], ['a.com', '*.b.com'], 'So11111111111111111111111111111111111111112'],
  )
  await until(() => authenticate(key)?.kind === 'key', 'the new key')

  const granted = mintglass(dir, [
    'keys',
    'grant',
    String(record.id),
    '--tier',
    'scale',
    '--limit',
    'none',
    '--domains',
    'any',
    '--branding',
    '--json',
  ])
  const { tier, limitPer10s, allowedDomains, hasBrandingLicense, label } = JSON.parse(granted.out)
  assert.deepEqual([tier, limitPer10s, allowedDomains, hasBrandingLicense, label], ['scale', null, [], true, 'my app'])
  await until(() => {
    const caller = authenticate(key)
    return caller?.kind === 'key' && caller.key.tier === 'scale'
  }, 'the grant')

  assert.equal(mintglass(dir, ['keys', 'revoke', String(record.id)]).code, 0)
  await until(() => authenticate(key) === null, 'the revocation')
})

test('the key is shown once: neither the list nor a later command shows it', (t) => {
  const dir = tempDir(t)
  const made = mintglass(dir, ['keys', 'create', '--tier', 'free', '--label', 'x'])
  const key = /mg_[A-Za-z0-9_-]{43}/.exec(made.out)?.[0]
  assert(key, made.out)
  const [{ id }] = JSON.parse(mintglass(dir, ['keys', 'list', '--json']).out)
  for (const args of [
    ['keys', 'list'],
    ['keys', 'list', '--json'],
    ['keys', 'grant', String(id), '--limit', '5', '--json'],
    ['keys', 'revoke', String(id)],
  ]) {
    const { code, out } = mintglass(dir, args)
    assert.equal(code, 0)
    assert.equal(out.includes(key), false, args.join(' '))
    assert.equal(out.includes(key.slice(0, 7)), true, args.join(' '))
  }
})

test('keys of one mode are not those of the other', (t) => {
  const dir = tempDir(t)
  assert.equal(mintglass(dir, ['keys', 'create', '--tier', 'free']).code, 0)
  assert.deepEqual(JSON.parse(mintglass(dir, ['keys', 'list', '--json'], { MINTGLASS_MODE: 'live' }).out), [])
  assert.equal(JSON.parse(mintglass(dir, ['keys', 'list', '--json']).out).length, 1)
  assert(existsSync(join(dir, 'live', 'durable')))
})

test('a revoked key keeps the time of its first revocation', (t) => {
  const dir = tempDir(t)
  const { id } = JSON.parse(mintglass(dir, ['keys', 'create', '--tier', 'free', '--json']).out)
  const revoke = () => JSON.parse(mintglass(dir, ['keys', 'revoke', String(id), '--json']).out).revokedAtMs
  const first = revoke()
  assert.equal(revoke(), first)
})

test('what cannot be meant is refused with a sentence and changes nothing', (t) => {
  const dir = tempDir(t)
  const refusals: [string[], RegExp][] = [
    [['keys', 'create'], /--tier is required/],
    [['keys', 'create', '--tier', 'gold'], /--tier must be one of free/],
    [['keys', 'create', '--tier', 'free', '--limit', '0'], /--limit must be a whole number/],
    [['keys', 'create', '--tier', 'free', '--domains', 'a.com,no host'], /not a host name: no host/],
    [['keys', 'create', '--tier', 'free', '--owner', '0xabc'], /--owner must be a wallet address/],
    [['keys', 'create', '--tier', 'free', '--scopes', 'read,fly'], /got fly/],
    [['keys', 'create', '--tier', 'free', '--colour', 'red'], /--colour/],
    [['keys', 'revoke', '9'], /there is no key 9/],
    [['keys', 'revoke', 'x'], /the id of a key is a number/],
    [['keys', 'grant', '1'], /there is no key 1/],
    [['keys', 'paint'], /usage:/],
    [['paint'], /unknown command: paint/],
    [['constructor'], /unknown command/],
  ]
  for (const [args, says] of refusals) {
    const { code, out, err } = mintglass(dir, args)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, says)
    assert.equal(out, '')
  }
  assert.deepEqual(JSON.parse(mintglass(dir, ['keys', 'list', '--json']).out), [])
})

test('a store that cannot be opened is one sentence and exit code 1', (t) => {
  const dir = tempDir(t)
  writeFileSync(join(dir, 'file'), '')
  const { code, err: said } = mintglass(join(dir, 'file'), ['keys', 'list'])
  assert.equal(code, 1)
  // Which store it is comes first.
  const err = said.replace(/^store: .*\n/, '')
  assert.match(err, /^store .*file.* cannot be written/)
  assert.equal(err.trim().split('\n').length, 1)
  const badConfig = mintglass(dir, ['keys', 'list'], { MINTGLASS_MODE: 'both' })
  assert.equal(badConfig.code, 1)
  assert.match(badConfig.err, /MINTGLASS_MODE must be one of sandbox, live/)
})
