import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_ARCHETYPES, WALLET_ARCHETYPES } from '../../../sandbox/world/plan-types.ts'
import { planWorld } from '../../../sandbox/world/plan-world.ts'

const plan = planWorld('test-world')

test('the same seed draws up the same world, another seed another one', () => {
  const again = planWorld('test-world')
  assert.deepEqual(again.timeline, plan.timeline)
  assert.deepEqual(again.tokens, plan.tokens)
  assert.deepEqual(again.truth, plan.truth)
  const other = planWorld('another-world')
  assert.notDeepEqual(
    other.tokens.map(({ mint }) => mint),
    plan.tokens.map(({ mint }) => mint),
  )
})

test('every archetype of token and wallet is there, several of each', () => {
  for (const archetype of TOKEN_ARCHETYPES) {
    const count = plan.tokens.filter((token) => token.archetype === archetype).length
    assert(count >= 2, `${archetype}: ${count}`)
  }
  for (const archetype of WALLET_ARCHETYPES) {
    const count = plan.wallets.filter((wallet) => wallet.archetype === archetype).length
    assert(count >= 2, `${archetype}: ${count}`)
  }
})

test('holdings and pools of tokens older than the ledger add up to their supply', () => {
  for (const token of plan.tokens) {
    if (token.origin !== 'snapshot') continue
    let total = token.holdings.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
    for (const pool of plan.snapshotPools) {
      if (pool.baseMint === token.mint) total += pool.baseRaw
      if (pool.quoteMint === token.mint) total += pool.quoteRaw
    }
    assert.equal(total, token.supplyRaw, token.symbol)
  }
})

test('a wallet holds at most one account of a token in the plan, at an address of its own', () => {
  for (const token of plan.tokens) {
    const accounts = token.holdings.map(({ account, owner }) => account ?? `${owner}/associated`)
    assert.equal(new Set(accounts).size, accounts.length, token.symbol)
  }
})

test('the timeline runs from old to new and ends before boot', () => {
  let last = Number.POSITIVE_INFINITY
  for (const { secsAgo } of plan.timeline) {
    assert(secsAgo <= last && secsAgo >= 1)
    last = secsAgo
  }
})

test('no one spends before having been paid', () => {
  const funded = new Map(plan.wallets.map(({ address, openingLamports }) => [address, openingLamports > 0n]))
  for (const { actions } of plan.timeline)
    for (const action of actions) {
      if (action.do === 'sendSol') {
        assert(funded.get(action.from), `${action.from} pays out of nothing`)
        funded.set(action.to, true)
      }
      if (action.do === 'launch') assert(funded.get(action.dev), `dev ${action.dev} has nothing`)
      if (action.do === 'buy') assert(funded.get(action.wallet), `buyer ${action.wallet} has nothing`)
    }
})

test('insiders belong to the entity of their dev, and the truth knows how they were paid', () => {
  const bundled = plan.truth.tokens.filter(({ archetype }) => archetype === 'bundled')
  assert(bundled.length >= 3)
  for (const token of bundled) {
    const team = plan.truth.entities.find(({ id }) => id === token.teamId)
    assert(team !== undefined)
    const insiders = token.recipe?.insiders ?? token.bundlers
    for (const wallet of [token.dev, ...token.bundlers, ...insiders]) assert(team.wallets.includes(wallet))
    assert(plan.truth.funding.some(({ to, kind }) => to === insiders[0] && kind === team.funding))
  }
})

test('serial ruggers have earlier rugged tokens by the same dev', () => {
  const current = plan.truth.tokens.filter(({ archetype }) => archetype === 'serial_rugger')
  for (const token of current) {
    assert(token.priorTokens.length >= 2)
    for (const mint of token.priorTokens) {
      const prior = plan.truth.tokens.find((candidate) => candidate.mint === mint)
      assert(prior?.rugged)
      assert.equal(prior.dev, token.dev)
    }
  }
})
