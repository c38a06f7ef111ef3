import { accountList } from '../../../src/chain/solana/account-list.ts'
import { RENT_SYSVAR, SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, putInt, putKey, readArgs, uintAt } from '../byte-fields.ts'
import { openAccount } from '../open-account.ts'
import { type LoadedMint, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { keyBytes, makeVault } from '../token-moves.ts'
import {
  CLMM_ERRORS,
  CLMM_PROGRAM,
  CONFIG_AT,
  EXTENSION_BYTES,
  EXTENSION_TAG,
  extensionPda,
  OBSERVATION_AT,
  OBSERVATION_BYTES,
  OBSERVATION_TAG,
  observationPda,
  POOL_AT,
  POOL_BYTES,
  POOL_TAG,
  poolPda,
  REQUIRE_GT,
  REWARD_AUTHORITY_AT,
  REWARD_BYTES,
  readConfig,
  vaultPda,
} from './layout.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, tickOfSqrtPrice } from './tick-math.ts'

const POOL_ACCOUNTS = accountList([
  'poolCreator:ws',
  'ammConfig',
  'poolState:w',
  'tokenMint0',
  'tokenMint1',
  'tokenVault0:w',
  'tokenVault1:w',
  'observationState:w',
  'tickArrayBitmap:w',
  'tokenProgram0',
  'tokenProgram1',
  'systemProgram',
  'rent',
])
const POOL_CREATED_EVENT = Buffer.from('195e4b2f7063353f', 'hex')
const REWARDS = 3

type At = Readonly<Record<(typeof POOL_ACCOUNTS)['names'][number], string>>
type Made = {
  readonly bump: number
  readonly tickSpacing: number
  readonly sqrtPrice: bigint
  readonly mint0: LoadedMint
  readonly mint1: LoadedMint
}

/** `create_pool`: an empty pool at a price, with its vaults, its history and the extension of its bitmap. */
export function runCreatePool(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, POOL_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [sqrtPrice, openTime] = [args.uint(16), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const config = loadOwned(call, at.ammConfig, { name: 'ammConfig', owner: CLMM_PROGRAM, decode: readConfig })
  if (isRefusal(config)) return config
  const mint0 = loadMint(call, at.tokenMint0, 'tokenMint0')
  if (isRefusal(mint0)) return mint0
  const mint1 = loadMint(call, at.tokenMint1, 'tokenMint1')
  if (isRefusal(mint1)) return mint1
  const fault = checkAccounts(at, mint0, mint1)
  if (fault !== null) return fault
  if (BigInt(Math.floor(call.unixTimeSec)) <= openTime) return refuse(REQUIRE_GT)
  if (sqrtPrice < MIN_SQRT_PRICE || sqrtPrice >= MAX_SQRT_PRICE) return refuse(CLMM_ERRORS.sqrtPrice)
  const bump = poolPda(at.ammConfig, at.tokenMint0, at.tokenMint1).seeds.at(-1)![0]!
  const tickSpacing = Number(uintAt(config, CONFIG_AT.tickSpacing, 2))
  return script(call, at, { bump, tickSpacing, sqrtPrice, mint0, mint1 })
}

function checkAccounts(at: At, mint0: LoadedMint, mint1: LoadedMint): Refusal | null {
  if (Buffer.compare(keyBytes(at.tokenMint0), keyBytes(at.tokenMint1)) >= 0) return refuse(ANCHOR.raw, 'tokenMint0')
  return checkAddresses([
    ['poolState', at.poolState, poolPda(at.ammConfig, at.tokenMint0, at.tokenMint1).address],
    ['tokenVault0', at.tokenVault0, vaultPda(at.poolState, at.tokenMint0).address],
    ['tokenVault1', at.tokenVault1, vaultPda(at.poolState, at.tokenMint1).address],
    ['observationState', at.observationState, observationPda(at.poolState).address],
    ['tickArrayBitmap', at.tickArrayBitmap, extensionPda(at.poolState).address],
    ['tokenProgram0', at.tokenProgram0, mint0.tokenProgram, ANCHOR.address],
    ['tokenProgram1', at.tokenProgram1, mint1.tokenProgram, ANCHOR.address],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
  ])
}

function script(call: EmulatorCall, at: At, made: Made): readonly ScriptOp[] {
  const payer = at.poolCreator
  const open = (account: string, dataBytes: number, seeds: readonly Uint8Array[]): readonly ScriptOp[] =>
    openAccount(call, { payer, account, dataBytes, owner: CLMM_PROGRAM, seeds })
  const vault = (account: string, mint: string, tokenProgram: string): readonly ScriptOp[] =>
    makeVault(
      call,
      { payer, account, mint, authority: at.poolState, tokenProgram, asksSize: true },
      vaultPda(at.poolState, mint).seeds,
    )
  const history = new Uint8Array(OBSERVATION_BYTES)
  history.set(OBSERVATION_TAG)
  putKey(history, OBSERVATION_AT.pool, at.poolState)
  const extension = new Uint8Array(EXTENSION_BYTES)
  extension.set(EXTENSION_TAG)
  putKey(extension, 8, at.poolState)
  const write = (address: string, bytes: Uint8Array): ScriptOp => ({ op: 'write', address, offset: 0, bytes })
  return [
    ...open(at.poolState, POOL_BYTES, poolPda(at.ammConfig, at.tokenMint0, at.tokenMint1).seeds),
    ...open(at.observationState, OBSERVATION_BYTES, observationPda(at.poolState).seeds),
    ...open(at.tickArrayBitmap, EXTENSION_BYTES, extensionPda(at.poolState).seeds),
    ...vault(at.tokenVault0, at.tokenMint0, made.mint0.tokenProgram),
    ...vault(at.tokenVault1, at.tokenMint1, made.mint1.tokenProgram),
    write(at.observationState, history),
    write(at.poolState, newPool(at, made)),
    write(at.tickArrayBitmap, extension),
    { op: 'logData', bytes: createdEvent(at, made) },
  ]
}

function newPool(at: At, { bump, tickSpacing, sqrtPrice, mint0, mint1 }: Made): Uint8Array {
  const pool = new Uint8Array(POOL_BYTES)
  pool.set(POOL_TAG)
  pool[POOL_AT.bump] = bump
  putKey(pool, POOL_AT.config, at.ammConfig)
  putKey(pool, POOL_AT.owner, at.poolCreator)
  putKey(pool, POOL_AT.mint0, at.tokenMint0)
  putKey(pool, POOL_AT.mint1, at.tokenMint1)
  putKey(pool, POOL_AT.vault0, at.tokenVault0)
  putKey(pool, POOL_AT.vault1, at.tokenVault1)
  putKey(pool, POOL_AT.observation, at.observationState)
  pool[POOL_AT.decimals0] = mint0.decimals
  pool[POOL_AT.decimals1] = mint1.decimals
  putInt(pool, POOL_AT.tickSpacing, 2, tickSpacing)
  putInt(pool, POOL_AT.sqrtPrice, 16, sqrtPrice)
  putInt(pool, POOL_AT.tickCurrent, 4, tickOfSqrtPrice(sqrtPrice))
  for (let i = 0; i < REWARDS; i++)
    putKey(pool, POOL_AT.rewards + i * REWARD_BYTES + REWARD_AUTHORITY_AT, at.poolCreator)
  return pool
}

function createdEvent(at: At, { tickSpacing, sqrtPrice }: Made): Uint8Array {
  return Buffer.concat([
    POOL_CREATED_EVENT,
    keyBytes(at.tokenMint0),
    keyBytes(at.tokenMint1),
    intBytes(2, tickSpacing),
    keyBytes(at.poolState),
    intBytes(16, sqrtPrice),
    intBytes(4, tickOfSqrtPrice(sqrtPrice)),
    keyBytes(at.tokenVault0),
    keyBytes(at.tokenVault1),
  ])
}
