import type { TestContext } from 'node:test'
import { type us_listen_socket, uws, type WebSocket } from '../../src/runtime/uws-library.ts'
import { until } from './until.ts'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
type Socket = WebSocket<unknown>

/** A node's subscription socket that does as a test says. */
export type SubscriptionNode = {
  readonly url: string
  /** Every call since the beginning, unsubscriptions too. */
  readonly calls: Call[]
  /** Methods that are answered with an error. */
  readonly refused: Set<string>
  connections(): number
  /** Notifies the newest subscription of this method whose first parameter is `about` (or the newest of all). */
  tell(method: string, result: unknown, about?: unknown): void
  /** Sends text as it is to every socket. */
  say(text: string): void
  /** Closes every socket, as a node that restarts. */
  breakOff(): void
  until(holds: () => boolean): Promise<void>
}

/** Starts one on a free loopback port; it ends with the test. */
export async function startSubscriptionNode(t: Pick<TestContext, 'after'>): Promise<SubscriptionNode> {
  const calls: Call[] = []
  const refused = new Set<string>()
  const sockets = new Set<Socket>()
  const live: { socket: Socket; id: number; method: string; about: unknown }[] = []
  let lastId = 0
  let connections = 0
  const app = uws.App().ws('/*', {
    open(socket) {
      connections++
      sockets.add(socket)
    },
    message(socket, bytes) {
      const call = JSON.parse(Buffer.from(bytes).toString('utf8')) as Call
      calls.push(call)
      if (refused.has(call.method)) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: -32_000, message: 'no' } }))
        return
      }
      if (call.method.endsWith('Unsubscribe')) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: true }))
        return
      }
      live.push({ socket, id: ++lastId, method: call.method, about: call.params[0] })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: lastId }))
    },
    close(socket) {
      sockets.delete(socket)
      for (let at = live.length - 1; at >= 0; at--) if (live[at]!.socket === socket) live.splice(at, 1)
    },
  })
  const listening = await new Promise<us_listen_socket>((resolve, reject) => {
    app.listen('127.0.0.1', 0, (socket) => (socket ? resolve(socket) : reject(new Error('no port'))))
  })
  const breakOff = (): void => {
    for (const socket of [...sockets]) socket.end(1001)
  }
  t.after(() => {
    breakOff()
    uws.us_listen_socket_close(listening)
  })
  return {
    url: `ws://127.0.0.1:${uws.us_socket_local_port(listening)}`,
    calls,
    refused,
    connections: () => connections,
    tell(method, result, about) {
      const found = live.findLast((one) => one.method === method && (about === undefined || one.about === about))
      if (found === undefined) throw new Error(`nobody subscribed to ${method} ${String(about)}`)
      const params = { result, subscription: found.id }
      found.socket.send(JSON.stringify({ jsonrpc: '2.0', method: method.replace('Subscribe', 'Notification'), params }))
    },
    say(text) {
      for (const socket of sockets) socket.send(text)
    },
    breakOff,
    async until(holds) {
      await until(holds, 'what the node is asked or heard to say', 5)
    },
  }
}
