// Generated from the description of the server: `npm run build:client`. Do not edit by hand.

import type { CallOptions, Operation, Transport } from './transport.ts'
import type {
  BroadcastTransactionParams,
  BroadcastTransactionReply,
  BroadcastTransactionRequest,
  BuildChainSwapParams,
  BuildChainSwapReply,
  BuildChainSwapRequest,
  BuildRecoveryReply,
  BuildRecoveryRequest,
  BuildSwapReply,
  BuildSwapRequest,
  BuyMultiHopParams,
  BuyMultiHopRequest,
  BuyParams,
  BuyRequest,
  CallRpcRequest,
  CancelLimitOrderReply,
  CancelLimitOrderRequest,
  CheckRecoveryReply,
  CheckRecoveryRequest,
  CloseDcaOrderReply,
  CloseDcaOrderRequest,
  CloseRefundParams,
  CloseRefundRequest,
  ConfirmRecoveryReply,
  ConfirmRecoveryRequest,
  CreateChallengeReply,
  CreateChallengeRequest,
  CreateDcaOrderReply,
  CreateDcaOrderRequest,
  CreateLimitOrderReply,
  CreateLimitOrderRequest,
  CreateStreamTicketReply,
  CreateStreamTicketRequest,
  CreateWalletReply,
  CreateWalletRequest,
  CreateWebhookReply,
  CreateWebhookRequest,
  DecodeTransactionsReply,
  DecodeTransactionsRequest,
  DeleteScreenParams,
  DeleteScreenReply,
  DeleteWebhookParams,
  DetectPoolParams,
  DetectPoolReply,
  DiscoverPoolsParams,
  DiscoverPoolsReply,
  DiscoverWhalesParams,
  DiscoverWhalesReply,
  EstimateTradeParams,
  EstimateTradeReply,
  GetBrandingLicenseParams,
  GetBrandingLicenseReply,
  GetBubbleMapParams,
  GetBubbleMapReply,
  GetBundleStatusParams,
  GetBundleStatusReply,
  GetCalibrationParams,
  GetCalibrationReply,
  GetChainBubbleMapParams,
  GetChainBubbleMapReply,
  GetChainCoverageParams,
  GetChainCoverageReply,
  GetChainDexesParams,
  GetChainDexesReply,
  GetChainFeesParams,
  GetChainFeesReply,
  GetChainNativePriceParams,
  GetChainNativePriceReply,
  GetChainParams,
  GetChainPoolOhlcvParams,
  GetChainPoolOhlcvReply,
  GetChainPoolParams,
  GetChainPoolReply,
  GetChainPoolTradesParams,
  GetChainPoolTradesReply,
  GetChainPoolsNewParams,
  GetChainPoolsTrendingParams,
  GetChainPoolsTrendingReply,
  GetChainPricesParams,
  GetChainPricesReply,
  GetChainPricesRequest,
  GetChainReply,
  GetChainSummaryReply,
  GetChainSwapQuoteParams,
  GetChainSwapQuoteReply,
  GetChainTokenHoldersParams,
  GetChainTokenHoldersReply,
  GetChainTokenMetadataParams,
  GetChainTokenMetadataReply,
  GetChainTokenMetadataRequest,
  GetChainTokenOhlcvParams,
  GetChainTokenOhlcvReply,
  GetChainTokenParams,
  GetChainTokenPoolsParams,
  GetChainTokenPoolsReply,
  GetChainTokenReply,
  GetChainTokenSecurityParams,
  GetChainTokenSecurityReply,
  GetChainTokenTradersParams,
  GetChainTokenTradersReply,
  GetChainTokenTradesParams,
  GetChainTokenTradesReply,
  GetChainTokensNewParams,
  GetChainTokensNewReply,
  GetChainTokensTrendingParams,
  GetChainTokensTrendingReply,
  GetChainWalletActivityParams,
  GetChainWalletActivityReply,
  GetChainWalletPortfolioParams,
  GetChainWalletPortfolioReply,
  GetChartSourceParams,
  GetChartSourceReply,
  GetCohortParams,
  GetCohortReply,
  GetDashboardParams,
  GetDashboardReply,
  GetDashboardSessionReply,
  GetDeepScanParams,
  GetDeepScanReply,
  GetDevHistoryParams,
  GetDevHistoryReply,
  GetFeaturedLeaderboardParams,
  GetFeaturedLeaderboardReply,
  GetFeaturedWhalesParams,
  GetFeaturedWhalesReply,
  GetFirstPartyTokenCandlesParams,
  GetFirstPartyTokenCandlesReply,
  GetFirstPartyTokenStatsParams,
  GetFirstPartyTokenStatsReply,
  GetFirstPartyTokenTradersParams,
  GetFirstPartyTokenTradersReply,
  GetFirstPartyTokenTradesParams,
  GetFirstPartyTokenTradesReply,
  GetFirstPartyWalletPnlParams,
  GetFirstPartyWalletPnlReply,
  GetFirstPartyWalletTokensParams,
  GetFirstPartyWalletTokensReply,
  GetFirstPartyWalletTradesParams,
  GetFirstPartyWalletTradesReply,
  GetFullMetadataParams,
  GetFullMetadataReply,
  GetHealthReply,
  GetLighthouseReply,
  GetLimitOrderHistoryParams,
  GetLimitOrderHistoryReply,
  GetPairsReply,
  GetPoolOhlcvParams,
  GetPoolOhlcvReply,
  GetPoolParamsParams,
  GetPoolParamsReply,
  GetPositionIntelParams,
  GetPositionIntelReply,
  GetPricesReply,
  GetPricesRequest,
  GetProgramIntelParams,
  GetProgramIntelReply,
  GetPublicTokenInfoRequest,
  GetPulseParams,
  GetPulseReply,
  GetRawTrendingReply,
  GetRecentLaunchesParams,
  GetRecentLaunchesReply,
  GetRecoveryStatsReply,
  GetRefundHistoryParams,
  GetRefundHistoryReply,
  GetSandboxReply,
  GetScreenParams,
  GetScreenRowsParams,
  GetScreenRowsReply,
  GetScreenerFacetsParams,
  GetScreenerFacetsReply,
  GetScreenerPairParams,
  GetScreenerPairReply,
  GetScreenerPairsGainersParams,
  GetScreenerPairsGraduatingParams,
  GetScreenerPairsGraduatingReply,
  GetScreenerPairsLosersParams,
  GetScreenerPairsNewParams,
  GetScreenerPairsNewReply,
  GetScreenerPairsTrendingParams,
  GetScreenerPairsTrendingReply,
  GetScreenerTokenPairsParams,
  GetScreensReply,
  GetSignatureStatusesRequest,
  GetSnipersParams,
  GetSnipersReply,
  GetSolBalanceParams,
  GetSolBalanceReply,
  GetSolPriceHistoryParams,
  GetSolPriceHistoryReply,
  GetSolPriceReply,
  GetStatsParams,
  GetStatsReply,
  GetStreamCursorParams,
  GetStreamCursorReply,
  GetSwapQuoteParams,
  GetSwapQuoteReply,
  GetSystemUsageReply,
  GetTokenAthParams,
  GetTokenAthReply,
  GetTokenBalanceParams,
  GetTokenBalanceReply,
  GetTokenChartParams,
  GetTokenChartReply,
  GetTokenInfoParams,
  GetTokenInfoReply,
  GetTokenIntelParams,
  GetTokenIntelReply,
  GetTokenMetadataReply,
  GetTokenMetadataRequest,
  GetTokenOhlcvParams,
  GetTokenOhlcvReply,
  GetTokenSafetyParams,
  GetTokenSafetyReply,
  GetTokenTradesParams,
  GetTokenTradesReply,
  GetTokensSafetyParams,
  GetTokensSafetyReply,
  GetTrendingParams,
  GetTrendingReply,
  GetUdfConfigByTicketParams,
  GetUdfConfigReply,
  GetUdfHistoryByTicketParams,
  GetUdfHistoryParams,
  GetUdfHistoryReply,
  GetUdfQuotesByTicketParams,
  GetUdfQuotesParams,
  GetUdfQuotesReply,
  GetUdfSearchByTicketParams,
  GetUdfSearchParams,
  GetUdfSymbolsByTicketParams,
  GetUdfSymbolsParams,
  GetUdfSymbolsReply,
  GetUdfTimeByTicketParams,
  GetWalletActivityParams,
  GetWalletActivityReply,
  GetWalletDefiPositionsParams,
  GetWalletDefiPositionsReply,
  GetWalletFundingParams,
  GetWalletFundingReply,
  GetWalletHistoryParams,
  GetWalletHistoryReply,
  GetWalletInformedParams,
  GetWalletInformedReply,
  GetWalletNftsParams,
  GetWalletNftsReply,
  GetWalletParams,
  GetWalletPnlParams,
  GetWalletPnlReply,
  GetWalletPortfolioParams,
  GetWalletPortfolioReply,
  GetWalletProfileParams,
  GetWalletProfileReply,
  GetWalletRelatedParams,
  GetWalletRelatedReply,
  GetWalletReply,
  GetWalletRoastParams,
  GetWalletRoastReply,
  GetWalletSandwichParams,
  GetWalletSandwichesParams,
  GetWalletStakeParams,
  GetWalletStakeReply,
  GetWalletTradesParams,
  GetWalletTradesReply,
  GetWalletTransactionsParams,
  GetWalletTransactionsReply,
  GetWalletTransfersParams,
  GetWalletTransfersReply,
  GetWalletTxStatsParams,
  GetWalletTxStatsReply,
  GetWalletWrappedParams,
  GetWalletWrappedReply,
  GetWebhookParams,
  GetWebhookReply,
  GetWhaleLabelsReply,
  GetWhaleLabelsRequest,
  ListChainsParams,
  ListChainsReply,
  ListDcaOrdersParams,
  ListDcaOrdersReply,
  ListLimitOrdersParams,
  ListLimitOrdersReply,
  ListStreamChainsReply,
  ListWalletsParams,
  ListWalletsReply,
  ListWebhookDeliveriesParams,
  ListWebhookDeliveriesReply,
  ListWebhookEventsReply,
  ListWebhooksParams,
  ListWebhooksReply,
  LockFeeWalletReply,
  LockFeeWalletRequest,
  LogInReply,
  LogInRequest,
  PostScreensReply,
  PostScreensRequest,
  QueryPairsRequest,
  QuoteTradeReply,
  QuoteTradeRequest,
  RefundExcessParams,
  RefundExcessRequest,
  RefundReply,
  RegenerateKeyReply,
  RegenerateKeyRequest,
  RegisterKeyReply,
  RegisterKeyRequest,
  ReplayDeepScanParams,
  ReplayDeepScanReply,
  ReplayEventsParams,
  ReplayEventsReply,
  ReplayWebhookParams,
  ReplayWebhookReply,
  ReplayWebhookRequest,
  ResolveChainParams,
  ResolveChainReply,
  RotateWebhookSecretParams,
  RotateWebhookSecretReply,
  RotateWebhookSecretRequest,
  SandwichesReply,
  ScanRefundParams,
  ScanRefundReply,
  ScreenPairsParams,
  ScreenPairsReply,
  ScreenTokensParams,
  ScreenTokensReply,
  SearchChainTokensParams,
  SearchChainTokensReply,
  SearchPairsParams,
  SearchTokensParams,
  SearchTokensReply,
  SellMultiHopParams,
  SellMultiHopRequest,
  SellParams,
  SellRequest,
  SendTransactionRequest,
  SimulateTransactionReply,
  SimulateTransactionRequest,
  StartCohortReply,
  StartCohortRequest,
  TestWebhookParams,
  TestWebhookReply,
  TestWebhookRequest,
  TradeReply,
  UndoFeeWalletReply,
  UndoFeeWalletRequest,
  UpdateDomainsReply,
  UpdateDomainsRequest,
  UpdateFeeWalletReply,
  UpdateFeeWalletRequest,
  UpdateWebhookParams,
  UpdateWebhookReply,
  UpdateWebhookRequest,
  VerifyBrandingPaymentReply,
  VerifyBrandingPaymentRequest,
  WithdrawParams,
  WithdrawReply,
  WithdrawRequest,
} from './types.ts'

const OPERATIONS = {
  getTokenMetadata: {"method":"POST","path":"/api/v2/tokens/metadata","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getPrices: {"method":"POST","path":"/api/v2/tokens/prices","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTrending: {"method":"GET","path":"/api/v2/tokens/trending","query":["dex","minLiquidityUsd","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getRawTrending: {"method":"GET","path":"/api/v2/tokens/trending/raw","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getPulse: {"method":"GET","path":"/api/v2/tokens/pulse","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  searchTokens: {"method":"GET","path":"/api/v2/tokens/search","query":["q"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getPairs: {"method":"POST","path":"/api/v2/tokens/pairs-batch","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenIntel: {"method":"GET","path":"/api/v2/tokens/{mint}/intel","query":["flags_taxonomy","explain"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenAth: {"method":"GET","path":"/api/v2/tokens/{mint}/ath","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenTrades: {"method":"GET","path":"/api/v2/tokens/{mint}/trades","query":["limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getDeepScan: {"method":"GET","path":"/api/v2/tokens/{mint}/deepscan","query":["explain"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  replayDeepScan: {"method":"GET","path":"/api/v2/tokens/{mint}/deepscan/replay","query":["bundle","report"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getBubbleMap: {"method":"GET","path":"/api/v2/tokens/{mint}/bubblemap","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenSafety: {"method":"GET","path":"/api/v2/tokens/{mint}/safety","query":["flags","refresh"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokensSafety: {"method":"GET","path":"/api/v2/tokens/safety","query":["mints","flags"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFullMetadata: {"method":"GET","path":"/api/v2/tokens/{mint}/metadata-full","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  screenTokens: {"method":"GET","path":"/api/v2/tokens/screener","query":["input","sortBy","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenChart: {"method":"GET","path":"/api/v2/tokens/{mint}/chart","query":["period","from","to"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenOhlcv: {"method":"GET","path":"/api/v2/tokens/{mint}/ohlcv","query":["period","from","to","buckets"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChartSource: {"method":"GET","path":"/api/v2/tokens/{mint}/chart-source","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getDevHistory: {"method":"GET","path":"/api/v2/tokens/{mint}/dev-history","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSnipers: {"method":"GET","path":"/api/v2/tokens/{mint}/snipers","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  startCohort: {"method":"POST","path":"/api/v2/wallets/cohort","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getCohort: {"method":"GET","path":"/api/v2/wallets/cohort/{jobId}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  decodeTransactions: {"method":"POST","path":"/api/v2/wallets/decode-tx","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletTransactions: {"method":"GET","path":"/api/v2/wallets/{wallet}/transactions","query":["limit","before","until","type","source"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletPortfolio: {"method":"GET","path":"/api/v2/wallets/{wallet}/portfolio","query":["fresh"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletFunding: {"method":"GET","path":"/api/v2/wallets/{wallet}/funding","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletTransfers: {"method":"GET","path":"/api/v2/wallets/{wallet}/transfers","query":["limit","before","mint","counterparty","direction","synthetic"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletActivity: {"method":"GET","path":"/api/v2/wallets/{wallet}/activity","query":["limit","order"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletTrades: {"method":"GET","path":"/api/v2/wallets/{wallet}/trades","query":["limit","from","to"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletHistory: {"method":"GET","path":"/api/v2/wallets/{wallet}/history","query":["period","from","to","asset"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletRelated: {"method":"GET","path":"/api/v2/wallets/{wallet}/related","query":["kinds","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletTxStats: {"method":"GET","path":"/api/v2/wallets/{wallet}/tx-stats","query":["pages"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletProfile: {"method":"GET","path":"/api/v2/wallets/{wallet}/profile","query":["depth","since","explain"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletWrapped: {"method":"GET","path":"/api/v2/wallets/{wallet}/wrapped","query":["depth","since"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletRoast: {"method":"GET","path":"/api/v2/wallets/{wallet}/roast","query":["depth","since","explain"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletInformed: {"method":"GET","path":"/api/v2/wallets/{wallet}/informed","query":["windowSecs","pumpPct","minWins","minHitRatePct"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletPnl: {"method":"GET","path":"/api/v2/wallets/{wallet}/pnl","query":["period","mint","mode","method","sort","limit","own"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletSandwiches: {"method":"GET","path":"/api/v2/wallets/{wallet}/sandwiches","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletSandwich: {"method":"GET","path":"/api/v2/wallets/{wallet}/sandwich","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletStake: {"method":"GET","path":"/api/v2/wallets/{wallet}/stake","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletDefiPositions: {"method":"GET","path":"/api/v2/wallets/{wallet}/defi-positions","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWalletNfts: {"method":"GET","path":"/api/v2/wallets/{wallet}/nfts","query":["page","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWhaleLabels: {"method":"POST","path":"/api/v2/whales/labels","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  discoverWhales: {"method":"GET","path":"/api/v2/whales/discover/{mint}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFeaturedWhales: {"method":"GET","path":"/api/v2/whales/featured","query":["category"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFeaturedLeaderboard: {"method":"GET","path":"/api/v2/leaderboard/featured","query":["category"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyWalletTrades: {"method":"GET","path":"/api/v2/first-party/wallets/{chain}/{wallet}/trades","query":["token","side","minUsd","from","to","limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyWalletPnl: {"method":"GET","path":"/api/v2/first-party/wallets/{chain}/{wallet}/pnl","query":["token","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyWalletTokens: {"method":"GET","path":"/api/v2/first-party/wallets/{chain}/{wallet}/tokens","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyTokenTrades: {"method":"GET","path":"/api/v2/first-party/tokens/{chain}/{address}/trades","query":["wallet","side","minUsd","from","to","limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyTokenCandles: {"method":"GET","path":"/api/v2/first-party/tokens/{chain}/{address}/candles","query":["period","from","to","amount"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyTokenTraders: {"method":"GET","path":"/api/v2/first-party/tokens/{chain}/{address}/traders","query":["sort","window","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getFirstPartyTokenStats: {"method":"GET","path":"/api/v2/first-party/tokens/{chain}/{address}/stats","query":["window"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  screenPairs: {"method":"GET","path":"/api/v2/screener/pairs","query":["chain","dex","platform","quote","minPriceUsd","maxPriceUsd","minLiquidityUsd","maxLiquidityUsd","minVolume","maxVolume","minMarketCap","maxMarketCap","minFdv","maxFdv","minAgeHours","maxAgeHours","minTxns","maxTxns","minBuys","maxBuys","minSells","maxSells","minMakers24h","maxMakers24h","minPriceChange","maxPriceChange","minHolders","maxHolders","minSafetyScore","maxSafetyScore","minCurvePct","maxCurvePct","minBoosts","maxBoosts","hasSocials","verified","graduated","onCurve","window","sort","order","limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  queryPairs: {"method":"POST","path":"/api/v2/screener/pairs","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerPairsTrending: {"method":"GET","path":"/api/v2/screener/pairs/trending","query":["chain","window","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerPairsNew: {"method":"GET","path":"/api/v2/screener/pairs/new","query":["chain","dex","maxAgeMins","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerPairsGainers: {"method":"GET","path":"/api/v2/screener/pairs/gainers","query":["chain","window","minLiquidityUsd","minTxns","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerPairsLosers: {"method":"GET","path":"/api/v2/screener/pairs/losers","query":["chain","window","minLiquidityUsd","minTxns","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerPairsGraduating: {"method":"GET","path":"/api/v2/screener/pairs/graduating","query":["chain","minPct","platform","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerPair: {"method":"GET","path":"/api/v2/screener/pairs/{chain}/{pool}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerTokenPairs: {"method":"GET","path":"/api/v2/screener/tokens/{chain}/{address}/pairs","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  searchPairs: {"method":"GET","path":"/api/v2/screener/search","query":["q","chain"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenerFacets: {"method":"GET","path":"/api/v2/screener/facets","query":["chain"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  postScreens: {"method":"POST","path":"/api/v2/screens","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getScreens: {"method":"GET","path":"/api/v2/screens","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getScreen: {"method":"GET","path":"/api/v2/screens/{id}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  deleteScreen: {"method":"DELETE","path":"/api/v2/screens/{id}","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getScreenRows: {"method":"GET","path":"/api/v2/screens/{id}/rows","query":["limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getCalibration: {"method":"GET","path":"/api/v2/calibration","query":["kind","horizon"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getProgramIntel: {"method":"GET","path":"/api/v2/programs/{program}/intel","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getPositionIntel: {"method":"GET","path":"/api/v2/positions/{address}/intel","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getLighthouse: {"method":"GET","path":"/api/v2/market/lighthouse","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSolPrice: {"method":"GET","path":"/api/v2/market/sol-price","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSolPriceHistory: {"method":"GET","path":"/api/v2/market/sol-price/history","query":["range"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getPoolOhlcv: {"method":"GET","path":"/api/v2/market/pool-ohlcv","query":["pool","period","amount","from","to"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSwapQuote: {"method":"GET","path":"/api/v2/swap/quote","query":["inputMint","outputMint","amount","slippageBps","platformFeeBps"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  buildSwap: {"method":"POST","path":"/api/v2/swap/build","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  createLimitOrder: {"method":"POST","path":"/api/v2/orders/limit/create","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  listLimitOrders: {"method":"GET","path":"/api/v2/orders/limit","query":["wallet"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getLimitOrderHistory: {"method":"GET","path":"/api/v2/orders/limit/history","query":["wallet","page"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  cancelLimitOrder: {"method":"POST","path":"/api/v2/orders/limit/cancel","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  createDcaOrder: {"method":"POST","path":"/api/v2/orders/dca/create","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  listDcaOrders: {"method":"GET","path":"/api/v2/orders/dca","query":["wallet"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  closeDcaOrder: {"method":"POST","path":"/api/v2/orders/dca/close","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getRecentLaunches: {"method":"GET","path":"/api/v2/launches/recent","query":["limit","dex","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  callRpc: {"method":"POST","path":"/api/v2/rpc","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":true},
  getPublicTokenInfo: {"method":"POST","path":"/api/token-info","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":true},
  sendTransaction: {"method":"POST","path":"/api/rpc/send","query":[],"auth":"none","isSafe":false,"takesIdempotencyKey":false,"isRelayed":true},
  getSignatureStatuses: {"method":"POST","path":"/api/rpc/status","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":true},
  simulateTransaction: {"method":"POST","path":"/api/rpc/simulate","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getHealth: {"method":"GET","path":"/api/v2/health","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getLiveness: {"method":"GET","path":"/health","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getStats: {"method":"GET","path":"/api/v2/stats","query":["range"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSystemUsage: {"method":"GET","path":"/v1/system/usage","query":[],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  checkRecovery: {"method":"POST","path":"/api/v1/check","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  buildRecovery: {"method":"POST","path":"/api/v1/close","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  confirmRecovery: {"method":"POST","path":"/api/v1/confirm","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getRecoveryStats: {"method":"GET","path":"/api/v1/stats","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  listChains: {"method":"GET","path":"/api/v2/chains","query":["meets","family"],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainSummary: {"method":"GET","path":"/api/v2/chains/summary","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  resolveChain: {"method":"GET","path":"/api/v2/chains/resolve","query":["q"],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChain: {"method":"GET","path":"/api/v2/chains/{chain}","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainCoverage: {"method":"GET","path":"/api/v2/chain/{chain}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainNativePrice: {"method":"GET","path":"/api/v2/chain/{chain}/native-price","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainDexes: {"method":"GET","path":"/api/v2/chain/{chain}/dexes","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainFees: {"method":"GET","path":"/api/v2/chain/{chain}/fees","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainPoolsTrending: {"method":"GET","path":"/api/v2/chain/{chain}/pools/trending","query":["limit","minLiquidityUsd","period"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainPoolsNew: {"method":"GET","path":"/api/v2/chain/{chain}/pools/new","query":["limit","minLiquidityUsd","dex"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainPool: {"method":"GET","path":"/api/v2/chain/{chain}/pools/{pool}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainPoolTrades: {"method":"GET","path":"/api/v2/chain/{chain}/pools/{pool}/trades","query":["limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainPoolOhlcv: {"method":"GET","path":"/api/v2/chain/{chain}/pools/{pool}/ohlcv","query":["period","amount","from","to"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainWalletPortfolio: {"method":"GET","path":"/api/v2/chain/{chain}/wallets/{address}/portfolio","query":["fresh"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainWalletActivity: {"method":"GET","path":"/api/v2/chain/{chain}/wallets/{address}/activity","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainSwapQuote: {"method":"GET","path":"/api/v2/chain/{chain}/swap/quote","query":["inputToken","outputToken","amount","slippageBps"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  buildChainSwap: {"method":"POST","path":"/api/v2/chain/{chain}/swap/build","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokensTrending: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/trending","query":["limit","minLiquidityUsd","period"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokensNew: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/new","query":["limit","minLiquidityUsd","dex"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  searchChainTokens: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/search","query":["q"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainPrices: {"method":"POST","path":"/api/v2/chain/{chain}/tokens/prices","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenMetadata: {"method":"POST","path":"/api/v2/chain/{chain}/tokens/metadata","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainToken: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenPools: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/pools","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenTrades: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/trades","query":["limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenOhlcv: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/ohlcv","query":["period","amount","from","to"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenHolders: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/holders","query":["limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenSecurity: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/security","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainBubbleMap: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/bubblemap","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getChainTokenTraders: {"method":"GET","path":"/api/v2/chain/{chain}/tokens/{address}/traders","query":["sort","limit"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  listStreamChains: {"method":"GET","path":"/api/v2/stream/chains","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  replayEvents: {"method":"GET","path":"/api/v2/stream/replay","query":["channels","from","to","limit","minUsd"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getStreamCursor: {"method":"GET","path":"/api/v2/stream/cursor","query":["chain","ts"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  createStreamTicket: {"method":"POST","path":"/api/v2/stream/ticket","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getDashboard: {"method":"GET","path":"/api/dashboard/{wallet}","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getDashboardSession: {"method":"GET","path":"/api/dashboard-session","query":[],"auth":"session","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  updateDomains: {"method":"POST","path":"/api/update-domains","query":[],"auth":"session","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  updateFeeWallet: {"method":"POST","path":"/api/dashboard/update-fee-wallet","query":[],"auth":"none","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getBrandingLicense: {"method":"GET","path":"/api/branding-license","query":["apiKeyId"],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  verifyBrandingPayment: {"method":"POST","path":"/api/verify-branding-payment","query":[],"auth":"none","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  createChallenge: {"method":"POST","path":"/api/auth/challenge","query":[],"auth":"none","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  logIn: {"method":"POST","path":"/api/auth/login","query":[],"auth":"none","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  registerKey: {"method":"POST","path":"/api/register-key","query":[],"auth":"none","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  regenerateKey: {"method":"POST","path":"/api/regenerate-key","query":[],"auth":"session","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  undoFeeWallet: {"method":"POST","path":"/api/dashboard-session/undo-fee-wallet","query":[],"auth":"session","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  lockFeeWallet: {"method":"POST","path":"/api/dashboard-session/lock-fee-wallet","query":[],"auth":"session","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  buy: {"method":"POST","path":"/v1/trade/buy","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  sell: {"method":"POST","path":"/v1/trade/sell","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  buyMultiHop: {"method":"POST","path":"/v1/trade/buy-multi-hop","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  sellMultiHop: {"method":"POST","path":"/v1/trade/sell-multi-hop","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  getPoolParams: {"method":"GET","path":"/v1/trade/pool-params","query":["mint","dex_type","pair_address"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  estimateTrade: {"method":"GET","path":"/v1/trade/estimate","query":["mint","amount","side","dex_type","pair_address"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  quoteTrade: {"method":"POST","path":"/v1/trade/quote","query":[],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getBundleStatus: {"method":"GET","path":"/v1/trade/bundle-status","query":["bundle_id","signature"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getTokenBalance: {"method":"GET","path":"/v1/trade/balance","query":["mint","user_ref"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSolBalance: {"method":"GET","path":"/v1/trade/sol-balance","query":["user_ref"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  detectPool: {"method":"GET","path":"/v1/trade/detect","query":["mint"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  broadcastTransaction: {"method":"POST","path":"/v1/trade/broadcast","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  getTokenInfo: {"method":"GET","path":"/v1/token/info","query":["mint"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  discoverPools: {"method":"GET","path":"/v1/test/discover","query":["mint"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  scanRefund: {"method":"GET","path":"/v1/refund/scan","query":["include_accounts","include_dust_usd","wallet","user_ref"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  closeRefund: {"method":"POST","path":"/v1/refund/close","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  refundExcess: {"method":"POST","path":"/v1/refund/excess","query":["user_ref","idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  getRefundHistory: {"method":"GET","path":"/v1/refund/history","query":["limit","cursor","user_ref"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  createWallet: {"method":"POST","path":"/v1/wallets","query":[],"auth":"bearer","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  listWallets: {"method":"GET","path":"/v1/wallets","query":["limit","cursor"],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWallet: {"method":"GET","path":"/v1/wallets/{id}","query":[],"auth":"bearer","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  withdraw: {"method":"POST","path":"/v1/wallets/{id}/withdraw","query":["idempotency_key"],"auth":"bearer","isSafe":false,"takesIdempotencyKey":true,"isRelayed":false},
  createWebhook: {"method":"POST","path":"/api/v2/webhooks","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  listWebhooks: {"method":"GET","path":"/api/v2/webhooks","query":["chain","enabled","limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  listWebhookEvents: {"method":"GET","path":"/api/v2/webhooks/events","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getWebhook: {"method":"GET","path":"/api/v2/webhooks/{id}","query":[],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  updateWebhook: {"method":"PATCH","path":"/api/v2/webhooks/{id}","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  deleteWebhook: {"method":"DELETE","path":"/api/v2/webhooks/{id}","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  testWebhook: {"method":"POST","path":"/api/v2/webhooks/{id}/test","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  listWebhookDeliveries: {"method":"GET","path":"/api/v2/webhooks/{id}/deliveries","query":["status","eventId","limit","cursor"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  rotateWebhookSecret: {"method":"POST","path":"/api/v2/webhooks/{id}/rotate-secret","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  replayWebhook: {"method":"POST","path":"/api/v2/webhooks/{id}/replay","query":[],"auth":"apiKey","isSafe":false,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfConfig: {"method":"GET","path":"/udf/config","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfTime: {"method":"GET","path":"/udf/time","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfSymbols: {"method":"GET","path":"/udf/symbols","query":["symbol"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfSearch: {"method":"GET","path":"/udf/search","query":["query","limit","type","exchange"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfHistory: {"method":"GET","path":"/udf/history","query":["symbol","resolution","from","to","countback"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfQuotes: {"method":"GET","path":"/udf/quotes","query":["symbols"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfConfigByTicket: {"method":"GET","path":"/udf/{ticket}/config","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfTimeByTicket: {"method":"GET","path":"/udf/{ticket}/time","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfSymbolsByTicket: {"method":"GET","path":"/udf/{ticket}/symbols","query":["symbol"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfSearchByTicket: {"method":"GET","path":"/udf/{ticket}/search","query":["query","limit","type","exchange"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfHistoryByTicket: {"method":"GET","path":"/udf/{ticket}/history","query":["symbol","resolution","from","to","countback"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getUdfQuotesByTicket: {"method":"GET","path":"/udf/{ticket}/quotes","query":["symbols"],"auth":"apiKey","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
  getSandbox: {"method":"GET","path":"/api/sandbox","query":[],"auth":"none","isSafe":true,"takesIdempotencyKey":false,"isRelayed":false},
} as const satisfies Readonly<Record<string, Operation>>

/** A method for each operation of the server. */
export class Operations {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  /**
   * Names, images, decimals and supply of up to 100 mints. Unknown mints are absent.
   *
   * `POST /api/v2/tokens/metadata`
   */
  getTokenMetadata(body: GetTokenMetadataRequest, options?: CallOptions): Promise<GetTokenMetadataReply> {
    return this.transport.call(OPERATIONS.getTokenMetadata, { body }, options)
  }

  /**
   * USD prices of up to 50 mints. Mints without a price are absent.
   *
   * `POST /api/v2/tokens/prices`
   */
  getPrices(body: GetPricesRequest, options?: CallOptions): Promise<GetPricesReply> {
    return this.transport.call(OPERATIONS.getPrices, { body }, options)
  }

  /**
   * Trending tokens: most boosted first, 24 h volume as the tiebreak. Filters never renumber `rank`.
   *
   * `GET /api/v2/tokens/trending`
   */
  getTrending(params: GetTrendingParams = {}, options?: CallOptions): Promise<GetTrendingReply> {
    return this.transport.call(OPERATIONS.getTrending, { params }, options)
  }

  /**
   * Everything the promotion feeds name (up to 90 mints), by boosts, then 24 h volume.
   *
   * `GET /api/v2/tokens/trending/raw`
   */
  getRawTrending(options?: CallOptions): Promise<GetRawTrendingReply> {
    return this.transport.call(OPERATIONS.getRawTrending, {}, options)
  }

  /**
   * Tokens on their way: just launched, about to graduate, graduated.
   *
   * `GET /api/v2/tokens/pulse`
   */
  getPulse(params: GetPulseParams = {}, options?: CallOptions): Promise<GetPulseReply> {
    return this.transport.call(OPERATIONS.getPulse, { params }, options)
  }

  /**
   * Up to 20 tokens by name, symbol or mint: one pool per mint, highest 24 h volume first.
   *
   * `GET /api/v2/tokens/search`
   */
  searchTokens(params: SearchTokensParams = {}, options?: CallOptions): Promise<SearchTokensReply> {
    return this.transport.call(OPERATIONS.searchTokens, { params }, options)
  }

  /**
   * The best pool of each of up to 50 mints, or null.
   *
   * `POST /api/v2/tokens/pairs-batch`
   */
  getPairs(body: GetPricesRequest, options?: CallOptions): Promise<GetPairsReply> {
    return this.transport.call(OPERATIONS.getPairs, { body }, options)
  }

  /**
   * Holders, launch, market and risk of one token.
   *
   * `GET /api/v2/tokens/{mint}/intel`
   */
  getTokenIntel(params: GetTokenIntelParams, options?: CallOptions): Promise<GetTokenIntelReply> {
    return this.transport.call(OPERATIONS.getTokenIntel, { params }, options)
  }

  /**
   * All-time high and low of one token, and how far its price is from them.
   *
   * `GET /api/v2/tokens/{mint}/ath`
   */
  getTokenAth(params: GetTokenAthParams, options?: CallOptions): Promise<GetTokenAthReply> {
    return this.transport.call(OPERATIONS.getTokenAth, { params }, options)
  }

  /**
   * Newest trades of one token, newest first.
   *
   * `GET /api/v2/tokens/{mint}/trades`
   */
  getTokenTrades(params: GetTokenTradesParams, options?: CallOptions): Promise<GetTokenTradesReply> {
    return this.transport.call(OPERATIONS.getTokenTrades, { params }, options)
  }

  /**
   * Sixteen layers of checks with evidence, and the score they come to.
   *
   * `GET /api/v2/tokens/{mint}/deepscan`
   */
  getDeepScan(params: GetDeepScanParams, options?: CallOptions): Promise<GetDeepScanReply> {
    return this.transport.call(OPERATIONS.getDeepScan, { params }, options)
  }

  /**
   * A stored Deep Scan report, judged again from its recorded inputs, and whether every byte is the same.
   *
   * `GET /api/v2/tokens/{mint}/deepscan/replay`
   */
  replayDeepScan(params: ReplayDeepScanParams, options?: CallOptions): Promise<ReplayDeepScanReply> {
    return this.transport.call(OPERATIONS.replayDeepScan, { params }, options)
  }

  /**
   * Who holds a token, and which of its wallets act for one hand.
   *
   * `GET /api/v2/tokens/{mint}/bubblemap`
   */
  getBubbleMap(params: GetBubbleMapParams, options?: CallOptions): Promise<GetBubbleMapReply> {
    return this.transport.call(OPERATIONS.getBubbleMap, { params }, options)
  }

  /**
   * A verdict small enough for a badge.
   *
   * `GET /api/v2/tokens/{mint}/safety`
   */
  getTokenSafety(params: GetTokenSafetyParams, options?: CallOptions): Promise<GetTokenSafetyReply> {
    return this.transport.call(OPERATIONS.getTokenSafety, { params }, options)
  }

  /**
   * Safety chips of several tokens.
   *
   * `GET /api/v2/tokens/safety`
   */
  getTokensSafety(params: GetTokensSafetyParams, options?: CallOptions): Promise<GetTokensSafetyReply> {
    return this.transport.call(OPERATIONS.getTokensSafety, { params }, options)
  }

  /**
   * Everything that is known about one token: names, figures, supplies, links, categories.
   *
   * `GET /api/v2/tokens/{mint}/metadata-full`
   */
  getFullMetadata(params: GetFullMetadataParams, options?: CallOptions): Promise<GetFullMetadataReply> {
    return this.transport.call(OPERATIONS.getFullMetadata, { params }, options)
  }

  /**
   * Tokens for a name, symbol or mint, in the order asked for.
   *
   * `GET /api/v2/tokens/screener`
   */
  screenTokens(params: ScreenTokensParams, options?: CallOptions): Promise<ScreenTokensReply> {
    return this.transport.call(OPERATIONS.screenTokens, { params }, options)
  }

  /**
   * Price points of one token over a range. Without data, or without a provider, `points` is empty.
   *
   * `GET /api/v2/tokens/{mint}/chart`
   */
  getTokenChart(params: GetTokenChartParams, options?: CallOptions): Promise<GetTokenChartReply> {
    return this.transport.call(OPERATIONS.getTokenChart, { params }, options)
  }

  /**
   * Candles of one token over a range.
   *
   * `GET /api/v2/tokens/{mint}/ohlcv`
   */
  getTokenOhlcv(params: GetTokenOhlcvParams, options?: CallOptions): Promise<GetTokenOhlcvReply> {
    return this.transport.call(OPERATIONS.getTokenOhlcv, { params }, options)
  }

  /**
   * Where a ready-made chart of the token’s best pool is to be seen; `available: false` when it has no pool.
   *
   * `GET /api/v2/tokens/{mint}/chart-source`
   */
  getChartSource(params: GetChartSourceParams, options?: CallOptions): Promise<GetChartSourceReply> {
    return this.transport.call(OPERATIONS.getChartSource, { params }, options)
  }

  /**
   * Who made a token, what became of their earlier tokens, and where their money comes from.
   *
   * `GET /api/v2/tokens/{mint}/dev-history`
   */
  getDevHistory(params: GetDevHistoryParams, options?: CallOptions): Promise<GetDevHistoryReply> {
    return this.transport.call(OPERATIONS.getDevHistory, { params }, options)
  }

  /**
   * Who bought the first slots of a token, what they hold now, and whether they snipe for a living.
   *
   * `GET /api/v2/tokens/{mint}/snipers`
   */
  getSnipers(params: GetSnipersParams, options?: CallOptions): Promise<GetSnipersReply> {
    return this.transport.call(OPERATIONS.getSnipers, { params }, options)
  }

  /**
   * Begins an analysis of what ties a set of wallets to each other.
   *
   * `POST /api/v2/wallets/cohort`
   */
  startCohort(body: StartCohortRequest, options?: CallOptions): Promise<StartCohortReply> {
    return this.transport.call(OPERATIONS.startCohort, { body }, options)
  }

  /**
   * Progress of a cohort analysis, and what it found.
   *
   * `GET /api/v2/wallets/cohort/{jobId}`
   */
  getCohort(params: GetCohortParams, options?: CallOptions): Promise<GetCohortReply> {
    return this.transport.call(OPERATIONS.getCohort, { params }, options)
  }

  /**
   * Transactions explained: what kind, what moved, which swaps.
   *
   * `POST /api/v2/wallets/decode-tx`
   */
  decodeTransactions(body: DecodeTransactionsRequest, options?: CallOptions): Promise<DecodeTransactionsReply> {
    return this.transport.call(OPERATIONS.decodeTransactions, { body }, options)
  }

  /**
   * Transactions of a wallet, explained, newest first.
   *
   * `GET /api/v2/wallets/{wallet}/transactions`
   */
  getWalletTransactions(params: GetWalletTransactionsParams, options?: CallOptions): Promise<GetWalletTransactionsReply> {
    return this.transport.call(OPERATIONS.getWalletTransactions, { params }, options)
  }

  /**
   * What a wallet holds and what it is worth.
   *
   * `GET /api/v2/wallets/{wallet}/portfolio`
   */
  getWalletPortfolio(params: GetWalletPortfolioParams, options?: CallOptions): Promise<GetWalletPortfolioReply> {
    return this.transport.call(OPERATIONS.getWalletPortfolio, { params }, options)
  }

  /**
   * The payment that gave a wallet its first SOL.
   *
   * `GET /api/v2/wallets/{wallet}/funding`
   */
  getWalletFunding(params: GetWalletFundingParams, options?: CallOptions): Promise<GetWalletFundingReply> {
    return this.transport.call(OPERATIONS.getWalletFunding, { params }, options)
  }

  /**
   * What a wallet gave and got, with both owners; or its swaps as trades.
   *
   * `GET /api/v2/wallets/{wallet}/transfers`
   */
  getWalletTransfers(params: GetWalletTransfersParams, options?: CallOptions): Promise<GetWalletTransfersReply> {
    return this.transport.call(OPERATIONS.getWalletTransfers, { params }, options)
  }

  /**
   * What a wallet did, transaction by transaction: swaps and transfers.
   *
   * `GET /api/v2/wallets/{wallet}/activity`
   */
  getWalletActivity(params: GetWalletActivityParams, options?: CallOptions): Promise<GetWalletActivityReply> {
    return this.transport.call(OPERATIONS.getWalletActivity, { params }, options)
  }

  /**
   * Trades of a wallet, newest first.
   *
   * `GET /api/v2/wallets/{wallet}/trades`
   */
  getWalletTrades(params: GetWalletTradesParams, options?: CallOptions): Promise<GetWalletTradesReply> {
    return this.transport.call(OPERATIONS.getWalletTrades, { params }, options)
  }

  /**
   * What a wallet was worth over time.
   *
   * `GET /api/v2/wallets/{wallet}/history`
   */
  getWalletHistory(params: GetWalletHistoryParams, options?: CallOptions): Promise<GetWalletHistoryReply> {
    return this.transport.call(OPERATIONS.getWalletHistory, { params }, options)
  }

  /**
   * Wallets that money or timing ties to this one, with evidence.
   *
   * `GET /api/v2/wallets/{wallet}/related`
   */
  getWalletRelated(params: GetWalletRelatedParams, options?: CallOptions): Promise<GetWalletRelatedReply> {
    return this.transport.call(OPERATIONS.getWalletRelated, { params }, options)
  }

  /**
   * How many transactions a wallet made, how many failed, and since when.
   *
   * `GET /api/v2/wallets/{wallet}/tx-stats`
   */
  getWalletTxStats(params: GetWalletTxStatsParams, options?: CallOptions): Promise<GetWalletTxStatsReply> {
    return this.transport.call(OPERATIONS.getWalletTxStats, { params }, options)
  }

  /**
   * What a wallet does, how, and what came of it.
   *
   * `GET /api/v2/wallets/{wallet}/profile`
   */
  getWalletProfile(params: GetWalletProfileParams, options?: CallOptions): Promise<GetWalletProfileReply> {
    return this.transport.call(OPERATIONS.getWalletProfile, { params }, options)
  }

  /**
   * A wallet’s profile in a few figures, and what kind of wallet it is.
   *
   * `GET /api/v2/wallets/{wallet}/wrapped`
   */
  getWalletWrapped(params: GetWalletWrappedParams, options?: CallOptions): Promise<GetWalletWrappedReply> {
    return this.transport.call(OPERATIONS.getWalletWrapped, { params }, options)
  }

  /**
   * Dry remarks on a wallet’s habits, each from a figure of its profile.
   *
   * `GET /api/v2/wallets/{wallet}/roast`
   */
  getWalletRoast(params: GetWalletRoastParams, options?: CallOptions): Promise<GetWalletRoastReply> {
    return this.transport.call(OPERATIONS.getWalletRoast, { params }, options)
  }

  /**
   * Whether a wallet buys before rises more often than chance explains.
   *
   * `GET /api/v2/wallets/{wallet}/informed`
   */
  getWalletInformed(params: GetWalletInformedParams, options?: CallOptions): Promise<GetWalletInformedReply> {
    return this.transport.call(OPERATIONS.getWalletInformed, { params }, options)
  }

  /**
   * Profit and loss of a wallet that adds up, from the node alone.
   *
   * `GET /api/v2/wallets/{wallet}/pnl`
   */
  getWalletPnl(params: GetWalletPnlParams, options?: CallOptions): Promise<GetWalletPnlReply> {
    return this.transport.call(OPERATIONS.getWalletPnl, { params }, options)
  }

  /**
   * Swaps of a wallet that were sandwiched, and what each lost.
   *
   * `GET /api/v2/wallets/{wallet}/sandwiches`
   */
  getWalletSandwiches(params: GetWalletSandwichesParams, options?: CallOptions): Promise<SandwichesReply> {
    return this.transport.call(OPERATIONS.getWalletSandwiches, { params }, options)
  }

  /**
   * As `/sandwiches`.
   *
   * `GET /api/v2/wallets/{wallet}/sandwich`
   */
  getWalletSandwich(params: GetWalletSandwichParams, options?: CallOptions): Promise<SandwichesReply> {
    return this.transport.call(OPERATIONS.getWalletSandwich, { params }, options)
  }

  /**
   * Stake accounts of a wallet, with their exact state in this epoch.
   *
   * `GET /api/v2/wallets/{wallet}/stake`
   */
  getWalletStake(params: GetWalletStakeParams, options?: CallOptions): Promise<GetWalletStakeReply> {
    return this.transport.call(OPERATIONS.getWalletStake, { params }, options)
  }

  /**
   * What a wallet has in protocols: stake, liquid stake, LP tokens, positions in pools.
   *
   * `GET /api/v2/wallets/{wallet}/defi-positions`
   */
  getWalletDefiPositions(params: GetWalletDefiPositionsParams, options?: CallOptions): Promise<GetWalletDefiPositionsReply> {
    return this.transport.call(OPERATIONS.getWalletDefiPositions, { params }, options)
  }

  /**
   * NFTs of a wallet.
   *
   * `GET /api/v2/wallets/{wallet}/nfts`
   */
  getWalletNfts(params: GetWalletNftsParams, options?: CallOptions): Promise<GetWalletNftsReply> {
    return this.transport.call(OPERATIONS.getWalletNfts, { params }, options)
  }

  /**
   * Who up to 100 wallets belong to.
   *
   * `POST /api/v2/whales/labels`
   */
  getWhaleLabels(body: GetWhaleLabelsRequest, options?: CallOptions): Promise<GetWhaleLabelsReply> {
    return this.transport.call(OPERATIONS.getWhaleLabels, { body }, options)
  }

  /**
   * Who owns the largest token accounts of a mint.
   *
   * `GET /api/v2/whales/discover/{mint}`
   */
  discoverWhales(params: DiscoverWhalesParams, options?: CallOptions): Promise<DiscoverWhalesReply> {
    return this.transport.call(OPERATIONS.discoverWhales, { params }, options)
  }

  /**
   * Known wallets by what they are worth.
   *
   * `GET /api/v2/whales/featured`
   */
  getFeaturedWhales(params: GetFeaturedWhalesParams = {}, options?: CallOptions): Promise<GetFeaturedWhalesReply> {
    return this.transport.call(OPERATIONS.getFeaturedWhales, { params }, options)
  }

  /**
   * The featured wallets as a leaderboard: those worth more than 10 dollars.
   *
   * `GET /api/v2/leaderboard/featured`
   */
  getFeaturedLeaderboard(params: GetFeaturedLeaderboardParams = {}, options?: CallOptions): Promise<GetFeaturedLeaderboardReply> {
    return this.transport.call(OPERATIONS.getFeaturedLeaderboard, { params }, options)
  }

  /**
   * Trades of a wallet on the tape of this server, newest first.
   *
   * `GET /api/v2/first-party/wallets/{chain}/{wallet}/trades`
   */
  getFirstPartyWalletTrades(params: GetFirstPartyWalletTradesParams, options?: CallOptions): Promise<GetFirstPartyWalletTradesReply> {
    return this.transport.call(OPERATIONS.getFirstPartyWalletTrades, { params }, options)
  }

  /**
   * What a wallet made of its trades on the tape, first in, first out.
   *
   * `GET /api/v2/first-party/wallets/{chain}/{wallet}/pnl`
   */
  getFirstPartyWalletPnl(params: GetFirstPartyWalletPnlParams, options?: CallOptions): Promise<GetFirstPartyWalletPnlReply> {
    return this.transport.call(OPERATIONS.getFirstPartyWalletPnl, { params }, options)
  }

  /**
   * Tokens that a wallet traded on the tape, the last one first.
   *
   * `GET /api/v2/first-party/wallets/{chain}/{wallet}/tokens`
   */
  getFirstPartyWalletTokens(params: GetFirstPartyWalletTokensParams, options?: CallOptions): Promise<GetFirstPartyWalletTokensReply> {
    return this.transport.call(OPERATIONS.getFirstPartyWalletTokens, { params }, options)
  }

  /**
   * Trades of a token on the tape of this server, newest first.
   *
   * `GET /api/v2/first-party/tokens/{chain}/{address}/trades`
   */
  getFirstPartyTokenTrades(params: GetFirstPartyTokenTradesParams, options?: CallOptions): Promise<GetFirstPartyTokenTradesReply> {
    return this.transport.call(OPERATIONS.getFirstPartyTokenTrades, { params }, options)
  }

  /**
   * Candles of a token from the trades on the tape, in dollars, on all its pools together.
   *
   * `GET /api/v2/first-party/tokens/{chain}/{address}/candles`
   */
  getFirstPartyTokenCandles(params: GetFirstPartyTokenCandlesParams, options?: CallOptions): Promise<GetFirstPartyTokenCandlesReply> {
    return this.transport.call(OPERATIONS.getFirstPartyTokenCandles, { params }, options)
  }

  /**
   * Who traded a token on the tape, and what came of it.
   *
   * `GET /api/v2/first-party/tokens/{chain}/{address}/traders`
   */
  getFirstPartyTokenTraders(params: GetFirstPartyTokenTradersParams, options?: CallOptions): Promise<GetFirstPartyTokenTradersReply> {
    return this.transport.call(OPERATIONS.getFirstPartyTokenTraders, { params }, options)
  }

  /**
   * Figures of a token’s trades on the tape: volume, makers, average price.
   *
   * `GET /api/v2/first-party/tokens/{chain}/{address}/stats`
   */
  getFirstPartyTokenStats(params: GetFirstPartyTokenStatsParams, options?: CallOptions): Promise<GetFirstPartyTokenStatsReply> {
    return this.transport.call(OPERATIONS.getFirstPartyTokenStats, { params }, options)
  }

  /**
   * Pairs that match filters, in any order, page by page.
   *
   * `GET /api/v2/screener/pairs`
   */
  screenPairs(params: ScreenPairsParams = {}, options?: CallOptions): Promise<ScreenPairsReply> {
    return this.transport.call(OPERATIONS.screenPairs, { params }, options)
  }

  /**
   * Pairs that match a tree of conditions.
   *
   * `POST /api/v2/screener/pairs`
   */
  queryPairs(body: QueryPairsRequest, options?: CallOptions): Promise<ScreenPairsReply> {
    return this.transport.call(OPERATIONS.queryPairs, { body }, options)
  }

  /**
   * Pairs by boosts, then by volume.
   *
   * `GET /api/v2/screener/pairs/trending`
   */
  getScreenerPairsTrending(params: GetScreenerPairsTrendingParams = {}, options?: CallOptions): Promise<GetScreenerPairsTrendingReply> {
    return this.transport.call(OPERATIONS.getScreenerPairsTrending, { params }, options)
  }

  /**
   * Pairs that came to be lately, newest first.
   *
   * `GET /api/v2/screener/pairs/new`
   */
  getScreenerPairsNew(params: GetScreenerPairsNewParams = {}, options?: CallOptions): Promise<GetScreenerPairsNewReply> {
    return this.transport.call(OPERATIONS.getScreenerPairsNew, { params }, options)
  }

  /**
   * Pairs whose price rose most.
   *
   * `GET /api/v2/screener/pairs/gainers`
   */
  getScreenerPairsGainers(params: GetScreenerPairsGainersParams = {}, options?: CallOptions): Promise<GetScreenerPairsNewReply> {
    return this.transport.call(OPERATIONS.getScreenerPairsGainers, { params }, options)
  }

  /**
   * Pairs whose price fell most.
   *
   * `GET /api/v2/screener/pairs/losers`
   */
  getScreenerPairsLosers(params: GetScreenerPairsLosersParams = {}, options?: CallOptions): Promise<GetScreenerPairsNewReply> {
    return this.transport.call(OPERATIONS.getScreenerPairsLosers, { params }, options)
  }

  /**
   * Curves that are about to be sold out, fullest first.
   *
   * `GET /api/v2/screener/pairs/graduating`
   */
  getScreenerPairsGraduating(params: GetScreenerPairsGraduatingParams = {}, options?: CallOptions): Promise<GetScreenerPairsGraduatingReply> {
    return this.transport.call(OPERATIONS.getScreenerPairsGraduating, { params }, options)
  }

  /**
   * One pair, with its liquidity over time.
   *
   * `GET /api/v2/screener/pairs/{chain}/{pool}`
   */
  getScreenerPair(params: GetScreenerPairParams, options?: CallOptions): Promise<GetScreenerPairReply> {
    return this.transport.call(OPERATIONS.getScreenerPair, { params }, options)
  }

  /**
   * All pairs of a token, busiest first.
   *
   * `GET /api/v2/screener/tokens/{chain}/{address}/pairs`
   */
  getScreenerTokenPairs(params: GetScreenerTokenPairsParams, options?: CallOptions): Promise<GetScreenerPairsNewReply> {
    return this.transport.call(OPERATIONS.getScreenerTokenPairs, { params }, options)
  }

  /**
   * Pairs by symbol, name or address.
   *
   * `GET /api/v2/screener/search`
   */
  searchPairs(params: SearchPairsParams, options?: CallOptions): Promise<GetScreenerPairsNewReply> {
    return this.transport.call(OPERATIONS.searchPairs, { params }, options)
  }

  /**
   * What can be filtered by, and which values there are.
   *
   * `GET /api/v2/screener/facets`
   */
  getScreenerFacets(params: GetScreenerFacetsParams = {}, options?: CallOptions): Promise<GetScreenerFacetsReply> {
    return this.transport.call(OPERATIONS.getScreenerFacets, { params }, options)
  }

  /**
   * Saves a screen: rows that enter and leave it become events.
   *
   * `POST /api/v2/screens`
   */
  postScreens(body: PostScreensRequest, options?: CallOptions): Promise<PostScreensReply> {
    return this.transport.call(OPERATIONS.postScreens, { body }, options)
  }

  /**
   * Saved screens of the calling key, oldest first.
   *
   * `GET /api/v2/screens`
   */
  getScreens(options?: CallOptions): Promise<GetScreensReply> {
    return this.transport.call(OPERATIONS.getScreens, {}, options)
  }

  /**
   * One saved screen, with the number of its rows.
   *
   * `GET /api/v2/screens/{id}`
   */
  getScreen(params: GetScreenParams, options?: CallOptions): Promise<PostScreensReply> {
    return this.transport.call(OPERATIONS.getScreen, { params }, options)
  }

  /**
   * Ends a saved screen. Its streams and webhooks send nothing more of it.
   *
   * `DELETE /api/v2/screens/{id}`
   */
  deleteScreen(params: DeleteScreenParams, options?: CallOptions): Promise<DeleteScreenReply> {
    return this.transport.call(OPERATIONS.deleteScreen, { params }, options)
  }

  /**
   * The rows that are in a saved screen, and the cursor from which its events continue them.
   *
   * `GET /api/v2/screens/{id}/rows`
   */
  getScreenRows(params: GetScreenRowsParams, options?: CallOptions): Promise<GetScreenRowsReply> {
    return this.transport.call(OPERATIONS.getScreenRows, { params }, options)
  }

  /**
   * How right the scores of this server were.
   *
   * `GET /api/v2/calibration`
   */
  getCalibration(params: GetCalibrationParams = {}, options?: CallOptions): Promise<GetCalibrationReply> {
    return this.transport.call(OPERATIONS.getCalibration, { params }, options)
  }

  /**
   * What a program is, who may change it, and how it is used.
   *
   * `GET /api/v2/programs/{program}/intel`
   */
  getProgramIntel(params: GetProgramIntelParams, options?: CallOptions): Promise<GetProgramIntelReply> {
    return this.transport.call(OPERATIONS.getProgramIntel, { params }, options)
  }

  /**
   * One position in a pool, by its account or its NFT, or one stake account.
   *
   * `GET /api/v2/positions/{address}/intel`
   */
  getPositionIntel(params: GetPositionIntelParams, options?: CallOptions): Promise<GetPositionIntelReply> {
    return this.transport.call(OPERATIONS.getPositionIntel, { params }, options)
  }

  /**
   * Trading on Solana in the last 24 hours.
   *
   * `GET /api/v2/market/lighthouse`
   */
  getLighthouse(options?: CallOptions): Promise<GetLighthouseReply> {
    return this.transport.call(OPERATIONS.getLighthouse, {}, options)
  }

  /**
   * The canonical SOL/USD price. Never fails: without any source it is exactly 120.
   *
   * `GET /api/v2/market/sol-price`
   */
  getSolPrice(options?: CallOptions): Promise<GetSolPriceReply> {
    return this.transport.call(OPERATIONS.getSolPrice, {}, options)
  }

  /**
   * The SOL/USD price over a range, one point per native period (5m, 1h, 1h, 1d).
   *
   * `GET /api/v2/market/sol-price/history`
   */
  getSolPriceHistory(params: GetSolPriceHistoryParams = {}, options?: CallOptions): Promise<GetSolPriceHistoryReply> {
    return this.transport.call(OPERATIONS.getSolPriceHistory, { params }, options)
  }

  /**
   * The newest candles of one pool, in USD of its base.
   *
   * `GET /api/v2/market/pool-ohlcv`
   */
  getPoolOhlcv(params: GetPoolOhlcvParams, options?: CallOptions): Promise<GetPoolOhlcvReply> {
    return this.transport.call(OPERATIONS.getPoolOhlcv, { params }, options)
  }

  /**
   * The aggregator's quote for an exact amount in.
   *
   * `GET /api/v2/swap/quote`
   */
  getSwapQuote(params: GetSwapQuoteParams, options?: CallOptions): Promise<GetSwapQuoteReply> {
    return this.transport.call(OPERATIONS.getSwapQuote, { params }, options)
  }

  /**
   * The transaction of a quote, unsigned.
   *
   * `POST /api/v2/swap/build`
   */
  buildSwap(body: BuildSwapRequest, options?: CallOptions): Promise<BuildSwapReply> {
    return this.transport.call(OPERATIONS.buildSwap, { body }, options)
  }

  /**
   * The transaction that opens a limit order, unsigned, and the account of the order.
   *
   * `POST /api/v2/orders/limit/create`
   */
  createLimitOrder(body: CreateLimitOrderRequest, options?: CallOptions): Promise<CreateLimitOrderReply> {
    return this.transport.call(OPERATIONS.createLimitOrder, { body }, options)
  }

  /**
   * Open limit orders of a wallet, a hundred at most.
   *
   * `GET /api/v2/orders/limit`
   */
  listLimitOrders(params: ListLimitOrdersParams, options?: CallOptions): Promise<ListLimitOrdersReply> {
    return this.transport.call(OPERATIONS.listLimitOrders, { params }, options)
  }

  /**
   * Limit orders of a wallet that have ended, with their fills, ten a page.
   *
   * `GET /api/v2/orders/limit/history`
   */
  getLimitOrderHistory(params: GetLimitOrderHistoryParams, options?: CallOptions): Promise<GetLimitOrderHistoryReply> {
    return this.transport.call(OPERATIONS.getLimitOrderHistory, { params }, options)
  }

  /**
   * The transaction that ends a limit order, unsigned.
   *
   * `POST /api/v2/orders/limit/cancel`
   */
  cancelLimitOrder(body: CancelLimitOrderRequest, options?: CallOptions): Promise<CancelLimitOrderReply> {
    return this.transport.call(OPERATIONS.cancelLimitOrder, { body }, options)
  }

  /**
   * The transaction that opens a DCA position, unsigned, and the account of the position.
   *
   * `POST /api/v2/orders/dca/create`
   */
  createDcaOrder(body: CreateDcaOrderRequest, options?: CallOptions): Promise<CreateDcaOrderReply> {
    return this.transport.call(OPERATIONS.createDcaOrder, { body }, options)
  }

  /**
   * Running DCA positions of a wallet, a hundred at most.
   *
   * `GET /api/v2/orders/dca`
   */
  listDcaOrders(params: ListDcaOrdersParams, options?: CallOptions): Promise<ListDcaOrdersReply> {
    return this.transport.call(OPERATIONS.listDcaOrders, { params }, options)
  }

  /**
   * The transaction that ends a DCA position and gives back what is left, unsigned.
   *
   * `POST /api/v2/orders/dca/close`
   */
  closeDcaOrder(body: CloseDcaOrderRequest, options?: CallOptions): Promise<CloseDcaOrderReply> {
    return this.transport.call(OPERATIONS.closeDcaOrder, { body }, options)
  }

  /**
   * Newest tokens and pools, latest indexed first.
   *
   * `GET /api/v2/launches/recent`
   */
  getRecentLaunches(params: GetRecentLaunchesParams = {}, options?: CallOptions): Promise<GetRecentLaunchesReply> {
    return this.transport.call(OPERATIONS.getRecentLaunches, { params }, options)
  }

  /**
   * Read-only JSON-RPC: one call or a batch of 1 to 25, answered by the node unchanged.
   *
   * `POST /api/v2/rpc`
   */
  callRpc(body: CallRpcRequest, options?: CallOptions): Promise<unknown> {
    return this.transport.call(OPERATIONS.callRpc, { body }, options)
  }

  /**
   * Token facts of an outside service: its status and body, unchanged.
   *
   * `POST /api/token-info`
   */
  getPublicTokenInfo(body: GetPublicTokenInfoRequest, options?: CallOptions): Promise<unknown> {
    return this.transport.call(OPERATIONS.getPublicTokenInfo, { body }, options)
  }

  /**
   * Sends a signed transaction; the node’s JSON-RPC envelope, unchanged.
   *
   * `POST /api/rpc/send`
   */
  sendTransaction(body: SendTransactionRequest, options?: CallOptions): Promise<unknown> {
    return this.transport.call(OPERATIONS.sendTransaction, { body }, options)
  }

  /**
   * What became of signatures; the node’s JSON-RPC envelope, unchanged.
   *
   * `POST /api/rpc/status`
   */
  getSignatureStatuses(body: GetSignatureStatusesRequest, options?: CallOptions): Promise<unknown> {
    return this.transport.call(OPERATIONS.getSignatureStatuses, { body }, options)
  }

  /**
   * Simulates a transaction of any version; a reverting one is 200 with `err`.
   *
   * `POST /api/rpc/simulate`
   */
  simulateTransaction(body: SimulateTransactionRequest, options?: CallOptions): Promise<SimulateTransactionReply> {
    return this.transport.call(OPERATIONS.simulateTransaction, { body }, options)
  }

  /**
   * Whether the service is up.
   *
   * `GET /api/v2/health`
   */
  getHealth(options?: CallOptions): Promise<GetHealthReply> {
    return this.transport.call(OPERATIONS.getHealth, {}, options)
  }

  /**
   * Whether the service is up.
   *
   * `GET /health`
   */
  getLiveness(options?: CallOptions): Promise<GetHealthReply> {
    return this.transport.call(OPERATIONS.getLiveness, {}, options)
  }

  /**
   * Usage of the calling key: totals, busiest routes, one row per UTC day.
   *
   * `GET /api/v2/stats`
   */
  getStats(params: GetStatsParams = {}, options?: CallOptions): Promise<GetStatsReply> {
    return this.transport.call(OPERATIONS.getStats, { params }, options)
  }

  /**
   * This process at a glance: load, tape, upstreams, queues.
   *
   * `GET /v1/system/usage`
   */
  getSystemUsage(options?: CallOptions): Promise<GetSystemUsageReply> {
    return this.transport.call(OPERATIONS.getSystemUsage, {}, options)
  }

  /**
   * What wallets would get back by closing and burning token accounts.
   *
   * `POST /api/v1/check`
   */
  checkRecovery(body: CheckRecoveryRequest, options?: CallOptions): Promise<CheckRecoveryReply> {
    return this.transport.call(OPERATIONS.checkRecovery, { body }, options)
  }

  /**
   * Unsigned transactions that close token accounts and return their deposits.
   *
   * `POST /api/v1/close`
   */
  buildRecovery(body: BuildRecoveryRequest, options?: CallOptions): Promise<BuildRecoveryReply> {
    return this.transport.call(OPERATIONS.buildRecovery, { body }, options)
  }

  /**
   * Records a recovery and adds it to the totals of the key.
   *
   * `POST /api/v1/confirm`
   */
  confirmRecovery(body: ConfirmRecoveryRequest, options?: CallOptions): Promise<ConfirmRecoveryReply> {
    return this.transport.call(OPERATIONS.confirmRecovery, { body }, options)
  }

  /**
   * Lifetime recoveries of the calling key, and the 10 newest.
   *
   * `GET /api/v1/stats`
   */
  getRecoveryStats(options?: CallOptions): Promise<GetRecoveryStatsReply> {
    return this.transport.call(OPERATIONS.getRecoveryStats, {}, options)
  }

  /**
   * Every chain that the service recognises, with its measured tier.
   *
   * `GET /api/v2/chains`
   */
  listChains(params: ListChainsParams = {}, options?: CallOptions): Promise<ListChainsReply> {
    return this.transport.call(OPERATIONS.listChains, { params }, options)
  }

  /**
   * How many chains meet which level.
   *
   * `GET /api/v2/chains/summary`
   */
  getChainSummary(options?: CallOptions): Promise<GetChainSummaryReply> {
    return this.transport.call(OPERATIONS.getChainSummary, {}, options)
  }

  /**
   * The chain that a text names.
   *
   * `GET /api/v2/chains/resolve`
   */
  resolveChain(params: ResolveChainParams, options?: CallOptions): Promise<ResolveChainReply> {
    return this.transport.call(OPERATIONS.resolveChain, { params }, options)
  }

  /**
   * One chain: its ids, its tier with the evidence, and what can be asked of it.
   *
   * `GET /api/v2/chains/{chain}`
   */
  getChain(params: GetChainParams, options?: CallOptions): Promise<GetChainReply> {
    return this.transport.call(OPERATIONS.getChain, { params }, options)
  }

  /**
   * One chain: its record, the evidence of its tier, and which routes below it are served.
   *
   * `GET /api/v2/chain/{chain}`
   */
  getChainCoverage(params: GetChainCoverageParams, options?: CallOptions): Promise<GetChainCoverageReply> {
    return this.transport.call(OPERATIONS.getChainCoverage, { params }, options)
  }

  /**
   * Price of a chain’s native currency in dollars.
   *
   * `GET /api/v2/chain/{chain}/native-price`
   */
  getChainNativePrice(params: GetChainNativePriceParams, options?: CallOptions): Promise<GetChainNativePriceReply> {
    return this.transport.call(OPERATIONS.getChainNativePrice, { params }, options)
  }

  /**
   * DEXs of a chain.
   *
   * `GET /api/v2/chain/{chain}/dexes`
   */
  getChainDexes(params: GetChainDexesParams, options?: CallOptions): Promise<GetChainDexesReply> {
    return this.transport.call(OPERATIONS.getChainDexes, { params }, options)
  }

  /**
   * What transactions pay for priority now: the quartiles of the newest blocks.
   *
   * `GET /api/v2/chain/{chain}/fees`
   */
  getChainFees(params: GetChainFeesParams, options?: CallOptions): Promise<GetChainFeesReply> {
    return this.transport.call(OPERATIONS.getChainFees, { params }, options)
  }

  /**
   * Pools that trend on a chain.
   *
   * `GET /api/v2/chain/{chain}/pools/trending`
   */
  getChainPoolsTrending(params: GetChainPoolsTrendingParams, options?: CallOptions): Promise<GetChainPoolsTrendingReply> {
    return this.transport.call(OPERATIONS.getChainPoolsTrending, { params }, options)
  }

  /**
   * Newest pools of a chain.
   *
   * `GET /api/v2/chain/{chain}/pools/new`
   */
  getChainPoolsNew(params: GetChainPoolsNewParams, options?: CallOptions): Promise<GetChainPoolsTrendingReply> {
    return this.transport.call(OPERATIONS.getChainPoolsNew, { params }, options)
  }

  /**
   * One pool.
   *
   * `GET /api/v2/chain/{chain}/pools/{pool}`
   */
  getChainPool(params: GetChainPoolParams, options?: CallOptions): Promise<GetChainPoolReply> {
    return this.transport.call(OPERATIONS.getChainPool, { params }, options)
  }

  /**
   * Newest trades of a pool, newest first; sides are those of its base.
   *
   * `GET /api/v2/chain/{chain}/pools/{pool}/trades`
   */
  getChainPoolTrades(params: GetChainPoolTradesParams, options?: CallOptions): Promise<GetChainPoolTradesReply> {
    return this.transport.call(OPERATIONS.getChainPoolTrades, { params }, options)
  }

  /**
   * Candles of a pool’s base in dollars, ascending.
   *
   * `GET /api/v2/chain/{chain}/pools/{pool}/ohlcv`
   */
  getChainPoolOhlcv(params: GetChainPoolOhlcvParams, options?: CallOptions): Promise<GetChainPoolOhlcvReply> {
    return this.transport.call(OPERATIONS.getChainPoolOhlcv, { params }, options)
  }

  /**
   * What a wallet holds and what it is worth.
   *
   * `GET /api/v2/chain/{chain}/wallets/{address}/portfolio`
   */
  getChainWalletPortfolio(params: GetChainWalletPortfolioParams, options?: CallOptions): Promise<GetChainWalletPortfolioReply> {
    return this.transport.call(OPERATIONS.getChainWalletPortfolio, { params }, options)
  }

  /**
   * What a wallet did, newest first.
   *
   * `GET /api/v2/chain/{chain}/wallets/{address}/activity`
   */
  getChainWalletActivity(params: GetChainWalletActivityParams, options?: CallOptions): Promise<GetChainWalletActivityReply> {
    return this.transport.call(OPERATIONS.getChainWalletActivity, { params }, options)
  }

  /**
   * A quote for an exact amount in.
   *
   * `GET /api/v2/chain/{chain}/swap/quote`
   */
  getChainSwapQuote(params: GetChainSwapQuoteParams, options?: CallOptions): Promise<GetChainSwapQuoteReply> {
    return this.transport.call(OPERATIONS.getChainSwapQuote, { params }, options)
  }

  /**
   * The transaction of a quote, unsigned.
   *
   * `POST /api/v2/chain/{chain}/swap/build`
   */
  buildChainSwap(params: BuildChainSwapParams, body: BuildChainSwapRequest, options?: CallOptions): Promise<BuildChainSwapReply> {
    return this.transport.call(OPERATIONS.buildChainSwap, { params, body }, options)
  }

  /**
   * Tokens that trend on a chain.
   *
   * `GET /api/v2/chain/{chain}/tokens/trending`
   */
  getChainTokensTrending(params: GetChainTokensTrendingParams, options?: CallOptions): Promise<GetChainTokensTrendingReply> {
    return this.transport.call(OPERATIONS.getChainTokensTrending, { params }, options)
  }

  /**
   * Tokens whose first pools are new.
   *
   * `GET /api/v2/chain/{chain}/tokens/new`
   */
  getChainTokensNew(params: GetChainTokensNewParams, options?: CallOptions): Promise<GetChainTokensNewReply> {
    return this.transport.call(OPERATIONS.getChainTokensNew, { params }, options)
  }

  /**
   * Up to 20 tokens of a chain by name, symbol or address.
   *
   * `GET /api/v2/chain/{chain}/tokens/search`
   */
  searchChainTokens(params: SearchChainTokensParams, options?: CallOptions): Promise<SearchChainTokensReply> {
    return this.transport.call(OPERATIONS.searchChainTokens, { params }, options)
  }

  /**
   * USD prices of up to 50 tokens. Tokens without a price are absent.
   *
   * `POST /api/v2/chain/{chain}/tokens/prices`
   */
  getChainPrices(params: GetChainPricesParams, body: GetChainPricesRequest, options?: CallOptions): Promise<GetChainPricesReply> {
    return this.transport.call(OPERATIONS.getChainPrices, { params, body }, options)
  }

  /**
   * Names, images and decimals of up to 100 tokens. Unknown ones are absent.
   *
   * `POST /api/v2/chain/{chain}/tokens/metadata`
   */
  getChainTokenMetadata(params: GetChainTokenMetadataParams, body: GetChainTokenMetadataRequest, options?: CallOptions): Promise<GetChainTokenMetadataReply> {
    return this.transport.call(OPERATIONS.getChainTokenMetadata, { params, body }, options)
  }

  /**
   * One token: metadata, price and its eight most traded pools.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}`
   */
  getChainToken(params: GetChainTokenParams, options?: CallOptions): Promise<GetChainTokenReply> {
    return this.transport.call(OPERATIONS.getChainToken, { params }, options)
  }

  /**
   * Pools of a token, the most traded first.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/pools`
   */
  getChainTokenPools(params: GetChainTokenPoolsParams, options?: CallOptions): Promise<GetChainTokenPoolsReply> {
    return this.transport.call(OPERATIONS.getChainTokenPools, { params }, options)
  }

  /**
   * Newest trades of a token, newest first.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/trades`
   */
  getChainTokenTrades(params: GetChainTokenTradesParams, options?: CallOptions): Promise<GetChainTokenTradesReply> {
    return this.transport.call(OPERATIONS.getChainTokenTrades, { params }, options)
  }

  /**
   * Candles of a token in dollars, ascending.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/ohlcv`
   */
  getChainTokenOhlcv(params: GetChainTokenOhlcvParams, options?: CallOptions): Promise<GetChainTokenOhlcvReply> {
    return this.transport.call(OPERATIONS.getChainTokenOhlcv, { params }, options)
  }

  /**
   * Largest holders of a token.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/holders`
   */
  getChainTokenHolders(params: GetChainTokenHoldersParams, options?: CallOptions): Promise<GetChainTokenHoldersReply> {
    return this.transport.call(OPERATIONS.getChainTokenHolders, { params }, options)
  }

  /**
   * What is known of a token’s safety.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/security`
   */
  getChainTokenSecurity(params: GetChainTokenSecurityParams, options?: CallOptions): Promise<GetChainTokenSecurityReply> {
    return this.transport.call(OPERATIONS.getChainTokenSecurity, { params }, options)
  }

  /**
   * Who holds a token, and which of its wallets act for one hand.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/bubblemap`
   */
  getChainBubbleMap(params: GetChainBubbleMapParams, options?: CallOptions): Promise<GetChainBubbleMapReply> {
    return this.transport.call(OPERATIONS.getChainBubbleMap, { params }, options)
  }

  /**
   * Who traded a token in the last 24 hours.
   *
   * `GET /api/v2/chain/{chain}/tokens/{address}/traders`
   */
  getChainTokenTraders(params: GetChainTokenTradersParams, options?: CallOptions): Promise<GetChainTokenTradersReply> {
    return this.transport.call(OPERATIONS.getChainTokenTraders, { params }, options)
  }

  /**
   * Chains that are followed, whether each is serving, its lag, and what can be resumed.
   *
   * `GET /api/v2/stream/chains`
   */
  listStreamChains(options?: CallOptions): Promise<ListStreamChainsReply> {
    return this.transport.call(OPERATIONS.listStreamChains, {}, options)
  }

  /**
   * Stored events again, in order, exactly as the event stream sends them.
   *
   * `GET /api/v2/stream/replay`
   */
  replayEvents(params: ReplayEventsParams, options?: CallOptions): Promise<ReplayEventsReply> {
    return this.transport.call(OPERATIONS.replayEvents, { params }, options)
  }

  /**
   * The ends of the stored tape, and the cursor of a moment.
   *
   * `GET /api/v2/stream/cursor`
   */
  getStreamCursor(params: GetStreamCursorParams, options?: CallOptions): Promise<GetStreamCursorReply> {
    return this.transport.call(OPERATIONS.getStreamCursor, { params }, options)
  }

  /**
   * A ticket that replaces the key on one stream or chart, for what cannot set headers there.
   *
   * `POST /api/v2/stream/ticket`
   */
  createStreamTicket(body: CreateStreamTicketRequest = {}, options?: CallOptions): Promise<CreateStreamTicketReply> {
    return this.transport.call(OPERATIONS.createStreamTicket, { body }, options)
  }

  /**
   * Public data of a wallet's key and its recoveries.
   *
   * `GET /api/dashboard/{wallet}`
   */
  getDashboard(params: GetDashboardParams, options?: CallOptions): Promise<GetDashboardReply> {
    return this.transport.call(OPERATIONS.getDashboard, { params }, options)
  }

  /**
   * All of the signed-in owner's key, with changes of the fee wallet that can be undone.
   *
   * `GET /api/dashboard-session`
   */
  getDashboardSession(options?: CallOptions): Promise<GetDashboardSessionReply> {
    return this.transport.call(OPERATIONS.getDashboardSession, {}, options)
  }

  /**
   * Sets the hosts that browsers may use the key from.
   *
   * `POST /api/update-domains`
   */
  updateDomains(body: UpdateDomainsRequest, options?: CallOptions): Promise<UpdateDomainsReply> {
    return this.transport.call(OPERATIONS.updateDomains, { body }, options)
  }

  /**
   * Changes where a key's fees go.
   *
   * `POST /api/dashboard/update-fee-wallet`
   */
  updateFeeWallet(body: UpdateFeeWalletRequest, options?: CallOptions): Promise<UpdateFeeWalletReply> {
    return this.transport.call(OPERATIONS.updateFeeWallet, { body }, options)
  }

  /**
   * Price of the branding license, where to pay it, and what it unlocks.
   *
   * `GET /api/branding-license`
   */
  getBrandingLicense(params: GetBrandingLicenseParams = {}, options?: CallOptions): Promise<GetBrandingLicenseReply> {
    return this.transport.call(OPERATIONS.getBrandingLicense, { params }, options)
  }

  /**
   * Activates the branding license of a key for a payment that the chain shows.
   *
   * `POST /api/verify-branding-payment`
   */
  verifyBrandingPayment(body: VerifyBrandingPaymentRequest, options?: CallOptions): Promise<VerifyBrandingPaymentReply> {
    return this.transport.call(OPERATIONS.verifyBrandingPayment, { body }, options)
  }

  /**
   * A text for a wallet to sign, to sign in or to register a key.
   *
   * `POST /api/auth/challenge`
   */
  createChallenge(body: CreateChallengeRequest, options?: CallOptions): Promise<CreateChallengeReply> {
    return this.transport.call(OPERATIONS.createChallenge, { body }, options)
  }

  /**
   * Opens a session for a wallet that signed its challenge.
   *
   * `POST /api/auth/login`
   */
  logIn(body: LogInRequest, options?: CallOptions): Promise<LogInReply> {
    return this.transport.call(OPERATIONS.logIn, { body }, options)
  }

  /**
   * A key of the free plan for a wallet that signed a challenge for it.
   *
   * `POST /api/register-key`
   */
  registerKey(body: RegisterKeyRequest, options?: CallOptions): Promise<RegisterKeyReply> {
    return this.transport.call(OPERATIONS.registerKey, { body }, options)
  }

  /**
   * Puts a new key in the place of the signed-in owner's.
   *
   * `POST /api/regenerate-key`
   */
  regenerateKey(body: RegenerateKeyRequest = {}, options?: CallOptions): Promise<RegenerateKeyReply> {
    return this.transport.call(OPERATIONS.regenerateKey, { body }, options)
  }

  /**
   * Takes a change of the fee wallet back, for 24 hours.
   *
   * `POST /api/dashboard-session/undo-fee-wallet`
   */
  undoFeeWallet(body: UndoFeeWalletRequest = {}, options?: CallOptions): Promise<UndoFeeWalletReply> {
    return this.transport.call(OPERATIONS.undoFeeWallet, { body }, options)
  }

  /**
   * Locks the fee wallet of the signed-in owner's key, or unlocks it.
   *
   * `POST /api/dashboard-session/lock-fee-wallet`
   */
  lockFeeWallet(body: LockFeeWalletRequest = {}, options?: CallOptions): Promise<LockFeeWalletReply> {
    return this.transport.call(OPERATIONS.lockFeeWallet, { body }, options)
  }

  /**
   * Buys a token with SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.
   *
   * `POST /v1/trade/buy`
   */
  buy(body: BuyRequest, params: BuyParams = {}, options?: CallOptions): Promise<TradeReply> {
    return this.transport.call(OPERATIONS.buy, { params, body }, options)
  }

  /**
   * Sells a token for SOL, WSOL, USDC or USDT: custodial, or a transaction for the caller to sign.
   *
   * `POST /v1/trade/sell`
   */
  sell(body: SellRequest, params: SellParams = {}, options?: CallOptions): Promise<TradeReply> {
    return this.transport.call(OPERATIONS.sell, { params, body }, options)
  }

  /**
   * Buys a token with SOL, over another currency where it is not quoted in SOL.
   *
   * `POST /v1/trade/buy-multi-hop`
   */
  buyMultiHop(body: BuyMultiHopRequest, params: BuyMultiHopParams = {}, options?: CallOptions): Promise<TradeReply> {
    return this.transport.call(OPERATIONS.buyMultiHop, { params, body }, options)
  }

  /**
   * Sells a token for SOL, over another currency where it is not quoted in SOL.
   *
   * `POST /v1/trade/sell-multi-hop`
   */
  sellMultiHop(body: SellMultiHopRequest, params: SellMultiHopParams = {}, options?: CallOptions): Promise<TradeReply> {
    return this.transport.call(OPERATIONS.sellMultiHop, { params, body }, options)
  }

  /**
   * The pool that a token would be traded in, and how long finding it took.
   *
   * `GET /v1/trade/pool-params`
   */
  getPoolParams(params: GetPoolParamsParams, options?: CallOptions): Promise<GetPoolParamsReply> {
    return this.transport.call(OPERATIONS.getPoolParams, { params }, options)
  }

  /**
   * What an amount would buy or sell for on the pool, without any fee of this server.
   *
   * `GET /v1/trade/estimate`
   */
  estimateTrade(params: EstimateTradeParams, options?: CallOptions): Promise<EstimateTradeReply> {
    return this.transport.call(OPERATIONS.estimateTrade, { params }, options)
  }

  /**
   * What an amount would yield, with slippage and the fee of this server.
   *
   * `POST /v1/trade/quote`
   */
  quoteTrade(body: QuoteTradeRequest, options?: CallOptions): Promise<QuoteTradeReply> {
    return this.transport.call(OPERATIONS.quoteTrade, { body }, options)
  }

  /**
   * What became of a bundle, of a transaction, or of a transaction that went out as a bundle.
   *
   * `GET /v1/trade/bundle-status`
   */
  getBundleStatus(params: GetBundleStatusParams = {}, options?: CallOptions): Promise<GetBundleStatusReply> {
    return this.transport.call(OPERATIONS.getBundleStatus, { params }, options)
  }

  /**
   * What the user's wallet holds of a token, in both places where it keeps one.
   *
   * `GET /v1/trade/balance`
   */
  getTokenBalance(params: GetTokenBalanceParams, options?: CallOptions): Promise<GetTokenBalanceReply> {
    return this.transport.call(OPERATIONS.getTokenBalance, { params }, options)
  }

  /**
   * What the user's wallet holds of SOL.
   *
   * `GET /v1/trade/sol-balance`
   */
  getSolBalance(params: GetSolBalanceParams = {}, options?: CallOptions): Promise<GetSolBalanceReply> {
    return this.transport.call(OPERATIONS.getSolBalance, { params }, options)
  }

  /**
   * Where a token is traded: its DEX and its deepest pool.
   *
   * `GET /v1/trade/detect`
   */
  detectPool(params: DetectPoolParams, options?: CallOptions): Promise<DetectPoolReply> {
    return this.transport.call(OPERATIONS.detectPool, { params }, options)
  }

  /**
   * Sends a transaction that the caller signed, and follows it.
   *
   * `POST /v1/trade/broadcast`
   */
  broadcastTransaction(body: BroadcastTransactionRequest, params: BroadcastTransactionParams = {}, options?: CallOptions): Promise<BroadcastTransactionReply> {
    return this.transport.call(OPERATIONS.broadcastTransaction, { params, body }, options)
  }

  /**
   * A token as a trader sees it: its price, its pool, the progress of its curve, who can mint and freeze.
   *
   * `GET /v1/token/info`
   */
  getTokenInfo(params: GetTokenInfoParams, options?: CallOptions): Promise<GetTokenInfoReply> {
    return this.transport.call(OPERATIONS.getTokenInfo, { params }, options)
  }

  /**
   * All pools of a token found on chain, tradable now or not.
   *
   * `GET /v1/test/discover`
   */
  discoverPools(params: DiscoverPoolsParams, options?: CallOptions): Promise<DiscoverPoolsReply> {
    return this.transport.call(OPERATIONS.discoverPools, { params }, options)
  }

  /**
   * Everything that a wallet could reclaim, by kind of account, and what coming rent steps will free.
   *
   * `GET /v1/refund/scan`
   */
  scanRefund(params: ScanRefundParams = {}, options?: CallOptions): Promise<ScanRefundReply> {
    return this.transport.call(OPERATIONS.scanRefund, { params }, options)
  }

  /**
   * Closes accounts that a wallet no longer needs and returns their lamports.
   *
   * `POST /v1/refund/close`
   */
  closeRefund(body: CloseRefundRequest = {}, params: CloseRefundParams = {}, options?: CallOptions): Promise<RefundReply> {
    return this.transport.call(OPERATIONS.closeRefund, { params, body }, options)
  }

  /**
   * Takes what accounts hold above the rent floor of today, and leaves them open.
   *
   * `POST /v1/refund/excess`
   */
  refundExcess(body: RefundExcessRequest = {}, params: RefundExcessParams = {}, options?: CallOptions): Promise<RefundReply> {
    return this.transport.call(OPERATIONS.refundExcess, { params, body }, options)
  }

  /**
   * What the user's wallet got back through this server, newest first; status and figures are the chain's.
   *
   * `GET /v1/refund/history`
   */
  getRefundHistory(params: GetRefundHistoryParams = {}, options?: CallOptions): Promise<GetRefundHistoryReply> {
    return this.transport.call(OPERATIONS.getRefundHistory, { params }, options)
  }

  /**
   * Makes the wallet of a user of the key, custodial or only watched.
   *
   * `POST /v1/wallets`
   */
  createWallet(body: CreateWalletRequest, options?: CallOptions): Promise<CreateWalletReply> {
    return this.transport.call(OPERATIONS.createWallet, { body }, options)
  }

  /**
   * The key's wallets, oldest first.
   *
   * `GET /v1/wallets`
   */
  listWallets(params: ListWalletsParams = {}, options?: CallOptions): Promise<ListWalletsReply> {
    return this.transport.call(OPERATIONS.listWallets, { params }, options)
  }

  /**
   * One wallet of the key with what it holds on the chain now.
   *
   * `GET /v1/wallets/{id}`
   */
  getWallet(params: GetWalletParams, options?: CallOptions): Promise<GetWalletReply> {
    return this.transport.call(OPERATIONS.getWallet, { params }, options)
  }

  /**
   * Sends SOL or tokens of a custodial wallet to another address.
   *
   * `POST /v1/wallets/{id}/withdraw`
   */
  withdraw(params: WithdrawParams, body: WithdrawRequest, options?: CallOptions): Promise<WithdrawReply> {
    return this.transport.call(OPERATIONS.withdraw, { params, body }, options)
  }

  /**
   * Makes a webhook: events are posted to a public https address, signed, at least once.
   *
   * `POST /api/v2/webhooks`
   */
  createWebhook(body: CreateWebhookRequest, options?: CallOptions): Promise<CreateWebhookReply> {
    return this.transport.call(OPERATIONS.createWebhook, { body }, options)
  }

  /**
   * Webhooks of the calling key, oldest first.
   *
   * `GET /api/v2/webhooks`
   */
  listWebhooks(params: ListWebhooksParams = {}, options?: CallOptions): Promise<ListWebhooksReply> {
    return this.transport.call(OPERATIONS.listWebhooks, { params }, options)
  }

  /**
   * What can be posted: types, their JSON schema, an example body, the chains that can serve them.
   *
   * `GET /api/v2/webhooks/events`
   */
  listWebhookEvents(options?: CallOptions): Promise<ListWebhookEventsReply> {
    return this.transport.call(OPERATIONS.listWebhookEvents, {}, options)
  }

  /**
   * One webhook with its lag and what became of its deliveries.
   *
   * `GET /api/v2/webhooks/{id}`
   */
  getWebhook(params: GetWebhookParams, options?: CallOptions): Promise<GetWebhookReply> {
    return this.transport.call(OPERATIONS.getWebhook, { params }, options)
  }

  /**
   * Changes a webhook, or switches it on or off.
   *
   * `PATCH /api/v2/webhooks/{id}`
   */
  updateWebhook(params: UpdateWebhookParams, body: UpdateWebhookRequest, options?: CallOptions): Promise<UpdateWebhookReply> {
    return this.transport.call(OPERATIONS.updateWebhook, { params, body }, options)
  }

  /**
   * Ends a webhook. What waits is dropped; its deliveries can be read for seven days.
   *
   * `DELETE /api/v2/webhooks/{id}`
   */
  deleteWebhook(params: DeleteWebhookParams, options?: CallOptions): Promise<DeleteScreenReply> {
    return this.transport.call(OPERATIONS.deleteWebhook, { params }, options)
  }

  /**
   * Queues a made-up event (`test: true`) through the real path.
   *
   * `POST /api/v2/webhooks/{id}/test`
   */
  testWebhook(params: TestWebhookParams, body: TestWebhookRequest = {}, options?: CallOptions): Promise<TestWebhookReply> {
    return this.transport.call(OPERATIONS.testWebhook, { params, body }, options)
  }

  /**
   * Every attempt of the last seven days with its failure reason, and what waits for the next one.
   *
   * `GET /api/v2/webhooks/{id}/deliveries`
   */
  listWebhookDeliveries(params: ListWebhookDeliveriesParams, options?: CallOptions): Promise<ListWebhookDeliveriesReply> {
    return this.transport.call(OPERATIONS.listWebhookDeliveries, { params }, options)
  }

  /**
   * A new secret, shown once. During the grace the signature header carries two `v1` values.
   *
   * `POST /api/v2/webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret(params: RotateWebhookSecretParams, body: RotateWebhookSecretRequest = {}, options?: CallOptions): Promise<RotateWebhookSecretReply> {
    return this.transport.call(OPERATIONS.rotateWebhookSecret, { params, body }, options)
  }

  /**
   * Posts events once more, with the same ids and `X-Service-Replay: 1`.
   *
   * `POST /api/v2/webhooks/{id}/replay`
   */
  replayWebhook(params: ReplayWebhookParams, body: ReplayWebhookRequest, options?: CallOptions): Promise<ReplayWebhookReply> {
    return this.transport.call(OPERATIONS.replayWebhook, { params, body }, options)
  }

  /**
   * What the chart data of this server offers (TradingView UDF).
   *
   * `GET /udf/config`
   */
  getUdfConfig(options?: CallOptions): Promise<GetUdfConfigReply> {
    return this.transport.call(OPERATIONS.getUdfConfig, {}, options)
  }

  /**
   * The time of this server, Unix seconds (TradingView UDF).
   *
   * `GET /udf/time`
   */
  getUdfTime(options?: CallOptions): Promise<number> {
    return this.transport.call(OPERATIONS.getUdfTime, {}, options)
  }

  /**
   * One token or pool as a symbol of a chart (TradingView UDF).
   *
   * `GET /udf/symbols`
   */
  getUdfSymbols(params: GetUdfSymbolsParams, options?: CallOptions): Promise<GetUdfSymbolsReply> {
    return this.transport.call(OPERATIONS.getUdfSymbols, { params }, options)
  }

  /**
   * Tokens for a name, symbol or mint, as symbols of a chart (TradingView UDF).
   *
   * `GET /udf/search`
   */
  getUdfSearch(params: GetUdfSearchParams = {}, options?: CallOptions): Promise<Array<{
    symbol: string
    full_name: string
    description: string
    exchange: string
    ticker: string
    type: 'crypto'
  }>> {
    return this.transport.call(OPERATIONS.getUdfSearch, { params }, options)
  }

  /**
   * Bars of a token or pool in USD (TradingView UDF).
   *
   * `GET /udf/history`
   */
  getUdfHistory(params: GetUdfHistoryParams, options?: CallOptions): Promise<GetUdfHistoryReply> {
    return this.transport.call(OPERATIONS.getUdfHistory, { params }, options)
  }

  /**
   * Prices of tokens and pools with their change, for watchlists of a chart (TradingView UDF).
   *
   * `GET /udf/quotes`
   */
  getUdfQuotes(params: GetUdfQuotesParams, options?: CallOptions): Promise<GetUdfQuotesReply> {
    return this.transport.call(OPERATIONS.getUdfQuotes, { params }, options)
  }

  /**
   * What the chart data of this server offers (TradingView UDF).
   *
   * `GET /udf/{ticket}/config`
   */
  getUdfConfigByTicket(params: GetUdfConfigByTicketParams, options?: CallOptions): Promise<GetUdfConfigReply> {
    return this.transport.call(OPERATIONS.getUdfConfigByTicket, { params }, options)
  }

  /**
   * The time of this server, Unix seconds (TradingView UDF).
   *
   * `GET /udf/{ticket}/time`
   */
  getUdfTimeByTicket(params: GetUdfTimeByTicketParams, options?: CallOptions): Promise<number> {
    return this.transport.call(OPERATIONS.getUdfTimeByTicket, { params }, options)
  }

  /**
   * One token or pool as a symbol of a chart (TradingView UDF).
   *
   * `GET /udf/{ticket}/symbols`
   */
  getUdfSymbolsByTicket(params: GetUdfSymbolsByTicketParams, options?: CallOptions): Promise<GetUdfSymbolsReply> {
    return this.transport.call(OPERATIONS.getUdfSymbolsByTicket, { params }, options)
  }

  /**
   * Tokens for a name, symbol or mint, as symbols of a chart (TradingView UDF).
   *
   * `GET /udf/{ticket}/search`
   */
  getUdfSearchByTicket(params: GetUdfSearchByTicketParams, options?: CallOptions): Promise<Array<{
    symbol: string
    full_name: string
    description: string
    exchange: string
    ticker: string
    type: 'crypto'
  }>> {
    return this.transport.call(OPERATIONS.getUdfSearchByTicket, { params }, options)
  }

  /**
   * Bars of a token or pool in USD (TradingView UDF).
   *
   * `GET /udf/{ticket}/history`
   */
  getUdfHistoryByTicket(params: GetUdfHistoryByTicketParams, options?: CallOptions): Promise<GetUdfHistoryReply> {
    return this.transport.call(OPERATIONS.getUdfHistoryByTicket, { params }, options)
  }

  /**
   * Prices of tokens and pools with their change, for watchlists of a chart (TradingView UDF).
   *
   * `GET /udf/{ticket}/quotes`
   */
  getUdfQuotesByTicket(params: GetUdfQuotesByTicketParams, options?: CallOptions): Promise<GetUdfQuotesReply> {
    return this.transport.call(OPERATIONS.getUdfQuotesByTicket, { params }, options)
  }

  /**
   * Keys, tokens and wallets of the embedded world. 404 in live mode.
   *
   * `GET /api/sandbox`
   */
  getSandbox(options?: CallOptions): Promise<GetSandboxReply> {
    return this.transport.call(OPERATIONS.getSandbox, {}, options)
  }
}
