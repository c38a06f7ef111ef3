import { LIMITS } from '../../config/limits.ts'
import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { chunksOf, inParallel } from '../../runtime/in-parallel.ts'
import type { CallOptions, RawTransaction, SignatureRow } from './rpc.ts'
import type { Asking } from './shared-pages.ts'

type Answer = Outcome<RawTransaction | null>

export type SharedTransactions = {
  /** In which slots signatures stand. */
  note(rows: readonly SignatureRow[]): void
  read(asking: Asking, signatures: readonly string[], options: CallOptions): Promise<readonly Answer[]>
}

/** Blocks are long replies. */
const BLOCKS_IN_PARALLEL = 2
/** In one array: real ones are about 10 kB, and a reply of 100 kB is taken apart within a millisecond. */
const READ_TOGETHER = 10

/** Transactions that were read: each once, for all callers. Many of one slot are read with its block,
 *  which is one call. Failures are asked for again. `onHeld` sees each that is kept. */
export function createSharedTransactions(onHeld: (value: unknown) => void): SharedTransactions {
  const held = new Map<string, RawTransaction>()
  const hold = (signature: string, transaction: RawTransaction): void => {
    if (!held.has(signature)) onHeld(transaction)
    held.set(signature, transaction)
  }
  const underWay = new Map<string, Promise<unknown>>()
  const blocks = createCrowdedBlocks(hold)

  async function readMissing(asking: Asking, missing: readonly string[], options: CallOptions) {
    await blocks.read(asking, missing, options)
    const single = missing.filter((signature) => !held.has(signature))
    const read = new Map<string, Answer>()
    await inParallel(chunksOf(single, READ_TOGETHER), UPSTREAM_BATCHES.chunksInParallel, async (chunk) => {
      asking.count('getTransaction', chunk.length)
      const answers = await asking.node.transactions(chunk, options)
      for (const [i, signature] of chunk.entries()) {
        const answer = answers[i]!
        if (answer.ok && answer.value !== null) hold(signature, answer.value)
        read.set(signature, answer)
      }
    })
    return read
  }

  return {
    note: blocks.note,
    async read(asking, signatures, options) {
      const wanted = [...new Set(signatures)]
      const others = () => wanted.flatMap((signature) => (held.has(signature) ? [] : (underWay.get(signature) ?? [])))
      // From the last look on until these are marked as read nothing is awaited, so that no one else begins there.
      for (let reads = others(); reads.length > 0; reads = others()) await Promise.allSettled(reads)
      const missing = wanted.filter((signature) => !held.has(signature))
      const reading = readMissing(asking, missing, options)
      for (const signature of missing) underWay.set(signature, reading)
      try {
        const read = await reading
        return signatures.map((signature) => {
          const one = held.get(signature)
          return one === undefined ? read.get(signature)! : ok(one)
        })
      } finally {
        for (const signature of missing) if (underWay.get(signature) === reading) underWay.delete(signature)
      }
    },
  }
}

/** Slots in which many of what is wanted stand. */
function createCrowdedBlocks(hold: (signature: string, transaction: RawTransaction) => void) {
  const slotOf = new Map<string, number>()
  const inSlot = new Map<number, string[]>()
  /** By slot: its block is there, is being read, or could not be. */
  const blocks = new Map<number, Promise<void>>()

  async function readBlock({ node, count }: Asking, slot: number, options: CallOptions): Promise<void> {
    const signatureOf = new Map<string, string>()
    for (const signature of inSlot.get(slot) ?? []) signatureOf.set(keyOf(signature), signature)
    count('getBlock', 1)
    const block = await node.block(slot, { ...options, wants: (text) => signatureOf.has(keyIn(text)) })
    if (!block.ok || block.value === null) return
    // Where it stood in its block is left out, as where it is read alone: what is said must not hang on how it was
    // read.
    for (const { transactionIndex: _, ...row } of block.value.transactions) {
      const signature = signatureOf.get(keyOfBytes(row.transaction[0]))
      if (signature !== undefined) hold(signature, row)
    }
  }

  return {
    note(rows: readonly SignatureRow[]): void {
      for (const { signature, slot } of rows) {
        if (slotOf.has(signature)) continue
        slotOf.set(signature, slot)
        const beside = inSlot.get(slot)
        if (beside === undefined) inSlot.set(slot, [signature])
        else beside.push(signature)
      }
    },
    /** Takes what it can from blocks, each asked for once. */
    async read(asking: Asking, signatures: readonly string[], options: CallOptions): Promise<void> {
      const asked = new Map<number, number>()
      for (const signature of signatures) {
        const slot = slotOf.get(signature)
        if (slot !== undefined) asked.set(slot, (asked.get(slot) ?? 0) + 1)
      }
      const crowded = [...asked].filter(([slot, times]) => times >= LIMITS.blockForTransactions || blocks.has(slot))
      await inParallel(crowded, BLOCKS_IN_PARALLEL, async ([slot]) => {
        const reading = blocks.get(slot) ?? readBlock(asking, slot, options)
        blocks.set(slot, reading)
        await reading
      })
    },
  }
}

/** First 64 bytes of what is signed for, as a text of as many characters. */
function keyOf(signature: string): string {
  return Buffer.from(decodeBase58Fixed(signature, 64) ?? []).toString('latin1')
}

const BEFORE_BYTES = '"transaction":["'
/** The number of signatures and the first of them, in base64. */
const HEAD_CHARS = 88

/** The same of a transaction from the text of its row in a block; empty where it cannot be found. */
function keyIn(text: string): string {
  const at = text.indexOf(BEFORE_BYTES)
  return at < 0 ? '' : keyOfBytes(text.slice(at + BEFORE_BYTES.length, at + BEFORE_BYTES.length + HEAD_CHARS))
}

function keyOfBytes(base64: string): string {
  return Buffer.from(base64.slice(0, HEAD_CHARS), 'base64').subarray(1, 65).toString('latin1')
}
