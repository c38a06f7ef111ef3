const KIB = 1024

/** The MCP endpoint (`POST /mcp`). */
export const MCP = {
  /** Served with request metadata, without a handshake. */
  modernVersions: ['2026-07-28'],
  /** Served after `initialize`, newest first. Their tools have the same shapes. */
  legacyVersions: ['2025-11-25', '2025-06-18'],
  /** Longest text that a request may have as its id. */
  idChars: 256,
  /** Largest answer of a route that a tool hands on; a model reads all of it. */
  resultBytes: 192 * KIB,
  /** How long a client may keep the list of tools: it changes with the server's version and the scopes of the key. */
  listTtlMs: 300_000,
  /** Levels of an answer that the output schemas spell out; below them any value is allowed. */
  schemaDepth: 3,
  /** What the summary of a Bubble Map holds. */
  map: { clusters: 20, membersEach: 10, holders: 25 },
} as const
