import { orderRows } from '../../chain/order-rows.ts'
import type { ListedTransaction, WalletLedgerReads } from '../../chain/wallet-ledger-port.ts'
import { WALLET_PNL as P } from '../../config/wallet-pnl.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { HeldNow, LedgerTx, WalletLedger } from '../../contract/wallet-ledger.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { traceBalances } from './trace-balances.ts'

type Listed = { readonly rows: readonly ListedTransaction[]; readonly capped: boolean }
type Reading = {
  readonly reads: WalletLedgerReads
  readonly wallets: readonly string[]
  readonly signal: AbortSignal
  readonly read: Map<string, LedgerTx | null>
}

/** Transactions of wallets up to the slot of their balances (60 s). Tokens that somebody else sends to a token account
 *  name that account alone, so the transactions of those accounts whose balances do not add up are read, too. Fails
 *  `unconfigured` without a node, and as the node fails. */
export function gatherLedger(
  ctx: Context,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<WalletLedger>> {
  return ctx.store.memo('walletLedger', wallets.join(' '), async () => {
    const reads = ctx.chain.walletLedger
    if (reads === undefined) return fail('unconfigured', 'no node configured')
    // Balances first: what lands while transactions are listed is of a later slot.
    const held = await reads.held(wallets, signal)
    if (!held.ok) return held
    const reading: Reading = { reads, wallets, signal, read: new Map() }
    const lists: Listed[] = []
    for (const wallet of wallets) {
      const list = await listUpTo(reading, wallet, held.value.slot, Math.floor(P.transactions / wallets.length))
      if (!list.ok) return list
      lists.push(list.value)
    }
    const done = await readRows(reading, lists)
    if (!done.ok) return done
    const more = await fillGaps(reading, lists, held.value)
    if (!more.ok) return more
    const txs = orderedTxs(reading, [...lists, ...more.value.lists])
    return ok({
      txs,
      held: held.value,
      whole: more.value.whole,
      capped: lists.some(({ capped }) => capped),
      unreadable: [...reading.read.values()].filter((one) => one === null).length,
    })
  })
}

async function listUpTo(
  { reads, signal }: Reading,
  address: string,
  slot: number,
  most: number,
): Promise<Outcome<Listed>> {
  const rows: ListedTransaction[] = []
  let before = ''
  for (;;) {
    const page = await reads.list(address, { limit: P.signaturesPerPage, before, signal })
    if (!page.ok) return page
    rows.push(...page.value.filter((row) => row.slot <= slot))
    if (rows.length > most) return ok({ rows: rows.slice(0, most), capped: true })
    if (page.value.length < P.signaturesPerPage) return ok({ rows, capped: false })
    const oldest = page.value.at(-1)!.signature
    if (oldest === before) return fail('upstream_failed', 'the node repeats a page of signatures')
    before = oldest
  }
}

async function readRows({ reads, wallets, signal, read }: Reading, lists: readonly Listed[]): Promise<Outcome<null>> {
  const wanted = [...new Set(lists.flatMap(({ rows }) => rows.map(({ signature }) => signature)))]
  const missing = wanted.filter((signature) => !read.has(signature))
  for (const chunk of chunksOf(missing, P.readAtOnce)) {
    if (signal.aborted) return fail('cancelled', 'the request was cancelled')
    const answer = await reads.ledger(chunk, wallets, signal)
    if (!answer.ok) return answer
    for (const [at, tx] of answer.value.entries()) read.set(chunk[at]!, tx)
  }
  return ok(null)
}

function orderedTxs({ read }: Reading, lists: readonly Listed[]): readonly LedgerTx[] {
  const ordered = orderRows(lists.map(({ rows }) => rows)).flatMap(({ signature }) => read.get(signature) ?? [])
  // Nodes that say positions know best; sorting is stable.
  return ordered.sort((a, b) =>
    a.slot !== b.slot || a.indexInBlock === null || b.indexInBlock === null
      ? a.slot - b.slot
      : a.indexInBlock - b.indexInBlock,
  )
}

/** Reads the transactions of token accounts whose balances do not add up. Where the wallets' own history was not read
 *  whole, only those since it begins. */
async function fillGaps(
  reading: Reading,
  lists: readonly Listed[],
  held: HeldNow,
): Promise<Outcome<{ readonly lists: readonly Listed[]; readonly whole: readonly string[] }>> {
  const { gaps } = traceBalances(orderedTxs(reading, lists), held, new Set())
  const own = new Set(reading.wallets)
  const accounts = [...new Set(gaps.map(({ account }) => account))].filter((one) => !own.has(one)).slice(0, P.accounts)
  const fromSlot = Math.max(0, ...lists.filter(({ capped }) => capped).map(({ rows }) => rows.at(-1)?.slot ?? 0))
  const more: Listed[] = []
  const whole: string[] = []
  let budget: number = P.accountTransactions
  for (const account of accounts) {
    const list = await listUpTo(reading, account, held.slot, P.signaturesPerPage)
    if (!list.ok) return list
    const rows = list.value.rows.filter(({ slot }) => slot >= fromSlot)
    const unread = rows.filter(({ signature }) => !reading.read.has(signature)).length
    if (unread > budget) continue
    budget -= unread
    const isCut = list.value.capped && rows.length === list.value.rows.length
    more.push({ rows, capped: isCut })
    if (!isCut) whole.push(account)
  }
  const done = await readRows(reading, more)
  return done.ok ? ok({ lists: more, whole }) : done
}
