import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgents } from '../../../sandbox/agents/agents.ts'
import { describeWorld } from '../../../sandbox/info.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { buildTestWorld } from '../../support/build-test-world.ts'

/** The programs below have their turns by the clock at any pace: at a low one, little else costs time. */
const TPS = 1
const { world, chain } = buildTestWorld('dbc-life')
const agents = createAgents(world, { tps: TPS, paused: true })

/** Steps of so many seconds, with slots that pass in between. */
function live(seconds: number) {
  return Array.from({ length: seconds }, () => {
    chain.advanceSlot(1_000)
    return agents.step(TPS)
  }).flat()
}

test('tokens are launched on Meteora DBC under two kinds of fees, and within the hours one of many graduates into a DAMM v2 pool', () => {
  const steps: ReturnType<typeof live> = []
  let graduated: string[] = []
  for (let minute = 0; minute < 60 && graduated.length === 0; minute++) {
    steps.push(...live(60))
    const launches = steps.filter(({ action, signature }) => action.do === 'launchOnDbc' && signature !== null)
    if (launches.length < 8) continue
    const mints = new Set(launches.map(({ action }) => ('mint' in action ? action.mint : '')))
    graduated = [...mints].filter((mint) => world.market.poolsOf(mint).some(({ dex }) => dex === 'meteora_damm_v2'))
  }
  assert(graduated.length >= 1)
  const owners = [...world.launches.keys()]
    .filter((mint) => world.market.poolsOf(mint).some(({ dex }) => dex === 'meteora_dbc'))
    .map((mint) => chain.account(mint)!.owner)
  assert(owners.includes(TOKEN_PROGRAM) && owners.includes(TOKEN_2022_PROGRAM), 'classic tokens and Token-2022 ones')
  const failed = steps.filter(({ signature }) => signature === null).length
  assert(failed < steps.length * 0.05, `${failed} of ${steps.length} steps came to nothing`)
  for (const mint of graduated) {
    const row = describeWorld(world, {}).tokens.find((one) => one.mint === mint)
    if (row !== undefined) assert.deepEqual([row.archetype, row.dex], ['graduated', 'meteora_damm_v2'])
  }
})
