import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import { fundingOf, isIndividualFunder, solTransfers, traceFunding } from '../../../src/chain/solana/first-funding.ts'
import { createLedger, key } from './fake-ledger.ts'

const [ANN, BEN, PURSE] = [key('ann'), key('ben'), key('purse')]
const BINANCE = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'
type Entries = Parameters<typeof createLedger>[0]

async function transactionOf(entries: Entries, n: number) {
  const ledger = createLedger(entries)
  const [answer] = await ledger.rpc.transactions([ledger.signature(n)])
  const decoded = decodeTransaction(answer!.ok ? answer!.value : null)
  assert(decoded.ok)
  return decoded.value
}
const send = (slot: number, from: string, to: string, sol: number) =>
  ({ slot, acts: [{ do: 'send', from, to, sol }] }) as const

test('the first money of a wallet names its funder, amount and time', async () => {
  const transaction = await transactionOf([send(7, PURSE, ANN, 2)], 0)
  assert.deepEqual(solTransfers(transaction), [{ from: PURSE, to: ANN, lamports: 2_000_000_000n }])
  assert.deepEqual(fundingOf(transaction, ANN), {
    from: PURSE,
    lamports: 2_000_000_000n,
    atSec: 7,
    signature: transaction.signature,
  })
})
test('money to a wallet that already had some is no first funding', async () => {
  assert.equal(fundingOf(await transactionOf([send(7, PURSE, ANN, 2), send(8, BEN, ANN, 1)], 1), ANN), null)
})
test('of several payers in one transaction the largest counts', async () => {
  const both = {
    slot: 3,
    acts: [
      { do: 'send', from: BEN, to: ANN, sol: 0.1 },
      { do: 'send', from: PURSE, to: ANN, sol: 2 },
    ],
  } as const
  assert.equal(fundingOf(await transactionOf([both], 0), ANN)?.from, PURSE)
})
test('a wallet that is not in the transaction was not funded by it', async () => {
  assert.equal(fundingOf(await transactionOf([send(7, PURSE, ANN, 2)], 0), key('stranger')), null)
})
test('tracing goes to the oldest successful transaction', async () => {
  const { rpc } = createLedger([
    { ...send(1, BEN, ANN, 1), failed: true },
    send(2, PURSE, ANN, 2),
    send(3, BEN, ANN, 9),
  ])
  const trace = (await traceFunding(rpc, [ANN])).get(ANN)
  assert.deepEqual([trace?.funding?.from, trace?.firstSeenSec, trace?.isBusy], [PURSE, 2, false])
})
test('a wallet with a full page of history is busy and no one’s funder', async () => {
  const { rpc } = createLedger(Array.from({ length: 1_000 }, (_, i) => send(i, PURSE, key(`w${i % 3}`), 0.1)))
  const trace = (await traceFunding(rpc, [PURSE])).get(PURSE)
  assert.equal(trace?.isBusy, true)
  assert.equal(isIndividualFunder(PURSE, trace), false)
  assert.equal(isIndividualFunder(PURSE, undefined), true)
  assert.equal(isIndividualFunder(BINANCE, undefined), false)
})
test('a wallet the node fails on is left out, one without history has no funding', async () => {
  const ledger = createLedger([send(1, PURSE, ANN, 1)])
  ledger.failing.add(ANN)
  const traces = await traceFunding(ledger.rpc, [ANN, BEN])
  assert.deepEqual([traces.has(ANN), traces.get(BEN)?.funding], [false, null])
})
