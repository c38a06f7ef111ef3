import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTempStore, tempDir } from '../store/temp-store.ts'
import { runCliNow } from '../support/run-cli.ts'

const WALLET = 'So11111111111111111111111111111111111111112'

function mintglass(dataDir: string, ...args: readonly string[]) {
  return runCliNow(args, { MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' })
}

test('what an operator does to keys is in the log, with what it was before and without the key', (t) => {
  const dir = tempDir(t)
  assert.match(mintglass(dir, 'audit').out, /nothing was changed yet/)
  const made = JSON.parse(mintglass(dir, 'keys', 'create', '--tier', 'free', '--label', 'a', '--json').out)
  const id = String(made.id)
  mintglass(dir, 'keys', 'create', '--tier', 'data', '--label', 'second')
  assert.equal(mintglass(dir, 'keys', 'grant', id, '--tier', 'scale', '--fee-wallet', WALLET).code, 0)
  assert.equal(mintglass(dir, 'keys', 'revoke', id).code, 0)
  const { code, out } = mintglass(dir, 'audit', '--key', id, '--json')
  assert.equal(code, 0)
  assert(!out.includes(made.key))
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    rows.map(({ actor, action, subject, addressBucket }) => [actor, action, subject, addressBucket]),
    [
      ['operator', 'key.revoke', `key:${id}`, null],
      ['operator', 'key.grant', `key:${id}`, null],
      ['operator', 'key.create', `key:${id}`, null],
    ],
  )
  assert.deepEqual(rows[1].before, { tier: 'free', feeWallet: null })
  assert.deepEqual(rows[1].after, { tier: 'scale', feeWallet: WALLET })
  const shown = mintglass(dir, 'audit', '--limit', '2').out
  assert.match(shown, new RegExp(`operator +key\\.revoke +key:${id}`))
  assert.equal(shown.trim().split('\n').length, 3)
  assert.match(mintglass(dir, 'audit', '--before', '2').out, new RegExp(`key\\.create +key:${id} .*label="a"`))
})

test('wallets and withdrawals are found by key, by wallet and by what was done', async (t) => {
  const dir = tempDir(t)
  const { id: key } = JSON.parse(mintglass(dir, 'keys', 'create', '--tier', 'scale', '--json').out)
  const recovered = mintglass(dir, 'wallets', 'recover', '--key', String(key), '--user', 'alice', '--json')
  const [{ id, address }] = JSON.parse(recovered.out)
  const store = await openTempStore(t, { dir })
  const of = { id, keyId: key }
  const row = { actor: 'key', addressBucket: '192.0.2.7', atMs: 5, before: null } as const
  const entry = {
    ...row,
    subject: `wallet:${address}`,
    action: 'wallet.withdraw',
    after: { ...of, to: WALLET },
  } as const
  const open = await store.withdrawals.begin(entry, { keyId: key, walletId: id })
  await store.withdrawals.signed(open, { signature: 'SIG', lastValidBlockHeight: 1, signedAtMs: 5 })
  await store.audit.append({ ...row, subject: `fees:${key}`, action: 'fee.override', after: { keyId: key, feeBps: 5 } })
  await store.close()
  const actions = (...args: readonly string[]): string[] =>
    mintglass(dir, 'audit', '--json', ...args)
      .out.trim()
      .split('\n')
      .map((line) => JSON.parse(line).action)
  const all = ['fee.override', 'wallet.withdraw', 'wallet.recover', 'key.create']
  assert.deepEqual(actions('--key', String(key)), all)
  assert.deepEqual(actions('--key', String(key), '--limit', '2'), all.slice(0, 2))
  assert.deepEqual(actions('--wallet', id), all.slice(1, 3))
  assert.deepEqual(actions('--wallet', address), all.slice(1, 3))
  assert.deepEqual(actions('--action', 'wallet'), all.slice(1, 3))
  assert.deepEqual(actions('--action', 'fee.override'), all.slice(0, 1))
  assert.match(mintglass(dir, 'audit', '--action', 'nothing').out, /no row is like that/)
  const shown = mintglass(dir, 'audit', '--wallet', id).out
  assert.match(
    shown,
    new RegExp(`wallet\\.withdraw +wallet:${address} +192\\.0\\.2\\.7 .*to="${WALLET}" OPEN, signature="SIG"`),
  )
})

test('words that the log does not know are answered with its usage', (t) => {
  const dir = tempDir(t)
  for (const args of [['x'], ['--key', 'x'], ['--limit', '0'], ['--nonsense']]) {
    const { code, err } = mintglass(dir, 'audit', ...args)
    assert.equal(code, 2)
    assert.match(err, /usage:\s+audit/)
  }
  assert.match(mintglass(dir, 'audit', '--help').out, /newest first/)
})
