import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeepScanReport, LayerName } from '../../../src/contract/deep-scan.ts'
import { gatherBundle } from '../../../src/services/deep-scan/gather-bundle.ts'
import { judgeScan } from '../../../src/services/deep-scan/judge-scan.ts'
import { LAYERS } from '../../../src/services/deep-scan/layers/index.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { askNode } from '../../support/read-chain.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { readTruth, type TrueToken, type Truth } from '../../support/true-tokens.ts'

/** The behavioural layers on inputs really gathered: each has a scored check that fails on a named archetype and that
 *  honest launches, really asked, pass. */

/** Layer and check, with the tokens of the world on which it must fail. */
const FAILS: readonly (readonly [LayerName, string, (token: TrueToken) => boolean])[] = [
  ['bundle', 'bundle_share', isPlain('bundled')],
  ['bundle', 'bundle_bought', isPlain('bundled')],
  ['bundle', 'bundle_wallets', isPlain('bundled')],
  ['bundle', 'shared_signing', isRecipe('tipped-bundle')],
  ['creator', 'creator_sold', isRecipe('rugged-prior')],
  ['creator', 'creator_paid_buyers', isRecipe('rugged-prior')],
  ['creator', 'creator_fresh', isPlain('bundled')],
  ['launch', 'early_share', isPlain('bundled')],
  ['launch', 'early_buyers_tied', isPlain('bundled')],
  ['launch', 'early_buyers_fresh', isPlain('bundled')],
  ['cohorts', 'insiders_share', isPlain('bundled')],
  ['cohorts', 'insiders_ever', isPlain('bundled')],
  ['cohorts', 'coordinated_exit', isRecipe('rugged-prior')],
  ['cohorts', 'proceeds_collected', isRecipe('collector-exit')],
  ['devforensics', 'serial_rugger', isPlain('serial_rugger')],
  ['devforensics', 'rugged_prior', isPlain('serial_rugger')],
  ['devforensics', 'peeled_funding', isRecipe('stealth-snipers')],
  ['sniperforensics', 'snipers_tied', isRecipe('stealth-snipers')],
  ['bubblemap', 'team_cluster', isPlain('bundled')],
  ['bubblemap', 'largest_cluster', isPlain('bundled')],
  ['bubblemap', 'hidden_supply', isPlain('bundled')],
]

function isPlain(archetype: string) {
  return (token: TrueToken) => token.archetype === archetype && token.recipe === undefined
}
function isRecipe(name: string) {
  return (token: TrueToken) => token.recipe?.name === name
}
/** Crowds on a curve, among whom no one keeps much. */
const isHonest = ({ recipe, launchSlot }: TrueToken) =>
  launchSlot !== null && ['graduated-organic', 'airdrop'].includes(recipe?.name ?? '')

let sandbox: StartedSandbox
let server: OpenServer
let truth: Truth
const reports = new Map<string, DeepScanReport>()

before(async () => {
  sandbox = await sharedSandbox()
  truth = await readTruth(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function scan({ mint }: TrueToken): Promise<DeepScanReport> {
  const known = reports.get(mint)
  if (known !== undefined) return known
  const bundle = await gatherBundle(server.ctx, mint, undefined, { deadlineScale: Number.POSITIVE_INFINITY })
  assert(bundle.ok)
  const report = judgeScan(bundle.value, 'digest')
  reports.set(mint, report)
  return report
}
const checkOf = (report: DeepScanReport, layer: LayerName, id: string) =>
  report.layers[layer].checks.find((check) => check.id === id)

for (const [layer, id, isNamed] of FAILS)
  test(`${layer}.${id} fails on its archetype`, async () => {
    const named = truth.tokens.filter(isNamed).slice(0, 4)
    assert(named.length > 0, 'the world has no such token')
    const checks = await Promise.all(named.map(async (token) => checkOf(await scan(token), layer, id)!))
    const failing = checks.filter(({ ok }) => !ok)
    for (const { severity } of failing) assert.notEqual(severity, 'info')
    // Recipes draw their teams: the smallest need not do everything.
    const least = named[0]!.recipe === undefined ? named.length : 1
    assert(failing.length >= least, checks.map(({ ok, detail }) => `${ok}: ${detail}`).join('\n'))
  })

test('honest launches pass what they are asked, and each behavioural layer asks them a scored check', async () => {
  const honest = truth.tokens.filter(isHonest)
  assert(honest.length >= 2)
  for (const token of honest) {
    const report = await scan(token)
    for (const name of new Set(FAILS.map(([layer]) => layer))) {
      const layer = LAYERS.find((one) => one.name === name)!
      const scored = new Set(layer.rules.filter((rule) => rule.scored).map(({ id }) => id))
      const checks = report.layers[name].checks.filter(({ id }) => scored.has(id))
      const bad = checks.filter(({ ok, severity }) => !ok && !['low', 'info'].includes(severity))
      assert.deepEqual(bad, [], `${token.recipe!.name} ${name}`)
      assert(
        checks.some(({ ok, severity }) => ok && severity !== 'info'),
        `${token.recipe!.name} ${name} asked nothing`,
      )
    }
    assert(report.weights.safeEarnedBy.length >= 5, report.weights.safeEarnedBy.join(' '))
  }
})

test('evidence names the transactions a verdict rests on', async () => {
  const token = truth.tokens.find(isPlain('bundled'))!
  const report = await scan(token)
  for (const [layer, id] of [
    ['bundle', 'bundle_wallets'],
    ['launch', 'early_buyers_tied'],
    ['bubblemap', 'team_cluster'],
  ] as const) {
    const { evidence } = checkOf(report, layer, id)!
    assert(evidence!.length > 0 && evidence!.length <= 10)
    assert(
      evidence!.some(({ signature, slot }) => signature !== null && slot !== null),
      `${layer}.${id}`,
    )
  }
})

test('every transaction that evidence names is on the chain, in the slot that stands beside it', async () => {
  const url = sandbox.urls['rpc']!
  const scans = [isPlain('bundled'), isPlain('serial_rugger'), isPlain('honeypot')].map(
    (isNamed) => truth.tokens.find(isNamed)!,
  )
  const slots = new Map<string, number>()
  let looked = 0
  for (const token of scans)
    for (const { checks } of Object.values((await scan(token)).layers))
      for (const { id, evidence = [] } of checks)
        for (const { signature, slot } of evidence) {
          if (signature === null || slot === null) continue
          if (!slots.has(signature)) {
            const options = { maxSupportedTransactionVersion: 1, encoding: 'json' }
            const found = await askNode(url, 'getTransaction', [signature, options])
            assert(found !== null && found.meta.err === null, `${id}: ${signature}`)
            slots.set(signature, found.slot)
          }
          assert.equal(slots.get(signature), slot, `${id}: ${signature}`)
          looked++
        }
  assert(looked > 20)
})
