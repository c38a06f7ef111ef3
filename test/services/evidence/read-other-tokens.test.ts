import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { readOtherTokens } from '../../../src/services/evidence/read-other-tokens.ts'
import { LAUNCH_SLOT, token, wallet } from '../../support/map-evidence.ts'

const { signal } = new AbortController()
const NAMES = ['a', 'b', 'c'].map(wallet)

/** Each of `names` trades `mint` on each of the sides, in order. */
function traded(
  made: ReturnType<typeof token>,
  mint: string,
  names: readonly string[],
  sides: readonly ('buy' | 'sell')[],
) {
  for (const side of sides)
    for (const name of names)
      made.act({
        slot: LAUNCH_SLOT - 500,
        otherTrades: [
          { wallet: name, side, mint: wallet(mint), pool: wallet(`${mint} pool`), baseRaw: '1', lamports: '1' },
        ],
      })
}

/** A node whose addresses have so many signatures, one of which failed. */
function nodeWith(count: number) {
  const asked: string[] = []
  const rpc = {
    async signaturesOf(address: string, { limit = 1_000 }: { limit?: number } = {}) {
      asked.push(address)
      const rows = Array.from({ length: count }, (_, i) => ({ signature: `${i}`, slot: i, err: i === 0 ? {} : null }))
      return ok(rows.slice(0, limit))
    },
  } as unknown as SolanaRpc
  return { rpc, asked }
}

test('tokens that three wallets bought and sold again are counted, with one call each', async () => {
  const made = token()
  traded(made, 'round', NAMES, ['buy', 'sell'])
  traded(made, 'kept', NAMES, ['buy'])
  traded(made, 'of two', NAMES.slice(1), ['buy', 'sell'])
  traded(made, 'of strangers', ['x', 'y', 'z'].map(wallet), ['buy', 'sell'])
  const { rpc, asked } = nodeWith(31)
  const { tokens, gap } = await readOtherTokens(rpc, made.evidence().transactions, new Set(NAMES), signal)
  assert.equal(gap, null)
  assert.deepEqual(tokens, [{ mint: wallet('round'), pool: wallet('round pool'), signatureCount: 30, isWhole: true }])
  assert.deepEqual(asked, [wallet('round pool')])
})

test('a token with more transactions than are counted is marked as not whole, and tokens are limited', async () => {
  const made = token()
  for (let i = 0; i < LIMITS.evidenceOtherTokens + 3; i++) traded(made, `coin${i}`, NAMES, ['buy', 'sell'])
  const { rpc, asked } = nodeWith(LIMITS.evidenceOtherTokenSignatures + 50)
  const { tokens } = await readOtherTokens(rpc, made.evidence().transactions, new Set(NAMES), signal)
  assert.equal(asked.length, LIMITS.evidenceOtherTokens)
  assert.equal(tokens.length, LIMITS.evidenceOtherTokens)
  assert(tokens.every(({ isWhole }) => !isWhole))
  assert.deepEqual(
    tokens,
    [...tokens].sort((a, b) => (a.mint < b.mint ? -1 : 1)),
  )
})

test('a node that fails leaves the token out and says so', async () => {
  const made = token()
  traded(made, 'round', NAMES, ['buy', 'sell'])
  const rpc = { signaturesOf: async () => fail('upstream_failed', 'down') } as unknown as SolanaRpc
  const { tokens, gap } = await readOtherTokens(rpc, made.evidence().transactions, new Set(NAMES), signal)
  assert.deepEqual(tokens, [])
  assert.equal(gap, '1 other token was not read')
})
