import { SECOND_MS } from '../../config/durations.ts'
import { WALLET_PNL as P } from '../../config/wallet-pnl.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { WalletLedger } from '../../contract/wallet-ledger.ts'
import type { WalletPnlReply } from '../../contract/wallet-pnl.ts'
import type { AssetIdentity, PnlDraft } from '../../contract/wallet-pnl-evidence.ts'
import { createTurnSlices } from '../../runtime/turn-slices.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { getPrices } from '../pricing/prices.ts'
import { sayThin } from '../pricing/say-thin.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'
import { gatherLedger } from './gather-ledger.ts'
import { judgeInSteps } from './judge-pnl.ts'
import { orderPositions, type PnlSort } from './order-positions.ts'
import { isThinNow, type PriceNow, pnlSummaryOf, showPosition } from './show-pnl.ts'
import { solPricesAt } from './sol-prices.ts'

export type PnlRequest = {
  readonly period: keyof typeof P.periodSecs
  readonly mode: 'strict' | 'adjusted'
  readonly method: 'fifo' | 'average'
  readonly sort: PnlSort
  /** Empty: all. */
  readonly mint: string
  readonly limit: number
  /** Further wallets of the same owner. */
  readonly own: readonly string[]
}
type Row = WalletPnlReply['positions'][number]

/** Profit and loss of a wallet, or of several that count as one, over their own history as the node has it. Fails
 *  `unconfigured` without a node, and as the node fails; prices that are missing cost their figures
 *  only, and so does a holding that is worth more than there is in its pool. */
export async function getPnl(
  ctx: Context,
  wallet: string,
  request: PnlRequest,
  signal: AbortSignal,
): Promise<Outcome<WalletPnlReply>> {
  const own = [...new Set(request.own)].filter((one) => one !== wallet)
  const gathered = await gatherLedger(ctx, [wallet, ...own.toSorted()], signal)
  if (!gathered.ok) return gathered
  const ledger = gathered.value
  const nowMs = ctx.clock.nowMs()
  const spanSecs = P.periodSecs[request.period]
  const fromSec = spanSecs === null ? null : Math.floor(nowMs / SECOND_MS) - spanSecs
  const priceAt = await solPricesAt(
    ctx,
    ledger.txs.flatMap(({ timeSec, steps }) =>
      timeSec !== null && steps.some(({ kind }) => kind === 'trade') ? timeSec : [],
    ),
  )
  const solPrices = ledger.txs.map(({ timeSec }) => (timeSec === null ? null : priceAt(timeSec)))
  const { method, mode, mint } = request
  const evidence = { ledger, solPrices, question: { method, mode, mint, fromSec } }
  const draft = await inTurns(judgeInSteps(evidence), signal)
  if (draft === null) return fail('cancelled', 'the request was cancelled')
  const held = draft.positions.filter(({ balanceRaw }) => balanceRaw > 0n).slice(0, P.pricedMints)
  const prices = await getPrices(
    ctx,
    held.map((one) => one.mint),
  )
  const priceNow: PriceNow = (of) => (prices.ok ? (prices.value[of] ?? null) : null)
  const rows = draft.positions.map((one) => showPosition(one, mode, priceNow))
  const thin = held.filter((one) => isThinNow(one, priceNow)).length
  const solPriceUsd = request.sort === 'realized' ? await knownSolPriceUsd(ctx) : null
  const shown = orderPositions(rows, request.sort, solPriceUsd).slice(0, request.limit)
  const named = await withSymbols(ctx, shown)
  return ok(
    {
      wallet,
      ownWallets: own,
      period: request.period,
      mode,
      method,
      mint: mint === '' ? null : mint,
      summary: pnlSummaryOf(draft, mode, rows),
      positions: named,
      positionsTotal: rows.length,
      identity: identityOf(draft),
      assets: draft.assets.slice(0, P.assets).map(showAsset),
      prices: { sources: [...draft.priceSources], unrealized: 'present price of the token’s best pool' },
      coverage: coverageOf(ledger, draft, { rows, thin }),
      count: named.length,
      generatedAt: nowMs,
    },
    joinCacheMeta([gathered.cache, prices.ok ? prices.cache : undefined]),
  )
}

/** Between turns of the loop: a compute thread would have to be sent the ledger first, which takes longer than most steps
 *  together. Null when the client has gone. */
async function inTurns<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
  const slices = createTurnSlices()
  while (!signal.aborted) {
    await slices.next()
    const step = steps.next()
    if (step.done === true) return step.value
  }
  return null
}

async function withSymbols(ctx: Context, rows: readonly Row[]): Promise<Row[]> {
  const tokens = await readChainTokens(
    ctx,
    rows.map(({ mint }) => mint),
  )
  return rows.map((row) => ({ ...row, symbol: tokens.ok ? (tokens.value.get(row.mint)?.symbol ?? null) : null }))
}

function identityOf({ assets, gaps }: PnlDraft): WalletPnlReply['identity'] {
  const failing = assets.filter(({ holds }) => !holds).length
  return {
    holds: failing === 0,
    assets: assets.length,
    failing,
    gaps: gaps.slice(0, P.assets).map((gap) => ({ ...gap, raw: String(gap.raw) })),
  }
}

function showAsset(asset: AssetIdentity): WalletPnlReply['assets'][number] {
  const { mint, decimals, holds } = asset
  return {
    mint,
    decimals,
    openingRaw: String(asset.openingRaw),
    boughtRaw: String(asset.boughtRaw),
    receivedRaw: String(asset.receivedRaw),
    soldRaw: String(asset.soldRaw),
    sentRaw: String(asset.sentRaw),
    feesRaw: String(asset.feesRaw),
    closingRaw: String(asset.closingRaw),
    nodeRaw: String(asset.nodeRaw),
    missingRaw: String(asset.nodeRaw - asset.closingRaw),
    holds,
  }
}

function coverageOf(
  ledger: WalletLedger,
  draft: PnlDraft,
  { rows, thin }: { readonly rows: readonly Row[]; readonly thin: number },
): WalletPnlReply['coverage'] {
  const { txs, capped, held, unreadable } = ledger
  const times = txs.flatMap(({ timeSec }) => timeSec ?? [])
  const { gaps, assets, priceSources } = draft
  const unpriced = priceSources.find(({ source }) => source === 'unknown')?.trades ?? 0
  const unvalued = rows.filter(({ balanceRaw, priceUSD }) => balanceRaw !== '0' && priceUSD === null).length
  const say = (is: boolean, text: string): string[] => (is ? [text] : [])
  return {
    txScanned: txs.length,
    capped,
    oldestTs: times[0] ?? null,
    newestTs: times.at(-1) ?? null,
    slot: held.slot,
    missing: [
      ...say(capped, 'older transactions: what was held before the first that was read has no known cost'),
      ...say(
        unreadable > 0,
        `${counted(unreadable, 'transaction')} that the node lists and does not give, or that cannot be read`,
      ),
      ...say(
        gaps.length > 0,
        `${counted(gaps.length, 'change')} of balances that no transaction that was read explains (identity.gaps)`,
      ),
      ...say(unpriced > 0, `the worth in dollars of ${counted(unpriced, 'trade')}`),
      ...say(unvalued > 0, `present prices of ${counted(unvalued, 'token that is', 'tokens that are')} held`),
      ...say(thin > 0, `the unrealised result of ${sayThin(thin, 'token')}`),
      ...say(assets.length > P.assets, `${counted(assets.length - P.assets, 'row')} of the identity`),
    ],
  }
}
