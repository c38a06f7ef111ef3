import assert from 'node:assert/strict'
import { test } from 'node:test'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SignatureRow } from '../../../src/chain/solana/rpc.ts'
import { HOLDER_TRAILS, PAST } from '../../../src/config/past.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { createHolderTrails } from '../../../src/services/market/past/holder-trails.ts'
import type { PastReads, PastTransaction } from '../../../src/services/market/past/past-reads.ts'

const MINT = encodeBase58(new Uint8Array(32).fill(7))
const TRADER = encodeBase58(new Uint8Array(32).fill(9))
const mint = { mint: MINT, tokenProgram: TOKEN_PROGRAM } as const
const BUDGET = 20

/** A token whose transaction number `n` touches the account `a<n>`; the newest has the highest number. */
function token(count: number, { failing = new Set<number>(), accountsOfEach = 1 } = {}) {
  let newest = count
  const read: number[] = []
  const rowOf = (n: number): SignatureRow => ({
    signature: `s${n}`,
    slot: n,
    err: failing.has(n) ? {} : null,
    memo: null,
    blockTime: n,
  })
  const pastReads = {
    async signatures(_: string, { limit, before }: { limit: number; before?: string }) {
      const from = before === undefined ? newest : Number(before.slice(1)) - 1
      return ok(Array.from({ length: Math.max(0, Math.min(limit, from)) }, (_, i) => rowOf(from - i)))
    },
    async transactions(rows: readonly SignatureRow[]) {
      read.push(...rows.map(({ slot }) => slot))
      return rows.map(({ slot }) => {
        const accounts = Array.from({ length: accountsOfEach }, (_, i) => (i === 0 ? `a${slot}` : `a${slot}-${i}`))
        return { tokenAccounts: { [MINT]: accounts } } as unknown as PastTransaction
      })
    },
  } as unknown as PastReads
  const trails = createHolderTrails({
    config: { node: { per10s: 2 * BUDGET } },
    store: { tape: { trades: () => ({ trades: [{ maker: TRADER }], nextBeforeSeq: null }) } },
    parts: { pastReads },
  } as never)
  const accounts = async () => {
    const answer = await trails.accountsOf(mint)
    assert(answer.ok)
    return answer.value
  }
  return {
    accounts,
    read,
    trade(times: number) {
      newest += times
    },
  }
}

test('each question reads on from where the last one ended, and keeps what it found', async () => {
  const { accounts, read, trade } = token(50)
  assert.equal((await accounts()).filter((one) => one.startsWith('a')).length, BUDGET)
  assert.equal((await accounts()).filter((one) => one.startsWith('a')).length, 2 * BUDGET)
  trade(3)
  const found = await accounts()
  // All of it: 53 transactions in 60 reads at most, none twice.
  assert.equal(new Set(found).size, 53 + 1)
  assert.deepEqual(new Set(read).size, read.length)
  assert.equal(read.length, 53)
  await accounts()
  assert.equal(read.length, 53, 'nothing new: nothing is read')
})

test('more new transactions than one answer reads are read from the old end, so that none is passed over', async () => {
  const { accounts, read, trade } = token(5)
  await accounts()
  trade(45)
  for (let i = 0; i < 3; i++) await accounts()
  assert.equal(new Set(read).size, 50)
})

test('a history of more than a page is followed backwards; after a page of news it begins anew', async () => {
  const { accounts, read, trade } = token(PAST.rowsPerPage + 30)
  for (let i = 0; i < (PAST.rowsPerPage + 30) / BUDGET + 1; i++) await accounts()
  assert.equal(new Set(read).size, PAST.rowsPerPage + 30)
  trade(PAST.rowsPerPage + 1)
  const found = await accounts()
  assert(found.includes('a1') && found.includes(`a${2 * PAST.rowsPerPage + 31}`))
})

test('wallets of the tape are looked at by the account they have by convention; failures are the node’s', async () => {
  assert((await token(1).accounts()).includes(associatedTokenAddress(TRADER, MINT, TOKEN_PROGRAM)))
  const { accounts, read } = token(5, { failing: new Set([2, 3]) })
  await accounts()
  assert.deepEqual(read, [5, 4, 1])
  const trails = createHolderTrails({
    config: { node: { per10s: null } },
    store: { tape: { trades: () => ({ trades: [], nextBeforeSeq: null }) } },
    parts: { pastReads: { signatures: async () => fail('upstream_failed', 'down') } },
  } as never)
  const failed = await trails.accountsOf(mint)
  assert.equal(!failed.ok && failed.code, 'upstream_failed')
})

test('what is kept of a token is bounded', async () => {
  const { accounts } = token(BUDGET, { accountsOfEach: HOLDER_TRAILS.accounts / 10 })
  assert.equal((await accounts()).length, HOLDER_TRAILS.accounts + 1)
})
