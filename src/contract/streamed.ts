import type { Outcome } from './outcome.ts'

/** A reply that goes on: server-sent events, lines of JSON. What is handed over is copied by the system or by the
 *  library beneath, which keeps whatever a slow reader has not taken without bound: who gets false from `write` must
 *  stop until `onDrain`. */
export type StreamSink = {
  /** False when the reader is slow; the data is still sent. Does nothing once it is closed. */
  write(chunk: Uint8Array | string): boolean
  /** Runs when a slow reader has taken everything. */
  onDrain(listener: () => void): void
  /** Runs once, when the reader has gone or the stream was ended. */
  onClosed(listener: () => void): void
  /** Runs when the server stops: say goodbye and end. */
  onStopping(listener: () => void): void
  end(): void
  readonly isOpen: boolean
}

/** What the handler of a streaming route answers. `start` runs when the head has been written; it must not throw. */
export type Streamed = {
  readonly contentType: string
  /** Name and value; values are ours and hold no line break. */
  readonly headers?: Readonly<Record<string, string>>
  start(sink: StreamSink): void
}

/** The rest of an upstream's answer, piece by piece, as it arrives. */
export type PieceSource = {
  /** Null at the end. A failure: the answer breaks off here, and the reader must be able to notice. One call at a
   *  time. */
  next(): Promise<Outcome<Uint8Array | null>>
  /** Reading has ended: stops the upstream at once. Does nothing after the end. */
  drop(): void
  /** Resolves when it is over, however it came to that. */
  readonly ended: Promise<void>
}

/** An upstream's answer handed on unchanged: status, content type and body (spec 4.6 rpc, 4.8 proxies). `body` is all
 *  of it, or its beginning when there is a `rest`. */
export type Relayed = {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  readonly rest?: PieceSource
}
