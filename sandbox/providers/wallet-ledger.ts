import type { DexTrade } from '../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import type { TokenFaces } from '../world/token-faces.ts'
import { chainTransactionOf } from './chain-view.ts'
import type { Market } from './market.ts'

export type WalletSources = {
  readonly chain: SandboxChain
  readonly market: Market
  readonly faces: TokenFaces
  readonly imageUrl: (mint: string) => string
}
export type WalletTrade = DexTrade & { readonly timeSec: number }

/** Base units by mint; SOL and wrapped SOL together under the mint of wrapped SOL. */
export type OwnerBalances = ReadonlyMap<string, bigint>

/** What an owner has now: its own lamports, and all of its token accounts. */
export function balancesNow(chain: SandboxChain, owner: string): OwnerBalances {
  const balances = new Map<string, bigint>()
  const add = (mint: string, raw: bigint): void => {
    if (raw > 0n) balances.set(mint, (balances.get(mint) ?? 0n) + raw)
  }
  add(WSOL_MINT, chain.account(owner)?.lamports ?? 0n)
  for (const address of chain.tokenAccountsOfOwner(owner)) {
    const fields = readTokenAccount(chain.account(address)?.data ?? new Uint8Array())
    if (fields !== null) add(encodeBase58(fields.mint), fields.amountRaw)
  }
  return balances
}

/** What each owner has more or less of after a transaction: read off the balances that the ledger kept, never off
 *  instructions. Lamports are those of accounts that hold no tokens. */
export function changesOfOwners(executed: ExecutedTransaction): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
  const { accountKeys, loadedAddresses, preBalances, postBalances, preTokenBalances, postTokenBalances } = executed
  const keys = [...accountKeys, ...loadedAddresses.writable, ...loadedAddresses.readonly]
  const changes = new Map<string, Map<string, bigint>>()
  const add = (owner: string, mint: string, raw: bigint): void => {
    const own = changes.get(owner) ?? new Map<string, bigint>()
    own.set(mint, (own.get(mint) ?? 0n) + raw)
    changes.set(owner, own)
  }
  for (const { owner, mint, amountRaw } of preTokenBalances) add(owner, mint, -amountRaw)
  for (const { owner, mint, amountRaw } of postTokenBalances) add(owner, mint, amountRaw)
  const holders = new Set([...preTokenBalances, ...postTokenBalances].map(({ accountIndex }) => accountIndex))
  keys.forEach((key, at) => {
    if (!holders.has(at)) add(key, WSOL_MINT, postBalances[at]! - preBalances[at]!)
  })
  return changes
}

/** Every transaction that names an owner or one of its token accounts, newest first, without those that failed. */
export function transactionsOfOwner(chain: SandboxChain, owner: string, limit: number): readonly ExecutedTransaction[] {
  const found = new Map<string, ExecutedTransaction>()
  for (const address of [owner, ...chain.tokenAccountsOfOwner(owner)]) {
    const rows = chain.signaturesOf(address, { limit })
    if (rows === 'unknown') continue
    for (const row of rows) if (row.err === null) found.set(row.signature, row)
  }
  return [...found.values()].sort((a, b) => b.slot - a.slot || b.indexInBlock - a.indexInBlock).slice(0, limit)
}

export function timeOf(chain: SandboxChain, { slot }: ExecutedTransaction): number {
  return chain.block(slot)?.blockTimeSec ?? chain.unixTimeSec()
}

/** What a wallet traded in a transaction, pool by pool. */
export function tradesIn(chain: SandboxChain, wallet: string, executed: ExecutedTransaction): WalletTrade[] {
  const keys = new Set([...executed.accountKeys, ...executed.loadedAddresses.readonly])
  const involved = DEXES.filter(({ programIds }) => programIds.some((program) => keys.has(program)))
  if (involved.length === 0) return []
  const timeSec = timeOf(chain, executed)
  const transaction = chainTransactionOf(executed, timeSec)
  return involved
    .flatMap((dex) => dex.decodeTrades(transaction))
    .filter(({ trader }) => trader === wallet)
    .map((trade) => ({ ...trade, timeSec }))
}

export function decimalsOf(market: Market, mint: string): number {
  return mint === WSOL_MINT ? 9 : market.decimals(mint)
}
