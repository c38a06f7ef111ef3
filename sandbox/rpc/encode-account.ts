import { zstdCompressSync } from 'node:zlib'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AccountState, SandboxChain } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { bareNumber } from './json.ts'
import { parseAccount } from './parse-account.ts'
import type { AccountEncoding, DataSlice } from './read-params.ts'
import { RPC_CODES, RpcRefusal } from './rpc-refusal.ts'

/** Rent-exempt for ever: u64::MAX, digit by digit. */
const RENT_EPOCH = bareNumber(18_446_744_073_709_551_615n)
const NO_DATA = new Uint8Array(0)

/** An account as the wire shows it. The bytes behind an emulated program id are this sandbox's own stand-in and never
 *  leave it: such an id reads as an executable account without an ELF. */
export function visibleAccount(chain: SandboxChain, address: string): AccountState | null {
  const state = chain.account(address)
  return state !== null && chain.isEmulated(address) ? { ...state, data: NO_DATA, executable: true } : state
}

export function encodeAccount(
  chain: SandboxChain,
  state: AccountState,
  encoding: AccountEncoding,
  dataSlice: DataSlice | undefined,
) {
  return {
    data: encodeData(chain, state, encoding, dataSlice),
    executable: state.executable,
    lamports: bareNumber(state.lamports),
    owner: state.owner,
    rentEpoch: RENT_EPOCH,
    space: state.data.length,
  }
}

function encodeData(
  chain: SandboxChain,
  state: AccountState,
  encoding: AccountEncoding,
  dataSlice: DataSlice | undefined,
): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parseAccount(chain, state)
    if (parsed !== null) return parsed
  }
  const data =
    dataSlice === undefined
      ? state.data
      : state.data.subarray(dataSlice.offset, Math.min(dataSlice.offset + dataSlice.length, state.data.length))
  switch (encoding) {
    case 'binary':
      return base58Of(data)
    case 'base58':
      return [base58Of(data), 'base58']
    case 'base64+zstd':
      return [zstdCompressSync(data).toString('base64'), 'base64+zstd']
    default:
      return [Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'), 'base64']
  }
}

function base58Of(data: Uint8Array): string {
  if (data.length > SANDBOX_LIMITS.base58DataBytes)
    throw new RpcRefusal(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${SANDBOX_LIMITS.base58DataBytes} bytes, please use Base64 encoding.`,
    )
  return encodeBase58(data)
}
