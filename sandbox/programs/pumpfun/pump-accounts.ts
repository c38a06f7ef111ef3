import { ZERO_KEY } from '../../../src/chain/solana/borsh-layout.ts'
import { PUMP_FEES_PROGRAM, PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  type BondingCurve,
  decodeBondingCurve,
  decodeFeeConfig,
  decodeGlobal,
  type FeeConfig,
  type Global,
} from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { type MintFields, readMint, readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { EmulatorCall } from '../../chain/types.ts'
import { ANCHOR, type AnchorError, type Refusal, refuse } from '../anchor-script.ts'

/** Accounts that the emulated pump programs load, checked as Anchor checks them. */

/** Decodes the bytes of one state once. For settings: they are long, every trade reads them, and they hardly change. */
export function onceForBytes<T>(decode: (data: Uint8Array) => T): (data: Uint8Array) => T {
  const known = new WeakMap<Uint8Array, { readonly value: T }>()
  return (data) => {
    const held = known.get(data)
    if (held !== undefined) return held.value
    const value = decode(data)
    known.set(data, { value })
    return value
  }
}

const globalOf = onceForBytes(decodeGlobal)
export const feeConfigOf = onceForBytes(decodeFeeConfig)

export function loadOwned<T>(
  call: EmulatorCall,
  address: string,
  { name, owner, decode }: { name: string; owner: string; decode: (data: Uint8Array) => T | null },
): T | Refusal {
  const account = call.read(address)
  if (account === null || account.data.length === 0) return refuse(ANCHOR.notInitialized, name)
  if (account.owner !== owner) return refuse(ANCHOR.wrongOwner, name)
  return decode(account.data) ?? refuse(ANCHOR.discriminator, name)
}

export function loadCurve(call: EmulatorCall, address: string): BondingCurve | Refusal {
  return loadOwned(call, address, { name: 'bondingCurve', owner: PUMP_PROGRAM, decode: decodeBondingCurve })
}

export function loadGlobal(call: EmulatorCall, address: string): Global | Refusal {
  return loadOwned(call, address, { name: 'global', owner: PUMP_PROGRAM, decode: globalOf })
}

export function loadFeeConfig(call: EmulatorCall, address: string): FeeConfig | Refusal {
  return loadOwned(call, address, { name: 'feeConfig', owner: PUMP_FEES_PROGRAM, decode: feeConfigOf })
}

export type LoadedMint = MintFields & { readonly tokenProgram: string }

/** A mint whose token program must be the one the caller named. */
export function loadMint(call: EmulatorCall, address: string, name: string): LoadedMint | Refusal {
  const account = call.read(address)
  if (account === null) return refuse(ANCHOR.notInitialized, name)
  if (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM) return refuse(ANCHOR.wrongOwner, name)
  const fields = readMint(account.data)
  return fields === null ? refuse(ANCHOR.notInitialized, name) : { ...fields, tokenProgram: account.owner }
}

/** Balance of a token account that must hold the mint. */
export function loadBalance(
  call: EmulatorCall,
  address: string,
  { name, mint }: { name: string; mint: string },
): bigint | Refusal {
  const account = call.read(address)
  if (account === null || account.data.length === 0) return refuse(ANCHOR.notInitialized, name)
  if (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM) return refuse(ANCHOR.wrongOwner, name)
  const fields = readTokenAccount(account.data)
  if (fields === null) return refuse(ANCHOR.notInitialized, name)
  return encodeBase58(fields.mint) === mint ? fields.amountRaw : refuse(ANCHOR.tokenMint, name)
}

/** A recipient must be on its list; empty places of a list allow no one. */
export function checkListed(address: string, list: readonly string[], error: AnchorError): Refusal | null {
  return address !== ZERO_KEY && list.includes(address) ? null : refuse(error)
}
