import { USDC_MINT } from '../../../../contract/mints.ts'
import type { Outcome } from '../../../../contract/outcome.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { CLOCK_SYSVAR, NATIVE_MINT } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import { type ChainClock, isActive, readClock } from '../chain-clock.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource, vaultBalance } from '../find-pools.ts'
import { orientPool } from '../orient-pool.ts'
import { customizableDammV2Pda, DAMM_V2_POOL_AUTHORITY, DAMM_V2_PROGRAM } from './addresses.ts'
import {
  DAMM_V2_MINT_A_OFFSET,
  DAMM_V2_MINT_B_OFFSET,
  DAMM_V2_POOL_BYTES,
  DAMM_V2_POOL_TAG,
  type DammV2Pool,
  decodeDammV2Pool,
} from './state.ts'

const SOURCE: PoolSource<DammV2Pool> = {
  programId: DAMM_V2_PROGRAM,
  filters: [{ dataSize: DAMM_V2_POOL_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(DAMM_V2_POOL_TAG) } }],
  mintOffsets: [DAMM_V2_MINT_A_OFFSET, DAMM_V2_MINT_B_OFFSET],
  read: readPool,
  hasMint: (pool, mint) => pool.mintA === mint || pool.mintB === mint,
  companionsOf: (pool) => [pool.vaultA, pool.vaultB, CLOCK_SYSVAR],
  toPool: (address, pool, companions) =>
    dammV2ToPool(address, pool, {
      aRaw: vaultBalance(companions, pool.vaultA),
      bRaw: vaultBalance(companions, pool.vaultB),
      clock: readClock(companions.get(CLOCK_SYSVAR)),
    }),
}

/** DAMM v2 pools of a mint: the pools of free parameters against SOL and USDC by address, and all others where the node
 *  allows scans. */
export function findDammV2Pools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  const quotes = [NATIVE_MINT, USDC_MINT].filter((quote) => quote !== mint)
  const derived = quotes.map((quote) => customizableDammV2Pda(mint, quote).address)
  return findPoolsOf(rpc, SOURCE, mint, derived, signal)
}

/** A pool account and what its vaults hold as a pool. Liquidity within a price range is expressed as the constant
 *  product that it equals at the current price: L / sqrt(price) of A and L * sqrt(price) of B. */
export function dammV2ToPool(
  address: string,
  pool: DammV2Pool,
  held: { readonly aRaw: bigint; readonly bRaw: bigint; readonly clock: ChainClock | null },
): Pool {
  const { liquidityQ64, sqrtPriceQ64 } = pool
  const virtualARaw = sqrtPriceQ64 === 0n ? 0n : liquidityQ64 / sqrtPriceQ64
  const virtualBRaw = (liquidityQ64 * sqrtPriceQ64) >> 128n
  return orientPool({
    dex: 'meteora_damm_v2',
    programId: DAMM_V2_PROGRAM,
    address,
    first: { mint: pool.mintA, reserveRaw: pool.isCompounding ? pool.amountA : virtualARaw, realRaw: held.aRaw },
    second: { mint: pool.mintB, reserveRaw: pool.isCompounding ? pool.amountB : virtualBRaw, realRaw: held.bRaw },
    vaultOwner: DAMM_V2_POOL_AUTHORITY,
    creator: pool.creator === ZERO_KEY ? null : pool.creator,
    isOpen: pool.isEnabled && isActive(held.clock, pool),
  })
}

export function isDammV2PoolAccount(account: AccountView): boolean {
  return readPool(account) !== null
}

function readPool(account: AccountView): DammV2Pool | null {
  return account.owner === DAMM_V2_PROGRAM ? decodeDammV2Pool(account.data) : null
}
