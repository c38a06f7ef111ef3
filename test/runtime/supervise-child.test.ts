import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { systemClock } from '../../src/runtime/clock.ts'
import { superviseChild } from '../../src/runtime/supervise-child.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'mintglass-child-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const log = pino({ level: 'silent' })
type Ready = { readonly type: 'ready'; readonly pid: number; readonly word: string }

function program(name: string, text: string): URL {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, text)
  return pathToFileURL(path)
}
const LIVES = `process.send({ type: 'ready', pid: process.pid, word: process.env.WORD }); setInterval(() => {}, 1000); process.on('disconnect', () => process.exit(0))`

function supervise(entry: URL, heard: string[] = [], readyTimeoutMs = 60_000) {
  return superviseChild<Ready>({
    name: 'child',
    entry,
    clock: systemClock(),
    log,
    readyTimeoutMs,
    env: (previous) => ({ WORD: previous === null ? 'first' : `after ${previous.word}` }),
    onReady: (ready, restarts) => heard.push(`ready ${ready.word} ${restarts}`),
    onDown: (reason) => heard.push(`down ${reason}`),
  })
}

test('a child that is killed is started again and gets the last state of its predecessor', async () => {
  const heard: string[] = []
  const child = await supervise(program('lives', LIVES), heard)
  const first = child.current()!
  process.kill(first.pid, 'SIGKILL')
  await until(() => child.current() !== null && child.current()!.pid !== first.pid, 'another child')
  await child.stop()
  assert.deepEqual(heard, ['ready first 0', 'down SIGKILL', 'ready after first 1'])
})

test('stop ends the child and does not start it again', async () => {
  const child = await supervise(program('stops', LIVES))
  const { pid } = child.current()!
  await child.stop()
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
})

test('a first start that fails is an error of the caller', async () => {
  await assert.rejects(supervise(program('dies', 'process.exit(3)')), /exit 3/)
})

test('a child that never becomes ready is killed', async () => {
  await assert.rejects(supervise(program('mute', 'setInterval(() => {}, 1000)'), [], 300), /did not become ready/)
})
