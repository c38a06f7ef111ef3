import { readChainAddress, readChainPool } from '../../chain/catalog/addresses.ts'
import { chainOfKey } from '../../chain/catalog/chains.ts'
import { isAddress } from '../../contract/params.ts'
import type { TapeChain } from '../../contract/tape-event.ts'

/** A token or wallet as the tape of a chain spells it: on Solana as it is, on EVM chains in lower case (any case that
 *  EIP-55 allows is taken). Null for what is no address there. */
export function readTapeAddress(chain: TapeChain, text: unknown): string | null {
  if (chain === 'solana') return isAddress(text) ? text : null
  const known = chainOfKey(chain)
  return known === undefined || typeof text !== 'string' ? null : readChainAddress(known, text)
}

/** The same of a pool, which on EVM chains may be an id of 32 bytes (Uniswap v4). */
export function readTapePool(chain: TapeChain, text: unknown): string | null {
  if (chain === 'solana') return isAddress(text) ? text : null
  const known = chainOfKey(chain)
  return known === undefined || typeof text !== 'string' ? null : readChainPool(known, text)
}
