import { WebSocket } from 'undici'
import type { Facts } from '../frozen/world-facts.ts'

/** One message of each kind, as it came or was sent, by `<transport>.<name>`. */
export type PushExamples = Map<string, unknown>
type Server = { readonly url: string; readonly key: string }

/** Every kind comes in this time on a world whose agents trade, or has no example. */
const LISTEN_MS = 15_000

export async function recordSocketMessages(server: Server, facts: Facts, found: PushExamples): Promise<void> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v2/stream`, {
    headers: { 'X-API-Key': server.key },
  })
  const keep = (name: string, message: unknown) => void (found.has(name) || found.set(name, message))
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as { type: string; data?: unknown[] }
    if (frame.type !== 'snapshot' || (frame.data?.length ?? 0) > 0) keep(`gateway.${frame.type}`, frame)
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the upgrade was refused')))
  })
  const mint = facts.token('bluechip').mint
  const messages = [
    { op: 'ping', id: 1 },
    { op: 'subscribe', id: 2, channel: 'token', mint },
    { op: 'subscribe', id: 3, channel: 'launches' },
  ]
  for (const message of messages) send(socket, keep, message)
  socket.send(JSON.stringify({ op: 'subscribe', id: 4, channel: 'token', mint: 'not-an-address' }))
  await until(() => found.has('gateway.update'))
  send(socket, keep, { op: 'unsubscribe', id: 5, channel: 'token', mint })
  await until(() => found.has('gateway.unsubscribed'))
  socket.close()
}

function send(
  socket: WebSocket,
  keep: (name: string, message: unknown) => void,
  message: { readonly op: string; readonly [member: string]: unknown },
): void {
  keep(`gateway.${message.op}`, message)
  socket.send(JSON.stringify(message))
}

type Listening = {
  readonly channels: string
  readonly cursor?: string
  readonly names: readonly string[]
  /** What makes them come, once the stream is open. */
  readonly meanwhile?: () => Promise<unknown>
}

/** Reads event streams until each of `names` has come. */
export async function recordEventStream(
  server: Server,
  { channels, cursor, names, meanwhile }: Listening,
  found: PushExamples,
): Promise<void> {
  const query = new URLSearchParams({ channels, ...(cursor === undefined ? {} : { cursor }) })
  const stop = new AbortController()
  const reply = await fetch(`${server.url}/api/v2/stream/events?${query}`, {
    headers: { 'X-API-Key': server.key },
    signal: stop.signal,
  })
  const reading = readEvents(reply, (name, data) => {
    const isEmpty = name === 'snapshot' && (data as { data: unknown[] }).data.length === 0
    if (!isEmpty && !found.has(`sse.${name}`)) found.set(`sse.${name}`, data)
  })
  await meanwhile?.()
  await until(() => names.every((name) => found.has(`sse.${name}`)))
  stop.abort()
  await reading
}

async function readEvents(reply: Response, onEvent: (name: string, data: unknown) => void): Promise<void> {
  let waiting = ''
  try {
    for await (const piece of reply.body!.pipeThrough(
      new TextDecoderStream() as never,
    ) as never as AsyncIterable<string>) {
      const blocks = (waiting + piece).split('\n\n')
      waiting = blocks.pop()!
      for (const block of blocks) {
        const name = /^event: ?(.*)$/m.exec(block)?.[1]
        const data = /^data: ?(.*)$/m.exec(block)?.[1]
        if (name !== undefined && data !== undefined) onEvent(name, JSON.parse(data))
      }
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
  }
}

/** What the sandbox's receiver got, by type. */
export async function recordWebhookBodies(server: Server, facts: Facts, found: PushExamples): Promise<void> {
  const call = async (method: string, path: string, body?: object) =>
    (
      await fetch(`${server.url}/api/v2/webhooks${path}`, {
        method,
        headers: { 'X-API-Key': server.key, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    ).json() as Promise<{ webhook?: { id: string } }>
  const events = ['trade', 'launch']
  const made = await call('POST', '', { url: `${facts.upstreams['webhookSink']}?examples`, events, chain: 'solana' })
  // Kinds that are rare on a chain: as the server makes them up for a test.
  const rare = ['trade_retracted', 'launch_retracted', 'screen', 'gap']
  for (const type of rare) await call('POST', `/${made.webhook!.id}/test`, { type })
  await until(async () => {
    const { posts } = (await (await fetch(`${facts.upstreams['control']}/webhooks`)).json()) as {
      posts: { body: string }[]
    }
    for (const { body } of posts) {
      const event = JSON.parse(body) as { type: string; test?: boolean }
      if (
        !Array.isArray(event) &&
        (event.test !== true || rare.includes(event.type)) &&
        !found.has(`webhooks.${event.type}`)
      )
        found.set(`webhooks.${event.type}`, event)
    }
    return [...events, ...rare].every((name) => found.has(`webhooks.${name}`))
  })
  await call('DELETE', `/${made.webhook!.id}`)
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + LISTEN_MS; Date.now() < endMs && !(await isSo()); )
    await new Promise((resolve) => setTimeout(resolve, 100))
}
