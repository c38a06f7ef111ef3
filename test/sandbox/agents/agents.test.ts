import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentState } from '../../../sandbox/agents/agent-state.ts'
import { type AgentStep, createAgents } from '../../../sandbox/agents/agents.ts'
import { springTrap } from '../../../sandbox/agents/spring-trap.ts'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import { describeWorld } from '../../../sandbox/info.ts'
import { createSeededRandom } from '../../../sandbox/world/seeded-random.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import { sharedTestWorld, TEST_BOOT_SEC } from '../../support/build-test-world.ts'

const TPS = 1
const STEPS = 420
const MOST_ROUNDS = 20

/** Steps with a slot now and then, as the running sandbox has them. */
function live(chain: SandboxChain, step: (count: number) => readonly AgentStep[], count: number): AgentStep[] {
  const steps: AgentStep[] = []
  for (let i = 0; i < count; i++) {
    steps.push(...step(1))
    if (i % 3 === 2) chain.advanceSlot()
  }
  return steps
}
const { chain, world } = sharedTestWorld()
const agents = createAgents(world, { tps: TPS, paused: true })
const pricesAtBoot = world.market.pools().map((pool) => world.market.state(pool)?.priceUsd)
const plannedMints = new Set(world.plan.tokens.map(({ mint }) => mint))

test('paused agents let time pass without touching a price', () => {
  agents.tick(10_000)
  assert.equal(agents.stepsTaken(), 0)
  for (let i = 0; i < 5; i++) chain.advanceSlot()
  assert.deepEqual(
    world.market.pools().map((pool) => world.market.state(pool)?.priceUsd),
    pricesAtBoot,
  )
})

let steps: AgentStep[] = []
const allSteps: AgentStep[] = []

test('steps land as real transactions, nearly all of them', () => {
  steps = live(chain, (count) => agents.step(count), STEPS)
  allSteps.push(...steps)
  const landed = steps.filter(({ signature }) => signature !== null)
  assert(landed.length > steps.length * 0.85, `${landed.length} of ${steps.length}`)
  for (const { signature } of landed) assert.equal(chain.transaction(signature!)?.err, null)
})

test('tokens are launched about every minute of steps, and no one but team and snipers buys in the launch window', () => {
  const launched = [...world.launches.values()].filter(({ mint }) => !plannedMints.has(mint))
  assert(launched.length >= STEPS / 60 - 2, `${launched.length} launches`)
  const onCurve = launched.filter(({ mint }) => world.faces.of(mint)?.launchpad === 'pump.fun')
  assert(onCurve.length > 0)
  for (const { mint, slot } of onCurve) {
    const truth = world.laterTokens.find((token) => token.mint === mint)
    assert(truth !== undefined)
    const pool = world.market.poolsOf(mint)[0]!
    const early = pool.book.newest(1_000).filter((trade) => trade.slot <= slot + LIMITS.launchWindowSlots)
    assert.deepEqual(
      new Set(early.map(({ trader }) => trader)),
      new Set([truth.dev, ...truth.bundlers, ...truth.snipers]),
    )
  }
})

test('prices move, SOL among them, and stay within reach of where they were', () => {
  const now = world.market
    .pools()
    .slice(0, pricesAtBoot.length)
    .map((pool) => world.market.state(pool)?.priceUsd)
  assert.notDeepEqual(now, pricesAtBoot)
  for (const token of world.plan.tokens.filter(({ archetype }) => archetype === 'bluechip')) {
    const at = world.market.pools().findIndex(({ baseMint }) => baseMint === token.mint)
    const ratio = now[at]! / pricesAtBoot[at]!
    assert(ratio > 0.8 && ratio < 1.25, `${token.symbol} moved by ${ratio}`)
  }
})

test('SOL is bought and sold in like sizes, so that its price stays where it is', () => {
  const pool = world.market.mainPool(WSOL_MINT)!
  const { buys, sells, buyUsd, sellUsd } = pool.book.sumsSince(TEST_BOOT_SEC)
  assert(buys > 10 && sells > 10, `${buys} buys and ${sells} sells`)
  assert(Math.max(buyUsd / buys, sellUsd / sells) < 3_000, 'sizes are far below the depth of the pool')
  const ratio = world.market.priceUsd(WSOL_MINT)! / pricesAtBoot[world.market.pools().indexOf(pool)]!
  assert(ratio > 0.99 && ratio < 1.01, `SOL moved by ${ratio}`)
})

test('stablecoins with a pool go on being traded and keep their price', () => {
  const tradesOf = (mint: string): number | null => {
    const sums = world.market.mainPool(mint)?.book.sumsSince(TEST_BOOT_SEC)
    return sums === undefined ? null : sums.buys + sums.sells
  }
  const stablecoins = world.plan.tokens.filter(({ archetype }) => archetype === 'stablecoin')
  // One step in some hundreds is such a trade.
  for (let round = 0; round < MOST_ROUNDS && stablecoins.some(({ mint }) => tradesOf(mint) === 0); round++)
    allSteps.push(...live(chain, (count) => agents.step(count), 200))
  for (const { mint } of stablecoins) {
    const trades = tradesOf(mint)
    if (trades === null) continue
    assert(trades > 0, mint)
    assert(Math.abs(world.market.priceUsd(mint)! - 1) < 0.005)
  }
})

test('the same seed and the same steps do the same things', () => {
  const other = sharedTestWorld()
  for (let i = 0; i < 5; i++) other.chain.advanceSlot()
  const again = createAgents(other.world, { tps: TPS, paused: true })
  const repeated = live(other.chain, (count) => again.step(count), 120)
  assert.deepEqual(
    repeated.map(({ action }) => action),
    steps.slice(0, repeated.length).map(({ action }) => action),
  )
})

test('a tick takes the steps its time is worth, and a stall no more than a second of them', () => {
  agents.resume()
  const before = agents.stepsTaken()
  for (let i = 0; i < 30; i++) agents.tick(100)
  assert.equal(agents.stepsTaken() - before, 3)
  agents.tick(3_600_000)
  assert(agents.stepsTaken() - before <= 4)
  agents.pause()
  agents.tick(5_000)
  assert(agents.stepsTaken() - before <= 4)
})

test('over many steps tokens graduate and tokens are rugged', () => {
  allSteps.push(...live(chain, (count) => agents.step(count), 1_600))
  const later = world.laterTokens.filter(({ mint }) => world.launches.has(mint))
  assert(later.some(({ mint }) => world.market.poolsOf(mint).some(({ dex }) => dex === 'pumpswap')))
  const dumped = later.filter(({ rugged, mint, dev }) => {
    const pool = world.market.poolsOf(mint)[0]
    return rugged && pool?.book.newest(1_000).some(({ trader, side }) => trader === dev && side === 'sell')
  })
  assert(dumped.length > 0)
})

test('traders pay people whom no one else pays, and never each other', () => {
  const traders = new Set(world.plan.cast.trader)
  const crowd = new Set(world.plan.cast.crowd)
  const partners = new Map<string, Set<string>>()
  for (const { action } of allSteps) {
    if (action.do !== 'sendSol' && action.do !== 'sendToken') continue
    const { from, to } = action
    assert(!(traders.has(from) && traders.has(to)), `${from} pays ${to}`)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      if (crowd.has(one)) partners.set(one, new Set(partners.get(one)).add(other))
  }
  assert(partners.size > 100, `${partners.size} people`)
  for (const [person, others] of partners) assert.equal(others.size, 1, person)
})

test('a team is paid through one wallet, or by withdrawals of nearly one size', () => {
  const teams = world.laterTokens.filter(({ bundlers, mint }) => bundlers.length > 0 && world.launches.has(mint))
  const ways = new Set<string>()
  for (const { dev, bundlers } of teams) {
    const team = [dev, ...bundlers]
    const payments = allSteps.flatMap(({ action }) =>
      action.do === 'sendSol' && team.includes(action.to) ? action : [],
    )
    // A launch that began in the ticks of another test was not watched.
    if (payments.length < team.length) continue
    assert.equal(new Set(payments.map(({ from }) => from)).size, 1)
    const isExchange = world.plan.cast.cex.includes(payments[0]!.from)
    ways.add(isExchange ? 'exchange' : 'relay')
    const sizes = payments.map(({ lamports }) => Number(lamports))
    if (isExchange) assert(Math.max(...sizes) / Math.min(...sizes) < 1.01)
  }
  assert.deepEqual([...ways].sort(), ['exchange', 'relay'])
})

test('established tokens are sold as often as they are bought, whichever agent acts first', () => {
  let buys = 0
  let sells = 0
  for (const { mint, archetype, origin } of world.plan.tokens) {
    if (origin !== 'snapshot' || (archetype !== 'bluechip' && archetype !== 'healthy')) continue
    const sums = world.market.mainPool(mint)!.book.sumsSince(TEST_BOOT_SEC)
    buys += sums.buys
    sells += sums.sells
  }
  const trades = buys + sells
  assert(trades > 150)
  // Three standard deviations of as many throws of a token.
  assert(Math.abs(sells - buys) < 3 * Math.sqrt(trades), `${buys} buys and ${sells} sells`)
})

test('what is published calls a launch fresh while it is on its curve, and graduated afterwards', () => {
  const rows = describeWorld(world, {}).tokens.filter(({ mint }) => world.launches.has(mint) && !plannedMints.has(mint))
  const onCurve = rows.filter(({ dex }) => dex === 'pumpfun')
  const graduated = rows.filter(({ dex, mint }) => dex === 'pumpswap' && world.faces.of(mint)?.launchpad === 'pump.fun')
  assert(onCurve.length > 0 && graduated.length > 0)
  for (const { archetype } of onCurve) assert.equal(archetype, 'fresh_launch')
  for (const { archetype } of graduated) assert.equal(archetype, 'graduated')
})

test('honeypots go on catching buyers: no one but the dev ever sells', () => {
  let buys = 0
  for (let i = 0; i < 400; i++) {
    const action = springTrap(createAgentState(world, createSeededRandom(`trap/${i}`)))
    if (action?.do === 'buy') buys++
  }
  assert(buys > 100)
  const traps = world.plan.tokens.filter(({ archetype, origin }) => archetype === 'honeypot' && origin === 'minted')
  assert(traps.length > 0)
  const caughtSoFar = (): number =>
    traps.reduce((sum, { mint, dev }) => {
      const trades = world.market.mainPool(mint)!.book.newest(10_000)
      for (const { side, trader } of trades) assert(side === 'buy' || trader === dev)
      return sum + trades.filter(({ side, timeSec }) => side === 'buy' && timeSec > TEST_BOOT_SEC).length
    }, 0)
  // One step in some hundreds is such a purchase.
  for (let round = 0; round < MOST_ROUNDS && caughtSoFar() === 0; round++)
    allSteps.push(...live(chain, (count) => agents.step(count), 200))
  assert(caughtSoFar() > 0)
})
