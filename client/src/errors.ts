/** What a failed call says. `code` is the server's own, or where its answer has none, one that stands for the status. */
export type FailureDetails = {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** The whole answer, where it was JSON: `stage`, `retry_safe`, `details` of trades among it. */
  readonly body: Readonly<Record<string, unknown>> | null
  /** Null where the server names no time. */
  readonly retryAfterMs: number | null
}

/** Every failure that this client throws. */
export class MintglassError extends Error implements FailureDetails {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly body: Readonly<Record<string, unknown>> | null
  readonly retryAfterMs: number | null

  constructor(message: string, details: FailureDetails) {
    super(message)
    this.name = new.target.name
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.body = details.body
    this.retryAfterMs = details.retryAfterMs
  }
}

/** 400, 405, 408, 413: the request has to change. */
export class InvalidRequestError extends MintglassError {}
/** 401: key, session or ticket. */
export class UnauthorizedError extends MintglassError {}
/** 402: the wallet holds less than the order needs. */
export class InsufficientBalanceError extends MintglassError {}
/** 403: scope, plan or domain. */
export class ForbiddenError extends MintglassError {}
/** 404. */
export class NotFoundError extends MintglassError {}
/** 409: what is there already excludes the request. */
export class ConflictError extends MintglassError {}
/** 422: the transaction would fail, or a rule forbids it. */
export class RefusedError extends MintglassError {}
/** 429. */
export class RateLimitedError extends MintglassError {}
/** 202 without success: sent, and its outcome is not known yet. Never send it again under another key. */
export class PendingError extends MintglassError {}
/** 5xx; and code `odd_reply` for what no Mintglass server answers: a redirect, a success without JSON. */
export class ServerError extends MintglassError {}
/** No answer: the connection failed or took too long. `status` is 0. */
export class NetworkError extends MintglassError {}

const BY_STATUS: Readonly<Record<number, readonly [typeof MintglassError, string]>> = {
  202: [PendingError, 'pending'],
  400: [InvalidRequestError, 'invalid_request'],
  401: [UnauthorizedError, 'unauthorized'],
  402: [InsufficientBalanceError, 'insufficient_balance'],
  403: [ForbiddenError, 'forbidden'],
  404: [NotFoundError, 'not_found'],
  405: [InvalidRequestError, 'method_not_allowed'],
  408: [InvalidRequestError, 'body_timeout'],
  409: [ConflictError, 'conflict'],
  413: [InvalidRequestError, 'payload_too_large'],
  422: [RefusedError, 'refused'],
  429: [RateLimitedError, 'rate_limited'],
  501: [ServerError, 'unsupported'],
  502: [ServerError, 'upstream_failed'],
  503: [ServerError, 'unavailable'],
  504: [ServerError, 'not_landed'],
}

export function errorOf(status: number, headers: Headers, body: unknown): MintglassError {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null
  const [kind, usual] =
    BY_STATUS[status] ?? (status < 500 ? [InvalidRequestError, 'invalid_request'] : [ServerError, 'internal'])
  const message = typeof given?.['error'] === 'string' ? given['error'] : `HTTP ${status}`
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new kind(message, {
    status,
    code: typeof given?.['code'] === 'string' ? given['code'] : usual,
    requestId: headers.get('x-request-id'),
    body: given,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : null,
  })
}

/** For an answer that no Mintglass server gives: another program is at this address. */
export function oddReply({ status, headers }: Response, message: string): ServerError {
  const requestId = headers.get('x-request-id')
  return new ServerError(message, { status, code: 'odd_reply', requestId, body: null, retryAfterMs: null })
}

export function networkError(cause: unknown): NetworkError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const details = { status: 0, code: 'network', requestId: null, body: null, retryAfterMs: null }
  return Object.assign(new NetworkError(message, details), { cause })
}
