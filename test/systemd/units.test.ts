import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const UNITS = ['mintglass.service', 'mintglass@.service', 'mintglass-ingest.service', 'mintglass-backup.service']
const TIMER = 'mintglass-backup.timer'
const MAX_EXPOSURE = 2.0
const SYSTEM_UNITS = '/usr/lib/systemd/system'

const analyze = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const version = Number(/systemd (\d+)/.exec(analyze.stdout ?? '')?.[1] ?? 0)
const skip = version >= 252 && existsSync(SYSTEM_UNITS) ? false : 'systemd-analyze 252 or newer is not on this machine'

const stage = mkdtempSync(join(tmpdir(), 'mintglass-units-'))
after(() => rmSync(stage, { recursive: true, force: true }))

test('the units verify cleanly against a staged root', { skip }, () => {
  for (const folder of [
    'etc/systemd/system',
    'opt/mintglass/node_modules/.bin',
    'opt/mintglass/src/cli',
    'opt/mintglass/src/ingest',
    'usr/lib/systemd',
  ]) {
    mkdirSync(join(stage, folder), { recursive: true })
  }
  cpSync(SYSTEM_UNITS, join(stage, SYSTEM_UNITS), { recursive: true, verbatimSymlinks: true })
  for (const unit of [...UNITS, TIMER]) cpSync(join(ROOT, 'systemd', unit), join(stage, 'etc/systemd/system', unit))
  for (const file of [
    'opt/mintglass/node_modules/.bin/node',
    'opt/mintglass/src/server.ts',
    'opt/mintglass/src/ingest/main.ts',
    'opt/mintglass/src/cli/main.ts',
  ]) {
    writeFileSync(join(stage, file), '#!/bin/sh\n')
    chmodSync(join(stage, file), 0o755)
  }
  writeFileSync(join(stage, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nmintglass:x:999:999::/:/bin/sh\n')
  writeFileSync(join(stage, 'etc/group'), 'root:x:0:\nmintglass:x:999:\n')
  const verified = spawnSync(
    'systemd-analyze',
    ['verify', `--root=${stage}`, 'mintglass.service', 'mintglass@1.service', ...UNITS.slice(2), TIMER],
    { encoding: 'utf8' },
  )
  assert.equal(verified.stderr, '')
  assert.equal(verified.status, 0)
})

for (const unit of UNITS) {
  test(`${unit} exposes at most ${MAX_EXPOSURE}`, { skip }, () => {
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', join(ROOT, 'systemd', unit)], {
      encoding: 'utf8',
    })
    const exposure = Number(/Overall exposure level for [^:]+: ([\d.]+)/.exec(judged.stdout)?.[1])
    assert(exposure <= MAX_EXPOSURE, `${unit}: ${exposure}\n${judged.stderr}`)
  })
}

for (const unit of ['mintglass@.service', 'mintglass-ingest.service']) {
  test(`${unit} owns no directory of the first process and cannot outlive it`, () => {
    const text = readFileSync(join(ROOT, 'systemd', unit), 'utf8')
    assert.doesNotMatch(text, /^(State|Runtime)Directory=/m)
    assert.match(text, /^Requires=mintglass\.service$/m)
    assert.match(text, /^PartOf=mintglass\.service$/m)
  })
}

/** What the script copies, without its weight. */
function smallCheckout(): string {
  const checkout = mkdtempSync(join(stage, 'checkout-'))
  for (const folder of ['src/store', 'docs', 'ops', 'node_modules/.bin'])
    mkdirSync(join(checkout, folder), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'LICENSE', 'README.md', 'src/store/seal-witness.ts'])
    writeFileSync(join(checkout, file), '')
  writeFileSync(join(checkout, 'node_modules/.bin/node'), '#!/bin/sh\n', { mode: 0o755 })
  cpSync(join(ROOT, 'systemd'), join(checkout, 'systemd'), { recursive: true })
  return checkout
}

test('the installer makes the witness beside the key file, but not over a store from before it', () => {
  const checkout = smallCheckout()
  const install = (root: string) => {
    const done = spawnSync('bash', [join(checkout, 'systemd/install.sh'), '--root', root], { encoding: 'utf8' })
    assert.equal(done.status, 0, done.stderr)
    return done.stdout
  }
  const witnessOf = (root: string) => join(root, 'etc/mintglass/credentials/wallet.key.stores')
  const fresh = mkdtempSync(join(stage, 'fresh-'))
  install(fresh)
  assert.equal(readFileSync(witnessOf(fresh), 'utf8'), '')
  // A key file by setting has its own.
  writeFileSync(join(fresh, 'etc/mintglass/mintglass.env'), 'WALLET_KEY_FILE=/etc/mintglass/wallet.key\n')
  install(fresh)
  assert(existsSync(join(fresh, 'etc/mintglass/wallet.key.stores')))

  const old = mkdtempSync(join(stage, 'old-'))
  mkdirSync(join(old, 'var/lib/mintglass/live/durable'), { recursive: true })
  mkdirSync(join(old, 'opt/mintglass/src/store'), { recursive: true })
  assert.match(install(old), /after the first start of this version/)
  assert(!existsSync(witnessOf(old)))
  // The version that is there now has taken the store over.
  install(old)
  assert(existsSync(witnessOf(old)))
})
