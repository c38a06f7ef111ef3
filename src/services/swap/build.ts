import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { findSanitizeFault, parseWireTransaction, type WireTransaction } from '../../hot-paths/wire-transaction.ts'
import type { BuiltSwap, OpaqueObject, SwapGeneration } from '../../upstreams/swap-capabilities.ts'
import { makeManifest } from '../manifest/make-manifest.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { rentRate } from '../trade-plan/plan-accounts.ts'
import { priceWithin, priorityLamportsOf, readComputeBudget, writeComputeBudget } from './compute-budget.ts'
import { untagQuote } from './quote-tag.ts'
import { type QuoteTerms, readTerms } from './quote-terms.ts'
import { swapIntent } from './swap-intent.ts'
import { unaskedPriorityLamports } from './unasked-priority.ts'

export type SwapParams = {
  /** As it was given out, our own member with it. */
  readonly quote: OpaqueObject
  readonly wallet: string
  readonly feeAccount: string | null
  /** Millionths of a lamport for each unit; null leaves it to the aggregator, within bounds. */
  readonly computeUnitPrice: bigint | null
  readonly wantsManifest: boolean
}
export type ReadySwap = Omit<BuiltSwap, 'transaction' | 'prioritizationFeeLamports'> & {
  readonly wire: Uint8Array
  readonly prioritizationFeeLamports: bigint | null
  /** Null where it was switched off. */
  readonly manifest: Manifest | null
}

/** The aggregator's transaction for its own quote, at the price asked for, executed before it is handed out. Fails
 *  `invalid_request` for what is no quote, `upstream_*` for what the aggregator does not build, and as
 *  `makeManifest`. */
export async function buildSwap(ctx: Context, params: SwapParams, signal?: AbortSignal): Promise<Outcome<ReadySwap>> {
  const { swap } = ctx.upstreams
  if (swap === null) return fail('unconfigured', 'provider not configured: swap')
  // Text of an address's form that is none has no accounts to be judged by.
  if (!isBase58Of32(params.wallet)) return fail('invalid_request', 'userPublicKey required')
  const tagged = untagQuote(params.quote, swap.generation)
  if (tagged === null) return fail('invalid_request', 'quoteResponse is of no known generation')
  const quoted = readTerms(tagged.quote)
  const terms = params.wantsManifest ? quoted : null
  if (params.wantsManifest && terms === null) return fail('invalid_request', 'quoteResponse is not a whole quote')
  const built = await swap.build({ ...params, ...tagged }, signal === undefined ? {} : { signal })
  if (!built.ok) return built
  const draft = readDraft(swap.provider, built.value, { wantedPrice: params.computeUnitPrice, quoted })
  if (!draft.ok || terms === null) return draft
  return executeDraft(ctx, draft.value, { terms, wallet: params.wallet, generation: tagged.generation }, signal)
}

/** The transaction as it came, but for its price. */
function readDraft(
  provider: string,
  built: BuiltSwap,
  { wantedPrice, quoted }: { readonly wantedPrice: bigint | null; readonly quoted: QuoteTerms | null },
): Outcome<ReadySwap> {
  const { transaction: base64, ...facts } = built
  const wire = new Uint8Array(Buffer.from(base64, 'base64'))
  const parsed = readWire(wire)
  if (parsed === null) return noTransaction(provider)
  const budget = readComputeBudget(parsed)
  const unitLimit = budget.unitLimit ?? SWAP_LIMITS.computeUnits
  const computeUnitLimit = facts.computeUnitLimit ?? budget.unitLimit
  if (budget.unitPrice === null) {
    if (wantedPrice !== null) return fail('upstream_failed', `${provider} built a transaction without a unit price`)
    return ok({ ...facts, wire, computeUnitLimit, prioritizationFeeLamports: 0n, manifest: null })
  }
  const mostLamports = unaskedPriorityLamports(
    quoted === null ? null : { ...quoted, inRaw: quoted.maxInRaw, outRaw: quoted.minOutRaw },
  )
  const most = priceWithin(mostLamports, unitLimit)
  const unitPrice = wantedPrice ?? (budget.unitPrice < most ? budget.unitPrice : most)
  return ok({
    ...facts,
    wire: unitPrice === budget.unitPrice ? wire : writeComputeBudget(wire, parsed, { unitLimit: null, unitPrice }),
    computeUnitLimit,
    prioritizationFeeLamports: priorityLamportsOf(unitLimit, unitPrice),
    manifest: null,
  })
}

type Asked = { readonly terms: QuoteTerms; readonly wallet: string; readonly generation: SwapGeneration }

/** v1 measures the units a swap needs and sets the limit; v2 always takes the whole limit, which its price is paid for.
 *  There it is measured here, and what is handed out is what was executed last. */
async function executeDraft(
  ctx: Context,
  draft: ReadySwap,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Outcome<ReadySwap>> {
  const first = await manifestOf(ctx, draft, asked, signal)
  if (!first.ok) return first
  const measured = { ...draft, manifest: first.value }
  const fitted = asked.generation === 'v2' ? fitLimit(measured, first.value.computeUnits) : null
  if (fitted === null) return ok(measured)
  const second = await manifestOf(ctx, fitted, asked, signal)
  return second.ok ? ok({ ...fitted, manifest: second.value }) : second
}

async function manifestOf(ctx: Context, draft: ReadySwap, { terms, wallet }: Asked, signal?: AbortSignal) {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'rpc is not configured')
  const rate = await rentRate(ctx)
  if (!rate.ok) return rate
  const priorityLamports = draft.prioritizationFeeLamports ?? 0n
  const intent = swapIntent(terms, wallet, { priorityLamports, lamportsPerByte: rate.value })
  const manifest = await makeManifest(ctx, draft.wire, intent, signal)
  // What cannot be read or run is no fault of the caller's: the transaction is the aggregator's.
  return !manifest.ok && manifest.code === 'invalid_request' ? noTransaction(ctx.upstreams.swap!.provider) : manifest
}

/** The same with a limit of what was used and some room; null where that is not lower. */
function fitLimit(draft: ReadySwap, usedUnits: number): ReadySwap | null {
  const parsed = readWire(draft.wire)!
  const { unitLimit, unitPrice } = readComputeBudget(parsed)
  const fit = Math.ceil((usedUnits * (100 + SWAP_LIMITS.unitsHeadroomPct)) / 100)
  if (unitLimit === null || fit >= unitLimit) return null
  return {
    ...draft,
    wire: writeComputeBudget(draft.wire, parsed, { unitLimit: fit, unitPrice: null }),
    computeUnitLimit: fit,
    prioritizationFeeLamports: unitPrice === null ? 0n : priorityLamportsOf(fit, unitPrice),
  }
}

function readWire(wire: Uint8Array): WireTransaction | null {
  const parsed = parseWireTransaction(wire)
  return parsed.ok && findSanitizeFault(parsed.transaction) === null ? parsed.transaction : null
}

function noTransaction(provider: string): Failure {
  return fail('upstream_failed', `${provider} built no transaction that can be run`)
}
