import { readMint, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { Market } from './market.ts'

/** Token accounts that are looked at. */
const MAX_LOOKED_AT = 200
/** So many purchases without one sale, over so long, are no accident. */
const TELLING_BUYS = 6
const TELLING_SECS = 30 * 60

/** What a provider can see of a token that cannot be sold: its authority has frozen holders, or everyone buys and no
 *  one but its maker ever sells. From the chain and the tape alone. */
export function looksUnsellable(sources: { chain: SandboxChain; market: Market }, mint: string): boolean {
  return hasFrozenHolders(sources.chain, mint) || nobodySells(sources.market, mint)
}

function hasFrozenHolders(chain: SandboxChain, mint: string): boolean {
  const account = chain.account(mint)
  if (account === null || readMint(account.data)?.freezeAuthority === null) return false
  return chain
    .tokenAccountsOfMint(mint)
    .slice(0, MAX_LOOKED_AT)
    .some((address) => {
      const holder = chain.account(address)
      return holder !== null && readTokenAccount(holder.data)?.state === 'frozen'
    })
}

function nobodySells(market: Market, mint: string): boolean {
  const pool = market.mainPool(mint)
  // What is older than the tape has been sold before.
  if (pool === null || pool.temper !== null || market.nowSec() - pool.createdSec < TELLING_SECS) return false
  const trades = pool.book.since(0)
  const buys = trades.filter(({ side }) => side === 'buy').length
  return buys >= TELLING_BUYS && !trades.some(({ side, trader }) => side === 'sell' && trader !== pool.creator)
}
