import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileV0Message, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import {
  type Instruction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  setLoadedAccountsDataSizeLimit,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import {
  priceWithin,
  priorityLamportsOf,
  readComputeBudget,
  writeComputeBudget,
} from '../../../src/services/swap/compute-budget.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

const PAYER = strangerAddress(1)

function wireOf(...budget: Instruction[]): Uint8Array {
  const instructions = [...budget, transferLamports({ from: PAYER, to: strangerAddress(2), lamports: 3n })]
  return joinWithoutSignatures(compileV0Message({ payer: PAYER, blockhash: strangerAddress(3), instructions }))
}

function read(wire: Uint8Array) {
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok)
  return parsed.transaction
}

test('price and limit are read where a transaction says them', () => {
  assert.deepEqual(readComputeBudget(read(wireOf())), { unitLimit: null, unitPrice: null })
  const wire = wireOf(setLoadedAccountsDataSizeLimit(5), setComputeUnitLimit(7), setComputeUnitPrice(2n ** 63n))
  assert.deepEqual(readComputeBudget(read(wire)), { unitLimit: 7, unitPrice: 2n ** 63n })
})

test('they are rewritten in place, one or both, and nothing else changes', () => {
  const wire = wireOf(setComputeUnitLimit(7), setComputeUnitPrice(9n))
  for (const [change, budget] of [
    [{ unitLimit: 5, unitPrice: null }, [setComputeUnitLimit(5), setComputeUnitPrice(9n)]],
    [{ unitLimit: null, unitPrice: 1n }, [setComputeUnitLimit(7), setComputeUnitPrice(1n)]],
    [{ unitLimit: 5, unitPrice: 1n }, [setComputeUnitLimit(5), setComputeUnitPrice(1n)]],
  ] as const)
    assert.deepEqual(Buffer.from(writeComputeBudget(wire, read(wire), change)), Buffer.from(wireOf(...budget)))
  const silent = wireOf()
  assert.deepEqual(
    Buffer.from(writeComputeBudget(silent, read(silent), { unitLimit: 5, unitPrice: 1n })),
    Buffer.from(silent),
  )
})

test('the priority fee is rounded up, as the chain charges it, and a price within a sum never passes it', () => {
  assert.equal(priorityLamportsOf(1_400_000, 71_428n), 100_000n)
  assert.equal(priorityLamportsOf(1, 1n), 1n)
  assert.equal(priorityLamportsOf(1_000_000, 5n), 5n)
  for (const units of [0, 1, 7, 199_999, 1_400_000]) {
    const price = priceWithin(5_000_000n, units)
    assert(priorityLamportsOf(units, price) <= 5_000_000n)
    if (units > 0) assert(priorityLamportsOf(units, price + 1n) > 5_000_000n || units < 2)
  }
})
