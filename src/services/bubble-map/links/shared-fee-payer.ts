import { knownAddress } from '../../../chain/solana/labels.ts'
import { compareText } from '../compare-text.ts'
import { looksLikeCrowd } from '../crowds.ts'
import { type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { isKeyOfFew } from '../private-keys.ts'
import { CROWD, WEIGHTS } from '../weights.ts'

type Paid = {
  readonly wallet: string
  readonly slot: number
  readonly signature: string
  readonly lamports: string | null
}

/** Trades of several wallets whose fees or tips someone else paid: who signed them without trading. */
export const sharedFeePayer: LinkRule = {
  kind: 'shared_fee_payer',
  strength: 'either',
  rules: [
    'One account signed trades (or the launch) of both without trading, as payer of fees or of a tip; or it is one of the two and signed for the other.',
    'Strong, unless the account is a named or busy address, or its users (five or more) first bought over more than a quarter of the observed life of the token, as customers of a service do: then 0.5. It is no service where its own life was read, and so many would know it by chance in less than one token in a million (as for `standing_power`).',
    'None when it existed for a week before the launch and has signed for far more wallets than these: a paymaster, public by its own life.',
  ],
  find(view) {
    return [...paidBy(view)]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([payer, paid]) => linksOf(view, payer, paid))
  },
}

function paidBy(view: MapView): ReadonlyMap<string, Map<string, Paid>> {
  const payers = new Map<string, Map<string, Paid>>()
  for (const { transaction, actors } of view.acts) {
    const { feePayer, signers, slot, signature, priorityFeeLamports } = transaction
    const traders = new Set(transaction.trades.map(({ wallet }) => wallet))
    for (const signer of new Set([feePayer, ...signers])) {
      if (signer !== feePayer && (traders.has(signer) || traders.size === 0)) continue
      const lamports = signer === feePayer ? priorityFeeLamports : null
      for (const wallet of actors) {
        if (wallet === signer) continue
        const paid = payers.get(signer) ?? new Map<string, Paid>()
        if (!paid.has(wallet)) paid.set(wallet, { wallet, slot, signature, lamports })
        payers.set(signer, paid)
      }
    }
  }
  return payers
}

function linksOf(view: MapView, payer: string, paid: ReadonlyMap<string, Paid>): readonly RawLink[] {
  if (knownAddress(payer) !== null || view.wallets.get(payer)?.isBusy === true) return []
  const users = [...paid.values()].sort((a, b) => a.slot - b.slot || compareText(a.wallet, b.wallet))
  const isMember = view.isPerson.has(payer)
  if (isEstablished(view, payer, users)) return []
  const wallets = users.map(({ wallet }) => wallet)
  const isService = !isKeyOfFew(view, payer, wallets) && looksLikeCrowd(view, wallets)
  const weight = isService ? WEIGHTS.feePayerOfMany : WEIGHTS.strong
  const link = (source: string, other: Paid, first: Paid | null): RawLink =>
    toLink(
      'shared_fee_payer',
      { source, target: other.wallet, weight },
      {
        slot: other.slot,
        signature: other.signature,
        otherSignature: first?.signature ?? null,
        amount: other.lamports,
        unit: other.lamports === null ? null : 'lamports',
        via: payer,
        detail:
          first === null
            ? `${payer} paid for the other's trade`
            : `${payer} paid for trades of both, ${users.length} wallets in all`,
      },
    )
  if (isMember && !isService) return users.map((other) => link(payer, other, null))
  if (weight === 1) return starOf(users, (first, other) => link(first.wallet, other, first))
  return users.flatMap((one, i) => users.slice(i + 1).map((other) => link(one.wallet, other, one)))
}

/** A payer of long standing that has signed for far more than these: a paymaster, not a funding wallet. */
function isEstablished(view: MapView, payer: string, users: readonly Paid[]): boolean {
  const wallet = view.wallets.get(payer)
  const firstUseSec = view.launch?.createdAtSec ?? null
  if (wallet === undefined || wallet.firstSeenSec === null || firstUseSec === null) return false
  return (
    firstUseSec - wallet.firstSeenSec >= CROWD.establishedSecs &&
    wallet.signatureCount >= CROWD.establishedSignatures + CROWD.establishedPerUser * users.length
  )
}
