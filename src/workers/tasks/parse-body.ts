import { BODY_LIMITS } from '../../config/body-limits.ts'
import { LIMITS } from '../../config/limits.ts'
import type { BodyRule, LargeBody } from '../../contract/json-body.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { parseJsonBody } from '../../contract/parse-json-body.ts'
import { mintsBody, sendBody, simulateBody, statusBody } from '../../contract/public-rpc.ts'
import { rpcBody } from '../../contract/rpc.ts'
import type { TaskInput } from '../tasks.ts'
import { Transferable } from '../transferable.ts'

const CALLS = rpcBody(LIMITS.rpcBatchCalls)
const OTHERS: Readonly<Record<Exclude<LargeBody, 'rpc'>, BodyRule<unknown>>> = {
  send: sendBody,
  status: statusBody,
  simulate: simulateBody,
  tokenInfo: mintsBody,
}

/** A long body parsed and judged by the rule of its route. Calls for a node leave as bytes, moved; of the others what
 *  remains must be short, for the loop writes it once more. */
export default function task({ rule, bytes }: TaskInput<'parseBody'>): Outcome<unknown> {
  const parsed = parseJsonBody(bytes, { maxDepth: LIMITS.jsonDepth, maxValues: BODY_LIMITS.inWorkerValues[rule] })
  if (!parsed.ok) return parsed
  const { json, text } = parsed.value
  if (rule === 'rpc') {
    const calls = CALLS.parse(json, text)
    if (!calls.ok) return calls
    const wire = new Uint8Array(calls.value.wire)
    return new Transferable(ok({ wire }), [wire.buffer]) as unknown as Outcome<unknown>
  }
  const read = OTHERS[rule].parse(json, text)
  if (!read.ok || JSON.stringify(read.value).length <= BODY_LIMITS.handedOnBytes) return read
  return fail('payload_too_large', `payload too large: at most ${BODY_LIMITS.handedOnBytes} bytes go on`)
}
