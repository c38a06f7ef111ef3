// second run: waits for sockets that read slowly to drain

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '../../support/gateway-client.ts'
import { openSlowClient } from '../../support/gateway-client.ts'
import { until } from '../../support/until.ts'
import { checkRun, KEY, MINT, OTHER, startTestGateway } from './start-gateway.ts'

const KIB = 1_024
/** More than the systems of both ends and the send buffer take together. */
const BURST_BLOCKS = 200
const BURST = Array.from({ length: 100 }, () => MINT)

/** Nothing is read until far more was published than anyone buffers. */
async function startSlow(t: Parameters<typeof startTestGateway>[0], sendBufferBytes = 64 * KIB) {
  const gateway = await startTestGateway(t, { stream: { sendBufferBytes, coalesceMs: 1 } })
  const slow = await openSlowClient(t, gateway.port, KEY)
  slow.read()
  slow.send({ op: 'subscribe', channel: 'token', mint: MINT })
  await until(() => slow.frames.length === 2, 'welcome and snapshot')
  slow.pause()
  return { ...gateway, slow }
}

const updatesOf = (frames: readonly Frame[]): Frame[] => frames.filter(({ type }) => type === 'update')

test('a socket that does not read falls behind, holds no more than its send buffer and 64 KiB, and gets every event once it reads, in order and without a hole', async (t) => {
  const sendBufferBytes = 64 * KIB
  const { append, slow, open, gateway } = await startSlow(t, sendBufferBytes)
  const quick = await open()
  await quick.next('welcome')
  quick.send({ op: 'subscribe', channel: 'token', mint: MINT })
  await quick.next('snapshot')
  let mostBytes = 0
  for (let block = 0; block < BURST_BLOCKS; block++) {
    await append(...BURST)
    await new Promise((resolve) => setImmediate(resolve))
    mostBytes = Math.max(mostBytes, ...gateway.bufferedBytes())
  }
  const total = BURST_BLOCKS * BURST.length
  await until(() => updatesOf(quick.frames).length === total, 'the quick one has everything')
  checkRun(updatesOf(quick.frames), 0)
  mostBytes = Math.max(mostBytes, ...gateway.bufferedBytes())
  assert(mostBytes > sendBufferBytes / 2, `the slow one was slow: ${mostBytes}`)
  assert(mostBytes <= sendBufferBytes + 64 * KIB, `${mostBytes} bytes were held`)
  assert.equal(updatesOf(slow.frames).length, 0)

  slow.read()
  await until(() => updatesOf(slow.frames).length === total, 'the slow one has everything')
  checkRun(updatesOf(slow.frames), 0)
  assert.deepEqual(
    updatesOf(slow.frames).map(({ data }) => data.eventId),
    updatesOf(quick.frames).map(({ data }) => data.eventId),
  )
  assert.equal(slow.frames.filter(({ type }) => type === 'snapshot').length, 1, 'nothing was skipped')

  await append(MINT, OTHER, MINT)
  await until(() => updatesOf(slow.frames).length === total + 2, 'it is at the head again')
  checkRun(updatesOf(slow.frames), 0)
})

test('a socket that reads a little now and then, while events go on, never sees a hole', async (t) => {
  const { append, slow } = await startSlow(t, 16 * KIB)
  let total = 0
  for (let round = 0; round < 60; round++) {
    for (let block = 0; block < 5; block++) {
      await append(...BURST)
      total += BURST.length
    }
    if (round % 3 === 0) {
      slow.read()
      await new Promise((resolve) => setTimeout(resolve, 5))
      slow.pause()
    }
  }
  slow.read()
  await until(() => updatesOf(slow.frames).length === total, 'everything came')
  checkRun(updatesOf(slow.frames), 0)
})

test('a slow socket with several topics gets each of them whole', async (t) => {
  const { append, slow } = await startSlow(t, 16 * KIB)
  slow.read()
  slow.send({ op: 'subscribe', channel: 'token', mint: OTHER })
  slow.send({ op: 'subscribe', channel: 'launches' })
  await until(() => slow.frames.filter(({ type }) => type === 'snapshot').length === 3, 'three snapshots')
  slow.pause()
  const blocks = 150
  for (let block = 0; block < blocks; block++)
    await append(...Array.from({ length: 30 }, (_, i) => [MINT, OTHER, 'launch:orca'][i % 3]!))
  slow.read()
  await until(() => updatesOf(slow.frames).length === blocks * 30, 'everything came')
  const first = new Map(slow.frames.filter(({ type }) => type === 'snapshot').map(({ key, seq }) => [key, seq]))
  for (const key of [MINT, OTHER, 'all'])
    checkRun(
      updatesOf(slow.frames).filter((frame) => frame['key'] === key),
      first.get(key)!,
    )
})

test('a client that asks on and does not read its answers is closed, and so is one that pings', async (t) => {
  for (const flood of ['message', 'ping'] as const) {
    const { slow, gateway, append } = await startSlow(t, 16 * KIB)
    for (let block = 0; block < BURST_BLOCKS; block++) await append(...BURST)
    let mostBytes = 0
    for (let i = 0; i < 50_000 && gateway.connections > 0; i++) {
      if (flood === 'message') slow.send({ op: 'ping', id: 'x'.repeat(64) })
      else slow.socket.write(PING_FRAME)
      if (i % 100 !== 0) continue
      mostBytes = Math.max(mostBytes, ...gateway.bufferedBytes())
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert(mostBytes <= 16 * KIB + 2 * 64 * KIB, `${flood}: ${mostBytes} bytes were held`)
    await until(() => gateway.connections === 0, `${flood}: closed`)
  }
})

/** A ping of 125 bytes, masked with zeros. */
const PING_FRAME = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)])
