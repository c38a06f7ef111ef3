import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { PUMP_TAGS } from '../../../src/chain/solana/dexes/pumpfun/account-lists.ts'
import { PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import type { Emulator, EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, isRefusal, log, type Refusal, refuse } from '../anchor-script.ts'
import { runCreate, runCreateV2 } from './launch.ts'
import { runMigrate } from './migrate.ts'
import { runLegacyTrade, runTradeV2 } from './trade.ts'

type Handler = {
  readonly tag: Uint8Array
  readonly name: string
  readonly run: (call: EmulatorCall) => readonly ScriptOp[] | Refusal
}

const HANDLERS: readonly Handler[] = [
  { tag: PUMP_TAGS.buy, name: 'Buy', run: (call) => runLegacyTrade(call, 'buy') },
  { tag: PUMP_TAGS.buyExactSolIn, name: 'BuyExactSolIn', run: (call) => runLegacyTrade(call, 'buy_exact_sol_in') },
  { tag: PUMP_TAGS.sell, name: 'Sell', run: (call) => runLegacyTrade(call, 'sell') },
  { tag: PUMP_TAGS.buyV2, name: 'BuyV2', run: (call) => runTradeV2(call, 'buy_v2') },
  {
    tag: PUMP_TAGS.buyExactQuoteInV2,
    name: 'BuyExactQuoteInV2',
    run: (call) => runTradeV2(call, 'buy_exact_quote_in_v2'),
  },
  { tag: PUMP_TAGS.sellV2, name: 'SellV2', run: (call) => runTradeV2(call, 'sell_v2') },
  { tag: PUMP_TAGS.create, name: 'Create', run: runCreate },
  { tag: PUMP_TAGS.createV2, name: 'CreateV2', run: runCreateV2 },
  { tag: PUMP_TAGS.migrate, name: 'Migrate', run: runMigrate },
]

/** The pump.fun curve program: launches, trades of curves quoted in SOL, and graduation. */
export const pumpfunEmulator: Emulator = {
  programId: PUMP_PROGRAM,
  run(call) {
    const handler = HANDLERS.find(({ tag }) => startsWith(call.data, tag))
    if (handler === undefined) return refuse(ANCHOR.fallbackNotFound).refused
    const done = handler.run(call)
    return [log(`Instruction: ${handler.name}`), ...(isRefusal(done) ? done.refused : done)]
  },
}
