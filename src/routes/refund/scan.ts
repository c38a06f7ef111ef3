import Type from 'typebox'
import { REFUND } from '../../config/refund.ts'
import { ok } from '../../contract/outcome.ts'
import { AddressSchema, flag, isAddress, type Rule } from '../../contract/params.ts'
import { RefundScan } from '../../contract/refund.ts'
import { scanRefunds } from '../../services/refund/scan.ts'
import { defineIdentifiedRoute } from '../identified-route.ts'
import { refuse } from '../trading/read-params.ts'

const dustUsd: Rule<number> = {
  schema: Type.Number({
    minimum: 0,
    maximum: REFUND.dustUsdMax,
    default: 0,
    description: 'Token accounts worth at most this count as dust. 0: none do. Clamped.',
  }),
  required: false,
  aliases: [],
  parse: (raw) => {
    const value = Number(raw?.trim() || 0)
    return ok(Number.isFinite(value) ? Math.min(Math.max(value, 0), REFUND.dustUsdMax) : 0)
  },
  canonical: String,
}

const wallet: Rule<string | null> = {
  schema: {
    ...AddressSchema,
    description: 'Look at this wallet instead of the user’s own. Not for free keys: 403 `plan_required`.',
  },
  required: false,
  aliases: [],
  parse: (raw) => {
    const text = raw?.trim() ?? ''
    if (text === '') return ok(null)
    return isAddress(text) ? ok(text) : refuse('wallet: expected an address')
  },
  canonical: (value) => value ?? '',
}

export const refundScan = defineIdentifiedRoute({
  method: 'GET',
  path: '/v1/refund/scan',
  auth: 'bearer',
  scope: 'read',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  identity: ['user_ref'],
  summary: 'Everything that a wallet could reclaim, by kind of account, and what coming rent steps will free.',
  description:
    'Figures are the accounts’ own lamports. `excess` counts what all accounts hold above the floor, those that can be closed included; `total_lamports` counts each account once. A class whose accounts the node does not list has `available: false` with the reason; its figures are null, not zero.',
  query: {
    include_accounts: flag('List the accounts as well.'),
    include_dust_usd: dustUsd,
    wallet,
  },
  reply: RefundScan,
  deadlineMs: REFUND.scanMs,
  failures: ['plan_required', 'conflict', 'upstream_failed', 'upstream_timeout'],
  handle: (ctx, { caller, query, request }, { userRef }) =>
    scanRefunds(
      ctx,
      {
        caller,
        userRef,
        params: { includeAccounts: query.include_accounts, dustUsd: query.include_dust_usd, wallet: query.wallet },
      },
      request.signal,
    ),
})
