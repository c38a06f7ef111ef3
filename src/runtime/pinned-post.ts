import type { LookupFunction } from 'node:net'
import { isIPv6 } from 'node:net'
import { type Dispatcher, Pool } from 'undici'
import { WEBHOOKS } from '../config/webhooks.ts'
import { inBackground } from './background.ts'
import type { Clock } from './clock.ts'
import type { PublicTarget } from './public-target.ts'

export type PinnedCall = {
  readonly target: PublicTarget
  /** The checked address: the connection goes there and nowhere else, whatever the name says by then. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
/** `reason` is a short text without anything of the request. */
export type PinnedReply =
  | { readonly kind: 'reply'; readonly status: number; readonly stops: boolean; readonly snippet: string }
  | { readonly kind: 'failed'; readonly reason: string }

export type PinnedPoster = {
  /** Rejects only when `readTestCa` throws. Follows no redirect; a certificate that does not hold is a failure. */
  post(call: PinnedCall): Promise<PinnedReply>
  /** Ends connections that were idle for a while. */
  sweep(): void
  close(): Promise<void>
}

type Held = { readonly pool: Pool; readonly ca: string | undefined; usedMs: number; running: number }

/** Statuses with which a target ends the attempts for an event. */
const RETRY_HEADER = 'x-webhook-retry'

/** Posts over TLS to addresses that were checked before. Connections are kept per origin and address. `readTestCa`
 *  gives the authority that is trusted for test targets, and for nothing else. */
export function createPinnedPoster(options: {
  readonly clock: Clock
  readonly connections: number
  readonly attemptMs: number
  readonly readTestCa: () => string | undefined
}): PinnedPoster {
  const { clock, connections, attemptMs, readTestCa } = options
  const pools = new Map<string, Held>()
  let isClosed = false

  function poolOf({ target, address }: PinnedCall): Held {
    const key = `${target.isTest ? 'test ' : ''}${target.origin} ${address}`
    const ca = target.isTest ? readTestCa() : undefined
    const known = pools.get(key)
    // A sandbox that was started again has another authority.
    if (known !== undefined && known.ca === ca) return known
    if (known !== undefined) drop(key, known)
    if (pools.size >= WEBHOOKS.pools) dropOldest()
    const held = { pool: openPool(target, address, ca), ca, usedMs: clock.nowMs(), running: 0 }
    pools.set(key, held)
    return held
  }

  function openPool(target: PublicTarget, address: string, ca: string | undefined): Pool {
    return new Pool(target.origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: WEBHOOKS.connectMs,
        rejectUnauthorized: true,
        lookup: pinnedTo(address),
        ...(ca === undefined ? {} : { ca }),
      },
    })
  }

  function drop(key: string, held: Held): void {
    pools.delete(key)
    // Nothing is under way on it; what it says when it ends is of no interest.
    inBackground('webhook connection', held.pool.destroy())
  }

  function dropOldest(): void {
    const idle = [...pools].filter(([, { running }]) => running === 0).sort(([, a], [, b]) => a.usedMs - b.usedMs)
    const [oldest] = idle
    if (oldest !== undefined) drop(...oldest)
  }

  return {
    async post(call) {
      if (isClosed) return { kind: 'failed', reason: 'the server stops' }
      const held = poolOf(call)
      held.running++
      try {
        return await attempt(held.pool, call, attemptMs)
      } finally {
        held.running--
        held.usedMs = clock.nowMs()
      }
    },
    sweep() {
      const beforeMs = clock.nowMs() - WEBHOOKS.poolIdleMs
      for (const [key, held] of pools) if (held.running === 0 && held.usedMs < beforeMs) drop(key, held)
    },
    async close() {
      isClosed = true
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map(({ pool }) => pool.destroy()))
    },
  }
}

/** Answers every look-up with the one address. */
function pinnedTo(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4
  return (_host, lookup, done) => {
    if (lookup.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
}

async function attempt(pool: Pool, { target, headers, body }: PinnedCall, attemptMs: number): Promise<PinnedReply> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), attemptMs)
  try {
    const reply = await pool.request({ path: target.path, method: 'POST', headers, body, signal: ended.signal })
    const stops = String(reply.headers[RETRY_HEADER] ?? '').toLowerCase() === 'stop'
    return { kind: 'reply', status: reply.statusCode, stops, snippet: await readSnippet(reply.body) }
  } catch (error) {
    return {
      kind: 'failed',
      reason: ended.signal.aborted ? `no answer within ${attemptMs / 1_000} s` : reasonOf(error),
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The first characters of an answer. What is longer, or takes its time, is cut off with its connection. */
async function readSnippet(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Cutting a body off emits an error that has no handler.
  body.on('error', () => undefined)
  const timer = setTimeout(() => body.destroy(), WEBHOOKS.replyMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= WEBHOOKS.replyBytes) break
    }
  } catch (error) {
    // The head has arrived and decides; of the rest we have what there was.
    if (!(error instanceof Error)) throw error
  } finally {
    clearTimeout(timer)
    if (!body.destroyed) body.destroy()
  }
  return printable(Buffer.concat(chunks).subarray(0, WEBHOOKS.replyBytes).toString('utf8'))
}

function printable(text: string): string {
  return text
    .slice(0, WEBHOOKS.snippetChars)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, ' ')
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_SOCKET: 'connection closed without an answer',
  UND_ERR_HEADERS_OVERFLOW: 'answer with too large a head',
}

/** Never the message of an error, which may hold an address or what the target sent. */
function reasonOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code !== 'string') continue
    if (/CERT|SELF_SIGNED|ALTNAME|ISSUER|SIGNATURE/.test(code)) return `certificate not accepted (${code})`
    return REASONS[code] ?? `no connection (${code})`
  }
  return 'no connection'
}
