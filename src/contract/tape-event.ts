/** What the event tape holds: facts of followed chains in the order in which they came to be known. Every transport
 *  (WebSocket, server-sent events, webhooks, REST) sends these events and no others. */

/** DEX labels of spec 4.6, and those that came after it, in the order of their codes on disk: append only. */
export const TAPE_DEXES = [
  'pumpfun',
  'pumpswap',
  'raydium',
  'raydium_cpmm',
  'meteora',
  'meteora_damm_v2',
  'orca',
  'bonk',
  'raydium_clmm',
  'meteora_dbc',
] as const
export type TapeDex = (typeof TAPE_DEXES)[number]

export function isTapeDex(text: unknown): text is TapeDex {
  return (TAPE_DEXES as readonly unknown[]).includes(text)
}

/** DEXs of EVM chains in the order of their codes on disk, which begin at `FIRST_EVM_DEX_CODE`: append only. Forks are
 *  known by their factory, and one name stands for all factories of one house and version. */
export const EVM_DEXES = [
  'uniswap_v2',
  'uniswap_v3',
  'uniswap_v4',
  'sushi_v2',
  'sushi_v3',
  'pancake_v2',
  'pancake_v3',
  'pancake_infinity',
  'aerodrome',
  'aerodrome_slipstream',
] as const
export type EvmDex = (typeof EVM_DEXES)[number]
const FIRST_EVM_DEX_CODE = 128

/** What the codes on disk stand for: those of Solana, unused ones (empty texts), those of EVM chains. */
export const DEX_CODES: readonly (TapeDex | EvmDex | '')[] = [
  ...TAPE_DEXES,
  ...new Array<''>(FIRST_EVM_DEX_CODE - TAPE_DEXES.length).fill(''),
  ...EVM_DEXES,
]

/** A venue that is read by the generic rule of swaps (`chain/solana/venues`): `amm:<name>`, or `amm:unknown:<program>`
 *  for a program without a row yet. */
export type AmmVenue = `${typeof AMM_PREFIX}${string}`
export const AMM_PREFIX = 'amm:'
export const UNKNOWN_AMM_PREFIX = 'amm:unknown:'
export const AMM_VENUE_PATTERN = '^amm:([a-z0-9_]{1,32}|unknown:[1-9A-HJ-NP-Za-km-z]{32,44})$'
const AMM_VENUE = new RegExp(AMM_VENUE_PATTERN)

export function isAmmVenue(text: string): text is AmmVenue {
  return AMM_VENUE.test(text)
}

/** Where a trade may have happened. */
export type TradeVenue = TapeDex | EvmDex | AmmVenue

/** In the order of their codes on disk: append only. `launch`: a token came to be on a curve; `pool`: a pool was made;
 *  `graduation`: a curve's token moved to a pool. */
export const LAUNCH_KINDS = ['launch', 'pool', 'graduation'] as const
export type LaunchKind = (typeof LAUNCH_KINDS)[number]

/** Chains with a tape, in the order of their codes on disk: append only. */
export const TAPE_CHAINS = ['solana', 'ethereum', 'base'] as const
export type TapeChain = (typeof TAPE_CHAINS)[number]
export type EvmTapeChain = Exclude<TapeChain, 'solana'>
export const EVM_TAPE_CHAINS = ['ethereum', 'base'] as const satisfies readonly EvmTapeChain[]

/** DEXs that a chain may have. */
export function dexesOf(chain: TapeChain): readonly (TapeDex | EvmDex)[] {
  return chain === 'solana' ? TAPE_DEXES : EVM_DEXES
}

export function isDexOf(chain: TapeChain, text: unknown): text is TapeDex | EvmDex {
  return (dexesOf(chain) as readonly unknown[]).includes(text)
}

/** One text for what a chain names by an address. One address may be something else on each EVM chain, and no address of
 *  Solana looks like one of those: Solana's stand for themselves. */
export function onChain(chain: TapeChain, address: string): string {
  return chain === 'solana' ? address : `${chain}:${address}`
}

/** Position of an event on the chain. */
export type EventPlace = {
  /** Index of the transaction in its block. */
  readonly txIndex: number
  /** Top-level instruction, then inner instruction or -1; on EVM chains the index of the log in its block and -1. */
  readonly path: readonly [number, number]
}

/** What is known of every block before it is read. */
export type BlockHead = {
  /** Its height on the chain's clock: Solana's slot, the number of the block elsewhere. Of some chains a slot may have
   *  several blocks, each on top of the one before: only slot and hash together name a block. */
  readonly slot: number
  readonly blockHash: string
  /** Slot and hash of the block it stands on. */
  readonly parentSlot: number
  readonly parentHash: string
  /** Seconds. Null when the node did not say. */
  readonly blockTimeSec: number | null
}

/** Kinds of swaps by how they were read: by the decoder of a DEX, by the generic rule in a venue with a name, by the
 *  generic rule in one without, or not at all. */
export const SWAP_KINDS = ['named', 'generic', 'unknown', 'unread'] as const
export type SwapKind = (typeof SWAP_KINDS)[number]

/** Swaps of a stretch of a chain by kind: how many, and what those with a known price were worth. Unread ones are an
 *  estimate from balances. */
export type SwapSums = Readonly<Record<SwapKind, { readonly count: number; readonly usd: number }>> & {
  /** Swaps of all kinds whose worth in dollars was unknown. */
  readonly unpriced: number
}

/** A block as the tape takes it. */
export type DecodedBlock = BlockHead & {
  readonly chain: TapeChain
  /** In chain order: transaction index, then instruction path. */
  readonly events: readonly ChainFact[]
  /** Transactions of the block that could not be read: what they did is missing from the events. */
  readonly unreadable?: number
  /** Absent where only a part of the swaps is followed. */
  readonly swaps?: SwapSums
}

type EventFacts = EventPlace & {
  /** 32 hex digits: a hash of chain, block hash, transaction signature, instruction path and type. The same fact read
   *  again is the same event; an event of another block at the same position, of a fork or of the same slot, is
   *  another. */
  readonly eventId: string
  readonly chain: TapeChain
  readonly slot: number
  /** Seconds. Null when the node did not say. */
  readonly blockTimeSec: number | null
  readonly signature: string
  readonly pool: string
  /** The token; `quoteMint` is what it is paid with. */
  readonly mint: string
  readonly quoteMint: string
}

/** One trade, counted once however often the program announces it. */
export type TradeFacts = EventFacts & {
  readonly type: 'trade'
  readonly dex: TradeVenue
  readonly side: 'buy' | 'sell'
  /** The wallet that traded. */
  readonly maker: string
  /** Base units that the maker's side moved, fees included. The tape holds amounts of up to 256 bits. */
  readonly amountRaw: bigint
  readonly quoteAmountRaw: bigint
  readonly decimals: number
  readonly quoteDecimals: number
  /** Of one whole token, and of the whole trade, through the dollar price of the quote at that moment; null when no one
   *  knew it. */
  readonly priceUsd: number | null
  readonly amountUsd: number | null
  /** Of the pool after the trade where the program says them. */
  readonly reserveRaw: bigint | null
  readonly quoteReserveRaw: bigint | null
}

/** A token or a pool came to be. */
export type LaunchFacts = EventFacts & {
  readonly type: 'launch'
  readonly dex: TapeDex | EvmDex
  readonly kind: LaunchKind
  readonly creator: string | null
  readonly name: string | null
  readonly symbol: string | null
  readonly uri: string | null
}

export type ChainFact = TradeFacts | LaunchFacts

type OnTape = {
  /** Position on the tape: from 1, without holes. */
  readonly seq: number
}

export type TradeEvent = TradeFacts & OnTape
export type LaunchEvent = LaunchFacts & OnTape & { /** Epoch ms. */ readonly indexedAtMs: number }

/** A fork took an event away: it never happened. `eventId` is this notice's own. */
export type RetractedEvent = OnTape & {
  readonly type: 'retracted'
  readonly eventId: string
  readonly chain: TapeChain
  readonly slot: number
  readonly blockTimeSec: number | null
  readonly retracts: TradeEvent | LaunchEvent
}

/** Slots whose events could not be read, or not all, and never will be: sent to everyone who listens to the chain,
 *  because it is unknown what was in them. One slot may have events on the tape as well; this comes after them. */
export type LostEvent = OnTape & {
  readonly type: 'lost'
  readonly eventId: string
  readonly chain: TapeChain
  /** First and last slot. */
  readonly slot: number
  readonly toSlot: number
  readonly blockTimeSec: number | null
  readonly reason: string
}

/** What a change of a saved screen is, in the order of their codes on disk: append only. A row leaves because its figures
 *  no longer match, because what the filter asks for has been unknown for too long, or because the pair is gone. */
export const SCREEN_CHANGES = ['enter', 'leave', 'leaveUnknown', 'leaveGone'] as const
export type ScreenChange = (typeof SCREEN_CHANGES)[number]

/** A row of a saved screen entered or left: a finding of this server, not a fact of the chain. No fork takes it back;
 *  where one changes the figures, the row leaves or enters by a further event. */
export type ScreenFacts = {
  readonly eventId: string
  readonly screenId: string
  readonly change: ScreenChange
  /** Counts the changes of all screens of a store, ascending on the tape. */
  readonly number: number
  /** Epoch ms at which it was found. */
  readonly atMs: number
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly dex: TradeVenue
  /** The row of the screener at that moment as JSON; null for a pair that is gone. */
  readonly rowJson: string | null
}
export type ScreenEvent = OnTape &
  ScreenFacts & {
    readonly type: 'screen'
    readonly chain: TapeChain
    /** Of the newest block on the tape when the change was recorded. */
    readonly slot: number
    readonly blockTimeSec: number | null
  }

export type TapeEvent = TradeEvent | LaunchEvent | RetractedEvent | LostEvent | ScreenEvent

/** The trade or launch that an event of a chain is about; null for lost slots, which are about everything. */
export function subjectOf(event: Exclude<TapeEvent, ScreenEvent>): TradeEvent | LaunchEvent | null {
  if (event.type === 'lost') return null
  return event.type === 'retracted' ? event.retracts : event
}
