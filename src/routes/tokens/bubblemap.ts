import { TIMEOUTS } from '../../config/timeouts.ts'
import { BubbleMapReport } from '../../contract/bubble-map.ts'
import { MintParams } from '../../contract/params.ts'
import { getBubbleMap } from '../../services/bubble-map/get-bubble-map.ts'
import { defineRoute } from '../define-route.ts'

export const tokenBubbleMap = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/bubblemap',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'bubbleMap',
  summary: 'Who holds a token, and which of its wallets act for one hand.',
  description:
    'Each link carries its evidence; a weight of 1 joins two wallets on its own, lighter kinds only together. Every input is recorded: `bundle` is the SHA-256 of them, and `mintglass replay` judges them again offline to the same bytes. A graph that cannot be built is `ok: false` with empty arrays and a check that gives the reason, still 200.',
  params: MintParams,
  reply: BubbleMapReport,
  deadlineMs: TIMEOUTS.deepScanMs,
  failures: ['too_busy'],
  handle(ctx, { params: { mint }, request }) {
    return getBubbleMap(ctx, mint, request.signal)
  },
})
