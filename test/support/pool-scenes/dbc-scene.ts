import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import {
  type Draw,
  drawFrom,
  type HeldBytes,
  mintBytesOf,
  put,
  putKey,
  SCENE_CLOCK,
  SCENE_MINTS,
  type Scene,
  tokenBytes,
} from './scene.ts'

const PROGRAM = 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'
const AUTHORITY = 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM'
const POOL = keypairFromText('scene dbc pool').address
const CONFIG = keypairFromText('scene dbc config').address
const Q128 = 1n << 128n
const RATE_PER_BPS = 100_000n

/** Fields of a configuration and a curve that a swap hangs on, and an order. */
export type DbcFields = {
  readonly fee: {
    readonly mode: number
    readonly cliff: bigint
    readonly first: number
    readonly second: bigint
    readonly third: bigint
  }
  readonly dynamic: { readonly control: number; readonly binStep: number; readonly accumulator: bigint } | null
  readonly collectFeeMode: number
  readonly activationType: number
  readonly activationPoint: bigint
  readonly creatorPercent: number
  readonly sqrtStart: bigint
  readonly sqrtMigration: bigint
  readonly segments: readonly (readonly [sqrtPrice: bigint, liquidity: bigint])[]
  readonly quoteThreshold: bigint
  readonly baseKept: bigint
  readonly sqrtPrice: bigint
  readonly baseReserve: bigint
  readonly quoteReserve: bigint
  /** Fees that lie in the vaults beside the reserves. */
  readonly baseFees: bigint
  readonly quoteFees: bigint
  /** The base is the first mint of the scene. */
  readonly isBaseFirst: boolean
  readonly isSell: boolean
  readonly amountInRaw: bigint
}

export function drawDbc(seed: number): DbcFields {
  const draw = drawFrom(seed)
  const curve = drawCurve(draw)
  const { sqrtStart, sqrtMigration, segments, baseOf, quoteOf } = curve
  // Where the curve stands: at its start, anywhere on it, or right before its end.
  const span = sqrtMigration - sqrtStart
  const share = BigInt(draw.below(1_000_000))
  const sqrtPrice = draw.pick([
    sqrtStart,
    sqrtStart + (span * share) / 1_000_000n,
    sqrtStart + (span * share) / 1_000_000n,
    sqrtStart + (span * share) / 1_000_000n,
    sqrtMigration - span / BigInt(draw.between(1_000, 1_000_000)),
  ])
  const quoteThreshold = quoteOf(sqrtStart, sqrtMigration)
  const baseKept = draw.big(40)
  const collectFeeMode = draw.below(2)
  const activationType = draw.below(2)
  const now = activationType === 0 ? SCENE_CLOCK.slot : SCENE_CLOCK.unixSec
  const since = draw.pick([0, draw.below(50), draw.below(5_000), draw.below(1_000_000)])
  const isSell = draw.chance(0.45)
  const toEndRaw = quoteOf(sqrtPrice, sqrtMigration)
  const soldRaw = baseOf(sqrtStart, sqrtPrice)
  const amountInRaw = isSell
    ? draw.pick([draw.big(48), (soldRaw * share) / 1_000_000n + 1n, soldRaw, soldRaw + 5n])
    : draw.pick([draw.big(48), (toEndRaw * share) / 1_000_000n + 1n, (toEndRaw * 3n) / 2n + 1n, toEndRaw * 40n + 7n])
  return {
    fee: drawFee(draw, collectFeeMode, toEndRaw),
    dynamic: draw.chance(0.5)
      ? { control: draw.below(200_000), binStep: 1, accumulator: draw.big(24) % 14_460_001n }
      : null,
    collectFeeMode,
    activationType,
    activationPoint: BigInt(now - since),
    creatorPercent: draw.pick([0, 50, 100, draw.below(101)]),
    sqrtStart,
    sqrtMigration,
    segments,
    quoteThreshold,
    baseKept,
    sqrtPrice,
    // Rounding leaves a curve a little more of both than the sums say.
    baseReserve: baseOf(sqrtPrice, segments[segments.length - 1]![0]) + baseKept + BigInt(segments.length),
    quoteReserve: lesser(quoteOf(sqrtStart, sqrtPrice), quoteThreshold - 1n),
    baseFees: draw.big(30),
    quoteFees: draw.big(30),
    isBaseFirst: draw.chance(0.5),
    isSell,
    amountInRaw: lesser(amountInRaw, 1n << 60n),
  }
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Stretches upward from a starting price, each with some of the base in it, and a price within the last at which the
 *  token moves on. */
function drawCurve(draw: Draw) {
  const sqrtStart = (1n << BigInt(draw.between(48, 76))) + draw.big(44)
  const count = draw.pick([1, 2, 3, draw.between(4, 16)])
  const segments: (readonly [bigint, bigint])[] = []
  let from = sqrtStart
  for (let at = 0; at < count; at++) {
    const to = from + from / BigInt(draw.between(2, 60)) + 1n
    // Neither side of all of them together comes to more than an account holds.
    const mostBits = Math.min(52, 56 - Math.max(0, 2 * (from.toString(2).length - 64)))
    const base = draw.big(16) + (1n << BigInt(draw.between(Math.min(24, mostBits), mostBits)))
    segments.push([to, (base * from * to) / (to - from)])
    from = to
  }
  const lastFrom = count === 1 ? sqrtStart : segments[count - 2]![0]
  const end = segments[count - 1]![0]
  const sqrtMigration = draw.pick([end, lastFrom + (end - lastFrom) / BigInt(draw.between(2, 9)) + 1n])
  const along = (low: bigint, high: bigint, each: (liquidity: bigint, low: bigint, high: bigint) => bigint): bigint => {
    let sum = 0n
    let start = sqrtStart
    for (const [to, liquidity] of segments) {
      const [a, b] = [low > start ? low : start, high < to ? high : to]
      if (b > a) sum += each(liquidity, a, b)
      start = to
    }
    return sum
  }
  return {
    sqrtStart,
    sqrtMigration,
    segments,
    baseOf: (low: bigint, high: bigint) => along(low, high, (l, a, b) => (l * (b - a)) / (a * b)),
    quoteOf: (low: bigint, high: bigint) => along(low, high, (l, a, b) => (l * (b - a) + Q128 - 1n) / Q128),
  }
}

function drawFee(draw: Draw, collectFeeMode: number, toEndRaw: bigint): DbcFields['fee'] {
  const cliff = BigInt(draw.between(2_500_000, 900_000_000))
  const mode = draw.pick(collectFeeMode === 0 ? [0, 1, 2, 2] : [0, 1])
  if (mode === 2) {
    if (draw.chance(0.1)) return { mode, cliff, first: 0, second: 0n, third: 0n }
    const reference = draw.pick([draw.big(40), toEndRaw / BigInt(draw.between(2, 60)) + 1n])
    const mostBps = Number((990_000_000n - cliff) / RATE_PER_BPS)
    return { mode, cliff, first: draw.between(1, mostBps), second: BigInt(draw.between(1, 43_200)), third: reference }
  }
  if (draw.chance(0.25)) return { mode, cliff, first: 0, second: 0n, third: 0n }
  const periods = draw.between(1, 400)
  const reduction = mode === 1 ? BigInt(draw.between(1, 500)) : (cliff - 2_500_000n) / BigInt(periods + draw.below(50))
  return { mode, cliff, first: periods, second: BigInt(draw.between(1, 900)), third: reduction }
}

export function dbcScene(fields: DbcFields): Scene {
  const [base, quote] = fields.isBaseFirst ? SCENE_MINTS : [SCENE_MINTS[1], SCENE_MINTS[0]]
  const vault = (mint: string) =>
    findProgramAddress([Buffer.from('token_vault'), addressBytes(mint), addressBytes(POOL)], PROGRAM).address
  const [baseVault, quoteVault] = [vault(base), vault(quote)]
  return {
    accounts: new Map<string, HeldBytes>([
      [POOL, { owner: PROGRAM, data: poolBytes(fields, { base, baseVault, quoteVault }) }],
      [CONFIG, { owner: PROGRAM, data: configBytes(fields, quote) }],
      [base, mintBytesOf(null)],
      [quote, mintBytesOf(null)],
      [baseVault, tokenBytes(base, AUTHORITY, fields.baseReserve + fields.baseFees)],
      [quoteVault, tokenBytes(quote, AUTHORITY, fields.quoteReserve + fields.quoteFees)],
    ]),
    pool: POOL,
    mints: SCENE_MINTS,
    isFirstIn: fields.isSell === fields.isBaseFirst,
    amountInRaw: fields.amountInRaw,
    clock: SCENE_CLOCK,
  }
}

function poolBytes(fields: DbcFields, at: { base: string; baseVault: string; quoteVault: string }): Uint8Array {
  const data = new Uint8Array(424)
  data.set(Buffer.from('d5e005d16245775c', 'hex'))
  put(data, 8, 8, SCENE_CLOCK.unixSec - 60)
  if (fields.dynamic !== null) {
    put(data, 24, 16, fields.sqrtPrice)
    put(data, 40, 16, fields.dynamic.accumulator)
  }
  putKey(data, 72, CONFIG)
  putKey(data, 104, keypairFromText('scene dbc creator').address)
  putKey(data, 136, at.base)
  putKey(data, 168, at.baseVault)
  putKey(data, 200, at.quoteVault)
  put(data, 232, 8, fields.baseReserve)
  put(data, 240, 8, fields.quoteReserve)
  // Of the fees in the vaults: what the platform has not claimed.
  put(data, 264, 8, fields.baseFees)
  put(data, 272, 8, fields.quoteFees)
  put(data, 280, 16, fields.sqrtPrice)
  put(data, 296, 8, fields.activationPoint)
  return data
}

function configBytes(fields: DbcFields, quote: string): Uint8Array {
  const data = new Uint8Array(1_048)
  const { fee, dynamic } = fields
  data.set(Buffer.from('1a6c0e7b74e6812b', 'hex'))
  putKey(data, 8, quote)
  put(data, 104, 8, fee.cliff)
  put(data, 112, 8, fee.second)
  put(data, 120, 8, fee.third)
  put(data, 128, 2, fee.first)
  put(data, 130, 1, fee.mode)
  if (dynamic !== null) {
    put(data, 136, 1, 1)
    put(data, 144, 4, 14_460_000)
    put(data, 148, 4, dynamic.control)
    put(data, 152, 2, dynamic.binStep)
    put(data, 154, 2, 10)
    put(data, 156, 2, 120)
    put(data, 158, 2, 5_000)
    put(data, 168, 16, 1_844_674_407_370_955n)
  }
  put(data, 232, 1, fields.collectFeeMode)
  put(data, 233, 1, 1)
  put(data, 234, 1, fields.activationType)
  put(data, 235, 1, 6)
  put(data, 245, 1, fields.creatorPercent)
  put(data, 264, 8, fields.quoteThreshold)
  put(data, 272, 8, fields.baseKept)
  put(data, 280, 16, fields.sqrtMigration)
  put(data, 392, 16, fields.sqrtStart)
  for (const [at, [sqrtPrice, liquidity]] of fields.segments.entries()) {
    put(data, 408 + at * 32, 16, sqrtPrice)
    put(data, 424 + at * 32, 16, liquidity)
  }
  return data
}
