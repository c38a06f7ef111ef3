import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ObservedWallet, TokenEvidence } from '../../../../src/services/evidence-bundle/evidence.ts'
import { addCrowd, areJoined, LAUNCH_SLOT, mapOf, token, wallet } from '../../../support/map-evidence.ts'

/** standing_power and shared_fee_taker: a key that hardly anybody but these knows is one hand's, an app's is not. */

const TEAM = ['a', 'b', 'c', 'd', 'e']
const KEY = wallet('key')
const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)
const at = (i: number): number => LAUNCH_SLOT + 30 + i * 900

/** Five buyers far apart whose accounts know one key. */
function empowered(kind: 'delegate' | 'close_authority', life: Partial<ObservedWallet> | null, owners = TEAM) {
  const made = token()
  for (const [i, name] of owners.entries()) made.buy(name, at(i))
  addCrowd(made, 20)
  if (life !== null) made.know('key', { roles: [], signatureCount: owners.length, ...life })
  const evidence = made.evidence()
  const powers = owners.map((name) => ({ owner: wallet(name), kind, by: KEY, amountRaw: '1000000' }))
  return mapOf({ ...evidence, holders: { ...evidence.holders!, powers } })
}

test('principle 5: who may spend or close the accounts of several, and of nobody else, is their hand', () => {
  for (const kind of ['delegate', 'close_authority'] as const) {
    const map = empowered(kind, {})
    assert(areJoined(map, TEAM), kind)
    const { via, detail } = linksOf(map, 'standing_power')[0]!.evidence
    assert.equal(via, KEY)
    assert.match(
      detail,
      /of token accounts of 5 of \d+ people, and has 0 transactions of others; by chance 1 in \de\d+/,
    )
  }
})

test('principle 5: a key that many strangers know is an app’s, and one that was not read says nothing', () => {
  for (const life of [{ signatureCount: 400 }, { isBusy: true, signatureCount: 1_000 }, { partial: true }, null])
    assert.deepEqual(empowered('delegate', life).clusters, [], JSON.stringify(life))
  assert.deepEqual(empowered('delegate', {}, ['a', 'b']).clusters, [], 'a pair')
})

/** What a delegate did with the accounts of five buyers. */
function spent(issuer: string | null) {
  const made = token()
  for (const [i, name] of TEAM.entries()) made.buy(name, LAUNCH_SLOT + 30 + i)
  addCrowd(made, 20)
  made.know('key', { roles: ['receiver'], signatureCount: 12, firstSeenSec: 1_000 })
  for (const [i, name] of TEAM.entries())
    made.act({
      slot: LAUNCH_SLOT + 30_000 + i,
      feePayer: KEY,
      signers: [KEY],
      tokenMoves: [{ from: wallet(name), to: KEY, amountRaw: '1000000', authority: KEY }],
    })
  const evidence = made.evidence()
  const extensions = { ...evidence.mintInfo!.extensions, permanentDelegate: issuer }
  return mapOf({ ...evidence, mintInfo: { ...evidence.mintInfo!, extensions } })
}

test('principle 6: a delegate whom owners chose is one of them; the issuer’s power was given by no one', () => {
  assert(areJoined(spent(null), [...TEAM, 'key']))
  assert.deepEqual(linksOf(spent(KEY), 'standing_power'), [])
  assert.deepEqual(spent(KEY).clusters, [])
})

/** Five buyers who paid one address inside their purchases. */
function paying(life: Partial<ObservedWallet>): TokenEvidence {
  const made = token()
  for (const [i, name] of TEAM.entries())
    made.buy(name, at(i), { solMoves: [{ from: wallet(name), to: KEY, lamports: `${1_000_000 + i}` }] })
  addCrowd(made, 20)
  made.know('key', { roles: [], signatureCount: 5, ...life })
  return made.evidence()
}

test('principle 3: one who is paid inside the trades of these alone is their purse, whom strangers pay is a service', () => {
  const map = mapOf(paying({}))
  assert(areJoined(map, TEAM))
  assert.match(
    linksOf(map, 'shared_fee_taker')[0]!.evidence.detail,
    /paid in trades of 5 of \d+ people.* by chance 1 in/,
  )
  for (const life of [{ signatureCount: 300 }, { isBusy: true, signatureCount: 1_000 }])
    assert.deepEqual(mapOf(paying(life)).clusters, [])
})
