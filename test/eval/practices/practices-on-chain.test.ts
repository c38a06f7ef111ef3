import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../../eval/plan-lab.ts'
import { backgroundRecipe } from '../../../eval/practices/background.ts'
import { recipeOfId } from '../../../eval/practices/practice-recipe.ts'
import { PUBLIC_RECIPES } from '../../../eval/practices/public/index.ts'
import { EXCHANGES } from '../../../sandbox/world/exchanges.ts'
import type { TrueToken } from '../../../sandbox/world/plan-types.ts'
import type { DrawnWorld } from '../../../sandbox/world/plan-world.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { buildTestWorld } from '../../support/build-test-world.ts'

/** Some of a seed that no one measures by, and two of the fixed ones, built for real. */
const SEED = 'suite'
const IDS = [
  'op-002',
  'op-005',
  'op-007',
  'op-008',
  'op-009',
  'op-013',
  'op-019',
  'crowd-000',
  'crowd-002',
  'crowd-006',
]
const BACKGROUND = 8

const draw = (): DrawnWorld => {
  const some = PUBLIC_RECIPES.filter(({ name }) => name.endsWith('-rotation') || name.endsWith('-traders'))
  const background = Array.from({ length: BACKGROUND }, () => backgroundRecipe)
  const recipes = [...background, ...IDS.map((id) => recipeOfId(SEED, id)), ...some]
  return planLab({ seed: `practices-${SEED}`, recipes, launches: recipes.length })
}
const plan = draw()
const { chain, world } = buildTestWorld(SEED, plan)
const drawn = plan.truth.tokens.filter(({ recipe }) => recipe?.practice !== undefined)

/** Everyone who ever held a token, by mint. */
const holders = new Map<string, Set<string>>()
for (const slot of chain.blockSlots(0, chain.slot(), 1_000_000))
  for (const { postTokenBalances } of chain.block(slot)!.transactions)
    for (const { mint, owner, amountRaw } of postTokenBalances)
      if (amountRaw > 0n) holders.set(mint, (holders.get(mint) ?? new Set()).add(owner))

const teamOf = ({ dev, recipe }: TrueToken): string[] => [dev, ...recipe!.insiders]

test('the same seed plans the same world to the last lamport', () => {
  assert.deepEqual(draw().timeline, plan.timeline)
  assert.deepEqual(draw().truth, plan.truth)
})

test('the chain takes every planned action, and no transaction fails', () => {
  assert.deepEqual(world.refused, [])
})

test('every wallet that the truth names held the token, and no one else but vaults and exchanges did', () => {
  const vaults = new Set<string>(EXCHANGES.map(({ address }) => address))
  const wallets = new Set(plan.wallets.map(({ address }) => address))
  for (const token of drawn) {
    const held = holders.get(token.mint)!
    const { organic, entities = [], practice } = token.recipe!
    const named = new Set([...teamOf(token), ...organic, ...entities.flatMap(({ wallets: own }) => own)])
    for (const wallet of named) assert(held.has(wallet), `${practice!.id}: ${wallet} never held it`)
    for (const wallet of held)
      assert(named.has(wallet) || vaults.has(wallet) || !wallets.has(wallet), `${practice!.id}: ${wallet} is unnamed`)
  }
})

test('no one is both of the hand and a stranger, and victims are strangers', () => {
  for (const token of drawn) {
    const team = new Set(teamOf(token))
    const { organic, practice } = token.recipe!
    for (const wallet of organic) assert(!team.has(wallet), `${practice!.id}: ${wallet}`)
    if (practice!.mechanisms['exit']?.includes('buyers')) assert(practice!.victims.length > 0)
    for (const wallet of practice!.victims) assert(organic.includes(wallet), `${practice!.id}: ${wallet}`)
  }
})

test('a hand that left at once holds nothing any more', () => {
  const balanceOf = (mint: string, wallet: string): bigint =>
    chain.tokenAccountsOfMint(mint).reduce((sum, address) => {
      const { owner, amountRaw } = readTokenAccount(chain.account(address)!.data)!
      return encodeBase58(owner) === wallet ? sum + amountRaw : sum
    }, 0n)
  const gone = drawn.filter(({ recipe }) => recipe!.practice!.mechanisms['exit'] === 'at once')
  assert(gone.length > 0)
  for (const token of gone)
    for (const wallet of teamOf(token)) assert.equal(balanceOf(token.mint, wallet), 0n, token.recipe!.practice!.id)
})

test('professionals buy the first second of many launches', () => {
  const professionals = drawn.flatMap(({ recipe }) => recipe!.practice!.professionals)
  assert(professionals.length > 0)
  for (const wallet of professionals) {
    const sniped = plan.timeline.filter(({ actions, following = [] }) => {
      const first = actions.find((action) => action.do === 'launch')
      const all = [...actions, ...(following[0]?.actions ?? [])]
      return first !== undefined && all.some((action) => action.do === 'buy' && action.wallet === wallet)
    })
    assert(sniped.length >= 6, `${wallet}: ${sniped.length}`)
  }
})

test('the root of a ring reaches every creator within its hops', () => {
  const rings = drawn.flatMap(({ dev, recipe }) => {
    const ring = recipe!.practice!.ring
    return ring === null || ring.hops === 0 ? [] : [{ ...ring, creators: [...ring.creators, dev] }]
  })
  assert(rings.length > 0)
  for (const { root, hops, creators } of rings) {
    let reached = new Set([root])
    for (let hop = 0; hop < hops; hop++)
      reached = new Set(plan.truth.funding.flatMap(({ from, to }) => (reached.has(from) ? [to] : [])))
    for (const creator of creators) assert(reached.has(creator), creator)
  }
})
