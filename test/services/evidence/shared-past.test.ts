import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gasLenders } from '../../../eval/recipes/gas-lenders.ts'
import { junkCoinPayroll } from '../../../eval/recipes/junk-coin-payroll.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import { buildLab } from '../../support/build-lab.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** Teams that only what they did elsewhere, or afterwards, joins: on a chain that stands still. */

const { chain, world } = buildLab('shared-past', [gasLenders, junkCoinPayroll])
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
  return { evidence: outcome.value, map, team: [truth.dev, ...truth.recipe!.insiders] }
}

test('small payments among holders, later than all they did, are gathered and join them', async () => {
  const { evidence, map, team } = await scanned('gas-lenders')
  const loans = evidence.transactions.flatMap(({ solMoves }) =>
    solMoves.filter(({ from, to }) => team.includes(from) && team.includes(to)),
  )
  assert.equal(loans.length, team.length - 1)
  assert.deepEqual(
    map.clusters.map(({ members }) => [...members].sort()),
    [[...team].sort()],
  )
})

test('the token in which a team earned its money is gathered with how much else happened there, and joins it', async () => {
  const { evidence, map, team } = await scanned('junk-coin-payroll')
  const [junk] = evidence.otherCoins!.filter(({ mint }) =>
    team.every((one) =>
      evidence.transactions.some(({ otherTrades = [] }) =>
        otherTrades.some(({ wallet, side, mint: sold }) => wallet === one && side === 'sell' && sold === mint),
      ),
    ),
  )
  assert(junk?.isWhole && junk.signatureCount > 2 * team.length)
  assert.deepEqual(
    map.clusters.map(({ members }) => [...members].sort()),
    [[...team].sort()],
  )
})
