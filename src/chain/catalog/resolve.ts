import { type CatalogChain, CHAINS } from './chains.ts'

/** Longer text names no chain: the longest accepted spelling is a CAIP-2 id. */
const MAX_SPELLING_CHARS = 64

/** The chain that a text names: key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, a CAIP-2 id or a
 *  provider's id, in any case and with blanks around it. Null when it names none. A key takes precedence over an alias,
 *  an alias before a name, and so on; a provider's id that two chains share names neither. */
export function resolveChain(text: string): CatalogChain | null {
  const spelling = text.trim().toLowerCase()
  if (spelling === '' || spelling.length > MAX_SPELLING_CHARS) return null
  return SPELLINGS.get(spelling) ?? null
}

/** In the order in which they win. */
const KINDS: readonly ((chain: CatalogChain) => readonly string[])[] = [
  ({ key }) => [key],
  ({ aliases }) => aliases,
  ({ name }) => [name],
  ({ eip155 }) => (eip155 === null ? [] : [`${eip155}`, `evm:${eip155}`, `eip155:${eip155}`]),
  ({ caip2 }) => caip2,
  ({ providerIds }) => Object.values(providerIds),
]

const SPELLINGS = collectSpellings()

function collectSpellings(): ReadonlyMap<string, CatalogChain> {
  const won = new Map<string, CatalogChain>()
  for (const spellingsOf of KINDS) {
    const found = new Map<string, CatalogChain | null>()
    for (const chain of CHAINS)
      for (const spelling of new Set(spellingsOf(chain).map((text) => text.toLowerCase())))
        found.set(spelling, found.has(spelling) ? null : chain)
    for (const [spelling, chain] of found) if (chain !== null && !won.has(spelling)) won.set(spelling, chain)
  }
  return won
}
