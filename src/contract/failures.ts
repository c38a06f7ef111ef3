type FailureRow = {
  readonly status: number
  /** Whether the same request, unchanged, may succeed later. Whether a repetition could spend twice is another
   *  question: `retry_safe` in the body of a v1 failure answers it. */
  readonly retryable: boolean
  /** Markdown, for docs/errors.md. */
  readonly meaning: string
  readonly action: string
}

/** Every way a call can fail in a healthy process. Codes are never renamed or reused; the HTTP status lives here only.
 *  `mintglass errors` prints docs/errors.md from it. */
export const FAILURES = {
  invalid_request: {
    status: 400,
    retryable: false,
    meaning:
      'A parameter, header or body member is missing, malformed, unknown or out of range, or the request itself is malformed.',
    action: 'Correct what `error` names.',
  },
  invalid_mint: {
    status: 400,
    retryable: false,
    meaning: 'The mint is not a base58 address of 32 bytes, or no token mint exists at it.',
    action: 'Correct the address; check the chain and network.',
  },
  invalid_amount: {
    status: 400,
    retryable: false,
    meaning:
      'The amount is malformed, zero or out of range, or the transfer would leave an account that the chain does not allow.',
    action: 'Correct the amount.',
  },
  unsupported_quote: {
    status: 400,
    retryable: false,
    meaning:
      'The pair cannot be traded: one side must be SOL, WSOL, USDC or USDT, the other a token that the pool trades against it.',
    action: 'Name another currency or token.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: 'The API key, session token, ticket or signature is missing, unknown, expired or revoked.',
    action: 'Send valid credentials; sign in or request a ticket again.',
  },
  insufficient_balance: {
    status: 402,
    retryable: false,
    meaning: 'The wallet holds less than the order, its fees and its deposits need.',
    action: 'Fund the wallet or lower the amount; `details` shows the needed and the held amount.',
  },
  domain_not_allowed: {
    status: 403,
    retryable: false,
    meaning: 'The key is restricted to a list of hosts, and neither `Origin` nor `Referer` names one of them.',
    action: 'Call from a listed host, or change the list (`POST /api/update-domains`).',
  },
  scope_required: {
    status: 403,
    retryable: false,
    meaning: 'The key lacks the scope or grant that `error` names.',
    action: 'Ask the operator for it, or use another key.',
  },
  plan_required: {
    status: 403,
    retryable: false,
    meaning: 'The route needs a paid plan.',
    action: 'Use a key of one of the plans that `error` names.',
  },
  not_found: {
    status: 404,
    retryable: false,
    meaning: 'The route or resource does not exist, or the resource belongs to another key.',
    action: 'Check path and id.',
  },
  unknown_user_ref: {
    status: 404,
    retryable: false,
    meaning: 'Reserved: no route of this version returns it.',
    action: 'Treat it as `unknown_wallet`.',
  },
  unknown_wallet: {
    status: 404,
    retryable: false,
    meaning: 'There is no such wallet under this key.',
    action: 'Check id or user reference, or create the wallet.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    meaning: 'The path exists, but not for this method.',
    action: 'Use a method from the `Allow` header.',
  },
  body_timeout: {
    status: 408,
    retryable: true,
    meaning: 'The body arrived too slowly.',
    action: 'Send it again without pauses.',
  },
  conflict: {
    status: 409,
    retryable: false,
    meaning:
      'The current state excludes the request: the wallet already has a key, a watch-only wallet cannot sign, or there is nothing to close.',
    action: 'Read the current state and decide again.',
  },
  idempotency_mismatch: {
    status: 409,
    retryable: false,
    meaning: 'This `Idempotency-Key` was already used with another request.',
    action: 'Use a new key for a new request, and the same body for a repeated one.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    meaning: 'The body has more bytes or JSON values than the route takes.',
    action: 'Split the request.',
  },
  simulation_failed: {
    status: 422,
    retryable: false,
    meaning:
      'The transaction would fail on chain, or it did: then `signature` is set and `fee_lamports` is what the chain took.',
    action: 'Read the program error in `error` and `details`; change the request.',
  },
  policy_blocked: {
    status: 422,
    retryable: false,
    meaning: 'A safety rule forbids the transaction. `details.rule` names it where available.',
    action: 'Trade less or elsewhere for `price_impact` and `pool_liquidity`; report any other rule to the operator.',
  },
  no_route: {
    status: 422,
    retryable: false,
    meaning: 'No pool can carry the trade, or its transaction is too large for the chain.',
    action: 'Change token, amount or pool.',
  },
  price_moved: {
    status: 422,
    retryable: true,
    meaning: 'The trade would return less than its minimum.',
    action: 'Quote again, or allow more slippage.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    meaning: 'The window of the key or address is used up.',
    action: 'Wait for the time in `Retry-After`.',
  },
  too_busy: {
    status: 429,
    retryable: true,
    meaning: 'A queue or a per-key limit of the server is full.',
    action: 'Wait for the time in `Retry-After`; without that header, back off.',
  },
  internal: {
    status: 500,
    retryable: false,
    meaning: 'A fault of the server, or, on account routes, a chain that cannot be read.',
    action: 'Report the `X-Request-Id` to the operator.',
  },
  unsupported_on_chain: {
    status: 501,
    retryable: false,
    meaning: 'The chosen chain lacks this capability; `error` gives the reason.',
    action: 'Use a chain from `GET /api/v2/stream/chains`.',
  },
  upstream_failed: {
    status: 502,
    retryable: true,
    meaning: 'A node or provider cannot be reached, or its reply is wrong.',
    action: 'Wait for the time in `Retry-After`.',
  },
  upstream_refused: {
    status: 502,
    retryable: false,
    meaning: 'A node or provider understood the call and refused it.',
    action: 'Change the request, or report it to the operator.',
  },
  upstream_rate_limited: {
    status: 502,
    retryable: true,
    meaning: 'A node or provider asked the server to slow down.',
    action: 'Wait for the time in `Retry-After`.',
  },
  upstream_timeout: {
    status: 502,
    retryable: true,
    meaning: 'A node or provider did not reply in time.',
    action: 'Wait for the time in `Retry-After`.',
  },
  pending: {
    status: 202,
    retryable: false,
    meaning:
      'The work is under way or its transaction is sent, and its outcome is not known: neither success nor failure.',
    action:
      'Ask `GET /v1/trade/bundle-status`, or send the same `Idempotency-Key` again to read the outcome. Without a key, never send again before the status is known.',
  },
  not_landed: {
    status: 504,
    retryable: true,
    meaning:
      'The transaction was sent and can never land: its blockhash expired and the chain does not have it. Nothing was spent.',
    action: 'Send the request again with a new `Idempotency-Key`.',
  },
  unconfigured: {
    status: 503,
    retryable: false,
    meaning: 'A provider or setting that the route needs is missing; `error` names it.',
    action: 'Ask the operator ([configuration.md](configuration.md)).',
  },
  not_ready: {
    status: 503,
    retryable: true,
    meaning:
      'The server has not seen yet what the route answers from: it has just begun to follow the chain, or its sandbox is starting or busy.',
    action: 'Wait for the time in `Retry-After`.',
  },
  shutting_down: {
    status: 503,
    retryable: true,
    meaning: 'The server is stopping.',
    action: 'Connect again; a restart takes seconds.',
  },
  cancelled: {
    status: 499,
    retryable: false,
    meaning: 'The client closed the connection before the answer. Only metrics and usage show this status.',
    action: 'Nothing: the client has disconnected.',
  },
} as const satisfies Record<string, FailureRow>

export type FailureCode = keyof typeof FAILURES

export function statusOf(code: FailureCode): number {
  return FAILURES[code].status
}

/** All codes, for schemas. */
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[]

/** `code` of a failure on the v1 API. The names of the trading API are fewer than ours. */
export function wireCodeOf(code: FailureCode): string {
  return WIRE_CODES[code] ?? code
}

const WIRE_CODES: Partial<Record<FailureCode, string>> = {
  invalid_request: 'bad_request',
  upstream_failed: 'upstream',
  upstream_refused: 'upstream',
  upstream_rate_limited: 'upstream',
  upstream_timeout: 'upstream',
}

/** All codes of the v1 API, for schemas. */
export const WIRE_CODE_NAMES = [...new Set(FAILURE_CODES.map(wireCodeOf))]
