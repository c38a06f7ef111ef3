import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { digestKey } from '../../runtime/digest-key.ts'

/** Longer text is no token of ours; hashing it would only cost. */
const MAX_TOKEN_CHARS = 128

/** Who presents a session token; null for unknown ones and those that have run out. A session belongs to a wallet:
 *  which key is its own is asked at each use, so that a key that was revoked or given to someone else is out of reach
 *  at once. What is looked up is a digest, so the time of a lookup reveals nothing about a token. */
export function createAuthenticateSession({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): (presentedToken: string) => Caller | null {
  return (presentedToken) => {
    if (presentedToken === '' || presentedToken.length > MAX_TOKEN_CHARS) return null
    const session = store.sessions.find(digestKey(presentedToken), clock.nowMs())
    if (session === undefined) return null
    const { wallet } = session
    return { kind: 'session', wallet, keyId: store.apiKeys.findByOwner(wallet)?.id ?? null }
  }
}
