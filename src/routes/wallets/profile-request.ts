import { WALLET_PROFILE } from '../../config/wallet-profile.ts'
import { flag, lowerBoundNumber, oneOf } from '../../contract/params.ts'
import { floorToDay, type ProfileRequest } from '../../services/wallet-profile/gather-profile.ts'
import { WalletParams } from './wallet-params.ts'

/** What profile, wrapped and roast share (spec 4.2). */
export const PROFILE_ROUTE = {
  method: 'GET',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletProfile',
  cacheControl: 'public, max-age=300, s-maxage=300, stale-while-revalidate=600',
  params: WalletParams,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_PROFILE.deadlineMs,
} as const

export const PROFILE_QUERY = {
  depth: oneOf(['deep', 'fast'], {
    default: 'deep',
    description: '`fast`: the newest 200 transactions; anything else: 500.',
  }),
  since: lowerBoundNumber({
    min: 0,
    default: 0,
    description: 'Epoch seconds, floored to a day: only transactions from then on. Ignored when not positive.',
  }),
}

export const EXPLAIN = flag('`1` or `true`: with the rule and the evidence of each judgement.')

export function profileRequest({ depth, since }: { depth: 'deep' | 'fast'; since: number }): ProfileRequest {
  return { depth, sinceSec: floorToDay(since) }
}
