import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { BubbleCluster, WalletRoles } from '../../contract/bubble-map.ts'
import type { MapView } from './map-view.ts'

type View = Pick<MapView, 'launch' | 'dev' | 'firstBuys'>

/** What the wallets of a launch are, once it is known who belongs together. Launch facts see the launch slot and the
 *  creator's payments alone: a map that joined no one to a buyer of that slot takes back that it was part of a bundle,
 *  one that did not join a payee to the creator takes back that it acts for it, and one that joined a buyer to the
 *  creator takes back that it was an independent sniper, whatever slot it bought in. Null without a launch. O(members +
 *  buyers). */
export function walletRoles({ launch, dev, firstBuys }: View, clusters: readonly BubbleCluster[]): WalletRoles | null {
  if (launch === null) return null
  const team = new Set(clusters.flatMap(({ devLinked, members }) => (devLinked ? members : [])))
  const bundlers = new Set(clusters.flatMap(({ members }) => boughtTogether(members, { launch, dev, firstBuys })))
  const insiders = new Set([...bundlers, ...team, ...(launch.otherPayer === null ? [] : [launch.otherPayer])])
  for (const set of [team, bundlers, insiders]) if (dev !== null) set.delete(dev)
  const window = new Set(launch.buyers.map(({ wallet }) => wallet))
  const snipers = [...window].filter((wallet) => wallet !== dev && !team.has(wallet) && !bundlers.has(wallet))
  return {
    team: [...team].sort(),
    insiders: [...insiders].sort(),
    bundlers: [...bundlers].sort(),
    snipers: snipers.sort(),
  }
}

/** Members of one entity that bought in the launch slot; one alone is no bundle. The creator's launch is its entry. */
function boughtTogether(
  members: readonly string[],
  { launch, dev, firstBuys }: { readonly launch: LaunchFacts } & View,
): readonly string[] {
  const inSlot = members.filter((one) => one === dev || firstBuys.get(one)?.slot === launch.launchSlot)
  return inSlot.length < 2 ? [] : inSlot
}
