import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { CustodialWallet } from '../custody/signer.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'

/** Limits of every trade that the server signs. */
export type Custody = {
  /** Where value may be sent; anywhere when it is empty. */
  readonly withdrawTo: readonly string[]
  /** What the trade may lose against the price before it, hundredths of a percent; `NO_BOUND` for any loss. */
  readonly maxImpactBps: number
}

export const NO_BOUND = 10_000

/** The bounds of a custodial trade. A caller may ask for a tighter one; a looser one takes the scope `wallet`, which
 *  may empty the wallet anyway, and a wallet without a list, which that scope cannot empty. Fails `scope_required`,
 *  `policy_blocked`. */
export function custodyOf(
  { config }: Pick<Context, 'config'>,
  caller: Caller,
  { withdrawTo }: CustodialWallet,
  { maxImpactBps }: Pick<TradeParams, 'maxImpactBps'>,
): Outcome<Custody> {
  const usualBps = config.trading.maxImpactBps
  if (maxImpactBps === null || maxImpactBps <= usualBps)
    return ok({ withdrawTo, maxImpactBps: maxImpactBps ?? usualBps })
  if (caller.kind !== 'key' || !caller.key.scopes.includes('wallet'))
    return fail('scope_required', `scope required: wallet, for a max_price_impact_bps above ${usualBps}`)
  if (withdrawTo.length === 0) return ok({ withdrawTo, maxImpactBps })
  const failure = fail(
    'policy_blocked',
    `max_price_impact_bps: at most ${usualBps} for a wallet with a withdraw_to list`,
  )
  return { ...failure, details: { details: { rule: 'withdraw_to' } } }
}
