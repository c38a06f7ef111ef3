import assert from 'node:assert/strict'
import { encodeLayout, zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../../../../src/chain/solana/dexes/raydium/addresses.ts'
import { raydium } from '../../../../../src/chain/solana/dexes/raydium/index.ts'
import { AMM_INFO } from '../../../../../src/chain/solana/dexes/raydium/state.ts'
import { vault } from '../pool-node.ts'
import { accountOf, poolOf } from '../replay-case.ts'
import {
  accountsOfTrade,
  assertBrackets,
  dataOfTrade,
  exactCost,
  exactOutput,
  FROM_BALANCES,
  heldBefore,
  movedBy,
  type RecordedQuote,
  type RecordedTrade,
} from './recorded-quote.ts'

const SWAP_BASE_OUT = 11
/** With the account of target orders. */
const LONGER_LIST = 18
const SWAP_ONLY = 6n
const CLOCK = { slot: 0, unixSec: 1_800_000_000, epoch: 0 }

/** The vaults' balances before, less the profit in them that is not traded against: what the swap's log leaves of
 *  them. */
export function quoteAmmV4(recorded: RecordedTrade): RecordedQuote {
  const { transaction, trade } = recorded
  const accounts = accountsOfTrade(recorded)
  const coinAt = accounts.length === LONGER_LIST ? 5 : 4
  const [coinVault, pcVault] = [accounts[coinAt]!, accounts[coinAt + 1]!]
  const [coin, pc] = [heldBefore(transaction, coinVault), heldBefore(transaction, pcVault)]
  const idleRaw = (mint: string, heldRaw: bigint): bigint => heldRaw - reserveBefore(recorded, mint)
  const idle = { coin: idleRaw(coin.mint, coin.amountRaw), pc: idleRaw(pc.mint, pc.amountRaw) }
  assert(idle.coin >= 0n && idle.pc >= 0n, 'more is traded against than is there')
  const state = encodeLayout(AMM_INFO, {
    ...zeroOf(AMM_INFO),
    status: SWAP_ONLY,
    swapFeeNumerator: 25n,
    swapFeeDenominator: 10_000n,
    needTakePnlCoin: idle.coin,
    needTakePnlPc: idle.pc,
    coinVault,
    pcVault,
    coinMint: coin.mint,
    pcMint: pc.mint,
  })
  const read = poolOf(raydium, { address: trade.pool, mint: trade.baseMint }, [
    accountOf(trade.pool, RAYDIUM_PROGRAM, state),
    vault(coinVault, coin.mint, RAYDIUM_AUTHORITY, coin.amountRaw),
    vault(pcVault, pc.mint, RAYDIUM_AUTHORITY, pc.amountRaw),
  ])
  assert(read.ok, read.ok ? '' : read.message)
  const { inputMint, inRaw, outRaw } = movedBy(trade)
  const from = idle.coin === 0n && idle.pc === 0n ? FROM_BALANCES : `${FROM_BALANCES}, less what the log counts out`
  const quote = (amountInRaw: bigint) => read.value.quote(inputMint, amountInRaw, CLOCK)
  if (dataOfTrade(recorded)[0] === SWAP_BASE_OUT) {
    assertBrackets(quote, { inRaw, outRaw, roomRaw: 1n, label: trade.signature })
    return exactCost(from)
  }
  assert.equal(quote(inRaw)?.amountOutRaw, outRaw, trade.signature)
  return exactOutput(from)
}

/** What the swap ran against, as its log says. */
function reserveBefore({ trade }: RecordedTrade, mint: string): bigint {
  const isBase = mint === trade.baseMint
  const [after, moved] = isBase
    ? [trade.baseReserveRaw!, trade.baseAmountRaw]
    : [trade.quoteReserveRaw!, trade.quoteAmountRaw]
  return isBase === (trade.side === 'sell') ? after - moved : after + moved
}
