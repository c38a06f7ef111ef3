import { accountList, accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout } from '../../borsh-layout.ts'
import { type AccountUse, writableAccount } from '../../instructions.ts'
import { MEMO_PROGRAM } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import { oraclePda, tickArrayPda } from './addresses.ts'
import type { Whirlpool } from './state.ts'
import { arrayStartOf, swapArrayStarts, TICKS_PER_ARRAY } from './tick-arrays.ts'

/** Accounts of `swap_v2`, in the program's order; further tick arrays follow. */
const SWAP_V2_ACCOUNTS = accountList([
  'tokenProgramA',
  'tokenProgramB',
  'memoProgram',
  'tokenAuthority:s',
  'whirlpool:w',
  'tokenMintA',
  'tokenMintB',
  'tokenOwnerAccountA:w',
  'tokenVaultA:w',
  'tokenOwnerAccountB:w',
  'tokenVaultB:w',
  'tickArray0:w',
  'tickArray1:w',
  'tickArray2:w',
  'oracle:w',
])
const SWAP_V2_TAG = Buffer.from('2b04ed0b1ac91e62', 'hex')
const SWAP_V2 = {
  amount: 'u64',
  otherAmountThreshold: 'u64',
  sqrtPriceLimit: 'u128',
  amountSpecifiedIsInput: 'bool',
  aToB: 'bool',
} as const satisfies Layout
/** Slices of the remaining accounts: none, or one of supplemental tick arrays that is one account long. */
const NO_SLICES = Uint8Array.of(0)
const ONE_MORE_ARRAY = Uint8Array.of(1, 1, 0, 0, 0, 6, 1)
/** So near to where the swap's first array begins, the price may have left it when the swap runs. */
const EDGE_TICKS = 128

export type WhirlpoolRef = {
  readonly programId: string
  readonly address: string
  readonly whirlpool: Whirlpool
  readonly tick: number
  readonly tokenProgramA: string
  readonly tokenProgramB: string
}

export function whirlpoolSwapAccounts(ref: WhirlpoolRef, isAToB: boolean, accounts: SwapAccounts): AccountUse[] {
  const { programId, address, whirlpool, tick } = ref
  const starts = swapArrayStarts(tick, whirlpool.tickSpacing, isAToB)
  // Where prices end there are fewer arrays: the last is named again.
  const arrayAt = (at: number): string => tickArrayPda(programId, address, starts[Math.min(at, starts.length - 1)]!)
  const [ownerA, ownerB] = isAToB
    ? [accounts.inputAccount, accounts.outputAccount]
    : [accounts.outputAccount, accounts.inputAccount]
  const behind = arrayBehind(ref, isAToB)
  return accountUses(
    SWAP_V2_ACCOUNTS,
    {
      tokenProgramA: ref.tokenProgramA,
      tokenProgramB: ref.tokenProgramB,
      memoProgram: MEMO_PROGRAM,
      tokenAuthority: accounts.user,
      whirlpool: address,
      tokenMintA: whirlpool.tokenMintA,
      tokenMintB: whirlpool.tokenMintB,
      tokenOwnerAccountA: ownerA,
      tokenVaultA: whirlpool.tokenVaultA,
      tokenOwnerAccountB: ownerB,
      tokenVaultB: whirlpool.tokenVaultB,
      tickArray0: arrayAt(0),
      tickArray1: arrayAt(1),
      tickArray2: arrayAt(2),
      oracle: oraclePda(programId, address),
    },
    behind === null ? [] : [writableAccount(tickArrayPda(programId, address, behind))],
  )
}

/** `swap_v2`: exactly `amountIn`, transfer fees included, for at least `minimumOut` that arrives, at any price. */
export function whirlpoolSwapData(
  ref: Pick<WhirlpoolRef, 'tick' | 'whirlpool'>,
  isAToB: boolean,
  amountIn: bigint,
  minimumOut: bigint,
): Uint8Array {
  const order = encodeLayout(SWAP_V2, {
    amount: amountIn,
    otherAmountThreshold: minimumOut,
    sqrtPriceLimit: 0n,
    amountSpecifiedIsInput: true,
    aToB: isAToB,
  })
  return Buffer.concat([SWAP_V2_TAG, order, arrayBehind(ref, isAToB) === null ? NO_SLICES : ONE_MORE_ARRAY])
}

/** Start of the array on the other side of the swap's first one, where the price is near it: should the price step over
 *  before the swap runs, the swap begins there, and without it the program finds no array to begin with. */
function arrayBehind({ tick, whirlpool }: Pick<WhirlpoolRef, 'tick' | 'whirlpool'>, isAToB: boolean): number | null {
  const { tickSpacing } = whirlpool
  const span = TICKS_PER_ARRAY * tickSpacing
  const from = isAToB ? tick : tick + tickSpacing
  const first = arrayStartOf(from, tickSpacing)
  const behind = isAToB ? first + span : first - span
  const distance = isAToB ? behind - from : from - first
  return distance <= EDGE_TICKS && swapArrayStarts(behind, tickSpacing, true)[0] === behind ? behind : null
}
