import { addressParam } from '../../contract/params.ts'
import { PositionIntel } from '../../contract/program-intel.ts'
import { getPositionIntel } from '../../services/wallet-holdings/get-position-intel.ts'
import { defineRoute } from '../define-route.ts'

export const positionIntel = defineRoute({
  method: 'GET',
  path: '/api/v2/positions/{address}/intel',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletPositions',
  summary: 'One position in a pool, by its account or its NFT, or one stake account.',
  description:
    'The figures of `GET /api/v2/wallets/{wallet}/defi-positions`, for one address: positions of Orca Whirlpools, Raydium CLMM, Meteora DLMM and DAMM v2, and stake accounts. Another layout is `kind: "unknown"` with 200.',
  params: { address: addressParam('invalid address') },
  reply: PositionIntel,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { address }, request }) => getPositionIntel(ctx, address, request.signal),
})
