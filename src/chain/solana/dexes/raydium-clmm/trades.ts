import { decodeBase58Fixed } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { type AnnouncedAmounts, swapAmounts } from '../swap-amounts.ts'
import { CLMM_PROGRAM } from './addresses.ts'
import { decodeClmmSwapEvent } from './events.ts'
import { type ClmmPassage, clmmPassagesOf } from './swaps.ts'

/** `create_pool`, `create_customizable_pool` and `create_permissioned_pool`, and where they name creator and pool; the two
 *  mints follow the pool. */
const CREATE: readonly { readonly tag: Uint8Array; readonly creatorIndex: number; readonly poolIndex: number }[] = [
  { tag: Buffer.from('e992d18ecf6840bc', 'hex'), creatorIndex: 0, poolIndex: 2 },
  { tag: Buffer.from('2b44d4a7592fa401', 'hex'), creatorIndex: 0, poolIndex: 2 },
  { tag: Buffer.from('24f3b3232aef35e5', 'hex'), creatorIndex: 1, poolIndex: 4 },
]
const CREATE_ACCOUNTS = 13

/** Trades in CLMM pools in a transaction, direct or through other programs. An instruction through several pools is as
 *  many trades of one path. Pools of concentrated liquidity have no reserves to tell. */
export function decodeClmmTrades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, CLMM_PROGRAM).flatMap((call) =>
    clmmPassagesOf(transaction, call.instruction).flatMap((passage) => toTrade(transaction, call, passage) ?? []),
  )
}

/** Pools that were made. */
export function decodeClmmLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, CLMM_PROGRAM).flatMap(({ path, instruction: { accounts, data } }) => {
    const create = CREATE.find(({ tag }) => startsWith(data, tag))
    if (create === undefined || accounts.length < CREATE_ACCOUNTS) return []
    const [pool, firstMint, secondMint] = accounts.slice(create.poolIndex) as string[]
    const creator = accounts[create.creatorIndex]!
    const made = { pool: pool!, firstMint: firstMint!, secondMint: secondMint!, creator }
    return [orientLaunch(transaction, { dex: 'raydium_clmm', path, ...made })]
  })
}

function toTrade(transaction: ChainTransaction, call: ProgramCall, passage: ClmmPassage): DexTrade | null {
  const { pool, user, inputMint, outputMint } = passage
  const amounts = swapAmounts(transaction, call, passage, announcedOf(call, passage))
  if (amounts === null) return null
  const isFirstIn = isToken0(inputMint, outputMint)
  return orientTrade(transaction, {
    dex: 'raydium_clmm',
    programId: CLMM_PROGRAM,
    pool,
    path: call.path,
    user,
    firstMint: isFirstIn ? inputMint : outputMint,
    secondMint: isFirstIn ? outputMint : inputMint,
    isFirstIn,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: null,
  })
}

function announcedOf({ events }: ProgramCall, { pool, from, to }: ClmmPassage): AnnouncedAmounts | null {
  for (const bytes of events) {
    const event = decodeClmmSwapEvent(bytes)
    if (event?.pool !== pool) continue
    const { amount0, transferFee0, amount1, transferFee1, isZeroForOne, token0Account, token1Account } = event
    const [paid, got] = isZeroForOne ? [token0Account, token1Account] : [token1Account, token0Account]
    // A route may pass through a pool twice.
    if (paid !== from || got !== to) continue
    const [input, output] = isZeroForOne
      ? [amount0 + transferFee0, amount1 + transferFee1]
      : [amount1 + transferFee1, amount0 + transferFee0]
    return { inRaw: input, outRaw: output, outFeeRaw: isZeroForOne ? transferFee1 : transferFee0 }
  }
  return null
}

/** Pools keep their mints in order of the bytes. */
function isToken0(mint: string, other: string): boolean {
  const [mine, theirs] = [decodeBase58Fixed(mint, 32), decodeBase58Fixed(other, 32)]
  return mine === null || theirs === null || Buffer.compare(mine, theirs) < 0
}
