import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEnvironment } from '../../src/store/environment.ts'
import { tempDir } from './temp-store.ts'

function open(t: Parameters<typeof tempDir>[0], path = join(tempDir(t), 'env')) {
  const env = openEnvironment({ name: 'test', path, mapBytes: 1024 ** 3, synced: true })
  t.after(() => env.close())
  return env
}

test('a transaction that throws leaves nothing behind', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const work = env.write(() => {
    table.put('a', Buffer.from('1'))
    throw new Error('half way')
  })
  await assert.rejects(work, /half way/)
  assert.equal(table.get('a'), undefined)
})

test('a write that is done at once is seen at once, and leaves nothing behind when it throws', async (t) => {
  const path = join(tempDir(t), 'env')
  const [env, other] = [open(t, path), open(t, path)]
  const [table, seen] = [env.table<string>('t'), other.table<string>('t')]
  assert.equal(
    env.writeNow(() => {
      void table.put('a', Buffer.from('1'))
      return 'done'
    }),
    'done',
  )
  other.refresh()
  assert.equal(seen.get('a')?.toString(), '1')
  assert.throws(
    () =>
      env.writeNow(() => {
        void table.put('a', Buffer.from('2'))
        throw new Error('half way')
      }),
    /half way/,
  )
  assert.equal(table.get('a')?.toString(), '1')
})

test('writes done at once and writes done in time do not wait for each other for ever', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const increment = (key: string) => (): void => {
    void table.put(key, Buffer.from(String(Number(table.get(key)?.toString() ?? 0) + 1)))
  }
  const inTime: Promise<void>[] = []
  for (let i = 0; i < 200; i++) {
    inTime.push(env.write(increment('in time')), env.put(table, `plain ${i}`, Buffer.from('x')))
    env.writeNow(increment('at once'))
    if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(inTime)
  assert.deepEqual([table.get('in time')?.toString(), table.get('at once')?.toString()], ['200', '200'])
})

test('transactions started together happen one after the other, each on what the last one left', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const increment = () =>
    env.write(() => {
      const next = Number(table.get('n')?.toString() ?? 0) + 1
      table.put('n', Buffer.from(String(next)))
      return next
    })
  const seen = await Promise.all(Array.from({ length: 100 }, increment))
  assert.deepEqual(
    seen,
    Array.from({ length: 100 }, (_, i) => i + 1),
  )
})

test('a failing one among them takes no other with it', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) =>
      env.write(() => {
        table.put(`k${i}`, Buffer.from('x'))
        if (i === 4) throw new Error('the fifth')
      }),
    ),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status === 'fulfilled'),
    Array.from({ length: 10 }, (_, i) => i !== 4),
  )
  assert.deepEqual(
    Array.from({ length: 10 }, (_, i) => table.get(`k${i}`) !== undefined),
    Array.from({ length: 10 }, (_, i) => i !== 4),
  )
})

test('two openings of one environment see the same rows, and one outlives the other', async (t) => {
  const path = join(tempDir(t), 'env')
  const [one, other] = [open(t, path), openEnvironment({ name: 'other', path, mapBytes: 1024 ** 3, synced: true })]
  const [mine, theirs] = [one.table<string>('t'), other.table<string>('t')]
  await other.put(theirs, 'k', Buffer.from('v'))
  one.refresh()
  assert.equal(mine.get('k')?.toString(), 'v')
  await other.close()
  await one.put(mine, 'k', Buffer.from('w'))
  assert.equal(mine.get('k')?.toString(), 'w')
})

test('used bytes grow with the rows and fall again when the table is cleared', async (t) => {
  const env = open(t)
  const table = env.table<string>('t')
  const before = env.usedBytes()
  await env.put(table, 'k', Buffer.alloc(1_000_000))
  assert(env.usedBytes().tables >= before.tables + 1_000_000)
  assert(env.usedBytes().file >= before.file + 1_000_000)
  await env.clear(table as never)
  assert(env.usedBytes().tables < 100_000)
})

test('no one else can read the files, even in a folder that is open to all', async (t) => {
  const path = join(tempDir(t), 'env')
  mkdirSync(path, { mode: 0o755 })
  const env = open(t, path)
  await env.put(env.table<string>('t'), 'a', Buffer.from('1'))
  const modes = readdirSync(path).map((name) => `${name} ${(statSync(join(path, name)).mode & 0o777).toString(8)}`)
  assert.deepEqual(modes.sort(), ['data.mdb 600', 'lock.mdb 600', 'opening.lock 600'])
})
