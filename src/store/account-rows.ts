/** A sign-in of a wallet. The token itself is never stored. */
export type SessionRow = {
  /** Lower-case hex of SHA-256 over the token's text. */
  readonly digestHex: string
  readonly wallet: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** Sessions, in the volatile environment: seen by sibling processes at once, gone with the last of them. Those of
 *  wallets with a key and of wallets without one are bounded apart: anyone can make wallets. */
export type SessionsTable = {
  /** Adds it; the oldest of its wallet, and of its kind, go when there are too many. */
  open(session: SessionRow, options: { readonly hasKey: boolean }): void
  /** Undefined for an unknown token and for one that has run out, which is removed. */
  find(digestHex: string, nowMs: number): SessionRow | undefined
  /** Ends the sessions of a wallet but one; how many. */
  dropOthers(wallet: string, keptDigestHex: string): number
}

/** What is known of sign-in challenges, in the volatile environment. A challenge proves itself (its nonce holds an
 *  authentication code), so nothing has to be stored for one to be good: no flood of requests can push out anyone's.
 *  What is stored only makes challenges invalid. */
export type ChallengesTable = {
  /** Of the authentication codes; made when the first process starts. Never shown or logged. */
  readonly secret: Buffer
  /** The time of a new challenge, different from those of the wallet's other live ones asked for from the same place.
   *  When that makes more than `maxLive`, the oldest of them ends. */
  issue(
    place: { readonly wallet: string; readonly issuer: string },
    options: { readonly nowMs: number; readonly livesMs: number; readonly maxLive: number },
  ): number
  /** Uses it up: true for the first who asks, unless it was ended by newer ones. `full` when no more can be
   *  remembered. */
  burn(
    challenge: {
      readonly nonce: string
      readonly wallet: string
      readonly issuer: string
      readonly issuedAtMs: number
      readonly expiresAtMs: number
    },
    nowMs: number,
  ): boolean | 'full'
}

export type AttemptKind =
  | 'register'
  | 'sign-in'
  | 'fee-wallet-address'
  | 'fee-wallet-key'
  | 'branding'
  | 'branding-price'
  | 'regenerate'
export type AttemptLimit = { readonly limit: number; readonly windowMs: number }

/** Attempts by key, in fixed windows that begin with the first try; shared by all processes, in the volatile
 *  environment, bounded. */
export type AttemptsTable = {
  /** Counts one; 0, or the milliseconds until the window ends when it is used up, and then counts nothing. */
  take(kind: AttemptKind, who: string, limit: AttemptLimit, nowMs: number): number
  /** The same without counting. */
  peek(kind: AttemptKind, who: string, limit: AttemptLimit, nowMs: number): number
}
