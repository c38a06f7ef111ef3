import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { dammV2Positions } from '../../../../src/chain/solana/positions/meteora-damm-v2.ts'
import { dlmmPositions } from '../../../../src/chain/solana/positions/meteora-dlmm.ts'
import { orcaPositions } from '../../../../src/chain/solana/positions/orca.ts'
import { clmmPositions } from '../../../../src/chain/solana/positions/raydium-clmm.ts'
import type { PositionReader } from '../../../../src/chain/solana/positions/reader.ts'
import { readSingleStakeShare, SINGLE_STAKE_POOLS } from '../../../../src/chain/solana/positions/single-stake-pools.ts'
import { readStakeShare } from '../../../../src/chain/solana/positions/stake-pools.ts'
import { TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { decodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { checkPositionVector, type PositionVector } from '../../../support/position-vectors.ts'
import { accountsFrom, runReading } from '../../../support/run-reading.ts'

const READERS: Readonly<Record<string, PositionReader>> = {
  orca: orcaPositions,
  'raydium-clmm': clmmPositions,
  'meteora-dlmm': dlmmPositions,
  'meteora-damm-v2': dammV2Positions,
}

function fixture<T>(name: string): { readonly encoders: readonly string[]; readonly vectors: readonly T[] } {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/positions/${name}.json`, import.meta.url), 'utf8'))
}

for (const [name, reader] of Object.entries(READERS)) {
  const { encoders, vectors } = fixture<PositionVector>(name)
  test(`positions of ${name} are worth what ${encoders.join(' and ')} says, to the unit, and so are their fees`, () => {
    assert(vectors.length > 0)
    for (const vector of vectors) checkPositionVector(reader, vector)
  })

  test(`a position of ${name} that is cut off, or whose pool is gone or another program's, is none`, () => {
    const { accounts: kept, position, pool } = vectors[0]!
    const accounts = accountsFrom(kept)
    const view = accounts.get(position)!
    const at = { nowSec: 0 }
    const without = new Map([...accounts].filter(([address]) => address !== pool))
    assert.deepEqual(runReading(reader.read(view, at), without), [])
    const foreign = new Map(accounts).set(pool, { ...accounts.get(pool)!, owner: TOKEN_PROGRAM })
    assert.deepEqual(runReading(reader.read(view, at), foreign), [])
    for (const length of [0, 7, 8, 71, 100, 144])
      assert.deepEqual(runReading(reader.read({ ...view, data: view.data.slice(0, length) }, at), accounts), [])
  })
}

type StakeVector = {
  readonly pool: string
  readonly mint: string
  readonly amountRaw: string
  readonly data: string
  readonly lamports: string
}

test('shares of every stake pool are worth their part of all its lamports, as its SDK reads the pool', () => {
  const { vectors } = fixture<StakeVector>('stake-pool')
  assert(vectors.length > 0)
  for (const { pool: address, mint, amountRaw, data, lamports } of vectors) {
    const bytes = new Uint8Array(inflateRawSync(Buffer.from(data, 'base64')))
    const owner = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
    const view = { address, owner, lamports: 1n, executable: false, data: bytes }
    const raw = BigInt(amountRaw)
    const token = {
      account: address,
      mint,
      tokenProgram: TOKEN_PROGRAM,
      amountRaw: raw,
      supplyRaw: raw,
      decimals: 9,
      mintAuthority: null,
    }
    const accounts = new Map([[address, view]])
    assert.equal(runReading(readStakeShare(view, token), accounts)[0]!.tokens[0]!.amountRaw.toString(), lamports)
    assert.deepEqual(runReading(readStakeShare(view, { ...token, mint: address }), accounts), [])
  }
})

const [MARINADE, INFINITY] = SINGLE_STAKE_POOLS as [
  (typeof SINGLE_STAKE_POOLS)[number],
  (typeof SINGLE_STAKE_POOLS)[number],
]

function shareIn(one: (typeof SINGLE_STAKE_POOLS)[number], data: Uint8Array, amountRaw: bigint, supplyRaw = 0n) {
  const view = { address: one.pool, owner: one.program, lamports: 1n, executable: false, data }
  const token = { account: 'account', mint: one.mint, tokenProgram: TOKEN_PROGRAM, amountRaw, supplyRaw, decimals: 9 }
  const reading = readSingleStakeShare(one, view, { ...token, mintAuthority: null })
  return { reading, found: runReading(reading, new Map([[one.pool, view]])), view, token }
}

test('mSOL is worth what Marinade’s own SDK and the IDL of its program say, to the lamport', () => {
  const { vectors } = fixture<{ amountRaw: string; data: string; lamports: string }>('marinade')
  assert(vectors.length > 0)
  for (const { amountRaw, data, lamports } of vectors) {
    const bytes = new Uint8Array(inflateRawSync(Buffer.from(data, 'base64')))
    const { found } = shareIn(MARINADE, bytes, BigInt(amountRaw))
    assert.deepEqual(
      found.map(({ kind, protocol, sharesRaw, tokens }) => [kind, protocol, sharesRaw, tokens[0]!.amountRaw]),
      [['liquid_stake', 'marinade', BigInt(amountRaw), BigInt(lamports)]],
    )
    for (const length of [0, 8, 40, 579]) assert.deepEqual(shareIn(MARINADE, bytes.slice(0, length), 5n).found, [])
    const other = bytes.slice()
    other[0]! ^= 1
    assert.deepEqual(shareIn(MARINADE, other, 5n).found, [])
  }
})

test('INF is worth its part of the pool without fees and gains that are withheld, in both versions of its account', () => {
  const account = (length: number, version: number): Buffer => {
    const data = Buffer.alloc(length)
    data.writeBigUInt64LE(111_440_393_290_220n, 0)
    data[12] = version
    data.set(decodeBase58(INFINITY.mint)!, 144)
    return data
  }
  const second = account(240, 2)
  second.writeBigUInt64LE(999_999_999n, 216)
  second.writeBigUInt64LE(69n, 224)
  const supply = 50_000_000_000_000n
  const worth = (data: Buffer) => shareIn(INFINITY, data, 1_000_000_000n, supply).found[0]?.tokens[0]?.amountRaw
  assert.equal(worth(account(176, 1)), 2_228_807_865n)
  assert.equal(worth(second), 2_228_787_865n)
  // A pool that owes more than it has, another version, another length, another token.
  second.writeBigUInt64LE(2n ** 63n, 216)
  for (const data of [second, account(240, 3), account(176, 2), account(200, 2), account(240, 2).fill(1, 144, 150)])
    assert.equal(worth(data), undefined)
  assert.equal(shareIn(INFINITY, account(176, 1), 5n, 0n).found[0]!.tokens[0]!.amountRaw, 0n)
})
