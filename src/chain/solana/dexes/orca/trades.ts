import { startsWith } from '../../anchor-event.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { mintOfAccount, swapAmounts } from '../swap-amounts.ts'
import { WHIRLPOOL_PROGRAMS } from './addresses.ts'
import { decodeTradedEvent, type TradedEvent } from './events.ts'
import { type Passage, passagesOf } from './swaps.ts'

/** Instructions that make a pool, and where they name funder and pool; the two mints are the second and third account
 *  of each. */
const INITIALIZE: readonly { readonly tag: Uint8Array; readonly funderIndex: number; readonly poolIndex: number }[] = [
  { tag: Buffer.from('5fb40aac54aee828', 'hex'), funderIndex: 3, poolIndex: 4 },
  { tag: Buffer.from('cf2d57f21b3fcc43', 'hex'), funderIndex: 5, poolIndex: 6 },
  { tag: Buffer.from('8f5e604cac7c77c7', 'hex'), funderIndex: 5, poolIndex: 7 },
]

/** Trades in Whirlpools in a transaction, direct or through other programs. An instruction through two pools is two
 *  trades of one path. A trade whose mints the record does not show is left out. Pools of concentrated liquidity have
 *  no reserves to tell. */
export function decodeWhirlpoolTrades(transaction: ChainTransaction): readonly DexTrade[] {
  const trades: DexTrade[] = []
  for (const programId of WHIRLPOOL_PROGRAMS)
    for (const call of callsOfProgram(transaction, programId))
      for (const passage of passagesOf(call.instruction)) {
        const trade = toTrade(transaction, programId, call, passage)
        if (trade !== null) trades.push(trade)
      }
  return trades
}

/** Pools that were made. */
export function decodeWhirlpoolLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  const launches: DexLaunch[] = []
  for (const programId of WHIRLPOOL_PROGRAMS)
    for (const { path, instruction } of callsOfProgram(transaction, programId)) {
      const made = INITIALIZE.find(({ tag }) => startsWith(instruction.data, tag))
      if (made === undefined) continue
      const [, firstMint, secondMint] = instruction.accounts
      const creator = instruction.accounts[made.funderIndex]
      const pool = instruction.accounts[made.poolIndex]
      if (firstMint === undefined || secondMint === undefined || creator === undefined || pool === undefined) continue
      launches.push(orientLaunch(transaction, { dex: 'orca', path, pool, firstMint, secondMint, creator }))
    }
  return launches
}

function toTrade(
  transaction: ChainTransaction,
  programId: string,
  call: ProgramCall,
  passage: Passage,
): DexTrade | null {
  const event = eventOf(call, passage.pool)
  const amounts = swapAmounts(
    transaction,
    call,
    passage,
    event && { inRaw: event.inputAmount, outRaw: event.outputAmount, outFeeRaw: event.outputTransferFee },
  )
  const firstMint = passage.mintA ?? mintOfAccount(transaction, passage.vaultA)
  const secondMint = passage.mintB ?? mintOfAccount(transaction, passage.vaultB)
  if (amounts === null || firstMint === null || secondMint === null) return null
  return orientTrade(transaction, {
    dex: 'orca',
    programId,
    pool: passage.pool,
    path: call.path,
    user: passage.user,
    firstMint,
    secondMint,
    isFirstIn: passage.isAToB,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: null,
  })
}

function eventOf({ events }: ProgramCall, pool: string): TradedEvent | null {
  for (const bytes of events) {
    const event = decodeTradedEvent(bytes)
    if (event?.whirlpool === pool) return event
  }
  return null
}
