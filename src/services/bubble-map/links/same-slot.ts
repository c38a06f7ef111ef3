import { compareText } from '../compare-text.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { FirstBuy, MapView } from '../map-view.ts'
import { WEIGHTS } from '../weights.ts'

/** First purchases in one slot of the token's life, or both within the launch window. */
export const sameSlot: LinkRule = {
  kind: 'same_slot',
  strength: 'weak',
  rules: [
    'Both first bought in one slot. Weight 0.45 in the launch slot; 0.4, else 0.35, in the slots after it that still count as the launch; 0.25 in a later slot.',
    'The creator counts as a buyer of the launch slot.',
  ],
  find(view) {
    const launchSlot = view.launch?.launchSlot ?? null
    const windowEnd = launchSlot === null ? -1 : launchSlot + view.launch!.windowSlots
    const buys = [...view.firstBuys.values(), ...creatorEntry(view)].filter(({ wallet }) => view.isPerson.has(wallet))
    const groups = groupBy(buys, ({ slot }) =>
      launchSlot !== null && slot >= launchSlot && slot <= windowEnd ? 'launch' : `${slot}`,
    )
    return groups.flatMap(([, group]) => pairsOf(group.sort(inOrder), launchSlot, windowEnd))
  },
}

function creatorEntry(view: MapView): readonly Pick<FirstBuy, 'wallet' | 'slot' | 'signature' | 'place'>[] {
  const { launch, dev } = view
  if (launch === null || dev === null || launch.launchSlot === null || launch.creationSignature === null) return []
  if (view.firstBuys.has(dev)) return []
  return [{ wallet: dev, slot: launch.launchSlot, signature: launch.creationSignature, place: -1 }]
}

type Entry = Pick<FirstBuy, 'wallet' | 'slot' | 'signature' | 'place'>

function inOrder(a: Entry, b: Entry): number {
  return a.slot - b.slot || a.place - b.place || compareText(a.wallet, b.wallet)
}

function pairsOf(group: readonly Entry[], launchSlot: number | null, windowEnd: number): readonly RawLink[] {
  return group.flatMap((one, i) =>
    group.slice(i + 1).map((other) =>
      toLink(
        'same_slot',
        { source: one.wallet, target: other.wallet, weight: weightOf(one.slot, other.slot, launchSlot, windowEnd) },
        {
          slot: other.slot,
          signature: other.signature,
          otherSignature: one.signature,
          detail:
            one.slot === other.slot
              ? `both first bought in slot ${one.slot}${one.slot === launchSlot ? ', that of the launch' : ''}`
              : `first bought in slots ${one.slot} and ${other.slot}, the launch being in ${launchSlot}`,
        },
      ),
    ),
  )
}

function weightOf(one: number, other: number, launchSlot: number | null, windowEnd: number): number {
  if (one === launchSlot && other === launchSlot) return WEIGHTS.launchSlot
  if (launchSlot === null || one < launchSlot || other > windowEnd) return WEIGHTS.laterSlot
  return one === other ? WEIGHTS.launchWindowSlot : WEIGHTS.launchWindow
}
