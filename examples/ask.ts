/** The little that every example shares: where the server is, and how to ask it. */
export const SERVER = (process.env['MINTGLASS_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 8787}`).replace(
  /\/+$/,
  '',
)
export const KEY = process.env['MINTGLASS_KEY'] ?? 'rt_sandbox_enterprise'

/** One call; throws with the server's own words when it does not succeed. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const headers = { 'X-API-Key': KEY, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
  const reply = await fetch(
    SERVER + path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  ).catch(noServer)
  const answer = (await reply.json()) as { success: boolean; error?: string } & T
  if (!answer.success) throw new Error(`${path}: ${reply.status} ${answer.error}`)
  return answer
}

/** Ends the example with one line when no one listens there. */
export function noServer(error: unknown): never {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code !== 'ECONNREFUSED') throw error
  console.error(`no server at ${SERVER}; start it with \`npm start\`, or set MINTGLASS_URL or PORT`)
  process.exit(1)
}

export type World = {
  tokens: { mint: string; symbol: string; archetype: string; dex: string | null; pool: string | null }[]
  /** `secretKey` is null for exchanges, which stand last. */
  wallets: { address: string; archetype: string; secretKey: string }[]
  upstreams: Record<string, string>
}
