import Type, { type Static } from 'typebox'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { BlockHeight, BlockTimeSec, isBlockTime, Maybe, Slot } from '../../runtime/reply-ranges.ts'
import { createRowCheck } from './block-rows.ts'
import { type BlockRow, type RawBlock, readBlockTransaction } from './rpc-replies.ts'

const BlockReply = Type.Object({
  blockhash: Type.String(),
  previousBlockhash: Type.String(),
  parentSlot: Slot,
  blockHeight: Maybe(BlockHeight),
  blockTime: Maybe(BlockTimeSec),
  /** Empty here: the rows are read one by one. */
  transactions: Type.Array(Type.Unknown()),
})
const blockCheck = compileReply(BlockReply)

/** A reply that does not hold together: nothing of it is believed. */
export type BlockFault = { readonly fault: string }

export type BlockCollector = {
  row(text: string): void
  /** Null for a slot without a block. */
  end(block: unknown, slot: number): RawBlock | null | BlockFault
}

/** Takes a block's transactions one by one and then the rest of it. A block counts as a whole: one row that is no
 *  transaction, or that stands there twice, or a head that cannot be, and there is no block. What is not wanted is
 *  checked from its text and left out unparsed. */
export function createBlockCollector(wants: (transactionText: string) => boolean = () => true): BlockCollector {
  const rows: BlockRow[] = []
  const check = createRowCheck()
  let index = 0
  let fault: string | null = null

  function read(text: string, transactionIndex: number): void {
    const wrong = check(text)
    if (wrong !== null) fault ??= `transaction ${transactionIndex}: ${wrong}`
    else if (wants(text)) rows.push({ transactionIndex, ...readBlockTransaction(text) })
  }

  return {
    row(text) {
      const at = index++
      if (fault !== null) return
      try {
        read(text, at)
      } catch (error) {
        fault = `transaction ${at}: ${(error as Error).message}`
      }
    },
    end(block, slot) {
      if (block === null) return null
      if (!blockCheck.matches(block)) return { fault: 'an unexpected shape' }
      fault ??= faultOfHead(block, slot)
      if (fault !== null) return { fault }
      const { blockhash, previousBlockhash, parentSlot, blockHeight = null, blockTime = null } = block
      const transactions = rows.map((row) => ({ slot, blockTime, ...row }))
      const head = { slot, blockHash: blockhash, parentSlot, parentHash: previousBlockhash, blockTimeSec: blockTime }
      return { ...head, blockHeight, transactionCount: index, transactions }
    },
  }
}

export function isBlockFault(read: RawBlock | BlockFault | null): read is BlockFault {
  return read !== null && 'fault' in read
}

function faultOfHead(
  { blockhash, previousBlockhash, parentSlot, blockTime = null, blockHeight = null }: Static<typeof BlockReply>,
  slot: number,
): string | null {
  if (!isBase58Of32(blockhash)) return 'its hash is not 32 bytes'
  if (!isBase58Of32(previousBlockhash)) return 'the hash of its parent is not 32 bytes'
  // The first block of a chain is its own parent.
  const isFirst = slot === 0 && parentSlot === 0
  if (blockhash === previousBlockhash && !isFirst) return 'it is its own parent'
  // A slot may have several blocks, each on top of the one before.
  if (!Number.isSafeInteger(parentSlot) || parentSlot < 0 || parentSlot > slot)
    return 'its parent does not come before it'
  // One block of the year 2999 would open a day of the tape that all later blocks fall into.
  if (blockTime !== null && !isBlockTime(blockTime)) return 'its time is more than a day ahead of this machine'
  if (blockHeight !== null && !(Number.isSafeInteger(blockHeight) && blockHeight >= 0)) return 'its height is no number'
  return null
}
