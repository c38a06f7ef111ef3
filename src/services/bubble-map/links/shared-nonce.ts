import { knownAddress } from '../../../chain/solana/labels.ts'
import { compareText } from '../compare-text.ts'
import { looksLikeCrowd } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { isKeyOfFew } from '../private-keys.ts'
import { WEIGHTS } from '../weights.ts'

type Use = {
  readonly wallet: string
  readonly slot: number
  readonly signature: string
  readonly account: string
  readonly authority: string
}

/** Trades sealed with durable nonces of one authority: the holder of its key signed all of them beforehand. */
export const sharedNonce: LinkRule = {
  kind: 'shared_nonce',
  strength: 'either',
  rules: [
    'Trades (or the launch) of both use durable nonces of one authority, or one of the two is the authority.',
    'Strong, unless the authority is a named or busy address or its users look like customers (as for `shared_fee_payer`): then 0.5.',
  ],
  find: (view) =>
    groupBy(usesOf(view), ({ authority }) => authority).flatMap(([authority, uses]) => linksOf(view, authority, uses)),
}

/** The first use of each wallet with each authority. */
function usesOf(view: MapView): readonly Use[] {
  const seen = new Set<string>()
  const uses: Use[] = []
  for (const { transaction, actors } of view.acts) {
    const { nonce, slot, signature } = transaction
    if (nonce === null) continue
    for (const wallet of actors) {
      const key = `${nonce.authority} ${wallet}`
      if (seen.has(key)) continue
      seen.add(key)
      uses.push({ wallet, slot, signature, ...nonce })
    }
  }
  return uses.sort((a, b) => a.slot - b.slot || compareText(a.wallet, b.wallet))
}

function linksOf(view: MapView, authority: string, uses: readonly Use[]): readonly RawLink[] {
  if (knownAddress(authority) !== null || view.wallets.get(authority)?.isBusy === true) return []
  const wallets = uses.map(({ wallet }) => wallet)
  const isService = !isKeyOfFew(view, authority, wallets) && looksLikeCrowd(view, wallets)
  const weight = isService ? WEIGHTS.nonceOfMany : WEIGHTS.strong
  const link = (source: string, other: Use, first: Use | null): RawLink =>
    toLink(
      'shared_nonce',
      { source, target: other.wallet, weight },
      {
        slot: other.slot,
        signature: other.signature,
        otherSignature: first?.signature ?? null,
        via: authority,
        detail:
          first === null
            ? `the nonce ${other.account} of the trade belongs to the other`
            : first.account === other.account
              ? `trades of both use the nonce ${other.account}`
              : `nonces ${first.account} and ${other.account} have one authority`,
      },
    )
  const others = uses.filter(({ wallet }) => wallet !== authority)
  if (view.isPerson.has(authority) && !isService) return others.map((other) => link(authority, other, null))
  if (weight === 1) return starOf(others, (first, other) => link(first.wallet, other, first))
  return others.flatMap((one, i) => others.slice(i + 1).map((other) => link(one.wallet, other, one)))
}
