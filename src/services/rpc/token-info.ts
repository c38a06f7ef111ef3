import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { withinOpenBytes } from './open-bytes.ts'

/** What the token-info service answers for these mints, unchanged (spec 4.8). */
export async function relayTokenInfo(
  ctx: Context,
  mints: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  const { tokenInfo } = ctx.upstreams
  if (tokenInfo === null) return fail('unconfigured', 'token-info provider not configured')
  return withinOpenBytes(ctx, () => tokenInfo.relay(mints, signal))
}
