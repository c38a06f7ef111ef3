/** A reply that goes on: server-sent events, lines of JSON. What is handed over is copied by the system or by the
 *  library beneath, which keeps whatever a slow reader has not taken without bound: who gets false from `write` must
 *  stop until `onDrain`. */
export type StreamSink = {
  /** False when the reader is behind; what was handed over is sent all the same. Nothing happens once it is closed. */
  write(chunk: Uint8Array | string): boolean
  /** Runs when a reader that was behind has taken everything. */
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
