import { RELAY_PLANS } from '../../config/relay-plans.ts'
import type { Context } from '../../context.ts'
import type { Caller, Tier } from '../../contract/api-key.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import type { RpcCalls } from '../../contract/rpc.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { inBackground } from '../../runtime/background.ts'
import { currentParty } from '../../runtime/request-scope.ts'
import { emptyAnswer } from './empty-answer.ts'

/** The node's own answer to checked read-only calls: status, content type and body as they came (spec 4.6), a long one
 *  while it arrives and cut where the plan or `RPC_RELAY_MAX_MIB` ends. Fails `invalid_request` for a list of a whole
 *  program where the plan needs a filter, `rate_limited` beyond the plan's calls or bytes, `too_busy` when the caller
 *  has too many long ones open, `payload_too_large` | `upstream_failed` for an answer of nothing. */
export async function relayRpc(
  ctx: Context,
  { calls, caller }: { readonly calls: RpcCalls; readonly caller: Caller },
  signal: AbortSignal,
): Promise<Outcome<Relayed>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'on-chain provider not configured')
  const party = currentParty()
  const plan = RELAY_PLANS[tierOf(caller)]
  if (plan.needsFilter && calls.listsWholeProgram) return fail('invalid_request', NEEDS_FILTER)
  const bounds = { ...plan, callsPerWindow: Math.max(plan.callsPerWindow, requestLimitOf(ctx, caller)) }
  const budget = ctx.parts.relayBudget
  const refused = budget.take(party, calls.count, bounds)
  if (refused !== null) return refused
  const maxBytes = Math.min(plan.answerBytes, ctx.config.rpcRelayMaxBytes)
  const relayed = await ctx.chain.rpc.relay(calls.wire, { maxBytes, signal })
  if (!relayed.ok) return relayed
  const empty = calls.expectsAnswer ? emptyAnswer(relayed.value) : null
  if (empty !== null) return empty
  const { rest } = relayed.value
  if (rest !== undefined) {
    const open = ctx.parts.longAnswers
    const before = open.get(party) ?? 0
    if (before >= plan.longAtOnce) {
      rest.drop()
      return fail('too_busy', `at most ${counted(plan.longAtOnce, 'long answer')} of one key at a time`, 1)
    }
    open.set(party, before + 1)
    inBackground(
      'long answer',
      rest.ended.then(() => leave(open, party)),
    )
  }
  return { ...relayed, value: budget.counted(party, relayed.value, bounds) }
}

const NEEDS_FILTER =
  'getProgramAccounts needs a filter with this key: dataSize, memcmp or a short dataSlice (256 bytes); on a token program memcmp of a mint (offset 0) or an owner (offset 32), on the system, stake, vote, lookup table and metadata programs memcmp of an address'

function tierOf(caller: Caller): Tier {
  return caller.kind === 'key' ? caller.key.tier : 'preview'
}

/** Requests that the key may make in a window: each may be one call. */
function requestLimitOf({ config }: Context, caller: Caller): number {
  const own = caller.kind === 'key' ? caller.key.limitPer10s : caller.kind === 'preview' ? caller.limitPer10s : null
  return own ?? config.rateLimitPer10s
}

/** Long answers on their way, by who asked; who has none is absent. */
export type LongAnswers = Map<string, number>

export function createLongAnswers(): LongAnswers {
  return new Map()
}

function leave(open: LongAnswers, party: string): void {
  const left = (open.get(party) ?? 1) - 1
  if (left === 0) open.delete(party)
  else open.set(party, left)
}
