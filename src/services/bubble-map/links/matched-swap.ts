import { knownAddress } from '../../../chain/solana/labels.ts'
import { compareText } from '../compare-text.ts'
import { componentsOf } from '../components.ts'
import { isService } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { FUNDING, SWAP, WEIGHTS } from '../weights.ts'

/** What went into an exchange, and came out of it minutes later, less by a fee. */
type Pair = { readonly deposit: MoneyMove; readonly withdrawal: MoneyMove; readonly source: string }

/** Money that went through an exchange in pieces that size and time identify. */
export const matchedSwap: LinkRule = {
  kind: 'matched_swap',
  strength: 'strong',
  rules: [
    'Before they first had the token, an exchange or service paid both at least 0.05 SOL.',
    'At most 45 minutes before each payment, a sum at most 2 % larger went into the same exchange. Its senders are one unlabelled address (over at most three addresses that did hardly anything else), or are linked in the same way themselves.',
    'Strong where at least four people are linked so, each by its own deposit, and five times as many as by chance: as many as match sums of the same senders that are at most 2 % smaller. A sender is joined with them.',
    'None from exchanges, programs, busy addresses and addresses that serve strangers.',
  ],
  find(view) {
    const deposits = depositsOf(view)
    if (deposits.length < SWAP.members) return []
    const withdrawals = withdrawalsOf(view)
    const pairs = pairsOf(withdrawals, deposits, isSwap)
    const byChance = new Map(groupBy(pairsOf(withdrawals, deposits, isSmaller), ({ source }) => source))
    const edges = pairs.map((pair) => ({ source: pair.source, target: pair.withdrawal.to, pair }))
    return componentsOf(edges).flatMap((own) => {
      const sources = new Set(own.map(({ source }) => source))
      const chance = [...sources].reduce((sum, source) => sum + (byChance.get(source)?.length ?? 0), 0)
      if (own.length < SWAP.members || own.length < chance * SWAP.timesByChance) return []
      return linksOf(own.map(({ pair }) => pair))
    })
  },
}

type Deposit = { readonly move: MoneyMove; readonly source: string }

/** Payments of exchanges to people, before they used them. */
function withdrawalsOf(view: MapView): readonly MoneyMove[] {
  return view.moves.filter((move) => {
    const use = view.uses.get(move.to)
    return (
      view.isPerson.has(move.to) && use !== undefined && move.slot < use.slot && isSum(move) && isEnd(view, move.from)
    )
  })
}

function depositsOf(view: MapView): readonly Deposit[] {
  const into = new Map(groupBy(view.moves, ({ to }) => to))
  return view.moves.flatMap((move): Deposit[] => {
    if (!isSum(move) || !isEnd(view, move.to) || isEnd(view, move.from)) return []
    const source = sourceOf(view, into, move)
    return isEnd(view, source) ? [] : [{ move, source }]
  })
}

function isSum({ unit, amountRaw }: MoneyMove): boolean {
  return unit === 'lamports' && amountRaw >= FUNDING.minLamports
}

function isEnd(view: MapView, address: string): boolean {
  return isService(view, address)
}

/** Whose a deposit was: back over addresses that passed on what one had sent them. */
function sourceOf(view: MapView, into: ReadonlyMap<string, readonly MoneyMove[]>, deposit: MoneyMove): string {
  let source = deposit.from
  for (let hop = 0; hop < SWAP.maxHops; hop++) {
    const wallet = view.wallets.get(source)
    if (wallet?.traced !== true || wallet.partial || wallet.signatureCount > SWAP.addressSignatures) break
    const before = (into.get(source) ?? []).filter(({ slot }) => slot <= deposit.slot)
    const giver = mainGiver(before)
    if (giver === null || isEnd(view, giver)) break
    source = giver
  }
  return source
}

function mainGiver(moves: readonly MoneyMove[]): string | null {
  const total = moves.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
  for (const [giver, own] of groupBy(moves, ({ from }) => from)) {
    const sum = own.reduce((part, { amountRaw }) => part + amountRaw, 0n)
    if (sum * 100n >= total * SWAP.passedPct) return giver
  }
  return null
}

/** Each payment with the latest deposit that is its match; every deposit, and every person, once. */
function pairsOf(
  withdrawals: readonly MoneyMove[],
  deposits: readonly Deposit[],
  isMatch: (deposit: MoneyMove, withdrawal: MoneyMove) => boolean,
): readonly Pair[] {
  const used = new Set<Deposit>()
  const seen = new Set<string>()
  return withdrawals.flatMap((withdrawal) => {
    if (seen.has(withdrawal.to)) return []
    const found = deposits.findLast(
      (one) => !used.has(one) && isBefore(one.move, withdrawal) && isMatch(one.move, withdrawal),
    )
    if (found === undefined || found.source === withdrawal.to) return []
    used.add(found)
    seen.add(withdrawal.to)
    return [{ deposit: found.move, withdrawal, source: found.source }]
  })
}

function isBefore(deposit: MoneyMove, withdrawal: MoneyMove): boolean {
  if (deposit.timeSec === null || withdrawal.timeSec === null || deposit.slot > withdrawal.slot) return false
  return entityOf(deposit.to) === entityOf(withdrawal.from) && withdrawal.timeSec - deposit.timeSec <= SWAP.withinSecs
}

/** An exchange has several addresses. */
function entityOf(address: string): string {
  return knownAddress(address)?.entity ?? address
}

function isSwap(deposit: MoneyMove, { amountRaw }: MoneyMove): boolean {
  const kept = deposit.amountRaw + SWAP.keptLamports - amountRaw
  return kept >= 0n && (kept - SWAP.keptLamports) * 10_000n <= amountRaw * SWAP.feeBps
}

function isSmaller(deposit: MoneyMove, { amountRaw }: MoneyMove): boolean {
  const short = amountRaw - deposit.amountRaw - SWAP.keptLamports
  return short > 0n && short * 10_000n <= amountRaw * SWAP.feeBps
}

function linksOf(pairs: readonly Pair[]): readonly RawLink[] {
  const inOrder = [...pairs].sort(
    (a, b) => a.withdrawal.slot - b.withdrawal.slot || compareText(a.withdrawal.to, b.withdrawal.to),
  )
  return inOrder.map(({ withdrawal, deposit, source }) =>
    toLink(
      'matched_swap',
      { source, target: withdrawal.to, weight: WEIGHTS.strong },
      {
        slot: withdrawal.slot,
        signature: withdrawal.signature,
        otherSignature: deposit.signature,
        amount: withdrawal.amountRaw.toString(),
        unit: 'lamports',
        via: source,
        detail: `paid ${withdrawal.amountRaw} lamports by an exchange into which ${source} had sent ${deposit.amountRaw} ${withdrawal.timeSec! - deposit.timeSec!} s before; ${pairs.length} people are matched so`,
      },
    ),
  )
}
