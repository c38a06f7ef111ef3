/** Every way a call can fail in a healthy process. Codes are never renamed or reused; the HTTP status lives here only. */
export const FAILURES = {
  invalid_request: { status: 400, retryable: false },
  invalid_mint: { status: 400, retryable: false },
  invalid_amount: { status: 400, retryable: false },
  unsupported_quote: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  insufficient_balance: { status: 402, retryable: false },
  domain_not_allowed: { status: 403, retryable: false },
  scope_required: { status: 403, retryable: false },
  plan_required: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  unknown_user_ref: { status: 404, retryable: false },
  unknown_wallet: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  body_timeout: { status: 408, retryable: true },
  conflict: { status: 409, retryable: false },
  idempotency_mismatch: { status: 409, retryable: false },
  payload_too_large: { status: 413, retryable: false },
  simulation_failed: { status: 422, retryable: false },
  policy_blocked: { status: 422, retryable: false },
  no_route: { status: 422, retryable: false },
  price_moved: { status: 422, retryable: true },
  rate_limited: { status: 429, retryable: true },
  too_busy: { status: 429, retryable: true },
  internal: { status: 500, retryable: false },
  unsupported_on_chain: { status: 501, retryable: false },
  upstream_failed: { status: 502, retryable: true },
  upstream_refused: { status: 502, retryable: false },
  upstream_rate_limited: { status: 502, retryable: true },
  upstream_timeout: { status: 502, retryable: true },
  /** Sent, and not known yet what became of it: neither a success nor a failure so far. */
  pending: { status: 202, retryable: false },
  /** Sent, and it can never land any more: its blockhash is dead and the chain does not have it. */
  not_landed: { status: 504, retryable: true },
  unconfigured: { status: 503, retryable: false },
  shutting_down: { status: 503, retryable: true },
  cancelled: { status: 499, retryable: false },
} as const satisfies Record<string, { status: number; retryable: boolean }>

export type FailureCode = keyof typeof FAILURES

export function statusOf(code: FailureCode): number {
  return FAILURES[code].status
}

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
