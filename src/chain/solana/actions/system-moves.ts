import { readU32, readU64 } from '../../../hot-paths/account-layouts.ts'
import type { ChainInstruction } from '../transaction.ts'
import type { BalanceLedger } from './balance-ledger.ts'

/** Instructions of the system program that move lamports. */
const CREATE_ACCOUNT = 0
const TRANSFER = 2
const CREATE_ACCOUNT_WITH_SEED = 3
const WITHDRAW_NONCE_ACCOUNT = 5
const TRANSFER_WITH_SEED = 11
/** SIMD-0312: the account may hold lamports already, and comes first. */
const CREATE_ACCOUNT_ALLOW_PREFUND = 13

const TAG_BYTES = 4
const KEY_BYTES = 32
const SEED_LENGTH_BYTES = 8

/** Source: the system program's instruction enum, bincode. */
export function followSystem({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  if (data.length < TAG_BYTES + 8) return
  const [first, second, third] = accounts
  if (first === undefined) return
  const amount = readU64(data, TAG_BYTES)
  switch (readU32(data, 0)) {
    case CREATE_ACCOUNT:
      return ledger.moveLamports('deposit', first, second ?? null, amount)
    case CREATE_ACCOUNT_ALLOW_PREFUND:
      return second === undefined ? undefined : ledger.moveLamports('deposit', second, first, amount)
    case TRANSFER:
    case WITHDRAW_NONCE_ACCOUNT:
      return second === undefined ? undefined : ledger.moveLamports('transfer', first, second, amount)
    case TRANSFER_WITH_SEED:
      return third === undefined ? undefined : ledger.moveLamports('transfer', first, third, amount)
    case CREATE_ACCOUNT_WITH_SEED: {
      const seedAt = TAG_BYTES + KEY_BYTES
      if (second === undefined || data.length < seedAt + SEED_LENGTH_BYTES) return
      const lamportsAt = seedAt + SEED_LENGTH_BYTES + Number(readU64(data, seedAt))
      if (data.length >= lamportsAt + 8) ledger.moveLamports('deposit', first, second, readU64(data, lamportsAt))
    }
  }
}
