import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { NATIVE_MINT } from '../program-ids.ts'
import type { AccountView } from '../rpc.ts'
import { type HeldToken, type Reading, viewOf } from './reader.ts'

/** Liquid stake of a program that has one pool, with a rule of its own: all lamports behind the shares, and all shares,
 *  as the pool last counted them. Null for an account that is not the pool. */
type SingleStakePool = {
  readonly protocol: string
  readonly program: string
  readonly pool: string
  readonly mint: string
  /** Where its account names the mint. */
  readonly mintOffset: number
  readonly wholeOf: (
    data: Uint8Array,
    token: HeldToken,
  ) => { readonly lamports: bigint; readonly shares: bigint } | null
}

/** Source: the IDL of Marinade's liquid staking program, account `State`, and the interface of Sanctum's Infinity
 *  controller, accounts `PoolState` of version 1 and 2. */
const MARINADE = {
  tag: 0xb1b64b685e6b92d8n,
  bytes: 580,
  mint: 8,
  delayedUnstake: 226,
  active: 376,
  reserve: 496,
  shares: 504,
  tickets: 528,
  emergencyUnstake: 568,
}
const INFINITY = { bytes: 176, bytes2: 240, version: 12, mint: 144, withheld: 216, protocolFee: 224 }

export const SINGLE_STAKE_POOLS: readonly SingleStakePool[] = [
  {
    protocol: 'marinade',
    program: 'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD',
    pool: '8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC',
    mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    mintOffset: MARINADE.mint,
    wholeOf: marinadeWhole,
  },
  {
    protocol: 'sanctum_infinity',
    program: '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
    pool: 'AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW',
    mint: '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm',
    mintOffset: INFINITY.mint,
    wholeOf: infinityWhole,
  },
]

/** Stake, what is on its way back from stake, and the reserve, without what tickets for it are owed. */
function marinadeWhole(data: Uint8Array): { readonly lamports: bigint; readonly shares: bigint } | null {
  if (data.length < MARINADE.bytes || readU64(data, 0) !== MARINADE.tag) return null
  const at = (offset: number): bigint => readU64(data, offset)
  const all = at(MARINADE.active) + at(MARINADE.delayedUnstake) + at(MARINADE.emergencyUnstake) + at(MARINADE.reserve)
  const owed = at(MARINADE.tickets)
  return { lamports: all > owed ? all - owed : 0n, shares: at(MARINADE.shares) }
}

/** The worth of all its tokens without fees and gains that are not the shares' yet. Their number stands in their mint. */
function infinityWhole(
  data: Uint8Array,
  { supplyRaw }: HeldToken,
): { readonly lamports: bigint; readonly shares: bigint } | null {
  const version = data[INFINITY.version]
  const total = data.length < INFINITY.bytes ? 0n : readU64(data, 0)
  if (version === 1 && data.length === INFINITY.bytes) return { lamports: total, shares: supplyRaw }
  if (version !== 2 || data.length !== INFINITY.bytes2) return null
  const others = readU64(data, INFINITY.withheld) + readU64(data, INFINITY.protocolFee)
  return total < others ? null : { lamports: total - others, shares: supplyRaw }
}

/** Null for an account that is not the pool of the token. */
export function readSingleStakeShare(one: SingleStakePool, view: AccountView, token: HeldToken): Reading | null {
  return namesMint(one, view) && one.mint === token.mint ? readShare(one, token) : null
}

function namesMint({ program, mint, mintOffset: at }: SingleStakePool, { owner, data }: AccountView): boolean {
  return owner === program && data.length >= at + 32 && encodeBase58(data.subarray(at, at + 32)) === mint
}

function* readShare({ protocol, program, pool, wholeOf }: SingleStakePool, token: HeldToken): Reading {
  const data = viewOf(yield [pool], pool, program)?.data
  const whole = data === undefined ? null : wholeOf(data, token)
  if (whole === null) return []
  const { account, mint, amountRaw } = token
  return [
    {
      kind: 'liquid_stake',
      protocol,
      program,
      address: account,
      mint,
      pool,
      sharesRaw: amountRaw,
      tokens: [
        { mint: NATIVE_MINT, amountRaw: whole.shares === 0n ? 0n : (amountRaw * whole.lamports) / whole.shares },
      ],
      debts: [],
      fees: null,
      range: null,
      lockedBps: 0,
    },
  ]
}
