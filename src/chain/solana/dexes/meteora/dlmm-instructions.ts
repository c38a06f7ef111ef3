import { accountList, accountUses } from '../../account-list.ts'
import { type AccountUse, writableAccount } from '../../instructions.ts'
import { MEMO_PROGRAM } from '../../program-ids.ts'
import type { SwapAccounts } from '../trading.ts'
import { DLMM_EVENT_AUTHORITY, DLMM_PROGRAM } from './addresses.ts'
import type { LbPair } from './dlmm-state.ts'

/** Accounts of `swap2`, in wire order; what transfer hooks want and the bin arrays follow. An account that stays away
 *  is the program itself. */
const SWAP2_NAMES = [
  'reserveX:w',
  'reserveY:w',
  'userTokenIn:w',
  'userTokenOut:w',
  'tokenXMint',
  'tokenYMint',
  'oracle:w',
  'hostFeeIn',
  'user:s',
  'tokenXProgram',
  'tokenYProgram',
  'memoProgram',
  'eventAuthority',
  'program',
] as const
const SWAP2 = accountList(['lbPair:w', 'bitmapExtension', ...SWAP2_NAMES])
const SWAP2_EXTENDED = accountList(['lbPair:w', 'bitmapExtension:w', ...SWAP2_NAMES])
const SWAP2_TAG = Buffer.from('414b3f4ceb5b5b88', 'hex')
const SLICES_OFFSET = 24
const SLICE_KINDS = { hookX: 0, hookY: 1 } as const

export type DlmmRef = {
  readonly address: string
  readonly pair: LbPair
  readonly oracle: string
  /** Null when the pool has none. */
  readonly bitmapExtension: string | null
  readonly tokenProgramX: string
  readonly tokenProgramY: string
}
/** What the mints' transfer hooks want, those of X first. */
export type HookAccounts = { readonly x: readonly AccountUse[]; readonly y: readonly AccountUse[] }

/** `arrays`: bin arrays in the order of the trade. */
export function dlmmSwapAccounts(
  ref: DlmmRef,
  { user, inputAccount, outputAccount }: SwapAccounts,
  { hooks, arrays }: { readonly hooks: HookAccounts; readonly arrays: readonly string[] },
): readonly AccountUse[] {
  const { pair } = ref
  return accountUses(
    ref.bitmapExtension === null ? SWAP2 : SWAP2_EXTENDED,
    {
      lbPair: ref.address,
      bitmapExtension: ref.bitmapExtension ?? DLMM_PROGRAM,
      reserveX: pair.reserveX,
      reserveY: pair.reserveY,
      userTokenIn: inputAccount,
      userTokenOut: outputAccount,
      tokenXMint: pair.mintX,
      tokenYMint: pair.mintY,
      oracle: ref.oracle,
      hostFeeIn: DLMM_PROGRAM,
      user,
      tokenXProgram: ref.tokenProgramX,
      tokenYProgram: ref.tokenProgramY,
      memoProgram: MEMO_PROGRAM,
      eventAuthority: DLMM_EVENT_AUTHORITY,
      program: DLMM_PROGRAM,
    },
    [...hooks.x, ...hooks.y, ...arrays.map(writableAccount)],
  )
}

/** `swap2` with an exact input. `hookCounts` says how many accounts each hook got; none is not told. */
export function dlmmSwapData(
  amountInRaw: bigint,
  minOutRaw: bigint,
  hookCounts: { readonly x: number; readonly y: number },
): Uint8Array {
  const slices = [
    [SLICE_KINDS.hookX, hookCounts.x],
    [SLICE_KINDS.hookY, hookCounts.y],
  ].filter(([, count]) => count !== 0)
  const data = Buffer.alloc(SLICES_OFFSET + 4 + 2 * slices.length)
  data.set(SWAP2_TAG)
  data.writeBigUInt64LE(amountInRaw, 8)
  data.writeBigUInt64LE(minOutRaw, 16)
  data.writeUInt32LE(slices.length, SLICES_OFFSET)
  data.set(slices.flat(), SLICES_OFFSET + 4)
  return data
}
