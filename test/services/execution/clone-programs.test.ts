import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { BPF_LOADER_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { CACHES, SAID_ONCE_TTL_MS } from '../../../src/config/cache-ttls.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { cloneAccounts, clonePrograms } from '../../../src/services/execution/clone-accounts.ts'
import type { ExpiringTable } from '../../../src/store/expiring-table.ts'
import { createMemo } from '../../../src/store/memo.ts'
import { createMemoTally } from '../../../src/store/memo-tally.ts'
import { accountNode, type NodeAccount } from '../../support/account-node.ts'
import { fakeContext } from '../../support/fake-context.ts'

const PROGRAM = keypairFromText('a program').address
const codeOf = (fill: number): Buffer => Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(100, fill)])
const NO_DISK: ExpiringTable = {
  get: () => undefined,
  put: () => undefined,
  sweep: () => undefined,
  clear: async () => undefined,
  idle: async () => undefined,
  end: async () => undefined,
}

test('code that a node said once is soon read again: a false program judges trades for seconds, not minutes', async () => {
  const accounts = new Map<string, NodeAccount>()
  const { rpc, asked } = accountNode(accounts)
  const made = fakeContext()
  const memo = createMemo({
    clock: made.clock,
    disk: NO_DISK,
    worldTag: () => 'w',
    tally: createMemoTally(createMetrics()),
  })
  const { ctx } = fakeContext({ parts: { clock: made.clock }, store: { memo: memo.memo } })
  const shaIn = async (code: Buffer): Promise<string> => {
    accounts.set(PROGRAM, { owner: BPF_LOADER_PROGRAM, data: code, executable: true })
    const clone = await cloneAccounts(rpc, [PROGRAM])
    assert(clone.ok)
    const cloned = await clonePrograms(ctx, rpc, clone.value)
    assert(cloned.ok)
    return cloned.value.programs[0]!.sha256
  }
  const reads = () => asked.filter((one) => one.length === 1).length
  const sha = (code: Buffer): string => createHash('sha256').update(code).digest('hex')
  const [lie, truth] = [codeOf(1), codeOf(2)]
  assert.equal(await shaIn(lie), sha(lie))
  await made.clock.advance(SAID_ONCE_TTL_MS)
  assert.equal(await shaIn(truth), sha(truth), 'the lie is over')
  await made.clock.advance(SAID_ONCE_TTL_MS)
  assert.equal(await shaIn(truth), sha(truth))
  // Said twice: kept as long as its cache says.
  const before = reads()
  for (let passedMs = 0; passedMs < CACHES.programCode.ttlMs - 60_000; passedMs += 60_000) {
    await made.clock.advance(60_000)
    assert.equal(await shaIn(truth), sha(truth))
  }
  assert.equal(reads(), before)
})
