import { SLOT_HASHES_SYSVAR } from '../../src/chain/solana/program-ids.ts'
import { type AccountIndex, updateAccountIndex } from './account-index.ts'
import type { BlockhashRing } from './blockhash-ring.ts'
import type { ChainEventSource } from './chain-events.ts'
import type { Ledger } from './ledger.ts'
import type { Runtime } from './runtime.ts'
import type { StandIn } from './stand-in.ts'
import type { AccountState, ConsensusSwitch, Emulator, ExecutedTransaction } from './types.ts'

/** What a block changed: enough to take it away again. */
export type Undo = {
  readonly slot: number
  /** State of each touched account before the block. */
  readonly before: Map<string, AccountState | null>
  /** Digests of its messages in the duplicate check. */
  readonly digests: string[]
}
export type OpenBlock = Undo & {
  /** 0 for the first block of the slot. */
  readonly bank: number
  readonly parentSlot: number
  readonly blockHeight: number
  readonly unixTimeMs: number
  readonly transactions: ExecutedTransaction[]
}

/** The state of a sandbox chain; everything in this folder works on it. */
export type ChainCore = {
  readonly genesisHash: string
  /** While the world's history is played: what its blockhashes follow from, in place of the genesis hash and of what is
   *  in the blocks, so that a seed gives the same blocks and signatures whenever it is built. */
  historyRoot: string | null
  readonly slotMs: number
  readonly runtime: Runtime
  readonly ring: BlockhashRing
  readonly ledger: Ledger
  readonly index: AccountIndex
  readonly events: ChainEventSource
  readonly standIn: StandIn
  readonly emulators: Map<string, Emulator>
  /** Program ids whose real code was loaded: their emulators are ignored. */
  readonly realPrograms: Set<string>
  /** Accounts that hold the stand-in's code; no one may see them. */
  readonly hidden: Set<string>
  /** Sealed blocks that a fork could still take away, oldest first. */
  readonly undos: Undo[]
  /** Keeps one copy of texts that the ledger holds again and again. */
  readonly intern: (text: string) => string
  readonly onEmulatorFault: (program: string, error: unknown) => void
  open: OpenBlock
  consensusSwitch: ConsensusSwitch | null
  takesUnpaid: boolean
  confirmedSlot: number
  finalizedSlot: number
  epoch: number
  /** The SlotHashes sysvar is behind: writing it costs more than most slots need, so it waits for a reader. */
  areSlotHashesStale: boolean
  epochStartSec: number
}

/** An account for a reader who may do with the bytes what he likes. */
export function readAccount(core: ChainCore, address: string): AccountState | null {
  const known = core.index.states.get(address)
  if (known !== undefined) return { ...known, data: new Uint8Array(known.data) }
  if (address === SLOT_HASHES_SYSVAR) refreshSlotHashes(core)
  return core.hidden.has(address) ? null : core.runtime.account(address)
}

/** An account whose bytes are only looked at. Reads from the runtime what the index does not hold: builtins,
 *  sysvars. */
export function peekAccount(core: ChainCore, address: string): AccountState | null {
  return core.index.states.get(address) ?? readAccount(core, address)
}

/** Brings the SlotHashes sysvar up to the open slot. */
export function refreshSlotHashes(core: ChainCore): void {
  if (!core.areSlotHashesStale) return
  const newestFirst = core.ring.entries.toReversed()
  // Of a slot with several blocks the newest.
  core.runtime.setSlotHashes(newestFirst.filter(({ slot }, at) => newestFirst[at - 1]?.slot !== slot))
  core.areSlotHashesStale = false
}

/** Takes note of a change in the open block: for undoing, for the listings, for listeners. */
export function noteChange(
  core: ChainCore,
  address: string,
  { before, after }: { before: AccountState | null; after: AccountState | null },
): void {
  if (!core.open.before.has(address)) core.open.before.set(address, before)
  updateAccountIndex(core.index, address, after)
}

export function unixTimeSec(core: ChainCore): number {
  return Math.floor(core.open.unixTimeMs / 1000)
}

/** Hash of the newest sealed block. */
export function newestBlockhash(core: ChainCore): string {
  return core.ring.entries.at(-1)!.blockhash
}
