import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addCrowd,
  areJoined,
  DEV,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  MINT,
  mapOf,
  TIP_ACCOUNT,
  token,
  wallet,
} from '../../../support/map-evidence.ts'

/** shared_fee_payer, shared_nonce, shared_table, same_bundle. */

const TEAM = ['a', 'b', 'c', 'd', 'e', 'f']
const linksOf = (map: ReturnType<typeof mapOf>, type: string) => map.links.filter((link) => link.type === type)
const tip = (lamports: string) => ({ tips: [{ to: TIP_ACCOUNT, lamports }] })

test('who has its fees paid by one funding wallet together is joined, the creator too when the launch was paid by it', () => {
  const made = token()
  for (const name of TEAM) made.buy(name, LAUNCH_SLOT, { feePayer: wallet('payer') })
  addCrowd(made, 8)
  const map = mapOf(made.evidence())
  assert(areJoined(map, TEAM))
  assert.equal(linksOf(map, 'shared_fee_payer')[0]!.evidence.via, wallet('payer'))
  assert(!areJoined(map, ['a', 'crowd0']))
})

test('a service that pays fees for customers joins no one', () => {
  const made = token()
  addCrowd(made, 10)
  for (let i = 0; i < 8; i++) made.buy(`customer${i}`, LAUNCH_SLOT + 700 + i * 1_200, { feePayer: wallet('relayer') })
  const map = mapOf(made.evidence())
  assert.deepEqual(map.clusters, [])
  assert.equal(linksOf(map, 'shared_fee_payer')[0]!.weight, 0.5, 'it is shown all the same')
})

test('a named or busy fee payer is not even shown', () => {
  const made = token()
  for (const name of TEAM) made.buy(name, LAUNCH_SLOT + 40, { feePayer: wallet('payer') })
  made.know('payer', { isBusy: true, signatureCount: 1_000 })
  assert.deepEqual(linksOf(mapOf(made.evidence()), 'shared_fee_payer'), [])
})

test('nonces of one authority join; the creator whose launch lives by one belongs to them', () => {
  const made = token()
  for (const [i, name] of TEAM.entries())
    made.buy(name, LAUNCH_SLOT + i, { nonce: { account: wallet(`nonce${i}`), authority: wallet('authority') } })
  const evidence = made.evidence()
  const transactions = evidence.transactions.map((one) =>
    one.signature === 'creation' ? { ...one, nonce: { account: wallet('n'), authority: wallet('authority') } } : one,
  )
  const map = mapOf({ ...evidence, transactions })
  assert(areJoined(map, [...TEAM, 'dev']))
  assert.match(linksOf(map, 'shared_nonce')[0]!.evidence.detail, /one authority/)
  assert(areJoined(mapOf(evidence), TEAM))
})

test('nonces of ones own say nothing', () => {
  const made = token()
  for (const [i, name] of TEAM.entries())
    made.buy(name, LAUNCH_SLOT + 50 + i * 40, { nonce: { account: wallet(`nonce${i}`), authority: wallet(name) } })
  assert.deepEqual(linksOf(mapOf(made.evidence()), 'shared_nonce'), [])
})

test('a lookup table of the creator joins its users; a public table does not', () => {
  const used = (authority: string | null, spread: number) => {
    const made = token()
    for (const [i, name] of TEAM.entries())
      made.buy(name, LAUNCH_SLOT + 3 + i * spread, { lookupTables: [wallet('table')] })
    addCrowd(made, 8)
    return mapOf(made.evidence({ tables: [{ address: wallet('table'), authority }] }))
  }
  assert(areJoined(used(DEV, 900), ['dev', ...TEAM]))
  const public_ = used(wallet('somebody'), 1_200)
  assert.deepEqual([public_.clusters, linksOf(public_, 'shared_table')], [[], []])
  const together = used(null, 10)
  assert.deepEqual([together.clusters, linksOf(together, 'shared_table')[0]!.weight], [[], 0.4])
})

test('a table of one of them joins users in trades of other tokens, too; a public one is loaded by everyone there', () => {
  const used = (authority: string) => {
    const made = token()
    for (const [i, name] of TEAM.entries()) {
      made.buy(name, LAUNCH_SLOT + 300 + i * 900)
      const signers = [wallet(name)]
      made.act({
        slot: LAUNCH_SLOT - 90_000 + i * 800,
        feePayer: wallet(name),
        signers,
        lookupTables: [wallet('table')],
      })
    }
    addCrowd(made, 8)
    return mapOf(made.evidence({ tables: [{ address: wallet('table'), authority }] }))
  }
  assert(areJoined(used(wallet(TEAM[0]!)), TEAM))
  const public_ = used(wallet('somebody'))
  assert.deepEqual([public_.clusters, linksOf(public_, 'shared_table')], [[], []])
})

test('users of one trading bot share budget, table and tip, and are not joined', () => {
  const made = token()
  const bot = wallet('bot')
  for (const [i, name] of TEAM.entries())
    made.buy(name, LAUNCH_SLOT + (i % 3), {
      computeUnitLimit: 231_417,
      computeUnitPrice: '1234567',
      lookupTables: [wallet('table')],
      solMoves: [{ from: wallet(name), to: bot, lamports: '5000000' }],
      ...tip('500000'),
    })
  addCrowd(made, 8)
  const map = mapOf(made.evidence({ tables: [{ address: wallet('table'), authority: bot }] }))
  assert.deepEqual(map.clusters, [])
  assert.deepEqual(linksOf(map, 'budget_fingerprint'), [])
})

test('several traders in one transaction are joined, whatever the slot', () => {
  const made = token()
  const { trades } = made.buy('a', LAUNCH_SLOT + 5_000)
  made.act({ slot: LAUNCH_SLOT + 6_000, trades: ['b', 'c'].map((name) => ({ ...trades[0]!, wallet: wallet(name) })) })
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['b', 'c']) && !areJoined(map, ['a', 'b']))
  assert.equal(linksOf(map, 'same_bundle')[0]!.weight, 1)
})

test('neighbours in the launch slot for whom one tip pays are a bundle, those after them who pay for their place are not', () => {
  const made = token()
  const cheap = { computeUnitLimit: 200_000, computeUnitPrice: '10000' }
  made.buy('dev', LAUNCH_SLOT, cheap)
  for (const name of ['a', 'b', 'c'])
    made.buy(name, LAUNCH_SLOT, { ...cheap, computeUnitPrice: `1000${name.charCodeAt(0)}` })
  made.buy('d', LAUNCH_SLOT, { computeUnitPrice: '20000', ...tip('20000000') })
  made.buy('sniper', LAUNCH_SLOT, { computeUnitPrice: '5000000' })
  addCrowd(made, 8)
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['a', 'b', 'c', 'd']))
  assert(!areJoined(map, ['a', 'sniper']))
})

test('a launch with one tipping stranger right after it is no bundle', () => {
  const made = token()
  made.buy('dev', LAUNCH_SLOT)
  made.buy('stranger', LAUNCH_SLOT, tip('20000000'))
  addCrowd(made, 8)
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('snipers who each pay for their place in the launch slot stay apart', () => {
  const made = token()
  for (let i = 0; i < 8; i++)
    made.buy(`sniper${i}`, LAUNCH_SLOT, { computeUnitPrice: `${3_000_017 + i * 1_111}`, ...tip(`${1_000_000 + i}`) })
  addCrowd(made, 8)
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('a fresh wallet among a group at an ordinary fee belongs to it; who pays for the place or has done it before does not', () => {
  const made = token()
  const paid = { feePayer: wallet('payer') }
  for (const name of ['a', 'b', 'c'])
    made.buy(name, LAUNCH_SLOT, { ...paid, computeUnitPrice: `200${name.charCodeAt(0)}` })
  made.buy('between', LAUNCH_SLOT, { computeUnitPrice: '21000' })
  made.buy('sniper', LAUNCH_SLOT, { computeUnitPrice: '4000000' })
  made.buy('veteran', LAUNCH_SLOT, { computeUnitPrice: '20500' })
  const fresh = { firstSeenSec: LAUNCH_SEC - 3_600, signatureCount: 3 }
  for (const name of ['between', 'sniper']) made.know(name, { roles: ['buyer'], ...fresh })
  made.buy('d', LAUNCH_SLOT, { ...paid, computeUnitPrice: '20000' })
  addCrowd(made, 8)
  const map = mapOf(made.evidence())
  assert(areJoined(map, ['a', 'b', 'c', 'd', 'between', 'dev']))
  for (const other of ['sniper', 'veteran']) assert(!areJoined(map, ['a', other]), other)
})

test('principle 2: a payer whose own life shows nobody else is no service, however its users came', () => {
  const over = (signatureCount: number) => {
    const made = token()
    addCrowd(made, 10)
    for (const [i, name] of TEAM.entries())
      made.buy(name, LAUNCH_SLOT + 700 + i * 1_500, { feePayer: wallet('relayer') })
    made.know('relayer', { roles: ['funder'], signatureCount })
    return mapOf(made.evidence())
  }
  assert(areJoined(over(8), TEAM))
  assert.deepEqual(over(60).clusters, [], 'strangers use it, too')
})

test('principle 2: a table that named the mint before the launch is private, one that was extended later is anyone’s', () => {
  const used = (lastExtendedSlot: number, lists: readonly string[]) => {
    const made = token()
    addCrowd(made, 10)
    for (const [i, name] of TEAM.entries())
      made.buy(name, LAUNCH_SLOT + 700 + i * 1_500, { lookupTables: [wallet('table')] })
    const evidence = made.evidence()
    const table = { address: wallet('table'), authority: null, lastExtendedSlot, entries: 20, lists }
    return mapOf({ ...evidence, tables: [table] })
  }
  assert(areJoined(used(LAUNCH_SLOT - 300, [MINT]), TEAM))
  assert.deepEqual(used(LAUNCH_SLOT + 300, [MINT]).clusters, [])
  assert.deepEqual(used(LAUNCH_SLOT - 300, []).clusters, [])
})
