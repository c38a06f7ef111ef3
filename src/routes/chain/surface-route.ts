import { TIMEOUTS } from '../../config/timeouts.ts'
import { SURFACE_PAYLOADS, surfaceReply } from '../../contract/chain-surface.ts'
import type { BodyRule } from '../../contract/json-body.ts'
import type { Rules, ValuesOf } from '../../contract/params.ts'
import { askSurface, type RawQuestion } from '../../services/chain-surface/ask-surface.ts'
import type { SurfaceName } from '../../services/chain-surface/surface.ts'
import { endpointNamed } from '../../services/chain-tiers/endpoints.ts'
import { chainText } from '../chains/chain-params.ts'
import { defineRoute, type Route } from '../define-route.ts'

type Parts<P extends Rules, Q extends Rules, B> = {
  readonly summary: string
  readonly description?: string
  /** Beside `{chain}`. */
  readonly params?: P
  readonly query?: Q
  readonly body?: BodyRule<B>
  readonly question: (input: {
    readonly params: ValuesOf<P>
    readonly query: ValuesOf<Q>
    readonly body: B
  }) => RawQuestion
}

const EVERYWHERE =
  'An unknown chain is 404 with suggestions; one that does not meet the level, or that no configured source serves, is 501 with its tier, the required level and the evidence.'

// biome-ignore lint/complexity/noBannedTypes: an absent rule set has no values at all
type None = {}

/** A route of the chain-generic surface: path, method and level are those of `SURFACE`. */
export function surfaceRoute<P extends Rules = None, Q extends Rules = None, B = undefined>(
  name: SurfaceName,
  { summary, description, params, query, body, question }: Parts<P, Q, B>,
): Route {
  const { method, suffix, level } = endpointNamed(name)
  return defineRoute({
    method,
    path: `/api/v2/chain/{chain}${suffix}`,
    auth: 'apiKey',
    needs: [],
    cache: 'none',
    summary,
    description: `${description === undefined ? '' : `${description} `}Level ${level}. ${EVERYWHERE}`,
    params: { chain: chainText, ...params } as Rules,
    query: (query ?? {}) as Rules,
    ...(body === undefined ? {} : { body: body as BodyRule<unknown> }),
    reply: surfaceReply(SURFACE_PAYLOADS[name]),
    deadlineMs: TIMEOUTS.deepScanMs,
    failures: ['not_found', 'unsupported_on_chain', 'not_ready', 'unconfigured', 'upstream_failed'],
    handle(ctx, { params: given, query: asked, body: sent, request }) {
      const raw = question({ params: given, query: asked, body: sent } as never)
      return askSurface(ctx, { chainText: String(given['chain']), name, raw, signal: request.signal }) as never
    },
  })
}
