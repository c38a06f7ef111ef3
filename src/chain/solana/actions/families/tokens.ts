import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../program-ids.ts'
import { isBatch, unbatched } from '../../token-batch.ts'
import type { ChainInstruction } from '../../transaction.ts'
import { type ActionType, rankOf } from '../action-types.ts'
import type { BalanceLedger } from '../balance-ledger.ts'
import { type ActionFamily, byByte } from './family.ts'

type Follower = (call: Call, ledger: BalanceLedger) => void
type Call = {
  readonly first: string
  /** Empty where the instruction names fewer accounts. */
  readonly second: string
  readonly third: string
  readonly data: Uint8Array
}

/** Of `setAuthority`: whose account it is. */
const ACCOUNT_OWNER = 2
const KEY_BYTES = 32
/** Of the transfer-fee extension. */
const TRANSFER_CHECKED_WITH_FEE = 1
/** Of the extension for confidential transfers: what goes in is seen no more, what comes out is. */
const CONFIDENTIAL_DEPOSIT = 5
const CONFIDENTIAL_WITHDRAW = 6

/** By an instruction's first byte. Source: the instruction enums of both token programs, and of p-token for `batch` and
 *  `unwrapLamports` (45). */
const FOLLOWERS: Readonly<Record<number, Follower>> = {
  /** initializeAccount */
  1: ({ first, second, third }, ledger) => ledger.openTokens(first, second, third),
  /** transfer */
  3({ first, second, data }, ledger) {
    const mint = (ledger.tokensOf(first) ?? ledger.tokensOf(second))?.mint
    if (mint !== undefined) ledger.moveTokens('transfer', mint, first, second, amountAt(data, 1))
  },
  /** setAuthority */
  6({ first, data }, ledger) {
    if (data[1] === ACCOUNT_OWNER && data[2] === 1 && data.length >= 3 + KEY_BYTES)
      ledger.handOver(first, encodeBase58(data.subarray(3, 3 + KEY_BYTES)))
  },
  /** mintTo, burn, closeAccount */
  7: mint,
  8: burn,
  9: ({ first, second }, ledger) => ledger.close(first, second),
  /** transferChecked */
  12: ({ first, second, third, data }, ledger) =>
    ledger.moveTokens('transfer', second, first, third, amountAt(data, 1)),
  /** mintToChecked, burnChecked */
  14: mint,
  15: burn,
  /** initializeAccount2, syncNative, initializeAccount3 */
  16: openWithOwner,
  17: ({ first }, ledger) => ledger.sync(first),
  18: openWithOwner,
  /** transferFeeExtension: amount, decimals, then the fee, which stays in the account and is not its owner's. */
  26({ first, second, third, data }, ledger) {
    if (data[1] !== TRANSFER_CHECKED_WITH_FEE) return
    ledger.moveTokens('transfer', second, first, third, amountAt(data, 2))
    ledger.moveTokens('withheld', second, third, null, amountAt(data, 11))
  },
  /** confidentialTransferExtension */
  27({ first, second, data }, ledger) {
    if (data[1] === CONFIDENTIAL_DEPOSIT) ledger.moveTokens('withheld', second, first, null, amountAt(data, 2))
    if (data[1] === CONFIDENTIAL_WITHDRAW) ledger.moveTokens('withheld', second, null, first, amountAt(data, 2))
  },
  /** unwrapLamports: an amount, or all. */
  45({ first, second, data }, ledger) {
    const held = ledger.tokensOf(first)
    if (held === undefined) return
    const amountRaw = data[1] === 1 ? amountAt(data, 2) : held.amountRaw
    ledger.moveTokens('unwrap', held.mint, first, null, amountRaw)
    ledger.moveLamports('transfer', first, second, amountRaw)
  },
}
/** Those that name a third account that they move to. */
const NEEDS_THIRD: ReadonlySet<number> = new Set([1, 12, 26])
const NEEDS_ONE: ReadonlySet<number> = new Set([6, 17])

/** Both token programs. Transfers, mints and burns are named by what moved. */
export const tokens: ActionFamily = {
  sources: { [TOKEN_PROGRAM]: 'SOLANA_PROGRAM_LIBRARY', [TOKEN_2022_PROGRAM]: 'SOLANA_PROGRAM_LIBRARY' },
  follow,
  typeOf: (instruction) =>
    isBatch(instruction)
      ? unbatched(instruction)
          .map(typeOfOne)
          .reduce<ActionType | null>((best, type) => (isBetter(type, best) ? type : best), null)
      : typeOfOne(instruction),
}

const typeOfOne = byByte({
  APPROVE: [4, 13],
  REVOKE: [5],
  SET_AUTHORITY: [6],
  CLOSE_ACCOUNT: [9],
  FREEZE: [10],
  THAW: [11],
  /** Mints, accounts and multisigs. */
  INITIALIZE_ACCOUNT: [0, 1, 2, 16, 18, 19, 20],
})

function isBetter(type: ActionType | null, than: ActionType | null): boolean {
  return type !== null && (than === null || rankOf(type) < rankOf(than))
}

function follow(instruction: ChainInstruction, ledger: BalanceLedger): void {
  if (isBatch(instruction)) for (const one of unbatched(instruction)) followOne(one, ledger)
  else followOne(instruction, ledger)
}

function followOne({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second, third] = accounts
  const code = data[0] ?? -1
  if (first === undefined || (second === undefined && !NEEDS_ONE.has(code))) return
  if (third === undefined && NEEDS_THIRD.has(code)) return
  FOLLOWERS[code]?.({ first, second: second ?? '', third: third ?? '', data }, ledger)
}

function mint({ first, second, data }: Call, ledger: BalanceLedger): void {
  ledger.moveTokens('mint', first, null, second, amountAt(data, 1))
}

function burn({ first, second, data }: Call, ledger: BalanceLedger): void {
  ledger.moveTokens('burn', second, first, null, amountAt(data, 1))
}

function openWithOwner({ first, second, data }: Call, ledger: BalanceLedger): void {
  if (data.length >= 1 + KEY_BYTES) ledger.openTokens(first, second, encodeBase58(data.subarray(1, 1 + KEY_BYTES)))
}

function amountAt(data: Uint8Array, at: number): bigint {
  return data.length >= at + 8 ? readU64(data, at) : 0n
}
