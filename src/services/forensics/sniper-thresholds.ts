/** Every number the sniper cohort is judged by. */
export const SNIPERS = {
  /** Wallets of which more is read than their purchase. */
  sampled: 12,
  /** Other launches in whose window it bought, among its newest transactions: once more is a habit. */
  serialOtherSnipes: 1,
  /** No one follows so many tokens by hand. */
  heavyFungibles: 50,
  /** Held now, of what was bought in the window, in thousandths. The room around a whole is for transfer fees. */
  goneBelowPerMille: 10n,
  wholeFromPerMille: 990n,
  wholeToPerMille: 1_010n,
  /** Percent of the supply that snipers hold now (spec 2.2: "snipers above 10"). */
  sharePct: 10,
  /** Snipers of one launch. */
  count: 10,
  /** Classified snipers of whom this share has left: their exit is behind the token, or was its end. */
  dumpedOf: 5,
  dumpedShare: 0.8,
  /** Share of sampled snipers above which the cohort counts as serial snipers. */
  serialOf: 3,
  serialShare: 0.5,
} as const
