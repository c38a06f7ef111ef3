import type { WalletProfile } from '../../contract/wallet-profile.ts'
import type { WalletWrapped } from '../../contract/wallet-roast.ts'

/** Spec 2.4 wrapped, of a profile and nothing else. What is not known is 0, empty or false. */
export function wrappedOf(profile: WalletProfile): WalletWrapped {
  const { activity, overview, pnl, fees, failures, dustAttackIndex, fingerprint, closeableAccounts } = profile
  return {
    wallet: profile.wallet,
    depth: profile.depth,
    generatedAt: profile.generatedAt,
    stats: {
      transactions: profile.scanned,
      activeDays: activity.activeDays,
      longestStreakDays: activity.longestStreakDays,
      swaps: overview.swaps,
      tokens: overview.tokens,
      volumeSol: overview.volumeSol,
      realizedSol: pnl.realizedSol,
      netSol: pnl.netSol,
      winRatePct: pnl.winRatePct,
      feesSol: fees.networkSol + fees.tipsSol,
      favouriteDex: fingerprint.topDex ?? '',
      busiestHourUtc: fingerprint.peakHourUtc ?? 0,
    },
    diagnostics: {
      capped: profile.capped,
      failedPct: failures.pct,
      feesLostSol: failures.feesLostSol,
      dustPct: dustAttackIndex.pct,
      emptyAccounts: closeableAccounts?.empty ?? 0,
      recoverableSol: closeableAccounts?.recoverableSol ?? 0,
      unknownBasisSells: pnl.unknownBasisSells,
      missing: profile.coverage.missing,
    },
    classification: profile.classification,
  }
}
