import { rawToNumber } from '../../../src/contract/units.ts'
import { SWAP_KINDS } from '../../programs/jupiter/aggregator-layout.ts'
import { ceilDiv } from '../../programs/wide-math.ts'
import type { MarketPool } from '../market.ts'
import { type FoundRoute, findRoute, isTradable, type Routing } from './find-route.ts'
import { asAddress, asUint } from './read-values.ts'
import { type LegQuote, quoteLeg } from './swap-legs.ts'
import { badQuery, missingQuery, notTradable, refusedWith, swapFault } from './swap-replies.ts'

export type SwapGeneration = 'v1' | 'v2'

const DEFAULT_SLIPPAGE_BPS = 50
const BPS = 10_000n
const MAX_BPS = { v1: 65_535n, v2: BPS } as const
/** What a route costs against a trade so much smaller is its impact on the price. */
const PROBE_DIVISOR = 1_000n
/** A smaller probe says more about rounding than about the price. */
const MIN_PROBE_OUT = 1_000n
const IMPACT_DIGITS = 10
const LABELS = new Map(SWAP_KINDS.map(({ programId, label }) => [programId, label]))

type QuoteQuestion = {
  readonly generation: SwapGeneration
  readonly inputMint: string
  readonly outputMint: string
  readonly inRaw: bigint
  readonly slippageBps: bigint
  /** Null: not asked for. */
  readonly feeBps: bigint | null
  readonly onlyDirectRoutes: boolean
  readonly instructionVersion: 'V1' | 'V2' | null
  readonly dexes: ReadonlySet<string> | null
  readonly excludedDexes: ReadonlySet<string>
}

/** The answer of `/quote`. Throws a `RequestFault` with what it refuses. */
export function quoteSwap(
  routing: Routing,
  query: URLSearchParams,
  { generation, monotonicMs }: { readonly generation: SwapGeneration; readonly monotonicMs: () => number },
): Record<string, unknown> {
  const startMs = monotonicMs()
  const question = readQuestion(query, generation)
  const { inputMint, outputMint } = question
  if (inputMint === outputMint) throw swapFault('CIRCULAR_ARBITRAGE_IS_DISABLED')
  for (const mint of [inputMint, outputMint]) if (!isTradable(routing, mint)) throw notTradable(mint)
  const route = findRoute(routing, { ...question, allows: (pool) => allows(routing, question, pool) })
  if (route === null)
    throw swapFault(
      question.dexes === null && question.excludedDexes.size === 0 ? 'COULD_NOT_FIND_ANY_ROUTE' : 'NO_ROUTES_FOUND',
    )
  const seconds = (monotonicMs() - startMs) / 1_000
  return { ...quoteBody(routing, question, route), timeTaken: seconds, ...extraMembers(routing, question, route) }
}

export function labelOf({ chain }: Routing, pool: MarketPool): string {
  return LABELS.get(chain.account(pool.address)?.owner ?? '') ?? ''
}

/** All labels by program id, the router's own included. */
export function programLabels(): Record<string, string> {
  return Object.fromEntries(LABELS)
}

function allows(routing: Routing, { dexes, excludedDexes }: QuoteQuestion, pool: MarketPool): boolean {
  if (dexes === null && excludedDexes.size === 0) return true
  const label = labelOf(routing, pool)
  return (dexes === null || dexes.has(label)) && !excludedDexes.has(label)
}

function readQuestion(query: URLSearchParams, generation: SwapGeneration): QuoteQuestion {
  const wanted = (name: string): string => {
    const value = query.get(name)
    if (value === null) throw missingQuery(name)
    return value
  }
  const mint = (name: string): string => {
    const address = asAddress(wanted(name))
    if (address === null) throw badQuery(name)
    return address
  }
  const optionalUint = (name: string, max: bigint): bigint | null => {
    const value = query.get(name)
    if (value === null || value === '') return null
    const read = asUint(value, max)
    if (read === null) throw badQuery(name)
    return read
  }
  const [inputMint, outputMint] = [mint('inputMint'), mint('outputMint')]
  const inRaw = asUint(wanted('amount'))
  if (inRaw === null || inRaw === 0n) throw badQuery('amount')
  const slippageBps = optionalUint('slippageBps', MAX_BPS[generation]) ?? BigInt(DEFAULT_SLIPPAGE_BPS)
  if (slippageBps > BPS) throw swapFault('CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD')
  const mode = query.get('swapMode') ?? 'ExactIn'
  if (mode !== 'ExactIn' && mode !== 'ExactOut') throw badQuery('swapMode')
  if (mode === 'ExactOut') throw swapFault('NOT_SUPPORTED', 'ExactOut is not supported')
  const version = query.get('instructionVersion')
  if (version !== null && version !== 'V1' && version !== 'V2') throw badQuery('instructionVersion')
  const [dexes, excludedDexes] = [list(query.get('dexes')), list(query.get('excludeDexes'))]
  if (generation === 'v2' && dexes.size > 0 && excludedDexes.size > 0)
    throw refusedWith('dexes and excludeDexes are mutually exclusive')
  return {
    generation,
    inputMint,
    outputMint,
    inRaw,
    slippageBps,
    feeBps: optionalUint('platformFeeBps', BPS),
    onlyDirectRoutes: query.get('onlyDirectRoutes') === 'true',
    instructionVersion: version,
    dexes: dexes.size === 0 ? null : dexes,
    excludedDexes,
  }
}

function list(text: string | null): Set<string> {
  return new Set((text ?? '').split(',').filter((part) => part !== ''))
}

function quoteBody(routing: Routing, question: QuoteQuestion, route: FoundRoute): Record<string, unknown> {
  const { inputMint, outputMint, inRaw, slippageBps, feeBps, generation } = question
  const fee = (route.outRaw * (feeBps ?? 0n)) / BPS
  const net = route.outRaw - fee
  const platformFee = feeBps === null || feeBps === 0n ? null : { amount: String(fee), feeBps: Number(feeBps) }
  return {
    inputMint,
    inAmount: String(inRaw),
    outputMint,
    outAmount: String(net),
    otherAmountThreshold: String(ceilDiv(net * (BPS - slippageBps), BPS)),
    swapMode: 'ExactIn',
    slippageBps: Number(slippageBps),
    ...(platformFee === null && generation === 'v2' ? {} : { platformFee }),
    priceImpactPct: impactOf(routing, route),
    routePlan: route.legs.map(({ leg, inRaw: legIn, outRaw }) => ({
      swapInfo: {
        ammKey: leg.pool.address,
        label: leg.step.kind.label,
        inputMint: leg.inputMint,
        outputMint: leg.outputMint,
        inAmount: String(legIn),
        outAmount: String(outRaw),
      },
      percent: 100,
      bps: 10_000,
    })),
    contextSlot: routing.chain.slot(),
  }
}

/** Members that the documentation does not name and the live service sends. */
function extraMembers(
  { market }: Routing,
  { inputMint, inRaw, instructionVersion }: QuoteQuestion,
  { direct }: FoundRoute,
): Record<string, unknown> {
  const usd = rawToNumber(inRaw, market.decimals(inputMint)) * (market.priceUsd(inputMint) ?? 0)
  return {
    swapUsdValue: String(usd),
    simplerRouteUsed: false,
    mostReliableAmmsQuoteReport: {
      info: Object.fromEntries([...direct].map(([address, outRaw]) => [address, String(outRaw)])),
    },
    longtailMarketQuoteReport: null,
    useIncurredSlippageForQuoting: null,
    useRewards: null,
    otherRoutePlans: null,
    loadedLongtailToken: false,
    instructionVersion,
    transactionVersion: 0,
  }
}

/** How much worse the price is than for a thousandth of the amount, as a ratio in decimal digits. */
function impactOf({ chain }: Routing, { legs, outRaw }: FoundRoute): string {
  const inRaw = legs[0]!.inRaw
  let probe: LegQuote | null = null
  for (const { leg } of legs) {
    const amount: bigint = probe === null ? inRaw / PROBE_DIVISOR : probe.outRaw
    const next: LegQuote | null =
      amount === 0n ? null : quoteLeg(chain, leg.pool, leg.inputMint, { inRaw: amount, after: probe ?? undefined })
    if (next === null || next.outRaw < MIN_PROBE_OUT) return '0'
    probe = next
  }
  const ratio = (Number(outRaw) / Number(inRaw)) * (Number(inRaw / PROBE_DIVISOR) / Number(probe!.outRaw))
  const impact = 1 - ratio
  return impact <= 0 ? '0' : impact.toFixed(IMPACT_DIGITS)
}
