import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { offList } from '../custody/off-list.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import { type PlatformFee, platformFeeOf } from './platform-fee.ts'

/** The fee of a trade: the operator's, or what the caller routes. Null for none. Fails `scope_required` for a caller
 *  who names one without the scope, `invalid_request` for a fee that no one would get, `policy_blocked` for one that
 *  would leave a custodial wallet for an address that is not on its list (`withdrawTo`). */
export function feeTermsOf(
  ctx: Pick<Context, 'config'>,
  caller: Caller,
  { feeBps, feeWallet }: Pick<TradeParams, 'feeBps' | 'feeWallet'>,
  withdrawTo: readonly string[] = [],
): Outcome<PlatformFee | null> {
  const usual = platformFeeOf(ctx)
  if (feeBps === null && feeWallet === null) return ok(usual)
  if (caller.kind !== 'key' || !caller.key.scopes.includes('fee_routing'))
    return fail('scope_required', 'scope required: fee_routing')
  if (feeBps === null) return fail('invalid_request', 'fee_wallet: needs fee_bps')
  if (feeBps === 0) return ok(null)
  const wallet = feeWallet ?? usual?.wallet
  if (wallet === undefined) return fail('invalid_request', 'fee_bps: needs fee_wallet')
  return offList(withdrawTo, 'fee_wallet', wallet) ?? ok({ bps: feeBps, wallet })
}
