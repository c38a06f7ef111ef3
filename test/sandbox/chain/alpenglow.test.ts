import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transferLamports } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { type Any, openTestSandbox, type TestSandbox } from '../rpc/open-test-sandbox.ts'
import { ALICE, BOB, fund, land, openChain, sign } from './chain-fixture.ts'

let sandbox: TestSandbox
before(async () => {
  sandbox = await openTestSandbox()
})
after(() => sandbox.close())

async function command(path: string, body: Any = {}): Promise<{ status: number; body: Any }> {
  const reply = await fetch(sandbox.server.controlUrl + path, { method: 'POST', body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}
const pay = (lamports: bigint) => transferLamports({ from: ALICE.address, to: BOB.address, lamports })

test('before Alpenglow a slot has one block, and after it as many as are added, each on top of the one before', () => {
  const chain = openChain()
  assert.throws(() => chain.addBank(), /before Alpenglow/)
  chain.advanceSlot()
  chain.moveToAlpenglow()
  const slot = chain.slot()
  const first = land(chain, [pay(1n)])
  chain.addBank()
  assert.equal(chain.slot(), slot)
  const second = land(chain, [pay(2n)])
  assert.deepEqual([chain.isSealed(first), chain.isSealed(second)], [true, false])
  chain.addBank()
  chain.advanceSlot()
  const banks = chain.banks(slot)
  assert.deepEqual(
    banks.map(({ transactions }) => transactions.map(({ signature }) => signature)),
    [[first.signature], [second.signature], []],
  )
  assert.deepEqual(
    banks.slice(1).map(({ previousBlockhash, parentSlot }) => [previousBlockhash, parentSlot]),
    banks.slice(0, -1).map(({ blockhash }) => [blockhash, slot]),
  )
  assert.equal(new Set(banks.map(({ blockhash }) => blockhash)).size, 3)
  const listed = chain.signaturesOf(BOB.address, { limit: 10 })
  assert.deepEqual(
    listed !== 'unknown' && listed.map(({ signature }) => signature),
    [second.signature, first.signature],
    'newest first, over the blocks of the slot',
  )
})

test('from the switch on a block is final when its slot ends, and only blocks of the open slot can be taken away', () => {
  const chain = openChain()
  for (let at = 0; at < 5; at++) chain.advanceSlot()
  assert(chain.finalizedSlot() < chain.confirmedSlot())
  const roots: number[] = []
  chain.on('root', (slot) => roots.push(slot))
  chain.moveToAlpenglow()
  const slot = chain.slot()
  land(chain, [pay(3n)])
  chain.addBank()
  assert(chain.finalizedSlot() < slot, 'its slot goes on')
  chain.advanceSlot()
  assert.deepEqual([chain.confirmedSlot(), chain.finalizedSlot()], [slot, slot])
  assert.deepEqual(roots, [...new Set(roots)], 'each slot once')
  assert.equal(roots.at(-1), slot)
  const kept = land(chain, [pay(4n)])
  chain.addBank()
  land(chain, [pay(5n)])
  assert.deepEqual(
    chain.dropBlocks(1).map(({ bank = 0 }) => bank),
    [1, 0],
    'the open block and the one below it, no final one',
  )
  assert.equal(chain.transaction(kept.signature), undefined)
  assert.equal(chain.finalizedSlot(), slot)
})

test('a node answers null to getAgGenesisCert, then the certificate of the block at which the chain moved', async () => {
  assert.equal(await sandbox.result('getAgGenesisCert'), null)
  assert.equal((await command('/slots/bank')).status, 409)
  assert.equal((await command('/consensus', { to: 'tower' })).status, 400)
  const { slot, blockhash } = sandbox.chain.block(sandbox.chain.confirmedSlot())!
  const moved = await command('/consensus', { to: 'alpenglow' })
  assert.deepEqual(moved.body, { switch: { slot, blockhash } })
  const certificate = await sandbox.result('getAgGenesisCert')
  assert.equal(certificate.block.slot, slot)
  assert.deepEqual([certificate.block.block_id.length, certificate.signature.signature.length], [32, 192])
  assert.equal((await command('/slots/bank')).status, 200)
})

test('a payer that cannot pay lands only where leaders take it, and then nothing is executed, charged or changed', async () => {
  const chain = openChain()
  const poor = keypairFromText('poor payer')
  const send = (lamports: bigint, skipPreflight: boolean) =>
    chain.send(
      sign(chain, [transferLamports({ from: poor.address, to: BOB.address, lamports })], { payer: poor }).wire,
      { skipPreflight },
    )
  assert.equal(send(1n, true).ok, false)
  chain.takeUnpaid(true)
  assert.equal(send(1n, false).ok, false, 'not past a preflight')
  for (const [balance, err] of [
    [0n, 'AccountNotFound'],
    [4_999n, 'InsufficientFundsForFee'],
  ] as const) {
    if (balance > 0n) fund(chain, poor.address, balance)
    const sent = send(balance + 2n, true)
    assert(
      sent.ok,
      JSON.stringify(sent, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
    const { transaction } = sent
    assert.deepEqual([transaction.err, transaction.isNoOp, transaction.feeLamports], [err, true, 0n])
    assert.deepEqual(transaction.preBalances, transaction.postBalances)
    assert.equal(chain.account(poor.address)?.lamports ?? 0n, balance)
    assert.equal(send(balance + 2n, true).ok, false, 'it counts as processed')
  }
})

test('the record of one that was never executed has an error, no fee, no log and no inner instructions', async () => {
  const { chain } = sandbox
  const poor = keypairFromText('poor and shown')
  await command('/unpaid', { takes: true })
  const { wire, signature } = sign(chain, [transferLamports({ from: poor.address, to: BOB.address, lamports: 1n })], {
    payer: poor,
  })
  const sent = await sandbox.result('sendTransaction', [
    Buffer.from(wire).toString('base64'),
    { encoding: 'base64', skipPreflight: true },
  ])
  assert.equal(sent, signature)
  const { slot } = chain.transaction(signature)!
  chain.advanceSlot()
  const { meta } = await sandbox.result('getTransaction', [signature, { maxSupportedTransactionVersion: 1 }])
  assert.deepEqual([meta.err, meta.fee, meta.logMessages, meta.innerInstructions], ['AccountNotFound', 0, null, null])
  assert(meta.computeUnitsConsumed > 0, 'what it asked for counts')
  const { value } = await sandbox.result('getSignatureStatuses', [[signature]])
  assert.deepEqual(value[0].err, 'AccountNotFound')
  const { blocks } = (await command('/ledger', { from: slot })).body
  const shown = blocks.flatMap((block: Any) => block.transactions).find((one: Any) => one.signature === signature)
  assert.deepEqual(shown, {
    signature,
    outcome: 'not_executed',
    err: 'AccountNotFound',
    feeLamports: '0',
    lamports: [],
    tokens: [],
  })
})
