import { createHmac, timingSafeEqual } from 'node:crypto'
import { ACCOUNTS } from '../../config/accounts.ts'

/* A nonce is 16 bytes, shown as 32 hex digits. It proves itself, so that a server needs to remember only the used ones:
 *
 *      0           5          8                  16
 *      +-----------+----------+------------------+
 *      | issued at | issuer   | authentication   |
 *      | ms mod 2^40          | code             |
 *      +-----------+----------+------------------+
 *
 * The issuer represents the requesting address (a keyed hash, which reveals nothing of it). The code is over the wallet and
 * the purpose, too: a nonce is good for one wallet and one purpose, and another's cannot be predicted. */

export type Purpose = 'login' | 'register'

export type Challenge = {
  readonly wallet: string
  readonly purpose: Purpose
  readonly nonce: string
  /** Six hex digits. */
  readonly issuer: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

const TIME_SPAN_MS = 2 ** 40
/** Two challenges of one millisecond get times one apart, so a time may be a little ahead. */
const AHEAD_MS = 1_000
const CODE_BYTES = 8
const NONCE = /^[0-9a-f]{32}$/

/** The address that requested a challenge, as nonces contain it. */
export function issuerOf(secret: Uint8Array, addressBucket: string): string {
  return createHmac('sha256', secret).update(`issuer\n${addressBucket}`).digest('hex').slice(0, 6)
}

export function makeChallenge(
  secret: Uint8Array,
  { wallet, purpose, issuer, issuedAtMs }: Pick<Challenge, 'wallet' | 'purpose' | 'issuer' | 'issuedAtMs'>,
): Challenge {
  const head = (issuedAtMs % TIME_SPAN_MS).toString(16).padStart(10, '0') + issuer
  const nonce = head + codeOf(secret, wallet, purpose, head).toString('hex')
  return { wallet, purpose, nonce, issuer, issuedAtMs, expiresAtMs: issuedAtMs + ACCOUNTS.challengeMs }
}

/** The challenge of one of our nonces for this wallet and purpose, while it is valid; null for everything else. */
export function readChallenge(
  secret: Uint8Array,
  { wallet, purpose, nonce }: Pick<Challenge, 'wallet' | 'purpose' | 'nonce'>,
  nowMs: number,
): Challenge | null {
  if (!NONCE.test(nonce)) return null
  const head = nonce.slice(0, 16)
  const code = Buffer.from(nonce.slice(16), 'hex')
  if (!timingSafeEqual(code, codeOf(secret, wallet, purpose, head))) return null
  const span = TIME_SPAN_MS
  const aheadOf = (nowMs + AHEAD_MS - Number.parseInt(head.slice(0, 10), 16)) % span
  const ageMs = (aheadOf < 0 ? aheadOf + span : aheadOf) - AHEAD_MS
  if (ageMs >= ACCOUNTS.challengeMs) return null
  return makeChallenge(secret, { wallet, purpose, issuer: head.slice(10), issuedAtMs: nowMs - ageMs })
}

function codeOf(secret: Uint8Array, wallet: string, purpose: Purpose, head: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${wallet}\n${head}`).digest().subarray(0, CODE_BYTES)
}
