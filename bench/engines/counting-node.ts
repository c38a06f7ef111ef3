import { Agent, createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call as it reached the node, also inside an array. */
export type NodeCall = { readonly method: string; readonly params: readonly unknown[] }

export type CountingNode = {
  readonly url: string
  /** What was asked since the last time, in the order in which it came. */
  take(): readonly NodeCall[]
  close(): Promise<void>
}

/** Stands between a server and its node, hands everything on, and notes every JSON-RPC call. */
export async function startCountingNode(nodeUrl: string): Promise<CountingNode> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  let calls: NodeCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      calls.push(...callsIn(body))
      const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers
      const options = { method: 'POST', headers: { ...headers, 'content-length': String(body.length) }, agent }
      const upstream = sendRequest(nodeUrl, options, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
        reply.once('error', () => response.destroy())
      })
      upstream.once('error', () => response.destroy())
      response.once('close', () => upstream.destroy())
      upstream.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    take() {
      const taken = calls
      calls = []
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}

function callsIn(body: Buffer): readonly NodeCall[] {
  const json = JSON.parse(body.toString()) as unknown
  return (Array.isArray(json) ? json : [json]).map(({ method, params = [] }: NodeCall) => ({ method, params }))
}

/** How many calls ask what an earlier one of the same list asked: the same method with the same parameters. */
export function countRepeated(calls: readonly NodeCall[]): ReadonlyMap<string, number> {
  const asked = new Set<string>()
  const repeated = new Map<string, number>()
  for (const { method, params } of calls) {
    const key = JSON.stringify([method, params])
    if (asked.has(key)) repeated.set(method, (repeated.get(method) ?? 0) + 1)
    asked.add(key)
  }
  return repeated
}
