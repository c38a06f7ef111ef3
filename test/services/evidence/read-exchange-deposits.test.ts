import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { readExchangeDeposits } from '../../../src/services/evidence/read-exchange-deposits.ts'
import { createTransactionLog } from '../../../src/services/evidence/transaction-log.ts'
import { createLedger, key } from '../../chain/solana/fake-ledger.ts'

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
