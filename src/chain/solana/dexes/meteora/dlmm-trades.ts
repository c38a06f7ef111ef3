import { startsWith } from '../../anchor-event.ts'
import { tokenAccountsOf } from '../../token-flows.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { swapAmounts } from '../swap-amounts.ts'
import { DLMM_PROGRAM } from './addresses.ts'
import { decodeLbPairCreate, dlmmSwapOf } from './dlmm-events.ts'

/** Every way to swap, by discriminator; their accounts begin alike. */
const SWAP_TAGS = [
  'f8c69e91e17587c8', // swap
  '414b3f4ceb5b5b88', // swap2
  'fa49652126cf4bb8', // swap_exact_out
  '2bd7f784893cf351', // swap_exact_out2
  '38ade6d0ade49ccd', // swap_with_price_impact
  '4a62c0d6b1334b33', // swap_with_price_impact2
].map((hex) => Buffer.from(hex, 'hex'))
const SWAP_ACCOUNTS = { lbPair: 0, userTokenIn: 4, userTokenOut: 5, mintX: 6, mintY: 7, user: 10 } as const

/** Ways to make a pool: where its account and its mints stand. The funder is always the ninth. */
const CREATE_TAGS = [
  { tag: '2d9aedd2dd0fa65c', lbPair: 0 }, // initialize_lb_pair
  { tag: '493b2478ed536cc6', lbPair: 0 }, // initialize_lb_pair2
  { tag: '2e2729876fb7c840', lbPair: 0 }, // initialize_customizable_permissionless_lb_pair
  { tag: 'f349817e3313f16b', lbPair: 0 }, // initialize_customizable_permissionless_lb_pair2
  { tag: '6c66d555fb033515', lbPair: 1 }, // initialize_permission_lb_pair
].map(({ tag, lbPair }) => ({ tag: Buffer.from(tag, 'hex'), lbPair, mintX: lbPair + 2, mintY: lbPair + 3 }))
const FUNDER_INDEX = 8

/** Trades in DLMM pools in a transaction, direct or through other programs: one for each swap instruction. */
export function decodeDlmmTrades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, DLMM_PROGRAM).flatMap((call) => toTrade(transaction, call) ?? [])
}

/** DLMM pools that were made. */
export function decodeDlmmLaunches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, DLMM_PROGRAM).flatMap((call) => toLaunch(transaction, call) ?? [])
}

/** The transfers of the instruction decide, because they show a mint's own transfer fee too; where none are recorded
 *  the event does. */
function toTrade(transaction: ChainTransaction, call: ProgramCall): DexTrade | null {
  const { accounts, data } = call.instruction
  const event = dlmmSwapOf(call.events)
  if (event === null && !SWAP_TAGS.some((tag) => startsWith(data, tag))) return null
  const pool = accounts[SWAP_ACCOUNTS.lbPair]
  const from = accounts[SWAP_ACCOUNTS.userTokenIn]
  const to = accounts[SWAP_ACCOUNTS.userTokenOut]
  const mintX = accounts[SWAP_ACCOUNTS.mintX]
  const mintY = accounts[SWAP_ACCOUNTS.mintY]
  if (pool === undefined || from === undefined || to === undefined) return null
  if (mintX === undefined || mintY === undefined || (event !== null && event.lbPair !== pool)) return null
  const announced = event && { inRaw: event.amountIn, outRaw: event.amountOut, outFeeRaw: null }
  const amounts = swapAmounts(transaction, call, { from, to }, announced)
  const inMint = event === null ? tokenAccountsOf(transaction).get(from)?.mint : event.swapForY ? mintX : mintY
  if (amounts === null || (inMint !== mintX && inMint !== mintY)) return null
  return orientTrade(transaction, {
    dex: 'meteora',
    programId: DLMM_PROGRAM,
    pool,
    path: call.path,
    user: event?.from ?? accounts[SWAP_ACCOUNTS.user] ?? null,
    firstMint: mintX,
    secondMint: mintY,
    isFirstIn: inMint === mintX,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    // A swap runs through bins whose amounts no one announces.
    reservesAfter: null,
  })
}

function toLaunch(transaction: ChainTransaction, { path, instruction, events }: ProgramCall): DexLaunch | null {
  const created = events.map(decodeLbPairCreate).find((event) => event !== null)
  const shape = CREATE_TAGS.find(({ tag }) => startsWith(instruction.data, tag))
  if (created === undefined && shape === undefined) return null
  const at = (index: number | undefined) => (index === undefined ? undefined : instruction.accounts[index])
  const pool = created?.lbPair ?? at(shape?.lbPair)
  const firstMint = created?.tokenX ?? at(shape?.mintX)
  const secondMint = created?.tokenY ?? at(shape?.mintY)
  if (pool === undefined || firstMint === undefined || secondMint === undefined) return null
  const creator = shape === undefined ? transaction.feePayer : (at(FUNDER_INDEX) ?? null)
  return orientLaunch(transaction, { dex: 'meteora', pool, path, firstMint, secondMint, creator })
}
