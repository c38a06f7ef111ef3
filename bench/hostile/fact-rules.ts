import { isBase58Of32 } from '../../src/hot-paths/base58.ts'

/** What no answer may say, whoever said it first. */
type FactRule = {
  readonly name: string
  applies(key: string, value: unknown, path: string): boolean
  holds(value: never, nowMs: number): boolean
}

const MOST_PRICE = 1e12
/** More than everything on earth is worth. */
const MOST_USD = 1e16
const MOST_LAMPORTS = 10n ** 18n
const MOST_RAW = 2n ** 64n - 1n
const MOST_COUNT = 1e13
const MOST_SOL = 1e9
const LEAST_MS = Date.UTC(2009, 0)
const AHEAD_MS = 24 * 3_600_000
const PERCENT_SLACK = 1e-6

const PRICE = /^(price|priceUsd|priceUSD|price_usd|priceNative|ath|atl|fillPrice)$/
const USD =
  /^(marketCap|market_cap|marketCapUSD|fdv|liquidityUsd|liquidity_usd|liquidityUSD|volume24h|volume_24h|volume24hUSD|volumeUSD24h|feesPaidUSD24h|amountUSD|amountUsd|peakValueUsd|peakPriorValueUsd)$/
const COUNT =
  /^(count|buys|sells|holders|holders_nonvault|trades24h|buys24h|sells24h|rank|memberCount|degree|accounts|emptyAccounts|burnableAccounts|accountsClosed|sniperCount|slot0SniperCount|bundleWalletCount|unitsConsumed|computeUnits|compute_units|launchSlot|slot|lastValidBlockHeight|number)$/
const LAMPORTS = /(^|_)lamports$|Lamports$/
const RAW =
  /(Raw|_raw)$|^(inAmount|outAmount|otherAmountThreshold|out_amount|amount_out|min_out|supply|makingAmount|takingAmount)$/
/** Profit, what is left over of in and out, what an account that does not add up lacks, and what its books come to: of
 *  either sign. */
const SIGNED = /^((net|realized|unrealized)\w*(Raw|Lamports)|\w*Profit\w*Raw|missingRaw|closingRaw)$/
const PERCENT = /(^p|P|_p|^|_)(ct|pct|percentage)$|Pct$|_pct$/
const FREE_PERCENT =
  /^(fromAthPct|fromAtlPct|value_pct|above_pct|priceImpactPct|price_impact_pct|devSoldPct|roiPct|peakPct)$/
const ADDRESS =
  /^(mint|pool|poolAddress|pairAddress|owner|maker|wallet|creator|dev|userPublicKey|inputMint|outputMint|input_mint|output_mint|publicKey|pool_address|base_mint|quote_mint|fee_payer|order|dca|address)$/
/** The interface calls some by name. */
const NAMED_MINT = /^(SOL|WSOL|USDC|USDT)$/
const TIME =
  /^(blockTime|date|pairCreatedAt|generatedAt|recordedAt|indexedAt|scannedAt|createdAt|updatedAt|athDate|atlDate|launchTime|ts|t|as_of)$/
const CHANGE = /^(priceChange|priceChange24h|price_change_24h|volumeUSD24hChange|roiPct|peakPct)$/
const SIGNED_PLACES = /manifest|owners|max_outflow|simulationError|evidence|routePlan|priceChange/
const SOL_AMOUNT =
  /^(sol_balance|balance_sol|solRecovered|potentialRecovery|estimatedReturn|totalPotentialRecovery|totalEstimatedReturn|estimatedFee)$/

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isWhole = (value: unknown): boolean =>
  isNumber(value) || (typeof value === 'string' && /^-?[\d.eE+-]+$/.test(value))
const isCandle = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'o' in value && 'h' in value && 'l' in value && 'c' in value

/** `order` is the account of a limit order, or the direction of a list. */
const SORTED = /^(asc|desc)$/
/** Names of what a row of a list is about: an account, an order, an event. */
const ONCE = ['account', 'tokenAccount', 'publicKey', 'eventId'] as const
const hasAll = (rows: readonly unknown[], name: string): boolean =>
  rows.length > 1 &&
  rows.every(
    (row) => typeof row === 'object' && row !== null && typeof (row as { [name: string]: unknown })[name] === 'string',
  )

export const FACT_RULES: readonly FactRule[] = [
  {
    name: 'a price is from 0 to 1e12',
    applies: (key, value) => PRICE.test(key) && isNumber(value),
    holds: (value: number) => value >= 0 && value <= MOST_PRICE,
  },
  {
    name: 'an amount of USD is from 0 to 1e16',
    applies: (key, value, path) => (USD.test(key) || /\/(volume\/\w+|liquidity\/usd)$/.test(path)) && isNumber(value),
    holds: (value: number) => value >= 0 && value <= MOST_USD,
  },
  {
    name: 'a side of a pool is from 0 to 64 bits of whole tokens',
    applies: (_, value, path) => /\/liquidity\/(base|quote)$/.test(path) && isNumber(value),
    holds: (value: number) => value >= 0 && value <= Number(MOST_RAW),
  },
  {
    name: 'a count is a whole number from 0',
    applies: (key, value) => COUNT.test(key) && isNumber(value),
    holds: (value: number) => Number.isInteger(value) && value >= 0 && value <= MOST_COUNT,
  },
  {
    name: 'lamports are whole, from 0 to 1e18',
    applies: (key, value, path) =>
      LAMPORTS.test(key) && isWhole(value) && !SIGNED.test(key) && !SIGNED_PLACES.test(path),
    holds: (value: number | string) => isUpTo(value, MOST_LAMPORTS),
  },
  {
    name: 'base units are whole, from 0 to 64 bits',
    applies: (key, value, path) =>
      RAW.test(key) && typeof value === 'string' && value !== '' && !SIGNED.test(key) && !SIGNED_PLACES.test(path),
    holds: (value: string) => isUpTo(value, MOST_RAW) || /^\d+\.\d+$/.test(value),
  },
  {
    name: 'profit and differences are whole, of 64 bits at most',
    applies: (key, value) => SIGNED.test(key) && isWhole(value),
    holds: (value: number | string) => isUpTo(String(value).replace(/^-/, ''), MOST_RAW),
  },
  {
    name: 'SOL is from 0 to 1e9',
    applies: (key, value) => SOL_AMOUNT.test(key) && isNumber(value),
    holds: (value: number) => value >= 0 && value <= MOST_SOL,
  },
  {
    name: 'decimals are whole, from 0 to 255',
    applies: (key, value) => /^decimals$|Decimals$|_decimals$/.test(key) && isNumber(value),
    holds: (value: number) => Number.isInteger(value) && value >= 0 && value <= 255,
  },
  {
    name: 'a percentage is from 0 to 100',
    applies: (key, value) => PERCENT.test(key) && !FREE_PERCENT.test(key) && isNumber(value),
    holds: (value: number) => value >= 0 && value <= 100 + PERCENT_SLACK,
  },
  {
    name: 'nothing falls by more than all of it',
    applies: (key, value, path) => (CHANGE.test(key) || /\/priceChange\/\w+$/.test(path)) && isNumber(value),
    holds: (value: number) => value >= -100 - PERCENT_SLACK,
  },
  {
    name: 'an address is base58 of 32 bytes',
    applies: (key, value) =>
      ADDRESS.test(key) && typeof value === 'string' && value !== '' && !(key === 'order' && SORTED.test(value)),
    holds: (value: string) => NAMED_MINT.test(value) || isBase58Of32(value),
  },
  {
    name: 'a time is past, and after 2009',
    applies: (key, value) => TIME.test(key) && (isNumber(value) || typeof value === 'string'),
    holds: (value: number | string, nowMs) => isPast(value, nowMs),
  },
  {
    name: 'a candle is low <= open, close <= high',
    applies: (_, value) => isCandle(value),
    holds: ({ o, h, l, c, v }: { o: number; h: number; l: number; c: number; v: number | null }) =>
      l >= 0 && l <= o && l <= c && o <= h && c <= h && (v === null || v === undefined || (v >= 0 && v <= MOST_USD)),
  },
  {
    name: 'a list names a thing once',
    // The balances of one account may jump more than once.
    applies: (key, value) => key !== 'gaps' && Array.isArray(value) && ONCE.some((name) => hasAll(value, name)),
    holds: (rows: readonly { readonly [name: string]: unknown }[]) =>
      ONCE.every((name) => !hasAll(rows, name) || new Set(rows.map((row) => row[name])).size === rows.length),
  },
  {
    name: 'books that end below zero do not hold',
    applies: (_, value) => typeof value === 'object' && value !== null && 'closingRaw' in value && 'holds' in value,
    holds: ({ closingRaw, holds }: { closingRaw: string; holds: boolean }) => !closingRaw.startsWith('-') || !holds,
  },
  {
    name: 'holders have 100 % at most together',
    applies: (key, value) => key === 'top_holders' && Array.isArray(value),
    holds: (rows: readonly { pct?: number }[]) =>
      !Array.isArray(rows) || rows.reduce((sum, { pct = 0 }) => sum + pct, 0) <= 100.01,
  },
]

function isUpTo(value: number | string, most: bigint): boolean {
  if (isNumber(value)) return Number.isInteger(value) && value >= 0 && BigInt(value) <= most
  return /^\d+$/.test(value) && BigInt(value) <= most
}

/** Seconds, milliseconds or a text. 0 says nothing. */
function isPast(value: number | string, nowMs: number): boolean {
  if (value === 0) return true
  const ms = isNumber(value) ? (Math.abs(value) < 1e11 ? value * 1_000 : value) : Date.parse(value)
  return ms >= LEAST_MS && ms <= nowMs + AHEAD_MS
}
