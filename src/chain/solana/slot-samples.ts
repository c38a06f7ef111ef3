import Type from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Count, Seconds } from '../../runtime/reply-ranges.ts'
import type { SolanaRpc } from './rpc.ts'

const samplesCheck = compileReply(
  Type.Array(Type.Object({ numSlots: Count, samplePeriodSecs: Seconds }), { minItems: 1 }),
)

/** Milliseconds of a slot over the node's newest sample (`getRecentPerformanceSamples`), a minute or so. Fails as the
 *  node fails, and `upstream_failed` where it has no sample yet. */
export async function sampleSlotMs(rpc: SolanaRpc): Promise<Outcome<number>> {
  const read = await rpc.call<unknown>('getRecentPerformanceSamples', [1])
  if (!read.ok) return read
  const [newest] = samplesCheck.matches(read.value) ? read.value : []
  if (newest === undefined || newest.numSlots <= 0 || newest.samplePeriodSecs <= 0)
    return fail('upstream_failed', 'the node has no sample of its slots')
  return ok((newest.samplePeriodSecs * 1_000) / newest.numSlots)
}
