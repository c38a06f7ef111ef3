import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgents } from '../../../sandbox/agents/agents.ts'
import { describeWorld } from '../../../sandbox/info.ts'
import { sharedTestWorld } from '../../support/build-test-world.ts'

/** The programs below have their turns by the clock at any pace: at a low one, little else costs time. */
const TPS = 1
const { world, chain } = sharedTestWorld()
const agents = createAgents(world, { tps: TPS, paused: true })

/** Steps of so many seconds, with slots that pass in between. */
function live(seconds: number) {
  return Array.from({ length: seconds }, () => {
    chain.advanceSlot(1_000)
    return agents.step(TPS)
  }).flat()
}

test('the world has tokens on each of the Raydium programs before anything happens', () => {
  const rows = describeWorld(world, {}).tokens
  for (const dex of ['raydium', 'raydium_cpmm', 'bonk'])
    assert(
      rows.some((row) => row.dex === dex && row.archetype === 'other_dex' && row.pool !== null),
      dex,
    )
})

test('each Raydium program sees a trade of its own within a minute', () => {
  const trades = (dex: string): number =>
    world.market
      .pools()
      .filter((pool) => pool.dex === dex)
      .reduce((sum, pool) => sum + pool.book.sumsSince(fromSec).buys + pool.book.sumsSince(fromSec).sells, 0)
  const fromSec = chain.unixTimeSec() + 1
  live(60)
  for (const dex of ['raydium', 'raydium_cpmm', 'bonk']) assert(trades(dex) >= 1, dex)
})

test('tokens are launched on LaunchLab, and within the hour one of eight graduates into a CPMM pool', () => {
  const steps: ReturnType<typeof live> = []
  let graduated: string[] = []
  for (let minute = 0; minute < 60 && graduated.length === 0; minute++) {
    steps.push(...live(60))
    const launches = steps.filter(({ action, signature }) => action.do === 'launchOnBonk' && signature !== null)
    if (launches.length < 8) continue
    const mints = new Set(launches.map(({ action }) => ('mint' in action ? action.mint : '')))
    graduated = [...mints].filter((mint) => world.market.poolsOf(mint).some(({ dex }) => dex === 'raydium_cpmm'))
  }
  assert(graduated.length >= 1)
  const failed = steps.filter(({ signature }) => signature === null).length
  assert(failed < steps.length * 0.05, `${failed} of ${steps.length} steps came to nothing`)
  for (const mint of graduated) {
    const row = describeWorld(world, {}).tokens.find((one) => one.mint === mint)
    if (row !== undefined) assert.deepEqual([row.archetype, row.dex], ['graduated', 'raydium_cpmm'])
  }
})
