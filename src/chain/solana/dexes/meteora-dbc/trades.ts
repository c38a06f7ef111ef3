import { startsWith } from '../../anchor-event.ts'
import { decodeLayout, type Layout } from '../../borsh-layout.ts'
import { tokenAccountsOf } from '../../token-flows.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { swapAmounts } from '../swap-amounts.ts'
import { DBC_PROGRAM } from './addresses.ts'
import { dbcSwapOf } from './events.ts'

/** swap, swap2, swap2_with_transfer_hook: the places read are the same in all three. */
const SWAP_TAGS = tagsOf('f8c69e91e17587c8', '414b3f4ceb5b5b88', 'b75d992818e6c297')
const SWAP_ACCOUNTS = { pool: 2, from: 3, to: 4, baseMint: 7, quoteMint: 8, payer: 9 } as const
/** initialize_virtual_pool_with_spl_token, _with_token2022, _with_token2022_transfer_hook: likewise. */
const INITIALIZE_TAGS = tagsOf('8c55d7b06636684f', 'a976334e916edc9b', 'b60de9b12a918702')
const INITIALIZE_ACCOUNTS = { creator: 2, baseMint: 3, quoteMint: 4, pool: 5 } as const
/** Moves to a pool of DAMM v1 and of DAMM v2: where the new pool and the two mints stand. */
const MIGRATIONS = [
  { tag: '1b013016b43f76d9', pool: 4, baseMint: 7, quoteMint: 8 }, // migrate_meteora_damm
  { tag: '9ca9e66735e45040', pool: 4, baseMint: 13, quoteMint: 14 }, // migration_damm_v2
].map((shape) => ({ ...shape, tag: Buffer.from(shape.tag, 'hex') }))

/** What every initialize instruction carries. */
const TOKEN_PARAMS = { name: 'string', symbol: 'string', uri: 'string' } as const satisfies Layout

/** Trades on curves in a transaction, direct or through other programs and of whatever launch platform: one for each
 *  swap instruction. */
export function decodeDbcTrades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, DBC_PROGRAM).flatMap((call) => toTrade(transaction, call) ?? [])
}

/** Tokens that were launched and curves that graduated. */
export function decodeDbcLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, DBC_PROGRAM).flatMap(
    (call) => launchOf(transaction, call) ?? graduationOf(transaction, call) ?? [],
  )
}

/** The transfers of the instruction decide; where none are recorded the event does. */
function toTrade(transaction: ChainTransaction, call: ProgramCall): DexTrade | null {
  const { accounts, data } = call.instruction
  if (!SWAP_TAGS.some((tag) => startsWith(data, tag)) || accounts.length <= SWAP_ACCOUNTS.payer) return null
  const { pool, from, to, baseMint, quoteMint, payer } = placesOf(accounts, SWAP_ACCOUNTS)
  const announced = dbcSwapOf(call.events)
  const event = announced?.pool === pool ? announced : null
  const amounts = swapAmounts(transaction, call, { from, to }, event && { ...event, outFeeRaw: null })
  const inMint = event === null ? tokenAccountsOf(transaction).get(from)?.mint : event.isSell ? baseMint : quoteMint
  if (amounts === null || (inMint !== baseMint && inMint !== quoteMint)) return null
  return orientTrade(transaction, {
    dex: 'meteora_dbc',
    programId: DBC_PROGRAM,
    pool,
    path: call.path,
    user: payer,
    firstMint: baseMint,
    secondMint: quoteMint,
    isFirstIn: inMint === baseMint,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    // What the next trade runs against hangs on the curve's configuration, which a transaction does not carry.
    reservesAfter: null,
  })
}

function launchOf(transaction: ChainTransaction, { path, instruction }: ProgramCall): DexLaunch | null {
  const { accounts, data } = instruction
  if (!INITIALIZE_TAGS.some((tag) => startsWith(data, tag)) || accounts.length <= INITIALIZE_ACCOUNTS.pool) return null
  const params = decodeLayout(TOKEN_PARAMS, data, 8)?.value
  if (params === undefined) return null
  const { creator, baseMint: mint, quoteMint, pool } = placesOf(accounts, INITIALIZE_ACCOUNTS)
  const { name, symbol, uri } = params
  return { ...placeOf(transaction, path), kind: 'launch', pool, mint, quoteMint, creator, name, symbol, uri }
}

function graduationOf(transaction: ChainTransaction, { path, instruction }: ProgramCall): DexLaunch | null {
  const { accounts, data } = instruction
  const shape = MIGRATIONS.find(({ tag }) => startsWith(data, tag))
  if (shape === undefined) return null
  const [pool, mint, quoteMint] = [accounts[shape.pool], accounts[shape.baseMint], accounts[shape.quoteMint]]
  if (pool === undefined || mint === undefined || quoteMint === undefined) return null
  const nameless = { creator: null, name: null, symbol: null, uri: null }
  return { ...placeOf(transaction, path), ...nameless, kind: 'graduation', pool, mint, quoteMint }
}

function placeOf(transaction: ChainTransaction, path: readonly [number, number]) {
  const { signature, slot, blockTimeSec } = transaction
  return { dex: 'meteora_dbc', signature, instructionPath: path, slot, blockTimeSec } as const
}

/** Accounts by name; the caller has checked that there are enough. */
function placesOf<Name extends string>(accounts: readonly string[], at: Readonly<Record<Name, number>>) {
  return Object.fromEntries(Object.entries<number>(at).map(([name, index]) => [name, accounts[index]!])) as Record<
    Name,
    string
  >
}

function tagsOf(...hexes: readonly string[]): readonly Buffer[] {
  return hexes.map((hex) => Buffer.from(hex, 'hex'))
}
