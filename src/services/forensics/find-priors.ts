import type { DexLaunch } from '../../chain/solana/dexes/dex.ts'
import { initialisesMint } from '../../chain/solana/find-launch.ts'
import type { PriorLaunch } from './measure-prior.ts'
import type { Acts } from './transaction-acts.ts'

/** Tokens that a wallet launched in its own transactions, newest first: on a launchpad in its name, or as a mint of its
 *  making for which it opened a pool. Pools it opened for tokens of others are no launches of its own. In any
 *  order. Pure, O(transactions). */
export function findPriors(creator: string, acts: readonly Acts[]): readonly PriorLaunch[] {
  const found = new Map<string, PriorLaunch>()
  const pools: DexLaunch[] = []
  for (const { launches } of acts)
    for (const launch of launches) {
      if (launch.kind === 'launch' && launch.creator === creator) found.set(launch.mint, toPrior(launch))
      else if (launch.kind === 'pool') pools.push(launch)
    }
  for (const pool of pools) {
    const known = found.get(pool.mint)
    if (known !== undefined) found.set(pool.mint, { ...known, pools: [...known.pools, pool.pool] })
    else if (
      acts.some(({ transaction }) => transaction.signers.includes(creator) && initialisesMint(transaction, pool.mint))
    )
      found.set(pool.mint, { ...toPrior(pool), pools: [pool.pool] })
  }
  return [...found.values()].sort((a, b) => b.slot - a.slot || (a.mint < b.mint ? -1 : 1))
}

function toPrior({ kind, pool, mint, signature, slot, blockTimeSec, dex, quoteMint }: DexLaunch): PriorLaunch {
  const curve = kind === 'launch' ? pool : null
  return { mint, signature, slot, timeSec: blockTimeSec, dex, quoteMint, curve, pools: [] }
}
