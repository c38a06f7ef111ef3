import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCliProcess } from '../support/run-cli.ts'
import { startServer } from '../support/start-server.ts'

test('a server answers while it is backed up, and one that starts on the restored store knows its keys', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-backup-server-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const [own, back] = [join(dir, 'own'), join(dir, 'back')]
  const env = { MINTGLASS_MODE: 'live', INGEST_MODE: 'off' }
  const run = async (dataDir: string, ...args: string[]): Promise<{ code: number; text: string }> => {
    const own = { ...env, MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' }
    const { code, out, err } = await runCliProcess(args, own)
    return { code, text: out + err }
  }

  const server = await startServer({ env: { ...env, MINTGLASS_DATA_DIR: own } })
  const { key } = server
  try {
    const backing = run(own, 'backup', join(dir, 'copy'))
    let isOver = false
    void backing.then(() => {
      isOver = true
    })
    let answered = 0
    let slowestMs = 0
    while (!isOver) {
      const startedMs = performance.now()
      assert.equal((await server.get('/api/v2/stats')).status, 200)
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      answered++
    }
    assert.deepEqual([(await backing).code, answered > 0], [0, true], (await backing).text)
    t.diagnostic(`${answered} answers meanwhile, the slowest after ${Math.round(slowestMs)} ms`)
    const held = await run(own, 'restore', join(dir, 'copy'), '--replace')
    assert.equal(held.code, 1)
    assert.match(held.text, new RegExp(`process ${server.pid} uses .*: stop the server first`))
    assert.equal((await server.get('/api/v2/stats')).status, 200, 'and nothing happened to it')
  } finally {
    await server.stop()
  }
  const unknown = await run(back, 'restore', join(dir, 'copy'))
  assert.deepEqual([unknown.code, /store\.key, whose key signed it, is missing/.test(unknown.text)], [1, true])
  mkdirSync(join(back, 'live'), { recursive: true })
  cpSync(join(own, 'live', 'store.key'), join(back, 'live', 'store.key'))
  const put = await run(back, 'restore', join(dir, 'copy'))
  assert.equal(put.code, 0, put.text)
  const restored = await startServer({ env: { ...env, MINTGLASS_DATA_DIR: back }, key })
  try {
    assert.equal((await restored.get('/api/v2/stats')).status, 200)
    assert.equal((await restored.get('/api/v2/stats', { key: 'mg_another' })).status, 401)
  } finally {
    await restored.stop()
  }
})
