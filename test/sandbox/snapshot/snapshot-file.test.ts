import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pack } from '../../../sandbox/snapshot/pack.ts'
import { readSnapshot, type Snapshot, writeSnapshot } from '../../../sandbox/snapshot/snapshot-file.ts'
import { unpack } from '../../../sandbox/snapshot/unpack.ts'

const KEY = 'a'.repeat(64)
const NOWHERE = { secs: [], ms: [], bigints: [], wide: [], narrow: [] }
const places = Object.fromEntries(Object.keys(NOWHERE).map((name) => [name, new Uint32Array(0)]))
const snapshot = {
  bootSec: 1,
  packed: pack({ wallets: ['a', 'b'], seed: Uint8Array.of(7) }),
  places,
} as unknown as Snapshot

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-snapshot-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'cache')
}

function reasonOf(folder: string, key = KEY): string {
  const read = readSnapshot(folder, key)
  return read.ok ? 'read' : read.reason
}

test('a snapshot is read as it was written, by its own key only', (t) => {
  const folder = folderOf(t)
  assert.equal(reasonOf(folder), 'absent')
  writeSnapshot(folder, KEY, snapshot)
  const read = readSnapshot(folder, KEY)
  assert(read.ok)
  assert.deepEqual(unpack(read.snapshot.packed), unpack(snapshot.packed))
  assert.equal(reasonOf(folder, 'b'.repeat(64)), 'absent')
  const [name] = readdirSync(folder)
  assert.equal(statSync(join(folder, name!)).mode & 0o777, 0o600)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
})

test('a damaged, shortened or foreign file is noticed', (t) => {
  const folder = folderOf(t)
  writeSnapshot(folder, KEY, snapshot)
  const path = join(folder, readdirSync(folder)[0]!)
  const whole = readFileSync(path)
  for (const at of [0, 40, 100, whole.length - 1]) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1
    writeFileSync(path, damaged)
    assert.equal(reasonOf(folder), 'damaged', `byte ${at}`)
  }
  for (const length of [0, 1, 32, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length))
    assert.equal(reasonOf(folder), 'damaged', `${length} bytes`)
  }
  writeFileSync(join(folder, `world-${'b'.repeat(64)}`), whole, { mode: 0o600 })
  assert.equal(reasonOf(folder, 'b'.repeat(64)), 'of another world')
})

test('what others may have written is not believed', (t) => {
  const folder = folderOf(t)
  writeSnapshot(folder, KEY, snapshot)
  const path = join(folder, readdirSync(folder)[0]!)
  chmodSync(path, 0o620)
  assert.equal(reasonOf(folder), 'others may write it')
  chmodSync(path, 0o600)
  chmodSync(folder, 0o777)
  assert.equal(reasonOf(folder), 'others may write it')
  chmodSync(folder, 0o700)
  assert.equal(reasonOf(folder), 'read')
  const elsewhere = join(folder, '..', 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  symlinkSync(path, join(elsewhere, `world-${KEY}`))
  assert.equal(reasonOf(elsewhere), 'ELOOP')
})

test('a few snapshots of other worlds are kept, the newest', (t) => {
  const folder = folderOf(t)
  const keys = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(64))
  for (const [i, key] of keys.entries()) {
    writeSnapshot(folder, key, snapshot)
    utimesSync(join(folder, `world-${key}`), i, i)
  }
  writeSnapshot(folder, KEY, snapshot)
  assert.deepEqual(
    readdirSync(folder).sort(),
    ['4', '5', '6', 'a'].map((digit) => `world-${digit.repeat(64)}`),
  )
})
