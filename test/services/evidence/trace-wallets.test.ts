import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { traceWallets } from '../../../src/services/evidence/trace-wallets.ts'
import { createTransactionLog } from '../../../src/services/evidence/transaction-log.ts'
import { createLedger, key } from '../../chain/solana/fake-ledger.ts'

const { signal } = new AbortController()
const BINANCE = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'
const [WALLET, FUNDER, ROOT] = ['wallet', 'funder', 'root'].map(key) as [string, string, string]
type Send = { readonly from: string; readonly to: string; readonly sol: number }

function ledgerOf(sends: readonly Send[]) {
  const ledger = createLedger(sends.map((send, i) => ({ slot: 10 + i, acts: [{ do: 'send' as const, ...send }] })))
  const rpc: SolanaRpc = {
    ...ledger.rpc,
    signaturesOfMany: (addresses, options) =>
      Promise.all(addresses.map((address) => ledger.rpc.signaturesOf(address, options))),
  }
  return { ...ledger, rpc }
}

async function trace(sends: readonly Send[], wallets: readonly string[] = [WALLET]) {
  const ledger = ledgerOf(sends)
  const log = createTransactionLog(ledger.rpc, key('mint'))
  const { traces, gap } = await traceWallets(ledger.rpc, log, wallets, signal)
  return { ...ledger, log, traces, gap }
}

test('first money is followed from payer to payer; the payments are kept, and what the wallet paid out first', async () => {
  const { traces, log, signature, gap } = await trace([
    { from: ROOT, to: FUNDER, sol: 5 },
    { from: FUNDER, to: WALLET, sol: 2 },
    { from: WALLET, to: key('shop'), sol: 1 },
  ])
  assert.equal(gap, null)
  assert.deepEqual(traces.get(WALLET)?.funding, {
    from: FUNDER,
    lamports: '2000000000',
    timeSec: 11,
    slot: 11,
    signature: signature(1),
  })
  assert.equal(traces.get(FUNDER)?.funding?.from, ROOT)
  assert.deepEqual(
    log.kept().map((transaction) => transaction.signature),
    [signature(0), signature(1), signature(2)],
  )
})

test('dust of a stranger is not first money', async () => {
  const { traces } = await trace([
    { from: key('duster'), to: WALLET, sol: 0.001 },
    { from: key('duster'), to: WALLET, sol: 0.002 },
    { from: FUNDER, to: WALLET, sol: 2 },
  ])
  assert.equal(traces.get(WALLET)?.funding?.from, FUNDER)
  assert.equal(traces.get(WALLET)?.firstSeenSlot, 10)
})

test('a wallet that had money before anything its node remembers has no first money', async () => {
  const { rpc, signature } = ledgerOf([
    { from: ROOT, to: WALLET, sol: 1 },
    { from: FUNDER, to: WALLET, sol: 2 },
  ])
  const forgetful: SolanaRpc = {
    ...rpc,
    signaturesOfMany: async (addresses, options) =>
      (await rpc.signaturesOfMany(addresses, options)).map((page) =>
        page.ok ? { ...page, value: page.value.filter((row) => row.signature !== signature(0)) } : page,
      ),
  }
  const { traces } = await traceWallets(forgetful, createTransactionLog(forgetful, key('mint')), [WALLET], signal)
  assert.deepEqual([traces.get(WALLET)?.funding, traces.get(WALLET)?.firstSeenSlot], [null, 11])
})

test('nothing is followed through an exchange, and no further than the hops', async () => {
  const hops = Array.from({ length: LIMITS.evidenceFundingHops + 3 }, (_, i) => key(`hop number ${i}`))
  const { traces } = await trace(
    [
      { from: key('somebody'), to: BINANCE, sol: 9 },
      { from: BINANCE, to: key('other'), sol: 2 },
      ...hops.slice(1).map((to, i) => ({ from: hops[i]!, to, sol: 2 })),
      { from: hops.at(-1)!, to: WALLET, sol: 2 },
    ],
    [WALLET, key('other')],
  )
  assert.equal(traces.get(key('other'))?.funding?.from, BINANCE)
  assert.equal(traces.has(BINANCE), false)
  const followed = hops.filter((hop) => traces.has(hop))
  assert.deepEqual(followed, hops.slice(-LIMITS.evidenceFundingHops))
})

test('a wallet with more than a page of transactions is busy: its beginning is not searched', async () => {
  const sends = [{ from: FUNDER, to: WALLET, sol: 5 }]
  for (let i = 0; i < 1_000; i++) sends.push({ from: WALLET, to: key('shop'), sol: 0.001 })
  const { traces, log } = await trace(sends)
  const found = traces.get(WALLET)
  assert.deepEqual([found?.history?.isBusy, found?.funding, found?.firstSeenSec], [true, null, null])
  assert.equal(found?.history?.rows.length, 1_000)
  assert.deepEqual(log.kept(), [])
  assert.equal(traces.has(FUNDER), false)
})

test('a wallet the node fails on is said to be partly read, the others are whole', async () => {
  const ledger = ledgerOf([
    { from: ROOT, to: FUNDER, sol: 5 },
    { from: FUNDER, to: WALLET, sol: 2 },
  ])
  ledger.failing.add(FUNDER)
  const log = createTransactionLog(ledger.rpc, key('mint'))
  const { traces, gap } = await traceWallets(ledger.rpc, log, [WALLET], signal)
  assert.equal(traces.get(WALLET)?.funding?.from, FUNDER)
  assert.deepEqual([traces.get(FUNDER)?.partial, traces.get(FUNDER)?.funding], [true, null])
  assert.match(gap!, /^1 read of wallets failed$/)
})

/** Signatures whose transactions were read. */
async function readOf(sends: readonly Send[], wallets: readonly string[]) {
  const ledger = ledgerOf(sends)
  const read = new Set<string>()
  const rpc: SolanaRpc = {
    ...ledger.rpc,
    async transactions(signatures, options) {
      for (const one of signatures) read.add(one)
      return ledger.rpc.transactions(signatures, options)
    },
  }
  const log = createTransactionLog(rpc, key('mint'))
  const { traces } = await traceWallets(rpc, log, wallets, signal)
  return { traces, wasRead: (at: number): boolean => read.has(ledger.signature(at)) }
}

test('of a payer first transactions are read until one shows its first money, and no further', async () => {
  const shown = await readOf(
    [
      { from: ROOT, to: FUNDER, sol: 5 },
      { from: FUNDER, to: WALLET, sol: 2 },
      { from: FUNDER, to: key('shop'), sol: 1 },
    ],
    [WALLET],
  )
  assert.equal(shown.traces.get(FUNDER)?.funding?.from, ROOT)
  assert.deepEqual([0, 1, 2].map(shown.wasRead), [true, true, false])
  const dusted = await readOf(
    [
      { from: key('duster'), to: FUNDER, sol: 0.001 },
      { from: ROOT, to: FUNDER, sol: 5 },
      { from: FUNDER, to: WALLET, sol: 2 },
    ],
    [WALLET],
  )
  assert.equal(dusted.traces.get(FUNDER)?.funding?.from, ROOT)
  assert.equal(dusted.traces.get(FUNDER)?.partial, false)
})

test('of wallets beyond the close ones the first money is read, and not what they did with it', async () => {
  const wallets = Array.from({ length: LIMITS.evidenceCloseWallets + 1 }, (_, i) => key(`buyer number ${i}`))
  const sends = wallets.flatMap((to) => [
    { from: BINANCE, to, sol: 2 },
    { from: to, to: key('shop'), sol: 1 },
  ])
  const { traces, wasRead } = await readOf(sends, wallets)
  const last = 2 * LIMITS.evidenceCloseWallets
  assert.deepEqual([last - 2, last - 1, last, last + 1].map(wasRead), [true, true, true, false])
  assert.equal(traces.get(wallets.at(-1)!)?.funding?.from, BINANCE)
  assert.equal(traces.get(wallets.at(-1)!)?.partial, false)
})

test('principle 14: of a wallet that began long before the launch only the first money is read', async () => {
  const ledger = ledgerOf([
    { from: FUNDER, to: WALLET, sol: 2 },
    { from: WALLET, to: key('shop'), sol: 1 },
  ])
  for (const [launchSec, kept] of [
    [11 + LIMITS.evidenceLongBeforeSecs, 1],
    [10 + LIMITS.evidenceLongBeforeSecs, 2],
    [null, 2],
  ] as const) {
    const log = createTransactionLog(ledger.rpc, key('mint'))
    const { traces } = await traceWallets(ledger.rpc, log, [WALLET], signal, launchSec)
    assert.equal(traces.get(WALLET)?.funding?.from, FUNDER)
    assert.equal(log.kept().length, kept, `launched at ${launchSec}`)
  }
})

test('principle 14: of buyers with small parts who lived long before the launch no transaction is read', async () => {
  const wallets = Array.from({ length: LIMITS.evidenceCloseWallets + 1 }, (_, i) => key(`holder number ${i}`))
  const ledger = ledgerOf(wallets.map((to) => ({ from: BINANCE, to, sol: 2 })))
  const log = createTransactionLog(ledger.rpc, key('mint'))
  const { traces } = await traceWallets(ledger.rpc, log, wallets, signal, 200 + LIMITS.evidenceLongBeforeSecs)
  const funders = [wallets[0]!, wallets.at(-1)!].map((one) => traces.get(one)?.funding?.from ?? null)
  assert.deepEqual(funders, [BINANCE, null])
  assert.notEqual(traces.get(wallets.at(-1)!)?.firstSeenSec, null)
})

test('principle 14: of one who did much else on many days before the launch no transaction is read, of a sleeper one is', async () => {
  const readFor = async (shopping: number) => {
    const daysApart = [...Array.from({ length: shopping }, (_, i) => i), 40]
    const sends = [
      { from: FUNDER, to: WALLET, sol: 5 },
      ...daysApart.map(() => ({ from: WALLET, to: key('shop'), sol: 0.01 })),
    ]
    const ledger = createLedger(
      sends.map((send, i) => ({
        slot: 10 + i,
        timeSec: i === 0 ? 0 : daysApart[i - 1]! * 86_400 + 60,
        acts: [{ do: 'send' as const, ...send }],
      })),
    )
    const rpc: SolanaRpc = {
      ...ledger.rpc,
      signaturesOfMany: (addresses, options) =>
        Promise.all(addresses.map((address) => ledger.rpc.signaturesOf(address, options))),
    }
    const log = createTransactionLog(rpc, key('mint'))
    const { traces } = await traceWallets(rpc, log, [WALLET], signal, 39 * 86_400)
    return [traces.get(WALLET)!.funding?.from ?? null, log.get(ledger.signature(0)) !== undefined]
  }
  assert.deepEqual(await readFor(20), [null, false])
  assert.deepEqual(await readFor(3), [FUNDER, true])
})
