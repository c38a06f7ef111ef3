import type { AccountList } from '../../src/chain/solana/account-list.ts'
import { EVENT_CPI_TAG } from '../../src/chain/solana/anchor-event.ts'
import type { AccountUse, Instruction } from '../../src/chain/solana/instructions.ts'
import type { EmulatorCall, ScriptOp } from '../chain/types.ts'

/* What emulators of Anchor programs have in common: reading the accounts of a call, refusing it in Anchor's words, and
 * saying what they do as script operations. */

export type AnchorError = { readonly code: number; readonly name: string; readonly message: string }
/** A call that fails: what the program logs, and its error. */
export type Refusal = { readonly refused: readonly ScriptOp[] }

/** Errors of the framework itself, by Anchor's own numbers and texts. */
export const ANCHOR = {
  fallbackNotFound: error(101, 'InstructionFallbackNotFound', 'Fallback functions are not supported'),
  didNotDeserialize: error(
    102,
    'InstructionDidNotDeserialize',
    'The program could not deserialize the given instruction',
  ),
  mut: error(2000, 'ConstraintMut', 'A mut constraint was violated'),
  hasOne: error(2001, 'ConstraintHasOne', 'A has one constraint was violated'),
  raw: error(2003, 'ConstraintRaw', 'A raw constraint was violated'),
  seeds: error(2006, 'ConstraintSeeds', 'A seeds constraint was violated'),
  associated: error(2009, 'ConstraintAssociated', 'An associated constraint was violated'),
  address: error(2012, 'ConstraintAddress', 'An address constraint was violated'),
  tokenMint: error(2014, 'ConstraintTokenMint', 'A token mint constraint was violated'),
  discriminator: error(3002, 'AccountDiscriminatorMismatch', '8 byte discriminator did not match what was expected'),
  notEnoughKeys: error(3005, 'AccountNotEnoughKeys', 'Not enough account keys given to the instruction'),
  wrongOwner: error(
    3007,
    'AccountOwnedByWrongProgram',
    'The given account is owned by a different program than expected',
  ),
  programId: error(3008, 'InvalidProgramId', 'Program ID was not as expected'),
  notSigner: error(3010, 'AccountNotSigner', 'The given account did not sign'),
  notInitialized: error(3012, 'AccountNotInitialized', 'The program expected this account to be already initialized'),
} as const

export function error(code: number, name: string, message: string): AnchorError {
  return { code, name, message }
}

/** Ends a call. With `account` the framework's words for a broken constraint, else those of a thrown error. */
export function refuse(what: AnchorError, account?: string): Refusal {
  const cause = account === undefined ? 'AnchorError occurred.' : `AnchorError caused by account: ${snake(account)}.`
  const text = `${cause} Error Code: ${what.name}. Error Number: ${what.code}. Error Message: ${what.message}.`
  return { refused: [log(text), { op: 'fail', customCode: what.code }] }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

export type CallAccounts<Name extends string> = {
  readonly at: Readonly<Record<Name, string>>
  readonly remaining: EmulatorCall['accounts']
}

/** The accounts of a call by name, after Anchor's checks of number, signers and writable flags. */
export function readAccounts<Name extends string>(
  call: EmulatorCall,
  list: AccountList<Name>,
): CallAccounts<Name> | Refusal {
  if (call.accounts.length < list.names.length) return refuse(ANCHOR.notEnoughKeys)
  const at: Record<string, string> = {}
  for (const [index, name] of list.names.entries()) {
    const account = call.accounts[index]!
    if (list.isSigner[index] && !account.isSigner) return refuse(ANCHOR.notSigner, name)
    if (list.isWritable[index] && !account.isWritable) return refuse(ANCHOR.mut, name)
    at[name] = account.address
  }
  return { at: at as Record<Name, string>, remaining: call.accounts.slice(list.names.length) }
}

/** The first account that is not where it should be, as a refusal. */
export function checkAddresses(
  rows: readonly (readonly [name: string, got: string, expected: string, broken?: AnchorError])[],
): Refusal | null {
  for (const [name, got, expected, broken = ANCHOR.seeds] of rows) if (got !== expected) return refuse(broken, name)
  return null
}

export function log(text: string): ScriptOp {
  return { op: 'log', text }
}

/** A call of another program; `signerSeeds` are the seeds, bump included, of each own address that signs. */
export function invoke(instruction: Instruction, ...signerSeeds: readonly (readonly Uint8Array[])[]): ScriptOp {
  const { programId, accounts, data } = instruction
  return { op: 'cpi', program: programId, accounts, data, signerSeeds }
}

/** Announces an event the way `emit_cpi!` and `emit!` together do: a log line, then a call to itself. */
export function announce(
  program: { readonly programId: string; readonly eventAuthority: string; readonly eventAuthorityBump: number },
  event: Uint8Array,
): ScriptOp[] {
  const accounts: AccountUse[] = [{ address: program.eventAuthority, isSigner: true, isWritable: false }]
  const seeds = [Buffer.from('__event_authority'), Uint8Array.of(program.eventAuthorityBump)]
  const selfCall = { programId: program.programId, accounts, data: Buffer.concat([EVENT_CPI_TAG, event]) }
  return [{ op: 'logData', bytes: event }, invoke(selfCall, seeds)]
}

/** Announces an event the way `emit_cpi!` does: by a call to itself, signed by the program's event authority. */
export function emitCpi(
  programId: string,
  authority: { readonly address: string; readonly seeds: readonly Uint8Array[] },
  event: Uint8Array,
): ScriptOp {
  const accounts: AccountUse[] = [{ address: authority.address, isSigner: true, isWritable: false }]
  return invoke({ programId, accounts, data: Buffer.concat([EVENT_CPI_TAG, event]) }, authority.seeds)
}

function snake(name: string): string {
  return name.replace(/[A-Z0-9]+/g, (part) => `_${part.toLowerCase()}`)
}
