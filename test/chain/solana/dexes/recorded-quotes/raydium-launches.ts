import assert from 'node:assert/strict'
import { LAUNCHLAB_PROGRAM } from '../../../../../src/chain/solana/dexes/bonk/addresses.ts'
import { decodeLaunchTradeEvent } from '../../../../../src/chain/solana/dexes/bonk/events.ts'
import { quoteLaunchBuy, quoteLaunchSell } from '../../../../../src/chain/solana/dexes/bonk/quote.ts'
import { callsOfProgram } from '../../../../../src/chain/solana/dexes/program-calls.ts'
import { CPMM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { decodeSwapEvent } from '../../../../../src/chain/solana/dexes/raydium-cpmm/events.ts'
import { swapCpmm } from '../../../../../src/chain/solana/dexes/raydium-cpmm/quote.ts'
import { exactOutput, type RecordedQuote, type RecordedTrade } from './recorded-quote.ts'

const MILLION = 1_000_000n

/** A LaunchLab curve by its event: the vaults hold fees beside what is traded against, and the coin's supply. The rates
 *  are read off the fees. */
export function quoteLaunch({ transaction, trade }: RecordedTrade): RecordedQuote {
  const call = callsOfProgram(transaction, LAUNCHLAB_PROGRAM).find(
    ({ path }) => path.join() === trade.instructionPath.join(),
  )
  const event = call?.events.map(decodeLaunchTradeEvent).find((one) => one !== null)
  assert(event, trade.signature)
  const { virtualBase, virtualQuote, realBaseBefore, realQuoteBefore, totalBaseSell, amountIn, amountOut } = event
  const isBuy = event.tradeDirection === 0
  const fees = event.protocolFee + event.platformFee + event.creatorFee + event.shareFee
  const chargedRaw = isBuy ? amountIn : amountOut + fees
  const rate = (fees * MILLION) / chargedRaw
  assert.equal((chargedRaw * rate + MILLION - 1n) / MILLION, fees, 'one rate gives these fees')
  const curve = {
    curveType: 'constantProduct' as const,
    virtualBase,
    virtualQuote,
    realBase: realBaseBefore,
    realQuote: realQuoteBefore,
    totalBaseSell,
  }
  const rates = { protocol: rate, platform: 0n, creator: 0n }
  const quote = isBuy ? quoteLaunchBuy(curve, rates, amountIn) : quoteLaunchSell(curve, rates, amountIn)
  assert.equal(quote?.outRaw, amountOut, trade.signature)
  return exactOutput("the swap's event: the vaults hold fees too")
}

/** A CPMM pool by its event: fees that wait in the vaults are not traded against, and only the pool's account tells
 *  them. */
export function quoteCpmm({ transaction, trade }: RecordedTrade): RecordedQuote {
  const call = callsOfProgram(transaction, CPMM_PROGRAM).find(
    ({ path }) => path.join() === trade.instructionPath.join(),
  )
  const event = call?.events.map(decodeSwapEvent).find((one) => one !== null)
  assert(event, trade.signature)
  const { inputAmount, outputAmount, inputVaultBefore, outputVaultBefore, tradeFee, creatorFee } = event
  assert(!event.creatorFeeOnInput, trade.signature)
  const rates = {
    trade: (tradeFee * MILLION) / inputAmount,
    creator: (creatorFee * MILLION) / (outputAmount + creatorFee),
    protocol: 0n,
    fund: 0n,
  }
  const swap = swapCpmm(inputAmount, { inRaw: inputVaultBefore, outRaw: outputVaultBefore }, rates, false)
  assert.equal(swap?.outRaw, outputAmount, trade.signature)
  assert.deepEqual([swap.lpFee + swap.protocolFee, swap.creatorFee], [tradeFee, creatorFee], trade.signature)
  return exactOutput("the swap's event: the vaults hold fees too")
}
