import { type Instruction, transferLamports } from '../../chain/solana/instructions.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type Built, buildTransactions } from './build-transactions.ts'
import { type CloseItem, closeTokenAccountItem } from './close-token-accounts.ts'
import { type FeeShare, feeOf, shareOf } from './fee-terms.ts'
import type { Budget, PackFrame } from './pack-transactions.ts'
import type { PlannedWallet } from './plan-wallet.ts'

export type WalletTerms = {
  readonly refundWallet: string
  readonly shares: readonly FeeShare[]
  /** Address of the platform's fee payer; null where there is none. */
  readonly feePayer: string | null
  /** Transactions that it may sign. */
  readonly advanced: number
  readonly version: 0 | 1
  readonly floorLamports: bigint
}
export type BuiltWallet = Built<CloseItem> & {
  readonly usesFeePayer: boolean
  /** Accounts that another call will have to close, and why. */
  readonly later: { readonly accounts: number; readonly why: string } | null
}

/** The transactions of one wallet, each executed by the node. What they return goes to the refund wallet: directly, or
 *  through the owner where a fee is taken out of it. Fails as the node fails; `insufficient_balance` for a wallet that
 *  cannot pay and for which no one does. */
export async function buildWallet(
  rpc: SolanaRpc,
  { wallet, closes }: Pick<PlannedWallet, 'wallet' | 'closes'>,
  terms: WalletTerms,
  signal: AbortSignal,
): Promise<Outcome<BuiltWallet>> {
  const owner = wallet.address
  const feePayer = wallet.lamports < RECOVERY.poorLamports ? terms.feePayer : null
  if (feePayer === null && wallet.lamports < RECOVERY.lamportsPerSignature)
    return fail(
      'insufficient_balance',
      `the wallet holds ${counted(wallet.lamports, 'lamport')} and cannot pay the network fee of ${RECOVERY.lamportsPerSignature}`,
    )
  const deducts = feePayer !== null || terms.shares.length > 0
  const destination = deducts ? owner : terms.refundWallet
  const frame = {
    payer: feePayer ?? owner,
    version: terms.version,
    unitPrice: feePayer === null && wallet.lamports < RECOVERY.scarceLamports ? 0n : RECOVERY.unitPrice,
    tail: tailOf(owner, { ...terms, feePayer }),
  } satisfies Omit<PackFrame<CloseItem>, 'isBatched'>
  const items = closes.map((holding) => closeTokenAccountItem(holding, destination))
  const most = mostTransactions(wallet.lamports, { ...terms, feePayer, owner })
  const built = await buildTransactions(rpc, items, frame, signal)
  if (!built.ok) return built
  const proven = built.value.proven.slice(0, most)
  const left = built.value.proven.slice(most).reduce((sum, { pack }) => sum + pack.items.length, 0)
  const why =
    feePayer === null
      ? 'the wallet cannot pay for more transactions whose proceeds go elsewhere'
      : 'the wallet can pay for them itself once these have landed'
  return ok({
    ...built.value,
    proven,
    usesFeePayer: feePayer !== null,
    later: left === 0 ? null : { accounts: left, why },
  })
}

/** Payments out of the reclaimed lamports: the chain's fee to the wallet that advanced it, the shares, and the rest to
 *  the refund wallet. */
function tailOf(owner: string, { feePayer, shares, refundWallet }: WalletTerms) {
  return (items: readonly CloseItem[], { feeLamports }: Budget): readonly Instruction[] => {
    if (feePayer === null && shares.length === 0) return []
    const pay = (to: string, lamports: bigint): Instruction => transferLamports({ from: owner, to, lamports })
    const list: Instruction[] = feePayer === null ? [] : [pay(feePayer, feeLamports)]
    let left = items.reduce((sum, { lamports }) => sum + lamports, 0n) - (feePayer === null ? 0n : feeLamports)
    for (const share of shares) {
      const lamports = items.reduce((sum, item) => sum + shareOf(item.lamports, share), 0n)
      list.push(pay(share.wallet, lamports))
      left -= lamports
    }
    if (refundWallet !== owner) list.push(pay(refundWallet, left > 0n ? left : 0n))
    return list
  }
}

/** How many transactions the wallet can pay for before it has got anything back from them. */
function mostTransactions(
  lamports: bigint,
  terms: Pick<WalletTerms, 'feePayer' | 'advanced' | 'refundWallet' | 'floorLamports'> & { readonly owner: string },
): number {
  if (terms.feePayer !== null) return terms.advanced
  if (terms.refundWallet === terms.owner) return Number.POSITIVE_INFINITY
  const spare = lamports >= terms.floorLamports ? lamports - terms.floorLamports : lamports
  return Math.max(1, Number(spare / RECOVERY.highestFeeLamports))
}

/** What one of its transactions returns and costs. */
export function moneyOf(items: readonly CloseItem[], shares: readonly FeeShare[]) {
  let [recovery, fee] = [0n, 0n]
  for (const { lamports } of items) {
    recovery += lamports
    fee += feeOf(lamports, shares)
  }
  return { recovery, fee }
}
