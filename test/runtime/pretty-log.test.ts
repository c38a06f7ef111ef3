import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prettyStream } from '../../src/runtime/pretty-log.ts'

function lines(startsQuietly: boolean) {
  const written: string[] = []
  const stream = prettyStream({ startsQuietly }, (text) => written.push(text))
  const log = (level: number, msg: string, more = {}) =>
    stream.write(JSON.stringify({ level, time: '2026-11-23T12:30:01.162Z', process: 'server', pid: 1, ...more, msg }))
  return { written, log }
}

test('a line is the time, the level, what is said and its values; an error brings its stack', () => {
  const { written, log } = lines(false)
  log(30, 'provider', { provider: 'jupiter', keyed: false, at: { port: 5 } })
  log(50, 'cannot', { err: { message: 'm', stack: 'Error: m\n    at x' } })
  log(30, 'long', { text: 'x'.repeat(500) })
  assert.equal(written[0], '12:30:01 INFO  provider provider=jupiter keyed=false at={"port":5}\n')
  assert.equal(written[1], '12:30:01 ERROR cannot\nError: m\n    at x\n')
  assert.equal(written[2], `12:30:01 INFO  long text=${'x'.repeat(400)}...\n`)
})

test('a quiet start writes warnings only until the server listens, and everything after', () => {
  const { written, log } = lines(true)
  log(30, 'provider')
  log(40, 'careful')
  log(30, 'listening', { port: 1 })
  log(30, 'stopping')
  assert.deepEqual(written, ['12:30:01 WARN  careful\n', '12:30:01 INFO  stopping\n'])
})
