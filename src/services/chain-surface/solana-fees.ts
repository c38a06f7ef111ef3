import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Answer } from './surface.ts'

/** Lamports that each signature costs, fixed by the chain. */
const BASE_FEE_LAMPORTS = 5_000
type FeeRow = { readonly slot: number; readonly prioritizationFee: number }

/** Priority fees of the newest blocks as the node reports them: quartiles of what was paid for a compute unit. */
export async function readFees(ctx: Context, signal: AbortSignal): Answer<'fees'> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no node configured')
  const reply: Outcome<unknown> = await rpc.call('getRecentPrioritizationFees', [], { signal })
  if (!reply.ok) return reply
  const rows = (Array.isArray(reply.value) ? reply.value : []).filter(isFeeRow)
  if (rows.length === 0) return fail('upstream_failed', 'the node reports no priority fees')
  const paid = rows.map(({ prioritizationFee }) => prioritizationFee).sort((a, b) => a - b)
  const at = (share: number): number => paid[Math.min(paid.length - 1, Math.floor(share * paid.length))]!
  return ok({
    payload: {
      unit: 'microLamportsPerComputeUnit',
      low: at(0.25),
      medium: at(0.5),
      high: at(0.75),
      baseFee: BASE_FEE_LAMPORTS,
      observedBlocks: rows.length,
    },
    source: 'node',
    sourceAtMs: null,
    block: Math.max(...rows.map(({ slot }) => slot)),
    fetchedAtMs: ctx.clock.nowMs(),
  })
}

function isFeeRow(row: unknown): row is FeeRow {
  const { slot, prioritizationFee } = (row ?? {}) as Partial<FeeRow>
  return Number.isSafeInteger(slot) && Number.isSafeInteger(prioritizationFee) && prioritizationFee! >= 0
}
