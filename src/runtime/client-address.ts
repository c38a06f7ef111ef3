import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
type Range = [Address, number]

export type TrustedProxies = { readonly ranges: readonly Range[] }

/** Reads addresses and CIDR ranges; throws with the entry that is neither. */
export function parseTrustedProxies(entries: readonly string[]): TrustedProxies {
  return {
    ranges: entries.map((entry) => {
      if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry) as Range
      if (ipaddr.isValid(entry)) {
        const address = ipaddr.process(entry)
        return [address, address.kind() === 'ipv4' ? 32 : 128]
      }
      throw new Error(`TRUSTED_PROXIES: ${entry.slice(0, 64)} is no address and no CIDR range`)
    }),
  }
}

/** The address a request came from: the peer's, or, when the peer is a trusted proxy, the right-most address of
 *  `X-Forwarded-For` that is not a trusted proxy itself. What a client wrote further left is never believed. */
export function clientAddress(peer: string, forwardedFor: string, trusted: TrustedProxies): string {
  let current = normalise(peer)
  if (current === null) return peer
  if (trusted.ranges.length === 0 || forwardedFor === '') return current.toString()
  const hops = forwardedFor.split(',')
  for (let i = hops.length - 1; i >= 0 && isTrusted(current, trusted); i--) {
    const hop = normalise(hops[i]!.trim())
    if (hop === null) break
    current = hop
  }
  return current.toString()
}

/** What the connections of a peer count as; null for a trusted proxy, which brings those of many, and for this
 *  machine. */
export function connectionBucket(peer: string, trusted: TrustedProxies): string | null {
  const address = normalise(peer)
  if (address === null || address.range() === 'loopback' || isTrusted(address, trusted)) return null
  return addressBucket(address.toString())
}

/** What counts as one client for limits: an IPv4 address, or an IPv6 /64, which one subscriber has whole. */
export function addressBucket(address: string): string {
  const parsed = normalise(address)
  if (parsed === null || parsed.kind() === 'ipv4') return address
  return `${(parsed as { parts: number[] } & Address).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

function normalise(text: string): Address | null {
  const bare = text.startsWith('[') ? text.slice(1).replace(/\](:\d+)?$/, '') : text.replace(/^([\d.]+):\d+$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

function isTrusted(address: Address, { ranges }: TrustedProxies): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match([base, bits] as never))
}
