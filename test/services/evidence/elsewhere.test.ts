import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { batchWarmed } from '../../../eval/recipes/batch-warmed.ts'
import { matchedSwaps } from '../../../eval/recipes/matched-swaps.ts'
import { secondSkins } from '../../../eval/recipes/second-skins.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import { buildLab } from '../../support/build-lab.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** Teams that what happened beside the token joins: signatures, exchanges' books, gas. On a chain that stands still. */

const { chain, world } = buildLab('elsewhere', [batchWarmed, matchedSwaps, secondSkins])
const served = await serveChain(chain)
after(() => served.close())
const node = { urls: { rpc: served.url }, genesisHash: chain.genesisHash }

async function scanned(recipe: string) {
  const truth = world.plan.truth.tokens.find((token) => token.recipe?.name === recipe)!
  const outcome = await withEvidenceContext(node, (ctx) =>
    gatherEvidence(ctx, truth.mint, undefined, { deadlineScale: Number.POSITIVE_INFINITY }),
  )
  assert(outcome.ok, JSON.stringify(outcome))
  assert.deepEqual(outcome.value.gaps, [])
  const head = { mint: truth.mint, generatedAtMs: 1_000, bundleSha256: null }
  const map = judgeBubbleMap({ value: outcome.value, gap: null }, head)
  return { evidence: outcome.value, map, truth, team: [truth.dev, ...truth.recipe!.insiders] }
}

test('who paid whose fees for other tokens is gathered, with whom else the payers signed, and joins them', async () => {
  const { evidence, map, team } = await scanned('batch-warmed')
  const together = evidence.transactions.filter(
    ({ trades, signers }) => trades.length === 0 && signers.filter((one) => team.includes(one)).length > 1,
  )
  assert(together.length >= team.length - 1)
  const payers = evidence.wallets.filter(({ customers }) => customers?.cosigners !== undefined)
  assert(payers.some(({ address }) => team.includes(address)))
  for (const { customers } of payers) assert(customers!.cosigners!.others <= 1)
  assert.deepEqual(
    map.clusters.map(({ members }) => [...members].sort()),
    [[...team].sort()],
  )
})

test('deposits that came out of an exchange minutes later are gathered with whose they were, and join the receivers', async () => {
  const { evidence, map, team, truth } = await scanned('matched-swaps')
  const fundingWallet = truth.recipe!.rootFunder!
  const orders = evidence.transactions.flatMap(({ solMoves }) => solMoves.filter(({ from }) => from === fundingWallet))
  assert(orders.length >= team.length, `${orders.length} of ${team.length}`)
  assert.equal(evidence.wallets.find(({ address }) => address === fundingWallet)!.traced, true)
  const cluster = map.clusters.find(({ kinds }) => kinds.includes('matched_swap'))!
  assert.deepEqual(
    team.filter((one) => !cluster.members.includes(one)),
    [],
  )
})

test('gas that two tanks of one owner gave to wallets with bags joins them, and those the bags came from', async () => {
  const { map, team } = await scanned('second-skins')
  const [cluster] = map.clusters
  assert.deepEqual(
    team.filter((one) => !cluster!.members.includes(one)),
    [],
  )
  assert(cluster!.kinds.includes('shared_hub'))
})
