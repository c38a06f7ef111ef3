import { loggedBytesOf } from '../../anchor-event.ts'
import { callsOf } from '../../instruction-at.ts'
import { readTransfers } from '../../token-flows.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { mintOfAccount, reservesOrNull, swapAmounts } from '../swap-amounts.ts'
import { RAYDIUM_PROGRAM } from './addresses.ts'
import { decodeSwapLog, RAY_LOG_PREFIX, type SwapLog } from './events.ts'

/** First data byte of the instructions. */
const INITIALIZE_2 = 1
const SWAP_BASE_IN = 9
const SWAP_BASE_OUT = 11
const SWAP_BASE_IN_V2 = 16
const SWAP_BASE_OUT_V2 = 17
/** Tag and two u64. */
const SWAP_DATA_BYTES = 17
/** Instructions of the order book's time take 17 accounts, or 18 with the target orders after the open orders. */
const SWAP_ACCOUNTS = 17
const SWAP_ACCOUNTS_WITH_TARGET_ORDERS = 18
const SWAP_V2_ACCOUNTS = 8
const INITIALIZE_2_ACCOUNTS = 18

type SwapAccounts = {
  readonly pool: string
  readonly coinVault: string
  readonly pcVault: string
  readonly source: string
  readonly destination: string
  readonly user: string
}

/** Trades in AMM v4 pools in a transaction, direct or through other programs. A trade whose mints the record's balances
 *  do not show is left out. */
export function decodeAmmTrades(transaction: ChainTransaction): readonly DexTrade[] {
  const calls = callsOfProgram(transaction, RAYDIUM_PROGRAM)
  if (calls.length === 0) return []
  const logs = swapLogsByPath(transaction)
  return calls.flatMap((call) => {
    const accounts = swapAccounts(call)
    const trade = accounts === null ? null : toTrade(transaction, call, accounts, logs.get(call.path.join()) ?? null)
    return trade === null ? [] : [trade]
  })
}

/** Pools that were made, by migration or by anyone. */
export function decodeAmmLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, RAYDIUM_PROGRAM).flatMap(({ path, instruction: { accounts, data } }) => {
    if (data[0] !== INITIALIZE_2 || accounts.length < INITIALIZE_2_ACCOUNTS) return []
    const made = {
      pool: accounts[4]!,
      firstMint: accounts[8]!,
      secondMint: accounts[9]!,
      creator: accounts[17]!,
    }
    return [orientLaunch(transaction, { dex: 'raydium', path, ...made })]
  })
}

function swapLogsByPath(transaction: ChainTransaction): ReadonlyMap<string, SwapLog> {
  const logs = new Map<string, SwapLog>()
  for (const { path, bytes } of loggedBytesOf(transaction, RAYDIUM_PROGRAM, RAY_LOG_PREFIX)) {
    const log = decodeSwapLog(bytes)
    if (log !== null) logs.set(path.join(), log)
  }
  return logs
}

function swapAccounts({ instruction: { accounts, data } }: ProgramCall): SwapAccounts | null {
  if (data.length < SWAP_DATA_BYTES) return null
  const tag = data[0]
  const count = accounts.length
  if (tag === SWAP_BASE_IN_V2 || tag === SWAP_BASE_OUT_V2) {
    if (count < SWAP_V2_ACCOUNTS) return null
    const [, pool, , coinVault, pcVault, source, destination, user] = accounts as string[]
    return {
      pool: pool!,
      coinVault: coinVault!,
      pcVault: pcVault!,
      source: source!,
      destination: destination!,
      user: user!,
    }
  }
  if (tag !== SWAP_BASE_IN && tag !== SWAP_BASE_OUT) return null
  if (count !== SWAP_ACCOUNTS && count !== SWAP_ACCOUNTS_WITH_TARGET_ORDERS) return null
  const vaultsAt = count - SWAP_ACCOUNTS + 4
  return {
    pool: accounts[1]!,
    coinVault: accounts[vaultsAt]!,
    pcVault: accounts[vaultsAt + 1]!,
    source: accounts[count - 3]!,
    destination: accounts[count - 2]!,
    user: accounts[count - 1]!,
  }
}

function toTrade(
  transaction: ChainTransaction,
  call: ProgramCall,
  at: SwapAccounts,
  log: SwapLog | null,
): DexTrade | null {
  const amounts = swapAmounts(
    transaction,
    call,
    { from: at.source, to: at.destination },
    log && { inRaw: log.inRaw, outRaw: log.outRaw, outFeeRaw: 0n },
  )
  const firstMint = mintOfAccount(transaction, at.coinVault)
  const secondMint = mintOfAccount(transaction, at.pcVault)
  if (amounts === null || firstMint === null || secondMint === null) return null
  const isFirstIn = isCoinPaid(transaction, call, at, log)
  if (isFirstIn === null) return null
  return orientTrade(transaction, {
    dex: 'raydium',
    programId: RAYDIUM_PROGRAM,
    pool: at.pool,
    path: call.path,
    user: at.user,
    firstMint,
    secondMint,
    isFirstIn,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: log && reservesAfter(log),
  })
}

/** Which vault the user paid into says the direction, or the log where no transfers were recorded. */
function isCoinPaid(
  transaction: ChainTransaction,
  { path }: ProgramCall,
  { source, coinVault, pcVault }: SwapAccounts,
  log: SwapLog | null,
): boolean | null {
  for (const { from, to } of callsOf(transaction, path).flatMap(readTransfers))
    if (from === source && (to === coinVault || to === pcVault)) return to === coinVault
  return log?.isCoinIn ?? null
}

function reservesAfter({ isCoinIn, coinBeforeRaw, pcBeforeRaw, inRaw, outRaw }: SwapLog) {
  return isCoinIn
    ? reservesOrNull(coinBeforeRaw + inRaw, pcBeforeRaw - outRaw)
    : reservesOrNull(coinBeforeRaw - outRaw, pcBeforeRaw + inRaw)
}
