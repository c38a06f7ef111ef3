import Type from 'typebox'
import { mintsBatch } from '../../src/contract/mints-batch.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { clampedInt, MintParams, oneOf, text } from '../../src/contract/params.ts'
import { defineRoute, type Route } from '../../src/routes/define-route.ts'

/** Routes that the tests of the front are held with. */
export const MINT = 'So11111111111111111111111111111111111111112'
export const INTEL_PATH = `/api/v2/tokens/${MINT}/intel`

const closed = { additionalProperties: false }
const IntelReply = Type.Object({ mint: Type.String(), limit: Type.Integer(), calls: Type.Integer() }, closed)

/** A cached GET of one mint; `load` decides what it answers. Counts its runs. */
export function intelRoute(
  load: (call: number, signal: AbortSignal) => Promise<Outcome<{ extra?: number }>> = async () => ok({}),
  overrides: Partial<Route> = {},
): Route & { calls(): number } {
  let calls = 0
  const route = defineRoute({
    method: 'GET',
    path: '/api/v2/tokens/{mint}/intel',
    auth: 'apiKey',
    needs: [],
    cache: 'tokenIntel',
    summary: 'One mint.',
    params: MintParams,
    query: { limit: clampedInt({ min: 1, max: 100, default: 20 }), sort: oneOf(['up', 'down'], { default: 'up' }) },
    reply: IntelReply,
    async handle(_ctx, { params, query, request }) {
      const call = ++calls
      const loaded = await load(call, request.signal)
      return loaded.ok ? ok({ mint: params.mint, limit: query.limit, calls: call }, loaded.cache) : loaded
    },
  })
  return { ...route, ...overrides, calls: () => calls }
}

/** A POST with a batch of mints. */
export const pricesRoute = defineRoute({
  method: 'POST',
  path: '/api/v2/tokens/prices',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Counts mints.',
  body: mintsBatch(50, 'no valid mints'),
  reply: Type.Object({ count: Type.Integer() }, closed),
  handle: async (_ctx, { body }) => ok({ count: body.mints.length }),
})

/** Says back what it was told. */
export function echoRoute(overrides: Partial<Route> = {}): Route {
  return {
    ...defineRoute({
      method: 'GET',
      path: '/api/v2/echo/{word}',
      auth: 'apiKey',
      needs: [],
      cache: 'none',
      summary: 'Echo.',
      params: { word: text({ maxChars: 100, description: 'Any word.' }) },
      query: {
        q: { ...text({ maxChars: 2_000, description: 'Any text.' }), aliases: ['query'] },
      },
      reply: Type.Object({ word: Type.String(), q: Type.String(), ip: Type.String(), caller: Type.String() }, closed),
      handle: async (_ctx, { params, query, request, caller }) =>
        ok({ word: params.word, q: query.q, ip: request.clientIp, caller: caller.kind }),
    }),
    ...overrides,
  }
}

/** Waits until it is let go, its signal aborts, or its deadline passes. */
export function waitingRoute(overrides: Partial<Route> = {}) {
  const seen: { started: number; aborted: number } = { started: 0, aborted: 0 }
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const route: Route = {
    ...defineRoute({
      method: 'GET',
      path: '/api/v2/wait',
      auth: 'apiKey',
      needs: [],
      cache: 'none',
      summary: 'Waits.',
      reply: Type.Object({ done: Type.Boolean() }, closed),
      async handle(_ctx, { request }) {
        seen.started++
        const aborted = new Promise<'aborted'>((resolve) =>
          request.signal.addEventListener('abort', () => {
            seen.aborted++
            resolve('aborted')
          }),
        )
        const how = await Promise.race([released, aborted])
        return how === 'aborted' ? fail('cancelled', 'request cancelled') : ok({ done: true })
      },
    }),
    ...overrides,
  }
  return { route, seen, release: () => release() }
}
