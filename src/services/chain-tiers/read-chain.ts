import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { readChain, type SpellingKind } from '../../chain/catalog/resolve.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'

/** The chain that a caller names in any spelling. Fails `not_found` with the nearest keys for what names none, and
 *  `invalid_request` with the candidates for what several chains are called. */
export function chainNamed(text: string): Outcome<{ readonly chain: CatalogChain; readonly matched: SpellingKind }> {
  const found = readChain(text)
  if (found.kind === 'chain') return ok(found)
  if (found.kind === 'unknown')
    return { ...(fail('not_found', 'unknown chain') as Failure), members: { suggestions: found.suggestions } }
  const candidates = found.candidates.map(({ key, name, caip2 }) => ({ chain: key, name, caip2: caip2[0] ?? null }))
  const keys = candidates.map(({ chain }) => chain).join(', ')
  return { ...(fail('invalid_request', `ambiguous chain: ${keys}`) as Failure), members: { candidates } }
}
