import Type from 'typebox'
import { UDF_RESOLUTIONS, UdfConfig } from '../../contract/udf.ts'
import { EXCHANGE } from '../../services/udf/describe-symbol.ts'
import { udfAnswer } from '../../services/udf/udf-answer.ts'
import { defineRoute, type Route } from '../define-route.ts'
import { type UdfBase, udfParams } from './udf-route.ts'

const OPEN = { method: 'GET', auth: 'public', needs: [], cache: 'none', reply: 'relay' } as const

export function udfConfig(base: UdfBase): Route {
  return defineRoute({
    ...OPEN,
    path: `${base}/config`,
    summary: 'What the chart data of this server offers (TradingView UDF).',
    description: 'Resolutions are those of tokens and pools together; `symbols` names those of one symbol.',
    params: udfParams(base),
    relaySchema: UdfConfig,
    handle: async () =>
      udfAnswer({
        supported_resolutions: UDF_RESOLUTIONS,
        supports_search: true,
        supports_group_request: false,
        supports_marks: false,
        supports_timescale_marks: false,
        supports_time: true,
        exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: EXCHANGE }],
        symbols_types: [{ name: 'Crypto', value: 'crypto' }],
      }),
  })
}

export function udfTime(base: UdfBase): Route {
  return defineRoute({
    ...OPEN,
    path: `${base}/time`,
    summary: 'The time of this server, Unix seconds (TradingView UDF).',
    params: udfParams(base),
    relaySchema: Type.Integer({ description: 'Unix seconds.' }),
    handle: async (ctx) => udfAnswer(Math.floor(ctx.clock.nowMs() / 1_000)),
  })
}
