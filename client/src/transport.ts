import { errorOf, MintglassError, networkError, oddReply } from './errors.ts'
import { parseJson, writeJson } from './json.ts'

export type ClientOptions = {
  /** Of the server: `http://127.0.0.1:8787`. In a page of the server itself, its own by default. */
  readonly baseUrl?: string
  /** Goes as `X-API-Key`, or as a bearer where the route takes one. */
  readonly apiKey?: string
  /** For the routes that take a bearer, where that is another key than `apiKey`. */
  readonly tradeKey?: string
  /** Of `logIn`. */
  readonly sessionToken?: string
  /** How often a call that may be repeated is tried; 4 unless given, 1 for never again. */
  readonly tries?: number
  /** A call waits for no longer than this before it is tried again, and fails where the server asks for more; 30 s. */
  readonly maxWaitMs?: number
  /** Of one try; longer than the server gives its slowest operation unless given. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
  /** For Node 20, which has none of its own. */
  readonly WebSocket?: typeof WebSocket
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Of a call that moves money. Without one, the client makes one for the tries of this call. */
  readonly idempotencyKey?: string
  /** Whose custodial wallet. */
  readonly userRef?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the description says of an operation. */
export type Operation = {
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly auth: 'none' | 'apiKey' | 'bearer' | 'session'
  /** A repetition changes nothing. */
  readonly isSafe: boolean
  /** A repetition with the same key is answered as the first time. */
  readonly takesIdempotencyKey: boolean
  /** The answer is another server's, and has no `success`. */
  readonly isRelayed: boolean
}

type Input = { readonly params?: object; readonly body?: unknown }

const FIRST_WAIT_MS = 250
/** @internal A test holds it against the deadlines of the server. */
export const TIMEOUT_MS = 130_000

/** Sends calls and repeats those that may be repeated. */
export class Transport {
  readonly baseUrl: string
  readonly options: ClientOptions

  constructor(options: ClientOptions) {
    this.options = options
    const page = (globalThis as { location?: { origin?: string } }).location?.origin
    const baseUrl = options.baseUrl ?? page
    if (baseUrl === undefined) throw new TypeError('baseUrl is needed: the address of the server')
    this.baseUrl = baseUrl.replace(/\/+$/, '')
  }

  async call<T>(operation: Operation, { params = {}, body }: Input, options: CallOptions = {}): Promise<T> {
    const headers = new Headers(this.credentials(operation.auth))
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    if (options.userRef !== undefined) headers.set('X-User-Ref', options.userRef)
    if (operation.takesIdempotencyKey)
      // To the server an empty key is none.
      headers.set(
        'Idempotency-Key',
        options.idempotencyKey || headers.get('Idempotency-Key') || keyIn(body) || crypto.randomUUID(),
      )
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const request: RequestInit = {
      method: operation.method,
      headers,
      // `fetch` would carry X-API-Key to whatever address the answer names.
      redirect: 'manual',
      ...(body === undefined ? {} : { body: writeJson(body) }),
    }
    const address = this.baseUrl + addressOf(operation, params as Readonly<Record<string, unknown>>)
    const tries = operation.isSafe || operation.takesIdempotencyKey ? (this.options.tries ?? 4) : 1
    for (let tried = 1; ; tried++) {
      try {
        return (await this.once(address, request, { operation, signal: options.signal })) as T
      } catch (error) {
        const waitMs = tried < tries && !options.signal?.aborted ? waitBefore(error, tried) : null
        if (waitMs === null || waitMs > (this.options.maxWaitMs ?? 30_000)) throw error
        await pause(waitMs, options.signal)
      }
    }
  }

  /** A request for a stream: no timeout, no repetition. Throws what the server refuses it with. */
  async open(path: string, signal: AbortSignal): Promise<Response> {
    const send = this.options.fetch ?? fetch
    const reply = await send(this.baseUrl + path, {
      headers: this.credentials('apiKey'),
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw networkError(error)
    })
    if (isRedirect(reply)) throw oddReply(reply, REDIRECTED)
    if (!reply.ok) throw errorOf(reply.status, reply.headers, await reply.json().catch(() => null))
    return reply
  }

  private async once(
    address: string,
    request: RequestInit,
    { operation, signal }: { readonly operation: Operation; readonly signal?: AbortSignal | undefined },
  ): Promise<unknown> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS)
    const send = this.options.fetch ?? fetch
    let reply: Response
    let text: string
    try {
      reply = await send(address, {
        ...request,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      text = await reply.text()
    } catch (error) {
      if (signal?.aborted) throw error
      throw networkError(error)
    }
    if (isRedirect(reply)) throw oddReply(reply, REDIRECTED)
    const body = bodyOf(text)
    if (reply.ok && body === undefined) throw oddReply(reply, 'the answer is no JSON')
    const isFailure = (body as { success?: unknown } | null)?.success === false
    if (!reply.ok || (isFailure && !operation.isRelayed)) throw errorOf(reply.status, reply.headers, body)
    return body
  }

  private credentials(auth: Operation['auth']): Record<string, string> {
    const { apiKey, tradeKey, sessionToken } = this.options
    const bearer = tradeKey ?? apiKey
    if (auth === 'bearer' && bearer !== undefined) return { Authorization: `Bearer ${bearer}` }
    if (auth === 'apiKey' && apiKey !== undefined) return { 'X-API-Key': apiKey }
    return auth === 'session' && sessionToken !== undefined ? { 'X-Session-Token': sessionToken } : {}
  }
}

const REDIRECTED = 'the server redirects, which is not followed: set baseUrl to its own address'

/** Browsers hide the status of a redirect that they do not follow. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** Undefined for what is no JSON. */
function bodyOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function keyIn(body: unknown): string | undefined {
  const key = (body as { idempotency_key?: unknown } | null | undefined)?.idempotency_key
  return typeof key === 'string' ? key : undefined
}

function addressOf({ path, query }: Operation, params: Readonly<Record<string, unknown>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is needed in ${path}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const name of query) {
    const value = params[name]
    if (value !== undefined && value !== null) search.set(name, Array.isArray(value) ? value.join() : String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Null for a failure that another try does not mend. */
function waitBefore(error: unknown, tried: number): number | null {
  if (!(error instanceof MintglassError)) return null
  const mayPass = error.status === 0 || error.status === 429 || error.status === 502 || error.status === 503
  if (
    !mayPass ||
    error.code === 'unconfigured' ||
    error.code === 'upstream_refused' ||
    error.code === 'odd_reply' ||
    error.body?.['retry_safe'] === false
  )
    return null
  return error.retryAfterMs ?? backoffMs(tried)
}

/** Twice as long each time, and never the same for two clients. */
export function backoffMs(tried: number): number {
  return FIRST_WAIT_MS * 2 ** Math.min(tried - 1, 6) * (0.5 + Math.random())
}

/** Ends early, by throwing its reason, when the signal does. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
