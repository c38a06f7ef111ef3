import Type, { type Static } from 'typebox'
import { LINK_KINDS } from './bubble-map.ts'
import { AddressSchema } from './params.ts'
import { closed, EpochMs, NullableInteger, NullableText, nullable, Text } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Score = Type.Integer({ minimum: 0, maximum: 100 })
const Kind = Type.Enum([...LINK_KINDS])
const ClusterId = nullable(Type.String({ description: 'Cluster, `C1` the largest; null outside of all.' }))

export const COHORT_STAGES = ['queued', 'histories', 'transactions', 'funding', 'tokens', 'judging', 'done'] as const
const Progress = closed({
  stage: Type.Enum([...COHORT_STAGES]),
  done: Count,
  total: Count,
  pct: Type.Integer({ minimum: 0, maximum: 100, description: 'Of the whole job; never falls.' }),
})
export type CohortProgress = Static<typeof Progress>
export type CohortStage = (typeof COHORT_STAGES)[number]

const ParseInfo = closed({
  given: Type.Integer({ minimum: 0, description: 'Entries.' }),
  valid: Type.Integer({ minimum: 0, description: 'Different addresses.' }),
  duplicates: Count,
  invalidCount: Count,
  invalid: Type.Array(closed({ index: Count, entry: Text }), { description: 'The first 20 bad entries.' }),
})

const Status = Type.Enum(['running', 'done', 'failed'])

export const CohortAccepted = closed({
  jobId: Text,
  status: Status,
  cached: Type.Boolean({ description: 'Whether this is the job of the same set from the last 10 minutes.' }),
  joined: Type.Boolean({ description: 'Whether a job of the same set is under way, which this is.' }),
  wallets: Count,
  parseInfo: ParseInfo,
  progress: Progress,
  expiresAt: EpochMs,
})
export type CohortAccepted = Static<typeof CohortAccepted>

const EvidenceItem = closed({
  signatures: Type.Array(Text, { minItems: 1 }),
  slot: NullableInteger,
  amount: nullable(Type.String({ description: 'Base units.' })),
  unit: NullableText,
  via: nullable(Type.String({ description: 'What both share: funder, fee payer, table, nonce authority.' })),
  token: nullable(Type.String({ description: 'Mint that was looked at; null for the wallets’ own histories.' })),
  detail: Text,
})

const Node = closed({
  wallet: AddressSchema,
  label: NullableText,
  cluster: ClusterId,
  degree: Type.Integer({ minimum: 0, description: 'Members it has an edge to.' }),
  reading: Type.Enum(['whole', 'partial', 'busy', 'none', 'service'], {
    description:
      'How far its history was read: `busy` is more than a page of signatures, `service` a public address, through which nothing links.',
  }),
  firstSeen: nullable(Type.Integer({ description: 'Epoch seconds; null where its beginning was not read.' })),
  funder: NullableText,
  funderLabel: NullableText,
})

const Edge = closed({
  source: AddressSchema,
  target: AddressSchema,
  type: Kind,
  weight: Type.Number({ minimum: 0, maximum: 1, description: '1 joins by itself; below it is a weight among others.' }),
  joins: Type.Boolean({ description: 'Whether both ends are in one cluster.' }),
  evidence: EvidenceItem,
})

const Cluster = closed({
  id: Text,
  size: Type.Integer({ minimum: 2 }),
  members: Type.Array(AddressSchema),
  kinds: Type.Array(Kind),
  rootFunder: nullable(Type.String({ description: 'Who gave most of its members their first money.' })),
  tokens: Type.Array(Text, { description: 'Mints whose evidence joined some of them.' }),
})

const Bridge = closed({
  address: Text,
  isMember: Type.Boolean(),
  label: NullableText,
  cluster: Text,
  members: Type.Array(AddressSchema, { description: 'Whom it ties.' }),
  kinds: Type.Array(Kind),
  critical: Type.Boolean({ description: 'Whether the cluster falls apart without it.' }),
})

const Funded = closed({
  ts: NullableInteger,
  slot: Count,
  wallet: AddressSchema,
  from: Text,
  fromLabel: NullableText,
  lamports: Text,
  signature: Text,
  cluster: ClusterId,
})

/** What an analysis found (spec 2.4). */
export const CohortAnalysis = {
  verdict: closed({
    headline: Text,
    tone: Type.Enum(['coordinated', 'partly', 'independent', 'inconclusive']),
  }),
  cohesion: closed({
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Pairs of readable members in one cluster, of all such pairs, percent.',
    }),
    components: closed(
      { money: Score, control: Score, timing: Score },
      'The same by edges of one family alone: money that moved; keys, payers, tables and powers; time and tokens.',
    ),
  }),
  graph: closed({ nodes: Type.Array(Node), edges: Type.Array(Edge, { description: 'The strongest first.' }) }),
  clusters: Type.Array(Cluster),
  bridges: Type.Array(Bridge),
  fundingTimeline: Type.Array(Funded, { description: 'First money of each member, the oldest first.' }),
  coverage: closed({
    wallets: Count,
    read: Type.Integer({ minimum: 0, description: 'Members whose history was read, whole or to a page.' }),
    transactions: Type.Integer({ minimum: 0, description: 'Transactions that were weighed.' }),
    tokens: Type.Array(closed({ mint: Text, members: Count, gathered: Type.Boolean() }), {
      description: 'Common tokens, those of most members first.',
    }),
    gaps: Type.Array(Text),
    edgesLeftOut: Count,
  }),
  unknown: Type.Array(closed({ wallet: AddressSchema, reason: Text }), {
    description: 'Members of which nothing can be concluded.',
  }),
  isolated: Type.Array(AddressSchema, { description: 'Members that were read and tie to no other.' }),
} as const
const Analysis = closed(CohortAnalysis)
export type CohortAnalysis = Static<typeof Analysis>

export const CohortJobReply = closed({
  jobId: Text,
  status: Status,
  progress: Progress,
  wallets: Count,
  createdAt: EpochMs,
  expiresAt: EpochMs,
  finishedAt: Type.Optional(EpochMs),
  failure: Type.Optional(Type.String({ description: 'Why a failed job failed.' })),
  verdict: Type.Optional(CohortAnalysis.verdict),
  cohesion: Type.Optional(CohortAnalysis.cohesion),
  graph: Type.Optional(CohortAnalysis.graph),
  clusters: Type.Optional(CohortAnalysis.clusters),
  bridges: Type.Optional(CohortAnalysis.bridges),
  fundingTimeline: Type.Optional(CohortAnalysis.fundingTimeline),
  coverage: Type.Optional(CohortAnalysis.coverage),
  unknown: Type.Optional(CohortAnalysis.unknown),
  isolated: Type.Optional(CohortAnalysis.isolated),
})
export type CohortJobReply = Static<typeof CohortJobReply>
