import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withReader } from '../../src/store/backup-environment.ts'
import { openEnvironment } from '../../src/store/environment.ts'
import { openAlone } from '../../src/store/environment-lock.ts'
import { tempDir } from './temp-store.ts'

const MAP_BYTES = 1024 ** 3
const HOUR_MS = 3_600_000
/** Commits beside a process that opens all the time. */
const ENOUGH = 20

function open(t: TestContext, path = join(tempDir(t), 'env')) {
  const env = openEnvironment({ name: 'test', path, mapBytes: MAP_BYTES, synced: true })
  t.after(() => env.close())
  return env
}

function child(
  t: TestContext,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const file = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url))
  const started = fork(file, args, { env: { ...process.env, ...env } })
  t.after(() => void started.kill('SIGKILL'))
  return started
}

async function message(of: ChildProcess): Promise<string> {
  const [said] = await once(of, 'message')
  return said as string
}

test('commits wait while another process opens, and keep their order', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const opener = child(t, 'hold-opening', [env.path, '600'])
  assert.equal(await message(opener), 'opening')
  const opened = message(opener)
  const seen: { readonly key: string; readonly atMs: number }[] = []
  const commits = ['a', 'b', 'c'].map(async (key) => {
    await env.write(() => void table.put(key, Buffer.from('1')))
    seen.push({ key, atMs: Date.now() })
  })
  await Promise.all(commits)
  const openedMs = Number(await opened)
  assert.deepEqual(
    seen.map(({ key, atMs }) => [key, atMs >= openedMs]),
    [
      ['a', true],
      ['b', true],
      ['c', true],
    ],
  )
})

test('a commit at once waits, too', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const opener = child(t, 'hold-opening', [env.path, '600'])
  await message(opener)
  const opened = message(opener)
  env.writeNow(() => void table.put('a', Buffer.from('1')))
  const committedMs = Date.now()
  assert.ok(committedMs >= Number(await opened), 'committed while the environment was being opened')
})

test('an opener that is killed holds no one up', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const opener = child(t, 'hold-opening', [env.path, String(HOUR_MS)])
  await message(opener)
  const commit = env.put(table, 'a', Buffer.from('1'))
  opener.kill('SIGKILL')
  await commit
  assert.equal(table.get('a')?.toString(), '1')
})

test('openers get their turn beside a process that commits all the time', async (t) => {
  const path = join(tempDir(t), 'env')
  const writer = child(t, 'commit-all-the-time', [path])
  await message(writer)
  for (let i = 0; i < 20; i++) {
    const rows = await withReader(path, MAP_BYTES, async (root) => root.getKeysCount())
    assert.equal(rows, 1)
  }
})

test('a process opens again what it has open, in the middle of a commit', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const commit = env.write(() => void table.put('a', Buffer.from('1')))
  assert.equal(
    openAlone(env.path, () => 'open'),
    'open',
  )
  const again = openEnvironment({ name: 'again', path: env.path, mapBytes: MAP_BYTES, synced: true })
  again.writeNow(() => void again.table<string>('t').put('b', Buffer.from('2')))
  await commit
  await again.close()
  await env.write(() => void table.put('c', Buffer.from('3')))
  assert.deepEqual([...table.getKeys()], ['a', 'b', 'c'])
})

test('a write to a closed environment is refused', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  await env.close()
  await assert.rejects(() => env.put(table, 'a', Buffer.from('1')), /closed/)
})

test('no acknowledged commit is lost where opening takes long', {
  skip: hasCompiler() ? false : 'no C compiler',
}, async (t) => {
  // The window in which LMDB forgets a commit is some microseconds wide; a slow mmap makes it a certainty.
  const dir = tempDir(t)
  const source = fileURLToPath(new URL('./children/slow-mmap.c', import.meta.url))
  const library = join(dir, 'slow-mmap.so')
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'])
  const env = open(t, join(dir, 'env'))
  const table = env.table<number>('t')
  const opener = child(t, 'open-repeatedly', [env.path, '10'], { LD_PRELOAD: library, SLOW_MMAP_MS: '30' })
  let isOver = false
  const over = once(opener, 'exit').then(([code]) => {
    isOver = true
    assert.equal(code, 0)
  })
  let commits = 0
  while (!isOver) {
    await env.write(() => void table.put(commits, Buffer.alloc(100)))
    commits++
    if (commits === ENOUGH) opener.send('enough')
  }
  await over
  env.refresh()
  const lost = Array.from({ length: commits }, (_, key) => key).filter((key) => table.get(key) === undefined)
  assert.deepEqual(lost, [])
  assert.ok(commits >= ENOUGH, `${commits} commits`)
})

function hasCompiler(): boolean {
  return process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
}
