import { createRequire } from 'node:module'
import { bn, PublicKey, raydium } from './sdks.mjs'
import { built, clockAccount, kept, orderOf, sceneOf, vaultOf } from './trading-accounts.mjs'
import { encoded } from './trading-cpmm.mjs'

const load = createRequire(import.meta.url)
/** Quotes without a connection: it reads nothing of itself for pools of version 4. */
const { computeAmountOut } = load('@raydium-io/raydium-sdk-v2/lib/raydium/liquidity/liquidity.js').default.prototype

const PROGRAM = new PublicKey('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8')
const AUTHORITY = new PublicKey('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1')
const U64 = 2n ** 64n - 1n
const DECIMALS = 6
const SWAP_STATUSES = [1, 6, 7]

/** One pool, eight swaps of it and the instruction of one. */
export function raydiumTradingVector(random, at) {
  const scene = sceneOf(random)
  const { coin, clock } = scene
  const mints = random.below(2) === 0 ? scene.mints : [...scene.mints].reverse()
  const pool = random.key()
  const address = pool.toBase58()
  const vaults = [random.key(), random.key()]
  const taken = mints.map(() => random.big(1 + random.below(30)))
  const reserves = mints.map(() => random.big(8 + random.below(52)))
  const balances = reserves.map((reserve, side) => reserve + taken[side])
  const state = encoded(raydium.liquidityStateV4Layout, null, {
    status: bn(SWAP_STATUSES[random.below(3)]),
    nonce: bn(254),
    baseDecimal: bn(DECIMALS),
    quoteDecimal: bn(DECIMALS),
    // The SDK knows no other rate.
    swapFeeNumerator: bn(25),
    swapFeeDenominator: bn(10_000),
    baseNeedTakePnl: bn(taken[0]),
    quoteNeedTakePnl: bn(taken[1]),
    poolOpenTime: bn(clock.unixSec - random.below(1_000)),
    baseVault: vaults[0],
    quoteVault: vaults[1],
    baseMint: new PublicKey(mints[0]),
    quoteMint: new PublicKey(mints[1]),
    openOrders: random.key(),
    marketId: random.key(),
    marketProgramId: random.key(),
  })
  const accounts = {
    [address]: kept(PROGRAM.toBase58(), state),
    ...Object.fromEntries(
      vaults.map((vault, side) => [vault.toBase58(), vaultOf(mints[side], AUTHORITY.toBase58(), balances[side])]),
    ),
    SysvarC1ock11111111111111111111111111111111: clockAccount(clock),
  }
  const swaps = Array.from({ length: 8 }, (_, turn) => swapOf(turn % 2))
  const order = orderOf(random, mints[at % 2])
  return {
    name: `AMM v4 ${at}`,
    pool: address,
    mint: coin,
    clock,
    accounts,
    swaps,
    instruction: built(instruction(order), order),
  }

  function swapOf(side) {
    const amount = random.big(1 + random.below(58))
    const given = { inputMint: mints[side], amountInRaw: amount.toString() }
    if (balances[side] + amount > U64) return { ...given, amountOutRaw: null }
    const done = computeAmountOut({
      poolInfo: {
        version: 4,
        mintA: { address: mints[0], decimals: DECIMALS },
        mintB: { address: mints[1], decimals: DECIMALS },
        baseReserve: bn(reserves[0]),
        quoteReserve: bn(reserves[1]),
      },
      amountIn: bn(amount),
      mintIn: mints[side],
      mintOut: mints[1 - side],
      slippage: 0,
    })
    if (done.amountOut.isZero()) return { ...given, amountOutRaw: null }
    const impact = Number(done.priceImpact.mul(10_000).toFixed(2))
    return {
      ...given,
      amountOutRaw: done.amountOut.toString(),
      poolFeeRaw: done.fee.toString(),
      transferInRaw: '0',
      transferOutRaw: '0',
      impactPpm: Math.max(0, impact),
    }
  }

  function instruction({ user, inputAccount, outputAccount, amountInRaw, minOutRaw }) {
    return raydium.swapBaseInV2Instruction(
      PROGRAM,
      pool,
      AUTHORITY,
      ...vaults,
      new PublicKey(inputAccount),
      new PublicKey(outputAccount),
      new PublicKey(user),
      bn(amountInRaw),
      bn(minOutRaw),
    )
  }
}
