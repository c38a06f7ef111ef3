import { compareText } from '../compare-text.ts'
import { serviceOfWallets } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { REMAINDER, WEIGHTS } from '../weights.ts'

/** A wallet that sent its SOL away but for so much. */
type Remainder = { readonly wallet: string; readonly raw: string; readonly slot: number; readonly signature: string }

/** The remainder that a tool leaves when it empties wallets. */
export const sameRemainder: LinkRule = {
  kind: 'same_remainder',
  strength: 'weak',
  rules: [
    'At least three people of the token sent SOL away after they had bought, and kept the same amount to the lamport.',
    'Weight 0.5, less with the share of all such people who kept it.',
    'None for less than 0.001 SOL (ordinary remainders), for more than 0.1 SOL, and for users of one trading service.',
  ],
  find(view) {
    const services = serviceOfWallets(view)
    const all = remaindersOf(view).filter(({ wallet }) => !services.has(wallet))
    return groupBy(all, ({ raw }) => raw).flatMap(([raw, own]) => linksOf(raw, own))
  },
}

/** The last of each wallet. */
function remaindersOf({ transactions, isPerson, uses }: MapView): readonly Remainder[] {
  const last = new Map<string, Remainder>()
  for (const { trades, solMoves, holdings = [], slot, signature } of transactions) {
    if (trades.length > 0) continue
    const senders = new Set(solMoves.map(({ from }) => from))
    for (const { wallet, mint, afterRaw } of holdings) {
      const use = uses.get(wallet)
      if (mint !== null || !senders.has(wallet) || !isPerson.has(wallet) || use === undefined || slot < use.slot)
        continue
      last.set(wallet, { wallet, raw: afterRaw, slot, signature })
    }
  }
  return [...last.values()].filter(({ raw }) => {
    const lamports = BigInt(raw)
    return lamports >= REMAINDER.leastLamports && lamports <= REMAINDER.mostLamports
  })
}

function linksOf(raw: string, own: readonly Remainder[]): readonly RawLink[] {
  if (own.length < REMAINDER.wallets) return []
  const inOrder = [...own].sort((a, b) => a.slot - b.slot || compareText(a.wallet, b.wallet))
  return inOrder.flatMap((one, i) =>
    inOrder.slice(i + 1).map((other) =>
      toLink(
        'same_remainder',
        { source: one.wallet, target: other.wallet, weight: WEIGHTS.remainder },
        {
          slot: other.slot,
          signature: other.signature,
          otherSignature: one.signature,
          amount: raw,
          unit: 'lamports',
          detail: `${inOrder.length} wallets sent their SOL away but for ${raw} lamports`,
        },
      ),
    ),
  )
}
