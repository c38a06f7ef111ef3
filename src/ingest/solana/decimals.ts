import { isSolLike } from '../../chain/solana/dexes/quote-mints.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import { INGEST } from '../../config/ingest.ts'
import { counted } from '../../contract/counted.ts'
import { findExtension, readMint } from '../../hot-paths/account-layouts.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { NodeFailure } from '../node-failure.ts'
import type { FactReaderParts } from './read-facts.ts'

const SOL_DECIMALS = 9
/** Token-2022: the close authority of a mint; all zero means there is none. */
const MINT_CLOSE_AUTHORITY = 3

/** Decimals of mints, from memory or from the chain. A mint that is not there has none. Both reject with `NodeFailure`
 *  when the node does not answer. */
export function createDecimals(rpc: SolanaRpc): Pick<FactReaderParts, 'decimalsOf' | 'askDecimals'> {
  const known = createBoundedMap<string, number>(INGEST.knownMints)
  const read = async (mints: readonly string[]) => {
    const answer = await rpc.accounts(mints)
    if (!answer.ok) throw new NodeFailure(`decimals of ${counted(mints.length, 'mint')}: ${answer.message}`)
    return answer.value
  }
  return {
    async decimalsOf(mints) {
      const found = new Map<string, number>()
      const missing: string[] = []
      for (const mint of mints) {
        const decimals = isSolLike(mint) ? SOL_DECIMALS : known.get(mint)
        if (decimals === undefined) missing.push(mint)
        else found.set(mint, decimals)
      }
      if (missing.length === 0) return found
      for (const account of (await read(missing)).accounts) {
        const mint = account === null ? null : readMint(account.data)
        if (account === null || mint === null) continue
        known.set(account.address, mint.decimals)
        found.set(account.address, mint.decimals)
      }
      return found
    },
    async askDecimals(mints, slot) {
      const found = new Map<string, number | null>()
      const asked: string[] = []
      for (const mint of mints)
        if (isSolLike(mint)) found.set(mint, SOL_DECIMALS)
        else asked.push(mint)
      if (asked.length === 0) return found
      const answer = await read(asked)
      for (const [at, account] of answer.accounts.entries()) {
        const address = asked[at]!
        const fixed = account === null ? null : fixedDecimals(account)
        if (fixed === null) known.delete(address)
        else known.set(address, fixed)
        if (account !== null || answer.slot >= slot) found.set(address, fixed)
      }
      return found
    },
  }
}

/** Decimals of a mint without a close authority; null for any other account. */
function fixedDecimals({ owner, data }: AccountView): number | null {
  if (owner !== TOKEN_PROGRAM && owner !== TOKEN_2022_PROGRAM) return null
  const canBeClosed = findExtension(data, MINT_CLOSE_AUTHORITY)?.some((byte) => byte !== 0) ?? false
  return canBeClosed ? null : (readMint(data)?.decimals ?? null)
}
