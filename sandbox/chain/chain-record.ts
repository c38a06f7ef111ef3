import assert from 'node:assert/strict'
import { parseWireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import { updateAccountIndex } from './account-index.ts'
import { MAX_BLOCKHASH_AGE, type RingEntry } from './blockhash-ring.ts'
import { announceSlot } from './blocks.ts'
import type { ChainCore, OpenBlock, Undo } from './chain-core.ts'
import { messageDigest } from './check-wire.ts'
import { addBlock, addTransaction } from './ledger.ts'
import type { AccountState, Block } from './types.ts'

/** What a chain has come to, as plain data; what its runtime and its programs bring along is not in it. */
export type ChainRecord = {
  readonly slotMs: number
  readonly open: Omit<OpenBlock, 'transactions' | 'digests'>
  readonly confirmedSlot: number
  readonly finalizedSlot: number
  readonly epoch: number
  readonly epochStartSec: number
  readonly transactionCount: number
  readonly ring: readonly RingEntry[]
  readonly blocks: readonly Block[]
  readonly undos: readonly Omit<Undo, 'digests'>[]
  readonly states: ReadonlyMap<string, AccountState>
}

/** A record of a chain whose open block is still empty. It shares the chain's objects. */
export function recordChain(core: ChainCore): ChainRecord {
  const { open, ring, ledger, index } = core
  const { transactions, digests: _, ...rest } = open
  assert(transactions.length === 0 && core.consensusSwitch === null, 'an empty open block, before Alpenglow')
  return {
    slotMs: core.slotMs,
    open: rest,
    confirmedSlot: core.confirmedSlot,
    finalizedSlot: core.finalizedSlot,
    epoch: core.epoch,
    epochStartSec: core.epochStartSec,
    transactionCount: ledger.transactionCount,
    ring: ring.entries,
    blocks: ledger.slots.slice(ledger.slotsHead).flatMap((slot) => ledger.blocks.get(slot)!),
    undos: core.undos.map(({ slot, before }) => ({ slot, before })),
    states: index.states,
  }
}

/** Makes a new chain, with its programs on it, what the record says. Listeners hear nothing of it. */
export function restoreChain(core: ChainCore, record: ChainRecord): void {
  const { ring, ledger, index } = core
  assert(record.slotMs === core.slotMs && ledger.transactionCount === 0, 'a record goes onto a new chain of its kind')
  for (const address of [...index.states.keys()])
    if (!record.states.has(address)) {
      core.runtime.write(address, null)
      updateAccountIndex(index, address, null)
    }
  for (const [address, state] of record.states) {
    // Programs are there, with the code of this process.
    if (!state.executable) core.runtime.write(address, state)
    updateAccountIndex(index, address, state)
  }
  for (const block of record.blocks) {
    for (const transaction of block.transactions) addTransaction(ledger, transaction)
    addBlock(ledger, block)
  }
  ledger.transactionCount = record.transactionCount
  ring.entries.splice(0, ring.entries.length, ...record.ring)
  ring.heights.clear()
  for (const { blockhash, blockHeight } of record.ring) ring.heights.set(blockhash, blockHeight)
  const digests = digestsOf(record.blocks.slice(-2 * MAX_BLOCKHASH_AGE))
  for (const [slot, ofBlock] of digests) for (const digest of ofBlock) ring.processed.set(digest, slot)
  core.undos.push(...record.undos.map((undo) => ({ ...undo, digests: digests.get(undo.slot) ?? [] })))
  core.open = { ...record.open, transactions: [], digests: [] }
  core.confirmedSlot = record.confirmedSlot
  core.finalizedSlot = record.finalizedSlot
  core.epoch = record.epoch
  core.epochStartSec = record.epochStartSec
  announceSlot(core)
}

/** Of the messages of each block, which the duplicate check knows them by. */
function digestsOf(blocks: readonly Block[]): ReadonlyMap<number, string[]> {
  return new Map(
    blocks.map(({ slot, transactions }) => [
      slot,
      transactions.map(({ wire }) => {
        const parsed = parseWireTransaction(wire)
        assert(parsed.ok, 'a recorded transaction can be read')
        return messageDigest(wire, parsed.transaction)
      }),
    ]),
  )
}
