import type { Outcome } from '../../../../contract/outcome.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import { type ChainClock, isActive, readClock } from '../chain-clock.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource, vaultBalance } from '../find-pools.ts'
import { orientPool } from '../orient-pool.ts'
import { CLMM_PROGRAM, derivedClmmPools } from './addresses.ts'
import {
  CLMM_POOL_BYTES,
  CLMM_POOL_TAG,
  type ClmmPool,
  decodeClmmPool,
  isSwapOn,
  TOKEN_0_MINT_OFFSET,
  TOKEN_1_MINT_OFFSET,
} from './state.ts'

const SOURCE: PoolSource<ClmmPool> = {
  programId: CLMM_PROGRAM,
  filters: [{ dataSize: CLMM_POOL_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(CLMM_POOL_TAG) } }],
  mintOffsets: [TOKEN_0_MINT_OFFSET, TOKEN_1_MINT_OFFSET],
  read: readClmmPool,
  hasMint: ({ token0Mint, token1Mint }, mint) => token0Mint === mint || token1Mint === mint,
  companionsOf: ({ token0Vault, token1Vault }) => [token0Vault, token1Vault, CLOCK_SYSVAR],
  toPool: (address, pool, companions) =>
    clmmToPool(
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
export function findClmmPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  return findPoolsOf(rpc, SOURCE, mint, derivedClmmPools(mint), signal)
}

/** A pool account and the balances of its vaults as a pool. A trade runs against the reserves that the liquidity in
 *  range stands for at the present price (x = L/√P, y = L·√P); what can be taken out is in the vaults, the fees of
 *  protocol and fund left out. */
export function clmmToPool(
  address: string,
  pool: ClmmPool,
  balances: { readonly token0Raw: bigint; readonly token1Raw: bigint },
  clock: ChainClock | null,
): Pool {
  const { liquidity, sqrtPriceX64 } = pool
  const real = (balanceRaw: bigint, owedRaw: bigint) => (balanceRaw > owedRaw ? balanceRaw - owedRaw : 0n)
  return orientPool({
    dex: 'raydium_clmm',
    programId: CLMM_PROGRAM,
    address,
    first: {
      mint: pool.token0Mint,
      reserveRaw: sqrtPriceX64 === 0n ? 0n : (liquidity << 64n) / sqrtPriceX64,
      realRaw: real(balances.token0Raw, pool.protocolFees0 + pool.fundFees0),
    },
    second: {
      mint: pool.token1Mint,
      reserveRaw: (liquidity * sqrtPriceX64) >> 64n,
      realRaw: real(balances.token1Raw, pool.protocolFees1 + pool.fundFees1),
    },
    vaultOwner: address,
    creator: pool.creator,
    isOpen: isSwapOn(pool) && isActive(clock, { activation: 'time', activationPoint: pool.openTimeSec + 1n }),
  })
}

export function isClmmPoolAccount(account: AccountView): boolean {
  return readClmmPool(account) !== null
}

function readClmmPool(account: AccountView): ClmmPool | null {
  return account.owner === CLMM_PROGRAM ? decodeClmmPool(account.data) : null
}
