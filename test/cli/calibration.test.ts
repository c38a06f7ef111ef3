import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEnvironment } from '../../src/store/environment.ts'
import { openTempStore, tempDir } from '../store/temp-store.ts'
import { runCliNow } from '../support/run-cli.ts'

function mintglass(dataDir: string, ...args: readonly string[]) {
  return runCliNow(args, { MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' })
}

test('calibration verify says that every hash fits, and names the row of a changed byte', async (t) => {
  const dir = tempDir(t)
  const store = await openTempStore(t, { dir })
  const score = { kind: 'deepscan', mint: 'Mint', score: 80, grade: 'safe', rules: [], holders: null, atMs: 1 } as const
  for (let at = 0; at < 3; at++) await store.scores.append({ ...score, atMs: at })
  await store.close()
  const whole = mintglass(dir, 'calibration', 'verify')
  assert.equal(whole.code, 0, whole.err)
  const head = /^3 rows, every hash fits; head (3:[0-9a-f]{64})$/m.exec(whole.out)?.[1]
  assert(head !== undefined, whole.out)
  assert.equal(mintglass(dir, 'calibration', 'verify', '--head', head).code, 0)
  const env = openEnvironment({
    name: 'durable',
    path: join(dir, 'sandbox', 'durable'),
    mapBytes: 1 << 30,
    synced: true,
  })
  const rows = env.table<number>('scores.v1')
  const bytes = Buffer.from(rows.get(2)!)
  bytes[bytes.length - 40]! ^= 1
  await env.put(rows, 2, bytes)
  await env.close()
  const changed = mintglass(dir, 'calibration', 'verify', '--json')
  assert.equal(changed.code, 1)
  assert.equal(JSON.parse(changed.out.trim().split('\n').at(-1)!).findings[0].row, 2)
  const put = mintglass(
    dir,
    'calibration',
    'verify',
    '--head',
    head.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  )
  assert.match(put.out, /row 3: is not the row that --head names/)
  assert.equal(mintglass(dir, 'calibration', 'verify', '--head', 'x').code, 2)
  assert.equal(mintglass(dir, 'calibration').code, 2)
})
