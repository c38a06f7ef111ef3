import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { createSolanaRpc, type SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { readMint } from '../../../src/hot-paths/account-layouts.ts'
import { createFactReader, type FactReader } from '../../../src/ingest/solana/read-facts.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createJsonRpc } from '../../../src/runtime/json-rpc.ts'
import type { NewSlot } from '../../../src/store/tape/types.ts'
import { testClient } from '../../support/test-client.ts'

const SOL = 'So11111111111111111111111111111111111111112'
const SOL_DECIMALS = 9
const SLOTS_PER_LIST = 100_000
const LANES = 4

/** Every block of a chain between two slots as it is now, read again with nothing kept from any follower: blocks are
 *  listed, asked for one by one, and decoded. Prices are left out. */
export async function reindex(rpcUrl: string, fromSlot: number, toSlot: number): Promise<readonly NewSlot[]> {
  const { client } = testClient(rpcUrl)
  try {
    const rpc = createSolanaRpc(createJsonRpc({ http: client, clock: systemClock() }))
    const facts = createFactReader({
      dexes: DEXES,
      readsVenues: true,
      watched: null,
      prices: { prepare: async () => {}, learn: () => {}, of: () => null },
      decimalsOf: (mints) => readDecimals(rpc, mints),
      askDecimals: async () => new Map(),
      onUnreadable(place, reason) {
        throw new Error(`${place}: ${reason}`)
      },
    })
    const slots: number[] = []
    for (let from = fromSlot; from <= toSlot; from += SLOTS_PER_LIST)
      slots.push(...(await listSlots(rpc, from, Math.min(toSlot, from + SLOTS_PER_LIST - 1))))
    return await readSlots(rpc, facts, slots)
  } finally {
    await client.close()
  }
}

async function listSlots(rpc: SolanaRpc, from: number, to: number): Promise<readonly number[]> {
  const listed = await rpc.call<number[]>('getBlocks', [from, to, { commitment: 'confirmed' }])
  if (!listed.ok) throw new Error(`getBlocks ${from} ${to}: ${listed.message}`)
  return listed.value
}

async function readSlots(rpc: SolanaRpc, facts: FactReader, slots: readonly number[]): Promise<NewSlot[]> {
  const read: NewSlot[] = new Array(slots.length)
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < slots.length) {
      const at = next++
      const block = await rpc.block(slots[at]!, { wants: () => true })
      if (!block.ok || block.value === null) throw new Error(`block ${slots[at]} cannot be read`)
      read[at] = await facts.read(block.value)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return read
}

async function readDecimals(rpc: SolanaRpc, mints: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const answer = await rpc.accounts(mints)
  if (!answer.ok) throw new Error(`decimals: ${answer.message}`)
  const found = new Map<string, number>([[SOL, SOL_DECIMALS]])
  for (const account of answer.value.accounts) {
    const mint = account === null ? null : readMint(account.data)
    if (account !== null && mint !== null) found.set(account.address, mint.decimals)
  }
  return found
}
