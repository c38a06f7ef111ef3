import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { meteoraDammV2 } from '../../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import {
  DBC_EVENT_AUTHORITY,
  DBC_POOL_AUTHORITY,
  DBC_PROGRAM,
} from '../../../../../src/chain/solana/dexes/meteora-dbc/addresses.ts'
import { type DbcBaseFee, decodeDbcConfig } from '../../../../../src/chain/solana/dexes/meteora-dbc/config.ts'
import { meteoraDbc } from '../../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { decodeDbcPool } from '../../../../../src/chain/solana/dexes/meteora-dbc/state.ts'
import { assertVector, readVectors } from '../../../../support/dex-vectors.ts'

type Fields = Readonly<Record<string, string | number>>
const vectors = readVectors<{
  readonly pools: readonly { readonly name: string; readonly bytes: string; readonly fields: Fields }[]
  readonly configs: readonly {
    readonly name: string
    readonly bytes: string
    readonly fields: Fields & {
      readonly fee: Fields
      readonly dynamic: Fields
      readonly vesting: Fields
      readonly curve: readonly Fields[]
    }
  }[]
  readonly poolAuthority: string
  readonly eventAuthority: string
}>('meteora-dbc')
const DEXES = [meteoraDbc, meteora, meteoraDammV2]

for (const vector of vectors.transactions)
  test(`reads what the SDK's IDL encoded: ${vector.name}`, () => assertVector(vector, DEXES))

test('pool accounts of both kinds have the fields that the IDL gives them', () => {
  assert.deepEqual(
    vectors.pools.map(({ name }) => name),
    ['VirtualPool', 'TransferHookPool'],
  )
  for (const { name, bytes, fields } of vectors.pools) {
    const data = Buffer.from(bytes, 'base64')
    const pool = decodeDbcPool(data)
    assert(pool)
    assert.deepEqual(
      {
        config: pool.config,
        creator: pool.creator,
        base_mint: pool.baseMint,
        base_vault: pool.baseVault,
        quote_vault: pool.quoteVault,
        base_reserve: pool.baseReserveRaw.toString(),
        quote_reserve: pool.quoteReserveRaw.toString(),
        sqrt_price: pool.sqrtPriceQ64.toString(),
        activation_point: pool.activationPoint.toString(),
        is_migrated: pool.isMigrated ? 1 : 0,
        volatility: pool.volatility.toString(),
      },
      fields,
    )
    assert.equal(pool.isHooked, name === 'TransferHookPool')
    const view = { address: DBC_PROGRAM, lamports: 1n, owner: DBC_PROGRAM, executable: false, data }
    assert(meteoraDbc.isPoolAccount(view))
    assert(!meteoraDbc.isPoolAccount({ ...view, owner: pool.creator }))
    assert.equal(decodeDbcPool(data.subarray(0, 423)), null)
  }
})

test('configurations of both kinds have the terms that the IDL gives them', () => {
  for (const { bytes, fields } of vectors.configs) {
    const data = Buffer.from(bytes, 'base64')
    const config = decodeDbcConfig(data)
    assert(config)
    const { fee, dynamic, vesting, curve, ...rest } = fields
    assert.deepEqual(
      {
        quote_mint: config.quoteMint,
        collect_fee_mode: config.collectsInQuoteOnly ? 0 : 1,
        activation_type: config.activation === 'slot' ? 0 : 1,
        creator_trading_fee_percentage: Number(config.creatorPercent),
        migration_quote_threshold: config.quoteThresholdRaw.toString(),
        migration_sqrt_price: config.sqrtMigrationPriceQ64.toString(),
        sqrt_start_price: config.sqrtStartPriceQ64.toString(),
      },
      Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'migration_base_threshold')),
    )
    assert.deepEqual(feeFields(config.baseFee), fee)
    assert.deepEqual(
      { control: Number(config.dynamicFee.control), binStep: Number(config.dynamicFee.binStep) },
      dynamic,
    )
    const vestedRaw = BigInt(vesting['perPeriod']!) * BigInt(vesting['periods']!) + BigInt(vesting['cliff']!)
    assert.equal(config.baseKeptRaw, BigInt(fields['migration_base_threshold'] as string) + vestedRaw)
    assert.deepEqual(
      config.segments.map(({ sqrtPriceQ64, liquidityQ64 }) => ({
        sqrt_price: sqrtPriceQ64.toString(),
        liquidity: liquidityQ64.toString(),
      })),
      curve,
    )
    for (const [at, value] of [
      [130, 3],
      [232, 2],
      [234, 2],
      [245, 101],
    ] as const) {
      const other = Uint8Array.from(data)
      other[at] = value
      assert.equal(decodeDbcConfig(other), null, `byte ${at} is ${value}`)
    }
  }
})

test('the authorities are those that the SDK derives', () => {
  assert.deepEqual([DBC_POOL_AUTHORITY, DBC_EVENT_AUTHORITY], [vectors.poolAuthority, vectors.eventAuthority])
})

function feeFields(fee: DbcBaseFee): Fields {
  const cliff = fee.cliffRate.toString()
  return fee.mode === 'rate-limiter'
    ? {
        cliff,
        first: Number(fee.incrementRate / 100_000n),
        second: fee.lifePoints.toString(),
        third: fee.referenceRaw.toString(),
        mode: 2,
      }
    : {
        cliff,
        first: Number(fee.periods),
        second: fee.periodLength.toString(),
        third: fee.reduction.toString(),
        mode: fee.mode === 'linear' ? 0 : 1,
      }
}
