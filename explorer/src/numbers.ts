/* Numbers and texts as the pages write them: pure, so that they are tested without a page. */

/** What is not known. */
export const UNKNOWN = '–'

/** A number that there may be none of. */
type Figure = number | null | undefined

function isKnown(value: Figure): value is number {
  return value !== null && value !== undefined && Number.isFinite(value)
}

/** With separators; what rounds to nothing has no sign. */
function separated(value: number, most: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: most, signDisplay: 'negative' })
}

/** A count or sum of dollars in short form: `$1.24M`. */
export function usd(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN
  const size = Math.abs(value)
  const sign = value < 0 ? '-' : ''
  // What rounds up to a thousand is written as one: 999.996 is $1K, not $1000.00.
  if (size >= 999.995) return `${sign}$${short(size)}`
  if (size >= 1 || value === 0) return `${sign}$${size.toFixed(2)}`
  return `${sign}$${small(size)}`
}

/** Longer than this, a figure is short for its length. */
const LONG = { price: 1e12, percent: 1e9 } as const

/** A price keeps four significant digits however small it is; zeros after the point are counted: `$0.0₅9353`. */
export function price(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN
  if (value === 0) return '$0'
  const size = Math.abs(value)
  const sign = value < 0 ? '-' : ''
  if (size >= LONG.price) return `${sign}$${short(size)}`
  // What rounds up to a thousand has its separator.
  if (size >= 999.99995) return `${sign}$${separated(size, 2)}`
  if (size >= 1) return `${sign}$${size.toFixed(4)}`
  return `${sign}$${small(size)}`
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

function small(value: number): string {
  const sign = value < 0 ? '-' : ''
  // Rounded before its digits are looked at: 0.99996 is 1, not 0.1.
  const size = Number(Math.abs(value).toPrecision(4))
  if (size >= 1) return `${sign}${size}`
  const [mantissa = '', exponent = '0'] = size.toExponential(3).split('e')
  const zeros = -Number(exponent) - 1
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  if (zeros < 4) return `${sign}0.${'0'.repeat(zeros)}${digits}`
  const count = [...String(zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return `${sign}0.0${count}${digits}`
}

/** 1,240,000 as `1.24M`; above the quadrillions, in powers of ten: `1.5e21`. */
export function short(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN
  const size = Math.abs(value)
  if (size >= 999.5e15) return value.toExponential(2).replace(/\.?0*e\+/, 'e')
  // What rounds up to the next unit is written in it: 999,960 is 1M, not 1000K.
  for (const [bound, unit] of [
    [1e15, 'Q'],
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const)
    if (size >= bound * 0.9995) return `${trim(value / bound)}${unit}`
  if (size >= 1 || size === 0) return trim(value)
  return small(value)
}

function trim(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')
}

/** The smallest figure of so many digits after the point: `10 ** -4` is not quite it. */
function leastOf(digits: number): number {
  return Number(`1e-${digits}`)
}

/** Percents that round to nothing and are something say so: `<0.01%`. */
export function percent(value: Figure, digits = 2): string {
  if (!isKnown(value)) return UNKNOWN
  const size = Math.abs(value)
  if (size >= LONG.percent) return `${short(value)}%`
  const least = leastOf(digits)
  if (value !== 0 && size < least / 2) return `${value < 0 ? '>-' : '<'}${least}%`
  return `${separated(value, size >= 1_000 ? 0 : digits)}%`
}

export function change(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN
  if (Math.abs(value) < 0.05) return '0%'
  return `${value > 0 ? '+' : ''}${percent(value, 1)}`
}

/** The colour of a written change: what rounds to nothing is neither a gain nor a loss. */
export function toneOf(text: string): 'up' | 'down' | 'muted' {
  return text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : 'muted'
}

export function count(value: Figure): string {
  return isKnown(value) ? separated(value, 3) : UNKNOWN
}

/** `1 trade`, `2 trades`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** What a list leaves out: `The first 25 of 120 wallets.` Empty where it has all. */
export function cutWords(shown: number, total: number, many: string): string {
  return shown >= total ? '' : `The first ${count(shown)} of ${count(total)} ${many}.`
}

/** A time of `ms` in its largest unit: `12s`, `4m`, `3h`, `2d`. */
export function span(ms: number): string {
  if (!isKnown(ms)) return UNKNOWN
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

/** A time of `ms` (epoch) as programs read it; null for what is no time: a provider may say anything. */
export function isoTime(ms: Figure): string | null {
  const date = new Date(ms ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** A time of `ms` (epoch), to the second. */
export function dateTime(ms: Figure): string {
  return (
    isoTime(ms)
      ?.replace('T', ' ')
      .replace(/\.\d+Z$/, ' UTC') ?? UNKNOWN
  )
}

/** How long something took, to two digits or more; an age is a {@link span}. */
export function duration(secs: number): string {
  if (!isKnown(secs)) return UNKNOWN
  if (secs < 90) return `${Math.max(0, Math.round(secs))} s`
  if (secs < 5_400) return `${Math.round(secs / 60)} min`
  if (secs < 172_800) return `${(secs / 3_600).toFixed(1)} h`
  return `${(secs / 86_400).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} days`
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** `1.5 MiB`; what rounds up to the next unit is written in it. */
export function bytes(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN
  let size = value
  let unit = 0
  while (size >= 1_023.5 && unit < BYTE_UNITS.length - 1) {
    size /= 1_024
    unit += 1
  }
  return `${separated(size, unit === 0 || size >= 99.95 ? 0 : 1)} ${BYTE_UNITS[unit]}`
}

/** SOL that the server gives as a number. What rounds to nothing and is something says so: `<0.0001 SOL`. */
export function solNumber(value: Figure, digits = 4): string {
  if (!isKnown(value)) return UNKNOWN
  const least = leastOf(digits)
  if (value !== 0 && Math.abs(value) < least / 2) return `${value < 0 ? '>-' : '<'}${least.toFixed(digits)} SOL`
  return `${separated(value, digits)} SOL`
}

/** `So111…1112` */
export function shorten(address: string, ends = 4): string {
  return address.length <= ends * 2 + 1 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`
}

/** Lamports as SOL, exact, without floats. */
export function sol(lamports: bigint | string | number): string {
  const exact = BigInt(lamports)
  const sign = exact < 0n ? '-' : ''
  const size = exact < 0n ? -exact : exact
  const fraction = (size % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '')
  return `${sign}${(size / 1_000_000_000n).toLocaleString('en-US')}${fraction === '' ? '' : `.${fraction}`} SOL`
}

/** Texts of token creators may hold anything. Control signs, marks that change the direction of the text and stacked
 *  accents are left out, ends of lines become spaces, and the length is bounded; the page shows the rest as plain
 *  text. */
export function plain(text: string | null | undefined, most = 40): string {
  if (text === null || text === undefined) return ''
  const cleaned = text
    .slice(0, most * 8)
    .replace(/[\t\n\r\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/\p{M}{3,}/gu, '')
    .trim()
  const signs = [...cleaned]
  return signs.length > most ? `${signs.slice(0, most).join('')}…` : cleaned
}
