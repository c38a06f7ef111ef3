import type { TestContext } from 'node:test'
import { createSolanaChain } from '../../src/chain/solana/chain.ts'
import type { SolanaRpc } from '../../src/chain/solana/rpc.ts'
import type { Config } from '../../src/config/env.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createOrigins } from '../../src/runtime/origins.ts'
import { type LocalServer, sendJson, startLocalServer } from './local-server.ts'
import { keptLog, type PushedClock, pushedClock } from './test-client.ts'

/** What a node answers to a call: a result, an error with its code, a bare status with a body, or nothing at all. */
export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  | 'silence'
export type FakeNode = LocalServer & { readonly count: (method: string) => number }

type Behaviour = Readonly<Record<string, NodeAnswer | ((params: readonly unknown[]) => NodeAnswer)>>

/** A node on loopback. `head`, `first` and `genesis` are what it says of itself. */
export async function startFakeNode(
  t: TestContext,
  { head = 1_000, first = 0, genesis = 'chain' }: { head?: number; first?: number; genesis?: string },
  behaviour: Behaviour = {},
): Promise<FakeNode> {
  const asked: string[] = []
  const itself: Behaviour = {
    getSlot: { result: head },
    getFirstAvailableBlock: { result: first },
    getGenesisHash: { result: genesis },
  }
  const answerTo = ({ method, params }: { method: string; params: readonly unknown[] }): NodeAnswer => {
    asked.push(method)
    const own = behaviour[method] ?? itself[method] ?? { result: null }
    return typeof own === 'function' ? own(params) : own
  }
  const server = await startLocalServer(({ body }, response) => {
    const json = JSON.parse(body)
    const calls = Array.isArray(json) ? json : [json]
    const answers = calls.map((call) => ({ id: call.id, answer: answerTo(call) }))
    if (answers.some(({ answer }) => answer === 'silence')) return
    const bare = answers.map(({ answer }) => answer).find((one) => typeof one === 'object' && 'status' in one)
    if (typeof bare === 'object' && 'status' in bare) {
      response.writeHead(bare.status, { 'content-type': 'text/html', ...bare.headers }).end(bare.body ?? '')
      return
    }
    const replies = answers.map(({ id, answer }) => ({ jsonrpc: '2.0', id, ...(answer as object) }))
    sendJson(response, Array.isArray(json) ? replies : replies[0])
  })
  t.after(() => server.close())
  return { ...server, count: (method) => asked.filter((one) => one === method).length }
}

/** A chain over these nodes, the preferred first. */
export function openNodes(
  t: TestContext,
  urls: readonly string[],
  node: Partial<Config['node']> = {},
): {
  rpc: SolanaRpc
  lines: string[]
  clock: PushedClock
  open: NonNullable<ReturnType<typeof createSolanaChain>['open']>
} {
  const clock = pushedClock()
  const { log, lines } = keptLog()
  const origins = createOrigins({ clock })
  t.after(() => origins.close())
  const more = urls.slice(1).map((url) => ({ url, apiKey: null, per10s: null }))
  const chain = createSolanaChain({
    config: { providers: { solanaRpc: { url: urls[0]!, apiKey: null } }, node: { more, ...node } },
    clock,
    log,
    metrics: createMetrics(),
    origins,
  })
  return { rpc: chain.rpc!, open: chain.open!, lines, clock }
}
