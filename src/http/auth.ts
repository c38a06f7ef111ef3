import type { Caller, Scope } from '../contract/api-key.ts'
import { type Failure, fail } from '../contract/outcome.ts'
import type { TicketPurpose } from '../contract/stream-ticket.ts'
import type { Credential } from '../routes/define-route.ts'
import { digestKey } from '../runtime/digest-key.ts'
import { scopesOf } from '../services/account/scopes-of.ts'
import { createFingerprinter, type Fingerprint } from './fingerprint.ts'
import type { Authenticate } from './ports.ts'
import type { RateLimiter, Window } from './rate-limit.ts'

/** How each credential is presented and what its failures say. */
export const CREDENTIALS = {
  apiKey: { header: 'x-api-key', vary: 'X-API-Key', missing: 'missing API key', invalid: 'invalid API key' },
  apiKeyOrTicket: {
    header: 'x-api-key',
    vary: 'X-API-Key',
    missing: 'missing API key or ticket',
    invalid: 'invalid API key',
  },
  apiKeyOrBearer: {
    header: 'x-api-key',
    vary: 'Authorization, X-API-Key',
    missing: 'missing API key: X-API-Key or Authorization: Bearer',
    invalid: 'invalid API key',
  },
  bearer: { header: 'authorization', vary: 'Authorization', missing: 'missing API key', invalid: 'invalid API key' },
  session: {
    header: 'x-session-token',
    vary: 'X-Session-Token',
    missing: 'missing session token',
    invalid: 'invalid session token',
  },
} as const satisfies Record<
  Exclude<Credential, 'public'>,
  { header: string; vary: string; missing: string; invalid: string }
>

/** A presented credential that was looked up. The text itself is not kept: only its digest is. */
export type Holder = {
  readonly tag: string
  /** Null for a stranger. */
  readonly caller: Caller | null
  readonly window: Window
  /** Id for usage; null for callers without one. */
  readonly keyId: number | null
  readonly scopes: readonly Scope[]
  readonly allowedDomains: readonly string[]
  /** Version of the key table this was read at; another version means: look again. */
  readonly version: number
  /** How the short way recognises what is presented; null when it cannot. */
  readonly fingerprint: Fingerprint | null
}

export type Credentials = {
  /** Who presents `presented`, from memory when the key table has not changed since. */
  holderOf(kind: Exclude<Credential, 'public'>, presented: string): Holder
  /** Who presents a ticket of an event stream or of chart data: its requests count on the window of that key. */
  ticketHolder(presented: string, purpose: TicketPurpose): Holder
  /** The same, only when it is in memory, valid and current. */
  knownHolder(presented: string): Holder | undefined
}

const NO_DOMAINS: readonly string[] = []

/** Holders of valid keys are remembered (at most `maxHolders`, oldest forgotten first) by the digest of what they
 *  present; strangers are asked about again each time. */
export function createCredentials(options: {
  authenticate: Authenticate
  authenticateSession: Authenticate | undefined
  authenticateTicket: (presented: string, purpose: TicketPurpose) => Caller | null
  keysVersion: () => number
  limiter: RateLimiter
  defaultLimit: number
  maxHolders: number
}): Credentials {
  const { authenticate, authenticateSession, authenticateTicket, keysVersion, limiter, defaultLimit, maxHolders } =
    options
  const keyHolders = new Map<string, Holder>()
  /** The same holders by the first sum of their fingerprints. */
  const byFingerprint = new Map<number, Holder>()
  const fingerprintOf = createFingerprinter()
  const asked: Fingerprint = { a: 0, b: 0, c: 0, d: 0 }

  const remember = (holder: Holder): void => {
    forget(holder.tag)
    if (keyHolders.size >= maxHolders) forget(keyHolders.keys().next().value!)
    keyHolders.set(holder.tag, holder)
    if (holder.fingerprint !== null) byFingerprint.set(holder.fingerprint.a, holder)
  }
  const forget = (tag: string): void => {
    const holder = keyHolders.get(tag)
    if (holder === undefined) return
    keyHolders.delete(tag)
    const { fingerprint } = holder
    if (fingerprint !== null && byFingerprint.get(fingerprint.a) === holder) byFingerprint.delete(fingerprint.a)
  }

  const lookUpKey = (presented: string, tag: string, version: number): Holder => {
    const caller = authenticate(presented)
    if (caller === null) {
      forget(tag)
      return stranger(limiter.windowOf(tag, defaultLimit, 'stranger'), version)
    }
    const own = caller.kind === 'key' ? caller.key.limitPer10s : caller.kind === 'preview' ? caller.limitPer10s : null
    const holder: Holder = {
      tag,
      caller,
      window: limiter.windowOf(tag, own ?? defaultLimit, 'key'),
      keyId: caller.kind === 'key' ? caller.key.id : null,
      scopes: scopesOf(caller),
      allowedDomains: caller.kind === 'key' ? caller.key.allowedDomains : NO_DOMAINS,
      version,
      fingerprint: fingerprintOf(presented, asked) ? { ...asked } : null,
    }
    remember(holder)
    return holder
  }

  const lookUpTicket = (presented: string, purpose: TicketPurpose): Holder => {
    const caller = authenticateTicket(presented, purpose)
    if (caller?.kind !== 'ticket') return stranger(limiter.windowOf(digestKey(presented), defaultLimit, 'stranger'), 0)
    const { id: keyId, digestHex: tag, limitPer10s, scopes, allowedDomains } = caller.key
    const window = limiter.windowOf(tag, limitPer10s ?? defaultLimit, 'key')
    return { tag, caller, window, keyId, scopes, allowedDomains, version: 0, fingerprint: null }
  }

  const lookUpSession = (presented: string): Holder => {
    // Sessions end on their own, so each request asks.
    const caller = authenticateSession?.(presented) ?? null
    if (caller?.kind !== 'session')
      return stranger(limiter.windowOf(`session:${digestKey(presented)}`, defaultLimit, 'stranger'), 0)
    // All sessions of a wallet share a window: signing in again gives no new one.
    const tag = `wallet:${caller.wallet}`
    const { keyId } = caller
    const window = limiter.windowOf(tag, defaultLimit, 'key')
    return { tag, caller, window, keyId, scopes: [], allowedDomains: NO_DOMAINS, version: 0, fingerprint: null }
  }

  return {
    holderOf(kind, presented) {
      if (kind === 'session') return lookUpSession(presented)
      const tag = digestKey(presented)
      const version = keysVersion()
      const holder = keyHolders.get(tag)
      return holder !== undefined && holder.version === version ? holder : lookUpKey(presented, tag, version)
    },
    ticketHolder: lookUpTicket,
    knownHolder(presented) {
      if (!fingerprintOf(presented, asked)) return undefined
      const holder = byFingerprint.get(asked.a)
      if (holder === undefined || holder.version !== keysVersion()) return undefined
      const own = holder.fingerprint
      return own !== null && own.b === asked.b && own.c === asked.c && own.d === asked.d ? holder : undefined
    },
  }
}

function stranger(window: Window, version: number): Holder {
  return {
    tag: window.tag,
    caller: null,
    window,
    keyId: null,
    scopes: [],
    allowedDomains: NO_DOMAINS,
    version,
    fingerprint: null,
  }
}

/** The credential in a header value; empty when there is none. Bearer text loses its scheme word. */
export function presentedCredential(kind: Exclude<Credential, 'public'>, headerValue: string): string {
  if (kind !== 'bearer') return headerValue
  return /^bearer +(\S+)$/i.exec(headerValue)?.[1] ?? ''
}

export function checkScope(required: Scope | undefined, scopes: readonly Scope[]): Failure | null {
  if (required === undefined || scopes.includes(required)) return null
  return fail('scope_required', `scope required: ${required}`)
}
