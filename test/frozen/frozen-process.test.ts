import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { FROZEN_FILE, FROZEN_ROLE } from '../../bench/frozen/frozen-names.ts'
import { openMomentWriter } from '../../bench/frozen/moment.ts'
import { inheritedEnv, nodeOptions } from '../support/inherited-env.ts'

const PRELOAD = new URL('../../bench/frozen/frozen-process.ts', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'mintglass-frozen-test-'))
const file = join(folder, 'moment')
const writer = openMomentWriter(file)
after(() => {
  writer.close()
  rmSync(folder, { recursive: true, force: true })
})

const AT_MS = Date.UTC(2026, 10, 23, 12)
/** Everything that a program of ours takes from the machine. */
const LOOK = `
  import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto'
  import { setTimeout as wait } from 'node:timers/promises'
  const bytes = [randomBytes(8), randomBytes(8), randomFillSync(Buffer.alloc(40))].map((one) => one.toString('hex'))
  await wait(3)
  const date = new Date()
  console.log(JSON.stringify({
    now: Date.now(), date: date.toISOString(), isDate: date instanceof Date && date.constructor === Date,
    given: new Date(0).toISOString(), utc: Date.UTC(2026, 0), monotonic: performance.now(),
    bytes, int: randomInt(1_000_000), uuid: randomUUID(), float: Math.random(),
  }))`

async function look(role = 'server'): Promise<Record<string, unknown>> {
  const env = {
    ...inheritedEnv(),
    NODE_OPTIONS: nodeOptions(`--import=${PRELOAD}`),
    [FROZEN_FILE]: file,
    [FROZEN_ROLE]: role,
  }
  const args = ['--input-type=module', '-e', LOOK]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return JSON.parse(stdout) as Record<string, unknown>
}

test('two programs in one moment see the same time and the same chance', async () => {
  writer.write({ wallMs: AT_MS, monotonicMs: 5_000, asked: 'one' })
  const first = await look()
  assert.deepEqual(await look(), first)
  assert.deepEqual(
    [first['now'], first['date'], first['given'], first['utc'], first['monotonic'], first['isDate']],
    [AT_MS, new Date(AT_MS).toISOString(), '1970-01-01T00:00:00.000Z', Date.UTC(2026, 0), 5_000, true],
  )
  const [one, two, filled] = first['bytes'] as string[]
  assert.notEqual(one, two, 'two draws of one program differ')
  assert.doesNotMatch(filled!, /^(..)\1*$/)
  assert.match(String(first['uuid']), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('another question, and another program, draw otherwise; the time moves alone', async () => {
  writer.write({ wallMs: AT_MS, monotonicMs: 5_000, asked: 'one' })
  const first = await look()
  assert.notDeepEqual((await look('sandbox'))['bytes'], first['bytes'])
  writer.write({ wallMs: AT_MS, monotonicMs: 5_000, asked: 'two' })
  assert.notDeepEqual((await look())['bytes'], first['bytes'])
  writer.write({ wallMs: AT_MS + 400, monotonicMs: 5_400, asked: 'one' })
  const later = await look()
  assert.deepEqual([later['now'], later['monotonic'], later['bytes']], [AT_MS + 400, 5_400, first['bytes']])
})

test('a long wait ends when the recorder moves the time, and can be given up', async () => {
  writer.write({ wallMs: AT_MS, monotonicMs: 5_000, asked: 'one' })
  const script = `
    import { setTimeout as wait } from 'node:timers/promises'
    const given = new AbortController()
    const late = wait(60_000, 'late').then((value) => console.log(value))
    const soon = wait(2_000, 'soon').then((value) => console.log(value))
    wait(9_000_000, '', { signal: given.signal }).catch((error) => console.log(error.name))
    given.abort()
    console.log('waiting')
    const alive = setInterval(() => {}, 1_000)
    await Promise.all([late, soon])
    clearInterval(alive)`
  const env = {
    ...inheritedEnv(),
    NODE_OPTIONS: nodeOptions(`--import=${PRELOAD}`),
    [FROZEN_FILE]: file,
    [FROZEN_ROLE]: 'server',
  }
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  let printed = ''
  await new Promise<void>((resolve) =>
    running.child.stdout!.on('data', (text: string) => {
      printed += text
      if (printed.includes('AbortError')) resolve()
    }),
  )
  writer.write({ wallMs: AT_MS, monotonicMs: 90_000, asked: 'one' })
  assert.equal((await running).stdout, 'waiting\nAbortError\nsoon\nlate\n')
})
