import type { Route } from '../routes/define-route.ts'
import { type ApiExamples, addExamples } from './api-examples.ts'
import { nameSchemas } from './name-schemas.ts'
import { describeApi } from './openapi.ts'
import { REPLY_NAMES, SCHEMA_NAMES } from './schema-names.ts'
import { shareFailures } from './share-failures.ts'

type Json = Record<string, unknown>
type Family = { readonly name: string; readonly description: string }

/** The description as it is published: `describeApi` with names for its schemas and failures, with examples, and in the
 *  spelling that outside tools read. It admits and promises the same. */
export function publishApi(routes: readonly Route[], families: readonly Family[], examples: ApiExamples): Json {
  const named = nameSchemas(describeApi(routes, families), { names: SCHEMA_NAMES, replies: REPLY_NAMES })
  return addExamples(respell(shareFailures(named)) as Json, examples)
}

/** - Tuples as JSON Schema 2020-12 has them (typebox writes those of draft 7).
 *  - `items` beside every `type: array`: some tools insist.
 *  - No Unicode classes in patterns: Python's `re`, and JavaScript without the `u` flag, read them otherwise. */
function respell(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(respell)
  const { items, additionalItems, pattern, ...rest } = node as Json
  const members = Object.entries(rest).map(([key, child]) => [key, respell(child)])
  return {
    ...Object.fromEntries(members),
    ...(typeof pattern === 'string' ? patternOf(pattern) : pattern === undefined ? {} : { pattern: respell(pattern) }),
    ...itemsOf(items, additionalItems, rest['type']),
  }
}

function itemsOf(items: unknown, additionalItems: unknown, type: unknown): Json {
  if (Array.isArray(items)) {
    // `items: false` says the same, and Spectral takes it for none.
    const most = additionalItems === false ? { maxItems: items.length } : {}
    return { prefixItems: items.map(respell), items: {}, ...most }
  }
  if (items !== undefined) return { items: respell(items) }
  return type === 'array' || (Array.isArray(type) && type.includes('array')) ? { items: {} } : {}
}

function patternOf(pattern: string): Json {
  return /\\[pP]\{/.test(pattern) ? { 'x-pattern': pattern } : { pattern }
}
