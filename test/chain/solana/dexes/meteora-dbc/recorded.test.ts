import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import { DBC_PROGRAM } from '../../../../../src/chain/solana/dexes/meteora-dbc/addresses.ts'
import { meteoraDbc } from '../../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { decodeGenericSwaps } from '../../../../../src/chain/solana/venues/generic-swaps.ts'
import { recordedEnhanced } from '../../../../support/recorded-enhanced.ts'
import { recordedSkip } from '../../../../support/recorded-transactions.ts'

/** Transactions of mainnet as an indexer delivered them: without depths of calls, logs and balances. */

const CREATED = new URL(
  '../../../../../../shared/upstreams/recorded/helius/webhook_createTokenRes.json',
  import.meta.url,
)
const COIN = 'GLZPY8BKvz4SskptWRpNZ29UJPmS9BYx1enRHUa9oSDx'

test('a recorded purchase and a sale are trades of their own, with what the wallet moved, and no generic swap', {
  skip: recordedSkip,
}, () => {
  for (const [file, side] of [
    ['webhook_buyDBCWebhookRes.json', 'buy'],
    ['webhook_sellDBCWebhookRes.json', 'sell'],
  ] as const) {
    const transaction = recordedEnhanced(file)
    const [trade, ...others] = meteoraDbc.decodeTrades(transaction)
    assert(trade !== undefined && others.length === 0, file)
    const call = transaction.instructions.find(({ programId }) => programId === DBC_PROGRAM)!
    assert.deepEqual(
      [trade.dex, trade.side, trade.pool, trade.trader, trade.baseMint, trade.quoteMint],
      ['meteora_dbc', side, call.accounts[2], transaction.feePayer, COIN, NATIVE_MINT],
    )
    const gained = (mint: string): bigint =>
      [...transaction.postTokenBalances].reduce((sum, row) => {
        const before = transaction.preTokenBalances.find(({ accountIndex }) => accountIndex === row.accountIndex)
        const isOwn = row.mint === mint && row.owner === trade.trader
        return isOwn ? sum + row.amountRaw - (before?.amountRaw ?? 0n) : sum
      }, 0n)
    assert.equal(side === 'buy' ? gained(COIN) : -gained(COIN), trade.baseAmountRaw, file)
    assert.deepEqual(decodeGenericSwaps(transaction), [], `${file}: counted twice`)
  }
})

test('a recorded launch names the token, its creator and its curve; a migration the pool it moved to', {
  skip: recordedSkip,
}, () => {
  const decoded = decodeTransaction(JSON.parse(readFileSync(CREATED, 'utf8')))
  assert(decoded.ok)
  const created = decoded.value
  const [launch, ...others] = meteoraDbc.decodeLaunches(created)
  assert(launch !== undefined && others.length === 0)
  assert.deepEqual([launch.kind, launch.quoteMint], ['launch', NATIVE_MINT])
  assert(launch.name !== null && launch.symbol !== null && launch.uri?.startsWith('http'))
  const call = created.instructions.find(({ programId }) => programId === DBC_PROGRAM)!
  assert.deepEqual([launch.creator, launch.mint, launch.pool], [call.accounts[2], call.accounts[3], call.accounts[5]])
  const migrated = recordedEnhanced('webhook_migrateTokenRes.json')
  const [graduation] = meteoraDbc.decodeLaunches(migrated)
  assert.equal(graduation?.kind, 'graduation')
})
