import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { JsonRpc, RpcOptions } from '../../runtime/json-rpc.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { ComputeUnits, Maybe } from '../../runtime/reply-ranges.ts'
import { COMMITMENT } from './rpc.ts'

/** What a node says of a simulation whose options the caller chose. */
export type AskedSimulation = {
  /** JSON form of the runtime's error, null on success. */
  readonly err: string | Readonly<Record<string, unknown>> | null
  readonly logs: readonly string[]
  /** Null where the node does not say. */
  readonly unitsConsumed: number | null
  readonly accountsReturned: number
}

const Reply = Type.Object({
  value: Type.Object({
    err: Maybe(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
    logs: Maybe(Type.Array(Type.String())),
    unitsConsumed: Maybe(ComputeUnits),
    accounts: Maybe(Type.Array(Type.Unknown())),
  }),
})
type Reply = Static<typeof Reply>
const check = compileReply(Reply)

/** Refusals that are about what was asked: malformed parameters or request, wrong signatures, an unsupported version, a
 *  slot that the node has not reached. */
const ASKED_WRONGLY = new Set([-32600, -32602, -32003, -32006, -32013, -32015, -32016])

/** `simulateTransaction` with options of the caller's own. Fails `invalid_request` when the node refuses what was
 *  asked, else as `JsonRpc` does. */
export async function simulateAsAsked(
  node: Pick<JsonRpc, 'call'>,
  { wire, options }: { readonly wire: Uint8Array; readonly options: Readonly<Record<string, unknown>> },
  callOptions: RpcOptions,
): Promise<Outcome<AskedSimulation>> {
  // The bytes are ours to encode, whatever the caller's own were in.
  const config = { commitment: COMMITMENT, ...options, encoding: 'base64' }
  const params = [Buffer.from(wire.buffer, wire.byteOffset, wire.length).toString('base64'), config]
  const answer = await node.call({ method: 'simulateTransaction', params }, { ...callOptions, isCallersOwn: true })
  if (!answer.ok) {
    if (answer.rpcCode === undefined || !ASKED_WRONGLY.has(answer.rpcCode)) return answer
    return fail('invalid_request', `the node refused to simulate this (code ${answer.rpcCode})`)
  }
  if (!check.matches(answer.value))
    return fail('upstream_failed', 'the node answered simulateTransaction in an unexpected shape')
  const { err = null, logs, unitsConsumed, accounts } = (answer.value as Reply).value
  return ok({
    err,
    logs: logs ?? [],
    unitsConsumed: unitsConsumed ?? null,
    accountsReturned: accounts?.length ?? 0,
  })
}
