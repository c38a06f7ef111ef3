import { knownAddress } from '../../../chain/solana/labels.ts'
import { counted } from '../../../contract/counted.ts'
import type { ObservedTransaction } from '../../evidence-bundle/evidence.ts'
import { componentsOf } from '../components.ts'
import { isService, isTrading } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { COSIGN, WEIGHTS } from '../weights.ts'

/** A person's signature beside another's, under a transaction that has nothing to do with the token. */
type Meeting = { readonly person: string; readonly with: string; readonly transaction: ObservedTransaction }

/** Two keys under one transaction, whatever it was about. */
export const coSigned: LinkRule = {
  kind: 'co_signed',
  strength: 'either',
  rules: [
    'Both signed one transaction outside trades of the token, as payer of its fees, authority of its nonce, tipper or trader. Strong where such transactions join three or more people, or the two signed together at least twice; 0.6 for a single time.',
    'Or one other address signed with both. Strong for three or more people; 0.5 for two, or where that address was not read.',
    'None where the signer they share is a named or busy address, a service, or a relayer: it was seen to sign with two or more addresses unrelated to the token, and these are over a quarter of all it signs with.',
  ],
  find(view) {
    const transactions = view.transactions.filter((one) => isElsewhere(view, one))
    const meetings = transactions.flatMap((one) => meetingsIn(view, one))
    const others = transactions.flatMap((one) => servedIn(view, one))
    return [...amongPeople(meetings), ...groupBy(others, (one) => one.with).flatMap(([, own]) => byOther(view, own))]
  },
}

function isElsewhere({ launch }: MapView, { trades, signers, signature }: ObservedTransaction): boolean {
  return trades.length === 0 && signers.length > 1 && signature !== launch?.creationSignature
}

/** People who signed, each with the first of them. */
function meetingsIn(view: MapView, transaction: ObservedTransaction): readonly Meeting[] {
  const people = transaction.signers.filter((one) => view.isPerson.has(one) && isAlone(view, one))
  return people.slice(1).map((person) => ({ person, with: people[0]!, transaction }))
}

/** People of the token who share a signer with others. */
function servedIn(view: MapView, transaction: ObservedTransaction): readonly Meeting[] {
  const others = transaction.signers.filter((one) => !view.isPerson.has(one) && isAlone(view, one))
  const people = transaction.signers.filter((one) => view.isPerson.has(one) && isAlone(view, one))
  return others.flatMap((other) => people.map((person) => ({ person, with: other, transaction })))
}

/** Whether an address signs for itself and its own, as far as that was looked at. */
function isAlone(view: MapView, address: string): boolean {
  if (knownAddress(address) !== null || isTrading(view, address)) return false
  if (!view.isPerson.has(address) && isService(view, address)) return false
  const cosigners = view.wallets.get(address)?.customers?.cosigners
  if (cosigners === undefined || cosigners.others <= COSIGN.strangers) return true
  return cosigners.people * 100 >= (cosigners.people + cosigners.others) * COSIGN.sharePct
}

function amongPeople(meetings: readonly Meeting[]): readonly RawLink[] {
  const pairs = groupBy(meetings, (one) => pairOf(one)).map(([, own]) => {
    const [first] = own
    return { source: first!.with, target: first!.person, first: first!, times: timesOf(own) }
  })
  return componentsOf(pairs).flatMap((own) => {
    const size = new Set(own.flatMap(({ source, target }) => [source, target])).size
    return own.map(({ source, target, first, times }) => {
      const isSure = size >= COSIGN.members || times >= COSIGN.times
      const weight = isSure ? WEIGHTS.strong : WEIGHTS.coSignedOnce
      const what = `both signed ${counted(times, 'transaction')} outside this token; ${size} people are joined by such`
      return linkOf({ source, target, weight }, first, null, what)
    })
  })
}

function pairOf({ person, with: other }: Meeting): string {
  return person < other ? `${person} ${other}` : `${other} ${person}`
}

function timesOf(meetings: readonly Meeting[]): number {
  return new Set(meetings.map(({ transaction }) => transaction.signature)).size
}

function byOther(view: MapView, meetings: readonly Meeting[]): readonly RawLink[] {
  const firsts = groupBy(meetings, ({ person }) => person).map(([, own]) => own[0]!)
  if (firsts.length < 2) return []
  const signer = firsts[0]!.with
  const wallet = view.wallets.get(signer)
  const isRead = wallet?.traced === true && !wallet.partial
  const isSure = isRead && firsts.length >= COSIGN.members
  const link = (one: Meeting, other: Meeting): RawLink =>
    linkOf(
      { source: one.person, target: other.person, weight: isSure ? WEIGHTS.strong : WEIGHTS.coSignerOfFew },
      other,
      one,
      `${signer} signed transactions of both outside this token, and of ${firsts.length} people in all`,
    )
  if (isSure) return starOf(firsts, link)
  return firsts.flatMap((one, i) => firsts.slice(i + 1).map((other) => link(one, other)))
}

function linkOf(
  ends: { readonly source: string; readonly target: string; readonly weight: number },
  { with: signer, transaction }: Meeting,
  first: Meeting | null,
  detail: string,
): RawLink {
  const { slot, signature } = transaction
  const otherSignature = first?.transaction.signature ?? null
  return toLink('co_signed', ends, { slot, signature, otherSignature, via: first === null ? null : signer, detail })
}
