import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../../eval/plan-lab.ts'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import { isDoing, type Story, storiesOf } from './lab-story.ts'

const LAUNCHES = 3
const recipes = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const stories = new Map(
  recipes.map((recipe) => [recipe.name, storiesOf(recipe, { seed: 'recipes', launches: LAUNCHES })]),
)
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

test('recipes have names of their own and there are enough of both kinds', () => {
  assert.equal(unique(recipes.map(({ name }) => name)).length, recipes.length)
  assert(TUNED_RECIPES.filter(({ kind }) => kind === 'rug').length >= 15)
  assert(TUNED_RECIPES.filter(({ kind }) => kind === 'healthy').length >= 7)
})

test('a lab of the same order is the same lab, another seed another one', () => {
  const order = { seed: 'a', recipes, launches: recipes.length }
  const plan = planLab(order)
  assert.deepEqual(planLab(order).timeline, plan.timeline)
  assert.deepEqual(planLab(order).truth, plan.truth)
  const other = planLab({ ...order, seed: 'b' })
  const mints = new Set(plan.tokens.filter(({ origin }) => origin === 'launch').map(({ mint }) => mint))
  assert(other.tokens.every(({ mint }) => !mints.has(mint)))
})

for (const recipe of recipes)
  test(`${recipe.name}: the truth fits what happens`, () => {
    const own = stories.get(recipe.name)!
    assert.equal(own.length, LAUNCHES)
    for (const story of own) {
      const { token, truth, launch, events, buys, members, plan } = story
      assert.equal(truth.intent === 'rug', recipe.kind === 'rug')
      assert.equal(launch.action.dev, token.dev)
      assert.equal(token.archetype, recipe.archetype)
      const opening = buys.filter(({ event }) => event.secsAgo === launch.secsAgo && event.slotsLater === 0)
      assert.deepEqual(
        opening.map(({ wallet }) => wallet).sort(),
        [...token.bundlers, ...token.snipers].sort(),
        'who buys in the launch slot',
      )
      const received = events.flatMap(({ action }) => (action.do === 'sendToken' ? [action.to] : []))
      const holders = unique([...buys.map(({ wallet }) => wallet), ...received]).filter((one) => one !== token.dev)
      assert.deepEqual(
        [...holders].sort(),
        unique([...truth.insiders, ...truth.organic, ...rivalsOf(story)]).sort(),
        'who comes to hold it',
      )
      assertEntitiesApart(story)
      assert.equal(truth.organic.filter((wallet) => members.includes(wallet)).length, 0)
      const entity = plan.truth.entities.find(({ id }) => id === token.teamId)
      if (recipe.kind === 'rug') for (const wallet of members) assert(entity?.wallets.includes(wallet))
      else assert.equal(entity, undefined)
      assert.equal(isCashedIn(story), token.rugged, 'rugged when everybody of the team has sold everything')
      for (const { secsAgo } of events) assert(secsAgo <= launch.secsAgo && secsAgo >= 1)
    }
  })

for (const recipe of recipes.filter(({ kind }) => kind === 'healthy'))
  test(`${recipe.name}: no one holds much of it and the dev under three percent`, () => {
    for (const { launch, truth, events, token } of stories.get(recipe.name)!) {
      const gives = events.some(({ action }) => action.do === 'sendToken' && action.from === token.dev)
      assert(gives || launch.action.devBuyLamports <= 750_000_000n)
      assert.equal(truth.insiders.length, 0)
      assert(truth.organic.length >= 10)
      assert(!events.some((event) => isDoing(event, 'sell') && event.action.wallet === token.dev))
    }
  })

test('some rugs are over and some are yet to come; teams and ages differ', () => {
  const rugs = recipes.filter(({ kind }) => kind === 'rug').flatMap(({ name }) => stories.get(name)!)
  const over = rugs.filter(({ token }) => token.rugged).length
  assert(over > rugs.length * 0.25 && over < rugs.length * 0.75, `${over} of ${rugs.length}`)
  const sizes = rugs.map(({ truth }) => truth.insiders.length)
  assert(Math.min(...sizes) >= 6 && Math.max(...sizes) <= 40)
  assert(unique(sizes).length > 8)
  assert(unique(rugs.map(({ launch }) => Math.floor(launch.secsAgo / 3_600))).length > 10)
})

test('unrelated people were paid at different times, most by exchanges and a few by friends', () => {
  const { plan, truth } = stories.get('organic')![0]!
  const people = truth.organic.filter((wallet) => !stories.get('organic')![0]!.token.snipers.includes(wallet))
  const first = people.map((wallet) => plan.truth.funding.find(({ to }) => to === wallet)!)
  assert(unique(first.map(({ secsAgo }) => Math.floor(secsAgo / 86_400))).length >= 5)
  assert(unique(first.map(({ from }) => from)).length >= 3)
  const exchanges = new Set(plan.wallets.filter(({ archetype }) => archetype === 'cex').map(({ address }) => address))
  const crowd = plan.wallets.filter(({ archetype }) => archetype === 'crowd')
  const gifts = crowd.filter(({ address }) =>
    plan.truth.funding.some(({ to, from, kind }) => to === address && kind === 'direct' && !exchanges.has(from)),
  )
  assert(gifts.length >= 3 && gifts.length < crowd.length / 5)
})

/** Wallets of teams beside the dev's. */
function rivalsOf({ truth }: Story): string[] {
  return (truth.entities ?? []).flatMap(({ kind, wallets }) => (kind === 'team' ? wallets : []))
}

/** No wallet is of two entities, rival teams are no strangers, and people and firms are. */
function assertEntitiesApart(story: Story): void {
  const { truth, members } = story
  const all = [...members, ...(truth.entities ?? []).flatMap(({ wallets }) => wallets)]
  assert.equal(unique(all).length, all.length)
  for (const { kind, wallets } of truth.entities ?? []) {
    assert(wallets.length > 1)
    for (const wallet of wallets) assert.equal(truth.organic.includes(wallet), kind !== 'team', kind)
  }
}

function isCashedIn({ events, members }: Story): boolean {
  const out = new Set(
    events.flatMap((event) => (isDoing(event, 'sell') && event.action.sharePct === 100 ? [event.action.wallet] : [])),
  )
  return members.every((wallet) => out.has(wallet))
}
