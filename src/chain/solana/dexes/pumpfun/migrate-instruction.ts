import { accountUses } from '../../account-list.ts'
import { type Instruction, readonlyAccount, writableAccount } from '../../instructions.ts'
import { associatedTokenAddress } from '../../pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../program-ids.ts'
import {
  boostVaultPda,
  canonicalPoolPda,
  lpMintPda,
  PUMPSWAP_EVENT_AUTHORITY,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
} from '../pumpswap/addresses.ts'
import { MIGRATE_ACCOUNTS, PUMP_TAGS } from './account-lists.ts'
import { bondingCurvePda, PUMP_EVENT_AUTHORITY, PUMP_GLOBAL, PUMP_PROGRAM, poolAuthorityPda } from './addresses.ts'

/** `migrate`: moves a complete curve that is quoted in SOL into its PumpSwap pool and burns the pool's LP tokens.
 *  Anyone may send it and pays the new accounts' rent. `withdrawAuthority` is Global's, `tokenProgram` the mint's. */
export function buildPumpMigrate(input: {
  readonly mint: string
  readonly tokenProgram: string
  readonly user: string
  readonly withdrawAuthority: string
}): Instruction {
  const { mint, tokenProgram, user, withdrawAuthority } = input
  const bondingCurve = bondingCurvePda(mint).address
  const poolAuthority = poolAuthorityPda(mint).address
  const pool = canonicalPoolPda(mint).address
  const lpMint = lpMintPda(pool).address
  const boostVault = boostVaultPda(pool).address
  const accounts = accountUses(
    MIGRATE_ACCOUNTS,
    {
      global: PUMP_GLOBAL,
      withdrawAuthority,
      mint,
      bondingCurve,
      associatedBondingCurve: associatedTokenAddress(bondingCurve, mint, tokenProgram),
      user,
      systemProgram: SYSTEM_PROGRAM,
      tokenProgram: TOKEN_PROGRAM,
      pumpAmm: PUMPSWAP_PROGRAM,
      pool,
      poolAuthority,
      poolAuthorityMintAccount: associatedTokenAddress(poolAuthority, mint, tokenProgram),
      poolAuthorityWsolAccount: associatedTokenAddress(poolAuthority, NATIVE_MINT),
      ammGlobalConfig: PUMPSWAP_GLOBAL_CONFIG,
      wsolMint: NATIVE_MINT,
      lpMint,
      userPoolTokenAccount: associatedTokenAddress(poolAuthority, lpMint, TOKEN_2022_PROGRAM),
      poolBaseTokenAccount: associatedTokenAddress(pool, mint, tokenProgram),
      poolQuoteTokenAccount: associatedTokenAddress(pool, NATIVE_MINT),
      token2022Program: TOKEN_2022_PROGRAM,
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
      pumpAmmEventAuthority: PUMPSWAP_EVENT_AUTHORITY,
      eventAuthority: PUMP_EVENT_AUTHORITY,
      program: PUMP_PROGRAM,
      rent: RENT_SYSVAR,
    },
    [readonlyAccount(boostVault), writableAccount(associatedTokenAddress(boostVault, NATIVE_MINT))],
  )
  return { programId: PUMP_PROGRAM, accounts, data: PUMP_TAGS.migrate }
}
