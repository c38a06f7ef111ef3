import { WSOL_MINT } from '../../../contract/mints.ts'
import { compareText } from '../compare-text.ts'
import { distinctBy, isMostOfLife } from '../counterparties.ts'
import { ancestorsOf, isService } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { PAID_BACK, WEIGHTS } from '../weights.ts'

/** A payment to someone who had bought, with what it had spent on the token by then. */
type Refund = MoneyMove & { readonly spentLamports: bigint }

/** Holders who got their stake back: what they hold is someone else's. */
export const paidBack: LinkRule = {
  kind: 'paid_back',
  strength: 'strong',
  rules: [
    'After they had bought, both received SOL from one unlabelled funding wallet, or from funding wallets whose first money (as for `common_funder`) comes from one unlabelled wallet.',
    'Each received 90 to 150 % of what it had spent on the token by then; at least half of it where that wallet, or the funding wallet, is the creator or funded the creator.',
    'Strong where at least four people received such payments, and they are three quarters or more of all buyers that these funding wallets paid after their purchases.',
    'A funding wallet does little else (of all but eight of its transactions, at least a third are such payments) and had received no money from the payee before.',
    'The creator is joined with them where it, or the wallet that funded it, paid.',
    'None from exchanges, programs, busy addresses and addresses that serve strangers.',
  ],
  find(view) {
    const payments = refundsIn(view)
    const byFundingWallet = groupBy(payments, ({ from }) => from).filter(([fundingWallet, own]) =>
      isOffice(view, fundingWallet, own),
    )
    const byRoot = groupBy(byFundingWallet, ([fundingWallet]) => rootOf(view, fundingWallet))
    return byRoot.flatMap(([root, offices]) =>
      linksOf(
        view,
        root,
        offices.flatMap(([, own]) => own),
      ),
    )
  },
}

/** Payments in SOL to buyers after their first purchase, outside trades. */
function refundsIn(view: MapView): readonly Refund[] {
  const earlier = new Set<string>()
  return view.moves.flatMap((move): Refund[] => {
    const { from, to, slot, unit } = move
    const buy = view.firstBuys.get(to)
    earlier.add(`${from} ${to}`)
    if (unit !== 'lamports' || buy === undefined || slot <= buy.slot || !view.isPerson.has(to)) return []
    // A loan that comes back, and a deposit.
    if (earlier.has(`${to} ${from}`) || isService(view, from)) return []
    return [{ ...move, spentLamports: spentBy(view, to, slot) }]
  })
}

function spentBy({ trades }: MapView, wallet: string, untilSlot: number): bigint {
  let sum = 0n
  for (const transaction of trades) {
    if (transaction.slot > untilSlot) break
    for (const trade of transaction.trades)
      if (trade.wallet === wallet && trade.side === 'buy' && trade.quoteMint === WSOL_MINT)
        sum += BigInt(trade.quoteRaw)
  }
  return sum
}

function isOffice(view: MapView, fundingWallet: string, payments: readonly Refund[]): boolean {
  return isMostOfLife(view, fundingWallet, payments, PAID_BACK.perPayment)
}

/** The furthest funder of a funding wallet. */
function rootOf(view: MapView, fundingWallet: string): string {
  return (fundingWallet === view.dev ? undefined : ancestorsOf(view, fundingWallet).at(-1)?.address) ?? fundingWallet
}

function linksOf(view: MapView, root: string, payments: readonly Refund[]): readonly RawLink[] {
  const { dev } = view
  const isOfCreator = fundedCreator(view, root) || payments.some(({ from }) => fundedCreator(view, from))
  const firsts = distinctBy(payments, ({ to }) => to).filter(({ to }) => to !== dev && to !== root)
  const repaid = firsts.filter((one) => isStake(one, isOfCreator))
  if (repaid.length < PAID_BACK.members || repaid.length < firsts.length * PAID_BACK.share) return []
  const inOrder = [...repaid].sort((a, b) => a.slot - b.slot || compareText(a.to, b.to))
  const detail = `had its stake paid back after buying, as ${repaid.length} buyers had by purses of ${root}`
  const links = starOf(inOrder, (first, other) => linkOf(first.to, other, first.signature, detail))
  if (!isOfCreator || dev === null) return links
  return [...links, linkOf(dev, inOrder[0]!, null, `${detail}, which stands behind the creator's money`)]
}

function fundedCreator(view: MapView, address: string): boolean {
  const { dev } = view
  return dev !== null && (address === dev || ancestorsOf(view, dev).some((ancestor) => ancestor.address === address))
}

function isStake({ amountRaw, spentLamports }: Refund, isOfCreator: boolean): boolean {
  if (spentLamports === 0n) return false
  const leastPct = isOfCreator ? PAID_BACK.leastOfCreatorPct : PAID_BACK.leastPct
  return amountRaw * 100n >= spentLamports * leastPct && amountRaw * 100n <= spentLamports * PAID_BACK.mostPct
}

function linkOf(source: string, refund: Refund, otherSignature: string | null, detail: string): RawLink {
  const { to, from, slot, signature, amountRaw, spentLamports } = refund
  return toLink(
    'paid_back',
    { source, target: to, weight: WEIGHTS.strong },
    {
      slot,
      signature,
      otherSignature,
      amount: amountRaw.toString(),
      unit: 'lamports',
      via: from,
      hops: 1,
      detail: `${detail}: ${amountRaw} lamports for a purchase of ${spentLamports}`,
    },
  )
}
