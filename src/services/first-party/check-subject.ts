import { resolveChain } from '../../chain/catalog/resolve.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TapeChain } from '../../contract/tape-event.ts'
import { checkStreamChain } from '../chains/stream-coverage.ts'
import { readTapeAddress } from '../chains/tape-address.ts'

/** Whose trades: those of a wallet, or of a token whoever made them. */
export type TapeSubject = {
  readonly chain: TapeChain
  readonly by: 'wallet' | 'mint'
  readonly address: string
}

/** What the path names. Fails `not_found` for an unknown chain, `unsupported_on_chain`, with the reason, for one that
 *  is not followed, and `invalid_request` for an address that is none of its chain. */
export function checkSubject(
  ctx: Pick<Context, 'config' | 'store' | 'clock'>,
  chainText: string,
  { by, address }: Pick<TapeSubject, 'by' | 'address'>,
): Outcome<TapeSubject> {
  if (resolveChain(chainText) === null) return fail('not_found', 'unknown chain')
  const chain = checkStreamChain(ctx, chainText)
  if (!chain.ok) return chain
  const own = readTapeAddress(chain.value, address)
  if (own === null) return fail('invalid_request', `invalid address for ${chain.value}`)
  return ok({ chain: chain.value, by, address: own })
}
