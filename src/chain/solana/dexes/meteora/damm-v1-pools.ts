import { USDC_MINT } from '../../../../contract/mints.ts'
import type { Outcome } from '../../../../contract/outcome.ts'
import { readMint } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { ZERO_KEY } from '../../borsh-layout.ts'
import { CLOCK_SYSVAR, NATIVE_MINT, TOKEN_PROGRAM } from '../../program-ids.ts'
import type { AccountView, SolanaRpc } from '../../rpc.ts'
import { isActive, readClock } from '../chain-clock.ts'
import type { Pool } from '../dex.ts'
import { type Accounts, findPoolsOf, type PoolSource, vaultBalance } from '../find-pools.ts'
import { orientPool } from '../orient-pool.ts'
import { customizableDammV1Pda, DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM } from './addresses.ts'
import {
  DAMM_V1_MINT_A_OFFSET,
  DAMM_V1_MINT_B_OFFSET,
  DAMM_V1_POOL_TAG,
  type DammV1Pool,
  type DynamicVault,
  decodeDammV1Pool,
  decodeDynamicVault,
  vaultShareRaw,
} from './damm-v1-state.ts'

const SOURCE: PoolSource<DammV1Pool> = {
  programId: DAMM_V1_PROGRAM,
  filters: [{ memcmp: { offset: 0, bytes: encodeBase58(DAMM_V1_POOL_TAG) } }],
  mintOffsets: [DAMM_V1_MINT_A_OFFSET, DAMM_V1_MINT_B_OFFSET],
  read: readPricedPool,
  hasMint: (pool, mint) => pool.mintA === mint || pool.mintB === mint,
  companionsOf: (pool) => [pool.vaultA, pool.vaultB, pool.vaultLpA, pool.vaultLpB, CLOCK_SYSVAR],
  // The share mints of the oldest vaults (SOL, USDC) are at addresses of their own.
  companionsBehind: (pool, companions) =>
    [pool.vaultA, pool.vaultB].flatMap((address) => readVault(companions, address)?.lpMint ?? []),
  toPool: dammV1ToPool,
}

/** DAMM v1 pools of a mint: the pools of free parameters against SOL and USDC by address, and all others where the node
 *  allows scans. Pools with a stable curve are left out: their reserves do not tell their price. */
export function findDammV1Pools(rpc: SolanaRpc, mint: string, signal?: AbortSignal): Promise<Outcome<readonly Pool[]>> {
  const quotes = [NATIVE_MINT, USDC_MINT].filter((quote) => quote !== mint)
  const derived = quotes.map((quote) => customizableDammV1Pda(mint, quote).address)
  return findPoolsOf(rpc, SOURCE, mint, derived, signal)
}

/** A pool account as a pool, its reserves being what its shares of both vaults can be taken out for. A side whose vault
 *  cannot be read counts as empty. */
export function dammV1ToPool(address: string, pool: DammV1Pool, accounts: Accounts): Pool {
  const clock = readClock(accounts.get(CLOCK_SYSVAR))
  const side = (mint: string, vaultAddress: string, sharesAddress: string) => {
    const vault = readVault(accounts, vaultAddress)
    const shares = {
      heldRaw: vaultBalance(accounts, sharesAddress),
      supplyRaw: vault === null ? 0n : supplyOf(accounts.get(vault.lpMint)),
    }
    // Without a clock all profit counts as locked since its report.
    const nowSec = clock?.timeSec ?? vault?.lockedProfit.lastReportSec ?? 0n
    const raw = vault === null ? 0n : vaultShareRaw(vault, shares, nowSec)
    return { mint, reserveRaw: raw, realRaw: raw }
  }
  const faced = orientPool({
    dex: 'meteora',
    programId: DAMM_V1_PROGRAM,
    address,
    first: side(pool.mintA, pool.vaultA, pool.vaultLpA),
    second: side(pool.mintB, pool.vaultB, pool.vaultLpB),
    vaultOwner: pool.vaultA,
    creator: pool.creator === ZERO_KEY ? null : pool.creator,
    isOpen: pool.isEnabled && isActive(clock, pool),
  })
  return { ...faced, vaultOwners: [pool.vaultA, pool.vaultB] }
}

export function isDammV1PoolAccount(account: AccountView): boolean {
  return account.owner === DAMM_V1_PROGRAM && decodeDammV1Pool(account.data) !== null
}

function readPricedPool(account: AccountView): DammV1Pool | null {
  const pool = account.owner === DAMM_V1_PROGRAM ? decodeDammV1Pool(account.data) : null
  return pool?.curve === 'constant-product' ? pool : null
}

function readVault(accounts: Accounts, address: string): DynamicVault | null {
  const account = accounts.get(address)
  return account?.owner === DYNAMIC_VAULT_PROGRAM ? decodeDynamicVault(account.data) : null
}

function supplyOf(account: AccountView | null | undefined): bigint {
  return account?.owner === TOKEN_PROGRAM ? (readMint(account.data)?.supplyRaw ?? 0n) : 0n
}
