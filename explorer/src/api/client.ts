import { signal } from '@preact/signals'
import { keys } from './keys.ts'
import { patience } from './patience.ts'

/** The server could not be reached when it was last asked: what the pages show is from before. */
export const serverAway = signal(false)

/** A request that the server refused or could not answer, in the words of the server. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly requestId: string | null
  readonly body: unknown

  constructor(
    status: number,
    message: string,
    more: { code?: string | null; requestId?: string | null; body?: unknown },
  ) {
    super(message)
    this.status = status
    this.code = more.code ?? null
    this.requestId = more.requestId ?? null
    this.body = more.body
  }
}

export type Call = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Which key goes with it: `data` is `X-API-Key`, `trade` a bearer key, `session` an `X-Session-Token`. */
  readonly as?: 'data' | 'trade' | 'session' | 'nobody'
  readonly session?: string
  readonly userRef?: string
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Longer than the longest deadline of a route and its wait for a turn: what is not answered by then will not be. */
const PATIENCE_MS = 120_000

/** The server says how many requests a key has left, so the pages wait instead of running into 429. */
let freeAt = 0
let waiting: Promise<void> = Promise.resolve()

function takeTurn(): Promise<void> {
  const turn = waiting.then(async () => {
    const pause = freeAt - Date.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(pause, 15_000)))
  })
  waiting = turn.catch(() => undefined)
  return turn
}

function noteLimit(response: Response): void {
  const left = response.headers.get('RateLimit-Remaining')
  const reset = Number(response.headers.get('RateLimit-Reset') ?? 0)
  if (left !== null && Number(left) <= 0 && reset > 0) freeAt = Date.now() + reset * 1_000
}

/** Calls a route of this server. Resolves with the body of a success; rejects with an {@link ApiError}. A 429 is tried
 *  again once its time is up. */
export async function call<T>(path: string, options: Call = {}): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    if ((options.as ?? 'data') === 'data') await takeTurn()
    const response = await send(path, options)
    noteLimit(response)
    if (response.status === 429 && attempt < 2 && (options.method ?? 'GET') === 'GET') {
      const seconds = Number(response.headers.get('Retry-After') ?? 2)
      freeAt = Math.max(freeAt, Date.now() + Math.min(seconds, 15) * 1_000)
      if (options.as === 'nobody') await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      continue
    }
    return read<T>(response)
  }
}

async function send(path: string, options: Call): Promise<Response> {
  const headers: Record<string, string> = {}
  const as = options.as ?? 'data'
  if (as === 'data' && keys.value.data !== '') headers['X-API-Key'] = keys.value.data
  if (as === 'trade') headers['Authorization'] = `Bearer ${keys.value.trade}`
  if (as === 'session' && options.session !== undefined) headers['X-Session-Token'] = options.session
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  if (options.userRef !== undefined) headers['X-User-Ref'] = options.userRef
  try {
    const response = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: patience(PATIENCE_MS, options.signal),
    } as RequestInit)
    serverAway.value = false
    return response
  } catch (error) {
    throw lost(error)
  }
}

/** What to throw where no answer came, or only a part of one. */
function lost(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  serverAway.value = true
  return new ApiError(0, 'The server does not answer.', {})
}

/** Why the server refuses a stream: an `EventSource` does not hand over what it was told. Null when it would open. */
export async function whyRefused(path: string): Promise<ApiError | null> {
  const abort = new AbortController()
  try {
    const response = await send(path, { signal: abort.signal })
    if (!response.ok) await read<never>(response)
    return null
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, String(error), {})
  } finally {
    abort.abort()
  }
}

async function read<T>(response: Response): Promise<T> {
  const requestId = response.headers.get('X-Request-Id')
  const text = await response.text().catch((error: unknown) => {
    throw lost(error)
  })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError(response.status, `The server answered ${response.status} without JSON.`, { requestId })
  }
  const failure = body as { success?: boolean; error?: string; code?: string }
  if (!response.ok || failure.success === false)
    throw new ApiError(response.status, failure.error ?? `The server answered ${response.status}.`, {
      code: failure.code ?? null,
      requestId,
      body,
    })
  return body as T
}
