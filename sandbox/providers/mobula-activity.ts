import { WSOL_MINT } from '../../src/contract/mints.ts'
import { rawToNumber } from '../../src/contract/units.ts'
import type { ExecutedTransaction } from '../chain/types.ts'
import { DEX_LABELS } from './dex-labels.ts'
import {
  changesOfOwners,
  decimalsOf,
  timeOf,
  tradesIn,
  transactionsOfOwner,
  type WalletSources,
  type WalletTrade,
} from './wallet-ledger.ts'

const MAX_TRANSACTIONS = 5_000
const MAX_ROWS = 500

/** The provider's feed of what a wallet did: swaps as they were executed, and of other transactions what the wallet has
 *  more or less of, with the owner that changed most the other way. */
export function mobulaActivity(sources: WalletSources, wallet: string, query: URLSearchParams) {
  const limit = Math.min(MAX_ROWS, Number(query.get('limit') ?? 100) || 100)
  const executed = [...transactionsOfOwner(sources.chain, wallet, MAX_TRANSACTIONS)]
  if (query.get('order') === 'asc') executed.reverse()
  return executed.slice(0, limit).map((one) => rowOf(sources, wallet, one))
}

function rowOf(sources: WalletSources, wallet: string, executed: ExecutedTransaction) {
  const { chain, market } = sources
  const timeSec = timeOf(chain, executed)
  const paid = executed.accountKeys[0] === wallet ? executed.feeLamports : 0n
  const trades = tradesIn(chain, wallet, executed)
  return {
    chainId: 'solana:solana',
    txDateMs: timeSec * 1_000,
    txDateIso: new Date(timeSec * 1_000).toISOString(),
    txHash: executed.signature,
    txRawFeesNative: String(paid),
    txFeesNativeUsd: rawToNumber(paid, 9) * (market.priceUsd(WSOL_MINT) ?? 0),
    txBlockNumber: executed.slot,
    txIndex: executed.indexInBlock,
    txAction: null,
    actions:
      trades.length > 0
        ? trades.map((trade) => swapOf(sources, trade))
        : transfersOf(sources, wallet, { executed, paid }),
  }
}

function swapOf(sources: WalletSources, trade: WalletTrade) {
  const { market } = sources
  const base = { mint: trade.baseMint, raw: trade.baseAmountRaw }
  const quote = { mint: trade.quoteMint, raw: trade.quoteAmountRaw }
  const [paid, got] = trade.side === 'buy' ? [quote, base] : [base, quote]
  const whole = ({ mint, raw }: typeof base): number => rawToNumber(raw, decimalsOf(market, mint))
  return {
    model: 'swap',
    swapType: 'REGULAR',
    swapRawAmountIn: Number(paid.raw),
    swapRawAmountOut: Number(got.raw),
    swapAmountIn: whole(paid),
    swapAmountOut: whole(got),
    swapAmountUsd: whole(quote) * (market.priceUsd(quote.mint) ?? 0),
    swapTransactionSenderAddress: trade.trader,
    swapBaseAddress: base.mint,
    swapQuoteAddress: quote.mint,
    swapAmountBase: whole(base),
    swapAmountQuote: whole(quote),
    swapAssetIn: assetOf(sources, paid.mint),
    swapAssetOut: assetOf(sources, got.mint),
    swapPlatform: { id: trade.dex, name: DEX_LABELS[trade.dex].goplus, logo: null },
  }
}

function transfersOf(
  sources: WalletSources,
  wallet: string,
  { executed, paid }: { readonly executed: ExecutedTransaction; readonly paid: bigint },
) {
  const { market } = sources
  const owners = changesOfOwners(executed)
  return [...(owners.get(wallet) ?? [])].flatMap(([mint, change]) => {
    const raw = mint === WSOL_MINT ? change + paid : change
    if (raw === 0n) return []
    const others = [...owners]
      .filter(([owner]) => owner !== wallet)
      .map(([owner, own]) => [owner, own.get(mint) ?? 0n] as const)
    const [other] = others
      .filter(([, one]) => one < 0n !== raw < 0n && one !== 0n)
      .sort((a, b) => (size(b[1]) > size(a[1]) ? 1 : -1))
    // A deposit into an account of its own.
    if (mint === WSOL_MINT && other === undefined) return []
    const isIn = raw > 0n
    const amount = rawToNumber(size(raw), decimalsOf(market, mint))
    return [
      {
        model: 'transfer',
        transferRawAmount: String(size(raw)),
        transferAmount: amount,
        transferAmountUsd: amount * (market.priceUsd(mint) ?? 0),
        transferType: `${mint === WSOL_MINT ? 'NATIVE' : 'TOKEN'}_${isIn ? 'IN' : 'OUT'}`,
        transferFromAddress: isIn ? (other?.[0] ?? null) : wallet,
        transferToAddress: isIn ? wallet : (other?.[0] ?? null),
        transferAsset: assetOf(sources, mint),
      },
    ]
  })
}

function size(raw: bigint): bigint {
  return raw < 0n ? -raw : raw
}

function assetOf({ market, faces, imageUrl }: WalletSources, mint: string) {
  const face = faces.of(mint)
  return {
    id: null,
    name: face?.name ?? mint,
    symbol: face?.symbol ?? '',
    decimals: decimalsOf(market, mint),
    totalSupply: market.supply(mint),
    circulatingSupply: market.supply(mint),
    price: market.priceUsd(mint) ?? 0,
    liquidity: 0,
    priceChange24hPercent: 0,
    marketCapUsd: 0,
    logo: imageUrl(mint),
    contract: mint,
  }
}
