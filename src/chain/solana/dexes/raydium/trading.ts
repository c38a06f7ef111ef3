import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR, TOKEN_PROGRAM } from '../../program-ids.ts'
import { readClock } from '../chain-clock.ts'
import { MAX_U64, readVault } from '../pool-vault.ts'
import { orientMints } from '../quote-mints.ts'
import {
  type DexTrading,
  priceImpactPpm,
  type ReadAccounts,
  type SwapFee,
  type SwapQuote,
  type TradablePool,
  type TradeClock,
} from '../trading.ts'
import { RAYDIUM_PROGRAM } from './addresses.ts'
import { ammSwapAccounts, ammSwapData } from './instructions.ts'
import { swapAmm } from './quote.ts'
import { type AmmInfo, decodeAmmInfo, isSwappable, isWaiting } from './state.ts'

/** 21,300 measured, with room. */
const COMPUTE_UNITS = 40_000

/** Swaps in AMM v4 pools by `swap_base_in_v2`, which programs of before September 2025 do not know. */
export const ammTrading: DexTrading = {
  wants(address, read) {
    const amm = ammAt(read, address)
    if (amm === null) return read.has(address) ? [] : [address]
    const wanted = [amm.coinVault, amm.pcVault, ...(isWaiting(amm) ? [CLOCK_SYSVAR] : [])]
    return wanted.filter((account) => !read.has(account))
  },
  readPool(address, read, mint) {
    const amm = ammAt(read, address)
    if (amm === null) return fail('no_route', 'not an AMM v4 pool')
    if (amm.coinMint === amm.pcMint || (amm.coinMint !== mint && amm.pcMint !== mint))
      return fail('no_route', 'the pool does not trade this mint')
    if (!isSwappable(amm, readClock(read.get(CLOCK_SYSVAR))))
      return fail(
        'no_route',
        isWaiting(amm)
          ? `the pool opens at Unix second ${amm.poolOpenTimeSec}`
          : `the pool takes no swaps: its status is ${amm.status}`,
      )
    return tradable(address, amm, read)
  },
}

type Side = { readonly mint: string; readonly vaultRaw: bigint; readonly reserveRaw: bigint }

function ammAt(read: ReadAccounts, address: string): AmmInfo | null {
  const account = read.get(address)
  return account?.owner === RAYDIUM_PROGRAM ? decodeAmmInfo(account.data) : null
}

function tradable(address: string, amm: AmmInfo, read: ReadAccounts): Outcome<TradablePool> {
  const coin = readSide(read, amm.coinVault, amm.coinMint, amm.needTakePnlCoin)
  if (!coin.ok) return coin
  const pc = readSide(read, amm.pcVault, amm.pcMint, amm.needTakePnlPc)
  if (!pc.ok) return pc
  const { isFlipped } = orientMints(amm.coinMint, amm.pcMint)
  const [base, quote] = isFlipped ? [pc.value, coin.value] : [coin.value, pc.value]
  return ok({
    dex: 'raydium',
    programId: RAYDIUM_PROGRAM,
    address,
    baseMint: base.mint,
    quoteMint: quote.mint,
    baseTokenProgram: TOKEN_PROGRAM,
    quoteTokenProgram: TOKEN_PROGRAM,
    movesLamports: false,
    quoteDepthRaw: quote.reserveRaw,
    spotPrice: [quote.reserveRaw, base.reserveRaw],
    isCurve: false,
    curveProgressPct: null,
    // The account names only the program's own administrator.
    creator: null,
    watch: [address, amm.coinVault, amm.pcVault],
    computeUnits: COMPUTE_UNITS,
    quote(inputMint, amountInRaw, clock) {
      if (inputMint !== base.mint && inputMint !== quote.mint) return null
      const [input, output] = inputMint === amm.coinMint ? [coin.value, pc.value] : [pc.value, coin.value]
      return quoteSwap(amm, input, output, amountInRaw, clock)
    },
    accounts: (_inputMint, accounts) => ammSwapAccounts(address, amm, accounts),
    data: (_inputMint, amountInRaw, minOutRaw) => ammSwapData(amountInRaw, minOutRaw),
  })
}

/** Profit not yet taken lies in the vault and is not traded against. */
function readSide(read: ReadAccounts, vault: string, mint: string, takenRaw: bigint): Outcome<Side> {
  const balance = readVault(read, vault, mint)
  if (!balance.ok) return balance
  const reserveRaw = balance.value - takenRaw
  if (reserveRaw <= 0n) return fail('no_route', `the pool holds no ${mint}`)
  return ok({ mint, vaultRaw: balance.value, reserveRaw })
}

function quoteSwap(
  amm: AmmInfo,
  input: Side,
  output: Side,
  amountInRaw: bigint,
  { unixSec }: TradeClock,
): SwapQuote | null {
  if (input.vaultRaw + amountInRaw > MAX_U64) return null
  if (isWaiting(amm) && BigInt(Math.floor(unixSec)) < amm.poolOpenTimeSec) return null
  const swap = swapAmm(amountInRaw, { inRaw: input.reserveRaw, outRaw: output.reserveRaw }, amm)
  if (swap === null) return null
  // The protocol's part is taken out of the pool later, with the next change of liquidity.
  const fees: SwapFee[] = [{ kind: 'lp', mint: input.mint, raw: swap.fee }]
  return {
    amountInRaw,
    amountOutRaw: swap.outRaw,
    fees: fees.filter(({ raw }) => raw > 0n),
    priceImpactPpm: priceImpactPpm(swap.netInRaw, swap.outRaw, [output.reserveRaw, input.reserveRaw]),
  }
}
