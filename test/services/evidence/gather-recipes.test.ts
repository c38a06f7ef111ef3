import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { agedWallets } from '../../../eval/recipes/aged-wallets.ts'
import { airdrop } from '../../../eval/recipes/airdrop.ts'
import { exchangeFeePayer } from '../../../eval/recipes/exchange-fee-payer.ts'
import { peelBundle } from '../../../eval/recipes/peel-bundle.ts'
import { sharedNonce } from '../../../eval/recipes/shared-nonce.ts'
import type { TrueToken } from '../../../sandbox/world/plan-types.ts'
import { privacyHop } from '../../../sandbox/world/recipes/privacy-hop.ts'
import { sharedTable } from '../../../sandbox/world/recipes/shared-table.ts'
import { stealthSnipers } from '../../../sandbox/world/recipes/stealth-snipers.ts'
import { tippedBundle } from '../../../sandbox/world/recipes/tipped-bundle.ts'
import type { Context } from '../../../src/context.ts'
import { gatherEvidence } from '../../../src/services/evidence/gather-evidence.ts'
import { encodeBundle } from '../../../src/services/evidence-bundle/encode-bundle.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import { buildLab } from '../../support/build-lab.ts'
import { askNode } from '../../support/read-chain.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { withEvidenceContext } from './evidence-context.ts'

/** Launches by recipe on a chain that stands still: what each leaves behind is in the evidence. */

const { chain, world } = buildLab('evidence', [
  agedWallets,
  airdrop,
  exchangeFeePayer,
  peelBundle,
  privacyHop,
  sharedNonce,
  sharedTable,
  stealthSnipers,
  tippedBundle,
])
const served = await serveChain(chain)
after(() => served.close())
const node = { urls: { rpc: served.url }, genesisHash: chain.genesisHash }
const truthOf = (recipe: string): TrueToken => world.plan.truth.tokens.find((token) => token.recipe?.name === recipe)!

async function gathered(ctx: Context, recipe: string): Promise<TokenEvidence> {
  const outcome = await gatherEvidence(ctx, truthOf(recipe).mint, undefined, {
    deadlineScale: Number.POSITIVE_INFINITY,
  })
  assert(outcome.ok, JSON.stringify(outcome))
  assert.deepEqual(outcome.value.gaps, [], recipe)
  return outcome.value
}
const read = (recipe: string) => withEvidenceContext(node, (ctx) => gathered(ctx, recipe))
/** First purchases of the team. */
function teamBuys({ transactions }: TokenEvidence, { dev, recipe }: TrueToken) {
  const team = new Set([dev, ...recipe!.insiders])
  return transactions.filter(({ trades }) => trades.some(({ wallet, side }) => side === 'buy' && team.has(wallet)))
}

test('purchases that live by nonces of one authority show it', async () => {
  const evidence = await read('shared-nonce')
  const authorities = teamBuys(evidence, truthOf('shared-nonce')).map(({ nonce }) => nonce?.authority)
  assert(authorities.filter((one) => one !== undefined).length >= 3)
  assert.equal(new Set(authorities.filter((one) => one !== undefined)).size, 1)
})

test('purchases that load from one table show it, and who may change it', async () => {
  const evidence = await read('shared-table')
  const used = new Set(evidence.transactions.flatMap(({ lookupTables }) => lookupTables))
  const byTeam = teamBuys(evidence, truthOf('shared-table')).flatMap(({ lookupTables }) => lookupTables)
  assert.equal(new Set(byTeam).size, 1)
  assert(byTeam.length >= 3)
  assert.deepEqual(
    evidence.tables.map(({ address }) => address),
    [...used].sort(),
  )
  for (const { address, authority } of evidence.tables) {
    const { value } = await askNode(served.url, 'getAccountInfo', [address, { encoding: 'jsonParsed' }])
    assert.equal(authority, value.data.parsed.info.authority ?? null)
  }
})

test('tips and fees that another wallet pays are seen', async () => {
  const tipped = await read('tipped-bundle')
  assert(teamBuys(tipped, truthOf('tipped-bundle')).some(({ tips }) => tips.length > 0))
  for (const { tips, solMoves } of tipped.transactions)
    for (const { to } of tips) assert(!solMoves.some((move) => move.to === to), 'a tip is no payment')

  const paid = await read('exchange-fee-payer')
  const foreign = teamBuys(paid, truthOf('exchange-fee-payer')).filter(
    ({ feePayer, trades }) => !trades.some(({ wallet }) => wallet === feePayer),
  )
  assert(foreign.length >= 3)
  assert.equal(new Set(foreign.map(({ feePayer }) => feePayer)).size, 1)
})

test('every relay of a peel chain is a funder with a history of its own', async () => {
  const { relays, insiders } = truthOf('peel-bundle').recipe!
  const evidence = await read('peel-bundle')
  const walletOf = new Map(evidence.wallets.map((wallet) => [wallet.address, wallet]))
  assert(relays.length >= insiders.length)
  for (const relay of relays) {
    const wallet = walletOf.get(relay)
    assert(wallet?.traced && wallet.roles.includes('funder'), relay)
    assert(wallet.funding !== null && wallet.firstSeenSlot !== null)
  }
})

test('buyers some slots after the launch lead back to their root through relays of their own', async () => {
  const { rootFunder, insiders } = truthOf('stealth-snipers').recipe!
  const evidence = await read('stealth-snipers')
  const walletOf = new Map(evidence.wallets.map((wallet) => [wallet.address, wallet]))
  for (const insider of insiders) {
    let at = insider
    for (let hop = 0; hop < 5 && at !== rootFunder; hop++) at = walletOf.get(at)?.funding?.from ?? 'nobody'
    assert.equal(at, rootFunder, insider)
  }
})

test('old wallets of a team, and what the mixer paid, are traced to who paid them first', async () => {
  for (const recipe of ['aged-wallets', 'privacy-hop']) {
    const truth = truthOf(recipe)
    const firstPayer = new Map<string, string>()
    for (const { from, to } of world.plan.truth.funding) if (!firstPayer.has(to)) firstPayer.set(to, from)
    const evidence = await read(recipe)
    const walletOf = new Map(evidence.wallets.map((wallet) => [wallet.address, wallet]))
    for (const wallet of [truth.dev, ...truth.recipe!.insiders])
      if (firstPayer.has(wallet)) assert.equal(walletOf.get(wallet)?.funding?.from, firstPayer.get(wallet), recipe)
  }
})

test('who was given tokens is there with the giver, beside the organic crowd', async () => {
  const evidence = await read('airdrop')
  const given = new Map<string, Set<string>>()
  for (const { from, to } of evidence.transactions.flatMap(({ tokenMoves }) => tokenMoves))
    given.set(from, (given.get(from) ?? new Set()).add(to))
  const widest = [...given.values()].reduce((most, receivers) => Math.max(most, receivers.size), 0)
  assert(widest >= 5, `${widest} receivers of one giver`)
  const receivers = evidence.wallets.filter(({ roles }) => roles.includes('receiver'))
  assert(receivers.length >= widest)
})

test('a chain that stands still gives the same bytes, for every caller and in any order', async () => {
  const hashes = async (recipes: readonly string[]) =>
    withEvidenceContext(node, async (ctx) => {
      const found: [string, string][] = []
      for (const recipe of recipes) found.push([recipe, (await encodeBundle(await gathered(ctx, recipe))).sha256])
      return found.sort()
    })
  const recipes = ['peel-bundle', 'tipped-bundle', 'stealth-snipers', 'airdrop']
  assert.deepEqual(await hashes(recipes), await hashes([...recipes].reverse()))
})
