import { isMoney } from '../../../chain/solana/dexes/quote-mints.ts'
import { rentLamports } from '../../../chain/solana/rent-steps.ts'
import { TRADE_LIMITS } from '../../../config/trade-limits.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../../hot-paths/account-layouts.ts'
import type { OpaqueObject } from '../../../upstreams/swap-capabilities.ts'
import type { DurableNonce } from '../../landing/landing.ts'
import { quoteSwap } from '../../swap/quote.ts'
import { type QuoteTerms, readTerms } from '../../swap/quote-terms.ts'
import { ownAccount, rentRate } from '../../trade-plan/plan-accounts.ts'
import { lacking, planTokens, type TokensToSell } from '../../trade-plan/plan-tokens.ts'
import type { TradeParams } from '../../trade-plan/trade-params.ts'
import type { ClosedAccount, FeePayment, OwnAccount } from '../../trade-plan/trade-plan.ts'
import { lamportsOf, mintFacts, tokenBalance } from '../../trade-pools/hot-chain.ts'
import { feeTermsOf } from '../fee-terms.ts'
import { planCloses } from '../plan-closes.ts'
import { planFee } from '../plan-fee.ts'
import { findUnreadable } from '../plan-trade.ts'
import { feeOfInput, feeOfOutput, type PlatformFee } from '../platform-fee.ts'
import { checkNonce } from '../read-nonce.ts'
import { tipAccountFor, tipLamportsOf } from '../tip-terms.ts'
import { MONEY_MINTS } from '../trade-money.ts'

/** A trade whose swap the aggregator builds, with what is built around it. */
export type RoutedPlan = {
  readonly side: 'buy' | 'sell'
  readonly wallet: string
  readonly moneyMint: string
  /** The aggregator's quote, and what it promises. */
  readonly quote: OpaqueObject
  readonly terms: QuoteTerms
  /** Where the wallet keeps the token for the aggregator: its associated token account. */
  readonly token: OwnAccount
  /** The wallet's account for the money; null for SOL. */
  readonly moneyAccount: OwnAccount | null
  /** Tokens to be moved there first. */
  readonly gather: TokensToSell['gather']
  readonly closes: readonly ClosedAccount[]
  readonly fee: FeePayment | null
  readonly tip: { readonly to: string; readonly lamports: bigint } | null
  readonly nonce: DurableNonce | null
  /** What a byte of an account costs now. */
  readonly lamportsPerByte: bigint
}

/** Has the aggregator quote a trade, and settles fee, tip and accounts around it. Reads only. Fails as its parts do;
 *  `invalid_request` for what only a pool of one's own choice can do. */
export async function planRouted(
  ctx: Context,
  params: TradeParams,
  caller: Caller,
  signal?: AbortSignal,
): Promise<Outcome<RoutedPlan>> {
  const unfit = findUnfit(params) ?? findUnreadable(params)
  if (unfit !== null) return unfit
  const terms = feeTermsOf(ctx, caller, params)
  if (!terms.ok) return terms
  const wallet = params.wallet!
  const nonce = params.nonce === null ? ok(null) : await checkNonce(ctx, params.nonce, wallet, signal)
  if (!nonce.ok) return nonce
  const facts = await mintFacts(ctx, params.mint)
  if (!facts.ok) return facts
  if (facts.value === null) return fail('invalid_mint', 'invalid mint')
  const parts = { ctx, params, wallet, terms: terms.value, tokenProgram: facts.value.tokenProgram, signal }
  const draft = params.side === 'buy' ? await draftBuy(parts) : await draftSale(parts)
  return draft.ok ? finish(parts, draft.value, nonce.value) : draft
}

function findUnfit({ mint, money, dex, poolAddress, maxImpactBps }: TradeParams): ReturnType<typeof fail> | null {
  if (isMoney(mint)) return fail('unsupported_quote', 'mint must be the traded token, not SOL or a dollar token')
  if (money === 'WSOL') return fail('invalid_request', 'use_router: trades against SOL, USDC or USDT')
  if (dex !== null || poolAddress !== null)
    return fail('invalid_request', 'use_router: the aggregator chooses the pools; leave dex and pool_address out')
  if (maxImpactBps !== null)
    return fail('invalid_request', 'max_price_impact_bps: not with use_router; slippage_bps bounds it')
  return null
}

type Parts = {
  readonly ctx: Context
  readonly params: TradeParams
  readonly wallet: string
  readonly terms: PlatformFee | null
  readonly tokenProgram: string
  readonly signal: AbortSignal | undefined
}
type Draft = Pick<RoutedPlan, 'quote' | 'terms' | 'gather' | 'closes'> & { readonly feeRaw: bigint }

async function draftBuy(parts: Parts): Promise<Outcome<Draft>> {
  const { params, terms } = parts
  const { feeRaw, swapRaw } = feeOfInput(params.amount.kind === 'raw' ? params.amount.raw : 0n, terms)
  const quoted = await ask(parts, MONEY_MINTS[params.money], params.mint, swapRaw)
  return quoted.ok ? ok({ ...quoted.value, gather: null, closes: [], feeRaw }) : quoted
}

async function draftSale(parts: Parts): Promise<Outcome<Draft>> {
  const { ctx, params, wallet, terms, tokenProgram } = parts
  const toSell = await planTokens(ctx, { wallet, mint: params.mint, tokenProgram }, params.amount)
  if (!toSell.ok) return toSell
  const { token, amountRaw, isAll } = toSell.value
  const standard = await ownAccount(ctx, wallet, params.mint, tokenProgram)
  if (!standard.ok) return standard
  const gather = await gatherFor(ctx, params.mint, toSell.value, standard.value.address)
  if (!gather.ok) return gather
  const emptied = new Set([
    token.address,
    standard.value.address,
    ...(gather.value === null ? [] : [gather.value.from]),
  ])
  const closes = params.closeTokenAccount && isAll ? await planCloses(ctx, wallet, [...emptied]) : ok([])
  if (!closes.ok) return closes
  const quoted = await ask(parts, params.mint, MONEY_MINTS[params.money], amountRaw)
  if (!quoted.ok) return quoted
  const { feeRaw } = feeOfOutput(quoted.value.outRaw, terms)
  return ok({ ...quoted.value, gather: gather.value, closes: closes.value, feeRaw })
}

/** The aggregator sells from the associated token account alone. */
async function gatherFor(
  ctx: Context,
  mint: string,
  { token, gather, amountRaw }: TokensToSell,
  standard: string,
): Promise<Outcome<TokensToSell['gather']>> {
  if (gather !== null || token.address === standard) return ok(gather)
  const facts = await mintFacts(ctx, mint)
  if (!facts.ok) return facts
  return ok({ from: token.address, raw: amountRaw, decimals: facts.value?.decimals ?? 0 })
}

async function ask({ ctx, params, signal }: Parts, inputMint: string, outputMint: string, amountRaw: bigint) {
  const slippageBps = Math.min(params.slippageBps, TRADE_LIMITS.routedSlippageBps)
  const quote = await quoteSwap(ctx, { inputMint, outputMint, amountRaw, slippageBps, platformFeeBps: 0 }, signal)
  if (!quote.ok) return quote
  const terms = readTerms(quote.value)
  const isAsked =
    terms !== null &&
    terms.inputMint === inputMint &&
    terms.outputMint === outputMint &&
    terms.maxInRaw === amountRaw &&
    terms.minOutRaw <= terms.outRaw
  if (!isAsked) return fail('upstream_failed', 'the aggregator quoted something else')
  return ok({ quote: quote.value, terms, outRaw: terms.outRaw })
}

async function finish(parts: Parts, draft: Draft, nonce: DurableNonce | null): Promise<Outcome<RoutedPlan>> {
  const { ctx, params, wallet, tokenProgram } = parts
  const { feeRaw, terms, quote, gather, closes } = draft
  const moneyMint = MONEY_MINTS[params.money]
  const token = await ownAccount(ctx, wallet, params.mint, tokenProgram)
  if (!token.ok) return token
  const moneyAccount = params.money === 'SOL' ? ok(null) : await ownAccount(ctx, wallet, moneyMint)
  if (!moneyAccount.ok) return moneyAccount
  const fee = await planFee(ctx, { params, moneyMint, terms: parts.terms }, feeRaw)
  if (!fee.ok) return fee
  const rate = await rentRate(ctx)
  if (!rate.ok) return rate
  const tradedLamports = params.money !== 'SOL' ? 0n : params.side === 'buy' ? terms.maxInRaw : terms.outRaw
  const tipLamports = tipLamportsOf(params, tradedLamports)
  const plan: RoutedPlan = {
    side: params.side,
    wallet,
    moneyMint,
    quote,
    terms,
    token: token.value,
    moneyAccount: moneyAccount.value,
    gather,
    closes,
    fee: fee.value,
    tip: tipLamports === 0n ? null : { to: await tipAccountFor(ctx, wallet), lamports: tipLamports },
    nonce,
    lamportsPerByte: rate.value,
  }
  const short =
    params.side === 'buy'
      ? await findShortfall(ctx, plan, params.amount.kind === 'raw' ? params.amount.raw : 0n)
      : ok(null)
  return short.ok ? ok(plan) : short
}

/** Fails when the wallet visibly cannot pay; what is not visible here, running it shows. */
async function findShortfall(ctx: Context, plan: RoutedPlan, spendRaw: bigint): Promise<Outcome<null>> {
  const held = await lamportsOf(ctx, plan.wallet)
  if (!held.ok) return held
  const deposit = plan.token.isNew ? rentLamports(TOKEN_ACCOUNT_BYTES, plan.lamportsPerByte) : 0n
  const needed = deposit + (plan.tip?.lamports ?? 0n) + (plan.moneyAccount === null ? spendRaw : 0n)
  if (held.value < needed) return lacking({ mint: null, neededRaw: needed, heldRaw: held.value })
  if (plan.moneyAccount === null) return ok(null)
  const tokens = await tokenBalance(ctx, plan.moneyAccount.address)
  if (!tokens.ok) return tokens
  const heldRaw = tokens.value ?? 0n
  return heldRaw < spendRaw ? lacking({ mint: plan.moneyMint, neededRaw: spendRaw, heldRaw }) : ok(null)
}
