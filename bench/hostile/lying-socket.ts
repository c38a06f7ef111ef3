import {
  type WebSocket as UwsSocket,
  type us_listen_socket,
  type us_socket,
  uws,
} from '../../src/runtime/uws-library.ts'
import type { KindLab } from './kind.ts'
import type { Lying } from './lying-proxy.ts'

const DEFAULT_SHARE = 0.5

type Link = { upstream: WebSocket; waiting: string[]; subscriptions: number[]; isOpen: boolean }

/** Between the service and the node's WebSocket. */
export function startLyingSocket(
  url: string,
  lying: Lying,
  lab: KindLab,
): { readonly url: string; readonly counts: { news: number; lies: number }; close(): void } {
  const counts = { news: 0, lies: 0 }
  const links = new WeakMap<UwsSocket<object>, Link>()
  const hear = (socket: UwsSocket<object>, link: Link, message: string): void => {
    const id = /"result":(\d+)/.exec(message)?.[1]
    if (id !== undefined && !message.includes('Notification')) link.subscriptions.push(Number(id))
    counts.news++
    const { kind, draw } = lying
    const isLie = kind?.socket !== undefined && draw.random() < (kind.share ?? DEFAULT_SHARE)
    if (isLie) counts.lies++
    const said = isLie ? kind!.socket!(message, { draw, subscriptions: link.subscriptions, lab }) : [message]
    if (isLie) lying.blocks.noteNews(kind!.name, message, said)
    for (const one of said) if (link.isOpen) socket.send(one)
  }
  let listening: us_listen_socket | null = null
  const app = uws.App().ws<object>('/*', {
    maxPayloadLength: 16 * 2 ** 20,
    maxBackpressure: 64 * 2 ** 20,
    idleTimeout: 0,
    open(socket) {
      const link: Link = { upstream: new WebSocket(url), waiting: [], subscriptions: [], isOpen: true }
      links.set(socket, link)
      link.upstream.addEventListener('open', () => {
        for (const one of link.waiting.splice(0)) link.upstream.send(one)
      })
      link.upstream.addEventListener('message', ({ data }) => {
        if (link.isOpen) hear(socket, link, String(data))
      })
      const end = () => {
        if (link.isOpen) socket.close()
      }
      link.upstream.addEventListener('close', end)
      link.upstream.addEventListener('error', end)
    },
    message(socket, message) {
      const link = links.get(socket)!
      const text = Buffer.from(message).toString()
      if (link.upstream.readyState === WebSocket.OPEN) link.upstream.send(text)
      else link.waiting.push(text)
    },
    close(socket) {
      const link = links.get(socket)!
      link.isOpen = false
      link.upstream.close()
    },
  })
  app.listen('127.0.0.1', 0, (token) => {
    if (!token) throw new Error('cannot listen')
    listening = token
  })
  const port = uws.us_socket_local_port(listening as unknown as us_socket)
  return { url: `ws://127.0.0.1:${port}`, counts, close: () => void app.close() }
}
