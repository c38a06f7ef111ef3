import { accountList, accountUses } from '../../../src/chain/solana/account-list.ts'
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { CPMM_AUTHORITY, CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { burnTokens, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, uintAt } from '../byte-fields.ts'
import { type LoadedMint, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { CPMM_INITIALIZE_ACCOUNTS } from '../raydium-cpmm/account-lists.ts'
import {
  CPMM_CONFIG_AT,
  CPMM_CREATE_FEE_ACCOUNT,
  CPMM_POOL_BYTES,
  cpmmLpMint,
  cpmmObservation,
  cpmmPool,
  cpmmVault,
  isFirstMint,
  LOCKED_LP_RAW,
  OBSERVATION_BYTES,
} from '../raydium-cpmm/layout.ts'
import { integerSqrt } from '../wide-math.ts'
import { asCurve, loadConfigs } from './accounts.ts'
import { LAUNCHLAB_ERRORS } from './errors.ts'
import {
  CURVE_AT,
  CURVE_STATUS,
  curveKey,
  curveU64,
  GLOBAL_AT,
  launchAuthority,
  MIGRATE_TO_CPMM,
  PLATFORM_AT,
} from './layout.ts'

export const MIGRATE_TO_CPMM_ACCOUNTS = accountList([
  'payer:ws',
  'baseMint:w',
  'quoteMint',
  'platformConfig',
  'cpswapProgram',
  'cpswapPool:w',
  'cpswapAuthority',
  'cpswapLpMint:w',
  'cpswapBaseVault:w',
  'cpswapQuoteVault:w',
  'cpswapConfig',
  'cpswapCreatePoolFee:w',
  'cpswapObservation:w',
  'lockProgram',
  'lockAuthority',
  'lockLpVault:w',
  'authority:w',
  'poolState:w',
  'globalConfig',
  'baseVault:w',
  'quoteVault:w',
  'poolLpToken:w',
  'baseTokenProgram',
  'quoteTokenProgram',
  'associatedTokenProgram',
  'systemProgram',
  'rentProgram',
  'metadataProgram',
])
type At = Readonly<Record<(typeof MIGRATE_TO_CPMM_ACCOUNTS)['names'][number], string>>
type Migration = {
  readonly call: EmulatorCall
  readonly at: At
  readonly pool: Uint8Array
  readonly base: LoadedMint
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
}

const CPMM_INITIALIZE_TAG = Buffer.from('afaf6d1f0d989bed', 'hex')
/** The new pool's own accounts are classic but for the base vault of a Token-2022 token, which has an extension or
 *  two. */
const WIDEST_VAULT_BYTES = 300

/** `migrate_to_cpswap`: what a full curve raised and did not sell becomes a CPMM pool, whose LP tokens are burned. The
 *  part of them that platforms may lock for themselves is not emulated. */
export function runMigrateToCpmm(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, MIGRATE_TO_CPMM_ACCOUNTS)
  if (isRefusal(read)) return read
  const migration = loadMigration(call, read.at)
  if (isRefusal(migration)) return migration
  const { at, quoteRaw, baseRaw } = migration
  const lpRaw = integerSqrt(baseRaw * quoteRaw) - LOCKED_LP_RAW
  const burn = burnTokens({
    account: at.poolLpToken,
    mint: at.cpswapLpMint,
    authority: LAUNCHLAB_AUTHORITY,
    amountRaw: lpRaw,
  })
  const signed = launchAuthority().seeds
  return [
    invoke(transferLamports({ from: at.payer, to: at.authority, lamports: newPoolLamports(migration) })),
    invoke(createPool(migration), signed),
    invoke(burn, signed),
    { op: 'write', address: at.poolState, offset: CURVE_AT.status, bytes: intBytes(1, CURVE_STATUS.trade) },
  ]
}

function loadMigration(call: EmulatorCall, at: At): Migration | Refusal {
  const configs = loadConfigs(call, at)
  if (isRefusal(configs)) return configs
  const pool = loadOwned(call, at.poolState, { name: 'poolState', owner: LAUNCHLAB_PROGRAM, decode: asCurve })
  if (isRefusal(pool)) return pool
  const base = loadMint(call, at.baseMint, 'baseMint')
  if (isRefusal(base)) return base
  const fault = checkMigration(at, pool, base.tokenProgram)
  if (fault !== null) return fault
  if (at.payer !== keyAt(configs.global, GLOBAL_AT.migrateToCpmmWallet)) return refuse(LAUNCHLAB_ERRORS.notApproved)
  if (at.cpswapConfig !== keyAt(configs.platform, PLATFORM_AT.cpmmConfig))
    return refuse(LAUNCHLAB_ERRORS.wrongCpmmConfig)
  if (pool[CURVE_AT.status] === CURVE_STATUS.fund) return refuse(LAUNCHLAB_ERRORS.poolFunding)
  if (pool[CURVE_AT.status] === CURVE_STATUS.trade) return refuse(LAUNCHLAB_ERRORS.poolMigrated)
  if (pool[CURVE_AT.migrateType] !== MIGRATE_TO_CPMM) return refuse(LAUNCHLAB_ERRORS.migrateTypeMismatch)
  const baseRaw = curveU64(pool, 'supply') - curveU64(pool, 'totalBaseSell') - curveU64(pool, 'vestingTotalLocked')
  const quoteRaw = curveU64(pool, 'realQuote') - curveU64(pool, 'migrateFee')
  return { call, at, pool, base, baseRaw, quoteRaw }
}

function checkMigration(at: At, pool: Uint8Array, baseProgram: string): Refusal | null {
  const [mint0, mint1] = inOrder(at.baseMint, at.quoteMint)
  const created = at.cpswapPool
  return checkAddresses([
    ['baseMint', at.baseMint, curveKey(pool, 'baseMint'), ANCHOR.address],
    ['quoteMint', at.quoteMint, curveKey(pool, 'quoteMint'), ANCHOR.address],
    ['platformConfig', at.platformConfig, curveKey(pool, 'platformConfig'), ANCHOR.address],
    ['globalConfig', at.globalConfig, curveKey(pool, 'globalConfig'), ANCHOR.address],
    ['baseVault', at.baseVault, curveKey(pool, 'baseVault'), ANCHOR.address],
    ['quoteVault', at.quoteVault, curveKey(pool, 'quoteVault'), ANCHOR.address],
    ['authority', at.authority, LAUNCHLAB_AUTHORITY],
    ['cpswapProgram', at.cpswapProgram, CPMM_PROGRAM, ANCHOR.address],
    ['cpswapAuthority', at.cpswapAuthority, CPMM_AUTHORITY],
    ['cpswapPool', created, cpmmPool(at.cpswapConfig, mint0, mint1).address],
    ['cpswapLpMint', at.cpswapLpMint, cpmmLpMint(created).address],
    ['cpswapBaseVault', at.cpswapBaseVault, cpmmVault(created, at.baseMint).address],
    ['cpswapQuoteVault', at.cpswapQuoteVault, cpmmVault(created, at.quoteMint).address],
    ['cpswapCreatePoolFee', at.cpswapCreatePoolFee, CPMM_CREATE_FEE_ACCOUNT, ANCHOR.address],
    ['cpswapObservation', at.cpswapObservation, cpmmObservation(created).address],
    ['poolLpToken', at.poolLpToken, associatedTokenAddress(LAUNCHLAB_AUTHORITY, at.cpswapLpMint), ANCHOR.associated],
    ['baseTokenProgram', at.baseTokenProgram, baseProgram, ANCHOR.programId],
    ['quoteTokenProgram', at.quoteTokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
  ])
}

/** The sender pays for the pool, whose creator is this program's authority. */
function newPoolLamports({ call, at }: Migration): bigint {
  const sizes = [
    MINT_BYTES,
    TOKEN_ACCOUNT_BYTES,
    TOKEN_ACCOUNT_BYTES,
    WIDEST_VAULT_BYTES,
    OBSERVATION_BYTES,
    CPMM_POOL_BYTES,
  ]
  const rent = sizes.reduce((sum, bytes) => sum + call.minimumBalanceLamports(bytes), 0n)
  const config = call.read(at.cpswapConfig)
  const fee = config === null ? 0n : uintAt(config.data, CPMM_CONFIG_AT.createPoolFee, 8)
  const held = call.read(at.authority)?.lamports ?? 0n
  // An account that pays may not end below the rent minimum unless it ends empty.
  return rent + fee + (held === 0n ? call.minimumBalanceLamports(0) : 0n)
}

function createPool({ at, baseRaw, quoteRaw }: Migration) {
  const isBaseFirst = isFirstMint(at.baseMint, at.quoteMint)
  const pair = <T>(base: T, quote: T): readonly [T, T] => (isBaseFirst ? [base, quote] : [quote, base])
  const [mint0, mint1] = pair(at.baseMint, at.quoteMint)
  const [payer0, payer1] = pair(at.baseVault, at.quoteVault)
  const [vault0, vault1] = pair(at.cpswapBaseVault, at.cpswapQuoteVault)
  const [program0, program1] = pair(at.baseTokenProgram, at.quoteTokenProgram)
  const [amount0, amount1] = pair(baseRaw, quoteRaw)
  const accounts = accountUses(CPMM_INITIALIZE_ACCOUNTS, {
    creator: at.authority,
    ammConfig: at.cpswapConfig,
    authority: at.cpswapAuthority,
    poolState: at.cpswapPool,
    mint0,
    mint1,
    lpMint: at.cpswapLpMint,
    payer0,
    payer1,
    payerLp: at.poolLpToken,
    vault0,
    vault1,
    createPoolFee: at.cpswapCreatePoolFee,
    observationState: at.cpswapObservation,
    tokenProgram: at.quoteTokenProgram,
    program0,
    program1,
    associatedTokenProgram: at.associatedTokenProgram,
    systemProgram: at.systemProgram,
    rent: at.rentProgram,
  })
  const args = [amount0, amount1, 0n].map((amount) => intBytes(8, amount))
  return { programId: at.cpswapProgram, accounts, data: Buffer.concat([CPMM_INITIALIZE_TAG, ...args]) }
}

function inOrder(one: string, other: string): readonly [string, string] {
  return isFirstMint(one, other) ? [one, other] : [other, one]
}
