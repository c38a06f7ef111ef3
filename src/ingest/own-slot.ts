import type { Missing } from '../chain/port.ts'
import { INGEST } from '../config/ingest.ts'
import type { BlockHead } from '../contract/tape-event.ts'
import type { Following } from './following.ts'

/** What the node said of it last: asked for again after a while, because a chain may change once and never back. */
export async function mayHaveSeveral<B extends BlockHead>(following: Following<B>): Promise<boolean> {
  const { several, reader, ctx } = following
  const nowMs = ctx.clock.monotonicMs()
  if (several !== null && (several.mayBe || nowMs - several.askedMs < INGEST.severalAskMs)) return several.mayBe
  following.several = { mayBe: await reader.mayHaveSeveral(), askedMs: nowMs }
  return following.several.mayBe
}

/** The first of these blocks that says its parent is of its own slot, where a slot has one block: the answer is false.
 *  Believed, it would join a block to one that stands under its number by another false answer, and the tape would go
 *  on from there as if nothing were wrong. Null without one. */
export async function falseParent<B extends BlockHead>(
  following: Following<B>,
  blocks: readonly B[],
): Promise<Missing | null> {
  const claims = blocks.find(({ slot, parentSlot }) => parentSlot === slot && slot > 0)
  if (claims === undefined || (await mayHaveSeveral(following))) return null
  const { slot } = claims
  return { fromSlot: slot, slot, reason: 'the node names a parent in the same slot' }
}
