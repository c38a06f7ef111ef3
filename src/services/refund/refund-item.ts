import {
  burnTokens,
  closeTokenAccount,
  harvestWithheldTokens,
  type Instruction,
  withdrawExcessLamports,
} from '../../chain/solana/instructions.ts'
import type { HeldMint } from '../../chain/solana/reclaimable/held-mints.ts'
import { reclaim } from '../../chain/solana/reclaimable/reclaim.ts'
import { deactivateLookupTable } from '../../chain/solana/reclaimable/reclaim-instructions.ts'
import type { Reclaimable, ReclaimKind } from '../../chain/solana/reclaimable/reclaimable.ts'
import type { TokenHolding } from '../../chain/solana/token-holdings.ts'
import { REFUND } from '../../config/refund.ts'
import type { RefundKind } from '../../contract/refund.ts'
import type { PackItem } from '../recovery/pack-transactions.ts'
import type { ScannedHolding } from '../recovery/scan-wallet.ts'

/** What one account gives back, and how. `lamports` of it arrive in the wallet. */
export type RefundItem = PackItem & {
  readonly kind: RefundKind
  /** The part that a manifest sees arrive: what lies in token accounts and nonces of the wallet counts as its own
   *  already. */
  readonly gainLamports: bigint
  /** Those of the instructions that a manifest must contain byte for byte. */
  readonly calls: readonly Instruction[]
  readonly burnt: { readonly mint: string; readonly raw: bigint } | null
  readonly closesTokens: boolean
  /** The account is gone afterwards. */
  readonly closes: boolean
  /** Upper estimate of compute units, until a simulation measures them. */
  readonly units: number
}

/** Closes a token account of the wallet, with what it takes before: withheld fees to their mint, its tokens burnt. */
export function closeTokenAccountItem(
  kind: 'empty' | 'dust' | 'wsol',
  holding: ScannedHolding,
  wallet: string,
): RefundItem {
  const { account, mint, tokenProgram, amountRaw, lamports, verdict } = holding
  const burn = kind === 'dust' ? burnTokens({ account, mint, authority: wallet, amountRaw, tokenProgram }) : null
  return {
    account,
    lamports,
    kind,
    gainLamports: 0n,
    calls: burn === null ? [] : [burn],
    burnt: burn === null ? null : { mint, raw: amountRaw },
    closesTokens: true,
    closes: true,
    units: REFUND.units[kind],
    instructions: [
      ...(verdict.needsHarvest ? [harvestWithheldTokens({ mint, accounts: [account] })] : []),
      ...(burn === null ? [] : [burn]),
      closeTokenAccount({ account, destination: wallet, authority: wallet, tokenProgram }),
    ],
  }
}

/** Takes what an account holds above its floor and leaves it open. A multisig signs for itself by one of its
 *  signers. */
export function excessItem(
  source: Pick<TokenHolding | HeldMint, 'account' | 'tokenProgram'> & { readonly kind: 'token' | HeldMint['kind'] },
  lamports: bigint,
  wallet: string,
): RefundItem {
  const { account, tokenProgram, kind } = source
  const plain = withdrawExcessLamports({ account, destination: wallet, authority: wallet, tokenProgram })
  const [from, to, signer] = plain.accounts
  const authority = { address: account, isSigner: false, isWritable: false }
  const call = kind === 'multisig' ? { ...plain, accounts: [from!, to!, authority, signer!] } : plain
  return {
    account,
    lamports,
    kind: 'excess',
    gainLamports: kind === 'token' ? 0n : lamports,
    calls: [call],
    burnt: null,
    closesTokens: false,
    closes: false,
    units: REFUND.units.excess,
    instructions: [call],
  }
}

/** Takes what a ready account of the chain's other programs holds for the wallet. */
export function reclaimItem(kind: ReclaimKind, found: Reclaimable, wallet: string): RefundItem {
  const call = reclaim(kind, found, wallet)
  return {
    ...callItem(found.account, call),
    lamports: found.lamports,
    kind,
    gainLamports: kind === 'nonces' ? 0n : found.lamports,
    closes: found.closes,
    units: REFUND.units[kind],
  }
}

/** Switches a lookup table off: nothing comes back before it has cooled. */
export function deactivateItem(table: string, wallet: string): RefundItem {
  const call = deactivateLookupTable({ table, authority: wallet })
  return { ...callItem(table, call), kind: 'deactivate', closes: false, units: REFUND.units.deactivate }
}

function callItem(account: string, call: Instruction) {
  return {
    account,
    lamports: 0n,
    gainLamports: 0n,
    calls: [call],
    burnt: null,
    closesTokens: false,
    instructions: [call],
  }
}
