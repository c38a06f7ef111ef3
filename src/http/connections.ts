import { CONNECTIONS } from '../config/connections.ts'
import { connectionBucket } from '../runtime/client-address.ts'
import { connectionBounds } from '../runtime/connection-bounds.ts'
import { descriptorLimit } from '../runtime/descriptor-limit.ts'
import { countPeers } from '../runtime/open-sockets.ts'
import { type ConnectionRefusal, createConnectionCaps } from './connection-caps.ts'
import type { HttpServerState } from './server-state.ts'

/** The open connections of the HTTP server. */
export type Connections = {
  /** Whether one of this peer may stay. */
  opened(peer: string): boolean
  /** One has ended; whose it was, where that is known. */
  ended(peer?: string): void
  readonly open: number
  /** Runs whenever the last one has ended. */
  onEmpty(listener: () => void): void
}

/** Caps them, shows them in the metrics, and logs when refusals begin. `port` is asked once connections come. */
export function createConnections({ ctx, tuning, proxies }: HttpServerState, port: () => number): Connections {
  const { clock, config, log, metrics } = ctx
  const bounds = tuning.connectionBounds ?? connectionBounds(config, descriptorLimit())
  const bucketOf = tuning.sparesLoopback ? (peer: string) => connectionBucket(peer, proxies) : (peer: string) => peer
  let loggedMs = Number.NEGATIVE_INFINITY
  const caps = createConnectionCaps({
    bounds,
    bucketOf,
    countPeers: () => countPeers(port()),
    nowMs: () => clock.monotonicMs(),
    onRefused(why, address) {
      const nowMs = clock.monotonicMs()
      const isNew = nowMs - loggedMs >= CONNECTIONS.quietMs
      loggedMs = nowMs
      if (isNew) log.warn({ why, address, open: caps.open, ...bounds }, 'connections are refused: too many are open')
    },
  })
  const open = metrics.gauge('mintglass_connections_open', 'Open connections, HTTP and WebSocket.')
  const refused = metrics.counter(
    'mintglass_connections_refused_total',
    'Connections closed as soon as they opened, by the bound that was reached.',
    ['bound'],
  )
  const reported: Record<ConnectionRefusal, number> = { total: 0, address: 0 }
  metrics.onCollect(() => {
    open.set(caps.open)
    for (const bound of ['total', 'address'] as const) {
      refused.inc({ bound }, caps.refused[bound] - reported[bound])
      reported[bound] = caps.refused[bound]
    }
  })
  let onEmpty = (): void => {}
  return {
    opened: (peer) => caps.admit(peer) === null,
    ended(peer) {
      caps.ended(peer)
      if (caps.open === 0) onEmpty()
    },
    get open() {
      return caps.open
    },
    onEmpty(listener) {
      onEmpty = listener
    },
  }
}
