import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'

/** What the token-info service answers for these mints, unchanged (spec 4.8). */
export async function relayTokenInfo(
  { upstreams }: Context,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  if (upstreams.tokenInfo === null) return fail('unconfigured', 'token-info provider not configured')
  return upstreams.tokenInfo.relay(mints, signal)
}
