import { SANDWICHES } from '../../config/sandwiches.ts'
import { clampedInt } from '../../contract/params.ts'
import { SandwichesReply } from '../../contract/wallet-sandwiches.ts'
import { getSandwiches } from '../../services/sandwiches/get-sandwiches.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

const PARTS = {
  method: 'GET',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletSandwiches',
  params: WalletParams,
  query: { limit: clampedInt({ ...SANDWICHES.swaps, description: 'Newest swaps that are scanned.' }) },
  reply: SandwichesReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: SANDWICHES.deadlineMs,
} as const

export const walletSandwiches = defineRoute({
  ...PARTS,
  path: '/api/v2/wallets/{wallet}/sandwiches',
  summary: 'Swaps of a wallet that were sandwiched, and what each lost.',
  description:
    'From the trades of the same pool in the same block and ten slots either side: one hand (same trader or same fee payer) that traded the same way before the swap and gave back as much after it, at a profit or within one block. Who trades both ways around it, or in the same transaction elsewhere, is not accused. The loss is that of the same swap on the pool’s state before the front run.',
  handle: (ctx, { params: { wallet }, query, request }) => getSandwiches(ctx, wallet, query.limit, request.signal),
})

/** The other spelling of the same route. */
export const walletSandwich = defineRoute({
  ...PARTS,
  path: '/api/v2/wallets/{wallet}/sandwich',
  summary: 'As `/sandwiches`.',
  handle: (ctx, { params: { wallet }, query, request }) => getSandwiches(ctx, wallet, query.limit, request.signal),
})
