import { SECOND_MS } from '../../config/durations.ts'
import { WALLET_BOOKS as B } from '../../config/wallet-books.ts'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { lamportsToSol } from '../../contract/units.ts'
import type { ActivityRow, WalletActivityReply } from '../../contract/wallet-activity.ts'
import { degradedNow } from '../degraded-now.ts'
import { type QuoteUsd, quoteUsd } from '../market/past/quote-usd.ts'
import { isSpam } from './is-spam.ts'
import { leastPayment } from './least-payment.ts'
import { scanRows } from './scan-rows.ts'
import { sourceOf } from './source-of.ts'
import { type NamesOfAssets, toActions } from './to-actions.ts'
import { isoOf, namesOf } from './to-trades.ts'
import type { WalletRow } from './wallet-row.ts'

const CHAIN_ID = 'solana:solana'

export type ActivityRequest = { readonly limit: number; readonly order: 'asc' | 'desc' }

/** Spec 4.2 `activity`: of the provider where one is configured, else, and where it fails, the wallet's own transactions
 *  and those of its token accounts. Fails `unconfigured` without either, and as the last of them fails. */
export async function listActivity(
  ctx: Context,
  wallet: string,
  request: ActivityRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletActivityReply>> {
  const { walletData } = ctx.upstreams
  if (walletData === null) return readActivity(ctx, wallet, request, signal)
  const said = await walletData.activityOf(wallet, request)
  if (said.ok)
    return ok({
      wallet,
      count: said.value.length,
      activity: [...said.value],
      order: request.order,
      spamFiltered: null,
      capped: false,
      source: sourceOf(walletData.provider),
    })
  if (ctx.chain.rpc === null) return said
  const read = await readActivity(ctx, wallet, request, signal)
  return read.ok ? ok(read.value, degradedNow(ctx)) : read
}

async function readActivity(
  ctx: Context,
  wallet: string,
  { limit, order }: ActivityRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletActivityReply>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no activity provider and no node configured')
  const least = await leastPayment(ctx, rpc)
  const found: WalletRow[] = []
  let spam = 0
  const request = { scope: 'all', lookedAt: B.activityLookedAt, oldestFirst: order === 'asc' } as const
  const scan = await scanRows(ctx, wallet, request, signal, (row) => {
    if (found.length >= limit) return false
    if (isSpam(wallet, row, least)) spam++
    else if (row.timeSec !== null) found.push(row)
    return true
  })
  if (!scan.ok) return scan
  const mints = found.flatMap(({ edges, swaps }) => [
    ...edges.map(({ mint }) => mint ?? WSOL_MINT),
    ...swaps.flatMap(({ input, output }) => [input.mint, output.mint]),
  ])
  const [usdOf, names] = await Promise.all([quoteUsd(ctx), namesOf(ctx, mints)])
  return ok({
    wallet,
    count: found.length,
    activity: found.map((row) => toActivity(wallet, row, { usdOf, names })),
    order,
    spamFiltered: spam,
    capped: scan.value.isCapped,
    source: 'node',
    ...missingOf(scan.value.missing),
  })
}

function toActivity(
  wallet: string,
  row: WalletRow,
  { usdOf, names }: { readonly usdOf: QuoteUsd; readonly names: NamesOfAssets },
): ActivityRow {
  const timeSec = row.timeSec!
  const paid = row.feePayer === wallet ? row.feeLamports : 0n
  const sol = usdOf(WSOL_MINT, timeSec)
  return {
    chainId: CHAIN_ID,
    txHash: row.signature,
    txDateMs: timeSec * SECOND_MS,
    txDateIso: isoOf(timeSec),
    txBlockNumber: row.slot,
    txIndex: null,
    txRawFeesNative: String(paid),
    txFeesNativeUsd: sol?.isOfThen ? lamportsToSol(paid) * sol.usd : null,
    txAction: row.type,
    actions: toActions(wallet, row, { usdOf, names }),
  }
}
