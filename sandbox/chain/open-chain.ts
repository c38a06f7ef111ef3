import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { NATIVE_LOADER, NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { createAccountIndex, listBucket, updateAccountIndex } from './account-index.ts'
import { createBlockhashRing, isBlockhashAlive, MAX_BLOCKHASH_AGE, pushBlockhash } from './blockhash-ring.ts'
import { announceSlot, dropBlocks, moveToSlot, openBank, skipToSlot } from './blocks.ts'
import { sendBundle } from './bundle.ts'
import { type ChainCore, noteChange, peekAccount, readAccount, unixTimeSec } from './chain-core.ts'
import { createChainEvents } from './chain-events.ts'
import { recordChain, restoreChain } from './chain-record.ts'
import { isEmulated } from './emulate.ts'
import { SLOTS_PER_EPOCH } from './epochs.ts'
import { sendTransaction, simulateTransaction } from './execute.ts'
import { createInterner } from './intern.ts'
import { createLedger, listMentions, listSlots } from './ledger.ts'
import { openRuntime, programDataAddress } from './runtime.ts'
import { loadStandIn } from './stand-in.ts'
import type { AccountState, Emulator, SandboxChain } from './types.ts'

/** Token-2022's own wrapped SOL, made beside the classic one. */
const NATIVE_MINT_2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'
/** About 5 KB each. */
const DEFAULT_MAX_TRANSACTIONS = 50_000
const DEFAULT_MAX_BLOCKS = 500_000

const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111'
const MAX_INTERNED = 100_000

export type SandboxChainOptions = {
  /** The world's id and the root of all blockhashes, base58 of 32 bytes. */
  readonly genesisHash: string
  /** The root of the blockhashes before `endHistory`; absent: the genesis hash, and nothing is history. */
  readonly historyRoot?: string
  readonly slotMs: number
  /** Folder with real programs named `<program id>.so`; their emulators stay off. */
  readonly programsDir: string | null
  /** First open slot; `blockHeight` defaults to the slot. */
  readonly clockStart: { readonly slot: number; readonly unixTimeSec: number; readonly blockHeight?: number }
  /** What the ledger keeps; the oldest blocks leave first, never the newest 300. */
  readonly maxTransactions?: number
  readonly maxBlocks?: number
  /** Told when an emulator throws; its instruction has then failed with code 101. */
  readonly onEmulatorFault?: (program: string, error: unknown) => void
}

/** A new chain with nothing on it but the runtime's own programs. Throws when a program file is no ELF. */
export function openSandboxChain(options: SandboxChainOptions): SandboxChain {
  const core = openCore(options)
  announceSlot(core)
  for (const mint of [NATIVE_MINT, NATIVE_MINT_2022]) updateAccountIndex(core.index, mint, core.runtime.account(mint))
  for (const [program, elf] of readPrograms(options.programsDir)) {
    core.runtime.loadProgram(program, elf)
    core.realPrograms.add(program)
  }
  const entryOf = (commitment: 'processed' | 'confirmed' | 'finalized') =>
    (commitment === 'finalized'
      ? core.ring.entries.findLast((entry) => entry.slot <= core.finalizedSlot)
      : core.ring.entries.at(-1)) ?? core.ring.entries[0]!
  return {
    genesisHash: core.genesisHash,
    slot: () => core.open.slot,
    confirmedSlot: () => core.confirmedSlot,
    finalizedSlot: () => core.finalizedSlot,
    blockHeight: () => core.open.blockHeight,
    unixTimeSec: () => unixTimeSec(core),
    account: (address) => readAccount(core, address),
    setAccount: (address, state) => setAccount(core, address, state),
    minimumBalanceLamports: core.runtime.minimumBalanceLamports,
    latestBlockhash(commitment = 'finalized') {
      const { blockhash, blockHeight } = entryOf(commitment)
      return { blockhash, lastValidBlockHeight: blockHeight + MAX_BLOCKHASH_AGE }
    },
    isBlockhashValid: (blockhash) => isBlockhashAlive(core.ring, blockhash, core.open.blockHeight),
    send: (wire, sendOptions = {}) => sendTransaction(core, wire, sendOptions),
    sendBundle: (wires, accepts) => sendBundle(core, wires, accepts),
    simulate: (wire, simulateOptions = {}) => simulateTransaction(core, wire, simulateOptions),
    advanceSlot(elapsedMs = core.slotMs) {
      moveToSlot(core, { slot: core.open.slot + 1, unixTimeMs: core.open.unixTimeMs + elapsedMs })
    },
    ...consensusOf(core),
    warpTo(slot, timeSec) {
      if (slot <= core.open.slot) throw new RangeError(`slot ${slot} is not after ${core.open.slot}`)
      skipToSlot(core, { slot, unixTimeMs: timeSec * 1000 })
    },
    accountsOfProgram: (program) => listBucket(core.index.byProgram, program),
    tokenAccountsOfOwner: (owner) => listBucket(core.index.byTokenOwner, owner),
    tokenAccountsOfMint: (mint) => listBucket(core.index.byMint, mint),
    tokenAccountsOfDelegate: (delegate) => listBucket(core.index.byDelegate, delegate),
    ...ledgerReads(core),
    dropBlocks: (count) => dropBlocks(core, count),
    endHistory() {
      core.historyRoot = null
    },
    record: () => recordChain(core),
    restore: (record) => restoreChain(core, record),
    registerEmulator: (emulator) => registerEmulator(core, emulator),
    isEmulated: (program) => isEmulated(core, program),
    on: core.events.on,
  }
}

/** What the ledger answers. */
function ledgerReads(core: ChainCore) {
  return {
    block: (slot) => core.ledger.blocks.get(slot)?.at(-1),
    banks: (slot) => core.ledger.blocks.get(slot) ?? [],
    isSealed: ({ slot, bank = 0 }) => slot < core.open.slot || (slot === core.open.slot && bank < core.open.bank),
    blockSlots: (fromSlot, toSlot, limit) => listSlots(core.ledger, fromSlot, toSlot, limit),
    firstAvailableSlot: () => core.ledger.slots[core.ledger.slotsHead] ?? core.open.slot,
    transaction: (signature) => core.ledger.bySignature.get(signature),
    signaturesOf: (address, page) => listMentions(core.ledger, address, page),
    transactionCount: () => core.ledger.transactionCount,
  } satisfies Partial<SandboxChain>
}

/** The move to Alpenglow and what it brings. */
function consensusOf(core: ChainCore) {
  return {
    addBank() {
      assert(core.consensusSwitch !== null, 'a slot has one block before Alpenglow')
      openBank(core)
    },
    moveToAlpenglow() {
      const { slot, blockhash } = core.ring.entries.at(-1)!
      core.consensusSwitch ??= { slot, blockhash }
      return core.consensusSwitch
    },
    consensusSwitch: () => core.consensusSwitch,
    takeUnpaid(takes) {
      core.takesUnpaid = takes
    },
  } satisfies Partial<SandboxChain>
}

function openCore(options: SandboxChainOptions): ChainCore {
  const { genesisHash, slotMs, clockStart } = options
  const blockHeight = clockStart.blockHeight ?? clockStart.slot
  const ring = createBlockhashRing()
  const historyRoot = options.historyRoot ?? null
  const rootHash = createHash('sha256')
    .update('root')
    .update(addressBytes(historyRoot ?? genesisHash))
    .digest()
  const parentSlot = clockStart.slot - 1
  pushBlockhash(ring, { blockhash: encodeBase58(rootHash), slot: parentSlot, blockHeight: blockHeight - 1 })
  return {
    genesisHash,
    historyRoot,
    slotMs,
    runtime: openRuntime(),
    ring,
    ledger: createLedger({
      maxTransactions: options.maxTransactions ?? DEFAULT_MAX_TRANSACTIONS,
      maxBlocks: options.maxBlocks ?? DEFAULT_MAX_BLOCKS,
    }),
    index: createAccountIndex(),
    events: createChainEvents(),
    standIn: loadStandIn(),
    emulators: new Map(),
    realPrograms: new Set(),
    hidden: new Set(),
    undos: [],
    intern: createInterner(MAX_INTERNED),
    onEmulatorFault: options.onEmulatorFault ?? (() => {}),
    consensusSwitch: null,
    takesUnpaid: false,
    open: {
      slot: clockStart.slot,
      bank: 0,
      parentSlot,
      blockHeight,
      unixTimeMs: clockStart.unixTimeSec * 1000,
      transactions: [],
      before: new Map(),
      digests: [],
    },
    confirmedSlot: parentSlot,
    finalizedSlot: parentSlot,
    epoch: Math.floor(clockStart.slot / SLOTS_PER_EPOCH),
    epochStartSec: clockStart.unixTimeSec,
    areSlotHashesStale: true,
  }
}

function setAccount(core: ChainCore, address: string, state: AccountState | null): void {
  const before = peekAccount(core, address)
  const owner = before?.owner
  assert(owner !== SYSVAR_OWNER && owner !== NATIVE_LOADER, `${address} belongs to the runtime`)
  const after = state === null || state.lamports === 0n ? null : { ...state, data: copyBytes(state.data) }
  core.runtime.write(address, after)
  noteChange(core, address, { before, after })
  core.events.emit('account', address, after, core.open.slot)
}

/** A copy in pooled memory: world building makes very many small ones. */
function copyBytes(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  return new Uint8Array(copy.buffer, copy.byteOffset, copy.length)
}

/** Puts the stand-in at the program's id, unless the real program is there. A second emulator replaces the first. */
function registerEmulator(core: ChainCore, emulator: Emulator): void {
  const { programId } = emulator
  if (core.realPrograms.has(programId)) return
  if (!core.emulators.has(programId)) {
    core.runtime.loadProgram(programId, core.standIn.elf)
    const program = core.runtime.account(programId)
    const code = program === null ? null : programDataAddress(program)
    if (code !== null) core.hidden.add(code)
    updateAccountIndex(core.index, programId, program)
  }
  core.emulators.set(programId, emulator)
}

function readPrograms(folder: string | null): [string, Uint8Array][] {
  if (folder === null) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.so'))
    .sort()
    .map((name) => {
      const program = name.slice(0, -'.so'.length)
      if (decodeBase58Fixed(program, 32) === null) throw new Error(`${name}: expected <program id>.so`)
      return [program, readFileSync(join(folder, name))]
    })
}
