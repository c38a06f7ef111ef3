import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { rentLamports } from '../../chain/solana/rent-steps.ts'
import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import type { Intent } from '../manifest/manifest.ts'
import { tradedDexes } from '../pools/find-candidates.ts'
import type { QuoteTerms } from './quote-terms.ts'

/** A wallet's new token accounts are its own: what lies in them has not left it. */
const DEX_PROGRAMS: ReadonlySet<string> = new Set(tradedDexes().flatMap(({ programIds }) => programIds))
/** Of one signature. */
const SIGNATURE_LAMPORTS = 5_000n

/** What the transaction of a quote may do to its wallet: give what the quote says and no more, receive what it says and
 *  no less, pay the network, and the deposits of accounts that DEXs make for it and that were not there. It pays no one
 *  on its own. How it swaps is the aggregator's business. */
export function swapIntent(
  terms: QuoteTerms,
  wallet: string,
  { priorityLamports, lamportsPerByte }: { readonly priorityLamports: bigint; readonly lamportsPerByte: bigint },
): Intent {
  const { inputMint, outputMint, maxInRaw, minOutRaw, mints } = terms
  let leastLamports = -SIGNATURE_LAMPORTS - priorityLamports
  const leastTokens = new Map<string, bigint>()
  for (const [mint, raw] of [
    [inputMint, -maxInRaw],
    [outputMint, minOutRaw],
  ] as const) {
    if (mint === NATIVE_MINT) leastLamports += raw
    else leastTokens.set(mint, (leastTokens.get(mint) ?? 0n) + raw)
  }
  const wrapped = associatedTokenAddress(wallet, NATIVE_MINT)
  const own = [inputMint, outputMint].flatMap((mint) =>
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) => associatedTokenAddress(wallet, mint, program)),
  )
  return {
    payer: wallet,
    signers: [wallet],
    leastLamports,
    leastTokens,
    priorityLamports,
    deposits: {
      programs: DEX_PROGRAMS,
      mostLamports: BigInt(mints) * rentLamports(SWAP_LIMITS.dexAccountBytes, lamportsPerByte),
    },
    payments: [],
    programs: null,
    ownAccounts: new Set([wrapped, ...own]),
    creates: null,
    // Unwrapping closes the account, also one that was there before.
    closes: new Set([wrapped]),
    nonce: null,
    calls: null,
    mayUseLookupTables: true,
  }
}
