import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { backup } from '../../src/cli/backup.ts'
import { UsageProblem } from '../../src/cli/command.ts'
import { restore } from '../../src/cli/restore.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import type { AuditRow } from '../../src/store/audit-rows.ts'
import { backUpStore } from '../../src/store/backup.ts'
import type { BackupManifest } from '../../src/store/backup-manifest.ts'
import { restoreStore, verifyBackup } from '../../src/store/backup-restore.ts'
import { encodeDurable } from '../../src/store/codec.ts'
import { openEnvironment } from '../../src/store/environment.ts'
import { storeConfig } from '../store/temp-store.ts'
import { sendJson, startLocalServer } from '../support/local-server.ts'
import { type CliRan, runCli } from '../support/run-cli.ts'

const LOAD = fileURLToPath(new URL('../crash/backup-load.ts', import.meta.url))
const OWN_GENESIS = 'GenesisOfTheFirstWorld'

const dir = mkdtempSync(join(tmpdir(), 'mintglass-backup-cli-'))
const live = join(dir, 'live')
const whole = join(dir, 'whole')
after(() => rmSync(dir, { recursive: true, force: true }))

/** Of the store that the load made; all stores of these tests have it. */
const keyFile = join(live, 'sandbox', 'wallet.key')

/** The same within this process: it has no store open. */
function restoreHere(dataDir: string, folder: string): Promise<unknown> {
  const config = { ...storeConfig(dataDir), custody: { keyFile } }
  return restoreStore({ config, folder, genesisHash: null, replaces: false, trustsUnsigned: true, nowMs: 0 })
}

/** A command as an operator runs it, over the store of a data folder. */
function run(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRan> {
  const own = { MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '4', WALLET_KEY_FILE: keyFile }
  return runCli(args, { ...own, ...env })
}

/** A store with keys and a tape, written to for a moment. */
before(async () => {
  const child = spawn(process.execPath, [LOAD, live, '20'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      if (/slot 60\b/.test(String(chunk))) resolve()
    })
  })
  child.kill('SIGKILL')
  await once(child, 'close')
  const made = await run(live, ['backup', whole])
  assert.equal(made.code, 0, made.err)
})

const manifestOf = (folder: string): BackupManifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

/** A copy of the whole backup, spoiled. */
function spoiled(
  name: string,
  spoil: (folder: string, manifest: BackupManifest) => BackupManifest | undefined,
): string {
  const folder = join(dir, name)
  cpSync(whole, folder, { recursive: true })
  const changed = spoil(folder, manifestOf(folder))
  if (changed !== undefined) writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
  return folder
}

async function refuses(
  args: readonly string[],
  says: RegExp,
  options: { dataDir?: string; env?: Record<string, string> } = {},
) {
  const { dataDir = join(dir, `fresh-${Math.round(performance.now() * 1_000)}`), env = {} } = options
  const ran = await run(dataDir, args, env)
  assert.equal(ran.code, 1, `${ran.out}${ran.err}`)
  assert.match(ran.err, says)
  return dataDir
}

test('a backup says what is in it, and no one else may read it', () => {
  const { format, mode, genesisHash, environments, startedAtMs, finishedAtMs } = manifestOf(whole)
  assert.deepEqual([format, mode, genesisHash], [2, 'sandbox', OWN_GENESIS])
  assert(finishedAtMs >= startedAtMs)
  const names = environments.map(({ name }) => name)
  assert.equal(names[0], 'durable', 'what points at others is taken first')
  assert.equal(names.at(-1), 'tape/head')
  assert(names.includes('reports') && names.filter((name) => /^tape\/2026-/.test(name)).length >= 3)
  assert(environments[0]!.rows['apiKeys.v1']! > 0)
  for (const entry of readdirSync(whole, { recursive: true, withFileTypes: true }))
    assert.equal(statSync(join(entry.parentPath, entry.name)).mode & 0o077, 0, entry.name)
  const files = readdirSync(whole, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  assert(
    files.every(({ name }) => ['data.mdb', 'manifest.json'].includes(name)),
    'no lock files, no keys',
  )
})

test('the cache, the running state and the key files are not in it', async () => {
  writeFileSync(join(live, 'sandbox', 'webhook.key'), `${'5e'.repeat(32)}\n`, { mode: 0o600 })
  const folder = join(dir, 'without-keys')
  assert.equal((await run(live, ['backup', folder])).code, 0)
  assert.deepEqual(readdirSync(folder).sort(), ['durable', 'manifest.json', 'reports', 'tape'])
  for (const { name } of manifestOf(folder).environments)
    assert.equal(readFileSync(join(folder, name, 'data.mdb')).includes('5e5e5e5e'), false)
})

test('tape and reports can be left out', async () => {
  const folder = join(dir, 'small')
  const { out } = await run(live, ['backup', folder, '--no-tape', '--no-reports', '--json'])
  assert.deepEqual(
    (JSON.parse(out) as BackupManifest).environments.map(({ name }) => name),
    ['durable'],
  )
  const restored = join(dir, 'small-restored')
  assert.equal((await run(restored, ['restore', folder])).code, 0)
  assert.deepEqual(readdirSync(join(restored, 'sandbox')), ['durable'])
})

test('a backup replaces nothing, and needs a store', async () => {
  const manifest = readFileSync(join(whole, 'manifest.json'), 'utf8')
  await refuses(['backup', whole], /exists: a backup never replaces a folder/, { dataDir: live })
  assert.equal(readFileSync(join(whole, 'manifest.json'), 'utf8'), manifest)
  const none = await refuses(['backup', join(dir, 'of-nothing')], /there is no store at /)
  assert.equal(existsSync(join(dir, 'of-nothing')), false)
  assert.equal(existsSync(join(none, 'sandbox', 'durable', 'data.mdb')), false, 'and makes none')
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.includes('.partial-')),
    [],
  )
})

test('dated backups are kept by number; what is no backup stays', async () => {
  const parent = join(dir, 'nightly')
  mkdirSync(join(parent, '2020-01-01T00-00-00Z'), { recursive: true })
  mkdirSync(join(parent, 'notes'))
  for (const name of ['2021-01-01T00-00-00Z', '2022-01-01T00-00-00Z', '2023-01-01T00-00-00Z'])
    cpSync(whole, join(parent, name), { recursive: true })
  // Of a process that is gone, and of one that lives (this one is not it: another start).
  const stale = '2024-01-01T00-00-00Z.partial-1_1_boot_aabbccddeeff'
  mkdirSync(join(parent, stale))
  const { code, out } = await run(live, ['backup', '--into', parent, '--keep', '2', '--json'])
  assert.equal(code, 0)
  const { folder, removed } = JSON.parse(out) as { folder: string; removed: string[] }
  assert.match(folder, /\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
  assert.deepEqual(removed, ['2021-01-01T00-00-00Z', '2022-01-01T00-00-00Z'])
  const left = readdirSync(parent).sort()
  assert.deepEqual(left, ['2020-01-01T00-00-00Z', '2023-01-01T00-00-00Z', folder.split('/').at(-1), 'notes'].sort())
})

test("backups and restores are in the operator's log, with the folder and what went; a check is not", async () => {
  const source = join(dir, 'logged')
  const parent = join(dir, 'logged-nightly')
  assert.equal((await run(source, ['keys', 'create', '--tier', 'data'])).code, 0)
  cpSync(whole, join(parent, '2021-01-01T00-00-00Z'), { recursive: true })
  const made = await run(source, ['backup', '--into', parent, '--keep', '1', '--json'])
  const { folder } = JSON.parse(made.out) as { folder: string }
  const [backedUp, created] = await logOf(source)
  assert.deepEqual([backedUp?.action, backedUp?.actor, backedUp?.subject], ['store.backup', 'operator', 'store'])
  assert.deepEqual(backedUp?.after, { folder, parts: ['durable'], removed: ['2021-01-01T00-00-00Z'] })
  assert.equal(created?.action, 'key.create')

  const target = join(dir, 'logged-restored')
  assert.equal((await run(target, ['restore', folder, '--check'])).code, 0)
  assert.equal((await run(target, ['restore', folder])).code, 0)
  const again = await run(target, ['restore', folder, '--replace', '--json'])
  const { movedTo, startedAtMs } = JSON.parse(again.out) as { movedTo: string; startedAtMs: number }
  const [restored, ...rest] = await logOf(target)
  assert.deepEqual([restored?.action, restored?.actor, restored?.subject], ['store.restore', 'operator', 'store'])
  assert.deepEqual(restored?.after, { folder, madeAt: new Date(startedAtMs).toISOString(), movedTo, isSigned: true })
  assert.deepEqual(
    rest.map(({ action }) => action),
    ['key.create'],
    'what came after the backup went aside with its store',
  )
  await refuses(['backup', folder], /exists: a backup/, { dataDir: target })
  assert.equal((await logOf(target)).length, 2, 'what failed leaves no row')
})

async function logOf(dataDir: string): Promise<AuditRow[]> {
  const { code, out, err } = await run(dataDir, ['audit', '--json'])
  assert.equal(code, 0, err)
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRow)
}

test('words that cannot be meant are refused with the usage', async () => {
  const wrong = [
    ['backup'],
    ['backup', 'a', 'b'],
    ['backup', 'a', '--into', 'b'],
    ['backup', 'a', '--keep', '2'],
    ['backup', '--into', 'a', '--keep', '0'],
    ['backup', '--into', 'a', '--keep', 'x'],
    ['backup', '--nope'],
    ['restore'],
    ['restore', 'a', 'b'],
  ]
  const commands = { backup, restore }
  for (const [name, ...args] of wrong)
    await assert.rejects(commands[name as keyof typeof commands](args), (error) => {
      assert(error instanceof UsageProblem)
      assert.match(error.message, /usage:/)
      return true
    })
  assert.equal((await run(live, ['backup'])).code, 2)
  for (const command of ['backup', 'restore']) assert.equal((await run(live, [command, '--help'])).code, 0)
})

test('a backup that is checked and whole says so, and its folder stays as it was', async () => {
  const before = readdirSync(whole, { recursive: true }).length
  const { code, out } = await run(join(dir, 'nowhere'), ['restore', whole, '--check'])
  assert.equal(code, 0)
  assert.match(out, /is whole: sandbox mode, chain GenesisOfTheFirstWorld, \d+ environments, \d+ rows/)
  assert.equal(readdirSync(whole, { recursive: true }).length, before)
  assert.equal(existsSync(join(dir, 'nowhere')), false)
})

test('what was altered, cut short or taken away is found before anything is written', async () => {
  const data = (folder: string) => join(folder, 'durable', 'data.mdb')
  const cases: [string, RegExp, Parameters<typeof spoiled>[1]][] = [
    [
      'flipped',
      /durable is not what was written: its checksum differs/,
      (folder) => {
        const bytes = readFileSync(data(folder))
        bytes[bytes.length >> 1]! ^= 1
        writeFileSync(data(folder), bytes)
        return undefined
      },
    ],
    ['longer', /durable has \d+ bytes, not \d+/, (folder) => void appendFileSync(data(folder), 'x')],
    ['gone', /durable is missing/, (folder) => void rmSync(data(folder))],
    ['no-manifest', /there is no manifest\.json/, (folder) => void rmSync(join(folder, 'manifest.json'))],
    ['garbage', /manifest\.json cannot be read/, (folder) => void writeFileSync(join(folder, 'manifest.json'), '{')],
    ['format', /format 3 is unknown/, (_, manifest) => ({ ...manifest, format: 3 as 2 })],
    [
      'path',
      /manifest\.json is incomplete/,
      (_, manifest) => ({
        ...manifest,
        environments: manifest.environments.map((one) => ({ ...one, name: `tape/../../${one.name}` })),
      }),
    ],
    ['empty', /manifest\.json is incomplete/, (_, manifest) => ({ ...manifest, environments: [] })],
    [
      'rows',
      /durable has rows that differ from its manifest/,
      (_, manifest) => ({
        ...manifest,
        environments: manifest.environments.map((one) => ({ ...one, rows: { ...one.rows, 'apiKeys.v1': 1 } })),
      }),
    ],
    [
      'other-chain',
      /durable differs from its manifest in mode, chain or schema/,
      (_, manifest) => ({ ...manifest, genesisHash: 'AnotherGenesis' }),
    ],
  ]
  for (const [name, says, spoil] of cases) {
    const folder = spoiled(name, spoil)
    const dataDir = join(dir, `restored-${name}`)
    await assert.rejects(restoreHere(dataDir, folder), says)
    assert.equal(existsSync(dataDir), false, `${name}: nothing was made`)
    await assert.rejects(verifyBackup(folder, { config: storeConfig(dataDir), trustsUnsigned: true }), says)
  }
  await refuses(['restore', join(dir, 'flipped')], /its checksum differs/)
})

test('a backup of another mode is refused', async () => {
  await refuses(['restore', whole], /is of sandbox mode; MINTGLASS_MODE is live/, { env: { MINTGLASS_MODE: 'live' } })
})

test('a backup of another chain, as the node reports it, is refused in live mode', async (t) => {
  const source = join(dir, 'live-mode')
  const made = await run(source, ['keys', 'create', '--tier', 'data'], { MINTGLASS_MODE: 'live' })
  assert.equal(made.code, 0, made.err)
  const folder = join(dir, 'live-backup')
  assert.equal((await run(source, ['backup', folder], { MINTGLASS_MODE: 'live' })).code, 0)
  // No node had told this store its chain yet: any chain may be its own.
  assert.equal(manifestOf(folder).genesisHash, null)
  const node = await startLocalServer(({ body }, response) =>
    sendJson(response, { jsonrpc: '2.0', id: JSON.parse(body).id, result: 'GenesisOfAnotherWorld' }),
  )
  t.after(() => node.close())
  const env = { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url }
  assert.equal((await run(join(dir, 'live-restored'), ['restore', folder], env)).code, 0)

  const child = spawn(process.execPath, [CLAIM, source], { stdio: 'inherit' })
  await once(child, 'close')
  const claimed = join(dir, 'live-claimed')
  assert.equal((await run(source, ['backup', claimed], { MINTGLASS_MODE: 'live' })).code, 0)
  assert.equal(manifestOf(claimed).genesisHash, OWN_GENESIS)
  await refuses(['restore', claimed], /GenesisOfTheFirstWorld, the node shows GenesisOfAnotherWorld/, { env })
  const { code, out } = await run(join(dir, 'live-unasked'), ['restore', claimed], { MINTGLASS_MODE: 'live' })
  assert.equal(code, 0)
  assert.match(out, /no node answered: the server compares the chain when it starts/)
})

const CLAIM = fileURLToPath(new URL('../store/children/claim-world.ts', import.meta.url))

test('a backup of a newer version is refused', async () => {
  const newer = join(dir, 'newer')
  assert.equal((await run(newer, ['keys', 'list'])).code, 0)
  const env = openEnvironment({
    name: 'durable',
    path: join(newer, 'sandbox', 'durable'),
    mapBytes: 4 * 1024 ** 3,
    synced: true,
  })
  const meta = env.table<string>('meta.v1')
  await env.put(meta, 'identity', encodeDurable({ mode: 'sandbox', genesisHash: null, schema: 99 }))
  await env.close()
  const folder = join(dir, 'newer-backup')
  const parts = { config: { ...storeConfig(newer), custody: { keyFile } }, clock: systemClock(), version: 'test' }
  await backUpStore({ ...parts, folder, withTape: true, withReports: true })
  await assert.rejects(
    restoreHere(join(dir, 'newer-restored'), folder),
    /has schema 99, this version knows \d+: update/,
  )
})

test('a store that is there is not overwritten; --replace moves it aside, whole', async () => {
  const dataDir = join(dir, 'occupied')
  assert.equal((await run(dataDir, ['keys', 'create', '--tier', 'data', '--label', 'old'])).code, 0)
  writeFileSync(join(dataDir, 'sandbox', 'webhook.key'), 'stays')
  await refuses(['restore', whole], /holds a store already \(durable\): --replace moves it aside/, { dataDir })
  assert.match((await run(dataDir, ['keys', 'list'])).out, /old/)
  const replaced = await run(dataDir, ['restore', whole, '--replace', '--json'])
  assert.equal(replaced.code, 0, replaced.err)
  const { movedTo } = JSON.parse(replaced.out) as { movedTo: string }
  assert.match((await run(dataDir, ['keys', 'list'])).out, /load/)
  assert.equal(readFileSync(join(dataDir, 'sandbox', 'webhook.key'), 'utf8'), 'stays')
  cpSync(join(movedTo, 'durable'), join(dir, 'moved', 'sandbox', 'durable'), { recursive: true })
  assert.match((await run(join(dir, 'moved'), ['keys', 'list'])).out, /old/)
})

test('a store that a process holds is not replaced', async () => {
  const dataDir = join(dir, 'held')
  const child = spawn(process.execPath, [LOAD, dataDir, '20'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  try {
    const says = new RegExp(`process ${child.pid} uses .*: stop the server first`)
    await refuses(['restore', whole], says, { dataDir })
    await refuses(['restore', whole, '--replace'], says, { dataDir })
    assert.equal(existsSync(join(dataDir, 'sandbox', 'restoring')), false)
    assert.equal(child.exitCode, null, 'it goes on')
  } finally {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  assert.equal((await run(dataDir, ['restore', whole, '--replace'])).code, 0)
})

test('a restore that was cut short keeps everyone out until it is run again', async () => {
  const dataDir = join(dir, 'cut-short')
  assert.equal((await run(dataDir, ['restore', whole])).code, 0)
  writeFileSync(join(dataDir, 'sandbox', 'restoring'), 'placing')
  rmSync(join(dataDir, 'sandbox', 'durable'), { recursive: true })
  await refuses(['keys', 'list'], /under way or was cut short: run `mintglass restore <backup>` again/, { dataDir })
  assert.equal((await run(dataDir, ['restore', whole])).code, 0)
  assert.equal(existsSync(join(dataDir, 'sandbox', 'restoring')), false)
  assert.match((await run(dataDir, ['keys', 'list'])).out, /load/)
})

test('one that was cut short while it moved the old store aside does not touch the rest of it unasked', async () => {
  const dataDir = join(dir, 'half-moved')
  assert.equal((await run(dataDir, ['restore', whole])).code, 0)
  writeFileSync(join(dataDir, 'sandbox', 'restoring'), 'moving')
  await refuses(['restore', whole], /holds a store already/, { dataDir })
  assert.equal((await run(dataDir, ['restore', whole, '--replace'])).code, 0)
  assert.equal(readdirSync(dir).filter((name) => name === 'half-moved').length, 1)
  assert(readdirSync(dataDir).some((name) => name.startsWith('sandbox.before-')))
})

test('restores within one second each move what was there into a folder of their own', async () => {
  const dataDir = join(dir, 'same-second')
  const again = () =>
    restoreStore({
      ...{ config: storeConfig(dataDir), folder: whole, genesisHash: null },
      ...{ replaces: true, trustsUnsigned: true, nowMs: 0 },
    })
  const home = join(dataDir, 'sandbox')
  assert.deepEqual((await again()).movedTo, null)
  assert.deepEqual((await again()).movedTo, `${home}.before-1970-01-01T00-00-00Z`)
  assert.deepEqual((await again()).movedTo, `${home}.before-1970-01-01T00-00-00Z-2`)
})

test('key files that the restored secrets need are named when they are missing', async () => {
  const child = spawn(process.execPath, [WEBHOOK, join(dir, 'hooked')], { stdio: 'inherit' })
  await once(child, 'close')
  const folder = join(dir, 'hooked-backup')
  const own = { WALLET_KEY_FILE: join(dir, 'hooked', 'sandbox', 'wallet.key') }
  assert.equal((await run(join(dir, 'hooked'), ['backup', folder], own)).code, 0)
  const missing = await run(join(dir, 'hooked-restored'), ['restore', folder], own)
  assert.match(missing.out, /missing: .*webhook\.key, which opens the secrets of the webhooks/)
  const ready = join(dir, 'hooked-ready')
  mkdirSync(join(ready, 'sandbox'), { recursive: true })
  cpSync(join(dir, 'hooked', 'sandbox', 'webhook.key'), join(ready, 'sandbox', 'webhook.key'))
  assert.doesNotMatch((await run(ready, ['restore', folder], own)).out, /missing/)
})

const WEBHOOK = fileURLToPath(new URL('../store/children/make-webhook.ts', import.meta.url))
