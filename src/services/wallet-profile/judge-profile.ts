import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import { counted } from '../../contract/counted.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import type { HeldNow, ProfileEvidence } from '../../contract/profile-evidence.ts'
import type { WalletProfile } from '../../contract/wallet-profile.ts'
import { classifyWallet } from './classify-wallet.ts'
import { toSol } from './figures.ts'
import { type Measured, measure } from './measure.ts'
import { traderTags } from './trader-tags.ts'

/** Spec 2.4 profile: a pure function of its evidence. */
export function judgeProfile(evidence: ProfileEvidence): WalletProfile {
  const { wallet, depth, sinceSec, nowMs, solPriceUsd, facts, capped, holdings } = evidence
  const measured = measure(facts, holdings)
  const tags = traderTags(measured, Math.floor(nowMs / 1_000))
  const { reason, ...classification } = classifyWallet(measured, tags)
  const usd = (sol: number): number | null => (solPriceUsd === null ? null : sol * solPriceUsd)
  const { dustSignatures, positions, pnl, ...shown } = measured
  return {
    wallet,
    depth,
    since: sinceSec,
    scanned: facts.length,
    capped,
    oldestTs: measured.activity.firstTs,
    newestTs: measured.activity.lastTs,
    generatedAt: nowMs,
    solPriceUsd,
    identity: { kind: classification.kind, label: classification.label },
    classification,
    biography: biographyOf(measured, classification.label),
    ...shown,
    pnl: { ...pnl, realizedUsd: usd(pnl.realizedSol), netUsd: usd(pnl.netSol), usdPriceBasis: 'now' },
    risk: riskOf(measured),
    fingerprint: fingerprintOf(measured),
    copyLikeness: copyLikenessOf(measured),
    cohorts: cohortsOf(positions, holdings),
    traderTags: tags.map(({ key, label, tone }) => ({ key, label, tone })),
    stakingOpportunity: stakingOf(holdings, usd),
    closeableAccounts: closeableOf(holdings, usd),
    holdings: holdingsOf(holdings, usd),
    coverage: coverageOf(evidence),
    estimates: [
      'identity',
      'classification',
      'risk',
      'copyLikeness',
      'fingerprint',
      'stakingOpportunity',
      'traderTags',
    ],
    explain: {
      classification: { rule: reason.rule, evidence: [...reason.evidence] },
      tags: tags.map(({ key, rule, evidence: shows }) => ({ key, rule, evidence: [...shows] })),
      dust: {
        rule: `SOL under ${P.dustLamports} lamports from an address it never paid, or from one that looks like an address it paid`,
        evidence: dustSignatures,
      },
    },
  }
}

/** A node lists what names the wallet's own address, and nothing else. */
function coverageOf({ facts, signaturesListed, capped, holdings }: ProfileEvidence): WalletProfile['coverage'] {
  return {
    signaturesListed,
    decoded: facts.length,
    pct: signaturesListed === 0 ? 100 : Math.round((facts.length / signaturesListed) * 1_000) / 10,
    missing: [
      ...(capped ? ['older transactions'] : []),
      ...(facts.length < signaturesListed ? ['transactions the node lists and does not have'] : []),
      ...(holdings === null ? ['token accounts'] : []),
    ],
  }
}

function biographyOf({ activity, overview, pnl }: Measured, label: string): string {
  if (activity.total === 0) return 'No transaction of this wallet was found.'
  const done = `${counted(activity.total, 'transaction')} on ${counted(activity.activeDays, 'day')}`
  const traded = `${counted(overview.swaps, 'swap')} in ${counted(overview.tokens, 'token')}`
  return `${label}: ${done}, ${traded}.${closedSentence(pnl)}`
}

/** A share of one trade would say less than how it ended. */
function closedSentence({ closedTrades, winRatePct }: Measured['pnl']): string {
  if (closedTrades === 0) return ''
  if (closedTrades === 1) return ` It closed 1 trade and ${winRatePct === 100 ? 'won' : 'did not win'} it.`
  return ` It closed ${closedTrades} trades and won ${winRatePct} % of them.`
}

/** Points of habits that cost whoever copies or trusts the wallet. */
function riskOf({ failures, activity, concentration, pnl, holdingTimes, dustAttackIndex }: Measured) {
  const enough = (count: number): boolean => count >= P.leastSamples
  const factors = [
    { key: 'failures', points: enough(activity.total) ? Math.min(25, failures.pct / 2) : 0 },
    { key: 'losses', points: enough(pnl.closedTrades) && pnl.netSol < 0 ? (100 - pnl.winRatePct!) * 0.3 : 0 },
    { key: 'concentration', points: concentration.tokens > 0 && concentration.topTokenPct >= 50 ? 15 : 0 },
    { key: 'haste', points: enough(holdingTimes.closed) ? holdingTimes.underScalpPct * 0.2 : 0 },
    { key: 'dust', points: enough(dustAttackIndex.total) ? dustAttackIndex.pct * 0.1 : 0 },
  ]
    .map(({ key, points }) => ({ key, points: Math.round(points) }))
    .filter(({ points }) => points > 0)
  const score = Math.min(
    100,
    factors.reduce((sum, { points }) => sum + points, 0),
  )
  const level: WalletProfile['risk']['level'] = score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low'
  return { score, level, factors }
}

function fingerprintOf({ activity, sources, dexBreakdown, sizing, mevAwareness }: Measured) {
  const peak = Math.max(...activity.hourHistogram)
  return {
    peakHourUtc: peak === 0 ? null : activity.hourHistogram.indexOf(peak),
    topSource: sources[0]?.source ?? null,
    topDex: dexBreakdown[0]?.dex ?? null,
    usualBuySol: sizing.usualSol,
    usualTipLamports: mevAwareness.medianTipLamports,
  }
}

/** How much it looks like a wallet that follows another by machine, from its own habits alone: one size, many tokens,
 *  exits soon, sales of everything. No sign proves it; whom it follows is not known. */
function copyLikenessOf({ sizing, overview, holdingTimes, velocity }: Measured) {
  const isEnough = sizing.buys >= P.leastSamples
  const signs = [
    { key: 'same_size', points: Math.round(sizing.sameSizePct * 0.4) },
    { key: 'many_tokens', points: overview.buys > 0 && overview.tokens * 2 >= overview.buys ? 20 : 0 },
    { key: 'quick_exits', points: Math.round(holdingTimes.underScalpPct * 0.2) },
    { key: 'bursts', points: velocity.peakPerHour >= P.botPerHour ? 20 : 0 },
  ].filter(({ points }) => points > 0)
  return { score: isEnough ? signs.reduce((sum, { points }) => sum + points, 0) : null, buysLooked: sizing.buys, signs }
}

/** The tokens it bought, most SOL first. */
function cohortsOf(positions: Measured['positions'], holdings: HeldNow | null) {
  const held = holdings && new Set(holdings.tokens.map(({ mint }) => mint))
  const bought = positions.filter(({ buys }) => buys > 0)
  const isHeld = (mint: string, leftRaw: bigint): boolean => (held === null ? leftRaw > 0n : held.has(mint))
  return {
    total: positions.length,
    stillHolding: bought.filter(({ mint, leftRaw }) => isHeld(mint, leftRaw)).length,
    bought: bought.length,
    top: bought
      .toSorted((a, b) =>
        a.costLamports === b.costLamports ? (a.mint < b.mint ? -1 : 1) : a.costLamports > b.costLamports ? -1 : 1,
      )
      .slice(0, P.cohortTokens)
      .map(({ mint, buys, sells, costLamports, proceedsLamports, realizedLamports, leftRaw }) => ({
        mint,
        buys,
        sells,
        costSol: toSol(costLamports),
        proceedsSol: toSol(proceedsLamports),
        realizedSol: toSol(realizedLamports),
        holding: isHeld(mint, leftRaw),
      })),
  }
}

/** SOL and tokens as a portfolio counts them. */
function holdingsOf(holdings: HeldNow | null, usd: (sol: number) => number | null) {
  if (holdings === null) return null
  const [wrapped, tokens] = [[] as bigint[], new Set<string>()]
  for (const { mint, amountRaw } of holdings.tokens)
    if (mint === WSOL_MINT) wrapped.push(amountRaw)
    else tokens.add(mint)
  const sol = toSol(wrapped.reduce((sum, one) => sum + one, holdings.lamports))
  return { sol, tokens: tokens.size, tokenAccounts: holdings.accounts, solUsd: usd(sol) }
}

function stakingOf(holdings: HeldNow | null, usd: (sol: number) => number | null) {
  if (holdings === null || holdings.lamports < P.idleLamports) return null
  const idleSol = toSol(holdings.lamports)
  const yearlySol = (idleSol * P.stakingYearPct) / 100
  return { idleSol, yearPct: P.stakingYearPct, yearlySol, yearlyUsd: usd(yearlySol) }
}

function closeableOf(holdings: HeldNow | null, usd: (sol: number) => number | null) {
  if (holdings === null) return null
  const recoverableSol = toSol(holdings.recoverableLamports)
  return {
    total: holdings.accounts,
    empty: holdings.emptyAccounts,
    nonempty: holdings.accounts - holdings.emptyAccounts,
    recoverableSol,
    recoverableUsd: usd(recoverableSol),
  }
}
