import type { Outcome } from '../../../../contract/outcome.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource, vaultBalance } from '../find-pools.ts'
import { orientPool } from '../orient-pool.ts'
import { derivedWhirlpools, WHIRLPOOL_PROGRAM, WHIRLPOOL_PROGRAMS } from './addresses.ts'
import {
  decodeWhirlpool,
  MINT_A_OFFSET,
  MINT_B_OFFSET,
  WHIRLPOOL_BYTES,
  WHIRLPOOL_TAG,
  type Whirlpool,
} from './state.ts'

const Q64 = 64n

/** An account with the program that owns it: there are two. */
type Owned = { readonly programId: string; readonly whirlpool: Whirlpool }

const SOURCE: PoolSource<Owned> = {
  programId: WHIRLPOOL_PROGRAM,
  filters: [{ dataSize: WHIRLPOOL_BYTES }, { memcmp: { offset: 0, bytes: encodeBase58(WHIRLPOOL_TAG) } }],
  mintOffsets: [MINT_A_OFFSET, MINT_B_OFFSET],
  read: readWhirlpool,
  hasMint: ({ whirlpool }, mint) => whirlpool.tokenMintA === mint || whirlpool.tokenMintB === mint,
  companionsOf: ({ whirlpool }) => [whirlpool.tokenVaultA, whirlpool.tokenVaultB],
  toPool: (address, owned, companions) =>
    whirlpoolToPool(address, owned, {
      aRaw: vaultBalance(companions, owned.whirlpool.tokenVaultA),
      bRaw: vaultBalance(companions, owned.whirlpool.tokenVaultB),
    }),
}

/** Pools of a mint: those against money by address, all others where the node allows scans. Only the main deployment is
 *  searched; trades of the other one are decoded all the same. */
export function findWhirlpools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  return findPoolsOf(rpc, SOURCE, mint, derivedWhirlpools(mint), signal)
}

/** A pool account and the balances of its vaults as a pool. A trade runs against the reserves that the liquidity in
 *  range stands for at the current price (whitepaper of concentrated liquidity: x = L/√P, y = L·√P); what can be taken
 *  out is in the vaults, protocol fees left out. */
export function whirlpoolToPool(
  address: string,
  { programId, whirlpool }: Owned,
  balances: { readonly aRaw: bigint; readonly bRaw: bigint },
): Pool {
  const { liquidity, sqrtPriceX64 } = whirlpool
  const real = (balanceRaw: bigint, owedRaw: bigint) => (balanceRaw > owedRaw ? balanceRaw - owedRaw : 0n)
  return orientPool({
    dex: 'orca',
    programId,
    address,
    first: {
      mint: whirlpool.tokenMintA,
      reserveRaw: sqrtPriceX64 === 0n ? 0n : (liquidity << Q64) / sqrtPriceX64,
      realRaw: real(balances.aRaw, whirlpool.protocolFeeOwedA),
    },
    second: {
      mint: whirlpool.tokenMintB,
      reserveRaw: (liquidity * sqrtPriceX64) >> Q64,
      realRaw: real(balances.bRaw, whirlpool.protocolFeeOwedB),
    },
    vaultOwner: address,
    creator: null,
    isOpen: true,
  })
}

export function isWhirlpoolAccount(account: AccountView): boolean {
  return readWhirlpool(account) !== null
}

function readWhirlpool({ owner, data }: AccountView): Owned | null {
  const programId = WHIRLPOOL_PROGRAMS.find((program) => program === owner)
  const whirlpool = programId === undefined ? null : decodeWhirlpool(data)
  return programId === undefined || whirlpool === null ? null : { programId, whirlpool }
}
