/** One JSON-RPC call. */
export type NodeCall = readonly [method: string, ...params: readonly unknown[]]

export type NodeCalls = {
  /** Rejects when the node refuses or does not answer. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Results aligned with the calls, of one request. The node works on them at the same time. Rejects when it refuses one. */
  all(calls: readonly NodeCall[]): Promise<readonly unknown[]>
}

type Reply = { readonly id: number; readonly result?: unknown; readonly error?: { readonly message: string } }

const REPLY_MS = 30_000

export function createNodeCalls(url: string): NodeCalls {
  async function all(calls: readonly NodeCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return []
    const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests),
      signal: AbortSignal.timeout(REPLY_MS),
    })
    const answers = (await reply.json()) as readonly Reply[]
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return calls.map(([method], id) => {
      const answer = byId.get(id)
      if (answer === undefined || answer.error !== undefined)
        throw new Error(`the EVM node refuses ${method}: ${answer?.error?.message ?? 'no answer'}`)
      return answer.result ?? null
    })
  }
  return {
    all,
    async call(method, ...params) {
      const [result] = await all([[method, ...params]])
      return result
    },
  }
}
