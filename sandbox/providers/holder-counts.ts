import { readMint, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'

export type Concentration = { readonly holders: number; readonly top10Pct: number; readonly devPct: number | null }
export type HolderCounts = { concentration(mint: string, dev: string | null): Concentration }

/** A vendor refreshes its holder figures now and then, not at each request. */
const REFRESH_SECS = 30
const MAX_CACHED = 2_000

/** Holders by owner, counted from the chain's own token accounts. */
export function createHolderCounts(chain: SandboxChain): HolderCounts {
  const cache = new Map<string, { readonly atSec: number; readonly counts: Concentration }>()
  return {
    concentration(mint, dev) {
      const nowSec = chain.unixTimeSec()
      const held = cache.get(mint)
      if (held !== undefined && nowSec - held.atSec < REFRESH_SECS) return held.counts
      if (cache.size >= MAX_CACHED) cache.clear()
      const counts = countHolders(chain, mint, dev)
      cache.set(mint, { atSec: nowSec, counts })
      return counts
    },
  }
}

function countHolders(chain: SandboxChain, mint: string, dev: string | null): Concentration {
  const account = chain.account(mint)
  const supplyRaw = (account === null ? null : readMint(account.data))?.supplyRaw ?? 0n
  const byOwner = new Map<string, bigint>()
  for (const address of chain.tokenAccountsOfMint(mint)) {
    const held = chain.account(address)
    const fields = held === null ? null : readTokenAccount(held.data)
    if (fields === null || fields.amountRaw === 0n) continue
    const owner = encodeBase58(fields.owner)
    byOwner.set(owner, (byOwner.get(owner) ?? 0n) + fields.amountRaw)
  }
  const pctOf = (amountRaw: bigint): number =>
    supplyRaw === 0n ? 0 : Number((amountRaw * 1_000_000n) / supplyRaw) / 10_000
  const top10 = [...byOwner.values()].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, 10)
  return {
    holders: byOwner.size,
    top10Pct: pctOf(top10.reduce((sum, amount) => sum + amount, 0n)),
    devPct: dev === null ? null : pctOf(byOwner.get(dev) ?? 0n),
  }
}
