import type { ServerResponse } from 'node:http'
import type { ApiReply } from '../../support/api-client.ts'
import { type LocalServer, type Seen, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'

/** The key of the aggregator: no one may ever read it. */
export const SECRET = 'k3y-of-the-aggregator'

export type Answer = {
  readonly status?: number
  readonly type?: string
  /** As it is; anything but a text is written as JSON. */
  readonly body: unknown
}
/** `hang`: takes the request and never answers. */
export type Answering = (request: Seen) => Answer | 'hang' | Promise<Answer>

/** A server beside an aggregator that answers what a test says. */
export type AggregatorLab = {
  readonly server: OpenServer
  /** What the aggregator was asked, in order. */
  readonly seen: Seen[]
  answer(answering: Answering): void
  get(path: string, query?: Readonly<Record<string, string>>): Promise<ApiReply>
  post(path: string, body: unknown): Promise<ApiReply>
  stop(): Promise<void>
}

/** In live mode, with the aggregator as its only provider unless `env` names others. With a key unless `keyed` is
 *  off. */
export async function openAggregatorLab(
  env: Readonly<Record<string, string>> = {},
  { keyed = true }: { readonly keyed?: boolean } = {},
): Promise<AggregatorLab> {
  let current: Answering = () => ({ status: 404, body: {} })
  const aggregator: LocalServer = await startLocalServer(async (request, response) =>
    write(response, await current(request)),
  )
  const server = await openServer({
    MINTGLASS_MODE: 'live',
    JUPITER_URL: aggregator.url,
    ...(keyed ? { JUPITER_API_KEY: SECRET } : {}),
    ...env,
  })
  return {
    server,
    seen: aggregator.seen,
    answer(answering) {
      current = answering
      aggregator.seen.length = 0
    },
    get: (path, query = {}) => {
      const text = new URLSearchParams(query).toString()
      return server.get(text === '' ? path : `${path}?${text}`)
    },
    post: (path, body) => server.post(path, body),
    async stop() {
      await server.stop()
      await aggregator.close()
    },
  }
}

function write(response: ServerResponse, answer: Answer | 'hang'): void {
  if (answer === 'hang') return
  const { status = 200, type = 'application/json', body } = answer
  response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Hands everything on to the aggregator at this address, and its transactions to `edit` on their way back. */
export function relayTo(
  url: string,
  edit: (swapTransaction: string) => string | Promise<string> = (same) => same,
): Answering {
  return async ({ method, url: path, body }) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': SECRET },
      ...(method === 'POST' ? { body } : {}),
    })
    const text = await reply.text()
    if (method !== 'POST' || reply.status !== 200) return { status: reply.status, body: text }
    const built = JSON.parse(text) as { swapTransaction: string }
    return { body: { ...built, swapTransaction: await edit(built.swapTransaction) } }
  }
}

/** Everything that an aggregator may answer but what it was asked for, each of which is 502. */
export const BAD_ANSWERS: readonly Answer[] = [
  { status: 400, body: { error: SECRET, errorCode: 'TOKEN_NOT_TRADABLE' } },
  { status: 401, body: { error: `unknown key ${SECRET}` } },
  { status: 403, type: 'text/html', body: `<html>${SECRET}</html>` },
  { status: 404, body: {} },
  { status: 429, body: { error: 'slow down' } },
  { status: 500, body: { error: SECRET } },
  { status: 503, body: '' },
  { status: 302, body: '' },
  { body: '' },
  { body: 'null' },
  { body: '[]' },
  { body: '{' },
  { type: 'text/html', body: '<html></html>' },
  { body: { error: SECRET } },
]
