import { type AccountList, accountList } from '../../../src/chain/solana/account-list.ts'
import { RENT_SYSVAR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intAt, intBytes, keyAt, putInt, putKey, readArgs, uintAt } from '../byte-fields.ts'
import { type LoadedMint, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { keyBytes, makeAccount, makeVault } from '../token-moves.ts'
import {
  CONFIG_TAG,
  isArrayStart,
  readFeeTier,
  readWhirlpool,
  TICK_ARRAY_BYTES,
  tickArrayPda,
  tokenBadgePda,
  WHIRLPOOL_AT,
  WHIRLPOOL_BYTES,
  WHIRLPOOL_ERRORS,
  WHIRLPOOL_PROGRAM,
  WHIRLPOOL_TAG,
  whirlpoolFacts,
  whirlpoolPda,
} from './layout.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, tickOfSqrtPrice } from './tick-math.ts'
import { newTickArray } from './ticks.ts'

const POOL_ACCOUNTS = accountList([
  'whirlpoolsConfig',
  'tokenMintA',
  'tokenMintB',
  'funder:ws',
  'whirlpool:w',
  'tokenVaultA:ws',
  'tokenVaultB:ws',
  'feeTier',
  'tokenProgram',
  'systemProgram',
  'rent',
])
const POOL_V2_ACCOUNTS = accountList([
  'whirlpoolsConfig',
  'tokenMintA',
  'tokenMintB',
  'tokenBadgeA',
  'tokenBadgeB',
  'funder:ws',
  'whirlpool:w',
  'tokenVaultA:ws',
  'tokenVaultB:ws',
  'feeTier',
  'tokenProgramA',
  'tokenProgramB',
  'systemProgram',
  'rent',
])
const TICK_ARRAY_ACCOUNTS = accountList(['whirlpool', 'funder:ws', 'tickArray:w', 'systemProgram'])
const POOL_INITIALIZED_EVENT = Buffer.from('6476ad570cc6fee5', 'hex')
/** The authority over emissions stands with the first of the three rewards. */
const REWARDS_AT = 269
const REWARD_AUTHORITY_AT = 64
const CONFIG_BYTES = 108
const CONFIG_REWARD_AUTHORITY_AT = 72
const CONFIG_PROTOCOL_FEE_AT = 104

type NameIn<L> = L extends AccountList<infer Name> ? Name : never
type Accounts = Readonly<Record<NameIn<typeof POOL_ACCOUNTS> & NameIn<typeof POOL_V2_ACCOUNTS>, string>>
type TokenPrograms = { readonly a: string; readonly b: string }

/** `initialize_pool`: two classic mints. */
export function runInitializePool(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, POOL_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  // The bump the caller found is not used.
  args.small(1)
  const asked = { tickSpacing: args.small(2), sqrtPrice: args.uint(16) }
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const fault = checkAddresses([['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId]])
  if (fault !== null) return fault
  return createPool(call, at, { ...asked, asksSize: false, programs: { a: at.tokenProgram, b: at.tokenProgram } })
}

/** `initialize_pool_v2`: mints of either token program. */
export function runInitializePoolV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, POOL_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const asked = { tickSpacing: args.small(2), sqrtPrice: args.uint(16) }
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const fault = checkAddresses([
    ['tokenBadgeA', at.tokenBadgeA, tokenBadgePda(at.tokenMintA, at.whirlpoolsConfig).address],
    ['tokenBadgeB', at.tokenBadgeB, tokenBadgePda(at.tokenMintB, at.whirlpoolsConfig).address],
  ])
  if (fault !== null) return fault
  return createPool(call, at, { ...asked, asksSize: true, programs: { a: at.tokenProgramA, b: at.tokenProgramB } })
}

function createPool(
  call: EmulatorCall,
  at: Accounts,
  asked: {
    readonly tickSpacing: number
    readonly sqrtPrice: bigint
    readonly programs: TokenPrograms
    readonly asksSize: boolean
  },
): readonly ScriptOp[] | Refusal {
  const { tickSpacing, sqrtPrice, programs, asksSize } = asked
  const config = loadOwned(call, at.whirlpoolsConfig, {
    name: 'whirlpoolsConfig',
    owner: WHIRLPOOL_PROGRAM,
    decode: readConfig,
  })
  if (isRefusal(config)) return config
  const tier = loadOwned(call, at.feeTier, { name: 'feeTier', owner: WHIRLPOOL_PROGRAM, decode: readFeeTier })
  if (isRefusal(tier)) return tier
  const a = loadMint(call, at.tokenMintA, 'tokenMintA')
  if (isRefusal(a)) return a
  const b = loadMint(call, at.tokenMintB, 'tokenMintB')
  if (isRefusal(b)) return b
  const pda = whirlpoolPda(at.tokenMintA, at.tokenMintB, tickSpacing, at.whirlpoolsConfig)
  const fault = checkAddresses([
    ['whirlpool', at.whirlpool, pda.address],
    ['feeTier', tier.config, at.whirlpoolsConfig, ANCHOR.hasOne],
    ['feeTier', String(tier.tickSpacing), String(tickSpacing), ANCHOR.raw],
    ['tokenProgramA', programs.a, a.tokenProgram, ANCHOR.address],
    ['tokenProgramB', programs.b, b.tokenProgram, ANCHOR.address],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
  ])
  if (fault !== null) return fault
  if (Buffer.compare(keyBytes(at.tokenMintA), keyBytes(at.tokenMintB)) >= 0) return refuse(WHIRLPOOL_ERRORS.mintOrder)
  if (sqrtPrice < MIN_SQRT_PRICE || sqrtPrice > MAX_SQRT_PRICE) return refuse(WHIRLPOOL_ERRORS.priceOutOfBounds)
  const payer = at.funder
  const vaultOf = (account: string, mint: string, tokenProgram: string): readonly ScriptOp[] =>
    makeVault(call, { payer, account, mint, authority: at.whirlpool, tokenProgram, asksSize })
  const made = { payer, account: at.whirlpool, dataBytes: WHIRLPOOL_BYTES, owner: WHIRLPOOL_PROGRAM }
  const bytes = newPool(at, { ...asked, bump: pda.seeds.at(-1)![0]!, feeRate: tier.feeRate, config })
  return [
    makeAccount(call, made, pda.seeds),
    ...vaultOf(at.tokenVaultA, at.tokenMintA, programs.a),
    ...vaultOf(at.tokenVaultB, at.tokenMintB, programs.b),
    { op: 'write', address: at.whirlpool, offset: 0, bytes },
    { op: 'logData', bytes: initializedEvent(at, { a, b }, asked) },
  ]
}

function readConfig(data: Uint8Array): Uint8Array | null {
  const isConfig = data.length >= CONFIG_BYTES && Buffer.compare(data.subarray(0, 8), CONFIG_TAG) === 0
  return isConfig ? data : null
}

function newPool(
  at: Accounts,
  made: {
    readonly tickSpacing: number
    readonly sqrtPrice: bigint
    readonly bump: number
    readonly feeRate: number
    readonly config: Uint8Array
  },
): Uint8Array {
  const pool = new Uint8Array(WHIRLPOOL_BYTES)
  pool.set(WHIRLPOOL_TAG)
  putKey(pool, WHIRLPOOL_AT.config, at.whirlpoolsConfig)
  pool[WHIRLPOOL_AT.bump] = made.bump
  putInt(pool, WHIRLPOOL_AT.tickSpacing, 2, made.tickSpacing)
  putInt(pool, WHIRLPOOL_AT.feeTierIndex, 2, made.tickSpacing)
  putInt(pool, WHIRLPOOL_AT.feeRate, 2, made.feeRate)
  putInt(pool, WHIRLPOOL_AT.protocolFeeRate, 2, uintAt(made.config, CONFIG_PROTOCOL_FEE_AT, 2))
  putInt(pool, WHIRLPOOL_AT.sqrtPrice, 16, made.sqrtPrice)
  putInt(pool, WHIRLPOOL_AT.tickCurrent, 4, tickOfSqrtPrice(made.sqrtPrice))
  putKey(pool, WHIRLPOOL_AT.mintA, at.tokenMintA)
  putKey(pool, WHIRLPOOL_AT.vaultA, at.tokenVaultA)
  putKey(pool, WHIRLPOOL_AT.mintB, at.tokenMintB)
  putKey(pool, WHIRLPOOL_AT.vaultB, at.tokenVaultB)
  const rewardAuthority = keyAt(made.config, CONFIG_REWARD_AUTHORITY_AT)
  putKey(pool, REWARDS_AT + REWARD_AUTHORITY_AT, rewardAuthority)
  return pool
}

function initializedEvent(
  at: Accounts,
  { a, b }: { readonly a: LoadedMint; readonly b: LoadedMint },
  asked: { readonly tickSpacing: number; readonly sqrtPrice: bigint; readonly programs: TokenPrograms },
): Uint8Array {
  return Buffer.concat([
    POOL_INITIALIZED_EVENT,
    ...[at.whirlpool, at.whirlpoolsConfig, at.tokenMintA, at.tokenMintB].map((key) => keyBytes(key)),
    intBytes(2, asked.tickSpacing),
    keyBytes(asked.programs.a),
    keyBytes(asked.programs.b),
    Uint8Array.of(a.decimals, b.decimals),
    intBytes(16, asked.sqrtPrice),
  ])
}

/** `initialize_tick_array`: an array of fixed size. */
export function runInitializeTickArray(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, TICK_ARRAY_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  if (call.data.length < 12) return refuse(ANCHOR.didNotDeserialize)
  const start = Number(intAt(call.data, 8, 4))
  const pool = loadOwned(call, at.whirlpool, { name: 'whirlpool', owner: WHIRLPOOL_PROGRAM, decode: readWhirlpool })
  if (isRefusal(pool)) return pool
  const pda = tickArrayPda(at.whirlpool, start)
  const fault = checkAddresses([
    ['tickArray', at.tickArray, pda.address],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  if (!isArrayStart(start, whirlpoolFacts(pool).tickSpacing)) return refuse(WHIRLPOOL_ERRORS.invalidStartTick)
  const made = { payer: at.funder, account: at.tickArray, dataBytes: TICK_ARRAY_BYTES, owner: WHIRLPOOL_PROGRAM }
  return [
    makeAccount(call, made, pda.seeds),
    { op: 'write', address: at.tickArray, offset: 0, bytes: newTickArray(keyBytes(at.whirlpool), start) },
  ]
}
