import { recordedFiles } from './recorded.ts'

/** Which test reads which recorded file. Each contract test takes its files from here, and a file that is in no row
 *  fails `test/upstreams/recorded-coverage.test.ts`: it is either read or left out for a reason. */
export const RECORDED_KINDS = {
  dexscreenerList: { folder: 'dexscreener', names: /^tokens_v1_/ },
  dexscreenerWrapped: { folder: 'dexscreener', names: /^(latest_dex_|empty_pairs)/ },
  dexscreenerFeed: { folder: 'dexscreener', names: /^token_profiles_/ },
  jupiterPrices: { folder: 'jupiter', names: /^price_v3_/ },
  jupiterTokens: { folder: 'jupiter', names: /^tokens_v2_/ },
  jupiterQuotes: { folder: 'jupiter', names: /^(quote_|get_quote_(base|force))/ },
  jupiterBuilds: { folder: 'jupiter', names: /^post_swap\.json/ },
  jupiterLimitOrders: { folder: 'jupiter', names: /^get_trigger_/ },
  jupiterDcaOrders: { folder: 'jupiter', names: /^get_recurring_orders_(active|history)_time/ },
  jupiterOrderTransactions: {
    folder: 'jupiter',
    names: /^post_(trigger_(create|cancel)|recurring_(create_order_time|cancel))/,
  },
  jupiterOrderErrors: { folder: 'jupiter', names: /^(trigger|recurring)_v1_error/ },
  geckoterminalCandles: { folder: 'geckoterminal', names: /ohlcv/ },
  geckoterminalPools: { folder: 'geckoterminal', names: /(_pools_by_|^new_pools_)/ },
  coingeckoCandles: { folder: 'coingecko', names: /^onchain_pool_ohlcv/ },
  coingeckoPools: { folder: 'coingecko', names: /^onchain_(token_pools|new_pools|search_pools|trending_pools)/ },
  coingeckoTokenInfo: { folder: 'coingecko', names: /^onchain_token_info/ },
  coingeckoSimplePrice: { folder: 'coingecko', names: /^simple_price/ },
  coingeckoMarketChart: { folder: 'coingecko', names: /^coins_market_chart/ },
  mobulaExtremes: { folder: 'mobula', names: /^token_ath_/ },
  mobulaBalances: { folder: 'mobula', names: /^wallet_history_/ },
  pythLatest: { folder: 'pyth', names: /^hermes_latest_/ },
  rugcheckReports: { folder: 'rugcheck', names: /^report_/ },
  rugcheckErrors: { folder: 'rugcheck', names: /^error_/ },
  goplusTokens: { folder: 'goplus', names: /^solana_token_security_/ },
  goplusCodes: { folder: 'goplus', names: /^(error|partial)_/ },
  jitoEngine: { folder: 'jito', names: /^(get|send)/ },
  jitoTips: { folder: 'jito', names: /^tip_floor/ },
  dasAssets: { folder: 'das', names: /^(getAssets|snap_(?!test_show_zero|nft_editions))/ },
  dasTokenAccounts: { folder: 'das', names: /^snap_test_show_zero_balance_filter/ },
  nodeAccounts: { folder: 'solana-rpc/other', names: /^(getAccountInfo|getMultipleAccounts)/ },
  nodeSignatures: { folder: 'solana-rpc/other', names: /^getSignaturesForAddress/ },
  nodeEmptyBlock: { folder: 'solana-rpc/other', names: /^getBlock_/ },
  nodeOther: { folder: 'solana-rpc/other', names: /^(getHealth|getTokenAccountsByOwner)/ },
  nodeInflation: { folder: 'solana-rpc/stake', names: /^getInflationReward/ },
  nodeProgramAccounts: { folder: 'solana-rpc/stake', names: /^getProgramAccounts/ },
  nodeStakeTransactions: { folder: 'solana-rpc/stake', names: /^tx_/ },
  nodeTokenAccounts: { folder: 'solana-rpc/token-accounts', names: /./ },
  nodeTransactions: { folder: 'solana-rpc/transactions', names: /./ },
  nodeBlock: { folder: 'solana-rpc/blocks', names: /./ },
} as const

export const LEFT_OUT: readonly { readonly folder: string; readonly names: RegExp; readonly why: string }[] = [
  {
    folder: 'jupiter',
    names: /^(get_quote_program_id_label|post_swap_instructions)/,
    why: 'labels of programs and builds as instructions are not asked for',
  },
  {
    folder: 'jupiter',
    names: /^(get_recurring_orders_\w+_(all|price)|post_recurring_(\w+_price)|limit_v2_)/,
    why: 'orders by price are deprecated, and the list of all kinds is not asked for; limit v2 is gone',
  },
  {
    folder: 'geckoterminal',
    names: /^(get_networks|get_dexes|pool_eth|tokens_info_recently)/,
    why: 'networks, DEX names, single pools and the list of new profiles are not asked for',
  },
  {
    folder: 'coingecko',
    names: /^onchain_(networks|pool\.json|pool_info|pool_trades|simple_token_price|token\.json)/,
    why: 'networks, single pools, trades and simple prices are not asked for',
  },
  { folder: 'das', names: /^snap_nft_editions/, why: 'getNftEditions is not called' },
]

export const RECORDED_FOLDERS = [
  ...new Set([...Object.values(RECORDED_KINDS), ...LEFT_OUT].map(({ folder }) => folder)),
]

/** Paths of the recorded files of one kind. */
export function recordedOf(kind: keyof typeof RECORDED_KINDS): string[] {
  const { folder, names } = RECORDED_KINDS[kind]
  return recordedFiles(folder)
    .filter((name) => names.test(name))
    .map((name) => `${folder}/${name}`)
}
