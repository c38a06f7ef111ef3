import { createRequire } from 'node:module'
import { serveBench } from '../harness.ts'
import { benchReply } from './bodies.ts'

/** Fastify serving the object as its users do: no key, no limit, no entity tag, which favours it. */
type FastifyLike = {
  get(path: string, handler: () => Promise<unknown>): void
  listen(options: { host: string; port: number }): Promise<string>
  close(): Promise<void>
}
const require = createRequire(new URL('../package.json', import.meta.url))
const fastify = require('fastify') as (options: object) => FastifyLike

const reply = { success: true, ...benchReply(Number(process.argv[2])) }
const app = fastify({ logger: false })
app.get('/api/v2/tokens/:mint/bench', async () => reply)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
serveBench(Number(new URL(address).port), () => app.close())
