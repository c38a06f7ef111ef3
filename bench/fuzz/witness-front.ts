import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import Type from 'typebox'
import { jsonBody } from '../../src/contract/json-body.ts'
import { objectOf } from '../../src/contract/object-member.ts'
import { ok } from '../../src/contract/outcome.ts'
import type { Rule } from '../../src/contract/params.ts'
import { createHttpServerState, DEFAULT_TUNING } from '../../src/http/create-server-state.ts'
import { plainMissingPage } from '../../src/http/explorer.ts'
import { serve } from '../../src/http/pipeline.ts'
import { probeParser } from '../../src/http/probe-parser.ts'
import type { HttpServerState } from '../../src/http/server-state.ts'
import { listen, type SocketRequest, type SocketResponse } from '../../src/http/uws.ts'
import { defineRoute, type Route } from '../../src/routes/define-route.ts'
import { defineIdentifiedRoute } from '../../src/routes/identified-route.ts'
import { fakeContext } from '../../test/support/fake-context.ts'
import { openThreadCpu, watchCpuTurns } from './thread-cpu.ts'

/* The server of the witness fuzz, a process of its own: our front over routes of ours that move nothing. Each request
 * is read, judged and answered as in the product; beside that, what was read is told to the fuzz. */

/** One request as our parser gave it. */
export type ReadRequest = {
  readonly method: string
  readonly target: string
  /** By name and by the text that `forEach` makes of the bytes (UTF-8), in order. */
  readonly lines: readonly (readonly [name: string, value: string])[]
  /** The first value of each name, one character a byte. */
  readonly first: Readonly<Record<string, string>>
}
export type ToFront = { readonly ask: 'read' } | { readonly ask: 'turns' }
export type FromFront =
  | { readonly port: number; readonly headerBytes: string }
  | { readonly read: Readonly<Record<string, ReadRequest>>; readonly identities: Readonly<Record<string, Identity>> }
  | Turns
/** The longest that the handling of one request held the loop, and the longest turn: CPU time of the thread where the
 *  kernel says it (Linux), else wall time, which is other programs' as well. */
export type Turns = {
  readonly clock: 'cpu' | 'wall'
  readonly slowestMs: number
  readonly slowestId: string
  readonly slowestTurnMs: number
}
export type Identity = { readonly userRef: string; readonly idempotencyKey: string }

export const WITNESS_KEY = 'mg_witness_key_0123456789'
/** A request is known by its path: headers are what is tried out. */
export const idOf = (target: string): string => /^\/(?:v1\/)?w\/([0-9a-z]+)/.exec(target)?.[1] ?? ''

const text: Rule<string> = {
  schema: Type.String(),
  required: true,
  aliases: [],
  parse: (raw) => ok(raw ?? ''),
  canonical: (value) => encodeURIComponent(value.toWellFormed()),
}

const read = new Map<string, ReadRequest>()
const identities = new Map<string, Identity>()

function routes(): Route[] {
  const shared = { auth: 'public', needs: [], cache: 'none', summary: 'Echo.' } as const
  const reply = Type.Object({ bytes: Type.Integer() })
  const plain = defineRoute({
    ...shared,
    method: 'GET',
    path: '/w/{id}',
    params: { id: text },
    reply,
    handle: async () => ok({ bytes: 0 }),
  })
  const identified = defineIdentifiedRoute({
    ...shared,
    method: 'POST',
    path: '/v1/w/{id}',
    params: { id: text },
    identity: ['user_ref', 'idempotency_key'],
    body: jsonBody(objectOf({}), {
      isOptional: true,
      finish: (_, json) => (json === undefined ? 0 : JSON.stringify(json).length),
    }),
    reply,
    handle: async (_ctx, { params, body }, identity) => {
      identities.set(params.id, identity)
      return ok({ bytes: body })
    },
  })
  const keyed = defineRoute({
    ...shared,
    auth: 'bearer',
    readsCaller: true,
    method: 'GET',
    path: '/v1/w/{id}',
    params: { id: text },
    reply,
    handle: async () => ok({ bytes: 1 }),
  })
  return [plain, identified, keyed]
}

function readOf(request: SocketRequest): ReadRequest {
  const lines: [string, string][] = []
  request.forEach((name, value) => void lines.push([name, value]))
  const first = Object.fromEntries(lines.map(([name]) => [name, request.getHeader(name)]))
  const query = request.getQuery()
  return {
    method: request.getCaseSensitiveMethod(),
    target: request.getUrl() + (query === undefined ? '' : `?${query}`),
    lines,
    first,
  }
}

async function main(): Promise<void> {
  const fake = fakeContext({})
  fake.addKey(WITNESS_KEY, { limitPer10s: 1_000_000_000 })
  const parts = { authenticate: fake.authenticate, usage: { record() {} }, isReady: () => true }
  const { headerBytes } = await probeParser()
  const tuning = { ...DEFAULT_TUNING, headerBytes, publicPerWindow: 1_000_000_000 }
  const makeDocuments = () => ({ documents: new Map(), missingPage: plainMissingPage() })
  const front: HttpServerState = createHttpServerState(fake.ctx, routes(), parts, tuning, makeDocuments)
  const cpuMs = openThreadCpu()
  const clockMs = cpuMs ?? (() => performance.now())
  const turns = watchCpuTurns(clockMs)
  let slowestMs = 0
  let slowestId = ''
  const handle = (response: SocketResponse, request: SocketRequest): void => {
    const id = idOf(request.getUrl())
    if (id !== '') read.set(id, readOf(request))
    const startMs = clockMs()
    serve(front, response, request, startMs, false)
    const tookMs = clockMs() - startMs
    if (tookMs > slowestMs) [slowestMs, slowestId] = [tookMs, id]
  }
  const socket = await listen({ host: '127.0.0.1', port: 0, shared: false, tls: null }, { get: handle, other: handle })
  process.on('message', (message: ToFront) => {
    if (message.ask === 'turns') {
      const clock = cpuMs === null ? 'wall' : 'cpu'
      return say({ clock, slowestMs, slowestId, slowestTurnMs: turns.take().longestMs })
    }
    say({ read: Object.fromEntries(read), identities: Object.fromEntries(identities) })
    read.clear()
    identities.clear()
  })
  process.once('disconnect', () => process.exit(0))
  say({ port: socket.port, headerBytes })
}

function say(message: FromFront): void {
  process.send!(message)
}

// A test process has a parent that listens, too: only the program itself runs.
if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
