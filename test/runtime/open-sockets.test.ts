import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectionBounds } from '../../src/runtime/connection-bounds.ts'
import { descriptorLimit } from '../../src/runtime/descriptor-limit.ts'
import { countPeers } from '../../src/runtime/open-sockets.ts'

test('accepted connections to a port are counted by peer, IPv4 and IPv6', {
  skip: process.platform !== 'linux',
}, async (t) => {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer()
    const accepted: Socket[] = []
    server.on('connection', (socket) => accepted.push(socket))
    server.listen(0, host)
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    assert.deepEqual(countPeers(port), new Map())
    const sockets = [connect(port, host), connect(port, host)]
    t.after(() => sockets.forEach((socket) => void socket.destroy()))
    while (accepted.length < 2) await once(server, 'connection')
    const peer = host === '::1' ? '0000:0000:0000:0000:0000:0000:0000:0001' : host
    assert.deepEqual(countPeers(port), new Map([[peer, 2]]))
  }
})

test('what no one has accepted yet, what is ending, and other ports do not count', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'open-sockets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tcp')
  const line = (port: string, state: string, inode: number): string =>
    `   0: 0100007F:${port} 0200A8C0:C350 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000000000000 20 4 30 10 -1\n`
  writeFileSync(file, line('1F90', '01', 7) + line('1F90', '01', 0) + line('1F90', '08', 8) + line('1F91', '01', 9))
  assert.deepEqual(countPeers(0x1f90, [file, join(folder, 'none')]), new Map([['192.168.0.2', 1]]))
  assert.equal(countPeers(0x1f90, [join(folder, 'none')]), null)
})

test('connections get what descriptors leave, one address at most half of it, and a setting lowers both', () => {
  const of = (descriptors: number | null, maxConnections = 0, maxConnectionsPerAddress = 512) => {
    const { total, ofOneAddress } = connectionBounds({ maxConnections, maxConnectionsPerAddress }, descriptors)
    return [total, ofOneAddress]
  }
  assert.deepEqual(of(65_536), [65_280, 512])
  assert.deepEqual(of(1_024), [768, 384])
  assert.deepEqual(of(256), [128, 64])
  assert.deepEqual(of(65_536, 100), [100, 50])
  assert.deepEqual(of(1_024, 1_000_000, 10), [768, 10])
  assert.deepEqual(of(null), [Number.POSITIVE_INFINITY, 512])
})

test('the descriptor limit is read where the system shows it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'descriptor-limit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'limits')
  writeFileSync(
    file,
    'Limit                     Soft Limit           Hard Limit           Units     \nMax open files            1024                 4096                 files     \n',
  )
  assert.equal(descriptorLimit(file), 1_024)
  writeFileSync(file, 'Max open files            unlimited            unlimited            files     \n')
  assert.equal(descriptorLimit(file), Number.POSITIVE_INFINITY)
  assert.equal(descriptorLimit(join(folder, 'none')), null)
})
