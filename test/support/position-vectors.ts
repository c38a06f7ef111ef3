import assert from 'node:assert/strict'
import type { PositionReader } from '../../src/chain/solana/positions/reader.ts'
import { accountsFrom, type KeptAccount, runReading } from './run-reading.ts'

/** A position in made-up accounts, and what its protocol's own SDK says of it. */
export type PositionVector = {
  readonly name: string
  readonly position: string
  readonly accounts: Readonly<Record<string, KeptAccount>>
  readonly pool: string
  readonly tokens: readonly (readonly [mint: string, amountRaw: string])[]
  readonly fees: readonly (readonly [mint: string, amountRaw: string])[]
  readonly isInRange: boolean | null
}

/** Throws where our reading says something else. */
export function checkPositionVector(reader: PositionReader, vector: PositionVector): void {
  const accounts = accountsFrom(vector.accounts)
  const found = runReading(reader.read(accounts.get(vector.position)!, { nowSec: 1_790_000_000 }), accounts)
  const shown = found.map(({ pool, tokens, fees, range }) => ({
    pool,
    tokens: tokens.map(({ mint, amountRaw }) => [mint, amountRaw.toString()]),
    fees: (fees ?? []).map(({ mint, amountRaw }) => [mint, amountRaw.toString()]),
    isInRange: range?.isInRange ?? null,
  }))
  const { pool, tokens, fees, isInRange } = vector
  assert.deepEqual(shown, [{ pool, tokens, fees, isInRange }], vector.name)
}
