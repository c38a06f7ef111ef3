import type { Static } from 'typebox'
import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import type { Context } from '../../context.ts'
import type { BodyRule } from '../../contract/json-body.ts'
import { ok } from '../../contract/outcome.ts'
import { TradeReply } from '../../contract/trade.ts'
import { exactInteger } from '../../contract/trading.ts'
import type { TradeParams } from '../../services/trade-plan/trade-params.ts'
import { runTrade } from '../../services/trading/run-trade.ts'
import type { TradeResult } from '../../services/trading/trade-result.ts'
import type { Route } from '../define-route.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'

/** What the four routes that trade have in common. */
export function tradeRoute(parts: {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly body: BodyRule<TradeParams>
}): Route {
  return defineIdentifiedRoute({
    ...parts,
    method: 'POST',
    auth: 'bearer',
    scope: 'trade',
    needs: ['rpc'],
    cache: 'none',
    readsCaller: true,
    identity: ['user_ref', 'idempotency_key'],
    reply: TradeReply,
    deadlineMs: TRADE_LIMITS.requestMs,
    failures: [
      'invalid_mint',
      'invalid_amount',
      'unsupported_quote',
      'insufficient_balance',
      'conflict',
      'idempotency_mismatch',
      'simulation_failed',
      'policy_blocked',
      'no_route',
      'price_moved',
      'upstream_failed',
      'unconfigured',
      'pending',
      'not_landed',
    ],
    async handle(ctx: Context, { body, caller, request: { signal } }, identity) {
      const result = await runTrade(ctx, { params: body, caller, ...identity, route: parts.path }, signal)
      return result.ok ? ok(toReply(result.value)) : result
    },
  })
}

const AMOUNTS = [
  'amount_received',
  'amount_spent',
  'min_received',
  'platform_fee',
  'fee_lamports',
  'tip_lamports',
] as const

/** Amounts become numbers with all their digits. */
function toReply(result: TradeResult): Static<typeof TradeReply> {
  const amounts: Partial<Record<(typeof AMOUNTS)[number], number | null>> = {}
  for (const name of AMOUNTS) {
    const text = result[name]
    if (text !== undefined) amounts[name] = text === null ? null : exactInteger(BigInt(text))
  }
  return { ...result, ...amounts } as Static<typeof TradeReply>
}
