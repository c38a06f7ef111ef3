import { compareText } from './compare-text.ts'
import { ancestorsOf } from './funding-wallets.ts'
import { groupBy } from './link-rule.ts'
import type { MapView } from './map-view.ts'
import { isFundingWalletOfOne, type Payout, payoutsOf } from './proceeds.ts'

/** A payment by a funding wallet that was made for it, on the way of a person's money. */
type Grant = {
  readonly fundingWallet: string
  readonly to: string
  readonly slot: number
  readonly signature: string
  readonly lamports: bigint
}

/** Proceeds that came, over any number of funding wallets, to one which pays for others' part in the token. */
export type Recycled = {
  readonly payouts: readonly Payout[]
  /** Of each funding wallet that proceeds came to, to another person than who sent them. */
  readonly grants: readonly Grant[]
}

/** What sellers earned and who funded the others, where these are the same funding wallet. Someone who sends the
 *  proceeds back to the own main wallet, which paid no one else, is not among them. */
export function recycledProceeds(view: MapView): Recycled {
  const payouts = payoutsOf(view).filter(({ to }) => isFundingWalletOfOne(view, to) === true)
  const grantsBy = new Map(groupBy(grantsIn(view), ({ fundingWallet }) => fundingWallet))
  const sendersTo = groupBy(payouts, ({ to }) => to)
  const found = sendersTo.flatMap(([fundingWallet]) => {
    const own = payoutsInto(fundingWallet, payouts)
    const senders = new Set(own.map(({ from }) => from))
    const grant = grantsBy.get(fundingWallet)?.find(({ to }) => !senders.has(to))
    return grant === undefined ? [] : [{ own, grant }]
  })
  const all = new Set(found.flatMap(({ own }) => own))
  return { payouts: payouts.filter((one) => all.has(one)), grants: found.map(({ grant }) => grant) }
}

/** Payouts that end at a funding wallet, the ones before them along the way included. */
function payoutsInto(fundingWallet: string, payouts: readonly Payout[]): readonly Payout[] {
  const reached = new Set([fundingWallet])
  const found = new Set<Payout>()
  for (const target of reached)
    for (const payout of payouts)
      if (payout.to === target) {
        found.add(payout)
        reached.add(payout.from)
      }
  return [...found]
}

function grantsIn(view: MapView): readonly Grant[] {
  return view.people
    .flatMap((person) => {
      const grants: Grant[] = []
      for (const { address, fundingWallet, money } of ancestorsOf(view, person)) {
        if (fundingWallet !== 'purpose') break
        const { slot, signature, amountRaw } = money
        grants.push({ fundingWallet: address, to: person, slot, signature, lamports: amountRaw })
      }
      return grants
    })
    .sort((a, b) => compareText(a.fundingWallet, b.fundingWallet) || a.slot - b.slot || compareText(a.to, b.to))
}
