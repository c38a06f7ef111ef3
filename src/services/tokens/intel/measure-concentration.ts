import { balancesExcept, type HolderTable } from '../../../chain/solana/holder-table.ts'
import { LIMITS } from '../../../config/limits.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { CONCENTRATION, CONCENTRATION_LENGTH, concentration } from '../../../hot-paths/concentration.ts'

export type ConcentrationFigures = Readonly<Record<keyof typeof CONCENTRATION, number>>

/** How unevenly the holders beside the vaults hold. Up to `LIMITS.concentrationInline` owners on the loop (0.1 ms),
 *  beyond that on a compute thread, with the balances moved there. Fails as the pool fails. */
export async function measureConcentration(
  ctx: Context,
  table: HolderTable,
  vaults: Iterable<string>,
  supplyRaw: bigint,
  signal?: AbortSignal,
): Promise<Outcome<ConcentrationFigures>> {
  const balances = balancesExcept(table, vaults)
  const supply = Number(supplyRaw)
  if (balances.length <= LIMITS.concentrationInline) {
    const figures = new Float64Array(CONCENTRATION_LENGTH)
    concentration(balances, supply, figures)
    return ok(named(figures))
  }
  const transfer = [balances.buffer as ArrayBuffer]
  const figures = await ctx.workers.run(
    'concentration',
    { balances, supply },
    { transfer, ...(signal ? { signal } : {}) },
  )
  return figures.ok ? ok(named(figures.value)) : figures
}

function named(figures: Float64Array): ConcentrationFigures {
  const entries = Object.entries(CONCENTRATION).map(([name, at]) => [name, figures[at]!])
  return Object.fromEntries(entries) as ConcentrationFigures
}
