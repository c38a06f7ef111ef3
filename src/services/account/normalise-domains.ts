import { ACCOUNTS } from '../../config/accounts.ts'
import { parseDomains } from './parse-domains.ts'

/** Spec 4.7: trimmed, lower-cased, what is no host name dropped without a word; the first hundred count. Empty means
 *  any domain. */
export function normaliseDomains(entries: readonly unknown[]): readonly string[] {
  return parseDomains(entries, ACCOUNTS.domainsMax).domains
}

/** As the answers show it: null when unrestricted. */
export function shownDomains(domains: readonly string[]): string[] | null {
  return domains.length === 0 ? null : [...domains]
}
