import { AssertionError } from 'node:assert/strict'
import { ZERO_KEY } from '../../src/chain/solana/borsh-layout.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readTokenAccount, TOKEN_ACCOUNT_BYTES } from '../../src/hot-paths/account-layouts.ts'
import { EMULATOR_FAILED, isEventSelfCall } from '../chain/script.ts'
import type { AccountState, Emulator, EmulatorCall, ScriptOp } from '../chain/types.ts'
import { tokenAccountBytes } from '../world/account-bytes.ts'
import { keyAt, MAX_U64, putInt, uintAt } from './byte-fields.ts'
import { afterTransferFee } from './token-moves.ts'

/* Follows what emulated programs would do, without running anything: the operations of their scripts are applied to a
 * sheet of changed accounts. It knows as much of the token and system programs as swaps need. */

export type DryCall = Pick<EmulatorCall, 'programId' | 'accounts' | 'data'>
export type DryFailure = { readonly program: string; readonly customCode: number }
/** What one call moved: tokens that arrived by token account, lamports that a program handed out by address. */
export type DryMoves = {
  readonly failure: DryFailure | null
  readonly tokensTo: ReadonlyMap<string, bigint>
  readonly lamportsTo: ReadonlyMap<string, bigint>
}
export type Surroundings = Pick<EmulatorCall, 'read' | 'slot' | 'unixTimeSec' | 'minimumBalanceLamports'>
export type DryRun = {
  read(address: string): AccountState | null
  put(address: string, state: AccountState | null): void
  /** Runs one call; after a failure the sheet is not to be used any more. */
  run(call: DryCall): DryMoves
  /** Applies one operation as if `program` had made it. */
  apply(op: ScriptOp, call: DryCall): DryFailure | null
}

const TOKEN = {
  transfer: 3,
  mintTo: 7,
  burn: 8,
  closeAccount: 9,
  transferChecked: 12,
  mintToChecked: 14,
  burnChecked: 15,
  syncNative: 17,
  initializeAccount3: 18,
} as const
const SYSTEM = { createAccount: 0, assign: 1, transfer: 2, allocate: 8 } as const
const AMOUNT_AT = 64
/** The token program's own errors. */
const INSUFFICIENT_FUNDS = 1
const UNINITIALIZED = 9
const OVERFLOW = 14
const FROZEN = 17
const MAX_DEPTH = 5

type Sheet = {
  readonly around: Surroundings
  readonly emulators: ReadonlyMap<string, Emulator>
  readonly changed: Map<string, AccountState | null>
  tokensTo: Map<string, bigint>
  lamportsTo: Map<string, bigint>
}
type Cpi = Extract<ScriptOp, { op: 'cpi' }>

export function createDryRun(around: Surroundings, emulators: ReadonlyMap<string, Emulator>): DryRun {
  const sheet: Sheet = { around, emulators, changed: new Map(), tokensTo: new Map(), lamportsTo: new Map() }
  return {
    read: (address) => read(sheet, address),
    put: (address, state) => sheet.changed.set(address, state),
    run(call) {
      sheet.tokensTo = new Map()
      sheet.lamportsTo = new Map()
      const failure = runCall(sheet, call, 1)
      return { failure, tokensTo: sheet.tokensTo, lamportsTo: sheet.lamportsTo }
    },
    apply: (op, call) => applyOp(sheet, op, call, 1),
  }
}

function read({ changed, around }: Sheet, address: string): AccountState | null {
  const state = changed.get(address)
  return state === undefined ? around.read(address) : state
}

function runCall(sheet: Sheet, call: DryCall, depth: number): DryFailure | null {
  const emulator = sheet.emulators.get(call.programId)
  if (emulator === undefined || depth > MAX_DEPTH) return null
  const before = new Map(sheet.changed)
  // A script is written from the state before it, whatever it goes on to do.
  const frozen: Sheet = { ...sheet, changed: before }
  const ops = scriptOf(emulator, { ...sheet.around, ...call, read: (address) => read(frozen, address) })
  for (const op of ops) {
    const failure = applyOp(sheet, op, call, depth)
    if (failure !== null) return failure
  }
  return null
}

/** An emulator that cannot follow a call (amounts that fit no field) fails on the chain too. */
function scriptOf(emulator: Emulator, call: EmulatorCall): readonly ScriptOp[] {
  try {
    return emulator.run(call)
  } catch (error) {
    if (error instanceof AssertionError || error instanceof RangeError)
      return [{ op: 'fail', customCode: EMULATOR_FAILED }]
    throw error
  }
}

function applyOp(sheet: Sheet, op: ScriptOp, call: DryCall, depth: number): DryFailure | null {
  switch (op.op) {
    case 'fail':
      return { program: call.programId, customCode: op.customCode }
    case 'write': {
      const state = read(sheet, op.address)
      if (state === null) return null
      const data = new Uint8Array(state.data)
      data.set(op.bytes, op.offset)
      sheet.changed.set(op.address, { ...state, data })
      return null
    }
    case 'moveLamports':
      add(sheet.lamportsTo, op.to, op.lamports)
      return moveLamports(sheet, op.from, op.to, op.lamports)
    case 'cpi':
      return applyCall(sheet, op, depth)
    default:
      return null
  }
}

function applyCall(sheet: Sheet, op: Cpi, depth: number): DryFailure | null {
  if (op.program === SYSTEM_PROGRAM) return applySystem(sheet, op)
  if (op.program === TOKEN_PROGRAM || op.program === TOKEN_2022_PROGRAM) return applyToken(sheet, op)
  if (isEventSelfCall(op.data)) return null
  return runCall(sheet, { programId: op.program, accounts: op.accounts, data: op.data }, depth + 1)
}

function applySystem(sheet: Sheet, { program, accounts, data }: Cpi): DryFailure | null {
  const [first, second] = accounts.map(({ address }) => address)
  const tag = Number(uintAt(data, 0, 4))
  const insufficient = { program, customCode: INSUFFICIENT_FUNDS }
  switch (tag) {
    case SYSTEM.transfer:
      return moveLamports(sheet, first!, second!, uintAt(data, 4, 8)) === null ? null : insufficient
    case SYSTEM.createAccount: {
      if (moveLamports(sheet, first!, second!, uintAt(data, 4, 8)) !== null) return insufficient
      const state = read(sheet, second!)!
      const bytes = new Uint8Array(Number(uintAt(data, 12, 8)))
      sheet.changed.set(second!, { ...state, owner: keyAt(data, 20), data: bytes })
      return null
    }
    case SYSTEM.allocate:
    case SYSTEM.assign: {
      const state = read(sheet, first!) ?? EMPTY
      const change =
        tag === SYSTEM.assign ? { owner: keyAt(data, 4) } : { data: new Uint8Array(Number(uintAt(data, 4, 8))) }
      sheet.changed.set(first!, { ...state, ...change })
      return null
    }
    default:
      return null
  }
}

const EMPTY: AccountState = { lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }

function moveLamports(sheet: Sheet, from: string, to: string, lamports: bigint): DryFailure | null {
  const giver = read(sheet, from) ?? EMPTY
  if (giver.lamports < lamports) return { program: SYSTEM_PROGRAM, customCode: INSUFFICIENT_FUNDS }
  sheet.changed.set(from, { ...giver, lamports: giver.lamports - lamports })
  const taker = read(sheet, to) ?? EMPTY
  sheet.changed.set(to, { ...taker, lamports: taker.lamports + lamports })
  return null
}

function applyToken(sheet: Sheet, { program, accounts, data }: Cpi): DryFailure | null {
  const at = accounts.map(({ address }) => address)
  const amount = (): bigint => uintAt(data, 1, 8)
  switch (data[0]) {
    case TOKEN.transfer:
      return moveTokens(sheet, { program, from: at[0]!, to: at[1]!, amount: amount() })
    case TOKEN.transferChecked:
      return moveTokens(sheet, { program, from: at[0]!, to: at[2]!, amount: amount() })
    case TOKEN.mintTo:
    case TOKEN.mintToChecked:
      return credit(sheet, at[1]!, amount())
    case TOKEN.burn:
    case TOKEN.burnChecked:
      return debit(sheet, program, at[0]!, amount())
    case TOKEN.closeAccount: {
      const lamports = read(sheet, at[0]!)?.lamports ?? 0n
      moveLamports(sheet, at[0]!, at[1]!, lamports)
      sheet.changed.set(at[0]!, null)
      return null
    }
    case TOKEN.syncNative: {
      const state = read(sheet, at[0]!)
      const reserve = state === null ? null : (readTokenAccount(state.data)?.nativeReserveLamports ?? null)
      if (state !== null && reserve !== null) writeAmount(sheet, at[0]!, state, state.lamports - reserve)
      return null
    }
    case TOKEN.initializeAccount3: {
      const state = read(sheet, at[0]!)
      if (state === null) return null
      const isNative = at[1] === NATIVE_MINT
      const reserve = isNative
        ? { nativeReserveLamports: sheet.around.minimumBalanceLamports(TOKEN_ACCOUNT_BYTES) }
        : {}
      const amountRaw = isNative ? state.lamports - reserve.nativeReserveLamports! : 0n
      const bytes = tokenAccountBytes({ mint: at[1]!, owner: keyAt(data, 1), amountRaw, ...reserve })
      sheet.changed.set(at[0]!, { ...state, data: bytes })
      return null
    }
    default:
      return null
  }
}

function moveTokens(
  sheet: Sheet,
  { program, from, to, amount }: { program: string; from: string; to: string; amount: bigint },
): DryFailure | null {
  const mint = mintOf(read(sheet, from)) ?? ZERO_KEY
  const failed = debit(sheet, program, from, amount)
  if (failed !== null) return failed
  const call = { ...sheet.around, ...NO_CALL, read: (address: string) => read(sheet, address) }
  return credit(sheet, to, afterTransferFee(call, mint, amount))
}

const NO_CALL = { programId: SYSTEM_PROGRAM, accounts: [], data: new Uint8Array(0) }

function mintOf(state: AccountState | null): string | null {
  return state === null || readTokenAccount(state.data) === null ? null : keyAt(state.data, 0)
}

function debit(sheet: Sheet, program: string, account: string, amount: bigint): DryFailure | null {
  const state = read(sheet, account)
  const fields = state === null ? null : readTokenAccount(state.data)
  if (state === null || fields === null || fields.amountRaw < amount) return { program, customCode: INSUFFICIENT_FUNDS }
  if (fields.state === 'frozen') return { program, customCode: FROZEN }
  writeAmount(sheet, account, nativeLamports(state, -amount), fields.amountRaw - amount)
  return null
}

function credit(sheet: Sheet, account: string, amount: bigint): DryFailure | null {
  const state = read(sheet, account)
  const fields = state === null ? null : readTokenAccount(state.data)
  if (state === null || fields === null) return { program: TOKEN_PROGRAM, customCode: UNINITIALIZED }
  if (fields.amountRaw + amount > MAX_U64) return { program: TOKEN_PROGRAM, customCode: OVERFLOW }
  add(sheet.tokensTo, account, amount)
  writeAmount(sheet, account, nativeLamports(state, amount), fields.amountRaw + amount)
  return null
}

/** Wrapped SOL moves lamports along. */
function nativeLamports(state: AccountState, change: bigint): AccountState {
  const isNative = (readTokenAccount(state.data)?.nativeReserveLamports ?? null) !== null
  return isNative ? { ...state, lamports: state.lamports + change } : state
}

function writeAmount(sheet: Sheet, account: string, state: AccountState, amountRaw: bigint): void {
  const data = new Uint8Array(state.data)
  putInt(data, AMOUNT_AT, 8, amountRaw)
  sheet.changed.set(account, { ...state, data })
}

function add(sums: Map<string, bigint>, name: string, amount: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount)
}
