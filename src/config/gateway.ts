/** Bounds of the WebSocket gateway that are no settings. How many connections and topics, how long a message, the
 *  heartbeat, the send buffer and the coalescing window are settings (`STREAM_*`). */
export const GATEWAY = {
  /** Newest events in the snapshot of a topic. */
  snapshotEvents: 20,
  /** A snapshot is kept this long for the next subscriber, unless an event comes first. */
  snapshotKeptMs: 1_000,
  /** What one socket may get of one loop turn; it is sent when the turn ends. */
  turnBytes: 24 * 1024,
  /** Events of one loop turn: about a millisecond of encoding. What a burst is torn into more turns than it needs,
   *  every socket is written to that much more often. */
  turnEvents: 512,
  /** What may be published to one socket before its buffer is looked at again. With `turnBytes` this stays below the
   *  64 KiB that a slow socket may hold beyond its send buffer. */
  unseenBytes: 32 * 1024,
  /** Answers that may wait for a socket beyond its send buffer before it is closed: it asks and does not read. */
  answerBytes: 32 * 1024,
  /** Catch-up: events read and bytes sent for one subscription at a time, and how many times in a loop turn. */
  catchUpEvents: 256,
  catchUpBytes: 32 * 1024,
  countedEvents: 1_024,
  stepsPerTurn: 3,
  /** Events whose JSON text is kept for those who catch up near the head. */
  encodedEvents: 1_024,
  /** Messages of one connection: at once, and per second after that. */
  messageBurst: 100,
  messagesPerSec: 10,
  /** Refused messages without a pause after which the connection is closed. */
  refusedMessages: 1_000,
  /** Longest message that is still answered with an error; the socket layer cuts the connection at anything longer. */
  cutMessageBytes: 16 * 1024,
  /** Pings are spread over so many parts of the heartbeat. */
  beats: 16,
  keyCheckMs: 500,
  maxIdChars: 64,
} as const

/** Close codes beside those of RFC 6455. */
export const CLOSE = {
  goingAway: 1001,
  tooManyMessages: 1008,
  internal: 1011,
  keyRevoked: 4401,
  noPong: 4408,
  doesNotRead: 4413,
} as const
