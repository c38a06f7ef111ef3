import { createHash } from 'node:crypto'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { updateAccountIndex } from './account-index.ts'
import { popBlockhash, pushBlockhash } from './blockhash-ring.ts'
import { type ChainCore, newestBlockhash, unixTimeSec } from './chain-core.ts'
import { SLOTS_PER_EPOCH } from './epochs.ts'
import { addBlock, removeNewestBlock } from './ledger.ts'
import type { AccountState, Block } from './types.ts'

/** Before Alpenglow a block is final when one 32 slots younger is sealed. */
const SLOTS_TO_FINALITY = 32

/** Seals the open block and opens the next one. */
export function moveToSlot(core: ChainCore, next: { slot: number; unixTimeMs: number }): void {
  sealOpenBlock(core)
  openBlock(core, next)
}

/** Seals the open block and opens another one of its slot. */
export function openBank(core: ChainCore): void {
  const { slot, unixTimeMs, bank } = core.open
  sealOpenBlock(core)
  openBlock(core, { slot, unixTimeMs, bank: bank + 1 })
}

/** Gives the open block another slot and time, if nothing happened in it yet: its slot becomes a skipped one. */
export function skipToSlot(core: ChainCore, next: { slot: number; unixTimeMs: number }): void {
  if (core.open.transactions.length > 0) sealOpenBlock(core)
  openBlock(core, next)
}

/** Tells the runtime about the open slot: clock and epoch; the hashes of the blocks before it when someone reads
 *  them. */
export function announceSlot(core: ChainCore): void {
  const { slot } = core.open
  const epoch = Math.floor(slot / SLOTS_PER_EPOCH)
  if (epoch !== core.epoch) {
    core.epoch = epoch
    core.epochStartSec = unixTimeSec(core)
  }
  core.runtime.setTime({ slot, unixTimeSec: unixTimeSec(core), epochStartSec: core.epochStartSec })
  core.areSlotHashesStale = true
}

/** Takes the newest `count` sealed blocks away with everything they did, newest first; never a final one. What the open
 *  block holds goes first: when it has transactions it is sealed and taken away on top of `count`. The slot and the
 *  clock stay where they are, the slots of the dropped blocks become skipped ones, and their transactions may be sent
 *  again. */
export function dropBlocks(core: ChainCore, count: number): readonly Block[] {
  if (count <= 0 || core.undos.length === 0) return []
  const extra = core.open.transactions.length > 0 ? 1 : 0
  const restored = new Map(core.open.before)
  const { slot, unixTimeMs } = core.open
  if (extra === 1) sealOpenBlock(core)
  const dropped: Block[] = []
  while (dropped.length < count + extra && core.undos.length > 0) {
    const undo = core.undos.pop()!
    const block = removeNewestBlock(core.ledger)
    if (block === undefined) break
    for (const [address, state] of undo.before) restored.set(address, state)
    popBlockhash(core.ring, undo.digests)
    dropped.push(block)
  }
  for (const [address, state] of restored) restoreAccount(core, address, state)
  core.confirmedSlot = core.ring.entries.at(-1)!.slot
  openBlock(core, { slot: extra === 1 ? slot + 1 : slot, unixTimeMs: unixTimeMs + (extra === 1 ? core.slotMs : 0) })
  core.events.emit('dropped', dropped)
  for (const [address, state] of restored) core.events.emit('account', address, state, core.open.slot)
  return dropped
}

function restoreAccount(core: ChainCore, address: string, state: AccountState | null): void {
  core.runtime.write(address, state)
  updateAccountIndex(core.index, address, state)
}

function sealOpenBlock(core: ChainCore): void {
  const { open } = core
  const block: Block = {
    slot: open.slot,
    ...(open.bank === 0 ? {} : { bank: open.bank }),
    parentSlot: open.parentSlot,
    blockHeight: open.blockHeight,
    blockhash: hashBlock(core),
    previousBlockhash: newestBlockhash(core),
    blockTimeSec: unixTimeSec(core),
    transactions: open.transactions,
  }
  addBlock(core.ledger, block)
  pushBlockhash(core.ring, block)
  core.undos.push(open)
  core.confirmedSlot = block.slot
  // After the switch a block is final when its slot has ended.
  const rooted = core.consensusSwitch === null ? takeFinal(core, core.confirmedSlot - SLOTS_TO_FINALITY) : []
  core.events.emit('block', block)
  for (const slot of rooted) core.events.emit('root', slot)
}

/** Makes all blocks up to a slot final; the slots that have become so. */
function takeFinal(core: ChainCore, upToSlot: number): readonly number[] {
  const rooted = new Set<number>()
  while (core.undos.length > 0 && core.undos[0]!.slot <= upToSlot) {
    core.finalizedSlot = core.undos.shift()!.slot
    rooted.add(core.finalizedSlot)
  }
  return [...rooted]
}

function openBlock(
  core: ChainCore,
  { slot, unixTimeMs, bank = 0 }: { slot: number; unixTimeMs: number; bank?: number },
): void {
  const parent = core.ring.entries.at(-1)!
  if (core.consensusSwitch !== null) for (const root of takeFinal(core, slot - 1)) core.events.emit('root', root)
  core.open = {
    slot,
    bank,
    parentSlot: parent.slot,
    blockHeight: parent.blockHeight + 1,
    unixTimeMs,
    transactions: [],
    before: new Map(),
    digests: [],
  }
  announceSlot(core)
  core.events.emit('slot', slot, parent.slot, core.finalizedSlot)
}

/** Depends on everything before it and on its own transactions, so two forks never share a hash. History has no
 *  forks. */
function hashBlock({ genesisHash, historyRoot, open, ring }: ChainCore): string {
  const hash = createHash('sha256').update(addressBytes(historyRoot ?? genesisHash))
  hash.update(addressBytes(ring.entries.at(-1)!.blockhash)).update(String(open.slot))
  if (historyRoot === null) for (const { signature } of open.transactions) hash.update(signature)
  return encodeBase58(hash.digest())
}
