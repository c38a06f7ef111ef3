import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { createReadStore, type ReadStore, type SharedReads } from '../../chain/solana/share-reads.ts'
import { NEWEST_PAGE_TTL_MS, TOKEN_READS_TTL_MS } from '../../config/cache-ttls.ts'
import { LIMITS } from '../../config/limits.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'

/** What was read from the chain for a token, kept for the engines that are asked about it next: what one has read
 *  another reads no more. */
export type TokenReads = {
  /** A node for one question about the mint. `pageMs`: how old pages of newest signatures may be. */
  open(node: SolanaRpc, mint: string, pageMs?: number): SharedReads
  close(): void
}

type Kept = { readonly store: ReadStore; readonly timer: NodeJS.Timeout }

export function createTokenReads({ clock }: { readonly clock: Clock }): TokenReads {
  const kept = createBoundedMap<string, Kept>(LIMITS.tokenReads)
  const timers = new Set<NodeJS.Timeout>()
  const nowMs = (): number => clock.monotonicMs()

  function keep(mint: string): Kept {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (kept.peek(mint)?.timer === timer) kept.delete(mint)
    }, TOKEN_READS_TTL_MS)
    timer.unref()
    timers.add(timer)
    const made = { store: createReadStore(nowMs), timer }
    kept.set(mint, made)
    return made
  }

  return {
    open(node, mint, pageMs = NEWEST_PAGE_TTL_MS) {
      const { store } = kept.get(mint) ?? keep(mint)
      return store.open(node, nowMs() - pageMs)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      kept.clear()
    },
  }
}
