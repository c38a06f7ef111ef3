import { createRequire } from 'node:module'
import { bn, createNoopSigner, PublicKey, TransactionInstruction, whirlpools } from './sdks.mjs'
import { built, clockAccount, kept, mintOf, orderOf, sceneOf, vaultOf } from './trading-accounts.mjs'

const load = createRequire(import.meta.url)
const sdk = load('@orca-so/whirlpools-sdk')
const { Percentage } = load('@orca-so/common-sdk')

const PROGRAMS = ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'iwhrLHdsgrvmnwU8GF2FSmyabSMjfHwFGJAX2ufJ3ZN']
const SPACINGS = [1, 2, 4, 8, 16, 64, 96, 128, 256, 32_896]
const TICKS = 88
const MAX_TICK = 443_636
/** Our rule for naming one more array: the swap's first tick is so near to where it came from. */
const EDGE_TICKS = 128
/** Tick groups on either side in which the fee changes: with more there are swaps that we leave for their number of
 *  steps. */
const MAX_GROUPS = 8
/** More than any of the swaps takes out, with room for what they put in. */
const FULL_VAULT = 2n ** 64n - 2n ** 56n
const ZERO = Percentage.fromFraction(0, 100)

/** One pool with random positions, its arrays of both kinds, sometimes an oracle; eight swaps and the instruction of one. */
export function orcaTradingVector(random, at) {
  const { coin, mints, clock, isPlain } = sceneOf(random)
  const own = mints.map((mint) => mintOf(random, clock, isPlain(mint)))
  const program = PROGRAMS[random.below(4) === 0 ? 1 : 0]
  const programKey = new PublicKey(program)
  const spacing = SPACINGS[random.below(SPACINGS.length)]
  const span = TICKS * spacing
  const tick = random.below(2 * 150_000) - 150_000
  const isAdaptive = random.below(3) === 0
  const nets = positionsAround(random, tick, spacing, isAdaptive ? 6 : 12)
  const liquidity = nets.present
  const sqrtPrice = priceWithin(random, tick)
  const tier = isAdaptive ? 1_024 + spacing : spacing
  const config = random.key()
  const [first, second] = mints.map((mint) => new PublicKey(mint))
  // The address follows from these, so that the program itself can sign for the pool.
  const { publicKey: pool, bump } = sdk.PDAUtil.getWhirlpool(programKey, config, first, second, tier)
  const address = pool.toBase58()
  const vaults = [random.key(), random.key()]
  const oracle = sdk.PDAUtil.getOracle(programKey, pool).publicKey
  const accounts = {
    [address]: kept(program, Buffer.from(whirlpools.getWhirlpoolEncoder().encode(poolFields()))),
    ...Object.fromEntries(
      vaults.map((vault, side) => [vault.toBase58(), vaultOf(mints[side], address, FULL_VAULT, own[side])]),
    ),
    ...Object.fromEntries(own.map(({ owner, bytes }, side) => [mints[side], kept(owner, bytes)])),
    SysvarC1ock11111111111111111111111111111111: clockAccount(clock),
  }
  const arrays = new Map()
  for (let start = (Math.floor(tick / span) - 2) * span, count = 0; count < 6; start += span, count++) {
    if (start > MAX_TICK || start + span <= -MAX_TICK) continue
    const key = sdk.PDAUtil.getTickArray(programKey, pool, start).publicKey
    const bytes = arrayBytes(random, pool, start, spacing, nets.at)
    if (bytes !== null) accounts[key.toBase58()] = kept(program, bytes)
    const info = bytes === null ? null : { data: bytes, owner: programKey }
    arrays.set(start, { address: key, startTickIndex: start, data: sdk.ParsableTickArray.parse(key, info) })
  }
  let oracleData = null
  if (isAdaptive) {
    const bytes = Buffer.from(whirlpools.getOracleEncoder().encode(oracleFields()))
    accounts[oracle.toBase58()] = kept(program, bytes)
    oracleData = sdk.ParsableOracle.parse(oracle, { data: bytes, owner: programKey })
  }
  const whirlpoolBytes = Buffer.from(whirlpools.getWhirlpoolEncoder().encode(poolFields()))
  const whirlpoolData = sdk.ParsableWhirlpool.parse(pool, { data: whirlpoolBytes, owner: programKey })
  const swaps = Array.from({ length: 8 }, (_, turn) => swapOf(turn % 2 === 0)).filter((swap) => swap !== null)
  const isAToB = at % 2 === 0
  const order = orderOf(random, mints[isAToB ? 0 : 1])
  return {
    name: `Whirlpool ${at}, spacing ${spacing}${isAdaptive ? ', adaptive fee' : ''}`,
    pool: address,
    mint: coin,
    clock,
    accounts,
    swaps,
    instruction: built(instruction(isAToB, order), order),
  }

  function poolFields() {
    return {
      whirlpoolsConfig: config.toBase58(),
      whirlpoolBump: new Uint8Array([bump]),
      tickSpacing: spacing,
      feeTierIndexSeed: new Uint8Array([tier & 255, tier >> 8]),
      feeRate: [100, 500, 3_000, 10_000, 20_000, 60_000][at % 6],
      protocolFeeRate: [0, 300, 1_300, 2_500][at % 4],
      liquidity,
      sqrtPrice,
      tickCurrentIndex: tick,
      protocolFeeOwedA: 0n,
      protocolFeeOwedB: 0n,
      tokenMintA: mints[0],
      tokenVaultA: vaults[0].toBase58(),
      feeGrowthGlobalA: 0n,
      tokenMintB: mints[1],
      tokenVaultB: vaults[1].toBase58(),
      feeGrowthGlobalB: 0n,
      rewardLastUpdatedTimestamp: 0n,
      rewardInfos: [0, 1, 2].map(() => ({
        mint: mints[0],
        vault: mints[0],
        extension: new Uint8Array(32),
        emissionsPerSecondX64: 0n,
        growthGlobalX64: 0n,
      })),
    }
  }

  function oracleFields() {
    const sizes = [1, 2, 4, 8, 16, 32, 64, 128].filter((one) => spacing % one === 0)
    const tickGroupSize = sizes.findLast((one) => random.below(2) === 0 || one < spacing / 4) ?? sizes.at(-1)
    const maxVolatilityAccumulator = 10_000 * (1 + random.below(MAX_GROUPS))
    const sinceReference = [5, 60, 900, 4_000][random.below(4)]
    return {
      whirlpool: address,
      tradeEnableTimestamp: BigInt(clock.unixSec - random.below(1_000)),
      adaptiveFeeConstants: {
        filterPeriod: 30,
        decayPeriod: 600,
        reductionFactor: [0, 500, 5_000, 9_999][random.below(4)],
        adaptiveFeeControlFactor: [0, 100, 1_500, 4_000, 60_000][random.below(5)],
        maxVolatilityAccumulator,
        tickGroupSize,
        majorSwapThresholdTicks: spacing,
        reserved: new Uint8Array(16),
      },
      adaptiveFeeVariables: {
        lastReferenceUpdateTimestamp: BigInt(clock.unixSec - sinceReference),
        lastMajorSwapTimestamp: BigInt(clock.unixSec - random.below(sinceReference)),
        volatilityReference: random.below(maxVolatilityAccumulator),
        tickGroupIndexReference: Math.floor(tick / tickGroupSize) + random.below(21) - 10,
        volatilityAccumulator: random.below(maxVolatilityAccumulator + 1),
        reserved: new Uint8Array(16),
      },
      reserved: new Uint8Array(128),
    }
  }

  function swapOf(aToB) {
    const amount = random.big(4 + random.below(50))
    const given = { inputMint: mints[aToB ? 0 : 1], amountInRaw: amount.toString() }
    const shifted = aToB ? tick : tick + spacing
    const first = Math.floor(shifted / span) * span
    const tickArrays = [0, 1, 2]
      .map((step) => arrays.get(first + (aToB ? -step : step) * span))
      .filter((one) => one !== undefined)
    try {
      const quote = sdk.swapQuoteWithParams(
        {
          whirlpoolData,
          tokenAmount: bn(amount),
          otherAmountThreshold: bn(0),
          sqrtPriceLimit: sdk.SwapUtils.getDefaultSqrtPriceLimit(aToB),
          aToB,
          amountSpecifiedIsInput: true,
          // As the SDK's own fetching leaves places without an account.
          tickArrays: sdk.SwapUtils.interpolateUninitializedTickArrays(pool, tickArrays),
          oracleData,
          tokenExtensionCtx: {
            currentEpoch: clock.epoch,
            tokenMintWithProgramA: extension(0),
            tokenMintWithProgramB: extension(1),
          },
          timestampInSeconds: bn(clock.unixSec),
        },
        ZERO,
      )
      const out = BigInt(quote.estimatedAmountOut.toString())
      if (!quote.estimatedAmountIn.eq(bn(amount)) || out === 0n) return { ...given, amountOutRaw: null }
      return {
        ...given,
        amountOutRaw: out.toString(),
        poolFeeRaw: quote.estimatedFeeAmount.toString(),
        transferInRaw: quote.transferFee.deductingFromEstimatedAmountIn.toString(),
        transferOutRaw: quote.transferFee.deductedFromEstimatedAmountOut.toString(),
      }
    } catch (error) {
      if (error.errorCode === undefined && error.name !== 'WhirlpoolsError') throw error
      return { ...given, amountOutRaw: null, refusal: error.errorCode }
    }
  }

  function extension(side) {
    const { owner, tlv } = own[side]
    return { address: new PublicKey(mints[side]), decimals: 6, tlvData: tlv, tokenProgram: new PublicKey(owner) }
  }

  function instruction(aToB, { user, inputAccount, outputAccount, amountInRaw, minOutRaw }) {
    const starts = sdk.SwapUtils.getTickArrayPublicKeys(tick, spacing, aToB, programKey, pool)
    const named = [0, 1, 2].map((one) => starts[Math.min(one, starts.length - 1)].toBase58())
    const shifted = aToB ? tick : tick + spacing
    const first = Math.floor(shifted / span) * span
    const far = aToB ? first + span - shifted : shifted - first
    const fallback =
      far <= EDGE_TICKS
        ? sdk.SwapUtils.getFallbackTickArrayPublicKey([{ startTickIndex: first }], spacing, aToB, programKey, pool)
        : undefined
    const made = whirlpools.getSwapV2Instruction(
      {
        tokenProgramA: own[0].owner,
        tokenProgramB: own[1].owner,
        tokenAuthority: createNoopSigner(user),
        whirlpool: address,
        tokenMintA: mints[0],
        tokenMintB: mints[1],
        tokenOwnerAccountA: aToB ? inputAccount : outputAccount,
        tokenVaultA: vaults[0].toBase58(),
        tokenOwnerAccountB: aToB ? outputAccount : inputAccount,
        tokenVaultB: vaults[1].toBase58(),
        tickArray0: named[0],
        tickArray1: named[1],
        tickArray2: named[2],
        oracle: oracle.toBase58(),
        amount: BigInt(amountInRaw),
        otherAmountThreshold: BigInt(minOutRaw),
        sqrtPriceLimit: 0n,
        amountSpecifiedIsInput: true,
        aToB,
        remainingAccountsInfo:
          fallback === undefined
            ? null
            : { slices: [{ accountsType: whirlpools.AccountsType.SupplementalTickArrays, length: 1 }] },
      },
      { programAddress: program },
    )
    const keys = made.accounts.map(({ address: key, role }) => ({
      pubkey: new PublicKey(key),
      isSigner: (role & 2) !== 0,
      isWritable: (role & 1) !== 0,
    }))
    if (fallback !== undefined) keys.push({ pubkey: fallback, isSigner: false, isWritable: true })
    return new TransactionInstruction({ programId: programKey, keys, data: Buffer.from(made.data) })
  }
}

/** Up to `most` positions near the price, one always around it; what liquidity changes by at their ends. */
function positionsAround(random, tick, spacing, most) {
  const at = new Map()
  const lowest = -Math.floor(MAX_TICK / spacing) * spacing
  const round = (one) => Math.min(Math.max(Math.floor(one / spacing) * spacing, lowest), -lowest)
  let present = 0n
  const count = 1 + random.below(most)
  for (let i = 0; i < count; i++) {
    const reach = spacing * (1 + random.below(i === 0 ? 150 : 60))
    const middle = i === 0 ? tick : tick + spacing * (random.below(240) - 120)
    const lower = round(middle - reach)
    const upper = Math.max(round(middle + reach), Math.min(lower + spacing, -lowest))
    if (lower >= upper) continue
    const liquidity = random.big(20 + random.below(45))
    at.set(lower, (at.get(lower) ?? 0n) + liquidity)
    at.set(upper, (at.get(upper) ?? 0n) - liquidity)
    if (lower <= tick && tick < upper) present += liquidity
  }
  return { at, present }
}

function priceWithin(random, tick) {
  const low = BigInt(sdk.PriceMath.tickIndexToSqrtPriceX64(tick).toString())
  const high = BigInt(sdk.PriceMath.tickIndexToSqrtPriceX64(tick + 1).toString())
  return random.below(5) === 0 ? low : low + (random.big(90) % (high - low))
}

/** Null for an array without positions' ends, which may not be there at all. */
function arrayBytes(random, pool, start, spacing, at) {
  const nets = Array.from({ length: TICKS }, (_, index) => at.get(start + index * spacing))
  const isEmpty = nets.every((net) => net === undefined)
  const kind = random.below(3)
  if (isEmpty && kind !== 0) return null
  const fields = (net) => ({
    liquidityNet: net,
    liquidityGross: net < 0n ? -net : net,
    feeGrowthOutsideA: 0n,
    feeGrowthOutsideB: 0n,
    rewardGrowthsOutside: [0n, 0n, 0n],
  })
  if (kind === 0) {
    const ticks = nets.map((net) => ({ initialized: net !== undefined, ...fields(net ?? 0n) }))
    const whole = { startTickIndex: start, ticks, whirlpool: pool.toBase58() }
    return Buffer.from(whirlpools.getFixedTickArrayEncoder().encode(whole))
  }
  const tickBitmap = nets.reduce((bits, net, index) => (net === undefined ? bits : bits | (1n << BigInt(index))), 0n)
  const ticks = nets.map((net) =>
    net === undefined ? { __kind: 'Uninitialized' } : { __kind: 'Initialized', fields: [fields(net)] },
  )
  const whole = { startTickIndex: start, whirlpool: pool.toBase58(), tickBitmap, ticks }
  return Buffer.from(whirlpools.getDynamicTickArrayEncoder().encode(whole))
}
