import { systemClock } from '../../src/runtime/clock.ts'
import { createJsonRpc, type JsonRpc } from '../../src/runtime/json-rpc.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'
import { testClient } from './test-client.ts'

export type NodeRequest = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
export type ScriptedNode = {
  readonly rpc: JsonRpc
  /** Calls in order of arrival, those of arrays one by one. */
  readonly calls: NodeRequest[]
  readonly server: LocalServer
  close(): Promise<void>
}

/** A JSON-RPC server whose results are text, so that big numbers stay what they are. A function gives the result of a
 *  call as JSON text, or a number: the error code. */
export async function startScriptedNode(answer: (call: NodeRequest) => string | number): Promise<ScriptedNode> {
  const calls: NodeRequest[] = []
  const answerOne = (call: NodeRequest): string => {
    calls.push(call)
    const made = answer(call)
    const member = typeof made === 'number' ? `"error":{"code":${made},"message":"no"}` : `"result":${made}`
    return `{"jsonrpc":"2.0",${member},"id":${call.id}}`
  }
  const server = await startLocalServer(({ body }, response) => {
    const parsed = JSON.parse(body) as NodeRequest | NodeRequest[]
    const text = Array.isArray(parsed) ? `[${parsed.map(answerOne).join(',')}]` : answerOne(parsed)
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  const { client } = testClient(server.url)
  return {
    rpc: createJsonRpc({ http: client, clock: systemClock(), random: () => 0 }),
    calls,
    server,
    async close() {
      await client.close()
      await server.close()
    },
  }
}
