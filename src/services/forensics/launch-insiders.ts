import { knownAddress } from '../../chain/solana/labels.ts'
import { type Ancestry, groupLaunch, type LaunchEntry } from '../../chain/solana/launch-links.ts'
import type { WalletTrace } from '../evidence/wallet-trace.ts'

/** Buyers of a launch slot who act together or for the creator, by the rules of the launch facts. `traces`: where their
 *  money came from. Pure. */
export function insidersOf(
  dev: string,
  entries: readonly LaunchEntry[],
  traces: ReadonlyMap<string, WalletTrace>,
  paidByDev: ReadonlySet<string>,
): ReadonlySet<string> {
  const wallets = [...new Set(entries.map(({ wallet }) => wallet))]
  const ancestry = new Map(wallets.map((wallet) => [wallet, ancestryOf(wallet, traces)] as const))
  const { bundlers, linkedToDev } = groupLaunch(entries, ancestry, dev)
  return new Set([...bundlers, ...linkedToDev, ...wallets.filter((wallet) => wallet !== dev && paidByDev.has(wallet))])
}

/** Two hops of first funding; nothing is followed through known services and busy wallets. */
function ancestryOf(wallet: string, traces: ReadonlyMap<string, WalletTrace>): Ancestry {
  const funding = traces.get(wallet)?.funding ?? null
  if (funding === null) return { ancestors: [], withdrawal: null }
  const known = knownAddress(funding.from)
  if (known?.kind === 'cex' && funding.timeSec !== null) {
    const withdrawal = { exchange: known.entity, lamports: BigInt(funding.lamports), atSec: funding.timeSec }
    return { ancestors: [], withdrawal }
  }
  if (known !== null || (traces.get(funding.from)?.history?.isBusy ?? false)) return { ancestors: [], withdrawal: null }
  const second = traces.get(funding.from)?.funding?.from ?? null
  const isIndividual =
    second !== null && knownAddress(second) === null && !(traces.get(second)?.history?.isBusy ?? false)
  return { ancestors: isIndividual ? [funding.from, second] : [funding.from], withdrawal: null }
}
