import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rentLamports } from '../../../src/chain/solana/rent-steps.ts'
import { CLOSE_KINDS } from '../../../src/contract/refund.ts'
import { openRefundLab, type RefundLab, sum, type User } from './refund-lab.ts'

const OLD_RATE = 6_960n
const RATE = 5_080n

let lab: RefundLab
before(async () => {
  lab = await openRefundLab()
})
after(() => lab?.stop())

test('the scan shows every class with its lamports, and what the coming rent steps free', async () => {
  const { userRef, made, address } = await lab.saver()
  const scan = await lab.scan(userRef, '?include_accounts=true')
  const old = (bytes: number) => rentLamports(bytes, OLD_RATE)
  const excessOf = (bytes: number) => old(bytes) - rentLamports(bytes, RATE)
  assert.equal(scan.wallet, address)
  assert.deepEqual(scan.rent, {
    lamports_per_byte: 5_080,
    token_account_min: Number(await lab.rent(165)),
    step: 2,
    next_step: { step: 3, lamports_per_byte: 2_575 },
  })
  assert.deepEqual(scan.empty, { count: 2, lamports: Number(old(165) + old(170)) })
  assert.deepEqual(scan.wsol, { count: 1, lamports: Number(sum(await lab.lamports(...made.wsol))) })
  assert.equal(scan.frozen_skipped, 1)
  const open = [165, 165, 165, 170, 82, 355]
  assert.deepEqual(
    [scan.excess.count, scan.excess.lamports, scan.excess.complete],
    [6, Number(sum(open.map(excessOf))), true],
  )
  assert.equal(scan.excess.mints.lamports, Number(excessOf(82)))
  assert.equal(scan.excess.multisigs.lamports, Number(excessOf(355)))
  const [active, off, buffer, nonce, stake] = await lab.lamports(
    ...made.lookup_tables,
    ...made.lookup_tables_off,
    ...made.buffers,
    ...made.nonces,
    ...made.stake,
  )
  assert.deepEqual([scan.lookup_tables.count, scan.lookup_tables.lamports], [0, 0])
  assert.deepEqual(scan.lookup_tables.active, { count: 1, lamports: Number(active) })
  assert.equal(scan.lookup_tables.cooling.lamports, Number(off))
  assert(scan.lookup_tables.cooling.ready_in_ms > 0)
  assert.deepEqual([scan.buffers.count, scan.buffers.lamports], [1, Number(buffer)])
  assert.deepEqual([scan.nonces.count, scan.nonces.lamports], [1, Number(nonce)])
  assert.deepEqual([scan.stake.count, scan.stake.lamports], [1, Number(stake)])
  const closable = [old(165), old(170), BigInt(scan.wsol.lamports), buffer!, nonce!, stake!]
  const kept = [165, 165, 82, 355].map(excessOf)
  assert.equal(scan.total_lamports, Number(sum([...closable, ...kept])))
  assert(scan.fee_lamports > 0 && scan.fee_lamports < 200_000)
  assert.deepEqual(
    scan.forecast.steps.map((step: { lamports_per_byte: number }) => step.lamports_per_byte),
    [2_575, 1_322, 696],
  )
  let before = sum(open.map(excessOf))
  for (const step of scan.forecast.steps) {
    const then = sum(open.map((bytes) => old(bytes) - rentLamports(bytes, BigInt(step.lamports_per_byte))))
    assert.deepEqual([step.excess_lamports, step.freed_lamports], [Number(then), Number(then - before)])
    assert.equal(step.token_account_min, Number(rentLamports(165, BigInt(step.lamports_per_byte))))
    before = then
  }
  assert.equal(scan.accounts_total, scan.accounts.length)
  assert.equal(scan.accounts.length, 5 + 2 + 5)
})

test('every class comes back to the lamport as the scan and the simulation said, fees counted', async () => {
  const user = await lab.saver()
  await lab.cool()
  const scan = await lab.scan(user.userRef)
  const asker = { userRef: user.userRef }
  const classes = [
    ['empty', scan.empty],
    ['wsol', scan.wsol],
    ['lookup_tables', scan.lookup_tables],
    ['buffers', scan.buffers],
    ['nonces', scan.nonces],
    ['stake', scan.stake],
  ] as const
  for (const [kind, foreseen] of classes) {
    assert(foreseen.count > 0, kind)
    const simulated = await lab.close({ kinds: [kind], simulate: true }, asker)
    assert.equal(simulated.simulated, true)
    assert.equal(simulated.lamports_recovered, foreseen.lamports, kind)
    const [before] = await lab.lamports(user.address)
    const reply = await lab.close({ kinds: [kind] }, asker)
    const [after] = await lab.lamports(user.address)
    assert.deepEqual([reply.simulated, reply.failed, reply.left, reply.unavailable], [false, [], 0, []], kind)
    assert.deepEqual([reply.closed, reply.lamports_recovered], [foreseen.count, foreseen.lamports], kind)
    assert.equal(reply.fee_lamports, simulated.fee_lamports, kind)
    assert.equal(after! - before!, BigInt(foreseen.lamports) - BigInt(reply.fee_lamports), kind)
    assert.equal(reply.signatures.length, 1)
    const record = await lab.record(reply.signatures[0])
    assert.deepEqual([record.err, record.feeLamports], [null, BigInt(reply.fee_lamports)])
  }
  const left = await lab.scan(user.userRef)
  const [before] = await lab.lamports(user.address)
  const reply = await lab.excess({}, asker)
  const [after] = await lab.lamports(user.address)
  assert.deepEqual([reply.closed, reply.kept_open], [0, 4])
  assert.equal(reply.lamports_recovered, left.excess.lamports)
  assert.equal(after! - before!, BigInt(left.excess.lamports) - BigInt(reply.fee_lamports))
  const floors = await Promise.all([165, 165, 82, 355].map((bytes) => lab.rent(bytes)))
  const accounts = [...user.made.held, ...user.made.frozen, ...user.made.mints, ...user.made.multisigs]
  assert.deepEqual(await lab.lamports(...accounts), floors)
  await nothingIsLeft(user)
  await historyTellsAll(user)
})

async function nothingIsLeft({ userRef }: User): Promise<void> {
  const scan = await lab.scan(userRef)
  assert.deepEqual([scan.total_lamports, scan.fee_lamports, scan.excess.count], [0, 0, 0])
  const close = await lab.post('/v1/refund/close', { kinds: CLOSE_KINDS.filter((one) => one !== 'dust') }, { userRef })
  assert.deepEqual([close.status, close.json.code, close.json.error], [409, 'conflict', 'nothing to close'])
  const excess = await lab.post('/v1/refund/excess', {}, { userRef })
  assert.deepEqual([excess.status, excess.json.error], [409, 'nothing above the rent floor'])
}

async function historyTellsAll({ userRef, address }: User): Promise<void> {
  const { refunds, count, next_cursor } = await lab.history(userRef)
  assert.deepEqual([count, next_cursor], [7, null])
  assert.deepEqual(
    refunds.map((one: { kind: string }) => one.kind),
    ['excess', 'stake', 'nonces', 'buffers', 'lookup_tables', 'wsol', 'empty'],
  )
  for (const one of refunds) {
    const record = await lab.record(one.signature)
    assert.deepEqual([one.status, one.wallet, one.slot], ['landed', address, record.slot])
    assert.equal(one.fee_lamports, Number(record.feeLamports))
    assert.equal(BigInt(one.lamports), -sum(one.accounts.map((account: string) => record.change(account))))
  }
  const first = await lab.history(userRef, '?limit=3')
  const rest = await lab.history(userRef, `?limit=200&cursor=${first.next_cursor}`)
  assert.deepEqual([...first.refunds, ...rest.refunds], refunds)
}
