import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { readKeys, sharedKeys } from '../../../src/services/evidence/read-keys.ts'
import { createLedger, key } from '../../chain/solana/fake-ledger.ts'
import { token, wallet } from '../../support/map-evidence.ts'

/** Keys that several share, and how much each is used: a page, and no transaction. */

/** A point of the curve; a program's address is none. */
const KEY = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const VAULT = findProgramAddress([Buffer.from('vault')], TOKEN_PROGRAM).address
const OWNERS = ['a', 'b', 'c'].map(wallet)
const { signal } = new AbortController()
const nobody = (): boolean => false
const powersOf = (by: string, owners: readonly string[] = OWNERS) =>
  owners.map((owner) => ({ owner, kind: 'delegate' as const, by, amountRaw: '1' }))

test('principle 2: a key that three or more share is looked at, whether it may act, acted, or took fees', async () => {
  const made = token()
  for (const [i, owner] of OWNERS.entries()) {
    made.act({ slot: 30_000_000 + i, tokenMoves: [{ from: owner, to: key('purse'), amountRaw: '1', authority: KEY }] })
    made.buy('abc'[i]!, 30_000_010 + i, { solMoves: [{ from: owner, to: KEY, lamports: '20000' }] })
  }
  for (const [transactions, powers] of [
    [[], powersOf(KEY)],
    [made.evidence().transactions.filter(({ tokenMoves }) => tokenMoves.length > 0), []],
    [made.evidence().transactions.filter(({ solMoves }) => solMoves.length > 0), []],
  ] as const)
    assert.deepEqual(await sharedKeys(transactions, powers, nobody), [KEY])
  assert.deepEqual(await sharedKeys([], powersOf(KEY, OWNERS.slice(0, 2)), nobody), [], 'a pair')
  assert.deepEqual(await sharedKeys([], powersOf(VAULT), nobody), [], 'a program')
  assert.deepEqual(await sharedKeys([], powersOf(KEY), (one) => one === KEY), [], 'one whose life is known already')
})

test('principle 14: of a key one page of signatures is read, and no transaction', async () => {
  const ledger = createLedger(
    Array.from({ length: 7 }, (_, i) => ({
      slot: 10 + i,
      acts: [{ do: 'send' as const, from: KEY, to: key(`o${i}`), sol: 1 }],
    })),
  )
  let pages = 0
  const rpc: SolanaRpc = {
    ...ledger.rpc,
    signaturesOfMany: (addresses, options) => {
      pages += addresses.length
      return Promise.all(addresses.map((address) => ledger.rpc.signaturesOf(address, options)))
    },
    transactions: () => assert.fail('no transaction'),
  }
  const { traces, gap } = await readKeys(rpc, [KEY], signal)
  assert.deepEqual([pages, gap, traces.get(KEY)?.history?.rows.length], [1, null, 7])
})
