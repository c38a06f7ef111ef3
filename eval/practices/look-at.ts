import type { BubbleMapReport } from '../../src/contract/bubble-map.ts'
import type { DeepScanReport } from '../../src/contract/deep-scan.ts'
import type { DevHistory, SniperCohort } from '../../src/contract/forensics.ts'
import type { IntelRecord } from '../../src/contract/intel.ts'
import { getBubbleMap } from '../../src/services/bubble-map/get-bubble-map.ts'
import { getDevHistory } from '../../src/services/forensics/get-dev-history.ts'
import { getSnipers } from '../../src/services/forensics/get-snipers.ts'
import { getTokenIntel } from '../../src/services/tokens/intel.ts'
import { openLabContext } from '../lab-context.ts'
import { scanTokens, type TrueToken } from '../scan-lab.ts'
import type { CallCounter } from './count-calls.ts'

/** Everything the service says of one token. */
export type Look = {
  readonly truth: TrueToken
  readonly report: DeepScanReport
  readonly map: BubbleMapReport
  /** Recorded inputs of the map. */
  readonly mapBytes: Uint8Array
  /** Null where the service answered with a failure. */
  readonly history: DevHistory | null
  readonly snipers: SniperCohort | null
  readonly intel: IntelRecord | null
  /** Node calls of the first map and the first intel record on a service that has just been started. */
  readonly mapCalls: number
  readonly intelCalls: number
}

type Lab = { readonly urls: Readonly<Record<string, string>>; readonly genesisHash: string; readonly nowMs: number }

/** Asks a service without any memory for the map, then for all else, and another one for the intel record. */
export async function lookAt(lab: Lab, counter: CallCounter, truth: TrueToken): Promise<Look> {
  const { mint } = truth
  const signal = new AbortController().signal
  const open = () => openLabContext({ ...lab, urls: { ...lab.urls, rpc: counter.url }, providers: false, workers: 1 })
  const first = await open()
  counter.take()
  try {
    const asked = await getBubbleMap(first.ctx, mint, signal)
    const mapCalls = counter.take()
    if (!asked.ok) throw new Error(`${mint}: ${asked.code}: ${asked.message}`)
    const [scanned] = await scanTokens(first.ctx, [truth], 1)
    const history = replyOf(await getDevHistory(first.ctx, mint, signal))
    const snipers = replyOf(await getSnipers(first.ctx, mint, signal))
    const second = await open()
    counter.take()
    try {
      const intel = replyOf(
        await getTokenIntel(second.ctx, mint, { flagsTaxonomy: 'normalized', explain: false }, signal),
      )
      const { report, map, mapBytes } = scanned!
      return { truth, report, map, mapBytes, history, snipers, intel, mapCalls, intelCalls: counter.take() }
    } finally {
      await second.close()
    }
  } finally {
    await first.close()
  }
}

function replyOf<T>(outcome: { ok: true; value: T } | { ok: false }): T | null {
  return outcome.ok ? outcome.value : null
}
