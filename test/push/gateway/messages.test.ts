// second run: waits for a second of the message budget to pass

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GATEWAY } from '../../../src/config/gateway.ts'
import { streamGateway } from '../../../src/routes/stream/gateway.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { type Frame, maskedFrame, openSlowClient } from '../../support/gateway-client.ts'
import { startTestServer } from '../../support/http-test-server.ts'
import { addressOf } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'
import { KEY, MINT, OTHER, startTestGateway } from './start-gateway.ts'

const token = (mint: string, more: object = {}) => ({ op: 'subscribe', channel: 'token', mint, ...more })

test('every malformed message gets its code and its id, and the connection lives', async (t) => {
  const { open } = await startTestGateway(t)
  const client = await open()
  await client.next('welcome')
  const cases: [unknown, string][] = [
    ['{', 'bad_json'],
    ['', 'bad_json'],
    ['[]', 'bad_json'],
    ['null', 'bad_json'],
    ['"subscribe"', 'bad_json'],
    ['{"op":"subscribe","channel":"launches","dex":"pumpfun"', 'bad_json'],
    [new Uint8Array([123, 125]), 'bad_json'],
    [{}, 'bad_op'],
    [{ op: 'publish', id: 3 }, 'bad_op'],
    [{ op: 'ping', id: {} }, 'bad_op'],
    [{ op: 'ping', id: 'x'.repeat(65) }, 'bad_op'],
    [token(MINT, { cursor: 7 }), 'bad_op'],
    [token(MINT, { cursor: 'yesterday' }), 'bad_op'],
    [{ op: 'unsubscribe', channel: 'token', mint: MINT, id: 'u' }, 'bad_op'],
    [{ op: 'subscribe', id: 1 }, 'bad_channel'],
    [{ op: 'subscribe', channel: 'trades', id: 1 }, 'bad_channel'],
    [{ op: 'subscribe', channel: '__proto__' }, 'bad_channel'],
    [{ op: 'subscribe', channel: 'launches', dex: 'uniswap', id: 1 }, 'bad_channel'],
    [{ op: 'subscribe', channel: 'launches', dex: 5 }, 'bad_channel'],
    [{ op: 'subscribe', channel: 'token', id: 1 }, 'bad_mint'],
    [token('0x0000000000000000000000000000000000000000'), 'bad_mint'],
    [token(`${MINT}"`), 'bad_mint'],
    [token('l'.repeat(40)), 'bad_mint'],
  ]
  for (const [message, code] of cases) {
    if (typeof message === 'string' || message instanceof Uint8Array) client.sendRaw(message)
    else client.send(message)
    const error = await client.next('error')
    assert.equal(error['code'], code, JSON.stringify(message))
    const id = (message as { id?: unknown }).id
    if (typeof id === 'number') assert.equal(error['id'], id)
  }
  client.send({ op: 'ping' })
  await client.next('pong')
})

test('a message of 2048 bytes is read, a longer one is refused and the connection lives, one beyond 16 KiB ends it', async (t) => {
  const { open, gateway } = await startTestGateway(t)
  const client = await open()
  await client.next('welcome')
  const padded = (bytes: number) => `{"op":"ping","pad":"${'x'.repeat(bytes - 23)}"}`.padEnd(bytes)
  client.sendRaw(padded(2_048))
  await client.next('pong')
  client.sendRaw(padded(2_049))
  assert.equal((await client.next('error'))['code'], 'message_too_big')
  client.sendRaw(padded(16_384))
  assert.equal((await client.next('error'))['code'], 'message_too_big')
  client.send({ op: 'ping' })
  await client.next('pong')
  client.sendRaw(padded(16_385))
  await client.closed
  assert.equal(gateway.connections, 0)
})

test('messages over the rate get one error in many, and a flood ends the connection', async (t) => {
  // Time stands still: none of the messages comes back, however slowly they are read.
  const { open } = await startTestGateway(t, { clock: { ...systemClock(), monotonicMs: () => 0 } })
  const client = await open()
  for (let i = 0; i < GATEWAY.messageBurst + 30; i++) client.send({ op: 'ping', id: i })
  const count = (of: (frame: Frame) => boolean): number => client.frames.filter(of).length
  const pongs = () => count(({ type }) => type === 'pong')
  await until(() => count(({ code }) => code === 'rate') === 1, 'refused')
  assert.equal(pongs(), GATEWAY.messageBurst)
  let isClosed = false
  const closed = client.closed.finally(() => {
    isClosed = true
  })
  // However slowly a busy machine reads them.
  while (!isClosed) {
    for (let i = 0; i < 1_200; i++) client.send({ op: 'ping' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.equal((await closed).code, 1008)
})

test('topics count per key, launches are free, and unsubscribing or closing makes room', async (t) => {
  const { open, addKey } = await startTestGateway(t)
  addKey('rt_builder', 'builder')
  const [first, second] = [await open({ key: 'rt_builder' }), await open({ key: 'rt_builder' })]
  await Promise.all([first.next('welcome'), second.next('welcome')])
  first.send(token(MINT))
  await first.next('snapshot')
  second.send(token(OTHER))
  await second.next('snapshot')
  second.send(token(MINT))
  await second.next('snapshot')
  const third = addressOf('third')
  first.send(token(third, { id: 9 }))
  const refused = await first.next('error')
  assert.deepEqual([refused['code'], refused['id']], ['too_many_topics', 9])
  for (const dex of [undefined, 'orca', 'pumpfun']) {
    first.send({ op: 'subscribe', channel: 'launches', dex })
    await first.next('snapshot')
  }
  first.send(token(MINT))
  await first.next('snapshot')
  first.send({ op: 'unsubscribe', channel: 'token', mint: MINT })
  await first.next('unsubscribed')
  first.send(token(third))
  assert.equal((await first.next('error'))['code'], 'too_many_topics', 'the other connection still has it')
  second.send({ op: 'unsubscribe', channel: 'token', mint: MINT })
  await second.next('unsubscribed')
  first.send(token(third))
  await first.next('snapshot')
  second.close()
  await second.closed
  first.send(token(OTHER))
  await first.next('snapshot')
})

test('the server carries only so many distinct topics; one that is carried already may be joined', async (t) => {
  const { open, addKey } = await startTestGateway(t, { stream: { maxTopics: 2 } })
  addKey('rt_scale', 'scale')
  const [one, other] = [await open(), await open({ key: 'rt_scale' })]
  await Promise.all([one.next('welcome'), other.next('welcome')])
  one.send(token(MINT))
  one.send({ op: 'subscribe', channel: 'launches' })
  await one.next('snapshot')
  await one.next('snapshot')
  other.send(token(OTHER))
  assert.equal((await other.next('error'))['code'], 'too_many_topics')
  other.send(token(MINT))
  await other.next('snapshot')
})

test('a filter is a topic of its own; launches without one hold every DEX', async (t) => {
  const { open, append } = await startTestGateway(t)
  const client = await open()
  await client.next('welcome')
  client.send({ op: 'subscribe', channel: 'launches' })
  assert.equal((await client.next('snapshot'))['key'], 'all')
  client.send({ op: 'subscribe', channel: 'launches', dex: 'orca' })
  assert.equal((await client.next('snapshot'))['key'], 'orca')
  await append('launch:pumpfun', MINT, 'launch:orca')
  const got = [await client.next('update'), await client.next('update'), await client.next('update')]
  assert.deepEqual(
    got.map(({ key, seq, data }) => [key, seq, data.launch.dexType]).sort(),
    [
      ['all', 1, 'pumpfun'],
      ['all', 2, 'orca'],
      ['orca', 1, 'orca'],
    ].sort(),
  )
})

test('where nothing is followed a subscription is not allowed, with the reason', async (t) => {
  const { open, setUnserved } = await startTestGateway(t)
  setUnserved('solana is not followed: following is switched off')
  const client = await open()
  await client.next('welcome')
  client.send(token(MINT, { id: 1 }))
  const error = await client.next('error')
  assert.deepEqual(
    [error['code'], error['message']],
    ['not_allowed', 'solana is not followed: following is switched off'],
  )
})

test('subscribing again starts the topic again, with one snapshot and each update once', async (t) => {
  const { open, append } = await startTestGateway(t)
  const client = await open()
  await client.next('welcome')
  for (let i = 0; i < 3; i++) {
    client.send(token(MINT))
    await client.next('snapshot')
  }
  await append(MINT)
  await append(OTHER, MINT)
  assert.deepEqual([(await client.next('update'))['seq'], (await client.next('update'))['seq']], [1, 2])
  client.send({ op: 'ping' })
  await client.next('pong')
})

test('a connection that answers no ping is closed with 4408; one that does is kept', async (t) => {
  const { open, gateway, port } = await startTestGateway(t, { stream: { heartbeatMs: 300 } })
  const silent = await openSlowClient(t, port, KEY)
  const kept = await open()
  // It reads, and would answer, only when it is too late.
  await until(() => gateway.connections === 1, 'one is ended')
  silent.read()
  await until(() => silent.closeCode === 4408, 'closed')
  assert.equal(gateway.connections, 1)
  kept.send({ op: 'ping' })
  await kept.next('welcome')
  await kept.next('pong')
})

test('a flood of pongs or pings ends the connection, as one of messages does', async (t) => {
  const { gateway, port } = await startTestGateway(t)
  for (const opcode of [9, 10]) {
    const client = await openSlowClient(t, port, KEY)
    client.read()
    const flood = Buffer.concat(Array<Buffer>(1_200).fill(maskedFrame(opcode, Buffer.alloc(0))))
    while (client.closeCode === null) {
      client.socket.write(flood)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.equal(client.closeCode, 1008, `${opcode}`)
  }
  await until(() => gateway.connections === 0, 'ended')
})

test('a server that stops says so on every topic and closes with 1001', async (t) => {
  const { open, gateway, server, append, tape } = await startTestGateway(t)
  const client = await open()
  await client.next('welcome')
  client.send(token(MINT))
  await client.next('snapshot')
  await append(MINT, OTHER)
  await client.next('update')
  const stopping = server.server.close(2_000)
  const bye = await client.next('unsubscribed')
  assert.deepEqual([bye['reason'], bye['seq'], bye['cursor']], ['server stopping', 1, tape.formatCursor(2)])
  assert.deepEqual(await client.closed, { code: 1001, reason: 'server stopping' })
  await stopping
  assert.equal(gateway.connections, 0)
})

test('without an upgrade the address answers 400 and names the upgrade', async (t) => {
  const { send } = await startTestServer(t, [streamGateway])
  const reply = await send('/api/v2/stream')
  assert.equal(reply.status, 400)
  assert.match(reply.json.error, /Upgrade: websocket/)
})
