import type { LinkKind } from '../../../contract/bubble-map.ts'
import { type RawLink, toLink } from '../link-rule.ts'
import type { FundingTrace, MapView } from '../map-view.ts'
import { WEIGHTS } from '../weights.ts'

/** Links over two hops or more: wallets whose money parted at one ancestor and went on over different wallets; of their
 *  first money, and of the money they used. `isPeel` selects chains (each relay pays a wallet and passes the rest on)
 *  from a tree. One link for each branch of an ancestor, for those within a branch share a nearer one. */
export function linksOverHops(view: MapView, kind: LinkKind, isPeel: boolean): readonly RawLink[] {
  return [view.trace, ...view.usedTraces].flatMap((trace) => linksOfTrace(trace, kind, isPeel))
}

function linksOfTrace(trace: FundingTrace, kind: LinkKind, isPeel: boolean): readonly RawLink[] {
  const { partings, fundingWallets } = trace
  /** Ancestors a way from which leads over a wallet that lived for other things, or was not read. */
  const unsure = new Set<number>()
  for (let row = 0; row < partings.count; row++)
    for (const branch of [partings.first[row]!, partings.other[row]!])
      if (fundingWallets[branch] !== 'purpose') unsure.add(partings.ancestor[row]!)
  const links: RawLink[] = []
  for (let row = 0; row < partings.count; row++) {
    if ((partings.isPeel[row] === 1) !== isPeel) continue
    const weight = unsure.has(partings.ancestor[row]!) ? WEIGHTS.sharedUnreadFunder : WEIGHTS.strong
    links.push(linkOf(trace, kind, row, weight))
  }
  return links
}

function linkOf({ addresses, partings, money }: FundingTrace, kind: LinkKind, row: number, weight: number): RawLink {
  const [first, other] = [partings.first[row]!, partings.other[row]!]
  const address = addresses[partings.ancestor[row]!]!
  const [firstHops, otherHops] = [partings.hops[first]!, partings.hops[other]!]
  const { slot, signature, amountRaw, unit } = money.get(addresses[other]!)!
  return toLink(
    kind,
    { source: addresses[partings.nearest[first]!]!, target: addresses[partings.nearest[other]!]!, weight },
    {
      slot,
      signature,
      otherSignature: money.get(addresses[first]!)!.signature,
      amount: amountRaw.toString(),
      unit,
      via: address,
      hops: Math.max(firstHops, otherHops),
      detail:
        kind === 'peel'
          ? `${address} paid the one and passed the rest on towards the other over ${otherHops - 1} more`
          : `money of both parted at ${address}, ${firstHops} and ${otherHops} hops away`,
    },
  )
}
