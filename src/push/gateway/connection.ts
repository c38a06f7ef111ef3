import type { ApiKeyRecord } from '../../contract/api-key.ts'
import type { MessageId } from '../../contract/stream-frames.ts'
import type { Feed } from '../feeds/index.ts'

/** What the gateway asks of a socket. Everything handed over is kept until it was sent: nothing is ever dropped
 *  beneath, so the gateway must not hand over without end. */
export type GatewaySocket = {
  send(text: string): unknown
  /** Bytes that the system has not taken yet. */
  getBufferedAmount(): number
  /** Gets what is published under a name, from now on. */
  subscribe(name: string): unknown
  unsubscribe(name: string): unknown
  ping(): unknown
  /** Says why and ends; `closed` follows at once. */
  end(code: number, reason: string): void
  /** What is sent inside leaves in one write. */
  cork(work: () => void): unknown
}

/** What all connections of one key share. */
export type KeySlot = {
  /** As it was when last read. */
  key: ApiKeyRecord
  readonly connections: Set<Connection>
  /** Names of topics that count against the plan, by how many connections have them. */
  readonly topics: Map<string, number>
}

export type Connection = {
  readonly socket: GatewaySocket
  readonly slot: KeySlot
  readonly serial: number
  /** By topic name; null until the first one: most of an idle connection's memory would be this map. */
  subscriptions: Map<string, Subscription> | null
  /** Subscriptions that are not live. */
  waiting: number
  isOpen: boolean
  /** Nothing was heard and nothing was taken since the last ping. */
  isSilent: boolean
  /** Messages it may send now, counted at `allowanceAtMs`. */
  allowance: number
  allowanceAtMs: number
  /** Messages refused since one was let through. */
  refused: number
}

/** `opening`: will get a snapshot and be live. `counting`: how many events it missed is being counted, so that their
 *  numbers run on into those of the feed. `behind`: is fed from the tape. `live`: gets what the feed publishes. */
export type Subscription = {
  readonly connection: Connection
  readonly feed: Feed<Subscription>
  readonly id: MessageId | undefined
  state: 'opening' | 'counting' | 'behind' | 'live'
  /** Tape position up to which events were counted or sent. */
  position: number
  /** Of the newest event sent; null before the first. */
  seq: number | null
  /** Where counting began, and what it found. */
  from: number
  counted: number
  /** Cursor that the tape no longer holds. */
  goneCursor: string | null
}
