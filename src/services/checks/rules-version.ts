/** Version of checks, thresholds, weights and link rules. Raised with every change that can change a verdict: a stored
 *  report is replayed by the rules it was made with, or the difference is said. */
export const RULES_VERSION = '2026-11-29.2'
