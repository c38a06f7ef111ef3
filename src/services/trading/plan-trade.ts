import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { distinctDataLimit } from '../landing/distinct-data-limit.ts'
import { needsScratch, ownAccount, planScratch, rentRate } from '../trade-plan/plan-accounts.ts'
import { lacking, planTokens, type TokensToSell } from '../trade-plan/plan-tokens.ts'
import { readFailure } from '../trade-plan/read-failure.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import type { Leg, TradePlan } from '../trade-plan/trade-plan.ts'
import { lamportsOf, tokenBalance } from '../trade-pools/hot-chain.ts'
import { findMoneyPool, findTradePool, type HotPool } from '../trade-pools/hot-pools.ts'
import { boundLoss, type Rate } from './bound-loss.ts'
import { type Custody, NO_BOUND } from './custody.ts'
import { feeTermsOf } from './fee-terms.ts'
import { judgeNamedPool } from './judge-named-pool.ts'
import { planCloses } from './plan-closes.ts'
import { planFee } from './plan-fee.ts'
import { planLegs } from './plan-legs.ts'
import { feeOfInput, feeOfOutput, type PlatformFee } from './platform-fee.ts'
import { checkNonce } from './read-nonce.ts'
import { tipAccountFor, tipLamportsOf } from './tip-terms.ts'
import { MONEY_MINTS } from './trade-money.ts'
import { toMs } from './trade-result.ts'

export type Trader = {
  readonly caller: Caller
  readonly wallet: string
  /** Of a wallet that the server signs for; absent where the owner signs. */
  readonly custody?: Custody
}

/** Finds the pool of a trade, quotes it, and settles which accounts it moves. Reads only; what is kept warm is not read
 *  again. Fails as its parts do: `invalid_mint`, `no_route`, `insufficient_balance`, `scope_required`,
 *  `policy_blocked`, `invalid_request`, or as the node fails. */
export async function planTrade(
  ctx: Context,
  params: TradeParams,
  { caller, wallet, custody }: Trader,
  signal?: AbortSignal,
  { isReread = false }: { readonly isReread?: boolean } = {},
): Promise<Outcome<TradePlan>> {
  const unreadable = findUnreadable(params)
  if (unreadable !== null) return readFailure(unreadable, 'validate')
  const terms = feeTermsOf(ctx, caller, params, custody?.withdrawTo)
  if (!terms.ok) return readFailure(terms, 'validate')
  const nonce = params.nonce === null ? ok(null) : await checkNonce(ctx, params.nonce, wallet, signal)
  if (!nonce.ok) return nonce
  const found = await findTradePool(
    ctx,
    {
      mint: params.mint,
      ...(params.dex === null ? {} : { dex: params.dex }),
      ...(params.poolAddress === null ? {} : { poolAddress: params.poolAddress }),
    },
    signal,
  )
  if (!found.ok) return found
  const moneyMint = MONEY_MINTS[params.money]
  const { quoteMint } = found.value.pool
  const bridge = quoteMint === moneyMint ? ok(null) : await findMoneyPool(ctx, moneyMint, quoteMint, signal)
  if (!bridge.ok)
    return bridge.code === 'no_route' ? fail('no_route', `no pool of ${params.money} against ${quoteMint}`) : bridge
  const maxImpactBps = custody?.maxImpactBps ?? params.maxImpactBps ?? NO_BOUND
  const isBound = custody !== undefined && maxImpactBps < NO_BOUND
  const market = isBound ? await judgeNamedPool(ctx, params, found.value.pool, signal) : ok(null)
  if (!market.ok) return market
  const bound = { maxImpactBps, market: market.value }
  const parts = {
    ctx,
    params,
    wallet,
    moneyMint,
    terms: terms.value,
    hot: found.value,
    bridge: bridge.value,
    bound,
    isReread,
  }
  const draft = params.side === 'buy' ? await draftBuy(parts) : await draftSale(parts)
  return draft.ok ? finish(parts, draft.value, nonce.value) : draft
}

/** Addresses have the right letters by now; whether they are 32 bytes is seen here. */
export function findUnreadable(params: TradeParams): ReturnType<typeof fail> | null {
  if (decodeBase58Fixed(params.mint, 32) === null) return fail('invalid_mint', 'invalid mint')
  const others = {
    pool_address: params.poolAddress,
    wallet: params.wallet,
    fee_wallet: params.feeWallet,
    nonce_account: params.nonce?.account ?? null,
    nonce_value: params.nonce?.value ?? null,
  }
  for (const [name, address] of Object.entries(others))
    if (address !== null && decodeBase58Fixed(address, 32) === null)
      return fail('invalid_request', `${name}: expected an address`)
  return null
}

type Parts = {
  readonly ctx: Context
  readonly params: TradeParams
  readonly wallet: string
  readonly moneyMint: string
  readonly terms: PlatformFee | null
  readonly hot: HotPool
  readonly bridge: HotPool | null
  /** What the trade may lose, and what the token costs elsewhere (`judgeNamedPool`). */
  /** What is sold is read now, whatever was known before. */
  readonly isReread: boolean
  readonly bound: { readonly maxImpactBps: number; readonly market: Rate | null }
}
type Draft = Pick<
  TradePlan,
  'token' | 'gather' | 'share' | 'legs' | 'spendRaw' | 'receiveRaw' | 'minReceiveRaw' | 'isFullSale' | 'closes'
> & { readonly feeRaw: bigint }

async function draftBuy(parts: Parts): Promise<Outcome<Draft>> {
  const { ctx, params, wallet, moneyMint, terms, hot, bridge } = parts
  const { pool } = hot
  const spendRaw = params.amount.kind === 'raw' ? params.amount.raw : 0n
  const { feeRaw, swapRaw } = feeOfInput(spendRaw, terms)
  const token = await ownAccount(ctx, wallet, params.mint, tokenProgramOf(pool, params.mint))
  if (!token.ok) return token
  const pools = bridge === null ? [pool] : [bridge.pool, pool]
  const route = { pools, inputMint: moneyMint, amountInRaw: swapRaw, slippageBps: params.slippageBps }
  const legs = boundLegs(parts, planLegs(route, hot.clock))
  if (!legs.ok) return legs
  const last = legs.value.at(-1)!
  return ok({
    token: token.value,
    gather: null,
    share: null,
    legs: legs.value,
    spendRaw,
    receiveRaw: last.quote.amountOutRaw,
    minReceiveRaw: last.minOutRaw,
    feeRaw,
    isFullSale: false,
    closes: [],
  })
}

async function draftSale(parts: Parts): Promise<Outcome<Draft>> {
  const { ctx, params, wallet, terms, hot, bridge } = parts
  const { pool } = hot
  const tokenProgram = tokenProgramOf(pool, params.mint)
  // Executed, a part is held against what is there; where nothing is executed it is at least read now.
  const isReread = parts.isReread || (params.amount.kind === 'percent' && !params.wantsManifest && !params.simulate)
  const toSell = await planTokens(ctx, { wallet, mint: params.mint, tokenProgram }, params.amount, { isReread })
  if (!toSell.ok) return toSell
  const { token, gather, amountRaw, isAll, share }: TokensToSell = toSell.value
  const emptied = [token.address, ...(gather === null ? [] : [gather.from])]
  const closes = params.closeTokenAccount && isAll ? await planCloses(ctx, wallet, emptied) : ok([])
  if (!closes.ok) return closes
  const pools = bridge === null ? [pool] : [pool, bridge.pool]
  const route = { pools, inputMint: params.mint, amountInRaw: amountRaw, slippageBps: params.slippageBps }
  const legs = boundLegs(parts, planLegs(route, hot.clock))
  if (!legs.ok) return legs
  const last = legs.value.at(-1)!
  const { feeRaw, netRaw } = feeOfOutput(last.quote.amountOutRaw, terms)
  return ok({
    token,
    gather,
    share,
    legs: legs.value,
    spendRaw: amountRaw,
    receiveRaw: netRaw,
    minReceiveRaw: last.minOutRaw > feeRaw ? last.minOutRaw - feeRaw : 0n,
    feeRaw,
    isFullSale: isAll,
    closes: closes.value,
  })
}

function boundLegs({ params, bound: { maxImpactBps, market } }: Parts, legs: Outcome<readonly Leg[]>) {
  if (!legs.ok) return legs
  const marketOf = ({ pool, inputMint }: Leg): Rate | null => {
    if (market === null || pool.baseMint !== params.mint) return null
    return inputMint === pool.baseMint ? market : [market[1], market[0]]
  }
  return boundLoss(legs.value, maxImpactBps, marketOf)
}

function tokenProgramOf(pool: HotPool['pool'], mint: string): string {
  return pool.baseMint === mint ? pool.baseTokenProgram : pool.quoteTokenProgram
}

async function finish(parts: Parts, draft: Draft, nonce: TradePlan['nonce']): Promise<Outcome<TradePlan>> {
  const { ctx, params, wallet, moneyMint, hot } = parts
  const { feeRaw, ...rest } = draft
  const moneyAccount = params.money === 'SOL' ? ok(null) : await ownAccount(ctx, wallet, moneyMint)
  if (!moneyAccount.ok) return moneyAccount
  const between = draft.legs.length === 2 ? draft.legs[0]!.outputMint : null
  const bridgeAccount = between === null || between === WSOL_MINT ? ok(null) : await ownAccount(ctx, wallet, between)
  if (!bridgeAccount.ok) return bridgeAccount
  const scratch = needsScratch(draft.legs, params.side, params.money) ? await planScratch(ctx, wallet) : ok(null)
  if (!scratch.ok) return scratch
  const fee = await planFee(ctx, { params, moneyMint, terms: parts.terms }, feeRaw)
  if (!fee.ok) return fee
  const rate = await rentRate(ctx)
  if (!rate.ok) return rate
  const tipLamports = tipLamportsOf(params, lamportsTraded(draft.legs))
  const tip = tipLamports === 0n ? null : { to: await tipAccountFor(ctx, wallet), lamports: tipLamports }
  const plan: TradePlan = {
    ...rest,
    side: params.side,
    wallet,
    money: params.money,
    moneyMint,
    moneyAccount: moneyAccount.value,
    bridgeAccount: bridgeAccount.value,
    scratch: scratch.value,
    fee: fee.value,
    tip,
    nonce,
    computeUnitPrice: params.computeUnitPrice,
    lamportsPerByte: rate.value,
    dataLimitBytes: distinctDataLimit(ctx),
    dex: hot.pool.dex,
    poolAddress: hot.pool.address,
    poolSlot: hot.slot,
    cacheHit: hot.cacheHit && (parts.bridge?.cacheHit ?? true),
    fetchMs: toMs(hot.fetchMs + (parts.bridge?.fetchMs ?? 0)),
    detectMs: toMs(hot.detectMs + (parts.bridge?.detectMs ?? 0)),
  }
  const short = params.side === 'buy' ? await findShortfall(ctx, plan) : ok(null)
  return short.ok ? ok(plan) : short
}

/** SOL on either end of a swap, the larger where it is on both. */
function lamportsTraded(legs: readonly Leg[]): bigint {
  let lamports = 0n
  for (const { inputMint, outputMint, amountInRaw, quote } of legs) {
    if (inputMint === WSOL_MINT && amountInRaw > lamports) lamports = amountInRaw
    if (outputMint === WSOL_MINT && quote.amountOutRaw > lamports) lamports = quote.amountOutRaw
  }
  return lamports
}

/** Fails when the wallet visibly cannot pay for a buy; what is not visible here, running it shows. */
async function findShortfall(ctx: Context, plan: TradePlan): Promise<Outcome<null>> {
  const held = await lamportsOf(ctx, plan.wallet)
  if (!held.ok) return held
  const deposit = (plan.scratch?.rentLamports ?? 0n) + (plan.tip?.lamports ?? 0n)
  const needed = deposit + (plan.money === 'SOL' ? plan.spendRaw : 0n)
  if (held.value < needed) return lacking({ mint: null, neededRaw: needed, heldRaw: held.value })
  if (plan.moneyAccount === null) return ok(null)
  const tokens = await tokenBalance(ctx, plan.moneyAccount.address)
  if (!tokens.ok) return tokens
  const heldRaw = tokens.value ?? 0n
  return heldRaw < plan.spendRaw ? lacking({ mint: plan.moneyMint, neededRaw: plan.spendRaw, heldRaw }) : ok(null)
}
