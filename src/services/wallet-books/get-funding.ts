import { fundingOf } from '../../chain/solana/first-funding.ts'
import { knownAddress } from '../../chain/solana/labels.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readTransactions } from '../../chain/solana/signature-pages.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { lamportsToSol } from '../../contract/units.ts'
import type { FundingReply } from '../../contract/wallet-transfers.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { FirstFunding } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { sourceOf } from './source-of.ts'

/** What the node shows of a wallet's beginning. `unreached`: there are more transactions than are walked, or the oldest
 *  one that the node keeps finds money in the wallet. */
type Beginning =
  | { readonly kind: 'funded'; readonly funding: FirstFunding }
  | { readonly kind: 'never' }
  | { readonly kind: 'unreached'; readonly reason: string }

/** Spec 4.2 `funding` (1 h): the payment that gave a wallet its first SOL. A wallet of one page of signatures is read of
 *  the node: two calls. For the beginning of a longer one the provider is asked, and without one the node goes back up to
 *  `WALLET_BOOKS.fundingPages` pages. Fails `unconfigured` where only a provider could know, and as the node fails. */
export function getFunding(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<FundingReply>> {
  return ctx.store.memo<FundingReply>('walletFunding', wallet, () => findFunding(ctx, wallet, signal))
}

async function findFunding(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<FundingReply>> {
  const { rpc } = ctx.chain
  const { funding: provider } = ctx.upstreams
  if (!isBase58Of32(wallet)) return fail('invalid_request', 'invalid wallet address')
  const pages = provider === null ? B.fundingPages : 1
  const seen = rpc === null ? null : await readBeginning(rpc, wallet, pages, signal)
  if (seen?.ok && seen.value.kind === 'funded') return ok(toReply(wallet, seen.value.funding, 'node'))
  if (seen?.ok && seen.value.kind === 'never') return ok({ wallet, funded: false, source: 'node' })
  if (seen !== null && !seen.ok && seen.code === 'cancelled') return seen
  if (provider === null) return seen === null ? noSource() : seen.ok ? outOfReach(seen.value) : asSpecified(seen)
  const said = await provider.firstFunding(wallet)
  if (!said.ok) return said
  const reply: FundingReply =
    said.value === null
      ? { wallet, funded: false, source: 'helius' }
      : toReply(wallet, said.value, sourceOf(provider.provider) === 'helius' ? 'helius' : 'node')
  return seen?.ok === false ? ok(reply, degradedNow(ctx)) : ok(reply)
}

async function readBeginning(
  rpc: SolanaRpc,
  wallet: string,
  pages: number,
  signal: AbortSignal,
): Promise<Outcome<Beginning>> {
  const limit = B.fundingPageSignatures
  let oldest: string[] = []
  let before: string | undefined
  for (let page = 0; ; page++) {
    if (page === pages)
      return ok({ kind: 'unreached', reason: `more than ${pages * limit} transactions since its first money` })
    const rows = await rpc.signaturesOf(wallet, { limit, signal, ...(before === undefined ? {} : { before }) })
    if (!rows.ok) return rows
    const landed = rows.value.filter(({ err }) => err === null).map(({ signature }) => signature)
    oldest = [...oldest, ...landed].slice(-B.fundingTransactions)
    if (rows.value.length < limit) break
    before = rows.value.at(-1)!.signature
  }
  if (oldest.length === 0) return ok({ kind: 'never' })
  // Others may name a wallet before anyone pays it.
  for (const transaction of await readTransactions(rpc, oldest.toReversed(), signal)) {
    if (transaction === null) continue
    const found = fundingOf(transaction, wallet)
    if (found !== null)
      return ok({
        kind: 'funded',
        funding: {
          funder: found.from,
          funderName: null,
          funderType: null,
          lamports: found.lamports,
          signature: found.signature,
          blockTimeSec: found.atSec ?? 0,
          slot: transaction.slot,
        },
      })
  }
  return ok({ kind: 'unreached', reason: 'the node shows no transaction before which the wallet had nothing' })
}

function toReply(wallet: string, funding: FirstFunding, source: FundingReply['source']): FundingReply {
  const known = knownAddress(funding.funder)
  return {
    wallet,
    funded: true,
    funder: funding.funder,
    funderName: funding.funderName ?? known?.label ?? null,
    funderType: funding.funderType ?? (known === null ? null : known.kind === 'cex' ? 'exchange' : known.kind),
    amountSol: lamportsToSol(funding.lamports),
    amountLamports: String(funding.lamports),
    signature: funding.signature,
    blockTime: funding.blockTimeSec === 0 ? null : funding.blockTimeSec,
    slot: funding.slot,
    source,
  }
}

function noSource(): Failure {
  return fail('unconfigured', 'no funding provider and no node configured')
}

function outOfReach(beginning: Beginning): Failure {
  const reason = beginning.kind === 'unreached' ? beginning.reason : ''
  return fail('unconfigured', `provider not configured: funding (${reason})`)
}

function asSpecified(failure: Failure): Failure {
  return fail(failure.code, 'funding unavailable', failure.retryAfterSec)
}
