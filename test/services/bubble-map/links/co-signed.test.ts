import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCrowd, areJoined, LAUNCH_SLOT, mapOf, type Token, token, wallet } from '../../../support/map-evidence.ts'

/** Keys under one transaction that has nothing to do with the token. */

const BEFORE_SLOT = LAUNCH_SLOT - 400_000
const NAMES = ['a', 'b', 'c', 'd']

function buyers(names: readonly string[] = NAMES): Token {
  const made = token()
  names.forEach((name, i) => void made.buy(name, LAUNCH_SLOT + 300 + i * 1_700))
  addCrowd(made, 8)
  return made
}

/** A trade of a listed token that all of them sign; the first pays the fees. */
function sign(made: Token, names: readonly string[], slot = BEFORE_SLOT): void {
  const signers = names.map((name) => wallet(name))
  made.act({ slot, feePayer: signers[0]!, signers, otherSales: [{ wallet: signers.at(-1)!, mint: wallet('listed') }] })
}

test('who pays fees for others elsewhere, in changing batches, is one hand with all of them', () => {
  const made = buyers()
  sign(made, ['a', 'b'])
  sign(made, ['c', 'b'], BEFORE_SLOT + 9_000)
  sign(made, ['d', 'c'], BEFORE_SLOT + 80_000)
  const map = mapOf(made.evidence())
  assert(areJoined(map, NAMES))
  assert.equal(map.clusters[0]!.memberCount, 4)
  assert.deepEqual(map.clusters[0]!.kinds, ['co_signed'])
  const link = map.links.find(({ type }) => type === 'co_signed')!
  assert.match(link.evidence.detail, /4 people are joined/)
})

test('one transaction of two is a weight, two are no accident', () => {
  const once = buyers()
  sign(once, ['a', 'b'])
  const weak = mapOf(once.evidence())
  assert.deepEqual(weak.clusters, [])
  assert.equal(weak.links.find(({ type }) => type === 'co_signed')!.weight, 0.6)
  sign(once, ['a', 'b'], BEFORE_SLOT + 50_000)
  assert(areJoined(mapOf(once.evidence()), ['a', 'b']))
})

test('someone else who signs with three of them joins them once it was read', () => {
  const made = buyers()
  for (const [i, name] of ['a', 'b', 'c'].entries()) sign(made, ['payer', name], BEFORE_SLOT + i * 5_000)
  assert.deepEqual(mapOf(made.evidence()).clusters, [], 'not read')
  made.know('payer', { roles: ['funder'], signatureCount: 40 })
  assert(areJoined(mapOf(made.evidence()), ['a', 'b', 'c']))
})

test('a relayer signs for anyone, whether it holds the token or not', () => {
  for (const payer of ['payer', 'a']) {
    const made = buyers()
    const customers = { sampled: 30, people: 3, others: 0, mostOthersInADay: 0, cosigners: { people: 3, others: 2 } }
    for (const [i, name] of ['b', 'c', 'd'].entries()) sign(made, [payer, name], BEFORE_SLOT + i * 5_000)
    made.know(payer, { roles: [payer === 'a' ? 'buyer' : 'funder'], signatureCount: 40, customers })
    assert.deepEqual(mapOf(made.evidence()).clusters, [])
    made.know(payer, { customers: { ...customers, cosigners: { people: 3, others: 1 } } })
    assert(areJoined(mapOf(made.evidence()), ['b', 'c', 'd']))
  }
})

test('a busy payer is a service', () => {
  const made = buyers()
  for (const [i, name] of ['a', 'b', 'c'].entries()) sign(made, ['payer', name], BEFORE_SLOT + i * 5_000)
  made.know('payer', { roles: ['funder'], signatureCount: 1_000, isBusy: true })
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})
