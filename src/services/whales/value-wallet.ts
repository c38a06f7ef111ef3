import { readOwnedTokens } from '../../chain/solana/owned-tokens.ts'
import { WHALES } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { WalletWorth } from '../../contract/whales.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { isThin } from '../pricing/is-thin.ts'
import { getPrices } from '../pricing/prices.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'
import { loadMetadata } from '../tokens/metadata.ts'

type Position = { readonly mint: string; readonly valueUsd: number }
type Valued = {
  readonly positions: Position[]
  /** Tokens worth more than there is in their pools. */
  readonly thin: number
}

const SOL_DECIMALS = 9

/** What a wallet holds by our prices: its SOL, wrapped or not, and tokens whose price rests on enough liquidity. Dollars
 *  and SOL are looked at first, then as many of the others as `WHALES` allows, in the order of their mints; what is not
 *  priced counts as nothing, and so does what is worth more than there is in its pool. Fails `unconfigured` without a
 *  node, and as the node fails. */
export async function valueWallet(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<WalletWorth>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no node configured')
  const [own, held] = await Promise.all([
    rpc.accounts([wallet], { dataSlice: { offset: 0, length: 0 }, signal }),
    readOwnedTokens(rpc, wallet, { signal }),
  ])
  if (!own.ok) return own
  if (!held.ok) return held
  const amounts = new Map<string, bigint>()
  for (const { mint, amountRaw } of held.value)
    if (amountRaw > 0n) amounts.set(mint, (amounts.get(mint) ?? 0n) + amountRaw)
  const solRaw = (own.value.accounts[0]?.lamports ?? 0n) + (amounts.get(WSOL_MINT) ?? 0n)
  amounts.delete(WSOL_MINT)
  const solPriceUsd = solRaw === 0n ? 0 : await knownSolPriceUsd(ctx)
  // Without the price of SOL nothing is known of most wallets: no sum is better than a small one.
  if (solPriceUsd === null) return fail('upstream_failed', 'no price of SOL')
  const valued = await valueTokens(ctx, amounts)
  if (!valued.ok) return valued
  const { positions, thin } = valued.value
  if (solRaw > 0n) positions.push({ mint: WSOL_MINT, valueUsd: rawToNumber(solRaw, SOL_DECIMALS) * solPriceUsd })
  positions.sort((a, b) => b.valueUsd - a.valueUsd || (a.mint < b.mint ? -1 : 1))
  return ok({
    netWorthUsd: positions.reduce((sum, { valueUsd }) => sum + valueUsd, 0),
    assets: amounts.size + (solRaw > 0n ? 1 : 0),
    priced: positions.length,
    thin,
    top: await describe(ctx, positions.slice(0, WHALES.topAssets)),
    valuedAtMs: ctx.clock.nowMs(),
  })
}

async function valueTokens(ctx: Context, amounts: ReadonlyMap<string, bigint>): Promise<Outcome<Valued>> {
  const isFromChain = ctx.upstreams.pairs === null && ctx.upstreams.prices === null
  const most = isFromChain ? WHALES.pricedFromChain : WHALES.pricedAssets
  const isDollar = (mint: string): number => (DOLLAR_MINTS.has(mint) ? 0 : 1)
  const mints = [...amounts.keys()].sort((a, b) => isDollar(a) - isDollar(b) || (a < b ? -1 : 1)).slice(0, most)
  if (mints.length === 0) return ok({ positions: [], thin: 0 })
  const [prices, tokens] = await Promise.all([getPrices(ctx, mints), readChainTokens(ctx, mints)])
  if (!prices.ok) return prices
  if (!tokens.ok) return tokens
  const positions: Position[] = []
  let thin = 0
  for (const mint of mints) {
    const price = prices.value[mint]
    const decimals = tokens.value.get(mint)?.decimals
    if (price === undefined || decimals === undefined) continue
    if ((price.liquidityUsd ?? 0) < WHALES.leastLiquidityUsd) continue
    const valueUsd = rawToNumber(amounts.get(mint)!, decimals) * price.priceUsd
    if (isThin(mint, valueUsd, price.liquidityUsd)) thin++
    else positions.push({ mint, valueUsd })
  }
  return ok({ positions, thin })
}

async function describe(ctx: Context, top: readonly Position[]): Promise<WalletWorth['top']> {
  const others = top.filter(({ mint }) => mint !== WSOL_MINT).map(({ mint }) => mint)
  const metadata = others.length === 0 ? null : await loadMetadata(ctx, others)
  return top.map(({ mint, valueUsd }) => {
    const known = metadata?.ok ? metadata.value.get(mint) : undefined
    const symbol = mint === WSOL_MINT ? 'SOL' : known?.symbol || null
    return { symbol, logo: known?.image ?? null, valueUSD: valueUsd }
  })
}
