import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import {
  EXTENSIONS_OFFSET,
  MINT_BYTES,
  readTokenAccount,
  TOKEN_ACCOUNT_BYTES,
} from '../../src/hot-paths/account-layouts.ts'
import { tokenAccountBytes } from '../world/account-bytes.ts'
import type { AccountState } from './types.ts'

/* What the usual instructions in front of a trade do, without running them: accounts made, SOL moved and wrapped. Only
 * for messages that succeed so far; when one of these instructions fails, the whole message does, and no one reads on.
 * What is not understood makes the accounts it may write unknown, and the caller runs the message instead. */

type Instruction = {
  readonly programId: string
  readonly accounts: readonly { readonly address: string; readonly isWritable: boolean }[]
  readonly data: Uint8Array
}
/** `undefined`: not known. */
type Look = (address: string) => AccountState | null | undefined
/** Accounts that change; null when the instruction is not understood. */
type Change = readonly (readonly [address: string, state: AccountState | null])[]

const CREATE_ACCOUNT_IDEMPOTENT = 1
const SYSTEM_TRANSFER = 2
const SYSTEM_TRANSFER_BYTES = 12
const SYNC_NATIVE = 17
const AMOUNT_OFFSET = 64
/** Extensions of a mint that ask for none in its accounts: close authority, permanent delegate, metadata. */
const MINT_ONLY_EXTENSIONS = new Set([3, 12, 18, 19])
const NONE: Change = []

/** States after `instructions`, from `now` on; a state that is not known reads as `undefined`. */
export function foresee(
  instructions: readonly Instruction[],
  now: (address: string) => AccountState | null,
  minimumBalanceLamports: (dataBytes: number) => bigint,
): Look {
  const changed = new Map<string, AccountState | null | undefined>()
  const look: Look = (address) => (changed.has(address) ? changed.get(address) : now(address))
  for (const instruction of instructions) {
    const change = effectOf(instruction, look, minimumBalanceLamports)
    if (change !== null) for (const [address, state] of change) changed.set(address, state)
    else for (const { address, isWritable } of instruction.accounts) if (isWritable) changed.set(address, undefined)
  }
  return look
}

function effectOf(
  instruction: Instruction,
  look: Look,
  minimumBalanceLamports: (dataBytes: number) => bigint,
): Change | null {
  switch (instruction.programId) {
    case COMPUTE_BUDGET_PROGRAM:
    case MEMO_PROGRAM:
      return NONE
    case SYSTEM_PROGRAM:
      return transfer(instruction, look)
    case TOKEN_PROGRAM:
      return syncNative(instruction, look)
    case ASSOCIATED_TOKEN_PROGRAM:
      return createAssociated(instruction, look, minimumBalanceLamports)
    default:
      return null
  }
}

function transfer({ accounts, data }: Instruction, look: Look): Change | null {
  const [from, to] = accounts
  const isTransfer = data.length === SYSTEM_TRANSFER_BYTES && data[0] === SYSTEM_TRANSFER && data[1] === 0
  if (!isTransfer || from === undefined || to === undefined || from.address === to.address) return null
  const lamports = new DataView(data.buffer, data.byteOffset).getBigUint64(4, true)
  const giver = look(from.address)
  const taker = look(to.address)
  if (!giver || taker === undefined || giver.lamports < lamports) return null
  return [
    [from.address, withLamports(giver, giver.lamports - lamports)],
    [to.address, withLamports(taker ?? EMPTY, (taker?.lamports ?? 0n) + lamports)],
  ]
}

/** An account without lamports does not exist. */
function withLamports(state: AccountState, lamports: bigint): AccountState | null {
  return lamports === 0n ? null : { ...state, lamports }
}

const EMPTY: AccountState = { lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }

function syncNative({ accounts: [account], data }: Instruction, look: Look): Change | null {
  if (data.length !== 1 || data[0] !== SYNC_NATIVE || account === undefined) return null
  const state = look(account.address)
  const reserve = state ? (readTokenAccount(state.data)?.nativeReserveLamports ?? null) : null
  if (!state || reserve === null || state.owner !== TOKEN_PROGRAM) return null
  const bytes = new Uint8Array(state.data)
  new DataView(bytes.buffer).setBigUint64(AMOUNT_OFFSET, state.lamports - reserve, true)
  return [[account.address, { ...state, data: bytes }]]
}

function createAssociated(
  { accounts, data }: Instruction,
  look: Look,
  minimumBalanceLamports: (dataBytes: number) => bigint,
): Change | null {
  const [payer, account, owner, mint, , program] = accounts.map(({ address }) => address)
  if (program === undefined || data.length > 1 || (data[0] ?? 0) > CREATE_ACCOUNT_IDEMPOTENT) return null
  const present = look(account!)
  const paying = look(payer!)
  if (present === undefined || !paying) return null
  // Made already: left as it is, or the message fails.
  if (present !== null) return present.owner === program ? NONE : null
  const isWrapped = mint === NATIVE_MINT
  const isNew = program === TOKEN_2022_PROGRAM
  if (isNew ? isWrapped || !isPlainMint(look(mint!)) : program !== TOKEN_PROGRAM) return null
  const reserve = isWrapped ? { nativeReserveLamports: minimumBalanceLamports(TOKEN_ACCOUNT_BYTES) } : {}
  const bytes = tokenAccountBytes({ mint: mint!, owner: owner!, amountRaw: 0n, immutableOwner: isNew, ...reserve })
  const lamports = minimumBalanceLamports(bytes.length)
  if (paying.lamports < lamports) return null
  return [
    [payer!, withLamports(paying, paying.lamports - lamports)],
    [account!, { lamports, owner: program, data: bytes, executable: false }],
  ]
}

/** A mint of Token-2022 whose accounts have nothing but their immutable owner. */
function isPlainMint(state: AccountState | null | undefined): boolean {
  if (!state || state.owner !== TOKEN_2022_PROGRAM) return false
  const { data } = state
  if (data.length === MINT_BYTES) return true
  for (let at = EXTENSIONS_OFFSET; at + 4 <= data.length; ) {
    const type = data[at]! | (data[at + 1]! << 8)
    if (type === 0) break
    if (!MINT_ONLY_EXTENSIONS.has(type)) return false
    at += 4 + (data[at + 2]! | (data[at + 3]! << 8))
  }
  return true
}
