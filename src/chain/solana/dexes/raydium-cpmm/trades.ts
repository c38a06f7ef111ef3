import { decodeBase58Fixed } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { reservesOrNull, swapAmounts } from '../swap-amounts.ts'
import { CPMM_PROGRAM } from './addresses.ts'
import { decodeSwapEvent, type SwapEvent } from './events.ts'

const SWAP_TAGS = [Buffer.from('8fbe5adac41e33de', 'hex'), Buffer.from('37d96256a34ab4ad', 'hex')]
const SWAP_ACCOUNTS = 13
const INITIALIZE_TAG = Buffer.from('afaf6d1f0d989bed', 'hex')
const INITIALIZE_WITH_PERMISSION_TAG = Buffer.from('3f37fe4131b25979', 'hex')
const INITIALIZE_ACCOUNTS = 20

/** Trades in CPMM pools in a transaction, direct or through other programs. */
export function decodeCpmmTrades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, CPMM_PROGRAM).flatMap((call) => {
    const trade = toTrade(transaction, call)
    return trade === null ? [] : [trade]
  })
}

/** Pools that were made, by graduation or by anyone. */
export function decodeCpmmLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, CPMM_PROGRAM).flatMap(({ path, instruction: { accounts, data } }) => {
    const isPermitted = startsWith(data, INITIALIZE_WITH_PERMISSION_TAG)
    if (!isPermitted && !startsWith(data, INITIALIZE_TAG)) return []
    if (accounts.length < INITIALIZE_ACCOUNTS) return []
    // With a permission the payer comes first and everything else one place later.
    const [creator, , , pool, firstMint, secondMint] = isPermitted ? accounts.slice(1) : accounts
    const made = { pool: pool!, firstMint: firstMint!, secondMint: secondMint!, creator: creator! }
    return [orientLaunch(transaction, { dex: 'raydium_cpmm', path, ...made })]
  })
}

function toTrade(transaction: ChainTransaction, call: ProgramCall): DexTrade | null {
  const { accounts, data } = call.instruction
  if (accounts.length < SWAP_ACCOUNTS || !SWAP_TAGS.some((tag) => startsWith(data, tag))) return null
  const [user, , , pool, from, to, , , , , inMint, outMint] = accounts as string[]
  const event = eventOf(call, pool!)
  const amounts = swapAmounts(
    transaction,
    call,
    { from: from!, to: to! },
    event && {
      inRaw: event.inputAmount + event.inputTransferFee,
      outRaw: event.outputAmount,
      outFeeRaw: event.outputTransferFee,
    },
  )
  if (amounts === null) return null
  const isFirstIn = isToken0(inMint!, outMint!)
  return orientTrade(transaction, {
    dex: 'raydium_cpmm',
    programId: CPMM_PROGRAM,
    pool: pool!,
    path: call.path,
    user: user!,
    firstMint: isFirstIn ? inMint! : outMint!,
    secondMint: isFirstIn ? outMint! : inMint!,
    isFirstIn,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: event && reservesAfter(event, isFirstIn),
  })
}

function eventOf({ events }: ProgramCall, pool: string): SwapEvent | null {
  for (const bytes of events) {
    const event = decodeSwapEvent(bytes)
    if (event?.poolId === pool) return event
  }
  return null
}

/** Pools keep their mints in order of the bytes. */
function isToken0(mint: string, other: string): boolean {
  const [mine, theirs] = [decodeBase58Fixed(mint, 32), decodeBase58Fixed(other, 32)]
  return mine === null || theirs === null || Buffer.compare(mine, theirs) < 0
}

/** Balances before the swap, what it moved, and the creator's fee, which stays in the vault but is not traded against.
 *  The event does not say how much of the trade fee leaves the reserve for the protocol (a few percent of the fee), so
 *  that still counts here until the pool's next event. */
function reservesAfter(event: SwapEvent, isFirstIn: boolean) {
  const creatorFeeIn = event.creatorFeeOnInput ? event.creatorFee : 0n
  const inRaw = event.inputVaultBefore + event.inputAmount - creatorFeeIn
  const outRaw = event.outputVaultBefore - event.outputAmount - (event.creatorFee - creatorFeeIn)
  return isFirstIn ? reservesOrNull(inRaw, outRaw) : reservesOrNull(outRaw, inRaw)
}
