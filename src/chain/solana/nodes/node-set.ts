import type { Clock } from '../../../runtime/clock.ts'
import type { JsonRpc } from '../../../runtime/json-rpc.ts'
import { askManyNodes, askNodes } from './ask-nodes.ts'
import { createNodeChoice, type SetNode } from './choose-node.ts'
import type { NodeHeads } from './node-heads.ts'
import { relayOverNodes } from './relay-nodes.ts'

/** Several nodes as one: each call goes to the node that is known to give it, the preferred first, and to the next where
 *  one refuses, slows or fails. A node that lags is left out of reads that need the newest state, a node of another
 *  chain of everything. With one node it is that node. */
export function createNodeSet(parts: {
  readonly nodes: readonly SetNode[]
  readonly heads: NodeHeads
  readonly clock: Clock
}): JsonRpc {
  const [only, ...others] = parts.nodes
  if (only !== undefined && others.length === 0) return only.rpc
  const choice = createNodeChoice(parts)
  return {
    call: (request, options) => askNodes(choice, { request, options }, (rpc, bounds) => rpc.call(request, bounds)),
    callMany: (requests, options) => askManyNodes(choice, requests, options),
    callRows: (request, { path, collect, ...options }) =>
      askNodes(choice, { request, options }, (rpc, bounds) => rpc.callRows(request, { ...bounds, path, collect })),
    relay: (body, options) => relayOverNodes(body, options, (request) => choice.nodesFor(request)),
  }
}
