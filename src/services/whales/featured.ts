import { WHALES } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type {
  FeaturedReply,
  FeaturedWhale,
  Leader,
  LeaderboardReply,
  WalletWorth,
  WhaleCategory,
} from '../../contract/whales.ts'
import { degradedNow } from '../degraded-now.ts'
import { sayThin } from '../pricing/say-thin.ts'
import { type Candidate, featuredCandidates } from './candidates.ts'
import { joinSaid, type Said } from './get-labels.ts'

export type CategoryFilter = WhaleCategory | 'all'
type Snapshot = {
  readonly whales: readonly FeaturedWhale[]
  readonly missing: string | null
  readonly builtAtMs: number
}

/** Featured wallets with what they were last found to be worth (spec 4.4), one list of two minutes for all categories.
 *  Asks nothing of a node but for the chain's validators, once an hour: a job values wallets. Never fails. */
export async function getFeatured(ctx: Context, category: CategoryFilter): Promise<Outcome<FeaturedReply>> {
  const snapshot = await loadSnapshot(ctx)
  if (!snapshot.ok) return snapshot
  const { whales, missing, builtAtMs } = snapshot.value
  const chosen = whales.filter((whale) => category === 'all' || whale.category === category)
  const unvalued = chosen.filter(({ netWorthUSD }) => netWorthUSD === null).length
  const why = unvalued === 0 ? null : `${counted(unvalued, 'wallet was', 'wallets were')} not valued yet`
  const thin = chosen.reduce((sum, { thinAssets = 0 }) => sum + thinAssets, 0)
  // The same token of two wallets is two holdings.
  const thinOnes = thin === 0 ? null : sayThin(thin, 'holding')
  const reply = { category, count: chosen.length, whales: [...chosen], generatedAt: builtAtMs }
  return ok({ ...reply, ...missingOf([missing, why, thinOnes]) }, snapshot.cache)
}

/** The same as a leaderboard: who is worth more than 10 dollars. */
export async function getLeaders(ctx: Context, category: CategoryFilter): Promise<Outcome<LeaderboardReply>> {
  const featured = await getFeatured(ctx, category)
  if (!featured.ok) return featured
  const { whales, generatedAt, missing } = featured.value
  const leaders = whales.flatMap((whale) => {
    const { netWorthUSD } = whale
    return netWorthUSD === null || netWorthUSD <= WHALES.leaderFromUsd ? [] : [toLeader(whale, netWorthUSD)]
  })
  const reply: LeaderboardReply = { category, count: leaders.length, leaders, generatedAt }
  return ok(missing === undefined ? reply : { ...reply, missing }, featured.cache)
}

function loadSnapshot(ctx: Context): Promise<Outcome<Snapshot>> {
  return ctx.store.memo<Snapshot>('whaleFeatured', `${ctx.parts.labelPacks.version}`, async () => {
    const { list, missing } = await featuredCandidates(ctx)
    const whales = list.map((one) => toFeatured(one, ctx.store.peek<WalletWorth>('whaleWorth', one.wallet)))
    whales.sort(byWorth)
    const builtAtMs = ctx.clock.nowMs()
    return ok({ whales, missing, builtAtMs }, missing === null ? undefined : degradedNow(ctx))
  })
}

function byWorth(a: FeaturedWhale, b: FeaturedWhale): number {
  return (b.netWorthUSD ?? -1) - (a.netWorthUSD ?? -1) || (a.wallet < b.wallet ? -1 : 1)
}

function toFeatured(
  { wallet, category, said, activeStakeSol }: Candidate,
  worth: WalletWorth | undefined,
): FeaturedWhale {
  const { sources, ...label } = joinSaid(wallet, said)
  const named = said.find(({ record }) => record.label !== null)
  const twitter = said.find(({ record }) => record.entityTwitter !== null)
  return {
    ...label,
    sources: {
      ...sources,
      ...sourceOf('label', named),
      ...sourceOf('entityTwitter', twitter),
      ...sourceOf(
        'category',
        said.find(({ record }) => record.category === category),
      ),
    },
    entityTwitter: twitter?.record.entityTwitter ?? null,
    label: named?.record.label ?? null,
    category,
    netWorthUSD: worth?.netWorthUsd ?? null,
    assetCount: worth?.assets ?? null,
    pricedAssets: worth?.priced ?? null,
    ...(worth?.thin ? { thinAssets: worth.thin } : {}),
    topAssets: worth === undefined ? [] : worth.top.map((one) => ({ ...one })),
    valuedAt: worth?.valuedAtMs ?? null,
    ...(activeStakeSol === null ? {} : { activeStakeSol }),
  }
}

function sourceOf(member: string, said: Said | undefined): Readonly<Record<string, string>> {
  return said === undefined ? {} : { [member]: said.source }
}

function toLeader(whale: FeaturedWhale, totalValue: number): Leader {
  const { wallet, entity, label, entityTwitter, entityLogo, flags, category } = whale
  return {
    wallet,
    handle: handleOf(entityTwitter),
    displayName: label ?? entity ?? `${wallet.slice(0, 4)}…${wallet.slice(-4)}`,
    entityLogo,
    flags,
    category,
    totalValue,
    pnl30d: 0,
    winRate: 0,
    tradeCount: 0,
  }
}

/** The account's name in an address like `https://x.com/name`. */
function handleOf(url: string | null): string | null {
  const found = url === null ? null : /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/@?(\w{1,15})(?:[/?#]|$)/i.exec(url)
  return found?.[1] ?? null
}
