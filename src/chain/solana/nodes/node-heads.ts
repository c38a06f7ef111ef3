import { NODE_SET } from '../../../config/node-set.ts'
import { inBackground } from '../../../runtime/background.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { JsonRpc } from '../../../runtime/json-rpc.ts'
import type { Logger } from '../../../runtime/log.ts'
import { outsideRequest } from '../../../runtime/request-scope.ts'
import { COMMITMENT } from '../rpc-call.ts'

export type HeadedNode = { readonly label: string; readonly rpc: JsonRpc }

/** Where the nodes of a set stand: the chain they are of, their newest slot and how far back they reach. Looked up
 *  while someone asks, never more often than `NODE_SET.headsEveryMs`. */
export type NodeHeads = {
  /** Whether the node may be asked: it is of the chain of the others. The first one may until it is known not to be. */
  isOfChain(at: number): boolean
  /** Slots behind the newest head of all; 0 where nothing newer is known. */
  behind(at: number): number
  /** First slot that it still has; the newest there is where it does not say. */
  firstSlot(at: number): number
  /** Looks again where the last look is too old. Resolves when that look, if any, is over. */
  look(): Promise<void>
}

type Seen = {
  head: number | null
  headAtMs: number
  firstSlot: number | null
  genesis: string | null
}

export function createNodeHeads(parts: {
  readonly nodes: readonly HeadedNode[]
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Logger
}): NodeHeads {
  const { nodes, clock, log } = parts
  const seen: Seen[] = nodes.map(() => ({ head: null, headAtMs: 0, firstSlot: null, genesis: null }))
  let genesis: string | null = null
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> = Promise.resolve()

  const head = ({ head: slot, headAtMs }: Seen): number | null =>
    slot !== null && clock.monotonicMs() - headAtMs <= NODE_SET.headAgeMs ? slot : null

  async function lookAtAll(): Promise<void> {
    const unknown = seen.map((one) => one.genesis === null)
    await Promise.all(nodes.map(({ rpc }, at) => lookAt(rpc, seen[at]!, clock)))
    genesis ??= seen.find((one) => one.genesis !== null)?.genesis ?? null
    for (const [at, { label }] of nodes.entries())
      if (unknown[at] && !isOfChain(at) && seen[at]!.genesis !== null)
        log.error({ node: label }, 'a node of another chain is left out')
  }

  function isOfChain(at: number): boolean {
    const own = seen[at]!.genesis
    return own === null ? at === 0 : genesis === null || own === genesis
  }

  return {
    isOfChain,
    behind(at) {
      const own = head(seen[at]!)
      if (own === null) return 0
      let newest = own
      for (const [other, one] of seen.entries()) if (isOfChain(other)) newest = Math.max(newest, head(one) ?? 0)
      return newest - own
    },
    firstSlot: (at) => seen[at]!.firstSlot ?? Number.MAX_SAFE_INTEGER,
    look() {
      if (clock.monotonicMs() - lookedAtMs >= NODE_SET.headsEveryMs) {
        lookedAtMs = clock.monotonicMs()
        looking = outsideRequest(lookAtAll)
        inBackground('heads of nodes', looking)
      }
      return looking
    },
  }
}

async function lookAt(rpc: JsonRpc, own: Seen, clock: Pick<Clock, 'monotonicMs'>): Promise<void> {
  const ask = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const answer = await rpc.call({ method, params }, { timeoutMs: NODE_SET.probeMs })
    return answer.ok ? answer.value : null
  }
  const [slot, first, hash] = await Promise.all([
    ask('getSlot', [{ commitment: COMMITMENT }]),
    own.firstSlot ?? ask('getFirstAvailableBlock'),
    own.genesis ?? ask('getGenesisHash'),
  ])
  if (Number.isSafeInteger(slot)) [own.head, own.headAtMs] = [slot as number, clock.monotonicMs()]
  if (Number.isSafeInteger(first)) own.firstSlot = first as number
  if (typeof hash === 'string') own.genesis = hash
}
