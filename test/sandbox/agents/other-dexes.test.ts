import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgents } from '../../../sandbox/agents/agents.ts'
import { describeWorld } from '../../../sandbox/info.ts'
import { sharedTestWorld } from '../../support/build-test-world.ts'

const DEFAULT_TPS = 4
const SLOT_MS = 400
const MINUTE_SLOTS = 60_000 / SLOT_MS

const PROGRAMS = {
  dlmm: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  damm_v1: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  damm_v2: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  clmm: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  whirlpool: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
} as const
const { chain, world } = sharedTestWorld()
const programOf = (pool: string | null): string => chain.account(pool ?? '')?.owner ?? ''
const listed = describeWorld(world, {}).tokens.filter(
  ({ archetype, mint, pool }) =>
    archetype === 'other_dex' &&
    Object.values<string>(PROGRAMS).includes(programOf(pool)) &&
    // A launchpad's tokens graduate into such a pool, too.
    world.faces.of(mint)?.launchpad === null,
)
const poolOf = (program: string) => listed.find(({ pool }) => programOf(pool) === program)

test('the world lists a token with its pool on each program', () => {
  assert.deepEqual(
    Object.values(PROGRAMS).map((program) => poolOf(program)?.dex),
    ['meteora', 'meteora', 'meteora_damm_v2', 'raydium_clmm', 'orca'],
  )
  assert.equal(listed.length, 5)
  const planned = new Set(listed.map(({ mint }) => mint))
  assert.deepEqual(
    world.refused.filter((line) => [...planned].some((mint) => line.includes(mint))),
    [],
  )
})

test('each pool has a price near that of its opening and both sides in it', () => {
  for (const { mint } of listed) {
    const pool = world.market.mainPool(mint)!
    const state = world.market.state(pool)!
    assert(state.priceUsd > 0 && state.liquidityUsd! > 10_000, JSON.stringify(state))
    assert(state.baseReserve > 100_000_000 && state.quoteReserve > 50, JSON.stringify(state))
    const reserves = state.quoteReserve / state.baseReserve
    assert(state.priceNative / reserves > 0.5 && state.priceNative / reserves < 2, JSON.stringify(state))
  }
})

test('agents at their default pace trade on every program within a minute, and the books know', () => {
  const agents = createAgents(world, { tps: DEFAULT_TPS, paused: false })
  const booked = new Map(listed.map(({ mint }) => [mint, world.market.mainPool(mint)!.book.newest(1_000).length]))
  const traded = new Map<string, number>()
  const stop = chain.on('transaction', ({ accountKeys, err }) => {
    if (err !== null) return
    for (const key of accountKeys) traded.set(key, (traded.get(key) ?? 0) + 1)
  })
  for (let slot = 0; slot < MINUTE_SLOTS; slot++) {
    agents.tick(SLOT_MS)
    chain.advanceSlot()
  }
  stop()
  for (const [kind, program] of Object.entries(PROGRAMS)) {
    const { mint, pool } = poolOf(program)!
    assert((traded.get(pool!) ?? 0) >= 1, `${kind}: ${traded.get(pool!)}`)
    const after = world.market.mainPool(mint)!.book.newest(1_000).length
    assert(after > booked.get(mint)!, `${kind}: the trade book did not grow`)
  }
})

test('trades move the price, and it comes back', () => {
  const agents = createAgents(world, { tps: DEFAULT_TPS, paused: true })
  const prices = new Map(listed.map(({ mint }) => [mint, new Set<number>()]))
  for (let step = 0; step < 1_400; step++) {
    agents.step(1)
    if (step % 2 === 1) chain.advanceSlot()
    for (const { mint } of listed) prices.get(mint)!.add(world.market.state(world.market.mainPool(mint)!)!.priceNative)
  }
  for (const { mint, symbol } of listed) {
    const seen = [...prices.get(mint)!]
    assert(seen.length >= 2, `${symbol}: ${seen.length} prices`)
    assert(Math.max(...seen) / Math.min(...seen) < 1.5, `${symbol}: ${Math.min(...seen)} to ${Math.max(...seen)}`)
  }
})
