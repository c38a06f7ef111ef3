import type { Outcome } from '../../../../contract/outcome.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import { type ChainClock, isActive, readClock } from '../chain-clock.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource, vaultBalance } from '../find-pools.ts'
import { orientPool } from '../orient-pool.ts'
import { CPMM_AUTHORITY, CPMM_PROGRAM, derivedCpmmPools } from './addresses.ts'
import {
  CPMM_POOL_BYTES,
  CPMM_POOL_TAG,
  type CpmmPool,
  decodeCpmmPool,
  isSwapOn,
  TOKEN_0_MINT_OFFSET,
  TOKEN_1_MINT_OFFSET,
} from './state.ts'

const SOURCE: PoolSource<CpmmPool> = {
  programId: CPMM_PROGRAM,
  filters: [{ dataSize: CPMM_POOL_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(CPMM_POOL_TAG) } }],
  mintOffsets: [TOKEN_0_MINT_OFFSET, TOKEN_1_MINT_OFFSET],
  read: readCpmmPool,
  hasMint: (pool, mint) => pool.token0Mint === mint || pool.token1Mint === mint,
  companionsOf: (pool) => [pool.token0Vault, pool.token1Vault, CLOCK_SYSVAR],
  toPool: (address, pool, companions) =>
    cpmmToPool(
      address,
      pool,
      {
        token0Raw: vaultBalance(companions, pool.token0Vault),
        token1Raw: vaultBalance(companions, pool.token1Vault),
      },
      readClock(companions.get(CLOCK_SYSVAR)),
    ),
}

/** Pools of a mint: those against money by address, all others where the node allows scans. */
export function findCpmmPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  return findPoolsOf(rpc, SOURCE, mint, derivedCpmmPools(mint), signal)
}

/** A pool account and the balances of its vaults as a pool. A clock that could not be read closes nothing. */
export function cpmmToPool(
  address: string,
  pool: CpmmPool,
  balances: { readonly token0Raw: bigint; readonly token1Raw: bigint },
  clock: ChainClock | null,
): Pool {
  const side = (mint: string, balanceRaw: bigint, feesRaw: bigint) => {
    const raw = balanceRaw > feesRaw ? balanceRaw - feesRaw : 0n
    return { mint, reserveRaw: raw, realRaw: raw }
  }
  return orientPool({
    dex: 'raydium_cpmm',
    programId: CPMM_PROGRAM,
    address,
    first: side(pool.token0Mint, balances.token0Raw, pool.protocolFees0 + pool.fundFees0 + pool.creatorFees0),
    second: side(pool.token1Mint, balances.token1Raw, pool.protocolFees1 + pool.fundFees1 + pool.creatorFees1),
    vaultOwner: CPMM_AUTHORITY,
    creator: pool.poolCreator,
    isOpen: isSwapOn(pool) && isActive(clock, { activation: 'time', activationPoint: pool.openTimeSec }),
  })
}

export function isCpmmPoolAccount(account: AccountView): boolean {
  return readCpmmPool(account) !== null
}

function readCpmmPool(account: AccountView): CpmmPool | null {
  return account.owner === CPMM_PROGRAM ? decodeCpmmPool(account.data) : null
}
