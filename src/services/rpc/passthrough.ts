import { RELAY } from '../../config/upstream-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'

/** The node's own answer to checked read-only calls: status, content type and body as they came (spec 4.6), a long one
 *  while it arrives and cut after `RPC_RELAY_MAX_MIB`. Fails `too_busy` when the caller has too many long ones open. */
export async function relayRpc(
  ctx: Context,
  { wire, caller }: { readonly wire: Uint8Array; readonly caller: number },
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'on-chain provider not configured')
  const maxBytes = ctx.config.rpcRelayMaxBytes
  const relayed = await ctx.chain.rpc.relay(wire, { maxBytes, signal })
  if (!relayed.ok || relayed.value.rest === undefined) return relayed
  const { rest } = relayed.value
  const open = ctx.only(createLongAnswers)
  const before = open.get(caller) ?? 0
  if (before >= RELAY.longPerKey) {
    rest.drop()
    return fail('too_busy', `at most ${RELAY.longPerKey} long answers of one key at a time`, 1)
  }
  open.set(caller, before + 1)
  void rest.ended.then(() => leave(open, caller))
  return relayed
}

/** Long answers on their way, by the key that asked; who has none is absent. */
type LongAnswers = Map<number, number>

function createLongAnswers(): LongAnswers {
  return new Map()
}

function leave(open: LongAnswers, caller: number): void {
  const left = (open.get(caller) ?? 1) - 1
  if (left === 0) open.delete(caller)
  else open.set(caller, left)
}
