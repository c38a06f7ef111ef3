import { WebSocket } from 'undici'
import { guarded } from './background.ts'

export type WebSocketClient = {
  send(text: string): void
  /** Nothing is called any more. */
  close(): void
}

/** Opens a WebSocket as a client. Exactly one of `onClose` calls follows, whether it ever opened or not; `reason` holds
 *  nothing of the address. Messages are the bytes of one text frame. What a listener throws is reported
 *  (`background.ts`). */
export function openWebSocket(
  url: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>
    onOpen(): void
    onMessage(bytes: Buffer): void
    onClose(reason: string): void
  },
): WebSocketClient {
  let isOver = false
  const onOpen = guarded('socket open', options.onOpen)
  const onMessage = guarded('socket message', options.onMessage)
  const onClose = guarded('socket close', options.onClose)
  const socket = new WebSocket(url, { headers: { ...options.headers } })
  socket.binaryType = 'arraybuffer'
  const end = (reason: string): void => {
    if (isOver) return
    isOver = true
    onClose(reason)
  }
  socket.addEventListener('open', () => {
    if (!isOver) onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    onMessage(typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data as ArrayBuffer))
  })
  socket.addEventListener('close', ({ code }) => end(`closed (${code})`))
  socket.addEventListener('error', () => end('cannot connect'))
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close() {
      isOver = true
      socket.close()
    },
  }
}
