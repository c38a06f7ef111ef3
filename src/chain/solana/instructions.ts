import assert from 'node:assert/strict'
import { addressBytes, associatedTokenAddress, findProgramAddress } from './pda.ts'
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  STAKE_CONFIG,
  STAKE_HISTORY_SYSVAR,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './program-ids.ts'

/* Encoders of the instructions of the chain's own programs. Amounts are base units or lamports as bigint. Layouts:
 * the programs' sources; checked against the official client libraries in the tests. */

export type AccountUse = { readonly address: string; readonly isSigner: boolean; readonly isWritable: boolean }
export type Instruction = {
  readonly programId: string
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

export const readonlyAccount = (address: string): AccountUse => ({ address, isSigner: false, isWritable: false })
export const writableAccount = (address: string): AccountUse => ({ address, isSigner: false, isWritable: true })
export const readonlySigner = (address: string): AccountUse => ({ address, isSigner: true, isWritable: false })
export const writableSigner = (address: string): AccountUse => ({ address, isSigner: true, isWritable: true })

// System

export function transferLamports(input: { from: string; to: string; lamports: bigint }): Instruction {
  const accounts = [writableSigner(input.from), writableAccount(input.to)]
  return instruction(SYSTEM_PROGRAM, accounts, u32(2), u64(input.lamports))
}

export function createAccount(input: {
  payer: string
  account: string
  lamports: bigint
  dataBytes: number
  owner: string
}): Instruction {
  const accounts = [writableSigner(input.payer), writableSigner(input.account)]
  const size = u64(BigInt(input.dataBytes))
  return instruction(SYSTEM_PROGRAM, accounts, u32(0), u64(input.lamports), size, addressBytes(input.owner))
}

/** The same at the address that `base`, the payer, a text and the owner give (`addressWithSeed`): it needs no other
 *  signature. */
export function createAccountWithSeed(input: {
  payer: string
  account: string
  seed: string
  lamports: bigint
  dataBytes: number
  owner: string
}): Instruction {
  const accounts = [writableSigner(input.payer), writableAccount(input.account)]
  const seed = Buffer.from(input.seed)
  return instruction(
    SYSTEM_PROGRAM,
    accounts,
    u32(3),
    addressBytes(input.payer),
    u64(BigInt(seed.length)),
    seed,
    u64(input.lamports),
    u64(BigInt(input.dataBytes)),
    addressBytes(input.owner),
  )
}

export function advanceNonce(input: { nonce: string; authority: string }): Instruction {
  const accounts = [
    writableAccount(input.nonce),
    readonlyAccount(RECENT_BLOCKHASHES_SYSVAR),
    readonlySigner(input.authority),
  ]
  return instruction(SYSTEM_PROGRAM, accounts, u32(4))
}

export function withdrawNonce(input: { nonce: string; authority: string; to: string; lamports: bigint }): Instruction {
  const accounts = [
    writableAccount(input.nonce),
    writableAccount(input.to),
    readonlyAccount(RECENT_BLOCKHASHES_SYSVAR),
    readonlyAccount(RENT_SYSVAR),
    readonlySigner(input.authority),
  ]
  return instruction(SYSTEM_PROGRAM, accounts, u32(5), u64(input.lamports))
}

/** Turns a funded 80-byte System account (`createAccount`) into a durable nonce. */
export function initializeNonce(input: { nonce: string; authority: string }): Instruction {
  const accounts = [
    writableAccount(input.nonce),
    readonlyAccount(RECENT_BLOCKHASHES_SYSVAR),
    readonlyAccount(RENT_SYSVAR),
  ]
  return instruction(SYSTEM_PROGRAM, accounts, u32(6), addressBytes(input.authority))
}

// Token and Token-2022: `tokenProgram` defaults to the classic one

export function initializeMint(input: {
  mint: string
  decimals: number
  mintAuthority: string
  freezeAuthority?: string | null
  tokenProgram?: string
}): Instruction {
  const data = [
    u8(20),
    u8(input.decimals),
    addressBytes(input.mintAuthority),
    optionalKey(input.freezeAuthority ?? null),
  ]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, [writableAccount(input.mint)], ...data)
}

export function initializeTokenAccount(input: {
  account: string
  mint: string
  owner: string
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.account), readonlyAccount(input.mint)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(18), addressBytes(input.owner))
}

export function mintTokens(input: {
  mint: string
  to: string
  authority: string
  amountRaw: bigint
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.mint), writableAccount(input.to), readonlySigner(input.authority)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(7), u64(input.amountRaw))
}

export function transferTokens(input: {
  from: string
  to: string
  authority: string
  amountRaw: bigint
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.from), writableAccount(input.to), readonlySigner(input.authority)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(3), u64(input.amountRaw))
}

/** `extraAccounts` are those of a transfer hook. */
export function transferTokensChecked(input: {
  from: string
  mint: string
  to: string
  authority: string
  amountRaw: bigint
  decimals: number
  tokenProgram?: string
  extraAccounts?: readonly AccountUse[]
}): Instruction {
  const accounts = [
    writableAccount(input.from),
    readonlyAccount(input.mint),
    writableAccount(input.to),
    readonlySigner(input.authority),
    ...(input.extraAccounts ?? []),
  ]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(12), u64(input.amountRaw), u8(input.decimals))
}

/** @internal Tests plant it in transactions that a manifest must refuse. */
export function approveTokens(input: {
  account: string
  delegate: string
  owner: string
  amountRaw: bigint
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.account), readonlyAccount(input.delegate), readonlySigner(input.owner)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(4), u64(input.amountRaw))
}

/** @internal Tests plant it in transactions that a manifest must refuse. */
export function revokeTokens(input: { account: string; owner: string; tokenProgram?: string }): Instruction {
  const accounts = [writableAccount(input.account), readonlySigner(input.owner)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(5))
}

export function burnTokens(input: {
  account: string
  mint: string
  authority: string
  amountRaw: bigint
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.account), writableAccount(input.mint), readonlySigner(input.authority)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(8), u64(input.amountRaw))
}

export function closeTokenAccount(input: {
  account: string
  destination: string
  authority: string
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.account), writableAccount(input.destination), readonlySigner(input.authority)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(9))
}

export function freezeTokenAccount(input: {
  account: string
  mint: string
  authority: string
  tokenProgram?: string
}): Instruction {
  return freezeOrThaw(10, input)
}

export function thawTokenAccount(input: {
  account: string
  mint: string
  authority: string
  tokenProgram?: string
}): Instruction {
  return freezeOrThaw(11, input)
}

function freezeOrThaw(
  code: number,
  input: { account: string; mint: string; authority: string; tokenProgram?: string },
): Instruction {
  const accounts = [writableAccount(input.account), readonlyAccount(input.mint), readonlySigner(input.authority)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(code))
}

const AUTHORITY_TYPES = {
  mintTokens: 0,
  freezeAccount: 1,
  accountOwner: 2,
  closeAccount: 3,
  /** Token-2022 only. */
  transferHookProgram: 10,
} as const

/** Hands an authority of a mint or token account on; null gives it up for ever. */
export function setTokenAuthority(input: {
  account: string
  authority: string
  type: keyof typeof AUTHORITY_TYPES
  newAuthority: string | null
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.account), readonlySigner(input.authority)]
  const type = u8(AUTHORITY_TYPES[input.type])
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(6), type, optionalKey(input.newAuthority))
}

export function syncNative(account: string): Instruction {
  return instruction(TOKEN_PROGRAM, [writableAccount(account)], u8(17))
}

/** Returns the lamports an account holds above its rent minimum without closing it (not for wrapped SOL). */
export function withdrawExcessLamports(input: {
  account: string
  destination: string
  authority: string
  tokenProgram?: string
}): Instruction {
  const accounts = [writableAccount(input.account), writableAccount(input.destination), readonlySigner(input.authority)]
  return instruction(input.tokenProgram ?? TOKEN_PROGRAM, accounts, u8(38))
}

/** Moves the transfer fees that were withheld in accounts of a Token-2022 mint to the mint: an account with some in it
 *  cannot be closed. Anyone may do so. */
export function harvestWithheldTokens(input: { mint: string; accounts: readonly string[] }): Instruction {
  const accounts = [writableAccount(input.mint), ...input.accounts.map(writableAccount)]
  return instruction(TOKEN_2022_PROGRAM, accounts, u8(26), u8(4))
}

/** Creates the associated token account unless it is there. */
export function createAssociatedTokenAccount(input: {
  payer: string
  owner: string
  mint: string
  tokenProgram?: string
}): Instruction {
  const tokenProgram = input.tokenProgram ?? TOKEN_PROGRAM
  const accounts = [
    writableSigner(input.payer),
    writableAccount(associatedTokenAddress(input.owner, input.mint, tokenProgram)),
    readonlyAccount(input.owner),
    readonlyAccount(input.mint),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(tokenProgram),
  ]
  return instruction(ASSOCIATED_TOKEN_PROGRAM, accounts, u8(1))
}

// Compute budget and memo

export function setComputeUnitLimit(units: number): Instruction {
  return instruction(COMPUTE_BUDGET_PROGRAM, [], u8(2), u32(units))
}

/** Priority fee in millionths of a lamport for each compute unit of the limit. */
export function setComputeUnitPrice(microLamports: bigint): Instruction {
  return instruction(COMPUTE_BUDGET_PROGRAM, [], u8(3), u64(microLamports))
}

export function setLoadedAccountsDataSizeLimit(bytes: number): Instruction {
  return instruction(COMPUTE_BUDGET_PROGRAM, [], u8(4), u32(bytes))
}

export function requestHeapFrame(bytes: number): Instruction {
  return instruction(COMPUTE_BUDGET_PROGRAM, [], u8(1), u32(bytes))
}

export function memo(text: string, signers: readonly string[] = []): Instruction {
  return instruction(MEMO_PROGRAM, signers.map(readonlySigner), Buffer.from(text))
}

// Stake

/** Turns a funded 200-byte account of the stake program into a stake account without lockup. */
export function initializeStake(input: { stake: string; staker: string; withdrawer: string }): Instruction {
  const accounts = [writableAccount(input.stake), readonlyAccount(RENT_SYSVAR)]
  const lockup = new Uint8Array(48)
  return instruction(
    STAKE_PROGRAM,
    accounts,
    u32(0),
    addressBytes(input.staker),
    addressBytes(input.withdrawer),
    lockup,
  )
}

export function delegateStake(input: { stake: string; vote: string; staker: string }): Instruction {
  const accounts = [
    writableAccount(input.stake),
    readonlyAccount(input.vote),
    readonlyAccount(CLOCK_SYSVAR),
    readonlyAccount(STAKE_HISTORY_SYSVAR),
    readonlyAccount(STAKE_CONFIG),
    readonlySigner(input.staker),
  ]
  return instruction(STAKE_PROGRAM, accounts, u32(2))
}

export function withdrawStake(input: { stake: string; withdrawer: string; to: string; lamports: bigint }): Instruction {
  const accounts = [
    writableAccount(input.stake),
    writableAccount(input.to),
    readonlyAccount(CLOCK_SYSVAR),
    readonlyAccount(STAKE_HISTORY_SYSVAR),
    readonlySigner(input.withdrawer),
  ]
  return instruction(STAKE_PROGRAM, accounts, u32(4), u64(input.lamports))
}

export function deactivateStake(input: { stake: string; staker: string }): Instruction {
  const accounts = [writableAccount(input.stake), readonlyAccount(CLOCK_SYSVAR), readonlySigner(input.staker)]
  return instruction(STAKE_PROGRAM, accounts, u32(5))
}

// Address lookup tables

/** Creates an empty table whose address follows from authority and a recent slot. */
export function createLookupTable(input: { authority: string; payer: string; recentSlot: number }): {
  readonly instruction: Instruction
  readonly table: string
} {
  const slot = u64(BigInt(input.recentSlot))
  const table = findProgramAddress([addressBytes(input.authority), slot], ADDRESS_LOOKUP_TABLE_PROGRAM)
  const accounts = [
    writableAccount(table.address),
    readonlySigner(input.authority),
    writableSigner(input.payer),
    readonlyAccount(SYSTEM_PROGRAM),
  ]
  const created = instruction(ADDRESS_LOOKUP_TABLE_PROGRAM, accounts, u32(0), slot, u8(table.bump))
  return { instruction: created, table: table.address }
}

/** Appends addresses, at most about 20 a transaction; they can be used from the next slot on. */
export function extendLookupTable(input: {
  table: string
  authority: string
  payer: string
  addresses: readonly string[]
}): Instruction {
  const accounts = [
    writableAccount(input.table),
    readonlySigner(input.authority),
    writableSigner(input.payer),
    readonlyAccount(SYSTEM_PROGRAM),
  ]
  const count = u64(BigInt(input.addresses.length))
  return instruction(ADDRESS_LOOKUP_TABLE_PROGRAM, accounts, u32(2), count, ...input.addresses.map(addressBytes))
}

function instruction(programId: string, accounts: readonly AccountUse[], ...data: readonly Uint8Array[]): Instruction {
  return { programId, accounts, data: Buffer.concat(data) }
}

function u8(value: number): Uint8Array {
  assert(Number.isInteger(value) && value >= 0 && value <= 0xff, `u8 out of range: ${value}`)
  return Uint8Array.of(value)
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

/** One byte 0 or 1, then the key: the compact option of the token programs' instructions. */
function optionalKey(address: string | null): Uint8Array {
  return address === null ? u8(0) : Buffer.concat([u8(1), addressBytes(address)])
}
