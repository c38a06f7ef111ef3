import { type BlockPlace, decodeTransaction } from '../../chain/solana/decode-transaction.ts'
import type { Dex, DexLaunch, DexTrade } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { hasPossibleAmounts, isPossibleAmount } from '../../chain/solana/dexes/possible-trades.ts'
import { differenceOfCalls, logsEachCall } from '../../chain/solana/logged-calls.ts'
import { TOKEN_2022_PROGRAM, VOTE_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { RawBlock, RawTransaction } from '../../chain/solana/rpc.ts'
import type { ChainTransaction, TokenBalance } from '../../chain/solana/transaction.ts'
import { decodeGenericSwaps } from '../../chain/solana/venues/generic-swaps.ts'
import { callsTokenPrograms } from '../../chain/solana/venues/look-for-swaps.ts'
import { type UnreadSwap, unreadSwap } from '../../chain/solana/venues/unread-swap.ts'
import { INGEST } from '../../config/ingest.ts'
import type { ChainFact, LaunchFacts, SwapSums, TradeFacts, TradeVenue } from '../../contract/tape-event.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import { eventIdOf } from '../../store/tape/slot-digest.ts'
import type { NewSlot } from '../../store/tape/types.ts'
import type { DollarPrices } from './dollar-prices.ts'
import { swapSums } from './swap-sums.ts'

const CHAIN = 'solana'

export type FactReader = {
  /** Looks at the text of a transaction and says whether it can hold something to tell. */
  wants(transactionText: string): boolean
  /** What a block says of the followed DEXs, in chain order. */
  read(block: RawBlock): Promise<NewSlot>
}

export type FactReaderParts = {
  readonly dexes: readonly Dex[]
  /** Whether venues without a decoder are followed, by the generic rule. */
  readonly readsVenues: boolean
  /** Null follows everything; otherwise one of the event's mint, pool and wallet must be among them. */
  readonly watched: ReadonlySet<string> | null
  readonly prices: DollarPrices
  /** Decimals of mints that a transaction does not tell itself. */
  decimalsOf(mints: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** What the chain says of mints, whatever is remembered: their decimals, or null for one that can be closed and made
   *  again with others, or that is not there at `slot` or later. Nothing of one that a node behind `slot` does not have. */
  askDecimals(mints: readonly string[], slot: number): Promise<ReadonlyMap<string, number | null>>
  /** A transaction that cannot be read is left out, counted in the slot and reported here. */
  onUnreadable(place: string, reason: string): void
}

type Trade = DexTrade<TradeVenue>
type Found = {
  readonly transaction: ChainTransaction
  readonly trades: Trade[]
  readonly launches: DexLaunch[]
  /** What its trades leave unexplained. */
  readonly unread: UnreadSwap | null
}

/** How a node writes a log that was kept. Every executed transaction's begins with a program. */
const LOG_KEPT = '"logMessages":["Program '

/** Turns blocks into facts of the tape. A transaction is parsed only when its log names a followed program, was cut off
 *  by the node, has no logs, or has logs of other calls than its instructions. */
export function createFactReader(parts: FactReaderParts): FactReader {
  const { dexes, readsVenues, watched, prices } = parts
  const readsAll = readsVenues && dexes.length === DEXES.length
  const programs = dexes.flatMap(({ programIds }) => programIds)
  // What all of them begin with lets the search jump ahead.
  const named = new RegExp(`Program (?:${programs.join('|')}) invoke`)

  /** The events of a transaction, null for none, or why it cannot be read. */
  function tryToFind(raw: RawTransaction, place: BlockPlace): Found | null | string {
    // That matters only for a followed program.
    const fault = faultOfStatus(raw.meta)
    if (fault !== null) return mayCall(raw, programs) ? fault : null
    // Neither those that failed nor those that were never executed change anything.
    if (raw.meta?.err !== null) return null
    const decoded = decodeTransaction(raw, place)
    if (!decoded.ok) return decoded.message
    try {
      const found = find(decoded.value, { dexes, readsVenues, readsAll })
      if (found !== null && !found.trades.every(hasPossibleAmounts))
        return 'it has an amount that no token account can hold'
      const difference = differenceOfCalls(decoded.value)
      return difference !== null && (hasEvents(found) || mayCall(raw, programs)) ? difference : found
    } catch (error) {
      return `a decoder failed: ${(error as Error).stack}`
    }
  }

  /** As token balances named them, by mint. */
  const known = createBoundedMap<string, number>(INGEST.knownMints)

  return {
    wants: (text) => named.test(text) || (readsVenues && callsTokenPrograms(text)) || !isLogWhole(text),
    async read(block) {
      const readable: Found[] = []
      let unreadable = 0
      const leaveOut = (indexInBlock: number, reason: string): void => {
        unreadable++
        parts.onUnreadable(`${block.slot}/${indexInBlock}`, reason)
      }
      for (const raw of block.transactions) {
        const indexInBlock = raw.transactionIndex ?? 0
        const one = tryToFind(raw, { slot: block.slot, blockTimeSec: block.blockTimeSec, indexInBlock })
        if (typeof one === 'string') leaveOut(indexInBlock, one)
        else if (one !== null) readable.push(one)
      }
      await prices.prepare(block.blockTimeSec)
      const checked = await decimalsOfAll(readable, known, parts, block.slot)
      const { decimals } = checked
      const found = checked.disputed.size === 0 ? readable : withoutFalse(readable, checked, leaveOut)
      const events = found.flatMap((one) => factsOf(one, block, decimalsIn(one, checked), prices))
      return {
        ...headerOf(block),
        events: watched === null ? events : events.filter((event) => isWatched(watched, event)),
        unreadable,
        ...(readsAll ? { swaps: swapsOf(found, events, decimals, prices) } : {}),
      }
    },
  }
}

function headerOf({ slot, blockHash, parentSlot, parentHash, blockTimeSec }: RawBlock) {
  return { chain: CHAIN, slot, blockHash, parentSlot, parentHash, blockTimeSec } as const
}

type Followed = Pick<FactReaderParts, 'dexes' | 'readsVenues'> & { readonly readsAll: boolean }

/** What a transaction did on the followed DEXs and venues; null for nothing. */
function find(transaction: ChainTransaction, { dexes, readsVenues, readsAll }: Followed): Found | null {
  if (transaction.err !== null) return null
  const keys = new Set(transaction.accountKeys)
  const trades: Trade[] = []
  const launches: DexLaunch[] = []
  for (const dex of dexes) {
    if (!dex.programIds.some((id) => keys.has(id))) continue
    trades.push(...dex.decodeTrades(transaction))
    launches.push(...dex.decodeLaunches(transaction))
  }
  if (readsVenues) trades.push(...decodeGenericSwaps(transaction))
  const unread = readsAll ? unreadSwap(transaction, trades) : null
  return trades.length + launches.length === 0 && unread === null ? null : { transaction, trades, launches, unread }
}

function hasEvents(found: Found | null): boolean {
  return found !== null && found.trades.length + found.launches.length > 0
}

/** Every swap of the block by how it was read. What nothing read is worth what its money side is. */
function swapsOf(
  found: readonly Found[],
  events: readonly ChainFact[],
  decimals: ReadonlyMap<string, number>,
  prices: DollarPrices,
): SwapSums {
  const worthOf = (mint: string, raw: bigint, timeSec: number | null): number | null => {
    const usd = prices.of(mint, timeSec)
    const places = decimals.get(mint)
    return usd === null || places === undefined ? null : (Number(raw) / 10 ** places) * usd
  }
  const unread = found.flatMap(({ unread: swap, transaction: { blockTimeSec } }) =>
    swap === null
      ? []
      : [
          {
            usd: worthOf(swap.paidMint, swap.paidRaw, blockTimeSec) ?? worthOf(swap.gotMint, swap.gotRaw, blockTimeSec),
          },
        ],
  )
  return swapSums(
    events.filter((event) => event.type === 'trade'),
    unread,
  )
}

/** Whether a transaction without a status may concern a program: its keys name it, or they come from tables whose
 *  addresses stand in the status. */
function mayCall({ transaction: [body] }: RawTransaction, programs: readonly string[]): boolean {
  const parsed = parseWireTransaction(Buffer.from(body, 'base64'))
  if (!parsed.ok || parsed.transaction.lookups.length > 0) return true
  return parsed.transaction.keys.some((key) => programs.includes(encodeBase58(key)))
}

function isLogWhole(text: string): boolean {
  const at = text.indexOf(LOG_KEPT)
  if (at === -1) return false
  // Half of a block's transactions are votes, which call nothing else.
  if (text.startsWith(VOTE_PROGRAM, at + LOG_KEPT.length)) return true
  return !text.includes('Log truncated') && logsEachCall(text)
}

/** Null where the status can be believed. Nodes say the outcome twice. */
function faultOfStatus(meta: RawTransaction['meta']): string | null {
  if (meta === null) return 'it has no status'
  const { err, status } = meta as { readonly err: unknown; readonly status?: unknown }
  if (typeof status !== 'object' || status === null) return null
  return (err === null) === 'Ok' in status ? null : 'its status and its error contradict each other'
}

function isWatched(watched: ReadonlySet<string>, event: ChainFact): boolean {
  const wallet = event.type === 'trade' ? event.maker : event.creator
  return watched.has(event.mint) || watched.has(event.pool) || (wallet !== null && watched.has(wallet))
}

type Decimals = {
  readonly decimals: ReadonlyMap<string, number>
  /** Mints of which a block named something else than what was known; `decimals` has what the chain says now. */
  readonly disputed: ReadonlySet<string>
  /** Mints that were disputed and of which the chain cannot say what they had: each transaction is believed. */
  readonly remade: ReadonlySet<string>
}

async function decimalsOfAll(
  found: readonly Found[],
  known: BoundedMap<string, number>,
  parts: FactReaderParts,
  slot: number,
): Promise<Decimals> {
  const decimals = new Map<string, number>()
  const disputed = new Set<string>()
  const missing = new Set<string>()
  const learn = (row: TokenBalance): void => {
    const named = decimals.get(row.mint) ?? known.peek(row.mint)
    if (named !== undefined && named !== row.decimals) disputed.add(row.mint)
    decimals.set(row.mint, row.decimals)
  }
  for (const { transaction, trades } of found) {
    for (const row of transaction.preTokenBalances) learn(row)
    for (const row of transaction.postTokenBalances) learn(row)
    for (const { baseMint, quoteMint } of trades) {
      if (!decimals.has(baseMint)) missing.add(baseMint)
      if (!decimals.has(quoteMint)) missing.add(quoteMint)
    }
  }
  const remade =
    disputed.size === 0
      ? disputed
      : await settleDisputes(found, { decimals, disputed }, (mints) => parts.askDecimals(mints, slot))
  for (const [mint, value] of decimals)
    if (remade.has(mint)) known.delete(mint)
    else if (known.peek(mint) !== value) known.set(mint, value)
  const unknown = [...missing].filter((mint) => !decimals.has(mint) && !disputed.has(mint))
  if (unknown.length > 0) for (const [mint, value] of await parts.decimalsOf(unknown)) decimals.set(mint, value)
  return { decimals, disputed, remade }
}

/** Puts what the chain says in place of what is disputed. Mints that may have been closed, which only Token-2022 allows,
 *  are given back and are disputed no longer: else an issuer that makes a mint again with other decimals would make honest blocks
 *  unreadable. */
async function settleDisputes(
  found: readonly Found[],
  { decimals, disputed }: { readonly decimals: Map<string, number>; readonly disputed: Set<string> },
  ask: (mints: readonly string[]) => ReturnType<FactReaderParts['askDecimals']>,
): Promise<ReadonlySet<string>> {
  const said = await ask([...disputed])
  const remade = new Set([...disputed].filter((mint) => said.get(mint) === null))
  if (remade.size > 0)
    for (const { mint, programId } of found.flatMap(tokenBalancesOf))
      if (programId !== TOKEN_2022_PROGRAM) remade.delete(mint)
  for (const mint of remade) disputed.delete(mint)
  for (const mint of disputed) {
    const value = said.get(mint) ?? null
    if (value === null) decimals.delete(mint)
    else decimals.set(mint, value)
  }
  return remade
}

function tokenBalancesOf({ transaction }: Found): readonly TokenBalance[] {
  return [...transaction.preTokenBalances, ...transaction.postTokenBalances]
}

/** The decimals of a block as they are for one of its transactions. */
function decimalsIn(one: Found, { decimals, remade }: Decimals): ReadonlyMap<string, number> {
  if (remade.size === 0) return decimals
  const own = tokenBalancesOf(one).filter(({ mint }) => remade.has(mint))
  return new Map([...decimals, ...own.map((row) => [row.mint, row.decimals] as const)])
}

/** Those whose token balances say of disputed mints what the chain says; the others are left out. */
function withoutFalse(
  readable: readonly Found[],
  { decimals, disputed }: Decimals,
  leaveOut: (indexInBlock: number, reason: string) => void,
): readonly Found[] {
  return readable.filter((one) => {
    if (!contradicts(one, decimals, disputed)) return true
    leaveOut(one.transaction.indexInBlock ?? 0, 'it names decimals that the mint does not have')
    return false
  })
}

/** Whether a token balance of the transaction says of a disputed mint what the chain does not say. */
function contradicts(
  { transaction }: Found,
  decimals: ReadonlyMap<string, number>,
  disputed: ReadonlySet<string>,
): boolean {
  const isFalse = (row: TokenBalance) => disputed.has(row.mint) && decimals.get(row.mint) !== row.decimals
  return transaction.preTokenBalances.some(isFalse) || transaction.postTokenBalances.some(isFalse)
}

function factsOf(
  { transaction, trades, launches }: Found,
  block: RawBlock,
  decimals: ReadonlyMap<string, number>,
  prices: DollarPrices,
): ChainFact[] {
  /** How often a place was used: one instruction may trade several pools. */
  const uses = new Map<string, number>()
  const idOf = (path: readonly [number, number], type: string): string => {
    const key = `${path[0]}.${path[1]} ${type}`
    const use = uses.get(key) ?? 0
    uses.set(key, use + 1)
    return eventIdOf({
      chain: CHAIN,
      blockHash: block.blockHash,
      signature: transaction.signature,
      path,
      type: use === 0 ? type : `${type}#${use}`,
    })
  }
  const facts: ChainFact[] = []
  // A token comes to be before it is traded.
  const items = [
    ...launches.map((launch) => ({ path: launch.instructionPath, launch, trade: null })),
    ...trades.map((trade) => ({ path: trade.instructionPath, launch: null, trade })),
  ].sort((a, b) => a.path[0] - b.path[0] || a.path[1] - b.path[1])
  for (const { path, launch, trade } of items) {
    const place = {
      chain: CHAIN,
      slot: block.slot,
      blockTimeSec: block.blockTimeSec,
      txIndex: transaction.indexInBlock ?? 0,
      path,
      signature: transaction.signature,
    } as const
    if (launch !== null) facts.push(launchFact(launch, { ...place, eventId: idOf(path, `launch:${launch.kind}`) }))
    else facts.push(tradeFact(trade!, { ...place, eventId: idOf(path, 'trade') }, decimals, prices))
  }
  return facts
}

type Placed = Pick<TradeFacts, 'eventId' | 'chain' | 'slot' | 'blockTimeSec' | 'txIndex' | 'path' | 'signature'>

function launchFact(launch: DexLaunch, placed: Placed): LaunchFacts {
  return {
    type: 'launch',
    ...placed,
    dex: launch.dex,
    pool: launch.pool,
    mint: launch.mint,
    quoteMint: launch.quoteMint,
    kind: launch.kind,
    creator: launch.creator,
    name: textOrNull(launch.name),
    symbol: textOrNull(launch.symbol),
    uri: textOrNull(launch.uri),
  }
}

function tradeFact(
  trade: Trade,
  placed: Placed,
  decimals: ReadonlyMap<string, number>,
  prices: DollarPrices,
): TradeFacts {
  prices.learn(trade)
  const base = decimals.get(trade.baseMint)
  const quote = decimals.get(trade.quoteMint)
  const quoteUsd = prices.of(trade.quoteMint, trade.blockTimeSec)
  const amountUsd =
    quoteUsd === null || quote === undefined ? null : (Number(trade.quoteAmountRaw) / 10 ** quote) * quoteUsd
  const tokens = base === undefined ? 0 : Number(trade.baseAmountRaw) / 10 ** base
  return {
    type: 'trade',
    ...placed,
    dex: trade.dex,
    pool: trade.pool,
    mint: trade.baseMint,
    quoteMint: trade.quoteMint,
    side: trade.side,
    maker: trade.trader,
    amountRaw: trade.baseAmountRaw,
    quoteAmountRaw: trade.quoteAmountRaw,
    decimals: base ?? 0,
    quoteDecimals: quote ?? 0,
    priceUsd: amountUsd === null || tokens <= 0 ? null : amountUsd / tokens,
    amountUsd,
    reserveRaw: u64OrNull(trade.baseReserveRaw),
    quoteReserveRaw: u64OrNull(trade.quoteReserveRaw),
  }
}

/** Empty texts say nothing (spec 2.5). */
function textOrNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

function u64OrNull(value: bigint | null): bigint | null {
  return value === null || !isPossibleAmount(value) ? null : value
}
