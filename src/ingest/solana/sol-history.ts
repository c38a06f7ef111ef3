import { INGEST } from '../../config/ingest.ts'
import type { Context } from '../../context.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'

type Point = { readonly tMs: number; readonly priceUsd: number }
/** `untilMs`: nothing newer was known when it was asked for. `retryAtMs`: when a source that failed is asked again. */
type Window = { readonly points: readonly Point[]; readonly untilMs: number; readonly retryAtMs: number }

/** What SOL was worth, as providers tell it. */
export type SolHistory = {
  /** Loads the prices around a time, when a provider has them. Never rejects. */
  load(tMs: number): Promise<void>
  /** Of what was loaded, the price nearest to a time; null when none is near. */
  at(tMs: number): number | null
}

/** Windows of prices from the oracle's history, which is exact, else from the price chart, which reaches back from now
 *  in ever wider steps. */
export function createSolHistory(ctx: Pick<Context, 'upstreams' | 'clock' | 'log'>): SolHistory {
  const { clock, log } = ctx
  const { oracleHistory, solHistory } = ctx.upstreams
  const windows = createBoundedMap<number, Window>(INGEST.solHistoryWindows)
  const indexOf = (tMs: number): number => Math.floor(tMs / INGEST.solHistoryWindowMs)

  async function ask(fromMs: number, toMs: number, nowMs: number): Promise<Outcome<readonly Point[]> | null> {
    let last: Outcome<readonly Point[]> | null = null
    for (const [source, untilMs] of [
      [oracleHistory, toMs],
      [solHistory, nowMs],
    ] as const) {
      if (source === null) continue
      last = await source.solHistory({ fromMs, toMs: untilMs, stepMs: INGEST.solHistoryStepMs })
      if (last.ok && last.value.length > 0) return last
      if (!last.ok) log.debug({ provider: source.provider, reason: last.message }, 'no SOL prices of the past')
    }
    return last
  }

  return {
    async load(tMs) {
      const index = indexOf(tMs)
      const nowMs = clock.nowMs()
      const known = windows.get(index)
      if (known !== undefined && (nowMs < known.retryAtMs || tMs <= known.untilMs)) return
      const fromMs = index * INGEST.solHistoryWindowMs
      const toMs = fromMs + INGEST.solHistoryWindowMs
      const answer = await ask(fromMs - INGEST.solHistoryStepMs, Math.min(toMs, nowMs), nowMs)
      const isAnswered = answer === null || answer.ok
      const points = answer?.ok ? answer.value.filter((point) => point.tMs <= toMs + INGEST.solHistoryWindowMs) : []
      windows.set(index, {
        points: points.length > 0 ? points : (known?.points ?? []),
        untilMs: isAnswered ? Math.min(toMs, nowMs) : Number.NEGATIVE_INFINITY,
        retryAtMs: nowMs + INGEST.solHistoryRetryMs,
      })
    },
    at(tMs) {
      let best: Point | null = null
      for (const point of windows.get(indexOf(tMs))?.points ?? [])
        if (best === null || Math.abs(point.tMs - tMs) < Math.abs(best.tMs - tMs)) best = point
      return best !== null && Math.abs(best.tMs - tMs) <= INGEST.solHistoryMaxAgeSec * 1_000 ? best.priceUsd : null
    },
  }
}
