import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { readMutualPayments } from '../../../src/services/evidence/read-mutual-payments.ts'
import { traceWallets } from '../../../src/services/evidence/trace-wallets.ts'
import { createTransactionLog } from '../../../src/services/evidence/transaction-log.ts'
import { createLedger, key } from '../../chain/solana/fake-ledger.ts'

const { signal } = new AbortController()
const WALLETS = ['alice', 'bob'].map(key) as [string, string]
type Send = { readonly from: string; readonly to: string; readonly sol: number }

/** Two wallets with lives of their own, longer than what is read of them anyway, and then `sends`. */
async function read(sends: readonly Send[], wallets: readonly string[] = WALLETS) {
  const lives = Array.from({ length: 8 }, (_, i): Send => ({ from: WALLETS[i % 2]!, to: key(`shop ${i}`), sol: 0.1 }))
  const ledger = createLedger(
    [...lives, ...sends].map((send, i) => ({ slot: 10 + i, acts: [{ do: 'send' as const, ...send }] })),
  )
  let reads = 0
  const rpc: SolanaRpc = {
    ...ledger.rpc,
    signaturesOfMany: (addresses, options) =>
      Promise.all(addresses.map((address) => ledger.rpc.signaturesOf(address, options))),
    transactions: (signatures, options) => {
      reads += signatures.length
      return ledger.rpc.transactions(signatures, options)
    },
  }
  const log = createTransactionLog(rpc, key('mint'))
  const { traces } = await traceWallets(rpc, log, wallets, signal)
  const before = { reads, kept: log.kept().length }
  const gap = await readMutualPayments(log, wallets, traces, signal)
  return { gap, reads: reads - before.reads, kept: log.kept().slice(before.kept) }
}

test('a late payment between two of the wallets is found in both histories; nothing else is read for it', async () => {
  const { gap, reads, kept } = await read([
    { from: WALLETS[0], to: key('another shop'), sol: 1 },
    { from: WALLETS[1], to: WALLETS[0], sol: 0.01 },
  ])
  assert.equal(gap, null)
  assert.equal(reads, 1)
  assert.deepEqual(
    kept.map(({ solMoves }) => solMoves),
    [[{ from: WALLETS[1], to: WALLETS[0], lamports: '10000000' }]],
  )
})

test('principle 14: of the same wallets only the newest few are read', async () => {
  const sends = Array.from(
    { length: 9 },
    (_, i): Send => ({ from: WALLETS[i % 2]!, to: WALLETS[(i + 1) % 2]!, sol: 0.01 }),
  )
  const { reads, kept } = await read(sends)
  assert.equal(reads, LIMITS.evidenceMutualOfGroup)
  assert.equal(kept.at(-1)!.slot, 10 + 8 + sends.length - 1)
})

test('no more of them are read than the limit says, the newest first', async () => {
  const wallets = Array.from({ length: 15 }, (_, i) => key(`wallet number ${i}`))
  const pairs = wallets.flatMap((from, i) => wallets.slice(i + 1).map((to): Send => ({ from, to, sol: 0.01 })))
  assert(pairs.length > LIMITS.evidenceMutualTransactions)
  // Their first transactions are read anyway.
  const lives = wallets.flatMap((wallet) =>
    Array.from({ length: 8 }, (_, i): Send => ({ from: wallet, to: key(`shop ${i}`), sol: 0.01 })),
  )
  const { reads, kept } = await read([...lives, ...pairs], wallets)
  assert.equal(reads, LIMITS.evidenceMutualTransactions)
  assert.equal(kept.at(-1)!.slot, 10 + 8 + lives.length + pairs.length - 1)
})
