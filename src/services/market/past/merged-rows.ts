import type { SignatureRow } from '../../../chain/solana/rpc.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'

export type MergedRows = {
  /** Newest first, failed ones among them; each signature once. */
  readonly rows: readonly SignatureRow[]
  /** Some address has older ones. */
  readonly hasMore: boolean
}

/** The next signatures of several addresses together, before a signature or from now. Fails as the node fails. */
export async function readMergedRows(
  ctx: Context,
  addresses: readonly string[],
  before: string | undefined,
): Promise<Outcome<MergedRows>> {
  const limit = PAST.rowsPerMerge
  const pages = await Promise.all(
    addresses.map((address) =>
      ctx.parts.pastReads.signatures(address, { limit, ...(before === undefined ? {} : { before }) }),
    ),
  )
  const merged = new Map<string, SignatureRow>()
  // What is older than the end of a full page may lack rows of its address.
  let horizonSlot = Number.NEGATIVE_INFINITY
  for (const page of pages) {
    if (!page.ok) return page
    for (const row of page.value) if (!merged.has(row.signature)) merged.set(row.signature, row)
    if (page.value.length === limit) horizonSlot = Math.max(horizonSlot, page.value.at(-1)!.slot)
  }
  const sorted = [...merged.values()].sort((a, b) => b.slot - a.slot)
  const sure = sorted.filter(({ slot }) => slot > horizonSlot)
  const hasMore = horizonSlot !== Number.NEGATIVE_INFINITY
  // All of a page in one slot: nothing is surer than the page itself.
  return ok({ rows: sure.length > 0 ? sure : sorted.filter(({ slot }) => slot >= horizonSlot), hasMore })
}
