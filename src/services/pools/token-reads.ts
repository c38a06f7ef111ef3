import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { createReadStore, type ReadStore, type SharedReads } from '../../chain/solana/share-reads.ts'
import { NEWEST_PAGE_TTL_MS, TOKEN_READS_TTL_MS } from '../../config/cache-ttls.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Clock } from '../../runtime/clock.ts'

/** What was read from the chain for a token, kept for the engines that are asked about it next: what one has read
 *  another reads no more. */
export type TokenReads = {
  /** A node for one question about the mint. `pageMs`: how old pages of newest signatures may be. */
  open(node: SolanaRpc, mint: string, pageMs?: number): SharedReads
  close(): void
}

type Kept = { readonly store: ReadStore; readonly timer: NodeJS.Timeout; bytes: number }

export function createTokenReads({ clock }: { readonly clock: Clock }): TokenReads {
  /** Those asked about longest ago come first. */
  const kept = new Map<string, Kept>()
  const nowMs = (): number => clock.monotonicMs()

  function forget(mint: string, one: Kept): void {
    clearTimeout(one.timer)
    if (kept.get(mint) === one) kept.delete(mint)
  }

  /** A question under way keeps what it uses. */
  function fit(): void {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [mint, one] of kept) {
      if (kept.size <= LIMITS.tokenReads && bytes <= LIMITS.tokenReadBytes) return
      bytes -= one.bytes
      forget(mint, one)
    }
  }

  function make(mint: string): Kept {
    const timer = setTimeout(() => forget(mint, made), TOKEN_READS_TTL_MS)
    timer.unref()
    const store = createReadStore(nowMs, (bytes) => {
      made.bytes += bytes
      fit()
    })
    const made: Kept = { store, timer, bytes: 0 }
    return made
  }

  return {
    open(node, mint, pageMs = NEWEST_PAGE_TTL_MS) {
      const one = kept.get(mint) ?? make(mint)
      kept.delete(mint)
      kept.set(mint, one)
      fit()
      return one.store.open(node, nowMs() - pageMs)
    },
    close() {
      for (const [mint, one] of kept) forget(mint, one)
    },
  }
}
