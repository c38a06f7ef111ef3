import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { NEWEST_PAGE_TTL_MS, TOKEN_READS_TTL_MS } from '../../../src/config/cache-ttls.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { createTokenReads } from '../../../src/services/pools/token-reads.ts'
import { fakeClock } from '../../support/fake-clock.ts'

/** `text`: what a transaction is made of. */
function noting(text = '') {
  const asked: string[] = []
  const node = {
    async signaturesOf(address: string) {
      asked.push(address)
      return ok([])
    },
    async transactions(signatures: readonly string[]) {
      asked.push(...signatures)
      return signatures.map((one) => ok({ one, text }))
    },
  } as unknown as SolanaRpc
  return { node, asked }
}

test('what one question about a token has read the next about it reads no more; another token knows nothing of it', async (t) => {
  const clock = fakeClock()
  const reads = createTokenReads({ clock })
  t.after(() => reads.close())
  const { node, asked } = noting()
  const ask = async (mint: string, pageMs?: number): Promise<void> => {
    const { rpc } = reads.open(node, mint, pageMs)
    await rpc.transactions(['t'])
    await rpc.signaturesOf('w')
  }
  await ask('A')
  await ask('A')
  assert.deepEqual(asked, ['t', 'w'])
  await ask('B')
  assert.deepEqual(asked, ['t', 'w', 't', 'w'])
  clock.advance(NEWEST_PAGE_TTL_MS + 1)
  await ask('A', TOKEN_READS_TTL_MS)
  assert.equal(asked.length, 4)
  // The newest signatures are asked for again, what never changes is not.
  await ask('A')
  assert.deepEqual(asked.slice(4), ['w'])
})

test('no more tokens are kept than the limit says, those asked about last', async (t) => {
  const reads = createTokenReads({ clock: fakeClock() })
  t.after(() => reads.close())
  const { node, asked } = noting()
  for (let i = 0; i <= LIMITS.tokenReads; i++) await reads.open(node, `mint ${i}`).rpc.transactions(['t'])
  await reads.open(node, `mint ${LIMITS.tokenReads}`).rpc.transactions(['t'])
  assert.equal(asked.length, LIMITS.tokenReads + 1)
  await reads.open(node, 'mint 0').rpc.transactions(['t'])
  assert.equal(asked.length, LIMITS.tokenReads + 2)
})

test('a token is forgotten after its time, however often it is asked about', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const reads = createTokenReads({ clock: fakeClock() })
  t.after(() => reads.close())
  const { node, asked } = noting()
  const ask = () => reads.open(node, 'A').rpc.transactions(['t'])
  await ask()
  t.mock.timers.tick(TOKEN_READS_TTL_MS - 1)
  await ask()
  assert.equal(asked.length, 1)
  t.mock.timers.tick(1)
  await ask()
  assert.equal(asked.length, 2)
})

test('tokens together take no more memory than the limit says: those asked about longest ago are forgotten', async (t) => {
  const reads = createTokenReads({ clock: fakeClock() })
  t.after(() => reads.close())
  const { node, asked } = noting('x'.repeat(LIMITS.tokenReadBytes / 3))
  for (const mint of ['A', 'B', 'C']) await reads.open(node, mint).rpc.transactions(['t'])
  for (const mint of ['C', 'B']) await reads.open(node, mint).rpc.transactions(['t'])
  assert.equal(asked.length, 3)
  await reads.open(node, 'A').rpc.transactions(['t'])
  assert.equal(asked.length, 4)
  // More than all of the room: the question has its answer, and nothing is kept.
  const { rpc } = reads.open(node, 'D')
  const answers = await rpc.transactions(['1', '2', '3'])
  assert(answers.every(({ ok }) => ok))
  await reads.open(node, 'D').rpc.transactions(['1'])
  assert.equal(asked.length, 8)
})
