import { compareText } from '../compare-text.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { EXIT, WEIGHTS } from '../weights.ts'

/** Who leaves in one moment. */
export const sameExit: LinkRule = {
  kind: 'same_exit',
  strength: 'either',
  rules: [
    'Strong, for the creator only: it sold half or more of what it ever bought between the first and the last such sale of a joined group, at least four of whose wallets, and three quarters of those who bought, sold so within five minutes. Holders who sell because the price fell come after them.',
    'Weight 0.45: both sold half or more of what they had ever bought in one slot.',
  ],
  find: inOneSlot,
  beside: creatorAmong,
}

function inOneSlot(view: MapView): readonly RawLink[] {
  const leavings = [...leavingsOf(view).values()].filter(({ wallet }) => view.isPerson.has(wallet))
  return groupBy(leavings, ({ slot }) => `${slot}`).flatMap(([slot, group]) => {
    group.sort((a, b) => compareText(a.wallet, b.wallet))
    return group.flatMap((one, i) =>
      group.slice(i + 1).map((other) =>
        toLink(
          'same_exit',
          { source: one.wallet, target: other.wallet, weight: WEIGHTS.exitSlot },
          {
            slot: other.slot,
            signature: other.signature,
            otherSignature: one.signature,
            detail: `both left in slot ${slot}, with half or more of what they ever bought`,
          },
        ),
      ),
    )
  })
}

/** The sale in which a wallet left. */
type Leaving = { readonly wallet: string; readonly slot: number; readonly signature: string }

function creatorAmong(view: MapView, groupOf: (wallet: string) => string): readonly RawLink[] {
  const { dev } = view
  const leavings = leavingsOf(view)
  const own = dev === null ? undefined : leavings.get(dev)
  if (dev === null || own === undefined) return []
  const buyers = [...view.firstBuys.keys()].filter((wallet) => wallet !== dev && view.isPerson.has(wallet))
  return groupBy(buyers, groupOf).flatMap(([, members]) => {
    const sales = members.flatMap((member) => leavings.get(member) ?? [])
    if (sales.length < EXIT.sellers || sales.length < members.length * EXIT.share) return []
    sales.sort((a, b) => a.slot - b.slot || compareText(a.wallet, b.wallet))
    const [first, last] = [sales[0]!, sales.at(-1)!]
    if ((last.slot - first.slot) * view.evidence.slotMs > EXIT.burstMs) return []
    if (own.slot < first.slot || own.slot > last.slot) return []
    return [
      toLink(
        'same_exit',
        { source: dev, target: first.wallet, weight: WEIGHTS.strong },
        {
          slot: own.slot,
          signature: own.signature,
          otherSignature: first.signature,
          detail: `the creator left between slots ${first.slot} and ${last.slot}, as ${sales.length} of a group of ${members.length} did`,
        },
      ),
    ]
  })
}

/** First sale of at least half of what a wallet ever bought. */
function leavingsOf(view: MapView): ReadonlyMap<string, Leaving> {
  const bought = new Map<string, bigint>()
  const leavings = new Map<string, Leaving>()
  for (const { trades, slot, signature } of view.trades)
    for (const { wallet, side, baseRaw } of trades) {
      const raw = BigInt(baseRaw)
      const sum = bought.get(wallet) ?? 0n
      if (side === 'buy') bought.set(wallet, sum + raw)
      else if (!leavings.has(wallet) && raw * 2n >= sum) leavings.set(wallet, { wallet, slot, signature })
    }
  return leavings
}
