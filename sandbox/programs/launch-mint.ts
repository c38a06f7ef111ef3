import { createAccount, initializeMint, transferLamports } from '../../src/chain/solana/instructions.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { initializeMetadataPointer, initializeTokenMetadata } from '../../src/chain/solana/token-2022-instructions.ts'
import { EXTENSIONS_OFFSET, MINT_BYTES } from '../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../chain/types.ts'
import { invoke } from './anchor-script.ts'

type NewToken = {
  readonly call: EmulatorCall
  /** The program's own address that may mint. */
  readonly signer: { readonly address: string; readonly seeds: readonly Uint8Array[] }
  readonly mint: string
  readonly payer: string
  readonly decimals: number
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** A classic mint; its record of the metadata program comes later. */
export function makeClassicMint({ call, signer, mint, payer, decimals }: NewToken): ScriptOp[] {
  const lamports = call.minimumBalanceLamports(MINT_BYTES)
  return [
    invoke(createAccount({ payer, account: mint, lamports, dataBytes: MINT_BYTES, owner: TOKEN_PROGRAM })),
    invoke(initializeMint({ mint, decimals, mintAuthority: signer.address })),
  ]
}

/** Type, length, authority, address. */
const POINTER_MINT_BYTES = EXTENSIONS_OFFSET + 4 + 64
/** Type, length, authority, mint, count of further fields; the texts bring their lengths. */
const METADATA_HEAD_BYTES = 4 + 64 + 4

/** A Token-2022 mint that holds its own metadata. */
export function makeSelfDescribingMint(token: NewToken): ScriptOp[] {
  const { call, signer, mint, payer, decimals, name, symbol, uri } = token
  const authority = signer.address
  const tokenProgram = TOKEN_2022_PROGRAM
  const textBytes = [name, symbol, uri].reduce((sum, text) => sum + 4 + Buffer.byteLength(text), 0)
  const lamports = call.minimumBalanceLamports(POINTER_MINT_BYTES)
  const more = call.minimumBalanceLamports(POINTER_MINT_BYTES + METADATA_HEAD_BYTES + textBytes) - lamports
  const described = { mint, updateAuthority: authority, mintAuthority: authority, name, symbol, uri }
  return [
    invoke(createAccount({ payer, account: mint, lamports, dataBytes: POINTER_MINT_BYTES, owner: tokenProgram })),
    invoke(initializeMetadataPointer({ mint, authority, metadata: mint })),
    invoke(initializeMint({ mint, decimals, mintAuthority: authority, tokenProgram })),
    invoke(transferLamports({ from: payer, to: mint, lamports: more })),
    invoke(initializeTokenMetadata(described), signer.seeds),
  ]
}
