import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../config/durations.ts'
import { LAMPORTS_PER_SOL } from '../../contract/units.ts'

/** Every number the Bubble Map decides by (docs/engines.md says where each comes from). A weight of 1 joins two wallets
 *  on its own; the others count only together, see `JOIN`. */
export const WEIGHTS = {
  strong: 1,
  /** First money from one unlabelled wallet that lived before and serves others too, or whose end of the trail was not
   *  read. */
  sharedOldFunder: 0.6,
  sharedUnreadFunder: 0.5,
  /** A gift between two who both hold the token, days before either touched it. */
  oldGift: 0.5,
  /** Tokens handed to wallets that live lives of their own. */
  handedToSome: 0.5,
  handedOver: 0.3,
  proceedsToUnread: 0.6,
  /** Someone with a life of his own who pays several; a funding wallet into which several pay that is no exchange's. */
  payerWithLife: 0.5,
  payeeWithLife: 0.5,
  feePayerOfMany: 0.5,
  nonceOfMany: 0.5,
  tableOfUnknown: 0.4,
  launchSlot: 0.45,
  launchWindowSlot: 0.4,
  launchWindow: 0.35,
  laterSlot: 0.25,
  exitSlot: 0.45,
  /** One tip for neighbours who pay hardly any fee, or neighbours that each hold several traders: what only a bundle
   *  looks like. */
  bundled: 0.5,
  neighboursWithTip: 0.2,
  withdrawal: 0.6,
  /** Three or four people who pay each other may be friends. */
  mutualOfFew: 0.5,
  /** Two or three who were in the same small tokens, or went one way through other tokens. */
  sharedTokensOfFew: 0.5,
  routeOfFew: 0.5,
  /** Two keys under one transaction once, or beside a third party's. */
  coSignedOnce: 0.6,
  coSignerOfFew: 0.5,
  /** A run that chance brings to less than one token in a thousand, as a fingerprint among others. */
  rareRun: 0.5,
  /** What tools leave. */
  remainder: 0.5,
} as const

export const JOIN = {
  /** `1 - product(1 - weight)` over distinct kinds must reach this, with at least `kinds` of them. */
  score: 0.7,
  kinds: 2,
  /** Each further pair that speaks for the same join adds this, up to `mostSupport`. */
  support: 0.02,
  mostSupport: 0.1,
  /** Part of a group that must be tied to a newcomer, and as many as are always enough. */
  supportShare: 0.2,
  supportEnough: 3,
  /** Mean weight between the parts of one community (constant Potts model). */
  density: 0.35,
} as const

/** Traces that several people share, weighed by how likely that is by chance. */
export const RARITY = {
  /** Fewer are no run: two strangers may have one maker, and a pair's fingerprint weighs this part of that of a run. */
  sharers: 3,
  pair: 0.6,
  /** Chances in tokens: a map of a million tokens joins strangers by a run once. The other is what `same_minutes` asks. */
  join: 1e-6,
  fingerprint: 1e-3,
  /** Digits of an amount that people type and that programs set for everyone; with more than `typedDigits` it was
   *  calculated (a sum in dollars, a share of a balance), as an app does for all its customers. */
  commonDigits: 1,
  typedDigits: 6,
  leastDigits: 3,
  /** A tip that is the going rate of the moment is that of everyone. */
  momentMs: MINUTE_SECS * 1_000,
} as const

export const FUNDING = {
  /** Less is a fee, a tip or rent, and pays no one's purchase. */
  minLamports: LAMPORTS_PER_SOL / 20n,
  minStablecoinRaw: 10_000_000n,
  /** To a wallet that never buys: what it takes to sell a bag a few times. */
  minGasLamports: LAMPORTS_PER_SOL / 100n,
  maxHops: 6,
  /** Payments of one batch lie no further apart. */
  batchGapSecs: DAY_SECS,
  /** A funding wallet first seen so shortly before its batch was made for it. */
  purposeSecs: 3 * DAY_SECS,
  /** An older wallet with no more transactions beyond its batch serves no one else either. */
  purposeExtraSignatures: 8,
  /** And one that does nothing but pass money on: what it got, and what wrapping takes. */
  idleExtraSignatures: 4,
  idlePayments: 3,
  /** Of what the giver had: less is a gift. */
  mostPct: 50n,
  /** A new funding wallet that goes on with so many transactions for each it paid here lives for other things. */
  newFundingWalletExtraPerPayee: 2,
  /** So many wallets made by one that came to life with them are a crew, also where their maker holds the token and
   *  keeps most of its money: whom people help out is a few friends. */
  crewWallets: 8,
  /** So many wallets filled by one funding wallet for their first purchase are no coincidence of two friends. */
  topUpWallets: 3,
  /** From first money to first purchase (or launch): then the money was for this token. */
  forThisTokenSecs: 2 * DAY_SECS,
  /** From one hop to the next. */
  hopSecs: 3 * DAY_SECS,
  /** What arrives must cover what is passed on, less so much. */
  carriedPct: 90,
} as const

/** A key that may act for several, gets fees of several, or lent to several: whose it is follows from its own life. */
export const KEY = {
  users: 3,
  /** Wallets that trade in a week, as few as ever: strangers who know a key are some of them. */
  strangers: 1_000_000,
  /** Transactions that one user leaves with it: given, used, taken back. */
  perUser: 3,
  /** With more transactions of others for each user it serves the public. */
  othersPerUser: 2,
} as const

/** An unnamed address that serves the public, by a sample of its transactions. */
export const PUBLIC = {
  /** So many wallets that have nothing to do with the token, and twice as many as have. */
  others: 8,
  timesPeople: 2,
  /** No single day brought more of them than this part. */
  inADay: 0.5,
} as const

export const CROWD = {
  /** A payer that lived so long before the launch, with so many signatures beyond its uses here, serves the public. */
  establishedSecs: 7 * DAY_SECS,
  establishedSignatures: 20,
  establishedPerUser: 3,
  /** A sharer (payer, nonce authority, table) with so many users is looked at as a possible service. */
  serviceUsers: 5,
  /** Users whose first purchases spread over more than this part of the token's observed life are strangers. */
  spreadShare: 0.25,
  /** And over more than this: where all buyers belong to a team, its haste is the life of the token. */
  spreadMs: 5 * MINUTE_SECS * 1_000,
  /** One who hands tokens to more wallets with lives of their own than this is an airdropper; up to so many is moving
   *  house. */
  airdropReceivers: 12,
  ownReceivers: 3,
  /** Less of the supply is a taste, not a stake (parts of a million). */
  stakePpm: 1_000n,
} as const

export const BUNDLE = {
  /** Of strangers' purchases at most this part stands in one transaction with another's: both would have to sign what
   *  the other sends, within the minute that a blockhash lives. */
  togetherShare: 1 / 1_000,
  togetherLeast: 3,
  /** Most transactions that a block engine takes as one. */
  transactions: 5,
  /** Fewer besides the creator's could be a launch with another buyer right after it. */
  least: 3,
  /** Fees of those that do not tip, as part of the tip: within a bundle no fee buys a place. */
  feeShareOfTip: 0.1,
  /** So many of a group in one slot of the launch show the place of the group in the block. */
  groupInSlot: 3,
  /** Who pays more for its place than so many times the middle fee of later buyers (of whom so many are needed; else so
   *  many times the middle of the group itself) may have come on its own. */
  timesOrdinary: 4n,
  ordinaryBuyers: 5,
  timesGroup: 4n,
  /** Transactions of a wallet that was made for one token. */
  fewSignatures: 8,
  /** Rounds of looking for wallets next to the groups found so far. */
  rounds: 8,
} as const

/** Addresses that moved money with several people of the token. */
export const COUNTERPARTY = {
  /** A circle of friends is smaller. */
  payees: 4,
  payers: 3,
  /** Transactions in all for each payment to (or from) people of the token: who pays strangers too has more. A deposit
   *  is followed by a transfer to the exchange, and the same hand's other tokens use the address as well. */
  perPayment: 2,
  perDeposit: 3,
  extraSignatures: 8,
  depositLamports: LAMPORTS_PER_SOL / 500n,
  depositStablecoinRaw: 500_000n,
  /** Part of the payers that paid one sum: a price. */
  priceShare: 0.5,
} as const

/** People of the token who pay each other after they bought it. */
export const MUTUAL = {
  members: 5,
  payers: 3,
  fewMembers: 3,
  fewPayers: 2,
  /** Who has a part in more of the payments is a host, and the others need not know each other. */
  hostShare: 2 / 3,
} as const

/** Earlier tokens that people of the token went through together. */
export const COHORT = {
  /** What more transactions name is traded by everyone. */
  signatures: 150,
  /** Part of what was bought that must be sold again: a visit that is over. */
  leftPct: 80n,
  tokens: 2,
  members: 4,
  /** Entries, and exits, of two who go together lie no further apart. */
  togetherSecs: 45 * MINUTE_SECS,
  /** A wallet that always enters this shortly after another runs a copying bot; that is no sign of one owner. */
  copiedSecs: 5,
  /** Part of the token's transactions that are the group's: less, and it was open to everyone. */
  groupShare: 0.2,
  /** Wages: so many who all sold for at least so much of what they had paid, within so long before their purchase here,
   *  which costs at most twice what they got; their trades are so much of all there were. */
  earners: 4,
  gainPct: 150n,
  wageSecs: 2 * DAY_SECS,
  wagePct: 50n,
  wageShare: 0.45,
} as const

/** Trades of other tokens before the token, one wallet after the other. */
export const ROUTE = {
  /** Within a session. */
  togetherSecs: HOUR_SECS,
  copiedSecs: COHORT.copiedSecs,
  sessionSecs: 3 * HOUR_SECS,
  /** Others who trade the same so long before or after a session, for each who took part. */
  aroundSecs: 12 * HOUR_SECS,
  othersShare: 0.5,
  /** From one session to the next. */
  apartSecs: 6 * HOUR_SECS,
  sessions: 3,
  /** Of who was seen to do nothing else. */
  lateSessions: 2,
  members: 4,
  /** Part of a wallet's trades before the token. */
  share: 2 / 3,
} as const

/** Money for having bought. */
export const PAID_BACK = {
  members: 4,
  /** Part of all buyers such a payer paid that got about their stake. */
  share: 0.75,
  /** A sum of so much of what the payee had spent on the token by then is its stake, with something for the trouble. */
  leastPct: 90n,
  mostPct: 150n,
  /** Where the payer's money and the creator's come from one funding wallet: a good part of it. */
  leastOfCreatorPct: 50n,
  /** Transactions of the payer for each such payment: it is filled, and some of it comes back. */
  perPayment: 3,
} as const

/** Addresses that value of any kind came from before the purchases, or went to after them. */
export const HUB = {
  members: 4,
  /** Part of the value it paid (or got), as far as that has unnamed other ends, that came to (from) people of the
   *  token. */
  sharePct: 75n,
  /** Part of the payee's whole holding of the asset then, or of the payer's. */
  materialPct: 50n,
  /** Part of what a hub got (or paid) of the asset that makes the other end the hub behind it. */
  passedPct: 75n,
  /** Steps from hub to hub. */
  maxHops: 4,
  /** With no more transactions an address that was not sampled serves one hand. */
  fewSignatures: 6,
} as const

/** Keys under one transaction outside the token. */
export const COSIGN = {
  members: 3,
  times: 2,
  /** One who has nothing to do with the token, as far as that was read, makes no one a relayer; people of it are at
   *  least this part of more. */
  strangers: 1,
  sharePct: 75,
} as const

/** First money one right after the other. */
export const MINUTES = {
  payments: 4,
  gapSecs: 90,
  aroundSecs: 6 * HOUR_SECS,
} as const

/** SOL that is left when the rest was sent away. */
export const REMAINDER = {
  wallets: 3,
  leastLamports: LAMPORTS_PER_SOL / 1_000n,
  mostLamports: LAMPORTS_PER_SOL / 10n,
} as const

/** Deposits at an exchange that come out of it again for someone else. */
export const SWAP = {
  members: 4,
  /** From deposit to withdrawal. */
  withinSecs: 45 * MINUTE_SECS,
  /** What a service keeps, at most, in parts of ten thousand. As many below the withdrawal is where chance is
   *  measured. */
  feeBps: 200n,
  /** A deposit address keeps its rent. */
  keptLamports: 1_000_000n,
  timesByChance: 5,
  /** From the deposit back to whose it was, each address with no more transactions than these. */
  maxHops: 3,
  addressSignatures: 6,
  passedPct: 90n,
} as const

/** Sales right after which a new wallet buys for as much. */
export const HAND_OVER = {
  pairs: 3,
  /** Proceeds and price differ by the fees of both trades and by what the price moved. */
  apartPct: 15n,
  /** Once that is seen to repeat: a hand that has less money buys for less. */
  furtherApartPct: 35n,
  sameSlotApartPct: 50n,
  slots: 1,
  /** Part of what the seller ever bought. */
  soldPct: 25n,
  /** Slots to either side in which such pairs are counted for comparison: there they are chance. */
  controlSlots: 20,
  timesChance: 5,
  /** Pairs by chance of a token where none were seen, and how unlikely all of them together must be. */
  leastChance: 0.05,
  mostChance: 1e-6,
} as const

/** A group that leaves at once. */
export const EXIT = {
  sellers: 4,
  share: 0.75,
  burstMs: 5 * MINUTE_SECS * 1_000,
} as const

export const PROCEEDS = {
  minLamports: LAMPORTS_PER_SOL / 20n,
  /** Part of what was earned by then that makes a payment the proceeds. */
  minShare: 0.3,
  /** An address with so many signatures collects for strangers. */
  maxSignatures: 120,
} as const

export const BUDGET = {
  /** Digits of limit and price together, trailing zeros left out, that programs set for everyone. */
  commonDigits: 8,
} as const

export const WITHDRAWAL = {
  maxAmountApart: 0.02,
  alikeAmountApart: 0.002,
  maxSecsApart: 30 * MINUTE_SECS,
  alikeSecsApart: 5 * MINUTE_SECS,
  /** Sums of so few digits are what people type. */
  roundDigits: 2,
  roundFactor: 0.4,
  /** Others paid by the exchange around the same time, about the same sum or not: its crowd. */
  crowdSecs: 6 * HOUR_SECS,
} as const

export const FRESH_SECS = DAY_SECS
