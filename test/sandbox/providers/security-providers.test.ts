import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { directBundle } from '../../../eval/recipes/direct-bundle.ts'
import { createGoplus } from '../../../sandbox/providers/goplus.ts'
import { createHelius } from '../../../sandbox/providers/helius-funding.ts'
import { createRugcheck } from '../../../sandbox/providers/rugcheck.ts'
import { createExaminer } from '../../../sandbox/providers/token-examiner.ts'
import { performAction } from '../../../sandbox/world/perform.ts'
import type { TrueToken } from '../../../sandbox/world/plan-types.ts'
import { LIQUIDITY_RECIPES, LOOKALIKE_RECIPES, TRAP_RECIPES } from '../../../sandbox/world/traps/index.ts'
import { KNOWN_ADDRESSES } from '../../../src/chain/solana/known-addresses.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import type { SecurityReport } from '../../../src/upstreams/capabilities.ts'
import { createGoplusSecurity } from '../../../src/upstreams/goplus-security.ts'
import { createHeliusFunding } from '../../../src/upstreams/helius-funding.ts'
import { createRugcheckReports } from '../../../src/upstreams/rugcheck-report.ts'
import { buildLab } from '../../support/build-lab.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { testClient } from '../../support/test-client.ts'

const { chain, world } = buildLab('security', [
  ...TRAP_RECIPES,
  ...LOOKALIKE_RECIPES,
  ...LIQUIDITY_RECIPES,
  directBundle,
])
const { market } = world
const examiner = createExaminer({ chain, market })
const providers = [
  createRugcheck({ chain, market, examiner }),
  createGoplus({ market, examiner, slot: () => chain.slot() }),
  createHelius({ chain }),
]
const served = await serveChain(chain, providers)
const clients = ['rugcheck', 'goplus', 'helius'].map((name) => testClient(`${served.url}/${name}`).client)
after(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await served.close()
})
const rugcheck = createRugcheckReports(clients[0]!)
const goplus = createGoplusSecurity(clients[1]!)
const funding = createHeliusFunding(clients[2]!)

const truthOf = (recipe: string): TrueToken => {
  const found = world.plan.truth.tokens.find((token) => token.recipe?.name === recipe)
  assert(found, recipe)
  return found
}
async function both(recipe: string): Promise<{ truth: TrueToken; rug: SecurityReport; go: SecurityReport }> {
  const truth = truthOf(recipe)
  const [rug, go] = await Promise.all([rugcheck.securityReport(truth.mint), goplus.securityReport(truth.mint)])
  assert(rug.ok && rug.value !== null, `rugcheck ${recipe} ${JSON.stringify(rug)}`)
  assert(go.ok && go.value !== null, `goplus ${recipe} ${JSON.stringify(go)}`)
  return { truth, rug: rug.value, go: go.value }
}

test('both providers speak through the ordinary adapters about every token of the world', async () => {
  for (const token of world.plan.truth.tokens) {
    for (const adapter of [rugcheck, goplus]) {
      const read = await adapter.securityReport(token.mint)
      assert(read.ok && read.value !== null, `${adapter.provider} ${token.mint} ${JSON.stringify(read)}`)
      assert(read.value.scoreSafe0to100 !== null)
      assert(read.value.checks.length > 0)
    }
  }
})

test('authorities and extensions are what the mint says', async () => {
  const frozen = await both('trap-freeze-used')
  assert.equal(frozen.rug.facts.freezeAuthority, frozen.truth.dev)
  assert.equal(frozen.go.facts.freezeAuthority, frozen.truth.dev)
  assert.equal(frozen.go.facts.mintable, false)
  const hook = await both('trap-hook-always')
  assert.deepEqual([hook.rug.facts.hook, hook.go.facts.hook, hook.go.facts.hookMutable], [true, true, true])
  const counting = await both('lookalike-counting-hook')
  assert.deepEqual([counting.go.facts.hook, counting.go.facts.hookMutable], [true, false])
  const delegate = await both('trap-permanent-delegate')
  assert.equal(delegate.go.facts.permanentDelegateAddress, delegate.truth.dev)
  assert.equal(delegate.rug.facts.permanentDelegate, true)
  const defaultFrozen = await both('trap-default-frozen')
  assert.deepEqual([defaultFrozen.rug.facts.defaultFrozen, defaultFrozen.go.facts.defaultFrozen], [true, true])
  assert.equal(defaultFrozen.go.scoreSafe0to100, 0)
  const plain = await both('lp-burned')
  assert.deepEqual([plain.rug.facts.hook, plain.go.facts.hook, plain.rug.facts.freezable], [false, false, false])
})

test('a fee of today and one of tomorrow are distinguished', async () => {
  const now = await both('trap-transfer-fee')
  assert.equal(now.go.facts.transferFeePct, now.truth.trap!.lossPct)
  const later = await both('trap-transfer-fee-later')
  assert.deepEqual(
    [later.go.facts.transferFeePct, later.go.facts.scheduledTransferFeePct],
    [0, later.truth.trap!.lossPct],
  )
})

test('locked and burned LP tokens count as locked, held ones do not', async () => {
  for (const [recipe, pct] of [
    ['lp-locked', 100],
    ['lp-half-locked', 50],
    ['lp-burned', 100],
    ['lp-incinerated', 100],
    ['lp-lock-over', 0],
    ['lp-held', 0],
  ] as const) {
    const { rug } = await both(recipe)
    assert(Math.abs(rug.facts.lpLockedPct! - pct) < 0.01, `${recipe}: ${rug.facts.lpLockedPct}`)
    assert.equal(rug.checks.find(({ id }) => id === 'lp_locked')!.ok, pct >= 50, recipe)
  }
  assert.equal((await both('lp-burned')).go.facts.lpLockedPct, 100)
})

test('an emptied pool makes a token rugged, whatever else is said of it', async () => {
  const { rug, truth } = await both('lp-pulled')
  assert.equal(rug.rugged, true)
  assert.equal(rug.scoreSafe0to100, 0)
  assert.equal(rug.facts.creator, truth.dev)
  assert.equal((await both('lp-held')).rug.rugged, false)
})

test('the creator is found in the history of the mint', async () => {
  for (const token of world.plan.truth.tokens.filter(({ recipe }) => recipe !== undefined)) {
    const read = await rugcheck.securityReport(token.mint)
    assert.equal(read.ok && read.value?.facts.creator, token.dev, token.recipe!.name)
  }
})

test('launch-slot buyers paid by one wallet are a network of insiders, others are not', async () => {
  const { rug, truth } = await both('direct-bundle')
  assert(rug.facts.insidersDetected! >= 3, `${rug.facts.insidersDetected}`)
  assert(rug.facts.insidersDetected! <= truth.recipe!.insiders.length)
  assert.equal((await both('lp-held')).rug.facts.insidersDetected, 0)
})

test('well-known tokens are trusted and unknown ones are unknown', async () => {
  const usdc = await goplus.securityReport(USDC_MINT)
  assert(usdc.ok && usdc.value!.scoreSafe0to100! >= 90)
  const nowhere = world.plan.truth.tokens[0]!.dev
  assert.deepEqual(await rugcheck.securityReport(nowhere), { ok: true, value: null })
  assert.deepEqual(await goplus.securityReport(nowhere), { ok: true, value: null })
  assert.deepEqual(await rugcheck.securityReport('So1111111111111111111111111111111111111111l'), {
    ok: true,
    value: null,
  })
})

test('the wire has the documented forms: bare integers, one mint a call, errors of their own', async () => {
  const { mint } = truthOf('lp-held')
  const text = await (await fetch(`${served.url}/rugcheck/tokens/${mint}/report`)).text()
  assert.match(text, /"supply":1000000000000000,/)
  const summary = (await (await fetch(`${served.url}/rugcheck/tokens/${mint}/report/summary`)).json()) as object
  assert.deepEqual(Object.keys(summary).sort(), [
    'lpLockedPct',
    'risks',
    'score',
    'score_normalised',
    'tokenProgram',
    'tokenType',
  ])
  const bad = await fetch(`${served.url}/rugcheck/tokens/nonsense/report`)
  assert.deepEqual([bad.status, await bad.json()], [400, { error: 'invalid token mint' }])
  const two = await fetch(`${served.url}/goplus/api/v1/solana/token_security?contract_addresses=${mint},${mint}`)
  assert.deepEqual([two.status, ((await two.json()) as { code: number }).code], [200, 5006])
})

test('who first paid a wallet is what the ledger says, with the name of an exchange', async () => {
  const funded = world.plan.truth.funding.filter(({ kind }) => kind === 'exchange')
  let checked = 0
  for (const { to, from, lamports } of funded.slice(0, 40)) {
    const first = world.plan.truth.funding.filter((one) => one.to === to).sort((a, b) => b.secsAgo - a.secsAgo)[0]!
    if (first.from !== from || first.lamports !== lamports) continue
    const read = await funding.firstFunding(to)
    assert(read.ok && read.value !== null, to)
    assert.deepEqual([read.value.funder, read.value.lamports], [from, lamports])
    assert.equal(read.value.funderName, KNOWN_ADDRESSES.find(([, , address]) => address === from)?.[3] ?? null)
    checked++
  }
  assert(checked > 20)
})

test('a wallet that was there before the ledger has no funding, and no address is refused', async () => {
  const exchange = world.plan.wallets.find(({ archetype }) => archetype === 'cex')!
  assert.deepEqual(await funding.firstFunding(exchange.address), { ok: true, value: null })
  const refused = await funding.firstFunding('nonsense')
  assert.equal(refused.ok ? '' : refused.code, 'upstream_refused')
})

test('what happens on chain changes the next answer', async () => {
  const { mint, dev } = truthOf('lp-held')
  const done = performAction(world, { do: 'burnLiquidity', mint, creator: dev, sharePct: 100, how: 'burn' })
  assert(done?.ok && done.transaction.err === null)
  const { rug, go } = await both('lp-held')
  assert.deepEqual([Math.round(rug.facts.lpLockedPct!), go.facts.lpLockedPct], [100, 100])
})
