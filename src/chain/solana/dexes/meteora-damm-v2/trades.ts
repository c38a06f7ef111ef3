import { startsWith } from '../../anchor-event.ts'
import { tokenAccountsOf } from '../../token-flows.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { swapAmounts } from '../swap-amounts.ts'
import { DAMM_V2_PROGRAM } from './addresses.ts'
import { dammV2SwapOf, decodeInitializePool } from './events.ts'

const SWAP_TAGS = ['f8c69e91e17587c8', '414b3f4ceb5b5b88'].map((hex) => Buffer.from(hex, 'hex'))
const SWAP_ACCOUNTS = { pool: 1, userTokenIn: 2, userTokenOut: 3, mintA: 6, mintB: 7, payer: 8 } as const

/** Ways to make a pool: where its account and token A's mint stand (B's is next). The creator is always first. */
const CREATE_TAGS = [
  { tag: '5fb40aac54aee828', pool: 6, mintA: 8 }, // initialize_pool
  { tag: '955248c5fdfc440f', pool: 7, mintA: 9 }, // initialize_pool_with_dynamic_config
  { tag: '14a1f118bdddb402', pool: 5, mintA: 7 }, // initialize_customizable_pool
].map((shape) => ({ ...shape, tag: Buffer.from(shape.tag, 'hex') }))

/** Trades in DAMM v2 pools in a transaction, direct or through other programs: one for each swap instruction. */
export function decodeDammV2Trades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, DAMM_V2_PROGRAM).flatMap((call) => toTrade(transaction, call) ?? [])
}

/** Pools that were made, by a launchpad's graduation or by anyone. */
export function decodeDammV2Launches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, DAMM_V2_PROGRAM).flatMap((call) => toLaunch(transaction, call) ?? [])
}

/** The transfers of the instruction decide; where none are recorded the event does, which says what a mint withheld. */
function toTrade(transaction: ChainTransaction, call: ProgramCall): DexTrade | null {
  const { accounts, data } = call.instruction
  const event = dammV2SwapOf(call.events)
  if (event === null && !SWAP_TAGS.some((tag) => startsWith(data, tag))) return null
  const pool = accounts[SWAP_ACCOUNTS.pool]
  const from = accounts[SWAP_ACCOUNTS.userTokenIn]
  const to = accounts[SWAP_ACCOUNTS.userTokenOut]
  const mintA = accounts[SWAP_ACCOUNTS.mintA]
  const mintB = accounts[SWAP_ACCOUNTS.mintB]
  if (pool === undefined || from === undefined || to === undefined) return null
  if (mintA === undefined || mintB === undefined || (event !== null && event.pool !== pool)) return null
  const amounts = swapAmounts(transaction, call, { from, to }, event)
  const inMint = event === null ? tokenAccountsOf(transaction).get(from)?.mint : event.isAIn ? mintA : mintB
  if (amounts === null || (inMint !== mintA && inMint !== mintB)) return null
  return orientTrade(transaction, {
    dex: 'meteora_damm_v2',
    programId: DAMM_V2_PROGRAM,
    pool,
    path: call.path,
    user: accounts[SWAP_ACCOUNTS.payer] ?? null,
    firstMint: mintA,
    secondMint: mintB,
    isFirstIn: inMint === mintA,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: event?.reservesAfter ?? null,
  })
}

function toLaunch(transaction: ChainTransaction, { path, instruction, events }: ProgramCall): DexLaunch | null {
  const made = events.map(decodeInitializePool).find((event) => event !== null)
  const shape = CREATE_TAGS.find(({ tag }) => startsWith(instruction.data, tag))
  if (made === undefined && shape === undefined) return null
  const at = (index: number | undefined) => (index === undefined ? undefined : instruction.accounts[index])
  const pool = made?.pool ?? at(shape?.pool)
  const firstMint = made?.tokenAMint ?? at(shape?.mintA)
  const secondMint = made?.tokenBMint ?? (shape === undefined ? undefined : at(shape.mintA + 1))
  const creator = made?.creator ?? at(0) ?? null
  if (pool === undefined || firstMint === undefined || secondMint === undefined) return null
  return orientLaunch(transaction, { dex: 'meteora_damm_v2', pool, path, firstMint, secondMint, creator })
}
