import { createRequire } from 'node:module'
import { serveBench } from '../harness.ts'
import { BENCH_KEY, benchReply } from './bodies.ts'

/** Fastify doing the same work the way its users do: parameter schema, key check and rate limit in a hook, the same
 *  headers, and the object handed over for Fastify to write. It makes no entity tag, which favours it. */
type Reply = {
  header(name: string, value: string | number): Reply
  code(status: number): Reply
  send(body: object): Reply
}
type Request = { readonly headers: Readonly<Record<string, string | undefined>>; readonly id: string }
type FastifyLike = {
  addHook(name: 'onRequest', hook: (request: Request, reply: Reply) => Promise<unknown>): void
  get(path: string, options: object, handler: () => Promise<unknown>): void
  listen(options: { host: string; port: number }): Promise<string>
  close(): Promise<void>
}
const require = createRequire(new URL('../package.json', import.meta.url))
const fastify = require('fastify') as (options: object) => FastifyLike

const WINDOW_MS = 10_000
const LIMIT = 1_000_000_000
const keys = new Map([[BENCH_KEY, { startMs: 0, used: 0 }]])
const reply = { success: true, ...benchReply(Number(process.argv[2])) }
const app = fastify({ logger: false })

app.addHook('onRequest', async (request, answer) => {
  const window = keys.get(request.headers['x-api-key'] ?? '')
  if (window === undefined) return answer.code(401).send({ success: false, error: 'invalid API key' })
  const nowMs = Date.now()
  if (nowMs - window.startMs >= WINDOW_MS) {
    window.startMs = nowMs
    window.used = 0
  }
  if (++window.used > LIMIT) return answer.code(429).send({ success: false, error: 'rate limit exceeded' })
  answer
    .header('X-Request-Id', request.id)
    .header('Cache-Control', 'private, no-cache')
    .header('Vary', 'X-API-Key')
    .header('Access-Control-Allow-Origin', '*')
    .header(
      'Access-Control-Expose-Headers',
      'ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, X-Request-Id',
    )
    .header('RateLimit-Limit', LIMIT)
    .header('RateLimit-Remaining', LIMIT - window.used)
    .header('RateLimit-Reset', Math.ceil((window.startMs + WINDOW_MS - nowMs) / 1_000))
    .header('RateLimit-Policy', `${LIMIT};w=10`)
  return undefined
})
const mint = { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' }
const schema = { params: { type: 'object', required: ['mint'], properties: { mint } } }
app.get('/api/v2/tokens/:mint/bench', { schema }, async () => reply)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
serveBench(Number(new URL(address).port), () => app.close())
