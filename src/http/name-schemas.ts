import type { TSchema } from 'typebox'

type Json = Record<string, unknown>
type Schemas = Readonly<Record<string, TSchema>>

/** Gives the schemas of a description names: each part that is one of `names` becomes a reference to a component, and
 *  so does the body and the success of each operation, which are named after it (`GetPricesRequest`, `GetPricesReply`).
 *  What may be sent and is answered stays the same. `replies` names successes that several operations share. */
export function nameSchemas(
  doc: Json,
  { names, replies }: { readonly names: Schemas; readonly replies: Schemas },
): Json {
  const byText = new Map(Object.entries(names).map(([name, schema]) => [textOf(asJson(schema)), name]))
  const ofReply = new Map(Object.entries(replies).map(([name, schema]) => [textOf(asJson(schema)), name]))
  const components = { ...((doc['components'] as Json)['schemas'] as Json) }

  /** The schema with references in place of its named parts; the schema itself too, unless it is being defined. */
  const replaced = (node: unknown, isDefinition = false): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map((one) => replaced(one))
    const name = isDefinition ? undefined : mayHaveName(node) ? byText.get(textOf(node)) : undefined
    if (name === undefined)
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, replaced(child)]))
    define(name, node)
    return refTo(name, node as Json)
  }
  const define = (name: string, node: object): void => {
    if (name in components) return
    components[name] = {}
    const { description, ...schema } = asJson(names[name] ?? replies[name] ?? node)
    const own = description === undefined ? schema : { description, ...schema }
    components[name] = replaced(own, true)
  }
  const namedAfter = (schema: Json, name: string): unknown => {
    if (!mayHaveName(schema)) return replaced(schema)
    const text = textOf(schema)
    const known = byText.get(text) ?? ofReply.get(text)
    if (known === undefined) ofReply.set(text, name)
    define(known ?? name, schema)
    return refTo(known ?? name, schema)
  }
  const paths = nameInPaths(doc['paths'] as Json, namedAfter)
  const sorted = Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...doc, paths, components: { ...(doc['components'] as Json), schemas: sorted } }
}

type Operation = Json & { readonly operationId: string }

function nameInPaths(paths: Json, namedAfter: (schema: Json, name: string) => unknown): Json {
  const content = (holder: Json, name: string): Json => ({
    ...holder,
    content: Object.fromEntries(
      Object.entries(holder['content'] as Record<string, Json>).map(([type, one]) => [
        type,
        { ...one, schema: namedAfter(one['schema'] as Json, name) },
      ]),
    ),
  })
  const operation = (one: Operation): Json => {
    const base = one.operationId.charAt(0).toUpperCase() + one.operationId.slice(1)
    const responses = Object.entries(one['responses'] as Record<string, Json>).map(([status, response]) => [
      status,
      status.startsWith('2') && 'content' in response ? content(response, `${base}Reply`) : response,
    ])
    const body = one['requestBody'] as Json | undefined
    return {
      ...one,
      ...(body === undefined ? {} : { requestBody: content(body, `${base}Request`) }),
      responses: Object.fromEntries(responses),
    }
  }
  return Object.fromEntries(
    Object.entries(paths as Record<string, Record<string, Operation>>).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operation(one)])),
    ]),
  )
}

/** Objects with members, and choices between schemas; anything smaller is clearer where it stands. */
function mayHaveName(node: object): boolean {
  return ('type' in node && node.type === 'object' && 'properties' in node) || 'anyOf' in node
}

/** What a schema says, without what it is called where it stands. */
function textOf(node: object): string {
  const { description: _description, ...said } = node as Json
  return JSON.stringify(said)
}

/** A description of this one place stands beside the reference. */
function refTo(name: string, { description }: Json): Json {
  const $ref = `#/components/schemas/${name}`
  return description === undefined ? { $ref } : { $ref, description }
}

function asJson(schema: object): Json {
  return JSON.parse(JSON.stringify(schema)) as Json
}
