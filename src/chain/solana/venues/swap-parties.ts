import type { TokenTransfer } from '../token-flows.ts'

/** A transfer inside a swap instruction, with the wallets or pools behind its two accounts. */
export type PartyTransfer = TokenTransfer & {
  readonly mint: string
  readonly fromOwner: string
  readonly toOwner: string
}

/** One side of a swap: the account that it paid from, and the one that it was paid into. */
export type SwapParty = {
  readonly owner: string
  readonly paid: string
  readonly paidMint: string
  readonly got: string
  readonly gotMint: string
}

/** The two sides of a swap as its transfers show them. `other` may be several owners, each with a vault. */
export type SwapParties = { readonly trader: SwapParty; readonly other: Omit<SwapParty, 'owner'> & Owners }
type Owners = { readonly payer: string; readonly payee: string }

export type PartyClues = {
  readonly isSigner: (owner: string) => boolean
  /** Whether something outside the swap moved tokens of an account: the pool's accounts are touched by nothing else. */
  readonly isUsedOutside: (account: string) => boolean
  /** The trader where the venue's instruction names it. */
  readonly named: string | null
}

/** Who traded with whom: one owner pays one mint and gets another, and what it pays comes to the other side. Further
 *  transfers of the two mints are fees. Null for any other set of transfers: both tokens the same way (liquidity), a
 *  third mint, or no owner on both ends. */
export function swapParties(transfers: readonly PartyTransfer[], clues: PartyClues): SwapParties | null {
  if (new Set(transfers.map(({ mint }) => mint)).size !== 2) return null
  const owners = new Set(transfers.map(({ fromOwner }) => fromOwner))
  for (const one of owners) {
    const party = partyOf(transfers, one)
    if (party === null) continue
    const opposite = oppositeOf(transfers, party)
    if (opposite === null) continue
    return isTrader(party, opposite, transfers, clues) ? { trader: party, other: opposite } : turned(party, opposite)
  }
  return null
}

/** What an owner does in a swap, when it pays from one account and is paid into one. */
function partyOf(transfers: readonly PartyTransfer[], owner: string): SwapParty | null {
  const out = transfers.filter((one) => one.fromOwner === owner)
  const into = transfers.filter((one) => one.toOwner === owner)
  const [paid] = out
  const [got] = into
  if (paid === undefined || got === undefined || paid.mint === got.mint) return null
  const isPlain = out.every(({ from }) => from === paid.from) && into.every(({ to }) => to === got.to)
  return isPlain ? { owner, paid: paid.from, paidMint: paid.mint, got: got.to, gotMint: got.mint } : null
}

/** The side that paid what the party got; where it paid several, the account that got most. */
function oppositeOf(transfers: readonly PartyTransfer[], party: SwapParty): SwapParties['other'] | null {
  const largest = (own: readonly PartyTransfer[]): PartyTransfer | undefined =>
    own.reduce<PartyTransfer | undefined>(
      (best, one) => (best && best.amountRaw >= one.amountRaw ? best : one),
      undefined,
    )
  const payment = largest(transfers.filter(({ from }) => from === party.paid))
  const proceeds = largest(transfers.filter(({ to }) => to === party.got))
  if (payment === undefined || proceeds === undefined || payment.to === proceeds.from) return null
  return {
    paid: proceeds.from,
    paidMint: proceeds.mint,
    got: payment.to,
    gotMint: payment.mint,
    payer: proceeds.fromOwner,
    payee: payment.toOwner,
  }
}

function isTrader(
  party: SwapParty,
  { payer, payee, paid, got }: SwapParties['other'],
  transfers: readonly PartyTransfer[],
  { isSigner, isUsedOutside, named }: PartyClues,
): boolean {
  const isOther = (owner: string | null): boolean => owner === payer || owner === payee
  if (named !== null && (named === party.owner || isOther(named))) return named === party.owner
  const isOtherSigner = isSigner(payer) || isSigner(payee)
  if (isSigner(party.owner) !== isOtherSigner) return isSigner(party.owner)
  // Routers trade through accounts of their own, which no wallet signs for.
  const isOtherUsed = isUsedOutside(paid) || isUsedOutside(got)
  const isUsed = isUsedOutside(party.paid) || isUsedOutside(party.got)
  if (isUsed !== isOtherUsed) return isUsed
  // Vaults with an owner each: only the party is on both ends.
  if (payer !== payee) return true
  return transfers[0]!.fromOwner === party.owner
}

/** The same swap with the other side as the trader. */
function turned(party: SwapParty, other: SwapParties['other']): SwapParties {
  const { payer, payee, ...legs } = other
  const { owner, ...own } = party
  return { trader: { owner: payer === payee ? payer : payee, ...legs }, other: { ...own, payer: owner, payee: owner } }
}
