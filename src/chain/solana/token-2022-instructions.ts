import { createHash } from 'node:crypto'
import { type Instruction, readonlyAccount, readonlySigner, writableAccount } from './instructions.ts'
import { addressBytes } from './pda.ts'
import { TOKEN_2022_PROGRAM } from './program-ids.ts'

/* Instructions that only Token-2022 has. Those named `initialize...` come between the creation of a mint's account and
 * `initializeMint`; the mint's size must already count their entries. Layouts: the program's source. */

const CODE = {
  mintCloseAuthority: 25,
  transferFee: 26,
  defaultAccountState: 28,
  nonTransferable: 32,
  permanentDelegate: 35,
  transferHook: 36,
  metadataPointer: 39,
  pausable: 44,
} as const
const INITIALIZED_STATE = 1
const FROZEN_STATE = 2
const METADATA_INITIALIZE_TAG = createHash('sha256')
  .update('spl_token_metadata_interface:initialize_account')
  .digest()
  .subarray(0, 8)

export function initializeTransferFee(input: {
  mint: string
  authority: string | null
  withdrawAuthority: string | null
  bps: number
  maximumRaw: bigint
}): Instruction {
  const authorities = [optionalKey(input.authority), optionalKey(input.withdrawAuthority)]
  return onMint(input.mint, [CODE.transferFee, 0], ...authorities, u16(input.bps), u64(input.maximumRaw))
}

/** In force two epochs later. */
export function setTransferFee(input: {
  mint: string
  authority: string
  bps: number
  maximumRaw: bigint
}): Instruction {
  return bySigner(input, [CODE.transferFee, 5], u16(input.bps), u64(input.maximumRaw))
}

export function initializeDefaultState(input: { mint: string; frozen: boolean }): Instruction {
  return onMint(input.mint, [CODE.defaultAccountState, 0, input.frozen ? FROZEN_STATE : INITIALIZED_STATE])
}

/** By the freeze authority; holds for accounts made from now on. */
export function setDefaultState(input: { mint: string; authority: string; frozen: boolean }): Instruction {
  return bySigner(input, [CODE.defaultAccountState, 1, input.frozen ? FROZEN_STATE : INITIALIZED_STATE])
}

export function initializeMintCloseAuthority(input: { mint: string; authority: string }): Instruction {
  return onMint(input.mint, [CODE.mintCloseAuthority], optionalKey(input.authority))
}

export function initializeNonTransferable(mint: string): Instruction {
  return onMint(mint, [CODE.nonTransferable])
}

export function initializePermanentDelegate(input: { mint: string; delegate: string }): Instruction {
  return onMint(input.mint, [CODE.permanentDelegate], addressBytes(input.delegate))
}

/** `program` null: the hook can be switched on later. */
export function initializeTransferHook(input: {
  mint: string
  authority: string | null
  program: string | null
}): Instruction {
  return onMint(input.mint, [CODE.transferHook, 0], keyOrZero(input.authority), keyOrZero(input.program))
}

export function setTransferHook(input: { mint: string; authority: string; program: string | null }): Instruction {
  return bySigner(input, [CODE.transferHook, 1], keyOrZero(input.program))
}

export function initializeMetadataPointer(input: {
  mint: string
  authority: string | null
  metadata: string
}): Instruction {
  return onMint(input.mint, [CODE.metadataPointer, 0], keyOrZero(input.authority), addressBytes(input.metadata))
}

export function initializePausable(input: { mint: string; authority: string }): Instruction {
  return onMint(input.mint, [CODE.pausable, 0], addressBytes(input.authority))
}

export function pauseToken(input: { mint: string; authority: string }): Instruction {
  return bySigner(input, [CODE.pausable, 1])
}

/** Writes metadata into the mint, which grows: its lamports must cover the new size. */
export function initializeTokenMetadata(input: {
  mint: string
  updateAuthority: string
  mintAuthority: string
  name: string
  symbol: string
  uri: string
}): Instruction {
  const accounts = [
    writableAccount(input.mint),
    readonlyAccount(input.updateAuthority),
    readonlyAccount(input.mint),
    readonlySigner(input.mintAuthority),
  ]
  const texts = [input.name, input.symbol, input.uri].map(text)
  return { programId: TOKEN_2022_PROGRAM, accounts, data: Buffer.concat([METADATA_INITIALIZE_TAG, ...texts]) }
}

function onMint(mint: string, head: readonly number[], ...rest: readonly Uint8Array[]): Instruction {
  const data = Buffer.concat([Uint8Array.from(head), ...rest])
  return { programId: TOKEN_2022_PROGRAM, accounts: [writableAccount(mint)], data }
}

function bySigner(
  { mint, authority }: { readonly mint: string; readonly authority: string },
  head: readonly number[],
  ...rest: readonly Uint8Array[]
): Instruction {
  const data = Buffer.concat([Uint8Array.from(head), ...rest])
  const accounts = [writableAccount(mint), readonlySigner(authority)]
  return { programId: TOKEN_2022_PROGRAM, accounts, data }
}

function optionalKey(key: string | null): Uint8Array {
  return key === null ? Uint8Array.of(0) : Buffer.concat([Uint8Array.of(1), addressBytes(key)])
}

function keyOrZero(key: string | null): Uint8Array {
  return key === null ? new Uint8Array(32) : addressBytes(key)
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 255, value >> 8)
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
