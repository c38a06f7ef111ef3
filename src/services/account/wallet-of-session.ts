import type { Context } from '../../context.ts'
import { digestKey } from '../../runtime/digest-key.ts'

/** The wallet that a token signed in; undefined without a good token. For routes where a session is not needed. */
export function walletOfSession(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  sessionToken: string,
): string | undefined {
  return sessionToken === '' ? undefined : store.sessions.find(digestKey(sessionToken), clock.nowMs())?.wallet
}
