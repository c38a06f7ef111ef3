import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeReturned } from '../../../eval/recipes/change-returned.ts'
import { crowdedPurse } from '../../../eval/recipes/crowded-purse.ts'
import { gameEarnings } from '../../../eval/recipes/game-earnings.ts'
import { lentPortfolios } from '../../../eval/recipes/lent-portfolios.ts'
import { judgeBubbleMap } from '../../../src/services/bubble-map/judge-bubble-map.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import { buildLab } from '../../support/build-lab.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** Where value of any kind came from and went to, by value: on a chain that stands still. */

const { chain, world } = buildLab('value-hubs', [changeReturned, crowdedPurse, gameEarnings, lentPortfolios])
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

test('what both ends of a payment had of it, before and after, is part of the evidence', async () => {
  const { evidence } = await scanned('change-returned')
  const moving = evidence.transactions.filter(
    ({ solMoves, otherMoves = [] }) => solMoves.length + otherMoves.length > 0,
  )
  assert(moving.length > 10)
  for (const { solMoves, otherMoves = [], holdings = [], signature } of moving) {
    const ends = [
      ...solMoves.flatMap(({ from, to }) => [`${from} null`, `${to} null`]),
      ...otherMoves.flatMap(({ from, to, mint }) => [`${from} ${mint}`, `${to} ${mint}`]),
    ]
    assert.deepEqual(
      holdings.map(({ wallet, mint }) => `${wallet} ${mint}`).sort(),
      [...new Set(ends)].sort(),
      signature,
    )
  }
  const paying = moving.flatMap(({ solMoves, holdings = [] }) =>
    solMoves.map(({ from, lamports }) => ({
      lamports: BigInt(lamports),
      held: BigInt(holdings.find(({ wallet, mint }) => wallet === from && mint === null)!.beforeRaw),
    })),
  )
  assert(paying.every(({ lamports, held }) => held >= lamports))
})

test('change that is handed in over tills into a chest joins who handed it in, the creator too', async () => {
  const { map, team } = await scanned('change-returned')
  assert(
    map.clusters.some(
      ({ members, kinds }) => kinds.includes('shared_hub') && team.every((one) => members.includes(one)),
    ),
  )
})

test('a funding wallet that also strews specks is looked at by value, and its payees are joined', async () => {
  const { evidence, map, token, team } = await scanned('crowded-purse')
  const fundingWallet = evidence.wallets.find(({ address }) => address === token.recipe!.relays[0])
  const sol = fundingWallet?.customers?.turnover?.find(({ mint }) => mint === null)
  assert(sol !== undefined, 'the purse was looked at')
  assert(fundingWallet!.customers!.others > fundingWallet!.customers!.people, 'by number most are strangers')
  assert(BigInt(sol.toPeopleRaw) > BigInt(sol.toOthersRaw) * 10n, 'by value hardly any')
  assert(map.clusters.some(({ members }) => team.every((one) => members.includes(one))))
})

test('tokens lent by couriers whom one wallet stocked join who shows them, and wages of a game join no one', async () => {
  const lent = await scanned('lent-portfolios')
  const own = lent.map.clusters.find(({ kinds }) => kinds.includes('shared_hub'))
  assert(own !== undefined && lent.team.every((one) => own.members.includes(one)))
  assert.deepEqual((await scanned('game-earnings')).map.clusters, [])
})
