import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { onStopSignal } from '../../src/runtime/stop-signals.ts'

function listen() {
  const source = new EventEmitter()
  const heard: string[] = []
  let nowMs = 5_000
  const clock = { monotonicMs: () => nowMs }
  const stop = (signal: string) => void heard.push(`stop ${signal}`)
  onStopSignal(clock, { stop, stopNow: (signal) => void heard.push(`now ${signal}`) }, source)
  const wait = (ms: number): void => {
    nowMs += ms
  }
  return { source, heard, wait }
}

test('the Ctrl+C that npm hands on a second time does not cut the stop short', () => {
  const { source, heard, wait } = listen()
  source.emit('SIGINT')
  wait(20)
  source.emit('SIGINT')
  source.emit('SIGTERM')
  assert.deepEqual(heard, ['stop SIGINT'])
})

test('who asks again while the stop takes its time gets it at once', () => {
  const { source, heard, wait } = listen()
  source.emit('SIGTERM')
  wait(1_500)
  source.emit('SIGINT')
  assert.deepEqual(heard, ['stop SIGTERM', 'now SIGINT'])
})
