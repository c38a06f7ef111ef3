import type { MarketPair } from '../../upstreams/capabilities.ts'

/** The pool that speaks for a token: highest 24 h volume, then deepest, then by address so that ties never flip. */
export function pickBestPair(pairs: readonly MarketPair[], mint: string): MarketPair | null {
  let best: MarketPair | null = null
  for (const pair of pairs) {
    if (pair.base.address !== mint) continue
    if (best === null || speaksLouder(pair, best)) best = pair
  }
  return best
}

export function speaksLouder(a: MarketPair, b: MarketPair): boolean {
  const byVolume = (a.volumeUsd.h24 ?? 0) - (b.volumeUsd.h24 ?? 0)
  if (byVolume !== 0) return byVolume > 0
  const byDepth = (a.liquidityUsd ?? 0) - (b.liquidityUsd ?? 0)
  if (byDepth !== 0) return byDepth > 0
  return a.pairAddress < b.pairAddress
}
