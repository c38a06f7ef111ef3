import {
  createAccount,
  initializeTokenAccount,
  readonlyAccount,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import { addressBytes, findProgramAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { findExtension, TOKEN_ACCOUNT_BYTES } from '../../src/hot-paths/account-layouts.ts'
import { SLOTS_PER_EPOCH } from '../chain/epochs.ts'
import type { EmulatorCall, ScriptOp } from '../chain/types.ts'
import { invoke } from './anchor-script.ts'
import { uintAt } from './byte-fields.ts'
import type { LoadedMint } from './pumpfun/pump-accounts.ts'
import { ceilDiv, smaller } from './wide-math.ts'

/* Accounts that pools make for themselves, and the tokens they take and give. */

type Seeds = readonly Uint8Array[]

/** An own address with its seeds, bump included, ready to sign with. */
export function ownAddress(program: string, ...seeds: Seeds): { readonly address: string; readonly seeds: Seeds } {
  const { address, bump } = findProgramAddress(seeds, program)
  return { address, seeds: [...seeds, Uint8Array.of(bump)] }
}

export function text(value: string): Uint8Array {
  return Buffer.from(value)
}

export { addressBytes as keyBytes }

/** Makes an account at the payer's expense; without seeds it signs for itself. */
export function makeAccount(
  call: EmulatorCall,
  made: { readonly payer: string; readonly account: string; readonly dataBytes: number; readonly owner: string },
  seeds?: Seeds,
): ScriptOp {
  const instruction = createAccount({ ...made, lamports: call.minimumBalanceLamports(made.dataBytes) })
  return seeds === undefined ? invoke(instruction) : invoke(instruction, seeds)
}

/** Makes a token account owned by `authority`. */
export function makeVault(
  call: EmulatorCall,
  vault: {
    readonly payer: string
    readonly account: string
    readonly mint: string
    readonly authority: string
    readonly tokenProgram: string
    /** The program asks the token program first how large the account will be. */
    readonly asksSize?: boolean
  },
  seeds?: Seeds,
): ScriptOp[] {
  const { payer, account, mint, authority, tokenProgram, asksSize = false } = vault
  const size = {
    programId: tokenProgram,
    accounts: [readonlyAccount(mint)],
    data: Uint8Array.of(GET_ACCOUNT_DATA_SIZE),
  }
  const made = { payer, account, dataBytes: tokenAccountBytes(call, mint, tokenProgram), owner: tokenProgram }
  return [
    ...(asksSize ? [invoke(size)] : []),
    makeAccount(call, made, seeds),
    invoke(initializeTokenAccount({ account, mint, owner: authority, tokenProgram })),
  ]
}

const GET_ACCOUNT_DATA_SIZE = 21
const TRANSFER_FEE_CONFIG = 1
const TRANSFER_HOOK = 14
/** Entries that these extensions of a mint put into its accounts: four bytes of header and the fields. */
const TRANSFER_FEE_AMOUNT_BYTES = 12
const HOOK_ACCOUNT_BYTES = 5

/** Token accounts of a Token-2022 mint hold an entry for each extension that keeps something in them. */
function tokenAccountBytes(call: EmulatorCall, mint: string, tokenProgram: string): number {
  const data = call.read(mint)?.data
  if (tokenProgram !== TOKEN_2022_PROGRAM || data === undefined) return TOKEN_ACCOUNT_BYTES
  const fee = findExtension(data, TRANSFER_FEE_CONFIG) === null ? 0 : TRANSFER_FEE_AMOUNT_BYTES
  const hook = findExtension(data, TRANSFER_HOOK) === null ? 0 : HOOK_ACCOUNT_BYTES
  return fee + hook === 0 ? TOKEN_ACCOUNT_BYTES : TOKEN_ACCOUNT_BYTES + 1 + fee + hook
}

export function moveTokens(
  mint: LoadedMint & { readonly address: string },
  route: { readonly from: string; readonly to: string; readonly authority: string; readonly amountRaw: bigint },
  seeds?: Seeds,
): ScriptOp {
  const { address, decimals, tokenProgram } = mint
  const instruction = transferTokensChecked({ ...route, mint: address, decimals, tokenProgram })
  return seeds === undefined ? invoke(instruction) : invoke(instruction, seeds)
}

const BPS = 10_000n

/** The transfer fee of a Token-2022 mint in force now: basis points and the most it takes. */
function transferFeeOf(call: EmulatorCall, mint: string): { readonly bps: bigint; readonly max: bigint } | null {
  const account = call.read(mint)
  const config = account?.owner === TOKEN_2022_PROGRAM ? findExtension(account.data, TRANSFER_FEE_CONFIG) : null
  if (config === null) return null
  // Two settings of epoch, maximum and basis points follow the two authorities and the withheld amount.
  const epoch = BigInt(Math.floor(call.slot / SLOTS_PER_EPOCH))
  const at = epoch >= uintAt(config, 90, 8) ? 90 : 72
  return { bps: uintAt(config, at + 16, 2), max: uintAt(config, at + 8, 8) }
}

/** What arrives when `gross` is sent. */
export function afterTransferFee(call: EmulatorCall, mint: string, gross: bigint): bigint {
  const fee = transferFeeOf(call, mint)
  return fee === null ? gross : gross - smaller(ceilDiv(gross * fee.bps, BPS), fee.max)
}

/** What has to be sent for `net` to arrive. */
export function beforeTransferFee(call: EmulatorCall, mint: string, net: bigint): bigint {
  const fee = transferFeeOf(call, mint)
  if (fee === null || fee.bps === 0n || net === 0n) return net
  if (fee.bps >= BPS) return net + fee.max
  const gross = ceilDiv(net * BPS, BPS - fee.bps)
  return gross - net >= fee.max ? net + fee.max : gross
}
