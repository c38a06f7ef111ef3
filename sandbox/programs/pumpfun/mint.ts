import { encodeLayout } from '../../../src/chain/solana/borsh-layout.ts'
import { PUMP_MINT_AUTHORITY, PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  createAccount,
  type Instruction,
  initializeMint,
  readonlyAccount,
  readonlySigner,
  transferLamports,
  writableAccount,
} from '../../../src/chain/solana/instructions.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { EXTENSIONS_OFFSET } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { invoke } from '../anchor-script.ts'

export const COIN_DECIMALS = 6
/** Type, length, authority, address. */
const METADATA_POINTER_BYTES = 4 + 64
const POINTER_MINT_BYTES = EXTENSIONS_OFFSET + METADATA_POINTER_BYTES
/** Type, length, authority, mint, three text lengths, count of further fields. */
const METADATA_HEAD_BYTES = 4 + 64 + 3 * 4 + 4
const METADATA_POINTER_INITIALIZE = Uint8Array.of(39, 0)
const TOKEN_METADATA_INITIALIZE = Buffer.from('d2e11ea258b84d8d', 'hex')

type NewMint = {
  readonly call: EmulatorCall
  readonly mint: string
  readonly user: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** A Token-2022 mint whose metadata pointer names itself. */
export function makeSelfDescribingMint({ call, mint, user }: NewMint): readonly ScriptOp[] {
  const pointer: Instruction = {
    programId: TOKEN_2022_PROGRAM,
    accounts: [writableAccount(mint)],
    data: Buffer.concat([METADATA_POINTER_INITIALIZE, addressBytes(PUMP_MINT_AUTHORITY), addressBytes(mint)]),
  }
  return [
    invoke(
      createAccount({
        payer: user,
        account: mint,
        lamports: call.minimumBalanceLamports(POINTER_MINT_BYTES),
        dataBytes: POINTER_MINT_BYTES,
        owner: TOKEN_2022_PROGRAM,
      }),
    ),
    invoke(pointer),
    invoke(
      initializeMint({
        mint,
        decimals: COIN_DECIMALS,
        mintAuthority: PUMP_MINT_AUTHORITY,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
    ),
  ]
}

/** The token program makes room in the mint itself; its rent must be there before. */
export function writeOwnMetadata({ call, mint, user, name, symbol, uri }: NewMint): readonly ScriptOp[] {
  const text = encodeLayout({ name: 'string', symbol: 'string', uri: 'string' }, { name, symbol, uri })
  const wholeBytes = POINTER_MINT_BYTES + METADATA_HEAD_BYTES + text.length - 3 * 4
  const lamports = call.minimumBalanceLamports(wholeBytes) - call.minimumBalanceLamports(POINTER_MINT_BYTES)
  const initialize: Instruction = {
    programId: TOKEN_2022_PROGRAM,
    accounts: [
      writableAccount(mint),
      readonlyAccount(PUMP_MINT_AUTHORITY),
      readonlyAccount(mint),
      readonlySigner(PUMP_MINT_AUTHORITY),
    ],
    data: Buffer.concat([TOKEN_METADATA_INITIALIZE, text]),
  }
  return [invoke(transferLamports({ from: user, to: mint, lamports })), invoke(initialize, mintAuthoritySeeds())]
}

/** With these the program signs for the authority of every mint it makes. */
export function mintAuthoritySeeds(): readonly Uint8Array[] {
  const seed = Buffer.from('mint-authority')
  return [seed, Uint8Array.of(findProgramAddress([seed], PUMP_PROGRAM).bump)]
}
