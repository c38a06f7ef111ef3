import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { createAgents } from '../../../sandbox/agents/agents.ts'
import type { AccountState } from '../../../sandbox/chain/types.ts'
import { describeWorld } from '../../../sandbox/info.ts'
import { openSandbox } from '../../../sandbox/open-sandbox.ts'
import { makeSnapshot } from '../../../sandbox/snapshot/make-snapshot.ts'
import { pack } from '../../../sandbox/snapshot/pack.ts'
import { readSnapshot, type Snapshot, writeSnapshot } from '../../../sandbox/snapshot/snapshot-file.ts'
import { shiftTime } from '../../../sandbox/snapshot/time-shift.ts'
import { unpack } from '../../../sandbox/snapshot/unpack.ts'
import { worldKey } from '../../../sandbox/snapshot/world-key.ts'
import { recordWorld, restoreWorld, type WorldRecord } from '../../../sandbox/snapshot/world-record.ts'
import { buildWorldInTurns } from '../../../sandbox/world/build-world.ts'
import { describeTruth } from '../../../sandbox/world/describe-truth.ts'
import { openWorldChain } from '../../../sandbox/world/open-world-chain.ts'
import { planWorld } from '../../../sandbox/world/plan-world.ts'
import type { World } from '../../../sandbox/world/world.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { SILENT } from '../../store/temp-store.ts'
import { CACHE } from '../../support/inherited-env.ts'

const SETTINGS = { seed: 'mintglass', slotMs: 400 }
/** Neither of the times that the snapshot was made for. */
const BOOT_SEC = 1_795_123_457
const STEPS = 400

let snapshot: Snapshot
let fresh: World
let restored: World

function newChain() {
  const genesisHash = keypairFromText('genesis of the snapshot test').address
  return openWorldChain({ ...SETTINGS, bootSec: BOOT_SEC, genesisHash, programsDir: null })
}

/** The one that this run of tests made for its sandboxes, when it is there: it takes two builds of the world. */
async function snapshotOfRun(): Promise<Snapshot> {
  const folder = process.env[CACHE]
  const read = folder === undefined ? null : readSnapshot(folder, worldKey(SETTINGS))
  return read?.ok === true ? read.snapshot : makeSnapshot(SETTINGS)
}

before(async () => {
  snapshot = await snapshotOfRun()
  shiftTime(snapshot.packed, snapshot.places, BOOT_SEC - snapshot.bootSec)
  restored = restoreWorld(newChain(), unpack(snapshot.packed) as WorldRecord, DEXES)
  const options = { dexes: DEXES, slotMs: SETTINGS.slotMs, bootSec: BOOT_SEC }
  fresh = await buildWorldInTurns(newChain(), planWorld(SETTINGS.seed), options)
})

/** All of it as packed, where nothing is left out. A world is too large for a difference to be printed: what differs is
 *  looked for, and named. */
function assertSame(one: World, other: World): void {
  const [a, b] = [recordWorld(one), recordWorld(other)]
  try {
    assertSameWhole(a, b)
  } catch (error) {
    nameDifference(a, b)
    throw error
  }
  same(describeWorld(other, {}), describeWorld(one, {}), 'what is published')
  same(describeTruth(other), describeTruth(one), 'the truth')
  same([...other.faces.all()], [...one.faces.all()], 'faces')
}

const same = (x: unknown, y: unknown, what: string): void => assert(isDeepStrictEqual(x, y), `${what} differs`)

function assertSameWhole(a: WorldRecord, b: WorldRecord): void {
  for (const [name, value] of Object.entries(a))
    if (name !== 'chain' && name !== 'market') same(pack(b[name as keyof WorldRecord]), pack(value), name)
  for (const [name, value] of Object.entries(a.chain))
    if (name !== 'states') same(pack(b.chain[name as keyof typeof b.chain]), pack(value), name)
  same(pack(inOrder(b.chain.states)), pack(inOrder(a.chain.states)), 'states')
  same(b.market.pools, a.market.pools, 'pools')
  same(b.market.trades, a.market.trades, 'trades')
}

/** Account by account, block by block, trade by trade. */
function nameDifference(a: WorldRecord, b: WorldRecord): void {
  same([...b.chain.states.keys()].sort(), [...a.chain.states.keys()].sort(), 'which accounts there are')
  for (const [address, state] of a.chain.states) same(plain(b.chain.states.get(address)!), plain(state), address)
  for (const [i, block] of a.chain.blocks.entries()) {
    for (const [k, transaction] of block.transactions.entries())
      for (const [name, value] of Object.entries(transaction)) {
        const twin = b.chain.blocks[i]?.transactions[k] as Record<string, unknown> | undefined
        same(pack(twin?.[name]), pack(value), `${name} of transaction ${k} of block ${block.slot}`)
      }
    same({ ...b.chain.blocks[i], transactions: [] }, { ...block, transactions: [] }, `block ${block.slot}`)
  }
  for (const [i, pool] of a.market.pools.entries()) {
    same(b.market.pools[i], pool, pool.address)
    same(b.market.trades[i], a.market.trades[i], `trades of ${pool.address}`)
  }
}

function inOrder(states: ReadonlyMap<string, AccountState>): [string, unknown][] {
  const rows = [...states].map(([address, state]): [string, unknown] => [address, plain(state)])
  return rows.sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Of whatever kind of bytes. */
function plain({ data, ...rest }: AccountState): unknown {
  return { ...rest, data: Buffer.from(data) }
}

test('a world from its snapshot is the world as it is built at that time', () => {
  assert(fresh.chain.transactionCount() > 1_000)
  assertSame(fresh, restored)
})

test('it lives on as the built one does: agents, their trades, and a fork', () => {
  const live = (world: World): readonly unknown[] => {
    const agents = createAgents(world, { tps: 4, paused: true })
    const done: unknown[] = []
    for (let i = 0; i < STEPS; i++) {
      world.chain.advanceSlot(400)
      done.push(agents.step(1))
    }
    done.push(world.chain.dropBlocks(7).map(({ blockhash }) => blockhash))
    world.chain.advanceSlot(400)
    done.push(agents.step(3))
    world.chain.advanceSlot(400)
    return done
  }
  const [a, b] = [live(fresh), live(restored)]
  assert.equal(b.length, a.length)
  for (const [i, step] of a.entries()) assert.deepEqual(b[i], step, `step ${i}`)
  assertSame(fresh, restored)
})

test('a sandbox takes the snapshot that is there; without a sound one it builds the same world and says why', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-snapshot-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const cache = join(folder, 'cache')
  const startIn = async (snapshots: string | null) => {
    const settings = { ...SETTINGS, tps: 4, agents: false, programsDir: null, port: 0, folder, snapshots }
    const sandbox = await openSandbox(settings, { clock: systemClock(), log: SILENT })
    t.after(() => sandbox.close())
    const { tokens, wallets, signatures } = describeWorld(sandbox.world, {})
    return { ...sandbox.snapshot, published: { tokens, wallets, signatures }, genesisHash: sandbox.genesisHash }
  }
  const built = await startIn(cache)
  assert.equal(built.reason, 'absent')
  writeSnapshot(cache, built.key!, { ...snapshot, bootSec: BOOT_SEC })
  const taken = await startIn(cache)
  assert.deepEqual([taken.key, taken.reason], [built.key, null])
  assert.deepEqual(taken.published, built.published)
  assert.notEqual(taken.genesisHash, built.genesisHash, 'a world has a name of its own each time')
  const path = join(cache, readdirSync(cache)[0]!)
  const damaged = readFileSync(path)
  damaged[damaged.length >> 1]! ^= 1
  writeFileSync(path, damaged)
  const again = await startIn(cache)
  assert.equal(again.reason, 'damaged')
  assert.deepEqual(again.published, built.published)
})

test('the key of a world names its seed and its pace', () => {
  const key = worldKey(SETTINGS)
  assert.match(key, /^[0-9a-f]{64}$/)
  assert.equal(worldKey({ ...SETTINGS }), key)
  assert.notEqual(worldKey({ ...SETTINGS, seed: 'other' }), key)
  assert.notEqual(worldKey({ ...SETTINGS, slotMs: 100 }), key)
})
