import {
  burnTokens,
  closeTokenAccount,
  harvestWithheldTokens,
  type Instruction,
} from '../../chain/solana/instructions.ts'
import type { PackItem } from './pack-transactions.ts'
import type { ScannedHolding } from './scan-wallet.ts'

export type CloseItem = PackItem & { readonly holding: ScannedHolding }

/** What frees one account: its withheld fees to the mint, its tokens burnt, the account closed. The lamports go to
 *  `destination`. */
export function closeTokenAccountItem(holding: ScannedHolding, destination: string): CloseItem {
  const { account, mint, owner, tokenProgram, amountRaw, lamports, verdict } = holding
  const instructions: Instruction[] = []
  if (verdict.needsHarvest) instructions.push(harvestWithheldTokens({ mint, accounts: [account] }))
  if (verdict.class === 'burnable')
    instructions.push(burnTokens({ account, mint, authority: owner, amountRaw, tokenProgram }))
  instructions.push(closeTokenAccount({ account, destination, authority: owner, tokenProgram }))
  return { account, lamports, instructions, holding }
}

/** Neighbours share what can be shared: a token program's address costs 32 bytes in each transaction that names it, and
 *  so does a mint. Those without burns first, so that they are not torn apart by them. */
export function inPackingOrder(holdings: readonly ScannedHolding[]): readonly ScannedHolding[] {
  const rank = ({ tokenProgram, verdict, mint, account }: ScannedHolding): string =>
    `${verdict.class === 'empty' ? 0 : 1}${tokenProgram}${verdict.needsHarvest ? 1 : 0}${mint}${account}`
  return [...holdings]
    .map((holding) => ({ holding, key: rank(holding) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ holding }) => holding)
}
