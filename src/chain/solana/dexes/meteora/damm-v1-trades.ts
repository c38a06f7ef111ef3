import { startsWith } from '../../anchor-event.ts'
import { tokenAccountsOf } from '../../token-flows.ts'
import type { ChainTransaction } from '../../transaction.ts'
import type { DexLaunch, DexTrade } from '../dex.ts'
import { orientLaunch } from '../orient-launch.ts'
import { orientTrade } from '../orient-trade.ts'
import { callsOfProgram, type ProgramCall } from '../program-calls.ts'
import { swapAmounts } from '../swap-amounts.ts'
import { DAMM_V1_PROGRAM } from './addresses.ts'
import { decodeDammV1Swap } from './damm-v1-events.ts'

const SWAP_TAG = Buffer.from('f8c69e91e17587c8', 'hex')
const SWAP_ACCOUNTS = {
  pool: 0,
  userSource: 1,
  userDestination: 2,
  tokenVaultA: 5,
  tokenVaultB: 6,
  /** Of the side that goes in. */
  protocolFee: 11,
  user: 12,
} as const

/** Ways to make a pool: the index of token A's mint (B's is next) and who pays. The pool is always first. */
const CREATE_TAGS = [
  { tag: '4d55b29d3230d47e', mintA: 2, payer: 15 }, // initialize_permissioned_pool
  { tag: '76ad299dad486167', mintA: 2, payer: 17 }, // initialize_permissionless_pool
  { tag: '06874493e552a971', mintA: 2, payer: 17 }, // ..._pool_with_fee_tier
  { tag: '07a68aabceabecf4', mintA: 3, payer: 18 }, // ..._constant_product_pool_with_config
  { tag: '3095dc823d0b09b2', mintA: 3, payer: 18 }, // ..._constant_product_pool_with_config2
  { tag: '9118acc2db7d03be', mintA: 2, payer: 17 }, // initialize_customizable_...
].map((shape) => ({ ...shape, tag: Buffer.from(shape.tag, 'hex') }))

/** Trades in DAMM v1 pools in a transaction, direct or through other programs: one for each swap instruction. */
export function decodeDammV1Trades(transaction: ChainTransaction): readonly DexTrade[] {
  return callsOfProgram(transaction, DAMM_V1_PROGRAM).flatMap((call) => toTrade(transaction, call) ?? [])
}

/** DAMM v1 pools that were made. */
export function decodeDammV1Launches(transaction: ChainTransaction): readonly DexLaunch[] {
  return callsOfProgram(transaction, DAMM_V1_PROGRAM).flatMap((call) => toLaunch(transaction, call) ?? [])
}

/** What left the user's account (into the vault and to the protocol) and what reached the other one; where the record
 *  has no calls, what the log says. The log is the lesser witness: it may be cut off, and what it says went in is what
 *  the vault's shares are worth afterwards, some units less than was paid (seen in recorded trades). The instruction
 *  names no mints: the vaults' token accounts tell. */
function toTrade(transaction: ChainTransaction, call: ProgramCall): DexTrade | null {
  const { accounts, data } = call.instruction
  if (!startsWith(data, SWAP_TAG)) return null
  const pool = accounts[SWAP_ACCOUNTS.pool]
  const from = accounts[SWAP_ACCOUNTS.userSource]
  const to = accounts[SWAP_ACCOUNTS.userDestination]
  if (pool === undefined || from === undefined || to === undefined) return null
  const seen = tokenAccountsOf(transaction)
  const mintAt = (index: number): string | undefined => seen.get(accounts[index] ?? '')?.mint
  const firstMint = mintAt(SWAP_ACCOUNTS.tokenVaultA)
  const secondMint = mintAt(SWAP_ACCOUNTS.tokenVaultB)
  const inMint = mintAt(SWAP_ACCOUNTS.protocolFee) ?? mintAt(SWAP_ACCOUNTS.userSource)
  if (firstMint === undefined || secondMint === undefined) return null
  if (inMint !== firstMint && inMint !== secondMint) return null
  const logged = call.events.map(decodeDammV1Swap).find((event) => event !== null)
  // Its vaults hold no tokens that withhold a fee of a transfer.
  const announced = logged === undefined ? null : { inRaw: logged.inAmount, outRaw: logged.outAmount, outFeeRaw: 0n }
  const amounts = swapAmounts(transaction, call, { from, to }, announced)
  if (amounts === null) return null
  return orientTrade(transaction, {
    dex: 'meteora',
    programId: DAMM_V1_PROGRAM,
    pool,
    path: call.path,
    user: accounts[SWAP_ACCOUNTS.user] ?? null,
    firstMint,
    secondMint,
    isFirstIn: inMint === firstMint,
    inRaw: amounts.inRaw,
    outRaw: amounts.outRaw,
    reservesAfter: null,
  })
}

function toLaunch(transaction: ChainTransaction, { path, instruction }: ProgramCall): DexLaunch | null {
  const shape = CREATE_TAGS.find(({ tag }) => startsWith(instruction.data, tag))
  if (shape === undefined) return null
  const pool = instruction.accounts[0]
  const firstMint = instruction.accounts[shape.mintA]
  const secondMint = instruction.accounts[shape.mintA + 1]
  if (pool === undefined || firstMint === undefined || secondMint === undefined) return null
  const creator = instruction.accounts[shape.payer] ?? null
  return orientLaunch(transaction, { dex: 'meteora', pool, path, firstMint, secondMint, creator })
}
