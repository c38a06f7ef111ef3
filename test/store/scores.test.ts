import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openEnvironment } from '../../src/store/environment.ts'
import type { ScoreEntry } from '../../src/store/score-rows.ts'
import { openScores } from '../../src/store/tables/scores.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { tempDir } from './temp-store.ts'

const SCORE: ScoreEntry = {
  kind: 'deepscan',
  mint: 'Mint',
  score: 80,
  grade: 'safe',
  rules: ['a.b'],
  holders: null,
  atMs: 1_000,
}

function open(t: TestContext, path = join(tempDir(t), 'durable')) {
  const env = openEnvironment({ name: 'durable', path, mapBytes: 1 << 24, synced: true })
  return { env, path, ...openScores(env) }
}

test('one changed byte is found, whichever it is', async (t) => {
  const { env, table } = open(t)
  for (let at = 0; at < 6; at++) await table.append({ ...SCORE, atMs: at, score: at })
  const [first] = table.due(Number.MAX_SAFE_INTEGER, 1)
  await table.settle({
    ofId: first!.id,
    horizon: first!.horizon,
    score: first!.score,
    facts: { priceGone: true, liquidityGone: null, unsellable: null, creatorOut: null },
    isBad: true,
    atMs: 99,
  })
  assert.deepEqual([table.verify().findings, table.verify().rows], [[], 7])
  const rows = env.table<number>('scores.v1')
  let found = 0
  for (const id of [1, 4, 7]) {
    const kept = Buffer.from(rows.get(id)!)
    for (let at = 0; at < kept.length; at += 5) {
      const changed = Buffer.from(kept)
      changed[at]! ^= 1
      await env.put(rows, id, changed)
      const { findings } = table.verify()
      assert(
        findings.some(({ row }) => row === id || row === id + 1),
        `byte ${at} of row ${id}`,
      )
      found++
    }
    await env.put(rows, id, kept)
  }
  assert(found > 50)
  assert.deepEqual(table.verify().findings, [])
  await env.write(() => rows.remove(3))
  assert.deepEqual(table.verify().findings, [{ row: 3, what: 'was removed' }])
  await env.close()
})

test('a noted head shows that rows were taken off the end', async (t) => {
  const { env, table } = open(t)
  for (let at = 0; at < 3; at++) await table.append(SCORE)
  const { id, linkHex } = table.head()
  assert.equal(table.verify().linkOf(id), linkHex)
  await env.write(() => env.table<number>('scores.v1').remove(3))
  assert.deepEqual(table.verify().findings, [])
  assert.equal(table.verify().linkOf(id), undefined)
  await env.close()
})

test('outcomes are due at their horizons, each once', async (t) => {
  const { env, table } = open(t)
  await table.append(SCORE)
  assert.deepEqual(
    table.due(3_600_999, 9).map(({ horizon }) => horizon),
    [],
  )
  const [due] = table.due(3_601_000, 9)
  assert.deepEqual([due!.horizon, due!.id, due!.score], ['1h', 1, SCORE])
  const outcome = {
    ofId: 1,
    horizon: '1h' as const,
    score: SCORE,
    facts: { priceGone: false, liquidityGone: null, unsellable: null, creatorOut: null },
    isBad: false,
    atMs: 5,
  }
  await table.settle(outcome)
  await table.settle(outcome)
  assert.deepEqual([table.head().id, table.due(3_601_000, 9)], [2, []])
  assert.deepEqual(table.read(1, 9), [{ id: 2, type: 'outcome', outcome }])
  await env.close()
})

test('scores that were confirmed survive kill -9, and the chain is whole', async (t) => {
  const path = join(tempDir(t), 'durable')
  const program = fileURLToPath(new URL('./append-scores.ts', import.meta.url))
  const child = spawn(process.execPath, [program, path], { env: inheritedEnv(), stdio: ['ignore', 'pipe', 'inherit'] })
  let confirmed = 0
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      confirmed += chunk.toString().split('\n').length - 1
      if (confirmed > 60) child.kill('SIGKILL')
    })
    child.on('exit', () => resolve())
  })
  const { env, table } = open(t, path)
  const { rows, findings } = table.verify()
  assert(rows >= confirmed && confirmed > 60, `${rows} rows, ${confirmed} confirmed`)
  assert.deepEqual(findings, [])
  assert.equal(await table.append(SCORE), rows + 1)
  await env.close()
})
