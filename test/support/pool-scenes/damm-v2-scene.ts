import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import {
  type Draw,
  drawFrom,
  drawMintFee,
  type HeldBytes,
  type MintFee,
  mintBytesOf,
  put,
  putKey,
  SCENE_CLOCK,
  SCENE_MINTS,
  type Scene,
  tokenBytes,
} from './scene.ts'

const PROGRAM = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'
const AUTHORITY = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'
const POOL = keypairFromText('scene damm v2 pool').address
const MIN_SQRT_PRICE = 4_295_048_016n
const MAX_SQRT_PRICE = 79_226_673_521_066_979_257_578_248_091n
const IN_VAULT = 2n ** 62n

/** A pool account's fields that a swap hangs on, and an order. */
export type DammV2Fields = {
  /** Mode byte, then cliff and the four numbers of that mode's layout: u16, u32, u32 (or one u64), u64. */
  readonly base: {
    readonly mode: number
    readonly cliff: bigint
    readonly small: number
    readonly middle: bigint
    readonly last: bigint
  }
  readonly protocolPercent: number
  readonly compoundingBps: number
  readonly dynamic: { readonly control: number; readonly binStep: number; readonly accumulator: bigint } | null
  readonly liquidity: bigint
  readonly sqrtPrice: bigint
  readonly sqrtMin: bigint
  readonly sqrtMax: bigint
  readonly initSqrtPrice: bigint
  readonly activationPoint: bigint
  readonly activationType: number
  readonly collectFeeMode: number
  readonly feeVersion: number
  readonly amountA: bigint
  readonly amountB: bigint
  readonly fees: readonly [MintFee | null, MintFee | null]
  readonly isAIn: boolean
  readonly amountInRaw: bigint
}

export function drawDammV2(seed: number): DammV2Fields {
  const draw = drawFrom(seed)
  const collectFeeMode = draw.below(3)
  const activationType = draw.below(2)
  const now = activationType === 0 ? SCENE_CLOCK.slot : SCENE_CLOCK.unixSec
  const sinceActivation = draw.pick([0, draw.below(50), draw.below(5_000), draw.below(1_000_000)])
  const full = draw.chance(0.6)
  const sqrtPrice = (1n << BigInt(draw.between(46, 84))) + draw.big(44)
  const spread = BigInt(draw.between(2, 40))
  const sqrtMin = full ? MIN_SQRT_PRICE : sqrtPrice - sqrtPrice / spread
  const sqrtMax = full ? MAX_SQRT_PRICE : sqrtPrice + sqrtPrice / spread
  // Neither side must come to more than a token account holds: A is worth about as much as B.
  const mostBits = Math.min(50, 58 - Math.max(0, 2 * (64 - sqrtPrice.toString(2).length)))
  const amountB = draw.big(20) + (1n << BigInt(draw.between(Math.min(20, mostBits), mostBits)))
  const liquidity = (amountB << 128n) / (sqrtPrice - sqrtMin)
  const feeVersion = draw.below(2)
  return {
    base: drawBaseFee(draw, collectFeeMode),
    protocolPercent: draw.pick([0, 10, 20, 50]),
    compoundingBps: collectFeeMode === 2 ? draw.below(10_001) : 0,
    dynamic: draw.chance(0.5)
      ? { control: draw.below(200_000), binStep: draw.between(1, 400), accumulator: draw.big(24) }
      : null,
    liquidity,
    sqrtPrice,
    sqrtMin,
    sqrtMax,
    initSqrtPrice: sqrtPrice - sqrtPrice / BigInt(draw.between(2, 100)),
    activationPoint: BigInt(now - sinceActivation),
    activationType,
    collectFeeMode,
    feeVersion,
    // What the program counts as in the pool: all within the range, or the two sides of a constant product.
    amountA: collectFeeMode === 2 ? draw.big(50) : (liquidity * (sqrtMax - sqrtPrice)) / (sqrtMax * sqrtPrice) + 1n,
    amountB: amountB + 1n,
    fees: [drawMintFee(draw), drawMintFee(draw)],
    isAIn: draw.chance(0.5),
    amountInRaw: draw.big(48),
  }
}

function drawBaseFee(draw: Draw, collectFeeMode: number): DammV2Fields['base'] {
  const cliff = BigInt(draw.between(100_000, 400_000_000))
  const mode = draw.pick(collectFeeMode === 1 ? [0, 1, 2, 2, 2, 3, 4] : [0, 1, 3, 4])
  const pair = (low: number, high: number): bigint => BigInt(low) | (BigInt(high) << 32n)
  if (mode === 2) {
    if (draw.chance(0.1)) return { mode, cliff, small: 0, middle: 0n, last: 0n }
    const maxBps = draw.between(4_000, 5_000)
    return { mode, cliff, small: draw.between(1, 500), middle: pair(draw.below(90_000), maxBps), last: draw.big(40) }
  }
  const periods = draw.between(1, 200)
  const isExponential = mode === 1 || mode === 4
  const reduction = isExponential ? BigInt(draw.between(1, 500)) : cliff / BigInt(periods + draw.below(50))
  if (mode < 2) {
    const still = draw.chance(0.3)
    return {
      mode,
      cliff,
      small: still ? 0 : periods,
      middle: still ? 0n : BigInt(draw.between(1, 600)),
      last: still ? 0n : reduction,
    }
  }
  return { mode, cliff, small: periods, middle: pair(draw.between(1, 800), draw.below(2_000_000)), last: reduction }
}

export function dammV2Scene(fields: DammV2Fields): Scene {
  const [mintA, mintB] = SCENE_MINTS
  const vault = (mint: string) =>
    findProgramAddress([Buffer.from('token_vault'), addressBytes(mint), addressBytes(POOL)], PROGRAM).address
  const [vaultA, vaultB] = [vault(mintA), vault(mintB)]
  return {
    accounts: new Map<string, HeldBytes>([
      [POOL, { owner: PROGRAM, data: poolBytes(fields, { mintA, mintB, vaultA, vaultB }) }],
      [mintA, mintBytesOf(fields.fees[0])],
      [mintB, mintBytesOf(fields.fees[1])],
      [vaultA, tokenBytes(mintA, AUTHORITY, IN_VAULT, fields.fees[0])],
      [vaultB, tokenBytes(mintB, AUTHORITY, IN_VAULT, fields.fees[1])],
    ]),
    pool: POOL,
    mints: SCENE_MINTS,
    isFirstIn: fields.isAIn,
    amountInRaw: fields.amountInRaw,
    clock: SCENE_CLOCK,
  }
}

function poolBytes(fields: DammV2Fields, at: { mintA: string; mintB: string; vaultA: string; vaultB: string }) {
  const data = new Uint8Array(1_112)
  data.set(Buffer.from('f19a6d0411b16dbc', 'hex'))
  const { base, dynamic } = fields
  put(data, 8, 8, base.cliff)
  put(data, 16, 1, base.mode)
  put(data, 22, 2, base.small)
  put(data, 24, 8, base.middle)
  put(data, 32, 8, base.last)
  put(data, 48, 1, fields.protocolPercent)
  put(data, 54, 2, fields.compoundingBps)
  if (dynamic !== null) {
    put(data, 56, 1, 1)
    put(data, 64, 4, 14_460_000)
    put(data, 68, 4, dynamic.control)
    put(data, 72, 2, dynamic.binStep)
    put(data, 74, 2, 10)
    put(data, 76, 2, 120)
    put(data, 78, 2, 5_000)
    put(data, 80, 8, SCENE_CLOCK.unixSec - 60)
    put(data, 88, 16, (BigInt(dynamic.binStep) << 64n) / 10_000n || 1n)
    put(data, 104, 16, fields.sqrtPrice)
    put(data, 120, 16, dynamic.accumulator)
  }
  put(data, 152, 16, fields.initSqrtPrice)
  putKey(data, 168, at.mintA)
  putKey(data, 200, at.mintB)
  putKey(data, 232, at.vaultA)
  putKey(data, 264, at.vaultB)
  put(data, 360, 16, fields.liquidity)
  put(data, 424, 16, fields.sqrtMin)
  put(data, 440, 16, fields.sqrtMax)
  put(data, 456, 16, fields.sqrtPrice)
  put(data, 472, 8, fields.activationPoint)
  put(data, 480, 1, fields.activationType)
  put(data, 482, 1, fields.fees[0] === null ? 0 : 1)
  put(data, 483, 1, fields.fees[1] === null ? 0 : 1)
  put(data, 484, 1, fields.collectFeeMode)
  put(data, 486, 1, fields.feeVersion)
  put(data, 680, 8, fields.amountA)
  put(data, 688, 8, fields.amountB)
  put(data, 696, 1, 1)
  return data
}
