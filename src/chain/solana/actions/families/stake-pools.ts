import { type ActionFamily, byByte } from './family.ts'

/** Pools that run for one name each: the pool is the first account of every instruction that users send. */
const NAMED_POOLS: ReadonlyMap<string, string> = new Map([['Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb', 'JITO']])

/** The stake pool program and its two copies that Sanctum runs. A stake account that goes in is staked SOL, one that
 *  comes out is not. Source: the program's instruction enum, borsh. */
export const stakePools: ActionFamily = {
  sources: {
    SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy: 'SPL_STAKE_POOL',
    SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY: 'SANCTUM',
    SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn: 'SANCTUM',
  },
  /** Deposits of stake and of SOL, withdrawals of both; the later numbers name the least to get. */
  typeOf: byByte({ STAKE_SOL: [9, 14, 23, 25], UNSTAKE_SOL: [10, 16, 24, 26] }),
  sourceOf: ({ accounts }) => NAMED_POOLS.get(accounts[0] ?? '') ?? null,
}
