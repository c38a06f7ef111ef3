import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeTransaction } from '../../src/chain/solana/decode-transaction.ts'
import type { Dex } from '../../src/chain/solana/dexes/dex.ts'

/** A record that a program's own SDK or IDL encoded (`test/differential/`), and what is to be read from it. */
export type TransactionVector = {
  readonly name: string
  readonly answer: Record<string, unknown>
  readonly trades: readonly Record<string, unknown>[]
  readonly launches: readonly Record<string, unknown>[]
}

/** One committed vector file; `T` is what it has beside the transactions. */
export function readVectors<T = unknown>(
  name: string,
): T & { readonly encoders: readonly string[]; readonly transactions: readonly TransactionVector[] } {
  return JSON.parse(readFileSync(new URL(`../fixtures/dexes/${name}.json`, import.meta.url), 'utf8'))
}

/** The transactions of every vector file. */
export function allVectors(): readonly TransactionVector[] {
  const folder = fileURLToPath(new URL('../fixtures/dexes/', import.meta.url))
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown)
  return files.flatMap((file) => {
    const { transactions } = file as { readonly transactions?: unknown }
    // Some files of mainnet have theirs by name.
    return Array.isArray(transactions) ? (transactions as readonly TransactionVector[]) : []
  })
}

/** Reads a vector with all of `dexes` and compares every member that it states. */
export function assertVector(vector: TransactionVector, dexes: readonly Dex[]): void {
  const decoded = decodeTransaction(vector.answer)
  assert(decoded.ok, `${vector.name}: ${decoded.ok ? '' : decoded.message}`)
  const trades = dexes.flatMap((dex) => dex.decodeTrades(decoded.value))
  const launches = dexes.flatMap((dex) => dex.decodeLaunches(decoded.value))
  assert.deepEqual(statedMembers(trades, vector.trades), vector.trades, vector.name)
  assert.deepEqual(statedMembers(launches, vector.launches), vector.launches, vector.name)
  for (const found of [...trades, ...launches]) {
    assert.equal(found.signature, decoded.value.signature)
    assert.equal(found.slot, decoded.value.slot)
  }
}

function statedMembers(found: readonly object[], stated: readonly Record<string, unknown>[]) {
  return found.map((one, at) => {
    const names = Object.keys(stated[at] ?? one)
    return Object.fromEntries(names.map((name) => [name, asText(Reflect.get(one, name))]))
  })
}

function asText(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
