/** Blocks for which a blockhash may still start a transaction. */
export const MAX_BLOCKHASH_AGE = 150
/** Entries of the SlotHashes sysvar. */
const MAX_SLOT_HASHES = 512

export type RingEntry = { readonly blockhash: string; readonly slot: number; readonly blockHeight: number }

/** The blockhashes of the newest sealed blocks, oldest first, and the messages processed while they live. */
export type BlockhashRing = {
  readonly entries: RingEntry[]
  readonly heights: Map<string, number>
  /** Digest of each message that landed and the slot it landed in: the duplicate check. */
  readonly processed: Map<string, number>
}

export function createBlockhashRing(): BlockhashRing {
  return { entries: [], heights: new Map(), processed: new Map() }
}

/** Appends the hash of a sealed block and forgets what is too old for any use. */
export function pushBlockhash(ring: BlockhashRing, entry: RingEntry): void {
  ring.entries.push(entry)
  ring.heights.set(entry.blockhash, entry.blockHeight)
  if (ring.entries.length > MAX_SLOT_HASHES) ring.heights.delete(ring.entries.shift()!.blockhash)
  // Twice the life of a blockhash, as the node's status cache keeps it: in order of slots, so the oldest come first.
  const oldest = ring.entries.at(-Math.min(ring.entries.length, 2 * MAX_BLOCKHASH_AGE))!.slot
  for (const [digest, slot] of ring.processed) {
    if (slot >= oldest) break
    ring.processed.delete(digest)
  }
}

/** Takes the newest hash away again (a fork), with the messages of its block. */
export function popBlockhash(ring: BlockhashRing, droppedDigests: Iterable<string>): void {
  const entry = ring.entries.pop()
  if (entry !== undefined) ring.heights.delete(entry.blockhash)
  for (const digest of droppedDigests) ring.processed.delete(digest)
}

/** Whether a transaction with this blockhash may land in a block of height `blockHeight`. */
export function isBlockhashAlive(ring: BlockhashRing, blockhash: string, blockHeight: number): boolean {
  const height = ring.heights.get(blockhash)
  return height !== undefined && blockHeight <= height + MAX_BLOCKHASH_AGE
}
