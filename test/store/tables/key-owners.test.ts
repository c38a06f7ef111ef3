import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { encodeDurable } from '../../../src/store/codec.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { until } from '../../support/until.ts'
import { movingClock, openTempStore, tempDir } from '../temp-store.ts'

const NOTE = { actor: 'owner', action: 'key.regenerate', addressBucket: null } as const
const HOUR_MS = 3_600_000

test('records from before fee wallets and owners’ index read as null and are found by owner', async (t) => {
  const dir = tempDir(t)
  const path = join(dir, 'sandbox', 'durable')
  const old = openEnvironment({ name: 'durable', path, mapBytes: 4 * 1024 ** 3, synced: true })
  const digestHex = digestKey('mg_old')
  const record = {
    id: 1,
    digestHex,
    keyPrefix: 'mg_old',
    label: 'old',
    tier: 'free',
    scopes: ['read'],
    ownerWallet: 'W',
  }
  const rest = { limitPer10s: null, allowedDomains: [], hasBrandingLicense: false, brandingLicenseTx: null }
  await old.put(
    old.table<number>('apiKeys.v1'),
    1,
    encodeDurable({ ...record, ...rest, createdAtMs: 5, revokedAtMs: null }),
  )
  await old.put(old.table<string>('apiKeyDigests.v1'), digestHex, encodeDurable(1))
  await old.close()
  const { apiKeys } = await openTempStore(t, { dir })
  const found = apiKeys.findByOwner('W')
  assert.deepEqual([found?.id, found?.feeWallet, found?.retiredKey], [1, null, null])
  assert.equal(apiKeys.findByDigest(digestHex)?.feeWallet, null)
  assert.equal(apiKeys.isOwned(1, 'W'), true)
  assert.equal(apiKeys.isOwned(2, 'W'), false)
})

test('a wallet’s key is its oldest living one; a new owner has it from then on', async (t) => {
  const { apiKeys } = await openTempStore(t)
  const [one, two] = [
    await apiKeys.create({ label: '1', tier: 'free', ownerWallet: 'A' }),
    await apiKeys.create({ label: '2', tier: 'free', ownerWallet: 'A' }),
  ]
  assert.equal(apiKeys.findByOwner('A')?.id, one.record.id)
  await apiKeys.update(one.record.id, { revokedAtMs: 1 })
  assert.equal(apiKeys.findByOwner('A')?.id, two.record.id)
  await apiKeys.update(two.record.id, { ownerWallet: 'B' })
  assert.equal(apiKeys.findByOwner('A'), undefined)
  assert.equal(apiKeys.findByOwner('B')?.id, two.record.id)
  assert.deepEqual([apiKeys.isOwned(two.record.id, 'A'), apiKeys.isOwned(two.record.id, 'B')], [false, true])
  await apiKeys.update(two.record.id, { ownerWallet: null })
  assert.equal(apiKeys.findByOwner('B'), undefined)
})

test('the end of a retired key moves the version, so that no one’s memory keeps it', async (t) => {
  // Memory does not end by its age meanwhile.
  const clock = { ...movingClock(), monotonicMs: () => 0 }
  const { apiKeys } = await openTempStore(t, { clock })
  const { key, record } = await apiKeys.create({ label: '', tier: 'free', ownerWallet: 'A' })
  const made = await apiKeys.regenerate(record.id, { ownerWallet: 'A', graceMs: HOUR_MS, note: NOTE })
  assert.equal(apiKeys.findByDigest(digestKey(key))?.id, record.id)
  const version = apiKeys.version()
  clock.advance(HOUR_MS - 1)
  assert(apiKeys.findByDigest(digestKey(key)))
  clock.advance(1)
  assert.equal(apiKeys.findByDigest(digestKey(key)), undefined)
  await until(() => apiKeys.version() > version, 'the version moves')
  assert.equal(apiKeys.findByDigest(digestKey(made!.key))?.id, record.id)
})

test('what is refused neither writes nor moves the version', async (t) => {
  const { apiKeys, audit } = await openTempStore(t)
  const { record } = await apiKeys.create({ label: '', tier: 'free', ownerWallet: 'A' })
  const version = apiKeys.version()
  assert.equal(await apiKeys.regenerate(record.id, { ownerWallet: 'B', graceMs: 0, note: NOTE }), undefined)
  assert.equal(await apiKeys.alter(record.id, () => null, NOTE), undefined)
  assert.equal(await apiKeys.alter(99, () => ({ label: 'x' }), NOTE), undefined)
  const input = { label: '', tier: 'free', ownerWallet: 'A' } as const
  assert.equal(await apiKeys.register(input, { maxKeys: 10, note: NOTE }), 'has_key')
  assert.equal(await apiKeys.register({ ...input, ownerWallet: 'C' }, { maxKeys: 1, note: NOTE }), 'too_many')
  const payment = { ownerWallet: 'B', signature: 's', claim: 'named', payers: [], note: NOTE } as const
  assert.equal(await apiKeys.activateBranding(record.id, payment), 'no_key')
  assert.equal(apiKeys.brandingPayment('s'), undefined)
  assert.equal(apiKeys.version(), version)
  assert.deepEqual(audit.page({ limit: 9 }), [])
})

test('keys in memory are regenerated, altered and licensed like the others, and their changes are logged', async (t) => {
  const { apiKeys, audit } = await openTempStore(t)
  const { id } = apiKeys.addVolatile('mg_published', { label: '', tier: 'free', ownerWallet: 'A' })
  const durable = await apiKeys.create({ label: '', tier: 'free', ownerWallet: 'B' })
  assert.equal(apiKeys.findByOwner('A')?.id, id)
  assert(apiKeys.isOwned(id, 'A'))
  const made = await apiKeys.regenerate(id, { ownerWallet: 'A', graceMs: 0, note: NOTE })
  assert.equal(apiKeys.findByDigest(digestKey('mg_published')), undefined)
  assert.equal(apiKeys.findByDigest(digestKey(made!.key))?.id, id)
  const altered = await apiKeys.alter(id, () => ({ feeWallet: 'F' }), { ...NOTE, action: 'key.fee-wallet' })
  assert.equal(altered?.after.feeWallet, 'F')
  const claim = (keyId: number, ownerWallet: string) =>
    apiKeys.activateBranding(keyId, {
      ownerWallet,
      signature: 's',
      claim: 'named',
      payers: [],
      note: { ...NOTE, action: 'key.branding' },
    })
  assert.equal(await claim(id, 'A'), 'activated')
  assert.equal(await claim(id, 'A'), 'already_active')
  assert.equal(await claim(durable.record.id, 'B'), 'signature_used')
  assert.deepEqual(
    audit.page({ limit: 9, subject: `key:${id}` }).map(({ action }) => action),
    ['key.branding', 'key.fee-wallet', 'key.regenerate'],
  )
})

test('a version that was set to its end is left by the next change, and by a change of another process', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const second = await openTempStore(t, { dir })
  const { record } = await first.apiKeys.create({ label: '', tier: 'free' })
  const raw = openEnvironment({
    name: 'durable',
    path: join(dir, 'sandbox', 'durable'),
    mapBytes: 4 * 1024 ** 3,
    synced: true,
  })
  t.after(() => raw.close())
  const counters = raw.table<string>('apiKeyCounters.v1')
  for (const changer of [first, second]) {
    const before = first.apiKeys.version()
    await raw.put(counters, 'version', encodeDurable(2 ** 53))
    await until(() => first.apiKeys.version() > before, 'the forged version is seen as a change')
    const forged = first.apiKeys.version()
    await changer.apiKeys.update(record.id, { revokedAtMs: 5 })
    await until(() => first.apiKeys.version() > forged, 'the revocation is seen')
  }
})

test('what is remembered of keys ends after ten seconds, whatever the version says', async (t) => {
  let passedMs = 0
  const clock = { ...movingClock(), monotonicMs: () => passedMs }
  const { apiKeys } = await openTempStore(t, { clock })
  const version = apiKeys.version()
  passedMs = 9_999
  await new Promise((resolve) => setTimeout(resolve, 250))
  assert.equal(apiKeys.version(), version)
  passedMs = 10_000
  await until(() => apiKeys.version() > version, 'memory ends')
})
