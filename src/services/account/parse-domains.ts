const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Host names, optionally with a leading `*.`, trimmed, lower-cased and without repeats; and what of the texts is none.
 *  Reads no further than the first `maxDomains`. */
export function parseDomains(
  entries: readonly unknown[],
  maxDomains = Number.POSITIVE_INFINITY,
): { domains: readonly string[]; refused: readonly string[] } {
  const domains = new Set<string>()
  const refused: string[] = []
  for (const entry of entries) {
    if (domains.size >= maxDomains) break
    if (typeof entry !== 'string') continue
    const domain = entry.trim().toLowerCase()
    if (domain === '') continue
    if (domain.length <= 253 && HOST.test(domain)) domains.add(domain)
    else refused.push(entry.trim())
  }
  return { domains: [...domains], refused }
}
