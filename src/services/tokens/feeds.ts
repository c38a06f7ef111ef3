import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { FeedEntry } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'

/** The three promotion feeds as one: who is boosted, who was lately, who has a new profile. */
export type Feeds = {
  readonly top: readonly FeedEntry[]
  readonly latest: readonly FeedEntry[]
  readonly profiles: readonly FeedEntry[]
}

const FEEDS_KEY = 'feeds'

/** Feeds of the last minute. A feed that fails is empty and marks the answer as degraded; all failing is a failure. */
export function loadFeeds(ctx: Context): Promise<Outcome<Feeds>> {
  return ctx.store.memo<Feeds>('feeds', FEEDS_KEY, async () => {
    const provider = ctx.upstreams.pairs
    if (provider === null) return fail('unconfigured', 'market provider not configured')
    const answers = await Promise.all([provider.topBoosts(), provider.latestBoosts(), provider.latestProfiles()])
    const [top, latest, profiles] = answers.map((answer) => (answer.ok ? answer.value : []))
    if (answers.every((answer) => !answer.ok)) return fail('upstream_failed', 'trending unavailable')
    const feeds = { top: top!, latest: latest!, profiles: profiles! }
    if (answers.every((answer) => answer.ok)) return ok(feeds)
    return ok(feeds, degradedNow(ctx))
  })
}

/** Seeds in feed order, each mint once, with the first entry that names it. */
export function seedEntries(feeds: Feeds, max: number): ReadonlyMap<string, FeedEntry> {
  const seeds = new Map<string, FeedEntry>()
  for (const entry of [...feeds.top, ...feeds.latest, ...feeds.profiles]) {
    if (seeds.size === max) break
    const known = seeds.get(entry.mint)
    if (known === undefined) seeds.set(entry.mint, entry)
  }
  return seeds
}

/** The creator's own words about a token, when a feed held in memory has them. Never asks the provider. */
export function knownDescription(ctx: Context, mint: string): string | null {
  const feeds = ctx.store.peek<Feeds>('feeds', FEEDS_KEY)
  if (feeds === undefined) return null
  for (const entry of [...feeds.profiles, ...feeds.top, ...feeds.latest]) {
    if (entry.mint === mint && entry.description !== null) return entry.description
  }
  return null
}
