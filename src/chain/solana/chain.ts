import type { NodeLane } from '../../config/upstream-limits.ts'
import { createJsonRpc, type JsonRpc } from '../../runtime/json-rpc.ts'
import { type ClientParts, createLaneClients } from '../../runtime/provider-client.ts'
import type { ChainListener } from '../port.ts'
import { createLaneRpc } from './lane-rpc.ts'
import { createNodeSubscriptions, type NodeSubscriptions } from './node-subscriptions.ts'
import { listenToChain } from './pubsub.ts'
import { rememberRefusals } from './refused-methods.ts'
import { createSolanaRpc, type RawBlock, type SolanaRpc } from './rpc.ts'

/** The chain as services see it. `rpc` takes the lane of the work that calls it, and is null when no node is
 *  configured; `listen` and `subscriptions` are absent without a WebSocket. */
export type SolanaChain = {
  readonly rpc: SolanaRpc | null
  /** The same node for callers without a key, in a narrow lane of their own; absent when there is none. */
  readonly open?: Pick<JsonRpc, 'call' | 'relay'>
  /** What changes, for those who keep something warm. Opens its socket at the first use. */
  readonly subscriptions?: NodeSubscriptions
  listen?(wants: (transactionText: string) => boolean, listener: ChainListener<RawBlock>): { close(): void }
}

export function createSolanaChain(parts: ClientParts): SolanaChain {
  const { clock, log } = parts
  const node = parts.config.providers.solanaWs
  const notifications: Pick<SolanaChain, 'listen' | 'subscriptions'> =
    node === undefined
      ? {}
      : {
          subscriptions: createNodeSubscriptions({ node, clock, log }),
          listen: (wants, listener) => listenToChain(node, wants, listener),
        }
  const clients = createLaneClients(parts, 'solanaRpc')
  if (clients === null) return { rpc: null, ...notifications }
  const laneOf = (lane: NodeLane): JsonRpc =>
    createJsonRpc({
      http: clients[lane],
      clock,
      onSlowDown: () => clients.refused(lane),
      ...(clients.maxArray === undefined ? {} : { maxArray: clients.maxArray }),
    })
  const lanes = {
    trading: laneOf('trading'),
    tradingScans: laneOf('tradingScans'),
    reads: laneOf('reads'),
    scans: laneOf('scans'),
    relay: laneOf('relay'),
  }
  return {
    rpc: createSolanaRpc(rememberRefusals(createLaneRpc(lanes), clock)),
    open: laneOf('open'),
    ...notifications,
  }
}
