import type { TokenEvidence } from './evidence.ts'
import { hasGap } from './has-gap.ts'

/** Whether finding no pool means that there is none. A node that refuses to list the holders refuses to search for
 *  pools as well (both are `getProgramAccounts`): then only those at derived addresses are found. */
export function poolsWereSought(evidence: Pick<TokenEvidence, 'gaps' | 'holders'>): boolean {
  return !hasGap(evidence, 'pools') && (evidence.holders === null || evidence.holders.method === 'program-accounts')
}
