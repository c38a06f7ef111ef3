import Type, { type Static } from 'typebox'
import type { ActivityAction, ActivityAsset, ActivityRow } from '../contract/wallet-activity.ts'
import type { TradedToken, WalletTradeRow } from '../contract/wallet-trades.ts'
import { compileReply } from '../runtime/reply-check.ts'
import {
  Amount,
  AmountText,
  ChangeText,
  isMarketTime,
  Maybe,
  PriceText,
  RawAmount,
  Slot,
  Tally,
  TokenDecimals,
  U64_MAX,
  UnixMs,
  UnixMsOrIso,
  ValueText,
} from '../runtime/reply-ranges.ts'
import { readDecimal, readIsoMs, readPositive } from './decimal-text.ts'
import { AddressOrNull, SolanaAddress } from './solana-address.ts'
import type { HeldToken, ValuePoint } from './wallet-capabilities.ts'
import { contentUrl } from './web-url.ts'

/* Of the provider's rows about wallets, what we read: names, units and values go on as they are, members that nothing
 * here checks do not. Source: the provider's published schemas. */

const MaybeText = Maybe(Type.String())
const HERE = /^solana(:|$)/i
/** The provider computes balances in doubles. */
const SAME_WITHIN = 1e-6

/** Base units as text; null for what no account on this chain can hold. */
const isRawText = (value: unknown): string | null => {
  const text = typeof value === 'bigint' || typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,20}$/.test(text) && BigInt(text) <= U64_MAX ? text : null
}

const ContractBalance = Type.Object({
  address: Type.String(),
  chainId: MaybeText,
  balance: Maybe(AmountText),
  balanceRaw: Maybe(RawAmount),
  decimals: Maybe(TokenDecimals),
})
const isContractBalance = compileReply(ContractBalance).matches
const AssetRow = Type.Object({
  asset: Type.Object({
    name: MaybeText,
    symbol: MaybeText,
    logo: MaybeText,
    contracts: Maybe(Type.Array(Type.Unknown())),
    blockchains: Maybe(Type.Array(Type.Unknown())),
  }),
  contracts_balances: Maybe(Type.Array(Type.Unknown())),
  token_balance: Amount,
  estimated_balance: Maybe(ValueText),
  price: Maybe(PriceText),
  price_change_24h: Maybe(ChangeText),
  liquidity: Maybe(ValueText),
})
export const isAssetRow = compileReply(AssetRow).matches
export const PortfolioBody = Type.Object({
  data: Type.Union([Type.Object({ assets: Type.Array(Type.Unknown()) }), Type.Null()]),
})
export const HistoryBody = Type.Object({
  data: Type.Union([Type.Object({ balance_history: Type.Array(Type.Unknown()) }), Type.Null()]),
})
const Point = Type.Object({ tMs: Maybe(UnixMs), usd: Maybe(ValueText) })
const isPoint = compileReply(Point).matches

/** Null for an asset of another chain: the contract on this one is its mint. Zero means unknown in prices and depths. */
export function toHeldToken(row: Static<typeof AssetRow>): HeldToken | null {
  const here = (row.contracts_balances ?? []).filter(isContractBalance).find(({ chainId }) => isHere(chainId))
  const at = (row.asset.blockchains ?? []).findIndex((name) => typeof name === 'string' && HERE.test(name))
  const mint = here?.address ?? row.asset.contracts?.[at]
  if (!isAddressText(mint) || row.token_balance === null) return null
  return {
    mint,
    symbol: row.asset.symbol || null,
    name: row.asset.name || null,
    imageUrl: contentUrl(row.asset.logo),
    balance: row.token_balance,
    balanceRaw: here === undefined ? null : agreeingRaw(here, row.token_balance),
    decimals: here?.decimals ?? null,
    priceUsd: readPositive(row.price),
    valueUsd: readPositive(row.price) === null ? null : readDecimal(row.estimated_balance),
    liquidityUsd: readPositive(row.liquidity),
    priceChange24hPct: readDecimal(row.price_change_24h),
  }
}

/** Null where the whole tokens beside it, of this chain or else of all, are another amount. */
function agreeingRaw(
  { balance, balanceRaw, decimals }: Static<typeof ContractBalance>,
  ofAllChains: number,
): string | null {
  const raw = isRawText(balanceRaw)
  if (raw === null || decimals == null) return raw
  const wanted = (readDecimal(balance) ?? ofAllChains) * 10 ** decimals
  return Math.abs(Number(raw) - wanted) <= Math.max(1, wanted * SAME_WITHIN) ? raw : null
}

/** Ascending; what is no pair of a time and a value is left out. */
export function toValuePoints(rows: readonly unknown[]): ValuePoint[] {
  const points: ValuePoint[] = []
  for (const row of rows) {
    if (!Array.isArray(row)) continue
    const point = { tMs: row[0] as unknown, usd: row[1] as unknown }
    if (!isPoint(point)) continue
    const valueUsd = readDecimal(point.usd)
    if (point.tMs != null && valueUsd !== null) points.push({ tMs: point.tMs, valueUsd })
  }
  return points.sort((a, b) => a.tMs - b.tMs)
}

const BaseToken = Type.Object({
  address: SolanaAddress,
  symbol: MaybeText,
  name: MaybeText,
  logo: MaybeText,
  decimals: Maybe(TokenDecimals),
})
const isBaseToken = compileReply(BaseToken).matches
const TradeRow = Type.Object({
  chain_id: MaybeText,
  swap_type: MaybeText,
  transaction_hash: Type.String({ pattern: '^[a-zA-Z0-9]{43,128}$' }),
  date: UnixMsOrIso,
  side: Type.String(),
  pool_address: Maybe(AddressOrNull),
  transaction_sender_address: SolanaAddress,
  token0_address: SolanaAddress,
  token1_address: SolanaAddress,
  base_token: Type.Optional(Type.Unknown()),
  amount_base: Amount,
  amount_quote: Amount,
  amount_base_raw: Maybe(RawAmount),
  amount_quote_raw: Maybe(RawAmount),
  amount_usd: Maybe(ValueText),
  price_usd_token0: Maybe(PriceText),
  price_usd_token1: Maybe(PriceText),
  platform: Type.Optional(Type.Union([Type.Object({ name: MaybeText }), Type.Null()])),
  labels: Maybe(Type.Array(Type.Unknown())),
})
export const isTradeRow = compileReply(TradeRow).matches

/** Null for deposits and withdrawals of liquidity, which the provider lists among trades, and for other chains. */
export function toTradeRow(row: Static<typeof TradeRow>): WalletTradeRow | null {
  const side = row.side.toLowerCase()
  const ms = readDecimal(row.date) ?? readIsoMs(row.date)
  if ((side !== 'buy' && side !== 'sell') || !isHere(row.chain_id) || ms === null || !isMarketTime(ms / 1_000))
    return null
  if (row.amount_base === null || row.amount_quote === null) return null
  return {
    chain_id: row.chain_id ?? 'solana:solana',
    swap_type: row.swap_type ?? 'REGULAR',
    transaction_hash: row.transaction_hash,
    date: new Date(ms).toISOString(),
    side,
    pool_address: row.pool_address ?? null,
    transaction_sender_address: row.transaction_sender_address,
    token0_address: row.token0_address,
    token1_address: row.token1_address,
    base_token: tokenOf(row.base_token),
    amount_base: row.amount_base,
    amount_quote: row.amount_quote,
    amount_base_raw: isRawText(row.amount_base_raw),
    amount_quote_raw: isRawText(row.amount_quote_raw),
    amount_usd: readDecimal(row.amount_usd),
    price_usd_token0: readPositive(row.price_usd_token0),
    price_usd_token1: readPositive(row.price_usd_token1),
    platform: row.platform?.name || null,
    labels: (row.labels ?? []).filter((label) => typeof label === 'string'),
  }
}

const Asset = Type.Object({
  contract: SolanaAddress,
  symbol: MaybeText,
  name: MaybeText,
  logo: MaybeText,
  decimals: Maybe(TokenDecimals),
})
const isAsset = compileReply(Asset).matches
const Action = Type.Object({
  model: Type.Enum(['swap', 'transfer']),
  swapType: MaybeText,
  swapRawAmountIn: Maybe(RawAmount),
  swapRawAmountOut: Maybe(RawAmount),
  swapAmountIn: Maybe(Amount),
  swapAmountOut: Maybe(Amount),
  swapAmountUsd: Maybe(ValueText),
  swapTransactionSenderAddress: Maybe(AddressOrNull),
  swapBaseAddress: Maybe(AddressOrNull),
  swapQuoteAddress: Maybe(AddressOrNull),
  swapAmountBase: Maybe(Amount),
  swapAmountQuote: Maybe(Amount),
  swapAssetIn: Type.Optional(Type.Unknown()),
  swapAssetOut: Type.Optional(Type.Unknown()),
  swapPlatform: Type.Optional(Type.Union([Type.Object({ name: MaybeText }), Type.Null()])),
  transferRawAmount: Maybe(RawAmount),
  transferAmount: Maybe(Amount),
  transferAmountUsd: Maybe(ValueText),
  transferType: MaybeText,
  transferFromAddress: Maybe(AddressOrNull),
  transferToAddress: Maybe(AddressOrNull),
  transferAsset: Type.Optional(Type.Unknown()),
})
const isAction = compileReply(Action).matches
const ActivityBodyRow = Type.Object({
  chainId: MaybeText,
  txHash: Type.String({ pattern: '^[a-zA-Z0-9]{43,128}$' }),
  txDateMs: UnixMs,
  txRawFeesNative: Maybe(RawAmount),
  txFeesNativeUsd: Maybe(ValueText),
  txBlockNumber: Slot,
  txIndex: Maybe(Tally),
  txAction: MaybeText,
  actions: Type.Array(Type.Unknown()),
})
export const isActivityRow = compileReply(ActivityBodyRow).matches

/** Null for other chains, and without a time. */
export function toActivityRow(row: Static<typeof ActivityBodyRow>): ActivityRow | null {
  if (!isHere(row.chainId) || row.txDateMs === null) return null
  return {
    chainId: row.chainId ?? 'solana:solana',
    txHash: row.txHash,
    txDateMs: Math.trunc(row.txDateMs),
    txDateIso: new Date(row.txDateMs).toISOString(),
    txBlockNumber: row.txBlockNumber,
    txIndex: row.txIndex ?? null,
    txRawFeesNative: isRawText(row.txRawFeesNative) ?? '0',
    txFeesNativeUsd: readDecimal(row.txFeesNativeUsd),
    txAction: row.txAction || null,
    actions: row.actions.filter(isAction).map(toAction),
  }
}

function toAction(row: Static<typeof Action>): ActivityAction {
  return row.model === 'swap' ? swapOf(row) : transferOf(row)
}

function swapOf(row: Static<typeof Action>): ActivityAction {
  return {
    model: 'swap',
    swapType: row.swapType ?? 'REGULAR',
    ...rawMember('swapRawAmountIn', row.swapRawAmountIn),
    ...rawMember('swapRawAmountOut', row.swapRawAmountOut),
    swapAmountIn: row.swapAmountIn ?? null,
    swapAmountOut: row.swapAmountOut ?? null,
    swapAmountUsd: readDecimal(row.swapAmountUsd),
    swapTransactionSenderAddress: row.swapTransactionSenderAddress ?? null,
    swapBaseAddress: row.swapBaseAddress ?? null,
    swapQuoteAddress: row.swapQuoteAddress ?? null,
    swapAmountBase: row.swapAmountBase ?? null,
    swapAmountQuote: row.swapAmountQuote ?? null,
    swapAssetIn: assetOf(row.swapAssetIn),
    swapAssetOut: assetOf(row.swapAssetOut),
    swapPlatform: row.swapPlatform?.name || null,
  }
}

function transferOf(row: Static<typeof Action>): ActivityAction {
  return {
    model: 'transfer',
    ...rawMember('transferRawAmount', row.transferRawAmount),
    transferAmount: row.transferAmount ?? null,
    transferAmountUsd: readDecimal(row.transferAmountUsd),
    ...(row.transferType ? { transferType: row.transferType } : {}),
    transferFromAddress: row.transferFromAddress ?? null,
    transferToAddress: row.transferToAddress ?? null,
    transferAsset: assetOf(row.transferAsset),
  }
}

function rawMember<N extends string>(name: N, value: unknown): { readonly [K in N]?: string } {
  const text = isRawText(value)
  return (text === null ? {} : { [name]: text }) as { readonly [K in N]?: string }
}

function assetOf(value: unknown): ActivityAsset | null {
  if (!isAsset(value)) return null
  const { contract, symbol, name, logo, decimals } = value
  return { contract, ...namesOf({ symbol, name, logo }), decimals: decimals ?? null }
}

function tokenOf(value: unknown): TradedToken | null {
  if (!isBaseToken(value)) return null
  const { address, symbol, name, logo, decimals } = value
  return { address, ...namesOf({ symbol, name, logo }), decimals: decimals ?? null }
}

type Names = { readonly [K in 'symbol' | 'name' | 'logo']: string | null | undefined }

function namesOf({ symbol, name, logo }: Names) {
  return { symbol: symbol || null, name: name || null, logo: contentUrl(logo) }
}

function isHere(chainId: string | null | undefined): boolean {
  return chainId === null || chainId === undefined || HERE.test(chainId)
}

const SolanaText = compileReply(SolanaAddress)
function isAddressText(value: unknown): value is string {
  return SolanaText.matches(value)
}
