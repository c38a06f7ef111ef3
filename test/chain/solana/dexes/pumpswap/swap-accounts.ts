import { zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import { FEE_RECIPIENTS } from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_PROGRAM } from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { pumpswap } from '../../../../../src/chain/solana/dexes/pumpswap/index.ts'
import {
  encodeGlobalConfig,
  encodePool,
  GLOBAL_CONFIG,
  type GlobalConfig,
  POOL,
  POOL_BYTES,
  type PumpSwapPool,
} from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../../../../src/chain/solana/program-ids.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { vault } from '../pool-node.ts'
import { accountOf, mintAccount, poolOf } from '../replay-case.ts'

export const COIN = keypairFromText('a coin in its pool').address
export const POOL_ADDRESS = keypairFromText('the pool of the coin').address
export const CREATOR = keypairFromText('creator of the pooled coin').address

/** A pool that anyone made, of a token with a creator. */
export const POOL_STATE: PumpSwapPool = {
  ...zeroOf(POOL),
  creator: CREATOR,
  baseMint: COIN,
  quoteMint: NATIVE_MINT,
  poolBaseTokenAccount: associatedTokenAddress(POOL_ADDRESS, COIN),
  poolQuoteTokenAccount: associatedTokenAddress(POOL_ADDRESS, NATIVE_MINT),
  coinCreator: CREATOR,
}
/** Settings without a fee account: their own rates count. */
export const SETTINGS: GlobalConfig = {
  ...zeroOf(GLOBAL_CONFIG),
  lpFeeBasisPoints: 20n,
  protocolFeeBasisPoints: 5n,
  coinCreatorFeeBasisPoints: 5n,
  protocolFeeRecipients: FEE_RECIPIENTS,
}
export const BALANCES = { base: 206_900_000_000_000n, quote: 84_990_359_346n }

/** The accounts of a pool; later ones of an address stand for earlier ones. */
export function poolAccounts({
  pool = POOL_STATE,
  settings = SETTINGS,
  balances = BALANCES,
  poolBytes = POOL_BYTES,
  others = [],
}: {
  readonly pool?: PumpSwapPool
  readonly settings?: GlobalConfig
  readonly balances?: { readonly base: bigint; readonly quote: bigint }
  readonly poolBytes?: number
  readonly others?: readonly AccountView[]
} = {}): readonly AccountView[] {
  return [
    accountOf(POOL_ADDRESS, PUMPSWAP_PROGRAM, encodePool(pool, poolBytes)),
    accountOf(PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_PROGRAM, encodeGlobalConfig(settings)),
    mintAccount(pool.baseMint, TOKEN_PROGRAM, 1_000_000_000_000_000n),
    mintAccount(pool.quoteMint, TOKEN_PROGRAM, 1_000_000_000_000_000n),
    vault(pool.poolBaseTokenAccount, pool.baseMint, POOL_ADDRESS, balances.base),
    vault(pool.poolQuoteTokenAccount, pool.quoteMint, POOL_ADDRESS, balances.quote),
    ...others,
  ]
}

/** The pool as it is traded. */
export function readCoinPool(accounts: readonly AccountView[]) {
  return poolOf(pumpswap, { address: POOL_ADDRESS, mint: COIN }, accounts)
}
