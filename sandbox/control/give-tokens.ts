import { addressBytes, associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import {
  ACCOUNT_TYPE_OFFSET,
  EXTENSIONS_OFFSET,
  findExtension,
  readMint,
  readTokenAccount,
  TOKEN_ACCOUNT_BYTES,
} from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import { isTokenProgram } from '../rpc/tokens.ts'

const SUPPLY_OFFSET = 36
const AMOUNT_OFFSET = 64
const STATE_OFFSET = 108
const NATIVE_OFFSET = 109
const ACCOUNT_TYPE_ACCOUNT = 2
const DEFAULT_ACCOUNT_STATE = 6
const IMMUTABLE_OWNER = 7
const MAX_U64 = 2n ** 64n - 1n
/** What a mint's extension asks of its accounts: type and width of the account's own extension. */
const ACCOUNT_EXTENSIONS: readonly (readonly [onMint: number, onAccount: number, bytes: number])[] = [
  [1, 2, 8],
  [9, 13, 0],
  [14, 15, 1],
  [26, 27, 0],
]

export type Gift = { readonly owner: string; readonly mint: string; readonly amountRaw: bigint }

/** Puts tokens into the associated account of a wallet, making the account and the supply they need: state is written,
 *  no transaction is sent. Works for any mint under any authority. Fails `invalid_request`. */
export function giveTokens(chain: SandboxChain, { owner, mint, amountRaw }: Gift): Outcome<{ tokenAccount: string }> {
  const mintState = chain.account(mint)
  const fields = mintState !== null && isTokenProgram(mintState.owner) ? readMint(mintState.data) : null
  if (mintState === null || fields === null) return fail('invalid_request', `${mint} is no mint`)
  const isNative = mint === NATIVE_MINT
  if (!isNative && fields.supplyRaw + amountRaw > MAX_U64)
    return fail('invalid_request', 'the supply would exceed 64 bits')
  const tokenAccount = associatedTokenAddress(owner, mint, mintState.owner)
  const existing = chain.account(tokenAccount)
  const held = existing === null ? null : readTokenAccount(existing.data)
  if (existing !== null && held === null) return fail('invalid_request', `${tokenAccount} is no token account`)
  if ((held?.amountRaw ?? 0n) + amountRaw > MAX_U64) return fail('invalid_request', 'the balance would exceed 64 bits')

  const data = existing === null ? newTokenAccount(owner, mint, mintState.data, mintState.owner) : existing.data.slice()
  const rentLamports = chain.minimumBalanceLamports(data.length)
  writeU64(data, AMOUNT_OFFSET, (held?.amountRaw ?? 0n) + amountRaw)
  if (isNative && existing === null) {
    writeU32(data, NATIVE_OFFSET, 1)
    writeU64(data, NATIVE_OFFSET + 4, rentLamports)
  }
  chain.setAccount(tokenAccount, {
    owner: mintState.owner,
    executable: false,
    lamports: (existing?.lamports ?? rentLamports) + (isNative ? amountRaw : 0n),
    data,
  })
  if (!isNative) {
    const mintData = mintState.data.slice()
    writeU64(mintData, SUPPLY_OFFSET, fields.supplyRaw + amountRaw)
    chain.setAccount(mint, { ...mintState, data: mintData })
  }
  return ok({ tokenAccount })
}

/** As the associated token program would make it: with the extensions the mint demands, frozen where new accounts
 *  are. */
function newTokenAccount(owner: string, mint: string, mintData: Uint8Array, tokenProgram: string): Uint8Array {
  const isToken2022 = tokenProgram === TOKEN_2022_PROGRAM
  const extensions: Uint8Array[] = []
  if (isToken2022) {
    extensions.push(extension(IMMUTABLE_OWNER, 0))
    for (const [onMint, onAccount, bytes] of ACCOUNT_EXTENSIONS)
      if (findExtension(mintData, onMint) !== null) extensions.push(extension(onAccount, bytes))
  }
  const data = Buffer.alloc(isToken2022 ? EXTENSIONS_OFFSET : TOKEN_ACCOUNT_BYTES)
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(owner), 32)
  data[STATE_OFFSET] = (isToken2022 ? findExtension(mintData, DEFAULT_ACCOUNT_STATE)?.[0] : undefined) ?? 1
  if (isToken2022) data[ACCOUNT_TYPE_OFFSET] = ACCOUNT_TYPE_ACCOUNT
  return new Uint8Array(Buffer.concat([data, ...extensions]))
}

function extension(type: number, bytes: number): Uint8Array {
  return Buffer.concat([Uint8Array.of(type & 255, type >> 8, bytes & 255, bytes >> 8), new Uint8Array(bytes)])
}

function writeU64(data: Uint8Array, at: number, value: bigint): void {
  new DataView(data.buffer, data.byteOffset).setBigUint64(at, value, true)
}

function writeU32(data: Uint8Array, at: number, value: number): void {
  new DataView(data.buffer, data.byteOffset).setUint32(at, value, true)
}
