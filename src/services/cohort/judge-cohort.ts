import { knownAddress } from '../../chain/solana/labels.ts'
import { COHORT } from '../../config/cohort.ts'
import type { CohortAnalysis } from '../../contract/cohort.ts'
import { isService } from '../bubble-map/funding-wallets.ts'
import type { ObservedWallet, TokenEvidence } from '../evidence-bundle/evidence.ts'
import { measureCohesion } from './cohesion.ts'
import type { CohortBundle } from './cohort-bundle.ts'
import { findBridges } from './find-bridges.ts'
import { joinGraphs, type MemberLink } from './join-graphs.ts'

type Reading = CohortAnalysis['graph']['nodes'][number]['reading']
type Member = { readonly wallet: string; readonly reading: Reading; readonly seen: ObservedWallet | undefined }

const WHY: Readonly<Record<Reading, string | null>> = {
  whole: null,
  partial: 'its history could not be read in full',
  busy: null,
  none: 'the node has no history of it',
  service: 'a public address: what it shares with others says nothing',
}

/** A cohort judged from recorded inputs by the Bubble Map's rules. Pure: the same inputs give the same answer. */
export function judgeCohort(bundle: CohortBundle): CohortAnalysis {
  const { members, own, tokens, common, names } = bundle
  const labelOf = (address: string): string | null => names[address] ?? knownAddress(address)?.label ?? null
  const read = readMembers(members, own)
  const services = new Set(read.filter(({ reading }) => reading === 'service').map(({ wallet }) => wallet))
  const graph = joinGraphs(
    members.filter((member) => !services.has(member)),
    own,
    tokens,
  )
  const clusterOf = new Map(
    graph.clusters.flatMap((wallets, i) => wallets.map((wallet) => [wallet, `C${i + 1}`] as const)),
  )
  const isUnread = ({ wallet, reading }: Member): boolean => WHY[reading] !== null && !clusterOf.has(wallet)
  const unknown = read.filter(isUnread).map(({ wallet, reading }) => ({ wallet, reason: WHY[reading]! }))
  const outside = new Set(unknown.map(({ wallet }) => wallet))
  const readable = members.filter((member) => !outside.has(member))
  const isolated = readable.filter((member) => !clusterOf.has(member))
  const signed = withSignatures(graph.links, [own, ...tokens])
  const edges = signed.slice(0, COHORT.edges)
  const cohesion = measureCohesion(readable, graph.clusters, signed)
  return {
    verdict: verdictOf({ members: members.length, readable: readable.length, clusters: graph.clusters, cohesion }),
    cohesion,
    graph: {
      nodes: read.map((member) => nodeOf(member, { clusterOf, labelOf, links: signed })),
      edges: edges.map((link) => edgeOf(link, clusterOf)),
    },
    clusters: graph.clusters.map((wallets, i) => ({
      id: `C${i + 1}`,
      size: wallets.length,
      members: [...wallets],
      kinds: kindsAmong(new Set(wallets), signed),
      rootFunder: mostFunded(wallets, read),
      tokens: [...graph.tokensOf[i]!],
    })),
    bridges: findBridges(graph.clusters, signed, labelOf),
    fundingTimeline: timelineOf(read, clusterOf, labelOf),
    coverage: {
      wallets: members.length,
      read: read.filter(({ reading }) => reading === 'whole' || reading === 'busy' || reading === 'partial').length,
      transactions: new Set([own, ...tokens].flatMap((one) => one.transactions.map(({ signature }) => signature))).size,
      tokens: common.map((one) => ({ ...one })),
      gaps: gapsOf(bundle),
      edgesLeftOut: signed.length - edges.length,
    },
    unknown,
    isolated,
  }
}

function readMembers(members: readonly string[], own: TokenEvidence): readonly Member[] {
  const wallets = new Map(own.wallets.map((wallet) => [wallet.address, wallet]))
  return members.map((wallet) => {
    const seen = wallets.get(wallet)
    return { wallet, reading: readingOf(wallet, seen, wallets), seen }
  })
}

function readingOf(
  wallet: string,
  seen: ObservedWallet | undefined,
  wallets: ReadonlyMap<string, ObservedWallet>,
): Reading {
  if (knownAddress(wallet) !== null) return 'service'
  if (seen === undefined) return 'partial'
  // A busy wallet may be someone's all the same: what it signs with others says so.
  if (seen.isBusy) return 'busy'
  if (isService({ wallets }, wallet)) return 'service'
  if (seen.partial || !seen.traced) return 'partial'
  return seen.signatureCount === 0 ? 'none' : 'whole'
}

type Shown = {
  readonly clusterOf: ReadonlyMap<string, string>
  readonly labelOf: (address: string) => string | null
  readonly links: readonly SignedLink[]
}

function nodeOf(
  { wallet, reading, seen }: Member,
  { clusterOf, labelOf, links }: Shown,
): CohortAnalysis['graph']['nodes'][number] {
  const others = new Set<string>()
  for (const { source, target } of links) {
    if (source === wallet) others.add(target)
    if (target === wallet) others.add(source)
  }
  const funder = seen?.funding?.from ?? null
  return {
    wallet,
    label: labelOf(wallet),
    cluster: clusterOf.get(wallet) ?? null,
    degree: others.size,
    reading,
    firstSeen: seen?.firstSeenSec ?? null,
    funder,
    funderLabel: funder === null ? null : labelOf(funder),
  }
}

type SignedLink = MemberLink & { readonly signatures: readonly string[] }

/** Every edge with transactions that show it: those that its rule names, else the first that each end signed in the
 *  evidence that it comes from. One without any is not shown. */
function withSignatures(links: readonly MemberLink[], evidences: readonly TokenEvidence[]): readonly SignedLink[] {
  const firstOf = new Map<string, string>()
  for (const { mint, transactions } of evidences)
    for (const { signature, signers, trades } of transactions)
      for (const wallet of [...signers, ...trades.map((trade) => trade.wallet)]) {
        const key = `${mint} ${wallet}`
        if (trades.length > 0 && !firstOf.has(key)) firstOf.set(key, signature)
        if (!firstOf.has(`any ${wallet}`)) firstOf.set(`any ${wallet}`, signature)
      }
  return links.flatMap((link) => {
    const { signature, otherSignature } = link.evidence
    const named = [signature, otherSignature].filter((one) => one !== null)
    const firstTrade = (wallet: string): string | undefined =>
      firstOf.get(`${link.token} ${wallet}`) ?? firstOf.get(`any ${wallet}`)
    const shown = named.length > 0 ? named : [firstTrade(link.source), firstTrade(link.target)]
    const signatures = [...new Set(shown.filter((one) => one !== undefined))]
    return signatures.length === 0 ? [] : [{ ...link, signatures }]
  })
}

function edgeOf(link: SignedLink, clusterOf: ReadonlyMap<string, string>): CohortAnalysis['graph']['edges'][number] {
  const { source, target, kind, weight, evidence, token, signatures } = link
  const { slot, amount, unit, via, detail } = evidence
  return {
    source,
    target,
    type: kind,
    weight,
    joins: clusterOf.has(source) && clusterOf.get(source) === clusterOf.get(target),
    evidence: { signatures: [...signatures], slot, amount, unit, via, token, detail },
  }
}

function kindsAmong(own: ReadonlySet<string>, links: readonly MemberLink[]): MemberLink['kind'][] {
  const kinds = links.filter(({ source, target }) => own.has(source) && own.has(target)).map(({ kind }) => kind)
  return [...new Set(kinds)].sort()
}

/** Who first paid more than half of them; null where nobody did. */
function mostFunded(wallets: readonly string[], read: readonly Member[]): string | null {
  const own = new Set(wallets)
  const counts = new Map<string, number>()
  for (const { wallet, seen } of read) {
    const from = seen?.funding?.from
    if (own.has(wallet) && from !== undefined) counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return most !== undefined && most[1] * 2 > wallets.length ? most[0] : null
}

function timelineOf(
  read: readonly Member[],
  clusterOf: ReadonlyMap<string, string>,
  labelOf: (address: string) => string | null,
): CohortAnalysis['fundingTimeline'] {
  const rows = read.flatMap(({ wallet, seen }) => {
    const funding = seen?.funding ?? null
    if (funding === null) return []
    const { from, lamports, timeSec, slot, signature } = funding
    const cluster = clusterOf.get(wallet) ?? null
    return [{ ts: timeSec, slot, wallet, from, fromLabel: labelOf(from), lamports, signature, cluster }]
  })
  return rows.sort((a, b) => a.slot - b.slot || (a.wallet < b.wallet ? -1 : 1))
}

function gapsOf({ own, tokens, gaps }: CohortBundle): string[] {
  const said = [...own.gaps.map(({ part, reason }) => `${part}: ${reason}`), ...gaps]
  for (const { mint, gaps: ofToken } of tokens)
    for (const { part, reason } of ofToken) said.push(`${mint} ${part}: ${reason}`)
  return [...new Set(said)]
}

type Weighed = {
  readonly members: number
  readonly readable: number
  readonly clusters: readonly (readonly string[])[]
  readonly cohesion: CohortAnalysis['cohesion']
}

/** One sentence. `coordinated`: one cluster holds more than half of the readable members; `inconclusive`: nothing was
 *  found, and fewer than half of the members, or than two, could be read. */
function verdictOf({ members, readable, clusters, cohesion }: Weighed): CohortAnalysis['verdict'] {
  const largest = clusters[0]?.length ?? 0
  const clustered = clusters.reduce((sum, own) => sum + own.length, 0)
  if (largest === 0) {
    if (readable < 2 || readable * 2 < members)
      return {
        headline: `Only ${readable} of ${members} wallets could be read: nothing can be said.`,
        tone: 'inconclusive',
      }
    return { headline: `No ties among ${readable} wallets.`, tone: 'independent' }
  }
  const by = Object.entries(cohesion.components)
    .filter(([, share]) => share > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([family]) => family)
  const how = by.length === 0 ? '' : `, by ${by.join(', ')}`
  if (largest * 2 > readable)
    return { headline: `${largest} of ${readable} wallets act as one${how}.`, tone: 'coordinated' }
  const groups = clusters.length === 1 ? 'one group' : `${clusters.length} groups`
  return {
    headline: `${clustered} of ${readable} wallets form ${groups}${how}; the others stand alone.`,
    tone: 'partly',
  }
}
