import { knownAddress } from './labels.ts'

/** A purchase in the launch slot, or the launch itself (`boughtRaw` 0 when the creator bought nothing with it). */
export type LaunchEntry = {
  readonly wallet: string
  readonly signature: string
  readonly feePayer: string
  /** Place among the token's own transactions of the slot, in block order. */
  readonly position: number
}
/** What funding says about a wallet: the unlabelled, not busy wallets its first money came through, nearest first, or
 *  the exchange withdrawal it came from. */
export type Ancestry = {
  readonly ancestors: readonly string[]
  readonly withdrawal: { readonly exchange: string; readonly lamports: bigint; readonly atSec: number } | null
}
export type LinkRule = 'same_transaction' | 'fee_payer' | 'funder' | 'withdrawal_pattern'
export type LaunchLink = { readonly rule: LinkRule; readonly a: string; readonly b: string }
export type LaunchGroups = {
  /** Sorted; never the creator. */
  readonly bundlers: readonly string[]
  /** Everyone linked to the creator, whether or not they bought in turn; sorted, without the creator. */
  readonly linkedToDev: readonly string[]
  readonly links: readonly LaunchLink[]
}

/** Withdrawals from one exchange count as one hand when they are this alike. */
const WITHDRAWAL_SIZE_TOLERANCE_PCT = 1n
const WITHDRAWAL_WINDOW_SECS = 15 * 60

/** Who bought together in the launch slot.
 *
 *  1. Two wallets are linked when they bought in one transaction; when one fee payer that is
 *     no known service paid for both purchases (`launch-payers.ts` takes out those that serve the public); when one
 *     funded the other, or an unlabelled wallet within two hops of first funding stands behind both; or when both were
 *     funded by withdrawals from one exchange that are within 1 % in size and 15 minutes in time. Links chain.
 *  2. Linked wallets are a bundle when at least two of them are neighbours in the slot: no purchase of an outsider
 *     lies between them (the launch itself counts as the creator's entry). One transaction is its own neighbour.
 *  3. Of such a group everyone but the creator is a bundler, also those who bought apart from the others.
 *
 *  O(n^2) over the entries of one slot, which the caller bounds. */
export function groupLaunch(
  entries: readonly LaunchEntry[],
  ancestry: ReadonlyMap<string, Ancestry>,
  dev: string | null,
): LaunchGroups {
  const ordered = [...entries].sort((a, b) => a.position - b.position || (a.wallet < b.wallet ? -1 : 1))
  const groupOf = new Map<string, string>()
  const rootOf = (wallet: string): string => {
    let root = wallet
    for (let next = groupOf.get(root); next !== undefined && next !== root; next = groupOf.get(root)) root = next
    return root
  }
  for (const { wallet } of ordered) groupOf.set(wallet, wallet)

  const links: LaunchLink[] = []
  for (let i = 0; i < ordered.length; i++) {
    for (let j = i + 1; j < ordered.length; j++) {
      const [a, b] = [ordered[i]!, ordered[j]!]
      if (a.wallet === b.wallet) continue
      const rule = linkBetween(a, b, ancestry)
      if (rule === null) continue
      links.push({ rule, a: a.wallet, b: b.wallet })
      groupOf.set(rootOf(b.wallet), rootOf(a.wallet))
    }
  }

  const bundled = new Set<string>()
  for (let i = 1; i < ordered.length; i++) {
    const [before, here] = [ordered[i - 1]!, ordered[i]!]
    if (before.wallet !== here.wallet && rootOf(before.wallet) === rootOf(here.wallet)) bundled.add(rootOf(here.wallet))
  }
  const wallets = [...new Set(ordered.map(({ wallet }) => wallet))].filter((wallet) => wallet !== dev).sort()
  const devRoot = dev !== null && groupOf.has(dev) ? rootOf(dev) : null
  return {
    bundlers: wallets.filter((wallet) => bundled.has(rootOf(wallet))),
    linkedToDev: wallets.filter((wallet) => rootOf(wallet) === devRoot),
    links,
  }
}

export function linkBetween(a: LaunchEntry, b: LaunchEntry, ancestry: ReadonlyMap<string, Ancestry>): LinkRule | null {
  if (a.signature === b.signature) return 'same_transaction'
  if (a.feePayer === b.feePayer && knownAddress(a.feePayer) === null) return 'fee_payer'
  const [left, right] = [ancestry.get(a.wallet), ancestry.get(b.wallet)]
  if (left?.ancestors.includes(b.wallet) || right?.ancestors.includes(a.wallet)) return 'funder'
  if (left === undefined || right === undefined) return null
  if (left.ancestors.some((one) => right.ancestors.includes(one))) return 'funder'
  return areAlike(left.withdrawal, right.withdrawal) ? 'withdrawal_pattern' : null
}

function areAlike(a: Ancestry['withdrawal'], b: Ancestry['withdrawal']): boolean {
  if (a === null || b === null || a.exchange !== b.exchange) return false
  const larger = a.lamports > b.lamports ? a.lamports : b.lamports
  const apart = larger - (a.lamports > b.lamports ? b.lamports : a.lamports)
  return apart * 100n <= larger * WITHDRAWAL_SIZE_TOLERANCE_PCT && Math.abs(a.atSec - b.atSec) <= WITHDRAWAL_WINDOW_SECS
}
