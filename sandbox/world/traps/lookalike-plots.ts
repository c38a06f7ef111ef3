import { DAY_SECS } from '../../../src/config/durations.ts'
import type { LookalikeKind, PlannedExtensions, TokenArchetype } from '../plan-types.ts'
import { SOL_OPENING_USD } from '../well-known.ts'
import { someLiquidity } from './liquidity-plots.ts'
import {
  afterOpening,
  type PooledToken,
  planPooledToken,
  planPurchases,
  planSales,
  pushTruth,
  type TokenStage,
} from './pooled-token.ts'

type Plot = {
  readonly archetype: TokenArchetype
  readonly extensions?: (stage: TokenStage, dev: string) => PlannedExtensions
  readonly issued?: boolean
  readonly afterOpening?: (stage: TokenStage, token: PooledToken) => void
}

const STABLE_NAMES = ['Anchorage', 'Meridian', 'Civic', 'Ledgerline', 'Quay', 'Summit', 'Keystone', 'Lantern'] as const
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Tokens with everything that traps are made of, used for nothing bad. */
const PLOTS: Readonly<Record<LookalikeKind, Plot>> = {
  metadata_pointer: { archetype: 'healthy', extensions: () => ({}) },
  small_fee: {
    archetype: 'healthy',
    extensions: ({ random }) => ({ transferFeeBps: random.pick([0, 25, 50, 100]) }),
  },
  counting_hook: {
    archetype: 'healthy',
    extensions: (_, dev) => ({ transferHookAuthority: dev }),
    afterOpening: (stage, token) => {
      const { mint, dev: authority } = token
      afterOpening(stage, token, 1, [{ do: 'setHook', mint, authority, hook: { kind: 'count' }, isFinal: true }])
    },
  },
  freeze_authority_stablecoin: { archetype: 'stablecoin', issued: true },
  delegate_stablecoin: {
    archetype: 'stablecoin',
    issued: true,
    extensions: (_, dev) => ({ permanentDelegate: dev, pausableBy: dev }),
  },
}

export function planLookalike(stage: TokenStage, kind: LookalikeKind): string {
  const { random } = stage
  const { archetype, extensions, issued = false, afterOpening: then } = PLOTS[kind]
  const token = planPooledToken(stage, {
    archetype,
    ageSecs: random.between(2, 12) * DAY_SECS,
    poolSol: issued ? [260, 520] : [20, 80],
    freezable: issued,
    mintable: issued,
    ...(extensions === undefined ? {} : { extensions: (dev) => extensions(stage, dev) }),
    ...(issued ? { name: stablecoinName(stage), verified: true, tokensPerSol: SOL_OPENING_USD } : {}),
  })
  then?.(stage, token)
  const purchases = planPurchases(stage, token, { count: [6, 16], withinSecs: token.openSecsAgo * 0.5 })
  planSales(stage, token, purchases, 0.5)
  const organic = purchases.map(({ wallet }) => wallet)
  const liquidity = someLiquidity(stage, token)
  const recipe = `lookalike-${kind.replaceAll('_', '-')}`
  pushTruth(stage, token, archetype, { recipe, intent: 'honest', organic, lookalike: kind, liquidity })
  return token.mint
}

function stablecoinName({ random, draft }: TokenStage): { name: string; symbol: string } {
  const word = random.pick(STABLE_NAMES)
  let symbol = `${word[0]}USD`
  while (draft.takenSymbols.has(symbol)) symbol = `${random.pick([...LETTERS])}${random.pick([...LETTERS])}USD`
  return { name: `${word} Dollar`, symbol }
}
