import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { MarketPair, TokenRef } from './capabilities.ts'
import type { ProviderChain } from './chain-capabilities.ts'

/** The pools that hold one of the tokens that were asked for, each token as it was asked for. Pools of other tokens are
 *  left out; an answer that has only those fails `upstream_failed`. `rows`: how many the provider sent. */
export function pairsOfTokens(
  pairs: readonly MarketPair[],
  {
    provider,
    chain,
    tokens,
    rows,
  }: {
    readonly provider: string
    readonly chain: ProviderChain
    readonly tokens: readonly string[]
    readonly rows: number
  },
): Outcome<MarketPair[]> {
  const asked = new Set(tokens)
  const spelled = ({ address, ...names }: TokenRef): TokenRef => {
    const token = asked.has(address) ? address : tokens.find((one) => chain.isSame(one, address))
    return { ...names, address: token ?? address }
  }
  const holding = pairs
    .map((pair) => ({ ...pair, base: spelled(pair.base), quote: spelled(pair.quote) }))
    .filter(({ base, quote }) => asked.has(base.address) || asked.has(quote.address))
  const own = eachPoolOnce(holding)
  return own.length === 0 && rows > 0
    ? fail('upstream_failed', `${provider} names no pool of this token in its answer`)
    : ok(own)
}

/** A pool that is named again is left out. */
export function eachPoolOnce(pairs: readonly MarketPair[]): MarketPair[] {
  const seen = new Set<string>()
  return pairs.filter(({ pairAddress }) => !seen.has(pairAddress) && seen.add(pairAddress))
}
