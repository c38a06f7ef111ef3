import type { ObservedTransaction } from '../evidence-bundle/evidence.ts'
import type { MapView } from './map-view.ts'
import { FUNDING } from './weights.ts'

/** Units of the token that one person gave another, all transfers together; signature and slot are the first's. */
export type Handover = {
  readonly from: string
  readonly to: string
  readonly amountRaw: bigint
  readonly slot: number
  readonly signature: string
}

/** Sorted by the first transfer in chain order. What a delegate or an issuer took from a holder, and what was sent to
 *  someone who never touched it, says nothing about the victim. */
export function handoversOf(view: MapView): readonly Handover[] {
  const handovers = new Map<string, Handover>()
  const acting = actingWallets(view)
  for (const transaction of view.transactions) {
    const { tokenMoves, slot, signature } = transaction
    for (const { from, to, amountRaw } of tokenMoves) {
      if (from === to || !view.isPerson.has(from) || !view.isPerson.has(to)) continue
      if (!hasSigned(transaction, from) || isSentUnasked(view, transaction, { from, to, acting })) continue
      const key = `${from} ${to}`
      const before = handovers.get(key)
      handovers.set(key, {
        ...(before ?? { from, to, slot, signature }),
        amountRaw: (before?.amountRaw ?? 0n) + BigInt(amountRaw),
      })
    }
  }
  return [...handovers.values()]
}

/** How many people got units from each giver. */
export function receiverCounts(handovers: readonly Handover[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { from } of handovers) counts.set(from, (counts.get(from) ?? 0) + 1)
  return counts
}

/** Whether the owner moved them: a seizure, or a sale by someone else's power, has another's signature. Records without
 *  signers say nothing. */
function hasSigned({ signers }: ObservedTransaction, from: string): boolean {
  return signers.length === 0 || signers.includes(from)
}

/** Wallets that ever did something with the token themselves. */
function actingWallets({ transactions }: MapView): ReadonlySet<string> {
  const acting = new Set<string>()
  for (const transaction of transactions) {
    for (const { wallet } of transaction.trades) acting.add(wallet)
    for (const { from } of transaction.tokenMoves) if (hasSigned(transaction, from)) acting.add(from)
  }
  return acting
}

/** Whether the receiver lived before and elsewhere, did nothing with the token, and has nothing else of the giver:
 *  anyone can be sent tokens. A wallet that was made for them, or lived on the giver's money, is another matter. */
function isSentUnasked(
  { wallets, funding }: MapView,
  { timeSec }: ObservedTransaction,
  { from, to, acting }: { readonly from: string; readonly to: string; readonly acting: ReadonlySet<string> },
): boolean {
  if (acting.has(to) || funding.get(to)?.from === from) return false
  const seenSec = wallets.get(to)?.firstSeenSec ?? null
  return seenSec !== null && timeSec !== null && timeSec - seenSec > FUNDING.forThisTokenSecs
}
