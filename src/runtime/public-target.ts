import ipaddr from 'ipaddr.js'
import { WEBHOOKS } from '../config/webhooks.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'

/** Where we post to for someone else. */
export type PublicTarget = {
  /** In its canonical spelling. */
  readonly url: string
  readonly origin: string
  /** Path and query. */
  readonly path: string
  /** Name or address, without brackets. */
  readonly host: string
  readonly port: number
  /** One of the `host:port` pairs that the operator has exempted from the address rule. */
  readonly isTest: boolean
}

/** Addresses of a name. Rejects when there is no answer. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

export const NOT_PUBLIC = 'url must be public https'

/** A bracketed address or a name, and a port without leading zeros. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([1-9]\d{0,4}))?$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_NAME_CHARS = 253
/** Names that never lead into the public internet (RFC 2606, 6761, 6762, 7686, 8375, 9476, ICANN's list of
 *  collisions). */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'test',
  'example',
  'invalid',
  'alt',
]

/** Public but not for others: the host services of a cloud. */
const HOST_SERVICES = new Set(['168.63.129.16'])

const IPV4_REFUSED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range))
/** What IANA has given out as global unicast, and what of it is special. Mapped, translated and local addresses lie
 *  outside of it. */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
const IPV6_REFUSED = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
)

/** Whether an address in its ordinary spelling belongs to the public internet (RFC 6890 and the registries behind
 *  it). */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text)
    return !HOST_SERVICES.has(address.toString()) && !IPV4_REFUSED.some((range) => address.match(range))
  }
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text) || text.includes('%')) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(IPV6_GLOBAL) && !IPV6_REFUSED.some((range) => address.match(range))
}

/** Reads an address to post to: https, a public name or address spelled plainly, port 443 or 8443. Whether a name leads
 *  to public addresses is `checkAddresses`' business. Fails `invalid_request`. */
export function parsePublicTarget(text: string, testTargets: readonly string[]): Outcome<PublicTarget> {
  if (text.length > WEBHOOKS.urlChars) return refuse(`at most ${WEBHOOKS.urlChars} characters`)
  // A parser forgives much (other digits, tabs, backslashes) and another one forgives something else: nothing of it.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return refuse('plain ASCII without blanks')
  const [, rawAuthority = '', rest = ''] = /^https:\/\/([^/?#]*)(.*)$/i.exec(text) ?? []
  if (rawAuthority === '') return fail('invalid_request', NOT_PUBLIC)
  if (rawAuthority.includes('@')) return refuse('without user and password')
  if (rest.includes('#')) return refuse('without a fragment')
  const [, host, portText = '443'] = AUTHORITY.exec(rawAuthority.toLowerCase()) ?? []
  if (host === undefined || !URL.canParse(text)) return refuse('a plain host name or address')
  const url = new URL(text)
  const port = Number(portText)
  const bare = host.startsWith('[') ? host.slice(1, -1) : host
  const isTest = testTargets.includes(`${host}:${port}`)
  // Decimal, octal, hexadecimal and shortened addresses come out of the parser in another spelling.
  if (!host.startsWith('[') && url.hostname !== host) return refuse('a plain host name or address')
  const target = { url: url.href, origin: url.origin, path: url.pathname + url.search, host: bare, port, isTest }
  if (isTest) return ok(target)
  if (!(WEBHOOKS.ports as readonly number[]).includes(port)) return refuse(`on port ${WEBHOOKS.ports.join(' or ')}`)
  if (isAddress(bare) ? !isPublicAddress(bare) : !isPublicName(bare)) return fail('invalid_request', NOT_PUBLIC)
  return ok(target)
}

/** The addresses to connect to, IPv4 first: those of the name right now, each of them public, or the address itself.
 *  Test targets may have any. Fails `invalid_request` for an address that is not public, `upstream_failed` when the
 *  name has none. */
export async function checkAddresses(target: PublicTarget, resolve: ResolveHost): Promise<Outcome<readonly string[]>> {
  if (isAddress(target.host)) return ok([target.host])
  let found: readonly string[]
  try {
    found = await resolve(target.host)
  } catch (error) {
    const { code } = error as { code?: unknown }
    return fail('upstream_failed', `the name does not resolve${typeof code === 'string' ? ` (${code})` : ''}`)
  }
  if (found.length === 0) return fail('upstream_failed', 'the name does not resolve')
  // One private address among public ones is how a name is rebound: all or nothing.
  if (!target.isTest && !found.every(isPublicAddress)) return fail('invalid_request', NOT_PUBLIC)
  return ok([...found].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':'))))
}

function refuse(why: string): Failure {
  return fail('invalid_request', `${NOT_PUBLIC}: ${why}`)
}

function isAddress(host: string): boolean {
  return host.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(host)
}

function isPublicName(name: string): boolean {
  const labels = name.split('.')
  const last = labels.at(-1)!
  return (
    name.length <= MAX_NAME_CHARS &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /^([a-z]+|xn--[a-z0-9-]+)$/.test(last) &&
    !PRIVATE_SUFFIXES.includes(last)
  )
}
