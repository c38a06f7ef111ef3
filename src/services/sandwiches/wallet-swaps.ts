import type { SwapInPool } from '../../chain/sandwich-port.ts'
import type { WalletReads } from '../../chain/wallet-port.ts'
import { SANDWICHES as S } from '../../config/sandwiches.ts'
import { WALLETS } from '../../config/wallets.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'

/** A swap, once for each pool that it went through. */
export type OwnSwap = {
  readonly signature: string
  readonly timeSec: number | null
  readonly decimals: ReadonlyMap<string, number | null>
  readonly inPools: readonly SwapInPool[]
}

/** The newest swaps of a wallet, at most `limit`, and how many of its transactions were looked at. */
export async function newestSwaps(
  wallets: WalletReads,
  wallet: string,
  limit: number,
  signal: AbortSignal,
): Promise<Outcome<{ readonly swaps: readonly OwnSwap[]; readonly looked: number }>> {
  const swaps: OwnSwap[] = []
  let looked = 0
  let before = ''
  while (looked < S.transactions) {
    const page = await wallets.transactionsOf(wallet, { limit: S.signaturesPerPage, before, until: '', signal })
    if (!page.ok) return page
    const landed = page.value.filter(({ isFailed }) => !isFailed).map(({ signature }) => signature)
    for (const chunk of chunksOf(landed, WALLETS.explainedAtOnce)) {
      const explained = await wallets.explain(chunk, signal)
      if (!explained.ok) return explained
      looked += chunk.length
      for (const { signature, slot, timestamp, events } of explained.value) {
        const own = events.swaps.filter(({ trader }) => trader === wallet)
        if (own.length === 0) continue
        const legs = own.flatMap((one) => one.legs)
        const inPools = [
          ...new Map(legs.map(({ dex, pool }) => [pool, { signature, slot, wallet, dex, pool }])).values(),
        ]
        const sides = legs.flatMap(({ input, output }) => [input, output])
        const decimals = new Map(sides.map((side) => [side.mint, side.decimals]))
        swaps.push({ signature, timeSec: timestamp, decimals, inPools })
        if (swaps.length === limit) return ok({ swaps, looked })
      }
    }
    if (page.value.length < S.signaturesPerPage) break
    before = page.value.at(-1)!.signature
  }
  return ok({ swaps, looked })
}
