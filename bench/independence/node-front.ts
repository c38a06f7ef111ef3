import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeKind } from './node-kinds.ts'

type Call = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }
type Reply = { id?: unknown; result?: unknown; error?: { code: number; message: string } }

export type NodeFront = {
  readonly url: string
  /** Calls that were answered and calls that were refused for haste since the last time. */
  take(): { readonly answered: number; readonly hasty: number }
  close(): Promise<void>
}

const WINDOW_MS = 10_000

/** A node as users have one: stands in front of the sandbox's, refuses methods, counts calls and is late. */
export async function startNodeFront(nodeUrl: string, kind: NodeKind): Promise<NodeFront> {
  let answered = 0
  let hasty = 0
  let turn = 0
  let taken: number[] = []

  /** Milliseconds until so many calls fit; 0 when they were taken. */
  const takeTurns = (calls: number): number => {
    if (kind.per10s === null) return 0
    const nowMs = performance.now()
    taken = taken.filter((atMs) => nowMs - atMs < WINDOW_MS)
    if (taken.length + calls > kind.per10s) return (taken[0] ?? nowMs) + WINDOW_MS - nowMs
    for (let i = 0; i < calls; i++) taken.push(nowMs)
    return 0
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const json = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
    const calls = Array.isArray(json) ? json : [json]
    const isNeverAnswered = calls.some(({ method }) => kind.alwaysHasty.has(method))
    const waitMs = isNeverAnswered ? WINDOW_MS : takeTurns(calls.length)
    if (waitMs > 0) {
      hasty += calls.length
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': String(Math.ceil(waitMs / 1_000)) })
      response.end('Too many requests for a specific RPC call')
      return
    }
    answered += calls.length
    const lag = kind.lagSlots[turn++ % kind.lagSlots.length]!
    const replies = await Promise.all(calls.map((call) => answerOne(nodeUrl, kind, lag, call)))
    const text = JSON.stringify(Array.isArray(json) ? replies : replies[0])
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    take() {
      const counts = { answered, hasty }
      answered = 0
      hasty = 0
      return counts
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerOne(nodeUrl: string, kind: NodeKind, lag: number, call: Call): Promise<Reply> {
  const shell = { jsonrpc: '2.0', id: call.id }
  if (kind.refuses.has(call.method)) return { ...shell, error: { code: -32010, message: `${call.method} is excluded` } }
  if (lag === 0) return ask(nodeUrl, call)
  const head = (await ask(nodeUrl, { id: 1, method: 'getSlot', params: [{ commitment: 'processed' }] }))
    .result as number
  return asLate(await ask(nodeUrl, call), call, head - lag)
}

async function ask(nodeUrl: string, call: Call): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...call })
  const reply = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await reply.json()) as Reply
}

/** What a replica says that has seen the chain up to a slot only. Accounts are those of the newest slot, as a node that
 *  is a few slots late seldom differs in them. */
function asLate(reply: Reply, { method }: Call, head: number): Reply {
  const { result } = reply
  if (method === 'getSlot') return { ...reply, result: Math.min(result as number, head) }
  if (method === 'getSignaturesForAddress' && Array.isArray(result))
    return { ...reply, result: (result as { slot: number }[]).filter(({ slot }) => slot <= head) }
  if (method === 'getTransaction' && (result as { slot?: number } | null)?.slot !== undefined)
    return (result as { slot: number }).slot > head ? { ...reply, result: null } : reply
  const context = (result as { context?: { slot: number } } | null)?.context
  if (context !== undefined) context.slot = Math.min(context.slot, head)
  return reply
}
