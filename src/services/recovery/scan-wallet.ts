import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readTokenHoldings, type TokenHolding } from '../../chain/solana/token-holdings.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { type ClassifiedHolding, classifyHolding, type MintFacts } from './classify-holding.ts'
import { needsMint, readMintFacts } from './mint-facts.ts'

export type ScannedHolding = TokenHolding & { readonly verdict: ClassifiedHolding }
export type ScannedWallet = {
  readonly address: string
  /** Its own lamports, beside those of its token accounts. */
  readonly lamports: bigint
  /** All of its token accounts. */
  readonly holdings: readonly ScannedHolding[]
}

/** All token accounts of a wallet and what can become of each: two calls for the accounts, and one for each hundred
 *  mints of those that hold something. Fails as the node fails. */
export async function scanWallet(
  rpc: SolanaRpc,
  address: string,
  signal: AbortSignal,
): Promise<Outcome<ScannedWallet>> {
  const [held, own] = await Promise.all([
    readTokenHoldings(rpc, address, signal),
    rpc.accounts([address], { signal, dataSlice: { offset: 0, length: 0 } }),
  ])
  if (!held.ok) return held
  if (!own.ok) return own
  const wanted = held.value.filter(needsMint)
  const facts = await readMintFacts(
    rpc,
    wanted.map(({ mint }) => mint),
    signal,
  )
  if (!facts.ok) return facts
  return ok({
    address,
    lamports: own.value.accounts[0]?.lamports ?? 0n,
    holdings: held.value.map((holding) => judged(holding, facts.value.get(holding.mint) ?? { mint: null })),
  })
}

function judged(holding: TokenHolding, facts: MintFacts): ScannedHolding {
  return {
    ...holding,
    decimals: facts.mint?.decimals ?? null,
    verdict: classifyHolding(holding, facts),
  }
}
