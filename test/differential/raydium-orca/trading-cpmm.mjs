import { bn, PublicKey, raydium } from './sdks.mjs'
import {
  built,
  clockAccount,
  kept,
  mintOf,
  orderOf,
  sceneOf,
  TOKEN_2022,
  vaultOf,
  withheld,
} from './trading-accounts.mjs'

const PROGRAM = new PublicKey('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')
const AUTHORITY = new PublicKey('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL')
const POOL_TAG = Buffer.from('f7ede3f5d7c3de46', 'hex')
/** What the program keeps of past prices: initialised, of the pool, empty. */
const OBSERVATION_TAG = Buffer.from('7aaec5358109a584', 'hex')
const OBSERVATION_BYTES = 4_075
const CONFIG_TAG = Buffer.from('daf42168cbcb2b6f', 'hex')
const U64 = 2n ** 64n - 1n

/** One pool with its fee tier and mints, eight swaps of it and the instruction of one. */
export function cpmmTradingVector(random, at) {
  const { coin, mints, clock, isPlain } = sceneOf(random)
  const own = mints.map((mint) => mintOf(random, clock, isPlain(mint)))
  const pool = random.key()
  const address = pool.toBase58()
  const keys = { config: random.key(), vaults: [random.key(), random.key()], observation: random.key() }
  const owed = mints.map(() => [0, 1, 2].map(() => random.big(1 + random.below(30))))
  const reserves = mints.map(() => random.big(8 + random.below(52)))
  const balances = reserves.map((reserve, side) => reserve + owed[side].reduce((sum, one) => sum + one, 0n))
  const rates = {
    tradeFeeRate: bn([100, 2_500, 10_000, 40_000, 1 + random.below(50_000)][random.below(5)]),
    protocolFeeRate: bn(120_000),
    fundFeeRate: bn([0, 40_000][random.below(2)]),
    creatorFeeRate: bn([0, 500, 10_000, 50_000][random.below(4)]),
  }
  const feeOn = random.below(3)
  const enableCreatorFee = random.below(2) === 0
  const accounts = {
    [address]: kept(PROGRAM.toBase58(), encoded(raydium.CpmmPoolInfoLayout, POOL_TAG, poolFields())),
    [keys.config.toBase58()]: kept(PROGRAM.toBase58(), encoded(raydium.CpmmConfigInfoLayout, CONFIG_TAG, rates)),
    ...Object.fromEntries(
      keys.vaults.map((vault, side) => [
        vault.toBase58(),
        vaultOf(mints[side], AUTHORITY.toBase58(), balances[side], own[side]),
      ]),
    ),
    ...Object.fromEntries(
      own.flatMap(({ owner, bytes }, side) => (owner === TOKEN_2022 ? [[mints[side], kept(owner, bytes)]] : [])),
    ),
    [keys.observation.toBase58()]: kept(PROGRAM.toBase58(), observation()),
    SysvarC1ock11111111111111111111111111111111: clockAccount(clock),
  }
  const swaps = Array.from({ length: 8 }, (_, turn) => swapOf(turn % 2)).filter((swap) => swap !== null)
  const order = orderOf(random, mints[at % 2])
  return {
    name: `CPMM ${at}`,
    pool: address,
    mint: coin,
    clock,
    accounts,
    swaps,
    instruction: built(instruction(at % 2, order), order),
  }

  function poolFields() {
    const [a, b] = mints.map((mint) => new PublicKey(mint))
    return {
      configId: keys.config,
      poolCreator: random.key(),
      vaultA: keys.vaults[0],
      vaultB: keys.vaults[1],
      mintA: a,
      mintB: b,
      mintProgramA: new PublicKey(own[0].owner),
      mintProgramB: new PublicKey(own[1].owner),
      observationId: keys.observation,
      bump: 253,
      mintDecimalA: 6,
      mintDecimalB: 6,
      protocolFeesMintA: bn(owed[0][0]),
      protocolFeesMintB: bn(owed[1][0]),
      fundFeesMintA: bn(owed[0][1]),
      fundFeesMintB: bn(owed[1][1]),
      openTime: bn(clock.unixSec - random.below(1_000)),
      feeOn,
      enableCreatorFee,
      creatorFeesMintA: bn(owed[0][2]),
      creatorFeesMintB: bn(owed[1][2]),
    }
  }

  function observation() {
    const bytes = Buffer.alloc(OBSERVATION_BYTES)
    OBSERVATION_TAG.copy(bytes)
    bytes[8] = 1
    pool.toBuffer().copy(bytes, 11)
    return bytes
  }

  function swapOf(side) {
    const other = 1 - side
    const amount = random.big(1 + random.below(58))
    const given = { inputMint: mints[side], amountInRaw: amount.toString() }
    const transferIn = withheld(own[side].fee, clock.epoch, amount)
    const arrived = amount - transferIn
    if (arrived <= 0n || balances[side] + amount > U64) return { ...given, amountOutRaw: null }
    const creatorRate = enableCreatorFee ? rates.creatorFeeRate : bn(0)
    const isOnInput = feeOn === 0 || feeOn === side + 1
    const roundsTwice = isOnInput && !creatorRate.isZero()
    // Dust that two roundings use up and one does not: nothing to compare with.
    if (roundsTwice && arrived <= 2n) return null
    const done = raydium.CurveCalculator.swapBaseInput(
      bn(arrived),
      bn(reserves[side]),
      bn(reserves[other]),
      rates.tradeFeeRate,
      creatorRate,
      rates.protocolFeeRate,
      rates.fundFeeRate,
      isOnInput,
    )
    const out = BigInt(done.outputAmount.toString())
    const transferOut = out > 0n ? withheld(own[other].fee, clock.epoch, out) : 0n
    if (out - transferOut <= 0n) return roundsTwice ? null : { ...given, amountOutRaw: null }
    return {
      ...given,
      amountOutRaw: (out - transferOut).toString(),
      poolFeeRaw: done.tradeFee.toString(),
      creatorFeeRaw: done.creatorFee.toString(),
      transferInRaw: transferIn.toString(),
      transferOutRaw: transferOut.toString(),
      ...(roundsTwice ? { roundsTwice } : {}),
    }
  }

  function instruction(side, { user, inputAccount, outputAccount, amountInRaw, minOutRaw }) {
    const other = 1 - side
    return raydium.makeSwapCpmmBaseInInstruction(
      PROGRAM,
      new PublicKey(user),
      AUTHORITY,
      keys.config,
      pool,
      new PublicKey(inputAccount),
      new PublicKey(outputAccount),
      keys.vaults[side],
      keys.vaults[other],
      new PublicKey(own[side].owner),
      new PublicKey(own[other].owner),
      new PublicKey(mints[side]),
      new PublicKey(mints[other]),
      keys.observation,
      bn(amountInRaw),
      bn(minOutRaw),
    )
  }
}

/** An account by the SDK's own layout, all fields zero but those given. */
export function encoded(layout, tag, fields) {
  const bytes = Buffer.alloc(layout.span)
  layout.encode({ ...layout.decode(bytes), ...fields }, bytes)
  if (tag !== null) tag.copy(bytes)
  return bytes
}
