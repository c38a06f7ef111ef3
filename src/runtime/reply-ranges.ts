import Type, { type Static, type TSchema } from 'typebox'
import { DAY_SECS } from '../config/durations.ts'
import { systemClock } from './clock.ts'
import { mayBeNull } from './reply-scrub.ts'

/* What a figure of an upstream can be. The schemas of every adapter are made of these (test/house-rules.test.ts), so
 * that a provider that lies or errs cannot hand on what no chain and no market can show.
 *
 * The types of the first part are strict: a reply with another value is no reply. Those of the second are for figures
 * that an answer can do without: another value counts as null; use it inside a `Maybe`. */

export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const U64_MAX = 2n ** 64n - 1n
const MAX_SAFE = Number.MAX_SAFE_INTEGER
/** More than ten thousand years of slots. */
export const MAX_SLOT = 2 ** 40
/** A transaction may use 1.4 million, a block 100 million. */
const MAX_COMPUTE_UNITS = 2 ** 32
const U8_MAX = 255

/** Digits of 0 to 2^64 - 1, without leading zeros that would hide a longer number. */
export const U64_PATTERN = u64Pattern()
const U64_TEXT = new RegExp(U64_PATTERN)

export const U64Text = Type.String({ pattern: U64_PATTERN })
/** As a number while a double holds it, as text or a bigint beyond that. */
export const U64 = Type.Union([
  Type.Integer({ minimum: 0, maximum: MAX_SAFE }),
  U64Text,
  Type.BigInt({ minimum: 0n, maximum: U64_MAX }),
])
/** There are some 6 * 10^17 of them on mainnet. */
export const MAX_LAMPORTS = 10n ** 18n
/** Never text: what `parseExact` makes of it. */
export const Lamports = Type.Union([
  Type.Integer({ minimum: 0, maximum: MAX_SAFE }),
  Type.BigInt({ minimum: 0n, maximum: MAX_LAMPORTS }),
])
/** The same where large ones come as text. */
export const LamportsOrText = Type.Union([Lamports, Type.String({ pattern: '^(0|[1-9][0-9]{0,17})$' })])
export const Slot = Type.Integer({ minimum: 0, maximum: MAX_SLOT })
export const BlockHeight = Slot
/** Of a token: u8 in its mint. */
export const Decimals = Type.Integer({ minimum: 0, maximum: U8_MAX })
export const ComputeUnits = Type.Integer({ minimum: 0, maximum: MAX_COMPUTE_UNITS })
/** A place in a list, or a number of things. */
export const Count = Type.Integer({ minimum: 0, maximum: MAX_SAFE })
/** A length of time. */
export const Seconds = Type.Number({ minimum: 0, maximum: 1e9 })
/** A code that means what its provider says: any whole number. */
export const Code = Type.Integer({ minimum: -MAX_SAFE, maximum: MAX_SAFE })
/** Time of a block, epoch seconds: Solana began in 2020, a private chain may say anything since 1970. */
export const BlockTimeSec = Type.Integer({ minimum: 0, maximum: MAX_SLOT })
/** The same of a row that can do without: a time of tomorrow, or before there were chains, counts as null, because what
 *  is read of such rows are moments of trades. */
export const BlockTimeOrNull = mayBeNull(
  Type.Number(),
  (value) => Number.isSafeInteger(value) && isMarketTime(value as number),
)
/** Text that may be 32 bytes in base58; the reader that needs the bytes decodes it. */
export const Base58Text = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' })

/** The dearest thing ever traded was below a billion dollars a piece. */
export const MAX_PRICE_USD = 1e12
/** Everything that there is in the world is worth some 10^15 dollars. */
export const MAX_VALUE_USD = 1e15
/** Amounts of a token: 2^64 - 1 base units without decimals, at most. */
const MAX_AMOUNT = 1.9e19
/** A token may have grown ten million times in a day; more is a division by next to nothing. */
const MAX_CHANGE_PCT = 1e9
/** The first block of Bitcoin, January 2009: no market is older. */
const FIRST_MARKET_SEC = 1_230_768_000
const MS = 1_000

const clock = systemClock()

/** Numbers. */
const number = (holds: (value: number) => boolean) =>
  mayBeNull(Type.Number(), (value) => typeof value === 'number' && holds(value))
/** Numbers that some send as decimal text. Text that is no number stays: its reader makes null of it. */
const decimal = (holds: (value: number) => boolean) =>
  mayBeNull(Type.Union([Type.String(), Type.Number()]), (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return false
    const read = Number(value)
    return Number.isNaN(read) ? typeof value === 'string' : holds(read)
  })
const within = (minimum: number, maximum: number) => (value: number) => value >= minimum && value <= maximum
const whole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Where there is no null for it: a row with another one is left out. */
export const SurePriceUsd = Type.Number({ minimum: 0, maximum: MAX_PRICE_USD })
export const SureValueUsd = Type.Number({ minimum: 0, maximum: MAX_VALUE_USD })
export const SureShare100 = Type.Number({ minimum: 0, maximum: 100 })
/** There are some 600 million. */
export const Sol = Type.Number({ minimum: 0, maximum: 1e10 })

/** May be 0: some say so for unknown. */
export const PriceUsd = number(within(0, MAX_PRICE_USD))
export const PriceText = decimal(within(0, MAX_PRICE_USD))
/** Market value, liquidity, volume. */
export const ValueUsd = number(within(0, MAX_VALUE_USD))
export const ValueText = decimal(within(0, MAX_VALUE_USD))
/** Of a token, in whole tokens or base units. */
export const Amount = number(within(0, MAX_AMOUNT))
export const AmountText = decimal(within(0, MAX_AMOUNT))
export const ChangePct = number(within(-MAX_CHANGE_PCT, MAX_CHANGE_PCT))
export const ChangeText = decimal(within(-MAX_CHANGE_PCT, MAX_CHANGE_PCT))
/** Base units: a number, text or a bigint. */
export const RawAmount = mayBeNull(
  Type.Union([Type.String(), Type.Number(), Type.BigInt()]),
  (value) =>
    (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_AMOUNT) ||
    (typeof value === 'bigint' && value >= 0n && value <= U64_MAX) ||
    (typeof value === 'string' && U64_TEXT.test(value)),
)
/** A flag or a code, read as text. */
export const AnyText = decimal(() => true)
/** A share of 0 to 1. */
export const ShareText = decimal(within(0, 1))
export const Share100 = number(within(0, 100))
export const Share100Text = decimal(within(0, 100))
export const Tally = number(whole)
export const TallyText = decimal(whole)
const isU8 = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= U8_MAX
export const TokenDecimals = number(isU8)
export const TokenDecimalsText = decimal(isU8)
/** From the first market until tomorrow. */
export const UnixSec = number((value) => isMarketTime(value))
export const UnixMs = number((value) => isMarketTime(value / MS))
/** Or ISO text, which its reader checks. */
export const UnixMsOrIso = decimal((value) => isMarketTime(value / MS))

/** Whether a block could have this time. Validators keep it near true time; our own clock may be a day behind
 *  theirs. */
export function isBlockTime(sec: number): boolean {
  return sec >= 0 && sec <= clock.nowMs() / MS + DAY_SECS
}

/** Whether a market could have seen this moment: clocks of others may be a day ahead of ours. */
export function isMarketTime(sec: number): boolean {
  return sec >= FIRST_MARKET_SEC && sec <= clock.nowMs() / MS + DAY_SECS
}

export type U64 = Static<typeof U64>

/** One alternative for each digit at which a number of 20 digits falls below 2^64. */
function u64Pattern(): string {
  const most = String(U64_MAX)
  const below = [...most].flatMap((digit, at) => {
    const left = most.length - at - 1
    return digit === '0' ? [] : [`${most.slice(0, at)}[${at === 0 ? 1 : 0}-${Number(digit) - 1}]\\d{${left}}`]
  })
  return `^(?:\\d{1,19}|${below.filter((one) => !one.includes('[1-0]')).join('|')}|${most})$`
}
