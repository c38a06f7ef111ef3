import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import { counted } from '../../contract/counted.ts'
import type { Measured } from './measure.ts'
import type { ExplainedTag, Reason } from './trader-tags.ts'

export type Classification = {
  readonly kind: string
  readonly label: string
  readonly blurb: string
  /** From 0 to 1: how much there is to judge by. */
  readonly confidence: number
}

type ClassRule = Omit<Classification, 'confidence'> & {
  readonly rule: string
  readonly holds: (measured: Measured, tags: ReadonlySet<string>) => boolean
}

const FULL_SAMPLE = 100

/** The first that holds is the class. */
const CLASS_RULES: readonly ClassRule[] = [
  {
    kind: 'inactive',
    label: 'Inactive',
    blurb: 'No transaction was found.',
    rule: 'nothing was scanned',
    holds: ({ activity }) => activity.total === 0,
  },
  {
    kind: 'bot',
    label: 'Bot',
    blurb: 'It trades at hours and rates that people do not.',
    rule: 'tagged `automated`, with swaps',
    holds: ({ overview }, tags) => tags.has('automated') && overview.swaps > 0,
  },
  {
    kind: 'launcher',
    label: 'Launcher',
    blurb: 'It makes tokens.',
    rule: 'tagged `launcher`',
    holds: (_, tags) => tags.has('launcher'),
  },
  {
    kind: 'scalper',
    label: 'Scalper',
    blurb: 'In and out within minutes.',
    rule: 'tagged `scalper`',
    holds: (_, tags) => tags.has('scalper'),
  },
  {
    kind: 'collector',
    label: 'Collector',
    blurb: 'It buys and seldom sells.',
    rule: `${P.leastSamples} purchases, and at least four for each sale`,
    holds: ({ overview: { buys, sells } }) => buys >= P.leastSamples && buys >= 4 * sells,
  },
  {
    kind: 'trader',
    label: 'Trader',
    blurb: 'It buys and sells tokens.',
    rule: `${P.leastSamples} swaps`,
    holds: ({ overview }) => overview.swaps >= P.leastSamples,
  },
  {
    kind: 'payer',
    label: 'Payer',
    blurb: 'It moves money more than it trades.',
    rule: 'more transfers than swaps',
    holds: ({ transfers, overview }) => transfers.in + transfers.out > overview.swaps,
  },
  {
    kind: 'visitor',
    label: 'Visitor',
    blurb: 'It was here a few times.',
    rule: 'none of the others',
    holds: () => true,
  },
]

export function classifyWallet(
  measured: Measured,
  tags: readonly ExplainedTag[],
): Classification & { readonly reason: Reason } {
  const keys = new Set(tags.map(({ key }) => key))
  const { holds: _, rule, ...found } = CLASS_RULES.find(({ holds }) => holds(measured, keys))!
  const { activity, overview, transfers } = measured
  const sample = Math.min(1, activity.total / FULL_SAMPLE)
  return {
    ...found,
    confidence: activity.total === 0 ? 1 : Math.round((0.3 + 0.6 * sample) * 100) / 100,
    reason: {
      rule,
      evidence: [
        counted(activity.total, 'transaction'),
        `${counted(overview.buys, 'purchase')} and ${counted(overview.sells, 'sale')}`,
        counted(transfers.in + transfers.out, 'transfer'),
        ...tags.filter(({ key }) => rule.includes(`\`${key}\``)).flatMap(({ evidence }) => evidence),
      ],
    },
  }
}
