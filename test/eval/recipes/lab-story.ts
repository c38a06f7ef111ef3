import assert from 'node:assert/strict'
import { planLab } from '../../../eval/plan-lab.ts'
import type { Action, Dress, TrueRecipe, TrueToken, TrueTransfer } from '../../../sandbox/world/plan-types.ts'
import type { DrawnWorld } from '../../../sandbox/world/plan-world.ts'
import type { Recipe } from '../../../sandbox/world/recipes/recipe.ts'

/** An action with its place in time: seconds before boot, and slots after the moment it belongs to. */
export type Event<A extends Action = Action> = {
  readonly secsAgo: number
  readonly slotsLater: number
  readonly action: A
}

type Buy = { readonly wallet: string; readonly quoteRaw: bigint; readonly dress: Dress; readonly event: Event }

/** One launch of a lab as tests look at it. */
export type Story = {
  readonly plan: DrawnWorld
  readonly token: TrueToken
  readonly truth: TrueRecipe
  readonly launch: Event<Action & { do: 'launch' }>
  /** Of this token, in order. */
  readonly events: readonly Event[]
  readonly buys: readonly Buy[]
  /** Purchases of the team's insiders at the launch. */
  readonly insiderBuys: readonly Buy[]
  /** Dev and insiders. */
  readonly members: readonly string[]
  paymentsTo(wallet: string): readonly TrueTransfer[]
}

export function eventsOf(plan: DrawnWorld): Event[] {
  return plan.timeline.flatMap(({ secsAgo, actions, following = [] }) => {
    let slotsLater = 0
    return [
      ...actions.map((action) => ({ secsAgo, slotsLater: 0, action })),
      ...following.flatMap((slot) => {
        slotsLater += slot.slotsLater
        const at = slotsLater
        return slot.actions.map((action) => ({ secsAgo, slotsLater: at, action }))
      }),
    ]
  })
}

export const isOf = (action: Action, mint: string): boolean => 'mint' in action && action.mint === mint

export function isDoing<D extends Action['do']>(event: Event, what: D): event is Event<Action & { do: D }> {
  return event.action.do === what
}

/** The launches that a recipe wrote into a lab of its own. */
export function storiesOf(recipe: Recipe, { seed, launches }: { seed: string; launches: number }): Story[] {
  const plan = planLab({ seed, recipes: [recipe], launches })
  const all = eventsOf(plan)
  return plan.truth.tokens
    .filter((token) => token.recipe?.name === recipe.name)
    .map((token) => storyOf(plan, all, token))
}

export function storyOf(plan: DrawnWorld, all: readonly Event[], token: TrueToken): Story {
  const { recipe: truth, mint } = token
  assert(truth !== undefined)
  const events = all.filter(({ action }) => isOf(action, mint))
  const launch = events.find((event) => isDoing(event, 'launch'))
  assert(launch !== undefined && isDoing(launch, 'launch'), `${mint} is launched`)
  const buys = events.flatMap((event): Buy[] => {
    const { action } = event
    if (action.do === 'buy')
      return [{ wallet: action.wallet, quoteRaw: action.quoteRaw, dress: action.dress ?? {}, event }]
    if (action.do === 'buyTogether') return action.buys.map((buy) => ({ ...buy, dress: action.dress ?? {}, event }))
    return []
  })
  const insiders = new Set(truth.insiders)
  return {
    plan,
    token,
    truth,
    launch,
    events,
    buys,
    insiderBuys: buys.filter(({ wallet }) => insiders.has(wallet)),
    members: [token.dev, ...truth.insiders],
    paymentsTo: (wallet) => plan.truth.funding.filter(({ to }) => to === wallet),
  }
}

/** Sales and gifts of launched tokens by wallets that hold nothing at the time, as text. */
export function emptySales(plan: DrawnWorld): string[] {
  const launched = new Set(plan.tokens.filter(({ origin }) => origin === 'launch').map(({ mint }) => mint))
  const held = new Set<string>()
  const empty: string[] = []
  const give = (mint: string, wallet: string): void => void held.add(`${mint} of ${wallet}`)
  const take = (event: Event, mint: string, wallet: string, sharePct: number): void => {
    if (!held.has(`${mint} of ${wallet}`)) empty.push(`${event.action.do} ${mint} by ${wallet} at ${event.secsAgo}`)
    if (sharePct >= 100) held.delete(`${mint} of ${wallet}`)
  }
  for (const event of eventsOf(plan)) {
    const { action } = event
    if (!('mint' in action) || !launched.has(action.mint)) continue
    const { mint } = action
    if (action.do === 'launch' && action.devBuyLamports > 0n) give(mint, action.dev)
    if (action.do === 'buy') give(mint, action.wallet)
    if (action.do === 'buyTogether') for (const { wallet } of action.buys) give(mint, wallet)
    if (action.do === 'sell') take(event, mint, action.wallet, action.sharePct)
    if (action.do !== 'sendToken') continue
    take(event, mint, action.from, action.sharePct)
    give(mint, action.to)
  }
  return empty
}

/** How many groups the wallets fall into when each pair is one group. */
export function groupsOf(wallets: readonly string[], pairs: readonly { from: string; to: string }[]): number {
  const root = new Map<string, string>()
  const find = (wallet: string): string => {
    const up = root.get(wallet) ?? wallet
    return up === wallet ? wallet : find(up)
  }
  for (const { from, to } of pairs) root.set(find(from), find(to))
  return new Set(wallets.map(find)).size
}

export function exchangesOf({ plan }: Story): Set<string> {
  return new Set(plan.wallets.filter(({ archetype }) => archetype === 'cex').map(({ address }) => address))
}

/** Whether a wallet was paid, and by exchanges alone. */
export function isPaidByExchangesOnly(story: Story, wallet: string): boolean {
  const exchanges = exchangesOf(story)
  const payments = story.paymentsTo(wallet)
  return payments.length > 0 && payments.every(({ from }) => exchanges.has(from))
}
