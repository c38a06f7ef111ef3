import type { Fetched } from '../chain/port.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import type { BlockRef } from '../store/tape/types.ts'

export type Lost = { readonly fromSlot: number; readonly toSlot: number; readonly reason: string }
/** Blocks of which each is the parent of the next, or a run of lost slots. */
export type Run<B extends BlockHead> = { readonly blocks: readonly B[]; readonly lost: Lost | null }

/** Runs in the order of their slots. */
export function linkedRuns<B extends BlockHead>(fetched: readonly Fetched<B>[]): Run<B>[] {
  const runs: { blocks: B[]; lost: Lost | null }[] = []
  for (const { slot, block, lost } of fetched) {
    const last = runs.at(-1)
    if (lost !== null) {
      if (last?.lost) last.lost = { ...last.lost, toSlot: slot }
      else runs.push({ blocks: [], lost: { fromSlot: slot, toSlot: slot, reason: lost } })
      continue
    }
    if (block === null) continue
    const before = last?.blocks.at(-1)
    if (before !== undefined && isChildOf(block, before)) last!.blocks.push(block)
    else runs.push({ blocks: [block], lost: null })
  }
  return runs
}

/** Whether a block is the child of another one. */
export function isChildOf(block: Pick<BlockHead, 'parentSlot' | 'parentHash'>, parent: BlockRef): boolean {
  return block.parentSlot === parent.slot && block.parentHash === parent.blockHash
}
