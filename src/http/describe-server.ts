import type { Context } from '../context.ts'
import type { Route } from '../routes/define-route.ts'
import { ROUTE_FAMILIES } from '../routes/index.ts'
import { type ExampleWorld, readApiExamples } from './api-examples.ts'
import { type Document, makeDocuments } from './documents.ts'
import { publishApi } from './publish-api.ts'

/** Worlds of which the documents are kept: one is all that a server has; tests start many servers in a process. */
const KEPT_WORLDS = 4

const kept = new WeakMap<readonly Route[], Map<string, ReadonlyMap<string, Document>>>()

/** The documents of a server of these routes, with examples of this world. They depend on nothing else, and making them
 *  is most of what a start costs: servers of one process share them. */
export function describeServer(
  { sandbox }: Pick<Context, 'sandbox'>,
  routes: readonly Route[],
  world: ExampleWorld | null,
): ReadonlyMap<string, Document> {
  const isSandbox = sandbox !== null
  const key = JSON.stringify([isSandbox, world])
  const ofRoutes = kept.get(routes) ?? new Map<string, ReadonlyMap<string, Document>>()
  kept.set(routes, ofRoutes)
  const known = ofRoutes.get(key)
  if (known !== undefined) return known
  const examples = readApiExamples(world)
  const openApiText = JSON.stringify(publishApi(routes, ROUTE_FAMILIES, examples))
  const documents = makeDocuments(openApiText, { messages: examples.messages, isSandbox })
  for (const oldest of [...ofRoutes.keys()].slice(0, ofRoutes.size + 1 - KEPT_WORLDS)) ofRoutes.delete(oldest)
  ofRoutes.set(key, documents)
  return documents
}
