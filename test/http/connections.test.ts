import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemRoutes } from '../../src/routes/system/index.ts'
import type { ConnectionBounds } from '../../src/runtime/connection-bounds.ts'
import { KEY, startTestGateway } from '../push/gateway/start-gateway.ts'
import { type HttpTestServer, startTestServer } from '../support/http-test-server.ts'
import { until } from '../support/until.ts'

type Opened = { readonly socket: Socket; isOpen: boolean }

/** Sockets that send nothing. */
async function openIdle(t: TestContext, port: number, count: number): Promise<Opened[]> {
  const all = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Opened>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(opened))
          const opened = { socket, isOpen: true }
          socket.once('error', reject)
          socket.on('close', () => {
            opened.isOpen = false
          })
          socket.resume()
        }),
    ),
  )
  t.after(() => {
    for (const { socket } of all) socket.destroy()
  })
  return all
}

const openOnes = (all: readonly Opened[]): Opened[] => all.filter(({ isOpen }) => isOpen)

async function metricOf({ ctx }: Pick<HttpTestServer, 'ctx'>, name: string): Promise<number> {
  const line = (await ctx.metrics.expose()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

function start(t: TestContext, connectionBounds: ConnectionBounds, sparesLoopback = false): Promise<HttpTestServer> {
  return startTestServer(t, [...systemRoutes], { tuning: { connectionBounds, sparesLoopback } })
}

const opened = (server: HttpTestServer) => metricOf(server, 'mintglass_connections_open')

test('sockets of one address beyond its bound are closed at once, and others are let in', async (t) => {
  const server = await start(t, { total: 100, ofOneAddress: 8 })
  const idle = await openIdle(t, server.port, 30)
  await until(() => openOnes(idle).length === 8, '8 stay open')
  assert.equal(await opened(server), 8)
  assert.equal(await metricOf(server, 'mintglass_connections_refused_total{bound="address"}'), 22)
  const warned = server.logged.filter(({ msg }) => String(msg).startsWith('connections are refused'))
  assert.deepEqual(
    warned.map(({ level, why, address, total, ofOneAddress }) => [level, why, address, total, ofOneAddress]),
    [[40, 'address', '127.0.0.1', 100, 8]],
  )
  // What has ended makes room, although its end does not say whose it was.
  for (const { socket } of openOnes(idle).slice(0, 3)) socket.destroy()
  await until(async () => (await opened(server)) === 5, 'the server counts 5')
  await server.clock.advance(60_000)
  const more = await openIdle(t, server.port, 5)
  await until(() => openOnes(more).length === 3, '3 stay open')
  assert.equal(await opened(server), 8)
})

test('those of this machine count in all alone, and beyond that none is let in until one ends', async (t) => {
  const server = await start(t, { total: 20, ofOneAddress: 4 }, true)
  const idle = await openIdle(t, server.port, 19)
  assert.equal((await server.send('/health')).status, 200)
  await until(async () => (await opened(server)) === 19, 'the server counts 19')
  const late = await openIdle(t, server.port, 5)
  await until(() => openOnes(late).length === 1, '1 stay open')
  assert.equal(await metricOf(server, 'mintglass_connections_refused_total{bound="total"}'), 4)
  assert.equal(openOnes(idle).length, 19)
  idle[0]!.socket.destroy()
  await until(async () => (await opened(server)) === 19, 'the server counts 19')
  assert.equal((await server.send('/health')).status, 200)
})

test('TLS connections beyond the bound are closed before TLS begins', async (t) => {
  const file = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))
  const server = await startTestServer(t, [...systemRoutes], {
    config: { tls: { certFile: file('loopback-cert.pem'), keyFile: file('loopback-key.pem') } },
    tuning: { connectionBounds: { total: 100, ofOneAddress: 4 }, sparesLoopback: false },
  })
  const idle = await openIdle(t, server.port, 200)
  await until(() => openOnes(idle).length === 4, '4 stay open')
  assert.equal(await opened(server), 4)
  for (const { socket } of idle) socket.destroy()
  await until(async () => (await opened(server)) === 0, 'the server counts 0')
})

test('a WebSocket holds its place until it ends', async (t) => {
  const gateway = await startTestGateway(t, {
    tuning: { connectionBounds: { total: 100, ofOneAddress: 3 }, sparesLoopback: false },
  })
  const clients = [await gateway.open(), await gateway.open(), await gateway.open()]
  for (const client of clients) await client.next('welcome')
  assert.equal(await opened(gateway.server), 3)
  await assert.rejects(gateway.open({ key: KEY }))
  clients[0]!.close()
  await clients[0]!.closed
  await until(async () => (await opened(gateway.server)) === 2, 'the server counts 2')
  await (await gateway.open()).next('welcome')
  for (const client of clients) client.close()
})

test('connections that come and go one after the other are never refused', async (t) => {
  const server = await start(t, { total: 100, ofOneAddress: 4 })
  for (let i = 0; i < 40; i++) {
    await server.clock.advance(1_000)
    assert.equal((await server.send('/health')).status, 200)
  }
  assert.equal(await metricOf(server, 'mintglass_connections_refused_total{bound="address"}'), 0)
})
