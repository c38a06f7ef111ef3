import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { FunderTraces, Partings } from '../../hot-paths/funder-trace.ts'
import type { ObservedTransaction, ObservedWallet, TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { Batch, Money } from './batches.ts'
import type { Use } from './fillings.ts'
import type { MoneyMove } from './money-moves.ts'

/** The evidence in the order and with the indexes the link rules need. Nothing in it depends on the order of the rows
 *  it was made from. */
export type MapView = MoneyView & {
  readonly evidence: TokenEvidence
  readonly supplyRaw: bigint
  /** Null where the launch was not found. */
  readonly launch: LaunchFacts | null
  readonly dev: string | null
  readonly wallets: ReadonlyMap<string, ObservedWallet>
  readonly balances: ReadonlyMap<string, bigint>
  /** Wallets of people who hold, bought, received or launched the token, sorted: the candidates for entities. */
  readonly people: readonly string[]
  readonly isPerson: ReadonlySet<string>
  /** Chain order. */
  readonly transactions: readonly ObservedTransaction[]
  /** Those with a trade of the token. */
  readonly trades: readonly ObservedTransaction[]
  /** Actions on the token: its trades, and its launch, whose actor is the creator. */
  readonly acts: readonly Act[]
  readonly firstBuys: ReadonlyMap<string, FirstBuy>
  /** When each wallet first had the token: the launch, its first purchase or, without any, the first tokens it
   *  received. */
  readonly uses: ReadonlyMap<string, Use>
}

/** Payments among the token's wallets, in the order and with the indexes the link rules need. */
export type MoneyView = {
  /** First money by wallet. */
  readonly funding: ReadonlyMap<string, Money>
  /** Payments of first money by one payer around one time, payers sorted. */
  readonly batches: readonly Batch[]
  /** The same of what filled buyers' wallets shortly before their first purchase, beside their first money, and of the
   *  stablecoins and other tokens they got then and sold. */
  readonly topUps: readonly Batch[]
  readonly trace: FundingTrace
  /** The funders of money that wallets used, where it was not their first: of SOL, of stablecoins, and of each other
   *  token. */
  readonly usedTraces: readonly FundingTrace[]
  /** Money that moved outside trades, chain order. */
  readonly moves: readonly MoneyMove[]
  /** Wallets that received meaningful money from others than exchanges, programs and busy addresses. */
  readonly fedByWallets: ReadonlySet<string>
}

/** The origin of every wallet's first money, traced once for all rules. */
export type FundingTrace = {
  /** Sorted, so that the lower of two nodes is the first of two addresses. */
  readonly addresses: readonly string[]
  readonly at: ReadonlyMap<string, number>
  /** The payment that was followed, by wallet. */
  readonly money: ReadonlyMap<string, Money>
  /** Kind of the payer of each node's first money; null where the money is unknown or shows nothing. */
  readonly fundingWallets: readonly (FundingWallet | null)[]
  /** Of every node, in the order of nodes. */
  readonly traces: FunderTraces
  /** Where the money trails of people branch. */
  readonly partings: Partings
}

/** What a payer of first money is. `service`: named, owned by a program, with a whole page of signatures, or with far
 *  more customers unrelated to this token: it pays strangers. `purpose`: made for this batch, or hardly used for
 *  anything else. `old`: a wallet with an earlier history and other activity. `unread`: the trail was not followed that
 *  far. */
export type FundingWallet = 'service' | 'purpose' | 'old' | 'unread'

/** First purchase of a wallet. `place`: among the token's own transactions of the slot; `indexInBlock` null where the
 *  block was not read. */
export type FirstBuy = {
  readonly wallet: string
  readonly slot: number
  readonly timeSec: number | null
  readonly signature: string
  readonly place: number
  readonly transaction: ObservedTransaction
}

export type Act = { readonly transaction: ObservedTransaction; readonly actors: readonly string[] }
