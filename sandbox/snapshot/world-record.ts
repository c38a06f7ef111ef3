import assert from 'node:assert/strict'
import type { LookupTable } from '../../src/chain/solana/compile-message.ts'
import type { Dex } from '../../src/chain/solana/dexes/dex.ts'
import { signBytes } from '../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import type { ChainRecord } from '../chain/chain-record.ts'
import { fillTrustedSignatures } from '../chain/check-wire.ts'
import type { Block, ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import type { MarketRecord } from '../providers/market.ts'
import { type RecentPool, watchMarket } from '../providers/watch-market.ts'
import { peopleWorld } from '../world/build-world.ts'
import type { KeyRing } from '../world/key-ring.ts'
import type { DrawnWorld } from '../world/plan-world.ts'
import type { LaunchRecord, World } from '../world/world.ts'

/** A built world as plain data. */
export type WorldRecord = {
  readonly bootSec: number
  readonly plan: DrawnWorld
  readonly chain: ChainRecord
  readonly market: MarketRecord
  readonly lookupTables: readonly LookupTable[]
  readonly labelledTables: ReadonlyMap<string, LookupTable>
  readonly launches: ReadonlyMap<string, LaunchRecord>
  readonly recentPools: readonly RecentPool[]
  readonly refused: readonly string[]
}

/** The record of a world whose history has just ended. It shares the world's objects. */
export function recordWorld(world: World): WorldRecord {
  const { bootSec, plan, lookupTables, labelledTables, launches, recentPools, refused } = world
  const known = { bootSec, plan, lookupTables, labelledTables, launches, recentPools, refused }
  return { ...known, chain: world.chain.record(), market: world.market.record() }
}

/** The world of a record on a new chain, with its programs on it. The record's objects are the world's from now on. */
export function restoreWorld(chain: SandboxChain, record: WorldRecord, dexes: readonly Dex[]): World {
  const { bootSec, plan, refused } = record
  const world = peopleWorld(chain, plan, { bootSec, refused })
  const blocks = record.chain.blocks.map((block) => signBlock(block, world.keys))
  chain.restore({ ...record.chain, blocks })
  world.market.restore(record.market)
  world.lookupTables.push(...record.lookupTables)
  for (const [label, table] of record.labelledTables) world.labelledTables.set(label, table)
  for (const [mint, launch] of record.launches) world.launches.set(mint, launch)
  world.recentPools.push(...record.recentPools)
  watchMarket(chain, world.market, { dexes, recentPools: world.recentPools })
  chain.endHistory()
  return world
}

/** The record without the signatures of the transactions at these places, which name a time: it will be another one. */
export function withoutSignatures(record: WorldRecord, places: ReadonlySet<string>): WorldRecord {
  const blocks = record.chain.blocks.map((block) => {
    const transactions = block.transactions.map((one) => (places.has(placeOf(one)) ? unsigned(one) : one))
    return { ...block, transactions }
  })
  return { ...record, chain: { ...record.chain, blocks } }
}

/** Places of the transactions whose messages differ in two records of one seed. */
export function findOtherMessages(one: WorldRecord, other: WorldRecord): ReadonlySet<string> {
  const places = new Set<string>()
  for (const [i, { transactions }] of one.chain.blocks.entries())
    for (const [k, transaction] of transactions.entries()) {
      const twin = other.chain.blocks[i]?.transactions[k]
      if (twin !== undefined && twin.signature !== transaction.signature) places.add(placeOf(transaction))
    }
  return places
}

function placeOf({ slot, indexInBlock }: ExecutedTransaction): string {
  return `${slot}/${indexInBlock}`
}

function unsigned(transaction: ExecutedTransaction): ExecutedTransaction {
  const wire = new Uint8Array(transaction.wire)
  for (const signature of readWire(wire).signatures) signature.fill(0)
  return { ...transaction, wire, signature: '' }
}

function signBlock(block: Block, keys: KeyRing): Block {
  if (block.transactions.every(({ signature }) => signature !== '')) return block
  const transactions = block.transactions.map((one) => (one.signature === '' ? signed(one, keys) : one))
  return { ...block, transactions }
}

/** Signed as when the world was built: by the keys that are there, and for the others as the chain does. */
function signed(transaction: ExecutedTransaction, keys: KeyRing): ExecutedTransaction {
  const { wire } = transaction
  const parsed = readWire(wire)
  const message = wire.subarray(parsed.messageStart, parsed.messageEnd)
  for (const [i, signature] of parsed.signatures.entries()) {
    const keypair = keys.get(encodeBase58(parsed.keys[i]!))
    if (keypair !== null) signature.set(signBytes(keypair, message))
  }
  fillTrustedSignatures(wire, parsed)
  return { ...transaction, signature: encodeBase58(parsed.signatures[0]!) }
}

function readWire(wire: Uint8Array) {
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok, 'a recorded transaction can be read')
  return parsed.transaction
}
