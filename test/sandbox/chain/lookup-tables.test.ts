import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { ALICE, BOB, expectRefused, land, openChain, SOL, sign } from './chain-fixture.ts'

const TARGETS = Array.from({ length: 5 }, (_, i) => keypairFromText(`target ${i}`).address)
const pay = (to: string) => make.transferLamports({ from: ALICE.address, to, lamports: SOL })

function withTable() {
  const chain = openChain()
  chain.advanceSlot()
  const created = make.createLookupTable({
    authority: ALICE.address,
    payer: ALICE.address,
    recentSlot: chain.slot() - 1,
  })
  const who = { table: created.table, authority: ALICE.address, payer: ALICE.address }
  land(chain, [created.instruction, make.extendLookupTable({ ...who, addresses: [BOB.address, ...TARGETS] })])
  return { chain, table: { address: created.table, addresses: [BOB.address, ...TARGETS] }, who }
}

test('a table made by the real program serves from the next slot on, and loaded keys are recorded', () => {
  const { chain, table } = withTable()
  const early = sign(chain, [pay(TARGETS[2]!)], { version: 0, lookupTables: [table] })
  expectRefused(
    chain.send(early.wire),
    -32_602,
    /invalid transaction: Transaction address table lookup uses an invalid index/,
  )
  chain.advanceSlot()
  const transaction = land(chain, [pay(TARGETS[2]!)], { version: 0, lookupTables: [table] })
  assert.deepEqual(transaction.loadedAddresses, { writable: [TARGETS[2]], readonly: [] })
  assert(!transaction.accountKeys.includes(TARGETS[2]!))
  assert.equal(transaction.postBalances.at(-1), SOL)
  assert.equal(transaction.preBalances.length, transaction.accountKeys.length + 1)
  assert.equal(chain.account(TARGETS[2]!)?.lamports, SOL)
  const rows = chain.signaturesOf(TARGETS[2]!, { limit: 5 })
  assert(rows !== 'unknown')
  assert.deepEqual(
    rows.map((row) => row.signature),
    [transaction.signature],
  )
})

test('addresses appended in this slot can not be used yet, older ones can', () => {
  const { chain, table, who } = withTable()
  chain.advanceSlot()
  const late = keypairFromText('late').address
  land(chain, [make.extendLookupTable({ ...who, addresses: [late] })])
  const grown = { address: table.address, addresses: [...table.addresses, late] }
  expectRefused(
    chain.send(sign(chain, [pay(late)], { version: 0, lookupTables: [grown] }).wire),
    -32_602,
    /invalid index/,
  )
  land(chain, [pay(TARGETS[0]!)], { version: 0, lookupTables: [grown] })
  chain.advanceSlot()
  land(chain, [pay(late)], { version: 0, lookupTables: [grown] })
})

test('missing tables, foreign owners and broken bytes are distinguished', () => {
  const { chain, table } = withTable()
  chain.advanceSlot()
  const refusal = (address: string) => {
    const wire = sign(chain, [pay(TARGETS[1]!)], { version: 0, lookupTables: [{ ...table, address }] }).wire
    const result = chain.send(wire)
    assert(!result.ok)
    assert.equal(result.code, -32_602)
    return result.message
  }
  assert.match(refusal(keypairFromText('nowhere').address), /account that doesn't exist/)
  assert.match(refusal(BOB.address), /with an invalid owner/)
  const broken = keypairFromText('broken').address
  const data = new Uint8Array(57)
  chain.setAccount(broken, { lamports: SOL, owner: ADDRESS_LOOKUP_TABLE_PROGRAM, data, executable: false })
  assert.match(refusal(broken), /with invalid data/)
})

test('a key that is both static and loaded is loaded twice', () => {
  const { chain, table } = withTable()
  chain.advanceSlot()
  // Told that the table holds a stranger where it holds Bob, the compiler names Bob statically and loads him as well.
  const stranger = keypairFromText('stranger').address
  const misread = { address: table.address, addresses: [stranger, ...TARGETS] }
  const result = chain.send(
    sign(chain, [pay(BOB.address), pay(stranger)], { version: 0, lookupTables: [misread] }).wire,
  )
  assert.equal(expectRefused(result, -32_002, /Account loaded twice/).err, 'AccountLoadedTwice')
})
