import { bn, PublicKey, raydium } from './sdks.mjs'
import { built, clockAccount, kept, mintOf, orderOf, sceneOf, vaultOf, withheld } from './trading-accounts.mjs'
import { encoded } from './trading-cpmm.mjs'

const PROGRAM = new PublicKey('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK')
const POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
const CONFIG_TAG = Buffer.from('daf42168cbcb2b6f', 'hex')
const ARRAY_TAG = Buffer.from('c09b55cd31f9812a', 'hex')
const EXTENSION_TAG = Buffer.from('3c9624db61808b99', 'hex')
const OBSERVATION_TAG = Buffer.from('7aaec5358109a584', 'hex')
const SPACINGS = [1, 5, 10, 15, 60, 100, 120, 1_000]
const TICKS = 60
const MAX_TICK = 443_636
/** Our rules: how many arrays a swap names, and how near to one more. */
const ARRAYS = 4
const EDGE_TICKS = 128
/** Groups of ticks within which the fee moves: with more there are swaps that we leave for their number of steps. */
const MAX_GROUPS = 8
/** More than any of the swaps takes out, with room for what they put in. */
const FULL_VAULT = 2n ** 64n - 2n ** 56n

/** One pool with random positions and orders, eight swaps and the instruction of one. */
export function clmmTradingVector(random, at) {
  const { coin, mints, clock, isPlain } = sceneOf(random)
  const own = mints.map((mint) => mintOf(random, clock, isPlain(mint)))
  const spacing = SPACINGS[random.below(SPACINGS.length)]
  const span = TICKS * spacing
  const tick = random.below(2 * 150_000) - 150_000
  // Every other pool is one that older builds of the program know as well.
  const isNew = at % 2 === 1
  const isDynamic = isNew && random.below(2) === 0
  const feeOn = isNew ? random.below(3) : 0
  const { nets, present } = positionsAround(random, tick, spacing, isDynamic ? 6 : 12)
  const orders = isNew ? ordersAround(random, tick, spacing, nets) : new Map()
  const sqrtPrice = priceWithin(random, tick)
  const config = random.key()
  const seeds = [Buffer.from('pool'), config.toBuffer(), ...mints.map((mint) => new PublicKey(mint).toBuffer())]
  // The address follows from these, so that the program itself can sign for the pool.
  const [pool, bump] = PublicKey.findProgramAddressSync(seeds, PROGRAM)
  const address = pool.toBase58()
  const keys = { vaults: [random.key(), random.key()], observation: random.key() }
  const extension = raydium.getPdaExBitmapAccount(PROGRAM, pool).publicKey
  const rates = {
    tradeFeeRate: [100, 500, 2_500, 10_000, 20_000, 40_000][random.below(6)],
    protocolFeeRate: [0, 120_000, 250_000][random.below(3)],
    fundFeeRate: [0, 40_000][random.below(2)],
    tickSpacing: spacing,
  }
  const starts = [...new Set([...nets.keys(), ...orders.keys()].map((one) => Math.floor(one / span) * span))]
  const bitmaps = bitmapsOf(starts, span)
  const poolBytes = encoded(raydium.PoolInfoLayout, POOL_TAG, poolFields())
  const extensionBytes = encoded(raydium.TickArrayBitmapExtensionLayout, EXTENSION_TAG, {
    poolId: pool,
    positiveTickArrayBitmap: bitmaps.positive,
    negativeTickArrayBitmap: bitmaps.negative,
  })
  const arrays = new Map(
    starts.map((start) => {
      const key = raydium.getPdaTickArrayAddress(PROGRAM, pool, start).publicKey
      return [start, { key, bytes: arrayBytes(start) }]
    }),
  )
  // Small prices apart, some pools of the early days have no extension.
  const hasExtension = bitmaps.isUsed || spacing < 15 || random.below(4) !== 0
  const accounts = {
    [address]: kept(PROGRAM.toBase58(), poolBytes),
    [config.toBase58()]: kept(PROGRAM.toBase58(), encoded(raydium.ClmmConfigLayout, CONFIG_TAG, rates)),
    ...(hasExtension ? { [extension.toBase58()]: kept(PROGRAM.toBase58(), extensionBytes) } : {}),
    ...Object.fromEntries(
      keys.vaults.map((vault, side) => [vault.toBase58(), vaultOf(mints[side], address, FULL_VAULT, own[side])]),
    ),
    ...Object.fromEntries(own.map(({ owner, bytes }, side) => [mints[side], kept(owner, bytes)])),
    ...Object.fromEntries(
      [...arrays.values()].map(({ key, bytes }) => [key.toBase58(), kept(PROGRAM.toBase58(), bytes)]),
    ),
    [keys.observation.toBase58()]: kept(
      PROGRAM.toBase58(),
      encoded(raydium.ObservationLayout, OBSERVATION_TAG, { initialized: true, poolId: pool }),
    ),
    SysvarC1ock11111111111111111111111111111111: clockAccount(clock),
  }
  const swaps = Array.from({ length: 8 }, (_, turn) => swapOf(turn % 2))
  const order = orderOf(random, mints[Math.floor(at / 2) % 2])
  const kind = `${isDynamic ? ', moving fee' : ''}${feeOn === 0 ? '' : `, fee of token ${feeOn - 1}`}`
  return {
    name: `CLMM ${at}, spacing ${spacing}${kind}${orders.size > 0 ? ', orders' : ''}`,
    pool: address,
    mint: coin,
    clock,
    accounts,
    swaps,
    instruction: built(instruction(Math.floor(at / 2) % 2, order), order),
  }

  function poolFields() {
    const [a, b] = mints.map((mint) => new PublicKey(mint))
    return {
      bump,
      configId: config,
      creator: random.key(),
      mintA: a,
      mintB: b,
      vaultA: keys.vaults[0],
      vaultB: keys.vaults[1],
      observationId: keys.observation,
      mintDecimalsA: 6,
      mintDecimalsB: 6,
      tickSpacing: spacing,
      liquidity: bn(present),
      sqrtPriceX64: bn(sqrtPrice),
      tickCurrent: tick,
      protocolFeesTokenA: bn(random.below(1_000)),
      protocolFeesTokenB: bn(random.below(1_000)),
      feeOn,
      tickArrayBitmap: bitmaps.own,
      startTime: bn(clock.unixSec - 1 - random.below(1_000)),
      ...(isDynamic ? { dynamicFeeInfo: dynamicFields() } : {}),
    }
  }

  function dynamicFields() {
    const maxVolatilityAccumulator = 10_000 * (1 + random.below(MAX_GROUPS))
    return {
      ...raydium.PoolInfoLayout.decode(Buffer.alloc(raydium.PoolInfoLayout.span)).dynamicFeeInfo,
      filterPeriod: 30,
      decayPeriod: 600,
      reductionFactor: [500, 5_000, 9_999][random.below(3)],
      dynamicFeeControl: [100, 1_500, 4_000, 60_000][random.below(4)],
      maxVolatilityAccumulator,
      tickSpacingIndexReference: Math.floor(tick / spacing) + random.below(21) - 10,
      volatilityReference: random.below(maxVolatilityAccumulator),
      volatilityAccumulator: random.below(maxVolatilityAccumulator + 1),
      lastUpdateTimestamp: bn(clock.unixSec - [5, 60, 900][random.below(3)]),
    }
  }

  function arrayBytes(start) {
    const blank = raydium.TickArrayLayout.decode(Buffer.alloc(raydium.TickArrayLayout.span))
    const ticks = blank.ticks.map((empty, index) => {
      const one = start + index * spacing
      const [net, sold] = [nets.get(one), orders.get(one)]
      if (net === undefined && sold === undefined) return empty
      return {
        ...empty,
        tick: one,
        ...(net === undefined ? {} : { liquidityNet: bn(net.net), liquidityGross: bn(net.gross) }),
        ...(sold === undefined ? {} : { ordersAmount: bn(sold.open), partFilledOrdersRemaining: bn(sold.older) }),
      }
    })
    const initializedTickCount = ticks.filter((one) => !one.liquidityGross.isZero() || isOrdered(one)).length
    return encoded(raydium.TickArrayLayout, ARRAY_TAG, {
      poolId: pool,
      startTickIndex: start,
      ticks,
      initializedTickCount,
    })
  }

  function startsFrom(side, count) {
    return raydium.TickArrayBitmapUtil.findTickArrayStartIndex({
      tickSpacing: spacing,
      poolBitmap: bitmaps.own,
      tickArrayBitmap: raydium.TickArrayBitmapExtensionLayout.decode(extensionBytes),
      findInfo: { type: side === 0 ? 'zeroForOne' : 'oneForZero', count, tickArrayCurrent: tick },
    })
  }

  function swapOf(side) {
    const other = 1 - side
    const amount = random.big(4 + random.below(50))
    const given = { inputMint: mints[side], amountInRaw: amount.toString() }
    const transferIn = withheld(own[side].fee, clock.epoch, amount)
    if (amount <= transferIn) return { ...given, amountOutRaw: null }
    const done = simulate(side, amount - transferIn)
    if (done === null) return { ...given, amountOutRaw: null }
    const out = BigInt(done.amountCalculated.toString())
    const transferOut = out > 0n ? withheld(own[other].fee, clock.epoch, out) : 0n
    // Of what the vault holds the SDK knows nothing.
    if (!done.allTrade || out - transferOut <= 0n || out > FULL_VAULT) return { ...given, amountOutRaw: null }
    return {
      ...given,
      amountOutRaw: (out - transferOut).toString(),
      // Where an order is filled without liquidity around, the SDK loses what of the fee would be the liquidity's.
      ...(orders.size > 0 ? {} : { poolFeeRaw: done.feeAmount.toString() }),
      transferInRaw: transferIn.toString(),
      transferOutRaw: transferOut.toString(),
    }
  }

  /** It writes into what it is given, so everything is decoded again. Null for amounts that no token account can hold. */
  function simulate(side, amount) {
    const order = {
      programId: PROGRAM,
      poolId: pool,
      poolInfo: raydium.PoolInfoLayout.decode(poolBytes),
      tickArrays: startsFrom(side, ARRAYS).map((start) => {
        const { key, bytes } = arrays.get(start)
        return { address: key, value: raydium.TickArrayLayout.decode(bytes) }
      }),
      configInfo: rates,
      tickarrayBitmapExtension: raydium.TickArrayBitmapExtensionLayout.decode(extensionBytes),
      amountSpecified: bn(amount),
      sqrtPriceLimitX64: bn(0n),
      zeroForOne: side === 0,
      isBaseInput: true,
      blockTimestamp: clock.unixSec,
      includeExtraTickArrays: false,
    }
    try {
      return raydium.swapInternal(order)
    } catch (error) {
      if (error.message !== 'MaxTokenOverflow') throw error
      return null
    }
  }

  function instruction(side, { user, inputAccount, outputAccount, amountInRaw, minOutRaw }) {
    const present = Math.floor(tick / span) * span
    const far = side === 0 ? present + span - tick : tick - present
    const behind = side === 0 ? present + span : present - span
    const isNear = far <= EDGE_TICKS && startsFrom(1 - side, 2).includes(behind)
    const other = 1 - side
    return raydium.ClmmInstrument.swapV2Instruction(
      PROGRAM,
      new PublicKey(user),
      pool,
      config,
      new PublicKey(inputAccount),
      new PublicKey(outputAccount),
      keys.vaults[side],
      keys.vaults[other],
      new PublicKey(mints[side]),
      new PublicKey(mints[other]),
      [...(isNear ? [behind] : []), ...startsFrom(side, ARRAYS)].map((start) => arrays.get(start).key),
      keys.observation,
      bn(amountInRaw),
      bn(minOutRaw),
      bn(0n),
      true,
      hasExtension ? extension : undefined,
    )
  }
}

const isOrdered = (one) => !one.ordersAmount.isZero() || !one.partFilledOrdersRemaining.isZero()

/** Up to `most` positions near the price, one always around it: what liquidity changes by at their ends, and what of it
 *  is there at the price. */
function positionsAround(random, tick, spacing, most) {
  const nets = new Map()
  const lowest = -Math.floor(MAX_TICK / spacing) * spacing
  const round = (one) => Math.min(Math.max(Math.floor(one / spacing) * spacing, lowest), -lowest)
  const add = (at, net) => {
    const known = nets.get(at) ?? { net: 0n, gross: 0n }
    nets.set(at, { net: known.net + net, gross: known.gross + (net < 0n ? -net : net) })
  }
  let present = 0n
  const count = 1 + random.below(most)
  for (let i = 0; i < count; i++) {
    const reach = spacing * (1 + random.below(i === 0 ? 150 : 60))
    const middle = i === 0 ? tick : tick + spacing * (random.below(240) - 120)
    const lower = round(middle - reach)
    const upper = Math.max(round(middle + reach), Math.min(lower + spacing, -lowest))
    if (lower >= upper) continue
    const liquidity = random.big(20 + random.below(45))
    add(lower, liquidity)
    add(upper, -liquidity)
    if (lower <= tick && tick < upper) present += liquidity
  }
  return { nets, present }
}

/** Orders at some ticks, with positions' ends at them or without. */
function ordersAround(random, tick, spacing, nets) {
  const orders = new Map()
  const here = Math.floor(tick / spacing) * spacing
  const ends = [...nets.keys()]
  for (let left = random.below(5); left > 0; left--) {
    const isEnd = random.below(2) === 0
    const at = isEnd ? ends[random.below(ends.length)] : here + spacing * (random.below(160) - 80)
    if (Math.abs(at) > MAX_TICK) continue
    const [open, older] = [random.big(10 + random.below(35)), random.big(10 + random.below(30))]
    orders.set(
      at,
      [
        { open, older: 0n },
        { open: 0n, older },
        { open, older },
      ][random.below(3)],
    )
  }
  return orders
}

function priceWithin(random, tick) {
  const low = BigInt(raydium.TickUtil.getSqrtPriceAtTick(tick).toString())
  const high = BigInt(raydium.TickUtil.getSqrtPriceAtTick(tick + 1).toString())
  return random.below(5) === 0 ? low : low + (random.big(90) % (high - low))
}

/** The bitmaps of a pool and its extension for arrays of these starts. */
function bitmapsOf(starts, span) {
  const own = Buffer.alloc(128)
  const [positive, negative] = [Buffer.alloc(14 * 64), Buffer.alloc(14 * 64)]
  let isUsed = false
  for (const start of starts) {
    const number = start / span
    if (number >= -512 && number < 512) {
      own[(number + 512) >> 3] |= 1 << ((number + 512) & 7)
      continue
    }
    isUsed = true
    // Of the negative ones the first bitmap is that of -1,024 to -513.
    const group = Math.floor(number / 512)
    const [side, index] = number < 0 ? [negative, -group - 2] : [positive, group - 1]
    const bit = number - group * 512
    side[index * 64 + (bit >> 3)] |= 1 << (bit & 7)
  }
  return { own, positive, negative, isUsed }
}
