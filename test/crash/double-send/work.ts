/** One Idempotency-Key of one user, and what is asked with it. */
export type Work = {
  readonly kind: 'buy' | 'sell' | 'withdraw' | 'broadcast'
  /** Unique among works: users share keys, and a key may not share money. */
  readonly id: number
  readonly apiKey: string
  readonly userRef: string
  /** Address of who pays. */
  readonly wallet: string
  readonly idempotencyKey: string
  readonly path: string
  /** What is meant, and another request under the same key. */
  readonly wishes: readonly [Wish, Wish]
}

/** One request. */
export type Wish = {
  readonly body: string
  /** Address that nothing but this request (and its twin) pays. */
  readonly marker: string
  /** What the chain must have paid to the marker each time; null where that depends on a price. */
  readonly markerLamports: bigint | null
  /** Signature of what the caller signed itself. */
  readonly ownSignature: string | null
}

/** An answer as a client got it. */
export type Heard = {
  readonly wish: 0 | 1
  readonly status: number
  readonly text: string
  readonly code: string | null
  readonly stage: string | null
  readonly signature: string | null
  /** Both monotonic. */
  readonly sentAtMs: number
  readonly atMs: number
}

export type Worked = {
  readonly work: Work
  /** In the order in which they came. */
  readonly heard: Heard[]
}

export type End = 'landed' | 'failed' | 'not_landed' | 'free' | 'open' | 'mismatch'

/** What an answer says about money. `landed`: it moved, or (broadcast) someone took it over. `free`: refused before
 *  anything was signed. `open`: nothing definite. */
export function endOf({ status, code, stage, signature }: Pick<Heard, 'status' | 'code' | 'stage' | 'signature'>): End {
  if (status === 200) return 'landed'
  if (code === 'idempotency_mismatch') return 'mismatch'
  if (code === 'not_landed') return 'not_landed'
  if (code === 'pending' || status === 499 || status === 429 || status === 503) return 'open'
  if (signature !== null && stage === 'confirm') return 'failed'
  return signature === null && status >= 400 && status < 500 ? 'free' : 'open'
}

/** The end that stands in a work's answers for one of its wishes. */
export function decidedEnd({ heard }: Worked, wish: 0 | 1): Heard | null {
  return heard.find((one) => one.wish === wish && isDecided(endOf(one))) ?? null
}

export function isDecided(end: End): boolean {
  return end === 'landed' || end === 'failed' || end === 'not_landed'
}
