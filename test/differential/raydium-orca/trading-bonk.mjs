import { bn, PublicKey, raydium } from './sdks.mjs'
import { mintOf, SOL, withheld } from './trading-accounts.mjs'

/* LaunchLab curves in random states, with what the SDK says of trades on them. */

const PROGRAM = new PublicKey('LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj')
const POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
const CONFIG_TAG = Buffer.from('95089ccaa0fcb0d9', 'hex')
const PLATFORM_TAG = Buffer.from('a04e8000f853e6a0', 'hex')
const PLATFORM_BYTES = 944
/** Of a platform from before creators took fees. */
const OLDER_PLATFORM_BYTES = 720
const FEE_RATE_AT = 104
const CREATOR_FEE_RATE_AT = 720
const SLOTS_PER_EPOCH = 432_000
const [CONSTANT_PRODUCT, FIXED_PRICE, LINEAR] = [0, 1, 2]
const NO_SHARE = bn(0)
const Q64 = 1n << 64n

export function launchCase(random, wantsBuilt) {
  const epoch = 900 + random.below(100)
  const curveType = [CONSTANT_PRODUCT, CONSTANT_PRODUCT, FIXED_PRICE, LINEAR][random.below(4)]
  const [coin, quote] = [random.key(), random.below(4) === 0 ? random.key() : new PublicKey(SOL)]
  const coinMint = mintOf(random, { epoch }, random.below(2) === 0)
  const quoteMint = mintOf(random, { epoch }, quote.toBase58() === SOL)
  const keys = { configId: random.key(), platformId: random.key(), creator: random.key() }
  const vaults = { vaultA: random.key(), vaultB: random.key() }
  const address = raydium.getPdaLaunchpadPoolId(PROGRAM, coin, quote).publicKey
  const pool = encoded(raydium.LaunchpadPool, POOL_TAG, {
    ...stateOf(random, curveType),
    ...keys,
    ...vaults,
    mintA: coin,
    mintB: quote,
    status: 0,
  })
  const rates = {
    protocolFeeRate: bn([0, 2_500, random.below(20_000)][random.below(3)]),
    platformFeeRate: bn([0, 7_500, random.below(50_000)][random.below(3)]),
    creatorFeeRate: bn([0, 5_000, random.below(20_000)][random.below(3)]),
  }
  const config = encoded(raydium.LaunchpadConfig, CONFIG_TAG, { curveType, tradeFeeRate: rates.protocolFeeRate })
  const platform = platformOf(rates)
  const state = {
    poolInfo: raydium.LaunchpadPool.decode(pool),
    ...rates,
    curveType,
    shareFeeRate: NO_SHARE,
    transferFeeConfigA: coinMint.fee ?? undefined,
    transferFeeConfigB: quoteMint.fee ?? undefined,
    slot: epoch * SLOTS_PER_EPOCH,
  }
  const scene = { address, coin, quote, coinMint, quoteMint, ...keys, ...vaults }
  return {
    address: address.toBase58(),
    mint: coin.toBase58(),
    base: coin.toBase58(),
    quote: quote.toBase58(),
    epoch,
    pool: pool.toString('base64'),
    config: config.toString('base64'),
    platform: platform.toString('base64'),
    mints: [coinMint, quoteMint].map(({ owner, bytes }) => ({ owner, data: bytes.toString('base64') })),
    buys: [34, 40, 55].map((bits) => buy(state, epoch, random.big(1 + random.below(bits)))),
    sells: [35, 45, 52].map((bits) => sell(state, epoch, random.big(1 + random.below(bits)))),
    ...(wantsBuilt ? { built: built(random, scene) } : {}),
  }
}

/** Some of the coins for sale are sold, for about what the curve asks for them. */
function stateOf(random, curveType) {
  const forSale = 1_000_000n + random.big(30 + random.below(20))
  const raised = 1_000_000n + random.big(25 + random.below(15))
  const sold = random.below(5) === 0 ? 0n : random.big(50) % forSale
  const shared = { supply: bn(forSale * 2n), totalSellA: bn(forSale), totalFundRaisingB: bn(raised) }
  if (curveType === FIXED_PRICE) {
    const got = (sold * raised) / forSale
    return { ...shared, virtualA: bn(forSale), virtualB: bn(raised), realA: bn(sold), realB: bn(got) }
  }
  if (curveType === LINEAR) {
    const slope = (2n * raised * Q64) / (forSale * forSale) + 1n
    const got = (slope * sold * sold + 2n * Q64 - 1n) / (2n * Q64)
    return { ...shared, virtualA: bn(slope), virtualB: bn(0), realA: bn(sold), realB: bn(got) }
  }
  const base = forSale + 1n + random.big(30 + random.below(18))
  const quote = 1n + random.big(20 + random.below(20))
  const got = (quote * sold) / (base - sold)
  return { ...shared, virtualA: bn(base), virtualB: bn(quote), realA: bn(sold), realB: bn(got) }
}

/** The platform's account by its documented places, read back with the SDK. */
function platformOf({ platformFeeRate, creatorFeeRate }) {
  const bytes = Buffer.alloc(creatorFeeRate.isZero() ? OLDER_PLATFORM_BYTES : PLATFORM_BYTES)
  PLATFORM_TAG.copy(bytes)
  bytes.writeBigUInt64LE(BigInt(platformFeeRate.toString()), FEE_RATE_AT)
  if (bytes.length > CREATOR_FEE_RATE_AT) bytes.writeBigUInt64LE(BigInt(creatorFeeRate.toString()), CREATOR_FEE_RATE_AT)
  const read = raydium.PlatformConfig.decode(Buffer.concat([bytes, Buffer.alloc(1_000)]))
  if (!read.feeRate.eq(platformFeeRate) || !read.creatorFeeRate.eq(creatorFeeRate))
    throw new Error('the SDK reads other rates')
  return bytes
}

function buy(state, epoch, amount) {
  const inRaw = String(amount)
  const arrived = amount - withheld(state.transferFeeConfigB ?? null, epoch, amount)
  const fee = raydium.Curve.calculateFee({ amount: bn(arrived), feeRate: raydium.Curve.totalFeeRate(state) })
  if (arrived <= BigInt(fee.toString())) return { inRaw, result: null }
  const done = raydium.Curve.buyExactIn({ ...state, amountB: bn(amount) })
  const exact = state.curveType === LINEAR ? linearOut(state, done, arrived - BigInt(fee.toString())) : null
  const out = exact ?? BigInt(done.amountA.amount.toString())
  const arrives = out > 0n ? out - withheld(state.transferFeeConfigA ?? null, epoch, out) : 0n
  if (arrives <= 0n) return { inRaw, result: null }
  return { inRaw, result: { paidRaw: done.amountB.toString(), outRaw: String(arrives) } }
}

/** The SDK rounds the root of a linear curve to the nearest, a program of integers can only round it down. */
function linearOut({ poolInfo: { virtualA, realA, realB, totalSellA } }, done, net) {
  const sdk = BigInt(done.amountA.amount.toString())
  const [slope, sold, got] = [virtualA, realA, realB].map((one) => BigInt(one.toString()))
  const floor = root((2n * (got + net) * Q64) / slope) - sold
  const left = BigInt(totalSellA.toString()) - sold
  if (floor >= left) return sdk
  if (sdk - floor !== 0n && sdk - floor !== 1n) throw new Error(`linear: ${sdk}, not ${floor}`)
  return floor
}

function root(value) {
  let low = 0n
  let high = 1n << BigInt(value.toString(2).length)
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * middle <= value) low = middle
    else high = middle
  }
  return low
}

function sell(state, epoch, amount) {
  const { poolInfo, transferFeeConfigA = null } = state
  const inRaw = String(amount)
  const arrived = bn(amount - withheld(transferFeeConfigA, epoch, amount))
  if (arrived.isZero() || arrived.gt(poolInfo.realA)) return { inRaw, result: null }
  const gross = raydium.Curve.getCurve(state.curveType).sellExactIn({ poolInfo, amount: arrived })
  const done = raydium.Curve.sellExactIn({ ...state, amountA: bn(amount) })
  const isPaid = gross.gtn(0) && gross.lte(poolInfo.realB) && done.amountB.gtn(0)
  return { inRaw, result: isPaid ? { paidRaw: inRaw, outRaw: done.amountB.toString() } : null }
}

function built(random, { address, coin, quote, coinMint, quoteMint, configId, platformId, creator, vaultA, vaultB }) {
  const [user, userBase, userQuote] = [random.wallet(), random.key(), random.key()]
  const [amount, least] = [random.big(50), random.big(50)]
  const build = (make) =>
    spelled(
      make(
        PROGRAM,
        user,
        raydium.getPdaLaunchpadAuth(PROGRAM).publicKey,
        configId,
        platformId,
        address,
        userBase,
        userQuote,
        vaultA,
        vaultB,
        coin,
        quote,
        new PublicKey(coinMint.owner),
        new PublicKey(quoteMint.owner),
        raydium.getPdaPlatformVault(PROGRAM, platformId, quote).publicKey,
        raydium.getPdaCreatorVault(PROGRAM, creator, quote).publicKey,
        bn(amount),
        bn(least),
      ),
    )
  return {
    user: user.toBase58(),
    userBase: userBase.toBase58(),
    userQuote: userQuote.toBase58(),
    amountRaw: String(amount),
    minOutRaw: String(least),
    buy: build(raydium.buyExactInInstruction),
    sell: build(raydium.sellExactInInstruction),
  }
}

function spelled({ keys, data }) {
  const flags = ({ isSigner, isWritable }) =>
    isSigner || isWritable ? ` ${isWritable ? 'w' : ''}${isSigner ? 's' : ''}` : ''
  return {
    data: Buffer.from(data).toString('hex'),
    accounts: keys.map((key) => `${key.pubkey.toBase58()}${flags(key)}`),
  }
}

/** An account by the SDK's own layout, all fields zero but those given. */
function encoded(layout, tag, fields) {
  const bytes = Buffer.alloc(layout.span)
  layout.encode({ ...layout.decode(bytes), ...fields }, bytes)
  tag.copy(bytes)
  return bytes
}
