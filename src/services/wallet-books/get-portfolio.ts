import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readTokenHoldings } from '../../chain/solana/token-holdings.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber, SOL_DECIMALS } from '../../contract/units.ts'
import type { PortfolioReply, PortfolioToken } from '../../contract/wallet-portfolio.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { HeldToken } from '../../upstreams/wallet-capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { isDegraded } from '../is-degraded.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { isThin } from '../pricing/is-thin.ts'
import { getPrices } from '../pricing/prices.ts'
import { loadMetadata } from '../tokens/metadata.ts'
import { rankForPrices } from './rank-for-prices.ts'
import { sourceOf } from './source-of.ts'
import type { Balances } from './wallet-row.ts'

/** Spec 4.2 `portfolio` (30 s; `isFresh` passes by the memo): of the provider where one is configured, else, and where it
 *  fails, from the node. Fails `unconfigured` without either, and as the last of them fails. */
export function getPortfolio(
  ctx: Context,
  wallet: string,
  isFresh: boolean,
  signal: AbortSignal,
): Promise<Outcome<PortfolioReply>> {
  return ctx.store.memo<PortfolioReply>('walletPortfolio', wallet, () => askSources(ctx, wallet, signal), {
    bypass: isFresh,
  })
}

async function askSources(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<PortfolioReply>> {
  const { walletData } = ctx.upstreams
  if (!isBase58Of32(wallet)) return fail('invalid_request', 'invalid wallet')
  if (walletData === null) return readPortfolio(ctx, wallet, signal)
  const said = await walletData.portfolio(wallet)
  if (said.ok) {
    const reply = toReply(ctx, wallet, said.value.map(fromProvider), {
      source: sourceOf(walletData.provider),
      missing: [],
    })
    return ok({ ...reply, tokens: withAllocations(reply) })
  }
  if (ctx.chain.rpc === null) return said
  const read = await readPortfolio(ctx, wallet, signal)
  return read.ok ? ok(read.value, degradedNow(ctx)) : read
}

function fromProvider(held: HeldToken): PortfolioToken {
  return {
    mint: held.mint,
    symbol: held.symbol,
    name: held.name,
    image: held.imageUrl,
    balance: held.balance,
    balanceRaw: held.balanceRaw,
    decimals: held.decimals,
    price: held.priceUsd,
    usdValue: held.valueUsd,
    liquidityUsd: held.liquidityUsd,
    thin: isThin(held.mint, held.valueUsd, held.liquidityUsd),
    priceChange24h: held.priceChange24hPct ?? 0,
    allocation: 0,
  }
}

/** The provider's own shares are of a total that counts what is thin. */
function withAllocations({ tokens, totalValueUSD }: PortfolioReply): PortfolioToken[] {
  return tokens.map((one) => {
    const counts = !one.thin && totalValueUSD > 0
    return { ...one, allocation: counts ? (100 * (one.usdValue ?? 0)) / totalValueUSD : 0 }
  })
}

async function readPortfolio(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<PortfolioReply>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no portfolio provider and no node configured')
  const balances = await readBalances(rpc, wallet, signal)
  if (!balances.ok) return balances
  const mints = await rankForPrices(ctx, { wallet, balances: balances.value })
  const asked = mints.slice(0, B.pricedTokens)
  const named = mints.slice(B.pricedTokens, B.pricedTokens + B.namedTokens)
  const [names, prices, others] = await Promise.all([
    loadMetadata(ctx, asked),
    getPrices(ctx, asked),
    readChainTokens(ctx, named),
  ])
  const tokens = mints.flatMap((mint): PortfolioToken[] => {
    const amountRaw = balances.value.get(mint)!
    const name = nameOf(mint, names, others)
    const decimals = mint === WSOL_MINT ? SOL_DECIMALS : (name?.decimals ?? null)
    if (decimals === 0 && name?.supply === '1') return []
    const price = prices.ok ? prices.value[mint] : undefined
    const balance = rawToNumber(amountRaw, decimals ?? 0)
    const usdValue = price === undefined || decimals === null ? null : balance * price.priceUsd
    const liquidityUsd = price?.liquidityUsd ?? null
    return [
      {
        mint,
        symbol: name?.symbol ?? null,
        name: name?.name ?? null,
        image: name?.image ?? null,
        balance,
        balanceRaw: String(amountRaw),
        decimals,
        price: price?.priceUsd ?? null,
        usdValue,
        liquidityUsd,
        thin: isThin(mint, usdValue, liquidityUsd),
        priceChange24h: 0,
        allocation: 0,
      },
    ]
  })
  const unnamed = tokens.filter(({ decimals }) => decimals === null).length
  const missing = [
    mints.length > asked.length ? `prices of ${counted(mints.length - asked.length, 'token')}` : null,
    unnamed > 0
      ? `names and decimals of ${counted(unnamed, 'token')}: ${oneOrMany(unnamed, 'its', 'their')} \`balance\` is in base units`
      : null,
    prices.ok ? null : 'prices: no source answered',
  ]
  const reply = toReply(ctx, wallet, tokens, { source: 'node', missing })
  return [names, prices, others].some(isDegraded) ? ok(reply, degradedNow(ctx)) : ok(reply)
}

type Named = Pick<PortfolioToken, 'symbol' | 'name' | 'image' | 'decimals'> & { readonly supply: string | null }

function nameOf(
  mint: string,
  names: Awaited<ReturnType<typeof loadMetadata>>,
  others: Awaited<ReturnType<typeof readChainTokens>>,
): Named | null {
  const entry = names.ok ? names.value.get(mint) : undefined
  if (entry) return entry
  const token = others.ok ? others.value.get(mint) : undefined
  return token ? { ...token, image: null, supply: String(token.supplyRaw) } : null
}

/** Three calls: both token programs, and the wallet's own lamports. */
export async function readBalances(rpc: SolanaRpc, wallet: string, signal: AbortSignal): Promise<Outcome<Balances>> {
  const [held, own] = await Promise.all([
    readTokenHoldings(rpc, wallet, signal),
    rpc.accounts([wallet], { signal, dataSlice: { offset: 0, length: 0 } }),
  ])
  if (!held.ok) return held
  if (!own.ok) return own
  const balances = new Map<string, bigint>([[WSOL_MINT, own.value.accounts[0]?.lamports ?? 0n]])
  for (const { mint, amountRaw } of held.value)
    if (amountRaw > 0n) balances.set(mint, (balances.get(mint) ?? 0n) + amountRaw)
  return ok(balances)
}

function toReply(
  ctx: Pick<Context, 'clock'>,
  wallet: string,
  tokens: readonly PortfolioToken[],
  { source, missing }: Pick<PortfolioReply, 'source'> & { readonly missing: readonly (string | null)[] },
): PortfolioReply {
  const rank = ({ mint, usdValue }: PortfolioToken): number => (mint === WSOL_MINT ? Infinity : (usdValue ?? -1))
  const sorted = tokens.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first === second ? (a.mint < b.mint ? -1 : 1) : second - first
  })
  return {
    wallet,
    totalValueUSD: sorted.reduce((sum, { usdValue, thin }) => sum + (thin ? 0 : (usdValue ?? 0)), 0),
    tokenCount: sorted.length,
    tokens: sorted,
    source,
    generatedAt: ctx.clock.nowMs(),
    ...missingOf(missing),
  }
}
