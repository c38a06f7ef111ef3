const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Host names, optionally with a leading `*.`, trimmed, lower-cased and without repeats; and what is none. */
export function parseDomains(entries: readonly string[]): { domains: readonly string[]; refused: readonly string[] } {
  const domains = new Set<string>()
  const refused: string[] = []
  for (const entry of entries) {
    const domain = entry.trim().toLowerCase()
    if (domain === '') continue
    if (domain.length <= 253 && HOST.test(domain)) domains.add(domain)
    else refused.push(entry.trim())
  }
  return { domains: [...domains], refused }
}
