import { MIGRATE_ACCOUNTS } from '../../../src/chain/solana/dexes/pumpfun/account-lists.ts'
import {
  bondingCurvePda,
  PUMP_EVENT_AUTHORITY,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
  poolAuthorityPda,
  SOL_LIKE_MINTS,
} from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { eventBytes, MIGRATION_EVENT, MIGRATION_EVENT_TAG } from '../../../src/chain/solana/dexes/pumpfun/events.ts'
import { type BondingCurve, encodeBondingCurve, type Global } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import {
  boostVaultPda,
  CANONICAL_POOL_INDEX,
  canonicalPoolPda,
  lpMintPda,
  PUMPSWAP_EVENT_AUTHORITY,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
} from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { buildPumpSwapCreatePool } from '../../../src/chain/solana/dexes/pumpswap/instructions.ts'
import {
  burnTokens,
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  syncNative,
  transferLamports,
  transferTokensChecked,
  writableAccount,
} from '../../../src/chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { initialLpTokens, newPoolLamports } from '../pumpswap/create-pool.ts'
import { announcePump } from './events.ts'
import { type LoadedMint, loadBalance, loadCurve, loadGlobal, loadMint } from './pump-accounts.ts'
import { PUMP_ERRORS } from './pump-errors.ts'

type MigrateAccounts = Readonly<Record<(typeof MIGRATE_ACCOUNTS)['names'][number], string>>
type Migration = {
  readonly call: EmulatorCall
  readonly at: MigrateAccounts
  readonly global: Global
  readonly curve: BondingCurve
  readonly mint: LoadedMint
  readonly tokensRaw: bigint
  readonly lamports: bigint
}

/** `migrate`: the tokens and SOL of a complete curve become its canonical pool, whose LP tokens are burned. */
export function runMigrate(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, MIGRATE_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const mint = loadMint(call, at.mint, 'mint')
  if (isRefusal(mint)) return mint
  const fault = checkMigrateAccounts(at, read.remaining, mint.tokenProgram)
  if (fault !== null) return fault
  const global = loadGlobal(call, at.global)
  if (isRefusal(global)) return global
  const curve = loadCurve(call, at.bondingCurve)
  if (isRefusal(curve)) return curve
  if (at.withdrawAuthority !== global.withdrawAuthority) return refuse(ANCHOR.address, 'withdrawAuthority')
  if (!global.enableMigrate) return refuse(PUMP_ERRORS.migrateDisabled)
  if (!SOL_LIKE_MINTS.has(curve.quoteMint)) return refuse(PUMP_ERRORS.unsupportedQuote)
  if (!curve.complete || curve.virtualTokenReserves === 0n) return refuse(PUMP_ERRORS.notComplete)
  const tokensRaw = loadBalance(call, at.associatedBondingCurve, { name: 'associatedBondingCurve', mint: at.mint })
  if (isRefusal(tokensRaw)) return tokensRaw
  const lamports = curve.realQuoteReserves - global.poolMigrationFee
  return migrate({ call, at, global, curve, mint, tokensRaw, lamports })
}

function migrate(migration: Migration): readonly ScriptOp[] {
  const { at, curve, mint, tokensRaw, lamports } = migration
  const { tokenProgram } = mint
  const authority = at.poolAuthority
  const { bump } = poolAuthorityPda(at.mint)
  const authoritySeeds = [Buffer.from('pool-authority'), addressBytes(at.mint), Uint8Array.of(bump)]
  const curveSeeds = [Buffer.from('bonding-curve'), addressBytes(at.mint), Uint8Array.of(bondingCurvePda(at.mint).bump)]
  const createPool = buildPumpSwapCreatePool({
    index: CANONICAL_POOL_INDEX,
    creator: authority,
    baseMint: at.mint,
    quoteMint: NATIVE_MINT,
    baseTokenProgram: tokenProgram,
    baseRaw: tokensRaw,
    quoteRaw: lamports,
    coinCreator: curve.creator,
    isMayhemMode: curve.isMayhemMode,
    isCashbackCoin: curve.isCashbackCoin,
    creatorFeeBps: curve.creatorFeeBps,
    canEditCreatorFee: curve.canEditCreatorFee,
    isHolderReward: curve.isHolderReward,
  })
  return [
    invoke(createAssociatedTokenAccount({ payer: at.user, owner: authority, mint: at.mint, tokenProgram })),
    invoke(createAssociatedTokenAccount({ payer: at.user, owner: authority, mint: NATIVE_MINT })),
    invoke(
      transferTokensChecked({
        from: at.associatedBondingCurve,
        mint: at.mint,
        to: at.poolAuthorityMintAccount,
        authority: at.bondingCurve,
        amountRaw: tokensRaw,
        decimals: mint.decimals,
        tokenProgram,
      }),
      curveSeeds,
    ),
    { op: 'moveLamports', from: at.bondingCurve, to: authority, lamports: curve.realQuoteReserves },
    invoke(
      alsoSeeing(transferLamports({ from: authority, to: at.poolAuthorityWsolAccount, lamports }), at.bondingCurve),
      authoritySeeds,
    ),
    invoke(syncNative(at.poolAuthorityWsolAccount)),
    invoke(createPool, authoritySeeds),
    invoke(
      burnTokens({
        account: at.userPoolTokenAccount,
        mint: at.lpMint,
        authority,
        amountRaw: initialLpTokens(tokensRaw, lamports).toCreator,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
      authoritySeeds,
    ),
    ...settle(migration, authoritySeeds),
    ...finish(migration),
  ]
}

/** A program that took lamports out of its own account must show that account to the next call that shows the
 *  receiver: the runtime compares sums at every call. */
function alsoSeeing(instruction: Instruction, address: string): Instruction {
  return { ...instruction, accounts: [...instruction.accounts, writableAccount(address)] }
}

/** The migration fee paid for the new accounts; the rest of it goes to the withdraw authority, the helper accounts'
 *  rent back to the sender. */
function settle({ call, at, global, mint }: Migration, seeds: readonly Uint8Array[]): readonly ScriptOp[] {
  const held = call.read(at.poolAuthority)?.lamports ?? 0n
  const left = held + global.poolMigrationFee - newPoolLamports(call, mint.tokenProgram)
  const close = (account: string, tokenProgram: string) =>
    invoke(closeTokenAccount({ account, destination: at.user, authority: at.poolAuthority, tokenProgram }), seeds)
  // Tokens that someone sent to the helper account stay there: an account that holds any cannot be closed.
  const gift = loadBalance(call, at.poolAuthorityMintAccount, { name: 'poolAuthorityMintAccount', mint: at.mint })
  return [
    ...(isRefusal(gift) || gift === 0n ? [close(at.poolAuthorityMintAccount, mint.tokenProgram)] : []),
    close(at.poolAuthorityWsolAccount, TOKEN_PROGRAM),
    ...(left > 0n
      ? [invoke(transferLamports({ from: at.poolAuthority, to: at.withdrawAuthority, lamports: left }), seeds)]
      : []),
  ]
}

function finish({ call, at, global, curve, tokensRaw, lamports }: Migration): readonly ScriptOp[] {
  const spent = {
    ...curve,
    virtualTokenReserves: 0n,
    virtualQuoteReserves: 0n,
    realTokenReserves: 0n,
    realQuoteReserves: 0n,
  }
  const bytes = encodeBondingCurve(spent, call.read(at.bondingCurve)!.data.length)
  const event = eventBytes(MIGRATION_EVENT_TAG, MIGRATION_EVENT, {
    user: at.user,
    mint: at.mint,
    mintAmount: tokensRaw,
    solAmount: lamports,
    poolMigrationFee: global.poolMigrationFee,
    bondingCurve: at.bondingCurve,
    timestamp: BigInt(call.unixTimeSec),
    pool: at.pool,
    quoteMint: curve.quoteMint,
  })
  return [{ op: 'write', address: at.bondingCurve, offset: 0, bytes }, ...announcePump(event)]
}

function checkMigrateAccounts(
  at: MigrateAccounts,
  remaining: EmulatorCall['accounts'],
  tokenProgram: string,
): Refusal | null {
  const bondingCurve = bondingCurvePda(at.mint).address
  const authority = poolAuthorityPda(at.mint).address
  const pool = canonicalPoolPda(at.mint).address
  const lpMint = lpMintPda(pool).address
  const boostVault = boostVaultPda(pool).address
  if (remaining.length < 2) return refuse(ANCHOR.notEnoughKeys)
  return checkAddresses([
    ['global', at.global, PUMP_GLOBAL],
    ['bondingCurve', at.bondingCurve, bondingCurve],
    ['associatedBondingCurve', at.associatedBondingCurve, associatedTokenAddress(bondingCurve, at.mint, tokenProgram)],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['pumpAmm', at.pumpAmm, PUMPSWAP_PROGRAM, ANCHOR.address],
    ['pool', at.pool, pool],
    ['poolAuthority', at.poolAuthority, authority],
    ['poolAuthorityMintAccount', at.poolAuthorityMintAccount, associatedTokenAddress(authority, at.mint, tokenProgram)],
    ['poolAuthorityWsolAccount', at.poolAuthorityWsolAccount, associatedTokenAddress(authority, NATIVE_MINT)],
    ['ammGlobalConfig', at.ammGlobalConfig, PUMPSWAP_GLOBAL_CONFIG],
    ['wsolMint', at.wsolMint, NATIVE_MINT, ANCHOR.address],
    ['lpMint', at.lpMint, lpMint],
    ['userPoolTokenAccount', at.userPoolTokenAccount, associatedTokenAddress(authority, lpMint, TOKEN_2022_PROGRAM)],
    ['poolBaseTokenAccount', at.poolBaseTokenAccount, associatedTokenAddress(pool, at.mint, tokenProgram)],
    ['poolQuoteTokenAccount', at.poolQuoteTokenAccount, associatedTokenAddress(pool, NATIVE_MINT)],
    ['token2022Program', at.token2022Program, TOKEN_2022_PROGRAM, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['pumpAmmEventAuthority', at.pumpAmmEventAuthority, PUMPSWAP_EVENT_AUTHORITY],
    ['eventAuthority', at.eventAuthority, PUMP_EVENT_AUTHORITY],
    ['program', at.program, PUMP_PROGRAM, ANCHOR.address],
    ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
    ['boostVaultAuthority', remaining[0]!.address, boostVault],
    ['boostVaultQuoteAccount', remaining[1]!.address, associatedTokenAddress(boostVault, NATIVE_MINT)],
  ])
}
