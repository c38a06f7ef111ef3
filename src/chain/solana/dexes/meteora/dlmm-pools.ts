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
import { customizableDlmmPda, DLMM_PROGRAM } from './addresses.ts'
import { binPriceQ64 } from './bin-price.ts'
import {
  decodeLbPair,
  LB_PAIR_BYTES,
  LB_PAIR_MINT_X_OFFSET,
  LB_PAIR_MINT_Y_OFFSET,
  LB_PAIR_TAG,
  type LbPair,
} from './dlmm-state.ts'

const SOURCE: PoolSource<LbPair> = {
  programId: DLMM_PROGRAM,
  filters: [{ dataSize: LB_PAIR_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(LB_PAIR_TAG) } }],
  mintOffsets: [LB_PAIR_MINT_X_OFFSET, LB_PAIR_MINT_Y_OFFSET],
  read: readLbPair,
  hasMint: (pair, mint) => pair.mintX === mint || pair.mintY === mint,
  companionsOf: (pair) => [pair.reserveX, pair.reserveY, CLOCK_SYSVAR],
  toPool: (address, pair, companions) =>
    lbPairToPool(address, pair, {
      xRaw: vaultBalance(companions, pair.reserveX),
      yRaw: vaultBalance(companions, pair.reserveY),
      clock: readClock(companions.get(CLOCK_SYSVAR)),
    }),
}

/** DLMM pools of a mint: the pools of free parameters against SOL and USDC by address, and all others where the node
 *  allows scans. */
export function findDlmmPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  const quotes = [NATIVE_MINT, USDC_MINT].filter((quote) => quote !== mint)
  const derived = quotes.map((quote) => customizableDlmmPda(mint, quote).address)
  return findPoolsOf(rpc, SOURCE, mint, derived, signal)
}

/** A pool account and what its reserves hold as a pool. The pool trades within the active bin, at its price, whatever
 *  it holds of each side: the reserves to trade against are what both sides are worth together, half of it on each, so
 *  that their ratio is that price. How deep a single trade goes, only the bins tell. */
export function lbPairToPool(
  address: string,
  pair: LbPair,
  held: { readonly xRaw: bigint; readonly yRaw: bigint; readonly clock: ChainClock | null },
): Pool {
  const priceQ64 = binPriceQ64(pair.binStepBps, pair.activeId)
  const halfWorthYRaw = (((held.xRaw * priceQ64) >> 64n) + held.yRaw) / 2n
  const halfWorthXRaw = priceQ64 === 0n ? 0n : (halfWorthYRaw << 64n) / priceQ64
  return orientPool({
    dex: 'meteora',
    programId: DLMM_PROGRAM,
    address,
    first: { mint: pair.mintX, reserveRaw: halfWorthXRaw, realRaw: held.xRaw },
    second: { mint: pair.mintY, reserveRaw: halfWorthYRaw, realRaw: held.yRaw },
    vaultOwner: address,
    creator: pair.creator === ZERO_KEY ? null : pair.creator,
    isOpen: pair.isEnabled && isActive(held.clock, pair),
  })
}

export function isDlmmPoolAccount(account: AccountView): boolean {
  return readLbPair(account) !== null
}

function readLbPair(account: AccountView): LbPair | null {
  return account.owner === DLMM_PROGRAM ? decodeLbPair(account.data) : null
}
