import type { Block, ExecutedTransaction } from './types.ts'

/** Transactions that name one address, oldest first; entries before `head` have left the ledger. */
type Mentions = { readonly rows: ExecutedTransaction[]; head: number }

/** What happened: sealed blocks and their transactions, newest kept, bounded by transactions and blocks. Transactions
 *  of the open block are in it from the moment they ran. */
export type Ledger = {
  /** The blocks of a slot in order. */
  readonly blocks: Map<number, Block[]>
  /** Slots with a sealed block, ascending; those before `slotsHead` have left. */
  readonly slots: number[]
  slotsHead: number
  readonly bySignature: Map<string, ExecutedTransaction>
  readonly byAddress: Map<string, Mentions>
  readonly maxTransactions: number
  readonly maxBlocks: number
  /** Since the start, those that have left included. */
  transactionCount: number
}

export function createLedger(limits: { maxTransactions: number; maxBlocks: number }): Ledger {
  return {
    blocks: new Map(),
    slots: [],
    slotsHead: 0,
    bySignature: new Map(),
    byAddress: new Map(),
    ...limits,
    transactionCount: 0,
  }
}

export function addTransaction(ledger: Ledger, transaction: ExecutedTransaction): void {
  ledger.transactionCount++
  ledger.bySignature.set(transaction.signature, transaction)
  for (const address of mentionedAddresses(transaction)) {
    const mentions = ledger.byAddress.get(address)
    if (mentions === undefined) ledger.byAddress.set(address, { rows: [transaction], head: 0 })
    else mentions.rows.push(transaction)
  }
}

/** Takes the newest transaction away again. Call in reverse order of `addTransaction`. */
export function removeNewestTransaction(ledger: Ledger, transaction: ExecutedTransaction): void {
  ledger.transactionCount--
  ledger.bySignature.delete(transaction.signature)
  for (const address of mentionedAddresses(transaction)) {
    const mentions = ledger.byAddress.get(address)
    mentions?.rows.pop()
    if (mentions !== undefined && mentions.rows.length === mentions.head) ledger.byAddress.delete(address)
  }
}

/** Adds a sealed block and lets the oldest ones go while a bound is exceeded. Never lets the newest 300 blocks go. */
export function addBlock(ledger: Ledger, block: Block): void {
  const banks = ledger.blocks.get(block.slot)
  if (banks !== undefined) {
    banks.push(block)
    return
  }
  ledger.blocks.set(block.slot, [block])
  ledger.slots.push(block.slot)
  while (ledger.slots.length - ledger.slotsHead > MIN_BLOCKS && isOverBound(ledger)) evictOldestBlock(ledger)
}

export function removeNewestBlock(ledger: Ledger): Block | undefined {
  if (ledger.slots.length === ledger.slotsHead) return undefined
  const slot = ledger.slots.at(-1)!
  const banks = ledger.blocks.get(slot)!
  const block = banks.pop()!
  if (banks.length === 0) {
    ledger.blocks.delete(slot)
    ledger.slots.pop()
  }
  for (const transaction of block.transactions.toReversed()) removeNewestTransaction(ledger, transaction)
  return block
}

/** Slots of sealed blocks in a range, ascending, both ends included. */
export function listSlots(ledger: Ledger, fromSlot: number, toSlot: number, limit: number): number[] {
  let low = ledger.slotsHead
  let high = ledger.slots.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ledger.slots[middle]! < fromSlot) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  for (; low < ledger.slots.length && found.length < limit && ledger.slots[low]! <= toSlot; low++)
    found.push(ledger.slots[low]!)
  return found
}

/** Transactions that name an address, newest first. 'unknown': a cursor this ledger does not hold. */
export function listMentions(
  ledger: Ledger,
  address: string,
  { before, until, limit }: { before?: string; until?: string; limit: number },
): ExecutedTransaction[] | 'unknown' {
  const cursor = before === undefined ? undefined : ledger.bySignature.get(before)
  if (before !== undefined && cursor === undefined) return 'unknown'
  const stop = until === undefined ? undefined : ledger.bySignature.get(until)
  if (until !== undefined && stop === undefined) return 'unknown'
  const mentions = ledger.byAddress.get(address)
  const found: ExecutedTransaction[] = []
  if (mentions === undefined) return found
  let at = mentions.rows.length - 1
  // A cursor need not name the address: rows at or after its place are skipped.
  if (cursor !== undefined) at = firstRowFrom(mentions, cursor) - 1
  for (; at >= mentions.head && found.length < limit; at--) {
    const row = mentions.rows[at]!
    if (stop !== undefined && !isAfter(row, stop)) break
    found.push(row)
  }
  return found
}

/** The node's status cache spans 300 blocks; nothing younger may be forgotten. */
const MIN_BLOCKS = 300
const COMPACT_ROWS = 64

function isOverBound(ledger: Ledger): boolean {
  return ledger.bySignature.size > ledger.maxTransactions || ledger.slots.length - ledger.slotsHead > ledger.maxBlocks
}

function evictOldestBlock(ledger: Ledger): void {
  const slot = ledger.slots[ledger.slotsHead++]!
  const banks = ledger.blocks.get(slot)!
  ledger.blocks.delete(slot)
  if (ledger.slotsHead > 1_024 && ledger.slotsHead * 2 > ledger.slots.length) {
    ledger.slots.splice(0, ledger.slotsHead)
    ledger.slotsHead = 0
  }
  for (const transaction of banks.flatMap(({ transactions }) => transactions)) {
    ledger.bySignature.delete(transaction.signature)
    for (const address of mentionedAddresses(transaction)) forgetOldest(ledger, address)
  }
}

function forgetOldest(ledger: Ledger, address: string): void {
  const mentions = ledger.byAddress.get(address)
  if (mentions === undefined) return
  mentions.head++
  if (mentions.head === mentions.rows.length) ledger.byAddress.delete(address)
  else if (mentions.head > COMPACT_ROWS && mentions.head * 2 > mentions.rows.length) {
    mentions.rows.splice(0, mentions.head)
    mentions.head = 0
  }
}

/** Index of the first row at or after `cursor`. */
function firstRowFrom(mentions: Mentions, cursor: ExecutedTransaction): number {
  let low = mentions.head
  let high = mentions.rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(cursor, mentions.rows[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

function isAfter(one: ExecutedTransaction, other: ExecutedTransaction): boolean {
  if (one.slot !== other.slot) return one.slot > other.slot
  const [bank, otherBank] = [one.bank ?? 0, other.bank ?? 0]
  return bank === otherBank ? one.indexInBlock > other.indexInBlock : bank > otherBank
}

/** Every address once, however often the message names it. */
function mentionedAddresses({ accountKeys, loadedAddresses }: ExecutedTransaction): Iterable<string> {
  const { writable, readonly } = loadedAddresses
  if (writable.length + readonly.length === 0) return accountKeys
  return new Set([...accountKeys, ...writable, ...readonly])
}
