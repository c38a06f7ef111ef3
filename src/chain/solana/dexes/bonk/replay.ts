import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { startsWith } from '../../anchor-event.ts'
import { callsOfProgram } from '../program-calls.ts'
import type { SwapReplay } from '../swap-replay.ts'
import { settingsReader } from '../traded-accounts.ts'
import { LAUNCHLAB_PROGRAM } from './addresses.ts'
import { decodeLaunchTradeEvent } from './events.ts'
import { readLaunchPool } from './pools.ts'
import { type LaunchCurve, type LaunchRates, quoteLaunchBuy, quoteLaunchSell } from './quote.ts'
import { decodeCurveType, decodePlatformRates, decodeTradeFeeRate } from './state.ts'

const BUY_EXACT_IN = Buffer.from('faea0d7bd59c13ec', 'hex')
const SELL_EXACT_IN = Buffer.from('9527de9bd37c981a', 'hex')

const curveTypeOf = settingsReader(LAUNCHLAB_PROGRAM, decodeCurveType)
const tradeFeeRateOf = settingsReader(LAUNCHLAB_PROGRAM, decodeTradeFeeRate)
const platformRatesOf = settingsReader(LAUNCHLAB_PROGRAM, decodePlatformRates)

type State = { readonly quoteMint: string; readonly curve: LaunchCurve }

/** The event states the curve before the trade; its kind and the rates are those of its settings. Trades for an exact
 *  output are not computed again. */
export const launchReplay: SwapReplay<State, LaunchRates> = {
  record(transaction, { instructionPath, pool: address }, read) {
    const pool = readLaunchPool(read.get(address))
    const curveType = pool === null ? null : curveTypeOf(read.get(pool.globalConfig))
    const protocol = pool === null ? null : tradeFeeRateOf(read.get(pool.globalConfig))
    const platform = pool === null ? null : platformRatesOf(read.get(pool.platformConfig))
    const calls = callsOfProgram(transaction, LAUNCHLAB_PROGRAM)
    const call = calls.find(({ path }) => path.join() === instructionPath.join())
    const event = call?.events.map(decodeLaunchTradeEvent).find((one) => one?.poolState === address)
    if (pool === null || curveType === null || protocol === null || platform === null) return null
    if (call === undefined || event === undefined || event === null) return null
    const { data } = call.instruction
    const isBuy = startsWith(data, BUY_EXACT_IN)
    if ((!isBuy && !startsWith(data, SELL_EXACT_IN)) || data.length < 16) return null
    const { virtualBase, virtualQuote, totalBaseSell, realBaseBefore, realQuoteBefore } = event
    const real = { realBase: realBaseBefore, realQuote: realQuoteBefore }
    return {
      before: { quoteMint: pool.quoteMint, curve: { curveType, virtualBase, virtualQuote, totalBaseSell, ...real } },
      terms: { protocol, ...platform },
      ask: { inputMint: isBuy ? pool.quoteMint : pool.baseMint, isExactOut: false, amountRaw: readU64(data, 8) },
    }
  },
  swap({ quoteMint, curve }, rates, { inputMint, isExactOut, amountRaw }) {
    if (isExactOut) return null
    const isBuy = inputMint === quoteMint
    const trade = isBuy ? quoteLaunchBuy(curve, rates, amountRaw) : quoteLaunchSell(curve, rates, amountRaw)
    if (trade === null) return null
    const { inRaw, outRaw, curveInRaw, curveOutRaw } = trade
    const [base, quote] = isBuy ? [curveOutRaw, curveInRaw] : [-curveInRaw, -curveOutRaw]
    const after = { ...curve, realBase: curve.realBase + base, realQuote: curve.realQuote + quote }
    return { inRaw, outRaw, after: { quoteMint, curve: after } }
  },
}
