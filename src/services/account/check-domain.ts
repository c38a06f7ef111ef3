import { type Failure, fail } from '../../contract/outcome.ts'

/** A key with a list of domains may be used only from pages on them. The browser's `Origin` decides; `Referer` only
 *  when there is no `Origin`. */
export function checkDomain(allowed: readonly string[], origin: string, referer: string): Failure | null {
  if (allowed.length === 0) return null
  const from = origin === '' ? referer : origin
  const host = webHostOf(from)
  if (host !== '' && allowed.some((domain) => matchesDomain(domain, host))) return null
  return fail('domain_not_allowed', 'domain not allowed')
}

/** Host of a web page's address; empty for what no page sends: another scheme, a user before the host. */
function webHostOf(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, username, password, hostname } = new URL(text)
  const isPage = (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
  return isPage ? hostname.toLowerCase() : ''
}

/** `*.example.org` matches every subdomain, at any depth, but not `example.org` itself. */
function matchesDomain(domain: string, host: string): boolean {
  return domain.startsWith('*.') ? host.length > domain.length - 1 && host.endsWith(domain.slice(1)) : host === domain
}
