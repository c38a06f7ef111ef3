import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { STORAGE } from '../../../src/config/storage.ts'
import { type Environment, openEnvironment } from '../../../src/store/environment.ts'
import type { StoredReport } from '../../../src/store/store.ts'
import { openReports } from '../../../src/store/tables/reports.ts'
import { keptLog } from '../../support/test-client.ts'
import { until } from '../../support/until.ts'
import { MAX_REPORTS, numbered } from '../children/put-reports.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const CHILD = fileURLToPath(new URL('../children/put-reports.ts', import.meta.url))

function openEnv(t: TestContext, path = join(tempDir(t), 'reports')): Environment {
  const env = openEnvironment({ name: 'reports', path, mapBytes: 1024 ** 3, synced: true })
  t.after(() => env.close())
  return env
}
function open(t: TestContext, maxReports = 100, change: (env: Environment) => Environment = (env) => env) {
  const { log, lines } = keptLog()
  return { ...openReports(change(openEnv(t)), log, maxReports), lines }
}

const digest = (letter: string) => letter.repeat(64)
function reportOf(own: Partial<StoredReport> = {}): StoredReport {
  return {
    sha256: digest('a'),
    kind: 'deepscan',
    mint: 'mint',
    atMs: 1_000,
    bundle: Buffer.from('{"inputs":1}'),
    report: Buffer.from('{"score":1}'),
    ...own,
  }
}
const textsOf = (found: StoredReport | undefined) =>
  found && [Buffer.from(found.bundle).toString(), Buffer.from(found.report).toString()]

test('a report comes back as it was given, with its inputs', async (t) => {
  const { table, idle } = open(t)
  const given = numbered(5)
  table.put(given)
  await idle()
  const { bundle, report, ...rest } = (await table.get(given.sha256, 'deepscan'))!
  assert.deepEqual(rest, { sha256: given.sha256, kind: 'deepscan', mint: given.mint, atMs: given.atMs })
  assert(Buffer.from(bundle).equals(given.bundle) && Buffer.from(report).equals(given.report))
})

test('scan and map of the same inputs are two reports; unknown ones are undefined', async (t) => {
  const { table, idle } = open(t)
  table.put(reportOf())
  table.put(reportOf({ kind: 'bubblemap', report: Buffer.from('{"nodes":[]}') }))
  await idle()
  assert.deepEqual(textsOf(await table.get(digest('a'), 'deepscan')), ['{"inputs":1}', '{"score":1}'])
  assert.deepEqual(textsOf(await table.get(digest('a'), 'bubblemap')), ['{"inputs":1}', '{"nodes":[]}'])
  assert.equal(await table.get(digest('b'), 'deepscan'), undefined)
  assert.equal(table.newest(10).length, 2)
})

test('newest first, no more than asked for, and the same one once however often it is put', async (t) => {
  const { table, idle } = open(t)
  for (const letter of ['b', 'c', 'a', 'c']) table.put(reportOf({ sha256: digest(letter), atMs: letter.charCodeAt(0) }))
  await idle()
  assert.deepEqual(
    table.newest(10).map(({ sha256, kind, atMs }) => [sha256[0], kind, atMs]),
    [
      ['c', 'deepscan', 99],
      ['b', 'deepscan', 98],
      ['a', 'deepscan', 97],
    ],
  )
  assert.equal(table.newest(2).length, 2)
})

test('beyond the largest number the oldest go, inputs and all', async (t) => {
  const { table, idle } = open(t, 3)
  for (let i = 0; i < 10; i++) {
    table.put(numbered(i))
    await idle()
  }
  assert.deepEqual(
    table.newest(99).map(({ sha256 }) => Number.parseInt(sha256, 16)),
    [9, 8, 7],
  )
  assert.equal(await table.get(numbered(6).sha256, 'deepscan'), undefined)
  assert(await table.get(numbered(7).sha256, 'deepscan'))
})

test('when the tables are too large a bounded number of the oldest goes at each write', async (t) => {
  const size = { tables: 0, file: 0 }
  const { table, idle } = open(t, 1_000, (env) => ({ ...env, usedBytes: () => size }))
  const dropped = STORAGE.reportsDroppedAtOnce
  for (let i = 0; i < dropped + 5; i++) table.put(numbered(i))
  await idle()
  assert.equal(table.newest(999).length, dropped + 5)
  size.tables = STORAGE.reportBytes + 1
  table.put(numbered(dropped + 5))
  await idle()
  assert.deepEqual(
    table.newest(999).map(({ sha256 }) => Number.parseInt(sha256, 16) - dropped),
    [5, 4, 3, 2, 1, 0],
  )
})

test('when the disk is too slow further reports are left out, said, and taken again afterwards', async (t) => {
  const { table, idle, lines } = open(t, 1_000)
  const most = STORAGE.reportWritesInFlight
  for (let i = 0; i <= most; i++) table.put(numbered(i))
  assert.equal(lines.filter((line) => line.includes('the disk is too slow')).length, 1)
  await idle()
  assert.equal(table.newest(999).length, most)
  assert.equal(await table.get(numbered(most).sha256, 'deepscan'), undefined)
  table.put(numbered(most))
  await idle()
  assert(await table.get(numbered(most).sha256, 'deepscan'))
})

test('a disk that refuses is a line in the log and nothing else', async (t) => {
  const refuse = async () => {
    throw new Error('disk full')
  }
  const { table, idle, lines } = open(t, 10, (env) => ({ ...env, write: refuse }))
  table.put(reportOf())
  await idle()
  assert.equal(lines.filter((line) => /"level":40.*could not be kept/.test(line)).length, 1)
  assert.equal(await table.get(digest('a'), 'deepscan'), undefined)
})

test('clearing forgets all reports, also those still on their way to the disk', async (t) => {
  const { table, idle, clear } = open(t)
  table.put(numbered(1))
  await idle()
  table.put(numbered(2))
  await clear()
  await idle()
  assert.deepEqual(table.newest(10), [])
  assert.equal(await table.get(numbered(1).sha256, 'deepscan'), undefined)
  assert.equal(await table.get(numbered(2).sha256, 'deepscan'), undefined)
  table.put(numbered(3))
  await idle()
  assert.equal(table.newest(10).length, 1)
})

test('reports outlive a restart, and not their world', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir, genesisHash: 'world one' })
  first.reports.put(numbered(4))
  await first.close()
  const second = await openTempStore(t, { dir, genesisHash: 'world one' })
  assert.equal((await second.reports.get(numbered(4).sha256, 'deepscan'))?.mint, 'mint 4')
  await second.claimWorld('world two')
  assert.deepEqual(second.reports.newest(10), [])
  second.reports.put(numbered(5))
  await second.close()
  const third = await openTempStore(t, { dir, genesisHash: 'world three' })
  assert.deepEqual(third.reports.newest(10), [])
})

test('killed while it writes: what was acknowledged is there, and every listed report is whole', async (t) => {
  const path = join(tempDir(t), 'reports')
  let next = 0
  for (let round = 0; round < 4; round++) {
    const acknowledged = await writeUntilKilled(path, next)
    const env = openEnvironment({ name: 'reports', path, mapBytes: 1024 ** 3, synced: true })
    const { table } = openReports(env, keptLog().log, MAX_REPORTS)
    const listed = table.newest(999).map(({ sha256 }) => Number.parseInt(sha256, 16))
    assert(listed.length <= MAX_REPORTS)
    assert(listed.includes(acknowledged), `${acknowledged} was on disk; there are ${listed}`)
    for (const index of listed) {
      const found = await table.get(numbered(index).sha256, 'deepscan')
      assert(found, `${index} is listed and not there`)
      assert(Buffer.from(found.bundle).equals(numbered(index).bundle), `${index} is another`)
    }
    assert.equal(env.table<string>('reports.v1').getCount(), listed.length, 'no report that nothing lists')
    next = Math.max(...listed) + 1
    await env.close()
  }
})

/** Answers the last number that was said to be on disk. */
async function writeUntilKilled(path: string, from: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, path, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await until(() => said.split('\n').length > 12, 'the child writes reports')
  child.kill('SIGKILL')
  await ended
  return Number(said.trimEnd().split('\n').at(-1))
}
