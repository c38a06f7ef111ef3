import type { Outcome } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import { type ChainClock, readClock } from '../chain-clock.ts'
import type { Pool } from '../dex.ts'
import { findPoolsOf, type PoolSource, vaultBalance } from '../find-pools.ts'
import { orientPool } from '../orient-pool.ts'
import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from './addresses.ts'
import { AMM_INFO_BYTES, type AmmInfo, COIN_MINT_OFFSET, decodeAmmInfo, isSwappable, PC_MINT_OFFSET } from './state.ts'

const SOURCE: PoolSource<AmmInfo> = {
  programId: RAYDIUM_PROGRAM,
  filters: [{ dataSize: AMM_INFO_BYTES }],
  mintOffsets: [COIN_MINT_OFFSET, PC_MINT_OFFSET],
  read: readAmm,
  hasMint: (amm, mint) => amm.coinMint === mint || amm.pcMint === mint,
  companionsOf: (amm) => [amm.coinVault, amm.pcVault, CLOCK_SYSVAR],
  toPool: (address, amm, companions) =>
    ammToPool(
      address,
      amm,
      { coinRaw: vaultBalance(companions, amm.coinVault), pcRaw: vaultBalance(companions, amm.pcVault) },
      readClock(companions.get(CLOCK_SYSVAR)),
    ),
}

/** Pools of a mint. Their addresses cannot be derived, so a node that refuses scans fails it. */
export function findAmmPools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  return findPoolsOf(rpc, SOURCE, mint, [], signal)
}

/** A pool account and the balances of its vaults as a pool. Profit not yet taken lies in the vaults and is not traded
 *  against. */
export function ammToPool(
  address: string,
  amm: AmmInfo,
  balances: { readonly coinRaw: bigint; readonly pcRaw: bigint },
  clock: ChainClock | null,
): Pool {
  const side = (mint: string, balanceRaw: bigint, takenRaw: bigint) => {
    const raw = balanceRaw > takenRaw ? balanceRaw - takenRaw : 0n
    return { mint, reserveRaw: raw, realRaw: raw }
  }
  return orientPool({
    dex: 'raydium',
    programId: RAYDIUM_PROGRAM,
    address,
    first: side(amm.coinMint, balances.coinRaw, amm.needTakePnlCoin),
    second: side(amm.pcMint, balances.pcRaw, amm.needTakePnlPc),
    vaultOwner: RAYDIUM_AUTHORITY,
    // The account names only the program's own administrator.
    creator: null,
    isOpen: isSwappable(amm, clock),
  })
}

export function isAmmAccount(account: AccountView): boolean {
  return readAmm(account) !== null
}

function readAmm(account: AccountView): AmmInfo | null {
  return account.owner === RAYDIUM_PROGRAM ? decodeAmmInfo(account.data) : null
}
