import { nearestNames } from '../../contract/nearest-name.ts'
import { type CatalogChain, CHAIN_PROVIDERS, CHAINS } from './chains.ts'

/** Longer text names no chain: the longest accepted spelling is a CAIP-2 id. */
const MAX_SPELLING_CHARS = 64
const MAX_SUGGESTIONS = 3

/** What a text names. Of `candidates` there are at least two; `suggestions` are keys, the nearest first. */
export type Resolution =
  | { readonly kind: 'chain'; readonly chain: CatalogChain; readonly matched: SpellingKind }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly CatalogChain[] }
  | { readonly kind: 'unknown'; readonly suggestions: readonly string[] }

/** By which kind of spelling a chain was found. */
export const SPELLING_KINDS = ['key', 'alias', 'name', 'eip155', 'caip2', 'providerId'] as const
export type SpellingKind = (typeof SPELLING_KINDS)[number]

/** The chain that a text names: key, alias, name, EIP-155 number, `evm:<id>`, `eip155:<id>`, a CAIP-2 id, a provider's
 *  id, or that id with its provider (`lifi:bob`), in any case and with blanks around it. A key takes precedence over an
 *  alias, an alias over a name, and so on; within one kind a spelling that several chains share is ambiguous. */
export function readChain(text: string): Resolution {
  const spelling = inLowerCase(text.trim())
  const owners = spelling.length > MAX_SPELLING_CHARS ? undefined : SPELLINGS.get(spelling)
  if (owners === undefined) return { kind: 'unknown', suggestions: suggest(spelling) }
  const [chain] = owners.chains
  return owners.chains.length === 1
    ? { kind: 'chain', chain: chain!, matched: owners.kind }
    : { kind: 'ambiguous', candidates: owners.chains }
}

/** The one chain that a text names; null when it names none or several. */
export function resolveChain(text: string): CatalogChain | null {
  const found = readChain(text)
  return found.kind === 'chain' ? found.chain : null
}

/** Every spelling that `readChain` accepts for a chain, by kind, in the order in which kinds win. */
export function spellingsOf(chain: CatalogChain): Readonly<Record<SpellingKind, readonly string[]>> {
  const { key, aliases, name, eip155, caip2, providerIds } = chain
  const ids = CHAIN_PROVIDERS.flatMap((provider) => {
    const id = providerIds[provider]
    return id === undefined ? [] : [id, `${provider}:${id}`]
  })
  return {
    key: [key],
    alias: aliases,
    name: [name],
    eip155: eip155 === null ? [] : [`${eip155}`, `evm:${eip155}`, `eip155:${eip155}`],
    caip2,
    providerId: ids,
  }
}

type Owners = { readonly kind: SpellingKind; readonly chains: CatalogChain[] }

const SPELLINGS = collectSpellings()
/** Names that a typing error may have come from, each with its chain's key. */
const NAMES = new Map(
  CHAINS.flatMap(({ key, aliases, name }) => [key, ...aliases, name].map((one) => [one.toLowerCase(), key] as const)),
)

function collectSpellings(): ReadonlyMap<string, Owners> {
  const found = new Map<string, Owners>()
  const all = CHAINS.map((chain) => ({ chain, spellings: spellingsOf(chain) }))
  for (const kind of SPELLING_KINDS)
    for (const { chain, spellings } of all)
      for (const spelling of new Set(spellings[kind].map(inLowerCase))) {
        const owners = found.get(spelling)
        if (owners === undefined) found.set(spelling, { kind, chains: [chain] })
        else if (owners.kind === kind) owners.chains.push(chain)
      }
  return found
}

/** Of A to Z alone: the case mapping of Unicode makes ASCII of some look-alikes (the Kelvin sign becomes k). */
function inLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function suggest(spelling: string): readonly string[] {
  const nearest = nearestNames(spelling, NAMES.keys(), MAX_SUGGESTIONS * MAX_SUGGESTIONS)
  return [...new Set(nearest.map((name) => NAMES.get(name)!))].slice(0, MAX_SUGGESTIONS)
}
