import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import type { ChainTransaction } from '../../../src/chain/solana/transaction.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { readExchangeDeposits } from '../../../src/services/evidence/read-exchange-deposits.ts'
import { createTransactionLog, type TransactionLog } from '../../../src/services/evidence/transaction-log.ts'
import { createLedger, key } from '../../chain/solana/fake-ledger.ts'
import { LAUNCH_SEC, LAUNCH_SLOT, token, wallet } from '../../support/map-evidence.ts'

const { signal } = new AbortController()
const BINANCE = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'

test('what came in before several withdrawals of one exchange takes one page of its history', async () => {
  const wallets = Array.from({ length: 5 }, (_, i) => key(`wallet ${i}`))
  const sends = wallets.flatMap((to, i) => [
    { from: key(`depositor ${i}`), to: BINANCE, sol: 2 + i },
    { from: key('anybody'), to: BINANCE, sol: 50 },
    { from: BINANCE, to, sol: 2 + i },
  ])
  const ledger = createLedger(sends.map((send, i) => ({ slot: 10 + 60 * i, acts: [{ do: 'send' as const, ...send }] })))
  const pages: { readonly limit: number | undefined; readonly before: string | undefined }[] = []
  const rpc: SolanaRpc = {
    ...ledger.rpc,
    async signaturesOf(address, options) {
      pages.push({ limit: options?.limit, before: options?.before })
      return ledger.rpc.signaturesOf(address, options)
    },
  }
  const log = createTransactionLog(rpc, key('mint'))
  const payments = sends.flatMap(({ from }, i) => (from === BINANCE ? [ledger.signature(i)] : []))
  await log.read(payments, signal)
  for (const signature of payments) log.keep(signature)
  const { depositors, gap } = await readExchangeDeposits(rpc, log, new Set(wallets), signal)
  assert.equal(gap, null)
  assert.deepEqual(depositors, wallets.map((_, i) => key(`depositor ${i}`)).sort())
  assert.deepEqual(pages, [{ limit: undefined, before: payments.at(-1) }])
  assert(LIMITS.evidenceDepositRows < 1_000)
})

/** Five wallets that an exchange paid, each of which buys so long after; how many pages of the exchange are read. */
async function pagesFor(secsBetween: number): Promise<number> {
  const made = token()
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const [i, name] of names.entries()) {
    made.fund(BINANCE, name, 2, LAUNCH_SEC - secsBetween - i * 600)
    made.buy(name, LAUNCH_SLOT + 60 + i)
  }
  const kept = made.evidence().transactions
  let pages = 0
  const rpc = {
    signaturesOf: async () => {
      pages++
      return ok([])
    },
  } as unknown as SolanaRpc
  const log: TransactionLog = {
    read: async () => 0,
    get: (signature) => {
      const one = kept.find((transaction) => transaction.signature === signature)
      return one === undefined ? undefined : ({ slot: one.slot, blockTimeSec: one.timeSec } as ChainTransaction)
    },
    look: () => undefined,
    keep: () => undefined,
    place: () => {},
    kept: () => kept,
  }
  await readExchangeDeposits(rpc, log, new Set(names.map(wallet)), signal)
  return pages
}

test('principle 14: money that came days before a purchase was not for it: nothing is searched for it', async () => {
  assert.equal(await pagesFor(3_600), 5)
  assert.equal(await pagesFor(4 * 86_400), 0)
})
