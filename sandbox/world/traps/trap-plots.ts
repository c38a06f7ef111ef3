import { DAY_SECS, HOUR_SECS } from '../../../src/config/durations.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import { BOOT_SLOT } from '../build-world.ts'
import type { Action, PlannedExtensions, TrapKind, TrueTrap } from '../plan-types.ts'
import { someLiquidity } from './liquidity-plots.ts'
import {
  afterOpening,
  expectedRaw,
  type PooledToken,
  type Purchase,
  planPooledToken,
  planPurchases,
  pushTruth,
  type TokenStage,
} from './pooled-token.ts'

type Buy = Action & { do: 'buy' }
type Bite = Omit<TrueTrap, 'kind' | 'victims'>
type Plot = {
  readonly ageDays: readonly [min: number, max: number]
  readonly freezable?: boolean
  readonly extensions?: (stage: TokenStage, dev: string) => PlannedExtensions
  /** Before anyone buys; what it returns is handed to `spring`. */
  readonly prepare?: (stage: TokenStage, token: PooledToken) => Bite | null
  /** What happens around each purchase. */
  readonly around?: (token: PooledToken, buy: Buy) => readonly Action[]
  /** After the last purchase. */
  readonly spring?: (stage: TokenStage, token: PooledToken, purchases: readonly Purchase[]) => Bite
}

const SLOT_SECS = 0.4
/** Part of the token's age within which people buy. */
const BUYING_SHARE = 0.35
const NOW: Bite = { bites: 'now', fromSecsAgo: null, limitRaw: null, lossPct: 100 }

/** Seconds from boot to the start of the next epoch, with slots of 400 ms. */
export const NEXT_EPOCH_SECS = (SLOTS_PER_EPOCH - (BOOT_SLOT % SLOTS_PER_EPOCH)) * SLOT_SECS
const EPOCH_SECS = SLOTS_PER_EPOCH * SLOT_SECS

/** Every trap: what the mint is made with, and what is done with it when. */
const PLOTS: Readonly<Record<TrapKind, Plot>> = {
  freeze_used: {
    ageDays: [0.4, 3],
    freezable: true,
    around: ({ mint, dev }, buy) => [buy, { do: 'freeze', mint, authority: dev, owner: buy.wallet }],
  },
  default_frozen: {
    ageDays: [0.5, 4],
    extensions: () => ({ defaultFrozen: true }),
    prepare: (stage, token) => {
      const { mint, dev: authority } = token
      return { ...NOW, fromSecsAgo: afterOpening(stage, token, 1, [{ do: 'setDefaultFrozen', mint, authority }]) }
    },
    around: ({ mint, dev: authority }, buy) => [
      { do: 'openAccount', mint, owner: buy.wallet },
      { do: 'thaw', mint, authority, owner: buy.wallet },
      buy,
      { do: 'freeze', mint, authority, owner: buy.wallet },
    ],
  },
  hook_always: {
    ageDays: [0.4, 4],
    extensions: hookable,
    spring: (stage, token, purchases) => ({
      ...NOW,
      fromSecsAgo: setHook(stage, token, { kind: 'reject' }, lastSecsAfterOpening(token, purchases) + 60),
    }),
  },
  hook_above_amount: {
    ageDays: [0.4, 4],
    extensions: hookable,
    spring: (stage, token, purchases) => {
      const smallest = purchases.reduce((least, { quoteRaw }) => (quoteRaw < least ? quoteRaw : least), 1n << 62n)
      const limitRaw = expectedRaw(token, smallest) / BigInt(stage.random.integer(6, 14))
      const after = lastSecsAfterOpening(token, purchases) + 60
      const fromSecsAgo = setHook(stage, token, { kind: 'reject-above', limitRaw }, after)
      return { bites: 'now', fromSecsAgo, limitRaw, lossPct: 100 }
    },
  },
  hook_after_time: {
    ageDays: [0.4, 4],
    extensions: hookable,
    prepare: (stage, token) => {
      const isOver = stage.random.chance(0.5)
      const secsAgo = isOver
        ? Math.round(token.openSecsAgo * stage.random.between(0.1, 0.5))
        : -stage.random.integer(2 * HOUR_SECS, 20 * HOUR_SECS)
      setHook(stage, token, { kind: 'reject-after', secsAgo }, 1)
      return { ...NOW, bites: isOver ? 'now' : 'later', fromSecsAgo: secsAgo }
    },
  },
  hook_allow_list: {
    ageDays: [0.4, 4],
    extensions: hookable,
    prepare: (stage, token) => ({
      ...NOW,
      fromSecsAgo: setHook(stage, token, { kind: 'allow-list', owners: [token.dev] }, 1),
    }),
  },
  permanent_delegate: {
    ageDays: [0.4, 4],
    extensions: (_, dev) => ({ permanentDelegate: dev }),
    spring: (stage, token, purchases) => {
      const { mint, dev } = token
      // Some are taken from at once, the others may still sell: whoever looks at boot sees what became of the first.
      const seized = purchases.filter((_, i) => i % 2 === 0)
      for (const { wallet, secsAgo } of seized)
        afterOpening(stage, token, token.openSecsAgo - secsAgo + stage.random.integer(30, 900), [
          { do: 'seize', mint, delegate: dev, from: wallet, to: dev, sharePct: 100 },
        ])
      return { bites: 'at_will', fromSecsAgo: seized.at(0)?.secsAgo ?? null, limitRaw: null, lossPct: 100 }
    },
  },
  transfer_fee: {
    ageDays: [5, 9],
    extensions: (stage, dev) =>
      stage.random.fork('from-the-start').chance(0.5)
        ? { transferFeeBps: stage.random.fork('fee').pick([5_000, 7_500, 9_900]), transferFeeAuthority: dev }
        : { transferFeeBps: 0, transferFeeAuthority: dev },
    prepare: (stage, token) => {
      const bps = stage.random.fork('fee').pick([5_000, 7_500, 9_900])
      const lossPct = bps / 100
      if (stage.random.fork('from-the-start').chance(0.5)) return { ...NOW, fromSecsAgo: token.createdSecsAgo, lossPct }
      const { mint, dev: authority } = token
      // Raised soon after, in force two epochs later: more than four days before boot is early enough.
      const setSecsAgo = afterOpening(stage, token, 900, [{ do: 'setTransferFee', mint, authority, bps }])
      return { ...NOW, fromSecsAgo: startOfFee(setSecsAgo), lossPct }
    },
  },
  transfer_fee_later: {
    // The fee is set in the epoch before the present one.
    ageDays: [(inPriorEpoch(0.2) + 600) / DAY_SECS, (inPriorEpoch(0.6) + 600) / DAY_SECS],
    extensions: (_, dev) => ({ transferFeeBps: 0, transferFeeAuthority: dev }),
    prepare: (stage, token) => {
      const { mint, dev: authority } = token
      const bps = stage.random.pick([5_000, 9_000, 9_900])
      afterOpening(stage, token, 200, [{ do: 'setTransferFee', mint, authority, bps }])
      return { bites: 'later', fromSecsAgo: -NEXT_EPOCH_SECS, limitRaw: null, lossPct: bps / 100 }
    },
  },
  paused: {
    ageDays: [0.4, 4],
    extensions: (_, dev) => ({ pausableBy: dev }),
    spring: (stage, token, purchases) => {
      const { mint, dev: authority } = token
      const after = lastSecsAfterOpening(token, purchases) + 60
      return { ...NOW, fromSecsAgo: afterOpening(stage, token, after, [{ do: 'pause', mint, authority }]) }
    },
  },
  pausable: {
    ageDays: [0.4, 4],
    extensions: (_, dev) => ({ pausableBy: dev }),
    spring: () => ({ bites: 'at_will', fromSecsAgo: null, limitRaw: null, lossPct: 100 }),
  },
}

export function planTrap(stage: TokenStage, kind: TrapKind): string {
  const { random } = stage
  const plot = PLOTS[kind]
  const { extensions, around, freezable = false } = plot
  const token = planPooledToken(stage, {
    archetype: 'honeypot',
    ageSecs: random.between(...plot.ageDays) * DAY_SECS,
    poolSol: [18, 60],
    freezable,
    ...(extensions === undefined ? {} : { extensions: (dev) => extensions(stage, dev) }),
  })
  const prepared = plot.prepare?.(stage, token) ?? null
  const buying = { count: [5, 12] as const, withinSecs: token.openSecsAgo * BUYING_SHARE }
  const purchases = planPurchases(stage, token, buying, (buy) => around?.(token, buy) ?? [buy])
  const bite = plot.spring?.(stage, token, purchases) ??
    prepared ?? { ...NOW, fromSecsAgo: purchases.at(0)?.secsAgo ?? null }
  const victims = purchases.map(({ wallet }) => wallet)
  pushTruth(stage, token, 'honeypot', {
    recipe: `trap-${kind.replaceAll('_', '-')}`,
    intent: 'rug',
    organic: victims,
    trap: { ...bite, kind, victims },
    liquidity: someLiquidity(stage, token),
  })
  return token.mint
}

function hookable(_: TokenStage, dev: string): PlannedExtensions {
  return { transferHookAuthority: dev }
}

function setHook(
  stage: TokenStage,
  token: PooledToken,
  hook: (Action & { do: 'setHook' })['hook'],
  secsAfterOpening: number,
): number {
  const { mint, dev: authority } = token
  return afterOpening(stage, token, secsAfterOpening, [{ do: 'setHook', mint, authority, hook }])
}

function lastSecsAfterOpening({ openSecsAgo }: PooledToken, purchases: readonly Purchase[]): number {
  return openSecsAgo - Math.min(openSecsAgo, ...purchases.map(({ secsAgo }) => secsAgo))
}

/** Seconds before boot at a part of the epoch before the present one, counted from its end. */
function inPriorEpoch(part: number): number {
  return EPOCH_SECS - NEXT_EPOCH_SECS + part * EPOCH_SECS
}

/** When a fee that was set so many seconds before boot came into force. */
function startOfFee(setSecsAgo: number): number {
  const epochsBack = Math.ceil((setSecsAgo - (EPOCH_SECS - NEXT_EPOCH_SECS)) / EPOCH_SECS)
  return Math.round(EPOCH_SECS - NEXT_EPOCH_SECS + (epochsBack - 2) * EPOCH_SECS)
}
