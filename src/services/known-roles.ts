import { UNMAPPED_BODY_TTL_MS } from '../config/cache-ttls.ts'
import type { Context } from '../context.ts'
import type { BubbleMapReport, WalletRoles } from '../contract/bubble-map.ts'
import type { DeepScanReport } from '../contract/deep-scan.ts'
import type { CacheMeta } from '../contract/outcome.ts'

/** What the wallets of a token's launch are by a deep scan or bubble map at hand; null while there is neither. Every
 *  answer about the launch rests on it, so that none contradicts another. Never makes one. */
export function knownRoles({ store }: Pick<Context, 'store'>, mint: string): WalletRoles | null {
  const scan = store.peek<DeepScanReport>('deepScan', mint)
  return scan?.entity?.roles ?? store.peek<BubbleMapReport>('bubbleMap', mint)?.roles ?? null
}

/** How long the finished body of an answer may live whose launch no map has looked at yet. */
export function untilMapped({ clock }: Pick<Context, 'clock'>, cache: CacheMeta | undefined): CacheMeta {
  const nowMs = clock.nowMs()
  const untilMs = nowMs + UNMAPPED_BODY_TTL_MS
  if (cache === undefined) return { builtAtMs: nowMs, freshUntilMs: untilMs, degraded: false, stale: false }
  return { ...cache, freshUntilMs: Math.min(cache.freshUntilMs, untilMs) }
}
