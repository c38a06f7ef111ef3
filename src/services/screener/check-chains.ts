import { resolveChain } from '../../chain/catalog/resolve.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { shownName } from '../../contract/unknown-name.ts'
import { checkStreamChain } from '../chains/stream-coverage.ts'

/** Which chains are answered for. Fails `invalid_request` for what names no chain, and `unsupported_on_chain` with what
 *  is missing where none of them is followed; one among others that is not followed is said in `missing`. */
export function checkChains(ctx: Context, asked: readonly string[]): Outcome<{ readonly missing: readonly string[] }> {
  const missing: string[] = []
  let isServed = false
  for (const text of asked.length === 0 ? ['solana'] : asked) {
    if (resolveChain(text) === null) return fail('invalid_request', `unknown chain ${shownName(text)}`)
    const chain = checkStreamChain(ctx, text)
    if (chain.ok) isServed = true
    else missing.push(`${chain.message}, and no provider of its pairs is configured`)
  }
  return isServed ? ok({ missing }) : fail('unsupported_on_chain', missing.join('; '))
}

/** The same of a path, where an unknown chain is 404. */
export function checkPathChain(ctx: Context, text: string): Outcome<null> {
  if (resolveChain(text) === null) return fail('not_found', 'unknown chain')
  const chain = checkChains(ctx, [text])
  return chain.ok ? ok(null) : chain
}
