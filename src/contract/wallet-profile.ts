import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableNumber, NullableText, nullable, Text } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Pct = Type.Number({ minimum: 0, maximum: 100 })
const Sol = Type.Number({ description: 'Whole SOL.' })

export const Classification = closed({
  kind: Text,
  label: Text,
  blurb: Text,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
})
const Why = closed({ rule: Text, evidence: Type.Array(Text) })
export const NamedWhy = closed({ key: Text, rule: Text, evidence: Type.Array(Text) })
const Explained = closed(
  { classification: Why, tags: Type.Array(NamedWhy), dust: Why },
  'With `explain=1`: the rule of each word, and what shows it.',
)
const ClosedTrade = closed({
  mint: AddressSchema,
  costSol: Sol,
  proceedsSol: Sol,
  realizedSol: Sol,
  roiPct: NullableNumber,
  heldSecs: NullableInteger,
  signature: Text,
})

/** Spec 2.4 profile. */
const PROFILE = {
  wallet: AddressSchema,
  depth: Type.Enum(['fast', 'deep']),
  since: NullableInteger,
  scanned: Count,
  capped: Type.Boolean({ description: 'True: there are older transactions than were read.' }),
  oldestTs: NullableInteger,
  newestTs: NullableInteger,
  generatedAt: EpochMs,
  solPriceUsd: NullableNumber,
  identity: closed({ kind: Text, label: Text }),
  classification: Classification,
  biography: Text,
  activity: closed({
    total: Count,
    successful: Count,
    failed: Count,
    activeDays: Count,
    activeHours: Count,
    longestStreakDays: Count,
    firstTs: NullableInteger,
    lastTs: NullableInteger,
    hourHistogram: Type.Array(Count, { description: 'Transactions by hour of the day, UTC.' }),
    weekdayHistogram: Type.Array(Count, { description: 'From Sunday.' }),
  }),
  risk: closed({
    score: Pct,
    level: Type.Enum(['low', 'medium', 'high']),
    factors: Type.Array(closed({ key: Text, points: Type.Integer() })),
  }),
  fingerprint: closed({
    peakHourUtc: NullableInteger,
    topSource: NullableText,
    topDex: NullableText,
    usualBuySol: NullableNumber,
    usualTipLamports: NullableInteger,
  }),
  velocity: closed({
    txPerDay: Type.Number(),
    swapsPerDay: Type.Number(),
    medianGapSecs: NullableInteger,
    peakPerHour: Count,
    peakPerDay: Count,
    sameSecondPct: Pct,
  }),
  sessions: closed({ count: Count, medianSecs: NullableInteger, longestSecs: NullableInteger }),
  sizing: closed({
    buys: Count,
    medianSol: NullableNumber,
    meanSol: NullableNumber,
    minSol: NullableNumber,
    maxSol: NullableNumber,
    usualSol: nullable(Type.Number({ description: 'The size that was used most, if one was used twice.' })),
    sameSizePct: Pct,
  }),
  failures: closed({
    count: Count,
    pct: Pct,
    feesLostSol: Sol,
    reasons: Type.Array(closed({ reason: Text, count: Count })),
  }),
  fees: closed({ networkSol: Sol, prioritySol: Sol, tipsSol: Sol, paidTx: Count }),
  pnl: closed({
    method: Type.Literal('fifo'),
    realizedSol: Sol,
    realizedUsd: NullableNumber,
    feesAndTipsSol: Sol,
    netSol: Type.Number({
      description: 'Realised less fees and tips. `netSol` of `/pnl` is less rent too, and over its own period.',
    }),
    netUsd: NullableNumber,
    usdPriceBasis: Type.Literal('now'),
    costSol: Sol,
    proceedsSol: Sol,
    closedTrades: Type.Integer({
      minimum: 0,
      description: 'Sales of a known purchase, each for itself; `wins` and `losses` of `/pnl` count tokens.',
    }),
    wins: Count,
    losses: Count,
    winRatePct: NullableNumber,
    unknownBasisSells: Type.Integer({ minimum: 0, description: 'Sales of units whose purchase was not scanned.' }),
  }),
  holdingTimes: closed({
    closed: Count,
    p25Secs: NullableInteger,
    medianSecs: NullableInteger,
    p75Secs: NullableInteger,
    underScalpPct: Pct,
    overDayPct: Pct,
  }),
  concentration: closed({ tokens: Count, topTokenPct: Pct, top3Pct: Pct, hhi: Count }),
  copyLikeness: closed({
    score: nullable(Type.Integer({ description: 'Null under five purchases. An estimate from its own habits.' })),
    buysLooked: Count,
    signs: Type.Array(closed({ key: Text, points: Type.Integer() })),
  }),
  mevAwareness: closed({
    level: Type.Enum(['unknown', 'none', 'some', 'high']),
    swapTx: Count,
    tippedTx: Count,
    tippedPct: Pct,
    priorityTx: Count,
    priorityPct: Pct,
    medianTipLamports: NullableInteger,
  }),
  dexBreakdown: Type.Array(closed({ dex: Text, swaps: Count, volumeSol: Sol, pct: Pct }), {
    description: 'A swap that went through several counts at each of them.',
  }),
  overview: closed({ swaps: Count, buys: Count, sells: Count, exchanges: Count, volumeSol: Sol, tokens: Count }),
  transfers: closed({ in: Count, out: Count, inSol: Sol, outSol: Sol, counterparties: Count }),
  types: Type.Array(closed({ type: Text, count: Count })),
  sources: Type.Array(closed({ source: Text, count: Count })),
  dustAttackIndex: closed({ count: Count, total: Count, pct: Pct }),
  poisonedBy: Type.Array(AddressSchema),
  stakingOpportunity: nullable(
    closed({ idleSol: Sol, yearPct: Type.Number(), yearlySol: Sol, yearlyUsd: NullableNumber }),
  ),
  closeableAccounts: nullable(
    closed({ total: Count, empty: Count, nonempty: Count, recoverableSol: Sol, recoverableUsd: NullableNumber }),
  ),
  traderTags: Type.Array(closed({ key: Text, label: Text, tone: Type.Enum(['good', 'neutral', 'bad']) }), {
    maxItems: 8,
  }),
  cohorts: closed({
    total: Count,
    stillHolding: Count,
    bought: Count,
    top: Type.Array(
      closed({
        mint: AddressSchema,
        buys: Count,
        sells: Count,
        costSol: Sol,
        proceedsSol: Sol,
        realizedSol: Type.Number({
          description: 'Of sales whose purchase was read (FIFO), whole SOL; 0 where there was none.',
        }),
        holding: Type.Boolean(),
      }),
      { maxItems: 30 },
    ),
  }),
  trades: closed({ wins: Type.Array(ClosedTrade), losses: Type.Array(ClosedTrade) }),
  counterparties: Type.Array(
    closed({
      wallet: AddressSchema,
      transfers: Count,
      inSol: Sol,
      outSol: Sol,
      firstTs: NullableInteger,
      lastTs: NullableInteger,
    }),
    { maxItems: 10 },
  ),
  holdings: nullable(
    closed({
      sol: Type.Number({ description: 'Whole SOL, wrapped SOL among it, as in `portfolio`.' }),
      solUsd: NullableNumber,
      tokens: Type.Integer({ minimum: 0, description: 'Different ones of which it holds some, without SOL.' }),
      tokenAccounts: Count,
    }),
  ),
  coverage: closed({ signaturesListed: Count, decoded: Count, pct: Pct, missing: Type.Array(Text) }),
  estimates: Type.Array(Text, { description: 'Keys that are judgements and no sums.' }),
}

export const WalletProfile = closed({ ...PROFILE, explain: Explained })
export type WalletProfile = Static<typeof WalletProfile>

/** `explain` only where it was asked for. */
export const WalletProfileReply = closed({ ...PROFILE, explain: Type.Optional(Explained) })
export type WalletProfileReply = Static<typeof WalletProfileReply>
