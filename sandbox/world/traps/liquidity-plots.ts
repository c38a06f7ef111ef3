import { DAY_SECS } from '../../../src/config/durations.ts'
import type { TrueLiquidity } from '../plan-types.ts'
import {
  afterOpening,
  type PooledToken,
  planPooledToken,
  planPurchases,
  planSales,
  pushTruth,
  type TokenStage,
} from './pooled-token.ts'

const HELD: TrueLiquidity = { state: 'held', securedPct: 0, untilSecsAgo: null }

/** Locks a share of the LP tokens until so many days after boot (negative: it ran out so long before). */
export function lockLiquidity(
  stage: TokenStage,
  token: PooledToken,
  sharePct: number,
  untilDays: number,
): TrueLiquidity {
  const { mint, dev: creator } = token
  const untilSecsAgo = -Math.round(untilDays * DAY_SECS)
  afterOpening(stage, token, 20, [{ do: 'lockLiquidity', mint, creator, sharePct, untilSecsAgo }])
  return { state: 'locked', securedPct: sharePct, untilSecsAgo }
}

export function burnLiquidity(
  stage: TokenStage,
  token: PooledToken,
  sharePct: number,
  how: 'burn' | 'incinerator',
): TrueLiquidity {
  const { mint, dev: creator } = token
  afterOpening(stage, token, 20, [{ do: 'burnLiquidity', mint, creator, sharePct, how }])
  return { state: 'burned', securedPct: sharePct, untilSecsAgo: null }
}

/** What a dev who wants to look honest does with the LP tokens. */
export function someLiquidity(stage: TokenStage, token: PooledToken): TrueLiquidity {
  const roll = stage.random.next()
  if (roll < 0.35) return HELD
  if (roll < 0.7) return lockLiquidity(stage, token, stage.random.pick([90, 95, 100]), stage.random.integer(30, 400))
  return burnLiquidity(stage, token, 100, stage.random.chance(0.5) ? 'burn' : 'incinerator')
}

/** What one liquidity state is called and how it comes about. */
export const LIQUIDITY_PLOTS = {
  'lp-locked': (stage, token) => lockLiquidity(stage, token, 100, stage.random.integer(60, 700)),
  'lp-half-locked': (stage, token) => lockLiquidity(stage, token, 50, stage.random.integer(60, 300)),
  'lp-lock-over': (stage, token) => lockLiquidity(stage, token, 100, -stage.random.between(0.2, 1)),
  'lp-burned': (stage, token) => burnLiquidity(stage, token, 100, 'burn'),
  'lp-incinerated': (stage, token) => burnLiquidity(stage, token, 100, 'incinerator'),
  'lp-held': () => HELD,
  'lp-pulled': (stage, token) => {
    afterOpening(stage, token, token.openSecsAgo * stage.random.between(0.5, 0.8), [
      { do: 'pullLiquidity', mint: token.mint, creator: token.dev },
    ])
    return { state: 'pulled', securedPct: 0, untilSecsAgo: null }
  },
} as const satisfies Record<string, (stage: TokenStage, token: PooledToken) => TrueLiquidity>
export type LiquidityPlot = keyof typeof LIQUIDITY_PLOTS

/** A plain token that people trade, with its LP tokens in one state. */
export function planLiquidityState(stage: TokenStage, plot: LiquidityPlot): string {
  const { random } = stage
  const isPulled = plot === 'lp-pulled'
  const archetype = isPulled ? 'rugged_prior' : 'healthy'
  const token = planPooledToken(stage, {
    archetype,
    ageSecs: random.between(2, 9) * DAY_SECS,
    poolSol: [20, 70],
  })
  const purchases = planPurchases(stage, token, { count: [6, 14], withinSecs: token.openSecsAgo * 0.4 })
  if (!isPulled) planSales(stage, token, purchases, 0.4)
  const liquidity = LIQUIDITY_PLOTS[plot](stage, token)
  const organic = purchases.map(({ wallet }) => wallet)
  const intent = isPulled ? 'rug' : 'honest'
  pushTruth(stage, token, archetype, { recipe: plot, intent, organic, rugged: isPulled, liquidity })
  return token.mint
}
