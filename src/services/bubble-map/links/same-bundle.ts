import { counted } from '../../../contract/counted.ts'
import type { ObservedTransaction } from '../../evidence-bundle/evidence.ts'
import { compareText } from '../compare-text.ts'
import { isService } from '../funding-wallets.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { tailOf } from '../poisson.ts'
import { sayChance } from '../rarity.ts'
import { BUNDLE, RARITY, WEIGHTS } from '../weights.ts'

/** Trades that were sent together. */
export const sameBundle: LinkRule = {
  kind: 'same_bundle',
  strength: 'either',
  rules: [
    'Strong: both trade in one transaction.',
    'Transactions in which several people first bought, and that nobody else signed, link them with one another: only who has all their keys can send such. Strong where so many of them among all first purchases occur by chance in less than one token in a million (of strangers at most one purchase in a thousand stands in one transaction with another), 0.5 in less than one in a thousand.',
    'Weight 0.5: first purchases in neighbouring transactions of one block, at most five, and at least three besides that of the creator; the last one tips the block engine, and the others pay fees of at most a tenth of the tip.',
    'Weight 0.5: neighbouring transactions that each hold several traders, or one trader and a co-signer who tips for it (none that is a service, or the authority of its nonce: these sign for all their customers).',
    'Weight 0.5: next to a joined group with three or more wallets in that slot of the launch, without a gap in the block. Both paid at most four times what later buyers pay for their places (or the same tip), and the other wallet was funded within the three days before and has at most eight transactions, or is the creator.',
    'Weight 0.2: neighbours with several tips or ordinary fees.',
  ],
  find: (view) => [...oneTransaction(view), ...sentTogether(view), ...neighbours(view)],
}

function oneTransaction(view: MapView): readonly RawLink[] {
  return view.trades.flatMap((transaction) => {
    const { slot, signature } = transaction
    const wallets = tradersOf(view, transaction).sort(compareText)
    return starOf(wallets, (first, other) =>
      toLink(
        'same_bundle',
        { source: first, target: other, weight: WEIGHTS.strong },
        { slot, signature, otherSignature: signature, detail: `${wallets.length} wallets trade in one transaction` },
      ),
    )
  })
}

/** Between purchases of several in one transaction: one of each stands for it, those within are joined anyway. */
function sentTogether(view: MapView): readonly RawLink[] {
  const opening = view.trades.filter(({ trades, signature }) =>
    trades.some(({ wallet }) => view.firstBuys.get(wallet)?.signature === signature),
  )
  const shared = opening.filter((one) => isSignedByTraders(one) && tradersOf(view, one).length > 1)
  const chance = tailOf(shared.length, opening.length * BUNDLE.togetherShare)
  if (shared.length < BUNDLE.togetherLeast || chance > RARITY.fingerprint) return []
  const weight = chance <= RARITY.join ? WEIGHTS.strong : WEIGHTS.rareRun
  const firstOf = (one: ObservedTransaction): string => tradersOf(view, one).sort(compareText)[0]!
  const detail = `${shared.length} of ${opening.length} transactions with first purchases are signed by several buyers and nobody else; by chance ${sayChance(chance)}`
  return starOf(shared, (one, other) => linkBetween(firstOf(one), firstOf(other), { one, other, weight, detail }))
}

/** Whether nobody signed but who trades: a service that collects signatures pays for what it sends. */
function isSignedByTraders({ signers, feePayer, trades }: ObservedTransaction): boolean {
  const traders = new Set(trades.map(({ wallet }) => wallet))
  return [feePayer, ...signers].every((signer) => traders.has(signer))
}

function tradersOf(view: MapView, { trades }: ObservedTransaction): string[] {
  return [...new Set(trades.map(({ wallet }) => wallet))].filter((one) => view.isPerson.has(one))
}

/** Runs of neighbouring transactions with first purchases in one block. */
function neighbours(view: MapView): readonly RawLink[] {
  const links: RawLink[] = []
  let run: ObservedTransaction[] = []
  const close = () => {
    links.push(...runLinks(view, run))
    run = []
  }
  for (const transaction of view.trades) {
    const before = run.at(-1)
    const isOpening = transaction.trades.some(
      ({ wallet }) => view.firstBuys.get(wallet)?.signature === transaction.signature,
    )
    if (!isOpening || (before !== undefined && !areNeighbours(before, transaction))) close()
    if (isOpening) run.push(transaction)
  }
  close()
  return links
}

export function areNeighbours(before: ObservedTransaction, after: ObservedTransaction): boolean {
  if (before.slot !== after.slot || before.indexInBlock === null || after.indexInBlock === null) return false
  return after.indexInBlock === before.indexInBlock + 1
}

function runLinks(view: MapView, run: readonly ObservedTransaction[]): readonly RawLink[] {
  const links: RawLink[] = []
  let start = 0
  for (const [i, transaction] of run.entries()) {
    const before = run[i - 1]
    if (before !== undefined && isCrowded(view, before) && isCrowded(view, transaction))
      links.push(...crowdedLinks(view, before, transaction))
    if (transaction.tips.length === 0) continue
    // The tip is the last thing a bundle does.
    const bundle = run.slice(Math.max(start, i + 1 - BUNDLE.transactions), i + 1)
    start = i + 1
    links.push(...bundleLinks(view, bundle, transaction))
  }
  return links
}

/** Between every trader of the one and every trader of the other: each is as much a neighbour as the first. */
function crowdedLinks(view: MapView, before: ObservedTransaction, after: ObservedTransaction): readonly RawLink[] {
  const detail = 'neighbouring transactions that each hold several hands'
  return tradersOf(view, before)
    .sort(compareText)
    .flatMap((source) =>
      tradersOf(view, after)
        .sort(compareText)
        .map((target) => linkBetween(source, target, { one: before, other: after, weight: WEIGHTS.bundled, detail })),
    )
}

/** Several hands in one transaction: traders, or one whose tip is signed for by someone who does not trade. A service
 *  that signs, and the authority of a nonce, are no further hand: they sign for all their customers. */
function isCrowded(view: MapView, transaction: ObservedTransaction): boolean {
  const traders = tradersOf(view, transaction)
  const { tips, signers, feePayer, nonce } = transaction
  const isHand = (one: string): boolean =>
    one !== feePayer && one !== nonce?.authority && !traders.includes(one) && !isService(view, one)
  const isTippedFor = tips.length > 0 && signers.some(isHand)
  return traders.length > 1 || isTippedFor
}

function bundleLinks(
  view: MapView,
  bundle: readonly ObservedTransaction[],
  tipping: ObservedTransaction,
): readonly RawLink[] {
  const tipLamports = tipping.tips.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)
  const others = bundle.filter((one) => tradersOf(view, one).some((wallet) => wallet !== view.dev))
  const isCheap =
    others.length >= BUNDLE.least &&
    bundle.every((one) => one === tipping || Number(priorityFeeOf(one)) <= Number(tipLamports) * BUNDLE.feeShareOfTip)
  const weight = isCheap ? WEIGHTS.bundled : WEIGHTS.neighboursWithTip
  const detail = `${bundle.length} neighbouring transactions in one block, one tip of ${counted(tipLamports, 'lamport')}`
  return bundle.flatMap((one, i) => bundle.slice(i + 1).map((other) => neighbourLink(view, one, other, weight, detail)))
}

export function priorityFeeOf({
  priorityFeeLamports,
  computeUnitLimit,
  computeUnitPrice,
}: ObservedTransaction): bigint {
  if (priorityFeeLamports !== null) return BigInt(priorityFeeLamports)
  return (BigInt(computeUnitLimit ?? 0) * BigInt(computeUnitPrice ?? '0')) / 1_000_000n
}

/** One wallet represents each transaction: those within are joined anyway. */
function neighbourLink(
  view: MapView,
  one: ObservedTransaction,
  other: ObservedTransaction,
  weight: number,
  detail: string,
): RawLink {
  const [source, target] = [one, other].map((transaction) => tradersOf(view, transaction).sort(compareText)[0] ?? '')
  return linkBetween(source!, target!, { one, other, weight, detail })
}

type Neighbours = {
  readonly one: ObservedTransaction
  readonly other: ObservedTransaction
  readonly weight: number
  readonly detail: string
}

function linkBetween(source: string, target: string, { one, other, weight, detail }: Neighbours): RawLink {
  return toLink(
    'same_bundle',
    { source, target, weight },
    {
      slot: other.slot,
      signature: other.signature,
      otherSignature: one.signature,
      via: other.tips[0]?.to ?? null,
      detail,
    },
  )
}
