import type { CohortAnalysis } from '../../contract/cohort.ts'
import { flatten, join } from '../../hot-paths/union-find.ts'
import type { MemberLink } from './join-graphs.ts'

type Bridge = CohortAnalysis['bridges'][number]

/** Addresses that tie members of a cluster: what two members share (a funder, a payer, a key), and members to whom
 *  several others are tied directly. `critical`: without it the cluster, by the edges that are shown, falls apart. Those
 *  that tie most come first. */
export function findBridges(
  clusters: readonly (readonly string[])[],
  links: readonly MemberLink[],
  labelOf: (address: string) => string | null,
): Bridge[] {
  return clusters.flatMap((members, i) => {
    const own = new Set(members)
    const inside = links.filter(({ source, target }) => own.has(source) && own.has(target))
    const tied = new Map<string, { readonly members: Set<string>; readonly kinds: Set<MemberLink['kind']> }>()
    const note = (address: string, member: string, kind: MemberLink['kind']): void => {
      const held = tied.get(address) ?? { members: new Set(), kinds: new Set() }
      if (member !== address) held.members.add(member)
      held.kinds.add(kind)
      tied.set(address, held)
    }
    for (const link of inside) {
      const { source, target, kind } = link
      const { via } = link.evidence
      if (via === null) {
        note(source, target, kind)
        note(target, source, kind)
      } else {
        note(via, source, kind)
        note(via, target, kind)
      }
    }
    return [...tied]
      .filter(([, held]) => held.members.size > 1)
      .map(
        ([address, held]): Bridge => ({
          address,
          isMember: own.has(address),
          label: labelOf(address),
          cluster: `C${i + 1}`,
          members: [...held.members].sort(),
          kinds: [...held.kinds].sort(),
          critical: fallsApart(members, inside, address),
        }),
      )
      .sort((a, b) => b.members.length - a.members.length || (a.address < b.address ? -1 : 1))
  })
}

/** Whether the others are in more parts without the address than with it. */
function fallsApart(members: readonly string[], inside: readonly MemberLink[], without: string): boolean {
  const others = members.filter((member) => member !== without)
  return partsOf(others, inside, without) > partsOf(members, inside, null)
}

function partsOf(members: readonly string[], inside: readonly MemberLink[], without: string | null): number {
  const vias = [...new Set(inside.flatMap(({ evidence }) => (evidence.via === null ? [] : [evidence.via])))]
  const addresses = [...new Set([...members, ...vias])].filter((one) => one !== without)
  const at = new Map(addresses.map((address, i) => [address, i]))
  const groups = Uint32Array.from(addresses, (_, i) => i)
  const tie = (one: string, other: string): void => {
    const [a, b] = [at.get(one), at.get(other)]
    if (a !== undefined && b !== undefined) join(groups, a, b)
  }
  for (const { source, target, evidence } of inside) {
    if (evidence.via === null) tie(source, target)
    else {
      tie(source, evidence.via)
      tie(target, evidence.via)
    }
  }
  flatten(groups)
  return new Set(members.map((member) => groups[at.get(member)!])).size
}
