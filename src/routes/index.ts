import { accountRoutes } from './account/index.ts'
import { calibrationRoutes } from './calibration/index.ts'
import { chainSurfaceRoutes } from './chain/index.ts'
import { chainRoutes } from './chains/index.ts'
import { custodyRoutes } from './custody/index.ts'
import type { Route } from './define-route.ts'
import { firstPartyRoutes } from './first-party/index.ts'
import { launchRoutes } from './launches/index.ts'
import { marketRoutes } from './market/index.ts'
import { mcpRoutes } from './mcp/index.ts'
import { orderRoutes } from './orders/index.ts'
import { positionRoutes } from './positions/index.ts'
import { programRoutes } from './programs/index.ts'
import { publicRpcRoutes } from './public-rpc/index.ts'
import { recoveryRoutes } from './recovery/index.ts'
import { refundRoutes } from './refund/index.ts'
import { rpcRoutes } from './rpc/index.ts'
import { sandboxRoutes } from './sandbox/index.ts'
import { screenerRoutes } from './screener/index.ts'
import { screenRoutes } from './screens/index.ts'
import { streamRoutes } from './stream/index.ts'
import { swapRoutes } from './swap/index.ts'
import { systemRoutes } from './system/index.ts'
import { tokenRoutes } from './tokens/index.ts'
import { tradingRoutes } from './trading/index.ts'
import { udfRoutes } from './udf/index.ts'
import { walletRoutes } from './wallets/index.ts'
import { webhookRoutes } from './webhooks/index.ts'
import { whaleRoutes } from './whales/index.ts'

/** A family of routes: a folder, and a tag of the API description. */
export type RouteFamily = { readonly name: string; readonly description: string; readonly routes: readonly Route[] }

/** In the order of the specification. */
export const ROUTE_FAMILIES: readonly RouteFamily[] = [
  {
    name: 'tokens',
    description: 'Prices, charts, safety verdicts (Deep Scan), entity graphs (Bubble Map) and metadata of tokens.',
    routes: tokenRoutes,
  },
  {
    name: 'wallets',
    description: 'What a wallet did: its transactions explained, from the chain itself.',
    routes: walletRoutes,
  },
  { name: 'whales', description: 'Who wallets belong to, and large ones.', routes: whaleRoutes },
  {
    name: 'first-party',
    description: 'Trades that this server read of the chain itself, by wallet and by token: rows, profit, figures.',
    routes: firstPartyRoutes,
  },
  {
    name: 'screener',
    description: 'Pairs by any figure: filters, orders, movers, new ones, curves about to graduate, search.',
    routes: screenerRoutes,
  },
  {
    name: 'screens',
    description: 'Saved filters of the screener: their rows, and events when rows enter and leave.',
    routes: screenRoutes,
  },
  {
    name: 'calibration',
    description: 'Scores of this server, held against what happened.',
    routes: calibrationRoutes,
  },
  { name: 'programs', description: 'What a program is and who may change it.', routes: programRoutes },
  { name: 'positions', description: 'One position by its account or its NFT.', routes: positionRoutes },
  {
    name: 'market',
    description: 'The price of SOL and its history, candles of pools, activity by launchpad.',
    routes: marketRoutes,
  },
  { name: 'swap', description: 'Quotes and unsigned swap transactions.', routes: swapRoutes },
  {
    name: 'orders',
    description: 'Limit and recurring (DCA) orders, built for the wallet to sign.',
    routes: orderRoutes,
  },
  { name: 'launches', description: 'New tokens as they appear.', routes: launchRoutes },
  { name: 'rpc', description: 'JSON-RPC of the node, with an API key.', routes: rpcRoutes },
  { name: 'public-rpc', description: 'JSON-RPC helpers for web pages, without a key.', routes: publicRpcRoutes },
  { name: 'system', description: 'Liveness, readiness and counts.', routes: systemRoutes },
  {
    name: 'recovery',
    description: 'Rent recovery for anyone: check wallets, close empty token accounts, confirm.',
    routes: recoveryRoutes,
  },
  {
    name: 'chains',
    description: 'The chains that are recognised, and what can be asked of each: tiers that are measured.',
    routes: chainRoutes,
  },
  {
    name: 'chain',
    description: 'Market data of any chain of the catalog, on one surface.',
    routes: chainSurfaceRoutes,
  },
  { name: 'stream', description: 'Event stream (SSE), replay, cursors and stream tickets.', routes: streamRoutes },
  { name: 'account', description: 'API keys, sessions, usage and branding.', routes: accountRoutes },
  {
    name: 'trading',
    description: 'Buys and sells with custodial wallets or client-signed transactions.',
    routes: tradingRoutes,
  },
  { name: 'refund', description: 'Rent recovery for custodial wallets.', routes: refundRoutes },
  { name: 'custody', description: 'Custodial wallets and withdrawals.', routes: custodyRoutes },
  { name: 'webhooks', description: 'Push delivery to your URL.', routes: webhookRoutes },
  { name: 'udf', description: 'Chart data for charting libraries (TradingView UDF).', routes: udfRoutes },
  { name: 'mcp', description: 'Tools for language models (Model Context Protocol).', routes: mcpRoutes },
  { name: 'sandbox', description: 'The sandbox world. Not there in live mode.', routes: sandboxRoutes },
]

/** Every mounted route. */
export const ROUTES: readonly Route[] = ROUTE_FAMILIES.flatMap(({ name, routes }) =>
  routes.map((route) => ({ ...route, family: name })),
)
