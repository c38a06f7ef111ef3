import { counted } from '../../../contract/counted.ts'
import { compareText } from '../compare-text.ts'
import { looksLikeCrowd } from '../crowds.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { othersOfPrivate } from '../private-keys.ts'
import { chanceOfKey, sayChance, weightOfRun } from '../rarity.ts'
import { KEY, WEIGHTS } from '../weights.ts'

/** A power over its token account that an owner gave away: it stands, or was used (then with the transaction). */
type Grant = {
  readonly owner: string
  readonly by: string
  readonly what: string
  readonly use: { readonly slot: number; readonly signature: string } | null
}

/** Owners who let one private key spend or close their token accounts. */
export const standingPower: LinkRule = {
  kind: 'standing_power',
  strength: 'either',
  rules: [
    'At least three people of the token made one key the delegate or close authority of their token accounts; the power stands, or the key used it.',
    'Strong where so many would know this key by chance in less than one token in a million, 0.5 in less than one in a thousand: of a million strangers as many know it as it has transactions beyond three for each of them. A key that holds or traded the token is joined with them.',
    'At most 0.5 where the power only shows in moves, and the owners look like customers (as for `shared_fee_payer`): whoever is robbed signed, too.',
    'None for a key that is named, busy, a program, or was not read, for one that deals with more than twice as many others, and for powers of the issuer (a permanent delegate), which no owner gave.',
  ],
  find: (view) => groupBy(grantsIn(view), ({ by }) => by).flatMap(([by, grants]) => linksOf(view, by, grants)),
}

function grantsIn(view: MapView): readonly Grant[] {
  const { holders, mintInfo } = view.evidence
  const issuer = mintInfo?.extensions.permanentDelegate ?? null
  const standing = (holders?.powers ?? []).map(({ owner, by, kind }): Grant => ({ owner, by, what: kind, use: null }))
  const used = view.transactions.flatMap(({ tokenMoves, slot, signature }) =>
    tokenMoves.flatMap(({ from, authority }): Grant[] =>
      authority === undefined || authority === from || mintInfo === null || authority === issuer
        ? []
        : [{ owner: from, by: authority, what: 'delegate', use: { slot, signature } }],
    ),
  )
  return [...standing, ...used].filter(({ owner, by }) => view.isPerson.has(owner) && owner !== by)
}

function linksOf(view: MapView, by: string, grants: readonly Grant[]): readonly RawLink[] {
  const owners = groupBy(grants, ({ owner }) => owner).map(([, own]) => own[0]!)
  if (owners.length < KEY.users) return []
  const others = othersOfPrivate(view, by, { users: owners.length, transactions: owners.length * KEY.perUser })
  if (others === null) return []
  const chance = chanceOfKey(owners.length, view.people.length, others)
  const isTaken = owners.every(({ use }) => use !== null) && looksLikeCrowd(view, namesOf(owners))
  const weight = Math.min(weightOfRun(owners.length, chance), isTaken ? WEIGHTS.rareRun : WEIGHTS.strong)
  if (weight === 0) return []
  const sorted = [...owners].sort((a, b) => compareText(a.owner, b.owner))
  const link = (source: string, { owner, what, use }: Grant, first: Grant | null): RawLink =>
    toLink(
      'standing_power',
      { source, target: owner, weight },
      {
        slot: use?.slot ?? null,
        signature: use?.signature ?? null,
        otherSignature: first?.use?.signature ?? null,
        via: by,
        detail: `${by} is ${what.replace('_', ' ')} of token accounts of ${owners.length} of ${view.people.length} people, and has ${counted(others, 'transaction')} of others; by chance ${sayChance(chance)}`,
      },
    )
  if (view.isPerson.has(by)) return sorted.map((grant) => link(by, grant, null))
  if (weight === 1) return starOf(sorted, (first, other) => link(first.owner, other, first))
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => link(one.owner, other, one)))
}

function namesOf(grants: readonly Grant[]): readonly string[] {
  return grants.map(({ owner }) => owner)
}
