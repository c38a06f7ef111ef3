import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'

/** Transactions and accounts that the programs' own SDKs and IDLs encoded; `test/differential` writes them. */
export type SdkVectors = {
  readonly encoders: readonly string[]
  readonly transactions: readonly {
    readonly name: string
    readonly answer: unknown
    readonly trades: readonly Readonly<Record<string, unknown>>[]
    readonly launches: readonly Readonly<Record<string, unknown>>[]
  }[]
  readonly pool: SdkAccount
}
export type SdkAccount = { readonly bytes: string; readonly fields: Readonly<Record<string, unknown>> }

export function readVectors<Extra = object>(file: string): SdkVectors & Extra {
  const path = new URL(`../../../fixtures/dexes/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as SdkVectors & Extra
}

/** Decodes every transaction and compares all that is read with what was put in. Returns which transaction versions
 *  there were. */
export function checkVectors(dex: Dex, { transactions }: SdkVectors): ReadonlySet<unknown> {
  const versions = new Set<unknown>()
  for (const { name, answer, trades, launches } of transactions) {
    const outcome = decodeTransaction(answer)
    assert(outcome.ok, name)
    const transaction = outcome.value
    versions.add(transaction.version)
    const place = { signature: transaction.signature, slot: transaction.slot, blockTimeSec: transaction.blockTimeSec }
    const found = dex.decodeTrades(transaction)
    assert.deepEqual(
      found.map(withoutPlace),
      trades.map((trade) => ({ ...trade })),
      name,
    )
    for (const trade of found) {
      assert.deepEqual({ ...place, ...trade }, { ...trade, ...place }, name)
      assert(dex.programIds.includes(trade.programId), name)
    }
    const made = dex.decodeLaunches(transaction)
    assert.deepEqual(
      made,
      launches.map((launch) => ({ ...launch, ...place })),
      name,
    )
  }
  return versions
}

export const accountBytes = ({ bytes }: SdkAccount): Uint8Array => new Uint8Array(Buffer.from(bytes, 'base64'))

/** A trade as the vectors spell it: amounts as text, without what every trade of a transaction shares. */
function withoutPlace(trade: object): Record<string, unknown> {
  const shared = ['signature', 'slot', 'blockTimeSec', 'indexInBlock', 'programId']
  return Object.fromEntries(
    Object.entries(trade).flatMap(([name, value]) =>
      shared.includes(name) ? [] : [[name, typeof value === 'bigint' ? value.toString() : value]],
    ),
  )
}
