import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { NATIVE_MINT } from '../program-ids.ts'
import type { AccountView } from '../rpc.ts'
import { type AccountFilter, type HeldToken, type Reading, viewOf } from './reader.ts'

/** The stake pool program, and the same code deployed by Sanctum for one validator and for several. */
export const STAKE_POOL_PROGRAMS = [
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
] as const

const POOL_BYTES = 611
const POOL_TYPE = 1
const AT = { mint: 162, lamports: 258, supply: 266 }

/** All pools, with no more of each than its mint. */
export const STAKE_POOL_SCAN: {
  readonly filters: readonly AccountFilter[]
  readonly dataSlice: { readonly offset: number; readonly length: number }
} = {
  filters: [{ dataSize: POOL_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(Uint8Array.of(POOL_TYPE)) } }],
  dataSlice: { offset: AT.mint, length: 32 },
}

/** Pools that are looked at where a node lists none: Jito, Blaze, Jupiter, Edgevana. Each is believed only as far as its
 *  account names the token. */
export const KNOWN_STAKE_POOLS = [
  'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb',
  'stk9ApL5HeVAwPLr3TLhDXdZS8ptVu7zp6ov8HFDuMi',
  '8VpRhuxa7sUUepdY3kQiTmX9rS5vx4WgaXiAnXq4KCtr',
  'edgejNWAqkePLpi5sHRxT9vHi7u3kSHP9cocABPKiWZ',
] as const

/** The mint of a pool's shares; null for an account that is no stake pool. The caller has checked the owner. */
export function mintOfStakePool(data: Uint8Array): string | null {
  return isStakePool(data) ? encodeBase58(data.subarray(AT.mint, AT.mint + 32)) : null
}

function isStakePool(data: Uint8Array): boolean {
  return data.length >= POOL_BYTES && data[0] === POOL_TYPE
}

/** Liquid stake by the one rule of all these pools: shares x all lamports / all shares, as the pool last counted them, once
 *  an epoch. What leaving early costs is not taken off. Null for an account that is not the pool of the token. */
export function readStakeShare(pool: AccountView, token: HeldToken): Reading | null {
  return mintOfStakePool(pool.data) === token.mint ? readShare(pool, token) : null
}

function* readShare({ address: pool, owner: program }: AccountView, { account, mint, amountRaw }: HeldToken): Reading {
  const data = viewOf(yield [pool], pool, program)?.data
  if (data === undefined || !isStakePool(data)) return []
  const supplyRaw = readU64(data, AT.supply)
  const lamports = supplyRaw === 0n ? 0n : (amountRaw * readU64(data, AT.lamports)) / supplyRaw
  return [
    {
      kind: 'liquid_stake',
      protocol: 'stake_pool',
      program,
      address: account,
      mint,
      pool,
      sharesRaw: amountRaw,
      tokens: [{ mint: NATIVE_MINT, amountRaw: lamports }],
      debts: [],
      fees: null,
      range: null,
      lockedBps: 0,
    },
  ]
}
