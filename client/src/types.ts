// Generated from the description of the server: `npm run build:client`. Do not edit by hand.

export type Activity = {
  chainId: string
  /** Transaction signature. */
  txHash: string
  /** Epoch milliseconds of the block. */
  txDateMs: number
  txDateIso: string
  /** Slot. */
  txBlockNumber: number
  txIndex: number | null
  /** Lamports. */
  txRawFeesNative: string
  txFeesNativeUsd: number | null
  txAction: string | null
  actions: Array<ActivityAction>
}

export type ActivityAction = {
  model: 'swap' | 'transfer'
  swapType?: string | undefined
  /** In base units, exact. */
  swapRawAmountIn?: string | undefined
  /** In base units, exact. */
  swapRawAmountOut?: string | undefined
  swapAmountIn?: number | null | undefined
  swapAmountOut?: number | null | undefined
  swapAmountUsd?: number | null | undefined
  swapTransactionSenderAddress?: string | null | undefined
  swapBaseAddress?: string | null | undefined
  swapQuoteAddress?: string | null | undefined
  swapAmountBase?: number | null | undefined
  swapAmountQuote?: number | null | undefined
  swapAssetIn?: ActivityAsset | null | undefined
  swapAssetOut?: ActivityAsset | null | undefined
  swapPlatform?: string | null | undefined
  /** In base units, exact. */
  transferRawAmount?: string | undefined
  transferAmount?: number | null | undefined
  transferAmountUsd?: number | null | undefined
  /** `NATIVE_IN`, `NATIVE_OUT`, `TOKEN_IN`, `TOKEN_OUT`; a provider knows more. */
  transferType?: string | undefined
  transferFromAddress?: string | null | undefined
  transferToAddress?: string | null | undefined
  transferAsset?: ActivityAsset | null | undefined
}

export type ActivityAsset = {
  /** Base58 address. */
  contract: string
  symbol: string | null
  name: string | null
  logo: string | null
  decimals: number | null
}

/** USD; null where the source cannot know. */
export type AmountWindows = {
  m5: number | null
  h1: number | null
  h6: number | null
  h24: number | null
}

export type BroadcastTransactionReply = {
  success: true
  /** Of the transaction, base58. */
  signature: string
  /** Who took it: the block engine, which gets what carries a tip; a sender with a staked connection; or the node. */
  submitted_via: 'jito_bundle' | 'swqos' | 'fallback_rpc'
  /** Of the bundle, for `GET /v1/trade/bundle-status`; null without one. */
  bundle_id: string | null
  /** Only the node took it. */
  rpc_fallback: boolean
  /** Always: ask for the outcome with the signature. */
  landing: 'pending'
}

export type BroadcastTransactionRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** The signed transaction (legacy, version 0 or 1), at most 2048 bytes (2 KiB) on the wire. */
  signed_tx_base64: string
  /** For information only: what counts is the tip in the transaction. */
  tip_lamports?: unknown | undefined
}

export type BubbleCluster = {
  entity_id: string
  /** team: the creator is in it or tied to it; insiders: bought in the launch window; group: any other. */
  kind: 'team' | 'insiders' | 'group'
  memberCount: number
  pctSupply: number
  rootFunder: string | null
  collector: string | null
  devLinked: boolean
  confidence: number
  kinds: Array<'same_funder' | 'same_slot' | 'transfer' | 'peel' | 'shared_fee_payer' | 'same_bundle' | 'shared_table' | 'shared_nonce' | 'budget_fingerprint' | 'withdrawal_fingerprint' | 'common_funder' | 'shared_payer' | 'shared_payee' | 'same_exit' | 'mutual_payment' | 'shared_coin' | 'hand_over' | 'shared_route' | 'paid_back' | 'shared_hub' | 'co_signed' | 'matched_swap' | 'same_minutes' | 'same_remainder' | 'same_amount' | 'standing_power' | 'debt_repaid' | 'paid_together' | 'shared_fee_taker'>
  evidence: Array<{
    type: 'same_funder' | 'same_slot' | 'transfer' | 'peel' | 'shared_fee_payer' | 'same_bundle' | 'shared_table' | 'shared_nonce' | 'budget_fingerprint' | 'withdrawal_fingerprint' | 'common_funder' | 'shared_payer' | 'shared_payee' | 'same_exit' | 'mutual_payment' | 'shared_coin' | 'hand_over' | 'shared_route' | 'paid_back' | 'shared_hub' | 'co_signed' | 'matched_swap' | 'same_minutes' | 'same_remainder' | 'same_amount' | 'standing_power' | 'debt_repaid' | 'paid_together' | 'shared_fee_taker'
    count: number
    signature: string | null
    slot: number | null
    detail: string
  }>
  /** Addresses, largest holding first. */
  members: Array<string>
}

export type BubbleLink = {
  source: string
  target: string
  type: 'same_funder' | 'same_slot' | 'transfer' | 'peel' | 'shared_fee_payer' | 'same_bundle' | 'shared_table' | 'shared_nonce' | 'budget_fingerprint' | 'withdrawal_fingerprint' | 'common_funder' | 'shared_payer' | 'shared_payee' | 'same_exit' | 'mutual_payment' | 'shared_coin' | 'hand_over' | 'shared_route' | 'paid_back' | 'shared_hub' | 'co_signed' | 'matched_swap' | 'same_minutes' | 'same_remainder' | 'same_amount' | 'standing_power' | 'debt_repaid' | 'paid_together' | 'shared_fee_taker'
  weight: number | null
  evidence: {
    slot: number | null
    signature: string | null
    otherSignature: string | null
    amount: string | null
    unit: 'lamports' | 'token' | 'stablecoin' | 'other' | null
    via: string | null
    hops: number | null
    detail: string
  }
}

export type BubbleNode = {
  /** Address. */
  id: string
  kind: 'wallet' | 'dev' | 'funder' | 'cex' | 'dex' | 'lp' | 'locker' | 'burn' | 'program' | 'service'
  label: string | null
  /** Percent of the supply held now. */
  pctSupply: number
  /** Whole tokens. */
  balance: number
  rank: number | null
  flags: Array<string>
  entity_id: string | null
  /** Links of this report that touch it. */
  degree: number
  is_cex: boolean
  is_dex: boolean
  is_lp: boolean
  /** So widely connected that sharing it shows nothing; it never joins wallets. */
  is_supernode: boolean
  /** First seen less than a day before the launch, or before its first purchase. */
  fresh_wallet: boolean
  first_buy_slot: number | null
  age_sec: number | null
}

export type BubbleSummary = {
  gini: number | null
  hhi: number | null
  nakamoto: number | null
  entity_gini: number | null
  entity_hhi: number | null
  entity_nakamoto: number | null
  entityCount: number | null
  nodeCount: number
  /** Links found; `links` may hold fewer. */
  linkCount: number
  clusteredPct: number | null
  hiddenSupplyPct: number | null
  decimals: number | null
  holdersTotal: number | null
}

export type BuildChainSwapReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  /** Base64, unsigned. */
  swapTransaction: string
  lastValidBlockHeight: number | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type BuildChainSwapRequest = {
  quote: Record<string, unknown>
  taker: string
  [member: string]: unknown
}

export type BuildRecoveryReply = {
  success: true
  /** By wallet; one with nothing to close is absent. */
  walletTransactions: Record<string, Array<{
    /** Base64. The wallet signs it; with usedFeePayer the fee payer has already signed. */
    transaction: string
    accountsInTx: number
    /** The chain's fee: signatures and priority. SOL, to the lamport. */
    estimatedFee: number
    /** The platform advances the fee, which the same transaction repays out of what it returns. */
    usedFeePayer: boolean
    version: 0 | 1
    /** What is in the accounts that it closes. SOL, to the lamport. */
    recovery: number
    /** Fee of this server and of the calling key. SOL, to the lamport. */
    fee: number
    /** What is left after both fees. SOL, to the lamport. */
    estimatedReturn: number
  }> | {
    error: string
  }>
  summary: {
    /** With transactions. */
    wallets: number
    transactions: number
    accounts: number
    /** All deposits that come back. SOL, to the lamport. */
    recovery: number
    /** Fees of this server and of the calling key. SOL, to the lamport. */
    fee: number
    /** The chain's fees. SOL, to the lamport. */
    estimatedFee: number
    /** What is left. SOL, to the lamport. */
    estimatedReturn: number
  }
  /** Accounts that stay, by wallet; the first hundred of each are named. */
  skipped: Record<string, {
    count: number
    accounts: Array<{
      account: string
      mint: string
      type: string
      /** Why it stays. */
      why: string
    }>
  }>
  lastValidBlockHeight: number | null
  /** Whether the calling key has the branding license. */
  hasBrandingLicense: boolean
  /** What was understood and not done, or done otherwise. */
  warnings: Array<string>
}

export type BuildRecoveryRequest = {
  /** Wallets. What is no address fails by itself; repeated ones count once. */
  walletAddresses: Array<string>
  /** Where the lamports go; by default each owner. */
  refundWallet?: string | '' | null | undefined
  /** Burn the tokens of selectedTokens and close those accounts, too. */
  burnAccounts?: boolean | null | undefined
  /** Burn also tokens that are worth more than the threshold of this server, or whose worth could not be read. */
  burnValuable?: boolean | null | undefined
  /** Mints that may be burnt. None by default, and then nothing is burnt. */
  selectedTokens?: Array<string> | null | undefined
  /** With 1 the transactions are of version 1 and hold more accounts. */
  maxTransactionVersion?: 0 | 1 | null | undefined
}

export type BuildSwapReply = {
  success: true
  /** Base64, unsigned: the swap, for its wallet to sign and send. */
  swapTransaction: string
  lastValidBlockHeight: number | null
  prioritizationFeeLamports: number | null
  computeUnitLimit: number | null
  simulationError: Record<string, unknown> | null
  manifest: Manifest | null
}

export type BuildSwapRequest = {
  /** The `quote` of `GET /api/v2/swap/quote`: the whole object, as it came. */
  quoteResponse: Record<string, unknown>
  /** Who swaps, signs and pays. */
  userPublicKey: string
  /** Token account for the platform fee of the quote. */
  feeAccount?: string | '' | null | undefined
  /** Price of a compute unit; 0 leaves it to the aggregator. */
  computeUnitPriceMicroLamports?: number | string | '' | false | null | undefined
  /** Execute the transaction first and refuse it if it exceeds the quote. */
  manifest?: boolean | null | undefined
  [member: string]: unknown
}

export type BuyMultiHopRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** Base58 address. */
  mint: string
  /** 0.00001 to 100 whole units of SOL, a number or a text. Aliases: amount_in, amount_sol, amount. */
  amount_sol?: number | string | undefined
  /** As `amount_sol`. */
  amount_in?: number | string | undefined
  /** As `amount_sol`. */
  amount?: number | string | undefined
  /** Trade there only. Aliases: dex, dex_type. */
  dex_type?: string | null | undefined
  /** As `dex_type`. */
  dex?: string | null | undefined
  /** This pool only. Aliases: pool_address, pair_address. */
  pair_address?: string | null | undefined
  /** As `pair_address`. */
  pool_address?: string | null | undefined
  /** From 10000 on there is no minimum from slippage; for a custodial trade max_price_impact_bps still applies. */
  slippage_bps?: number | null | undefined
  /** The most that the trade may lose against the price before it, fees of the pool and of the token included; what would lose more is 422 `policy_blocked` (rule `price_impact`). Custodial trades have a bound in any case (TRADE_MAX_IMPACT_BPS); a looser one needs the scope wallet and a wallet without a withdraw_to list. 10000 is no bound. */
  max_price_impact_bps?: number | null | undefined
  /** Custodial: send it as a bundle. */
  mev_protect?: boolean | null | undefined
  /** Custodial, with mev_protect: paid to the block engine. */
  tip_lamports?: number | string | null | undefined
  /** Millionths of a lamport for each unit. */
  compute_unit_price?: number | string | null | undefined
  /** Takes precedence over compute_unit_price; clamped to 0..50000000. */
  priority_micro_lamports?: number | string | null | undefined
  /** Return an unsigned transaction instead of sending one. */
  client_signs?: boolean | null | undefined
  /** Who signs and pays; needed with client_signs. */
  wallet?: string | null | undefined
  /** Client-signed only: through the aggregator. */
  use_router?: boolean | null | undefined
  /** Client-signed: a tip built in; 0 for none, 100000 when absent. */
  mev_tip_lamports?: number | string | null | undefined
  /** Client-signed: the tip as a share of the trade, at least mev_tip_lamports where that is given. */
  mev_tip_bps?: number | null | undefined
  /** Platform fee of this trade. Scope fee_routing (403). */
  fee_bps?: number | null | undefined
  /** Who gets it. Scope fee_routing (403). */
  fee_wallet?: string | null | undefined
  /** Execute the transaction first and refuse it if it exceeds this request. */
  manifest?: boolean | null | undefined
  /** Ignored. */
  close_token_account?: unknown | undefined
  /** Ignored. */
  close_ata?: unknown | undefined
  /** Ignored. */
  bridge_slippage_bps?: unknown | undefined
  /** Ignored. */
  intermediate_mint?: unknown | undefined
  /** Ignored. */
  nonce_account?: unknown | undefined
  /** Ignored. */
  nonce_value?: unknown | undefined
  /** Ignored. */
  simulate?: unknown | undefined
  /** Ignored. */
  pay_with_mint?: unknown | undefined
  /** Ignored. */
  receive_mint?: unknown | undefined
}

export type BuyRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** Base58 address. */
  mint: string
  /** What is paid with. A mint will do too. */
  pay_with_mint?: string | 'So11111111111111111111111111111111111111112' | 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' | 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' | null | undefined
  /** 0.00001 to 100 whole units of what is paid with, a number or a text. Aliases: amount_in, amount_sol, amount. */
  amount_in?: number | string | undefined
  /** As `amount_in`. */
  amount_sol?: number | string | undefined
  /** As `amount_in`. */
  amount?: number | string | undefined
  /** Trade there only. Aliases: dex, dex_type. */
  dex?: string | null | undefined
  /** As `dex`. */
  dex_type?: string | null | undefined
  /** This pool only. Aliases: pool_address, pair_address. */
  pool_address?: string | null | undefined
  /** As `pool_address`. */
  pair_address?: string | null | undefined
  /** From 10000 on there is no minimum from slippage; for a custodial trade max_price_impact_bps still applies. */
  slippage_bps?: number | null | undefined
  /** The most that the trade may lose against the price before it, fees of the pool and of the token included; what would lose more is 422 `policy_blocked` (rule `price_impact`). Custodial trades have a bound in any case (TRADE_MAX_IMPACT_BPS); a looser one needs the scope wallet and a wallet without a withdraw_to list. 10000 is no bound. */
  max_price_impact_bps?: number | null | undefined
  /** Custodial: send it as a bundle. */
  mev_protect?: boolean | null | undefined
  /** Custodial, with mev_protect: paid to the block engine. */
  tip_lamports?: number | string | null | undefined
  /** Millionths of a lamport for each unit. */
  compute_unit_price?: number | string | null | undefined
  /** Takes precedence over compute_unit_price; clamped to 0..50000000. */
  priority_micro_lamports?: number | string | null | undefined
  /** Return an unsigned transaction instead of sending one. */
  client_signs?: boolean | null | undefined
  /** Who signs and pays; needed with client_signs. */
  wallet?: string | null | undefined
  /** Client-signed only: through the aggregator. */
  use_router?: boolean | null | undefined
  /** Client-signed: a tip built in; 0 for none, 100000 when absent. */
  mev_tip_lamports?: number | string | null | undefined
  /** Client-signed: the tip as a share of the trade, at least mev_tip_lamports where that is given. */
  mev_tip_bps?: number | null | undefined
  /** Platform fee of this trade. Scope fee_routing (403). */
  fee_bps?: number | null | undefined
  /** Who gets it. Scope fee_routing (403). */
  fee_wallet?: string | null | undefined
  /** A durable nonce of the wallet, to live by instead of a blockhash. Needs nonce_value. */
  nonce_account?: string | null | undefined
  /** What the nonce holds now. */
  nonce_value?: string | null | undefined
  /** Custodial: execute it without sending it. */
  simulate?: boolean | undefined
  /** Execute the transaction first and refuse it if it exceeds this request. */
  manifest?: boolean | null | undefined
  /** Ignored. */
  close_token_account?: unknown | undefined
  /** Ignored. */
  close_ata?: unknown | undefined
}

export type CallRpcRequest = {
  /** `2.0`; the node judges it. */
  jsonrpc?: unknown | undefined
  /** Id of the call; a call without one is a notification, which a node does not answer. */
  id?: unknown | undefined
  /** A method that reads. */
  method: 'getAccountInfo' | 'getMultipleAccounts' | 'getProgramAccounts' | 'getBalance' | 'getTokenAccountBalance' | 'getTokenAccountsByOwner' | 'getTokenAccountsByDelegate' | 'getTokenLargestAccounts' | 'getTokenSupply' | 'getSlot' | 'getBlockHeight' | 'getBlock' | 'getEpochInfo' | 'getLatestBlockhash' | 'getRecentBlockhash' | 'getMinimumBalanceForRentExemption' | 'getSignatureStatuses' | 'getTransaction' | 'getTransactionCount' | 'getInflationReward' | 'getStakeActivation' | 'getVoteAccounts' | 'getClusterNodes' | 'getHealth' | 'getVersion' | 'getGenesisHash' | 'getBlocks' | 'getBlocksWithLimit' | 'getBlockTime' | 'getSignaturesForAddress' | 'getRecentPrioritizationFees' | 'getFeeForMessage' | 'isBlockhashValid' | 'getSupply' | 'getEpochSchedule' | 'getLeaderSchedule' | 'getSlotLeader' | 'getSlotLeaders' | 'getFirstAvailableBlock' | 'getInflationRate' | 'getInflationGovernor' | 'getIdentity' | 'getStakeMinimumDelegation' | 'getRecentPerformanceSamples' | 'minimumLedgerSlot' | 'getHighestSnapshotSlot' | 'getLargestAccounts' | 'getAsset' | 'getAssets' | 'getAssetBatch' | 'getAssetProof' | 'getAssetProofBatch' | 'getAssetsByOwner' | 'getAssetsByCreator' | 'getAssetsByGroup' | 'getAssetsByAuthority' | 'searchAssets' | 'getTokenAccounts' | 'getSignaturesForAsset' | 'getNftEditions'
  /** As the method wants them. */
  params?: unknown | undefined
  [member: string]: unknown
} | Array<{
  /** `2.0`; the node judges it. */
  jsonrpc?: unknown | undefined
  /** Id of the call; a call without one is a notification, which a node does not answer. */
  id?: unknown | undefined
  /** A method that reads. */
  method: 'getAccountInfo' | 'getMultipleAccounts' | 'getProgramAccounts' | 'getBalance' | 'getTokenAccountBalance' | 'getTokenAccountsByOwner' | 'getTokenAccountsByDelegate' | 'getTokenLargestAccounts' | 'getTokenSupply' | 'getSlot' | 'getBlockHeight' | 'getBlock' | 'getEpochInfo' | 'getLatestBlockhash' | 'getRecentBlockhash' | 'getMinimumBalanceForRentExemption' | 'getSignatureStatuses' | 'getTransaction' | 'getTransactionCount' | 'getInflationReward' | 'getStakeActivation' | 'getVoteAccounts' | 'getClusterNodes' | 'getHealth' | 'getVersion' | 'getGenesisHash' | 'getBlocks' | 'getBlocksWithLimit' | 'getBlockTime' | 'getSignaturesForAddress' | 'getRecentPrioritizationFees' | 'getFeeForMessage' | 'isBlockhashValid' | 'getSupply' | 'getEpochSchedule' | 'getLeaderSchedule' | 'getSlotLeader' | 'getSlotLeaders' | 'getFirstAvailableBlock' | 'getInflationRate' | 'getInflationGovernor' | 'getIdentity' | 'getStakeMinimumDelegation' | 'getRecentPerformanceSamples' | 'minimumLedgerSlot' | 'getHighestSnapshotSlot' | 'getLargestAccounts' | 'getAsset' | 'getAssets' | 'getAssetBatch' | 'getAssetProof' | 'getAssetProofBatch' | 'getAssetsByOwner' | 'getAssetsByCreator' | 'getAssetsByGroup' | 'getAssetsByAuthority' | 'searchAssets' | 'getTokenAccounts' | 'getSignaturesForAsset' | 'getNftEditions'
  /** As the method wants them. */
  params?: unknown | undefined
  [member: string]: unknown
}>

export type CancelLimitOrderReply = {
  success: true
  /** Base64, unsigned: ends the order. */
  tx: string
  /** The aggregator's own name for this transaction. */
  requestId: string
}

export type CancelLimitOrderRequest = {
  /** Its account, or an entry of the list. */
  order: string | Record<string, unknown>
  /** Whose it is; not needed with an entry of the list. Handed on as it is. */
  maker?: unknown | undefined
}

export type Candle = {
  /** Start of the interval, epoch milliseconds. */
  t: number
  o: number
  h: number
  l: number
  c: number
  /** Volume in USD; null where the candle was derived from prices alone. */
  v: number | null
}

export type ChainFailure = {
  success: false
  /** What went wrong, for people. Never holds a key or an upstream body. */
  error: string
  /** The kind of failure, for programs. Codes are never renamed; new ones may come. docs/errors.md says what each means and whether to retry. */
  code: 'invalid_request' | 'invalid_mint' | 'invalid_amount' | 'unsupported_quote' | 'unauthorized' | 'insufficient_balance' | 'domain_not_allowed' | 'scope_required' | 'plan_required' | 'not_found' | 'unknown_user_ref' | 'unknown_wallet' | 'method_not_allowed' | 'body_timeout' | 'conflict' | 'idempotency_mismatch' | 'payload_too_large' | 'simulation_failed' | 'policy_blocked' | 'no_route' | 'price_moved' | 'rate_limited' | 'too_busy' | 'internal' | 'unsupported_on_chain' | 'upstream_failed' | 'upstream_refused' | 'upstream_rate_limited' | 'upstream_timeout' | 'pending' | 'not_landed' | 'unconfigured' | 'not_ready' | 'shutting_down' | 'cancelled'
  /** The same as `X-Request-Id`: name it when you report a problem. */
  requestId: string
  /** Service key of the chain that was asked. */
  chain?: string | undefined
  /** 501: the level that the chain meets now. */
  tier?: string | undefined
  /** 501: the level that the route needs. */
  required?: string | undefined
  /** 501: what the refusal rests on. */
  evidence?: {
    /** Epoch milliseconds. */
    measuredAt: number | null
    /** At `measuredAt`. */
    newestTradeAgeMs: number | null
    reason: string
  } | undefined
  /** 404: the nearest service keys. */
  suggestions?: Array<string> | undefined
  /** 400: the chains that an ambiguous text names. */
  candidates?: Array<{
    chain: string
    name: string
    caip2: string | null
  }> | undefined
}

export type ChainPair = {
  /** Service key of the chain. */
  chainId: string
  dexId: string
  pairAddress: string
  url: string | null
  baseToken: TokenRef
  quoteToken: TokenRef
  priceUsd: number | null
  priceNative: number | null
  /** Percent; null where the source names no change: no trades, or a change of 0. */
  priceChange: AmountWindows
  /** USD; null where the source cannot know. */
  volume: AmountWindows
  /** Trades; null where the source cannot know. */
  txns: CountWindows
  liquidity: PairLiquidity
  marketCap: number | null
  fdv: number | null
  pairCreatedAt: number | null
  labels: Array<string>
  boosts: {
    active: number
  }
  info: PairInfo
}

export type ChainSearchToken = {
  mint: string
  symbol: string
  name: string
  image: string | null
  url: string | null
  priceUsd: number | null
  priceChange: number | null
  volume24h: number | null
  liquidityUsd: number | null
  marketCap: number | null
  fdv: number | null
  pair: {
    chain: string
    dex: string
    address: string
    quote: string
  }
  /** First link of each kind, by kind. */
  socials: Record<string, string>
  websites: Array<string>
  header: string | null
  description: string | null
  decimals: number | null
  socials_list: Array<SocialLink>
  websites_list: Array<SiteLink>
  /** USD; null where the source cannot know. */
  volume: AmountWindows
  /** Trades; null where the source cannot know. */
  txns: CountWindows
  buys24h: number | null
  sells24h: number | null
  pairCreatedAt: number | null
  ageHours: number | null
  boosts: number
  dexId: string
  pairAddress: string
  baseToken: TokenRef
  quoteToken: TokenRef
  labels: Array<string>
}

export type Check = {
  id: string
  ok: boolean
  severity: 'critical' | 'high' | 'medium' | 'warning' | 'low' | 'info'
  /** A statement about the token: the fault when the check fails, its absence when it passes, a question when it could not be judged. */
  label: string
  /** What was looked at and what was found, in words. */
  detail: string
  /** At most ten, strongest first. */
  evidence?: Array<CheckEvidence> | undefined
}

export type CheckEvidence = {
  /** Account, transaction, wallet or provider that was looked at. */
  what: string
  signature: string | null
  slot: number | null
  value: string | null
}

export type CheckRecoveryReply = {
  success: true
  /** In the order of the request. */
  results: Array<{
    address: string
    /** What is in the empty accounts. SOL, to the lamport. */
    potentialRecovery: number
    /** The rest after the fee, before the network fees of the transactions. SOL, to the lamport. */
    estimatedReturn: number
    /** Fee of this server and of the calling key. SOL, to the lamport. */
    fee: number
    /** The same of accounts that hold tokens which can be burnt. SOL, to the lamport. */
    burnPotentialRecovery: number
    /** See estimatedReturn. SOL, to the lamport. */
    burnEstimatedReturn: number
    /** See fee. SOL, to the lamport. */
    burnFee: number
    /** Both together. SOL, to the lamport. */
    totalPotentialRecovery: number
    /** See estimatedReturn. SOL, to the lamport. */
    totalEstimatedReturn: number
    /** See fee. SOL, to the lamport. */
    totalFee: number
    emptyAccounts: number
    burnableAccounts: number
    /** The wallet's own, beside its token accounts. SOL, to the lamport. */
    balance: number
    wrappedSol: {
      accounts: number
      /** Lamports in accounts of wrapped SOL: no dust, so they are in none of the figures. SOL, to the lamport. */
      balance: number
    }
    /** Accounts that stay, by reason: frozen, foreign_authority, confidential_pending, not_burnable. */
    skipped: Record<string, number>
    /** The wallet holds more than 5,000 lamports, or has no empty accounts. */
    canProcess: boolean
    accounts?: {
      empty: Array<ClosableAccount>
      burnable: Array<ClosableAccount>
      skipped: Array<ClosableAccount>
    } | undefined
  } | {
    address: string
    /** Totals leave it out. */
    error: string
  }>
  totals: {
    /** What is in the empty accounts. SOL, to the lamport. */
    potentialRecovery: number
    /** The rest after the fee, before the network fees of the transactions. SOL, to the lamport. */
    estimatedReturn: number
    /** Fee of this server and of the calling key. SOL, to the lamport. */
    fee: number
    /** The same of accounts that hold tokens which can be burnt. SOL, to the lamport. */
    burnPotentialRecovery: number
    /** See estimatedReturn. SOL, to the lamport. */
    burnEstimatedReturn: number
    /** See fee. SOL, to the lamport. */
    burnFee: number
    /** Both together. SOL, to the lamport. */
    totalPotentialRecovery: number
    /** See estimatedReturn. SOL, to the lamport. */
    totalEstimatedReturn: number
    /** See fee. SOL, to the lamport. */
    totalFee: number
    emptyAccounts: number
    burnableAccounts: number
    /** Wallets that count. */
    wallets: number
  }
  /** Whether the calling key has the branding license. */
  hasBrandingLicense: boolean
  /** What was understood and not done, or done otherwise. */
  warnings: Array<string>
}

export type CheckRecoveryRequest = {
  /** Wallets. What is no address fails by itself; repeated ones count once. */
  walletAddresses: Array<string>
  /** List the accounts, too. */
  includeAccounts?: boolean | null | undefined
  [member: string]: unknown
}

export type Classification = {
  kind: string
  label: string
  blurb: string
  confidence: number
}

export type ClosableAccount = {
  /** The token account. */
  account: string
  mint: string
  /** Symbol or name of the token where it is known, else the ends of its mint. */
  displayName: string
  owner: string
  program: 'spl-token' | 'spl-token-2022'
  decimals: number | null
  /** Whole tokens, as near as a double comes. */
  uiAmount: number
  /** Base units. */
  amountRaw: string
  state: 'initialized' | 'frozen'
  isFrozen: boolean
  type: 'empty' | 'burnable' | 'frozen' | 'foreign_authority' | 'confidential_pending' | 'not_burnable' | 'wsol'
  /** What is in it. SOL, to the lamport. */
  recovery: number
  /** Transfer fees withheld in it go to the mint first. */
  needsHarvest: boolean
  /** Why it stays; empty for those that can go. */
  why: string
}

export type CloseDcaOrderReply = {
  success: true
  /** Base64, unsigned: ends the position. */
  tx: string
  /** The aggregator's own name for this transaction. */
  requestId: string
}

export type CloseDcaOrderRequest = {
  /** Its account, or an entry of the list. */
  dca: string | Record<string, unknown>
  /** Whose it is; not needed with an entry of the list. Handed on as it is. */
  user?: unknown | undefined
}

export type CloseRefundRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** `wsol` unwraps all of it. `nonces` closes durable nonces: transactions signed with them can no longer be sent. */
  kinds?: Array<'empty' | 'dust' | 'wsol' | 'lookup_tables' | 'buffers' | 'nonces' | 'stake'> | null | undefined
  /** Mints that may be burnt. Required with `dust`; nothing else is burnt. */
  mints?: Array<string> | null | undefined
  /** With `lookup_tables`: deactivates those in use as well. Transactions can then no longer use them, and they can be closed after the cooldown. */
  deactivate_tables?: boolean | null | undefined
  /** Only these. They are read directly, which also works where a node does not list accounts. */
  accounts?: Array<string> | null | undefined
  /** Return unsigned transactions instead of sending any. */
  client_signs?: boolean | null | undefined
  /** Who signs and pays; needed with client_signs. */
  wallet?: string | null | undefined
  max_transactions?: number | null | undefined
  /** Execute them without sending any. */
  simulate?: boolean | undefined
}

export type ConfirmRecoveryReply = {
  success: true
  /** False for the public builder key, whose reports are not kept. */
  recorded: boolean
  /** This key reported this signature before; it counts once. */
  alreadyRecorded: boolean
  signature: string
  accountsClosed: number
  /** As reported. SOL, to the lamport. */
  solRecovered: number
  /** The calling key's own share. SOL, to the lamport. */
  feeEarned: number
}

export type ConfirmRecoveryRequest = {
  /** Base58 address. */
  walletAddress: string
  /** Transaction signature. */
  signature: string
  accountsClosed?: number | null | undefined
  /** SOL; digits below a lamport are dropped. */
  solRecovered?: number | null | undefined
  [member: string]: unknown
}

/** Trades; null where the source cannot know. */
export type CountWindows = {
  m5: TradeCounts | null
  h1: TradeCounts | null
  h6: TradeCounts | null
  h24: TradeCounts | null
}

export type CreateChallengeReply = {
  success: true
  /** Names the challenge; good for one try. */
  nonce: string
  /** The wallet signs exactly these bytes (UTF-8). */
  message: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export type CreateChallengeRequest = {
  /** The wallet that will sign. */
  ownerWallet: string
  purpose?: 'login' | 'register' | null | undefined
  [member: string]: unknown
}

export type CreateDcaOrderReply = {
  success: true
  /** The position. */
  dca: string
  /** Base64, unsigned: opens the position. */
  tx: string
  /** The aggregator's own name for this transaction. */
  requestId: string
}

export type CreateDcaOrderRequest = {
  /** What is given. */
  inputMint: string
  /** What is bought. */
  outputMint: string
  /** Base units of inputMint, all cycles together. */
  inAmount: number | string
  /** Seconds from one cycle to the next. */
  cycleSecondsApart: number | string
  /** How many. */
  numberOfCycles: number | string
  /** Whose position it is; the aggregator builds none without. */
  user: string
}

export type CreateLimitOrderReply = {
  success: true
  /** The order account. */
  order: string
  /** Base64, unsigned: opens the order. */
  tx: string
  /** The aggregator's own name for this transaction. */
  requestId: string
}

export type CreateLimitOrderRequest = {
  /** What is given. */
  inputMint: string
  /** What is bought. */
  outputMint: string
  /** Base units of inputMint that are offered. */
  makingAmount: number | string
  /** Base units of outputMint wanted for them. */
  takingAmount: number | string
  /** Whose order it is; the aggregator builds none without. */
  maker: string
  /** Who pays for it, where that is not the maker. Handed on as it is. */
  payer?: unknown | undefined
}

export type CreateStreamTicketReply = {
  success: true
  /** For the `ticket` query parameter. Replaces the key on one stream, or for `charts` on the routes of chart data, and nowhere else. */
  ticket: string
  purpose: 'events' | 'websocket' | 'charts'
  /** Epoch milliseconds. Void afterwards unless it opened a stream by then; for `charts` its end. */
  openBefore: number
  /** Epoch milliseconds. */
  expiresAt: number
}

export type CreateStreamTicketRequest = {
  purpose?: 'events' | 'websocket' | 'charts' | undefined
  [member: string]: unknown
}

export type CreateWalletReply = {
  success: true
  wallet: Wallet
}

export type CreateWalletRequest = {
  /** The user, as X-User-Ref will name them. */
  user_ref: string
  label?: string | null | undefined
  kind?: 'derived' | 'watch' | null | undefined
  /** Of a `watch` wallet; a derived one has its own. */
  address?: string | null | undefined
  /** Where withdrawals may go; anywhere when it is empty or absent. */
  withdraw_to?: Array<string> | undefined
}

export type CreateWebhookReply = {
  success: true
  webhook: NewWebhook
  /** Shown once: `whsec_` and 32 bytes of base64. */
  secret: string
}

export type CreateWebhookRequest = {
  /** Public https, port 443 or 8443. */
  url: string
  /** Any accepted spelling of a followed chain: `solana`, `sol`, a CAIP-2 id. */
  chain: string
  /** Retractions come with trades and launches, gaps of the tape with all. */
  events: Array<'trade' | 'launch' | 'screen'>
  /** Every condition given must hold; of a list, one member. For trades one of tokens, wallets and pools is needed, unless the key may have all. */
  filter?: {
    tokens?: Array<string> | undefined
    wallets?: Array<string> | undefined
    pools?: Array<string> | undefined
    minUsd?: number | null | undefined
    side?: 'buy' | 'sell' | null | undefined
    dex?: Array<'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream'> | undefined
    /** Saved screens of the key. Needed for the event `screen`, of which no other condition speaks. */
    screens?: Array<string> | undefined
  } | undefined
  description?: string | undefined
  /** Over 1 every body is a list of up to so many events. */
  batchMax?: number | undefined
  [member: string]: unknown
}

export type DcaPosition = {
  /** The position: `dca` of close. */
  publicKey: string
  account: {
    user: string
    inputMint: string
    outputMint: string
    /** Put in, for all cycles. Base units. */
    inDeposited: string
    /** Of that taken back. Base units. */
    inWithdrawn: string
    /** Of that spent. Base units. */
    inUsed: string
    inAmountPerCycle: string | null
    /** Bought. Base units. */
    outReceived: string
    /** Of that paid out. Base units. */
    outWithdrawn: string
    minOutAmount: string | null
    maxOutAmount: string | null
    cycleFrequency: number | null
    createdAt: string | null
    updatedAt: string | null
  }
  userClosed: boolean | null
  openSignature: string | null
  closeSignature: string | null
  /** What was executed, one by one. */
  fills: Array<{
    signature: string
    /** Given. Base units. */
    inputAmount: string
    /** Bought, the fee taken off already. Base units. */
    outputAmount: string
    feeMint: string | null
    feeAmount: string | null
    confirmedAt: string | null
  }>
}

export type DecodeTransactionsReply = {
  success: true
  count: number
  transactions: Array<Transaction>
}

export type DecodeTransactionsRequest = {
  /** Signatures; invalid ones are dropped, the first 100 valid ones count. */
  signatures: Array<unknown>
  [member: string]: unknown
}

export type DeleteScreenReply = {
  success: true
  id: string
  deleted: true
}

export type DetectPoolReply = {
  success: true
  /** The token. */
  mint: string
  /** DEX of the pool. */
  dex_type: string
  /** The pool. */
  pair_address: string
  name: string | null
  symbol: string | null
  quote_mint: string | null
  is_sol_quoted: boolean
  /** Whether the answer needed a call to the node. */
  data_source: 'cache' | 'chain'
  /** In all. Milliseconds, to the thousandth. */
  detect_ms: number
  /** DEXs on which there may be more pools: the node refused a scan, or it took too long. */
  degraded: Array<string>
}

export type DiscoverPoolsReply = {
  success: true
  /** The token. */
  mint: string
  pools: Array<Pool>
  pools_found: number
  /** Looking for them. Milliseconds, to the thousandth. */
  discover_ms: number
  /** DEXs on which there may be more pools: the node refused a scan, or it took too long. */
  degraded: Array<string>
}

export type DiscoverWhalesReply = {
  success: true
  /** Base58 address. */
  mint: string
  count: number
  /** The largest first. */
  whales: Array<DiscoveredWhale>
  /** Epoch milliseconds. */
  generatedAt?: number | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type DiscoveredWhale = {
  /** Base58 address. */
  wallet: string
  entity: string | null
  entityType: string | null
  entityLogo: string | null
  platform: string | null
  /** Such as `whale`, `smart_money`, `pro_trader`, `sniper`. */
  flags: Array<string>
  /** Which source said each member that is known: `pack:<file>` of the operator, `project` for the list that comes with this server, `chain`, or `provider:<name>`. */
  sources: Record<string, string>
  /** Base units in its accounts among those looked at. */
  amountRaw: string
  pctSupply: number | null
  /** Its accounts among those looked at. */
  accounts: number
}

export type EstimateTradeReply = {
  success: true
  /** DEX of the pool. */
  dex_type: string
  /** The pool. */
  pair_address: string
  side: 'buy' | 'sell'
  /** What is given: money of the pool on a buy, the token on a sale. */
  input_mint: string
  /** What is received. */
  output_mint: string
  /** What is given, in base units. All digits are written: beyond 2^53 a reader must take them as they are. */
  amount: number | bigint
  /** Amount received after all fees of the pool and the token, in base units of output_mint. All digits are written: beyond 2^53 a reader must take them as they are. */
  estimated_output: number | bigint
  /** By how much the price got is worse than the price before, fees left out. 0 to 100. */
  price_impact_pct: number
}

export type Failure = {
  success: false
  /** What went wrong, for people. Never holds a key or an upstream body. */
  error: string
  /** The kind of failure, for programs. Codes are never renamed; new ones may come. docs/errors.md says what each means and whether to retry. */
  code: 'invalid_request' | 'invalid_mint' | 'invalid_amount' | 'unsupported_quote' | 'unauthorized' | 'insufficient_balance' | 'domain_not_allowed' | 'scope_required' | 'plan_required' | 'not_found' | 'unknown_user_ref' | 'unknown_wallet' | 'method_not_allowed' | 'body_timeout' | 'conflict' | 'idempotency_mismatch' | 'payload_too_large' | 'simulation_failed' | 'policy_blocked' | 'no_route' | 'price_moved' | 'rate_limited' | 'too_busy' | 'internal' | 'unsupported_on_chain' | 'upstream_failed' | 'upstream_refused' | 'upstream_rate_limited' | 'upstream_timeout' | 'pending' | 'not_landed' | 'unconfigured' | 'not_ready' | 'shutting_down' | 'cancelled'
  /** The same as `X-Request-Id`: name it when you report a problem. */
  requestId: string
}

export type FeaturedWhale = {
  /** Base58 address. */
  wallet: string
  entity: string | null
  entityType: string | null
  entityLogo: string | null
  platform: string | null
  /** Such as `whale`, `smart_money`, `pro_trader`, `sniper`. */
  flags: Array<string>
  /** Which source said each member that is known: `pack:<file>` of the operator, `project` for the list that comes with this server, `chain`, or `provider:<name>`. */
  sources: Record<string, string>
  entityTwitter: string | null
  label: string | null
  category: 'trader' | 'cex' | 'mm' | 'validator'
  netWorthUSD: number | null
  assetCount: number | null
  /** Those of them that `netWorthUSD` counts. */
  pricedAssets: number | null
  /** Those that count nothing: worth more than there is in their pools. Absent where there are none. */
  thinAssets?: number | undefined
  topAssets: Array<{
    symbol: string | null
    logo: string | null
    valueUSD: number
  }>
  valuedAt: number | null
  /** Of validators: what others and it have staked with it; no part of its worth. */
  activeStakeSol?: number | undefined
}

export type FigureSource = {
  /** Source: `chain:<what was read>`, a provider, or `computed`. */
  source: string
  as_of: number | null
  age_ms: number | null
  note: string | null
}

export type GetBrandingLicenseReply = {
  success: true
  /** SOL, for one key and for good. */
  cost: number
  /** Where to pay it. */
  paymentWallet: string
  /** What it unlocks. */
  features: Array<string>
  /** With `apiKeyId`: either of the two, the exact amount or the memo, makes it a payment for this key. */
  payment?: {
    /** Id of the key. */
    apiKeyId: number
    /** The price and a few lamports that are given to this key alone. */
    lamports: number
    /** The same in SOL. */
    amountSol: number
    /** Names the key, whatever the amount is. */
    memo: string
  } | undefined
}

export type GetBubbleMapReply = {
  success: true
  /** False when no graph could be built; then arrays are empty and `checks` gives the reason. */
  ok: boolean
  mint: string
  /** By pctSupply, then degree, both descending. */
  nodes: Array<BubbleNode>
  links: Array<BubbleLink>
  clusters: Array<BubbleCluster>
  decentralizationScore: number | null
  largestClusterPct: number | null
  summary: BubbleSummary
  roles: WalletRoles | null
  checks: Array<Check>
  errors: Array<string>
  bundle: string | null
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetBundleStatusReply = {
  success: true
  /** It is on the chain and succeeded. */
  landed: boolean
  /** It landed as a bundle, as the block engine reports for bundle_id; false without one, and for transactions sent publicly. */
  mev_protected: boolean
  /** Status from the block engine, which looks back five minutes; `unknown` also while it does not answer. A failed bundle may still land as a plain transaction. */
  bundle_status?: 'landed' | 'failed' | 'pending' | 'unknown' | undefined
  /** Status from the chain. `pending`: not confirmed, or not found (yet); `unavailable`: no node answers. */
  onchain_status?: 'landed' | 'failed' | 'pending' | 'unavailable' | undefined
  /** Only beside `onchain_status` `failed`: a block holds it, it was never executed (SIMD-0290) and never will be. It paid no fee and changed nothing. */
  executed?: false | undefined
}

export type GetCalibrationReply = {
  success: true
  kind: string
  horizon: string
  /** Scores of this kind that were handed out, each when it was built; one that repeats the last one of the token within the hour counts once. */
  scores: number
  /** Of those, with a known end at this horizon. All figures below rest on these. */
  known: number
  /** Whose end the tape could not say. */
  unknown: number
  /** Whose horizon has not passed yet, or was not looked at yet. */
  pending: number
  /** Different tokens among the known. */
  tokens: number
  bad: number
  /** Share of them that went bad; null without any. */
  baseRate: number | null
  /** Mean of (predicted - happened) squared: 0 is perfect, lower is better; null without a known end. */
  brier: number | null
  /** What a forecast that always says the base rate would have had. */
  brierOfBaseRate: number | null
  /** By tenths of the predicted chance to go bad, which is (100 - score) / 100. */
  reliability: Array<{
    from: number
    to: number
    /** Scores with a known end. */
    count: number
    /** Mean of the predicted chances in the bin. */
    predicted: number | null
    /** Share of them that went bad; null without any. */
    happened: number | null
  }>
  grades: Array<{
    grade: string
    /** Scores with a known end. */
    count: number
    predicted: number | null
    /** Share of them that went bad; null without any. */
    happened: number | null
  }>
  /** Rules that failed, highest lift first; those with at least five scores. */
  rules: Array<{
    rule: string
    /** Scores with a known end. */
    count: number
    /** Share of them that went bad; null without any. */
    happened: number | null
    /** `happened` over `baseRate`; null where nothing went bad. */
    lift: number | null
  }>
  /** `creatorOut` is counted beside: it does not make a token bad. */
  outcomes: Array<{
    outcome: string
    known: number
    /** Share of the known. */
    happened: number | null
  }>
  /** What each outcome means. */
  rulesOfOutcome: Array<string>
  ledger: {
    /** Scores and outcomes together. */
    rows: number
    head: string | null
  }
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetChainBubbleMapReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  report: {
    /** False when no graph could be built; then arrays are empty and `checks` gives the reason. */
    ok: boolean
    mint: string
    /** By pctSupply, then degree, both descending. */
    nodes: Array<BubbleNode>
    links: Array<BubbleLink>
    clusters: Array<BubbleCluster>
    decentralizationScore: number | null
    largestClusterPct: number | null
    summary: BubbleSummary
    roles: WalletRoles | null
    checks: Array<Check>
    errors: Array<string>
    bundle: string | null
    /** Epoch milliseconds. */
    generatedAt: number
  }
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainCoverageReply = {
  success: true
  /** The service key: the name that every answer uses. */
  chain: string
  name: string
  /** Address and account model: `evm`, `svm`, `move`, `cosmos`, ... */
  family: string
  eip155: number | null
  caip2: string | null
  nativeCurrency: {
    symbol: string
    decimals: number
  }
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** Which levels the chain meets. */
  meets: {
    L0: boolean
    L1: boolean
    L2: boolean
    L3: boolean
    L4: boolean
    L5: boolean
  }
  /** Evidence that counts is of the round before: it could not be renewed. */
  stale: boolean
  measuredAt: number | null
  newestTradeAgeMs: number | null
  status: 'live' | 'unknown' | 'sunset'
  aliases: Array<string>
  caip2All: Array<string>
  wrappedNative: string | null
  providerIds: Record<string, string>
  aggregators: Array<string>
  explorers: Array<string>
  blockTimeMs: number | null
  evidence: {
    measuredAt: number | null
    nextMeasurement: number | null
    market: {
      /** Epoch milliseconds. */
      askedAt: number
      /** `tape`: this server’s own follower; else the provider. */
      source: string
      newestTradeAgeMs: number | null
      newestTradeUnderMs: number | null
      active24h: boolean
      poolTradedWithinHour: boolean
      pool: {
        address: string
        base: string
        quote: string
      } | null
    } | null
    analysis: {
      /** Epoch milliseconds. */
      askedAt: number
      source: string
      token: string
      holders: boolean
      security: boolean
    } | null
    quote: {
      /** Epoch milliseconds. */
      askedAt: number
      source: string
      inputToken: string
      outputToken: string
      /** Base units. */
      inAmount: string
      outAmount: string | null
    } | null
    services: {
      /** A follower of this server serves trades of the chain. */
      configured: boolean
      /** The chain is served and a key of a paid plan is in force. */
      paidProduct: boolean
    }
    /** Questions of the newest round. */
    attempts: Array<{
      /** Epoch milliseconds. */
      at: number
      source: string
      asked: string
      result: 'found' | 'none' | 'failed'
      reason: string | null
    }>
  }
  /** Routes of the chain-generic surface, and whether this server can serve each of them now. */
  endpoints: Array<{
    method: 'GET' | 'POST'
    path: string
    /** The level that the chain must meet. */
    level: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
    served: boolean
    reason: string | null
  }>
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
}

export type GetChainDexesReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  count: number
  dexes: Array<{
    id: string
    name: string
    pools: number | null
    volume24hUSD: number | null
  }>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainFeesReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  unit: string
  low: number
  medium: number
  high: number
  baseFee: number | null
  observedBlocks: number
  tips: {
    source: string
    unit: string
    low: number
    medium: number
    high: number
    /** More than 19 of 20 paid less. */
    top: number
  } | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainNativePriceReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  symbol: string
  priceUSD: number
  priceChange24h: number | null
  wrapped: string | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainPoolOhlcvReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  pool: string
  period: string
  count: number
  candles: Array<Candle>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainPoolReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  pool: ChainPair
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainPoolTradesReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  pool: string
  count: number
  trades: Array<Trade>
  cursor: string | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainPoolsTrendingReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  count: number
  pools: Array<ChainPair>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainPricesReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  count: number
  prices: Record<string, TokenPrice>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainPricesRequest = {
  /** Addresses of the chain; invalid ones are dropped, the first 50 valid ones count. */
  addresses: Array<unknown>
  [member: string]: unknown
}

export type GetChainReply = {
  success: true
  /** The service key: the name that every answer uses. */
  chain: string
  name: string
  /** Address and account model: `evm`, `svm`, `move`, `cosmos`, ... */
  family: string
  eip155: number | null
  caip2: string | null
  nativeCurrency: {
    symbol: string
    decimals: number
  }
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** Which levels the chain meets. */
  meets: {
    L0: boolean
    L1: boolean
    L2: boolean
    L3: boolean
    L4: boolean
    L5: boolean
  }
  /** Evidence that counts is of the round before: it could not be renewed. */
  stale: boolean
  measuredAt: number | null
  newestTradeAgeMs: number | null
  status: 'live' | 'unknown' | 'sunset'
  aliases: Array<string>
  caip2All: Array<string>
  wrappedNative: string | null
  providerIds: Record<string, string>
  aggregators: Array<string>
  explorers: Array<string>
  blockTimeMs: number | null
  evidence: {
    measuredAt: number | null
    nextMeasurement: number | null
    market: {
      /** Epoch milliseconds. */
      askedAt: number
      /** `tape`: this server’s own follower; else the provider. */
      source: string
      newestTradeAgeMs: number | null
      newestTradeUnderMs: number | null
      active24h: boolean
      poolTradedWithinHour: boolean
      pool: {
        address: string
        base: string
        quote: string
      } | null
    } | null
    analysis: {
      /** Epoch milliseconds. */
      askedAt: number
      source: string
      token: string
      holders: boolean
      security: boolean
    } | null
    quote: {
      /** Epoch milliseconds. */
      askedAt: number
      source: string
      inputToken: string
      outputToken: string
      /** Base units. */
      inAmount: string
      outAmount: string | null
    } | null
    services: {
      /** A follower of this server serves trades of the chain. */
      configured: boolean
      /** The chain is served and a key of a paid plan is in force. */
      paidProduct: boolean
    }
    /** Questions of the newest round. */
    attempts: Array<{
      /** Epoch milliseconds. */
      at: number
      source: string
      asked: string
      result: 'found' | 'none' | 'failed'
      reason: string | null
    }>
  }
  /** Routes of the chain-generic surface, and whether this server can serve each of them now. */
  endpoints: Array<{
    method: 'GET' | 'POST'
    path: string
    /** The level that the chain must meet. */
    level: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
    served: boolean
    reason: string | null
  }>
}

export type GetChainSummaryReply = {
  success: true
  /** Chains that are recognised. */
  total: number
  /** Chains with evidence that still counts. */
  measured: number
  /** Chains whose evidence is of the round before. */
  stale: number
  byTier: {
    /** Chains whose highest level it is. */
    L0: number
    /** Chains whose highest level it is. */
    L1: number
    /** Chains whose highest level it is. */
    L2: number
    /** Chains whose highest level it is. */
    L3: number
    /** Chains whose highest level it is. */
    L4: number
    /** Chains whose highest level it is. */
    L5: number
  }
  /** Chains that meet L1. */
  priced: number
  /** Chains that meet L2: live market data. */
  market: number
  /** Chains that meet L3: holder and security analysis. */
  forensics: number
  /** Chains that meet L4: quotable. */
  tradeable: number
  /** Chains that meet L5. */
  services: number
  byFamily: Record<string, number>
  oldestMeasurement: number | null
  newestMeasurement: number | null
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetChainSwapQuoteReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  /** The aggregator's quote with every member and digit it came with. The whole object goes into build. */
  quote: SwapQuote
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenHoldersReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  holders: Array<{
    address: string
    balance: string | null
    pct: number | null
    name: string | null
    isContract: boolean | null
    isLocked: boolean | null
  }>
  total: number | null
  top10Pct: number | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenMetadataReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  count: number
  tokens: Record<string, TokenMetadata>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenMetadataRequest = {
  /** Addresses of the chain; invalid ones are dropped, the first 100 valid ones count. */
  addresses: Array<unknown>
  [member: string]: unknown
}

export type GetChainTokenOhlcvReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  period: string
  count: number
  candles: Array<Candle>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenPoolsReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  count: number
  pools: Array<ChainPair>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  metadata: TokenMetadata | null
  price: TokenPrice | null
  /** Highest 24 h volume first. */
  pairs: Array<ChainPair>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenSecurityReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  score: number | null
  grade: 'safe' | 'caution' | 'risky' | 'danger' | null
  checks: Array<{
    id: string
    ok: boolean | null
    severity: string
    label: string
  }>
  taxes: {
    buyPct: number | null
    sellPct: number | null
  }
  honeypot: {
    verdict: 'sellable' | 'honeypot' | 'unknown'
    /** Whether it was tried, or is a provider’s word. */
    method: 'execution' | 'provider'
    provider: string | null
  }
  /** Trades that a node executed without sending them. */
  execution?: {
    /** All trades start from the state of this block. */
    block: number
    blockTimeSec: number
    later: {
      block: number
      blockTimeSec: number
    } | null
    /** Address, or the id of 32 bytes of a pool of Uniswap v4 or PancakeSwap Infinity. */
    pool: string
    dex: string
    /** What the pool is paid with; the zero address is the native coin. */
    quote: string
    hopPool: string | null
    /** Address of the contract that traded, drawn for this answer. */
    probe: string
    sender: string
    /** Whose balances were sold as well. */
    earlierBuyers: Array<string>
    owner: string | null
    /** `honeypot`: no way to sell is left, or a sale returns less than a tenth of what is due. */
    verdict: 'sellable' | 'honeypot' | 'unknown'
    taxesBps: {
      buy: number | null
      sell: number | null
      transfer: number | null
    }
    findings: Array<{
      id: string
      severity: 'danger' | 'warning' | 'info'
      label: string
      /** The trades that show it, by `at` and `case`. */
      shownBy: Array<string>
    }>
    trades: Array<{
      at: 'now' | 'later'
      /** What was tried; docs/evm.md lists the cases. */
      case: string
      /** `done`, or the step that failed: `approve`, `transfer`, `pull` (a router takes the token), `nothingArrived`, `swap`, `pay`, `short`, `broken` (out of gas); `nothingHeld` and `skipped` were not tried. */
      result: string
      /** Raw units, decimal text. */
      sent: string
      /** Raw units, decimal text. */
      arrived: string
      /** Raw units, decimal text. */
      left: string
      /** Raw units, decimal text. */
      expected: string
      /** Raw units, decimal text. */
      got: string
      reason: string | null
    }>
  } | undefined
  providerSays?: {
    provider: string
    honeypot: boolean | null
    buyPct: number | null
    sellPct: number | null
    score: number | null
  } | undefined
  /** Where execution and the provider differ; execution has the last word. */
  disagreements?: Array<string> | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenTradersReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  sort: string
  count: number
  traders: Array<TapeTrader>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokenTradesReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  address: string
  count: number
  trades: Array<Trade>
  cursor: string | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokensNewReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  count: number
  tokens: Array<{
    mint: string
    pool: string
    dex: string
    name: string | null
    symbol: string | null
    priceUsd: number | null
    liquidityUsd: number | null
    volume24h: number | null
    createdAt: number | null
    ageSecs: number | null
  }>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainTokensTrendingReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  period: string | null
  count: number
  tokens: Array<TrendingToken>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainWalletActivityReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  wallet: string
  count: number
  activity: Array<Activity>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChainWalletPortfolioReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  wallet: string
  totalValueUSD: number
  tokenCount: number
  tokens: Array<PortfolioToken>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetChartSourceReply = {
  success: true
  /** Whether the token has a pool. The other members are present only when true. */
  available: boolean
  /** Whose chart it is. */
  provider?: 'dexscreener' | 'geckoterminal' | undefined
  /** Address for an embedded frame. */
  src?: string | undefined
  /** Page of the chart. */
  fullUrl?: string | undefined
  pairAddress?: string | undefined
}

export type GetCohortReply = {
  success: true
  jobId: string
  status: 'running' | 'done' | 'failed'
  progress: {
    stage: 'queued' | 'histories' | 'transactions' | 'funding' | 'tokens' | 'judging' | 'done'
    done: number
    total: number
    /** Of the whole job; never falls. */
    pct: number
  }
  wallets: number
  /** Epoch milliseconds. */
  createdAt: number
  /** Epoch milliseconds. */
  expiresAt: number
  /** Epoch milliseconds. */
  finishedAt?: number | undefined
  /** Why a failed job failed. */
  failure?: string | undefined
  verdict?: {
    headline: string
    tone: 'coordinated' | 'partly' | 'independent' | 'inconclusive'
  } | undefined
  cohesion?: {
    /** Pairs of readable members in one cluster, of all such pairs, percent. */
    score: number
    /** The same by edges of one family alone: money that moved; keys, payers, tables and powers; time and tokens. */
    components: {
      money: number
      control: number
      timing: number
    }
  } | undefined
  graph?: {
    nodes: Array<{
      /** Base58 address. */
      wallet: string
      label: string | null
      cluster: string | null
      /** Members it has an edge to. */
      degree: number
      /** How far its history was read: `busy` is more than a page of signatures, `service` a public address, through which nothing links. */
      reading: 'whole' | 'partial' | 'busy' | 'none' | 'service'
      firstSeen: number | null
      funder: string | null
      funderLabel: string | null
    }>
    /** The strongest first. */
    edges: Array<{
      /** Base58 address. */
      source: string
      /** Base58 address. */
      target: string
      type: 'same_funder' | 'same_slot' | 'transfer' | 'peel' | 'shared_fee_payer' | 'same_bundle' | 'shared_table' | 'shared_nonce' | 'budget_fingerprint' | 'withdrawal_fingerprint' | 'common_funder' | 'shared_payer' | 'shared_payee' | 'same_exit' | 'mutual_payment' | 'shared_coin' | 'hand_over' | 'shared_route' | 'paid_back' | 'shared_hub' | 'co_signed' | 'matched_swap' | 'same_minutes' | 'same_remainder' | 'same_amount' | 'standing_power' | 'debt_repaid' | 'paid_together' | 'shared_fee_taker'
      /** 1 joins by itself; below it is a weight among others. */
      weight: number
      /** Whether both ends are in one cluster. */
      joins: boolean
      evidence: {
        signatures: Array<string>
        slot: number | null
        amount: string | null
        unit: string | null
        via: string | null
        token: string | null
        detail: string
      }
    }>
  } | undefined
  clusters?: Array<{
    id: string
    size: number
    members: Array<string>
    kinds: Array<'same_funder' | 'same_slot' | 'transfer' | 'peel' | 'shared_fee_payer' | 'same_bundle' | 'shared_table' | 'shared_nonce' | 'budget_fingerprint' | 'withdrawal_fingerprint' | 'common_funder' | 'shared_payer' | 'shared_payee' | 'same_exit' | 'mutual_payment' | 'shared_coin' | 'hand_over' | 'shared_route' | 'paid_back' | 'shared_hub' | 'co_signed' | 'matched_swap' | 'same_minutes' | 'same_remainder' | 'same_amount' | 'standing_power' | 'debt_repaid' | 'paid_together' | 'shared_fee_taker'>
    rootFunder: string | null
    /** Mints whose evidence joined some of them. */
    tokens: Array<string>
  }> | undefined
  bridges?: Array<{
    address: string
    isMember: boolean
    label: string | null
    cluster: string
    /** Whom it ties. */
    members: Array<string>
    kinds: Array<'same_funder' | 'same_slot' | 'transfer' | 'peel' | 'shared_fee_payer' | 'same_bundle' | 'shared_table' | 'shared_nonce' | 'budget_fingerprint' | 'withdrawal_fingerprint' | 'common_funder' | 'shared_payer' | 'shared_payee' | 'same_exit' | 'mutual_payment' | 'shared_coin' | 'hand_over' | 'shared_route' | 'paid_back' | 'shared_hub' | 'co_signed' | 'matched_swap' | 'same_minutes' | 'same_remainder' | 'same_amount' | 'standing_power' | 'debt_repaid' | 'paid_together' | 'shared_fee_taker'>
    /** Whether the cluster falls apart without it. */
    critical: boolean
  }> | undefined
  /** First money of each member, the oldest first. */
  fundingTimeline?: Array<{
    ts: number | null
    slot: number
    /** Base58 address. */
    wallet: string
    from: string
    fromLabel: string | null
    lamports: string
    signature: string
    cluster: string | null
  }> | undefined
  coverage?: {
    wallets: number
    /** Members whose history was read, whole or to a page. */
    read: number
    /** Transactions that were weighed. */
    transactions: number
    /** Common tokens, those of most members first. */
    tokens: Array<{
      mint: string
      members: number
      gathered: boolean
    }>
    gaps: Array<string>
    edgesLeftOut: number
  } | undefined
  /** Members of which nothing can be concluded. */
  unknown?: Array<{
    /** Base58 address. */
    wallet: string
    reason: string
  }> | undefined
  /** Members that were read and tie to no other. */
  isolated?: Array<string> | undefined
}

export type GetDashboardReply = {
  success: true
  /** Base58 address. */
  wallet: string
  hasKey: boolean
  apiKeyId: number | null
  tier: 'free' | 'preview' | 'builder' | 'scale' | 'enterprise' | 'data' | null
  createdAt: number | null
  feeWallet: string | null
  /** A change made without the owner's session that does not count yet; the owner can cancel it. */
  pendingFeeWallet: {
    /** Where the fees will go. */
    feeWallet: string
    /** From when on. */
    effectiveAt: number
  } | null
  hasBrandingLicense: boolean
  /** The payment; null when the license is inactive. */
  brandingLicenseTx: string | null
  stats: RecoveryTotals
}

export type GetDashboardSessionReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** Id of the key. */
  apiKeyId: number
  /** First characters of the key, to recognise it by. */
  keyPrefix: string
  label: string
  tier: 'free' | 'preview' | 'builder' | 'scale' | 'enterprise' | 'data'
  scopes: Array<string>
  limitPer10s: number | null
  /** Epoch milliseconds. */
  createdAt: number
  oldKeyValidUntil: number | null
  hasBrandingLicense: boolean
  brandingLicenseTx: string | null
  /** Base58 address. */
  feeWallet: string
  /** A change made without the owner's session that does not count yet; the owner can cancel it. */
  pendingFeeWallet: {
    /** Where the fees will go. */
    feeWallet: string
    /** From when on. */
    effectiveAt: number
  } | null
  /** True: only the owner's session changes the fee wallet. */
  feeWalletLocked: boolean
  feeWalletBalance: number | null
  /** Of the last 24 hours, newest first, up to 20: each can be undone. */
  feeWalletChanges: Array<{
    /** For undo-fee-wallet. */
    changeId: number
    from: string | null
    to: string | null
    /** Epoch milliseconds. */
    at: number
    /** When it counts or counted; after `at` when it came without the session. */
    effectiveAt: number
    /** False when it came without the owner's session. */
    byOwner: boolean
  }>
  allowedDomains: Array<string> | null
  stats: RecoveryTotals
  /** Up to 20, newest first. */
  recentTransactions: Array<RecoveredTransaction>
}

export type GetDeepScanReply = {
  success: true
  mint: string
  /** Higher is safer. */
  score: number
  /** Exactly the band of `score`: `safe` from 85, `caution` from 60, `risky` from 35, else `danger`. */
  grade: 'safe' | 'caution' | 'risky' | 'danger'
  /** What `grade` says, in words, with the gravest finding. */
  verdict: string
  summary: string
  layers: Layers
  providers: {
    rugcheck: ProviderReport
    goplus: ProviderReport
  }
  /** Every failing check, critical to info, then by source. */
  flags: Array<{
    id: string
    /** Layer or provider. */
    source: string
    severity: 'critical' | 'high' | 'medium' | 'warning' | 'low' | 'info'
    label: string
    detail: string
  }>
  crossValidation: {
    agreement: number | null
    conflicts: number
    /** The chain wins: provider data never changes a layer. */
    facts: Array<{
      fact: string
      chain: string | null
      said: Record<string, string | null>
      agree: boolean
      detail: string
    }>
  }
  weights: ScoreWeights
  entity: {
    decentralizationScore: number | null
    largestClusterPct: number | null
    entityCount: number | null
    clusteredPct: number | null
    hiddenSupplyPct: number | null
    entity_nakamoto: number | null
    entity_gini: number | null
    nodeCount: number
    linkCount: number
    roles: WalletRoles | null
  } | null
  reach: {
    /** Percent of the early supply in wallets whose money, signers and tools were read and are known to be public: money from exchanges or services, no other signer of the purchase but relayers of strangers, no tool that only some buyers of this token share, and in no group of the bubble map. */
    pct: number
    /** Below it nothing is `safe`: a team that leaves no trace would look the same. */
    leastPct: number
    /** What was looked at, in percent of the supply: purchases since the launch, without the creator, until a quarter of the supply was bought. */
    earlyPct: number
    wallets: number
    publicWallets: number
    /** Percent of the early supply of which this was not read or is not known to be public; `groups`: in wallets that the bubble map joined, three or more. */
    notPublicPct: {
      money: number
      signers: number
      tools: number
      groups: number
    }
  } | null
  /** SHA-256 of the recorded inputs; `mintglass replay` judges them again. */
  bundle: string
  /** Epoch milliseconds. */
  generatedAt: number
  /** Only with `explain=1`: source and age of each input. */
  explain?: Array<{
    input: string
    /** Source: `chain:<what was read>`, a provider, or `computed`. */
    source: string
    asOf: number | null
    slot: number | null
    note: string | null
  }> | undefined
}

export type GetDevHistoryReply = {
  success: true
  mint: string
  ok: boolean
  dev: string | null
  devSource: 'launch' | 'mint_creation' | 'provider' | null
  priorTokens: Array<{
    mint: string
    launchSlot: number
    launchTime: number | null
    dex: string
    signature: string
    rugged: boolean | null
    outcome: 'rugged' | 'alive' | 'faded' | 'graduated' | 'unknown'
    timeToRugSecs: number | null
    peakValueUsd: number | null
    devSoldPct: number | null
    detail: string
  }> | null
  ruggedPriorTokens: number | null
  rugRate: number | null
  peakPriorValueUsd: number | null
  serialRugger: boolean | null
  fastRugger: boolean | null
  medianTimeToRugSecs: number | null
  medianTimeToRugSamples: number
  devSoldPct: number | null
  devSoldClass: 'none' | 'partial' | 'most' | 'all' | null
  devRootFunder: string | null
  devFunderTerminal: {
    address: string
    name: string | null
    category: string
  } | null
  devFunderPeeled: boolean | null
  devFunderPeel: Array<{
    address: string
    lamports: string
    signature: string | null
    slot: number | null
    name: string | null
  }> | null
  privacyHops: number | null
  fundedCreators: Array<{
    wallet: string
    funder: string
    /** The token of it of which the worst is known. */
    mint: string
    /** Its launch. */
    signature: string
    rugged: boolean | null
    left: boolean | null
    detail: string
  }> | null
  operatorRing: Array<string> | null
  operatorRingDetected: boolean | null
  ringCoLaunchBurst: boolean | null
  checks: Array<Check>
  errors: Array<string>
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetFeaturedLeaderboardReply = {
  success: true
  category: 'trader' | 'cex' | 'mm' | 'validator' | 'all'
  count: number
  leaders: Array<{
    /** Base58 address. */
    wallet: string
    handle: string | null
    displayName: string
    entityLogo: string | null
    flags: Array<string>
    category: 'trader' | 'cex' | 'mm' | 'validator'
    /** US dollars. */
    totalValue: number
    /** Always 0. */
    pnl30d: number
    /** Always 0. */
    winRate: number
    /** Always 0 until a source counts trades of featured wallets. */
    tradeCount: number
  }>
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetFeaturedWhalesReply = {
  success: true
  category: 'trader' | 'cex' | 'mm' | 'validator' | 'all'
  count: number
  /** By `netWorthUSD`, the largest first, those without one last. */
  whales: Array<FeaturedWhale>
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetFirstPartyTokenCandlesReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  token: string
  period: string
  count: number
  /** Ascending. A bar without a trade of known price is not listed. */
  candles: Array<TapeCandle>
}

export type GetFirstPartyTokenStatsReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  token: string
  /** Trades. */
  count: number
  buys: number
  sells: number
  volumeUSD: number
  buyVolumeUSD: number
  sellVolumeUSD: number
  volumeLamports: string | null
  /** Base units that changed hands. */
  amountRaw: string
  /** Trades of unknown worth in dollars. */
  unpriced: number
  makers: number
  buyers: number
  sellers: number
  newMakers: number | null
  vwapUSD: number | null
  highUSD: number | null
  lowUSD: number | null
  lastPriceUSD: number | null
  wash: {
    shareEstimate: number | null
    trades: number
    rule: string
  }
  firstTs: number | null
  lastTs: number | null
}

export type GetFirstPartyTokenTradersReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  token: string
  sort: string
  /** Traders of the window; `count` of them are listed. */
  total: number
  count: number
  traders: Array<TapeTrader>
}

export type GetFirstPartyTokenTradesReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  token: string
  count: number
  trades: Array<StreamTrade>
  /** Send it as `cursor` for the trades before these; null where the window has no more. */
  nextCursor: string | null
}

export type GetFirstPartyWalletPnlReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  wallet: string
  /** Purchases of before the window have no cost here. */
  basis: 'window'
  method: 'fifo'
  summary: {
    realizedLamports: string | null
    realizedUSD: number
    /** Without what is `thin`. */
    unrealizedUSD: number
    investedUSD: number
    proceedsUSD: number
    volumeUSD: number
    trades: number
    buys: number
    sells: number
    tokens: number
    /** Positions with a known basis and a profit from their sales. */
    wins: number
    losses: number
    winRatePct: number | null
    /** Tokens of which more was sold than the window’s purchases left. */
    openingUnknown: number
    unpriced: number
    /** Tokens of which more is held than their pools could pay. */
    thin: number
  }
  /** Tokens of which more was sold than the window’s purchases left. Their purchase is unknown. The 200 traded last. */
  openingUnknown: Array<{
    token: string
    /** Base units, exact. */
    openingRaw: string
    opening: number
    decimals: number
  }>
  count: number
  /** Newest trade first. */
  positions: Array<TapePosition>
}

export type GetFirstPartyWalletTokensReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  wallet: string
  count: number
  tokens: Array<TapeToken>
}

export type GetFirstPartyWalletTradesReply = {
  success: true
  chain: 'solana' | 'ethereum' | 'base'
  window: TapeWindow
  source: 'first-party'
  /** Cursor after the newest event of the tape: the same as of streams. */
  cursorHead: string
  wallet: string
  count: number
  trades: Array<StreamTrade>
  /** Send it as `cursor` for the trades before these; null where the window has no more. */
  nextCursor: string | null
}

export type GetFullMetadataReply = {
  success: true
  mint: string
  name: string | null
  symbol: string | null
  rank: number | null
  decimals: number | null
  priceUSD: number | null
  marketCapUSD: number | null
  liquidityUSD: number | null
  volume24hUSD: number | null
  totalSupply: number | null
  circulatingSupply: number | null
  maxSupply: number | null
  description: string | null
  logo: string | null
  categories: Array<string>
  investors: Array<{
    name: string
    type: string | null
    lead: boolean
    image: string | null
    country: string | null
    description: string | null
  }>
  distribution: Array<{
    name: string
    /** 0-100. */
    percentage: number
  }>
  socials: {
    twitter: string | null
    website: string | null
    discord: string | null
    telegram: string | null
  }
  otherChains: Array<string>
  /** Present only when the provider failed and the answer is an older one. */
  stale?: true | undefined
}

export type GetHealthReply = {
  success: true
  ok: true
  /** Version of the running package. */
  version: string
  /** Now, epoch milliseconds. */
  ts: number
}

export type GetLighthouseReply = {
  success: true
  volumeUSD24h: number
  /** Percent against the 24 hours before. */
  volumeUSD24hChange: number
  trades24h: number
  buys24h: number
  sells24h: number
  /** As the provider reports it. 0 when the figures come from the tape, which does not hold fees. */
  feesPaidUSD24h: number
  /** Epoch milliseconds. */
  generatedAt: number
  /** Seconds up to now that the figures are of, where no provider is configured and the tape is younger than 48 hours; 24 hours when absent. */
  windowSecs?: number | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetLimitOrderHistoryReply = {
  success: true
  orders: Array<LimitOrder>
  page: number
  totalPages: number
  /** There are more than are listed. */
  hasMoreData: boolean
}

export type GetPairsReply = {
  success: true
  /** Pairs that are not null. */
  count: number
  pairs: Record<string, Pair | null>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetPoolOhlcvReply = {
  success: true
  pool: string
  period: '1m' | '5m' | '1h' | '1d' | '1w'
  /** Start of the requested range, epoch milliseconds. Without a `from`: `amount` periods before `to`, or the oldest candle where pauses in trading make it older. */
  from: number
  /** End of the range, epoch milliseconds. */
  to: number
  count: number
  candles: Array<Candle>
  /** Present only when every provider failed and the answer is an older one. */
  stale?: true | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetPoolParamsReply = {
  success: true
  /** The token. */
  mint: string
  /** DEX of the pool. */
  dex_type: string
  /** The pool. */
  pair_address: string
  /** Traded against SOL, wrapped or not. */
  is_sol_quoted: boolean
  quote_mint: string | null
  /** The pool was in memory: no call to the node. */
  cache_hit: boolean
  /** Reading the pool. Milliseconds, to the thousandth. */
  fetch_ms: number
  /** Finding out which pool it is. Milliseconds, to the thousandth. */
  detect_ms: number
  /** Slot in which the pool is known. */
  slot: number
  /** DEXs on which there may be more pools: the node refused a scan, or it took too long. */
  degraded: Array<string>
}

export type GetPositionIntelReply = {
  success: true
  /** Base58 address. */
  address: string
  /** `clmm`, `dlmm`, `damm`, `lend`, `stake`, or `unknown` for a layout that is not read. */
  kind: string
  protocol: string | null
  /** Program that owns the account; null where there is no account. */
  program: string | null
  /** Who holds the NFT, or whom the account names. */
  owner: string | null
  /** The position’s own account. */
  account: string | null
  mint: string | null
  pool: string | null
  /** Symbols of the tokens, joined by a slash. */
  pair: string | null
  /** What a withdrawal would bring now, rounded down as the program rounds. */
  tokens: Array<{
    /** Base58 address. */
    mint: string
    symbol: string | null
    decimals: number | null
    /** Base units, exact. */
    amountRaw: string
    amount: number | null
    priceUSD: number | null
    priceSource: string | null
    valueUSD: number | null
    /** All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total. */
    thin: boolean
  }>
  /** What is owed, rounded up as a repayment is. */
  debts: Array<{
    /** Base58 address. */
    mint: string
    symbol: string | null
    decimals: number | null
    /** Base units, exact. */
    amountRaw: string
    amount: number | null
    priceUSD: number | null
    priceSource: string | null
    valueUSD: number | null
    /** All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total. */
    thin: boolean
  }>
  uncollectedFees: Array<{
    /** Base58 address. */
    mint: string
    symbol: string | null
    decimals: number | null
    /** Base units, exact. */
    amountRaw: string
    amount: number | null
    priceUSD: number | null
    priceSource: string | null
    valueUSD: number | null
    /** All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total. */
    thin: boolean
  }> | null
  range: {
    unit: 'tick' | 'bin' | 'price'
    lower: number | null
    upper: number | null
    current: number | null
    /** Whether its liquidity trades at the present price. */
    isInRange: boolean
    lowerPrice: number | null
    upperPrice: number | null
    currentPrice: number | null
  } | null
  lockedPct: number | null
  lending: {
    /** The oldest update of the reserves: interest after it is in no amount. */
    interestUntil: {
      slot: number | null
      /** Seconds. */
      timestamp: number | null
    }
    health: {
      at: {
        slot: number | null
        /** Seconds. */
        timestamp: number | null
      }
      /** The position has changed since. */
      isStale: boolean
      collateralUSD: number
      debtUSD: number
      /** Debt over collateral, without the weights of the program. */
      ltvPct: number
      healthFactor: number | null
    } | null
    /** What of the position is in no amount. */
    unread: Array<string>
  } | null
  valueUSD: number | null
  uncollectedUSD: number | null
  /** Null: no history of fees is kept. */
  apy24h: number | null
  /** Null: what was put in is not read. */
  il: number | null
  openedAt: number | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetPricesReply = {
  success: true
  count: number
  prices: Record<string, TokenPrice>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetPricesRequest = {
  /** Addresses; invalid ones are dropped, the first 50 valid ones count. */
  mints: Array<unknown>
  [member: string]: unknown
}

export type GetProgramIntelReply = {
  success: true
  /** Base58 address. */
  program: string
  /** False for an account that cannot be executed, and for none. */
  isProgram: boolean
  name: string | null
  /** `dex`, `launchpad`, `locker`, `system`, `program`; null for an unknown one. */
  category: string | null
  /** Whether someone may replace the code; null where the loader does not say. */
  upgradeable: boolean | null
  upgradeAuthority: string | null
  /** Slot in which the code was last deployed. */
  lastDeploySlot: number | null
  /** Null without a registry of builds. */
  verifiedBuild: boolean | null
  sizeBytes: number | null
  /** Liquidity of its pairs on the tape, as far as it is known. */
  tvlUSD: number | null
  /** Null: no source counts them. */
  calls24h: number | null
  /** Trades of its pairs on the tape. */
  tapeTrades24h: number | null
  knownRisks: Array<{
    id: string
    severity: 'high' | 'medium' | 'low'
    detail: string
  }>
  /** Different tokens among its pairs on the tape. */
  usedByMints: number | null
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetPublicTokenInfoRequest = {
  mints: Array<string>
  [member: string]: unknown
}

export type GetPulseReply = {
  success: true
  /** How far back `trades` and `volumeUsd` reach: an hour, or less while the server has followed for less. */
  windowSecs: number
  /** Tokens that came to be on a curve, newest first. */
  launched: Array<PulseToken>
  /** Curves that were traded lately and are at least half full, fullest first. */
  graduating: Array<PulseToken>
  /** Tokens whose curve is sold out and that moved to a pool, newest first. */
  graduated: Array<PulseToken>
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetRawTrendingReply = {
  success: true
  /** Epoch milliseconds. */
  generatedAt: number
  maxAgeMs: number
  count: number
  tokens: Array<RawTrendingToken>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetRecentLaunchesReply = {
  success: true
  count: number
  /** Latest indexed first. */
  launches: Array<Launch>
  /** Send it as `cursor` for the ones before these; null at the end. */
  nextCursor: string | null
}

export type GetRecoveryStatsReply = {
  success: true
  stats: RecoveryTotals
  /** The 10 newest. */
  recentTransactions: Array<RecoveredTransaction>
}

export type GetRefundHistoryReply = {
  success: true
  refunds: Array<{
    signature: string
    kind: 'empty' | 'dust' | 'wsol' | 'lookup_tables' | 'buffers' | 'nonces' | 'stake' | 'excess' | 'deactivate'
    /** Base58 address. */
    wallet: string
    accounts: Array<string>
    /** What it brought; what it is to bring while it is pending. Lamports, all digits written. */
    lamports: number
    fee_lamports: number | null
    /** Status on the chain. `expired`: it can no longer land. */
    status: 'pending' | 'landed' | 'failed' | 'expired'
    slot: number | null
    /** Epoch milliseconds. */
    created_at: number
  }>
  count: number
  next_cursor: string | null
}

export type GetSandboxReply = {
  success: true
  mode: 'sandbox'
  seed: string
  genesisHash: string
  /** How often the embedded world crashed and was restarted since the server started. */
  restarts: number
  /** Published keys by purpose. */
  keys: Record<string, string>
  tokens: Array<SandboxToken>
  wallets: Array<SandboxWallet>
  /** Funded custodial users of the trade key. */
  userRefs: Array<{
    userRef: string
    address: string
  }>
  signatures: Array<string>
  upstreams: Record<string, string>
}

export type GetScreenRowsReply = {
  success: true
  /** Ascending by `pair`. `row`: its figures now; null where this process has no such pair yet. */
  rows: Array<{
    /** Address of the pool or curve. */
    pair: string
    token: string
    quote: string
    /** Where it happened. */
    dex: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream' | string
    /** Epoch milliseconds. */
    enteredAt: number
    row: ScreenerRow | null
  }>
  /** Rows of this answer. */
  count: number
  /** Rows of the screen. */
  total: number
  /** Position on the tape. Rows, taken page by page, and the events after the cursor of the first page give the screen at any later time. An event whose change the rows already show changes nothing. */
  cursor: string
  nextCursor: string | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetScreenerFacetsReply = {
  success: true
  chain: string
  /** Pairs. */
  total: number
  /** Every numeric field. Percentiles are values that occur (nearest rank). */
  fields: Array<{
    field: string
    /** Pairs with a value. */
    known: number
    min: number | null
    p5: number | null
    p25: number | null
    p50: number | null
    p75: number | null
    p95: number | null
    max: number | null
  }>
  flags: Array<{
    field: string
    known: number
    isTrue: number
  }>
  /** Most pairs first. */
  dexes: Array<{
    value: string
    pairs: number
  }>
  /** Most pairs first. */
  platforms: Array<{
    value: string
    pairs: number
  }>
  /** Most pairs first. */
  quotes: Array<{
    value: string
    pairs: number
  }>
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetScreenerPairReply = {
  success: true
  pair: ScreenerRow
  history: {
    /** The last of each hour, ascending, from the pool’s own trades. Empty where these do not say reserves. */
    liquidity: Array<{
      /** Epoch milliseconds. */
      t: number
      usd: number
    }>
    /** Counts that this server made, ascending. */
    holders: Array<{
      /** Epoch milliseconds. */
      t: number
      holders: number
    }>
  }
  /** `tape`, or `provider` where the pair is not on the tape. */
  source: string
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetScreenerPairsGraduatingReply = {
  success: true
  rows: Array<ScreenerRow>
  /** Rows of this answer. */
  count: number
  /** Pairs that match; of a later page, those that did when the first was made. */
  total: number
  /** Epoch milliseconds. */
  generatedAt: number
  /** How old the answer may be. */
  maxAgeMs: number
  input: ScreenerInput
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
  /** Graduations on the tape within the last hour. */
  graduatedLastHour: number
}

export type GetScreenerPairsNewReply = {
  success: true
  rows: Array<ScreenerRow>
  /** Rows of this answer. */
  count: number
  /** Pairs that match; of a later page, those that did when the first was made. */
  total: number
  /** Epoch milliseconds. */
  generatedAt: number
  /** How old the answer may be. */
  maxAgeMs: number
  input: ScreenerInput
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetScreenerPairsTrendingReply = {
  success: true
  rows: Array<{
    chain: string
    /** Where the pair trades; venues without a name of their own begin with `amm:`. */
    dex: string
    /** Address of the pool or curve. */
    pair: string
    base: {
      address: string
      symbol: string | null
      name: string | null
    }
    quote: {
      address: string
      symbol: string | null
      name: string | null
    }
    /** Of the newest trade of known price. */
    priceUSD: number | null
    /** Percent, from the newest trade before the window to the newest trade. */
    priceChange: AmountWindows
    /** Dollars. Null where the tape does not hold the window whole, or a trade’s worth is unknown. */
    volume: AmountWindows
    txns: CountWindows
    /** Different wallets that traded the pair. */
    makers24h: number | null
    /** Both sides of the pool. */
    liquidityUSD: number | null
    /** Dollars: circulating supply times `priceUSD`. */
    marketCap: number | null
    /** Dollars: total supply times `priceUSD`. */
    fdv: number | null
    /** Epoch ms; null where neither the tape nor a provider says it. */
    createdAt: number | null
    /** To a hundredth. */
    ageHours: number | null
    lastTradeAt: number | null
    /** Paid promotion; null without a provider that says it. */
    boosts: number | null
    /** Where this server counted them for another answer. */
    holders: number | null
    /** Kinds of the pool as the market provider names them. */
    labels: Array<string>
    hasSocials: boolean | null
    verified: boolean | null
    curve: {
      /** Launchpad that the token came from. */
      platform: string
      /** Progress of the curve, 0 to 100; null once it left the curve. */
      pct: number | null
      graduated: boolean
    } | null
    safety: {
      score: number
      grade: string
    } | null
    /** Place in the order of the whole answer, from 1. */
    rank: number | null
    rankChange1h: number | null
  }>
  /** Rows of this answer. */
  count: number
  /** Pairs that match; of a later page, those that did when the first was made. */
  total: number
  /** Epoch milliseconds. */
  generatedAt: number
  /** How old the answer may be. */
  maxAgeMs: number
  input: ScreenerInput
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetScreensReply = {
  success: true
  screens: Array<Screen>
  count: number
}

export type GetSignatureStatusesRequest = {
  signatures?: Array<string> | null | undefined
  /** In place of `signatures`, which counts when both are given. */
  signature?: string | null | undefined
  /** Merged over `searchTransactionHistory` false and sent to the node. */
  options?: Record<string, unknown> | null | undefined
  [member: string]: unknown
}

export type GetSnipersReply = {
  success: true
  mint: string
  launchSlot: number | null
  launchTime: number | null
  /** Slots after the launch slot whose buyers count: those of the first second, by the measured slot time. */
  windowSlots: number
  basis: 'launch' | 'map' | null
  /** Shares that are at least so much: see the same of intel. */
  lowerBounds: Array<'sniperPct' | 'slot0SniperPct' | 'bundledPct'>
  slotMs: number | null
  sniperCount: number | null
  sniperPct: number | null
  slot0SniperCount: number | null
  slot0SniperPct: number | null
  cohortSniperCount: number | null
  /** Every independent sniper, in the order in which they bought. */
  snipers: Array<{
    address: string
    slotsAfterLaunch: number
    afterMs: number | null
    serial: boolean | null
  }>
  sniperExit: {
    classified: number
    holding: number
    soldPartial: number
    soldFull: number
    boughtMore: number
  } | null
  bundledPct: number | null
  bundleWalletCount: number | null
  sampledSnipers: Array<{
    address: string
    fungibles: number | null
    serial: boolean | null
    heavy: boolean | null
  }>
  serialSniperRatio: number | null
  checks: Array<Check>
  errors: Array<string>
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetSolBalanceReply = {
  success: true
  /** The user's wallet. */
  wallet: string
  /** Lamports; 0 where the wallet holds nothing yet. All digits are written: beyond 2^53 a reader must take them as they are. */
  balance_lamports: number | bigint
  /** The same in SOL, as near as a double comes. */
  balance_sol: number
}

export type GetSolPriceHistoryReply = {
  success: true
  /** Ascending; one per native period (5m, 1h, 1h, 1d), the newest price last. */
  points: Array<[number, number]>
  range: '1h' | '24h' | '7d' | '30d'
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetSolPriceReply = {
  success: true
  price: number
  source: 'db' | 'jupiter' | 'fallback'
  /** Epoch milliseconds. */
  recordedAt: number
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetStatsReply = {
  success: true
  /** Length of the requested range. */
  range_ms: number
  /** Epoch milliseconds from which calls are counted: the start of the UTC hour (24h) or UTC day (7d and longer) in which the range begins. */
  since: number
  summary: {
    calls: number
    /** Answers with status 400 and above. */
    errors: number
    /** Answers with status 500 and above. */
    failures: number
    /** A fraction from 0 to 1, not a percentage. */
    error_rate: number
    /** A fraction from 0 to 1, not a percentage. */
    failure_rate: number
    avg_ms: number
    max_ms: number
    /** Upstream calls that this key caused. */
    provider_calls: number
    /** US dollars; calls to a provider of unknown price count as 0. */
    provider_cost_usd: number
  }
  /** The 30 routes with the most calls. */
  byRoute: Array<{
    /** Method and path pattern. */
    route: string
    calls: number
    errors: number
    avg_ms: number
    /** US dollars; calls to a provider of unknown price count as 0. */
    cost_usd: number
  }>
  /** One row per UTC day, ascending, days without calls included. */
  series: Array<{
    /** Epoch milliseconds of the start of the UTC day. */
    ts: number
    calls: number
    failures: number
    /** US dollars; calls to a provider of unknown price count as 0. */
    cost_usd: number
  }>
}

export type GetStreamCursorReply = {
  success: true
  chain: string
  /** Cursor after the newest event. */
  head: string
  /** Cursor before the oldest kept event. */
  tail: string
  /** From the oldest kept event to the newest. */
  windowSecs: number
  /** Reading from it gives the events from `ts` on; null without `ts`. */
  tsToCursor: string | null
}

export type GetSwapQuoteReply = {
  success: true
  /** The aggregator's quote with every member and digit it came with. The whole object goes into build. */
  quote: SwapQuote
}

export type GetSystemUsageReply = {
  success: true
  /** Epoch milliseconds. */
  ts: number
  version: string
  mode: 'live' | 'sandbox'
  uptimeSecs: number
  process: {
    pid: number
    rssBytes: number
    heapUsedBytes: number
    /** Of all threads since the start. */
    cpuSecs: number
    /** Since the previous reading; null before the first. */
    loopLagP99Ms: number | null
  }
  workers: {
    pending: number
    refused: number
    tasks: Array<{
      task: string
      runs: number
      meanMs: number
      p95Ms: number | null
    }>
  }
  http: {
    inFlight: number
    requests: number
    /** Requests by class of status: `2xx`, `4xx`, ... */
    byClass: Record<string, number>
    p50Ms: number | null
    p99Ms: number | null
    cacheHitPct: number | null
  }
  stream: {
    connections: number
    topics: number
    deliveries: number
    /** Slow readers that were served from the tape. */
    catchUps: number
    skips: number
  }
  webhooks: {
    subscriptions: number
    waiting: number
    running: number
  }
  tape: Array<{
    chain: string
    headSlot: number | null
    headCursor: string
    lagMs: number | null
    /** On the tape, first to last. */
    events: number
  }>
  store: Array<{
    environment: string
    usedBytes: number
    mapBytes: number
  }>
  upstreams: Array<{
    provider: string
    calls: number
    failed: number
    p95Ms: number | null
    queued: number
    inFlight: number
    /** Its circuit breaker is open: it is not asked for a while. */
    resting: boolean
  }>
  jobs: Array<{
    job: string
    runs: number
    failed: number
  }>
}

export type GetTokenAthReply = {
  success: true
  price: number | null
  ath: number | null
  atl: number | null
  athDate: string | null
  atlDate: string | null
  fromAthPct: number | null
  fromAtlPct: number | null
  priceChange24h: number | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetTokenBalanceReply = {
  success: true
  /** The token. */
  mint: string
  /** The user's wallet. */
  wallet: string
  decimals: number
  /** Both accounts together, in base units. All digits are written: beyond 2^53 a reader must take them as they are. */
  total_balance: number | bigint
  /** In the associated token account. All digits are written: beyond 2^53 a reader must take them as they are. */
  standard_balance: number | bigint
  /** In the account derived from the wallet by a seed. All digits are written: beyond 2^53 a reader must take them as they are. */
  seed_balance: number | bigint
  /** The associated token account, whether it exists or not. */
  standard_account: string
  /** The account derived by a seed, whether it exists or not. */
  seed_account: string
}

export type GetTokenChartReply = {
  success: true
  mint: string
  period: '1h' | '1d' | '7d' | '30d' | '90d' | '365d'
  /** Start of the requested range, epoch milliseconds. */
  from: number
  /** End of the range, epoch milliseconds. */
  to: number
  /** Closes of the candles, or prices of the history. */
  points: Array<{
    /** Epoch milliseconds. */
    t: number
    v: number
  }>
  /** `candles`: a provider’s own candles, passed through (intervals without trades are left out), or those of the deepest pool from what this server has read of the chain, which may cover only the end of the range (`missing` says so). `resampled`: derived from a price history; also when nothing is known. */
  resolution: 'candles' | 'resampled'
  /** The pool whose candles these are; only when they are this server’s own. */
  pool?: string | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetTokenInfoReply = {
  success: true
  /** The token. */
  mint: string
  name: string | null
  symbol: string | null
  decimals: number
  /** Base units in being. All digits are written: beyond 2^53 a reader must take them as they are. */
  supply: number | bigint
  price_usd: number | null
  price_sol: number | null
  market_cap: number | null
  liquidity: number | null
  volume_24h: number | null
  dex: {
    /** DEX of the pool. */
    dex_type: string
    /** The pool. */
    pair_address: string
    /** Program of the pool. */
    program_id: string
    quote_mint: string | null
  }
  /** Still on the curve it was launched on. */
  is_bonding_curve: boolean
  bonding_curve_percent: number | null
  /** The mint authority is gone: the supply is fixed. */
  is_renounced: boolean
  /** The token has a freeze authority. */
  is_freezable: boolean
  ui_multiplier: number | null
}

export type GetTokenIntelReply = {
  success: true
  mint: string
  name: string | null
  symbol: string | null
  image: string | null
  price_usd: number | null
  market_cap: number | null
  fdv: number | null
  liquidity_usd: number | null
  volume_24h: number | null
  supply: number | null
  holders: number | null
  holders_meta: {
    value: number | null
    source: 'provider' | 'enumeration'
    /** Every account was counted. */
    exact: boolean
    /** There are more holders than the count. */
    capped: boolean
    as_of: number | null
    /** What was left out and why, one sentence each. Present only where something was. */
    missing?: Array<string> | undefined
  }
  holders_nonvault: number | null
  top10_pct: number | null
  insider_pct: number | null
  /** Largest owners of any kind by amount, equal amounts by address. */
  top_holders: Array<{
    owner: string
    /** Whole tokens, all accounts of the owner together. */
    amount: number
    /** Percent of the supply, rounded down at six decimals. */
    pct: number
    /** Token accounts with a balance. */
    accounts: number
    entity: string | null
    /** Absent on the unlabelled path: the owner's own account could not be read and no list names it. */
    entityType?: 'cex' | 'market_maker' | 'liquidity' | 'locker' | 'burn' | 'validator' | 'mev' | 'fee' | 'program' | 'wallet' | undefined
    entity_source: 'provider' | 'registry' | 'pda' | 'program' | null
    /** No key signs for this owner: an account of a program, or off the curve. */
    is_contract: boolean
    flags: Array<string>
  }>
  taxonomies: {
    entityType: {
      name: 'mintglass-1'
      values: Array<string>
    }
    flags: {
      name: 'normalized' | 'raw'
      values: Array<string>
    }
  }
  risk: {
    score: number | null
    verdict: 'high-risk' | 'risky' | 'caution' | 'safe' | null
    risks: Array<{
      id: 'top10' | 'insiders' | 'bundlers' | 'snipers' | 'dev'
      label: string
      /** What it adds to the score. */
      points: number
      /** The share in `distribution`. */
      value_pct: number
      /** The threshold that it exceeds. */
      above_pct: number
    }>
    unknown: Array<string>
  }
  pair: Pair | null
  metadata: {
    logo: string | null
    header: string | null
    description: string | null
    websites: Array<SiteLink>
    socials: Array<SocialLink>
    createdAt: number | null
    deployer: string | null
    bonded: boolean | null
  }
  market: {
    /** Market-data provider, or `chain`: computed from the pool itself. */
    source: string
    dex: string
    pairAddress: string
    priceNative: number | null
    /** Percent. */
    priceChange: AmountWindows
    /** USD. */
    volume: AmountWindows
    txns: CountWindows
    pairCreatedAt: number | null
  } | null
  /** Percent of supply; null where no source has the figure, and then it adds nothing to the risk. Leaves out owners whose tokens no one can sell (pools and curves, lockers, burn addresses); the share is of the whole supply. */
  distribution: {
    top10_pct: number | null
    insiders_pct: number | null
    bundlers_pct: number | null
    snipers_pct: number | null
    dev_pct: number | null
    top1_pct: number | null
    top20_pct: number | null
    top50_pct: number | null
    top100_pct: number | null
    liquidity_pct: number | null
    locked_pct: number | null
    burned_pct: number | null
    cex_pct: number | null
    gini: number | null
    hhi: number | null
    nakamoto: number | null
    /** Shares of this record that are at least so much: without a bubble map or deep scan at hand further wallets of the same people have not been looked for (insiders, bundlers), or not all purchases of the launch window were read. */
    lower_bounds: Array<'insiders_pct' | 'bundlers_pct' | 'snipers_pct'>
  }
  launch: {
    slot: number
    dex: string
    /** Of the launch, in `slot`; the mint may be older. */
    signature: string
    /** Slots after the launch slot whose buyers count: those of the first second, by the measured slot time. */
    window_slots: number
    buyers: number
    snipers: number
    bundlers: number
    insiders: number
    /** `launch`: the launch window alone was read; `map`: a bubble map or deep scan at hand says who belongs together, and snipers, bundlers and insiders are those of its `roles`. */
    basis: 'launch' | 'map'
    /** False while the window is open or when part of it could not be read. */
    complete: boolean
  } | null
  /** Best first; `pair` is the first of them. */
  pairs: Array<Pair>
  rugScore: number | null
  verdict: 'high-risk' | 'risky' | 'caution' | 'safe' | null
  flags: Array<'not_a_mint' | 'mint_authority' | 'freeze_authority' | 'permanent_delegate' | 'transfer_hook' | 'transfer_fee' | 'non_transferable' | 'default_frozen' | 'pausable' | 'bundled_launch' | 'sniped_launch' | 'dev_holding' | 'on_curve' | 'graduated' | 'no_pool'>
  /** A fresh deep scan of this token is at hand. */
  deepscanAvailable: boolean
  /** Epoch milliseconds at which the chain was read. */
  checkedAt: number
  /** Epoch milliseconds. */
  generatedAt: number
  /** Only with `explain=1`: where each figure comes from and how old it was. */
  explain?: {
    name: FigureSource
    symbol: FigureSource
    image: FigureSource
    price_usd: FigureSource
    market_cap: FigureSource
    fdv: FigureSource
    liquidity_usd: FigureSource
    volume_24h: FigureSource
    supply: FigureSource
    holders: FigureSource
    holders_nonvault: FigureSource
    top_holders: FigureSource
    top10_pct: FigureSource
    insiders_pct: FigureSource
    bundlers_pct: FigureSource
    snipers_pct: FigureSource
    dev_pct: FigureSource
    concentration: FigureSource
    risk: FigureSource
    metadata: FigureSource
    pairs: FigureSource
  } | undefined
}

export type GetTokenMetadataReply = {
  success: true
  count: number
  tokens: Record<string, TokenMetadata>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetTokenMetadataRequest = {
  /** Addresses; invalid ones are dropped, the first 100 valid ones count. */
  mints: Array<unknown>
  [member: string]: unknown
}

export type GetTokenOhlcvReply = {
  success: true
  mint: string
  period: '1h' | '1d' | '7d' | '30d' | '90d' | '365d'
  /** Start of the requested range, epoch milliseconds. */
  from: number
  /** End of the range, epoch milliseconds. */
  to: number
  /** `candles`: a provider’s own candles, passed through (intervals without trades are left out), or those of the deepest pool from what this server has read of the chain, which may cover only the end of the range (`missing` says so). `resampled`: derived from a price history; also when nothing is known. */
  resolution: 'candles' | 'resampled'
  count: number
  candles: Array<Candle>
  /** The pool whose candles these are; only when they are this server’s own. */
  pool?: string | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetTokenSafetyReply = {
  success: true
  mint: string
  score: number | null
  grade: 'safe' | 'caution' | 'risky' | 'danger' | null
  verdict: string | null
  topGreen: Array<SafetyFlag>
  topRed: Array<SafetyFlag>
  hardCapped: boolean
  hardCapReason: string | null
  venues: Array<Venue>
  primaryVenue: Venue | null
  liquidityUsd: number | null
  scannedAt: number | null
  source: 'deepscan' | 'intel' | 'venues' | 'error'
  status: 'complete' | 'partial' | 'pending'
}

export type GetTokenTradesReply = {
  success: true
  mint: string
  count: number
  /** Newest first. */
  trades: Array<Trade>
  /** Send it as `cursor` for the rows before these. Null where there are none or no one has them, and for rows that come from a provider. */
  nextCursor: string | null
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetTokensSafetyReply = {
  success: true
  /** By mint. */
  results: Record<string, SafetyChip>
}

export type GetTrendingReply = {
  success: true
  /** Epoch milliseconds. */
  generatedAt: number
  maxAgeMs: number
  source: 'aggregate'
  count: number
  tokens: Array<TrendingToken>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetUdfConfigReply = {
  supported_resolutions: Array<string>
  supports_search: true
  supports_group_request: false
  supports_marks: false
  supports_timescale_marks: false
  supports_time: true
  exchanges: Array<{
    value: string
    name: string
    desc: string
  }>
  symbols_types: Array<{
    name: string
    value: string
  }>
}

export type GetUdfHistoryReply = {
  s: 'ok'
  t: Array<number>
  /** USD. */
  o: Array<number>
  /** USD. */
  h: Array<number>
  /** USD. */
  l: Array<number>
  /** USD. */
  c: Array<number>
  /** USD; absent where volumes are not known. */
  v?: Array<number> | undefined
} | {
  s: 'no_data'
  /** Start of the newest bar before the range, Unix seconds. */
  nextTime?: number | undefined
}

export type GetUdfQuotesReply = {
  s: 'ok'
  d: Array<{
    s: 'ok'
    /** The symbol as it was asked for. */
    n: string
    v: {
      short_name: string
      exchange: string
      description: string
      /** Last price, USD. */
      lp: number
      /** Change in 24 hours, percent; absent where it is not known. */
      chp?: number | undefined
      /** The same in USD. */
      ch?: number | undefined
      /** The price 24 hours ago, USD, as the change says. */
      prev_close_price?: number | undefined
      /** USD; of a token 24 hours, of a pool the present day (UTC). */
      volume?: number | undefined
    }
  } | {
    s: 'error'
    n: string
    v: Record<string, unknown>
  }>
}

export type GetUdfSymbolsReply = {
  name: string
  /** What `history` takes as its symbol. */
  ticker: string
  description: string
  type: 'crypto'
  session: '24x7'
  timezone: 'Etc/UTC'
  exchange: string
  listed_exchange: string
  minmov: 1
  /** A power of ten: six or more digits of the present price. */
  pricescale: number
  has_intraday: true
  has_daily: true
  has_weekly_and_monthly: boolean
  intraday_multipliers: Array<string>
  weekly_multipliers: Array<string>
  monthly_multipliers: Array<string>
  supported_resolutions: Array<string>
  volume_precision: number
  data_status: 'streaming'
  format: 'price'
  currency_code: 'USD'
  visible_plots_set: 'ohlcv'
}

export type GetWalletActivityReply = {
  success: true
  /** Base58 address. */
  wallet: string
  count: number
  activity: Array<Activity>
  order: 'asc' | 'desc'
  spamFiltered: number | null
  /** True: as many transactions were looked at as one answer may. */
  capped: boolean
  /** Who answered: `node`, from the transactions themselves, or a provider. */
  source: 'node' | 'mobula' | 'helius'
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWalletDefiPositionsReply = {
  success: true
  /** Base58 address. */
  wallet: string
  positions: Array<{
    kind: 'stake' | 'liquid_stake' | 'lp' | 'clmm' | 'dlmm' | 'damm' | 'lend'
    protocol: string
    /** Base58 address. */
    program: string
    /** The position’s own account; of shares the token account that holds them. */
    address: string
    mint: string | null
    pool: string | null
    shares: string | null
    /** What a withdrawal would bring now, rounded down as the program rounds. */
    tokens: Array<{
      /** Base58 address. */
      mint: string
      symbol: string | null
      decimals: number | null
      /** Base units, exact. */
      amountRaw: string
      amount: number | null
      priceUSD: number | null
      priceSource: string | null
      valueUSD: number | null
      /** All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total. */
      thin: boolean
    }>
    /** What is owed, rounded up as a repayment is. */
    debts: Array<{
      /** Base58 address. */
      mint: string
      symbol: string | null
      decimals: number | null
      /** Base units, exact. */
      amountRaw: string
      amount: number | null
      priceUSD: number | null
      priceSource: string | null
      valueUSD: number | null
      /** All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total. */
      thin: boolean
    }>
    uncollectedFees: Array<{
      /** Base58 address. */
      mint: string
      symbol: string | null
      decimals: number | null
      /** Base units, exact. */
      amountRaw: string
      amount: number | null
      priceUSD: number | null
      priceSource: string | null
      valueUSD: number | null
      /** All that the positions of the answer hold of the token, or owe, is worth more than there is in its pools: it counts in no value of a position and in no total. */
      thin: boolean
    }> | null
    range: {
      unit: 'tick' | 'bin' | 'price'
      lower: number | null
      upper: number | null
      current: number | null
      /** Whether its liquidity trades at the present price. */
      isInRange: boolean
      lowerPrice: number | null
      upperPrice: number | null
      currentPrice: number | null
    } | null
    /** Of `tokens`, what cannot be taken out now. */
    lockedPct: number
    lending: {
      /** The oldest update of the reserves: interest after it is in no amount. */
      interestUntil: {
        slot: number | null
        /** Seconds. */
        timestamp: number | null
      }
      health: {
        at: {
          slot: number | null
          /** Seconds. */
          timestamp: number | null
        }
        /** The position has changed since. */
        isStale: boolean
        collateralUSD: number
        debtUSD: number
        /** Debt over collateral, without the weights of the program. */
        ltvPct: number
        healthFactor: number | null
      } | null
      /** What of the position is in no amount. */
      unread: Array<string>
    } | null
    valueUSD: number | null
    uncollectedUSD: number | null
  }>
  count: number
  /** Sum of the values that are known. */
  totalValueUSD: number
  /** The same of fees. */
  totalUncollectedUSD: number
  /** Positions whose value is in no total: it is null. */
  unpriced: number
  /** Others are not looked for: no position of theirs is among these. */
  protocolsRead: Array<string>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetWalletFundingReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** False: no payment is known that gave the wallet its first SOL. */
  funded: boolean
  /** Base58 address. */
  funder?: string | undefined
  funderName?: string | null | undefined
  funderType?: string | null | undefined
  amountSol?: number | null | undefined
  /** Exact. */
  amountLamports?: string | undefined
  /** Transaction signature. */
  signature?: string | undefined
  blockTime?: number | null | undefined
  slot?: number | null | undefined
  source: 'node' | 'helius'
}

export type GetWalletHistoryReply = {
  success: true
  /** Base58 address. */
  wallet: string
  period: '1h' | '1d' | '7d' | '30d' | '90d' | '365d'
  /** Epoch milliseconds. */
  from: number
  /** Epoch milliseconds. */
  to: number
  asset: string | null
  /** What the wallet held at each moment at the prices of that moment. Ascending. */
  series: Array<{
    /** Epoch milliseconds. */
    t: number
    /** USD. */
    v: number
  }>
  /** Which values rest on a price of another moment, or count what the portfolio leaves out as `thin`, one sentence each; empty where none does. */
  estimates: Array<string>
  /** Who answered: `node`, from the transactions themselves, or a provider. */
  source: 'node' | 'mobula' | 'helius'
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWalletInformedReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** Enough wins, often enough, and too many for chance. */
  informed: boolean
  /** Evaluated over considered; under 0.5 nothing is concluded. */
  coverage: number
  conclusive: boolean
  /** The first purchase of each of the newest tokens. */
  buysConsidered: number
  evaluated: number
  unpriced: number
  wins: number
  hitRatePct: number | null
  luckProbability: number | null
  medianSamplesPerWindow: number | null
  thresholds: {
    windowSecs: number
    pumpPct: number
    minWins: number
    minHitRatePct: number
    maxLuck: number
  }
  buys: Array<{
    /** Base58 address. */
    mint: string
    pool: string | null
    /** Transaction signature. */
    signature: string
    ts: number
    peakPct: number | null
    samples: number
    baseRatePct: number | null
    won: boolean | null
  }>
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetWalletNftsReply = {
  success: true
  /** Base58 address. */
  wallet: string
  page: number
  limit: number
  nfts: Array<{
    /** The mint; of Core assets and compressed ones the asset’s id. */
    mint: string
    name: string | null
    symbol: string | null
    image: string | null
    collection: string | null
    compressed: boolean
    /** In the words of the Digital Asset Standard: `V1_NFT`, `MplCoreAsset` and so on. */
    interface: string
  }>
  /** Of this page, after fungible assets were left out. */
  count: number
  /** All assets that the index counts, fungible ones among them; null where it does not say. */
  total: number | null
  source: 'das' | 'node'
  /** `not_established`: without an asset index no one can list compressed NFTs of a wallet. */
  compressedNfts: 'included' | 'not_established'
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetWalletPnlReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** Those that were said to be of the same owner. */
  ownWallets: Array<string>
  period: string
  mode: string
  method: string
  mint: string | null
  summary: {
    realizedUSD: number | null
    unrealizedUSD: number | null
    /** All purchases of known worth, of either mode. */
    investedUSD: number
    /** All sales of known worth, of either mode. */
    proceedsUSD: number
    realizedSol: number | null
    realizedLamports: string | null
    netSol: number | null
    netLamports: string | null
    /** Network fees and tips, of failed transactions too. */
    feesSol: number
    costs: {
      /** Lamports, exact. */
      networkFeeLamports: string
      /** Of the network fees, those of failed ones. */
      failedFeeLamports: string
      /** Lamports, exact. */
      tipLamports: string
      /** Lamports, exact. */
      rentPaidLamports: string
      /** Lamports, exact. */
      rentReturnedLamports: string
    }
    buys: number
    sells: number
    /** Traded in the period. */
    tokens: number
    /** Tokens with a known basis and a gain in SOL, or else in dollars. Dollars that were traded at par are neither. */
    wins: number
    losses: number
    winRatePct: number | null
    medianHoldSecs: number | null
  }
  positions: Array<{
    /** Base58 address. */
    mint: string
    symbol: string | null
    decimals: number | null
    balance: number | null
    /** Base units, exact. */
    balanceRaw: string
    /** Base units, exact. */
    boughtRaw: string
    /** Base units, exact. */
    soldRaw: string
    /** Units that ever came in without a known cost in SOL: held before, sent by others, got for dollars. */
    unknownBasisRaw: string
    avgBuyUSD: number | null
    avgSellUSD: number | null
    costUSD: number | null
    proceedsUSD: number | null
    realizedUSD: number | null
    unrealizedUSD: number | null
    priceUSD: number | null
    roiPct: number | null
    costLamports: string | null
    proceedsLamports: string | null
    realizedLamports: string | null
    realizedSol: number | null
    firstTs: number | null
    lastTs: number | null
    buys: number
    sells: number
    /** Every unit that ever came in has a known cost, in SOL or in dollars. */
    basisKnown: boolean
  }>
  positionsTotal: number
  identity: {
    /** For every asset, to the base unit, against what the node says is held now. */
    holds: boolean
    assets: number
    failing: number
    /** What moved unread: before this transaction, or (null) before now. */
    gaps: Array<{
      /** Base58 address. */
      account: string
      /** Base58 address. */
      mint: string
      /** Base units, exact. */
      raw: string
      beforeSignature: string | null
    }>
  }
  /** Over all that was scanned, whatever the period. SOL first. */
  assets: Array<{
    /** Base58 address. */
    mint: string
    decimals: number | null
    /** Base units, exact. */
    openingRaw: string
    /** Base units, exact. */
    boughtRaw: string
    /** Base units, exact. */
    receivedRaw: string
    /** Base units, exact. */
    soldRaw: string
    /** Base units, exact. */
    sentRaw: string
    /** Base units, exact. */
    feesRaw: string
    /** Base units, exact. */
    closingRaw: string
    /** What the node says is held now. */
    nodeRaw: string
    /** `nodeRaw` less `closingRaw`: what moved and was not read. */
    missingRaw: string
    holds: boolean
  }>
  prices: {
    /** Of the trades in the period: `par` (a dollar changed hands), `recorded` (SOL price recorded here within ten minutes), `history-5m`, `history-1h`, `history-1d` (SOL price history in such steps), `unknown`. */
    sources: Array<{
      source: string
      trades: number
    }>
    unrealized: string
  }
  coverage: {
    txScanned: number
    /** There are older transactions than were read. */
    capped: boolean
    oldestTs: number | null
    newestTs: number | null
    /** Balances and transactions are of this slot. */
    slot: number
    missing: Array<string>
  }
  count: number
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetWalletPortfolioReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** Of the tokens that have a price and are not `thin`. */
  totalValueUSD: number
  tokenCount: number
  /** SOL first, then by value. NFTs are not among them. */
  tokens: Array<PortfolioToken>
  /** Who answered: `node`, from the transactions themselves, or a provider. */
  source: 'node' | 'mobula' | 'helius'
  /** Epoch milliseconds. */
  generatedAt: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWalletProfileReply = {
  success: true
  /** Base58 address. */
  wallet: string
  depth: 'fast' | 'deep'
  since: number | null
  scanned: number
  /** True: there are older transactions than were read. */
  capped: boolean
  oldestTs: number | null
  newestTs: number | null
  /** Epoch milliseconds. */
  generatedAt: number
  solPriceUsd: number | null
  identity: {
    kind: string
    label: string
  }
  classification: Classification
  biography: string
  activity: {
    total: number
    successful: number
    failed: number
    activeDays: number
    activeHours: number
    longestStreakDays: number
    firstTs: number | null
    lastTs: number | null
    /** Transactions by hour of the day, UTC. */
    hourHistogram: Array<number>
    /** From Sunday. */
    weekdayHistogram: Array<number>
  }
  risk: {
    score: number
    level: 'low' | 'medium' | 'high'
    factors: Array<{
      key: string
      points: number
    }>
  }
  fingerprint: {
    peakHourUtc: number | null
    topSource: string | null
    topDex: string | null
    usualBuySol: number | null
    usualTipLamports: number | null
  }
  velocity: {
    txPerDay: number
    swapsPerDay: number
    medianGapSecs: number | null
    peakPerHour: number
    peakPerDay: number
    sameSecondPct: number
  }
  sessions: {
    count: number
    medianSecs: number | null
    longestSecs: number | null
  }
  sizing: {
    buys: number
    medianSol: number | null
    meanSol: number | null
    minSol: number | null
    maxSol: number | null
    usualSol: number | null
    sameSizePct: number
  }
  failures: {
    count: number
    pct: number
    /** Whole SOL. */
    feesLostSol: number
    reasons: Array<{
      reason: string
      count: number
    }>
  }
  fees: {
    /** Whole SOL. */
    networkSol: number
    /** Whole SOL. */
    prioritySol: number
    /** Whole SOL. */
    tipsSol: number
    paidTx: number
  }
  pnl: {
    method: 'fifo'
    /** Whole SOL. */
    realizedSol: number
    realizedUsd: number | null
    /** Whole SOL. */
    feesAndTipsSol: number
    /** Realised less fees and tips. `netSol` of `/pnl` is less rent too, and over its own period. */
    netSol: number
    netUsd: number | null
    usdPriceBasis: 'now'
    /** Whole SOL. */
    costSol: number
    /** Whole SOL. */
    proceedsSol: number
    /** Sales of a known purchase, each for itself; `wins` and `losses` of `/pnl` count tokens. */
    closedTrades: number
    wins: number
    losses: number
    winRatePct: number | null
    /** Sales of units whose purchase was not scanned. */
    unknownBasisSells: number
  }
  holdingTimes: {
    closed: number
    p25Secs: number | null
    medianSecs: number | null
    p75Secs: number | null
    underScalpPct: number
    overDayPct: number
  }
  concentration: {
    tokens: number
    topTokenPct: number
    top3Pct: number
    hhi: number
  }
  copyLikeness: {
    score: number | null
    buysLooked: number
    signs: Array<{
      key: string
      points: number
    }>
  }
  mevAwareness: {
    level: 'unknown' | 'none' | 'some' | 'high'
    swapTx: number
    tippedTx: number
    tippedPct: number
    priorityTx: number
    priorityPct: number
    medianTipLamports: number | null
  }
  /** A swap that went through several counts at each of them. */
  dexBreakdown: Array<{
    dex: string
    swaps: number
    /** Whole SOL. */
    volumeSol: number
    pct: number
  }>
  overview: {
    swaps: number
    buys: number
    sells: number
    exchanges: number
    /** Whole SOL. */
    volumeSol: number
    tokens: number
  }
  transfers: {
    in: number
    out: number
    /** Whole SOL. */
    inSol: number
    /** Whole SOL. */
    outSol: number
    counterparties: number
  }
  types: Array<{
    type: string
    count: number
  }>
  sources: Array<{
    source: string
    count: number
  }>
  dustAttackIndex: {
    count: number
    total: number
    pct: number
  }
  poisonedBy: Array<string>
  stakingOpportunity: {
    /** Whole SOL. */
    idleSol: number
    yearPct: number
    /** Whole SOL. */
    yearlySol: number
    yearlyUsd: number | null
  } | null
  closeableAccounts: {
    total: number
    empty: number
    nonempty: number
    /** Whole SOL. */
    recoverableSol: number
    recoverableUsd: number | null
  } | null
  traderTags: Array<{
    key: string
    label: string
    tone: 'good' | 'neutral' | 'bad'
  }>
  cohorts: {
    total: number
    stillHolding: number
    bought: number
    top: Array<{
      /** Base58 address. */
      mint: string
      buys: number
      sells: number
      /** Whole SOL. */
      costSol: number
      /** Whole SOL. */
      proceedsSol: number
      /** Of sales whose purchase was read (FIFO), whole SOL; 0 where there was none. */
      realizedSol: number
      holding: boolean
    }>
  }
  trades: {
    wins: Array<{
      /** Base58 address. */
      mint: string
      /** Whole SOL. */
      costSol: number
      /** Whole SOL. */
      proceedsSol: number
      /** Whole SOL. */
      realizedSol: number
      roiPct: number | null
      heldSecs: number | null
      signature: string
    }>
    losses: Array<{
      /** Base58 address. */
      mint: string
      /** Whole SOL. */
      costSol: number
      /** Whole SOL. */
      proceedsSol: number
      /** Whole SOL. */
      realizedSol: number
      roiPct: number | null
      heldSecs: number | null
      signature: string
    }>
  }
  counterparties: Array<{
    /** Base58 address. */
    wallet: string
    transfers: number
    /** Whole SOL. */
    inSol: number
    /** Whole SOL. */
    outSol: number
    firstTs: number | null
    lastTs: number | null
  }>
  holdings: {
    /** Whole SOL, wrapped SOL among it, as in `portfolio`. */
    sol: number
    solUsd: number | null
    /** Different ones of which it holds some, without SOL. */
    tokens: number
    tokenAccounts: number
  } | null
  coverage: {
    signaturesListed: number
    decoded: number
    pct: number
    missing: Array<string>
  }
  /** Keys that are judgements and no sums. */
  estimates: Array<string>
  /** With `explain=1`: the rule of each word, and what shows it. */
  explain?: {
    classification: {
      rule: string
      evidence: Array<string>
    }
    tags: Array<Reason>
    dust: {
      rule: string
      evidence: Array<string>
    }
  } | undefined
}

export type GetWalletRelatedReply = {
  success: true
  /** Base58 address. */
  wallet: string
  count: number
  related: Array<RelatedWallet>
  coverage: {
    txScanned: number
    /** True: there are older transactions than were looked at. */
    capped: boolean
    oldestTs: number | null
    kinds: Array<'funder' | 'funded' | 'same_funder' | 'transfer' | 'cotrade'>
  }
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWalletReply = {
  success: true
  wallet: Wallet
  balances: WalletBalances
  limits: WalletLimits
}

export type GetWalletRoastReply = {
  success: true
  /** Base58 address. */
  wallet: string
  depth: 'fast' | 'deep'
  /** Epoch milliseconds. */
  generatedAt: number
  stats: WrappedStats
  diagnostics: WrappedDiagnostics
  classification: Classification
  roast: {
    headline: string
    burns: Array<string>
    receipts: Array<{
      label: string
      value: string
      hint?: string | undefined
      scope?: string | undefined
    }>
    actions: Array<{
      kind: string
      label: string
      href: string
      reason: string
      /** SOL. */
      potentialSavings?: number | undefined
    }>
    lScore: number
    tweetText: string
  }
  explain?: {
    burns: Array<Reason>
  } | undefined
}

export type GetWalletStakeReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** Largest first. */
  stakeAccounts: Array<{
    /** Base58 address. */
    stakeAccount: string
    /** All that the account holds. Lamports, all digits written. */
    lamports: number
    /** The same. SOL, to the lamport. */
    sol: number
    /** Delegated; delegated with a deactivation epoch set; not delegated. `activation` says how far it is. */
    state: 'active' | 'deactivating' | 'inactive'
    voteAccount: string | null
    /** The delegated stake, 0 without a delegation. SOL, to the lamport. */
    activeStakeSol: number
    /** The deposit that the account was made with. Lamports, all digits written. */
    rentExempt: number
    /** What the wallet may do with it. Who is only the staker cannot have its SOL. */
    roles: Array<'staker' | 'withdrawer'>
    /** Base58 address. */
    staker: string
    /** Base58 address. */
    withdrawer: string
    validatorIdentity: string | null
    validatorName: string | null
    activationEpoch: number | null
    deactivationEpoch: number | null
    activation: {
      state: 'activating' | 'active' | 'deactivating' | 'inactive'
      /** What earns rewards in this epoch. Lamports, all digits written. */
      effectiveLamports: number
      /** Delegated, but not effective yet. Lamports, all digits written. */
      activatingLamports: number
      /** Of what is effective, what is on its way out. Lamports, all digits written. */
      deactivatingLamports: number
    } | null
    lockup: {
      untilTs: number | null
      untilEpoch: number | null
      /** Base58 address. */
      custodian: string
    } | null
  }>
  count: number
  /** Sum of `activeStakeSol` over the accounts that the wallet may withdraw from. SOL, to the lamport. */
  totalStakedSol: number
  /** Sum of `sol` over the same accounts. SOL, to the lamport. */
  totalSol: number
  epoch: number
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
  /** Epoch milliseconds. */
  generatedAt: number
}

export type GetWalletTradesReply = {
  success: true
  /** Base58 address. */
  wallet: string
  count: number
  /** Newest first. */
  trades: Array<WalletTrade>
  /** True: older trades may exist that were not looked at; go on with `to`. */
  capped: boolean
  /** Who answered: `node`, from the transactions themselves, or a provider. */
  source: 'node' | 'mobula' | 'helius'
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWalletTransactionsReply = {
  success: true
  count: number
  /** Newest first, failed ones left out. */
  transactions: Array<Transaction>
  nextBefore: string | null
}

export type GetWalletTransfersReply = {
  success: true
  /** Base58 address. */
  wallet: string
  synthetic?: true | undefined
  count: number
  /** Newest first. */
  transfers?: Array<Transfer> | undefined
  /** Newest first. */
  trades?: Array<SyntheticTrade> | undefined
  nextBefore: string | null
  /** True: as many transactions were looked at as one answer may. */
  capped: boolean
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWalletTxStatsReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** Of the pages that were read; failed ones are among them. */
  totalTx: number
  failedCount: number
  /** To a tenth; 0 without a transaction. */
  failureRatePct: number
  oldestTs: number | null
  newestTs: number | null
  ageDays: number | null
  /** True: there are older transactions than were read. */
  capped: boolean
  pagesScanned: number
}

export type GetWalletWrappedReply = {
  success: true
  /** Base58 address. */
  wallet: string
  depth: 'fast' | 'deep'
  /** Epoch milliseconds. */
  generatedAt: number
  stats: WrappedStats
  diagnostics: WrappedDiagnostics
  classification: Classification
}

export type GetWebhookReply = {
  success: true
  webhook: WebhookDetail
}

export type GetWhaleLabelsReply = {
  success: true
  count: number
  /** By wallet; wallets of which nothing is known are absent. */
  labels: Record<string, WhaleLabel>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type GetWhaleLabelsRequest = {
  /** Addresses; invalid ones are dropped, the first 100 valid ones count. */
  wallets: Array<unknown>
  [member: string]: unknown
}

export type Launch = {
  mint: string
  poolAddress: string
  dexType: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc'
  signature: string | null
  blockTime: number | null
  /** Epoch milliseconds. */
  indexedAt: number
  creator: string | null
  name: string | null
  symbol: string | null
  uri: string | null
}

export type Layer = {
  /** It could be judged; false only for a layer that failed. */
  ok: boolean
  checks: Array<Check>
  errors: Array<string>
  _stub?: true | undefined
}

export type Layers = {
  contract: Layer
  holders: Layer
  liquidity: Layer
  bundle: Layer
  creator: Layer
  market: Layer
  launch: Layer
  holderstats: Layer
  cohorts: Layer
  lplock: Layer
  honeypot: Layer
  swapstats: Layer
  devforensics: Layer
  sniperforensics: Layer
  programs: Layer
  bubblemap: Layer
}

export type LimitOrder = {
  /** The order account: `order` of cancel. */
  publicKey: string
  account: {
    maker: string
    inputMint: string
    outputMint: string
    /** Offered at first. Base units. */
    oriMakingAmount: string
    /** Asked for it at first. Base units. */
    oriTakingAmount: string
    /** Offered still. Base units. */
    makingAmount: string
    /** Asked for that. Base units. */
    takingAmount: string
    slippageBps: number | null
    expiredAt: string | null
    createdAt: string | null
    updatedAt: string | null
  }
  /** The aggregator's word: Open, Completed, Cancelled, ... */
  status: string
  openSignature: string | null
  closeSignature: string | null
  /** What was executed, one by one. */
  fills: Array<{
    signature: string
    /** Given. Base units. */
    inputAmount: string
    /** Bought, the fee still in it. Base units. */
    outputAmount: string
    feeMint: string | null
    feeAmount: string | null
    confirmedAt: string | null
  }>
}

export type ListChainsReply = {
  success: true
  count: number
  /** Chains in the catalog. */
  total: number
  /** The highest tier first, then by key. */
  chains: Array<{
    /** The service key: the name that every answer uses. */
    chain: string
    name: string
    /** Address and account model: `evm`, `svm`, `move`, `cosmos`, ... */
    family: string
    eip155: number | null
    caip2: string | null
    nativeCurrency: {
      symbol: string
      decimals: number
    }
    /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
    tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
    /** Which levels the chain meets. */
    meets: {
      L0: boolean
      L1: boolean
      L2: boolean
      L3: boolean
      L4: boolean
      L5: boolean
    }
    /** Evidence that counts is of the round before: it could not be renewed. */
    stale: boolean
    measuredAt: number | null
    newestTradeAgeMs: number | null
    status: 'live' | 'unknown' | 'sunset'
  }>
  /** Epoch milliseconds. */
  generatedAt: number
}

export type ListDcaOrdersReply = {
  success: true
  positions: Array<DcaPosition>
  /** There are more than are listed. */
  hasMoreData: boolean
}

export type ListLimitOrdersReply = {
  success: true
  orders: Array<LimitOrder>
  /** There are more than are listed. */
  hasMoreData: boolean
}

export type ListStreamChainsReply = {
  success: true
  count: number
  chains: Array<StreamChain>
  /** Epoch milliseconds. */
  generatedAt: number
}

export type ListWalletsReply = {
  success: true
  wallets: Array<Wallet>
  count: number
  next_cursor: string | null
}

export type ListWebhookDeliveriesReply = {
  success: true
  deliveries: Array<WebhookDelivery>
  count: number
  nextCursor: string | null
}

export type ListWebhookEventsReply = {
  success: true
  events: Array<{
    type: 'trade' | 'trade_retracted' | 'launch' | 'launch_retracted' | 'screen' | 'gap'
    description: string
    /** Names in `events` that bring it. */
    comesWith: Array<string>
    chains: Array<string>
    /** JSON schema of the body, as JSON text. */
    schemaJson: string
    /** A whole body, as JSON text. */
    exampleJson: string
  }>
}

export type ListWebhooksReply = {
  success: true
  webhooks: Array<Webhook>
  count: number
  nextCursor: string | null
}

export type LockFeeWalletReply = {
  success: true
  /** Where the key's fees go. */
  feeWallet: string
  /** True: only the owner's session changes it. */
  feeWalletLocked: boolean
}

export type LockFeeWalletRequest = {
  /** False lets anyone who names the owner change it again. */
  locked?: boolean | null | undefined
  [member: string]: unknown
}

export type LogInReply = {
  success: true
  /** For `X-Session-Token`. Shown this once. */
  sessionToken: string
  /** Epoch milliseconds. */
  expiresAt: number
  apiKeyId: number | null
}

export type LogInRequest = {
  /** The wallet that signed. */
  ownerWallet: string
  /** Of the challenge. */
  nonce: string
  /** The wallet's Ed25519 signature of the challenge's message: base58 or base64 of 64 bytes. */
  signature: string
  [member: string]: unknown
}

export type Manifest = {
  /** Who executed it: our own runtime on cloned accounts, or the node. */
  adapter: 'local' | 'node'
  /** State it was executed on. */
  slot: number
  compute_units: number
  /** Everybody whose balance changes. */
  owners: Array<{
    /** Base58 address. */
    owner: string
    /** Change, the lamports in its token accounts counted in. */
    lamports: string
    /** Changes of its tokens, by mint. */
    tokens: Array<{
      /** Base58 address. */
      mint: string
      /** Base units. */
      amount: string
    }>
  }>
  /** Powers over accounts that change hands. */
  authorities: Array<{
    /** Base58 address. */
    account: string
    kind: 'owner' | 'delegate' | 'close' | 'mint' | 'freeze' | 'nonce' | 'staker' | 'withdrawer' | 'program'
    before: string | null
    after: string | null
  }>
  /** Invoked at any depth. */
  programs: Array<string>
  max_outflow: {
    /** What may leave the wallet at most, fees and tip counted in. */
    lamports: string
    /** The same for tokens. */
    tokens: Array<{
      /** Base58 address. */
      mint: string
      /** Base units. */
      amount: string
    }>
  }
}

export type NamedFailure = {
  success: false
  /** What went wrong, for people. Never holds a key or an upstream body. */
  error: string
  /** The kind of failure, for programs. The names of this API are fewer than those of `Failure`. */
  code: 'bad_request' | 'invalid_mint' | 'invalid_amount' | 'unsupported_quote' | 'unauthorized' | 'insufficient_balance' | 'domain_not_allowed' | 'scope_required' | 'plan_required' | 'not_found' | 'unknown_user_ref' | 'unknown_wallet' | 'method_not_allowed' | 'body_timeout' | 'conflict' | 'idempotency_mismatch' | 'payload_too_large' | 'simulation_failed' | 'policy_blocked' | 'no_route' | 'price_moved' | 'rate_limited' | 'too_busy' | 'internal' | 'unsupported_on_chain' | 'upstream' | 'pending' | 'not_landed' | 'unconfigured' | 'not_ready' | 'shutting_down' | 'cancelled'
  /** The same as `X-Request-Id`: name it when you report a problem. */
  requestId: string
  /** How far a trade came: `validate`, `quote`, `build`, `simulate`, `sign`, `send`, `confirm`. */
  stage?: string | undefined
  /** Of the transaction, if one was signed. */
  signature?: string | undefined
  /** Network fee charged although the trade failed; 0 when nothing landed, null when not known yet. */
  fee_lamports?: number | null | undefined
  /** Whether the same request can be sent again without spending twice. */
  retry_safe?: boolean | undefined
  details?: Record<string, unknown> | undefined
}

export type NativeTransfer = {
  /** The account; empty where one end is not known. */
  fromUserAccount: string
  toUserAccount: string
  /** Owner of a token account, else the account itself. */
  fromOwner: string
  toOwner: string
  /** Lamports. */
  amount: number
  /** `transfer`; `deposit`: what a new account must hold; `close`: all that a closed account held; `mint`, `burn`; `wrap`, `unwrap`: SOL became tokens, or tokens SOL, within one account; `withheld`: a fee of the token itself; `handover`: the account got another owner; `program`: moved by a program without an instruction of its own. */
  kind: string
}

export type NewWebhook = {
  id: string
  url: string
  events: Array<'trade' | 'launch' | 'screen'>
  chain: 'solana' | 'ethereum' | 'base'
  filter: WebhookFilter
  description: string
  batchMax: number
  enabled: boolean
  disabledReason: string | null
  /** Epoch milliseconds. */
  createdAt: number
  /** Epoch milliseconds. */
  updatedAt: number
  /** Where it began. */
  startCursor: string
}

export type Pair = {
  chainId: 'solana'
  dexId: string
  pairAddress: string
  url: string | null
  baseToken: TokenRef
  quoteToken: TokenRef
  priceUsd: number | null
  priceNative: number | null
  /** Percent; null where the source names no change: no trades, or a change of 0. */
  priceChange: AmountWindows
  /** USD; null where the source cannot know. */
  volume: AmountWindows
  /** Trades; null where the source cannot know. */
  txns: CountWindows
  liquidity: PairLiquidity
  marketCap: number | null
  fdv: number | null
  pairCreatedAt: number | null
  labels: Array<string>
  boosts: {
    active: number
  }
  info: PairInfo
}

export type PairInfo = {
  imageUrl: string | null
  header: string | null
  description: string | null
  socials: Array<SocialLink>
  websites: Array<SiteLink>
}

export type PairLiquidity = {
  usd: number | null
  base: number | null
  quote: number | null
}

export type Pool = {
  /** The pool. */
  pool_address: string
  /** Its DEX. */
  dex_type: string
  /** What the token is traded against. */
  quote_mint: string
  /** Program of the pool. */
  program_id: string
}

export type PortfolioToken = {
  /** Base58 address. */
  mint: string
  symbol: string | null
  name: string | null
  image: string | null
  /** Whole tokens, of all its accounts together; of SOL the wrapped ones among them. */
  balance: number
  balanceRaw: string | null
  decimals: number | null
  price: number | null
  usdValue: number | null
  liquidityUsd: number | null
  /** True: worth more than there is in that pool, so that no one could be paid it. Not part of the total. SOL and dollars never are. */
  thin: boolean
  /** Percent; 0 from a node alone, which knows no price of yesterday. */
  priceChange24h: number
  /** Percent of `totalValueUSD`; 0 for what is `thin`, and from a node alone. */
  allocation: number
}

/** Either `result` or `error`. */
export type PostMcpReply = {
  jsonrpc: '2.0'
  id: string | number
  /** As the method answers. */
  result?: Record<string, unknown> | undefined
  error?: {
    /** JSON-RPC's code, the protocol's, or else the HTTP status. */
    code: number
    /** What went wrong, for people. */
    message: string
    data?: Record<string, unknown> | undefined
  } | undefined
}

export type PostMcpRequest = {
  jsonrpc: '2.0'
  /** Comes back in the answer. Absent: a notification, which is not answered. */
  id?: string | number | undefined
  /** `initialize`, `server/discover`, `ping`, `tools/list`, `tools/call` or a notification. */
  method: string
  /** As the method wants them. */
  params?: Record<string, unknown> | undefined
  [member: string]: unknown
}

export type PostScreensReply = {
  success: true
  screen: Screen
}

export type PostScreensRequest = {
  name?: string | null | undefined
  /** Any spelling of a followed chain. */
  chain?: string | null | undefined
  /** A condition, `{ field, min, max }` (both ends included), `{ field, in: [...] }` for `dex`, `platform` and `quote`, `{ field, is: true }` for `hasSocials`, `verified`, `graduated` and `onCurve`, `{ field, known: true }`; or `{ and: [...] }`, `{ or: [...] }`, `{ not: [...] }` (none of them) of further ones, at most 4 levels and 40 conditions. Fields with a window are `volume.h1` and the like; without one they have that of `window`. */
  filter: Record<string, unknown>
  window?: 'm5' | 'h1' | 'h6' | 'h24' | null | undefined
  /** Seconds for which a row must match without a break before it enters, and no longer match before it leaves: a row at the edge of the filter makes no flood of events. */
  holdSecs?: number | null | undefined
}

export type ProviderReport = {
  ok: boolean
  available: boolean
  scoreSafe0to100: number | null
  checks: Array<Check>
  errors: Array<string>
  _notConfigured?: true | undefined
}

export type PulseToken = {
  mint: string
  symbol: string | null
  name: string | null
  /** Of the curve, or of the pool that a graduated token moved to. */
  dex: string
  pool: string
  creator: string | null
  /** Launch or graduation, epoch ms; null where the tape does not hold it. */
  at: number | null
  /** Of the curve, 0 to 100, read from its account. Null where there is none. */
  progressPct: number | null
  /** Of the newest trade on the tape, which may be older than `windowSecs` (`trades` is 0 then); null where it had none. */
  priceUsd: number | null
  /** `priceUsd` times the supply of the mint. */
  marketCapUsd: number | null
  /** Within `windowSecs`. */
  trades: number
  /** Within `windowSecs`; trades without a known price in dollars count 0. */
  volumeUsd: number
}

export type QueryPairsRequest = {
  /** A condition, `{ field, min, max }` (both ends included), `{ field, in: [...] }` for `dex`, `platform` and `quote`, `{ field, is: true }` for `hasSocials`, `verified`, `graduated` and `onCurve`, `{ field, known: true }`; or `{ and: [...] }`, `{ or: [...] }`, `{ not: [...] }` (none of them) of further ones, at most 4 levels and 40 conditions. Fields with a window are `volume.h1` and the like; without one they have that of `window`. */
  filter: Record<string, unknown>
  chain?: Array<string> | null | undefined
  window?: 'm5' | 'h1' | 'h6' | 'h24' | null | undefined
  /** Any numeric field. */
  sort?: 'priceChange' | 'volume' | 'txns' | 'buys' | 'sells' | 'priceChange.m5' | 'priceChange.h1' | 'priceChange.h6' | 'priceChange.h24' | 'volume.m5' | 'volume.h1' | 'volume.h6' | 'volume.h24' | 'txns.m5' | 'txns.h1' | 'txns.h6' | 'txns.h24' | 'buys.m5' | 'buys.h1' | 'buys.h6' | 'buys.h24' | 'sells.m5' | 'sells.h1' | 'sells.h6' | 'sells.h24' | 'priceUSD' | 'makers24h' | 'liquidityUSD' | 'marketCap' | 'fdv' | 'createdAt' | 'lastTradeAt' | 'boosts' | 'curvePct' | 'holders' | 'safetyScore' | 'ageHours' | null | undefined
  order?: 'asc' | 'desc' | null | undefined
  limit?: number | null | undefined
  /** `nextCursor` of an earlier answer. */
  cursor?: string | null | undefined
}

export type QuoteTradeReply = {
  success: true
  side: 'buy' | 'sell'
  /** What is given. */
  input_mint: string
  /** What is received. */
  output_mint: string
  /** Base units of input_mint. All digits are written: beyond 2^53 a reader must take them as they are. */
  in_amount: number | bigint
  /** What the whole amount yields on the pool, in base units of output_mint. All digits are written: beyond 2^53 a reader must take them as they are. */
  out_amount: number | bigint
  /** The least output that the slippage allows. All digits are written: beyond 2^53 a reader must take them as they are. */
  min_out_amount: number | bigint
  /** The rest of it after the platform fee. All digits are written: beyond 2^53 a reader must take them as they are. */
  net_out_amount: number | bigint
  /** The least of that. All digits are written: beyond 2^53 a reader must take them as they are. */
  min_net_out_amount: number | bigint
  /** Hundredths of a percent. From 10000 on there is no least amount. */
  slippage_bps: number
  /** Fee of this server, in base units of the money side: taken from what a buy offers, from what a sale yields. All digits are written: beyond 2^53 a reader must take them as they are. */
  platform_fee: number | bigint
  /** Its rate, hundredths of a percent. */
  platform_fee_bps: number
  /** By how much the price got is worse than the price before, rounded up. Hundredths of a percent. */
  price_impact_bps: number
  route: Array<{
    /** DEX of the pool. */
    dex_type: string
    /** The pool. */
    pair_address: string
    /** Given in this step. */
    input_mint: string
    /** Received in it. */
    output_mint: string
    /** Base units of input_mint. All digits are written: beyond 2^53 a reader must take them as they are. */
    in_amount: number | bigint
    /** Base units of output_mint. All digits are written: beyond 2^53 a reader must take them as they are. */
    out_amount: number | bigint
    /** Contained in the amounts. */
    fees: Array<{
      kind: 'lp' | 'protocol' | 'creator' | 'platform' | 'referral' | 'transfer'
      /** What it is taken in. */
      mint: string
      /** Base units of it. All digits are written: beyond 2^53 a reader must take them as they are. */
      amount: number | bigint
    }>
  }>
  token: Token
  /** Slot in which the pool is known. */
  slot: number
}

export type QuoteTradeRequest = {
  /** Mint of what is given; SOL, WSOL, USDC and USDT also by name. */
  input_mint: string
  /** Mint of what is received; SOL, WSOL, USDC and USDT also by name. */
  output_mint: string
  /** Base units of input_mint, from 1. */
  amount: number | string
  /** Over 10000 there is no minimum. */
  slippage_bps?: number | null | undefined
  /** Trade there only. Aliases: dex_type, dex. */
  dex_type?: string | null | undefined
  /** As `dex_type`. */
  dex?: string | null | undefined
  /** This pool only. Aliases: pair_address, pool_address. */
  pair_address?: string | null | undefined
  /** As `pair_address`. */
  pool_address?: string | null | undefined
  [member: string]: unknown
}

export type RawTrendingToken = {
  mint: string
  symbol: string
  name: string
  image: string | null
  url: string | null
  priceUsd: number | null
  priceChange: number | null
  volume24h: number | null
  liquidityUsd: number | null
  marketCap: number | null
  fdv: number | null
  pair: {
    chain: 'solana'
    dex: string
    address: string
    quote: string
  }
  /** First link of each kind, by kind. */
  socials: Record<string, string>
  websites: Array<string>
  header: string | null
  description: string | null
  decimals: number | null
  socials_list: Array<SocialLink>
  websites_list: Array<SiteLink>
  /** USD; null where the source cannot know. */
  volume: AmountWindows
  /** Trades; null where the source cannot know. */
  txns: CountWindows
  buys24h: number | null
  sells24h: number | null
  pairCreatedAt: number | null
  ageHours: number | null
  boosts: number
  dexId: string
  pairAddress: string
  baseToken: TokenRef
  quoteToken: TokenRef
  labels: Array<string>
  dex_rank: number | null
  tags: Array<'boosted' | 'recent_boost' | 'new'>
  source: 'aggregate'
}

export type Reason = {
  key: string
  rule: string
  evidence: Array<string>
}

export type RecoveredTransaction = {
  walletAddress: string
  accountsClosed: number
  /** As reported. SOL, to the lamport. */
  solRecovered: number
  /** The key's own share. SOL, to the lamport. */
  feeEarned: number
  signature: string
  /** Epoch milliseconds. */
  createdAt: number
  chain: {
    /** Whether the chain agrees with the report; looked up some seconds after it. */
    status: 'unchecked' | 'agrees' | 'differs' | 'failed' | 'not_found'
    accountsClosed: number | null
    solRecovered: number | null
  }
}

export type RecoveryTotals = {
  totalTransactions: number
  totalAccountsClosed: number
  /** As reported. SOL, to the lamport. */
  totalSolRecovered: number
  /** The key's own share of it. SOL, to the lamport. */
  totalFeesEarned: number
}

export type RefundExcessRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** Only these. They are read directly, which also works where a node does not list accounts. */
  accounts?: Array<string> | null | undefined
  /** Return unsigned transactions instead of sending any. */
  client_signs?: boolean | null | undefined
  /** Who signs and pays; needed with client_signs. */
  wallet?: string | null | undefined
  max_transactions?: number | null | undefined
  /** Execute them without sending any. */
  simulate?: boolean | undefined
}

export type RefundReply = {
  success: true
  /** Base58 address. */
  wallet: string
  simulated: boolean
  /** Custodial: of what was sent. */
  signatures?: Array<string> | undefined
  /** Accounts that are gone (will be, when it is not sent here). */
  closed: number
  /** Accounts that gave lamports and stay. */
  kept_open: number
  /** What came back, as the chain shows it; what will, when it is not sent here. Lamports, all digits written. */
  lamports_recovered: number
  fee_lamports: number | null
  /** Client-signed: to be signed and sent by the wallet. Simulated: what would be sent. */
  transactions?: Array<{
    unsigned_tx_base64: string
    kind: 'empty' | 'dust' | 'wsol' | 'lookup_tables' | 'buffers' | 'nonces' | 'stake' | 'excess' | 'deactivate'
    accounts: Array<string>
    /** What it brings. Lamports, all digits written. */
    lamports: number
    /** What the chain takes for it. Lamports, all digits written. */
    fee_lamports: number
    /** As its simulation used them. */
    compute_units: number
    last_valid_block_height: number
  } | {
    kind: 'empty' | 'dust' | 'wsol' | 'lookup_tables' | 'buffers' | 'nonces' | 'stake' | 'excess' | 'deactivate'
    accounts: Array<string>
    /** What it would bring. Lamports, all digits written. */
    lamports: number
    /** What the chain would take. Lamports, all digits written. */
    fee_lamports: number
    compute_units: number
  }> | undefined
  recent_blockhash?: string | undefined
  expires_in_ms?: number | null | undefined
  /** Lookup tables that were switched off; they cool now. */
  deactivated: Array<string>
  deactivated_ready_in_ms: number | null
  failed: Array<{
    /** Base58 address. */
    account: string
    kind: 'empty' | 'dust' | 'wsol' | 'lookup_tables' | 'buffers' | 'nonces' | 'stake' | 'excess' | 'deactivate'
    reason: string
    signature: string | null
  }>
  /** Kinds whose accounts the node does not list. */
  unavailable: Array<{
    kind: string
    reason: string
  }>
  /** Accounts beyond `max_transactions`: ask again for them. */
  left: number
}

export type RegenerateKeyReply = {
  success: true
  /** The key. Shown this once; only its digest is kept. */
  apiKey: string
  oldKeyValidUntil: number | null
}

export type RegenerateKeyRequest = {
  /** How long the old key stays good. */
  graceSeconds?: number | null | undefined
  [member: string]: unknown
}

export type RegisterKeyReply = {
  success: true
  /** The key. Shown this once; only its digest is kept. */
  apiKey: string
  /** Id of the key. */
  apiKeyId: number
  /** First characters of the key, to recognise it by. */
  keyPrefix: string
  allowedDomains: Array<string> | null
}

export type RegisterKeyRequest = {
  /** The wallet that signed. */
  ownerWallet: string
  /** Of the challenge. */
  nonce: string
  /** The wallet's Ed25519 signature of the challenge's message: base58 or base64 of 64 bytes. */
  signature: string
  /** Where the key's fees go; the owner when absent. */
  feeWallet?: string | null | undefined
  label?: string | null | undefined
  /** Host names, optionally with a leading `*.`; what is none is dropped, the first 100 count. */
  domains?: Array<unknown> | null | undefined
  [member: string]: unknown
}

export type RelatedWallet = {
  /** Base58 address. */
  wallet: string
  relation: 'funder' | 'funded' | 'same_funder' | 'transfer' | 'cotrade'
  /** Transactions that show it; of `cotrade` different tokens. */
  weight: number
  direction: 'in' | 'out' | 'both' | null
  firstTs: number | null
  lastTs: number | null
  label: {
    name: string | null
    entity: string | null
  } | null
  /** `wallet`; `cex`, `program`, `liquidity` and others serve strangers, are flagged as such and not expanded. */
  entityType: string
  /** False: no one’s single wallet, so that sharing it says nothing. */
  expandable: boolean
  /** Newest first; `amountSol` null where no SOL was paid. */
  evidence: Array<{
    /** Transaction signature. */
    signature: string
    slot: number | null
    amountSol: number | null
  }>
}

export type ReplayDeepScanReply = {
  success: true
  mint: string
  /** Which report: the SHA-256 of its recorded inputs. */
  bundle: string
  /** Epoch milliseconds. */
  generatedAt: number
  /** The recorded inputs as they were read from the disk now; `sha256` is computed again and must be `bundle`. */
  inputs: {
    /** SHA-256, lower-case hex. */
    sha256: string
    /** Length in bytes. */
    bytes: number
  }
  /** The report as it was made and stored, `explain` included. */
  stored: {
    /** SHA-256, lower-case hex. */
    sha256: string
    /** Length in bytes. */
    bytes: number
  }
  /** What the rules make of the inputs now. */
  recomputed: {
    /** SHA-256, lower-case hex. */
    sha256: string
    /** Length in bytes. */
    bytes: number
  }
  /** Version of the rules that made the report, and of those that this server has. Other rules may judge otherwise. */
  rules: {
    stored: string
    running: string
  }
  /** Every byte of the report came out as it was stored, from inputs that fit `bundle`. */
  same: boolean
  /** The first 50 members that differ, in the order of the stored report. Empty where `same`. */
  differences: Array<{
    /** JSON pointer (RFC 6901) to the member; empty text: the report as a whole. */
    path: string
    stored: string | null
    recomputed: string | null
  }>
  /** How many members differ. */
  differenceCount: number
  report?: {
    mint: string
    /** Higher is safer. */
    score: number
    /** Exactly the band of `score`: `safe` from 85, `caution` from 60, `risky` from 35, else `danger`. */
    grade: 'safe' | 'caution' | 'risky' | 'danger'
    /** What `grade` says, in words, with the gravest finding. */
    verdict: string
    summary: string
    layers: Layers
    providers: {
      rugcheck: ProviderReport
      goplus: ProviderReport
    }
    /** Every failing check, critical to info, then by source. */
    flags: Array<{
      id: string
      /** Layer or provider. */
      source: string
      severity: 'critical' | 'high' | 'medium' | 'warning' | 'low' | 'info'
      label: string
      detail: string
    }>
    crossValidation: {
      agreement: number | null
      conflicts: number
      /** The chain wins: provider data never changes a layer. */
      facts: Array<{
        fact: string
        chain: string | null
        said: Record<string, string | null>
        agree: boolean
        detail: string
      }>
    }
    weights: ScoreWeights
    entity: {
      decentralizationScore: number | null
      largestClusterPct: number | null
      entityCount: number | null
      clusteredPct: number | null
      hiddenSupplyPct: number | null
      entity_nakamoto: number | null
      entity_gini: number | null
      nodeCount: number
      linkCount: number
      roles: WalletRoles | null
    } | null
    reach: {
      /** Percent of the early supply in wallets whose money, signers and tools were read and are known to be public: money from exchanges or services, no other signer of the purchase but relayers of strangers, no tool that only some buyers of this token share, and in no group of the bubble map. */
      pct: number
      /** Below it nothing is `safe`: a team that leaves no trace would look the same. */
      leastPct: number
      /** What was looked at, in percent of the supply: purchases since the launch, without the creator, until a quarter of the supply was bought. */
      earlyPct: number
      wallets: number
      publicWallets: number
      /** Percent of the early supply of which this was not read or is not known to be public; `groups`: in wallets that the bubble map joined, three or more. */
      notPublicPct: {
        money: number
        signers: number
        tools: number
        groups: number
      }
    } | null
    /** SHA-256 of the recorded inputs; `mintglass replay` judges them again. */
    bundle: string
    /** Epoch milliseconds. */
    generatedAt: number
    /** Only with `explain=1`: source and age of each input. */
    explain?: Array<{
      input: string
      /** Source: `chain:<what was read>`, a provider, or `computed`. */
      source: string
      asOf: number | null
      slot: number | null
      note: string | null
    }> | undefined
  } | undefined
}

export type ReplayEventsReply = {
  success: true
  events: Array<StreamEvent>
  /** Everything up to here was looked at: ask from here for what comes later. */
  cursor: string
  /** Where the next page begins; null at `to` or the newest event. */
  nextCursor: string | null
  truncated: Truncation | null
}

export type ReplayWebhookReply = {
  success: true
  queued: number
  truncated: Truncation | null
  nextCursor: string | null
}

export type ReplayWebhookRequest = {
  fromCursor?: string | undefined
  /** Epoch milliseconds. */
  fromTs?: number | undefined
  toCursor?: string | undefined
  /** Epoch milliseconds. */
  toTs?: number | undefined
  deliveryIds?: Array<string> | undefined
  status?: 'dead' | undefined
  [member: string]: unknown
}

export type ResolveChainReply = {
  success: true
  q: string
  /** The service key: the name that every answer uses. */
  chain: string
  name: string
  /** Address and account model: `evm`, `svm`, `move`, `cosmos`, ... */
  family: string
  eip155: number | null
  caip2: string | null
  /** The kind of spelling that was recognised. */
  matched: 'key' | 'alias' | 'name' | 'eip155' | 'caip2' | 'providerId'
}

export type RotateWebhookSecretReply = {
  success: true
  id: string
  secret: string
  oldSecretValidUntil: number | null
}

export type RotateWebhookSecretRequest = {
  graceSeconds?: number | undefined
  [member: string]: unknown
}

export type RpcFailure = {
  jsonrpc: '2.0'
  /** Of the message, once it was read. */
  id?: string | number | undefined
  error: {
    /** JSON-RPC's code, the protocol's, or else the HTTP status. */
    code: number
    /** What went wrong, for people. */
    message: string
    data?: Record<string, unknown> | undefined
  }
}

export type SafetyChip = {
  mint: string
  score: number | null
  grade: 'safe' | 'caution' | 'risky' | 'danger' | null
  verdict: string | null
  topGreen: Array<SafetyFlag>
  topRed: Array<SafetyFlag>
  hardCapped: boolean
  hardCapReason: string | null
  venues: Array<Venue>
  primaryVenue: Venue | null
  liquidityUsd: number | null
  scannedAt: number | null
  source: 'deepscan' | 'intel' | 'venues' | 'error'
  status: 'complete' | 'partial' | 'pending'
}

export type SafetyFlag = {
  id: string
  label: string
  detail: string
  severity: 'critical' | 'high' | 'medium' | 'low' | 'info'
}

export type Sale = {
  /** Marketplace. */
  source: string
  /** Base58 address. */
  programId: string
  buyer: string | null
  seller: string | null
  asset: string | null
  priceLamports: string | null
}

export type SandboxToken = {
  mint: string
  symbol: string
  archetype: string
  dex: string | null
  pool: string | null
}

export type SandboxWallet = {
  address: string
  archetype: string
  /** Base58 of 64 bytes; sandbox funds only. Null for exchanges (`cex`), which come last. */
  secretKey: string | null
}

export type Sandwich = {
  /** Of the wallet’s own swap. */
  signature: string
  slot: number
  timestamp: number | null
  /** `high`: the swap was computed again on the pool’s state without the front run, by maths that gave every trade around it to the base unit. `low`: only the pattern says so. */
  confidence: 'high' | 'low'
  reason: string | null
  dex: string
  pool: string
  side: 'buy' | 'sell'
  /** Base58 address. */
  baseMint: string
  /** Base58 address. */
  quoteMint: string
  quoteDecimals: number | null
  /** Base58 address. */
  attacker: string
  /** Wallets that traded or paid fees for it. */
  attackers: Array<string>
  frontRuns: Array<string>
  backRuns: Array<string>
  /** From the first front run to the last back run; 0: one block. */
  slotsApart: number
  /** Base58 address. */
  inputMint: string
  /** Base units, exact. */
  inRaw: string
  /** Base units, exact. */
  outRaw: string
  fairInRaw: string | null
  fairOutRaw: string | null
  victimLossQuote: number | null
  victimLossQuoteRaw: string | null
  victimLossBaseRaw: string | null
  /** After fees of the pool, before network fees and tips; below zero where the attack did not pay. In base units of `quoteMint`; `…Raw` is exact. */
  attackerProfitQuote: number
  /** Base units, exact. */
  attackerProfitQuoteRaw: string
  extraSlippagePct: number | null
}

export type SandwichesReply = {
  success: true
  /** Base58 address. */
  wallet: string
  /** The newest swaps of the wallet. */
  swapsScanned: number
  /** Swaps with the pattern of a sandwich around them. The node answers: no provider is asked. */
  providerFlagged: number
  /** Of those, the ones that were computed again. */
  analysed: number
  /** Events of high confidence. */
  confirmed: number
  /** Lamports: over confirmed events in pools quoted in SOL. `totals` has every quote. */
  totalVictimLossQuote: number
  /** Base units, exact. */
  totalVictimLossLamports: string
  totals: Array<{
    /** Base58 address. */
    quoteMint: string
    /** Base units, exact. */
    victimLossRaw: string
    /** Base units, exact. */
    attackerProfitRaw: string
    events: number
  }>
  /** Newest first. */
  events: Array<Sandwich>
  coverage: {
    txScanned: number
    /** Swaps of which the node does not show what stands around them. */
    unread: number
    slotsAround: number
    missing: Array<string>
  }
  note: string | null
  /** Epoch milliseconds. */
  generatedAt: number
}

export type ScanRefundReply = {
  success: true
  /** Base58 address. */
  wallet: string
  rent: {
    /** As the node states it now. */
    lamports_per_byte: number
    /** What a plain token account has to hold. Lamports, all digits written. */
    token_account_min: number
    step: number | null
    next_step: {
      step: number
      lamports_per_byte: number
    } | null
  }
  empty: {
    count: number
    /** All that comes back. Lamports, all digits written. */
    lamports: number
  }
  dust: {
    available: boolean
    reason: string | null
    count: number | null
    lamports: number | null
    value_usd: number | null
    unpriced: number | null
  }
  /** Token accounts, and mints and multisigs that the wallet alone decides on. */
  excess: {
    count: number
    /** Above the floor of all accounts, without closing any. Lamports, all digits written. */
    lamports: number
    mints: {
      available: boolean
      reason: string | null
      count: number | null
      lamports: number | null
    }
    multisigs: {
      available: boolean
      reason: string | null
      count: number | null
      lamports: number | null
    }
    /** False when mints or multisigs could not be looked for. */
    complete: boolean
  }
  wsol: {
    count: number
    /** All that comes back. Lamports, all digits written. */
    lamports: number
  }
  frozen_skipped: number
  /** Not the wallet’s to close, not burnable, or with secret balances. */
  other_skipped: number
  lookup_tables: {
    available: boolean
    reason: string | null
    count: number | null
    lamports: number | null
    cooling: {
      count: number
      /** All that comes back. Lamports, all digits written. */
      lamports: number
      ready_in_ms: number | null
    } | null
    active: {
      count: number
      /** All that comes back. Lamports, all digits written. */
      lamports: number
    } | null
  }
  buffers: {
    available: boolean
    reason: string | null
    count: number | null
    lamports: number | null
  }
  nonces: {
    available: boolean
    reason: string | null
    count: number | null
    lamports: number | null
  }
  stake: {
    available: boolean
    reason: string | null
    count: number | null
    lamports: number | null
    cooling: {
      count: number
      /** All that comes back. Lamports, all digits written. */
      lamports: number
      ready_in_ms: number | null
    } | null
  }
  /** Of everything that is available now, each account once. Lamports, all digits written. */
  total_lamports: number
  /** What the transactions for it will about cost. Lamports, all digits written. */
  fee_lamports: number
  forecast: {
    /** That stay open, wrapped SOL left out. */
    accounts: number
    steps: Array<{
      /** Position in the announced schedule, from 1. */
      step: number
      lamports_per_byte: number
      /** What a plain token account has to hold then. Lamports, all digits written. */
      token_account_min: number
      /** Lamports above the floor in accounts that stay open, at that step, if none are taken until then. Lamports, all digits written. */
      excess_lamports: number
      /** The part of it that this step adds. Lamports, all digits written. */
      freed_lamports: number
    }>
  }
  accounts?: Array<{
    /** Base58 address. */
    account: string
    /** Class of the scan; `kept` for what stays as it is. */
    kind: string
    mint: string | null
    /** Base58 address. */
    program: string
    /** All that it holds. Lamports, all digits written. */
    lamports: number
    /** What closing it brings now; 0 for what cannot be closed now. Lamports, all digits written. */
    returns_lamports: number
    excess_lamports: number | null
    why: string | null
  }> | undefined
  accounts_total?: number | undefined
}

export type ScoreWeights = {
  /** Version of checks, weights and thresholds. */
  rules: string
  startScore: number
  /** Sum of the penalties. */
  severityPenalty: number
  /** startScore minus severityPenalty, 0 to 100, before caps and overrides. */
  additiveScore: number
  perSeverity: {
    critical: number
    high: number
    medium: number
    warning: number
    low: number
    info: number
  }
  penalties: Array<{
    source: string
    id: string
    severity: 'critical' | 'high' | 'medium' | 'warning' | 'low' | 'info'
    /** Taken off the score, after the layer's cap. */
    points: number
  }>
  failingCounts: {
    critical: number
    high: number
    medium: number
    warning: number
    low: number
    info: number
  }
  totalFailing: number
  hardCapped: boolean
  hardCap: number | null
  hardCapReasons: Array<string>
  honeypotConfirmed: boolean
  /** Entity-level concentration replaced wallet-level concentration. */
  entityAdjusted: boolean
  mature: boolean
  whitelisted: boolean
  regulatedStablecoin: boolean
  layersJudged: number
  layersFailed: Array<string>
  /** Behavioural layers that passed scored checks; `safe` needs three of them. */
  safeEarnedBy: Array<string>
}

export type Screen = {
  id: string
  name: string
  chain: string
  /** The tree of conditions as it was given, as JSON. */
  filter: string
  window: string
  holdSecs: number
  /** Epoch milliseconds. */
  createdAt: number
  /** Head of the tape when it was saved: every event of it comes after. */
  startCursor: string
  /** When its first rows were found, without events; null until then, about a second. */
  readyAt: number | null
  /** Rows that are in it. */
  rows: number
  /** It holds as many rows as it may: further ones enter when others leave. */
  isFull: boolean
  /** Why no row enters or leaves now: the tape lags. Null while rows are compared. */
  paused: string | null
}

export type ScreenPairsReply = {
  success: true
  rows: Array<ScreenerRow>
  /** Rows of this answer. */
  count: number
  /** Pairs that match; of a later page, those that did when the first was made. */
  total: number
  /** Epoch milliseconds. */
  generatedAt: number
  /** How old the answer may be. */
  maxAgeMs: number
  input: ScreenerInput
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
  nextCursor: string | null
}

export type ScreenTokensReply = {
  success: true
  input: string
  /** The order of the results: as requested, or `volume24h` where the provider that answered cannot sort so. */
  sortBy: 'trendingScore24h' | 'volume24h' | 'liquidity' | 'holdersCount' | 'createdAt' | 'organicVolume1h'
  count: number
  results: Array<ScreenerToken>
  /** Present only when the provider failed and the answer is an older one. */
  stale?: true | undefined
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type ScreenerInput = {
  chain: Array<string>
  q?: string | undefined
  address?: string | undefined
  dex?: Array<string> | undefined
  platform?: Array<string> | undefined
  /** All conditions, as JSON. */
  filter?: string | undefined
  window?: string | undefined
  sort?: string | undefined
  order?: string | undefined
  limit?: number | undefined
  maxAgeMins?: number | undefined
  minLiquidityUsd?: number | undefined
  minTxns?: number | undefined
  minPct?: number | undefined
}

export type ScreenerRow = {
  chain: string
  /** Where the pair trades; venues without a name of their own begin with `amm:`. */
  dex: string
  /** Address of the pool or curve. */
  pair: string
  base: {
    address: string
    symbol: string | null
    name: string | null
  }
  quote: {
    address: string
    symbol: string | null
    name: string | null
  }
  /** Of the newest trade of known price. */
  priceUSD: number | null
  /** Percent, from the newest trade before the window to the newest trade. */
  priceChange: AmountWindows
  /** Dollars. Null where the tape does not hold the window whole, or a trade’s worth is unknown. */
  volume: AmountWindows
  txns: CountWindows
  /** Different wallets that traded the pair. */
  makers24h: number | null
  /** Both sides of the pool. */
  liquidityUSD: number | null
  /** Dollars: circulating supply times `priceUSD`. */
  marketCap: number | null
  /** Dollars: total supply times `priceUSD`. */
  fdv: number | null
  /** Epoch ms; null where neither the tape nor a provider says it. */
  createdAt: number | null
  /** To a hundredth. */
  ageHours: number | null
  lastTradeAt: number | null
  /** Paid promotion; null without a provider that says it. */
  boosts: number | null
  /** Where this server counted them for another answer. */
  holders: number | null
  /** Kinds of the pool as the market provider names them. */
  labels: Array<string>
  hasSocials: boolean | null
  verified: boolean | null
  curve: {
    /** Launchpad that the token came from. */
    platform: string
    /** Progress of the curve, 0 to 100; null once it left the curve. */
    pct: number | null
    graduated: boolean
  } | null
  safety: {
    score: number
    grade: string
  } | null
  /** Place in the order of the whole answer, from 1. */
  rank: number | null
}

export type ScreenerToken = {
  mint: string
  symbol: string | null
  name: string | null
  decimals: number | null
  priceUSD: number | null
  marketCapUSD: number | null
  liquidityUSD: number | null
  volume24hUSD: number | null
  holders: number | null
  logo: string | null
}

export type SearchChainTokensReply = {
  success: true
  chain: string
  /** The highest level met. L0 recognised: in the catalog; L1 priced: the newest trade is under 24 hours old; L2 market: the newest trade is under an hour old, with 24 h activity or a pool traded within the hour; L3 forensics: L2 and a completed analysis of holders and security; L4 tradeable: L1 and a quotable route that leaves the keys with the caller; L5 services: a first-party trade service is configured and a paid product is live. Levels are measured, each by its own rule, and no strict ladder: L4 does not need L3. */
  tier: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** The age of the upstream data itself. Both ages are null where the source says nothing of time. */
  freshness: {
    sourceAt: number | null
    ageMs: number | null
    ageUnderMs: number | null
    block: number | null
    /** Provider, `tape` or `node`. */
    source: string
    /** When this server read it, epoch milliseconds. */
    fetchedAt: number
    /** The source failed and this is an older answer. */
    stale: boolean
  }
  results: Array<ChainSearchToken>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type SearchToken = {
  mint: string
  symbol: string
  name: string
  image: string | null
  url: string | null
  priceUsd: number | null
  priceChange: number | null
  volume24h: number | null
  liquidityUsd: number | null
  marketCap: number | null
  fdv: number | null
  pair: {
    chain: 'solana'
    dex: string
    address: string
    quote: string
  }
  /** First link of each kind, by kind. */
  socials: Record<string, string>
  websites: Array<string>
  header: string | null
  description: string | null
  decimals: number | null
  socials_list: Array<SocialLink>
  websites_list: Array<SiteLink>
  /** USD; null where the source cannot know. */
  volume: AmountWindows
  /** Trades; null where the source cannot know. */
  txns: CountWindows
  buys24h: number | null
  sells24h: number | null
  pairCreatedAt: number | null
  ageHours: number | null
  boosts: number
  dexId: string
  pairAddress: string
  baseToken: TokenRef
  quoteToken: TokenRef
  labels: Array<string>
}

export type SearchTokensReply = {
  success: true
  results: Array<SearchToken>
  /** What was left out and why, one sentence each. Present only where something was. */
  missing?: Array<string> | undefined
}

export type SellMultiHopRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** Base58 address. */
  mint: string
  /** Base units of the token; takes precedence over `percent`. Aliases: amount_in, amount_tokens. */
  amount_tokens?: number | string | undefined
  /** As `amount_tokens`. */
  amount_in?: number | string | undefined
  /** Of the tokens held; up to six decimals. */
  percent?: number | string | undefined
  /** Trade there only. Aliases: dex, dex_type. */
  dex_type?: string | null | undefined
  /** As `dex_type`. */
  dex?: string | null | undefined
  /** This pool only. Aliases: pool_address, pair_address. */
  pair_address?: string | null | undefined
  /** As `pair_address`. */
  pool_address?: string | null | undefined
  /** From 10000 on there is no minimum from slippage; for a custodial trade max_price_impact_bps still applies. */
  slippage_bps?: number | null | undefined
  /** The most that the trade may lose against the price before it, fees of the pool and of the token included; what would lose more is 422 `policy_blocked` (rule `price_impact`). Custodial trades have a bound in any case (TRADE_MAX_IMPACT_BPS); a looser one needs the scope wallet and a wallet without a withdraw_to list. 10000 is no bound. */
  max_price_impact_bps?: number | null | undefined
  /** Custodial: send it as a bundle. */
  mev_protect?: boolean | null | undefined
  /** Custodial, with mev_protect: paid to the block engine. */
  tip_lamports?: number | string | null | undefined
  /** Millionths of a lamport for each unit. */
  compute_unit_price?: number | string | null | undefined
  /** Takes precedence over compute_unit_price; clamped to 0..50000000. */
  priority_micro_lamports?: number | string | null | undefined
  /** Return an unsigned transaction instead of sending one. */
  client_signs?: boolean | null | undefined
  /** Who signs and pays; needed with client_signs. */
  wallet?: string | null | undefined
  /** Client-signed only: through the aggregator. */
  use_router?: boolean | null | undefined
  /** Client-signed: a tip built in; 0 for none, 100000 when absent. */
  mev_tip_lamports?: number | string | null | undefined
  /** Client-signed: the tip as a share of the trade, at least mev_tip_lamports where that is given. */
  mev_tip_bps?: number | null | undefined
  /** Platform fee of this trade. Scope fee_routing (403). */
  fee_bps?: number | null | undefined
  /** Who gets it. Scope fee_routing (403). */
  fee_wallet?: string | null | undefined
  /** Close the token account that a sale empties; its deposit comes back. Aliases: close_token_account, close_ata. */
  close_ata?: boolean | null | undefined
  /** As `close_ata`. */
  close_token_account?: boolean | null | undefined
  /** Execute the transaction first and refuse it if it exceeds this request. */
  manifest?: boolean | null | undefined
  /** Ignored. */
  bridge_slippage_bps?: unknown | undefined
  /** Ignored. */
  intermediate_mint?: unknown | undefined
  /** Ignored. */
  nonce_account?: unknown | undefined
  /** Ignored. */
  nonce_value?: unknown | undefined
  /** Ignored. */
  simulate?: unknown | undefined
  /** Ignored. */
  pay_with_mint?: unknown | undefined
  /** Ignored. */
  receive_mint?: unknown | undefined
}

export type SellRequest = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** Base58 address. */
  mint: string
  /** What is received. A mint will do too. */
  receive_mint?: string | 'So11111111111111111111111111111111111111112' | 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' | 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' | null | undefined
  /** Base units of the token; takes precedence over `percent`. Aliases: amount_in, amount_tokens. */
  amount_in?: number | string | undefined
  /** As `amount_in`. */
  amount_tokens?: number | string | undefined
  /** Of the tokens held; up to six decimals. */
  percent?: number | string | undefined
  /** Trade there only. Aliases: dex, dex_type. */
  dex?: string | null | undefined
  /** As `dex`. */
  dex_type?: string | null | undefined
  /** This pool only. Aliases: pool_address, pair_address. */
  pool_address?: string | null | undefined
  /** As `pool_address`. */
  pair_address?: string | null | undefined
  /** From 10000 on there is no minimum from slippage; for a custodial trade max_price_impact_bps still applies. */
  slippage_bps?: number | null | undefined
  /** The most that the trade may lose against the price before it, fees of the pool and of the token included; what would lose more is 422 `policy_blocked` (rule `price_impact`). Custodial trades have a bound in any case (TRADE_MAX_IMPACT_BPS); a looser one needs the scope wallet and a wallet without a withdraw_to list. 10000 is no bound. */
  max_price_impact_bps?: number | null | undefined
  /** Custodial: send it as a bundle. */
  mev_protect?: boolean | null | undefined
  /** Custodial, with mev_protect: paid to the block engine. */
  tip_lamports?: number | string | null | undefined
  /** Millionths of a lamport for each unit. */
  compute_unit_price?: number | string | null | undefined
  /** Takes precedence over compute_unit_price; clamped to 0..50000000. */
  priority_micro_lamports?: number | string | null | undefined
  /** Return an unsigned transaction instead of sending one. */
  client_signs?: boolean | null | undefined
  /** Who signs and pays; needed with client_signs. */
  wallet?: string | null | undefined
  /** Client-signed only: through the aggregator. */
  use_router?: boolean | null | undefined
  /** Client-signed: a tip built in; 0 for none, 100000 when absent. */
  mev_tip_lamports?: number | string | null | undefined
  /** Client-signed: the tip as a share of the trade, at least mev_tip_lamports where that is given. */
  mev_tip_bps?: number | null | undefined
  /** Platform fee of this trade. Scope fee_routing (403). */
  fee_bps?: number | null | undefined
  /** Who gets it. Scope fee_routing (403). */
  fee_wallet?: string | null | undefined
  /** A durable nonce of the wallet, to live by instead of a blockhash. Needs nonce_value. */
  nonce_account?: string | null | undefined
  /** What the nonce holds now. */
  nonce_value?: string | null | undefined
  /** Custodial: execute it without sending it. */
  simulate?: boolean | undefined
  /** Close the token account that a sale empties; its deposit comes back. Aliases: close_token_account, close_ata. */
  close_token_account?: boolean | null | undefined
  /** As `close_token_account`. */
  close_ata?: boolean | null | undefined
  /** Execute the transaction first and refuse it if it exceeds this request. */
  manifest?: boolean | null | undefined
}

export type SendTransactionRequest = {
  /** The signed transaction in base64. */
  transaction: string
  /** Merged over `encoding` base64, `skipPreflight` false, `preflightCommitment` confirmed and sent to the node. */
  options?: Record<string, unknown> | null | undefined
  [member: string]: unknown
}

export type SimulateTransactionReply = {
  success: true
  /** The runtime's error in the node's JSON form; null on success. */
  err: null | string | Record<string, unknown>
  logs: Array<string>
  unitsConsumed: number | null
  /** How many accounts came back for `options.accounts`. */
  accountsReturned: number
  simulationDetails: {
    hasError: boolean
    computeUnits: number | null
    logCount: number
  }
}

export type SimulateTransactionRequest = {
  /** The transaction in base64: version 0 or 1, or legacy. Signatures may be missing. */
  transaction: string
  /** Merged over `sigVerify` false, `replaceRecentBlockhash` true and sent to the node. */
  options?: Record<string, unknown> | null | undefined
  [member: string]: unknown
}

export type SiteLink = {
  label: string
  url: string
}

export type SocialLink = {
  type: string
  url: string
}

export type StartCohortReply = {
  success: true
  jobId: string
  status: 'running' | 'done' | 'failed'
  /** Whether this is the job of the same set from the last 10 minutes. */
  cached: boolean
  /** Whether a job of the same set is under way, which this is. */
  joined: boolean
  wallets: number
  parseInfo: {
    /** Entries. */
    given: number
    /** Different addresses. */
    valid: number
    duplicates: number
    invalidCount: number
    /** The first 20 bad entries. */
    invalid: Array<{
      index: number
      entry: string
    }>
  }
  progress: {
    stage: 'queued' | 'histories' | 'transactions' | 'funding' | 'tokens' | 'judging' | 'done'
    done: number
    total: number
    /** Of the whole job; never falls. */
    pct: number
  }
  /** Epoch milliseconds. */
  expiresAt: number
}

export type StartCohortRequest = {
  /** A list, or one text separated by line breaks, commas, semicolons or blanks. */
  addresses: Array<unknown> | string
  refresh?: boolean | null | undefined
  [member: string]: unknown
}

export type StreamChain = {
  chain: 'solana' | 'ethereum' | 'base'
  name: string
  /** Whether new events arrive promptly. Stored events are served in any case. */
  serving: boolean
  /** Why it does not serve; null when it does. */
  reason: string | null
  /** Age of the newest stored block, whose time has whole seconds; null before the first one. */
  lagMs: number | null
  /** Cursor after the newest stored event. */
  headCursor: string
  /** Before the oldest stored event: the oldest cursor that can be resumed from. */
  tailCursor: string
  /** From the oldest stored event to the newest. */
  windowSecs: number
  coverage: {
    fromBlock: number
    toBlock: number
    from: number | null
    to: number | null
  } | null
  /** The newest stretches that could not be read and never will be. */
  lost: Array<{
    fromBlock: number
    toBlock: number
    reason: string
  }>
  swaps: {
    /** Epoch milliseconds. */
    from: number
    /** Epoch milliseconds. */
    to: number
    /** Blocks of the last hour that the figures are of. */
    blocks: number
    /** Share of the swap volume that is on the tape; null without a volume. */
    decodedShare: number | null
    /** In DEXs with a decoder of their own. */
    named: {
      trades: number
      volumeUSD: number
      /** Of the volume of all swaps; null without one. */
      share: number | null
    }
    /** In venues with a name (`amm:<name>`), read by the generic rule. */
    generic: {
      trades: number
      volumeUSD: number
      /** Of the volume of all swaps; null without one. */
      share: number | null
    }
    /** In programs without a name (`amm:unknown:<program>`), read by the generic rule. */
    unknown: {
      trades: number
      volumeUSD: number
      /** Of the volume of all swaps; null without one. */
      share: number | null
    }
    /** An estimate: transactions whose signers gave one token for another without a trade that explains it. */
    undecoded: {
      trades: number
      volumeUSD: number
      /** Of the volume of all swaps; null without one. */
      share: number | null
    }
    /** Swaps among them that no volume counts: no dollar price. */
    unpriced: number
  } | null
}

export type StreamEvent = StreamTrade | StreamLaunch | StreamRetracted | StreamLost | {
  type: 'screen'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  screen: {
    /** The saved screen. */
    id: string
    change: 'enter' | 'leave'
    reason: 'filter' | 'unknown' | 'gone' | null
    /** When it was found. */
    at: number
    /** Address of the pool or curve. */
    pair: string
    token: string
    quote: string
    /** Where it happened. */
    dex: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream' | string
    row: ScreenerRow | null
  }
}

export type StreamLaunch = {
  type: 'launch'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  launch: StreamLaunchData
}

export type StreamLaunchData = {
  mint: string
  poolAddress: string
  dexType: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream'
  kind: 'launch' | 'pool' | 'graduation'
  quote: string
  signature: string | null
  blockTime: number | null
  /** Epoch milliseconds. */
  indexedAt: number
  creator: string | null
  name: string | null
  symbol: string | null
  uri: string | null
}

export type StreamLost = {
  type: 'lost'
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  cursor: string
  /** First slot. */
  from: number
  /** Last slot. */
  to: number
  reason: string
}

export type StreamRetracted = {
  type: 'retracted'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  retracts: {
    /** The event that never happened. */
    eventId: string
    cursor: string
    type: 'trade' | 'launch'
  }
  trade?: StreamTradeData | undefined
  launch?: StreamLaunchData | undefined
}

export type StreamTrade = {
  type: 'trade'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  trade: StreamTradeData
}

export type StreamTradeData = {
  /** The pool. Of a venue `amm:`, the owner of its vaults or, where that owns others too, its vault of the token. */
  pool: string
  /** Where it happened. */
  dex: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream' | string
  /** Mint of the token. */
  token: string
  /** Mint that it was paid with. */
  quote: string
  side: 'buy' | 'sell'
  /** Whole tokens. */
  amount: number
  /** Whole units of the quote. */
  amountQuote: number
  /** Base units, exact. */
  amountRaw: string
  /** Base units, exact. */
  amountQuoteRaw: string
  priceUSD: number | null
  amountUSD: number | null
  /** The wallet that traded. */
  maker: string
}

export type Swap = {
  /** Base58 address. */
  trader: string
  /** Router or DEX that was called. */
  source: string
  /** Base58 address. */
  programId: string
  input: SwapSide
  output: SwapSide
  /** What a route left of tokens between its ends. */
  leftover: Array<SwapSide>
  /** Taken beside the pools, by routers, bots and those who sent the user. Fees of the pools are in their prices. */
  fees: Array<SwapSide>
  /** Empty where a router went through pools that are not read. */
  legs: Array<SwapLeg>
}

export type SwapLeg = {
  /** A DEX, `amm:<name>`, or `amm:unknown:<program>`. */
  dex: string
  /** Base58 address. */
  programId: string
  pool: string
  input: SwapSide
  output: SwapSide
}

/** The aggregator's quote with every member and digit it came with. The whole object goes into build. */
export type SwapQuote = {
  /** Base58 address. */
  inputMint: string
  /** What is given. Base units. */
  inAmount: string
  /** Base58 address. */
  outputMint: string
  /** What the route yields after its fees. Base units. */
  outAmount: string
  /** The least output that the slippage allows. Base units. */
  otherAmountThreshold: string
  swapMode?: string | undefined
  slippageBps?: number | undefined
  platformFee?: Record<string, unknown> | null | undefined
  /** A ratio: 0.001 is a tenth of a percent. */
  priceImpactPct?: string | undefined
  routePlan?: Array<Record<string, unknown>> | undefined
  /** Which generation of the aggregator made it, and will build it. Leave it where it is. */
  mintglassGeneration: 'v1' | 'v2'
  [member: string]: unknown
}

export type SwapSide = {
  /** Base58 address. */
  mint: string
  /** In base units, exact. */
  rawAmount: string
  decimals: number | null
  amount: number | null
}

export type SyntheticTrade = {
  base_token: TradedToken | null
  token0_address: string
  token1_address: string
  amount_base: number
  amount_quote: number
  /** Of the base token. */
  side: 'buy' | 'sell'
  /** ISO time of the block. */
  date: string
  /** Transaction signature. */
  hash: string
}

export type TapeCandle = {
  /** Start, epoch milliseconds. */
  t: number
  o: number
  h: number
  l: number
  c: number
  /** USD. */
  v: number
  /** Whether the bar is still forming: the last one only. */
  open: boolean
}

export type TapePosition = {
  token: string
  decimals: number
  buys: number
  sells: number
  /** Base units sold beyond what the window’s purchases left: held before, at an unknown cost. */
  openingRaw: string
  /** Base units, exact. */
  boughtRaw: string
  /** Base units, exact. */
  soldRaw: string
  /** Opening, more what was bought, less what was sold. */
  closingRaw: string
  bought: number
  sold: number
  closing: number
  costLamports: string | null
  /** Paid for all purchases of known worth. */
  costUSD: number
  proceedsLamports: string | null
  /** Got for all sales of known worth. */
  proceedsUSD: number
  realizedLamports: string | null
  realizedUSD: number | null
  avgBuyUSD: number | null
  avgSellUSD: number | null
  unrealizedUSD: number | null
  lastPriceUSD: number | null
  /** What is held is worth more than there is in the pools of the token’s newest trades: it is no gain and in no sum. */
  thin: boolean
  medianHoldSecs: number | null
  firstTs: number | null
  lastTs: number | null
  /** Whether all that was sold was bought within the window. */
  basisKnown: boolean
  /** Trades of unknown worth in dollars; the dollar figures leave them out. */
  unpriced: number
}

export type TapeToken = {
  token: string
  decimals: number
  buys: number
  sells: number
  /** Base units, exact. */
  boughtRaw: string
  /** Base units, exact. */
  soldRaw: string
  /** Bought less sold, base units, with a sign. */
  netRaw: string
  net: number
  volumeUSD: number
  buyUSD: number
  sellUSD: number
  firstTs: number | null
  lastTs: number | null
}

export type TapeTrader = {
  wallet: string
  buys: number
  sells: number
  /** Base units sold beyond what the window’s purchases left: held before, at an unknown cost. */
  openingRaw: string
  /** Base units, exact. */
  boughtRaw: string
  /** Base units, exact. */
  soldRaw: string
  /** Opening, more what was bought, less what was sold. */
  closingRaw: string
  /** Bought less sold, whole tokens. */
  net: number
  volumeUSD: number
  costLamports: string | null
  /** Paid for all purchases of known worth. */
  costUSD: number
  proceedsLamports: string | null
  /** Got for all sales of known worth. */
  proceedsUSD: number
  realizedLamports: string | null
  realizedUSD: number | null
  firstTs: number | null
  lastTs: number | null
  /** Null where nothing that this server holds establishes it. From the launch facts where a question left them behind, else from the launch on the tape. */
  tags: {
    sniper: boolean | null
    bundler: boolean | null
    fresh: boolean | null
  }
}

export type TapeWindow = {
  /** Epoch milliseconds. Later than asked for where one request reads no further. */
  from: number
  /** Epoch milliseconds. */
  to: number
  /** Days that the tape keeps. */
  days: number
  /** Whether every trade of the window is on the tape. False where the tape began later, has a gap, lags, leaves some trades out, or holds more than one request reads. */
  complete: boolean
}

export type TestWebhookReply = {
  success: true
  deliveryId: string
  eventId: string
}

export type TestWebhookRequest = {
  type?: 'trade' | 'trade_retracted' | 'launch' | 'launch_retracted' | 'screen' | 'gap' | undefined
  [member: string]: unknown
}

export type Token = {
  /** The token. */
  mint: string
  name: string | null
  symbol: string | null
  decimals: number
  /** Owner of the mint. */
  token_program: string
}

export type TokenMetadata = {
  mint: string
  name: string | null
  symbol: string | null
  description: string | null
  image: string | null
  decimals: number | null
  supply: string | null
  ownership: {
    owner: string | null
    frozen: boolean
    delegated: boolean
    delegate: string | null
    ownershipModel: string | null
  } | null
  /** `das`, or `indexer:<source>` for rows read by this server itself. */
  source: string
  uri?: string | null | undefined
}

export type TokenPrice = {
  mint: string
  priceUsd: number
  marketCap: number | null
  fdv: number | null
  liquidityUsd: number | null
  volume24h: number | null
  priceChange24h: number | null
}

export type TokenRef = {
  address: string
  name: string
  symbol: string
}

export type TokenTransfer = {
  /** Base58 address. */
  mint: string
  /** Owner of the account; empty where units came to be. */
  fromUserAccount: string
  /** Owner of the account; empty where units ceased to be. */
  toUserAccount: string
  fromTokenAccount: string
  toTokenAccount: string
  tokenAmount: number | null
  /** In base units, exact. */
  rawAmount: string
  decimals: number | null
  /** `transfer`; `deposit`: what a new account must hold; `close`: all that a closed account held; `mint`, `burn`; `wrap`, `unwrap`: SOL became tokens, or tokens SOL, within one account; `withheld`: a fee of the token itself; `handover`: the account got another owner; `program`: moved by a program without an instruction of its own. */
  kind: string
}

export type Trade = {
  /** Transaction signature. */
  hash: string
  /** Epoch milliseconds; 0 when unknown. */
  date: number
  /** 0 when unknown. */
  amountUSD: number
  /** Of one whole token; 0 when unknown. */
  priceUSD: number
  /** Whole tokens; 0 when unknown. */
  amount: number
  side: 'buy' | 'sell'
  sender: string | null
  /** The DEX; from the tape also `amm:<name>` and `amm:unknown:<program>`: venues that are read by their token transfers. */
  platform: string | null
}

export type TradeCounts = {
  buys: number
  sells: number
}

export type TradeReply = {
  success: true
  signature?: string | null | undefined
  /** Custodial. Base units of the token (buy) or of what it was sold for: lamports, or units of receive_mint. After the platform fee. All digits are written: beyond 2^53 a reader must take them as they are. */
  amount_received?: number | bigint | undefined
  /** Custodial. What it was bought with, platform fee included: lamports, or units of pay_with_mint; or units of the token (sell). All digits are written: beyond 2^53 a reader must take them as they are. */
  amount_spent?: number | bigint | undefined
  /** The least that the chain would have let through. All digits are written: beyond 2^53 a reader must take them as they are. */
  min_received?: number | bigint | undefined
  /** In the same units as what was paid or received. All digits are written: beyond 2^53 a reader must take them as they are. */
  platform_fee?: number | bigint | undefined
  fee_lamports?: number | bigint | null | undefined
  /** Paid to the block engine. All digits are written: beyond 2^53 a reader must take them as they are. */
  tip_lamports?: number | bigint | undefined
  timing?: TradeTiming | undefined
  simulated?: true | undefined
  compute_units?: number | undefined
  logs?: Array<string> | undefined
  data?: {
    /** A transaction with room for one signature: version 0, or 1 where two swaps do not fit into that (then the signature is behind the message). */
    unsigned_tx_base64: string
    /** Or the value of the durable nonce. */
    recent_blockhash: string
    last_valid_block_height: number | null
  } | undefined
  manifest: Manifest | null
}

export type TradeTiming = {
  plan_ms: number | null
  fetch_ms: number | null
  detect_ms: number | null
  build_ms: number | null
  manifest_ms: number | null
  sign_ms: number | null
  send_ms: number | null
  confirm_ms: number | null
  total_ms: number | null
  /** The pool was at hand. */
  cache_hit: boolean
  confirm_method: 'subscription' | 'polling' | null
  mev_service: 'jito' | null
  submitted_via: 'jito_bundle' | 'swqos' | 'fallback_rpc' | null
  bundle_id: string | null
  dex_name: string
  landed_slot: number | null
}

export type TradedToken = {
  /** Base58 address. */
  address: string
  symbol: string | null
  name: string | null
  logo: string | null
  decimals: number | null
}

export type Transaction = {
  /** Transaction signature. */
  signature: string
  slot: number
  timestamp: number | null
  /** `UNKNOWN` where nothing more is certain; what moved is shown all the same. */
  type: string
  /** Program that it was made with, by its operator; `UNKNOWN` for one without a name. */
  source: string
  /** One sentence. Tokens are named by mint, never by text of their issuer. */
  description: string
  /** Lamports. */
  fee: number
  /** Lamports: what `fee` is above the base of its signatures. */
  priorityFee: number
  /** Base58 address. */
  feePayer: string
  /** Lamports that went to block engines for its place in the block. */
  tip: number
  tokenTransfers: Array<TokenTransfer>
  /** Lamports. With `fee` and the transfers of wrapped SOL, which carry lamports too, they are all that the balances changed by. */
  nativeTransfers: Array<NativeTransfer>
  instructions: Array<{
    /** Base58 address. */
    programId: string
    accounts: Array<string>
    /** Base58. */
    data: string
    innerInstructions: Array<{
      /** Base58 address. */
      programId: string
      accounts: Array<string>
      data: string
    }>
  }>
  events: {
    swaps: Array<Swap>
    /** Pictures and other single things that marketplaces sold. */
    sales: Array<Sale>
  }
  /** By owner, the fee included; `mint` null for SOL, wrapped SOL among it. */
  balanceChanges: Array<{
    /** Base58 address. */
    owner: string
    mint: string | null
    /** In base units, exact. */
    rawAmount: string
    decimals: number | null
  }>
  /** True: something moved of which one end is not known. */
  partial: boolean
  transactionError: {
    /** `token:<name>`, `program:<id>:<code>` or `runtime:<name>`. */
    error: string
    /** Why it failed, in plain words where the code is known. */
    inWords: string
  } | null
}

export type Transfer = {
  /** Transaction signature. */
  signature: string
  slot: number
  ts: number | null
  /** Of SOL that of wrapped SOL; `kind` says which it was. */
  mint: string
  amount: number | null
  /** Lamports or base units, exact. */
  amountRaw: string
  decimals: number | null
  from: string | null
  to: string | null
  direction: 'in' | 'out'
  kind: 'sol' | 'token'
  /** `transfer`, `deposit` (what a new account must hold), `close`, `mint`, `burn`, `withheld`, `handover`, `program`. */
  movement: string
  /** True: it moved in a transaction in which the wallet swapped. */
  inSwap: boolean
}

export type TrendingToken = {
  mint: string
  symbol: string
  name: string
  image: string | null
  priceUsd: number | null
  /** Percent; null where the source names no change: no trades, or a change of 0. */
  priceChange: AmountWindows
  /** USD; null where the source cannot know. */
  volume: AmountWindows
  /** Trades; null where the source cannot know. */
  txns: CountWindows
  liquidityUsd: number | null
  marketCap: number | null
  fdv: number | null
  pairCreatedAt: number | null
  dex: string
  pairAddress: string
  labels: Array<string>
  boosts: number
  /** Gapless over the full set; filters never renumber it. */
  rank: number
  rankChange1h: number | null
}

export type Truncation = {
  /** Requested cursor or time. */
  from: string
  /** Cursor after which reading continues. */
  to: string
  lost: number | null
}

export type UdfFailure = {
  s: 'error'
  /** What went wrong, for people. */
  errmsg: string
  /** The kind of failure, for programs. Codes are never renamed; new ones may come. docs/errors.md says what each means and whether to retry. */
  code: 'invalid_request' | 'invalid_mint' | 'invalid_amount' | 'unsupported_quote' | 'unauthorized' | 'insufficient_balance' | 'domain_not_allowed' | 'scope_required' | 'plan_required' | 'not_found' | 'unknown_user_ref' | 'unknown_wallet' | 'method_not_allowed' | 'body_timeout' | 'conflict' | 'idempotency_mismatch' | 'payload_too_large' | 'simulation_failed' | 'policy_blocked' | 'no_route' | 'price_moved' | 'rate_limited' | 'too_busy' | 'internal' | 'unsupported_on_chain' | 'upstream_failed' | 'upstream_refused' | 'upstream_rate_limited' | 'upstream_timeout' | 'pending' | 'not_landed' | 'unconfigured' | 'not_ready' | 'shutting_down' | 'cancelled'
  /** The same as `X-Request-Id`: name it when you report a problem. */
  requestId: string
}

export type UndoFeeWalletReply = {
  success: true
  /** Where fees go again. */
  feeWallet: string
}

export type UndoFeeWalletRequest = {
  /** The change to undo, of those that the dashboard shows. Without it all that was changed without the owner's session since the owner last changed it. */
  changeId?: number | null | undefined
  [member: string]: unknown
}

export type UpdateDomainsReply = {
  success: true
  allowedDomains: Array<string> | null
}

export type UpdateDomainsRequest = {
  /** Host names, optionally with a leading `*.`; what is none is dropped, the first 100 count. */
  domains: Array<unknown>
  [member: string]: unknown
}

export type UpdateFeeWalletReply = {
  success: true
  message: string
  /** When it counts: at once with the owner's session, later without. */
  effectiveAt: number
}

export type UpdateFeeWalletRequest = {
  /** Owner of the key. */
  ownerWallet: string
  /** Where the key's fees go from now on. */
  newFeeWallet: string
  /** Id of the key. */
  apiKeyId: number
  [member: string]: unknown
}

export type UpdateWebhookReply = {
  success: true
  webhook: WebhookDetail
  resumedFrom: string | null
  truncated: Truncation | null
}

export type UpdateWebhookRequest = {
  /** Refused: cannot be changed, make another webhook. */
  chain?: unknown | undefined
  /** Public https, port 443 or 8443. */
  url?: string | undefined
  /** Retractions come with trades and launches, gaps of the tape with all. */
  events?: Array<'trade' | 'launch' | 'screen'> | undefined
  /** Every condition given must hold; of a list, one member. For trades one of tokens, wallets and pools is needed, unless the key may have all. */
  filter?: {
    tokens?: Array<string> | undefined
    wallets?: Array<string> | undefined
    pools?: Array<string> | undefined
    minUsd?: number | null | undefined
    side?: 'buy' | 'sell' | null | undefined
    dex?: Array<'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream'> | undefined
    /** Saved screens of the key. Needed for the event `screen`, of which no other condition speaks. */
    screens?: Array<string> | undefined
  } | undefined
  description?: string | undefined
  /** Over 1 every body is a list of up to so many events. */
  batchMax?: number | undefined
  enabled?: boolean | undefined
  [member: string]: unknown
}

export type Venue = {
  dex: string
  dexId: string
  iconKey: string
  pairAddress: string
  primary: boolean
}

export type VerifyBrandingPaymentReply = {
  success: true
  hasBrandingLicense: true
  /** The license was active before; no payment was checked. */
  alreadyActive: boolean
  brandingLicenseTx: string | null
}

export type VerifyBrandingPaymentRequest = {
  /** Owner of the key. */
  ownerWallet: string
  /** Of the payment. */
  transactionSignature: string
  /** Id of the key. */
  apiKeyId: number
  [member: string]: unknown
}

export type Wallet = {
  id: string
  /** The user as the caller named them. */
  user_ref: string
  /** Base58 address. */
  address: string
  /** `derived`: the server signs for it. `watch`: it is only looked at. */
  kind: 'derived' | 'watch'
  label: string
  /** It acts for requests without an X-User-Ref. */
  default: boolean
  /** Epoch milliseconds. */
  created_at: number
  /** Where withdrawals may go; anywhere when the list is empty. */
  withdraw_to: Array<string>
}

export type WalletBalances = {
  /** All digits are written: beyond 2^53 a reader must take them as they are. */
  sol_lamports: number | bigint
  /** Up to 50 token accounts, those that hold something first. */
  tokens: Array<{
    /** Base58 address. */
    mint: string
    /** Base58 address. */
    account: string
    /** Base units. */
    amount: string
    decimals: number | null
    /** Base58 address. */
    token_program: string
    frozen: boolean
  }>
  /** Number of them. */
  token_accounts: number
}

export type WalletLimits = {
  /** Where withdrawals may go; anywhere when the list is empty. */
  withdraw_to: Array<string>
}

/** Wallets of the launch by what their clusters say of them, sorted; intel, snipers and deep scan rest on these once a map is at hand. */
export type WalletRoles = {
  /** The creator's other wallets by the clusters. */
  team: Array<string>
  /** The team, the bundlers, and any other payer of the launch. */
  insiders: Array<string>
  /** Bought in the launch slot with others of their own cluster. */
  bundlers: Array<string>
  /** The other buyers of the launch window; none belongs to the creator's clusters. */
  snipers: Array<string>
}

export type WalletTrade = {
  chain_id: string
  /** `REGULAR`; a provider also says `MEV`, `SANDWICHED_MEV` and others. */
  swap_type: string
  /** Transaction signature. */
  transaction_hash: string
  /** ISO time of the block. */
  date: string
  /** Of the base token. */
  side: 'buy' | 'sell'
  pool_address: string | null
  /** Base58 address. */
  transaction_sender_address: string
  /** The base token. */
  token0_address: string
  /** What it was traded for. */
  token1_address: string
  base_token: TradedToken | null
  /** Whole tokens, rounded to a double. */
  amount_base: number
  /** Whole tokens, rounded to a double. */
  amount_quote: number
  amount_base_raw: string | null
  amount_quote_raw: string | null
  amount_usd: number | null
  price_usd_token0: number | null
  price_usd_token1: number | null
  platform: string | null
  labels: Array<string>
}

export type Webhook = {
  id: string
  url: string
  events: Array<'trade' | 'launch' | 'screen'>
  chain: 'solana' | 'ethereum' | 'base'
  filter: WebhookFilter
  description: string
  batchMax: number
  enabled: boolean
  disabledReason: string | null
  /** Epoch milliseconds. */
  createdAt: number
  /** Epoch milliseconds. */
  updatedAt: number
  /** Where it began. */
  startCursor: string
  /** Everything up to here is delivered, dead, or waits for a retry. */
  cursor: string
  lag: {
    /** Events of the tape after the cursor. */
    events: number
    /** From the oldest of them until now; 0 without any. */
    seconds: number
  }
  /** Deliveries that wait for their next attempt. */
  pending: number
  consecutiveFailures: number
  truncated: Truncation | null
}

export type WebhookDelivery = {
  deliveryId: string
  /** Of the first event. */
  eventId: string
  eventIds: Array<string>
  /** From 1; of a pending delivery the one to come. */
  attempt: number
  /** Epoch milliseconds. */
  at: number
  /** `failed` attempts have a `nextAttemptAt` as long as another one follows; `dead` ones were the last. */
  status: 'pending' | 'succeeded' | 'failed' | 'dead'
  httpStatus: number | null
  latencyMs: number | null
  reason: string | null
  nextAttemptAt: number | null
  responseSnippet: string | null
  test: boolean
  replay: boolean
}

export type WebhookDetail = {
  id: string
  url: string
  events: Array<'trade' | 'launch' | 'screen'>
  chain: 'solana' | 'ethereum' | 'base'
  filter: WebhookFilter
  description: string
  batchMax: number
  enabled: boolean
  disabledReason: string | null
  /** Epoch milliseconds. */
  createdAt: number
  /** Epoch milliseconds. */
  updatedAt: number
  /** Where it began. */
  startCursor: string
  /** Everything up to here is delivered, dead, or waits for a retry. */
  cursor: string
  lag: {
    /** Events of the tape after the cursor. */
    events: number
    /** From the oldest of them until now; 0 without any. */
    seconds: number
  }
  /** Deliveries that wait for their next attempt. */
  pending: number
  consecutiveFailures: number
  truncated: Truncation | null
  stats: {
    /** Deliveries that were taken. */
    delivered: number
    /** Attempts that failed. */
    failed: number
    /** Deliveries that were given up. */
    dead: number
    lastSuccessAt: number | null
    lastFailure: {
      /** Epoch milliseconds. */
      at: number
      status: number | null
      reason: string
    } | null
  }
}

export type WebhookFilter = {
  /** Mints of tokens. */
  tokens: Array<string>
  /** Wallets that traded, or that launched. */
  wallets: Array<string>
  pools: Array<string>
  minUsd: number | null
  side: 'buy' | 'sell' | null
  dex: Array<'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream'>
  /** Saved screens of the key; `screen` events are of these. */
  screens: Array<string>
}

export type WhaleLabel = {
  /** Base58 address. */
  wallet: string
  entity: string | null
  entityType: string | null
  entityLogo: string | null
  platform: string | null
  /** Such as `whale`, `smart_money`, `pro_trader`, `sniper`. */
  flags: Array<string>
  /** Which source said each member that is known: `pack:<file>` of the operator, `project` for the list that comes with this server, `chain`, or `provider:<name>`. */
  sources: Record<string, string>
}

export type WithdrawReply = {
  success: true
  signature: string | null
  /** Base58 address. */
  to: string
  /** `SOL`, or the mint. */
  mint: string
  /** What left the wallet, in base units. */
  amount: string
  /** What arrived: less where the mint takes a fee of its transfers. */
  received: string
  fee_lamports: number | null
  slot: number | null
  /** Token accounts that it emptied; their deposits went back to the wallet. */
  closed_accounts: Array<string>
  simulated: boolean
  manifest: Manifest
}

export type WithdrawRequest = {
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
  /** A wallet, or a token account of the mint. */
  to: string
  /** `SOL`, or the mint of a token; wrapped SOL by its mint. */
  mint?: 'SOL' | string | null | undefined
  /** Base units (lamports of SOL), or `max` for everything. */
  amount: 'max' | number | string
  /** Execute it without sending it. */
  simulate?: boolean | undefined
}

export type WrappedDiagnostics = {
  capped: boolean
  failedPct: number
  feesLostSol: number
  dustPct: number
  emptyAccounts: number
  recoverableSol: number
  unknownBasisSells: number
  missing: Array<string>
}

export type WrappedStats = {
  transactions: number
  activeDays: number
  longestStreakDays: number
  swaps: number
  tokens: number
  volumeSol: number
  realizedSol: number
  netSol: number
  winRatePct: number | null
  feesSol: number
  favouriteDex: string
  busiestHourUtc: number
}

export type StreamCandle = {
  pool: string
  interval: string
  /** Epoch milliseconds. */
  t: number
  o: number
  h: number
  l: number
  c: number
  /** USD. */
  v: number
  trades: number
  /** False while the bar is forming. */
  final: boolean
}

export type WebhookBody = {
  type: 'trade'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  trade: {
    /** The pool. Of a venue `amm:`, the owner of its vaults or, where that owns others too, its vault of the token. */
    pool: string
    /** Where it happened. */
    dex: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream' | string
    /** Mint of the token. */
    token: string
    /** Mint that it was paid with. */
    quote: string
    side: 'buy' | 'sell'
    /** Whole tokens. */
    amount: number
    /** Whole units of the quote. */
    amountQuote: number
    /** Base units, exact. */
    amountRaw: string
    /** Base units, exact. */
    amountQuoteRaw: string
    priceUSD: number | null
    amountUSD: number | null
    /** The wallet that traded. */
    maker: string
  }
  /** From 1. */
  attempt: number
  test?: true | undefined
} | {
  type: 'trade_retracted'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  trade: {
    /** The pool. Of a venue `amm:`, the owner of its vaults or, where that owns others too, its vault of the token. */
    pool: string
    /** Where it happened. */
    dex: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream' | string
    /** Mint of the token. */
    token: string
    /** Mint that it was paid with. */
    quote: string
    side: 'buy' | 'sell'
    /** Whole tokens. */
    amount: number
    /** Whole units of the quote. */
    amountQuote: number
    /** Base units, exact. */
    amountRaw: string
    /** Base units, exact. */
    amountQuoteRaw: string
    priceUSD: number | null
    amountUSD: number | null
    /** The wallet that traded. */
    maker: string
  }
  retracts: {
    /** The event that never happened. */
    eventId: string
    cursor: string
    type: 'trade' | 'launch'
  }
  /** From 1. */
  attempt: number
  test?: true | undefined
} | {
  type: 'launch'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  launch: {
    mint: string
    poolAddress: string
    dexType: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream'
    kind: 'launch' | 'pool' | 'graduation'
    quote: string
    signature: string | null
    blockTime: number | null
    /** Epoch milliseconds. */
    indexedAt: number
    creator: string | null
    name: string | null
    symbol: string | null
    uri: string | null
  }
  /** From 1. */
  attempt: number
  test?: true | undefined
} | {
  type: 'launch_retracted'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  position: {
    /** Index of the transaction in its block. */
    tx: number
    /** Instruction path on Solana: `4` top level, `4.7` inner. Index of the log in its block elsewhere. */
    log: string
  }
  txHash: string
  /** `confirmed` may still be retracted, with a `retracted` event; `finalized` may not. */
  commitment: 'confirmed' | 'finalized'
  launch: {
    mint: string
    poolAddress: string
    dexType: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream'
    kind: 'launch' | 'pool' | 'graduation'
    quote: string
    signature: string | null
    blockTime: number | null
    /** Epoch milliseconds. */
    indexedAt: number
    creator: string | null
    name: string | null
    symbol: string | null
    uri: string | null
  }
  retracts: {
    /** The event that never happened. */
    eventId: string
    cursor: string
    type: 'trade' | 'launch'
  }
  /** From 1. */
  attempt: number
  test?: true | undefined
} | {
  type: 'screen'
  /** Stable across retries, transports and restarts: deduplicate on it. 32 hex digits. */
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  /** Position on the tape after this event; the same on every transport. */
  cursor: string
  block: {
    /** Slot on Solana, number of the block elsewhere. */
    number: number
    time: number | null
  }
  screen: {
    /** The saved screen. */
    id: string
    change: 'enter' | 'leave'
    reason: 'filter' | 'unknown' | 'gone' | null
    /** When it was found. */
    at: number
    /** Address of the pool or curve. */
    pair: string
    token: string
    quote: string
    /** Where it happened. */
    dex: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | 'uniswap_v2' | 'uniswap_v3' | 'uniswap_v4' | 'sushi_v2' | 'sushi_v3' | 'pancake_v2' | 'pancake_v3' | 'pancake_infinity' | 'aerodrome' | 'aerodrome_slipstream' | string
    row: {
      chain: string
      /** Where the pair trades; venues without a name of their own begin with `amm:`. */
      dex: string
      /** Address of the pool or curve. */
      pair: string
      base: {
        address: string
        symbol: string | null
        name: string | null
      }
      quote: {
        address: string
        symbol: string | null
        name: string | null
      }
      /** Of the newest trade of known price. */
      priceUSD: number | null
      /** Percent, from the newest trade before the window to the newest trade. */
      priceChange: {
        m5: number | null
        h1: number | null
        h6: number | null
        h24: number | null
      }
      /** Dollars. Null where the tape does not hold the window whole, or a trade’s worth is unknown. */
      volume: {
        m5: number | null
        h1: number | null
        h6: number | null
        h24: number | null
      }
      txns: {
        m5: {
          buys: number
          sells: number
        } | null
        h1: {
          buys: number
          sells: number
        } | null
        h6: {
          buys: number
          sells: number
        } | null
        h24: {
          buys: number
          sells: number
        } | null
      }
      /** Different wallets that traded the pair. */
      makers24h: number | null
      /** Both sides of the pool. */
      liquidityUSD: number | null
      /** Dollars: circulating supply times `priceUSD`. */
      marketCap: number | null
      /** Dollars: total supply times `priceUSD`. */
      fdv: number | null
      /** Epoch ms; null where neither the tape nor a provider says it. */
      createdAt: number | null
      /** To a hundredth. */
      ageHours: number | null
      lastTradeAt: number | null
      /** Paid promotion; null without a provider that says it. */
      boosts: number | null
      /** Where this server counted them for another answer. */
      holders: number | null
      /** Kinds of the pool as the market provider names them. */
      labels: Array<string>
      hasSocials: boolean | null
      verified: boolean | null
      curve: {
        /** Launchpad that the token came from. */
        platform: string
        /** Progress of the curve, 0 to 100; null once it left the curve. */
        pct: number | null
        graduated: boolean
      } | null
      safety: {
        score: number
        grade: string
      } | null
      /** Place in the order of the whole answer, from 1. */
      rank: number | null
    } | null
  }
  /** From 1. */
  attempt: number
  test?: true | undefined
} | {
  type: 'gap'
  eventId: string
  chain: 'solana' | 'ethereum' | 'base'
  cursor: string
  /** First slot that could not be read. */
  from: number
  /** Last slot that could not be read. */
  to: number
  reason: string
  /** From 1. */
  attempt: number
  test?: true | undefined
}

export type GetTrendingParams = {
  /** Comma list of DEX ids (`pumpswap,raydium`); absent means all. */
  dex?: string | undefined
  /** Smallest liquidity in USD. */
  minLiquidityUsd?: number | undefined
  /** Clamped to 1..100; unreadable text counts as 100. */
  limit?: number | undefined
}

export type GetPulseParams = {
  /** Rows of each list. Clamped to 1..50; unreadable text counts as 20. */
  limit?: number | undefined
}

export type SearchTokensParams = {
  /** At least 2 characters; shorter texts have no results. */
  q?: string | undefined
}

export type GetTokenIntelParams = {
  /** Base58 address. */
  mint: string
  /** `raw` gives the older flag strings; any other value counts as `normalized`. */
  flags_taxonomy?: 'normalized' | 'raw' | undefined
  /** Adds the source and age of each figure. */
  explain?: boolean | undefined
}

export type GetTokenAthParams = {
  /** Base58 address. */
  mint: string
}

export type GetTokenTradesParams = {
  /** Base58 address. */
  mint: string
  /** Clamped to 1..100; unreadable text counts as 20. */
  limit?: number | undefined
  /** `nextCursor` of an earlier answer. */
  cursor?: string | undefined
}

export type GetDeepScanParams = {
  /** Base58 address. */
  mint: string
  /** Adds the source, age and slot of each input. */
  explain?: boolean | undefined
}

export type ReplayDeepScanParams = {
  /** Base58 address. */
  mint: string
  /** `bundle` of a report. Absent: the report that `/deepscan` answers now, made if there is none. */
  bundle?: string | undefined
  /** Adds `report`, the recomputed one with `explain`, so that you can compare it with yours. */
  report?: boolean | undefined
}

export type GetBubbleMapParams = {
  /** Base58 address. */
  mint: string
}

export type GetTokenSafetyParams = {
  /** Base58 address. */
  mint: string
  /** Size of topGreen and of topRed. Clamped to 1..5; unreadable text counts as 3. */
  flags?: number | undefined
  /** Bypasses the 60 s cache of the chip, and no other cache. */
  refresh?: boolean | undefined
}

export type GetTokensSafetyParams = {
  /** Comma list of addresses; invalid ones are dropped, the first 30 valid ones count. */
  mints: string
  /** Size of topGreen and of topRed. Clamped to 1..5; unreadable text counts as 3. */
  flags?: number | undefined
}

export type GetFullMetadataParams = {
  /** Base58 address. */
  mint: string
}

export type ScreenTokensParams = {
  /** Name, symbol or mint, or a part of one. */
  input: string
  /** Other values count as the default. */
  sortBy?: 'trendingScore24h' | 'volume24h' | 'liquidity' | 'holdersCount' | 'createdAt' | 'organicVolume1h' | undefined
  /** Clamped to 1..20; unreadable text counts as 10. */
  limit?: number | undefined
}

export type GetTokenChartParams = {
  /** Base58 address. */
  mint: string
  /** Range, and with it the size of the candles (1m, 15m, 1h, 4h, 12h, 1d). Other values count as `1d`; `interval` is another name of it. Also read from: interval. */
  period?: '1h' | '1d' | '7d' | '30d' | '90d' | '365d' | undefined
  /** Start of the range; without it, or when it is not before `to`, the range is as long as the period. A range that would need more than 1,000 candles uses larger ones. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** End of the range; now when absent or in the future. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
}

export type GetTokenOhlcvParams = {
  /** Base58 address. */
  mint: string
  /** Range, and with it the size of the candles (1m, 15m, 1h, 4h, 12h, 1d). Other values count as `1d`; `interval` is another name of it. Also read from: interval. */
  period?: '1h' | '1d' | '7d' | '30d' | '90d' | '365d' | undefined
  /** Start of the range; without it, or when it is not before `to`, the range is as long as the period. A range that would need more than 1,000 candles uses larger ones. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** End of the range; now when absent or in the future. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
  /** Candles of the range when they are derived. Clamped to 10..300; unreadable text counts as 80. */
  buckets?: number | undefined
}

export type GetChartSourceParams = {
  /** Base58 address. */
  mint: string
}

export type GetDevHistoryParams = {
  /** Base58 address. */
  mint: string
}

export type GetSnipersParams = {
  /** Base58 address. */
  mint: string
}

export type GetCohortParams = {
  /** From the answer that began it. */
  jobId: string
}

export type GetWalletTransactionsParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** Older than this transaction. Ignored when it is no signature. */
  before?: string | undefined
  /** Newer than this transaction. Ignored when it is no signature. */
  until?: string | undefined
  /** Only of this type, in any case: `SWAP`, `TRANSFER` and so on. */
  type?: string | undefined
  /** Only from this source, in any case: `JUPITER` and so on. */
  source?: string | undefined
}

export type GetWalletPortfolioParams = {
  /** Base58 address. */
  wallet: string
  /** `1` or `true`: passes by the 30 s cache. */
  fresh?: boolean | undefined
}

export type GetWalletFundingParams = {
  /** Base58 address. */
  wallet: string
}

export type GetWalletTransfersParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..100; unreadable text counts as 100. */
  limit?: number | undefined
  /** Older than this transaction. Ignored when it is no signature. */
  before?: string | undefined
  /** Only of this token; that of wrapped SOL means SOL, too. */
  mint?: string | undefined
  /** Only to and from this owner; not used with `synthetic`. */
  counterparty?: string | undefined
  /** Only what came in, or only what went out; of trades purchases, or sales. Other values count as any. */
  direction?: 'any' | 'in' | 'out' | undefined
  /** `1` or `true`: trades instead of transfers. */
  synthetic?: boolean | undefined
}

export type GetWalletActivityParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
  /** Anything but `asc` is newest first. */
  order?: 'desc' | 'asc' | undefined
}

export type GetWalletTradesParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..500; unreadable text counts as 100. */
  limit?: number | undefined
  /** No older trades. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** No newer trades. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
}

export type GetWalletHistoryParams = {
  /** Base58 address. */
  wallet: string
  /** Other values count as the default. */
  period?: '1h' | '1d' | '7d' | '30d' | '90d' | '365d' | undefined
  /** Begins here instead of a period before the end; 366 days at most. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Ends here; a time to come is now. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
  /** Only of this mint; that of wrapped SOL for SOL. */
  asset?: string | undefined
}

export type GetWalletRelatedParams = {
  /** Base58 address. */
  wallet: string
  /** Of funder, funded, same_funder, transfer, cotrade; none means all. */
  kinds?: string | undefined
  /** Clamped to 1..100; unreadable text counts as 25. */
  limit?: number | undefined
}

export type GetWalletTxStatsParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..50; unreadable text counts as 10. */
  pages?: number | undefined
}

export type GetWalletProfileParams = {
  /** Base58 address. */
  wallet: string
  /** `fast`: the newest 200 transactions; anything else: 500. */
  depth?: 'deep' | 'fast' | undefined
  /** Epoch seconds, floored to a day: only transactions from then on. Ignored when not positive. */
  since?: number | undefined
  /** `1` or `true`: with the rule and the evidence of each judgement. */
  explain?: boolean | undefined
}

export type GetWalletWrappedParams = {
  /** Base58 address. */
  wallet: string
  /** `fast`: the newest 200 transactions; anything else: 500. */
  depth?: 'deep' | 'fast' | undefined
  /** Epoch seconds, floored to a day: only transactions from then on. Ignored when not positive. */
  since?: number | undefined
}

export type GetWalletRoastParams = {
  /** Base58 address. */
  wallet: string
  /** `fast`: the newest 200 transactions; anything else: 500. */
  depth?: 'deep' | 'fast' | undefined
  /** Epoch seconds, floored to a day: only transactions from then on. Ignored when not positive. */
  since?: number | undefined
  /** `1` or `true`: with the rule and the evidence of each judgement. */
  explain?: boolean | undefined
}

export type GetWalletInformedParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 300..86400; unreadable text counts as 10800. */
  windowSecs?: number | undefined
  /** Clamped to 5..10000; unreadable text counts as 50. */
  pumpPct?: number | undefined
  /** Clamped to 1..20; unreadable text counts as 3. */
  minWins?: number | undefined
  /** Clamped to 1..100; unreadable text counts as 50. */
  minHitRatePct?: number | undefined
}

export type GetWalletPnlParams = {
  /** Base58 address. */
  wallet: string
  /** Other values count as the default. */
  period?: '1d' | '7d' | '30d' | '90d' | 'all' | undefined
  /** Of this token alone; the costs stay those of all. */
  mint?: string | undefined
  /** Other values count as the default. */
  mode?: 'strict' | 'adjusted' | undefined
  /** Other values count as the default. */
  method?: 'fifo' | 'average' | undefined
  /** Largest or newest first; `realized` is in dollars, where those of then are unknown in SOL at its present price. Other values count as the default. */
  sort?: 'realized' | 'unrealized' | 'invested' | 'lastTrade' | undefined
  /** Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
  /** Comma list of further wallets of the same owner, at most 4: all count as one, and what they send each other is no sale and keeps its cost. */
  own?: string | undefined
}

export type GetWalletSandwichesParams = {
  /** Base58 address. */
  wallet: string
  /** Newest swaps that are scanned. Clamped to 1..80; unreadable text counts as 40. */
  limit?: number | undefined
}

export type GetWalletSandwichParams = {
  /** Base58 address. */
  wallet: string
  /** Newest swaps that are scanned. Clamped to 1..80; unreadable text counts as 40. */
  limit?: number | undefined
}

export type GetWalletStakeParams = {
  /** Base58 address. */
  wallet: string
}

export type GetWalletDefiPositionsParams = {
  /** Base58 address. */
  wallet: string
}

export type GetWalletNftsParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..10000; unreadable text counts as 1. */
  page?: number | undefined
  /** Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
}

export type DiscoverWhalesParams = {
  /** Base58 address. */
  mint: string
}

export type GetFeaturedWhalesParams = {
  /** Traders are wallets that a label pack of the operator calls so: without packs there are none. Others are known from the built-in list and, validators, from the chain. */
  category?: 'trader' | 'cex' | 'mm' | 'validator' | 'all' | undefined
}

export type GetFeaturedLeaderboardParams = {
  /** Traders are wallets that a label pack of the operator calls so: without packs there are none. Others are known from the built-in list and, validators, from the chain. */
  category?: 'trader' | 'cex' | 'mm' | 'validator' | 'all' | undefined
}

export type GetFirstPartyWalletTradesParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  wallet: string
  /** Only trades of this token. */
  token?: string | undefined
  /** Other values count as the default. */
  side?: 'any' | 'buy' | 'sell' | undefined
  /** Leaves out trades of lower or unknown value; 0 lists all. */
  minUsd?: number | undefined
  /** Oldest block time that counts; what the tape no longer keeps is left out. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Newest block time that counts; now when absent or in the future. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
  /** Trades. Clamped to 1..500; unreadable text counts as 100. */
  limit?: number | undefined
  /** `nextCursor` of an earlier answer, or any cursor of the tape. */
  cursor?: string | undefined
}

export type GetFirstPartyWalletPnlParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  wallet: string
  /** Only this token. */
  token?: string | undefined
  /** Rows. Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetFirstPartyWalletTokensParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  wallet: string
  /** Rows. Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetFirstPartyTokenTradesParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  address: string
  /** Only trades of this wallet. */
  wallet?: string | undefined
  /** Other values count as the default. */
  side?: 'any' | 'buy' | 'sell' | undefined
  /** Leaves out trades of lower or unknown value; 0 lists all. */
  minUsd?: number | undefined
  /** Oldest block time that counts; what the tape no longer keeps is left out. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Newest block time that counts; now when absent or in the future. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
  /** Trades. Clamped to 1..500; unreadable text counts as 100. */
  limit?: number | undefined
  /** `nextCursor` of an earlier answer, or any cursor of the tape. */
  cursor?: string | undefined
}

export type GetFirstPartyTokenCandlesParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  address: string
  /** Other values count as the default. */
  period?: '1s' | '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | undefined
  /** Candles that begin before it are left out. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Newest block time that counts; now when absent or in the future. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
  /** Candles, the newest. Clamped to 1..2000; unreadable text counts as 300. */
  amount?: number | undefined
}

export type GetFirstPartyTokenTradersParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  address: string
  /** Other values count as the default. */
  sort?: 'volume' | 'pnl' | undefined
  /** Other values count as the default. */
  window?: '5m' | '1h' | '6h' | '24h' | '7d' | '14d' | undefined
  /** Rows. Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetFirstPartyTokenStatsParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Address on the chain of the path. */
  address: string
  /** Other values count as the default. */
  window?: '5m' | '1h' | '6h' | '24h' | '7d' | '14d' | undefined
}

export type ScreenPairsParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
  /** Comma list of DEXs; `GET /api/v2/screener/facets` lists them. Unknown ones match nothing. */
  dex?: string | undefined
  /** Comma list of launchpads. */
  platform?: string | undefined
  /** Comma list of mints that pairs are traded against. */
  quote?: string | undefined
  /** Least `priceUSD`, included. */
  minPriceUsd?: number | undefined
  /** Most `priceUSD`, included. */
  maxPriceUsd?: number | undefined
  /** Least `liquidityUSD`, included. */
  minLiquidityUsd?: number | undefined
  /** Most `liquidityUSD`, included. */
  maxLiquidityUsd?: number | undefined
  /** Least `volume`, included. */
  minVolume?: number | undefined
  /** Most `volume`, included. */
  maxVolume?: number | undefined
  /** Least `marketCap`, included. */
  minMarketCap?: number | undefined
  /** Most `marketCap`, included. */
  maxMarketCap?: number | undefined
  /** Least `fdv`, included. */
  minFdv?: number | undefined
  /** Most `fdv`, included. */
  maxFdv?: number | undefined
  /** Least `ageHours`, included. */
  minAgeHours?: number | undefined
  /** Most `ageHours`, included. */
  maxAgeHours?: number | undefined
  /** Least `txns`, included. */
  minTxns?: number | undefined
  /** Most `txns`, included. */
  maxTxns?: number | undefined
  /** Least `buys`, included. */
  minBuys?: number | undefined
  /** Most `buys`, included. */
  maxBuys?: number | undefined
  /** Least `sells`, included. */
  minSells?: number | undefined
  /** Most `sells`, included. */
  maxSells?: number | undefined
  /** Least `makers24h`, included. */
  minMakers24h?: number | undefined
  /** Most `makers24h`, included. */
  maxMakers24h?: number | undefined
  /** Least `priceChange`, included. */
  minPriceChange?: number | undefined
  /** Most `priceChange`, included. */
  maxPriceChange?: number | undefined
  /** Least `holders`, included. */
  minHolders?: number | undefined
  /** Most `holders`, included. */
  maxHolders?: number | undefined
  /** Least `safetyScore`, included. */
  minSafetyScore?: number | undefined
  /** Most `safetyScore`, included. */
  maxSafetyScore?: number | undefined
  /** Least `curvePct`, included. */
  minCurvePct?: number | undefined
  /** Most `curvePct`, included. */
  maxCurvePct?: number | undefined
  /** Least `boosts`, included. */
  minBoosts?: number | undefined
  /** Most `boosts`, included. */
  maxBoosts?: number | undefined
  /** Whether the market provider shows social accounts of the token. */
  hasSocials?: boolean | undefined
  /** Whether the token is verified; known of none so far. */
  verified?: boolean | undefined
  /** Whether the token left its curve. */
  graduated?: boolean | undefined
  /** Whether the pair is the curve of a launchpad. */
  onCurve?: boolean | undefined
  /** Which window `volume`, `txns`, `buys`, `sells` and `priceChange` mean. Others are refused. */
  window?: 'm5' | 'h1' | 'h6' | 'h24' | '5m' | '1h' | '6h' | '24h' | undefined
  /** Any numeric field. Others are refused. */
  sort?: 'priceChange' | 'volume' | 'txns' | 'buys' | 'sells' | 'priceChange.m5' | 'priceChange.h1' | 'priceChange.h6' | 'priceChange.h24' | 'volume.m5' | 'volume.h1' | 'volume.h6' | 'volume.h24' | 'txns.m5' | 'txns.h1' | 'txns.h6' | 'txns.h24' | 'buys.m5' | 'buys.h1' | 'buys.h6' | 'buys.h24' | 'sells.m5' | 'sells.h1' | 'sells.h6' | 'sells.h24' | 'priceUSD' | 'makers24h' | 'liquidityUSD' | 'marketCap' | 'fdv' | 'createdAt' | 'lastTradeAt' | 'boosts' | 'curvePct' | 'holders' | 'safetyScore' | 'ageHours' | undefined
  /** Pairs without a value come last either way. */
  order?: 'asc' | 'desc' | undefined
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** `nextCursor` of an earlier answer. */
  cursor?: string | undefined
}

export type GetScreenerPairsTrendingParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
  /** Which window `volume`, `txns`, `buys`, `sells` and `priceChange` mean. Others are refused. */
  window?: 'm5' | 'h1' | 'h6' | 'h24' | '5m' | '1h' | '6h' | '24h' | undefined
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetScreenerPairsNewParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
  /** Comma list of DEXs; `GET /api/v2/screener/facets` lists them. Unknown ones match nothing. */
  dex?: string | undefined
  /** Age of the oldest, in minutes. Clamped to 1..20160; unreadable text counts as 60. */
  maxAgeMins?: number | undefined
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetScreenerPairsGainersParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
  /** Which window `volume`, `txns`, `buys`, `sells` and `priceChange` mean. Others are refused. */
  window?: 'm5' | 'h1' | 'h6' | 'h24' | '5m' | '1h' | '6h' | '24h' | undefined
  /** Pairs with less, or of unknown liquidity, are left out; 0 asks for any. */
  minLiquidityUsd?: number | undefined
  /** Pairs with fewer trades in the window are left out; 0 asks for any. */
  minTxns?: number | undefined
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetScreenerPairsLosersParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
  /** Which window `volume`, `txns`, `buys`, `sells` and `priceChange` mean. Others are refused. */
  window?: 'm5' | 'h1' | 'h6' | 'h24' | '5m' | '1h' | '6h' | '24h' | undefined
  /** Pairs with less, or of unknown liquidity, are left out; 0 asks for any. */
  minLiquidityUsd?: number | undefined
  /** Pairs with fewer trades in the window are left out; 0 asks for any. */
  minTxns?: number | undefined
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetScreenerPairsGraduatingParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
  /** Least progress. Clamped to 0..100; unreadable text counts as 80. */
  minPct?: number | undefined
  /** Comma list of launchpads. */
  platform?: string | undefined
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetScreenerPairParams = {
  /** Any spelling of a chain. */
  chain: string
  /** Address on the chain of the path. */
  pool: string
}

export type GetScreenerTokenPairsParams = {
  /** Any spelling of a chain. */
  chain: string
  /** Address on the chain of the path. */
  address: string
  /** Rows. Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
}

export type SearchPairsParams = {
  /** What to look for. */
  q: string
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
}

export type GetScreenerFacetsParams = {
  /** Comma list of chains, at most 10; `solana` when absent. Any spelling. */
  chain?: string | undefined
}

export type GetScreenParams = {
  /** Id of a saved screen. */
  id: string
}

export type DeleteScreenParams = {
  /** Id of a saved screen. */
  id: string
}

export type GetScreenRowsParams = {
  /** Id of a saved screen. */
  id: string
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** `nextCursor` of the page before. */
  cursor?: string | undefined
}

export type GetCalibrationParams = {
  /** Whole scans, safety chips without a scan, or intel records. Other values count as the default. */
  kind?: 'deepscan' | 'chip' | 'intel' | undefined
  /** Other values count as the default. */
  horizon?: '1h' | '24h' | '7d' | undefined
}

export type GetProgramIntelParams = {
  /** Base58 address. */
  program: string
}

export type GetPositionIntelParams = {
  /** Base58 address. */
  address: string
}

export type GetSolPriceHistoryParams = {
  /** Other values count as the default. */
  range?: '1h' | '24h' | '7d' | '30d' | undefined
}

export type GetPoolOhlcvParams = {
  /** Base58 address. */
  pool: string
  /** Other values count as the default. */
  period?: '1m' | '5m' | '1h' | '1d' | '1w' | undefined
  /** Candles. Clamped to 1..2000; unreadable text counts as 200. */
  amount?: number | undefined
  /** Oldest candle that counts; ignored when it is not before `to`. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Newest candle that counts; now when absent or in the future. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
}

export type GetSwapQuoteParams = {
  /** Base58 address. */
  inputMint: string
  /** Base58 address. */
  outputMint: string
  /** Base units of the input, a whole number above 0. */
  amount: string
  /** Hundredths of a percent. Clamped to 1..10000; unreadable text counts as 50. */
  slippageBps?: number | undefined
  /** Hundredths of a percent for the feeAccount of build. Clamped to 0..2500; unreadable text counts as absent. */
  platformFeeBps?: number | undefined
}

export type ListLimitOrdersParams = {
  /** Base58 address. */
  wallet: string
}

export type GetLimitOrderHistoryParams = {
  /** Base58 address. */
  wallet: string
  /** Clamped to 1..10000; unreadable text counts as 1. */
  page?: number | undefined
}

export type ListDcaOrdersParams = {
  /** Base58 address. */
  wallet: string
}

export type GetRecentLaunchesParams = {
  /** Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
  /** In any case; absent means all. */
  dex?: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | undefined
  /** `nextCursor` of an earlier answer. */
  cursor?: string | undefined
}

export type GetStatsParams = {
  /** Other values count as 7d. */
  range?: '24h' | '7d' | '30d' | '90d' | undefined
}

export type ListChainsParams = {
  /** Chains that meet this level; other values count as absent. Also read from: tier. */
  meets?: 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | undefined
  /** Only this family: `evm`, `svm`, ... */
  family?: string | undefined
}

export type ResolveChainParams = {
  /** A spelling of a chain. */
  q: string
}

export type GetChainParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainCoverageParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainNativePriceParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainDexesParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainFeesParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainPoolsTrendingParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** Smallest liquidity in USD. */
  minLiquidityUsd?: number | undefined
  /** The window of the ranking, where the source has several. */
  period?: '5m' | '1h' | '6h' | '24h' | undefined
}

export type GetChainPoolsNewParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** Smallest liquidity in USD. */
  minLiquidityUsd?: number | undefined
  /** Only this DEX, by its id; empty means all. */
  dex?: string | undefined
}

export type GetChainPoolParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Pool on the chain. */
  pool: string
}

export type GetChainPoolTradesParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Pool on the chain. */
  pool: string
  /** Rows. Clamped to 1..100; unreadable text counts as 20. */
  limit?: number | undefined
  /** `cursor` of an earlier answer. */
  cursor?: string | undefined
}

export type GetChainPoolOhlcvParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Pool on the chain. */
  pool: string
  /** Other values count as the default. */
  period?: '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | undefined
  /** Candles, the newest. Clamped to 1..1000; unreadable text counts as 200. */
  amount?: number | undefined
  /** Candles that begin before it are left out. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Newest candle that counts; now when absent. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
}

export type GetChainWalletPortfolioParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** `1` or `true`: passes by the 30 s cache. */
  fresh?: boolean | undefined
}

export type GetChainWalletActivityParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** Rows. Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
}

export type GetChainSwapQuoteParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Token on the chain. */
  inputToken: string
  /** Token on the chain. */
  outputToken: string
  /** Base units of the input, a whole number above 0. */
  amount: string
  /** Hundredths of a percent. Clamped to 1..10000; unreadable text counts as 50. */
  slippageBps?: number | undefined
}

export type BuildChainSwapParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainTokensTrendingParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** Smallest liquidity in USD. */
  minLiquidityUsd?: number | undefined
  /** The window of the ranking, where the source has several. */
  period?: '5m' | '1h' | '6h' | '24h' | undefined
}

export type GetChainTokensNewParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Rows. Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** Smallest liquidity in USD. */
  minLiquidityUsd?: number | undefined
  /** Only this DEX, by its id; empty means all. */
  dex?: string | undefined
}

export type SearchChainTokensParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** At least 2 characters; shorter texts have no results. */
  q?: string | undefined
}

export type GetChainPricesParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainTokenMetadataParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
}

export type GetChainTokenParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
}

export type GetChainTokenPoolsParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** Rows. Clamped to 1..50; unreadable text counts as 20. */
  limit?: number | undefined
}

export type GetChainTokenTradesParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** Rows. Clamped to 1..100; unreadable text counts as 20. */
  limit?: number | undefined
  /** `cursor` of an earlier answer. */
  cursor?: string | undefined
}

export type GetChainTokenOhlcvParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** Other values count as the default. */
  period?: '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | undefined
  /** Candles, the newest. Clamped to 1..1000; unreadable text counts as 200. */
  amount?: number | undefined
  /** Candles that begin before it are left out. Epoch milliseconds; unreadable text counts as absent. */
  from?: number | undefined
  /** Newest candle that counts; now when absent. Epoch milliseconds; unreadable text counts as absent. */
  to?: number | undefined
}

export type GetChainTokenHoldersParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** Rows. Clamped to 1..100; unreadable text counts as 20. */
  limit?: number | undefined
}

export type GetChainTokenSecurityParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
}

export type GetChainBubbleMapParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
}

export type GetChainTokenTradersParams = {
  /** Service key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, CAIP-2 id, a provider’s id, or `<provider>:<id>`; in any case. */
  chain: string
  /** Address on the chain; EVM addresses are answered in lower case. */
  address: string
  /** Other values count as the default. */
  sort?: 'volume' | 'pnl' | undefined
  /** Rows. Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
}

export type ReplayEventsParams = {
  /** Comma list of at most 20: `trades:{chain}:{token}`, `trades:{chain}:pool:{pool}`, `trades:{chain}:wallet:{wallet}`, `candles:{chain}:{pool}:{1s,1m,5m,15m,1h,4h,1d}`, `launches:{chain}` or `launches:{chain}:{dex}`. */
  channels: string
  /** Cursor to begin after, or epoch milliseconds; the oldest kept event when absent. */
  from?: string | undefined
  /** Cursor to end at, or epoch milliseconds (excluded); the newest event when absent. */
  to?: string | undefined
  /** Events. Clamped to 1..5000; unreadable text counts as 1000. */
  limit?: number | undefined
  /** As for the event stream. */
  minUsd?: number | undefined
}

export type GetStreamCursorParams = {
  /** Any spelling of a followed chain. */
  chain: string
  /** Epoch seconds of block time to find the cursor of. */
  ts?: string | undefined
}

export type GetDashboardParams = {
  /** Base58 address. */
  wallet: string
}

export type GetBrandingLicenseParams = {
  /** Id of a key: the answer shows how a payment names it. */
  apiKeyId?: number | undefined
}

export type BuyParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type SellParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type BuyMultiHopParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type SellMultiHopParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type GetPoolParamsParams = {
  /** The token. */
  mint: string
  /** Look there only. Alias: dex. Also read from: dex. */
  dex_type?: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | undefined
  /** This pool only. Alias: pool_address. Also read from: pool_address. */
  pair_address?: string | undefined
}

export type EstimateTradeParams = {
  /** The token. */
  mint: string
  /** Base units of what is given, from 1. */
  amount: string
  /** Another word is refused. */
  side?: 'buy' | 'sell' | undefined
  /** Look there only. Alias: dex. Also read from: dex. */
  dex_type?: 'pumpfun' | 'pumpswap' | 'raydium' | 'raydium_cpmm' | 'meteora' | 'meteora_damm_v2' | 'orca' | 'bonk' | 'raydium_clmm' | 'meteora_dbc' | undefined
  /** This pool only. Alias: pool_address. Also read from: pool_address. */
  pair_address?: string | undefined
}

export type GetBundleStatusParams = {
  /** Of the bundle. This or `signature`, or both. */
  bundle_id?: string | undefined
  /** Of the transaction. This or `bundle_id`, or both. */
  signature?: string | undefined
}

export type GetTokenBalanceParams = {
  /** The token. */
  mint: string
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
}

export type GetSolBalanceParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
}

export type DetectPoolParams = {
  /** The token. */
  mint: string
}

export type BroadcastTransactionParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type GetTokenInfoParams = {
  /** The token. */
  mint: string
}

export type DiscoverPoolsParams = {
  /** The token. */
  mint: string
}

export type ScanRefundParams = {
  /** List the accounts as well. */
  include_accounts?: boolean | undefined
  /** Token accounts worth at most this count as dust. 0: none do. Clamped. */
  include_dust_usd?: number | undefined
  /** Look at this wallet instead of the user’s own. Not for free keys: 403 `plan_required`. */
  wallet?: string | undefined
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
}

export type CloseRefundParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type RefundExcessParams = {
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type GetRefundHistoryParams = {
  /** Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
  /** `next_cursor` of the page before. */
  cursor?: string | undefined
  /** Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet. The same as X-User-Ref. */
  user_ref?: string | undefined
}

export type ListWalletsParams = {
  /** Clamped to 1..100; unreadable text counts as 50. */
  limit?: number | undefined
  /** `next_cursor` of the page before. */
  cursor?: string | undefined
}

export type GetWalletParams = {
  /** Id of a wallet. */
  id: string
}

export type WithdrawParams = {
  /** Id of a wallet. */
  id: string
  /** A name for this request: sent again with the same one, it is answered as the first time. The same as Idempotency-Key. */
  idempotency_key?: string | undefined
}

export type ListWebhooksParams = {
  /** Only those of a chain, in any accepted spelling. */
  chain?: string | undefined
  /** `true` or `false`; else both. */
  enabled?: 'any' | 'true' | 'false' | undefined
  /** Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
  /** `nextCursor` of the page before. */
  cursor?: string | undefined
}

export type GetWebhookParams = {
  /** Id of a webhook. */
  id: string
}

export type UpdateWebhookParams = {
  /** Id of a webhook. */
  id: string
}

export type DeleteWebhookParams = {
  /** Id of a webhook. */
  id: string
}

export type TestWebhookParams = {
  /** Id of a webhook. */
  id: string
}

export type ListWebhookDeliveriesParams = {
  /** Id of a webhook. */
  id: string
  /** Other values count as the default. */
  status?: 'any' | 'pending' | 'succeeded' | 'failed' | 'dead' | undefined
  /** Only deliveries that carry this event. */
  eventId?: string | undefined
  /** Clamped to 1..200; unreadable text counts as 50. */
  limit?: number | undefined
  /** `nextCursor` of the page before. */
  cursor?: string | undefined
}

export type RotateWebhookSecretParams = {
  /** Id of a webhook. */
  id: string
}

export type ReplayWebhookParams = {
  /** Id of a webhook. */
  id: string
}

export type GetUdfSymbolsParams = {
  /** A mint, or `pool:<address>` for one pool. `Solana:` before it is ignored. */
  symbol: string
}

export type GetUdfSearchParams = {
  /** At least 2 characters; shorter texts have no results. */
  query?: string | undefined
  /** Results. Clamped to 1..30; unreadable text counts as 30. */
  limit?: number | undefined
  /** Ignored: all are `crypto`. */
  type?: string | undefined
  /** Ignored: all are on `Solana`. */
  exchange?: string | undefined
}

export type GetUdfHistoryParams = {
  /** A mint, or `pool:<address>` for one pool. `Solana:` before it is ignored. */
  symbol: string
  /** Minutes, or `1D`, `1W` (`D`, `W`). Tokens have 1, 15, 60, 240, 720, 1D; pools 1, 5, 60, 1D, 1W. */
  resolution: '1' | '5' | '15' | '60' | '240' | '720' | '1D' | '1W'
  /** Oldest start of a bar. Unix seconds. */
  from: number
  /** Bars begin before it. Unix seconds. */
  to: number
  /** Bars before `to`; 0: by `from`. Clamped to 0..1000; unreadable text counts as 0. */
  countback?: number | undefined
}

export type GetUdfQuotesParams = {
  /** Comma list of at most 50 symbols, each as `symbols` takes it; further ones are dropped. */
  symbols: string
}

export type GetUdfConfigByTicketParams = {
  /** Of `POST /api/v2/stream/ticket` with the purpose `charts`. */
  ticket: string
}

export type GetUdfTimeByTicketParams = {
  /** Of `POST /api/v2/stream/ticket` with the purpose `charts`. */
  ticket: string
}

export type GetUdfSymbolsByTicketParams = {
  /** Of `POST /api/v2/stream/ticket` with the purpose `charts`. */
  ticket: string
  /** A mint, or `pool:<address>` for one pool. `Solana:` before it is ignored. */
  symbol: string
}

export type GetUdfSearchByTicketParams = {
  /** Of `POST /api/v2/stream/ticket` with the purpose `charts`. */
  ticket: string
  /** At least 2 characters; shorter texts have no results. */
  query?: string | undefined
  /** Results. Clamped to 1..30; unreadable text counts as 30. */
  limit?: number | undefined
  /** Ignored: all are `crypto`. */
  type?: string | undefined
  /** Ignored: all are on `Solana`. */
  exchange?: string | undefined
}

export type GetUdfHistoryByTicketParams = {
  /** Of `POST /api/v2/stream/ticket` with the purpose `charts`. */
  ticket: string
  /** A mint, or `pool:<address>` for one pool. `Solana:` before it is ignored. */
  symbol: string
  /** Minutes, or `1D`, `1W` (`D`, `W`). Tokens have 1, 15, 60, 240, 720, 1D; pools 1, 5, 60, 1D, 1W. */
  resolution: '1' | '5' | '15' | '60' | '240' | '720' | '1D' | '1W'
  /** Oldest start of a bar. Unix seconds. */
  from: number
  /** Bars begin before it. Unix seconds. */
  to: number
  /** Bars before `to`; 0: by `from`. Clamped to 0..1000; unreadable text counts as 0. */
  countback?: number | undefined
}

export type GetUdfQuotesByTicketParams = {
  /** Of `POST /api/v2/stream/ticket` with the purpose `charts`. */
  ticket: string
  /** Comma list of at most 50 symbols, each as `symbols` takes it; further ones are dropped. */
  symbols: string
}
