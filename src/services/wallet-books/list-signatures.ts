import { orderRows } from '../../chain/order-rows.ts'
import { readTokenHoldings } from '../../chain/solana/token-holdings.ts'
import type { WalletTransaction } from '../../chain/wallet-port.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'

/** `own`: transactions that name the wallet itself, which all that it signs do. `all`: those of its token accounts, too,
 *  where strangers may pay in without naming it. */
export type Scope = 'own' | 'all'
/** Transactions of several addresses together. */
export type ListedPage = {
  /** Newest first, within a slot in the order of the block as far as a list shows it, failed ones among them, each
   *  signature once. Two of one slot that no list has both touch no account in common. */
  readonly rows: readonly WalletTransaction[]
  /** Some address has older ones. */
  readonly hasMore: boolean
}
export type WalletAddresses = {
  readonly addresses: readonly string[]
  /** What of the wallet is not looked at, one sentence each. */
  readonly missing: readonly string[]
}

/** The wallet and its token accounts, those that hold something first: two calls. A node that lists no token accounts
 *  leaves the wallet alone, and the answer says so. Kept as long as transfers. Fails `unconfigured` without a node. */
export async function addressesOf(
  ctx: Context,
  wallet: string,
  scope: Scope,
  signal: AbortSignal,
): Promise<Outcome<WalletAddresses>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no node configured')
  if (scope === 'own') return ok({ addresses: [wallet], missing: [] })
  return ctx.store.memo<WalletAddresses>('walletTransfers', `${wallet}\naccounts`, async () => {
    const held = await readTokenHoldings(rpc, wallet, signal)
    if (!held.ok) {
      if (held.code === 'cancelled') return held
      return ok({ addresses: [wallet], missing: ['token accounts: the node does not list them'] })
    }
    const accounts = held.value
      .toSorted((a, b) => Number(b.amountRaw > 0n) - Number(a.amountRaw > 0n))
      .map(({ account }) => account)
    const left = accounts.length - B.tokenAccounts
    return ok({
      addresses: [wallet, ...accounts.slice(0, B.tokenAccounts)],
      missing: left > 0 ? [`what others paid into ${counted(left, 'more token account')}`] : [],
    })
  })
}

/** The next transactions of several addresses, before a signature or (empty) from now: a call for each address. Fails as
 *  the node fails. */
export async function listPage(
  { chain: { wallets } }: Pick<Context, 'chain'>,
  addresses: readonly string[],
  { before, limit, signal }: { readonly before: string; readonly limit: number; readonly signal: AbortSignal },
): Promise<Outcome<ListedPage>> {
  if (wallets === undefined) return fail('unconfigured', 'no node configured')
  // Not all at once: questions that are sent, and answers that come, in one turn of the loop add up.
  const pages = await inParallel(addresses, B.listsAtOnce, (address) =>
    wallets.transactionsOf(address, { limit, before, until: '', signal }),
  )
  const lists: (readonly WalletTransaction[])[] = []
  // What is older than the end of a full page may lack rows of its address.
  let horizonSlot = Number.NEGATIVE_INFINITY
  for (const page of pages) {
    if (!page.ok) return page
    lists.push(page.value)
    if (page.value.length === limit) horizonSlot = Math.max(horizonSlot, page.value.at(-1)!.slot)
  }
  const hasMore = horizonSlot !== Number.NEGATIVE_INFINITY
  if (lists.length === 1) return ok({ rows: lists[0]!, hasMore })
  const sorted = orderRows(lists).toReversed()
  const sure = sorted.filter(({ slot }) => slot > horizonSlot)
  // All of a page in one slot: nothing is surer than the page itself.
  return ok({ rows: sure.length > 0 ? sure : sorted.filter(({ slot }) => slot >= horizonSlot), hasMore })
}
