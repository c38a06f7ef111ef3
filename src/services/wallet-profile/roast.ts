import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import { counted } from '../../contract/counted.ts'
import type { WalletProfile } from '../../contract/wallet-profile.ts'
import type { WalletRoast } from '../../contract/wallet-roast.ts'
import { wrappedOf } from './wrapped.ts'

type Roast = WalletRoast['roast']
type Burn = { readonly key: string; readonly rule: string; readonly text: string; readonly evidence: readonly string[] }
type BurnRule = {
  readonly key: string
  readonly rule: string
  /** Points of the score, text and figures; null where it does not hold. */
  readonly says: (profile: WalletProfile) => { points: number; text: string; evidence: readonly string[] } | null
}

const NO_POINTS = 10
const MOST_POINTS = 99

/** Dry, about habits and sums, never about a person. */
const BURN_RULES: readonly BurnRule[] = [
  {
    key: 'net_loss',
    rule: 'closed trades, fees and tips together lost SOL',
    says: ({ pnl: { netSol, closedTrades } }) =>
      closedTrades > 0 && netSol < 0
        ? {
            points: 20,
            text: `${counted(closedTrades, 'closed trade')} returned ${shown(-netSol)} SOL to the market, with interest.`,
            evidence: [`net ${netSol} SOL`],
          }
        : null,
  },
  {
    key: 'win_rate',
    rule: `${P.leastSamples} closed trades, at most ${P.losingPct} % won`,
    says: ({ pnl: { closedTrades, winRatePct } }) =>
      closedTrades >= P.leastSamples && winRatePct! <= P.losingPct
        ? {
            points: 20,
            text: `A win rate of ${winRatePct} %. A coin would like a word.`,
            evidence: [`${winRatePct} % of ${closedTrades}`],
          }
        : null,
  },
  {
    key: 'failures',
    rule: `at least ${P.failingPct} % of ${P.leastSamples} or more transactions failed`,
    says: ({ scanned, failures: { pct, count, feesLostSol } }) =>
      scanned >= P.leastSamples && pct >= P.failingPct
        ? {
            points: 15,
            text: `${count} of ${scanned} transactions failed. The validators send their thanks for ${shown(feesLostSol)} SOL.`,
            evidence: [`${pct} %`, `${feesLostSol} SOL of fees`],
          }
        : null,
  },
  {
    key: 'haste',
    rule: `${P.leastSamples} closed trades, the median under ${P.scalpSecs} s`,
    says: ({ holdingTimes: { closed, medianSecs } }) =>
      closed >= P.leastSamples && medianSecs! < P.scalpSecs
        ? {
            points: 10,
            text: `The typical conviction lasts ${counted(medianSecs!, 'second')}.`,
            evidence: [`median ${medianSecs} s of ${closed}`],
          }
        : null,
  },
  {
    key: 'bags',
    rule: `${P.leastSamples} tokens bought, at least half still held`,
    says: ({ cohorts: { bought, stillHolding } }) =>
      bought >= P.leastSamples && stillHolding * 2 >= bought
        ? {
            points: 10,
            text: `${stillHolding} of ${bought} tokens are still here. Long-term investing, possibly on purpose.`,
            evidence: [`${stillHolding} of ${bought}`],
          }
        : null,
  },
  {
    key: 'empty_accounts',
    rule: `${P.leastSamples} empty token accounts`,
    says: ({ closeableAccounts }) =>
      closeableAccounts !== null && closeableAccounts.empty >= P.leastSamples
        ? {
            points: 5,
            text: `${closeableAccounts.empty} empty token accounts hold ${shown(closeableAccounts.recoverableSol)} SOL of deposits, patiently.`,
            evidence: [`${closeableAccounts.recoverableSol} SOL`],
          }
        : null,
  },
]

/** Spec 2.4 roast, of a profile and nothing else: the same profile gives the same text. */
export function roastOf(profile: WalletProfile, isExplained: boolean): WalletRoast {
  const found = BURN_RULES.flatMap(({ key, rule, says }) => {
    const said = says(profile)
    return said === null ? [] : [{ key, rule, ...said }]
  })
  const roast = profile.scanned === 0 ? NO_ACTIVITY : roastFrom(profile, found)
  const burns = found.map(({ key, rule, evidence }) => ({ key, rule, evidence: [...evidence] }))
  return { ...wrappedOf(profile), roast, ...(isExplained ? { explain: { burns } } : {}) }
}

/** The fixed verdict on a wallet that did nothing. */
const NO_ACTIVITY: Roast = {
  headline: 'Nothing to roast.',
  burns: ['No transactions, no mistakes. The best record on the chain.'],
  receipts: [{ label: 'Transactions', value: '0' }],
  actions: [],
  lScore: 1,
  tweetText: 'My wallet was roasted: no transactions, no mistakes. The best record on the chain.',
}

function roastFrom(profile: WalletProfile, found: readonly (Burn & { readonly points: number })[]): Roast {
  const { scanned, pnl, failures, fees, closeableAccounts, classification } = profile
  const points = found.reduce((sum, one) => sum + one.points, NO_POINTS)
  const lScore = Math.max(1, Math.min(MOST_POINTS, points))
  const burns = found.length === 0 ? ['Nothing stands out. Somebody here reads the label first.'] : found.map(textOf)
  const headline = `${classification.label}, ${lScore} of 99.`
  const scope = profile.capped ? `newest ${counted(scanned, 'transaction')}` : 'all transactions'
  const recoverable = closeableAccounts?.recoverableSol ?? 0
  return {
    headline,
    burns,
    receipts: [
      { label: 'Transactions', value: String(scanned), scope },
      { label: 'Realised', value: `${shown(pnl.realizedSol)} SOL`, hint: 'FIFO, before fees and tips', scope },
      { label: 'Fees and tips', value: `${shown(pnl.feesAndTipsSol)} SOL`, scope },
      { label: 'Failed', value: `${failures.pct} %`, hint: `${shown(failures.feesLostSol)} SOL of fees`, scope },
      { label: 'Priority fees', value: `${shown(fees.prioritySol)} SOL`, scope },
    ],
    actions:
      recoverable > 0
        ? [
            {
              kind: 'reclaim_rent',
              label: 'Close empty token accounts',
              href: '/api/v1/check',
              reason: `${counted(closeableAccounts!.empty, 'empty account holds', 'empty accounts hold')} deposits`,
              potentialSavings: recoverable,
            },
          ]
        : [],
    lScore,
    tweetText: `My wallet was roasted: ${headline} ${burns[0]}`.slice(0, P.tweetChars),
  }
}

function textOf({ text }: Burn): string {
  return text
}

function shown(sol: number): string {
  return String(Math.round(sol * 10_000) / 10_000)
}
