import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../src/config/env.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import type { LedgerRow, TradesTable } from '../../../src/store/trade-rows.ts'
import { SILENT } from '../../store/temp-store.ts'

export type Owner = { readonly keyId: number; readonly userRef: string }

/** The servers look for trades that no one waits for every few seconds. */
const SETTLED_WITHIN_MS = 60_000
const PAGE = 500

/** The trades that the store of running servers knows, by signature, once none is open any more or it took too long. */
export async function readLedger(
  env: Readonly<Record<string, string>>,
  genesisHash: string,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, LedgerRow>> {
  const clock = systemClock()
  const store = await openStore({ config: readConfig(env), clock, log: SILENT, metrics: createMetrics(), genesisHash })
  try {
    const untilMs = clock.monotonicMs() + SETTLED_WITHIN_MS
    for (;;) {
      const rows = owners.flatMap((owner) => tradesOf(store.trades, owner))
      if (rows.every(({ status }) => status !== 'pending') || clock.monotonicMs() > untilMs)
        return new Map(rows.map((row) => [row.signature, row]))
      await sleep(250)
    }
  } finally {
    await store.close()
  }
}

function tradesOf(trades: TradesTable, { keyId, userRef }: Owner): LedgerRow[] {
  const rows: LedgerRow[] = []
  for (;;) {
    const page = trades.list(keyId, userRef, { limit: PAGE, beforeId: rows.at(-1)?.id ?? null })
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}
