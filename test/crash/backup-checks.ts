import assert from 'node:assert/strict'
import { systemClock } from '../../src/runtime/clock.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { GENESIS, SILENT, storeConfig } from '../store/temp-store.ts'

/** What the load had acknowledged at some moment. */
export type Acknowledged = { readonly keys: ReadonlyMap<number, string>; readonly slot: number }
export const EVENTS_PER_SLOT = 8
const READ_AT_ONCE = 1_000

/** Opens a store as a server would and holds it against what was acknowledged: nothing of it is missing, and nothing in
 *  it contradicts itself, within an environment or between them. Throws on the first broken promise, and says of `what`
 *  and whether it is broken when the store is opened again. */
export async function checkStore(
  dataDir: string,
  before: Acknowledged,
  what: string,
): Promise<{ readonly slots: number; readonly keys: number }> {
  try {
    return await openAndCheck(dataDir, before)
  } catch (error) {
    const again = await openAndCheck(dataDir, before).then(
      () => 'all is there',
      (later: Error) => later.message,
    )
    throw new Error(`${what}: ${(error as Error).message}; opened again: ${again}`, { cause: error })
  }
}

async function openAndCheck(
  dataDir: string,
  before: Acknowledged,
): Promise<{ readonly slots: number; readonly keys: number }> {
  const store = await openStore({
    config: storeConfig(dataDir),
    clock: systemClock(),
    log: SILENT,
    metrics: createMetrics(),
    genesisHash: GENESIS,
  })
  try {
    checkKeys(store, before.keys)
    const slots = checkTape(store, before.slot)
    const cursor = store.solPrices.latest()?.tMs ?? 0
    assert(cursor >= before.slot, `durable knows slot ${before.slot}, its newest is ${cursor}`)
    const newest = store.tape.position('solana')?.slot ?? 0
    assert(cursor <= newest, `durable points at slot ${cursor}, the tape ends at ${newest}`)
    return { slots, keys: store.apiKeys.list().length }
  } finally {
    await store.close()
  }
}

function checkKeys(store: Store, keys: Acknowledged['keys']): void {
  const { apiKeys, integrity } = store
  const unusable = [...keys].filter(([id, key]) => apiKeys.findByDigest(digestKey(key))?.id !== id)
  const records = apiKeys.list()
  // Absent, or not believed, or not led to.
  const found = () => ({
    first: unusable[0]![0],
    inOrder: [...keys.keys()].indexOf(unusable[0]![0]),
    withoutRecord: unusable.filter(([id]) => apiKeys.findById(id) === undefined).length,
    records: records.length,
    problem: integrity.problem(),
    rejected: integrity.rejected().length,
  })
  assert(
    unusable.length === 0,
    unusable.length === 0 ? '' : `${unusable.length} of ${keys.size} keys are missing: ${JSON.stringify(found())}`,
  )
  for (const record of records)
    assert.equal(apiKeys.findByDigest(record.digestHex)?.id, record.id, `both tables know key ${record.id}`)
}

/** Numbers without a gap, every slot whole, up to the newest slot at least. How many slots there are. */
function checkTape({ tape }: Store, slotBefore: number): number {
  const { head, tail } = tape.window()
  const position = tape.position('solana')
  assert((position?.slot ?? 0) >= slotBefore, `the tape has slot ${slotBefore}, its newest is ${position?.slot}`)
  const perSlot = new Map<number, number>()
  let seq = tail.seq
  while (seq < head.seq) {
    const events = tape.read(seq, READ_AT_ONCE)
    assert(events.length > 0, `the tape can be read after ${seq}`)
    for (const event of events) {
      assert.equal(event.seq, seq + 1, 'numbers have no gap')
      seq = event.seq
      perSlot.set(event.slot, (perSlot.get(event.slot) ?? 0) + 1)
    }
  }
  const slots = [...perSlot.keys()]
  for (const [at, slot] of slots.entries()) {
    assert.equal(slot, slots[0]! + at, 'no slot is missing')
    assert.equal(perSlot.get(slot), EVENTS_PER_SLOT, `slot ${slot} is whole`)
  }
  assert(slots.length === 0 || slots.at(-1) === position?.slot, 'the position is that of the newest event')
  return slots.length
}
