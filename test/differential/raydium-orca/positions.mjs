import { createRequire } from 'node:module'
import { orcaPositions } from '../../../src/chain/solana/positions/orca.ts'
import { clmmPositions } from '../../../src/chain/solana/positions/raydium-clmm.ts'
import { comparePositions } from '../meteora/compare-positions.mjs'
import { versionOf } from '../meteora/version-of.mjs'
import { bn, PublicKey, raydium, whirlpools } from './sdks.mjs'
import { kept } from './trading-accounts.mjs'
import { encoded } from './trading-cpmm.mjs'

/* Positions of Whirlpools and Raydium CLMM in made-up pools, read by us and by the SDKs: both sides' amounts and the fees
 * that wait, to the unit. Writes test/fixtures/positions/{orca,raydium-clmm}.json. `npm run positions` (1,000 of each) or
 * `npm run positions -- <count>`. */

const load = createRequire(import.meta.url)
const sdk = load('@orca-so/whirlpools-sdk')
const { Percentage } = load('@orca-so/common-sdk')
const WHIRLPOOL = new PublicKey('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc')
const CLMM = new PublicKey('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK')
const POSITION_TAG = Buffer.from('466f967ee60f1975', 'hex')
const POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
const ARRAY_TAG = Buffer.from('c09b55cd31f9812a', 'hex')
const U128 = 2n ** 128n
const packages = (...names) => names.map((name) => versionOf(name, import.meta.url))

comparePositions('orca', orcaPositions, packages('@orca-so/whirlpools-client', '@orca-so/whirlpools-sdk'), orcaVector)
comparePositions('raydium-clmm', clmmPositions, packages('@raydium-io/raydium-sdk-v2'), clmmVector)

/** A range around, above or below the price, and counters of fees that belong together: what grew inside since the
 *  position was last touched is little enough for what it earned to fit 64 bits. Counters begin anywhere and wrap. */
function draw(random, at, spacing) {
  const tick = random.below(200_000) - 100_000
  const snapped = Math.floor(tick / spacing) * spacing
  const width = (1 + random.below(40)) * spacing
  const lower = snapped + [-(random.below(20) + 1) * spacing, spacing, -width - spacing][at % 3]
  const upper = lower + width + (at % 3 === 0 ? 21 * spacing : 0)
  const liquidity = random.big(36 + random.below(18))
  const side = () => {
    const [below, above, inside] = [random.big(128), random.big(128), random.big(100)]
    const global = (below + above + inside) % U128
    const outside = (counter, isReached) => (isReached ? counter : (global - counter + U128) % U128)
    const grown = random.big(50)
    return {
      global,
      lower: outside(below, tick >= lower),
      upper: outside(above, tick < upper),
      checkpoint: (inside - grown + U128) % U128,
      owed: random.big(40),
    }
  }
  return { tick, lower, upper, liquidity, a: side(), b: side() }
}

function rootWithin(random, low, high) {
  return low + (random.big(120) % (high - low))
}

function orcaVector(random, at) {
  const spacing = [1, 8, 64, 128, 96][at % 5]
  const { tick, lower, upper, liquidity, a, b } = draw(random, at, spacing)
  const root = (one) => BigInt(sdk.PriceMath.tickIndexToSqrtPriceX64(one).toString())
  const sqrtPrice = rootWithin(random, root(tick), root(tick + 1))
  const [pool, config, mintA, mintB, mint] = Array.from({ length: 5 }, () => random.key())
  const address = sdk.PDAUtil.getPosition(WHIRLPOOL, mint).publicKey
  const zeros = { amountOwed: 0n, growthInsideCheckpoint: 0n }
  const whirlpool = Buffer.from(
    whirlpools.getWhirlpoolEncoder().encode({
      whirlpoolsConfig: config.toBase58(),
      whirlpoolBump: new Uint8Array([255]),
      tickSpacing: spacing,
      feeTierIndexSeed: new Uint8Array([spacing, 0]),
      feeRate: 3_000,
      protocolFeeRate: 300,
      liquidity,
      sqrtPrice,
      tickCurrentIndex: tick,
      protocolFeeOwedA: 0n,
      protocolFeeOwedB: 0n,
      tokenMintA: mintA.toBase58(),
      tokenVaultA: random.key().toBase58(),
      feeGrowthGlobalA: a.global,
      tokenMintB: mintB.toBase58(),
      tokenVaultB: random.key().toBase58(),
      feeGrowthGlobalB: b.global,
      rewardLastUpdatedTimestamp: 0n,
      rewardInfos: Array.from({ length: 3 }, () => ({
        mint: PublicKey.default.toBase58(),
        vault: PublicKey.default.toBase58(),
        extension: new Uint8Array(32),
        emissionsPerSecondX64: 0n,
        growthGlobalX64: 0n,
      })),
    }),
  )
  const position = Buffer.from(
    whirlpools.getPositionEncoder().encode({
      whirlpool: pool.toBase58(),
      positionMint: mint.toBase58(),
      liquidity,
      tickLowerIndex: lower,
      tickUpperIndex: upper,
      feeGrowthCheckpointA: a.checkpoint,
      feeOwedA: a.owed,
      feeGrowthCheckpointB: b.checkpoint,
      feeOwedB: b.owed,
      rewardInfos: [zeros, zeros, zeros],
    }),
  )
  const ends = new Map([
    [lower, { feeGrowthOutsideA: a.lower, feeGrowthOutsideB: b.lower }],
    [upper, { feeGrowthOutsideA: a.upper, feeGrowthOutsideB: b.upper }],
  ])
  const span = 88 * spacing
  const accounts = {
    [pool.toBase58()]: kept(WHIRLPOOL.toBase58(), whirlpool),
    [address.toBase58()]: kept(WHIRLPOOL.toBase58(), position),
  }
  const parsed = new Map()
  for (const start of new Set([lower, upper].map((one) => Math.floor(one / span) * span))) {
    const key = sdk.PDAUtil.getTickArray(WHIRLPOOL, pool, start).publicKey
    const bytes = orcaArray(random, { pool, start, spacing, ends, isDynamic: at % 2 === 0 })
    accounts[key.toBase58()] = kept(WHIRLPOOL.toBase58(), bytes)
    parsed.set(start, sdk.ParsableTickArray.parse(key, { data: bytes, owner: WHIRLPOOL }))
  }
  const tickOf = (one) => {
    const start = Math.floor(one / span) * span
    return parsed.get(start).ticks[(one - start) / spacing]
  }
  const plainMint = (key) => ({
    address: key,
    decimals: 6,
    tokenProgram: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    tlvData: Buffer.alloc(0),
  })
  const tokenExtensionCtx = {
    currentEpoch: 900,
    tokenMintWithProgramA: plainMint(mintA),
    tokenMintWithProgramB: plainMint(mintB),
  }
  const fees = sdk.collectFeesQuote({
    whirlpool: sdk.ParsableWhirlpool.parse(pool, { data: whirlpool, owner: WHIRLPOOL }),
    position: sdk.ParsablePosition.parse(address, { data: position, owner: WHIRLPOOL }),
    tickLower: tickOf(lower),
    tickUpper: tickOf(upper),
    tokenExtensionCtx,
  })
  const out = sdk.decreaseLiquidityQuoteByLiquidityWithParams({
    liquidity: bn(liquidity),
    tickCurrentIndex: tick,
    sqrtPrice: bn(sqrtPrice),
    tickLowerIndex: lower,
    tickUpperIndex: upper,
    slippageTolerance: Percentage.fromFraction(0, 100),
    tokenExtensionCtx,
  })
  return {
    name: `Whirlpool position ${at}, spacing ${spacing}`,
    position: address.toBase58(),
    accounts,
    pool: pool.toBase58(),
    tokens: [
      [mintA.toBase58(), out.tokenEstA.toString()],
      [mintB.toBase58(), out.tokenEstB.toString()],
    ],
    fees: [
      [mintA.toBase58(), fees.feeOwedA.toString()],
      [mintB.toBase58(), fees.feeOwedB.toString()],
    ],
    isInRange: lower <= tick && tick < upper,
  }
}

function orcaArray(random, { pool, start, spacing, ends, isDynamic }) {
  const ticks = Array.from({ length: 88 }, (_, index) => {
    const end = ends.get(start + index * spacing)
    // Other people's ticks lie between, so that a wrong offset shows.
    if (end === undefined && random.below(6) > 0) return null
    const growth = end ?? { feeGrowthOutsideA: random.big(128), feeGrowthOutsideB: random.big(128) }
    return {
      liquidityNet: random.big(60),
      liquidityGross: random.big(60),
      ...growth,
      rewardGrowthsOutside: [0n, 0n, 0n],
    }
  })
  if (!isDynamic) {
    const blank = {
      liquidityNet: 0n,
      liquidityGross: 0n,
      feeGrowthOutsideA: 0n,
      feeGrowthOutsideB: 0n,
      rewardGrowthsOutside: [0n, 0n, 0n],
    }
    const whole = ticks.map((tick) => ({ initialized: tick !== null, ...(tick ?? blank) }))
    return Buffer.from(
      whirlpools.getFixedTickArrayEncoder().encode({ startTickIndex: start, ticks: whole, whirlpool: pool.toBase58() }),
    )
  }
  const tickBitmap = ticks.reduce((bits, tick, index) => (tick === null ? bits : bits | (1n << BigInt(index))), 0n)
  const whole = ticks.map((tick) =>
    tick === null ? { __kind: 'Uninitialized' } : { __kind: 'Initialized', fields: [tick] },
  )
  return Buffer.from(
    whirlpools
      .getDynamicTickArrayEncoder()
      .encode({ startTickIndex: start, whirlpool: pool.toBase58(), tickBitmap, ticks: whole }),
  )
}

function clmmVector(random, at) {
  const spacing = [1, 5, 10, 60, 120][at % 5]
  const { tick, lower, upper, liquidity, a, b } = draw(random, at, spacing)
  const root = (one) => BigInt(raydium.TickUtil.getSqrtPriceAtTick(one).toString())
  const sqrtPrice = rootWithin(random, root(tick) + 1n, root(tick + 1))
  const [pool, mintA, mintB, mint] = Array.from({ length: 4 }, () => random.key())
  const address = raydium.getPdaPersonalPositionAddress(CLMM, mint).publicKey
  const poolBytes = encoded(raydium.PoolInfoLayout, POOL_TAG, {
    mintA,
    mintB,
    tickSpacing: spacing,
    liquidity: bn(liquidity),
    sqrtPriceX64: bn(sqrtPrice),
    tickCurrent: tick,
    feeGrowthGlobalX64A: bn(a.global),
    feeGrowthGlobalX64B: bn(b.global),
  })
  const positionBytes = encoded(raydium.PersonalPositionLayout, POSITION_TAG, {
    nftMint: mint,
    poolId: pool,
    tickLower: lower,
    tickUpper: upper,
    liquidity: bn(liquidity),
    feeGrowthInsideLastX64A: bn(a.checkpoint),
    feeGrowthInsideLastX64B: bn(b.checkpoint),
    tokenFeesOwedA: bn(a.owed),
    tokenFeesOwedB: bn(b.owed),
  })
  const span = 60 * spacing
  const accounts = {
    [pool.toBase58()]: kept(CLMM.toBase58(), poolBytes),
    [address.toBase58()]: kept(CLMM.toBase58(), positionBytes),
  }
  const ends = new Map()
  for (const start of new Set([lower, upper].map((one) => Math.floor(one / span) * span))) {
    const blank = raydium.TickArrayLayout.decode(Buffer.alloc(raydium.TickArrayLayout.span))
    const ticks = blank.ticks.map((empty, index) => {
      const one = start + index * spacing
      const isEnd = one === lower || one === upper
      if (!isEnd && random.below(6) > 0) return empty
      const growth =
        one === lower ? [a.lower, b.lower] : one === upper ? [a.upper, b.upper] : [random.big(128), random.big(128)]
      const whole = {
        ...empty,
        tick: one,
        liquidityNet: bn(random.big(60)),
        liquidityGross: bn(random.big(60)),
        feeGrowthOutsideX64A: bn(growth[0]),
        feeGrowthOutsideX64B: bn(growth[1]),
      }
      if (isEnd) ends.set(one, whole)
      return whole
    })
    const bytes = encoded(raydium.TickArrayLayout, ARRAY_TAG, {
      poolId: pool,
      startTickIndex: start,
      ticks,
      initializedTickCount: 2,
    })
    accounts[raydium.getPdaTickArrayAddress(CLMM, pool, start).publicKey.toBase58()] = kept(CLMM.toBase58(), bytes)
  }
  const position = raydium.PersonalPositionLayout.decode(positionBytes)
  const fees = raydium.PositionUtils.GetPositionFees(
    raydium.PoolInfoLayout.decode(poolBytes),
    position,
    ends.get(lower),
    ends.get(upper),
  )
  const out = raydium.LiquidityMathUtil.getAmountsForLiquidity(
    bn(sqrtPrice),
    bn(root(lower)),
    bn(root(upper)),
    bn(liquidity),
    false,
  )
  return {
    name: `CLMM position ${at}, spacing ${spacing}`,
    position: address.toBase58(),
    accounts,
    pool: pool.toBase58(),
    tokens: [
      [mintA.toBase58(), out.amountA.toString()],
      [mintB.toBase58(), out.amountB.toString()],
    ],
    fees: [
      [mintA.toBase58(), fees.tokenFeeAmountA.toString()],
      [mintB.toBase58(), fees.tokenFeeAmountB.toString()],
    ],
    isInRange: lower <= tick && tick < upper,
  }
}
