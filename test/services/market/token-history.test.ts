import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { ok } from '../../../src/contract/outcome.ts'
import type { PastTransaction } from '../../../src/services/market/past/past-reads.ts'
import { readTokenHistory } from '../../../src/services/market/past/token-history.ts'
import type { PoolTrades } from '../../../src/services/market/pool-trades.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

/** Whether a pool's history is that of the token: markets before it, on curves whose address does not follow from the
 *  mint, must not be passed over. */

const [MINT, POOL] = [strangerAddress(8_001), strangerAddress(8_002)]
const CREATED_SEC = 1_790_000_000
const POOL_TRADES: PoolTrades = {
  baseMint: MINT,
  trades: [{ tMs: (CREATED_SEC + 60) * 1_000, priceUsd: 1, volumeUsd: 1, side: 'buy' }],
  wholeSinceMs: CREATED_SEC * 1_000,
  createdAtMs: CREATED_SEC * 1_000,
  isWhole: true,
  fromLaunch: false,
  unpriced: 0,
  hasPresentPrices: false,
}
const NOTHING: PastTransaction = { trades: [], decimals: {}, created: [], launched: [], tokenAccounts: {} }

type Row = { readonly atSec: number | null; readonly did: PastTransaction | null; readonly isFailed?: true }

async function isWhole(rows: readonly Row[], pool: Partial<PoolTrades> = {}): Promise<boolean> {
  const listed = rows.map(({ atSec, isFailed }, at) => ({
    signature: String(at),
    slot: 1_000 - at,
    err: isFailed ? {} : null,
    memo: null,
    blockTime: atSec,
  }))
  const ctx = {
    config: { node: { per10s: null } },
    store: { memo: async () => ok({ ...POOL_TRADES, ...pool }) },
    parts: {
      pastReads: {
        signatures: async (address: string) => ok(address === MINT ? listed : []),
        transactions: async (asked: readonly { signature: string }[]) =>
          asked.map(({ signature }) => rows[Number(signature)]!.did),
      },
    },
  } as unknown as Context
  const history = await readTokenHistory(ctx, MINT, POOL)
  assert(history.ok)
  return history.value.isWhole
}

const made = { atSec: CREATED_SEC - 500, did: NOTHING }
const traded = { ...NOTHING, trades: [{}] } as unknown as PastTransaction

test('a token that was only made before its pool has its whole history there', async () => {
  assert.equal(await isWhole([made]), true)
  assert.equal(
    await isWhole([{ atSec: CREATED_SEC + 9, did: traded }, made]),
    true,
    'what came later is the pool\u2019s own',
  )
  assert.equal(await isWhole([{ ...made, did: traded, isFailed: true }, made]), true, 'what failed traded nothing')
})

test('a trade or a launch before the pool came to be is a market of which nothing was read', async () => {
  assert.equal(await isWhole([{ ...made, did: traded }]), false)
  assert.equal(await isWhole([{ ...made, did: { ...NOTHING, launched: ['a curve'] } }]), false)
})

test('what the node does not show is not taken for nothing', async () => {
  assert.equal(await isWhole([{ ...made, did: null }]), false)
  assert.equal(await isWhole([{ atSec: null, did: traded }]), false)
  assert.equal(await isWhole([made], { createdAtMs: null }), false)
  assert.equal(await isWhole(Array.from({ length: 26 }, () => made)), false)
  assert.equal(await isWhole(Array.from({ length: 1_000 }, () => ({ ...made, atSec: CREATED_SEC + 5 }))), false)
})

test('a pool that the token was launched in is its whole history', async () => {
  assert.equal(await isWhole([{ ...made, did: traded }], { fromLaunch: true }), true)
})
