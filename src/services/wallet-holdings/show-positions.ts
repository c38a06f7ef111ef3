import type { Lending, Position, PositionsFound, StakeAccount, TokenAmount } from '../../chain/holdings-port.ts'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { PositionAmount, PositionRow } from '../../contract/wallet-positions.ts'
import { type ChainToken, readChainTokens } from '../pricing/chain-tokens.ts'
import { isThin } from '../pricing/is-thin.ts'
import { type SourcedPrice, sourcedPrices } from './price-sources.ts'

type Shown = {
  readonly rows: PositionRow[]
  /** The node answered for names and decimals. */
  readonly hasTokens: boolean
  /** So did every source of prices. */
  readonly isWhole: boolean
  /** Tokens that are no part of any worth: together they are worth more than there is in their pools. */
  readonly thin: number
}

/** Positions with names and prices. */
export async function showPositions(ctx: Context, positions: readonly BarePosition[]): Promise<Shown> {
  const mints = [
    ...new Set(
      positions.flatMap(({ tokens, debts, fees }) => [...tokens, ...debts, ...(fees ?? [])]).map(({ mint }) => mint),
    ),
  ]
  const [tokens, priced] = await Promise.all([readChainTokens(ctx, mints), sourcedPrices(ctx, mints)])
  const known = { tokens: tokens.ok ? tokens.value : new Map(), prices: priced.prices }
  const thin = thinMints(positions, known)
  return {
    rows: positions.map((one) => row(one, { ...known, thin })),
    hasTokens: tokens.ok,
    isWhole: tokens.ok && !priced.isDegraded,
    thin: thin.size,
  }
}

/** Mints of which the positions hold, or owe, more than their pools could pay. All positions together count: a balance
 *  that no one could pay would else come in through many small ones. */
function thinMints(positions: readonly BarePosition[], known: Omit<Faces, 'thin'>): ReadonlySet<string> {
  const [held, owed] = [new Map<string, bigint>(), new Map<string, bigint>()]
  const add = (sums: Map<string, bigint>, amounts: readonly TokenAmount[]): void => {
    for (const { mint, amountRaw } of amounts) sums.set(mint, (sums.get(mint) ?? 0n) + amountRaw)
  }
  for (const { tokens, debts, fees } of positions) {
    add(held, [...tokens, ...(fees ?? [])])
    add(owed, debts)
  }
  const isTooMuch = ([mint, amountRaw]: readonly [string, bigint]): boolean => {
    const [token, price] = [known.tokens.get(mint) ?? null, known.prices.get(mint) ?? null]
    if (token === null || price === null) return false
    return isThin(mint, rawToNumber(amountRaw, token.decimals) * price.priceUsd, price.liquidityUsd)
  }
  return new Set([...held, ...owed].filter(isTooMuch).map(([mint]) => mint))
}

/** A position, or stake, before names and prices. */
export type BarePosition = Omit<Position, 'kind' | 'pool'> & {
  readonly kind: PositionRow['kind']
  readonly pool: string | null
}

export function poolPosition(one: PositionsFound['positions'][number]): BarePosition {
  return one
}

export function stakePosition({ address, heldRaw, delegation, activation }: StakeAccount): BarePosition {
  const workingRaw = activation === null ? 0n : activation.effectiveRaw + activation.activatingRaw
  return {
    kind: 'stake',
    protocol: 'stake',
    program: 'Stake11111111111111111111111111111111111111',
    address,
    mint: null,
    pool: delegation?.vote ?? null,
    sharesRaw: null,
    tokens: [{ mint: WSOL_MINT, amountRaw: heldRaw }],
    debts: [],
    fees: null,
    range: null,
    lockedBps: heldRaw === 0n ? 0 : Number((workingRaw * 10_000n) / heldRaw),
  }
}

type Faces = {
  readonly tokens: ReadonlyMap<string, ChainToken | null>
  readonly prices: ReadonlyMap<string, SourcedPrice>
  readonly thin: ReadonlySet<string>
}

function row(one: BarePosition, faces: Faces): PositionRow {
  const shown = (amounts: readonly TokenAmount[]) => amounts.map((amount) => shownAmount(amount, faces))
  const tokens = shown(one.tokens)
  const debts = shown(one.debts)
  const fees = one.fees === null ? null : shown(one.fees)
  // Less debts, a part of what is held says nothing of the whole.
  const isNet = debts.length === 0 || ![...tokens, ...debts].some(({ thin }) => thin)
  const isWhole = isNet && (one.lending === undefined || one.lending.unread.length === 0)
  const [held, owed] = [worthOf(tokens), worthOf(debts)]
  return {
    kind: one.kind,
    protocol: one.protocol,
    program: one.program,
    address: one.address,
    mint: one.mint,
    pool: one.pool,
    shares: one.sharesRaw === null ? null : one.sharesRaw.toString(),
    tokens,
    debts,
    uncollectedFees: fees,
    range: rangeOf(one, tokens),
    lockedPct: one.lockedBps / 100,
    lending: one.lending === undefined ? null : showLending(one.lending),
    valueUSD: held === null || owed === null || !isWhole ? null : held - owed,
    uncollectedUSD: fees === null ? null : worthOf(fees),
  }
}

/** Of what is not `thin`; null where nothing else is in it, or a price is unknown. */
function worthOf(amounts: readonly PositionAmount[]): number | null {
  if (amounts.some(({ valueUSD }) => valueUSD === null)) return null
  const counted = amounts.filter(({ thin }) => !thin)
  const isEmpty = counted.every(({ amountRaw }) => amountRaw === '0')
  return isEmpty && counted.length < amounts.length ? null : sumOf(counted.map(({ valueUSD }) => valueUSD))
}

function showLending({ interestUntil, health, unread }: Lending): NonNullable<PositionRow['lending']> {
  const moment = ({ slot, timeSec }: Lending['interestUntil']) => ({ slot, timestamp: timeSec })
  return {
    interestUntil: moment(interestUntil),
    health:
      health === null
        ? null
        : {
            at: moment(health.at),
            isStale: health.isStale,
            collateralUSD: health.collateralUsd,
            debtUSD: health.debtUsd,
            ltvPct: health.ltvPct,
            healthFactor: health.healthFactor,
          },
    unread: [...unread],
  }
}

function shownAmount({ mint, amountRaw }: TokenAmount, { tokens, prices, thin }: Faces): PositionAmount {
  const token = tokens.get(mint) ?? null
  const price = prices.get(mint) ?? null
  const amount = token === null ? null : rawToNumber(amountRaw, token.decimals)
  return {
    mint,
    symbol: token?.symbol ?? null,
    decimals: token?.decimals ?? null,
    amountRaw: amountRaw.toString(),
    amount,
    priceUSD: price?.priceUsd ?? null,
    priceSource: price?.source ?? null,
    // Nothing is worth nothing, whatever its price.
    valueUSD: amountRaw === 0n ? 0 : amount === null || price === null ? null : amount * price.priceUsd,
    thin: amountRaw > 0n && thin.has(mint),
  }
}

function rangeOf({ range }: BarePosition, [first, second]: readonly PositionAmount[]): PositionRow['range'] {
  if (range === null) return null
  const decimals = first?.decimals == null || second?.decimals == null ? null : first.decimals - second.decimals
  const priceOf = (ratio: number): number | null => {
    const price = decimals === null ? null : ratio * 10 ** decimals
    return price !== null && Number.isFinite(price) ? price : null
  }
  const { unit, lower, upper, current, isInRange, ratios } = range
  return {
    unit,
    lower,
    upper,
    current,
    isInRange,
    lowerPrice: priceOf(ratios.lower),
    upperPrice: priceOf(ratios.upper),
    currentPrice: priceOf(ratios.current),
  }
}

export function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
