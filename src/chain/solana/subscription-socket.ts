import type { ProviderConfig } from '../../config/env.ts'
import { PROVIDERS } from '../../config/providers.ts'
import { NEWS } from '../../config/trading.ts'
import { inBackground } from '../../runtime/background.ts'
import { backoffMs } from '../../runtime/backoff.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import { openWebSocket, type WebSocketClient } from '../../runtime/web-socket-client.ts'

/** One socket to a node that comes back after a break. */
export type SubscriptionSocket = {
  /** Connects, unless that was done. */
  start(): void
  isUp(): boolean
  send(text: string): void
  close(): void
}

/** Connects at `start` and again after every break, later each time it fails. A socket that is silent for too long is
 *  taken for dead: the node sends slots all the time. */
export function createSubscriptionSocket(
  parts: { readonly node: ProviderConfig; readonly clock: Clock; readonly log: Logger },
  listener: { onUp(): void; onMessage(text: string): void; onBreak(): void },
): SubscriptionSocket {
  const { node, clock, log } = parts
  const { keyHeader, keyPrefix } = PROVIDERS.solanaWs
  const headers = node.apiKey === null || keyHeader === null ? {} : { [keyHeader]: `${keyPrefix}${node.apiKey}` }
  const stopped = new AbortController()
  let socket: WebSocketClient | null = null
  let isStarted = false
  let isUp = false
  let failures = 0
  let openedAtMs = 0
  let heardAtMs = 0

  function connect(): void {
    if (stopped.signal.aborted) return
    openedAtMs = heardAtMs = clock.monotonicMs()
    const opened: WebSocketClient = openWebSocket(node.url, {
      headers,
      onOpen() {
        isUp = true
        heardAtMs = clock.monotonicMs()
        listener.onUp()
      },
      onMessage(bytes) {
        heardAtMs = clock.monotonicMs()
        listener.onMessage(bytes.toString('utf8'))
      },
      onClose: (reason) => broken(opened, reason),
    })
    socket = opened
  }

  function broken(opened: WebSocketClient, reason: string): void {
    if (socket !== opened) return
    socket = null
    const wasUp = isUp
    isUp = false
    failures = wasUp && clock.monotonicMs() - openedAtMs >= NEWS.steadyMs ? 1 : failures + 1
    log.debug({ reason, failures }, 'node subscription lost')
    if (wasUp) inBackground('subscription loss', listener.onBreak)
    const pauseMs = backoffMs(failures, { baseMs: NEWS.backoffBaseMs, capMs: NEWS.backoffCapMs })
    inBackground('subscription connect', waitMs(pauseMs).then(connect))
  }

  async function watchSilence(): Promise<void> {
    while (!stopped.signal.aborted) {
      await waitMs(NEWS.silenceMs / 2)
      const silent = socket
      if (silent === null || clock.monotonicMs() - heardAtMs < NEWS.silenceMs) continue
      silent.close()
      broken(silent, 'silent')
    }
  }

  /** Also ends, early, when the socket is closed for good. */
  async function waitMs(ms: number): Promise<void> {
    try {
      await clock.sleep(ms, stopped.signal)
    } catch (error) {
      if (!stopped.signal.aborted) throw error
    }
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      connect()
      inBackground('subscription silence', watchSilence())
    },
    isUp: () => isUp,
    send: (text) => socket?.send(text),
    close() {
      stopped.abort()
      socket?.close()
      socket = null
      isUp = false
    },
  }
}
