import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { SWAP_TAGS } from '../../../src/chain/solana/dexes/pumpswap/account-lists.ts'
import { PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import type { Emulator, EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, isRefusal, log, type Refusal, refuse } from '../anchor-script.ts'
import { runCreatePool } from './create-pool.ts'
import { runDeposit, runWithdraw } from './liquidity.ts'
import { runBuy, runSell } from './trade.ts'

type Handler = {
  readonly tag: Uint8Array
  readonly name: string
  readonly run: (call: EmulatorCall) => readonly ScriptOp[] | Refusal
}

const HANDLERS: readonly Handler[] = [
  { tag: SWAP_TAGS.buy, name: 'Buy', run: (call) => runBuy(call, 'buy') },
  { tag: SWAP_TAGS.buyExactQuoteIn, name: 'BuyExactQuoteIn', run: (call) => runBuy(call, 'buy_exact_quote_in') },
  { tag: SWAP_TAGS.sell, name: 'Sell', run: runSell },
  { tag: SWAP_TAGS.createPool, name: 'CreatePool', run: runCreatePool },
  { tag: SWAP_TAGS.deposit, name: 'Deposit', run: runDeposit },
  { tag: SWAP_TAGS.withdraw, name: 'Withdraw', run: runWithdraw },
]

/** The PumpSwap program: pools, trades and liquidity. */
export const pumpswapEmulator: Emulator = {
  programId: PUMPSWAP_PROGRAM,
  run(call) {
    const handler = HANDLERS.find(({ tag }) => startsWith(call.data, tag))
    if (handler === undefined) return refuse(ANCHOR.fallbackNotFound).refused
    const done = handler.run(call)
    return [log(`Instruction: ${handler.name}`), ...(isRefusal(done) ? done.refused : done)]
  },
}
