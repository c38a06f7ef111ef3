import type { Context } from '../../context.ts'
import type { SurfacePayload } from '../../contract/chain-surface.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Answer } from './surface.ts'

/** Lamports that each signature costs, fixed by the chain. */
const BASE_FEE_LAMPORTS = 5_000
type FeeRow = { readonly slot: number; readonly prioritizationFee: number }

/** The fees are of the chain and do not wait for a slow source of tips. */
const TIPS_TIMEOUT_MS = 1_500

/** Priority fees of the newest blocks as the node reports them: quartiles of what was paid for a compute unit; beside them
 *  the tips that bundles pay, where a source of them is configured. */
export async function readFees(ctx: Context, signal: AbortSignal): Answer<'fees'> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no node configured')
  const [reply, tips]: [Outcome<unknown>, Tips] = await Promise.all([
    rpc.call('getRecentPrioritizationFees', [], { signal }),
    readTips(ctx),
  ])
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
      tips,
    },
    source: 'node',
    sourceAtMs: null,
    block: Math.max(...rows.map(({ slot }) => slot)),
    fetchedAtMs: ctx.clock.nowMs(),
  })
}

type Tips = SurfacePayload<'fees'>['tips']

/** Lamports. Kept as other data of chains are; null where no source answers. */
async function readTips(ctx: Context): Promise<Tips> {
  const { tipPrices } = ctx.upstreams
  if (tipPrices === null) return null
  const found = await ctx.store.memo('chainData', 'solana\ntips', async () => {
    const floor = await tipPrices.tipFloor({ timeoutMs: TIPS_TIMEOUT_MS })
    if (!floor.ok) return floor
    const { p25, p50, p75, p95 } = floor.value
    if (p25 > p50 || p50 > p75 || p75 > p95) return fail('upstream_failed', 'quartiles of tips are out of order')
    return ok({ low: Number(p25), medium: Number(p50), high: Number(p75), top: Number(p95) })
  })
  return found.ok ? { source: tipPrices.provider, unit: 'lamports', ...found.value } : null
}

function isFeeRow(row: unknown): row is FeeRow {
  const { slot, prioritizationFee } = (row ?? {}) as Partial<FeeRow>
  return Number.isSafeInteger(slot) && Number.isSafeInteger(prioritizationFee) && prioritizationFee! >= 0
}
