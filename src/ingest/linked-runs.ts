import type { RawBlock } from '../chain/solana/rpc.ts'

/** What came of asking for one slot. `block` is null for a slot without one; `lost` says why it never can be read. */
export type Fetched = { readonly slot: number; readonly block: RawBlock | null; readonly lost: string | null }
export type Lost = { readonly fromSlot: number; readonly toSlot: number; readonly reason: string }
/** Blocks of which each stands on the one before, or a run of slots that are lost. */
export type Run = { readonly blocks: readonly RawBlock[]; readonly lost: Lost | null }

/** Runs in the order of their slots. */
export function linkedRuns(fetched: readonly Fetched[]): Run[] {
  const runs: { blocks: RawBlock[]; lost: Lost | null }[] = []
  for (const { slot, block, lost } of fetched) {
    const last = runs.at(-1)
    if (lost !== null) {
      if (last?.lost) last.lost = { ...last.lost, toSlot: slot }
      else runs.push({ blocks: [], lost: { fromSlot: slot, toSlot: slot, reason: lost } })
      continue
    }
    if (block === null) continue
    const before = last?.blocks.at(-1)
    if (before !== undefined && isChildOf(block, { slot: before.slot, blockHash: before.blockhash }))
      last!.blocks.push(block)
    else runs.push({ blocks: [block], lost: null })
  }
  return runs
}

/** Whether a block stands on the one at this place. */
export function isChildOf(
  block: Pick<RawBlock, 'parentSlot' | 'previousBlockhash'>,
  parent: { readonly slot: number; readonly blockHash: string },
): boolean {
  return block.parentSlot === parent.slot && block.previousBlockhash === parent.blockHash
}
