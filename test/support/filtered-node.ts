import { type LocalServer, sendJson, startLocalServer } from './local-server.ts'

type Call = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }

/** What a node answers instead of asking the one behind it: an error, a result, or undefined to ask. */
export type Replacement = (call: Call) => Replaced | Promise<Replaced>
type Replaced = { readonly error: object } | { readonly result: unknown } | undefined

/** A node that passes everything on to another one but what `replace` answers itself. `calls`: methods in the order in
 *  which they came. */
export async function filteredNode(
  behindUrl: string,
  replace: Replacement,
): Promise<LocalServer & { readonly calls: string[] }> {
  const calls: string[] = []
  const answer = async (call: Call): Promise<unknown> => {
    calls.push(call.method)
    const own = await replace(call)
    if (own !== undefined) return { jsonrpc: '2.0', id: call.id, ...own }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(behindUrl, { method: 'POST', headers, body: JSON.stringify(call) })
    return await reply.json()
  }
  const server = await startLocalServer(async ({ body }, response) => {
    const asked: Call | readonly Call[] = JSON.parse(body)
    sendJson(response, Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked as Call))
  })
  return { ...server, calls }
}

/** As public nodes refuse scans. */
export const SCAN_REFUSED = { error: { code: -32010, message: 'excluded from account secondary indexes' } }
