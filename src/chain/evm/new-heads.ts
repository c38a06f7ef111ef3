import { MAX_SLOT } from '../../runtime/reply-ranges.ts'
import { openWebSocket } from '../../runtime/web-socket-client.ts'
import type { ChainListener } from '../port.ts'
import { readQuantity } from './log.ts'

type HeadListener = Pick<ChainListener<never>, 'onSlot' | 'onBlocksServed' | 'onClosed'>
type Message = {
  readonly id?: unknown
  readonly result?: unknown
  readonly method?: unknown
  readonly params?: { readonly result?: { readonly number?: unknown } | null } | null
}

const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })

/** Subscribes to the heads of an EVM node. After a reorganisation it sends the new heads of the same numbers. Ends with
 *  one `onClosed`, also when the node refuses; the caller connects again. */
export function listenToHeads(url: string, listener: HeadListener): { close(): void } {
  let isClosed = false
  const end = (reason: string): void => {
    if (isClosed) return
    isClosed = true
    socket.close()
    listener.onClosed(reason)
  }
  const socket = openWebSocket(url, {
    onOpen: () => socket.send(SUBSCRIBE),
    onMessage(bytes) {
      const message = parseOrNull(bytes.toString('utf8'))
      if (message === null || isClosed) return
      if (message.id === 1) {
        if (typeof message.result === 'string') listener.onBlocksServed(false)
        else end('the node refuses to tell of heads')
      } else if (message.method === 'eth_subscription') {
        const number = readQuantity(message.params?.result?.number)
        if (number !== null && number <= MAX_SLOT) listener.onSlot(number)
      }
    },
    onClose: end,
  })
  return {
    close() {
      isClosed = true
      socket.close()
    },
  }
}

function parseOrNull(text: string): Message | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Message) : null
  } catch {
    // A message we cannot read is ignored: the head is asked for anyway.
    return null
  }
}
