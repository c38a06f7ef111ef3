import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout } from '../../borsh-layout.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { swapAmounts } from '../swap-amounts.ts'
import { LAUNCHLAB_PROGRAM } from './addresses.ts'
import { decodeLaunchTradeEvent, type LaunchTradeEvent } from './events.ts'

const BUY_TAGS = [Buffer.from('faea0d7bd59c13ec', 'hex'), Buffer.from('18d3742869039938', 'hex')]
const SELL_TAGS = [Buffer.from('9527de9bd37c981a', 'hex'), Buffer.from('5fc8472208090ba6', 'hex')]
const TRADE_ACCOUNTS = 15
/** initialize, initialize_v2, initialize_with_token_2022: the places read are the same in all three. */
const INITIALIZE_TAGS = ['afaf6d1f0d989bed', '4399af27da102620', '25be7ede2c9aab11'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const INITIALIZE_ACCOUNTS = 15
const MIGRATE_TO_AMM_TAG = Buffer.from('cf52c091fecf91df', 'hex')
const MIGRATE_TO_CPSWAP_TAG = Buffer.from('885cc8671cda908c', 'hex')
/** Where each migration names the pool it makes; the token and its quote are the second and third account of both. */
const AMM_POOL_INDEX = 13
const CPSWAP_POOL_INDEX = 5

/** What every initialize instruction begins with. */
const MINT_PARAMS = { decimals: 'u8', name: 'string', symbol: 'string', uri: 'string' } as const satisfies Layout

/** Trades on LaunchLab curves in a transaction, direct or through other programs and on whatever platform the token
 *  is. */
export function decodeLaunchTrades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, LAUNCHLAB_PROGRAM).flatMap((call) => {
    const trade = toTrade(transaction, call)
    return trade === null ? [] : [trade]
  })
}

/** Tokens that were launched and curves that graduated. */
export function decodeLaunchLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, LAUNCHLAB_PROGRAM).flatMap((call) => {
    const launch = launchOf(transaction, call) ?? graduationOf(transaction, call)
    return launch === null ? [] : [launch]
  })
}

function toTrade(transaction: ChainTransaction, call: ProgramCall): DexTrade | null {
  const { accounts, data } = call.instruction
  const isBuy = BUY_TAGS.some((tag) => startsWith(data, tag))
  if (!isBuy && !SELL_TAGS.some((tag) => startsWith(data, tag))) return null
  if (accounts.length < TRADE_ACCOUNTS) return null
  const [user, , , , pool, userBase, userQuote, , , baseMint, quoteMint] = accounts as string[]
  const event = eventOf(call, pool!)
  // Fees are in the quote: a buy's are part of what was paid, a sell's are off what came out.
  const amounts = swapAmounts(
    transaction,
    call,
    isBuy ? { from: userQuote!, to: userBase! } : { from: userBase!, to: userQuote! },
    event && { inRaw: event.amountIn, outRaw: event.amountOut, outFeeRaw: null },
  )
  if (amounts === null) return null
  return orientTrade(transaction, {
    dex: 'bonk',
    programId: LAUNCHLAB_PROGRAM,
    pool: pool!,
    path: call.path,
    user: user!,
    firstMint: baseMint!,
    secondMint: quoteMint!,
    isFirstIn: !isBuy,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: event && reservesAfter(event),
  })
}

function eventOf({ events }: ProgramCall, pool: string): LaunchTradeEvent | null {
  for (const bytes of events) {
    const event = decodeLaunchTradeEvent(bytes)
    if (event?.poolState === pool) return event
  }
  return null
}

/** What later trades run against on a constant-product curve, the kind every platform uses. The event does not name the
 *  kind; of this one the product of the reserves grows by no more than rounding, and the result is null for any
 *  other. */
function reservesAfter(event: LaunchTradeEvent): { readonly firstRaw: bigint; readonly secondRaw: bigint } | null {
  const before = {
    base: event.virtualBase - event.realBaseBefore,
    quote: event.virtualQuote + event.realQuoteBefore,
  }
  const firstRaw = event.virtualBase - event.realBaseAfter
  const secondRaw = event.virtualQuote + event.realQuoteAfter
  const grown = firstRaw * secondRaw - before.base * before.quote
  if (firstRaw <= 0n || secondRaw <= 0n || grown < 0n || grown > firstRaw + secondRaw) return null
  return { firstRaw, secondRaw }
}

function launchOf(transaction: ChainTransaction, { path, instruction }: ProgramCall): DexLaunch | null {
  const { accounts, data } = instruction
  if (accounts.length < INITIALIZE_ACCOUNTS || !INITIALIZE_TAGS.some((tag) => startsWith(data, tag))) return null
  const params = decodeLayout(MINT_PARAMS, data, 8)?.value
  if (params === undefined) return null
  const [, creator, , , , pool, mint, quoteMint] = accounts as string[]
  const { name, symbol, uri } = params
  return {
    ...placeOf(transaction, path),
    kind: 'launch',
    pool: pool!,
    mint: mint!,
    quoteMint: quoteMint!,
    creator: creator!,
    name,
    symbol,
    uri,
  }
}

function graduationOf(transaction: ChainTransaction, { path, instruction }: ProgramCall): DexLaunch | null {
  const { accounts, data } = instruction
  const poolIndex = startsWith(data, MIGRATE_TO_AMM_TAG)
    ? AMM_POOL_INDEX
    : startsWith(data, MIGRATE_TO_CPSWAP_TAG)
      ? CPSWAP_POOL_INDEX
      : null
  const [, mint, quoteMint] = accounts
  const pool = poolIndex === null ? undefined : accounts[poolIndex]
  if (pool === undefined || mint === undefined || quoteMint === undefined) return null
  const nameless = { creator: null, name: null, symbol: null, uri: null }
  return { ...placeOf(transaction, path), ...nameless, kind: 'graduation', pool, mint, quoteMint }
}

function placeOf(transaction: ChainTransaction, path: readonly [number, number]) {
  const { signature, slot, blockTimeSec } = transaction
  return { dex: 'bonk', signature, instructionPath: path, slot, blockTimeSec } as const
}
