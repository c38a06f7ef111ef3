import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedTransaction, ObservedWallet } from '../evidence-bundle/evidence.ts'

export type WalletRole = ObservedWallet['roles'][number]
/** Roles by wallet, in the order in which wallets are traced. */
export type ChosenWallets = ReadonlyMap<string, ReadonlySet<WalletRole>>

/** Who matters, the telling ones first: the creator and who paid for the creation, buyers of the launch window and
 *  wallets tied to it, the largest holders, who got tokens other than by a trade, the other buyers in order of the
 *  chain, the other holders. Vaults are no one's wallet. */
export function chooseWallets(input: {
  readonly launch: LaunchFacts | null
  readonly transactions: readonly ObservedTransaction[]
  /** Largest first. */
  readonly holders: readonly string[]
  readonly vaults: ReadonlySet<string>
}): ChosenWallets {
  const { launch, transactions, holders, vaults } = input
  const chosen = new Map<string, Set<WalletRole>>()
  const add = (wallet: string | null | undefined, role: WalletRole): void => {
    if (wallet === null || wallet === undefined || vaults.has(wallet)) return
    const roles = chosen.get(wallet)
    if (roles === undefined) chosen.set(wallet, new Set([role]))
    else roles.add(role)
  }
  add(launch?.dev, 'dev')
  add(launch?.otherPayer, 'funder')
  for (const { wallet } of launch?.buyers ?? []) add(wallet, 'buyer')
  for (const wallet of launch?.insiders ?? []) if (!chosen.has(wallet)) add(wallet, 'receiver')
  for (const helper of helpersOf(transactions)) add(helper, 'funder')
  for (const owner of holders.slice(0, LIMITS.evidenceTracedHolders)) add(owner, 'holder')
  for (const { tokenMoves } of transactions)
    for (const { from, to } of tokenMoves) {
      add(to, 'receiver')
      add(from, 'receiver')
    }
  for (const { trades } of transactions) for (const { wallet, side } of trades) if (side === 'buy') add(wallet, 'buyer')
  // Sold what no one saw them buy: someone gave it to them.
  for (const { trades } of transactions)
    for (const { wallet } of trades) if (!chosen.get(wallet)?.has('buyer')) add(wallet, 'receiver')
  for (const owner of holders) add(owner, 'holder')
  return chosen
}

const MAX_HELPERS = 12

/** Who signed trades of several others, as payer of fees or tips; those with most users first. */
function helpersOf(transactions: readonly ObservedTransaction[]): readonly string[] {
  const users = new Map<string, Set<string>>()
  for (const { trades, signers } of transactions) {
    const traders = new Set(trades.map(({ wallet }) => wallet))
    if (traders.size === 0) continue
    for (const signer of signers) {
      if (traders.has(signer)) continue
      const own = users.get(signer) ?? new Set<string>()
      for (const trader of traders) own.add(trader)
      users.set(signer, own)
    }
  }
  return [...users]
    .filter(([, own]) => own.size >= 2)
    .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_HELPERS)
    .map(([signer]) => signer)
}

/** Those whose beginning is read: fewer where no launch was found, because then only holders are known. */
export function tracedAmong(
  chosen: ChosenWallets,
  launch: LaunchFacts | null,
  isTraceable: (wallet: string) => boolean,
): readonly string[] {
  const max = launch?.status === 'found' ? LIMITS.evidenceTracedWallets : LIMITS.evidenceTracedHolders
  return [...chosen.keys()].filter(isTraceable).slice(0, max)
}
