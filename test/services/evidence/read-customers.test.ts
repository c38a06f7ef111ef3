import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Customers, readCustomers } from '../../../src/services/evidence/read-customers.ts'
import type { TransactionLog } from '../../../src/services/evidence/transaction-log.ts'
import type { ObservedTransaction } from '../../../src/services/evidence-bundle/evidence.ts'

/** With whom an address deals, by a sample of its history and by what is known of it. */

const HUB = 'hub'
const HISTORY = 320
const PERSON_AT = 5

type Own = Partial<ObservedTransaction>

function transaction(i: number, own: Own): ObservedTransaction {
  return {
    signature: `s${i}`,
    slot: i,
    timeSec: i * 60,
    indexInBlock: 0,
    version: 0,
    feePayer: HUB,
    signers: [HUB],
    lookupTables: [],
    nonce: null,
    computeUnitLimit: null,
    computeUnitPrice: null,
    priorityFeeLamports: null,
    programs: [],
    tips: [],
    solMoves: [],
    trades: [],
    tokenMoves: [],
    ...own,
  }
}

async function served(all: readonly ObservedTransaction[], known: readonly ObservedTransaction[]): Promise<Customers> {
  const bySignature = new Map(all.map((one) => [one.signature, one]))
  const log: TransactionLog = {
    read: async () => 0,
    get: () => undefined,
    look: (signature) => bySignature.get(signature),
    keep: () => undefined,
    place: () => {},
    kept: () => known,
  }
  const rows = all.map(({ signature, slot, timeSec }) => ({
    signature,
    slot,
    blockTime: timeSec,
    err: null,
    memo: null,
    confirmationStatus: null,
  }))
  const history = { rows, isBusy: false }
  const trace = { history, firstSeenSec: 0, firstSeenSlot: 0, funding: null, partial: false }
  const isOfToken = (address: string): boolean => address.startsWith('person')
  const asked = { addresses: [HUB], traces: new Map([[HUB, trace]]), isOfToken }
  const { customers, gap } = await readCustomers(log, asked, new AbortController().signal)
  assert.equal(gap, null)
  return customers.get(HUB)!
}

const pays = (to: string, lamports: string): Own => ({ solMoves: [{ from: HUB, to, lamports }] })

test('a long history is sampled; what people of the token got is known, and the sample stands for the rest', async () => {
  const all = Array.from({ length: HISTORY }, (_, i) =>
    transaction(i, i % 10 === PERSON_AT ? pays(`person${i}`, '1000') : pays(`other${i}`, '10')),
  )
  const known = all.filter(({ solMoves }) => solMoves[0]!.to.startsWith('person'))
  const { sampled, people, peoplePaid, turnover } = await served(all, known)
  assert.equal(sampled, 32)
  assert(people < 32, 'the sample meets a part of them')
  assert.equal(peoplePaid, 32, 'all of them are known')
  const [sol] = turnover!
  assert.equal(sol!.toPeopleRaw, '32000')
  // 288 others got 10 each.
  assert(Math.abs(Number(sol!.toOthersRaw) - 2_880) <= 100, sol!.toOthersRaw)
})

test('who paid it is not among those whom it paid', async () => {
  const all = [
    transaction(0, pays('person1', '10')),
    transaction(1, pays('person1', '10')),
    transaction(2, pays('other', '10')),
    transaction(3, { solMoves: [{ from: 'person2', to: HUB, lamports: '10' }] }),
  ]
  const { people, peoplePaid } = await served(all, all)
  assert.deepEqual([people, peoplePaid], [2, 1])
})

test('who signs beside it is counted where it acted: keys of new mints and accounts are no one', async () => {
  const all = [
    transaction(0, { signers: [HUB, 'new mint'] }),
    transaction(1, { signers: [HUB, 'person1'], otherSales: [{ wallet: 'person1', mint: 'listed' }] }),
    transaction(2, { signers: ['person2', HUB], feePayer: 'person2' }),
    transaction(3, { signers: [HUB, 'stranger'], solMoves: [{ from: 'stranger', to: 'shop', lamports: '5' }] }),
    transaction(4, { signers: [HUB, 'authority'], nonce: { account: 'nonce', authority: 'authority' } }),
  ]
  assert.deepEqual((await served(all, [])).cosigners, { people: 2, others: 2 })
})

test('who always signs alone has no co-signers', async () => {
  const all = Array.from({ length: 5 }, (_, i) => transaction(i, pays('person1', '10')))
  assert.equal((await served(all, [])).cosigners, undefined)
})

test('principle 14: of an address that plainly serves strangers only some of the sample are read', async () => {
  const readOf = async (others: (i: number) => string) => {
    const all = Array.from({ length: HISTORY }, (_, i) => ({
      ...transaction(i, pays(others(i), '10')),
      timeSec: i * 7_200,
    }))
    return (await served(all, [])).sampled
  }
  const many = await readOf((i) => `other${i}`)
  const few = await readOf((i) => `other${i % 3}`)
  assert(many <= 12 && many > 6, `${many}`)
  assert.equal(few, 32)
})
