import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cardApp } from '../../../eval/recipes/card-app.ts'
import { paidHolders } from '../../../eval/recipes/paid-holders.ts'
import { warmedWallets } from '../../../eval/recipes/warmed-wallets.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import { buildLab } from '../../support/build-lab.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** What is paid after the purchases, and whom a shared payer serves beside the token: on a chain that stands still. */

const { chain, world } = buildLab('whom-they-serve', [cardApp, paidHolders, warmedWallets])
const served = await serveChain(chain)
after(() => served.close())
const node = { urls: { rpc: served.url }, genesisHash: chain.genesisHash }
const { truth } = world.plan

async function scanned(recipe: string) {
  const token = truth.tokens.find((one) => one.recipe?.name === recipe)!
  const outcome = await withEvidenceContext(node, (ctx) =>
    gatherEvidence(ctx, token.mint, undefined, { deadlineScale: Number.POSITIVE_INFINITY }),
  )
  assert(outcome.ok, JSON.stringify(outcome))
  assert.deepEqual(outcome.value.gaps, [])
  const head = { mint: token.mint, generatedAtMs: 1_000, bundleSha256: null }
  const map = judgeBubbleMap({ value: outcome.value, gap: null }, head)
  return { evidence: outcome.value, map, token, team: [token.dev, ...token.recipe!.insiders] }
}

test('the customers of an app that paid some of the buyers are counted, and no one is joined by it', async () => {
  const { evidence, map, token } = await scanned('card-app')
  const services = new Set(world.plan.wallets.flatMap((one) => (one.archetype === 'service' ? [one.address] : [])))
  const hotWallet = truth.funding.find(({ from, to }) => services.has(from) && token.recipe!.organic.includes(to))!.from
  const app = evidence.wallets.find(({ address }) => address === hotWallet)
  assert(app?.customers !== undefined, 'the app was looked at')
  const { sampled, people, others, mostOthersInADay } = app.customers
  assert(sampled > 20 && people >= 2 && others >= 2 * people)
  assert(mostOthersInADay > 0 && mostOthersInADay <= others / 2)
  assert.deepEqual(map.clusters, [])
})

test('stakes that are paid back after the purchases are gathered and join all who got theirs with the creator', async () => {
  const { evidence, map, token, team } = await scanned('paid-holders')
  const paid = truth.funding.filter(({ from }) => token.recipe!.relays.includes(from))
  for (const wallet of token.recipe!.insiders)
    assert(
      evidence.transactions.some(({ solMoves }) =>
        solMoves.some(({ from, to }) => to === wallet && paid.some((one) => one.from === from && one.to === to)),
      ),
      `the refund of ${wallet}`,
    )
  assert(map.clusters.some(({ members, devLinked }) => devLinked && team.every((one) => members.includes(one))))
})

test('a common past of trades, day after day, joins the wallets that a script led through it', async () => {
  const { map, team } = await scanned('warmed-wallets')
  const own = map.clusters.find(({ kinds }) => kinds.includes('shared_route'))
  assert(own !== undefined)
  assert.deepEqual(
    own.members.filter((one) => !team.includes(one)),
    [],
  )
  assert(own.memberCount >= team.length - 1)
})
