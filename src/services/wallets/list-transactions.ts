import { cursorOf, UNKNOWN_CURSOR } from '../../chain/wallet-port.ts'
import { WALLETS } from '../../config/wallets.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { ParsedTransaction, WalletTransactionsReply } from '../../contract/parsed-transaction.ts'

export type TransactionsRequest = {
  readonly limit: number
  /** Empty: from the newest, and down to the oldest. */
  readonly before: string
  readonly until: string
  /** Empty: any. */
  readonly type: string
  readonly source: string
}

/** Spec 4.2 `transactions`: what a wallet's own address is named in, newest first, without what failed. With a filter it
 *  looks at a bounded number of transactions, and `nextBefore` goes on from there. Fails `unconfigured` without a node,
 *  `invalid_request` for a `before` or `until` that the node does not know, and as the node fails. */
export async function listTransactions(
  { chain: { wallets } }: Pick<Context, 'chain'>,
  wallet: string,
  { limit, type, source, ...asked }: TransactionsRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletTransactionsReply>> {
  if (wallets === undefined) return fail('unconfigured', 'no node configured')
  const [before, until] = [cursorOf(asked.before), cursorOf(asked.until)]
  const hasFilter = type !== '' || source !== ''
  const isWanted = (one: ParsedTransaction): boolean =>
    (type === '' || one.type === type.toUpperCase()) && (source === '' || one.source === source.toUpperCase())
  const found: ParsedTransaction[] = []
  let from = before
  for (let looked = 0; looked < WALLETS.transactionsLookedAt; ) {
    const page = await wallets.transactionsOf(wallet, { limit: WALLETS.signaturesPerPage, before: from, until, signal })
    if (!page.ok && page.rpcCode === UNKNOWN_CURSOR && (from === before || until !== ''))
      return fail('invalid_request', 'before or until: the node knows no such transaction')
    if (!page.ok) return page
    const landed = page.value.filter(({ isFailed }) => !isFailed).map(({ signature }) => signature)
    for (let at = 0; at < landed.length && looked < WALLETS.transactionsLookedAt; ) {
      // Without a filter no more are read than are shown.
      const most = hasFilter ? WALLETS.explainedAtOnce : Math.min(WALLETS.explainedAtOnce, limit - found.length)
      const chunk = landed.slice(at, at + most)
      const explained = await wallets.explain(chunk, signal)
      if (!explained.ok) return explained
      for (const one of explained.value) {
        if (isWanted(one)) found.push(one)
        if (found.length === limit) return ok(reply(found, one.signature))
      }
      at += chunk.length
      looked += chunk.length
      from = chunk.at(-1)!
    }
    if (looked >= WALLETS.transactionsLookedAt) break
    if (page.value.length < WALLETS.signaturesPerPage) return ok(reply(found, null))
    looked += page.value.length - landed.length
    from = page.value.at(-1)!.signature
  }
  return ok(reply(found, from))
}

function reply(transactions: readonly ParsedTransaction[], nextBefore: string | null): WalletTransactionsReply {
  return { count: transactions.length, transactions: [...transactions], nextBefore }
}
