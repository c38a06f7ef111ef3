import assert from 'node:assert/strict'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { createHttpClient } from '../../runtime/http-client.ts'
import type { HttpClientOptions } from '../../runtime/http-exchange.ts'
import { createJsonRpc, type JsonRpc } from '../../runtime/json-rpc.ts'

type NodeCalls = Pick<JsonRpc, 'call' | 'callMany'>

export type EvmNodes = NodeCalls & { close(): Promise<void> }

/** The nodes of a chain by their HTTP addresses, the preferred first, over connections of their own unless `origins` or
 *  a `dispatcher` is given. A node that fails leaves its place to the next one until that fails. */
export function openEvmNodes(
  parts: Pick<HttpClientOptions, 'clock' | 'log' | 'metrics' | 'origins' | 'dispatcher'> & {
    readonly chain: string
    readonly urls: readonly string[]
  },
): EvmNodes {
  const { chain, urls, clock } = parts
  assert(urls.length > 0, 'at least one node')
  const clients = urls.map((baseUrl, at) =>
    createHttpClient({
      ...parts,
      ...{ baseUrl, apiKey: null, keyHeader: null, keyPrefix: '' },
      provider: at === 0 ? chain : `${chain} ${at + 1}`,
      maxConnections: EVM_LIMITS.maxConcurrent,
      maxQueue: EVM_LIMITS.maxQueued,
      maxReplyBytes: EVM_LIMITS.receiptsBytes,
    }),
  )
  const hasOthers = urls.length > 1
  return {
    ...failOver(clients.map((http) => createJsonRpc({ http, clock, hasOthers }))),
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/** Asks the node that answered last; after a failure each of the others once. */
function failOver(nodes: readonly NodeCalls[]): NodeCalls {
  let preferred = 0
  async function ask<T>(of: (node: NodeCalls) => Promise<T>, failed: (answer: T) => boolean): Promise<T> {
    const first = preferred
    let answer = await of(nodes[first]!)
    for (let step = 1; step < nodes.length && failed(answer); step++) {
      const at = (first + step) % nodes.length
      answer = await of(nodes[at]!)
      if (!failed(answer)) preferred = at
    }
    return answer
  }
  return {
    call: (request, options) => ask((node) => node.call(request, options), isFault),
    callMany: (requests, options) =>
      ask(
        (node) => node.callMany(requests, options),
        (answers) => answers.some(isFault),
      ),
  }
}

function isFault(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.code !== 'cancelled'
}
