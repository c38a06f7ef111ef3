import { BODY_LIMITS } from '../config/body-limits.ts'
import { CACHES } from '../config/cache-ttls.ts'
import { sayUnset } from '../config/capability-providers.ts'
import type { Context } from '../context.ts'
import type { Route } from '../routes/define-route.ts'
import { CREDENTIALS } from './auth.ts'
import { createRouteCounts } from './http-metrics.ts'
import type { MountedRoute, PathEntry, RouteTable } from './mounted-route.ts'
import { queryNamesOf } from './validate.ts'

/** Of the body of a route that has none. */
const NO_NAMES: ReadonlySet<string> = new Set()

/** Compiles the routes. Throws, naming the route, when a declaration cannot hold: a path declared twice or hidden by
 *  another, parameters that do not match their rules, a cached answer that reads its caller, an unknown capability. */
export function mountRoutes(ctx: Context, routes: readonly Route[], corsVary: string | null): RouteTable {
  const mounted = routes.map((route) => mountRoute(ctx, route, corsVary))
  refuseCollisions(mounted)
  const byShape = new Map<string, { segments: readonly string[]; byMethod: Map<string, MountedRoute> }>()
  for (const one of mounted) {
    const shape = shapeOf(one.segments)
    const entry = byShape.get(shape) ?? { segments: one.segments, byMethod: new Map<string, MountedRoute>() }
    byShape.set(shape, entry)
    entry.byMethod.set(one.route.method, one)
  }
  const entries = [...byShape.values()].map((entry) => ({
    ...entry,
    allow: allowOf([...entry.byMethod.keys()]),
    isOpen: [...entry.byMethod.values()].some(({ route }) => route.openProxy === true),
  }))
  const byName = new Map(mounted.map((one) => [one.name, one]))
  return { mounted, byName, match: createMatcher(entries) }
}

function mountRoute(ctx: Context, route: Route, corsVary: string | null): MountedRoute {
  const name = `${route.method} ${route.path}`
  const refuse = (why: string): never => {
    throw new Error(`route ${name}: ${why}`)
  }
  if (!/^(\/([\w.-]+|\{[A-Za-z]\w*\}))+$/.test(route.path)) refuse('malformed path')
  const segments = route.path.split('/').slice(1)
  const pathNames = segments.filter(isParameter).map((segment) => segment.slice(1, -1))
  const ruled = Object.keys(route.params)
  if (new Set(pathNames).size !== pathNames.length || ruled.length !== pathNames.length)
    refuse('path parameters and their rules differ')
  for (const parameter of pathNames) if (!ruled.includes(parameter)) refuse(`no rule for {${parameter}}`)
  if (route.cache !== 'none') {
    if (CACHES[route.cache] === undefined) refuse(`unknown cache ${route.cache}`)
    if (route.readsCaller) refuse(`reads its caller, so its cache must be 'none', not '${route.cache}'`)
    if (route.reply === 'relay' && route.method === 'GET') refuse('a relayed answer is never kept')
    if (route.reply === 'stream') refuse('an answer that goes on is never kept')
    if (route.auth === 'session') refuse('an answer to a session is never kept')
  }
  if (route.method === 'GET' && route.body !== null) refuse('GET takes no body')
  if (route.bodyBytes > BODY_LIMITS.onLoopBytes && route.body !== null && route.body.inWorker === undefined)
    refuse(`bodies over ${BODY_LIMITS.onLoopBytes} bytes need a rule that a compute thread knows`)
  if (route.openProxy && (route.auth !== 'public' || route.readsCaller)) refuse('an open proxy knows no caller')
  if (route.paid && route.scope === undefined) refuse('a plan needs a key with a scope')
  if (route.paid && route.cache !== 'none')
    refuse("answers for some plans only are never kept: its cache must be 'none'")
  if (route.scope !== undefined && route.auth !== 'apiKey' && route.auth !== 'bearer') refuse('a scope needs a key')
  return {
    route,
    name,
    segments,
    params: route.params,
    query: route.query,
    queryNames: queryNamesOf(route.query, route.body?.closedNames ?? (route.isClosedQuery ? NO_NAMES : null)),
    pathNames,
    cachePrefix: `${ctx.config.version}\n${route.path}`,
    missing: missingCapability(ctx, route, refuse),
    successLines: successLines(route, route.openProxy ? null : corsVary),
    counts: createRouteCounts(),
  }
}

/** Every term of `needs` must be met by one of its alternatives. Gives the capabilities of the first that is not, and
 *  which settings are missing. */
function missingCapability(ctx: Context, route: Route, refuse: (why: string) => never): string | null {
  for (const term of route.needs) {
    const alternatives = term.split('|')
    if (!alternatives.some((name) => isSupplied(ctx, name, refuse)))
      return `${alternatives.join(' or ')} (${sayUnset(alternatives, ctx.config)})`
  }
  return null
}

function isSupplied(ctx: Context, name: string, refuse: (why: string) => never): boolean {
  if (name === 'rpc') return ctx.config.providers.solanaRpc !== undefined
  if (name === 'tape') return ctx.config.ingest.mode !== 'off' && ctx.config.providers.solanaRpc !== undefined
  if (!Object.hasOwn(ctx.upstreams, name)) return refuse(`needs unknown capability '${name}'`)
  return ctx.upstreams[name as keyof Context['upstreams']] !== null
}

function successLines(route: Route, corsVary: string | null): string {
  const isCoded = route.reply !== 'relay' && route.reply !== 'stream'
  const credential = route.auth === 'public' ? null : CREDENTIALS[route.auth].vary
  const vary = [credential, corsVary, isCoded ? 'Accept-Encoding' : null].filter((name) => name !== null)
  const cacheControl = route.cacheControl ?? (route.auth === 'public' ? 'no-cache' : 'private, no-cache')
  return `\r\nCache-Control: ${cacheControl}${vary.length === 0 ? '' : `\r\nVary: ${vary.join(', ')}`}`
}

/** Two routes of one method collide when their paths differ in nothing but parameter names, or when some path fits
 *  both and neither is the more exact one, so that which of them answers would be an accident. A word that a parameter's
 *  rule refuses (`cohort` is no wallet) fits only the route that has the word. */
function refuseCollisions(mounted: readonly MountedRoute[]): void {
  for (const [i, a] of mounted.entries()) {
    for (const b of mounted.slice(0, i)) {
      if (a.route.method !== b.route.method || a.segments.length !== b.segments.length) continue
      if (shapeOf(a.segments) === shapeOf(b.segments)) throw new Error(`route ${a.name}: declared twice (${b.name})`)
      let aMoreExact = false
      let bMoreExact = false
      const overlap = a.segments.every((segment, k) => {
        const other = b.segments[k]!
        if (isParameter(segment) !== isParameter(other)) {
          if (isParameter(segment)) bMoreExact = true
          else aMoreExact = true
          return isParameter(segment) ? takes(a, segment, other) : takes(b, other, segment)
        }
        return isParameter(segment) || segment === other
      })
      if (overlap && aMoreExact && bMoreExact) throw new Error(`route ${a.name}: shadowed in part by ${b.name}`)
    }
  }
}

function takes({ params }: MountedRoute, parameter: string, word: string): boolean {
  return params[parameter.slice(1, -1)]!.parse(word).ok
}

type Node = { readonly fixed: Map<string, Node>; parameter: Node | null; entry: PathEntry | null }

function createMatcher(entries: readonly PathEntry[]): RouteTable['match'] {
  const root: Node = { fixed: new Map(), parameter: null, entry: null }
  for (const entry of entries) {
    let node = root
    for (const segment of entry.segments) {
      let next = isParameter(segment) ? node.parameter : (node.fixed.get(segment) ?? null)
      if (next === null) {
        next = { fixed: new Map(), parameter: null, entry: null }
        if (isParameter(segment)) node.parameter = next
        else node.fixed.set(segment, next)
      }
      node = next
    }
    node.entry = entry
  }
  const depth = Math.max(0, ...entries.map((entry) => entry.segments.length))
  const walk = (node: Node, segments: readonly string[], at: number, values: string[]): PathEntry | null => {
    if (at === segments.length) return node.entry
    const fixed = node.fixed.get(segments[at]!)
    const found = fixed === undefined ? null : walk(fixed, segments, at + 1, values)
    if (found !== null || node.parameter === null) return found
    values.push(segments[at]!)
    const below = walk(node.parameter, segments, at + 1, values)
    if (below === null) values.pop()
    return below
  }
  return (path) => {
    const segments = path.split('/', depth + 2)
    if (segments[0] !== '' || segments.length > depth + 1) return undefined
    const values: string[] = []
    const entry = walk(root, segments, 1, values)
    return entry === null ? undefined : { entry, values }
  }
}

function allowOf(methods: readonly string[]): string {
  const all = new Set([...methods, 'OPTIONS'])
  if (all.has('GET')) all.add('HEAD')
  return [...all].sort().join(', ')
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/')
}
