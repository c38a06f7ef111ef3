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
