import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { checkDomain } from '../../services/account/check-domain.ts'

/** What an upgrade request says; empty where it says nothing. */
export type UpgradeFacts = {
  readonly apiKey: string
  readonly authorization: string
  readonly ticket: string
  /** `Sec-WebSocket-Protocol` */
  readonly protocols: string
  readonly origin: string
  readonly referer: string
}

export type AdmissionParts = {
  readonly authenticate: (presentedKey: string) => Caller | null
  /** Takes a ticket: it opens one connection. */
  readonly redeemTicket: (text: string) => Outcome<ApiKeyRecord>
  /** Counts an unknown credential; the failure to return instead when those are too many. */
  readonly limitFailedAuth: () => Failure | null
  /** Connections that a key of this kind may have. */
  readonly connectionsOf: (key: ApiKeyRecord) => number
}

/** `protocol` is to be named in the answer; empty for none. */
export type Admitted = { readonly key: ApiKeyRecord; readonly protocol: string }

const KEY_PROTOCOL = 'mg.key.'

/** Who may open a WebSocket: the holder of a paid key or of a data grant, from a domain that the key allows. The key is
 *  read from `X-API-Key`, else `Authorization: Bearer`, else the `ticket`, else a subprotocol `mg.key.<base64url>`;
 *  what comes first decides, even when it is wrong. Fails `unauthorized` | `domain_not_allowed` | as `limitGuess`
 *  does. */
export function admit(parts: AdmissionParts, facts: UpgradeFacts): Outcome<Admitted> {
  const presented = present(parts, facts)
  if (!presented.ok) return presented
  const { key } = presented.value
  if (parts.connectionsOf(key) === 0) return fail('unauthorized', 'WebSocket needs a paid key or a data grant')
  return checkDomain(key.allowedDomains, facts.origin, facts.referer) ?? presented
}

function present(parts: AdmissionParts, facts: UpgradeFacts): Outcome<Admitted> {
  if (facts.apiKey !== '') return holderOf(parts, facts.apiKey, '')
  if (facts.authorization !== '') return holderOf(parts, /^bearer +(\S+)$/i.exec(facts.authorization)?.[1] ?? '', '')
  if (facts.ticket !== '') {
    const redeemed = parts.redeemTicket(facts.ticket)
    return redeemed.ok ? ok({ key: redeemed.value, protocol: '' }) : (parts.limitFailedAuth() ?? redeemed)
  }
  const protocol = facts.protocols
    .split(',')
    .map((one) => one.trim())
    .find((one) => one.startsWith(KEY_PROTOCOL))
  if (protocol === undefined) return MISSING
  const keyText = Buffer.from(protocol.slice(KEY_PROTOCOL.length), 'base64url').toString('utf8')
  return holderOf(parts, keyText, protocol)
}

const MISSING: Failure = fail('unauthorized', 'missing API key')

function holderOf(
  { authenticate, limitFailedAuth }: AdmissionParts,
  keyText: string,
  protocol: string,
): Outcome<Admitted> {
  const caller = keyText === '' ? null : authenticate(keyText)
  if (caller?.kind === 'key') return ok({ key: caller.key, protocol })
  return caller?.kind === 'preview'
    ? fail('unauthorized', 'WebSocket needs a paid key or a data grant')
    : (limitFailedAuth() ?? fail('unauthorized', 'invalid API key'))
}
