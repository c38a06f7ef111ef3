# Generated from the description of the server: `npm run build:client`. Do not edit by hand.
"""A method for each operation of a Mintglass server."""

from __future__ import annotations

from typing import Any, Optional, cast

from . import types as t
from .transport import Operation, Transport


class Operations:
    """Parameters of paths and queries are keyword arguments; a body is the first argument."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_token_metadata(self, body: t.GetTokenMetadataRequest) -> t.GetTokenMetadataReply:
        """Names, images, decimals and supply of up to 100 mints. Unknown mints are absent.

        `POST /api/v2/tokens/metadata`
        """
        operation = Operation("POST", "/api/v2/tokens/metadata", [], "apiKey", True, False, False)
        return cast("t.GetTokenMetadataReply", self._transport.call(operation, params={}, body=body))

    def get_prices(self, body: t.GetPricesRequest) -> t.GetPricesReply:
        """USD prices of up to 50 mints. Mints without a price are absent.

        `POST /api/v2/tokens/prices`
        """
        operation = Operation("POST", "/api/v2/tokens/prices", [], "apiKey", True, False, False)
        return cast("t.GetPricesReply", self._transport.call(operation, params={}, body=body))

    def get_trending(self, *, dex: Optional[str] = None, min_liquidity_usd: Optional[float] = None, limit: Optional[int] = None) -> t.GetTrendingReply:
        """Trending tokens: most boosted first, 24 h volume as the tiebreak. Filters never renumber `rank`.

        `GET /api/v2/tokens/trending`
        """
        operation = Operation("GET", "/api/v2/tokens/trending", ["dex","minLiquidityUsd","limit"], "apiKey", True, False, False)
        return cast("t.GetTrendingReply", self._transport.call(operation, params={"dex": dex, "minLiquidityUsd": min_liquidity_usd, "limit": limit}))

    def get_raw_trending(self) -> t.GetRawTrendingReply:
        """Everything the promotion feeds name (up to 90 mints), by boosts, then 24 h volume.

        `GET /api/v2/tokens/trending/raw`
        """
        operation = Operation("GET", "/api/v2/tokens/trending/raw", [], "apiKey", True, False, False)
        return cast("t.GetRawTrendingReply", self._transport.call(operation, params={}))

    def get_pulse(self, *, limit: Optional[int] = None) -> t.GetPulseReply:
        """Tokens on their way: just launched, about to graduate, graduated.

        `GET /api/v2/tokens/pulse`
        """
        operation = Operation("GET", "/api/v2/tokens/pulse", ["limit"], "apiKey", True, False, False)
        return cast("t.GetPulseReply", self._transport.call(operation, params={"limit": limit}))

    def search_tokens(self, *, q: Optional[str] = None) -> t.SearchTokensReply:
        """Up to 20 tokens by name, symbol or mint: one pool per mint, highest 24 h volume first.

        `GET /api/v2/tokens/search`
        """
        operation = Operation("GET", "/api/v2/tokens/search", ["q"], "apiKey", True, False, False)
        return cast("t.SearchTokensReply", self._transport.call(operation, params={"q": q}))

    def get_pairs(self, body: t.GetPricesRequest) -> t.GetPairsReply:
        """The best pool of each of up to 50 mints, or null.

        `POST /api/v2/tokens/pairs-batch`
        """
        operation = Operation("POST", "/api/v2/tokens/pairs-batch", [], "apiKey", True, False, False)
        return cast("t.GetPairsReply", self._transport.call(operation, params={}, body=body))

    def get_token_intel(self, *, mint: str, flags_taxonomy: Optional[str] = None, explain: Optional[bool] = None) -> t.GetTokenIntelReply:
        """Holders, launch, market and risk of one token.

        `GET /api/v2/tokens/{mint}/intel`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/intel", ["flags_taxonomy","explain"], "apiKey", True, False, False)
        return cast("t.GetTokenIntelReply", self._transport.call(operation, params={"mint": mint, "flags_taxonomy": flags_taxonomy, "explain": explain}))

    def get_token_ath(self, *, mint: str) -> t.GetTokenAthReply:
        """All-time high and low of one token, and how far its price is from them.

        `GET /api/v2/tokens/{mint}/ath`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/ath", [], "apiKey", True, False, False)
        return cast("t.GetTokenAthReply", self._transport.call(operation, params={"mint": mint}))

    def get_token_trades(self, *, mint: str, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.GetTokenTradesReply:
        """Newest trades of one token, newest first.

        `GET /api/v2/tokens/{mint}/trades`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/trades", ["limit","cursor"], "apiKey", True, False, False)
        return cast("t.GetTokenTradesReply", self._transport.call(operation, params={"mint": mint, "limit": limit, "cursor": cursor}))

    def get_deep_scan(self, *, mint: str, explain: Optional[bool] = None) -> t.GetDeepScanReply:
        """Sixteen layers of checks with evidence, and the score they come to.

        `GET /api/v2/tokens/{mint}/deepscan`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/deepscan", ["explain"], "apiKey", True, False, False)
        return cast("t.GetDeepScanReply", self._transport.call(operation, params={"mint": mint, "explain": explain}))

    def replay_deep_scan(self, *, mint: str, bundle: Optional[str] = None, report: Optional[bool] = None) -> t.ReplayDeepScanReply:
        """A stored Deep Scan report, judged again from its recorded inputs, and whether every byte is the same.

        `GET /api/v2/tokens/{mint}/deepscan/replay`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/deepscan/replay", ["bundle","report"], "apiKey", True, False, False)
        return cast("t.ReplayDeepScanReply", self._transport.call(operation, params={"mint": mint, "bundle": bundle, "report": report}))

    def get_bubble_map(self, *, mint: str) -> t.GetBubbleMapReply:
        """Who holds a token, and which of its wallets act for one hand.

        `GET /api/v2/tokens/{mint}/bubblemap`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/bubblemap", [], "apiKey", True, False, False)
        return cast("t.GetBubbleMapReply", self._transport.call(operation, params={"mint": mint}))

    def get_token_safety(self, *, mint: str, flags: Optional[int] = None, refresh: Optional[bool] = None) -> t.GetTokenSafetyReply:
        """A verdict small enough for a badge.

        `GET /api/v2/tokens/{mint}/safety`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/safety", ["flags","refresh"], "apiKey", True, False, False)
        return cast("t.GetTokenSafetyReply", self._transport.call(operation, params={"mint": mint, "flags": flags, "refresh": refresh}))

    def get_tokens_safety(self, *, mints: str, flags: Optional[int] = None) -> t.GetTokensSafetyReply:
        """Safety chips of several tokens.

        `GET /api/v2/tokens/safety`
        """
        operation = Operation("GET", "/api/v2/tokens/safety", ["mints","flags"], "apiKey", True, False, False)
        return cast("t.GetTokensSafetyReply", self._transport.call(operation, params={"mints": mints, "flags": flags}))

    def get_full_metadata(self, *, mint: str) -> t.GetFullMetadataReply:
        """Everything that is known about one token: names, figures, supplies, links, categories.

        `GET /api/v2/tokens/{mint}/metadata-full`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/metadata-full", [], "apiKey", True, False, False)
        return cast("t.GetFullMetadataReply", self._transport.call(operation, params={"mint": mint}))

    def screen_tokens(self, *, input: str, sort_by: Optional[str] = None, limit: Optional[int] = None) -> t.ScreenTokensReply:
        """Tokens for a name, symbol or mint, in the order asked for.

        `GET /api/v2/tokens/screener`
        """
        operation = Operation("GET", "/api/v2/tokens/screener", ["input","sortBy","limit"], "apiKey", True, False, False)
        return cast("t.ScreenTokensReply", self._transport.call(operation, params={"input": input, "sortBy": sort_by, "limit": limit}))

    def get_token_chart(self, *, mint: str, period: Optional[str] = None, from_: Optional[int] = None, to: Optional[int] = None) -> t.GetTokenChartReply:
        """Price points of one token over a range. Without data, or without a provider, `points` is empty.

        `GET /api/v2/tokens/{mint}/chart`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/chart", ["period","from","to"], "apiKey", True, False, False)
        return cast("t.GetTokenChartReply", self._transport.call(operation, params={"mint": mint, "period": period, "from": from_, "to": to}))

    def get_token_ohlcv(self, *, mint: str, period: Optional[str] = None, from_: Optional[int] = None, to: Optional[int] = None, buckets: Optional[int] = None) -> t.GetTokenOhlcvReply:
        """Candles of one token over a range.

        `GET /api/v2/tokens/{mint}/ohlcv`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/ohlcv", ["period","from","to","buckets"], "apiKey", True, False, False)
        return cast("t.GetTokenOhlcvReply", self._transport.call(operation, params={"mint": mint, "period": period, "from": from_, "to": to, "buckets": buckets}))

    def get_chart_source(self, *, mint: str) -> t.GetChartSourceReply:
        """Where a ready-made chart of the token’s best pool is to be seen; `available: false` when it has no pool.

        `GET /api/v2/tokens/{mint}/chart-source`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/chart-source", [], "apiKey", True, False, False)
        return cast("t.GetChartSourceReply", self._transport.call(operation, params={"mint": mint}))

    def get_dev_history(self, *, mint: str) -> t.GetDevHistoryReply:
        """Who made a token, what became of their earlier tokens, and where their money comes from.

        `GET /api/v2/tokens/{mint}/dev-history`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/dev-history", [], "apiKey", True, False, False)
        return cast("t.GetDevHistoryReply", self._transport.call(operation, params={"mint": mint}))

    def get_snipers(self, *, mint: str) -> t.GetSnipersReply:
        """Who bought the first slots of a token, what they hold now, and whether they snipe for a living.

        `GET /api/v2/tokens/{mint}/snipers`
        """
        operation = Operation("GET", "/api/v2/tokens/{mint}/snipers", [], "apiKey", True, False, False)
        return cast("t.GetSnipersReply", self._transport.call(operation, params={"mint": mint}))

    def start_cohort(self, body: t.StartCohortRequest) -> t.StartCohortReply:
        """Begins an analysis of what ties a set of wallets to each other.

        `POST /api/v2/wallets/cohort`
        """
        operation = Operation("POST", "/api/v2/wallets/cohort", [], "apiKey", False, False, False)
        return cast("t.StartCohortReply", self._transport.call(operation, params={}, body=body))

    def get_cohort(self, *, job_id: str) -> t.GetCohortReply:
        """Progress of a cohort analysis, and what it found.

        `GET /api/v2/wallets/cohort/{jobId}`
        """
        operation = Operation("GET", "/api/v2/wallets/cohort/{jobId}", [], "apiKey", True, False, False)
        return cast("t.GetCohortReply", self._transport.call(operation, params={"jobId": job_id}))

    def decode_transactions(self, body: t.DecodeTransactionsRequest) -> t.DecodeTransactionsReply:
        """Transactions explained: what kind, what moved, which swaps.

        `POST /api/v2/wallets/decode-tx`
        """
        operation = Operation("POST", "/api/v2/wallets/decode-tx", [], "apiKey", True, False, False)
        return cast("t.DecodeTransactionsReply", self._transport.call(operation, params={}, body=body))

    def get_wallet_transactions(self, *, wallet: str, limit: Optional[int] = None, before: Optional[str] = None, until: Optional[str] = None, type: Optional[str] = None, source: Optional[str] = None) -> t.GetWalletTransactionsReply:
        """Transactions of a wallet, explained, newest first.

        `GET /api/v2/wallets/{wallet}/transactions`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/transactions", ["limit","before","until","type","source"], "apiKey", True, False, False)
        return cast("t.GetWalletTransactionsReply", self._transport.call(operation, params={"wallet": wallet, "limit": limit, "before": before, "until": until, "type": type, "source": source}))

    def get_wallet_portfolio(self, *, wallet: str, fresh: Optional[bool] = None) -> t.GetWalletPortfolioReply:
        """What a wallet holds and what it is worth.

        `GET /api/v2/wallets/{wallet}/portfolio`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/portfolio", ["fresh"], "apiKey", True, False, False)
        return cast("t.GetWalletPortfolioReply", self._transport.call(operation, params={"wallet": wallet, "fresh": fresh}))

    def get_wallet_funding(self, *, wallet: str) -> t.GetWalletFundingReply:
        """The payment that gave a wallet its first SOL.

        `GET /api/v2/wallets/{wallet}/funding`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/funding", [], "apiKey", True, False, False)
        return cast("t.GetWalletFundingReply", self._transport.call(operation, params={"wallet": wallet}))

    def get_wallet_transfers(self, *, wallet: str, limit: Optional[int] = None, before: Optional[str] = None, mint: Optional[str] = None, counterparty: Optional[str] = None, direction: Optional[str] = None, synthetic: Optional[bool] = None) -> t.GetWalletTransfersReply:
        """What a wallet gave and got, with both owners; or its swaps as trades.

        `GET /api/v2/wallets/{wallet}/transfers`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/transfers", ["limit","before","mint","counterparty","direction","synthetic"], "apiKey", True, False, False)
        return cast("t.GetWalletTransfersReply", self._transport.call(operation, params={"wallet": wallet, "limit": limit, "before": before, "mint": mint, "counterparty": counterparty, "direction": direction, "synthetic": synthetic}))

    def get_wallet_activity(self, *, wallet: str, limit: Optional[int] = None, order: Optional[str] = None) -> t.GetWalletActivityReply:
        """What a wallet did, transaction by transaction: swaps and transfers.

        `GET /api/v2/wallets/{wallet}/activity`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/activity", ["limit","order"], "apiKey", True, False, False)
        return cast("t.GetWalletActivityReply", self._transport.call(operation, params={"wallet": wallet, "limit": limit, "order": order}))

    def get_wallet_trades(self, *, wallet: str, limit: Optional[int] = None, from_: Optional[int] = None, to: Optional[int] = None) -> t.GetWalletTradesReply:
        """Trades of a wallet, newest first.

        `GET /api/v2/wallets/{wallet}/trades`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/trades", ["limit","from","to"], "apiKey", True, False, False)
        return cast("t.GetWalletTradesReply", self._transport.call(operation, params={"wallet": wallet, "limit": limit, "from": from_, "to": to}))

    def get_wallet_history(self, *, wallet: str, period: Optional[str] = None, from_: Optional[int] = None, to: Optional[int] = None, asset: Optional[str] = None) -> t.GetWalletHistoryReply:
        """What a wallet was worth over time.

        `GET /api/v2/wallets/{wallet}/history`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/history", ["period","from","to","asset"], "apiKey", True, False, False)
        return cast("t.GetWalletHistoryReply", self._transport.call(operation, params={"wallet": wallet, "period": period, "from": from_, "to": to, "asset": asset}))

    def get_wallet_related(self, *, wallet: str, kinds: Optional[str] = None, limit: Optional[int] = None) -> t.GetWalletRelatedReply:
        """Wallets that money or timing ties to this one, with evidence.

        `GET /api/v2/wallets/{wallet}/related`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/related", ["kinds","limit"], "apiKey", True, False, False)
        return cast("t.GetWalletRelatedReply", self._transport.call(operation, params={"wallet": wallet, "kinds": kinds, "limit": limit}))

    def get_wallet_tx_stats(self, *, wallet: str, pages: Optional[int] = None) -> t.GetWalletTxStatsReply:
        """How many transactions a wallet made, how many failed, and since when.

        `GET /api/v2/wallets/{wallet}/tx-stats`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/tx-stats", ["pages"], "apiKey", True, False, False)
        return cast("t.GetWalletTxStatsReply", self._transport.call(operation, params={"wallet": wallet, "pages": pages}))

    def get_wallet_profile(self, *, wallet: str, depth: Optional[str] = None, since: Optional[float] = None, explain: Optional[bool] = None) -> t.GetWalletProfileReply:
        """What a wallet does, how, and what came of it.

        `GET /api/v2/wallets/{wallet}/profile`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/profile", ["depth","since","explain"], "apiKey", True, False, False)
        return cast("t.GetWalletProfileReply", self._transport.call(operation, params={"wallet": wallet, "depth": depth, "since": since, "explain": explain}))

    def get_wallet_wrapped(self, *, wallet: str, depth: Optional[str] = None, since: Optional[float] = None) -> t.GetWalletWrappedReply:
        """A wallet’s profile in a few figures, and what kind of wallet it is.

        `GET /api/v2/wallets/{wallet}/wrapped`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/wrapped", ["depth","since"], "apiKey", True, False, False)
        return cast("t.GetWalletWrappedReply", self._transport.call(operation, params={"wallet": wallet, "depth": depth, "since": since}))

    def get_wallet_roast(self, *, wallet: str, depth: Optional[str] = None, since: Optional[float] = None, explain: Optional[bool] = None) -> t.GetWalletRoastReply:
        """Dry remarks on a wallet’s habits, each from a figure of its profile.

        `GET /api/v2/wallets/{wallet}/roast`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/roast", ["depth","since","explain"], "apiKey", True, False, False)
        return cast("t.GetWalletRoastReply", self._transport.call(operation, params={"wallet": wallet, "depth": depth, "since": since, "explain": explain}))

    def get_wallet_informed(self, *, wallet: str, window_secs: Optional[int] = None, pump_pct: Optional[int] = None, min_wins: Optional[int] = None, min_hit_rate_pct: Optional[int] = None) -> t.GetWalletInformedReply:
        """Whether a wallet buys before rises more often than chance explains.

        `GET /api/v2/wallets/{wallet}/informed`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/informed", ["windowSecs","pumpPct","minWins","minHitRatePct"], "apiKey", True, False, False)
        return cast("t.GetWalletInformedReply", self._transport.call(operation, params={"wallet": wallet, "windowSecs": window_secs, "pumpPct": pump_pct, "minWins": min_wins, "minHitRatePct": min_hit_rate_pct}))

    def get_wallet_pnl(self, *, wallet: str, period: Optional[str] = None, mint: Optional[str] = None, mode: Optional[str] = None, method: Optional[str] = None, sort: Optional[str] = None, limit: Optional[int] = None, own: Optional[str] = None) -> t.GetWalletPnlReply:
        """Profit and loss of a wallet that adds up, from the node alone.

        `GET /api/v2/wallets/{wallet}/pnl`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/pnl", ["period","mint","mode","method","sort","limit","own"], "apiKey", True, False, False)
        return cast("t.GetWalletPnlReply", self._transport.call(operation, params={"wallet": wallet, "period": period, "mint": mint, "mode": mode, "method": method, "sort": sort, "limit": limit, "own": own}))

    def get_wallet_sandwiches(self, *, wallet: str, limit: Optional[int] = None) -> t.SandwichesReply:
        """Swaps of a wallet that were sandwiched, and what each lost.

        `GET /api/v2/wallets/{wallet}/sandwiches`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/sandwiches", ["limit"], "apiKey", True, False, False)
        return cast("t.SandwichesReply", self._transport.call(operation, params={"wallet": wallet, "limit": limit}))

    def get_wallet_sandwich(self, *, wallet: str, limit: Optional[int] = None) -> t.SandwichesReply:
        """As `/sandwiches`.

        `GET /api/v2/wallets/{wallet}/sandwich`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/sandwich", ["limit"], "apiKey", True, False, False)
        return cast("t.SandwichesReply", self._transport.call(operation, params={"wallet": wallet, "limit": limit}))

    def get_wallet_stake(self, *, wallet: str) -> t.GetWalletStakeReply:
        """Stake accounts of a wallet, with their exact state in this epoch.

        `GET /api/v2/wallets/{wallet}/stake`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/stake", [], "apiKey", True, False, False)
        return cast("t.GetWalletStakeReply", self._transport.call(operation, params={"wallet": wallet}))

    def get_wallet_defi_positions(self, *, wallet: str) -> t.GetWalletDefiPositionsReply:
        """What a wallet has in protocols: stake, liquid stake, LP tokens, positions in pools.

        `GET /api/v2/wallets/{wallet}/defi-positions`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/defi-positions", [], "apiKey", True, False, False)
        return cast("t.GetWalletDefiPositionsReply", self._transport.call(operation, params={"wallet": wallet}))

    def get_wallet_nfts(self, *, wallet: str, page: Optional[int] = None, limit: Optional[int] = None) -> t.GetWalletNftsReply:
        """NFTs of a wallet.

        `GET /api/v2/wallets/{wallet}/nfts`
        """
        operation = Operation("GET", "/api/v2/wallets/{wallet}/nfts", ["page","limit"], "apiKey", True, False, False)
        return cast("t.GetWalletNftsReply", self._transport.call(operation, params={"wallet": wallet, "page": page, "limit": limit}))

    def get_whale_labels(self, body: t.GetWhaleLabelsRequest) -> t.GetWhaleLabelsReply:
        """Who up to 100 wallets belong to.

        `POST /api/v2/whales/labels`
        """
        operation = Operation("POST", "/api/v2/whales/labels", [], "apiKey", True, False, False)
        return cast("t.GetWhaleLabelsReply", self._transport.call(operation, params={}, body=body))

    def discover_whales(self, *, mint: str) -> t.DiscoverWhalesReply:
        """Who owns the largest token accounts of a mint.

        `GET /api/v2/whales/discover/{mint}`
        """
        operation = Operation("GET", "/api/v2/whales/discover/{mint}", [], "apiKey", True, False, False)
        return cast("t.DiscoverWhalesReply", self._transport.call(operation, params={"mint": mint}))

    def get_featured_whales(self, *, category: Optional[str] = None) -> t.GetFeaturedWhalesReply:
        """Known wallets by what they are worth.

        `GET /api/v2/whales/featured`
        """
        operation = Operation("GET", "/api/v2/whales/featured", ["category"], "apiKey", True, False, False)
        return cast("t.GetFeaturedWhalesReply", self._transport.call(operation, params={"category": category}))

    def get_featured_leaderboard(self, *, category: Optional[str] = None) -> t.GetFeaturedLeaderboardReply:
        """The featured wallets as a leaderboard: those worth more than 10 dollars.

        `GET /api/v2/leaderboard/featured`
        """
        operation = Operation("GET", "/api/v2/leaderboard/featured", ["category"], "apiKey", True, False, False)
        return cast("t.GetFeaturedLeaderboardReply", self._transport.call(operation, params={"category": category}))

    def get_first_party_wallet_trades(self, *, chain: str, wallet: str, token: Optional[str] = None, side: Optional[str] = None, min_usd: Optional[float] = None, from_: Optional[int] = None, to: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.GetFirstPartyWalletTradesReply:
        """Trades of a wallet on the tape of this server, newest first.

        `GET /api/v2/first-party/wallets/{chain}/{wallet}/trades`
        """
        operation = Operation("GET", "/api/v2/first-party/wallets/{chain}/{wallet}/trades", ["token","side","minUsd","from","to","limit","cursor"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyWalletTradesReply", self._transport.call(operation, params={"chain": chain, "wallet": wallet, "token": token, "side": side, "minUsd": min_usd, "from": from_, "to": to, "limit": limit, "cursor": cursor}))

    def get_first_party_wallet_pnl(self, *, chain: str, wallet: str, token: Optional[str] = None, limit: Optional[int] = None) -> t.GetFirstPartyWalletPnlReply:
        """What a wallet made of its trades on the tape, first in, first out.

        `GET /api/v2/first-party/wallets/{chain}/{wallet}/pnl`
        """
        operation = Operation("GET", "/api/v2/first-party/wallets/{chain}/{wallet}/pnl", ["token","limit"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyWalletPnlReply", self._transport.call(operation, params={"chain": chain, "wallet": wallet, "token": token, "limit": limit}))

    def get_first_party_wallet_tokens(self, *, chain: str, wallet: str, limit: Optional[int] = None) -> t.GetFirstPartyWalletTokensReply:
        """Tokens that a wallet traded on the tape, the last one first.

        `GET /api/v2/first-party/wallets/{chain}/{wallet}/tokens`
        """
        operation = Operation("GET", "/api/v2/first-party/wallets/{chain}/{wallet}/tokens", ["limit"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyWalletTokensReply", self._transport.call(operation, params={"chain": chain, "wallet": wallet, "limit": limit}))

    def get_first_party_token_trades(self, *, chain: str, address: str, wallet: Optional[str] = None, side: Optional[str] = None, min_usd: Optional[float] = None, from_: Optional[int] = None, to: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.GetFirstPartyTokenTradesReply:
        """Trades of a token on the tape of this server, newest first.

        `GET /api/v2/first-party/tokens/{chain}/{address}/trades`
        """
        operation = Operation("GET", "/api/v2/first-party/tokens/{chain}/{address}/trades", ["wallet","side","minUsd","from","to","limit","cursor"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyTokenTradesReply", self._transport.call(operation, params={"chain": chain, "address": address, "wallet": wallet, "side": side, "minUsd": min_usd, "from": from_, "to": to, "limit": limit, "cursor": cursor}))

    def get_first_party_token_candles(self, *, chain: str, address: str, period: Optional[str] = None, from_: Optional[int] = None, to: Optional[int] = None, amount: Optional[int] = None) -> t.GetFirstPartyTokenCandlesReply:
        """Candles of a token from the trades on the tape, in dollars, on all its pools together.

        `GET /api/v2/first-party/tokens/{chain}/{address}/candles`
        """
        operation = Operation("GET", "/api/v2/first-party/tokens/{chain}/{address}/candles", ["period","from","to","amount"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyTokenCandlesReply", self._transport.call(operation, params={"chain": chain, "address": address, "period": period, "from": from_, "to": to, "amount": amount}))

    def get_first_party_token_traders(self, *, chain: str, address: str, sort: Optional[str] = None, window: Optional[str] = None, limit: Optional[int] = None) -> t.GetFirstPartyTokenTradersReply:
        """Who traded a token on the tape, and what came of it.

        `GET /api/v2/first-party/tokens/{chain}/{address}/traders`
        """
        operation = Operation("GET", "/api/v2/first-party/tokens/{chain}/{address}/traders", ["sort","window","limit"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyTokenTradersReply", self._transport.call(operation, params={"chain": chain, "address": address, "sort": sort, "window": window, "limit": limit}))

    def get_first_party_token_stats(self, *, chain: str, address: str, window: Optional[str] = None) -> t.GetFirstPartyTokenStatsReply:
        """Figures of a token’s trades on the tape: volume, makers, average price.

        `GET /api/v2/first-party/tokens/{chain}/{address}/stats`
        """
        operation = Operation("GET", "/api/v2/first-party/tokens/{chain}/{address}/stats", ["window"], "apiKey", True, False, False)
        return cast("t.GetFirstPartyTokenStatsReply", self._transport.call(operation, params={"chain": chain, "address": address, "window": window}))

    def screen_pairs(self, *, chain: Optional[str] = None, dex: Optional[str] = None, platform: Optional[str] = None, quote: Optional[str] = None, min_price_usd: Optional[float] = None, max_price_usd: Optional[float] = None, min_liquidity_usd: Optional[float] = None, max_liquidity_usd: Optional[float] = None, min_volume: Optional[float] = None, max_volume: Optional[float] = None, min_market_cap: Optional[float] = None, max_market_cap: Optional[float] = None, min_fdv: Optional[float] = None, max_fdv: Optional[float] = None, min_age_hours: Optional[float] = None, max_age_hours: Optional[float] = None, min_txns: Optional[float] = None, max_txns: Optional[float] = None, min_buys: Optional[float] = None, max_buys: Optional[float] = None, min_sells: Optional[float] = None, max_sells: Optional[float] = None, min_makers24h: Optional[float] = None, max_makers24h: Optional[float] = None, min_price_change: Optional[float] = None, max_price_change: Optional[float] = None, min_holders: Optional[float] = None, max_holders: Optional[float] = None, min_safety_score: Optional[float] = None, max_safety_score: Optional[float] = None, min_curve_pct: Optional[float] = None, max_curve_pct: Optional[float] = None, min_boosts: Optional[float] = None, max_boosts: Optional[float] = None, has_socials: Optional[bool] = None, verified: Optional[bool] = None, graduated: Optional[bool] = None, on_curve: Optional[bool] = None, window: Optional[str] = None, sort: Optional[str] = None, order: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.ScreenPairsReply:
        """Pairs that match filters, in any order, page by page.

        `GET /api/v2/screener/pairs`
        """
        operation = Operation("GET", "/api/v2/screener/pairs", ["chain","dex","platform","quote","minPriceUsd","maxPriceUsd","minLiquidityUsd","maxLiquidityUsd","minVolume","maxVolume","minMarketCap","maxMarketCap","minFdv","maxFdv","minAgeHours","maxAgeHours","minTxns","maxTxns","minBuys","maxBuys","minSells","maxSells","minMakers24h","maxMakers24h","minPriceChange","maxPriceChange","minHolders","maxHolders","minSafetyScore","maxSafetyScore","minCurvePct","maxCurvePct","minBoosts","maxBoosts","hasSocials","verified","graduated","onCurve","window","sort","order","limit","cursor"], "apiKey", True, False, False)
        return cast("t.ScreenPairsReply", self._transport.call(operation, params={"chain": chain, "dex": dex, "platform": platform, "quote": quote, "minPriceUsd": min_price_usd, "maxPriceUsd": max_price_usd, "minLiquidityUsd": min_liquidity_usd, "maxLiquidityUsd": max_liquidity_usd, "minVolume": min_volume, "maxVolume": max_volume, "minMarketCap": min_market_cap, "maxMarketCap": max_market_cap, "minFdv": min_fdv, "maxFdv": max_fdv, "minAgeHours": min_age_hours, "maxAgeHours": max_age_hours, "minTxns": min_txns, "maxTxns": max_txns, "minBuys": min_buys, "maxBuys": max_buys, "minSells": min_sells, "maxSells": max_sells, "minMakers24h": min_makers24h, "maxMakers24h": max_makers24h, "minPriceChange": min_price_change, "maxPriceChange": max_price_change, "minHolders": min_holders, "maxHolders": max_holders, "minSafetyScore": min_safety_score, "maxSafetyScore": max_safety_score, "minCurvePct": min_curve_pct, "maxCurvePct": max_curve_pct, "minBoosts": min_boosts, "maxBoosts": max_boosts, "hasSocials": has_socials, "verified": verified, "graduated": graduated, "onCurve": on_curve, "window": window, "sort": sort, "order": order, "limit": limit, "cursor": cursor}))

    def query_pairs(self, body: t.QueryPairsRequest) -> t.ScreenPairsReply:
        """Pairs that match a tree of conditions.

        `POST /api/v2/screener/pairs`
        """
        operation = Operation("POST", "/api/v2/screener/pairs", [], "apiKey", True, False, False)
        return cast("t.ScreenPairsReply", self._transport.call(operation, params={}, body=body))

    def get_screener_pairs_trending(self, *, chain: Optional[str] = None, window: Optional[str] = None, limit: Optional[int] = None) -> t.GetScreenerPairsTrendingReply:
        """Pairs by boosts, then by volume.

        `GET /api/v2/screener/pairs/trending`
        """
        operation = Operation("GET", "/api/v2/screener/pairs/trending", ["chain","window","limit"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsTrendingReply", self._transport.call(operation, params={"chain": chain, "window": window, "limit": limit}))

    def get_screener_pairs_new(self, *, chain: Optional[str] = None, dex: Optional[str] = None, max_age_mins: Optional[int] = None, limit: Optional[int] = None) -> t.GetScreenerPairsNewReply:
        """Pairs that came to be lately, newest first.

        `GET /api/v2/screener/pairs/new`
        """
        operation = Operation("GET", "/api/v2/screener/pairs/new", ["chain","dex","maxAgeMins","limit"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsNewReply", self._transport.call(operation, params={"chain": chain, "dex": dex, "maxAgeMins": max_age_mins, "limit": limit}))

    def get_screener_pairs_gainers(self, *, chain: Optional[str] = None, window: Optional[str] = None, min_liquidity_usd: Optional[float] = None, min_txns: Optional[float] = None, limit: Optional[int] = None) -> t.GetScreenerPairsNewReply:
        """Pairs whose price rose most.

        `GET /api/v2/screener/pairs/gainers`
        """
        operation = Operation("GET", "/api/v2/screener/pairs/gainers", ["chain","window","minLiquidityUsd","minTxns","limit"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsNewReply", self._transport.call(operation, params={"chain": chain, "window": window, "minLiquidityUsd": min_liquidity_usd, "minTxns": min_txns, "limit": limit}))

    def get_screener_pairs_losers(self, *, chain: Optional[str] = None, window: Optional[str] = None, min_liquidity_usd: Optional[float] = None, min_txns: Optional[float] = None, limit: Optional[int] = None) -> t.GetScreenerPairsNewReply:
        """Pairs whose price fell most.

        `GET /api/v2/screener/pairs/losers`
        """
        operation = Operation("GET", "/api/v2/screener/pairs/losers", ["chain","window","minLiquidityUsd","minTxns","limit"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsNewReply", self._transport.call(operation, params={"chain": chain, "window": window, "minLiquidityUsd": min_liquidity_usd, "minTxns": min_txns, "limit": limit}))

    def get_screener_pairs_graduating(self, *, chain: Optional[str] = None, min_pct: Optional[int] = None, platform: Optional[str] = None, limit: Optional[int] = None) -> t.GetScreenerPairsGraduatingReply:
        """Curves that are about to be sold out, fullest first.

        `GET /api/v2/screener/pairs/graduating`
        """
        operation = Operation("GET", "/api/v2/screener/pairs/graduating", ["chain","minPct","platform","limit"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsGraduatingReply", self._transport.call(operation, params={"chain": chain, "minPct": min_pct, "platform": platform, "limit": limit}))

    def get_screener_pair(self, *, chain: str, pool: str) -> t.GetScreenerPairReply:
        """One pair, with its liquidity over time.

        `GET /api/v2/screener/pairs/{chain}/{pool}`
        """
        operation = Operation("GET", "/api/v2/screener/pairs/{chain}/{pool}", [], "apiKey", True, False, False)
        return cast("t.GetScreenerPairReply", self._transport.call(operation, params={"chain": chain, "pool": pool}))

    def get_screener_token_pairs(self, *, chain: str, address: str, limit: Optional[int] = None) -> t.GetScreenerPairsNewReply:
        """All pairs of a token, busiest first.

        `GET /api/v2/screener/tokens/{chain}/{address}/pairs`
        """
        operation = Operation("GET", "/api/v2/screener/tokens/{chain}/{address}/pairs", ["limit"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsNewReply", self._transport.call(operation, params={"chain": chain, "address": address, "limit": limit}))

    def search_pairs(self, *, q: str, chain: Optional[str] = None) -> t.GetScreenerPairsNewReply:
        """Pairs by symbol, name or address.

        `GET /api/v2/screener/search`
        """
        operation = Operation("GET", "/api/v2/screener/search", ["q","chain"], "apiKey", True, False, False)
        return cast("t.GetScreenerPairsNewReply", self._transport.call(operation, params={"q": q, "chain": chain}))

    def get_screener_facets(self, *, chain: Optional[str] = None) -> t.GetScreenerFacetsReply:
        """What can be filtered by, and which values there are.

        `GET /api/v2/screener/facets`
        """
        operation = Operation("GET", "/api/v2/screener/facets", ["chain"], "apiKey", True, False, False)
        return cast("t.GetScreenerFacetsReply", self._transport.call(operation, params={"chain": chain}))

    def post_screens(self, body: t.PostScreensRequest) -> t.PostScreensReply:
        """Saves a screen: rows that enter and leave it become events.

        `POST /api/v2/screens`
        """
        operation = Operation("POST", "/api/v2/screens", [], "apiKey", False, False, False)
        return cast("t.PostScreensReply", self._transport.call(operation, params={}, body=body))

    def get_screens(self) -> t.GetScreensReply:
        """Saved screens of the calling key, oldest first.

        `GET /api/v2/screens`
        """
        operation = Operation("GET", "/api/v2/screens", [], "apiKey", True, False, False)
        return cast("t.GetScreensReply", self._transport.call(operation, params={}))

    def get_screen(self, *, id: str) -> t.PostScreensReply:
        """One saved screen, with the number of its rows.

        `GET /api/v2/screens/{id}`
        """
        operation = Operation("GET", "/api/v2/screens/{id}", [], "apiKey", True, False, False)
        return cast("t.PostScreensReply", self._transport.call(operation, params={"id": id}))

    def delete_screen(self, *, id: str) -> t.DeleteScreenReply:
        """Ends a saved screen. Its streams and webhooks send nothing more of it.

        `DELETE /api/v2/screens/{id}`
        """
        operation = Operation("DELETE", "/api/v2/screens/{id}", [], "apiKey", False, False, False)
        return cast("t.DeleteScreenReply", self._transport.call(operation, params={"id": id}))

    def get_screen_rows(self, *, id: str, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.GetScreenRowsReply:
        """The rows that are in a saved screen, and the cursor from which its events continue them.

        `GET /api/v2/screens/{id}/rows`
        """
        operation = Operation("GET", "/api/v2/screens/{id}/rows", ["limit","cursor"], "apiKey", True, False, False)
        return cast("t.GetScreenRowsReply", self._transport.call(operation, params={"id": id, "limit": limit, "cursor": cursor}))

    def get_calibration(self, *, kind: Optional[str] = None, horizon: Optional[str] = None) -> t.GetCalibrationReply:
        """How right the scores of this server were.

        `GET /api/v2/calibration`
        """
        operation = Operation("GET", "/api/v2/calibration", ["kind","horizon"], "apiKey", True, False, False)
        return cast("t.GetCalibrationReply", self._transport.call(operation, params={"kind": kind, "horizon": horizon}))

    def get_program_intel(self, *, program: str) -> t.GetProgramIntelReply:
        """What a program is, who may change it, and how it is used.

        `GET /api/v2/programs/{program}/intel`
        """
        operation = Operation("GET", "/api/v2/programs/{program}/intel", [], "apiKey", True, False, False)
        return cast("t.GetProgramIntelReply", self._transport.call(operation, params={"program": program}))

    def get_position_intel(self, *, address: str) -> t.GetPositionIntelReply:
        """One position in a pool, by its account or its NFT, or one stake account.

        `GET /api/v2/positions/{address}/intel`
        """
        operation = Operation("GET", "/api/v2/positions/{address}/intel", [], "apiKey", True, False, False)
        return cast("t.GetPositionIntelReply", self._transport.call(operation, params={"address": address}))

    def get_lighthouse(self) -> t.GetLighthouseReply:
        """Trading on Solana in the last 24 hours.

        `GET /api/v2/market/lighthouse`
        """
        operation = Operation("GET", "/api/v2/market/lighthouse", [], "apiKey", True, False, False)
        return cast("t.GetLighthouseReply", self._transport.call(operation, params={}))

    def get_sol_price(self) -> t.GetSolPriceReply:
        """The canonical SOL/USD price. Never fails: without any source it is exactly 120.

        `GET /api/v2/market/sol-price`
        """
        operation = Operation("GET", "/api/v2/market/sol-price", [], "apiKey", True, False, False)
        return cast("t.GetSolPriceReply", self._transport.call(operation, params={}))

    def get_sol_price_history(self, *, range: Optional[str] = None) -> t.GetSolPriceHistoryReply:
        """The SOL/USD price over a range, one point per native period (5m, 1h, 1h, 1d).

        `GET /api/v2/market/sol-price/history`
        """
        operation = Operation("GET", "/api/v2/market/sol-price/history", ["range"], "apiKey", True, False, False)
        return cast("t.GetSolPriceHistoryReply", self._transport.call(operation, params={"range": range}))

    def get_pool_ohlcv(self, *, pool: str, period: Optional[str] = None, amount: Optional[int] = None, from_: Optional[int] = None, to: Optional[int] = None) -> t.GetPoolOhlcvReply:
        """The newest candles of one pool, in USD of its base.

        `GET /api/v2/market/pool-ohlcv`
        """
        operation = Operation("GET", "/api/v2/market/pool-ohlcv", ["pool","period","amount","from","to"], "apiKey", True, False, False)
        return cast("t.GetPoolOhlcvReply", self._transport.call(operation, params={"pool": pool, "period": period, "amount": amount, "from": from_, "to": to}))

    def get_swap_quote(self, *, input_mint: str, output_mint: str, amount: str, slippage_bps: Optional[int] = None, platform_fee_bps: Optional[int] = None) -> t.GetSwapQuoteReply:
        """The aggregator's quote for an exact amount in.

        `GET /api/v2/swap/quote`
        """
        operation = Operation("GET", "/api/v2/swap/quote", ["inputMint","outputMint","amount","slippageBps","platformFeeBps"], "apiKey", True, False, False)
        return cast("t.GetSwapQuoteReply", self._transport.call(operation, params={"inputMint": input_mint, "outputMint": output_mint, "amount": amount, "slippageBps": slippage_bps, "platformFeeBps": platform_fee_bps}))

    def build_swap(self, body: t.BuildSwapRequest) -> t.BuildSwapReply:
        """The transaction of a quote, unsigned.

        `POST /api/v2/swap/build`
        """
        operation = Operation("POST", "/api/v2/swap/build", [], "apiKey", True, False, False)
        return cast("t.BuildSwapReply", self._transport.call(operation, params={}, body=body))

    def create_limit_order(self, body: t.CreateLimitOrderRequest) -> t.CreateLimitOrderReply:
        """The transaction that opens a limit order, unsigned, and the account of the order.

        `POST /api/v2/orders/limit/create`
        """
        operation = Operation("POST", "/api/v2/orders/limit/create", [], "apiKey", False, False, False)
        return cast("t.CreateLimitOrderReply", self._transport.call(operation, params={}, body=body))

    def list_limit_orders(self, *, wallet: str) -> t.ListLimitOrdersReply:
        """Open limit orders of a wallet, a hundred at most.

        `GET /api/v2/orders/limit`
        """
        operation = Operation("GET", "/api/v2/orders/limit", ["wallet"], "apiKey", True, False, False)
        return cast("t.ListLimitOrdersReply", self._transport.call(operation, params={"wallet": wallet}))

    def get_limit_order_history(self, *, wallet: str, page: Optional[int] = None) -> t.GetLimitOrderHistoryReply:
        """Limit orders of a wallet that have ended, with their fills, ten a page.

        `GET /api/v2/orders/limit/history`
        """
        operation = Operation("GET", "/api/v2/orders/limit/history", ["wallet","page"], "apiKey", True, False, False)
        return cast("t.GetLimitOrderHistoryReply", self._transport.call(operation, params={"wallet": wallet, "page": page}))

    def cancel_limit_order(self, body: t.CancelLimitOrderRequest) -> t.CancelLimitOrderReply:
        """The transaction that ends a limit order, unsigned.

        `POST /api/v2/orders/limit/cancel`
        """
        operation = Operation("POST", "/api/v2/orders/limit/cancel", [], "apiKey", False, False, False)
        return cast("t.CancelLimitOrderReply", self._transport.call(operation, params={}, body=body))

    def create_dca_order(self, body: t.CreateDcaOrderRequest) -> t.CreateDcaOrderReply:
        """The transaction that opens a DCA position, unsigned, and the account of the position.

        `POST /api/v2/orders/dca/create`
        """
        operation = Operation("POST", "/api/v2/orders/dca/create", [], "apiKey", False, False, False)
        return cast("t.CreateDcaOrderReply", self._transport.call(operation, params={}, body=body))

    def list_dca_orders(self, *, wallet: str) -> t.ListDcaOrdersReply:
        """Running DCA positions of a wallet, a hundred at most.

        `GET /api/v2/orders/dca`
        """
        operation = Operation("GET", "/api/v2/orders/dca", ["wallet"], "apiKey", True, False, False)
        return cast("t.ListDcaOrdersReply", self._transport.call(operation, params={"wallet": wallet}))

    def close_dca_order(self, body: t.CloseDcaOrderRequest) -> t.CloseDcaOrderReply:
        """The transaction that ends a DCA position and gives back what is left, unsigned.

        `POST /api/v2/orders/dca/close`
        """
        operation = Operation("POST", "/api/v2/orders/dca/close", [], "apiKey", False, False, False)
        return cast("t.CloseDcaOrderReply", self._transport.call(operation, params={}, body=body))

    def get_recent_launches(self, *, limit: Optional[int] = None, dex: Optional[str] = None, cursor: Optional[str] = None) -> t.GetRecentLaunchesReply:
        """Newest tokens and pools, latest indexed first.

        `GET /api/v2/launches/recent`
        """
        operation = Operation("GET", "/api/v2/launches/recent", ["limit","dex","cursor"], "apiKey", True, False, False)
        return cast("t.GetRecentLaunchesReply", self._transport.call(operation, params={"limit": limit, "dex": dex, "cursor": cursor}))

    def call_rpc(self, body: t.CallRpcRequest) -> Any:
        """Read-only JSON-RPC: one call or a batch of 1 to 25, answered by the node unchanged.

        `POST /api/v2/rpc`
        """
        operation = Operation("POST", "/api/v2/rpc", [], "apiKey", False, False, True)
        return cast("Any", self._transport.call(operation, params={}, body=body))

    def get_public_token_info(self, body: t.GetPublicTokenInfoRequest) -> Any:
        """Token facts of an outside service: its status and body, unchanged.

        `POST /api/token-info`
        """
        operation = Operation("POST", "/api/token-info", [], "none", True, False, True)
        return cast("Any", self._transport.call(operation, params={}, body=body))

    def send_transaction(self, body: t.SendTransactionRequest) -> Any:
        """Sends a signed transaction; the node’s JSON-RPC envelope, unchanged.

        `POST /api/rpc/send`
        """
        operation = Operation("POST", "/api/rpc/send", [], "none", False, False, True)
        return cast("Any", self._transport.call(operation, params={}, body=body))

    def get_signature_statuses(self, body: t.GetSignatureStatusesRequest) -> Any:
        """What became of signatures; the node’s JSON-RPC envelope, unchanged.

        `POST /api/rpc/status`
        """
        operation = Operation("POST", "/api/rpc/status", [], "none", True, False, True)
        return cast("Any", self._transport.call(operation, params={}, body=body))

    def simulate_transaction(self, body: t.SimulateTransactionRequest) -> t.SimulateTransactionReply:
        """Simulates a transaction of any version; a reverting one is 200 with `err`.

        `POST /api/rpc/simulate`
        """
        operation = Operation("POST", "/api/rpc/simulate", [], "none", True, False, False)
        return cast("t.SimulateTransactionReply", self._transport.call(operation, params={}, body=body))

    def get_health(self) -> t.GetHealthReply:
        """Whether the service is up.

        `GET /api/v2/health`
        """
        operation = Operation("GET", "/api/v2/health", [], "none", True, False, False)
        return cast("t.GetHealthReply", self._transport.call(operation, params={}))

    def get_liveness(self) -> t.GetHealthReply:
        """Whether the service is up.

        `GET /health`
        """
        operation = Operation("GET", "/health", [], "none", True, False, False)
        return cast("t.GetHealthReply", self._transport.call(operation, params={}))

    def get_stats(self, *, range: Optional[str] = None) -> t.GetStatsReply:
        """Usage of the calling key: totals, busiest routes, one row per UTC day.

        `GET /api/v2/stats`
        """
        operation = Operation("GET", "/api/v2/stats", ["range"], "apiKey", True, False, False)
        return cast("t.GetStatsReply", self._transport.call(operation, params={"range": range}))

    def get_system_usage(self, *, user_ref: Optional[str] = None) -> t.GetSystemUsageReply:
        """This process at a glance: load, tape, upstreams, queues.

        `GET /v1/system/usage`
        """
        operation = Operation("GET", "/v1/system/usage", [], "bearer", True, False, False)
        return cast("t.GetSystemUsageReply", self._transport.call(operation, params={}, user_ref=user_ref))

    def check_recovery(self, body: t.CheckRecoveryRequest) -> t.CheckRecoveryReply:
        """What wallets would get back by closing and burning token accounts.

        `POST /api/v1/check`
        """
        operation = Operation("POST", "/api/v1/check", [], "apiKey", True, False, False)
        return cast("t.CheckRecoveryReply", self._transport.call(operation, params={}, body=body))

    def build_recovery(self, body: t.BuildRecoveryRequest) -> t.BuildRecoveryReply:
        """Unsigned transactions that close token accounts and return their deposits.

        `POST /api/v1/close`
        """
        operation = Operation("POST", "/api/v1/close", [], "apiKey", True, False, False)
        return cast("t.BuildRecoveryReply", self._transport.call(operation, params={}, body=body))

    def confirm_recovery(self, body: t.ConfirmRecoveryRequest) -> t.ConfirmRecoveryReply:
        """Records a recovery and adds it to the totals of the key.

        `POST /api/v1/confirm`
        """
        operation = Operation("POST", "/api/v1/confirm", [], "apiKey", False, False, False)
        return cast("t.ConfirmRecoveryReply", self._transport.call(operation, params={}, body=body))

    def get_recovery_stats(self) -> t.GetRecoveryStatsReply:
        """Lifetime recoveries of the calling key, and the 10 newest.

        `GET /api/v1/stats`
        """
        operation = Operation("GET", "/api/v1/stats", [], "apiKey", True, False, False)
        return cast("t.GetRecoveryStatsReply", self._transport.call(operation, params={}))

    def list_chains(self, *, meets: Optional[str] = None, family: Optional[str] = None) -> t.ListChainsReply:
        """Every chain that the service recognises, with its measured tier.

        `GET /api/v2/chains`
        """
        operation = Operation("GET", "/api/v2/chains", ["meets","family"], "none", True, False, False)
        return cast("t.ListChainsReply", self._transport.call(operation, params={"meets": meets, "family": family}))

    def get_chain_summary(self) -> t.GetChainSummaryReply:
        """How many chains meet which level.

        `GET /api/v2/chains/summary`
        """
        operation = Operation("GET", "/api/v2/chains/summary", [], "none", True, False, False)
        return cast("t.GetChainSummaryReply", self._transport.call(operation, params={}))

    def resolve_chain(self, *, q: str) -> t.ResolveChainReply:
        """The chain that a text names.

        `GET /api/v2/chains/resolve`
        """
        operation = Operation("GET", "/api/v2/chains/resolve", ["q"], "none", True, False, False)
        return cast("t.ResolveChainReply", self._transport.call(operation, params={"q": q}))

    def get_chain(self, *, chain: str) -> t.GetChainReply:
        """One chain: its ids, its tier with the evidence, and what can be asked of it.

        `GET /api/v2/chains/{chain}`
        """
        operation = Operation("GET", "/api/v2/chains/{chain}", [], "none", True, False, False)
        return cast("t.GetChainReply", self._transport.call(operation, params={"chain": chain}))

    def get_chain_coverage(self, *, chain: str) -> t.GetChainCoverageReply:
        """One chain: its record, the evidence of its tier, and which routes below it are served.

        `GET /api/v2/chain/{chain}`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}", [], "apiKey", True, False, False)
        return cast("t.GetChainCoverageReply", self._transport.call(operation, params={"chain": chain}))

    def get_chain_native_price(self, *, chain: str) -> t.GetChainNativePriceReply:
        """Price of a chain’s native currency in dollars.

        `GET /api/v2/chain/{chain}/native-price`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/native-price", [], "apiKey", True, False, False)
        return cast("t.GetChainNativePriceReply", self._transport.call(operation, params={"chain": chain}))

    def get_chain_dexes(self, *, chain: str) -> t.GetChainDexesReply:
        """DEXs of a chain.

        `GET /api/v2/chain/{chain}/dexes`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/dexes", [], "apiKey", True, False, False)
        return cast("t.GetChainDexesReply", self._transport.call(operation, params={"chain": chain}))

    def get_chain_fees(self, *, chain: str) -> t.GetChainFeesReply:
        """What transactions pay for priority now: the quartiles of the newest blocks.

        `GET /api/v2/chain/{chain}/fees`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/fees", [], "apiKey", True, False, False)
        return cast("t.GetChainFeesReply", self._transport.call(operation, params={"chain": chain}))

    def get_chain_pools_trending(self, *, chain: str, limit: Optional[int] = None, min_liquidity_usd: Optional[float] = None, period: Optional[str] = None) -> t.GetChainPoolsTrendingReply:
        """Pools that trend on a chain.

        `GET /api/v2/chain/{chain}/pools/trending`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/pools/trending", ["limit","minLiquidityUsd","period"], "apiKey", True, False, False)
        return cast("t.GetChainPoolsTrendingReply", self._transport.call(operation, params={"chain": chain, "limit": limit, "minLiquidityUsd": min_liquidity_usd, "period": period}))

    def get_chain_pools_new(self, *, chain: str, limit: Optional[int] = None, min_liquidity_usd: Optional[float] = None, dex: Optional[str] = None) -> t.GetChainPoolsTrendingReply:
        """Newest pools of a chain.

        `GET /api/v2/chain/{chain}/pools/new`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/pools/new", ["limit","minLiquidityUsd","dex"], "apiKey", True, False, False)
        return cast("t.GetChainPoolsTrendingReply", self._transport.call(operation, params={"chain": chain, "limit": limit, "minLiquidityUsd": min_liquidity_usd, "dex": dex}))

    def get_chain_pool(self, *, chain: str, pool: str) -> t.GetChainPoolReply:
        """One pool.

        `GET /api/v2/chain/{chain}/pools/{pool}`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/pools/{pool}", [], "apiKey", True, False, False)
        return cast("t.GetChainPoolReply", self._transport.call(operation, params={"chain": chain, "pool": pool}))

    def get_chain_pool_trades(self, *, chain: str, pool: str, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.GetChainPoolTradesReply:
        """Newest trades of a pool, newest first; sides are those of its base.

        `GET /api/v2/chain/{chain}/pools/{pool}/trades`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/pools/{pool}/trades", ["limit","cursor"], "apiKey", True, False, False)
        return cast("t.GetChainPoolTradesReply", self._transport.call(operation, params={"chain": chain, "pool": pool, "limit": limit, "cursor": cursor}))

    def get_chain_pool_ohlcv(self, *, chain: str, pool: str, period: Optional[str] = None, amount: Optional[int] = None, from_: Optional[int] = None, to: Optional[int] = None) -> t.GetChainPoolOhlcvReply:
        """Candles of a pool’s base in dollars, ascending.

        `GET /api/v2/chain/{chain}/pools/{pool}/ohlcv`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/pools/{pool}/ohlcv", ["period","amount","from","to"], "apiKey", True, False, False)
        return cast("t.GetChainPoolOhlcvReply", self._transport.call(operation, params={"chain": chain, "pool": pool, "period": period, "amount": amount, "from": from_, "to": to}))

    def get_chain_wallet_portfolio(self, *, chain: str, address: str, fresh: Optional[bool] = None) -> t.GetChainWalletPortfolioReply:
        """What a wallet holds and what it is worth.

        `GET /api/v2/chain/{chain}/wallets/{address}/portfolio`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/wallets/{address}/portfolio", ["fresh"], "apiKey", True, False, False)
        return cast("t.GetChainWalletPortfolioReply", self._transport.call(operation, params={"chain": chain, "address": address, "fresh": fresh}))

    def get_chain_wallet_activity(self, *, chain: str, address: str, limit: Optional[int] = None) -> t.GetChainWalletActivityReply:
        """What a wallet did, newest first.

        `GET /api/v2/chain/{chain}/wallets/{address}/activity`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/wallets/{address}/activity", ["limit"], "apiKey", True, False, False)
        return cast("t.GetChainWalletActivityReply", self._transport.call(operation, params={"chain": chain, "address": address, "limit": limit}))

    def get_chain_swap_quote(self, *, chain: str, input_token: str, output_token: str, amount: str, slippage_bps: Optional[int] = None) -> t.GetChainSwapQuoteReply:
        """A quote for an exact amount in.

        `GET /api/v2/chain/{chain}/swap/quote`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/swap/quote", ["inputToken","outputToken","amount","slippageBps"], "apiKey", True, False, False)
        return cast("t.GetChainSwapQuoteReply", self._transport.call(operation, params={"chain": chain, "inputToken": input_token, "outputToken": output_token, "amount": amount, "slippageBps": slippage_bps}))

    def build_chain_swap(self, body: t.BuildChainSwapRequest, *, chain: str) -> t.BuildChainSwapReply:
        """The transaction of a quote, unsigned.

        `POST /api/v2/chain/{chain}/swap/build`
        """
        operation = Operation("POST", "/api/v2/chain/{chain}/swap/build", [], "apiKey", True, False, False)
        return cast("t.BuildChainSwapReply", self._transport.call(operation, params={"chain": chain}, body=body))

    def get_chain_tokens_trending(self, *, chain: str, limit: Optional[int] = None, min_liquidity_usd: Optional[float] = None, period: Optional[str] = None) -> t.GetChainTokensTrendingReply:
        """Tokens that trend on a chain.

        `GET /api/v2/chain/{chain}/tokens/trending`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/trending", ["limit","minLiquidityUsd","period"], "apiKey", True, False, False)
        return cast("t.GetChainTokensTrendingReply", self._transport.call(operation, params={"chain": chain, "limit": limit, "minLiquidityUsd": min_liquidity_usd, "period": period}))

    def get_chain_tokens_new(self, *, chain: str, limit: Optional[int] = None, min_liquidity_usd: Optional[float] = None, dex: Optional[str] = None) -> t.GetChainTokensNewReply:
        """Tokens whose first pools are new.

        `GET /api/v2/chain/{chain}/tokens/new`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/new", ["limit","minLiquidityUsd","dex"], "apiKey", True, False, False)
        return cast("t.GetChainTokensNewReply", self._transport.call(operation, params={"chain": chain, "limit": limit, "minLiquidityUsd": min_liquidity_usd, "dex": dex}))

    def search_chain_tokens(self, *, chain: str, q: Optional[str] = None) -> t.SearchChainTokensReply:
        """Up to 20 tokens of a chain by name, symbol or address.

        `GET /api/v2/chain/{chain}/tokens/search`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/search", ["q"], "apiKey", True, False, False)
        return cast("t.SearchChainTokensReply", self._transport.call(operation, params={"chain": chain, "q": q}))

    def get_chain_prices(self, body: t.GetChainPricesRequest, *, chain: str) -> t.GetChainPricesReply:
        """USD prices of up to 50 tokens. Tokens without a price are absent.

        `POST /api/v2/chain/{chain}/tokens/prices`
        """
        operation = Operation("POST", "/api/v2/chain/{chain}/tokens/prices", [], "apiKey", True, False, False)
        return cast("t.GetChainPricesReply", self._transport.call(operation, params={"chain": chain}, body=body))

    def get_chain_token_metadata(self, body: t.GetChainTokenMetadataRequest, *, chain: str) -> t.GetChainTokenMetadataReply:
        """Names, images and decimals of up to 100 tokens. Unknown ones are absent.

        `POST /api/v2/chain/{chain}/tokens/metadata`
        """
        operation = Operation("POST", "/api/v2/chain/{chain}/tokens/metadata", [], "apiKey", True, False, False)
        return cast("t.GetChainTokenMetadataReply", self._transport.call(operation, params={"chain": chain}, body=body))

    def get_chain_token(self, *, chain: str, address: str) -> t.GetChainTokenReply:
        """One token: metadata, price and its eight most traded pools.

        `GET /api/v2/chain/{chain}/tokens/{address}`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}", [], "apiKey", True, False, False)
        return cast("t.GetChainTokenReply", self._transport.call(operation, params={"chain": chain, "address": address}))

    def get_chain_token_pools(self, *, chain: str, address: str, limit: Optional[int] = None) -> t.GetChainTokenPoolsReply:
        """Pools of a token, the most traded first.

        `GET /api/v2/chain/{chain}/tokens/{address}/pools`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/pools", ["limit"], "apiKey", True, False, False)
        return cast("t.GetChainTokenPoolsReply", self._transport.call(operation, params={"chain": chain, "address": address, "limit": limit}))

    def get_chain_token_trades(self, *, chain: str, address: str, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.GetChainTokenTradesReply:
        """Newest trades of a token, newest first.

        `GET /api/v2/chain/{chain}/tokens/{address}/trades`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/trades", ["limit","cursor"], "apiKey", True, False, False)
        return cast("t.GetChainTokenTradesReply", self._transport.call(operation, params={"chain": chain, "address": address, "limit": limit, "cursor": cursor}))

    def get_chain_token_ohlcv(self, *, chain: str, address: str, period: Optional[str] = None, amount: Optional[int] = None, from_: Optional[int] = None, to: Optional[int] = None) -> t.GetChainTokenOhlcvReply:
        """Candles of a token in dollars, ascending.

        `GET /api/v2/chain/{chain}/tokens/{address}/ohlcv`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/ohlcv", ["period","amount","from","to"], "apiKey", True, False, False)
        return cast("t.GetChainTokenOhlcvReply", self._transport.call(operation, params={"chain": chain, "address": address, "period": period, "amount": amount, "from": from_, "to": to}))

    def get_chain_token_holders(self, *, chain: str, address: str, limit: Optional[int] = None) -> t.GetChainTokenHoldersReply:
        """Largest holders of a token.

        `GET /api/v2/chain/{chain}/tokens/{address}/holders`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/holders", ["limit"], "apiKey", True, False, False)
        return cast("t.GetChainTokenHoldersReply", self._transport.call(operation, params={"chain": chain, "address": address, "limit": limit}))

    def get_chain_token_security(self, *, chain: str, address: str) -> t.GetChainTokenSecurityReply:
        """What is known of a token’s safety.

        `GET /api/v2/chain/{chain}/tokens/{address}/security`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/security", [], "apiKey", True, False, False)
        return cast("t.GetChainTokenSecurityReply", self._transport.call(operation, params={"chain": chain, "address": address}))

    def get_chain_bubble_map(self, *, chain: str, address: str) -> t.GetChainBubbleMapReply:
        """Who holds a token, and which of its wallets act for one hand.

        `GET /api/v2/chain/{chain}/tokens/{address}/bubblemap`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/bubblemap", [], "apiKey", True, False, False)
        return cast("t.GetChainBubbleMapReply", self._transport.call(operation, params={"chain": chain, "address": address}))

    def get_chain_token_traders(self, *, chain: str, address: str, sort: Optional[str] = None, limit: Optional[int] = None) -> t.GetChainTokenTradersReply:
        """Who traded a token in the last 24 hours.

        `GET /api/v2/chain/{chain}/tokens/{address}/traders`
        """
        operation = Operation("GET", "/api/v2/chain/{chain}/tokens/{address}/traders", ["sort","limit"], "apiKey", True, False, False)
        return cast("t.GetChainTokenTradersReply", self._transport.call(operation, params={"chain": chain, "address": address, "sort": sort, "limit": limit}))

    def list_stream_chains(self) -> t.ListStreamChainsReply:
        """Chains that are followed, whether each is serving, its lag, and what can be resumed.

        `GET /api/v2/stream/chains`
        """
        operation = Operation("GET", "/api/v2/stream/chains", [], "none", True, False, False)
        return cast("t.ListStreamChainsReply", self._transport.call(operation, params={}))

    def replay_events(self, *, channels: str, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, min_usd: Optional[float] = None) -> t.ReplayEventsReply:
        """Stored events again, in order, exactly as the event stream sends them.

        `GET /api/v2/stream/replay`
        """
        operation = Operation("GET", "/api/v2/stream/replay", ["channels","from","to","limit","minUsd"], "apiKey", True, False, False)
        return cast("t.ReplayEventsReply", self._transport.call(operation, params={"channels": channels, "from": from_, "to": to, "limit": limit, "minUsd": min_usd}))

    def get_stream_cursor(self, *, chain: str, ts: Optional[str] = None) -> t.GetStreamCursorReply:
        """The ends of the stored tape, and the cursor of a moment.

        `GET /api/v2/stream/cursor`
        """
        operation = Operation("GET", "/api/v2/stream/cursor", ["chain","ts"], "apiKey", True, False, False)
        return cast("t.GetStreamCursorReply", self._transport.call(operation, params={"chain": chain, "ts": ts}))

    def create_stream_ticket(self, body: Optional[t.CreateStreamTicketRequest] = None) -> t.CreateStreamTicketReply:
        """A ticket that replaces the key on one stream or chart, for what cannot set headers there.

        `POST /api/v2/stream/ticket`
        """
        operation = Operation("POST", "/api/v2/stream/ticket", [], "apiKey", False, False, False)
        return cast("t.CreateStreamTicketReply", self._transport.call(operation, params={}, body=body if body is not None else {}))

    def get_dashboard(self, *, wallet: str) -> t.GetDashboardReply:
        """Public data of a wallet's key and its recoveries.

        `GET /api/dashboard/{wallet}`
        """
        operation = Operation("GET", "/api/dashboard/{wallet}", [], "none", True, False, False)
        return cast("t.GetDashboardReply", self._transport.call(operation, params={"wallet": wallet}))

    def get_dashboard_session(self) -> t.GetDashboardSessionReply:
        """All of the signed-in owner's key, with changes of the fee wallet that can be undone.

        `GET /api/dashboard-session`
        """
        operation = Operation("GET", "/api/dashboard-session", [], "session", True, False, False)
        return cast("t.GetDashboardSessionReply", self._transport.call(operation, params={}))

    def update_domains(self, body: t.UpdateDomainsRequest) -> t.UpdateDomainsReply:
        """Sets the hosts that browsers may use the key from.

        `POST /api/update-domains`
        """
        operation = Operation("POST", "/api/update-domains", [], "session", False, False, False)
        return cast("t.UpdateDomainsReply", self._transport.call(operation, params={}, body=body))

    def update_fee_wallet(self, body: t.UpdateFeeWalletRequest) -> t.UpdateFeeWalletReply:
        """Changes where a key's fees go.

        `POST /api/dashboard/update-fee-wallet`
        """
        operation = Operation("POST", "/api/dashboard/update-fee-wallet", [], "none", False, False, False)
        return cast("t.UpdateFeeWalletReply", self._transport.call(operation, params={}, body=body))

    def get_branding_license(self, *, api_key_id: Optional[int] = None) -> t.GetBrandingLicenseReply:
        """Price of the branding license, where to pay it, and what it unlocks.

        `GET /api/branding-license`
        """
        operation = Operation("GET", "/api/branding-license", ["apiKeyId"], "none", True, False, False)
        return cast("t.GetBrandingLicenseReply", self._transport.call(operation, params={"apiKeyId": api_key_id}))

    def verify_branding_payment(self, body: t.VerifyBrandingPaymentRequest) -> t.VerifyBrandingPaymentReply:
        """Activates the branding license of a key for a payment that the chain shows.

        `POST /api/verify-branding-payment`
        """
        operation = Operation("POST", "/api/verify-branding-payment", [], "none", False, False, False)
        return cast("t.VerifyBrandingPaymentReply", self._transport.call(operation, params={}, body=body))

    def create_challenge(self, body: t.CreateChallengeRequest) -> t.CreateChallengeReply:
        """A text for a wallet to sign, to sign in or to register a key.

        `POST /api/auth/challenge`
        """
        operation = Operation("POST", "/api/auth/challenge", [], "none", False, False, False)
        return cast("t.CreateChallengeReply", self._transport.call(operation, params={}, body=body))

    def log_in(self, body: t.LogInRequest) -> t.LogInReply:
        """Opens a session for a wallet that signed its challenge.

        `POST /api/auth/login`
        """
        operation = Operation("POST", "/api/auth/login", [], "none", False, False, False)
        return cast("t.LogInReply", self._transport.call(operation, params={}, body=body))

    def register_key(self, body: t.RegisterKeyRequest) -> t.RegisterKeyReply:
        """A key of the free plan for a wallet that signed a challenge for it.

        `POST /api/register-key`
        """
        operation = Operation("POST", "/api/register-key", [], "none", False, False, False)
        return cast("t.RegisterKeyReply", self._transport.call(operation, params={}, body=body))

    def regenerate_key(self, body: Optional[t.RegenerateKeyRequest] = None) -> t.RegenerateKeyReply:
        """Puts a new key in the place of the signed-in owner's.

        `POST /api/regenerate-key`
        """
        operation = Operation("POST", "/api/regenerate-key", [], "session", False, False, False)
        return cast("t.RegenerateKeyReply", self._transport.call(operation, params={}, body=body if body is not None else {}))

    def undo_fee_wallet(self, body: Optional[t.UndoFeeWalletRequest] = None) -> t.UndoFeeWalletReply:
        """Takes a change of the fee wallet back, for 24 hours.

        `POST /api/dashboard-session/undo-fee-wallet`
        """
        operation = Operation("POST", "/api/dashboard-session/undo-fee-wallet", [], "session", False, False, False)
        return cast("t.UndoFeeWalletReply", self._transport.call(operation, params={}, body=body if body is not None else {}))

    def lock_fee_wallet(self, body: Optional[t.LockFeeWalletRequest] = None) -> t.LockFeeWalletReply:
        """Locks the fee wallet of the signed-in owner's key, or unlocks it.

        `POST /api/dashboard-session/lock-fee-wallet`
        """
        operation = Operation("POST", "/api/dashboard-session/lock-fee-wallet", [], "session", False, False, False)
        return cast("t.LockFeeWalletReply", self._transport.call(operation, params={}, body=body if body is not None else {}))

    def buy(self, body: t.BuyRequest, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.TradeReply:
        """Buys a token with SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.

        `POST /v1/trade/buy`
        """
        operation = Operation("POST", "/v1/trade/buy", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.TradeReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body, idempotency_key=idempotency_key))

    def sell(self, body: t.SellRequest, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.TradeReply:
        """Sells a token for SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.

        `POST /v1/trade/sell`
        """
        operation = Operation("POST", "/v1/trade/sell", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.TradeReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body, idempotency_key=idempotency_key))

    def buy_multi_hop(self, body: t.BuyMultiHopRequest, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.TradeReply:
        """Buys a token with SOL, over another currency where it is not quoted in SOL.

        `POST /v1/trade/buy-multi-hop`
        """
        operation = Operation("POST", "/v1/trade/buy-multi-hop", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.TradeReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body, idempotency_key=idempotency_key))

    def sell_multi_hop(self, body: t.SellMultiHopRequest, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.TradeReply:
        """Sells a token for SOL, over another currency where it is not quoted in SOL.

        `POST /v1/trade/sell-multi-hop`
        """
        operation = Operation("POST", "/v1/trade/sell-multi-hop", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.TradeReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body, idempotency_key=idempotency_key))

    def get_pool_params(self, *, mint: str, dex_type: Optional[str] = None, pair_address: Optional[str] = None, user_ref: Optional[str] = None) -> t.GetPoolParamsReply:
        """The pool that a token would be traded in, and how long finding it took.

        `GET /v1/trade/pool-params`
        """
        operation = Operation("GET", "/v1/trade/pool-params", ["mint","dex_type","pair_address"], "bearer", True, False, False)
        return cast("t.GetPoolParamsReply", self._transport.call(operation, params={"mint": mint, "dex_type": dex_type, "pair_address": pair_address}, user_ref=user_ref))

    def estimate_trade(self, *, mint: str, amount: str, side: Optional[str] = None, dex_type: Optional[str] = None, pair_address: Optional[str] = None, user_ref: Optional[str] = None) -> t.EstimateTradeReply:
        """What an amount would buy or sell for on the pool, without any fee of this server.

        `GET /v1/trade/estimate`
        """
        operation = Operation("GET", "/v1/trade/estimate", ["mint","amount","side","dex_type","pair_address"], "bearer", True, False, False)
        return cast("t.EstimateTradeReply", self._transport.call(operation, params={"mint": mint, "amount": amount, "side": side, "dex_type": dex_type, "pair_address": pair_address}, user_ref=user_ref))

    def quote_trade(self, body: t.QuoteTradeRequest, *, user_ref: Optional[str] = None) -> t.QuoteTradeReply:
        """What an amount would yield, with slippage and the fee of this server.

        `POST /v1/trade/quote`
        """
        operation = Operation("POST", "/v1/trade/quote", [], "bearer", True, False, False)
        return cast("t.QuoteTradeReply", self._transport.call(operation, params={}, body=body, user_ref=user_ref))

    def get_bundle_status(self, *, bundle_id: Optional[str] = None, signature: Optional[str] = None, user_ref: Optional[str] = None) -> t.GetBundleStatusReply:
        """What became of a bundle, of a transaction, or of a transaction that went out as a bundle.

        `GET /v1/trade/bundle-status`
        """
        operation = Operation("GET", "/v1/trade/bundle-status", ["bundle_id","signature"], "bearer", True, False, False)
        return cast("t.GetBundleStatusReply", self._transport.call(operation, params={"bundle_id": bundle_id, "signature": signature}, user_ref=user_ref))

    def get_token_balance(self, *, mint: str, user_ref: Optional[str] = None) -> t.GetTokenBalanceReply:
        """What the user's wallet holds of a token, in both places where it keeps one.

        `GET /v1/trade/balance`
        """
        operation = Operation("GET", "/v1/trade/balance", ["mint","user_ref"], "bearer", True, False, False)
        return cast("t.GetTokenBalanceReply", self._transport.call(operation, params={"mint": mint, "user_ref": user_ref}))

    def get_sol_balance(self, *, user_ref: Optional[str] = None) -> t.GetSolBalanceReply:
        """What the user's wallet holds of SOL.

        `GET /v1/trade/sol-balance`
        """
        operation = Operation("GET", "/v1/trade/sol-balance", ["user_ref"], "bearer", True, False, False)
        return cast("t.GetSolBalanceReply", self._transport.call(operation, params={"user_ref": user_ref}))

    def detect_pool(self, *, mint: str, user_ref: Optional[str] = None) -> t.DetectPoolReply:
        """Where a token is traded: its DEX and its deepest pool.

        `GET /v1/trade/detect`
        """
        operation = Operation("GET", "/v1/trade/detect", ["mint"], "bearer", True, False, False)
        return cast("t.DetectPoolReply", self._transport.call(operation, params={"mint": mint}, user_ref=user_ref))

    def broadcast_transaction(self, body: t.BroadcastTransactionRequest, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.BroadcastTransactionReply:
        """Sends a transaction that the caller signed, and follows it.

        `POST /v1/trade/broadcast`
        """
        operation = Operation("POST", "/v1/trade/broadcast", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.BroadcastTransactionReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body, idempotency_key=idempotency_key))

    def get_token_info(self, *, mint: str, user_ref: Optional[str] = None) -> t.GetTokenInfoReply:
        """A token as a trader sees it: its price, its pool, the progress of its curve, who can mint and freeze.

        `GET /v1/token/info`
        """
        operation = Operation("GET", "/v1/token/info", ["mint"], "bearer", True, False, False)
        return cast("t.GetTokenInfoReply", self._transport.call(operation, params={"mint": mint}, user_ref=user_ref))

    def discover_pools(self, *, mint: str, user_ref: Optional[str] = None) -> t.DiscoverPoolsReply:
        """All pools of a token found on chain, tradable now or not.

        `GET /v1/test/discover`
        """
        operation = Operation("GET", "/v1/test/discover", ["mint"], "bearer", True, False, False)
        return cast("t.DiscoverPoolsReply", self._transport.call(operation, params={"mint": mint}, user_ref=user_ref))

    def scan_refund(self, *, include_accounts: Optional[bool] = None, include_dust_usd: Optional[float] = None, wallet: Optional[str] = None, user_ref: Optional[str] = None) -> t.ScanRefundReply:
        """Everything that a wallet could reclaim, by kind of account, and what coming rent steps will free.

        `GET /v1/refund/scan`
        """
        operation = Operation("GET", "/v1/refund/scan", ["include_accounts","include_dust_usd","wallet","user_ref"], "bearer", True, False, False)
        return cast("t.ScanRefundReply", self._transport.call(operation, params={"include_accounts": include_accounts, "include_dust_usd": include_dust_usd, "wallet": wallet, "user_ref": user_ref}))

    def close_refund(self, body: Optional[t.CloseRefundRequest] = None, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.RefundReply:
        """Closes accounts that a wallet no longer needs and returns their lamports.

        `POST /v1/refund/close`
        """
        operation = Operation("POST", "/v1/refund/close", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.RefundReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body if body is not None else {}, idempotency_key=idempotency_key))

    def refund_excess(self, body: Optional[t.RefundExcessRequest] = None, *, user_ref: Optional[str] = None, idempotency_key: Optional[str] = None) -> t.RefundReply:
        """Takes what accounts hold above the rent floor of today, and leaves them open.

        `POST /v1/refund/excess`
        """
        operation = Operation("POST", "/v1/refund/excess", ["user_ref","idempotency_key"], "bearer", False, True, False)
        return cast("t.RefundReply", self._transport.call(operation, params={"user_ref": user_ref, "idempotency_key": idempotency_key}, body=body if body is not None else {}, idempotency_key=idempotency_key))

    def get_refund_history(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, user_ref: Optional[str] = None) -> t.GetRefundHistoryReply:
        """What the user's wallet got back through this server, newest first; status and figures are the chain's.

        `GET /v1/refund/history`
        """
        operation = Operation("GET", "/v1/refund/history", ["limit","cursor","user_ref"], "bearer", True, False, False)
        return cast("t.GetRefundHistoryReply", self._transport.call(operation, params={"limit": limit, "cursor": cursor, "user_ref": user_ref}))

    def create_wallet(self, body: t.CreateWalletRequest, *, user_ref: Optional[str] = None) -> t.CreateWalletReply:
        """Makes the wallet of a user of the key, custodial or only watched.

        `POST /v1/wallets`
        """
        operation = Operation("POST", "/v1/wallets", [], "bearer", False, False, False)
        return cast("t.CreateWalletReply", self._transport.call(operation, params={}, body=body, user_ref=user_ref))

    def list_wallets(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, user_ref: Optional[str] = None) -> t.ListWalletsReply:
        """The key's wallets, oldest first.

        `GET /v1/wallets`
        """
        operation = Operation("GET", "/v1/wallets", ["limit","cursor"], "bearer", True, False, False)
        return cast("t.ListWalletsReply", self._transport.call(operation, params={"limit": limit, "cursor": cursor}, user_ref=user_ref))

    def get_wallet(self, *, id: str, user_ref: Optional[str] = None) -> t.GetWalletReply:
        """One wallet of the key with what it holds on the chain now.

        `GET /v1/wallets/{id}`
        """
        operation = Operation("GET", "/v1/wallets/{id}", [], "bearer", True, False, False)
        return cast("t.GetWalletReply", self._transport.call(operation, params={"id": id}, user_ref=user_ref))

    def withdraw(self, body: t.WithdrawRequest, *, id: str, idempotency_key: Optional[str] = None, user_ref: Optional[str] = None) -> t.WithdrawReply:
        """Sends SOL or tokens of a custodial wallet to another address.

        `POST /v1/wallets/{id}/withdraw`
        """
        operation = Operation("POST", "/v1/wallets/{id}/withdraw", ["idempotency_key"], "bearer", False, True, False)
        return cast("t.WithdrawReply", self._transport.call(operation, params={"id": id, "idempotency_key": idempotency_key}, body=body, idempotency_key=idempotency_key, user_ref=user_ref))

    def create_webhook(self, body: t.CreateWebhookRequest) -> t.CreateWebhookReply:
        """Makes a webhook: events are posted to a public https address, signed, at least once.

        `POST /api/v2/webhooks`
        """
        operation = Operation("POST", "/api/v2/webhooks", [], "apiKey", False, False, False)
        return cast("t.CreateWebhookReply", self._transport.call(operation, params={}, body=body))

    def list_webhooks(self, *, chain: Optional[str] = None, enabled: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.ListWebhooksReply:
        """Webhooks of the calling key, oldest first.

        `GET /api/v2/webhooks`
        """
        operation = Operation("GET", "/api/v2/webhooks", ["chain","enabled","limit","cursor"], "apiKey", True, False, False)
        return cast("t.ListWebhooksReply", self._transport.call(operation, params={"chain": chain, "enabled": enabled, "limit": limit, "cursor": cursor}))

    def list_webhook_events(self) -> t.ListWebhookEventsReply:
        """What can be posted: types, their JSON schema, an example body, the chains that can serve them.

        `GET /api/v2/webhooks/events`
        """
        operation = Operation("GET", "/api/v2/webhooks/events", [], "apiKey", True, False, False)
        return cast("t.ListWebhookEventsReply", self._transport.call(operation, params={}))

    def get_webhook(self, *, id: str) -> t.GetWebhookReply:
        """One webhook with its lag and what became of its deliveries.

        `GET /api/v2/webhooks/{id}`
        """
        operation = Operation("GET", "/api/v2/webhooks/{id}", [], "apiKey", True, False, False)
        return cast("t.GetWebhookReply", self._transport.call(operation, params={"id": id}))

    def update_webhook(self, body: t.UpdateWebhookRequest, *, id: str) -> t.UpdateWebhookReply:
        """Changes a webhook, or switches it on or off.

        `PATCH /api/v2/webhooks/{id}`
        """
        operation = Operation("PATCH", "/api/v2/webhooks/{id}", [], "apiKey", False, False, False)
        return cast("t.UpdateWebhookReply", self._transport.call(operation, params={"id": id}, body=body))

    def delete_webhook(self, *, id: str) -> t.DeleteScreenReply:
        """Ends a webhook. What waits is dropped; its deliveries can be read for seven days.

        `DELETE /api/v2/webhooks/{id}`
        """
        operation = Operation("DELETE", "/api/v2/webhooks/{id}", [], "apiKey", False, False, False)
        return cast("t.DeleteScreenReply", self._transport.call(operation, params={"id": id}))

    def test_webhook(self, body: Optional[t.TestWebhookRequest] = None, *, id: str) -> t.TestWebhookReply:
        """Queues a made-up event (`test: true`) through the real path.

        `POST /api/v2/webhooks/{id}/test`
        """
        operation = Operation("POST", "/api/v2/webhooks/{id}/test", [], "apiKey", False, False, False)
        return cast("t.TestWebhookReply", self._transport.call(operation, params={"id": id}, body=body if body is not None else {}))

    def list_webhook_deliveries(self, *, id: str, status: Optional[str] = None, event_id: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> t.ListWebhookDeliveriesReply:
        """Every attempt of the last seven days with its failure reason, and what waits for the next one.

        `GET /api/v2/webhooks/{id}/deliveries`
        """
        operation = Operation("GET", "/api/v2/webhooks/{id}/deliveries", ["status","eventId","limit","cursor"], "apiKey", True, False, False)
        return cast("t.ListWebhookDeliveriesReply", self._transport.call(operation, params={"id": id, "status": status, "eventId": event_id, "limit": limit, "cursor": cursor}))

    def rotate_webhook_secret(self, body: Optional[t.RotateWebhookSecretRequest] = None, *, id: str) -> t.RotateWebhookSecretReply:
        """A new secret, shown once. During the grace the signature header carries two `v1` values.

        `POST /api/v2/webhooks/{id}/rotate-secret`
        """
        operation = Operation("POST", "/api/v2/webhooks/{id}/rotate-secret", [], "apiKey", False, False, False)
        return cast("t.RotateWebhookSecretReply", self._transport.call(operation, params={"id": id}, body=body if body is not None else {}))

    def replay_webhook(self, body: t.ReplayWebhookRequest, *, id: str) -> t.ReplayWebhookReply:
        """Posts events once more, with the same ids and `X-Service-Replay: 1`.

        `POST /api/v2/webhooks/{id}/replay`
        """
        operation = Operation("POST", "/api/v2/webhooks/{id}/replay", [], "apiKey", False, False, False)
        return cast("t.ReplayWebhookReply", self._transport.call(operation, params={"id": id}, body=body))

    def get_udf_config(self) -> t.GetUdfConfigReply:
        """What the chart data of this server offers (TradingView UDF).

        `GET /udf/config`
        """
        operation = Operation("GET", "/udf/config", [], "none", True, False, False)
        return cast("t.GetUdfConfigReply", self._transport.call(operation, params={}))

    def get_udf_time(self) -> Any:
        """The time of this server, Unix seconds (TradingView UDF).

        `GET /udf/time`
        """
        operation = Operation("GET", "/udf/time", [], "none", True, False, False)
        return cast("Any", self._transport.call(operation, params={}))

    def get_udf_symbols(self, *, symbol: str) -> t.GetUdfSymbolsReply:
        """One token or pool as a symbol of a chart (TradingView UDF).

        `GET /udf/symbols`
        """
        operation = Operation("GET", "/udf/symbols", ["symbol"], "apiKey", True, False, False)
        return cast("t.GetUdfSymbolsReply", self._transport.call(operation, params={"symbol": symbol}))

    def get_udf_search(self, *, query: Optional[str] = None, limit: Optional[int] = None, type: Optional[str] = None, exchange: Optional[str] = None) -> Any:
        """Tokens for a name, symbol or mint, as symbols of a chart (TradingView UDF).

        `GET /udf/search`
        """
        operation = Operation("GET", "/udf/search", ["query","limit","type","exchange"], "apiKey", True, False, False)
        return cast("Any", self._transport.call(operation, params={"query": query, "limit": limit, "type": type, "exchange": exchange}))

    def get_udf_history(self, *, symbol: str, resolution: str, from_: int, to: int, countback: Optional[int] = None) -> t.GetUdfHistoryReply:
        """Bars of a token or pool in USD (TradingView UDF).

        `GET /udf/history`
        """
        operation = Operation("GET", "/udf/history", ["symbol","resolution","from","to","countback"], "apiKey", True, False, False)
        return cast("t.GetUdfHistoryReply", self._transport.call(operation, params={"symbol": symbol, "resolution": resolution, "from": from_, "to": to, "countback": countback}))

    def get_udf_quotes(self, *, symbols: str) -> t.GetUdfQuotesReply:
        """Prices of tokens and pools with their change, for watchlists of a chart (TradingView UDF).

        `GET /udf/quotes`
        """
        operation = Operation("GET", "/udf/quotes", ["symbols"], "apiKey", True, False, False)
        return cast("t.GetUdfQuotesReply", self._transport.call(operation, params={"symbols": symbols}))

    def get_udf_config_by_ticket(self, *, ticket: str) -> t.GetUdfConfigReply:
        """What the chart data of this server offers (TradingView UDF).

        `GET /udf/{ticket}/config`
        """
        operation = Operation("GET", "/udf/{ticket}/config", [], "none", True, False, False)
        return cast("t.GetUdfConfigReply", self._transport.call(operation, params={"ticket": ticket}))

    def get_udf_time_by_ticket(self, *, ticket: str) -> Any:
        """The time of this server, Unix seconds (TradingView UDF).

        `GET /udf/{ticket}/time`
        """
        operation = Operation("GET", "/udf/{ticket}/time", [], "none", True, False, False)
        return cast("Any", self._transport.call(operation, params={"ticket": ticket}))

    def get_udf_symbols_by_ticket(self, *, ticket: str, symbol: str) -> t.GetUdfSymbolsReply:
        """One token or pool as a symbol of a chart (TradingView UDF).

        `GET /udf/{ticket}/symbols`
        """
        operation = Operation("GET", "/udf/{ticket}/symbols", ["symbol"], "apiKey", True, False, False)
        return cast("t.GetUdfSymbolsReply", self._transport.call(operation, params={"ticket": ticket, "symbol": symbol}))

    def get_udf_search_by_ticket(self, *, ticket: str, query: Optional[str] = None, limit: Optional[int] = None, type: Optional[str] = None, exchange: Optional[str] = None) -> Any:
        """Tokens for a name, symbol or mint, as symbols of a chart (TradingView UDF).

        `GET /udf/{ticket}/search`
        """
        operation = Operation("GET", "/udf/{ticket}/search", ["query","limit","type","exchange"], "apiKey", True, False, False)
        return cast("Any", self._transport.call(operation, params={"ticket": ticket, "query": query, "limit": limit, "type": type, "exchange": exchange}))

    def get_udf_history_by_ticket(self, *, ticket: str, symbol: str, resolution: str, from_: int, to: int, countback: Optional[int] = None) -> t.GetUdfHistoryReply:
        """Bars of a token or pool in USD (TradingView UDF).

        `GET /udf/{ticket}/history`
        """
        operation = Operation("GET", "/udf/{ticket}/history", ["symbol","resolution","from","to","countback"], "apiKey", True, False, False)
        return cast("t.GetUdfHistoryReply", self._transport.call(operation, params={"ticket": ticket, "symbol": symbol, "resolution": resolution, "from": from_, "to": to, "countback": countback}))

    def get_udf_quotes_by_ticket(self, *, ticket: str, symbols: str) -> t.GetUdfQuotesReply:
        """Prices of tokens and pools with their change, for watchlists of a chart (TradingView UDF).

        `GET /udf/{ticket}/quotes`
        """
        operation = Operation("GET", "/udf/{ticket}/quotes", ["symbols"], "apiKey", True, False, False)
        return cast("t.GetUdfQuotesReply", self._transport.call(operation, params={"ticket": ticket, "symbols": symbols}))

    def get_sandbox(self) -> t.GetSandboxReply:
        """Keys, tokens and wallets of the embedded world. 404 in live mode.

        `GET /api/sandbox`
        """
        operation = Operation("GET", "/api/sandbox", [], "none", True, False, False)
        return cast("t.GetSandboxReply", self._transport.call(operation, params={}))
