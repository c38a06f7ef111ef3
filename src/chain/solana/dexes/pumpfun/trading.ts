import { fail, ok } from '../../../../contract/outcome.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { associatedTokenAddress } from '../../pda.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../program-ids.ts'
import { rentBytes } from '../../rent-steps.ts'
import { MAX_U64 } from '../pool-vault.ts'
import {
  isThere,
  keepLists,
  leastOutput,
  type PlainMint,
  readPlainMint,
  settingsReader,
  spreadOver,
  unread,
} from '../traded-accounts.ts'
import { type DexTrading, priceImpactPpm, type ReadAccounts, type SwapQuote, type TradablePool } from '../trading.ts'
import { afterTransferFee } from '../transfer-fee.ts'
import {
  bondingCurvePda,
  creatorVaultPda,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
  SOL_LIKE_MINTS,
} from './addresses.ts'
import { type FeeRecipients, feeRecipientsOf } from './fee-recipients.ts'
import { type CurveTradeForm, curveTradeAccounts, curveTradeData } from './instructions.ts'
import { readCurve, spellQuoteMint } from './pools.ts'
import { type CurveRates, curveProgressPct, curveRates, quoteBuyExactQuote, quoteSell } from './quote.ts'
import { BONDING_CURVE_BYTES, type BondingCurve, decodeFeeConfig, decodeGlobal, type Global } from './state.ts'

/** Recorded trades took up to 42,000 units before the fee program was asked, PumpSwap's 100,000 since; a first trade
 *  makes an account. */
const COMPUTE_UNITS = 200_000
const USER_VOLUME_BYTES = 137
const TOKEN_ACCOUNT_BYTES = 165

const globalOf = settingsReader(PUMP_PROGRAM, decodeGlobal)
const feeConfigOf = settingsReader(PUMP_FEES_PROGRAM, decodeFeeConfig)

/** Trades on pump.fun curves, those quoted in SOL by the older instructions, which name fewer accounts. */
export const curveTrading: DexTrading = {
  wants(address, read, mint) {
    const first = unread(read, [address, PUMP_GLOBAL, PUMP_FEE_CONFIG, mint])
    const curve = readCurve(read.get(address))
    const global = globalOf(read.get(PUMP_GLOBAL))
    if (first.length > 0 || curve === null || global === null) return first
    const creatorVault = creatorVaultPda(curve.creator).address
    if (isQuotedInSol(curve)) return unread(read, [creatorVault])
    const program = read.get(curve.quoteMint)?.owner ?? TOKEN_PROGRAM
    const takers = Object.values(recipientsOf(global, curve)).flat()
    const accounts = [...takers, creatorVault].map((owner) => associatedTokenAddress(owner, curve.quoteMint, program))
    return unread(read, [curve.quoteMint, ...accounts])
  },
  readPool(address, read, mint) {
    const curve = readCurve(read.get(address))
    if (curve === null) return fail('no_route', `${address} is no pump.fun curve`)
    if (bondingCurvePda(mint).address !== address) return fail('no_route', `${address} is not the curve of ${mint}`)
    if (curve.complete || curve.virtualTokenReserves === 0n || curve.realTokenReserves === 0n)
      return fail('no_route', `the pump.fun curve of ${mint} is complete: the token trades where it moved to`)
    if (curve.virtualQuoteReserves === 0n) return fail('no_route', `the pump.fun curve of ${mint} has no price`)
    const global = globalOf(read.get(PUMP_GLOBAL))
    if (global === null) return fail('no_route', 'the settings of pump.fun could not be read')
    const coin = readPlainMint(read, mint)
    if (!coin.ok) return coin
    const quote = isQuotedInSol(curve) ? ok(null) : readPlainMint(read, curve.quoteMint)
    return quote.ok ? ok(tradableCurve({ address, curve, global, coin: coin.value, quote: quote.value, read })) : quote
  },
}

type LoadedCurve = {
  readonly address: string
  readonly curve: BondingCurve
  readonly global: Global
  readonly coin: PlainMint
  /** Null where the curve moves lamports. */
  readonly quote: PlainMint | null
  readonly read: ReadAccounts
}

function tradableCurve(loaded: LoadedCurve): TradablePool {
  const { address, curve, global, coin, quote, read } = loaded
  const quoteMint = spellQuoteMint(curve.quoteMint)
  const feeConfig = feeConfigOf(read.get(PUMP_FEE_CONFIG))
  const rates = curveRates({ global, feeConfig, curve, mintSupplyRaw: coin.supplyRaw })
  const quoteTokenProgram = quote?.tokenProgram ?? TOKEN_PROGRAM
  const recipients = withQuoteAccounts(recipientsOf(global, curve), loaded)
  const formOf = (inputMint: string): CurveTradeForm => {
    if (inputMint === quoteMint) return quote === null ? 'buyExactSolIn' : 'buyExactQuoteInV2'
    return quote === null ? 'sell' : 'sellV2'
  }
  return {
    dex: 'pumpfun',
    programId: PUMP_PROGRAM,
    address,
    baseMint: coin.mint,
    quoteMint,
    baseTokenProgram: coin.tokenProgram,
    quoteTokenProgram,
    movesLamports: quote === null,
    quoteDepthRaw: curve.virtualQuoteReserves,
    spotPrice: [curve.virtualQuoteReserves, curve.virtualTokenReserves],
    isCurve: true,
    curveProgressPct: curveProgressPct(curve.realTokenReserves, global.initialRealTokenReserves),
    creator: curve.creator === ZERO_KEY ? null : curve.creator,
    watch: [address, PUMP_GLOBAL, PUMP_FEE_CONFIG, ...(curve.isMayhemMode ? [coin.mint] : [])],
    computeUnits: COMPUTE_UNITS,
    rentBytes: rentOf(loaded, recipients),
    quote(inputMint, amountInRaw, { epoch }) {
      if (amountInRaw <= 0n || amountInRaw > MAX_U64) return null
      if (inputMint === quoteMint) return quoteCurveBuy(loaded, rates, amountInRaw, epoch)
      return inputMint === coin.mint ? quoteCurveSell(loaded, rates, amountInRaw, epoch) : null
    },
    accounts: keepLists((inputMint, { user, inputAccount, outputAccount }) => {
      const isBuy = inputMint === quoteMint
      return curveTradeAccounts(formOf(inputMint), {
        mint: coin.mint,
        tokenProgram: coin.tokenProgram,
        quoteTokenProgram,
        curve,
        user,
        userTokenAccount: isBuy ? outputAccount : inputAccount,
        ...(quote === null ? {} : { userQuoteAccount: isBuy ? inputAccount : outputAccount }),
        feeRecipient: spreadOver(recipients.protocol, user),
        buybackFeeRecipient: spreadOver(recipients.buyback, user),
      })
    }),
    data(inputMint, amountInRaw, minOutRaw) {
      const out = inputMint === quoteMint ? coin : quote
      return curveTradeData(formOf(inputMint), {
        amount: amountInRaw,
        limit: leastOutput(out?.transferFee ?? null, minOutRaw),
      })
    },
  }
}

function quoteCurveBuy(
  { curve, coin, quote }: LoadedCurve,
  rates: CurveRates,
  amountInRaw: bigint,
  epoch: number,
): SwapQuote | null {
  const trade = quoteBuyExactQuote(curve, rates, amountInRaw)
  if (trade === null || trade.after.virtualQuoteReserves > MAX_U64) return null
  const amountOutRaw = afterTransferFee(coin.transferFee, trade.tokens, epoch)
  if (amountOutRaw <= 0n) return null
  const spot = [curve.virtualTokenReserves, curve.virtualQuoteReserves] as const
  return {
    amountInRaw: trade.traderQuote,
    amountOutRaw,
    fees: [...feesOf(quote?.mint ?? NATIVE_MINT, trade), ...withheld(coin.mint, trade.tokens - amountOutRaw)],
    priceImpactPpm: priceImpactPpm(trade.quote, trade.tokens, spot),
  }
}

function quoteCurveSell(
  { curve, quote }: LoadedCurve,
  rates: CurveRates,
  amountInRaw: bigint,
  epoch: number,
): SwapQuote | null {
  const trade = quoteSell(curve, rates, amountInRaw)
  if (trade === null || trade.after.virtualTokenReserves > MAX_U64) return null
  const amountOutRaw = afterTransferFee(quote?.transferFee ?? null, trade.traderQuote, epoch)
  if (amountOutRaw <= 0n) return null
  const quoteMint = quote?.mint ?? NATIVE_MINT
  const spot = [curve.virtualQuoteReserves, curve.virtualTokenReserves] as const
  return {
    amountInRaw,
    amountOutRaw,
    fees: [...feesOf(quoteMint, trade), ...withheld(quoteMint, trade.traderQuote - amountOutRaw)],
    priceImpactPpm: priceImpactPpm(amountInRaw, trade.quote, spot),
  }
}

function feesOf(mint: string, fees: { readonly protocolFee: bigint; readonly creatorFee: bigint }): SwapQuote['fees'] {
  const all = [
    { kind: 'protocol', mint, raw: fees.protocolFee },
    { kind: 'creator', mint, raw: fees.creatorFee },
  ] as const
  return all.filter(({ raw }) => raw > 0n)
}

function withheld(mint: string, raw: bigint): SwapQuote['fees'] {
  return raw > 0n ? [{ kind: 'transfer', mint, raw }] : []
}

function isQuotedInSol(curve: BondingCurve): boolean {
  return SOL_LIKE_MINTS.has(curve.quoteMint)
}

function recipientsOf(global: Global, curve: BondingCurve): FeeRecipients {
  const lists = {
    protocol: [global.feeRecipient, ...global.feeRecipients],
    reserved: [global.reservedFeeRecipient, ...global.reservedFeeRecipients],
    buyback: global.buybackFeeRecipients,
  }
  return feeRecipientsOf(lists, curve)
}

/** Where fees are paid in tokens, those who have an account for them: no one should pay for making one. */
function withQuoteAccounts(recipients: FeeRecipients, { quote, read }: LoadedCurve): FeeRecipients {
  if (quote === null) return recipients
  const ready = (owners: readonly string[]) => {
    const found = owners.filter((owner) => isThere(read, associatedTokenAddress(owner, quote.mint, quote.tokenProgram)))
    return found.length > 0 ? found : owners
  }
  return { protocol: ready(recipients.protocol), buyback: ready(recipients.buyback) }
}

/** The trader's volume account, what a creator's vault lacks of its own rent, the curve's account where it is an old
 *  short one, and token accounts that fees in tokens go to. */
function rentOf({ address, curve, quote, read }: LoadedCurve, recipients: FeeRecipients): number {
  const vault = creatorVaultPda(curve.creator).address
  const ofCurve = Math.max(0, BONDING_CURVE_BYTES - (read.get(address)?.data.length ?? 0))
  if (quote === null) return rentBytes(USER_VOLUME_BYTES) + ofCurve + (isThere(read, vault) ? 0 : rentBytes(0))
  const takers = [recipients.protocol[0]!, recipients.buyback[0]!, vault]
  const missing = takers.filter(
    (owner) => !isThere(read, associatedTokenAddress(owner, quote.mint, quote.tokenProgram)),
  )
  return rentBytes(USER_VOLUME_BYTES) + ofCurve + (missing.length + 1) * rentBytes(TOKEN_ACCOUNT_BYTES)
}
