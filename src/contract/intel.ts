import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import {
  closed,
  EpochMs,
  NullableEpochMs,
  NullableInteger,
  NullableNumber,
  NullableText,
  nullable,
  Text,
  windows,
} from './shapes.ts'
import { FullPair } from './token.ts'

/** Spec 2.2, intel record: everything known about one token at once. Shapes the spec leaves open are said here. */

/** Holder flags, normalised. */
export const HOLDER_FLAGS = [
  'dev',
  'sniper',
  'bundler',
  'insider',
  'pro_trader',
  'fresh_wallet',
  'smart_money',
  'whale',
] as const
export type HolderFlag = (typeof HOLDER_FLAGS)[number]

/** `flags_taxonomy=raw`: the older strings. The last two have no normalised form: `entityType` says it. */
export const RAW_HOLDER_FLAGS = [
  'dev',
  'sniper',
  'bundler',
  'insider',
  'proTrader',
  'freshTrader',
  'smartTrader',
  'whale',
  'liquidityPool',
  'locker',
] as const
export const FLAG_TAXONOMIES = ['normalized', 'raw'] as const
export type FlagTaxonomy = (typeof FLAG_TAXONOMIES)[number]

/** Kinds of owners. */
export const HOLDER_ENTITY_TYPES = [
  'cex',
  'market_maker',
  'liquidity',
  'locker',
  'burn',
  'validator',
  'mev',
  'fee',
  'program',
  'wallet',
] as const

/** What is remarkable about the token itself. */
export const TOKEN_FLAGS = [
  'not_a_mint',
  'mint_authority',
  'freeze_authority',
  'permanent_delegate',
  'transfer_hook',
  'transfer_fee',
  'non_transferable',
  'default_frozen',
  'pausable',
  'bundled_launch',
  'sniped_launch',
  'dev_holding',
  'on_curve',
  'graduated',
  'no_pool',
] as const
export type TokenFlag = (typeof TOKEN_FLAGS)[number]

const Percent = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 100, description }))
const NOT_VAULTS =
  'Leaves out owners whose tokens no one can sell (pools and curves, lockers, burn addresses); the share is of the whole supply.'

const HolderRow = closed({
  owner: Text,
  amount: Type.Number({ description: 'Whole tokens, all accounts of the owner together.' }),
  pct: Type.Number({ minimum: 0, maximum: 100, description: 'Percent of the supply, rounded down at six decimals.' }),
  accounts: Type.Integer({ minimum: 1, description: 'Token accounts with a balance.' }),
  entity: nullable(Type.String({ description: 'Known name; null for owners without one.' })),
  entityType: Type.Optional(
    Type.Enum([...HOLDER_ENTITY_TYPES], {
      description: "Absent on the unlabelled path: the owner's own account could not be read and no list names it.",
    }),
  ),
  entity_source: nullable(
    Type.Enum(['provider', 'registry', 'pda', 'program'], {
      description:
        'registry: a published address; program: the program that owns the account, or a pool found on chain; pda: an address without a key. Null for plain wallets.',
    }),
  ),
  is_contract: Type.Boolean({ description: 'No key signs for this owner: an account of a program, or off the curve.' }),
  flags: Type.Array(Type.String({ description: 'Words of `taxonomies.flags.values`.' })),
})
export type HolderRow = Static<typeof HolderRow>

/** Shares that may be less than the truth. */
export const LOWER_BOUNDS = ['insiders_pct', 'bundlers_pct', 'snipers_pct'] as const

const Distribution = closed(
  {
    top10_pct: Percent('What the ten largest holders own.'),
    insiders_pct: Percent(
      "Held now by bundlers, launch-slot buyers linked to the creator, wallets that the creator funded before the launch, and other payers of the launch; once a map is at hand, by all wallets of the creator's clusters.",
    ),
    bundlers_pct: Percent(
      'Held now by wallets that bought in the launch slot side by side and share a transaction, a fee payer, a funder within two hops, or a pattern of exchange withdrawals; once a map is at hand, by those that bought in the launch slot with others of their cluster.',
    ),
    snipers_pct: Percent(
      "Held now by the other buyers of the launch window. Disjoint from the bundlers; once a map is at hand, without wallets of the creator's clusters.",
    ),
    dev_pct: Percent(
      'Held now by the creator: the wallet that launched the token on chain, else the one that the provider names.',
    ),
    top1_pct: NullableNumber,
    top20_pct: NullableNumber,
    top50_pct: NullableNumber,
    top100_pct: NullableNumber,
    liquidity_pct: Percent('In pools and curves, as far as the largest owners show.'),
    locked_pct: Percent('In lockers, as far as the largest owners show.'),
    burned_pct: Percent('At addresses that can never spend; true burns have already left the supply.'),
    cex_pct: Percent('At known exchange wallets; counted in every other figure too.'),
    gini: nullable(Type.Number({ description: '0 (all hold the same) to 1.' })),
    hhi: nullable(Type.Number({ description: 'Sum of squared shares of what is held, 0 to 1.' })),
    nakamoto: nullable(Type.Integer({ description: 'Fewest holders with more than half of what is held.' })),
    lower_bounds: Type.Array(Type.Enum([...LOWER_BOUNDS]), {
      description:
        'Shares of this record that are at least so much: without a bubble map or deep scan at hand further wallets of the same people have not been looked for (insiders, bundlers), or not all purchases of the launch window were read.',
    }),
  },
  `Percent of supply; null where no source has the figure, and then it adds nothing to the risk. ${NOT_VAULTS}`,
)

const RiskRow = closed({
  id: Type.Enum(['top10', 'insiders', 'bundlers', 'snipers', 'dev']),
  label: Text,
  points: Type.Integer({ description: 'What it adds to the score.' }),
  value_pct: Type.Number({ description: 'The share in `distribution`.' }),
  above_pct: Type.Number({ description: 'The threshold that it exceeds.' }),
})
const Risk = closed({
  score: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Points against the token, higher is worse; null when not one of the five shares is known. Sum over `distribution`: top10_pct above 70 adds 30, above 50 adds 15; insiders_pct above 10 adds 25; bundlers_pct above 15 adds 20; snipers_pct above 10 adds 10; dev_pct above 5 adds 15.',
    }),
  ),
  verdict: nullable(
    Type.Enum(['high-risk', 'risky', 'caution', 'safe'], {
      description:
        'Exactly the band of `score`: `high-risk` from 50, `risky` from 25, `caution` from 10, else `safe`. It speaks of the shares alone. Null with `score`.',
    }),
  ),
  risks: Type.Array(RiskRow),
  unknown: Type.Array(Type.String({ description: 'Shares that were null and added nothing.' })),
})

const LabelledLink = closed({ label: Text, url: Text })
const SocialLink = closed({ type: Text, url: Text })
const Metadata = closed({
  logo: NullableText,
  header: NullableText,
  description: NullableText,
  websites: Type.Array(LabelledLink),
  socials: Type.Array(SocialLink),
  createdAt: nullable(Type.Integer({ description: 'Epoch milliseconds of the creating transaction.' })),
  deployer: NullableText,
  bonded: nullable(
    Type.Boolean({ description: 'Has left its launch curve; null when it never had one that we know.' }),
  ),
})

const TradeCounts = nullable(closed({ buys: Type.Integer(), sells: Type.Integer() }))
const Market = closed(
  {
    source: Type.String({ description: 'Market-data provider, or `chain`: computed from the pool itself.' }),
    dex: Text,
    pairAddress: Text,
    priceNative: NullableNumber,
    priceChange: windows(NullableNumber, 'Percent.'),
    volume: windows(NullableNumber, 'USD.'),
    txns: windows(TradeCounts),
    pairCreatedAt: NullableEpochMs,
  },
  'Trading of the pool in `pair`.',
)

const Launch = closed(
  {
    slot: Type.Integer(),
    dex: Text,
    signature: Type.String({ description: 'Of the launch, in `slot`; the mint may be older.' }),
    window_slots: Type.Integer({
      description:
        'Slots after the launch slot whose buyers count: those of the first second, by the measured slot time.',
    }),
    buyers: Type.Integer(),
    snipers: Type.Integer(),
    bundlers: Type.Integer(),
    insiders: Type.Integer(),
    basis: Type.Enum(['launch', 'map'], {
      description:
        '`launch`: the launch window alone was read; `map`: a bubble map or deep scan at hand says who belongs together, and snipers, bundlers and insiders are those of its `roles`.',
    }),
    complete: Type.Boolean({ description: 'False while the window is open or when part of it could not be read.' }),
  },
  'What the shares of distribution rest on.',
)

const ExplainEntry = closed({
  source: Type.String({ description: 'Source: `chain:<what was read>`, a provider, or `computed`.' }),
  as_of: NullableEpochMs,
  age_ms: nullable(Type.Integer({ description: 'Age when this record was built.' })),
  note: NullableText,
})
export type ExplainEntry = Static<typeof ExplainEntry>
const explained = {
  name: ExplainEntry,
  symbol: ExplainEntry,
  image: ExplainEntry,
  price_usd: ExplainEntry,
  market_cap: ExplainEntry,
  fdv: ExplainEntry,
  liquidity_usd: ExplainEntry,
  volume_24h: ExplainEntry,
  supply: ExplainEntry,
  holders: ExplainEntry,
  holders_nonvault: ExplainEntry,
  top_holders: ExplainEntry,
  top10_pct: ExplainEntry,
  insiders_pct: ExplainEntry,
  bundlers_pct: ExplainEntry,
  snipers_pct: ExplainEntry,
  dev_pct: ExplainEntry,
  concentration: ExplainEntry,
  risk: ExplainEntry,
  metadata: ExplainEntry,
  pairs: ExplainEntry,
}
const Explain = closed(explained, 'Only with `explain=1`: where each figure comes from and how old it was.')
export type Explain = Static<typeof Explain>

export const IntelRecord = closed({
  mint: Text,
  name: NullableText,
  symbol: NullableText,
  image: NullableText,
  price_usd: NullableNumber,
  market_cap: NullableNumber,
  fdv: NullableNumber,
  liquidity_usd: NullableNumber,
  volume_24h: NullableNumber,
  supply: nullable(
    Type.Number({ description: 'Whole tokens; of wrapped SOL, whose mint counts none, what is wrapped.' }),
  ),
  holders: nullable(Type.Integer({ description: 'Owners with a balance.' })),
  holders_meta: closed({
    value: NullableInteger,
    source: Type.Enum(['provider', 'enumeration']),
    exact: Type.Boolean({ description: 'Every account was counted.' }),
    capped: Type.Boolean({ description: 'There are more holders than the count.' }),
    as_of: NullableEpochMs,
    missing: Missing,
  }),
  holders_nonvault: nullable(
    Type.Integer({ description: 'Holders without pools and curves, lockers and burn addresses.' }),
  ),
  top10_pct: Percent(`Same as distribution.top10_pct. ${NOT_VAULTS}`),
  insider_pct: Percent('Same as distribution.insiders_pct.'),
  top_holders: Type.Array(HolderRow, {
    maxItems: 100,
    description: 'Largest owners of any kind by amount, equal amounts by address.',
  }),
  taxonomies: closed({
    entityType: closed({ name: Type.Literal('mintglass-1'), values: Type.Array(Text) }),
    flags: closed({ name: Type.Enum([...FLAG_TAXONOMIES]), values: Type.Array(Text) }),
  }),
  risk: Risk,
  pair: nullable(FullPair),
  metadata: Metadata,
  market: nullable(Market),
  distribution: Distribution,
  launch: nullable(Launch),
  pairs: Type.Array(FullPair, { maxItems: 30, description: 'Best first; `pair` is the first of them.' }),
  rugScore: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Points against the token as a whole, higher is worse (the score of chip and deep scan counts the other way). It is risk.score, or where `verdict` is worse than that says, the least of its band. Null when not one of the five shares is known, and when nothing was found and no deep scan is at hand: nothing was found is not nothing is wrong.',
    }),
  ),
  verdict: nullable(
    Type.Enum(['high-risk', 'risky', 'caution', 'safe'], {
      description:
        'Exactly the band of `rugScore`. That of risk, but no better than the grade of a deep scan at hand (`danger` there is `high-risk` here), `high-risk` where no buyer can move the tokens (flags `non_transferable`, `default_frozen`), and `caution` instead of `safe` where the mint itself can take or stop tokens (see flags). `safe` only with a deep scan at hand: shares speak against a token and never for it. Without one it is null where nothing was found, and where not one of the five shares is known; `risk.unknown` names those that are not, `distribution.lower_bounds` those that are at least so much.',
    }),
  ),
  flags: Type.Array(Type.Enum([...TOKEN_FLAGS])),
  deepscanAvailable: Type.Boolean({ description: 'A fresh deep scan of this token is at hand.' }),
  checkedAt: Type.Integer({ description: 'Epoch milliseconds at which the chain was read.' }),
  generatedAt: EpochMs,
  explain: Type.Optional(Explain),
})
export type IntelRecord = Static<typeof IntelRecord>
