import { tokenTapeStats } from '../first-party/token-stats.ts'
import { tokenTapeTraders } from '../first-party/token-traders.ts'
import { tokenTapeTrades } from '../first-party/token-trades.ts'
import { recentLaunches } from '../launches/recent.ts'
import { lighthouse } from '../market/lighthouse.ts'
import { solPrice } from '../market/sol-price.ts'
import { swapBuild } from '../swap/build.ts'
import { swapQuote } from '../swap/quote.ts'
import { tokenAth } from '../tokens/ath.ts'
import { tokenBubbleMap } from '../tokens/bubblemap.ts'
import { tokenDeepScan } from '../tokens/deepscan.ts'
import { tokenDevHistory } from '../tokens/dev-history.ts'
import { tokenIntel } from '../tokens/intel.ts'
import { tokenMetadataFull } from '../tokens/metadata-full.ts'
import { tokenOhlcv } from '../tokens/ohlcv.ts'
import { tokenPulse } from '../tokens/pulse.ts'
import { tokenSafety } from '../tokens/safety.ts'
import { tokenSearch } from '../tokens/search.ts'
import { tokenSnipers } from '../tokens/snipers.ts'
import { tokenTrending } from '../tokens/trending.ts'
import { walletDefiPositions } from '../wallets/defi-positions.ts'
import { walletFunding } from '../wallets/funding.ts'
import { walletInformed } from '../wallets/informed.ts'
import { walletNfts } from '../wallets/nfts.ts'
import { walletPnl } from '../wallets/pnl.ts'
import { walletPortfolio } from '../wallets/portfolio.ts'
import { walletProfile } from '../wallets/profile.ts'
import { walletRelated } from '../wallets/related.ts'
import { walletTrades } from '../wallets/trades.ts'
import { walletTransfers } from '../wallets/transfers.ts'
import { BubbleMapSummary, summarizeMap } from './bubble-summary.ts'
import type { Tool } from './tool.ts'

const OF_TOKEN = { fixed: { chain: 'solana' }, renamed: { mint: 'address' } }

/** In the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'find_tokens',
    title: 'Find tokens',
    description: 'Tokens by name, symbol or mint, or lists of them. Names repeat: go on with the mint.',
    views: [
      { name: 'search', about: 'by name, symbol or mint', route: tokenSearch },
      { name: 'trending', about: 'trending now', route: tokenTrending },
      { name: 'launches', about: 'newest tokens and pools', route: recentLaunches },
      { name: 'pulse', about: 'just launched, about to graduate, graduated', route: tokenPulse },
    ],
  },
  {
    name: 'token_facts',
    title: 'Facts of a token',
    description: 'What a token is, who holds it and what it trades at. USD, unless a name says otherwise.',
    views: [
      { name: 'intel', about: 'holders, launch, market and risk', route: tokenIntel },
      { name: 'metadata', about: 'names, links, supplies', route: tokenMetadataFull },
      { name: 'ath', about: 'all-time high and low', route: tokenAth },
    ],
  },
  {
    name: 'token_safety',
    title: 'Safety of a token',
    description:
      'Whether a token can be sold and who could take the money out. `chip` answers at once; `deepscan` takes up to a minute for a token that no one asked for yet.',
    views: [
      { name: 'chip', about: 'verdict and reasons, small', route: tokenSafety },
      { name: 'deepscan', about: 'sixteen layers with evidence, score 0 (worst) to 100', route: tokenDeepScan },
      { name: 'dev_history', about: 'who made it, and their earlier tokens', route: tokenDevHistory },
      { name: 'snipers', about: 'buyers of the first slots', route: tokenSnipers },
    ],
  },
  {
    name: 'token_bubble_map',
    title: 'Bubble Map of a token',
    description:
      'Which holders act as one: clusters with their share of the supply and the kinds of links, largest holders, figures of concentration.',
    views: [
      {
        name: 'summary',
        about: 'clusters and largest holders',
        route: tokenBubbleMap,
        summary: { schema: BubbleMapSummary, of: summarizeMap },
      },
    ],
  },
  {
    name: 'token_candles',
    title: 'Candles of a token',
    description: 'Open, high, low, close in USD. `v` is null where volume is not known.',
    views: [{ name: 'candles', about: 'candles', route: tokenOhlcv }],
  },
  {
    name: 'token_trades',
    title: 'Trades of a token',
    description: 'Trades that this server read off the chain itself, as far back as its tape goes (`coverage`).',
    views: [
      { name: 'trades', about: 'trade by trade, newest first', route: tokenTapeTrades, ...OF_TOKEN },
      { name: 'stats', about: 'volume, makers, average price', route: tokenTapeStats, ...OF_TOKEN },
      { name: 'traders', about: 'who traded, and what came of it', route: tokenTapeTraders, ...OF_TOKEN },
    ],
  },
  {
    name: 'wallet_holdings',
    title: 'Holdings of a wallet',
    description: 'What a wallet holds now, in units and USD.',
    views: [
      { name: 'portfolio', about: 'tokens and SOL with their worth', route: walletPortfolio },
      { name: 'positions', about: 'stake, liquid stake, positions in pools', route: walletDefiPositions },
      { name: 'nfts', about: 'NFTs', route: walletNfts },
    ],
  },
  {
    name: 'wallet_performance',
    title: 'Performance of a wallet',
    description: 'Profit and loss, habits and class of a wallet. Takes up to 90 seconds for a busy wallet.',
    views: [
      { name: 'pnl', about: 'profit and loss per token, from the chain', route: walletPnl },
      { name: 'profile', about: 'habits, tags, class', route: walletProfile },
      { name: 'informed', about: 'whether it buys before rises more often than chance', route: walletInformed },
    ],
  },
  {
    name: 'wallet_activity',
    title: 'Activity of a wallet',
    description: 'What a wallet did, and with whom.',
    views: [
      { name: 'trades', about: 'swaps, newest first', route: walletTrades },
      { name: 'transfers', about: 'what it gave and got', route: walletTransfers },
      { name: 'funding', about: 'the payment that gave it its first SOL', route: walletFunding },
      { name: 'related', about: 'wallets tied to it by money or timing', route: walletRelated },
    ],
  },
  {
    name: 'market',
    title: 'Market',
    description: 'The SOL price in USD, and trading on Solana in the last 24 hours.',
    views: [
      { name: 'sol_price', about: 'SOL/USD', route: solPrice },
      { name: 'lighthouse', about: 'volume, trades and launches by launchpad', route: lighthouse },
    ],
  },
  {
    name: 'swap_quote',
    title: 'Quote a swap',
    description: 'What an exact amount in base units (lamports for SOL) would return. Nothing is signed or sent.',
    views: [{ name: 'quote', about: 'quote', route: swapQuote }],
  },
  {
    name: 'build_swap',
    title: 'Build a swap',
    description:
      'The unsigned transaction of a quote and its manifest: what it takes from the wallet and gives to it, found by executing it. Show the manifest to the user before anyone signs. Nothing is signed or sent here.',
    views: [{ name: 'build', about: 'build', route: swapBuild }],
    scope: 'trade',
  },
]
