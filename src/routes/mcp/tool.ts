import type { TObject } from 'typebox'
import type { Scope } from '../../contract/api-key.ts'
import type { Route } from '../define-route.ts'

/** One thing that a tool shows: a route, and how the tool's arguments become the route's. */
export type View = {
  /** The value of `view`. */
  readonly name: string
  /** What it shows, in a few words. */
  readonly about: string
  readonly route: Route
  /** Parameters of the route that the tool does not show. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Parameters that the tool calls otherwise: its name to that of the route. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Shortens the body of the route to what a model can read. */
  readonly summary?: { readonly schema: TObject; readonly of: (body: never) => unknown }
}

/** A tool over routes. Scopes, plans, parameters, caches and failures are those of the routes. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The first is taken when none is named. */
  readonly views: readonly [View, ...View[]]
  /** Beyond the scopes of the routes: only for keys that have it. */
  readonly scope?: Scope
}

/** Of every tool: it reads, or builds what others sign, and strangers write the world that it reads. */
export const ANNOTATIONS = { readOnlyHint: true, openWorldHint: true } as const

export function routeName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Where a parameter of a view belongs: tool name to name and rule in the route. */
export function parametersOf({ route, fixed = {}, renamed = {} }: View) {
  const shown = new Map(Object.entries(renamed).map(([own, theirs]) => [theirs, own]))
  const names = [...Object.keys(route.params), ...Object.keys(route.query)].filter(
    (name) => !Object.hasOwn(fixed, name),
  )
  return new Map(names.map((name) => [shown.get(name) ?? name, name] as const))
}

/** Members of the route's body, by name. */
export function membersOf({ route }: View): Readonly<Record<string, unknown>> {
  return (route.body?.schema['properties'] ?? {}) as Readonly<Record<string, unknown>>
}
