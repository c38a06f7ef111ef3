import type { Caller } from '../contract/api-key.ts'
import type { Gateway } from '../push/gateway/gateway.ts'
import type { ConnectionBounds } from '../runtime/connection-bounds.ts'
import type { UsageEvent } from '../services/usage/record.ts'

/** The owner of this key; null for an unknown or revoked key. Synchronous: known keys are in memory. */
export type Authenticate = (presentedKey: string) => Caller | null

export type { UsageEvent }
export type UsageRecorder = { record(event: UsageEvent): void }

/** What the HTTP server asks of the rest of the service besides the context. */
export type HttpParts = {
  readonly authenticate: Authenticate
  /** Session tokens; without it every session route answers 401. */
  readonly authenticateSession?: Authenticate
  readonly usage: UsageRecorder
  readonly isReady: () => boolean
  /** The WebSocket gateway; without it upgrades are answered like other requests. Stops with the server. */
  readonly gateway?: Gateway
  /** Folder of the built Explorer; absent: where `npm run build` puts it. */
  readonly explorerDir?: string
}

/** Bounds that tests and benches narrow; a server that is started without them takes `config`. */
export type HttpTuning = {
  /** Of bodies under way: with a key, without, and of the public proxies. */
  readonly bodyBytesInFlight: number
  readonly keylessBodyBytesInFlight: number
  readonly openBodyBytesInFlight: number
  readonly bodyDeadlineMs: number
  /** A reader that has not taken a large body by then is cut off. */
  readonly writeDeadlineMs: number
  readonly cacheBytes: number
  readonly cacheEntryBytes: number
  readonly rateWindows: number
  readonly publicPerWindow: number
  readonly unroutedPerWindow: number
  readonly requestsPerTurn: number
  /** Null takes what the settings and the descriptor limit come to. */
  readonly connectionBounds: ConnectionBounds | null
  /** Connections from this machine, and from trusted proxies, count only in all. */
  readonly sparesLoopback: boolean
  /** What the parser makes of bytes beyond ASCII at the ends of header values; looked at when the server starts. */
  readonly headerBytes: 'whole' | 'trimmed'
}
