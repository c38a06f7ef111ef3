# Generated from the description of the server: `npm run build:client`. Do not edit by hand.
"""Shapes of what a Mintglass server takes and answers."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

class Activity(TypedDict):
    chainId: str
    txHash: str
    txDateMs: int
    txDateIso: str
    txBlockNumber: int
    txIndex: Union[int, None]
    txRawFeesNative: str
    txFeesNativeUsd: Union[float, None]
    txAction: Union[str, None]
    actions: list[ActivityAction]

class ActivityAction(TypedDict):
    model: Literal["swap", "transfer"]
    swapType: NotRequired[str]
    swapRawAmountIn: NotRequired[str]
    swapRawAmountOut: NotRequired[str]
    swapAmountIn: NotRequired[Union[float, None]]
    swapAmountOut: NotRequired[Union[float, None]]
    swapAmountUsd: NotRequired[Union[float, None]]
    swapTransactionSenderAddress: NotRequired[Union[str, None]]
    swapBaseAddress: NotRequired[Union[str, None]]
    swapQuoteAddress: NotRequired[Union[str, None]]
    swapAmountBase: NotRequired[Union[float, None]]
    swapAmountQuote: NotRequired[Union[float, None]]
    swapAssetIn: NotRequired[Union[ActivityAsset, None]]
    swapAssetOut: NotRequired[Union[ActivityAsset, None]]
    swapPlatform: NotRequired[Union[str, None]]
    transferRawAmount: NotRequired[str]
    transferAmount: NotRequired[Union[float, None]]
    transferAmountUsd: NotRequired[Union[float, None]]
    transferType: NotRequired[str]
    transferFromAddress: NotRequired[Union[str, None]]
    transferToAddress: NotRequired[Union[str, None]]
    transferAsset: NotRequired[Union[ActivityAsset, None]]

class ActivityAsset(TypedDict):
    contract: str
    symbol: Union[str, None]
    name: Union[str, None]
    logo: Union[str, None]
    decimals: Union[int, None]

class AmountWindows(TypedDict):
    """USD; null where the source cannot know."""

    m5: Union[float, None]
    h1: Union[float, None]
    h6: Union[float, None]
    h24: Union[float, None]

class BroadcastTransactionReply(TypedDict):
    success: Literal[True]
    signature: str
    submitted_via: Literal["jito_bundle", "swqos", "fallback_rpc"]
    bundle_id: Union[str, None]
    rpc_fallback: bool
    landing: Literal["pending"]

class BroadcastTransactionRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    signed_tx_base64: str
    tip_lamports: NotRequired[Any]

class BubbleClusterEvidence(TypedDict):
    type: Literal["same_funder", "same_slot", "transfer", "peel", "shared_fee_payer", "same_bundle", "shared_table", "shared_nonce", "budget_fingerprint", "withdrawal_fingerprint", "common_funder", "shared_payer", "shared_payee", "same_exit", "mutual_payment", "shared_coin", "hand_over", "shared_route", "paid_back", "shared_hub", "co_signed", "matched_swap", "same_minutes", "same_remainder", "same_amount", "standing_power", "debt_repaid", "paid_together", "shared_fee_taker"]
    count: int
    signature: Union[str, None]
    slot: Union[int, None]
    detail: str

class BubbleCluster(TypedDict):
    entity_id: str
    kind: Literal["team", "insiders", "group"]
    memberCount: int
    pctSupply: float
    rootFunder: Union[str, None]
    collector: Union[str, None]
    devLinked: bool
    confidence: float
    kinds: list[Literal["same_funder", "same_slot", "transfer", "peel", "shared_fee_payer", "same_bundle", "shared_table", "shared_nonce", "budget_fingerprint", "withdrawal_fingerprint", "common_funder", "shared_payer", "shared_payee", "same_exit", "mutual_payment", "shared_coin", "hand_over", "shared_route", "paid_back", "shared_hub", "co_signed", "matched_swap", "same_minutes", "same_remainder", "same_amount", "standing_power", "debt_repaid", "paid_together", "shared_fee_taker"]]
    evidence: list[BubbleClusterEvidence]
    members: list[str]

class BubbleLinkEvidence(TypedDict):
    slot: Union[int, None]
    signature: Union[str, None]
    otherSignature: Union[str, None]
    amount: Union[str, None]
    unit: Union[Literal["lamports", "token", "stablecoin", "other"], None]
    via: Union[str, None]
    hops: Union[int, None]
    detail: str

class BubbleLink(TypedDict):
    source: str
    target: str
    type: Literal["same_funder", "same_slot", "transfer", "peel", "shared_fee_payer", "same_bundle", "shared_table", "shared_nonce", "budget_fingerprint", "withdrawal_fingerprint", "common_funder", "shared_payer", "shared_payee", "same_exit", "mutual_payment", "shared_coin", "hand_over", "shared_route", "paid_back", "shared_hub", "co_signed", "matched_swap", "same_minutes", "same_remainder", "same_amount", "standing_power", "debt_repaid", "paid_together", "shared_fee_taker"]
    weight: Union[float, None]
    evidence: BubbleLinkEvidence

class BubbleNode(TypedDict):
    id: str
    kind: Literal["wallet", "dev", "funder", "cex", "dex", "lp", "locker", "burn", "program", "service"]
    label: Union[str, None]
    pctSupply: float
    balance: float
    rank: Union[int, None]
    flags: list[str]
    entity_id: Union[str, None]
    degree: int
    is_cex: bool
    is_dex: bool
    is_lp: bool
    is_supernode: bool
    fresh_wallet: bool
    first_buy_slot: Union[int, None]
    age_sec: Union[int, None]

class BubbleSummary(TypedDict):
    gini: Union[float, None]
    hhi: Union[float, None]
    nakamoto: Union[int, None]
    entity_gini: Union[float, None]
    entity_hhi: Union[float, None]
    entity_nakamoto: Union[int, None]
    entityCount: Union[int, None]
    nodeCount: int
    linkCount: int
    clusteredPct: Union[float, None]
    hiddenSupplyPct: Union[float, None]
    decimals: Union[int, None]
    holdersTotal: Union[int, None]

class BuildChainSwapReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class BuildChainSwapReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: BuildChainSwapReplyFreshness
    swapTransaction: str
    lastValidBlockHeight: Union[int, None]
    missing: NotRequired[list[str]]

class BuildChainSwapRequest(TypedDict):
    quote: dict[str, Any]
    taker: str

class BuildRecoveryReplyWalletTransactions(TypedDict):
    transaction: str
    accountsInTx: int
    estimatedFee: float
    usedFeePayer: bool
    version: Literal[0, 1]
    recovery: float
    fee: float
    estimatedReturn: float

class BuildRecoveryReplyWalletTransactions2(TypedDict):
    error: str

class BuildRecoveryReplySummary(TypedDict):
    wallets: int
    transactions: int
    accounts: int
    recovery: float
    fee: float
    estimatedFee: float
    estimatedReturn: float

class BuildRecoveryReplySkippedAccounts(TypedDict):
    account: str
    mint: str
    type: str
    why: str

class BuildRecoveryReplySkipped(TypedDict):
    count: int
    accounts: list[BuildRecoveryReplySkippedAccounts]

class BuildRecoveryReply(TypedDict):
    success: Literal[True]
    walletTransactions: dict[str, Union[list[BuildRecoveryReplyWalletTransactions], BuildRecoveryReplyWalletTransactions2]]
    summary: BuildRecoveryReplySummary
    skipped: dict[str, BuildRecoveryReplySkipped]
    lastValidBlockHeight: Union[int, None]
    hasBrandingLicense: bool
    warnings: list[str]

class BuildRecoveryRequest(TypedDict):
    walletAddresses: list[str]
    refundWallet: NotRequired[Union[str, Literal[""], None]]
    burnAccounts: NotRequired[Union[bool, None]]
    burnValuable: NotRequired[Union[bool, None]]
    selectedTokens: NotRequired[Union[list[str], None]]
    maxTransactionVersion: NotRequired[Literal[0, 1, None]]

class BuildSwapReply(TypedDict):
    success: Literal[True]
    swapTransaction: str
    lastValidBlockHeight: Union[int, None]
    prioritizationFeeLamports: Union[int, None]
    computeUnitLimit: Union[int, None]
    simulationError: Union[dict[str, Any], None]
    manifest: Union[Manifest, None]

class BuildSwapRequest(TypedDict):
    quoteResponse: dict[str, Any]
    userPublicKey: str
    feeAccount: NotRequired[Union[str, Literal[""], None]]
    computeUnitPriceMicroLamports: NotRequired[Union[Union[int, str], Literal["", False], None]]
    manifest: NotRequired[Union[bool, None]]

class BuyMultiHopRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    mint: str
    amount_sol: NotRequired[Union[float, str]]
    amount_in: NotRequired[Union[float, str]]
    amount: NotRequired[Union[float, str]]
    dex_type: NotRequired[Union[str, None]]
    dex: NotRequired[Union[str, None]]
    pair_address: NotRequired[Union[str, None]]
    pool_address: NotRequired[Union[str, None]]
    slippage_bps: NotRequired[Union[int, None]]
    max_price_impact_bps: NotRequired[Union[int, None]]
    mev_protect: NotRequired[Union[bool, None]]
    tip_lamports: NotRequired[Union[int, str, None]]
    compute_unit_price: NotRequired[Union[int, str, None]]
    priority_micro_lamports: NotRequired[Union[int, str, None]]
    client_signs: NotRequired[Union[bool, None]]
    wallet: NotRequired[Union[str, None]]
    use_router: NotRequired[Union[bool, None]]
    mev_tip_lamports: NotRequired[Union[int, str, None]]
    mev_tip_bps: NotRequired[Union[int, None]]
    fee_bps: NotRequired[Union[int, None]]
    fee_wallet: NotRequired[Union[str, None]]
    manifest: NotRequired[Union[bool, None]]
    close_token_account: NotRequired[Any]
    close_ata: NotRequired[Any]
    bridge_slippage_bps: NotRequired[Any]
    intermediate_mint: NotRequired[Any]
    nonce_account: NotRequired[Any]
    nonce_value: NotRequired[Any]
    simulate: NotRequired[Any]
    pay_with_mint: NotRequired[Any]
    receive_mint: NotRequired[Any]

class BuyRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    mint: str
    pay_with_mint: NotRequired[Union[str, Literal["So11111111111111111111111111111111111111112", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"], None]]
    amount_in: NotRequired[Union[float, str]]
    amount_sol: NotRequired[Union[float, str]]
    amount: NotRequired[Union[float, str]]
    dex: NotRequired[Union[str, None]]
    dex_type: NotRequired[Union[str, None]]
    pool_address: NotRequired[Union[str, None]]
    pair_address: NotRequired[Union[str, None]]
    slippage_bps: NotRequired[Union[int, None]]
    max_price_impact_bps: NotRequired[Union[int, None]]
    mev_protect: NotRequired[Union[bool, None]]
    tip_lamports: NotRequired[Union[int, str, None]]
    compute_unit_price: NotRequired[Union[int, str, None]]
    priority_micro_lamports: NotRequired[Union[int, str, None]]
    client_signs: NotRequired[Union[bool, None]]
    wallet: NotRequired[Union[str, None]]
    use_router: NotRequired[Union[bool, None]]
    mev_tip_lamports: NotRequired[Union[int, str, None]]
    mev_tip_bps: NotRequired[Union[int, None]]
    fee_bps: NotRequired[Union[int, None]]
    fee_wallet: NotRequired[Union[str, None]]
    nonce_account: NotRequired[Union[str, None]]
    nonce_value: NotRequired[Union[str, None]]
    simulate: NotRequired[bool]
    manifest: NotRequired[Union[bool, None]]
    close_token_account: NotRequired[Any]
    close_ata: NotRequired[Any]

class CallRpcRequest2(TypedDict):
    jsonrpc: NotRequired[Any]
    id: NotRequired[Any]
    method: Literal["getAccountInfo", "getMultipleAccounts", "getProgramAccounts", "getBalance", "getTokenAccountBalance", "getTokenAccountsByOwner", "getTokenAccountsByDelegate", "getTokenLargestAccounts", "getTokenSupply", "getSlot", "getBlockHeight", "getBlock", "getEpochInfo", "getLatestBlockhash", "getRecentBlockhash", "getMinimumBalanceForRentExemption", "getSignatureStatuses", "getTransaction", "getTransactionCount", "getInflationReward", "getStakeActivation", "getVoteAccounts", "getClusterNodes", "getHealth", "getVersion", "getGenesisHash", "getBlocks", "getBlocksWithLimit", "getBlockTime", "getSignaturesForAddress", "getRecentPrioritizationFees", "getFeeForMessage", "isBlockhashValid", "getSupply", "getEpochSchedule", "getLeaderSchedule", "getSlotLeader", "getSlotLeaders", "getFirstAvailableBlock", "getInflationRate", "getInflationGovernor", "getIdentity", "getStakeMinimumDelegation", "getRecentPerformanceSamples", "minimumLedgerSlot", "getHighestSnapshotSlot", "getLargestAccounts", "getAsset", "getAssets", "getAssetBatch", "getAssetProof", "getAssetProofBatch", "getAssetsByOwner", "getAssetsByCreator", "getAssetsByGroup", "getAssetsByAuthority", "searchAssets", "getTokenAccounts", "getSignaturesForAsset", "getNftEditions"]
    params: NotRequired[Any]

class CallRpcRequest3(TypedDict):
    jsonrpc: NotRequired[Any]
    id: NotRequired[Any]
    method: Literal["getAccountInfo", "getMultipleAccounts", "getProgramAccounts", "getBalance", "getTokenAccountBalance", "getTokenAccountsByOwner", "getTokenAccountsByDelegate", "getTokenLargestAccounts", "getTokenSupply", "getSlot", "getBlockHeight", "getBlock", "getEpochInfo", "getLatestBlockhash", "getRecentBlockhash", "getMinimumBalanceForRentExemption", "getSignatureStatuses", "getTransaction", "getTransactionCount", "getInflationReward", "getStakeActivation", "getVoteAccounts", "getClusterNodes", "getHealth", "getVersion", "getGenesisHash", "getBlocks", "getBlocksWithLimit", "getBlockTime", "getSignaturesForAddress", "getRecentPrioritizationFees", "getFeeForMessage", "isBlockhashValid", "getSupply", "getEpochSchedule", "getLeaderSchedule", "getSlotLeader", "getSlotLeaders", "getFirstAvailableBlock", "getInflationRate", "getInflationGovernor", "getIdentity", "getStakeMinimumDelegation", "getRecentPerformanceSamples", "minimumLedgerSlot", "getHighestSnapshotSlot", "getLargestAccounts", "getAsset", "getAssets", "getAssetBatch", "getAssetProof", "getAssetProofBatch", "getAssetsByOwner", "getAssetsByCreator", "getAssetsByGroup", "getAssetsByAuthority", "searchAssets", "getTokenAccounts", "getSignaturesForAsset", "getNftEditions"]
    params: NotRequired[Any]

CallRpcRequest = "Union[CallRpcRequest2, list[CallRpcRequest3]]"

class CancelLimitOrderReply(TypedDict):
    success: Literal[True]
    tx: str
    requestId: str

class CancelLimitOrderRequest(TypedDict):
    order: Union[str, dict[str, Any]]
    maker: NotRequired[Any]

class Candle(TypedDict):
    t: int
    o: float
    h: float
    l: float
    c: float
    v: Union[float, None]

class ChainFailureEvidence(TypedDict):
    """501: what the refusal rests on."""

    measuredAt: Union[int, None]
    newestTradeAgeMs: Union[int, None]
    reason: str

class ChainFailureCandidates(TypedDict):
    chain: str
    name: str
    caip2: Union[str, None]

class ChainFailure(TypedDict):
    success: Literal[False]
    error: str
    code: Literal["invalid_request", "invalid_mint", "invalid_amount", "unsupported_quote", "unauthorized", "insufficient_balance", "domain_not_allowed", "scope_required", "plan_required", "not_found", "unknown_user_ref", "unknown_wallet", "method_not_allowed", "body_timeout", "conflict", "idempotency_mismatch", "payload_too_large", "simulation_failed", "policy_blocked", "no_route", "price_moved", "rate_limited", "too_busy", "internal", "unsupported_on_chain", "upstream_failed", "upstream_refused", "upstream_rate_limited", "upstream_timeout", "pending", "not_landed", "unconfigured", "not_ready", "shutting_down", "cancelled"]
    requestId: str
    chain: NotRequired[str]
    tier: NotRequired[str]
    required: NotRequired[str]
    evidence: NotRequired[ChainFailureEvidence]
    suggestions: NotRequired[list[str]]
    candidates: NotRequired[list[ChainFailureCandidates]]

class ChainPairBoosts(TypedDict):
    active: int

class ChainPair(TypedDict):
    chainId: str
    dexId: str
    pairAddress: str
    url: Union[str, None]
    baseToken: TokenRef
    quoteToken: TokenRef
    priceUsd: Union[float, None]
    priceNative: Union[float, None]
    priceChange: AmountWindows
    volume: AmountWindows
    txns: CountWindows
    liquidity: PairLiquidity
    marketCap: Union[float, None]
    fdv: Union[float, None]
    pairCreatedAt: Union[int, None]
    labels: list[str]
    boosts: ChainPairBoosts
    info: PairInfo

class ChainSearchTokenPair(TypedDict):
    chain: str
    dex: str
    address: str
    quote: str

class ChainSearchToken(TypedDict):
    mint: str
    symbol: str
    name: str
    image: Union[str, None]
    url: Union[str, None]
    priceUsd: Union[float, None]
    priceChange: Union[float, None]
    volume24h: Union[float, None]
    liquidityUsd: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    pair: ChainSearchTokenPair
    socials: dict[str, str]
    websites: list[str]
    header: Union[str, None]
    description: Union[str, None]
    decimals: Union[int, None]
    socials_list: list[SocialLink]
    websites_list: list[SiteLink]
    volume: AmountWindows
    txns: CountWindows
    buys24h: Union[int, None]
    sells24h: Union[int, None]
    pairCreatedAt: Union[int, None]
    ageHours: Union[float, None]
    boosts: float
    dexId: str
    pairAddress: str
    baseToken: TokenRef
    quoteToken: TokenRef
    labels: list[str]

class Check(TypedDict):
    id: str
    ok: bool
    severity: Literal["critical", "high", "medium", "warning", "low", "info"]
    label: str
    detail: str
    evidence: NotRequired[list[CheckEvidence]]

class CheckEvidence(TypedDict):
    what: str
    signature: Union[str, None]
    slot: Union[int, None]
    value: Union[str, None]

class CheckRecoveryReplyResultsWrappedSol(TypedDict):
    accounts: int
    balance: float

class CheckRecoveryReplyResultsAccounts(TypedDict):
    empty: list[ClosableAccount]
    burnable: list[ClosableAccount]
    skipped: list[ClosableAccount]

class CheckRecoveryReplyResults(TypedDict):
    address: str
    potentialRecovery: float
    estimatedReturn: float
    fee: float
    burnPotentialRecovery: float
    burnEstimatedReturn: float
    burnFee: float
    totalPotentialRecovery: float
    totalEstimatedReturn: float
    totalFee: float
    emptyAccounts: int
    burnableAccounts: int
    balance: float
    wrappedSol: CheckRecoveryReplyResultsWrappedSol
    skipped: dict[str, int]
    canProcess: bool
    accounts: NotRequired[CheckRecoveryReplyResultsAccounts]

class CheckRecoveryReplyResults2(TypedDict):
    address: str
    error: str

class CheckRecoveryReplyTotals(TypedDict):
    potentialRecovery: float
    estimatedReturn: float
    fee: float
    burnPotentialRecovery: float
    burnEstimatedReturn: float
    burnFee: float
    totalPotentialRecovery: float
    totalEstimatedReturn: float
    totalFee: float
    emptyAccounts: int
    burnableAccounts: int
    wallets: int

class CheckRecoveryReply(TypedDict):
    success: Literal[True]
    results: list[Union[CheckRecoveryReplyResults, CheckRecoveryReplyResults2]]
    totals: CheckRecoveryReplyTotals
    hasBrandingLicense: bool
    warnings: list[str]

class CheckRecoveryRequest(TypedDict):
    walletAddresses: list[str]
    includeAccounts: NotRequired[Union[bool, None]]

class Classification(TypedDict):
    kind: str
    label: str
    blurb: str
    confidence: float

class ClosableAccount(TypedDict):
    account: str
    mint: str
    displayName: str
    owner: str
    program: Literal["spl-token", "spl-token-2022"]
    decimals: Union[int, None]
    uiAmount: float
    amountRaw: str
    state: Literal["initialized", "frozen"]
    isFrozen: bool
    type: Literal["empty", "burnable", "frozen", "foreign_authority", "confidential_pending", "not_burnable", "wsol"]
    recovery: float
    needsHarvest: bool
    why: str

class CloseDcaOrderReply(TypedDict):
    success: Literal[True]
    tx: str
    requestId: str

class CloseDcaOrderRequest(TypedDict):
    dca: Union[str, dict[str, Any]]
    user: NotRequired[Any]

class CloseRefundRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    kinds: NotRequired[Union[list[Literal["empty", "dust", "wsol", "lookup_tables", "buffers", "nonces", "stake"]], None]]
    mints: NotRequired[Union[list[str], None]]
    deactivate_tables: NotRequired[Union[bool, None]]
    accounts: NotRequired[Union[list[str], None]]
    client_signs: NotRequired[Union[bool, None]]
    wallet: NotRequired[Union[str, None]]
    max_transactions: NotRequired[Union[int, None]]
    simulate: NotRequired[bool]

class ConfirmRecoveryReply(TypedDict):
    success: Literal[True]
    recorded: bool
    alreadyRecorded: bool
    signature: str
    accountsClosed: int
    solRecovered: float
    feeEarned: float

class ConfirmRecoveryRequest(TypedDict):
    walletAddress: str
    signature: str
    accountsClosed: NotRequired[Union[int, None]]
    solRecovered: NotRequired[Union[float, None]]

class CountWindows(TypedDict):
    """Trades; null where the source cannot know."""

    m5: Union[TradeCounts, None]
    h1: Union[TradeCounts, None]
    h6: Union[TradeCounts, None]
    h24: Union[TradeCounts, None]

class CreateChallengeReply(TypedDict):
    success: Literal[True]
    nonce: str
    message: str
    expiresAt: int

class CreateChallengeRequest(TypedDict):
    ownerWallet: str
    purpose: NotRequired[Literal["login", "register", None]]

class CreateDcaOrderReply(TypedDict):
    success: Literal[True]
    dca: str
    tx: str
    requestId: str

class CreateDcaOrderRequest(TypedDict):
    inputMint: str
    outputMint: str
    inAmount: Union[float, str]
    cycleSecondsApart: Union[float, str]
    numberOfCycles: Union[float, str]
    user: str

class CreateLimitOrderReply(TypedDict):
    success: Literal[True]
    order: str
    tx: str
    requestId: str

class CreateLimitOrderRequest(TypedDict):
    inputMint: str
    outputMint: str
    makingAmount: Union[float, str]
    takingAmount: Union[float, str]
    maker: str
    payer: NotRequired[Any]

class CreateStreamTicketReply(TypedDict):
    success: Literal[True]
    ticket: str
    purpose: Union[Literal["events"], Literal["websocket"], Literal["charts"]]
    openBefore: int
    expiresAt: int

class CreateStreamTicketRequest(TypedDict):
    purpose: NotRequired[Literal["events", "websocket", "charts"]]

class CreateWalletReply(TypedDict):
    success: Literal[True]
    wallet: Wallet

class CreateWalletRequest(TypedDict):
    user_ref: str
    label: NotRequired[Union[str, None]]
    kind: NotRequired[Literal["derived", "watch", None]]
    address: NotRequired[Union[str, None]]
    withdraw_to: NotRequired[list[str]]

class CreateWebhookReply(TypedDict):
    success: Literal[True]
    webhook: NewWebhook
    secret: str

class CreateWebhookRequestFilter(TypedDict):
    """Every condition given must hold; of a list, one member. For trades one of tokens, wallets and pools is needed, unless the key may have all."""

    tokens: NotRequired[list[str]]
    wallets: NotRequired[list[str]]
    pools: NotRequired[list[str]]
    minUsd: NotRequired[Union[float, None]]
    side: NotRequired[Literal["buy", "sell", None]]
    dex: NotRequired[list[Literal["pumpfun", "pumpswap", "raydium", "raydium_cpmm", "meteora", "meteora_damm_v2", "orca", "bonk", "raydium_clmm", "meteora_dbc", "uniswap_v2", "uniswap_v3", "uniswap_v4", "sushi_v2", "sushi_v3", "pancake_v2", "pancake_v3", "pancake_infinity", "aerodrome", "aerodrome_slipstream"]]]
    screens: NotRequired[list[str]]

class CreateWebhookRequest(TypedDict):
    url: str
    chain: str
    events: list[Literal["trade", "launch", "screen"]]
    filter: NotRequired[CreateWebhookRequestFilter]
    description: NotRequired[str]
    batchMax: NotRequired[int]

class DcaPositionAccount(TypedDict):
    user: str
    inputMint: str
    outputMint: str
    inDeposited: str
    inWithdrawn: str
    inUsed: str
    inAmountPerCycle: Union[str, None]
    outReceived: str
    outWithdrawn: str
    minOutAmount: Union[str, None]
    maxOutAmount: Union[str, None]
    cycleFrequency: Union[int, None]
    createdAt: Union[str, None]
    updatedAt: Union[str, None]

class DcaPositionFills(TypedDict):
    signature: str
    inputAmount: str
    outputAmount: str
    feeMint: Union[str, None]
    feeAmount: Union[str, None]
    confirmedAt: Union[str, None]

class DcaPosition(TypedDict):
    publicKey: str
    account: DcaPositionAccount
    userClosed: Union[bool, None]
    openSignature: Union[str, None]
    closeSignature: Union[str, None]
    fills: list[DcaPositionFills]

class DecodeTransactionsReply(TypedDict):
    success: Literal[True]
    count: int
    transactions: list[Transaction]

class DecodeTransactionsRequest(TypedDict):
    signatures: list[Any]

class DeleteScreenReply(TypedDict):
    success: Literal[True]
    id: str
    deleted: Literal[True]

class DetectPoolReply(TypedDict):
    success: Literal[True]
    mint: str
    dex_type: str
    pair_address: str
    name: Union[str, None]
    symbol: Union[str, None]
    quote_mint: Union[str, None]
    is_sol_quoted: bool
    data_source: Literal["cache", "chain"]
    detect_ms: float
    degraded: list[str]

class DiscoverPoolsReply(TypedDict):
    success: Literal[True]
    mint: str
    pools: list[Pool]
    pools_found: int
    discover_ms: float
    degraded: list[str]

class DiscoverWhalesReply(TypedDict):
    success: Literal[True]
    mint: str
    count: int
    whales: list[DiscoveredWhale]
    generatedAt: NotRequired[int]
    missing: NotRequired[list[str]]

class DiscoveredWhale(TypedDict):
    wallet: str
    entity: Union[str, None]
    entityType: Union[str, None]
    entityLogo: Union[str, None]
    platform: Union[str, None]
    flags: list[str]
    sources: dict[str, str]
    amountRaw: str
    pctSupply: Union[float, None]
    accounts: int

class EstimateTradeReply(TypedDict):
    success: Literal[True]
    dex_type: str
    pair_address: str
    side: Literal["buy", "sell"]
    input_mint: str
    output_mint: str
    amount: int
    estimated_output: int
    price_impact_pct: float

class Failure(TypedDict):
    success: Literal[False]
    error: str
    code: Literal["invalid_request", "invalid_mint", "invalid_amount", "unsupported_quote", "unauthorized", "insufficient_balance", "domain_not_allowed", "scope_required", "plan_required", "not_found", "unknown_user_ref", "unknown_wallet", "method_not_allowed", "body_timeout", "conflict", "idempotency_mismatch", "payload_too_large", "simulation_failed", "policy_blocked", "no_route", "price_moved", "rate_limited", "too_busy", "internal", "unsupported_on_chain", "upstream_failed", "upstream_refused", "upstream_rate_limited", "upstream_timeout", "pending", "not_landed", "unconfigured", "not_ready", "shutting_down", "cancelled"]
    requestId: str

class FeaturedWhaleTopAssets(TypedDict):
    symbol: Union[str, None]
    logo: Union[str, None]
    valueUSD: float

class FeaturedWhale(TypedDict):
    wallet: str
    entity: Union[str, None]
    entityType: Union[str, None]
    entityLogo: Union[str, None]
    platform: Union[str, None]
    flags: list[str]
    sources: dict[str, str]
    entityTwitter: Union[str, None]
    label: Union[str, None]
    category: Union[Literal["trader"], Literal["cex"], Literal["mm"], Literal["validator"]]
    netWorthUSD: Union[float, None]
    assetCount: Union[int, None]
    pricedAssets: Union[int, None]
    thinAssets: NotRequired[int]
    topAssets: list[FeaturedWhaleTopAssets]
    valuedAt: Union[int, None]
    activeStakeSol: NotRequired[float]

class FigureSource(TypedDict):
    source: str
    as_of: Union[int, None]
    age_ms: Union[int, None]
    note: Union[str, None]

class GetBrandingLicenseReplyPayment(TypedDict):
    """With `apiKeyId`: either of the two, the exact amount or the memo, makes it a payment for this key."""

    apiKeyId: int
    lamports: int
    amountSol: float
    memo: str

class GetBrandingLicenseReply(TypedDict):
    success: Literal[True]
    cost: float
    paymentWallet: str
    features: list[str]
    payment: NotRequired[GetBrandingLicenseReplyPayment]

class GetBubbleMapReply(TypedDict):
    success: Literal[True]
    ok: bool
    mint: str
    nodes: list[BubbleNode]
    links: list[BubbleLink]
    clusters: list[BubbleCluster]
    decentralizationScore: Union[float, None]
    largestClusterPct: Union[float, None]
    summary: BubbleSummary
    roles: Union[WalletRoles, None]
    checks: list[Check]
    errors: list[str]
    bundle: Union[str, None]
    generatedAt: int

class GetBundleStatusReply(TypedDict):
    success: Literal[True]
    landed: bool
    mev_protected: bool
    bundle_status: NotRequired[Literal["landed", "failed", "pending", "unknown"]]
    onchain_status: NotRequired[Literal["landed", "failed", "pending", "unavailable"]]
    executed: NotRequired[Literal[False]]

GetCalibrationReplyReliability = TypedDict(
    "GetCalibrationReplyReliability",
    {
        "from": "float",
        "to": "float",
        "count": "int",
        "predicted": "Union[float, None]",
        "happened": "Union[float, None]",
    },
)

class GetCalibrationReplyGrades(TypedDict):
    grade: str
    count: int
    predicted: Union[float, None]
    happened: Union[float, None]

class GetCalibrationReplyRules(TypedDict):
    rule: str
    count: int
    happened: Union[float, None]
    lift: Union[float, None]

class GetCalibrationReplyOutcomes(TypedDict):
    outcome: str
    known: int
    happened: Union[float, None]

class GetCalibrationReplyLedger(TypedDict):
    rows: int
    head: Union[str, None]

class GetCalibrationReply(TypedDict):
    success: Literal[True]
    kind: str
    horizon: str
    scores: int
    known: int
    unknown: int
    pending: int
    tokens: int
    bad: int
    baseRate: Union[float, None]
    brier: Union[float, None]
    brierOfBaseRate: Union[float, None]
    reliability: list[GetCalibrationReplyReliability]
    grades: list[GetCalibrationReplyGrades]
    rules: list[GetCalibrationReplyRules]
    outcomes: list[GetCalibrationReplyOutcomes]
    rulesOfOutcome: list[str]
    ledger: GetCalibrationReplyLedger
    generatedAt: int

class GetChainBubbleMapReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainBubbleMapReplyReport(TypedDict):
    ok: bool
    mint: str
    nodes: list[BubbleNode]
    links: list[BubbleLink]
    clusters: list[BubbleCluster]
    decentralizationScore: Union[float, None]
    largestClusterPct: Union[float, None]
    summary: BubbleSummary
    roles: Union[WalletRoles, None]
    checks: list[Check]
    errors: list[str]
    bundle: Union[str, None]
    generatedAt: int

class GetChainBubbleMapReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainBubbleMapReplyFreshness
    address: str
    report: GetChainBubbleMapReplyReport
    missing: NotRequired[list[str]]

class GetChainCoverageReplyNativeCurrency(TypedDict):
    symbol: str
    decimals: int

class GetChainCoverageReplyMeets(TypedDict):
    """Which levels the chain meets."""

    L0: bool
    L1: bool
    L2: bool
    L3: bool
    L4: bool
    L5: bool

class GetChainCoverageReplyEvidenceMarketPool(TypedDict):
    address: str
    base: str
    quote: str

class GetChainCoverageReplyEvidenceMarket(TypedDict):
    askedAt: int
    source: str
    newestTradeAgeMs: Union[int, None]
    newestTradeUnderMs: Union[int, None]
    active24h: bool
    poolTradedWithinHour: bool
    pool: Union[GetChainCoverageReplyEvidenceMarketPool, None]

class GetChainCoverageReplyEvidenceAnalysis(TypedDict):
    askedAt: int
    source: str
    token: str
    holders: bool
    security: bool

class GetChainCoverageReplyEvidenceQuote(TypedDict):
    askedAt: int
    source: str
    inputToken: str
    outputToken: str
    inAmount: str
    outAmount: Union[str, None]

class GetChainCoverageReplyEvidenceServices(TypedDict):
    configured: bool
    paidProduct: bool

class GetChainCoverageReplyEvidenceAttempts(TypedDict):
    at: int
    source: str
    asked: str
    result: Literal["found", "none", "failed"]
    reason: Union[str, None]

class GetChainCoverageReplyEvidence(TypedDict):
    measuredAt: Union[int, None]
    nextMeasurement: Union[int, None]
    market: Union[GetChainCoverageReplyEvidenceMarket, None]
    analysis: Union[GetChainCoverageReplyEvidenceAnalysis, None]
    quote: Union[GetChainCoverageReplyEvidenceQuote, None]
    services: GetChainCoverageReplyEvidenceServices
    attempts: list[GetChainCoverageReplyEvidenceAttempts]

class GetChainCoverageReplyEndpoints(TypedDict):
    method: Literal["GET", "POST"]
    path: str
    level: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    served: bool
    reason: Union[str, None]

class GetChainCoverageReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainCoverageReply(TypedDict):
    success: Literal[True]
    chain: str
    name: str
    family: str
    eip155: Union[int, None]
    caip2: Union[str, None]
    nativeCurrency: GetChainCoverageReplyNativeCurrency
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    meets: GetChainCoverageReplyMeets
    stale: bool
    measuredAt: Union[int, None]
    newestTradeAgeMs: Union[int, None]
    status: Literal["live", "unknown", "sunset"]
    aliases: list[str]
    caip2All: list[str]
    wrappedNative: Union[str, None]
    providerIds: dict[str, str]
    aggregators: list[str]
    explorers: list[str]
    blockTimeMs: Union[int, None]
    evidence: GetChainCoverageReplyEvidence
    endpoints: list[GetChainCoverageReplyEndpoints]
    freshness: GetChainCoverageReplyFreshness

class GetChainDexesReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainDexesReplyDexes(TypedDict):
    id: str
    name: str
    pools: Union[int, None]
    volume24hUSD: Union[float, None]

class GetChainDexesReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainDexesReplyFreshness
    count: int
    dexes: list[GetChainDexesReplyDexes]
    missing: NotRequired[list[str]]

class GetChainFeesReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainFeesReplyTips(TypedDict):
    """What bundles that landed paid to validators: quartiles. Null where no source of tips answers."""

    source: str
    unit: str
    low: float
    medium: float
    high: float
    top: float

class GetChainFeesReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainFeesReplyFreshness
    unit: str
    low: float
    medium: float
    high: float
    baseFee: Union[float, None]
    observedBlocks: int
    tips: Union[GetChainFeesReplyTips, None]
    missing: NotRequired[list[str]]

class GetChainNativePriceReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainNativePriceReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainNativePriceReplyFreshness
    symbol: str
    priceUSD: float
    priceChange24h: Union[float, None]
    wrapped: Union[str, None]
    missing: NotRequired[list[str]]

class GetChainPoolOhlcvReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainPoolOhlcvReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainPoolOhlcvReplyFreshness
    pool: str
    period: str
    count: int
    candles: list[Candle]
    missing: NotRequired[list[str]]

class GetChainPoolReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainPoolReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainPoolReplyFreshness
    pool: ChainPair
    missing: NotRequired[list[str]]

class GetChainPoolTradesReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainPoolTradesReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainPoolTradesReplyFreshness
    pool: str
    count: int
    trades: list[Trade]
    cursor: Union[str, None]
    missing: NotRequired[list[str]]

class GetChainPoolsTrendingReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainPoolsTrendingReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainPoolsTrendingReplyFreshness
    count: int
    pools: list[ChainPair]
    missing: NotRequired[list[str]]

class GetChainPricesReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainPricesReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainPricesReplyFreshness
    count: int
    prices: dict[str, TokenPrice]
    missing: NotRequired[list[str]]

class GetChainPricesRequest(TypedDict):
    addresses: list[Any]

class GetChainReplyNativeCurrency(TypedDict):
    symbol: str
    decimals: int

class GetChainReplyMeets(TypedDict):
    """Which levels the chain meets."""

    L0: bool
    L1: bool
    L2: bool
    L3: bool
    L4: bool
    L5: bool

class GetChainReplyEvidenceMarketPool(TypedDict):
    address: str
    base: str
    quote: str

class GetChainReplyEvidenceMarket(TypedDict):
    askedAt: int
    source: str
    newestTradeAgeMs: Union[int, None]
    newestTradeUnderMs: Union[int, None]
    active24h: bool
    poolTradedWithinHour: bool
    pool: Union[GetChainReplyEvidenceMarketPool, None]

class GetChainReplyEvidenceAnalysis(TypedDict):
    askedAt: int
    source: str
    token: str
    holders: bool
    security: bool

class GetChainReplyEvidenceQuote(TypedDict):
    askedAt: int
    source: str
    inputToken: str
    outputToken: str
    inAmount: str
    outAmount: Union[str, None]

class GetChainReplyEvidenceServices(TypedDict):
    configured: bool
    paidProduct: bool

class GetChainReplyEvidenceAttempts(TypedDict):
    at: int
    source: str
    asked: str
    result: Literal["found", "none", "failed"]
    reason: Union[str, None]

class GetChainReplyEvidence(TypedDict):
    measuredAt: Union[int, None]
    nextMeasurement: Union[int, None]
    market: Union[GetChainReplyEvidenceMarket, None]
    analysis: Union[GetChainReplyEvidenceAnalysis, None]
    quote: Union[GetChainReplyEvidenceQuote, None]
    services: GetChainReplyEvidenceServices
    attempts: list[GetChainReplyEvidenceAttempts]

class GetChainReplyEndpoints(TypedDict):
    method: Literal["GET", "POST"]
    path: str
    level: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    served: bool
    reason: Union[str, None]

class GetChainReply(TypedDict):
    success: Literal[True]
    chain: str
    name: str
    family: str
    eip155: Union[int, None]
    caip2: Union[str, None]
    nativeCurrency: GetChainReplyNativeCurrency
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    meets: GetChainReplyMeets
    stale: bool
    measuredAt: Union[int, None]
    newestTradeAgeMs: Union[int, None]
    status: Literal["live", "unknown", "sunset"]
    aliases: list[str]
    caip2All: list[str]
    wrappedNative: Union[str, None]
    providerIds: dict[str, str]
    aggregators: list[str]
    explorers: list[str]
    blockTimeMs: Union[int, None]
    evidence: GetChainReplyEvidence
    endpoints: list[GetChainReplyEndpoints]

class GetChainSummaryReplyByTier(TypedDict):
    L0: int
    L1: int
    L2: int
    L3: int
    L4: int
    L5: int

class GetChainSummaryReply(TypedDict):
    success: Literal[True]
    total: int
    measured: int
    stale: int
    byTier: GetChainSummaryReplyByTier
    priced: int
    market: int
    forensics: int
    tradeable: int
    services: int
    byFamily: dict[str, int]
    oldestMeasurement: Union[int, None]
    newestMeasurement: Union[int, None]
    generatedAt: int

class GetChainSwapQuoteReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainSwapQuoteReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainSwapQuoteReplyFreshness
    quote: SwapQuote
    missing: NotRequired[list[str]]

class GetChainTokenHoldersReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenHoldersReplyHolders(TypedDict):
    address: str
    balance: Union[str, None]
    pct: Union[float, None]
    name: Union[str, None]
    isContract: Union[bool, None]
    isLocked: Union[bool, None]

class GetChainTokenHoldersReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenHoldersReplyFreshness
    address: str
    holders: list[GetChainTokenHoldersReplyHolders]
    total: Union[int, None]
    top10Pct: Union[float, None]
    missing: NotRequired[list[str]]

class GetChainTokenMetadataReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenMetadataReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenMetadataReplyFreshness
    count: int
    tokens: dict[str, TokenMetadata]
    missing: NotRequired[list[str]]

class GetChainTokenMetadataRequest(TypedDict):
    addresses: list[Any]

class GetChainTokenOhlcvReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenOhlcvReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenOhlcvReplyFreshness
    address: str
    period: str
    count: int
    candles: list[Candle]
    missing: NotRequired[list[str]]

class GetChainTokenPoolsReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenPoolsReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenPoolsReplyFreshness
    address: str
    count: int
    pools: list[ChainPair]
    missing: NotRequired[list[str]]

class GetChainTokenReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenReplyFreshness
    address: str
    metadata: Union[TokenMetadata, None]
    price: Union[TokenPrice, None]
    pairs: list[ChainPair]
    missing: NotRequired[list[str]]

class GetChainTokenSecurityReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenSecurityReplyChecks(TypedDict):
    id: str
    ok: Union[bool, None]
    severity: str
    label: str

class GetChainTokenSecurityReplyTaxes(TypedDict):
    buyPct: Union[float, None]
    sellPct: Union[float, None]

class GetChainTokenSecurityReplyHoneypot(TypedDict):
    verdict: Literal["sellable", "honeypot", "unknown"]
    method: Literal["execution", "provider"]
    provider: Union[str, None]

class GetChainTokenSecurityReplyExecutionLater(TypedDict):
    """The block and time that the trades `later` ran as; null: the node does not run that."""

    block: int
    blockTimeSec: int

class GetChainTokenSecurityReplyExecutionTaxesBps(TypedDict):
    buy: Union[int, None]
    sell: Union[int, None]
    transfer: Union[int, None]

class GetChainTokenSecurityReplyExecutionFindings(TypedDict):
    id: str
    severity: Literal["danger", "warning", "info"]
    label: str
    shownBy: list[str]

class GetChainTokenSecurityReplyExecutionTrades(TypedDict):
    at: Literal["now", "later"]
    case: str
    result: str
    sent: str
    arrived: str
    left: str
    expected: str
    got: str
    reason: Union[str, None]

class GetChainTokenSecurityReplyExecution(TypedDict):
    """Trades that a node executed without sending them."""

    block: int
    blockTimeSec: int
    later: Union[GetChainTokenSecurityReplyExecutionLater, None]
    pool: str
    dex: str
    quote: str
    hopPool: Union[str, None]
    probe: str
    sender: str
    earlierBuyers: list[str]
    owner: Union[str, None]
    verdict: Literal["sellable", "honeypot", "unknown"]
    taxesBps: GetChainTokenSecurityReplyExecutionTaxesBps
    findings: list[GetChainTokenSecurityReplyExecutionFindings]
    trades: list[GetChainTokenSecurityReplyExecutionTrades]

class GetChainTokenSecurityReplyProviderSays(TypedDict):
    provider: str
    honeypot: Union[bool, None]
    buyPct: Union[float, None]
    sellPct: Union[float, None]
    score: Union[float, None]

class GetChainTokenSecurityReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenSecurityReplyFreshness
    address: str
    score: Union[float, None]
    grade: Union[Literal["safe", "caution", "risky", "danger"], None]
    checks: list[GetChainTokenSecurityReplyChecks]
    taxes: GetChainTokenSecurityReplyTaxes
    honeypot: GetChainTokenSecurityReplyHoneypot
    execution: NotRequired[GetChainTokenSecurityReplyExecution]
    providerSays: NotRequired[GetChainTokenSecurityReplyProviderSays]
    disagreements: NotRequired[list[str]]
    missing: NotRequired[list[str]]

class GetChainTokenTradersReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenTradersReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenTradersReplyFreshness
    address: str
    sort: str
    count: int
    traders: list[TapeTrader]
    missing: NotRequired[list[str]]

class GetChainTokenTradesReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokenTradesReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokenTradesReplyFreshness
    address: str
    count: int
    trades: list[Trade]
    cursor: Union[str, None]
    missing: NotRequired[list[str]]

class GetChainTokensNewReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokensNewReplyTokens(TypedDict):
    mint: str
    pool: str
    dex: str
    name: Union[str, None]
    symbol: Union[str, None]
    priceUsd: Union[float, None]
    liquidityUsd: Union[float, None]
    volume24h: Union[float, None]
    createdAt: Union[int, None]
    ageSecs: Union[int, None]

class GetChainTokensNewReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokensNewReplyFreshness
    count: int
    tokens: list[GetChainTokensNewReplyTokens]
    missing: NotRequired[list[str]]

class GetChainTokensTrendingReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainTokensTrendingReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainTokensTrendingReplyFreshness
    period: Union[str, None]
    count: int
    tokens: list[TrendingToken]
    missing: NotRequired[list[str]]

class GetChainWalletActivityReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainWalletActivityReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainWalletActivityReplyFreshness
    wallet: str
    count: int
    activity: list[Activity]
    missing: NotRequired[list[str]]

class GetChainWalletPortfolioReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class GetChainWalletPortfolioReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: GetChainWalletPortfolioReplyFreshness
    wallet: str
    totalValueUSD: float
    tokenCount: int
    tokens: list[PortfolioToken]
    missing: NotRequired[list[str]]

class GetChartSourceReply(TypedDict):
    success: Literal[True]
    available: bool
    provider: NotRequired[Literal["dexscreener", "geckoterminal"]]
    src: NotRequired[str]
    fullUrl: NotRequired[str]
    pairAddress: NotRequired[str]

class GetCohortReplyProgress(TypedDict):
    stage: Literal["queued", "histories", "transactions", "funding", "tokens", "judging", "done"]
    done: int
    total: int
    pct: int

class GetCohortReplyVerdict(TypedDict):
    headline: str
    tone: Literal["coordinated", "partly", "independent", "inconclusive"]

class GetCohortReplyCohesionComponents(TypedDict):
    """The same by edges of one family alone: money that moved; keys, payers, tables and powers; time and tokens."""

    money: int
    control: int
    timing: int

class GetCohortReplyCohesion(TypedDict):
    score: int
    components: GetCohortReplyCohesionComponents

class GetCohortReplyGraphNodes(TypedDict):
    wallet: str
    label: Union[str, None]
    cluster: Union[str, None]
    degree: int
    reading: Literal["whole", "partial", "busy", "none", "service"]
    firstSeen: Union[int, None]
    funder: Union[str, None]
    funderLabel: Union[str, None]

class GetCohortReplyGraphEdgesEvidence(TypedDict):
    signatures: list[str]
    slot: Union[int, None]
    amount: Union[str, None]
    unit: Union[str, None]
    via: Union[str, None]
    token: Union[str, None]
    detail: str

class GetCohortReplyGraphEdges(TypedDict):
    source: str
    target: str
    type: Literal["same_funder", "same_slot", "transfer", "peel", "shared_fee_payer", "same_bundle", "shared_table", "shared_nonce", "budget_fingerprint", "withdrawal_fingerprint", "common_funder", "shared_payer", "shared_payee", "same_exit", "mutual_payment", "shared_coin", "hand_over", "shared_route", "paid_back", "shared_hub", "co_signed", "matched_swap", "same_minutes", "same_remainder", "same_amount", "standing_power", "debt_repaid", "paid_together", "shared_fee_taker"]
    weight: float
    joins: bool
    evidence: GetCohortReplyGraphEdgesEvidence

class GetCohortReplyGraph(TypedDict):
    nodes: list[GetCohortReplyGraphNodes]
    edges: list[GetCohortReplyGraphEdges]

class GetCohortReplyClusters(TypedDict):
    id: str
    size: int
    members: list[str]
    kinds: list[Literal["same_funder", "same_slot", "transfer", "peel", "shared_fee_payer", "same_bundle", "shared_table", "shared_nonce", "budget_fingerprint", "withdrawal_fingerprint", "common_funder", "shared_payer", "shared_payee", "same_exit", "mutual_payment", "shared_coin", "hand_over", "shared_route", "paid_back", "shared_hub", "co_signed", "matched_swap", "same_minutes", "same_remainder", "same_amount", "standing_power", "debt_repaid", "paid_together", "shared_fee_taker"]]
    rootFunder: Union[str, None]
    tokens: list[str]

class GetCohortReplyBridges(TypedDict):
    address: str
    isMember: bool
    label: Union[str, None]
    cluster: str
    members: list[str]
    kinds: list[Literal["same_funder", "same_slot", "transfer", "peel", "shared_fee_payer", "same_bundle", "shared_table", "shared_nonce", "budget_fingerprint", "withdrawal_fingerprint", "common_funder", "shared_payer", "shared_payee", "same_exit", "mutual_payment", "shared_coin", "hand_over", "shared_route", "paid_back", "shared_hub", "co_signed", "matched_swap", "same_minutes", "same_remainder", "same_amount", "standing_power", "debt_repaid", "paid_together", "shared_fee_taker"]]
    critical: bool

GetCohortReplyFundingTimeline = TypedDict(
    "GetCohortReplyFundingTimeline",
    {
        "ts": "Union[int, None]",
        "slot": "int",
        "wallet": "str",
        "from": "str",
        "fromLabel": "Union[str, None]",
        "lamports": "str",
        "signature": "str",
        "cluster": "Union[str, None]",
    },
)

class GetCohortReplyCoverageTokens(TypedDict):
    mint: str
    members: int
    gathered: bool

class GetCohortReplyCoverage(TypedDict):
    wallets: int
    read: int
    transactions: int
    tokens: list[GetCohortReplyCoverageTokens]
    gaps: list[str]
    edgesLeftOut: int

class GetCohortReplyUnknown(TypedDict):
    wallet: str
    reason: str

class GetCohortReply(TypedDict):
    success: Literal[True]
    jobId: str
    status: Literal["running", "done", "failed"]
    progress: GetCohortReplyProgress
    wallets: int
    createdAt: int
    expiresAt: int
    finishedAt: NotRequired[int]
    failure: NotRequired[str]
    verdict: NotRequired[GetCohortReplyVerdict]
    cohesion: NotRequired[GetCohortReplyCohesion]
    graph: NotRequired[GetCohortReplyGraph]
    clusters: NotRequired[list[GetCohortReplyClusters]]
    bridges: NotRequired[list[GetCohortReplyBridges]]
    fundingTimeline: NotRequired[list[GetCohortReplyFundingTimeline]]
    coverage: NotRequired[GetCohortReplyCoverage]
    unknown: NotRequired[list[GetCohortReplyUnknown]]
    isolated: NotRequired[list[str]]

class GetDashboardReplyPendingFeeWallet(TypedDict):
    feeWallet: str
    effectiveAt: int

class GetDashboardReply(TypedDict):
    success: Literal[True]
    wallet: str
    hasKey: bool
    apiKeyId: Union[int, None]
    tier: Union[Literal["free", "preview", "builder", "scale", "enterprise", "data"], None]
    createdAt: Union[int, None]
    feeWallet: Union[str, None]
    pendingFeeWallet: Union[GetDashboardReplyPendingFeeWallet, None]
    hasBrandingLicense: bool
    brandingLicenseTx: Union[str, None]
    stats: RecoveryTotals

class GetDashboardSessionReplyPendingFeeWallet(TypedDict):
    feeWallet: str
    effectiveAt: int

GetDashboardSessionReplyFeeWalletChanges = TypedDict(
    "GetDashboardSessionReplyFeeWalletChanges",
    {
        "changeId": "int",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
        "at": "int",
        "effectiveAt": "int",
        "byOwner": "bool",
    },
)

class GetDashboardSessionReply(TypedDict):
    success: Literal[True]
    wallet: str
    apiKeyId: int
    keyPrefix: str
    label: str
    tier: Literal["free", "preview", "builder", "scale", "enterprise", "data"]
    scopes: list[str]
    limitPer10s: Union[int, None]
    createdAt: int
    oldKeyValidUntil: Union[int, None]
    hasBrandingLicense: bool
    brandingLicenseTx: Union[str, None]
    feeWallet: str
    pendingFeeWallet: Union[GetDashboardSessionReplyPendingFeeWallet, None]
    feeWalletLocked: bool
    feeWalletBalance: Union[int, None]
    feeWalletChanges: list[GetDashboardSessionReplyFeeWalletChanges]
    allowedDomains: Union[list[str], None]
    stats: RecoveryTotals
    recentTransactions: list[RecoveredTransaction]

class GetDeepScanReplyProviders(TypedDict):
    rugcheck: ProviderReport
    goplus: ProviderReport

class GetDeepScanReplyFlags(TypedDict):
    id: str
    source: str
    severity: Literal["critical", "high", "medium", "warning", "low", "info"]
    label: str
    detail: str

class GetDeepScanReplyCrossValidationFacts(TypedDict):
    fact: str
    chain: Union[str, None]
    said: dict[str, Union[str, None]]
    agree: bool
    detail: str

class GetDeepScanReplyCrossValidation(TypedDict):
    agreement: Union[float, None]
    conflicts: int
    facts: list[GetDeepScanReplyCrossValidationFacts]

class GetDeepScanReplyEntity(TypedDict):
    decentralizationScore: Union[float, None]
    largestClusterPct: Union[float, None]
    entityCount: Union[int, None]
    clusteredPct: Union[float, None]
    hiddenSupplyPct: Union[float, None]
    entity_nakamoto: Union[int, None]
    entity_gini: Union[float, None]
    nodeCount: int
    linkCount: int
    roles: Union[WalletRoles, None]

class GetDeepScanReplyReachNotPublicPct(TypedDict):
    """Percent of the early supply of which this was not read or is not known to be public; `groups`: in wallets that the bubble map joined, three or more."""

    money: float
    signers: float
    tools: float
    groups: float

class GetDeepScanReplyReach(TypedDict):
    """How far one could have seen who bought early. That no links were found says no more than this."""

    pct: float
    leastPct: float
    earlyPct: float
    wallets: int
    publicWallets: int
    notPublicPct: GetDeepScanReplyReachNotPublicPct

class GetDeepScanReplyExplain(TypedDict):
    input: str
    source: str
    asOf: Union[int, None]
    slot: Union[int, None]
    note: Union[str, None]

class GetDeepScanReply(TypedDict):
    success: Literal[True]
    mint: str
    score: float
    grade: Literal["safe", "caution", "risky", "danger"]
    verdict: str
    summary: str
    layers: Layers
    providers: GetDeepScanReplyProviders
    flags: list[GetDeepScanReplyFlags]
    crossValidation: GetDeepScanReplyCrossValidation
    weights: ScoreWeights
    entity: Union[GetDeepScanReplyEntity, None]
    reach: Union[GetDeepScanReplyReach, None]
    bundle: str
    generatedAt: int
    explain: NotRequired[list[GetDeepScanReplyExplain]]

class GetDevHistoryReplyPriorTokens(TypedDict):
    mint: str
    launchSlot: int
    launchTime: Union[int, None]
    dex: str
    signature: str
    rugged: Union[bool, None]
    outcome: Literal["rugged", "alive", "faded", "graduated", "unknown"]
    timeToRugSecs: Union[int, None]
    peakValueUsd: Union[float, None]
    devSoldPct: Union[float, None]
    detail: str

class GetDevHistoryReplyDevFunderTerminal(TypedDict):
    address: str
    name: Union[str, None]
    category: str

class GetDevHistoryReplyDevFunderPeel(TypedDict):
    address: str
    lamports: str
    signature: Union[str, None]
    slot: Union[int, None]
    name: Union[str, None]

class GetDevHistoryReplyFundedCreators(TypedDict):
    wallet: str
    funder: str
    mint: str
    signature: str
    rugged: Union[bool, None]
    left: Union[bool, None]
    detail: str

class GetDevHistoryReply(TypedDict):
    success: Literal[True]
    mint: str
    ok: bool
    dev: Union[str, None]
    devSource: Union[Literal["launch", "mint_creation", "provider"], None]
    priorTokens: Union[list[GetDevHistoryReplyPriorTokens], None]
    ruggedPriorTokens: Union[int, None]
    rugRate: Union[float, None]
    peakPriorValueUsd: Union[float, None]
    serialRugger: Union[bool, None]
    fastRugger: Union[bool, None]
    medianTimeToRugSecs: Union[float, None]
    medianTimeToRugSamples: int
    devSoldPct: Union[float, None]
    devSoldClass: Union[Literal["none", "partial", "most", "all"], None]
    devRootFunder: Union[str, None]
    devFunderTerminal: Union[GetDevHistoryReplyDevFunderTerminal, None]
    devFunderPeeled: Union[bool, None]
    devFunderPeel: Union[list[GetDevHistoryReplyDevFunderPeel], None]
    privacyHops: Union[int, None]
    fundedCreators: Union[list[GetDevHistoryReplyFundedCreators], None]
    operatorRing: Union[list[str], None]
    operatorRingDetected: Union[bool, None]
    ringCoLaunchBurst: Union[bool, None]
    checks: list[Check]
    errors: list[str]
    generatedAt: int

class GetFeaturedLeaderboardReplyLeaders(TypedDict):
    wallet: str
    handle: Union[str, None]
    displayName: str
    entityLogo: Union[str, None]
    flags: list[str]
    category: Union[Literal["trader"], Literal["cex"], Literal["mm"], Literal["validator"]]
    totalValue: float
    pnl30d: float
    winRate: float
    tradeCount: int

class GetFeaturedLeaderboardReply(TypedDict):
    success: Literal[True]
    category: Union[Union[Literal["trader"], Literal["cex"], Literal["mm"], Literal["validator"]], Literal["all"]]
    count: int
    leaders: list[GetFeaturedLeaderboardReplyLeaders]
    generatedAt: int
    missing: NotRequired[list[str]]

class GetFeaturedWhalesReply(TypedDict):
    success: Literal[True]
    category: Union[Union[Literal["trader"], Literal["cex"], Literal["mm"], Literal["validator"]], Literal["all"]]
    count: int
    whales: list[FeaturedWhale]
    generatedAt: int
    missing: NotRequired[list[str]]

class GetFirstPartyTokenCandlesReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    token: str
    period: str
    count: int
    candles: list[TapeCandle]

class GetFirstPartyTokenStatsReplyWash(TypedDict):
    shareEstimate: Union[float, None]
    trades: int
    rule: str

class GetFirstPartyTokenStatsReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    token: str
    count: int
    buys: int
    sells: int
    volumeUSD: float
    buyVolumeUSD: float
    sellVolumeUSD: float
    volumeLamports: Union[str, None]
    amountRaw: str
    unpriced: int
    makers: int
    buyers: int
    sellers: int
    newMakers: Union[int, None]
    vwapUSD: Union[float, None]
    highUSD: Union[float, None]
    lowUSD: Union[float, None]
    lastPriceUSD: Union[float, None]
    wash: GetFirstPartyTokenStatsReplyWash
    firstTs: Union[int, None]
    lastTs: Union[int, None]

class GetFirstPartyTokenTradersReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    token: str
    sort: str
    total: int
    count: int
    traders: list[TapeTrader]

class GetFirstPartyTokenTradesReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    token: str
    count: int
    trades: list[StreamTrade]
    nextCursor: Union[str, None]

class GetFirstPartyWalletPnlReplySummary(TypedDict):
    realizedLamports: Union[str, None]
    realizedUSD: float
    unrealizedUSD: float
    investedUSD: float
    proceedsUSD: float
    volumeUSD: float
    trades: int
    buys: int
    sells: int
    tokens: int
    wins: int
    losses: int
    winRatePct: Union[float, None]
    openingUnknown: int
    unpriced: int
    thin: int

class GetFirstPartyWalletPnlReplyOpeningUnknown(TypedDict):
    token: str
    openingRaw: str
    opening: float
    decimals: int

class GetFirstPartyWalletPnlReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    wallet: str
    basis: Literal["window"]
    method: Literal["fifo"]
    summary: GetFirstPartyWalletPnlReplySummary
    openingUnknown: list[GetFirstPartyWalletPnlReplyOpeningUnknown]
    count: int
    positions: list[TapePosition]

class GetFirstPartyWalletTokensReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    wallet: str
    count: int
    tokens: list[TapeToken]

class GetFirstPartyWalletTradesReply(TypedDict):
    success: Literal[True]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    window: TapeWindow
    source: Literal["first-party"]
    cursorHead: str
    wallet: str
    count: int
    trades: list[StreamTrade]
    nextCursor: Union[str, None]

class GetFullMetadataReplyInvestors(TypedDict):
    name: str
    type: Union[str, None]
    lead: bool
    image: Union[str, None]
    country: Union[str, None]
    description: Union[str, None]

class GetFullMetadataReplyDistribution(TypedDict):
    name: str
    percentage: float

class GetFullMetadataReplySocials(TypedDict):
    twitter: Union[str, None]
    website: Union[str, None]
    discord: Union[str, None]
    telegram: Union[str, None]

class GetFullMetadataReply(TypedDict):
    success: Literal[True]
    mint: str
    name: Union[str, None]
    symbol: Union[str, None]
    rank: Union[float, None]
    decimals: Union[int, None]
    priceUSD: Union[float, None]
    marketCapUSD: Union[float, None]
    liquidityUSD: Union[float, None]
    volume24hUSD: Union[float, None]
    totalSupply: Union[float, None]
    circulatingSupply: Union[float, None]
    maxSupply: Union[float, None]
    description: Union[str, None]
    logo: Union[str, None]
    categories: list[str]
    investors: list[GetFullMetadataReplyInvestors]
    distribution: list[GetFullMetadataReplyDistribution]
    socials: GetFullMetadataReplySocials
    otherChains: list[str]
    stale: NotRequired[Literal[True]]

class GetHealthReply(TypedDict):
    success: Literal[True]
    ok: Literal[True]
    version: str
    ts: int

class GetLighthouseReply(TypedDict):
    success: Literal[True]
    volumeUSD24h: float
    volumeUSD24hChange: float
    trades24h: int
    buys24h: int
    sells24h: int
    feesPaidUSD24h: float
    generatedAt: int
    windowSecs: NotRequired[int]
    missing: NotRequired[list[str]]

class GetLimitOrderHistoryReply(TypedDict):
    success: Literal[True]
    orders: list[LimitOrder]
    page: int
    totalPages: int
    hasMoreData: bool

class GetPairsReply(TypedDict):
    success: Literal[True]
    count: int
    pairs: dict[str, Union[Pair, None]]
    missing: NotRequired[list[str]]

GetPoolOhlcvReply = TypedDict(
    "GetPoolOhlcvReply",
    {
        "success": "Literal[True]",
        "pool": "str",
        "period": "Literal['1m', '5m', '1h', '1d', '1w']",
        "from": "int",
        "to": "int",
        "count": "int",
        "candles": "list[Candle]",
        "stale": "NotRequired[Literal[True]]",
        "missing": "NotRequired[list[str]]",
    },
)

class GetPoolParamsReply(TypedDict):
    success: Literal[True]
    mint: str
    dex_type: str
    pair_address: str
    is_sol_quoted: bool
    quote_mint: Union[str, None]
    cache_hit: bool
    fetch_ms: float
    detect_ms: float
    slot: int
    degraded: list[str]

class GetPositionIntelReplyTokens(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    amountRaw: str
    amount: Union[float, None]
    priceUSD: Union[float, None]
    priceSource: Union[str, None]
    valueUSD: Union[float, None]
    thin: bool

class GetPositionIntelReplyDebts(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    amountRaw: str
    amount: Union[float, None]
    priceUSD: Union[float, None]
    priceSource: Union[str, None]
    valueUSD: Union[float, None]
    thin: bool

class GetPositionIntelReplyUncollectedFees(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    amountRaw: str
    amount: Union[float, None]
    priceUSD: Union[float, None]
    priceSource: Union[str, None]
    valueUSD: Union[float, None]
    thin: bool

class GetPositionIntelReplyRange(TypedDict):
    """Prices are whole tokens of the second for one of the first."""

    unit: Literal["tick", "bin", "price"]
    lower: Union[int, None]
    upper: Union[int, None]
    current: Union[int, None]
    isInRange: bool
    lowerPrice: Union[float, None]
    upperPrice: Union[float, None]
    currentPrice: Union[float, None]

class GetPositionIntelReplyLendingInterestUntil(TypedDict):
    """The oldest update of the reserves: interest after it is in no amount."""

    slot: Union[int, None]
    timestamp: Union[int, None]

class GetPositionIntelReplyLendingHealthAt(TypedDict):
    slot: Union[int, None]
    timestamp: Union[int, None]

class GetPositionIntelReplyLendingHealth(TypedDict):
    """As the program last recorded it, at its own prices. Null where it keeps none, or none that is whole."""

    at: GetPositionIntelReplyLendingHealthAt
    isStale: bool
    collateralUSD: float
    debtUSD: float
    ltvPct: float
    healthFactor: Union[float, None]

class GetPositionIntelReplyLending(TypedDict):
    """Of `lend` only."""

    interestUntil: GetPositionIntelReplyLendingInterestUntil
    health: Union[GetPositionIntelReplyLendingHealth, None]
    unread: list[str]

class GetPositionIntelReply(TypedDict):
    success: Literal[True]
    address: str
    kind: str
    protocol: Union[str, None]
    program: Union[str, None]
    owner: Union[str, None]
    account: Union[str, None]
    mint: Union[str, None]
    pool: Union[str, None]
    pair: Union[str, None]
    tokens: list[GetPositionIntelReplyTokens]
    debts: list[GetPositionIntelReplyDebts]
    uncollectedFees: Union[list[GetPositionIntelReplyUncollectedFees], None]
    range: Union[GetPositionIntelReplyRange, None]
    lockedPct: Union[float, None]
    lending: Union[GetPositionIntelReplyLending, None]
    valueUSD: Union[float, None]
    uncollectedUSD: Union[float, None]
    apy24h: Union[float, None]
    il: Union[float, None]
    openedAt: Union[int, None]
    missing: NotRequired[list[str]]
    generatedAt: int

class GetPricesReply(TypedDict):
    success: Literal[True]
    count: int
    prices: dict[str, TokenPrice]
    missing: NotRequired[list[str]]

class GetPricesRequest(TypedDict):
    mints: list[Any]

class GetProgramIntelReplyKnownRisks(TypedDict):
    id: str
    severity: Literal["high", "medium", "low"]
    detail: str

class GetProgramIntelReply(TypedDict):
    success: Literal[True]
    program: str
    isProgram: bool
    name: Union[str, None]
    category: Union[str, None]
    upgradeable: Union[bool, None]
    upgradeAuthority: Union[str, None]
    lastDeploySlot: Union[int, None]
    verifiedBuild: Union[bool, None]
    sizeBytes: Union[int, None]
    tvlUSD: Union[float, None]
    calls24h: Union[int, None]
    tapeTrades24h: Union[int, None]
    knownRisks: list[GetProgramIntelReplyKnownRisks]
    usedByMints: Union[int, None]
    generatedAt: int
    missing: NotRequired[list[str]]

class GetPublicTokenInfoRequest(TypedDict):
    mints: list[str]

class GetPulseReply(TypedDict):
    success: Literal[True]
    windowSecs: int
    launched: list[PulseToken]
    graduating: list[PulseToken]
    graduated: list[PulseToken]
    generatedAt: int
    missing: NotRequired[list[str]]

class GetRawTrendingReply(TypedDict):
    success: Literal[True]
    generatedAt: int
    maxAgeMs: int
    count: int
    tokens: list[RawTrendingToken]
    missing: NotRequired[list[str]]

class GetRecentLaunchesReply(TypedDict):
    success: Literal[True]
    count: int
    launches: list[Launch]
    nextCursor: Union[str, None]

class GetRecoveryStatsReply(TypedDict):
    success: Literal[True]
    stats: RecoveryTotals
    recentTransactions: list[RecoveredTransaction]

class GetRefundHistoryReplyRefunds(TypedDict):
    signature: str
    kind: Literal["empty", "dust", "wsol", "lookup_tables", "buffers", "nonces", "stake", "excess", "deactivate"]
    wallet: str
    accounts: list[str]
    lamports: int
    fee_lamports: Union[int, None]
    status: Literal["pending", "landed", "failed", "expired"]
    slot: Union[int, None]
    created_at: int

class GetRefundHistoryReply(TypedDict):
    success: Literal[True]
    refunds: list[GetRefundHistoryReplyRefunds]
    count: int
    next_cursor: Union[str, None]

class GetSandboxReplyUserRefs(TypedDict):
    userRef: str
    address: str

class GetSandboxReply(TypedDict):
    success: Literal[True]
    mode: Literal["sandbox"]
    seed: str
    genesisHash: str
    restarts: int
    keys: dict[str, str]
    tokens: list[SandboxToken]
    wallets: list[SandboxWallet]
    userRefs: list[GetSandboxReplyUserRefs]
    signatures: list[str]
    upstreams: dict[str, str]

class GetScreenRowsReplyRows(TypedDict):
    pair: str
    token: str
    quote: str
    dex: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"], str]
    enteredAt: int
    row: Union[ScreenerRow, None]

class GetScreenRowsReply(TypedDict):
    success: Literal[True]
    rows: list[GetScreenRowsReplyRows]
    count: int
    total: int
    cursor: str
    nextCursor: Union[str, None]
    missing: NotRequired[list[str]]

class GetScreenerFacetsReplyFields(TypedDict):
    field: str
    known: int
    min: Union[float, None]
    p5: Union[float, None]
    p25: Union[float, None]
    p50: Union[float, None]
    p75: Union[float, None]
    p95: Union[float, None]
    max: Union[float, None]

class GetScreenerFacetsReplyFlags(TypedDict):
    field: str
    known: int
    isTrue: int

class GetScreenerFacetsReplyDexes(TypedDict):
    value: str
    pairs: int

class GetScreenerFacetsReplyPlatforms(TypedDict):
    value: str
    pairs: int

class GetScreenerFacetsReplyQuotes(TypedDict):
    value: str
    pairs: int

class GetScreenerFacetsReply(TypedDict):
    success: Literal[True]
    chain: str
    total: int
    fields: list[GetScreenerFacetsReplyFields]
    flags: list[GetScreenerFacetsReplyFlags]
    dexes: list[GetScreenerFacetsReplyDexes]
    platforms: list[GetScreenerFacetsReplyPlatforms]
    quotes: list[GetScreenerFacetsReplyQuotes]
    generatedAt: int
    missing: NotRequired[list[str]]

class GetScreenerPairReplyHistoryLiquidity(TypedDict):
    t: int
    usd: float

class GetScreenerPairReplyHistoryHolders(TypedDict):
    t: int
    holders: int

class GetScreenerPairReplyHistory(TypedDict):
    liquidity: list[GetScreenerPairReplyHistoryLiquidity]
    holders: list[GetScreenerPairReplyHistoryHolders]

class GetScreenerPairReply(TypedDict):
    success: Literal[True]
    pair: ScreenerRow
    history: GetScreenerPairReplyHistory
    source: str
    generatedAt: int
    missing: NotRequired[list[str]]

class GetScreenerPairsGraduatingReply(TypedDict):
    success: Literal[True]
    rows: list[ScreenerRow]
    count: int
    total: int
    generatedAt: int
    maxAgeMs: int
    input: ScreenerInput
    missing: NotRequired[list[str]]
    graduatedLastHour: int

class GetScreenerPairsNewReply(TypedDict):
    success: Literal[True]
    rows: list[ScreenerRow]
    count: int
    total: int
    generatedAt: int
    maxAgeMs: int
    input: ScreenerInput
    missing: NotRequired[list[str]]

class GetScreenerPairsTrendingReplyRowsBase(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]

class GetScreenerPairsTrendingReplyRowsQuote(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]

class GetScreenerPairsTrendingReplyRowsCurve(TypedDict):
    """Null for tokens that came from no known launchpad."""

    platform: str
    pct: Union[float, None]
    graduated: bool

class GetScreenerPairsTrendingReplyRowsSafety(TypedDict):
    """The newest score that this server gave the token; null without one."""

    score: float
    grade: str

class GetScreenerPairsTrendingReplyRows(TypedDict):
    chain: str
    dex: str
    pair: str
    base: GetScreenerPairsTrendingReplyRowsBase
    quote: GetScreenerPairsTrendingReplyRowsQuote
    priceUSD: Union[float, None]
    priceChange: AmountWindows
    volume: AmountWindows
    txns: CountWindows
    makers24h: Union[int, None]
    liquidityUSD: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    createdAt: Union[int, None]
    ageHours: Union[float, None]
    lastTradeAt: Union[int, None]
    boosts: Union[float, None]
    holders: Union[int, None]
    labels: list[str]
    hasSocials: Union[bool, None]
    verified: Union[bool, None]
    curve: Union[GetScreenerPairsTrendingReplyRowsCurve, None]
    safety: Union[GetScreenerPairsTrendingReplyRowsSafety, None]
    rank: Union[int, None]
    rankChange1h: Union[int, None]

class GetScreenerPairsTrendingReply(TypedDict):
    success: Literal[True]
    rows: list[GetScreenerPairsTrendingReplyRows]
    count: int
    total: int
    generatedAt: int
    maxAgeMs: int
    input: ScreenerInput
    missing: NotRequired[list[str]]

class GetScreensReply(TypedDict):
    success: Literal[True]
    screens: list[Screen]
    count: int

class GetSignatureStatusesRequest(TypedDict):
    signatures: NotRequired[Union[list[str], None]]
    signature: NotRequired[Union[str, None]]
    options: NotRequired[Union[dict[str, Any], None]]

class GetSnipersReplySnipers(TypedDict):
    address: str
    slotsAfterLaunch: int
    afterMs: Union[int, None]
    serial: Union[bool, None]

class GetSnipersReplySniperExit(TypedDict):
    classified: int
    holding: int
    soldPartial: int
    soldFull: int
    boughtMore: int

class GetSnipersReplySampledSnipers(TypedDict):
    address: str
    fungibles: Union[int, None]
    serial: Union[bool, None]
    heavy: Union[bool, None]

class GetSnipersReply(TypedDict):
    success: Literal[True]
    mint: str
    launchSlot: Union[int, None]
    launchTime: Union[int, None]
    windowSlots: int
    basis: Union[Literal["launch", "map"], None]
    lowerBounds: list[Literal["sniperPct", "slot0SniperPct", "bundledPct"]]
    slotMs: Union[float, None]
    sniperCount: Union[int, None]
    sniperPct: Union[float, None]
    slot0SniperCount: Union[int, None]
    slot0SniperPct: Union[float, None]
    cohortSniperCount: Union[int, None]
    snipers: list[GetSnipersReplySnipers]
    sniperExit: Union[GetSnipersReplySniperExit, None]
    bundledPct: Union[float, None]
    bundleWalletCount: Union[int, None]
    sampledSnipers: list[GetSnipersReplySampledSnipers]
    serialSniperRatio: Union[float, None]
    checks: list[Check]
    errors: list[str]
    generatedAt: int

class GetSolBalanceReply(TypedDict):
    success: Literal[True]
    wallet: str
    balance_lamports: int
    balance_sol: float

class GetSolPriceHistoryReply(TypedDict):
    success: Literal[True]
    points: list[list[Union[int, float]]]
    range: Literal["1h", "24h", "7d", "30d"]
    generatedAt: int

class GetSolPriceReply(TypedDict):
    success: Literal[True]
    price: float
    source: Literal["db", "jupiter", "fallback"]
    recordedAt: int
    generatedAt: int

class GetStatsReplySummary(TypedDict):
    calls: int
    errors: int
    failures: int
    error_rate: float
    failure_rate: float
    avg_ms: float
    max_ms: float
    provider_calls: int
    provider_cost_usd: float

class GetStatsReplyByRoute(TypedDict):
    route: str
    calls: int
    errors: int
    avg_ms: float
    cost_usd: float

class GetStatsReplySeries(TypedDict):
    ts: int
    calls: int
    failures: int
    cost_usd: float

class GetStatsReply(TypedDict):
    success: Literal[True]
    range_ms: int
    since: int
    summary: GetStatsReplySummary
    byRoute: list[GetStatsReplyByRoute]
    series: list[GetStatsReplySeries]

class GetStreamCursorReply(TypedDict):
    success: Literal[True]
    chain: str
    head: str
    tail: str
    windowSecs: int
    tsToCursor: Union[str, None]

class GetSwapQuoteReply(TypedDict):
    success: Literal[True]
    quote: SwapQuote

class GetSystemUsageReplyProcess(TypedDict):
    pid: int
    rssBytes: int
    heapUsedBytes: int
    cpuSecs: float
    loopLagP99Ms: Union[float, None]

class GetSystemUsageReplyWorkersTasks(TypedDict):
    task: str
    runs: int
    meanMs: float
    p95Ms: Union[float, None]

class GetSystemUsageReplyWorkers(TypedDict):
    pending: int
    refused: int
    tasks: list[GetSystemUsageReplyWorkersTasks]

class GetSystemUsageReplyHttp(TypedDict):
    inFlight: int
    requests: int
    byClass: dict[str, int]
    p50Ms: Union[float, None]
    p99Ms: Union[float, None]
    cacheHitPct: Union[float, None]

class GetSystemUsageReplyStream(TypedDict):
    connections: int
    topics: int
    deliveries: int
    catchUps: int
    skips: int

class GetSystemUsageReplyWebhooks(TypedDict):
    subscriptions: int
    waiting: int
    running: int

class GetSystemUsageReplyTape(TypedDict):
    chain: str
    headSlot: Union[int, None]
    headCursor: str
    lagMs: Union[float, None]
    events: int

class GetSystemUsageReplyStore(TypedDict):
    environment: str
    usedBytes: int
    mapBytes: int

class GetSystemUsageReplyUpstreams(TypedDict):
    provider: str
    calls: int
    failed: int
    p95Ms: Union[float, None]
    queued: int
    inFlight: int
    resting: bool

class GetSystemUsageReplyJobs(TypedDict):
    job: str
    runs: int
    failed: int

class GetSystemUsageReply(TypedDict):
    success: Literal[True]
    ts: int
    version: str
    mode: Literal["live", "sandbox"]
    uptimeSecs: int
    process: GetSystemUsageReplyProcess
    workers: GetSystemUsageReplyWorkers
    http: GetSystemUsageReplyHttp
    stream: GetSystemUsageReplyStream
    webhooks: GetSystemUsageReplyWebhooks
    tape: list[GetSystemUsageReplyTape]
    store: list[GetSystemUsageReplyStore]
    upstreams: list[GetSystemUsageReplyUpstreams]
    jobs: list[GetSystemUsageReplyJobs]

class GetTokenAthReply(TypedDict):
    success: Literal[True]
    price: Union[float, None]
    ath: Union[float, None]
    atl: Union[float, None]
    athDate: Union[str, None]
    atlDate: Union[str, None]
    fromAthPct: Union[float, None]
    fromAtlPct: Union[float, None]
    priceChange24h: Union[float, None]
    missing: NotRequired[list[str]]

class GetTokenBalanceReply(TypedDict):
    success: Literal[True]
    mint: str
    wallet: str
    decimals: int
    total_balance: int
    standard_balance: int
    seed_balance: int
    standard_account: str
    seed_account: str

class GetTokenChartReplyPoints(TypedDict):
    t: int
    v: float

GetTokenChartReply = TypedDict(
    "GetTokenChartReply",
    {
        "success": "Literal[True]",
        "mint": "str",
        "period": "Literal['1h', '1d', '7d', '30d', '90d', '365d']",
        "from": "int",
        "to": "int",
        "points": "list[GetTokenChartReplyPoints]",
        "resolution": "Literal['candles', 'resampled']",
        "pool": "NotRequired[str]",
        "missing": "NotRequired[list[str]]",
    },
)

class GetTokenInfoReplyDex(TypedDict):
    dex_type: str
    pair_address: str
    program_id: str
    quote_mint: Union[str, None]

class GetTokenInfoReply(TypedDict):
    success: Literal[True]
    mint: str
    name: Union[str, None]
    symbol: Union[str, None]
    decimals: int
    supply: int
    price_usd: Union[float, None]
    price_sol: Union[float, None]
    market_cap: Union[float, None]
    liquidity: Union[float, None]
    volume_24h: Union[float, None]
    dex: GetTokenInfoReplyDex
    is_bonding_curve: bool
    bonding_curve_percent: Union[float, None]
    is_renounced: bool
    is_freezable: bool
    ui_multiplier: Union[float, None]

class GetTokenIntelReplyHoldersMeta(TypedDict):
    value: Union[int, None]
    source: Literal["provider", "enumeration"]
    exact: bool
    capped: bool
    as_of: Union[int, None]
    missing: NotRequired[list[str]]

class GetTokenIntelReplyTopHolders(TypedDict):
    owner: str
    amount: float
    pct: float
    accounts: int
    entity: Union[str, None]
    entityType: NotRequired[Literal["cex", "market_maker", "liquidity", "locker", "burn", "validator", "mev", "fee", "program", "wallet"]]
    entity_source: Union[Literal["provider", "registry", "pda", "program"], None]
    is_contract: bool
    flags: list[str]

class GetTokenIntelReplyTaxonomiesEntityType(TypedDict):
    name: Literal["mintglass-1"]
    values: list[str]

class GetTokenIntelReplyTaxonomiesFlags(TypedDict):
    name: Literal["normalized", "raw"]
    values: list[str]

class GetTokenIntelReplyTaxonomies(TypedDict):
    entityType: GetTokenIntelReplyTaxonomiesEntityType
    flags: GetTokenIntelReplyTaxonomiesFlags

class GetTokenIntelReplyRiskRisks(TypedDict):
    id: Literal["top10", "insiders", "bundlers", "snipers", "dev"]
    label: str
    points: int
    value_pct: float
    above_pct: float

class GetTokenIntelReplyRisk(TypedDict):
    score: Union[int, None]
    verdict: Union[Literal["high-risk", "risky", "caution", "safe"], None]
    risks: list[GetTokenIntelReplyRiskRisks]
    unknown: list[str]

class GetTokenIntelReplyMetadata(TypedDict):
    logo: Union[str, None]
    header: Union[str, None]
    description: Union[str, None]
    websites: list[SiteLink]
    socials: list[SocialLink]
    createdAt: Union[int, None]
    deployer: Union[str, None]
    bonded: Union[bool, None]

class GetTokenIntelReplyMarket(TypedDict):
    """Trading of the pool in `pair`."""

    source: str
    dex: str
    pairAddress: str
    priceNative: Union[float, None]
    priceChange: AmountWindows
    volume: AmountWindows
    txns: CountWindows
    pairCreatedAt: Union[int, None]

class GetTokenIntelReplyDistribution(TypedDict):
    """Percent of supply; null where no source has the figure, and then it adds nothing to the risk. Leaves out owners whose tokens no one can sell (pools and curves, lockers, burn addresses); the share is of the whole supply."""

    top10_pct: Union[float, None]
    insiders_pct: Union[float, None]
    bundlers_pct: Union[float, None]
    snipers_pct: Union[float, None]
    dev_pct: Union[float, None]
    top1_pct: Union[float, None]
    top20_pct: Union[float, None]
    top50_pct: Union[float, None]
    top100_pct: Union[float, None]
    liquidity_pct: Union[float, None]
    locked_pct: Union[float, None]
    burned_pct: Union[float, None]
    cex_pct: Union[float, None]
    gini: Union[float, None]
    hhi: Union[float, None]
    nakamoto: Union[int, None]
    lower_bounds: list[Literal["insiders_pct", "bundlers_pct", "snipers_pct"]]

class GetTokenIntelReplyLaunch(TypedDict):
    """What the shares of distribution rest on."""

    slot: int
    dex: str
    signature: str
    window_slots: int
    buyers: int
    snipers: int
    bundlers: int
    insiders: int
    basis: Literal["launch", "map"]
    complete: bool

class GetTokenIntelReplyExplain(TypedDict):
    """Only with `explain=1`: where each figure comes from and how old it was."""

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

class GetTokenIntelReply(TypedDict):
    success: Literal[True]
    mint: str
    name: Union[str, None]
    symbol: Union[str, None]
    image: Union[str, None]
    price_usd: Union[float, None]
    market_cap: Union[float, None]
    fdv: Union[float, None]
    liquidity_usd: Union[float, None]
    volume_24h: Union[float, None]
    supply: Union[float, None]
    holders: Union[int, None]
    holders_meta: GetTokenIntelReplyHoldersMeta
    holders_nonvault: Union[int, None]
    top10_pct: Union[float, None]
    insider_pct: Union[float, None]
    top_holders: list[GetTokenIntelReplyTopHolders]
    taxonomies: GetTokenIntelReplyTaxonomies
    risk: GetTokenIntelReplyRisk
    pair: Union[Pair, None]
    metadata: GetTokenIntelReplyMetadata
    market: Union[GetTokenIntelReplyMarket, None]
    distribution: GetTokenIntelReplyDistribution
    launch: Union[GetTokenIntelReplyLaunch, None]
    pairs: list[Pair]
    rugScore: Union[int, None]
    verdict: Union[Literal["high-risk", "risky", "caution", "safe"], None]
    flags: list[Literal["not_a_mint", "mint_authority", "freeze_authority", "permanent_delegate", "transfer_hook", "transfer_fee", "non_transferable", "default_frozen", "pausable", "bundled_launch", "sniped_launch", "dev_holding", "on_curve", "graduated", "no_pool"]]
    deepscanAvailable: bool
    checkedAt: int
    generatedAt: int
    explain: NotRequired[GetTokenIntelReplyExplain]

class GetTokenMetadataReply(TypedDict):
    success: Literal[True]
    count: int
    tokens: dict[str, TokenMetadata]
    missing: NotRequired[list[str]]

class GetTokenMetadataRequest(TypedDict):
    mints: list[Any]

GetTokenOhlcvReply = TypedDict(
    "GetTokenOhlcvReply",
    {
        "success": "Literal[True]",
        "mint": "str",
        "period": "Literal['1h', '1d', '7d', '30d', '90d', '365d']",
        "from": "int",
        "to": "int",
        "resolution": "Literal['candles', 'resampled']",
        "count": "int",
        "candles": "list[Candle]",
        "pool": "NotRequired[str]",
        "missing": "NotRequired[list[str]]",
    },
)

class GetTokenSafetyReply(TypedDict):
    success: Literal[True]
    mint: str
    score: Union[float, None]
    grade: Union[Literal["safe", "caution", "risky", "danger"], None]
    verdict: Union[str, None]
    topGreen: list[SafetyFlag]
    topRed: list[SafetyFlag]
    hardCapped: bool
    hardCapReason: Union[str, None]
    venues: list[Venue]
    primaryVenue: Union[Venue, None]
    liquidityUsd: Union[float, None]
    scannedAt: Union[int, None]
    source: Literal["deepscan", "intel", "venues", "error"]
    status: Literal["complete", "partial", "pending"]

class GetTokenTradesReply(TypedDict):
    success: Literal[True]
    mint: str
    count: int
    trades: list[Trade]
    nextCursor: Union[str, None]
    missing: NotRequired[list[str]]

class GetTokensSafetyReply(TypedDict):
    success: Literal[True]
    results: dict[str, SafetyChip]

class GetTrendingReply(TypedDict):
    success: Literal[True]
    generatedAt: int
    maxAgeMs: int
    source: Literal["aggregate"]
    count: int
    tokens: list[TrendingToken]
    missing: NotRequired[list[str]]

class GetUdfConfigReplyExchanges(TypedDict):
    value: str
    name: str
    desc: str

class GetUdfConfigReplySymbolsTypes(TypedDict):
    name: str
    value: str

class GetUdfConfigReply(TypedDict):
    supported_resolutions: list[str]
    supports_search: Literal[True]
    supports_group_request: Literal[False]
    supports_marks: Literal[False]
    supports_timescale_marks: Literal[False]
    supports_time: Literal[True]
    exchanges: list[GetUdfConfigReplyExchanges]
    symbols_types: list[GetUdfConfigReplySymbolsTypes]

class GetUdfHistoryReply2(TypedDict):
    s: Literal["ok"]
    t: list[int]
    o: list[float]
    h: list[float]
    l: list[float]
    c: list[float]
    v: NotRequired[list[float]]

class GetUdfHistoryReply3(TypedDict):
    s: Literal["no_data"]
    nextTime: NotRequired[int]

GetUdfHistoryReply = "Union[GetUdfHistoryReply2, GetUdfHistoryReply3]"

class GetUdfQuotesReplyDV(TypedDict):
    short_name: str
    exchange: str
    description: str
    lp: float
    chp: NotRequired[float]
    ch: NotRequired[float]
    prev_close_price: NotRequired[float]
    volume: NotRequired[float]

class GetUdfQuotesReplyD(TypedDict):
    s: Literal["ok"]
    n: str
    v: GetUdfQuotesReplyDV

class GetUdfQuotesReplyD2(TypedDict):
    s: Literal["error"]
    n: str
    v: dict[str, Any]

class GetUdfQuotesReply(TypedDict):
    s: Literal["ok"]
    d: list[Union[GetUdfQuotesReplyD, GetUdfQuotesReplyD2]]

class GetUdfSymbolsReply(TypedDict):
    name: str
    ticker: str
    description: str
    type: Literal["crypto"]
    session: Literal["24x7"]
    timezone: Literal["Etc/UTC"]
    exchange: str
    listed_exchange: str
    minmov: Literal[1]
    pricescale: int
    has_intraday: Literal[True]
    has_daily: Literal[True]
    has_weekly_and_monthly: bool
    intraday_multipliers: list[str]
    weekly_multipliers: list[str]
    monthly_multipliers: list[str]
    supported_resolutions: list[str]
    volume_precision: int
    data_status: Literal["streaming"]
    format: Literal["price"]
    currency_code: Literal["USD"]
    visible_plots_set: Literal["ohlcv"]

class GetWalletActivityReply(TypedDict):
    success: Literal[True]
    wallet: str
    count: int
    activity: list[Activity]
    order: Literal["asc", "desc"]
    spamFiltered: Union[int, None]
    capped: bool
    source: Literal["node", "mobula", "helius"]
    missing: NotRequired[list[str]]

class GetWalletDefiPositionsReplyPositionsTokens(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    amountRaw: str
    amount: Union[float, None]
    priceUSD: Union[float, None]
    priceSource: Union[str, None]
    valueUSD: Union[float, None]
    thin: bool

class GetWalletDefiPositionsReplyPositionsDebts(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    amountRaw: str
    amount: Union[float, None]
    priceUSD: Union[float, None]
    priceSource: Union[str, None]
    valueUSD: Union[float, None]
    thin: bool

class GetWalletDefiPositionsReplyPositionsUncollectedFees(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    amountRaw: str
    amount: Union[float, None]
    priceUSD: Union[float, None]
    priceSource: Union[str, None]
    valueUSD: Union[float, None]
    thin: bool

class GetWalletDefiPositionsReplyPositionsRange(TypedDict):
    """Prices are whole tokens of the second for one of the first."""

    unit: Literal["tick", "bin", "price"]
    lower: Union[int, None]
    upper: Union[int, None]
    current: Union[int, None]
    isInRange: bool
    lowerPrice: Union[float, None]
    upperPrice: Union[float, None]
    currentPrice: Union[float, None]

class GetWalletDefiPositionsReplyPositionsLendingInterestUntil(TypedDict):
    """The oldest update of the reserves: interest after it is in no amount."""

    slot: Union[int, None]
    timestamp: Union[int, None]

class GetWalletDefiPositionsReplyPositionsLendingHealthAt(TypedDict):
    slot: Union[int, None]
    timestamp: Union[int, None]

class GetWalletDefiPositionsReplyPositionsLendingHealth(TypedDict):
    """As the program last recorded it, at its own prices. Null where it keeps none, or none that is whole."""

    at: GetWalletDefiPositionsReplyPositionsLendingHealthAt
    isStale: bool
    collateralUSD: float
    debtUSD: float
    ltvPct: float
    healthFactor: Union[float, None]

class GetWalletDefiPositionsReplyPositionsLending(TypedDict):
    """Of `lend` only."""

    interestUntil: GetWalletDefiPositionsReplyPositionsLendingInterestUntil
    health: Union[GetWalletDefiPositionsReplyPositionsLendingHealth, None]
    unread: list[str]

class GetWalletDefiPositionsReplyPositions(TypedDict):
    kind: Literal["stake", "liquid_stake", "lp", "clmm", "dlmm", "damm", "lend"]
    protocol: str
    program: str
    address: str
    mint: Union[str, None]
    pool: Union[str, None]
    shares: Union[str, None]
    tokens: list[GetWalletDefiPositionsReplyPositionsTokens]
    debts: list[GetWalletDefiPositionsReplyPositionsDebts]
    uncollectedFees: Union[list[GetWalletDefiPositionsReplyPositionsUncollectedFees], None]
    range: Union[GetWalletDefiPositionsReplyPositionsRange, None]
    lockedPct: float
    lending: Union[GetWalletDefiPositionsReplyPositionsLending, None]
    valueUSD: Union[float, None]
    uncollectedUSD: Union[float, None]

class GetWalletDefiPositionsReply(TypedDict):
    success: Literal[True]
    wallet: str
    positions: list[GetWalletDefiPositionsReplyPositions]
    count: int
    totalValueUSD: float
    totalUncollectedUSD: float
    unpriced: int
    protocolsRead: list[str]
    missing: NotRequired[list[str]]
    generatedAt: int

class GetWalletFundingReply(TypedDict):
    success: Literal[True]
    wallet: str
    funded: bool
    funder: NotRequired[str]
    funderName: NotRequired[Union[str, None]]
    funderType: NotRequired[Union[str, None]]
    amountSol: NotRequired[Union[float, None]]
    amountLamports: NotRequired[str]
    signature: NotRequired[str]
    blockTime: NotRequired[Union[int, None]]
    slot: NotRequired[Union[int, None]]
    source: Literal["node", "helius"]

class GetWalletHistoryReplySeries(TypedDict):
    t: int
    v: float

GetWalletHistoryReply = TypedDict(
    "GetWalletHistoryReply",
    {
        "success": "Literal[True]",
        "wallet": "str",
        "period": "Literal['1h', '1d', '7d', '30d', '90d', '365d']",
        "from": "int",
        "to": "int",
        "asset": "Union[str, None]",
        "series": "list[GetWalletHistoryReplySeries]",
        "estimates": "list[str]",
        "source": "Literal['node', 'mobula', 'helius']",
        "missing": "NotRequired[list[str]]",
    },
)

class GetWalletInformedReplyThresholds(TypedDict):
    windowSecs: int
    pumpPct: int
    minWins: int
    minHitRatePct: int
    maxLuck: float

class GetWalletInformedReplyBuys(TypedDict):
    mint: str
    pool: Union[str, None]
    signature: str
    ts: int
    peakPct: Union[float, None]
    samples: int
    baseRatePct: Union[float, None]
    won: Union[bool, None]

class GetWalletInformedReply(TypedDict):
    success: Literal[True]
    wallet: str
    informed: bool
    coverage: float
    conclusive: bool
    buysConsidered: int
    evaluated: int
    unpriced: int
    wins: int
    hitRatePct: Union[float, None]
    luckProbability: Union[float, None]
    medianSamplesPerWindow: Union[float, None]
    thresholds: GetWalletInformedReplyThresholds
    buys: list[GetWalletInformedReplyBuys]
    generatedAt: int

class GetWalletNftsReplyNfts(TypedDict):
    mint: str
    name: Union[str, None]
    symbol: Union[str, None]
    image: Union[str, None]
    collection: Union[str, None]
    compressed: bool
    interface: str

class GetWalletNftsReply(TypedDict):
    success: Literal[True]
    wallet: str
    page: int
    limit: int
    nfts: list[GetWalletNftsReplyNfts]
    count: int
    total: Union[int, None]
    source: Literal["das", "node"]
    compressedNfts: Literal["included", "not_established"]
    missing: NotRequired[list[str]]
    generatedAt: int

class GetWalletPnlReplySummaryCosts(TypedDict):
    networkFeeLamports: str
    failedFeeLamports: str
    tipLamports: str
    rentPaidLamports: str
    rentReturnedLamports: str

class GetWalletPnlReplySummary(TypedDict):
    realizedUSD: Union[float, None]
    unrealizedUSD: Union[float, None]
    investedUSD: float
    proceedsUSD: float
    realizedSol: Union[float, None]
    realizedLamports: Union[str, None]
    netSol: Union[float, None]
    netLamports: Union[str, None]
    feesSol: float
    costs: GetWalletPnlReplySummaryCosts
    buys: int
    sells: int
    tokens: int
    wins: int
    losses: int
    winRatePct: Union[float, None]
    medianHoldSecs: Union[float, None]

class GetWalletPnlReplyPositions(TypedDict):
    mint: str
    symbol: Union[str, None]
    decimals: Union[int, None]
    balance: Union[float, None]
    balanceRaw: str
    boughtRaw: str
    soldRaw: str
    unknownBasisRaw: str
    avgBuyUSD: Union[float, None]
    avgSellUSD: Union[float, None]
    costUSD: Union[float, None]
    proceedsUSD: Union[float, None]
    realizedUSD: Union[float, None]
    unrealizedUSD: Union[float, None]
    priceUSD: Union[float, None]
    roiPct: Union[float, None]
    costLamports: Union[str, None]
    proceedsLamports: Union[str, None]
    realizedLamports: Union[str, None]
    realizedSol: Union[float, None]
    firstTs: Union[int, None]
    lastTs: Union[int, None]
    buys: int
    sells: int
    basisKnown: bool

class GetWalletPnlReplyIdentityGaps(TypedDict):
    account: str
    mint: str
    raw: str
    beforeSignature: Union[str, None]

class GetWalletPnlReplyIdentity(TypedDict):
    holds: bool
    assets: int
    failing: int
    gaps: list[GetWalletPnlReplyIdentityGaps]

class GetWalletPnlReplyAssets(TypedDict):
    """opening + bought + received - sold - sent - fees = closing. SOL is the lamports of the wallet and its wrapped SOL; its fees are network fees, tips, and rent less what was given back."""

    mint: str
    decimals: Union[int, None]
    openingRaw: str
    boughtRaw: str
    receivedRaw: str
    soldRaw: str
    sentRaw: str
    feesRaw: str
    closingRaw: str
    nodeRaw: str
    missingRaw: str
    holds: bool

class GetWalletPnlReplyPricesSources(TypedDict):
    source: str
    trades: int

class GetWalletPnlReplyPrices(TypedDict):
    sources: list[GetWalletPnlReplyPricesSources]
    unrealized: str

class GetWalletPnlReplyCoverage(TypedDict):
    txScanned: int
    capped: bool
    oldestTs: Union[int, None]
    newestTs: Union[int, None]
    slot: int
    missing: list[str]

class GetWalletPnlReply(TypedDict):
    success: Literal[True]
    wallet: str
    ownWallets: list[str]
    period: str
    mode: str
    method: str
    mint: Union[str, None]
    summary: GetWalletPnlReplySummary
    positions: list[GetWalletPnlReplyPositions]
    positionsTotal: int
    identity: GetWalletPnlReplyIdentity
    assets: list[GetWalletPnlReplyAssets]
    prices: GetWalletPnlReplyPrices
    coverage: GetWalletPnlReplyCoverage
    count: int
    generatedAt: int

class GetWalletPortfolioReply(TypedDict):
    success: Literal[True]
    wallet: str
    totalValueUSD: float
    tokenCount: int
    tokens: list[PortfolioToken]
    source: Literal["node", "mobula", "helius"]
    generatedAt: int
    missing: NotRequired[list[str]]

class GetWalletProfileReplyIdentity(TypedDict):
    kind: str
    label: str

class GetWalletProfileReplyActivity(TypedDict):
    total: int
    successful: int
    failed: int
    activeDays: int
    activeHours: int
    longestStreakDays: int
    firstTs: Union[int, None]
    lastTs: Union[int, None]
    hourHistogram: list[int]
    weekdayHistogram: list[int]

class GetWalletProfileReplyRiskFactors(TypedDict):
    key: str
    points: int

class GetWalletProfileReplyRisk(TypedDict):
    score: float
    level: Literal["low", "medium", "high"]
    factors: list[GetWalletProfileReplyRiskFactors]

class GetWalletProfileReplyFingerprint(TypedDict):
    peakHourUtc: Union[int, None]
    topSource: Union[str, None]
    topDex: Union[str, None]
    usualBuySol: Union[float, None]
    usualTipLamports: Union[int, None]

class GetWalletProfileReplyVelocity(TypedDict):
    txPerDay: float
    swapsPerDay: float
    medianGapSecs: Union[int, None]
    peakPerHour: int
    peakPerDay: int
    sameSecondPct: float

class GetWalletProfileReplySessions(TypedDict):
    count: int
    medianSecs: Union[int, None]
    longestSecs: Union[int, None]

class GetWalletProfileReplySizing(TypedDict):
    buys: int
    medianSol: Union[float, None]
    meanSol: Union[float, None]
    minSol: Union[float, None]
    maxSol: Union[float, None]
    usualSol: Union[float, None]
    sameSizePct: float

class GetWalletProfileReplyFailuresReasons(TypedDict):
    reason: str
    count: int

class GetWalletProfileReplyFailures(TypedDict):
    count: int
    pct: float
    feesLostSol: float
    reasons: list[GetWalletProfileReplyFailuresReasons]

class GetWalletProfileReplyFees(TypedDict):
    networkSol: float
    prioritySol: float
    tipsSol: float
    paidTx: int

class GetWalletProfileReplyPnl(TypedDict):
    method: Literal["fifo"]
    realizedSol: float
    realizedUsd: Union[float, None]
    feesAndTipsSol: float
    netSol: float
    netUsd: Union[float, None]
    usdPriceBasis: Literal["now"]
    costSol: float
    proceedsSol: float
    closedTrades: int
    wins: int
    losses: int
    winRatePct: Union[float, None]
    unknownBasisSells: int

class GetWalletProfileReplyHoldingTimes(TypedDict):
    closed: int
    p25Secs: Union[int, None]
    medianSecs: Union[int, None]
    p75Secs: Union[int, None]
    underScalpPct: float
    overDayPct: float

class GetWalletProfileReplyConcentration(TypedDict):
    tokens: int
    topTokenPct: float
    top3Pct: float
    hhi: int

class GetWalletProfileReplyCopyLikenessSigns(TypedDict):
    key: str
    points: int

class GetWalletProfileReplyCopyLikeness(TypedDict):
    score: Union[int, None]
    buysLooked: int
    signs: list[GetWalletProfileReplyCopyLikenessSigns]

class GetWalletProfileReplyMevAwareness(TypedDict):
    level: Literal["unknown", "none", "some", "high"]
    swapTx: int
    tippedTx: int
    tippedPct: float
    priorityTx: int
    priorityPct: float
    medianTipLamports: Union[int, None]

class GetWalletProfileReplyDexBreakdown(TypedDict):
    dex: str
    swaps: int
    volumeSol: float
    pct: float

class GetWalletProfileReplyOverview(TypedDict):
    swaps: int
    buys: int
    sells: int
    exchanges: int
    volumeSol: float
    tokens: int

GetWalletProfileReplyTransfers = TypedDict(
    "GetWalletProfileReplyTransfers",
    {
        "in": "int",
        "out": "int",
        "inSol": "float",
        "outSol": "float",
        "counterparties": "int",
    },
)

class GetWalletProfileReplyTypes(TypedDict):
    type: str
    count: int

class GetWalletProfileReplySources(TypedDict):
    source: str
    count: int

class GetWalletProfileReplyDustAttackIndex(TypedDict):
    count: int
    total: int
    pct: float

class GetWalletProfileReplyStakingOpportunity(TypedDict):
    idleSol: float
    yearPct: float
    yearlySol: float
    yearlyUsd: Union[float, None]

class GetWalletProfileReplyCloseableAccounts(TypedDict):
    total: int
    empty: int
    nonempty: int
    recoverableSol: float
    recoverableUsd: Union[float, None]

class GetWalletProfileReplyTraderTags(TypedDict):
    key: str
    label: str
    tone: Literal["good", "neutral", "bad"]

class GetWalletProfileReplyCohortsTop(TypedDict):
    mint: str
    buys: int
    sells: int
    costSol: float
    proceedsSol: float
    realizedSol: float
    holding: bool

class GetWalletProfileReplyCohorts(TypedDict):
    total: int
    stillHolding: int
    bought: int
    top: list[GetWalletProfileReplyCohortsTop]

class GetWalletProfileReplyTradesWins(TypedDict):
    mint: str
    costSol: float
    proceedsSol: float
    realizedSol: float
    roiPct: Union[float, None]
    heldSecs: Union[int, None]
    signature: str

class GetWalletProfileReplyTradesLosses(TypedDict):
    mint: str
    costSol: float
    proceedsSol: float
    realizedSol: float
    roiPct: Union[float, None]
    heldSecs: Union[int, None]
    signature: str

class GetWalletProfileReplyTrades(TypedDict):
    wins: list[GetWalletProfileReplyTradesWins]
    losses: list[GetWalletProfileReplyTradesLosses]

class GetWalletProfileReplyCounterparties(TypedDict):
    wallet: str
    transfers: int
    inSol: float
    outSol: float
    firstTs: Union[int, None]
    lastTs: Union[int, None]

class GetWalletProfileReplyHoldings(TypedDict):
    sol: float
    solUsd: Union[float, None]
    tokens: int
    tokenAccounts: int

class GetWalletProfileReplyCoverage(TypedDict):
    signaturesListed: int
    decoded: int
    pct: float
    missing: list[str]

class GetWalletProfileReplyExplainClassification(TypedDict):
    rule: str
    evidence: list[str]

class GetWalletProfileReplyExplainDust(TypedDict):
    rule: str
    evidence: list[str]

class GetWalletProfileReplyExplain(TypedDict):
    """With `explain=1`: the rule of each word, and what shows it."""

    classification: GetWalletProfileReplyExplainClassification
    tags: list[Reason]
    dust: GetWalletProfileReplyExplainDust

class GetWalletProfileReply(TypedDict):
    success: Literal[True]
    wallet: str
    depth: Literal["fast", "deep"]
    since: Union[int, None]
    scanned: int
    capped: bool
    oldestTs: Union[int, None]
    newestTs: Union[int, None]
    generatedAt: int
    solPriceUsd: Union[float, None]
    identity: GetWalletProfileReplyIdentity
    classification: Classification
    biography: str
    activity: GetWalletProfileReplyActivity
    risk: GetWalletProfileReplyRisk
    fingerprint: GetWalletProfileReplyFingerprint
    velocity: GetWalletProfileReplyVelocity
    sessions: GetWalletProfileReplySessions
    sizing: GetWalletProfileReplySizing
    failures: GetWalletProfileReplyFailures
    fees: GetWalletProfileReplyFees
    pnl: GetWalletProfileReplyPnl
    holdingTimes: GetWalletProfileReplyHoldingTimes
    concentration: GetWalletProfileReplyConcentration
    copyLikeness: GetWalletProfileReplyCopyLikeness
    mevAwareness: GetWalletProfileReplyMevAwareness
    dexBreakdown: list[GetWalletProfileReplyDexBreakdown]
    overview: GetWalletProfileReplyOverview
    transfers: GetWalletProfileReplyTransfers
    types: list[GetWalletProfileReplyTypes]
    sources: list[GetWalletProfileReplySources]
    dustAttackIndex: GetWalletProfileReplyDustAttackIndex
    poisonedBy: list[str]
    stakingOpportunity: Union[GetWalletProfileReplyStakingOpportunity, None]
    closeableAccounts: Union[GetWalletProfileReplyCloseableAccounts, None]
    traderTags: list[GetWalletProfileReplyTraderTags]
    cohorts: GetWalletProfileReplyCohorts
    trades: GetWalletProfileReplyTrades
    counterparties: list[GetWalletProfileReplyCounterparties]
    holdings: Union[GetWalletProfileReplyHoldings, None]
    coverage: GetWalletProfileReplyCoverage
    estimates: list[str]
    explain: NotRequired[GetWalletProfileReplyExplain]

class GetWalletRelatedReplyCoverage(TypedDict):
    txScanned: int
    capped: bool
    oldestTs: Union[int, None]
    kinds: list[Literal["funder", "funded", "same_funder", "transfer", "cotrade"]]

class GetWalletRelatedReply(TypedDict):
    success: Literal[True]
    wallet: str
    count: int
    related: list[RelatedWallet]
    coverage: GetWalletRelatedReplyCoverage
    missing: NotRequired[list[str]]

class GetWalletReply(TypedDict):
    success: Literal[True]
    wallet: Wallet
    balances: WalletBalances
    limits: WalletLimits

class GetWalletRoastReplyRoastReceipts(TypedDict):
    label: str
    value: str
    hint: NotRequired[str]
    scope: NotRequired[str]

class GetWalletRoastReplyRoastActions(TypedDict):
    kind: str
    label: str
    href: str
    reason: str
    potentialSavings: NotRequired[float]

class GetWalletRoastReplyRoast(TypedDict):
    headline: str
    burns: list[str]
    receipts: list[GetWalletRoastReplyRoastReceipts]
    actions: list[GetWalletRoastReplyRoastActions]
    lScore: int
    tweetText: str

class GetWalletRoastReplyExplain(TypedDict):
    burns: list[Reason]

class GetWalletRoastReply(TypedDict):
    success: Literal[True]
    wallet: str
    depth: Literal["fast", "deep"]
    generatedAt: int
    stats: WrappedStats
    diagnostics: WrappedDiagnostics
    classification: Classification
    roast: GetWalletRoastReplyRoast
    explain: NotRequired[GetWalletRoastReplyExplain]

class GetWalletStakeReplyStakeAccountsActivation(TypedDict):
    state: Literal["activating", "active", "deactivating", "inactive"]
    effectiveLamports: int
    activatingLamports: int
    deactivatingLamports: int

class GetWalletStakeReplyStakeAccountsLockup(TypedDict):
    """Until then only the custodian lets anything out. Null once it is over."""

    untilTs: Union[int, None]
    untilEpoch: Union[int, None]
    custodian: str

class GetWalletStakeReplyStakeAccounts(TypedDict):
    stakeAccount: str
    lamports: int
    sol: float
    state: Literal["active", "deactivating", "inactive"]
    voteAccount: Union[str, None]
    activeStakeSol: float
    rentExempt: int
    roles: list[Literal["staker", "withdrawer"]]
    staker: str
    withdrawer: str
    validatorIdentity: Union[str, None]
    validatorName: Union[str, None]
    activationEpoch: Union[int, None]
    deactivationEpoch: Union[int, None]
    activation: Union[GetWalletStakeReplyStakeAccountsActivation, None]
    lockup: Union[GetWalletStakeReplyStakeAccountsLockup, None]

class GetWalletStakeReply(TypedDict):
    success: Literal[True]
    wallet: str
    stakeAccounts: list[GetWalletStakeReplyStakeAccounts]
    count: int
    totalStakedSol: float
    totalSol: float
    epoch: int
    missing: NotRequired[list[str]]
    generatedAt: int

class GetWalletTradesReply(TypedDict):
    success: Literal[True]
    wallet: str
    count: int
    trades: list[WalletTrade]
    capped: bool
    source: Literal["node", "mobula", "helius"]
    missing: NotRequired[list[str]]

class GetWalletTransactionsReply(TypedDict):
    success: Literal[True]
    count: int
    transactions: list[Transaction]
    nextBefore: Union[str, None]

class GetWalletTransfersReply(TypedDict):
    success: Literal[True]
    wallet: str
    synthetic: NotRequired[Literal[True]]
    count: int
    transfers: NotRequired[list[Transfer]]
    trades: NotRequired[list[SyntheticTrade]]
    nextBefore: Union[str, None]
    capped: bool
    missing: NotRequired[list[str]]

class GetWalletTxStatsReply(TypedDict):
    success: Literal[True]
    wallet: str
    totalTx: int
    failedCount: int
    failureRatePct: float
    oldestTs: Union[int, None]
    newestTs: Union[int, None]
    ageDays: Union[float, None]
    capped: bool
    pagesScanned: int

class GetWalletWrappedReply(TypedDict):
    success: Literal[True]
    wallet: str
    depth: Literal["fast", "deep"]
    generatedAt: int
    stats: WrappedStats
    diagnostics: WrappedDiagnostics
    classification: Classification

class GetWebhookReply(TypedDict):
    success: Literal[True]
    webhook: WebhookDetail

class GetWhaleLabelsReply(TypedDict):
    success: Literal[True]
    count: int
    labels: dict[str, WhaleLabel]
    missing: NotRequired[list[str]]

class GetWhaleLabelsRequest(TypedDict):
    wallets: list[Any]

class Launch(TypedDict):
    mint: str
    poolAddress: str
    dexType: Literal["pumpfun", "pumpswap", "raydium", "raydium_cpmm", "meteora", "meteora_damm_v2", "orca", "bonk", "raydium_clmm", "meteora_dbc"]
    signature: Union[str, None]
    blockTime: Union[int, None]
    indexedAt: int
    creator: Union[str, None]
    name: Union[str, None]
    symbol: Union[str, None]
    uri: Union[str, None]

class Layer(TypedDict):
    ok: bool
    checks: list[Check]
    errors: list[str]
    _stub: NotRequired[Literal[True]]

class Layers(TypedDict):
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

class LimitOrderAccount(TypedDict):
    maker: str
    inputMint: str
    outputMint: str
    oriMakingAmount: str
    oriTakingAmount: str
    makingAmount: str
    takingAmount: str
    slippageBps: Union[int, None]
    expiredAt: Union[str, None]
    createdAt: Union[str, None]
    updatedAt: Union[str, None]

class LimitOrderFills(TypedDict):
    signature: str
    inputAmount: str
    outputAmount: str
    feeMint: Union[str, None]
    feeAmount: Union[str, None]
    confirmedAt: Union[str, None]

class LimitOrder(TypedDict):
    publicKey: str
    account: LimitOrderAccount
    status: str
    openSignature: Union[str, None]
    closeSignature: Union[str, None]
    fills: list[LimitOrderFills]

class ListChainsReplyChainsNativeCurrency(TypedDict):
    symbol: str
    decimals: int

class ListChainsReplyChainsMeets(TypedDict):
    """Which levels the chain meets."""

    L0: bool
    L1: bool
    L2: bool
    L3: bool
    L4: bool
    L5: bool

class ListChainsReplyChains(TypedDict):
    chain: str
    name: str
    family: str
    eip155: Union[int, None]
    caip2: Union[str, None]
    nativeCurrency: ListChainsReplyChainsNativeCurrency
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    meets: ListChainsReplyChainsMeets
    stale: bool
    measuredAt: Union[int, None]
    newestTradeAgeMs: Union[int, None]
    status: Literal["live", "unknown", "sunset"]

class ListChainsReply(TypedDict):
    success: Literal[True]
    count: int
    total: int
    chains: list[ListChainsReplyChains]
    generatedAt: int

class ListDcaOrdersReply(TypedDict):
    success: Literal[True]
    positions: list[DcaPosition]
    hasMoreData: bool

class ListLimitOrdersReply(TypedDict):
    success: Literal[True]
    orders: list[LimitOrder]
    hasMoreData: bool

class ListStreamChainsReply(TypedDict):
    success: Literal[True]
    count: int
    chains: list[StreamChain]
    generatedAt: int

class ListWalletsReply(TypedDict):
    success: Literal[True]
    wallets: list[Wallet]
    count: int
    next_cursor: Union[str, None]

class ListWebhookDeliveriesReply(TypedDict):
    success: Literal[True]
    deliveries: list[WebhookDelivery]
    count: int
    nextCursor: Union[str, None]

class ListWebhookEventsReplyEvents(TypedDict):
    type: Literal["trade", "trade_retracted", "launch", "launch_retracted", "screen", "gap"]
    description: str
    comesWith: list[str]
    chains: list[str]
    schemaJson: str
    exampleJson: str

class ListWebhookEventsReply(TypedDict):
    success: Literal[True]
    events: list[ListWebhookEventsReplyEvents]

class ListWebhooksReply(TypedDict):
    success: Literal[True]
    webhooks: list[Webhook]
    count: int
    nextCursor: Union[str, None]

class LockFeeWalletReply(TypedDict):
    success: Literal[True]
    feeWallet: str
    feeWalletLocked: bool

class LockFeeWalletRequest(TypedDict):
    locked: NotRequired[Union[bool, None]]

class LogInReply(TypedDict):
    success: Literal[True]
    sessionToken: str
    expiresAt: int
    apiKeyId: Union[int, None]

class LogInRequest(TypedDict):
    ownerWallet: str
    nonce: str
    signature: str

class ManifestOwnersTokens(TypedDict):
    mint: str
    amount: str

class ManifestOwners(TypedDict):
    owner: str
    lamports: str
    tokens: list[ManifestOwnersTokens]

class ManifestAuthorities(TypedDict):
    account: str
    kind: Literal["owner", "delegate", "close", "mint", "freeze", "nonce", "staker", "withdrawer", "program"]
    before: Union[str, None]
    after: Union[str, None]

class ManifestMaxOutflowTokens(TypedDict):
    mint: str
    amount: str

class ManifestMaxOutflow(TypedDict):
    lamports: str
    tokens: list[ManifestMaxOutflowTokens]

class Manifest(TypedDict):
    adapter: Literal["local", "node"]
    slot: int
    compute_units: int
    owners: list[ManifestOwners]
    authorities: list[ManifestAuthorities]
    programs: list[str]
    max_outflow: ManifestMaxOutflow

class NamedFailure(TypedDict):
    success: Literal[False]
    error: str
    code: Literal["bad_request", "invalid_mint", "invalid_amount", "unsupported_quote", "unauthorized", "insufficient_balance", "domain_not_allowed", "scope_required", "plan_required", "not_found", "unknown_user_ref", "unknown_wallet", "method_not_allowed", "body_timeout", "conflict", "idempotency_mismatch", "payload_too_large", "simulation_failed", "policy_blocked", "no_route", "price_moved", "rate_limited", "too_busy", "internal", "unsupported_on_chain", "upstream", "pending", "not_landed", "unconfigured", "not_ready", "shutting_down", "cancelled"]
    requestId: str
    stage: NotRequired[str]
    signature: NotRequired[str]
    fee_lamports: NotRequired[Union[int, None]]
    retry_safe: NotRequired[bool]
    details: NotRequired[dict[str, Any]]

class NativeTransfer(TypedDict):
    fromUserAccount: str
    toUserAccount: str
    fromOwner: str
    toOwner: str
    amount: int
    kind: str

class NewWebhook(TypedDict):
    id: str
    url: str
    events: list[Literal["trade", "launch", "screen"]]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    filter: WebhookFilter
    description: str
    batchMax: int
    enabled: bool
    disabledReason: Union[str, None]
    createdAt: int
    updatedAt: int
    startCursor: str

class PairBoosts(TypedDict):
    active: int

class Pair(TypedDict):
    chainId: Literal["solana"]
    dexId: str
    pairAddress: str
    url: Union[str, None]
    baseToken: TokenRef
    quoteToken: TokenRef
    priceUsd: Union[float, None]
    priceNative: Union[float, None]
    priceChange: AmountWindows
    volume: AmountWindows
    txns: CountWindows
    liquidity: PairLiquidity
    marketCap: Union[float, None]
    fdv: Union[float, None]
    pairCreatedAt: Union[int, None]
    labels: list[str]
    boosts: PairBoosts
    info: PairInfo

class PairInfo(TypedDict):
    imageUrl: Union[str, None]
    header: Union[str, None]
    description: Union[str, None]
    socials: list[SocialLink]
    websites: list[SiteLink]

class PairLiquidity(TypedDict):
    usd: Union[float, None]
    base: Union[float, None]
    quote: Union[float, None]

class Pool(TypedDict):
    pool_address: str
    dex_type: str
    quote_mint: str
    program_id: str

class PortfolioToken(TypedDict):
    mint: str
    symbol: Union[str, None]
    name: Union[str, None]
    image: Union[str, None]
    balance: float
    balanceRaw: Union[str, None]
    decimals: Union[int, None]
    price: Union[float, None]
    usdValue: Union[float, None]
    liquidityUsd: Union[float, None]
    thin: bool
    priceChange24h: float
    allocation: float

class PostMcpReplyError(TypedDict):
    code: int
    message: str
    data: NotRequired[dict[str, Any]]

class PostMcpReply(TypedDict):
    """Either `result` or `error`."""

    jsonrpc: Literal["2.0"]
    id: Union[str, int]
    result: NotRequired[dict[str, Any]]
    error: NotRequired[PostMcpReplyError]

class PostMcpRequest(TypedDict):
    jsonrpc: Literal["2.0"]
    id: NotRequired[Union[str, int]]
    method: str
    params: NotRequired[dict[str, Any]]

class PostScreensReply(TypedDict):
    success: Literal[True]
    screen: Screen

class PostScreensRequest(TypedDict):
    name: NotRequired[Union[str, None]]
    chain: NotRequired[Union[str, None]]
    filter: dict[str, Any]
    window: NotRequired[Literal["m5", "h1", "h6", "h24", None]]
    holdSecs: NotRequired[Union[int, None]]

class ProviderReport(TypedDict):
    ok: bool
    available: bool
    scoreSafe0to100: Union[float, None]
    checks: list[Check]
    errors: list[str]
    _notConfigured: NotRequired[Literal[True]]

class PulseToken(TypedDict):
    mint: str
    symbol: Union[str, None]
    name: Union[str, None]
    dex: str
    pool: str
    creator: Union[str, None]
    at: Union[int, None]
    progressPct: Union[float, None]
    priceUsd: Union[float, None]
    marketCapUsd: Union[float, None]
    trades: int
    volumeUsd: float

class QueryPairsRequest(TypedDict):
    filter: dict[str, Any]
    chain: NotRequired[Union[list[str], None]]
    window: NotRequired[Literal["m5", "h1", "h6", "h24", None]]
    sort: NotRequired[Literal["priceChange", "volume", "txns", "buys", "sells", "priceChange.m5", "priceChange.h1", "priceChange.h6", "priceChange.h24", "volume.m5", "volume.h1", "volume.h6", "volume.h24", "txns.m5", "txns.h1", "txns.h6", "txns.h24", "buys.m5", "buys.h1", "buys.h6", "buys.h24", "sells.m5", "sells.h1", "sells.h6", "sells.h24", "priceUSD", "makers24h", "liquidityUSD", "marketCap", "fdv", "createdAt", "lastTradeAt", "boosts", "curvePct", "holders", "safetyScore", "ageHours", None]]
    order: NotRequired[Literal["asc", "desc", None]]
    limit: NotRequired[Union[int, None]]
    cursor: NotRequired[Union[str, None]]

class QuoteTradeReplyRouteFees(TypedDict):
    kind: Literal["lp", "protocol", "creator", "platform", "referral", "transfer"]
    mint: str
    amount: int

class QuoteTradeReplyRoute(TypedDict):
    dex_type: str
    pair_address: str
    input_mint: str
    output_mint: str
    in_amount: int
    out_amount: int
    fees: list[QuoteTradeReplyRouteFees]

class QuoteTradeReply(TypedDict):
    success: Literal[True]
    side: Literal["buy", "sell"]
    input_mint: str
    output_mint: str
    in_amount: int
    out_amount: int
    min_out_amount: int
    net_out_amount: int
    min_net_out_amount: int
    slippage_bps: int
    platform_fee: int
    platform_fee_bps: int
    price_impact_bps: int
    route: list[QuoteTradeReplyRoute]
    token: Token
    slot: int

class QuoteTradeRequest(TypedDict):
    input_mint: str
    output_mint: str
    amount: Union[int, str]
    slippage_bps: NotRequired[Union[int, None]]
    dex_type: NotRequired[Union[str, None]]
    dex: NotRequired[Union[str, None]]
    pair_address: NotRequired[Union[str, None]]
    pool_address: NotRequired[Union[str, None]]

class RawTrendingTokenPair(TypedDict):
    chain: Literal["solana"]
    dex: str
    address: str
    quote: str

class RawTrendingToken(TypedDict):
    mint: str
    symbol: str
    name: str
    image: Union[str, None]
    url: Union[str, None]
    priceUsd: Union[float, None]
    priceChange: Union[float, None]
    volume24h: Union[float, None]
    liquidityUsd: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    pair: RawTrendingTokenPair
    socials: dict[str, str]
    websites: list[str]
    header: Union[str, None]
    description: Union[str, None]
    decimals: Union[int, None]
    socials_list: list[SocialLink]
    websites_list: list[SiteLink]
    volume: AmountWindows
    txns: CountWindows
    buys24h: Union[int, None]
    sells24h: Union[int, None]
    pairCreatedAt: Union[int, None]
    ageHours: Union[float, None]
    boosts: float
    dexId: str
    pairAddress: str
    baseToken: TokenRef
    quoteToken: TokenRef
    labels: list[str]
    dex_rank: Union[int, None]
    tags: list[Literal["boosted", "recent_boost", "new"]]
    source: Literal["aggregate"]

class Reason(TypedDict):
    key: str
    rule: str
    evidence: list[str]

class RecoveredTransactionChain(TypedDict):
    status: Literal["unchecked", "agrees", "differs", "failed", "not_found"]
    accountsClosed: Union[int, None]
    solRecovered: Union[float, None]

class RecoveredTransaction(TypedDict):
    walletAddress: str
    accountsClosed: int
    solRecovered: float
    feeEarned: float
    signature: str
    createdAt: int
    chain: RecoveredTransactionChain

class RecoveryTotals(TypedDict):
    totalTransactions: int
    totalAccountsClosed: int
    totalSolRecovered: float
    totalFeesEarned: float

class RefundExcessRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    accounts: NotRequired[Union[list[str], None]]
    client_signs: NotRequired[Union[bool, None]]
    wallet: NotRequired[Union[str, None]]
    max_transactions: NotRequired[Union[int, None]]
    simulate: NotRequired[bool]

class RefundReplyTransactions(TypedDict):
    unsigned_tx_base64: str
    kind: Literal["empty", "dust", "wsol", "lookup_tables", "buffers", "nonces", "stake", "excess", "deactivate"]
    accounts: list[str]
    lamports: int
    fee_lamports: int
    compute_units: int
    last_valid_block_height: int

class RefundReplyTransactions2(TypedDict):
    kind: Literal["empty", "dust", "wsol", "lookup_tables", "buffers", "nonces", "stake", "excess", "deactivate"]
    accounts: list[str]
    lamports: int
    fee_lamports: int
    compute_units: int

class RefundReplyFailed(TypedDict):
    account: str
    kind: Literal["empty", "dust", "wsol", "lookup_tables", "buffers", "nonces", "stake", "excess", "deactivate"]
    reason: str
    signature: Union[str, None]

class RefundReplyUnavailable(TypedDict):
    kind: str
    reason: str

class RefundReply(TypedDict):
    success: Literal[True]
    wallet: str
    simulated: bool
    signatures: NotRequired[list[str]]
    closed: int
    kept_open: int
    lamports_recovered: int
    fee_lamports: Union[int, None]
    transactions: NotRequired[list[Union[RefundReplyTransactions, RefundReplyTransactions2]]]
    recent_blockhash: NotRequired[str]
    expires_in_ms: NotRequired[Union[int, None]]
    deactivated: list[str]
    deactivated_ready_in_ms: Union[int, None]
    failed: list[RefundReplyFailed]
    unavailable: list[RefundReplyUnavailable]
    left: int

class RegenerateKeyReply(TypedDict):
    success: Literal[True]
    apiKey: str
    oldKeyValidUntil: Union[int, None]

class RegenerateKeyRequest(TypedDict):
    graceSeconds: NotRequired[Union[int, None]]

class RegisterKeyReply(TypedDict):
    success: Literal[True]
    apiKey: str
    apiKeyId: int
    keyPrefix: str
    allowedDomains: Union[list[str], None]

class RegisterKeyRequest(TypedDict):
    ownerWallet: str
    nonce: str
    signature: str
    feeWallet: NotRequired[Union[str, None]]
    label: NotRequired[Union[str, None]]
    domains: NotRequired[Union[list[Any], None]]

class RelatedWalletLabel(TypedDict):
    """Where a public list names the address."""

    name: Union[str, None]
    entity: Union[str, None]

class RelatedWalletEvidence(TypedDict):
    signature: str
    slot: Union[int, None]
    amountSol: Union[float, None]

class RelatedWallet(TypedDict):
    wallet: str
    relation: Literal["funder", "funded", "same_funder", "transfer", "cotrade"]
    weight: int
    direction: Union[Literal["in", "out", "both"], None]
    firstTs: Union[int, None]
    lastTs: Union[int, None]
    label: Union[RelatedWalletLabel, None]
    entityType: str
    expandable: bool
    evidence: list[RelatedWalletEvidence]

class ReplayDeepScanReplyInputs(TypedDict):
    """The recorded inputs as they were read from the disk now; `sha256` is computed again and must be `bundle`."""

    sha256: str
    bytes: int

class ReplayDeepScanReplyStored(TypedDict):
    """The report as it was made and stored, `explain` included."""

    sha256: str
    bytes: int

class ReplayDeepScanReplyRecomputed(TypedDict):
    """What the rules make of the inputs now."""

    sha256: str
    bytes: int

class ReplayDeepScanReplyRules(TypedDict):
    """Version of the rules that made the report, and of those that this server has. Other rules may judge otherwise."""

    stored: str
    running: str

class ReplayDeepScanReplyDifferences(TypedDict):
    """A member that came out otherwise: its JSON in both reports, cut at 200 characters; null where one lacks it."""

    path: str
    stored: Union[str, None]
    recomputed: Union[str, None]

class ReplayDeepScanReplyReportProviders(TypedDict):
    rugcheck: ProviderReport
    goplus: ProviderReport

class ReplayDeepScanReplyReportFlags(TypedDict):
    id: str
    source: str
    severity: Literal["critical", "high", "medium", "warning", "low", "info"]
    label: str
    detail: str

class ReplayDeepScanReplyReportCrossValidationFacts(TypedDict):
    fact: str
    chain: Union[str, None]
    said: dict[str, Union[str, None]]
    agree: bool
    detail: str

class ReplayDeepScanReplyReportCrossValidation(TypedDict):
    agreement: Union[float, None]
    conflicts: int
    facts: list[ReplayDeepScanReplyReportCrossValidationFacts]

class ReplayDeepScanReplyReportEntity(TypedDict):
    decentralizationScore: Union[float, None]
    largestClusterPct: Union[float, None]
    entityCount: Union[int, None]
    clusteredPct: Union[float, None]
    hiddenSupplyPct: Union[float, None]
    entity_nakamoto: Union[int, None]
    entity_gini: Union[float, None]
    nodeCount: int
    linkCount: int
    roles: Union[WalletRoles, None]

class ReplayDeepScanReplyReportReachNotPublicPct(TypedDict):
    """Percent of the early supply of which this was not read or is not known to be public; `groups`: in wallets that the bubble map joined, three or more."""

    money: float
    signers: float
    tools: float
    groups: float

class ReplayDeepScanReplyReportReach(TypedDict):
    """How far one could have seen who bought early. That no links were found says no more than this."""

    pct: float
    leastPct: float
    earlyPct: float
    wallets: int
    publicWallets: int
    notPublicPct: ReplayDeepScanReplyReportReachNotPublicPct

class ReplayDeepScanReplyReportExplain(TypedDict):
    input: str
    source: str
    asOf: Union[int, None]
    slot: Union[int, None]
    note: Union[str, None]

class ReplayDeepScanReplyReport(TypedDict):
    mint: str
    score: float
    grade: Literal["safe", "caution", "risky", "danger"]
    verdict: str
    summary: str
    layers: Layers
    providers: ReplayDeepScanReplyReportProviders
    flags: list[ReplayDeepScanReplyReportFlags]
    crossValidation: ReplayDeepScanReplyReportCrossValidation
    weights: ScoreWeights
    entity: Union[ReplayDeepScanReplyReportEntity, None]
    reach: Union[ReplayDeepScanReplyReportReach, None]
    bundle: str
    generatedAt: int
    explain: NotRequired[list[ReplayDeepScanReplyReportExplain]]

class ReplayDeepScanReply(TypedDict):
    success: Literal[True]
    mint: str
    bundle: str
    generatedAt: int
    inputs: ReplayDeepScanReplyInputs
    stored: ReplayDeepScanReplyStored
    recomputed: ReplayDeepScanReplyRecomputed
    rules: ReplayDeepScanReplyRules
    same: bool
    differences: list[ReplayDeepScanReplyDifferences]
    differenceCount: int
    report: NotRequired[ReplayDeepScanReplyReport]

class ReplayEventsReply(TypedDict):
    success: Literal[True]
    events: list[StreamEvent]
    cursor: str
    nextCursor: Union[str, None]
    truncated: Union[Truncation, None]

class ReplayWebhookReply(TypedDict):
    success: Literal[True]
    queued: int
    truncated: Union[Truncation, None]
    nextCursor: Union[str, None]

class ReplayWebhookRequest(TypedDict):
    fromCursor: NotRequired[str]
    fromTs: NotRequired[int]
    toCursor: NotRequired[str]
    toTs: NotRequired[int]
    deliveryIds: NotRequired[list[str]]
    status: NotRequired[Literal["dead"]]

class ResolveChainReply(TypedDict):
    success: Literal[True]
    q: str
    chain: str
    name: str
    family: str
    eip155: Union[int, None]
    caip2: Union[str, None]
    matched: Literal["key", "alias", "name", "eip155", "caip2", "providerId"]

class RotateWebhookSecretReply(TypedDict):
    success: Literal[True]
    id: str
    secret: str
    oldSecretValidUntil: Union[int, None]

class RotateWebhookSecretRequest(TypedDict):
    graceSeconds: NotRequired[int]

class RpcFailureError(TypedDict):
    code: int
    message: str
    data: NotRequired[dict[str, Any]]

class RpcFailure(TypedDict):
    jsonrpc: Literal["2.0"]
    id: NotRequired[Union[str, int]]
    error: RpcFailureError

class SafetyChip(TypedDict):
    mint: str
    score: Union[float, None]
    grade: Union[Literal["safe", "caution", "risky", "danger"], None]
    verdict: Union[str, None]
    topGreen: list[SafetyFlag]
    topRed: list[SafetyFlag]
    hardCapped: bool
    hardCapReason: Union[str, None]
    venues: list[Venue]
    primaryVenue: Union[Venue, None]
    liquidityUsd: Union[float, None]
    scannedAt: Union[int, None]
    source: Literal["deepscan", "intel", "venues", "error"]
    status: Literal["complete", "partial", "pending"]

class SafetyFlag(TypedDict):
    id: str
    label: str
    detail: str
    severity: Literal["critical", "high", "medium", "low", "info"]

class Sale(TypedDict):
    source: str
    programId: str
    buyer: Union[str, None]
    seller: Union[str, None]
    asset: Union[str, None]
    priceLamports: Union[str, None]

class SandboxToken(TypedDict):
    mint: str
    symbol: str
    archetype: str
    dex: Union[str, None]
    pool: Union[str, None]

class SandboxWallet(TypedDict):
    address: str
    archetype: str
    secretKey: Union[str, None]

class Sandwich(TypedDict):
    signature: str
    slot: int
    timestamp: Union[int, None]
    confidence: Literal["high", "low"]
    reason: Union[str, None]
    dex: str
    pool: str
    side: Literal["buy", "sell"]
    baseMint: str
    quoteMint: str
    quoteDecimals: Union[int, None]
    attacker: str
    attackers: list[str]
    frontRuns: list[str]
    backRuns: list[str]
    slotsApart: int
    inputMint: str
    inRaw: str
    outRaw: str
    fairInRaw: Union[str, None]
    fairOutRaw: Union[str, None]
    victimLossQuote: Union[float, None]
    victimLossQuoteRaw: Union[str, None]
    victimLossBaseRaw: Union[str, None]
    attackerProfitQuote: float
    attackerProfitQuoteRaw: str
    extraSlippagePct: Union[float, None]

class SandwichesReplyTotals(TypedDict):
    quoteMint: str
    victimLossRaw: str
    attackerProfitRaw: str
    events: int

class SandwichesReplyCoverage(TypedDict):
    txScanned: int
    unread: int
    slotsAround: int
    missing: list[str]

class SandwichesReply(TypedDict):
    success: Literal[True]
    wallet: str
    swapsScanned: int
    providerFlagged: int
    analysed: int
    confirmed: int
    totalVictimLossQuote: float
    totalVictimLossLamports: str
    totals: list[SandwichesReplyTotals]
    events: list[Sandwich]
    coverage: SandwichesReplyCoverage
    note: Union[str, None]
    generatedAt: int

class ScanRefundReplyRentNextStep(TypedDict):
    step: int
    lamports_per_byte: int

class ScanRefundReplyRent(TypedDict):
    lamports_per_byte: int
    token_account_min: int
    step: Union[int, None]
    next_step: Union[ScanRefundReplyRentNextStep, None]

class ScanRefundReplyEmpty(TypedDict):
    count: int
    lamports: int

class ScanRefundReplyDust(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]
    value_usd: Union[float, None]
    unpriced: Union[int, None]

class ScanRefundReplyExcessMints(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]

class ScanRefundReplyExcessMultisigs(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]

class ScanRefundReplyExcess(TypedDict):
    """Token accounts, and mints and multisigs that the wallet alone decides on."""

    count: int
    lamports: int
    mints: ScanRefundReplyExcessMints
    multisigs: ScanRefundReplyExcessMultisigs
    complete: bool

class ScanRefundReplyWsol(TypedDict):
    count: int
    lamports: int

class ScanRefundReplyLookupTablesCooling(TypedDict):
    count: int
    lamports: int
    ready_in_ms: Union[int, None]

class ScanRefundReplyLookupTablesActive(TypedDict):
    """In use: `deactivate_tables` of the close route switches them off first."""

    count: int
    lamports: int

class ScanRefundReplyLookupTables(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]
    cooling: Union[ScanRefundReplyLookupTablesCooling, None]
    active: Union[ScanRefundReplyLookupTablesActive, None]

class ScanRefundReplyBuffers(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]

class ScanRefundReplyNonces(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]

class ScanRefundReplyStakeCooling(TypedDict):
    count: int
    lamports: int
    ready_in_ms: Union[int, None]

class ScanRefundReplyStake(TypedDict):
    available: bool
    reason: Union[str, None]
    count: Union[int, None]
    lamports: Union[int, None]
    cooling: Union[ScanRefundReplyStakeCooling, None]

class ScanRefundReplyForecastSteps(TypedDict):
    step: int
    lamports_per_byte: int
    token_account_min: int
    excess_lamports: int
    freed_lamports: int

class ScanRefundReplyForecast(TypedDict):
    accounts: int
    steps: list[ScanRefundReplyForecastSteps]

class ScanRefundReplyAccounts(TypedDict):
    account: str
    kind: str
    mint: Union[str, None]
    program: str
    lamports: int
    returns_lamports: int
    excess_lamports: Union[int, None]
    why: Union[str, None]

class ScanRefundReply(TypedDict):
    success: Literal[True]
    wallet: str
    rent: ScanRefundReplyRent
    empty: ScanRefundReplyEmpty
    dust: ScanRefundReplyDust
    excess: ScanRefundReplyExcess
    wsol: ScanRefundReplyWsol
    frozen_skipped: int
    other_skipped: int
    lookup_tables: ScanRefundReplyLookupTables
    buffers: ScanRefundReplyBuffers
    nonces: ScanRefundReplyNonces
    stake: ScanRefundReplyStake
    total_lamports: int
    fee_lamports: int
    forecast: ScanRefundReplyForecast
    accounts: NotRequired[list[ScanRefundReplyAccounts]]
    accounts_total: NotRequired[int]

class ScoreWeightsPerSeverity(TypedDict):
    critical: float
    high: float
    medium: float
    warning: float
    low: float
    info: float

class ScoreWeightsPenalties(TypedDict):
    source: str
    id: str
    severity: Literal["critical", "high", "medium", "warning", "low", "info"]
    points: float

class ScoreWeightsFailingCounts(TypedDict):
    critical: int
    high: int
    medium: int
    warning: int
    low: int
    info: int

class ScoreWeights(TypedDict):
    rules: str
    startScore: float
    severityPenalty: float
    additiveScore: float
    perSeverity: ScoreWeightsPerSeverity
    penalties: list[ScoreWeightsPenalties]
    failingCounts: ScoreWeightsFailingCounts
    totalFailing: int
    hardCapped: bool
    hardCap: Union[float, None]
    hardCapReasons: list[str]
    honeypotConfirmed: bool
    entityAdjusted: bool
    mature: bool
    whitelisted: bool
    regulatedStablecoin: bool
    layersJudged: int
    layersFailed: list[str]
    safeEarnedBy: list[str]

class Screen(TypedDict):
    id: str
    name: str
    chain: str
    filter: str
    window: str
    holdSecs: int
    createdAt: int
    startCursor: str
    readyAt: Union[int, None]
    rows: int
    isFull: bool
    paused: Union[str, None]

class ScreenPairsReply(TypedDict):
    success: Literal[True]
    rows: list[ScreenerRow]
    count: int
    total: int
    generatedAt: int
    maxAgeMs: int
    input: ScreenerInput
    missing: NotRequired[list[str]]
    nextCursor: Union[str, None]

class ScreenTokensReply(TypedDict):
    success: Literal[True]
    input: str
    sortBy: Literal["trendingScore24h", "volume24h", "liquidity", "holdersCount", "createdAt", "organicVolume1h"]
    count: int
    results: list[ScreenerToken]
    stale: NotRequired[Literal[True]]
    missing: NotRequired[list[str]]

class ScreenerInput(TypedDict):
    chain: list[str]
    q: NotRequired[str]
    address: NotRequired[str]
    dex: NotRequired[list[str]]
    platform: NotRequired[list[str]]
    filter: NotRequired[str]
    window: NotRequired[str]
    sort: NotRequired[str]
    order: NotRequired[str]
    limit: NotRequired[int]
    maxAgeMins: NotRequired[int]
    minLiquidityUsd: NotRequired[float]
    minTxns: NotRequired[float]
    minPct: NotRequired[float]

class ScreenerRowBase(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]

class ScreenerRowQuote(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]

class ScreenerRowCurve(TypedDict):
    """Null for tokens that came from no known launchpad."""

    platform: str
    pct: Union[float, None]
    graduated: bool

class ScreenerRowSafety(TypedDict):
    """The newest score that this server gave the token; null without one."""

    score: float
    grade: str

class ScreenerRow(TypedDict):
    chain: str
    dex: str
    pair: str
    base: ScreenerRowBase
    quote: ScreenerRowQuote
    priceUSD: Union[float, None]
    priceChange: AmountWindows
    volume: AmountWindows
    txns: CountWindows
    makers24h: Union[int, None]
    liquidityUSD: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    createdAt: Union[int, None]
    ageHours: Union[float, None]
    lastTradeAt: Union[int, None]
    boosts: Union[float, None]
    holders: Union[int, None]
    labels: list[str]
    hasSocials: Union[bool, None]
    verified: Union[bool, None]
    curve: Union[ScreenerRowCurve, None]
    safety: Union[ScreenerRowSafety, None]
    rank: Union[int, None]

class ScreenerToken(TypedDict):
    mint: str
    symbol: Union[str, None]
    name: Union[str, None]
    decimals: Union[int, None]
    priceUSD: Union[float, None]
    marketCapUSD: Union[float, None]
    liquidityUSD: Union[float, None]
    volume24hUSD: Union[float, None]
    holders: Union[int, None]
    logo: Union[str, None]

class SearchChainTokensReplyFreshness(TypedDict):
    """The age of the upstream data itself. Both ages are null where the source says nothing of time."""

    sourceAt: Union[int, None]
    ageMs: Union[int, None]
    ageUnderMs: Union[int, None]
    block: Union[int, None]
    source: str
    fetchedAt: int
    stale: bool

class SearchChainTokensReply(TypedDict):
    success: Literal[True]
    chain: str
    tier: Literal["L0", "L1", "L2", "L3", "L4", "L5"]
    freshness: SearchChainTokensReplyFreshness
    results: list[ChainSearchToken]
    missing: NotRequired[list[str]]

class SearchTokenPair(TypedDict):
    chain: Literal["solana"]
    dex: str
    address: str
    quote: str

class SearchToken(TypedDict):
    mint: str
    symbol: str
    name: str
    image: Union[str, None]
    url: Union[str, None]
    priceUsd: Union[float, None]
    priceChange: Union[float, None]
    volume24h: Union[float, None]
    liquidityUsd: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    pair: SearchTokenPair
    socials: dict[str, str]
    websites: list[str]
    header: Union[str, None]
    description: Union[str, None]
    decimals: Union[int, None]
    socials_list: list[SocialLink]
    websites_list: list[SiteLink]
    volume: AmountWindows
    txns: CountWindows
    buys24h: Union[int, None]
    sells24h: Union[int, None]
    pairCreatedAt: Union[int, None]
    ageHours: Union[float, None]
    boosts: float
    dexId: str
    pairAddress: str
    baseToken: TokenRef
    quoteToken: TokenRef
    labels: list[str]

class SearchTokensReply(TypedDict):
    success: Literal[True]
    results: list[SearchToken]
    missing: NotRequired[list[str]]

class SellMultiHopRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    mint: str
    amount_tokens: NotRequired[Union[int, str]]
    amount_in: NotRequired[Union[int, str]]
    percent: NotRequired[Union[float, str]]
    dex_type: NotRequired[Union[str, None]]
    dex: NotRequired[Union[str, None]]
    pair_address: NotRequired[Union[str, None]]
    pool_address: NotRequired[Union[str, None]]
    slippage_bps: NotRequired[Union[int, None]]
    max_price_impact_bps: NotRequired[Union[int, None]]
    mev_protect: NotRequired[Union[bool, None]]
    tip_lamports: NotRequired[Union[int, str, None]]
    compute_unit_price: NotRequired[Union[int, str, None]]
    priority_micro_lamports: NotRequired[Union[int, str, None]]
    client_signs: NotRequired[Union[bool, None]]
    wallet: NotRequired[Union[str, None]]
    use_router: NotRequired[Union[bool, None]]
    mev_tip_lamports: NotRequired[Union[int, str, None]]
    mev_tip_bps: NotRequired[Union[int, None]]
    fee_bps: NotRequired[Union[int, None]]
    fee_wallet: NotRequired[Union[str, None]]
    close_ata: NotRequired[Union[bool, None]]
    close_token_account: NotRequired[Union[bool, None]]
    manifest: NotRequired[Union[bool, None]]
    bridge_slippage_bps: NotRequired[Any]
    intermediate_mint: NotRequired[Any]
    nonce_account: NotRequired[Any]
    nonce_value: NotRequired[Any]
    simulate: NotRequired[Any]
    pay_with_mint: NotRequired[Any]
    receive_mint: NotRequired[Any]

class SellRequest(TypedDict):
    user_ref: NotRequired[str]
    idempotency_key: NotRequired[str]
    mint: str
    receive_mint: NotRequired[Union[str, Literal["So11111111111111111111111111111111111111112", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"], None]]
    amount_in: NotRequired[Union[int, str]]
    amount_tokens: NotRequired[Union[int, str]]
    percent: NotRequired[Union[float, str]]
    dex: NotRequired[Union[str, None]]
    dex_type: NotRequired[Union[str, None]]
    pool_address: NotRequired[Union[str, None]]
    pair_address: NotRequired[Union[str, None]]
    slippage_bps: NotRequired[Union[int, None]]
    max_price_impact_bps: NotRequired[Union[int, None]]
    mev_protect: NotRequired[Union[bool, None]]
    tip_lamports: NotRequired[Union[int, str, None]]
    compute_unit_price: NotRequired[Union[int, str, None]]
    priority_micro_lamports: NotRequired[Union[int, str, None]]
    client_signs: NotRequired[Union[bool, None]]
    wallet: NotRequired[Union[str, None]]
    use_router: NotRequired[Union[bool, None]]
    mev_tip_lamports: NotRequired[Union[int, str, None]]
    mev_tip_bps: NotRequired[Union[int, None]]
    fee_bps: NotRequired[Union[int, None]]
    fee_wallet: NotRequired[Union[str, None]]
    nonce_account: NotRequired[Union[str, None]]
    nonce_value: NotRequired[Union[str, None]]
    simulate: NotRequired[bool]
    close_token_account: NotRequired[Union[bool, None]]
    close_ata: NotRequired[Union[bool, None]]
    manifest: NotRequired[Union[bool, None]]

class SendTransactionRequest(TypedDict):
    transaction: str
    options: NotRequired[Union[dict[str, Any], None]]

class SimulateTransactionReplySimulationDetails(TypedDict):
    hasError: bool
    computeUnits: Union[int, None]
    logCount: int

class SimulateTransactionReply(TypedDict):
    success: Literal[True]
    err: Union[None, str, dict[str, Any]]
    logs: list[str]
    unitsConsumed: Union[int, None]
    accountsReturned: int
    simulationDetails: SimulateTransactionReplySimulationDetails

class SimulateTransactionRequest(TypedDict):
    transaction: str
    options: NotRequired[Union[dict[str, Any], None]]

class SiteLink(TypedDict):
    label: str
    url: str

class SocialLink(TypedDict):
    type: str
    url: str

class StartCohortReplyParseInfoInvalid(TypedDict):
    index: int
    entry: str

class StartCohortReplyParseInfo(TypedDict):
    given: int
    valid: int
    duplicates: int
    invalidCount: int
    invalid: list[StartCohortReplyParseInfoInvalid]

class StartCohortReplyProgress(TypedDict):
    stage: Literal["queued", "histories", "transactions", "funding", "tokens", "judging", "done"]
    done: int
    total: int
    pct: int

class StartCohortReply(TypedDict):
    success: Literal[True]
    jobId: str
    status: Literal["running", "done", "failed"]
    cached: bool
    joined: bool
    wallets: int
    parseInfo: StartCohortReplyParseInfo
    progress: StartCohortReplyProgress
    expiresAt: int

class StartCohortRequest(TypedDict):
    addresses: Union[list[Any], str]
    refresh: NotRequired[Union[bool, None]]

StreamChainCoverage = TypedDict(
    "StreamChainCoverage",
    {
        "fromBlock": "int",
        "toBlock": "int",
        "from": "Union[int, None]",
        "to": "Union[int, None]",
    },
)

class StreamChainLost(TypedDict):
    fromBlock: int
    toBlock: int
    reason: str

class StreamChainSwapsNamed(TypedDict):
    """In DEXs with a decoder of their own."""

    trades: int
    volumeUSD: float
    share: Union[float, None]

class StreamChainSwapsGeneric(TypedDict):
    """In venues with a name (`amm:<name>`), read by the generic rule."""

    trades: int
    volumeUSD: float
    share: Union[float, None]

class StreamChainSwapsUnknown(TypedDict):
    """In programs without a name (`amm:unknown:<program>`), read by the generic rule."""

    trades: int
    volumeUSD: float
    share: Union[float, None]

class StreamChainSwapsUndecoded(TypedDict):
    """An estimate: transactions whose signers gave one token for another without a trade that explains it."""

    trades: int
    volumeUSD: float
    share: Union[float, None]

StreamChainSwaps = TypedDict(
    "StreamChainSwaps",
    {
        "from": "int",
        "to": "int",
        "blocks": "int",
        "decodedShare": "Union[float, None]",
        "named": "StreamChainSwapsNamed",
        "generic": "StreamChainSwapsGeneric",
        "unknown": "StreamChainSwapsUnknown",
        "undecoded": "StreamChainSwapsUndecoded",
        "unpriced": "int",
    },
)

class StreamChain(TypedDict):
    chain: Literal["solana", "ethereum", "base"]
    name: str
    serving: bool
    reason: Union[str, None]
    lagMs: Union[int, None]
    headCursor: str
    tailCursor: str
    windowSecs: int
    coverage: Union[StreamChainCoverage, None]
    lost: list[StreamChainLost]
    swaps: Union[StreamChainSwaps, None]

class StreamEvent2Block(TypedDict):
    number: int
    time: Union[int, None]

class StreamEvent2Screen(TypedDict):
    id: str
    change: Union[Literal["enter"], Literal["leave"]]
    reason: Union[Union[Literal["filter"], Literal["unknown"], Literal["gone"]], None]
    at: int
    pair: str
    token: str
    quote: str
    dex: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"], str]
    row: Union[ScreenerRow, None]

class StreamEvent2(TypedDict):
    type: Literal["screen"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: StreamEvent2Block
    screen: StreamEvent2Screen

StreamEvent = "Union[StreamTrade, StreamLaunch, StreamRetracted, StreamLost, StreamEvent2]"

class StreamLaunchBlock(TypedDict):
    number: int
    time: Union[int, None]

class StreamLaunchPosition(TypedDict):
    tx: int
    log: str

class StreamLaunch(TypedDict):
    type: Literal["launch"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: StreamLaunchBlock
    position: StreamLaunchPosition
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    launch: StreamLaunchData

class StreamLaunchData(TypedDict):
    mint: str
    poolAddress: str
    dexType: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"]]
    kind: Union[Literal["launch"], Literal["pool"], Literal["graduation"]]
    quote: str
    signature: Union[str, None]
    blockTime: Union[int, None]
    indexedAt: int
    creator: Union[str, None]
    name: Union[str, None]
    symbol: Union[str, None]
    uri: Union[str, None]

StreamLost = TypedDict(
    "StreamLost",
    {
        "type": "Literal['lost']",
        "eventId": "str",
        "chain": "Union[Literal['solana'], Literal['ethereum'], Literal['base']]",
        "cursor": "str",
        "from": "int",
        "to": "int",
        "reason": "str",
    },
)

class StreamRetractedBlock(TypedDict):
    number: int
    time: Union[int, None]

class StreamRetractedPosition(TypedDict):
    tx: int
    log: str

class StreamRetractedRetracts(TypedDict):
    eventId: str
    cursor: str
    type: Union[Literal["trade"], Literal["launch"]]

class StreamRetracted(TypedDict):
    type: Literal["retracted"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: StreamRetractedBlock
    position: StreamRetractedPosition
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    retracts: StreamRetractedRetracts
    trade: NotRequired[StreamTradeData]
    launch: NotRequired[StreamLaunchData]

class StreamTradeBlock(TypedDict):
    number: int
    time: Union[int, None]

class StreamTradePosition(TypedDict):
    tx: int
    log: str

class StreamTrade(TypedDict):
    type: Literal["trade"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: StreamTradeBlock
    position: StreamTradePosition
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    trade: StreamTradeData

class StreamTradeData(TypedDict):
    pool: str
    dex: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"], str]
    token: str
    quote: str
    side: Union[Literal["buy"], Literal["sell"]]
    amount: float
    amountQuote: float
    amountRaw: str
    amountQuoteRaw: str
    priceUSD: Union[float, None]
    amountUSD: Union[float, None]
    maker: str

class Swap(TypedDict):
    trader: str
    source: str
    programId: str
    input: SwapSide
    output: SwapSide
    leftover: list[SwapSide]
    fees: list[SwapSide]
    legs: list[SwapLeg]

class SwapLeg(TypedDict):
    dex: str
    programId: str
    pool: str
    input: SwapSide
    output: SwapSide

class SwapQuote(TypedDict):
    """The aggregator's quote with every member and digit it came with. The whole object goes into build."""

    inputMint: str
    inAmount: str
    outputMint: str
    outAmount: str
    otherAmountThreshold: str
    swapMode: NotRequired[str]
    slippageBps: NotRequired[float]
    platformFee: NotRequired[Union[dict[str, Any], None]]
    priceImpactPct: NotRequired[str]
    routePlan: NotRequired[list[dict[str, Any]]]
    mintglassGeneration: Literal["v1", "v2"]

class SwapSide(TypedDict):
    mint: str
    rawAmount: str
    decimals: Union[int, None]
    amount: Union[float, None]

class SyntheticTrade(TypedDict):
    base_token: Union[TradedToken, None]
    token0_address: str
    token1_address: str
    amount_base: float
    amount_quote: float
    side: Literal["buy", "sell"]
    date: str
    hash: str

class TapeCandle(TypedDict):
    t: int
    o: float
    h: float
    l: float
    c: float
    v: float
    open: bool

class TapePosition(TypedDict):
    token: str
    decimals: int
    buys: int
    sells: int
    openingRaw: str
    boughtRaw: str
    soldRaw: str
    closingRaw: str
    bought: float
    sold: float
    closing: float
    costLamports: Union[str, None]
    costUSD: float
    proceedsLamports: Union[str, None]
    proceedsUSD: float
    realizedLamports: Union[str, None]
    realizedUSD: Union[float, None]
    avgBuyUSD: Union[float, None]
    avgSellUSD: Union[float, None]
    unrealizedUSD: Union[float, None]
    lastPriceUSD: Union[float, None]
    thin: bool
    medianHoldSecs: Union[int, None]
    firstTs: Union[int, None]
    lastTs: Union[int, None]
    basisKnown: bool
    unpriced: int

class TapeToken(TypedDict):
    token: str
    decimals: int
    buys: int
    sells: int
    boughtRaw: str
    soldRaw: str
    netRaw: str
    net: float
    volumeUSD: float
    buyUSD: float
    sellUSD: float
    firstTs: Union[int, None]
    lastTs: Union[int, None]

class TapeTraderTags(TypedDict):
    """Null where nothing that this server holds establishes it. From the launch facts where a question left them behind, else from the launch on the tape."""

    sniper: Union[bool, None]
    bundler: Union[bool, None]
    fresh: Union[bool, None]

class TapeTrader(TypedDict):
    wallet: str
    buys: int
    sells: int
    openingRaw: str
    boughtRaw: str
    soldRaw: str
    closingRaw: str
    net: float
    volumeUSD: float
    costLamports: Union[str, None]
    costUSD: float
    proceedsLamports: Union[str, None]
    proceedsUSD: float
    realizedLamports: Union[str, None]
    realizedUSD: Union[float, None]
    firstTs: Union[int, None]
    lastTs: Union[int, None]
    tags: TapeTraderTags

TapeWindow = TypedDict(
    "TapeWindow",
    {
        "from": "int",
        "to": "int",
        "days": "int",
        "complete": "bool",
    },
)

class TestWebhookReply(TypedDict):
    success: Literal[True]
    deliveryId: str
    eventId: str

class TestWebhookRequest(TypedDict):
    type: NotRequired[Literal["trade", "trade_retracted", "launch", "launch_retracted", "screen", "gap"]]

class Token(TypedDict):
    mint: str
    name: Union[str, None]
    symbol: Union[str, None]
    decimals: int
    token_program: str

class TokenMetadataOwnership(TypedDict):
    owner: Union[str, None]
    frozen: bool
    delegated: bool
    delegate: Union[str, None]
    ownershipModel: Union[str, None]

class TokenMetadata(TypedDict):
    mint: str
    name: Union[str, None]
    symbol: Union[str, None]
    description: Union[str, None]
    image: Union[str, None]
    decimals: Union[int, None]
    supply: Union[str, None]
    ownership: Union[TokenMetadataOwnership, None]
    source: str
    uri: NotRequired[Union[str, None]]

class TokenPrice(TypedDict):
    mint: str
    priceUsd: float
    marketCap: Union[float, None]
    fdv: Union[float, None]
    liquidityUsd: Union[float, None]
    volume24h: Union[float, None]
    priceChange24h: Union[float, None]

class TokenRef(TypedDict):
    address: str
    name: str
    symbol: str

class TokenTransfer(TypedDict):
    mint: str
    fromUserAccount: str
    toUserAccount: str
    fromTokenAccount: str
    toTokenAccount: str
    tokenAmount: Union[float, None]
    rawAmount: str
    decimals: Union[int, None]
    kind: str

class Trade(TypedDict):
    hash: str
    date: int
    amountUSD: float
    priceUSD: float
    amount: float
    side: Literal["buy", "sell"]
    sender: Union[str, None]
    platform: Union[str, None]

class TradeCounts(TypedDict):
    buys: int
    sells: int

class TradeReplyData(TypedDict):
    unsigned_tx_base64: str
    recent_blockhash: str
    last_valid_block_height: Union[int, None]

class TradeReply(TypedDict):
    success: Literal[True]
    signature: NotRequired[Union[str, None]]
    amount_received: NotRequired[int]
    amount_spent: NotRequired[int]
    min_received: NotRequired[int]
    platform_fee: NotRequired[int]
    fee_lamports: NotRequired[Union[int, None]]
    tip_lamports: NotRequired[int]
    timing: NotRequired[TradeTiming]
    simulated: NotRequired[Literal[True]]
    compute_units: NotRequired[int]
    logs: NotRequired[list[str]]
    data: NotRequired[TradeReplyData]
    manifest: Union[Manifest, None]

class TradeTiming(TypedDict):
    plan_ms: Union[float, None]
    fetch_ms: Union[float, None]
    detect_ms: Union[float, None]
    build_ms: Union[float, None]
    manifest_ms: Union[float, None]
    sign_ms: Union[float, None]
    send_ms: Union[float, None]
    confirm_ms: Union[float, None]
    total_ms: Union[float, None]
    cache_hit: bool
    confirm_method: Union[Literal["subscription", "polling"], None]
    mev_service: Union[Literal["jito"], None]
    submitted_via: Union[Literal["jito_bundle", "swqos", "fallback_rpc"], None]
    bundle_id: Union[str, None]
    dex_name: str
    landed_slot: Union[int, None]

class TradedToken(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]
    logo: Union[str, None]
    decimals: Union[int, None]

class TransactionInstructionsInnerInstructions(TypedDict):
    programId: str
    accounts: list[str]
    data: str

class TransactionInstructions(TypedDict):
    programId: str
    accounts: list[str]
    data: str
    innerInstructions: list[TransactionInstructionsInnerInstructions]

class TransactionEvents(TypedDict):
    swaps: list[Swap]
    sales: list[Sale]

class TransactionBalanceChanges(TypedDict):
    owner: str
    mint: Union[str, None]
    rawAmount: str
    decimals: Union[int, None]

class TransactionTransactionError(TypedDict):
    error: str
    inWords: str

class Transaction(TypedDict):
    signature: str
    slot: int
    timestamp: Union[int, None]
    type: str
    source: str
    description: str
    fee: int
    priorityFee: int
    feePayer: str
    tip: int
    tokenTransfers: list[TokenTransfer]
    nativeTransfers: list[NativeTransfer]
    instructions: list[TransactionInstructions]
    events: TransactionEvents
    balanceChanges: list[TransactionBalanceChanges]
    partial: bool
    transactionError: Union[TransactionTransactionError, None]

Transfer = TypedDict(
    "Transfer",
    {
        "signature": "str",
        "slot": "int",
        "ts": "Union[int, None]",
        "mint": "str",
        "amount": "Union[float, None]",
        "amountRaw": "str",
        "decimals": "Union[int, None]",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
        "direction": "Literal['in', 'out']",
        "kind": "Literal['sol', 'token']",
        "movement": "str",
        "inSwap": "bool",
    },
)

class TrendingToken(TypedDict):
    mint: str
    symbol: str
    name: str
    image: Union[str, None]
    priceUsd: Union[float, None]
    priceChange: AmountWindows
    volume: AmountWindows
    txns: CountWindows
    liquidityUsd: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    pairCreatedAt: Union[int, None]
    dex: str
    pairAddress: str
    labels: list[str]
    boosts: float
    rank: int
    rankChange1h: Union[int, None]

Truncation = TypedDict(
    "Truncation",
    {
        "from": "str",
        "to": "str",
        "lost": "Union[int, None]",
    },
)

class UdfFailure(TypedDict):
    s: Literal["error"]
    errmsg: str
    code: Literal["invalid_request", "invalid_mint", "invalid_amount", "unsupported_quote", "unauthorized", "insufficient_balance", "domain_not_allowed", "scope_required", "plan_required", "not_found", "unknown_user_ref", "unknown_wallet", "method_not_allowed", "body_timeout", "conflict", "idempotency_mismatch", "payload_too_large", "simulation_failed", "policy_blocked", "no_route", "price_moved", "rate_limited", "too_busy", "internal", "unsupported_on_chain", "upstream_failed", "upstream_refused", "upstream_rate_limited", "upstream_timeout", "pending", "not_landed", "unconfigured", "not_ready", "shutting_down", "cancelled"]
    requestId: str

class UndoFeeWalletReply(TypedDict):
    success: Literal[True]
    feeWallet: str

class UndoFeeWalletRequest(TypedDict):
    changeId: NotRequired[Union[int, None]]

class UpdateDomainsReply(TypedDict):
    success: Literal[True]
    allowedDomains: Union[list[str], None]

class UpdateDomainsRequest(TypedDict):
    domains: list[Any]

class UpdateFeeWalletReply(TypedDict):
    success: Literal[True]
    message: str
    effectiveAt: int

class UpdateFeeWalletRequest(TypedDict):
    ownerWallet: str
    newFeeWallet: str
    apiKeyId: int

class UpdateWebhookReply(TypedDict):
    success: Literal[True]
    webhook: WebhookDetail
    resumedFrom: Union[str, None]
    truncated: Union[Truncation, None]

class UpdateWebhookRequestFilter(TypedDict):
    """Every condition given must hold; of a list, one member. For trades one of tokens, wallets and pools is needed, unless the key may have all."""

    tokens: NotRequired[list[str]]
    wallets: NotRequired[list[str]]
    pools: NotRequired[list[str]]
    minUsd: NotRequired[Union[float, None]]
    side: NotRequired[Literal["buy", "sell", None]]
    dex: NotRequired[list[Literal["pumpfun", "pumpswap", "raydium", "raydium_cpmm", "meteora", "meteora_damm_v2", "orca", "bonk", "raydium_clmm", "meteora_dbc", "uniswap_v2", "uniswap_v3", "uniswap_v4", "sushi_v2", "sushi_v3", "pancake_v2", "pancake_v3", "pancake_infinity", "aerodrome", "aerodrome_slipstream"]]]
    screens: NotRequired[list[str]]

class UpdateWebhookRequest(TypedDict):
    chain: NotRequired[Any]
    url: NotRequired[str]
    events: NotRequired[list[Literal["trade", "launch", "screen"]]]
    filter: NotRequired[UpdateWebhookRequestFilter]
    description: NotRequired[str]
    batchMax: NotRequired[int]
    enabled: NotRequired[bool]

class Venue(TypedDict):
    dex: str
    dexId: str
    iconKey: str
    pairAddress: str
    primary: bool

class VerifyBrandingPaymentReply(TypedDict):
    success: Literal[True]
    hasBrandingLicense: Literal[True]
    alreadyActive: bool
    brandingLicenseTx: Union[str, None]

class VerifyBrandingPaymentRequest(TypedDict):
    ownerWallet: str
    transactionSignature: str
    apiKeyId: int

class Wallet(TypedDict):
    id: str
    user_ref: str
    address: str
    kind: Literal["derived", "watch"]
    label: str
    default: bool
    created_at: int
    withdraw_to: list[str]

class WalletBalancesTokens(TypedDict):
    mint: str
    account: str
    amount: str
    decimals: Union[int, None]
    token_program: str
    frozen: bool

class WalletBalances(TypedDict):
    sol_lamports: int
    tokens: list[WalletBalancesTokens]
    token_accounts: int

class WalletLimits(TypedDict):
    withdraw_to: list[str]

class WalletRoles(TypedDict):
    """Wallets of the launch by what their clusters say of them, sorted; intel, snipers and deep scan rest on these once a map is at hand."""

    team: list[str]
    insiders: list[str]
    bundlers: list[str]
    snipers: list[str]

class WalletTrade(TypedDict):
    chain_id: str
    swap_type: str
    transaction_hash: str
    date: str
    side: Literal["buy", "sell"]
    pool_address: Union[str, None]
    transaction_sender_address: str
    token0_address: str
    token1_address: str
    base_token: Union[TradedToken, None]
    amount_base: float
    amount_quote: float
    amount_base_raw: Union[str, None]
    amount_quote_raw: Union[str, None]
    amount_usd: Union[float, None]
    price_usd_token0: Union[float, None]
    price_usd_token1: Union[float, None]
    platform: Union[str, None]
    labels: list[str]

class WebhookLag(TypedDict):
    events: int
    seconds: int

class Webhook(TypedDict):
    id: str
    url: str
    events: list[Literal["trade", "launch", "screen"]]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    filter: WebhookFilter
    description: str
    batchMax: int
    enabled: bool
    disabledReason: Union[str, None]
    createdAt: int
    updatedAt: int
    startCursor: str
    cursor: str
    lag: WebhookLag
    pending: int
    consecutiveFailures: int
    truncated: Union[Truncation, None]

class WebhookDelivery(TypedDict):
    deliveryId: str
    eventId: str
    eventIds: list[str]
    attempt: int
    at: int
    status: Literal["pending", "succeeded", "failed", "dead"]
    httpStatus: Union[int, None]
    latencyMs: Union[int, None]
    reason: Union[str, None]
    nextAttemptAt: Union[int, None]
    responseSnippet: Union[str, None]
    test: bool
    replay: bool

class WebhookDetailLag(TypedDict):
    events: int
    seconds: int

class WebhookDetailStatsLastFailure(TypedDict):
    at: int
    status: Union[int, None]
    reason: str

class WebhookDetailStats(TypedDict):
    delivered: int
    failed: int
    dead: int
    lastSuccessAt: Union[int, None]
    lastFailure: Union[WebhookDetailStatsLastFailure, None]

class WebhookDetail(TypedDict):
    id: str
    url: str
    events: list[Literal["trade", "launch", "screen"]]
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    filter: WebhookFilter
    description: str
    batchMax: int
    enabled: bool
    disabledReason: Union[str, None]
    createdAt: int
    updatedAt: int
    startCursor: str
    cursor: str
    lag: WebhookDetailLag
    pending: int
    consecutiveFailures: int
    truncated: Union[Truncation, None]
    stats: WebhookDetailStats

class WebhookFilter(TypedDict):
    tokens: list[str]
    wallets: list[str]
    pools: list[str]
    minUsd: Union[float, None]
    side: Union[Union[Literal["buy"], Literal["sell"]], None]
    dex: list[Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"]]]
    screens: list[str]

class WhaleLabel(TypedDict):
    wallet: str
    entity: Union[str, None]
    entityType: Union[str, None]
    entityLogo: Union[str, None]
    platform: Union[str, None]
    flags: list[str]
    sources: dict[str, str]

class WithdrawReply(TypedDict):
    success: Literal[True]
    signature: Union[str, None]
    to: str
    mint: str
    amount: str
    received: str
    fee_lamports: Union[int, None]
    slot: Union[int, None]
    closed_accounts: list[str]
    simulated: bool
    manifest: Manifest

class WithdrawRequest(TypedDict):
    idempotency_key: NotRequired[str]
    to: str
    mint: NotRequired[Union[Literal["SOL"], str, None]]
    amount: Union[Literal["max"], Union[int, str]]
    simulate: NotRequired[bool]

class WrappedDiagnostics(TypedDict):
    capped: bool
    failedPct: float
    feesLostSol: float
    dustPct: float
    emptyAccounts: int
    recoverableSol: float
    unknownBasisSells: int
    missing: list[str]

class WrappedStats(TypedDict):
    transactions: int
    activeDays: int
    longestStreakDays: int
    swaps: int
    tokens: int
    volumeSol: float
    realizedSol: float
    netSol: float
    winRatePct: Union[float, None]
    feesSol: float
    favouriteDex: str
    busiestHourUtc: int

class StreamCandle(TypedDict):
    pool: str
    interval: str
    t: int
    o: float
    h: float
    l: float
    c: float
    v: float
    trades: int
    final: bool

class WebhookBody2Block(TypedDict):
    number: int
    time: Union[int, None]

class WebhookBody2Position(TypedDict):
    tx: int
    log: str

class WebhookBody2Trade(TypedDict):
    pool: str
    dex: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"], str]
    token: str
    quote: str
    side: Union[Literal["buy"], Literal["sell"]]
    amount: float
    amountQuote: float
    amountRaw: str
    amountQuoteRaw: str
    priceUSD: Union[float, None]
    amountUSD: Union[float, None]
    maker: str

class WebhookBody2(TypedDict):
    type: Literal["trade"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: WebhookBody2Block
    position: WebhookBody2Position
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    trade: WebhookBody2Trade
    attempt: int
    test: NotRequired[Literal[True]]

class WebhookBody3Block(TypedDict):
    number: int
    time: Union[int, None]

class WebhookBody3Position(TypedDict):
    tx: int
    log: str

class WebhookBody3Trade(TypedDict):
    pool: str
    dex: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"], str]
    token: str
    quote: str
    side: Union[Literal["buy"], Literal["sell"]]
    amount: float
    amountQuote: float
    amountRaw: str
    amountQuoteRaw: str
    priceUSD: Union[float, None]
    amountUSD: Union[float, None]
    maker: str

class WebhookBody3Retracts(TypedDict):
    eventId: str
    cursor: str
    type: Union[Literal["trade"], Literal["launch"]]

class WebhookBody3(TypedDict):
    type: Literal["trade_retracted"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: WebhookBody3Block
    position: WebhookBody3Position
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    trade: WebhookBody3Trade
    retracts: WebhookBody3Retracts
    attempt: int
    test: NotRequired[Literal[True]]

class WebhookBody4Block(TypedDict):
    number: int
    time: Union[int, None]

class WebhookBody4Position(TypedDict):
    tx: int
    log: str

class WebhookBody4Launch(TypedDict):
    mint: str
    poolAddress: str
    dexType: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"]]
    kind: Union[Literal["launch"], Literal["pool"], Literal["graduation"]]
    quote: str
    signature: Union[str, None]
    blockTime: Union[int, None]
    indexedAt: int
    creator: Union[str, None]
    name: Union[str, None]
    symbol: Union[str, None]
    uri: Union[str, None]

class WebhookBody4(TypedDict):
    type: Literal["launch"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: WebhookBody4Block
    position: WebhookBody4Position
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    launch: WebhookBody4Launch
    attempt: int
    test: NotRequired[Literal[True]]

class WebhookBody5Block(TypedDict):
    number: int
    time: Union[int, None]

class WebhookBody5Position(TypedDict):
    tx: int
    log: str

class WebhookBody5Launch(TypedDict):
    mint: str
    poolAddress: str
    dexType: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"]]
    kind: Union[Literal["launch"], Literal["pool"], Literal["graduation"]]
    quote: str
    signature: Union[str, None]
    blockTime: Union[int, None]
    indexedAt: int
    creator: Union[str, None]
    name: Union[str, None]
    symbol: Union[str, None]
    uri: Union[str, None]

class WebhookBody5Retracts(TypedDict):
    eventId: str
    cursor: str
    type: Union[Literal["trade"], Literal["launch"]]

class WebhookBody5(TypedDict):
    type: Literal["launch_retracted"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: WebhookBody5Block
    position: WebhookBody5Position
    txHash: str
    commitment: Union[Literal["confirmed"], Literal["finalized"]]
    launch: WebhookBody5Launch
    retracts: WebhookBody5Retracts
    attempt: int
    test: NotRequired[Literal[True]]

class WebhookBody6Block(TypedDict):
    number: int
    time: Union[int, None]

class WebhookBody6ScreenRowBase(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]

class WebhookBody6ScreenRowQuote(TypedDict):
    address: str
    symbol: Union[str, None]
    name: Union[str, None]

class WebhookBody6ScreenRowPriceChange(TypedDict):
    """Percent, from the newest trade before the window to the newest trade."""

    m5: Union[float, None]
    h1: Union[float, None]
    h6: Union[float, None]
    h24: Union[float, None]

class WebhookBody6ScreenRowVolume(TypedDict):
    """Dollars. Null where the tape does not hold the window whole, or a trade’s worth is unknown."""

    m5: Union[float, None]
    h1: Union[float, None]
    h6: Union[float, None]
    h24: Union[float, None]

class WebhookBody6ScreenRowTxnsM5(TypedDict):
    buys: int
    sells: int

class WebhookBody6ScreenRowTxnsH1(TypedDict):
    buys: int
    sells: int

class WebhookBody6ScreenRowTxnsH6(TypedDict):
    buys: int
    sells: int

class WebhookBody6ScreenRowTxnsH24(TypedDict):
    buys: int
    sells: int

class WebhookBody6ScreenRowTxns(TypedDict):
    m5: Union[WebhookBody6ScreenRowTxnsM5, None]
    h1: Union[WebhookBody6ScreenRowTxnsH1, None]
    h6: Union[WebhookBody6ScreenRowTxnsH6, None]
    h24: Union[WebhookBody6ScreenRowTxnsH24, None]

class WebhookBody6ScreenRowCurve(TypedDict):
    """Null for tokens that came from no known launchpad."""

    platform: str
    pct: Union[float, None]
    graduated: bool

class WebhookBody6ScreenRowSafety(TypedDict):
    """The newest score that this server gave the token; null without one."""

    score: float
    grade: str

class WebhookBody6ScreenRow(TypedDict):
    chain: str
    dex: str
    pair: str
    base: WebhookBody6ScreenRowBase
    quote: WebhookBody6ScreenRowQuote
    priceUSD: Union[float, None]
    priceChange: WebhookBody6ScreenRowPriceChange
    volume: WebhookBody6ScreenRowVolume
    txns: WebhookBody6ScreenRowTxns
    makers24h: Union[int, None]
    liquidityUSD: Union[float, None]
    marketCap: Union[float, None]
    fdv: Union[float, None]
    createdAt: Union[int, None]
    ageHours: Union[float, None]
    lastTradeAt: Union[int, None]
    boosts: Union[float, None]
    holders: Union[int, None]
    labels: list[str]
    hasSocials: Union[bool, None]
    verified: Union[bool, None]
    curve: Union[WebhookBody6ScreenRowCurve, None]
    safety: Union[WebhookBody6ScreenRowSafety, None]
    rank: Union[int, None]

class WebhookBody6Screen(TypedDict):
    id: str
    change: Union[Literal["enter"], Literal["leave"]]
    reason: Union[Union[Literal["filter"], Literal["unknown"], Literal["gone"]], None]
    at: int
    pair: str
    token: str
    quote: str
    dex: Union[Literal["pumpfun"], Literal["pumpswap"], Literal["raydium"], Literal["raydium_cpmm"], Literal["meteora"], Literal["meteora_damm_v2"], Literal["orca"], Literal["bonk"], Literal["raydium_clmm"], Literal["meteora_dbc"], Literal["uniswap_v2"], Literal["uniswap_v3"], Literal["uniswap_v4"], Literal["sushi_v2"], Literal["sushi_v3"], Literal["pancake_v2"], Literal["pancake_v3"], Literal["pancake_infinity"], Literal["aerodrome"], Literal["aerodrome_slipstream"], str]
    row: Union[WebhookBody6ScreenRow, None]

class WebhookBody6(TypedDict):
    type: Literal["screen"]
    eventId: str
    chain: Union[Literal["solana"], Literal["ethereum"], Literal["base"]]
    cursor: str
    block: WebhookBody6Block
    screen: WebhookBody6Screen
    attempt: int
    test: NotRequired[Literal[True]]

WebhookBody7 = TypedDict(
    "WebhookBody7",
    {
        "type": "Literal['gap']",
        "eventId": "str",
        "chain": "Union[Literal['solana'], Literal['ethereum'], Literal['base']]",
        "cursor": "str",
        "from": "int",
        "to": "int",
        "reason": "str",
        "attempt": "int",
        "test": "NotRequired[Literal[True]]",
    },
)

WebhookBody = "Union[WebhookBody2, WebhookBody3, WebhookBody4, WebhookBody5, WebhookBody6, WebhookBody7]"
