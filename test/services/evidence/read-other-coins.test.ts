import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { readOtherCoins } from '../../../src/services/evidence/read-other-coins.ts'
import { coin, LAUNCH_SLOT, wallet } from '../../support/map-evidence.ts'

const { signal } = new AbortController()
const NAMES = ['a', 'b', 'c'].map(wallet)

/** Each of `names` trades `mint` on each of the sides, in order. */
function traded(
  made: ReturnType<typeof coin>,
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

test('coins that three wallets bought and sold again are counted, with one call each', async () => {
  const made = coin()
  traded(made, 'round', NAMES, ['buy', 'sell'])
  traded(made, 'kept', NAMES, ['buy'])
  traded(made, 'of two', NAMES.slice(1), ['buy', 'sell'])
  traded(made, 'of strangers', ['x', 'y', 'z'].map(wallet), ['buy', 'sell'])
  const { rpc, asked } = nodeWith(31)
  const { coins, gap } = await readOtherCoins(rpc, made.evidence().transactions, new Set(NAMES), signal)
  assert.equal(gap, null)
  assert.deepEqual(coins, [{ mint: wallet('round'), pool: wallet('round pool'), signatureCount: 30, isWhole: true }])
  assert.deepEqual(asked, [wallet('round pool')])
})

test('a coin with more transactions than are counted is told not to be whole, and coins are limited', async () => {
  const made = coin()
  for (let i = 0; i < LIMITS.evidenceOtherCoins + 3; i++) traded(made, `coin${i}`, NAMES, ['buy', 'sell'])
  const { rpc, asked } = nodeWith(LIMITS.evidenceOtherCoinSignatures + 50)
  const { coins } = await readOtherCoins(rpc, made.evidence().transactions, new Set(NAMES), signal)
  assert.equal(asked.length, LIMITS.evidenceOtherCoins)
  assert.equal(coins.length, LIMITS.evidenceOtherCoins)
  assert(coins.every(({ isWhole }) => !isWhole))
  assert.deepEqual(
    coins,
    [...coins].sort((a, b) => (a.mint < b.mint ? -1 : 1)),
  )
})

test('a node that fails leaves the coin out and says so', async () => {
  const made = coin()
  traded(made, 'round', NAMES, ['buy', 'sell'])
  const rpc = { signaturesOf: async () => fail('upstream_failed', 'down') } as unknown as SolanaRpc
  const { coins, gap } = await readOtherCoins(rpc, made.evidence().transactions, new Set(NAMES), signal)
  assert.deepEqual(coins, [])
  assert.equal(gap, '1 other coins were not read')
})
