import {
  createAccount,
  type Instruction,
  initializeMint,
  initializeTokenAccount,
  transferLamports,
  writableSigner,
} from '../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../chain/types.ts'
import { invoke } from './anchor-script.ts'
import { intBytes } from './byte-fields.ts'

/* How programs open accounts at addresses of their own, also where someone has already sent lamports. */

const SYSTEM_ASSIGN = 1
const SYSTEM_ALLOCATE = 8

export type OpenedAccount = {
  readonly payer: string
  readonly account: string
  readonly dataBytes: number
  readonly owner: string
  /** Seeds with bump of the new address; null when its key signs. */
  readonly seeds: readonly Uint8Array[] | null
}

/** One call for an address without lamports, else what rent lacks, the space and the owner one by one. */
export function openAccount(call: EmulatorCall, opened: OpenedAccount): ScriptOp[] {
  const { payer, account, dataBytes, owner, seeds } = opened
  if ((call.read(account)?.lamports ?? 0n) > 0n) return claimAccount(call, opened)
  const lamports = call.minimumBalanceLamports(dataBytes)
  const made = createAccount({ payer, account, lamports, dataBytes, owner })
  return [seeds === null ? invoke(made) : invoke(made, seeds)]
}

/** The same, one by one in every case. */
export function claimAccount(
  call: EmulatorCall,
  { payer, account, dataBytes, owner, seeds }: OpenedAccount,
): ScriptOp[] {
  const lacking = call.minimumBalanceLamports(dataBytes) - (call.read(account)?.lamports ?? 0n)
  const signed = (instruction: Instruction): ScriptOp =>
    seeds === null ? invoke(instruction) : invoke(instruction, seeds)
  return [
    ...(lacking > 0n ? [invoke(transferLamports({ from: payer, to: account, lamports: lacking }))] : []),
    signed(systemCall(account, SYSTEM_ALLOCATE, intBytes(8, dataBytes))),
    signed(systemCall(account, SYSTEM_ASSIGN, addressBytes(owner))),
  ]
}

type Opener = typeof openAccount
type AtOwnAddress = Pick<OpenedAccount, 'payer' | 'account' | 'seeds'> & { readonly authority: string }

/** A classic mint at an own address. */
export function openMint(
  call: EmulatorCall,
  { payer, account, seeds, authority, decimals }: AtOwnAddress & { readonly decimals: number },
  tokenProgram: string,
  open: Opener = openAccount,
): ScriptOp[] {
  return [
    ...open(call, { payer, account, seeds, dataBytes: MINT_BYTES, owner: tokenProgram }),
    invoke(initializeMint({ mint: account, decimals, mintAuthority: authority, tokenProgram })),
  ]
}

/** A classic token account at an own address. */
export function openVault(
  call: EmulatorCall,
  { payer, account, seeds, authority, mint }: AtOwnAddress & { readonly mint: string },
  tokenProgram: string,
  open: Opener = openAccount,
): ScriptOp[] {
  return [
    ...open(call, { payer, account, seeds, dataBytes: TOKEN_ACCOUNT_BYTES, owner: tokenProgram }),
    invoke(initializeTokenAccount({ account, mint, owner: authority, tokenProgram })),
  ]
}

function systemCall(account: string, tag: number, args: Uint8Array): Instruction {
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [writableSigner(account)],
    data: Buffer.concat([intBytes(4, tag), args]),
  }
}
