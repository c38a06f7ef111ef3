import { WSOL_MINT } from '../../contract/mints.ts'
import type { HeldNow, TxFact } from '../../contract/profile-evidence.ts'

/** What a wallet held of each token before the transactions that were read: what it holds now without what they brought.
 *  What came in by transactions that name only its token accounts is among it. */
export function openingsOf(facts: readonly TxFact[], { tokens }: HeldNow): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (mint: string, raw: bigint): void => void sums.set(mint, (sums.get(mint) ?? 0n) + raw)
  for (const { mint, amountRaw } of tokens) add(mint, amountRaw)
  for (const { swaps, flows } of facts) {
    for (const { mint, raw } of flows) add(mint, -raw)
    for (const { side, mint, tokenRaw, given } of swaps) {
      add(mint, side === 'sell' ? tokenRaw : -tokenRaw)
      if (given !== null) add(given.mint, given.tokenRaw)
    }
  }
  sums.delete(WSOL_MINT)
  return new Map([...sums].filter(([, raw]) => raw > 0n))
}
