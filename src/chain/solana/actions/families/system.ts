import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import { SYSTEM_PROGRAM } from '../../program-ids.ts'
import type { ChainInstruction } from '../../transaction.ts'
import type { BalanceLedger } from '../balance-ledger.ts'
import { type ActionFamily, byU32 } from './family.ts'

const CREATE_ACCOUNT_WITH_SEED = 3
const TAG_BYTES = 4
const KEY_BYTES = 32
const LENGTH_BYTES = 8

type Move = { readonly kind: 'deposit' | 'transfer'; readonly from: number; readonly to: number }

/** Instructions that move lamports: number, and the places of source and destination. The amount comes first. */
const MOVES: Readonly<Record<number, Move>> = {
  /** createAccount */
  0: { kind: 'deposit', from: 0, to: 1 },
  /** transfer */
  2: { kind: 'transfer', from: 0, to: 1 },
  [CREATE_ACCOUNT_WITH_SEED]: { kind: 'deposit', from: 0, to: 1 },
  /** withdrawNonceAccount */
  5: { kind: 'transfer', from: 0, to: 1 },
  /** transferWithSeed: the base stands between the two. */
  11: { kind: 'transfer', from: 0, to: 2 },
  /** createAccountAllowPrefund (SIMD-0312): the account may hold lamports already, and comes first. */
  13: { kind: 'deposit', from: 1, to: 0 },
}

/** Source: the system program's instruction enum, bincode. Plain transfers are named by what moved; a nonce that is
 *  advanced only makes its transaction possible. */
export const system: ActionFamily = {
  sources: { [SYSTEM_PROGRAM]: 'SYSTEM_PROGRAM' },
  follow,
  typeOf: byU32({ INITIALIZE_ACCOUNT: [0, CREATE_ACCOUNT_WITH_SEED, 6, 13], SET_AUTHORITY: [7] }),
}

function follow({ accounts, data }: ChainInstruction, ledger: BalanceLedger): void {
  if (data.length < TAG_BYTES + 8) return
  const tag = readU32(data, 0)
  const move = MOVES[tag]
  if (move === undefined) return
  const [from, to] = [accounts[move.from], accounts[move.to]]
  const amountAt = tag === CREATE_ACCOUNT_WITH_SEED ? afterSeed(data) : TAG_BYTES
  if (from === undefined || to === undefined || data.length < amountAt + 8) return
  ledger.moveLamports(move.kind, from, to, readU64(data, amountAt))
}

/** What an instruction puts into an account that it makes, and how many bytes the account gets; null for others. */
export function madeAccount({ data }: ChainInstruction): { readonly lamports: bigint; readonly bytes: bigint } | null {
  if (data.length < TAG_BYTES + 8) return null
  const tag = readU32(data, 0)
  const amountAt = tag === CREATE_ACCOUNT_WITH_SEED ? afterSeed(data) : TAG_BYTES
  if (MOVES[tag]?.kind !== 'deposit' || data.length < amountAt + 16) return null
  return { lamports: readU64(data, amountAt), bytes: readU64(data, amountAt + 8) }
}

/** Behind the base's key and a text with its length. */
function afterSeed(data: Uint8Array): number {
  const lengthAt = TAG_BYTES + KEY_BYTES
  if (data.length < lengthAt + LENGTH_BYTES) return data.length
  return lengthAt + LENGTH_BYTES + Number(readU64(data, lengthAt))
}
