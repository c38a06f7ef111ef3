import Type, { type Static } from 'typebox'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { ComputeUnits, Maybe, Nullable, Slot } from '../../runtime/reply-ranges.ts'
import { createBase64Decoder, toAccountView } from './account-views.ts'
import { type AccountView, COMMITMENT, type SolanaRpc } from './rpc.ts'
import { AccountReply } from './rpc-replies.ts'

/** What a node says about a transaction that was not sent. */
export type NodeSimulation = {
  readonly slot: number
  /** JSON form of the runtime's error, null on success. */
  readonly err: string | Readonly<Record<string, unknown>> | null
  readonly logs: readonly string[]
  readonly computeUnits: number
  /** The accounts asked for, after the run; null members for those that are not there. Null when it failed. */
  readonly accounts: readonly (AccountView | null)[] | null
}

const SimulationReply = Type.Object({
  context: Type.Object({ slot: Slot }),
  value: Type.Object({
    err: Nullable(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
    logs: Type.Optional(Nullable(Type.Array(Type.String()))),
    unitsConsumed: Maybe(ComputeUnits),
    accounts: Type.Optional(Nullable(Type.Array(Nullable(AccountReply)))),
  }),
})
const check = compileReply(SimulationReply)

/** `simulateTransaction` without checking signatures, on a blockhash of the node's own. Balances past 2^53 lamports are
 *  rounded, token amounts are exact. */
export async function simulateTransaction(
  rpc: SolanaRpc,
  wire: Uint8Array,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<NodeSimulation>> {
  const config = {
    encoding: 'base64',
    commitment: COMMITMENT,
    sigVerify: false,
    replaceRecentBlockhash: true,
    innerInstructions: true,
    accounts: { encoding: 'base64', addresses },
  }
  const params = [Buffer.from(wire.buffer, wire.byteOffset, wire.length).toString('base64'), config]
  const answer = await rpc.call<Static<typeof SimulationReply>>('simulateTransaction', params, signal ? { signal } : {})
  if (!answer.ok) return answer
  const reply: unknown = answer.value
  if (!check.matches(reply))
    return fail('upstream_failed', 'the node answered simulateTransaction in an unexpected shape')
  const { err, logs, unitsConsumed, accounts } = reply.value
  const hasAccounts = err === null && accounts?.length === addresses.length
  const decode = createBase64Decoder()
  return ok({
    slot: reply.context.slot,
    err,
    logs: logs ?? [],
    computeUnits: unitsConsumed ?? 0,
    accounts: hasAccounts
      ? accounts.map((account, at) => account && toAccountView(addresses[at]!, account, decode))
      : null,
  })
}
