import { NODE_SET, type NodeRole } from '../../../config/node-set.ts'
import { REFUSED_METHOD_MS, REFUSED_STATUS_MS } from '../../../config/upstream-limits.ts'
import type { Failure, Outcome } from '../../../contract/outcome.ts'
import { type BoundedMap, createBoundedMap } from '../../../runtime/bounded-map.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { JsonRpc, RpcRequest } from '../../../runtime/json-rpc.ts'
import type { NodeHeads } from './node-heads.ts'
import { refusalKey, roleOf, type Verdict, verdictOf } from './node-words.ts'

export type SetNode = {
  readonly label: string
  readonly rpc: JsonRpc
  /** What it is asked for; null for everything. */
  readonly roles: readonly NodeRole[] | null
}
export type Member = SetNode & {
  readonly at: number
  readonly slowUntilMs: Map<NodeRole, number>
  /** What it never gives, by `refusalKey`, with its last word. */
  readonly refused: BoundedMap<string, { readonly untilMs: number; readonly failure: Failure }>
}

/** Which node is asked what, and what is learnt of it. */
export type NodeChoice = {
  readonly clock: Clock
  /** Those that may be asked, the best first; all that refuse it where no other is left. Before the first look at the
   *  heads it waits for that. */
  nodesFor(request: RpcRequest): Promise<readonly Member[]>
  /** The same as known now. */
  known(request: RpcRequest): readonly Member[]
  learn(member: Member, request: RpcRequest, outcome: Outcome<unknown>): Verdict
  /** Another node answered before it did. */
  overtaken(member: Member, role: NodeRole): void
  /** Whether the first reaches further back than the second. */
  isDeeper(one: Member, other: Member): boolean
}

/** Methods and programs whose refusal is remembered, of one node. */
const REFUSALS = 512

export function createNodeChoice(parts: {
  readonly nodes: readonly SetNode[]
  readonly heads: NodeHeads
  readonly clock: Clock
}): NodeChoice {
  const { nodes, heads, clock } = parts
  const members: readonly Member[] = nodes.map((node, at) => ({
    ...node,
    at,
    slowUntilMs: new Map(),
    refused: createBoundedMap(REFUSALS),
  }))
  const isDeeper = (one: Member, other: Member): boolean =>
    heads.firstSlot(one.at) < heads.firstSlot(other.at) - NODE_SET.depthSlots
  const known = (request: RpcRequest): readonly Member[] => {
    const able = members.filter((member) => mayAsk(member, request.method, heads))
    const nowMs = clock.monotonicMs()
    const giving = able.filter(({ refused }) => (refused.get(refusalKey(request))?.untilMs ?? nowMs) <= nowMs)
    const chosen = giving.length > 0 ? giving : able
    const isPage = request.method === 'getSignaturesForAddress'
    const ranked = chosen.map((member) => {
      const isShallow = isPage && chosen.some((other) => isDeeper(other, member))
      return { member, rank: [isShallow ? 1 : 0, ...rankOf(member, { request, heads, nowMs })] }
    })
    return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ member }) => member)
  }
  let firstLook: Promise<unknown> | null = null

  return {
    clock,
    known,
    isDeeper,
    async nodesFor(request) {
      const looking = heads.look()
      firstLook ??= Promise.race([looking, clock.sleep(NODE_SET.firstLookMs)])
      await firstLook
      return known(request)
    },
    learn({ refused }, request, outcome) {
      const verdict = verdictOf(request, outcome)
      if (verdict !== 'refused' || outcome.ok) return verdict
      // A bare status may speak of the one call: too long, or an address that is blocked for a while.
      const restMs = outcome.rpcCode === undefined ? REFUSED_STATUS_MS : REFUSED_METHOD_MS
      refused.set(refusalKey(request), { untilMs: clock.monotonicMs() + restMs, failure: outcome })
      return verdict
    },
    overtaken: ({ slowUntilMs }, role) => void slowUntilMs.set(role, clock.monotonicMs() + NODE_SET.slowRestMs),
  }
}

function mayAsk({ roles, at }: Member, method: string, heads: NodeHeads): boolean {
  const role = roleOf(method)
  const needsNewest = role === 'reads' || role === 'scans'
  return (
    heads.isOfChain(at) &&
    (roles === null || roles.includes(role)) &&
    (!needsNewest || heads.behind(at) <= NODE_SET.lagSlots)
  )
}

/** The smaller the better: heads, then who was slow, then who would have to wait, then the order of the settings. */
function rankOf(
  { rpc, at, slowUntilMs }: Member,
  { request, heads, nowMs }: { readonly request: RpcRequest; readonly heads: NodeHeads; readonly nowMs: number },
): readonly number[] {
  const isSlow = nowMs < (slowUntilMs.get(roleOf(request.method)) ?? Number.NEGATIVE_INFINITY)
  const isBehind = heads.behind(at) > NODE_SET.lagSlots
  return [isBehind ? 1 : 0, isSlow ? 1 : 0, rpc.busyMs?.(request.method) ?? 0, at]
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) if (one !== b[at]) return one - b[at]!
  return 0
}
