import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { unbatched } from '../token-batch.ts'
import type { ChainInstruction } from '../transaction.ts'
import type { BalanceLedger } from './balance-ledger.ts'

/** Instructions of both token programs by their first byte. */
const CODE = {
  initializeAccount: 1,
  transfer: 3,
  setAuthority: 6,
  mintTo: 7,
  burn: 8,
  closeAccount: 9,
  transferChecked: 12,
  mintToChecked: 14,
  burnChecked: 15,
  initializeAccount2: 16,
  syncNative: 17,
  initializeAccount3: 18,
  transferFee: 26,
  confidentialTransfer: 27,
  unwrapLamports: 45,
} as const
/** Of the transfer-fee extension. */
const TRANSFER_CHECKED_WITH_FEE = 1
/** Of the extension for confidential transfers: what goes in is seen no more, what comes out is. */
const CONFIDENTIAL_DEPOSIT = 5
const CONFIDENTIAL_WITHDRAW = 6
/** Of `setAuthority`: whose account it is. */
const ACCOUNT_OWNER = 2
const KEY_BYTES = 32

/** Source: the instruction enums of both token programs, and of p-token for `batch` and `unwrapLamports`. */
export function followTokens(instruction: ChainInstruction, ledger: BalanceLedger): void {
  for (const one of unbatched(instruction)) followOne(one, ledger)
}

function followOne({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  const [first, second, third] = accounts
  const code = data[0]
  if (first === undefined || code === undefined) return
  const amountAt = (at: number): bigint => (data.length >= at + 8 ? readU64(data, at) : 0n)
  const mintOf = (...known: (string | undefined)[]): string | null => {
    for (const account of known) {
      const held = account === undefined ? undefined : ledger.tokensOf(account)
      if (held !== undefined) return held.mint
    }
    return null
  }
  switch (code) {
    case CODE.initializeAccount:
      if (second !== undefined && third !== undefined) ledger.openTokens(first, second, third)
      return
    case CODE.initializeAccount2:
    case CODE.initializeAccount3:
      if (second !== undefined && data.length >= 1 + KEY_BYTES)
        ledger.openTokens(first, second, encodeBase58(data.subarray(1, 1 + KEY_BYTES)))
      return
    case CODE.transfer: {
      const mint = mintOf(first, second)
      if (mint !== null && second !== undefined) ledger.moveTokens('transfer', mint, first, second, amountAt(1))
      return
    }
    case CODE.transferChecked:
      if (second !== undefined && third !== undefined)
        ledger.moveTokens('transfer', second, first, third, amountAt(1))
      return
    case CODE.transferFee:
      if (data[1] !== TRANSFER_CHECKED_WITH_FEE || second === undefined || third === undefined) return
      ledger.moveTokens('transfer', second, first, third, amountAt(2))
      // Amount, decimals, then the fee, which stays in the account and is not its owner's.
      return ledger.moveTokens('withheld', second, third, null, amountAt(2 + 8 + 1))
    case CODE.confidentialTransfer:
      if (second === undefined) return
      if (data[1] === CONFIDENTIAL_DEPOSIT) ledger.moveTokens('withheld', second, first, null, amountAt(2))
      if (data[1] === CONFIDENTIAL_WITHDRAW) ledger.moveTokens('withheld', second, null, first, amountAt(2))
      return
    case CODE.mintTo:
    case CODE.mintToChecked:
      if (second !== undefined) ledger.moveTokens('mint', first, null, second, amountAt(1))
      return
    case CODE.burn:
    case CODE.burnChecked:
      if (second !== undefined) ledger.moveTokens('burn', second, first, null, amountAt(1))
      return
    case CODE.syncNative:
      return ledger.sync(first)
    case CODE.closeAccount:
      return second === undefined ? undefined : ledger.close(first, second)
    case CODE.setAuthority:
      if (data[1] === ACCOUNT_OWNER && data[2] === 1 && data.length >= 3 + KEY_BYTES)
        ledger.handOver(first, encodeBase58(data.subarray(3, 3 + KEY_BYTES)))
      return
    case CODE.unwrapLamports: {
      const held = ledger.tokensOf(first)
      if (held === undefined || second === undefined) return
      const amountRaw = data[1] === 1 ? amountAt(2) : held.amountRaw
      ledger.moveTokens('unwrap', held.mint, first, null, amountRaw)
      ledger.moveLamports('transfer', first, second, amountRaw)
    }
  }
}
