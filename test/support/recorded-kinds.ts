import { recordedFiles } from './recorded.ts'

/** Which test reads which recorded file. Each contract test takes its files from here, and a file that is in no row
 *  fails `test/upstreams/recorded-coverage.test.ts`: it is either read or left out for a reason. */
export const RECORDED_KINDS = {
  dexscreenerList: { folder: 'dexscreener', names: /^tokens_v1_/ },
  dexscreenerWrapped: { folder: 'dexscreener', names: /^(latest_dex_|empty_pairs)/ },
  dexscreenerFeed: { folder: 'dexscreener', names: /^token_profiles_/ },
  jupiterPrices: { folder: 'jupiter', names: /^price_v3_/ },
  jupiterTokens: { folder: 'jupiter', names: /^tokens_v2_/ },
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
    names: /^(quote_|get_quote_|post_swap)/,
    why: 'swap replies: their adapter comes with the swap routes',
  },
  {
    folder: 'jupiter',
    names: /^((get|post)_(trigger|recurring)_|limit_v2_|trigger_v1_|recurring_v1_)/,
    why: 'limit-order and DCA replies: their adapters come with the order routes',
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
