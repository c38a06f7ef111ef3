/** The look at the HTTP parser that each start takes (src/http/probe-parser.ts). */
export const PARSER_PROBE = {
  host: '127.0.0.1',
  /** Of one of its requests; they take less than a millisecond on an idle machine. */
  timeoutMs: 5_000,
} as const
