import { MCP } from '../../config/mcp.ts'
import { successBody } from '../../contract/envelope.ts'
import { plainSchema } from '../../services/mcp/plain-schema.ts'
import { UNTRUSTED_NOTICE } from '../../services/mcp/tool-result.ts'
import { membersOf, parametersOf, routeName, type Tool, type View } from './tool.ts'

type Schema = Readonly<Record<string, unknown>>

/** Arguments of a tool, from the rules of its routes. */
export function inputSchema({ views }: Tool): Schema {
  const byName = new Map<string, { readonly views: string[]; readonly schemas: Schema[] }>()
  for (const view of views) {
    for (const [name, schema] of argumentsOf(view)) {
      const entry = byName.get(name) ?? { views: [], schemas: [] }
      entry.views.push(view.name)
      entry.schemas.push(schema)
      byName.set(name, entry)
    }
  }
  const properties = Object.fromEntries(
    [...byName].map(([name, { views: used, schemas }]) => [name, joinSchemas(schemas, used, views.length)]),
  )
  const required = [...byName.keys()].filter((name) => views.every((view) => isRequired(view, name)))
  return {
    type: 'object',
    properties: views.length === 1 ? properties : { view: viewSchema(views), ...properties },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function viewSchema(views: Tool['views']): Schema {
  const lines = views.map((view) => {
    const needed = [...argumentsOf(view).keys()].filter((name) => isRequired(view, name))
    return `${view.name}: ${view.about}${needed.length === 0 ? '' : ` (needs ${needed.join(', ')})`}`
  })
  return {
    type: 'string',
    enum: views.map(({ name }) => name),
    default: views[0].name,
    description: lines.join('; '),
  }
}

function argumentsOf(view: View): ReadonlyMap<string, Schema> {
  const { route } = view
  const parameters = [...parametersOf(view)].map(([own, name]) => {
    const rule = route.params[name] ?? route.query[name]!
    return [own, plainSchema(rule.schema)] as const
  })
  const members = Object.entries(membersOf(view)).map(([name, schema]) => [name, plainSchema(schema)] as const)
  return new Map([...parameters, ...members])
}

function isRequired(view: View, own: string): boolean {
  const { route } = view
  const name = parametersOf(view).get(own)
  if (name !== undefined) return Object.hasOwn(route.params, name) || route.query[name]!.required
  return ((route.body?.schema['required'] ?? []) as readonly string[]).includes(own)
}

/** One argument of several views: as the routes say where they agree, else only its type and what each says. */
function joinSchemas(schemas: readonly Schema[], used: readonly string[], viewCount: number): Schema {
  const [first] = schemas
  const texts = [...new Set(schemas.map(({ description }) => description).filter((text) => text !== undefined))]
  const isOfAll = used.length === viewCount
  const isSame = new Set(schemas.map(withoutText)).size === 1
  const types = [...new Set(schemas.map(({ type }) => type))]
  const shape = isSame ? { ...first } : types.length === 1 && types[0] !== undefined ? { type: types[0] } : {}
  const words = isSame ? texts : schemas.map((schema, i) => `${used[i]}: ${describeBounds(schema)}`)
  const description = [...(isOfAll ? [] : [`For ${used.join(', ')}.`]), ...words].join(' ')
  return { ...shape, ...(description !== '' && { description }) }
}

function withoutText({ description: _, ...rest }: Schema): string {
  return JSON.stringify(rest)
}

function describeBounds({ description, enum: words, default: usual }: Schema): string {
  const parts = [
    Array.isArray(words) ? `one of ${words.join(', ')}` : null,
    usual === undefined ? null : `default ${JSON.stringify(usual)}`,
    description ?? null,
  ]
  return parts.filter((part) => part !== null).join('; ')
}

/** `structuredContent`: which route answered, the notice, and the body of the route. */
export function outputSchema({ views }: Tool): Schema {
  const bodies = views.map(({ route, summary }) =>
    cut(
      plainSchema(summary?.schema ?? (typeof route.reply === 'string' ? {} : successBody(route.reply))),
      MCP.schemaDepth,
    ),
  )
  return {
    type: 'object',
    properties: {
      route: {
        enum: [...new Set(views.map(({ route }) => routeName(route)))],
        description: 'The API route that answered; its description has the whole schema.',
      },
      untrusted: { const: UNTRUSTED_NOTICE },
      data: bodies.length === 1 ? bodies[0] : { anyOf: bodies },
    },
    required: ['route', 'untrusted', 'data'],
    additionalProperties: false,
  }
}

/** A schema without descriptions and keywords of our own, and open below `depth`: models pay for every word of the list of tools. */
function cut(schema: unknown, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((one) => cut(one, depth))
  if (typeof schema !== 'object' || schema === null) return schema
  if (depth === 0) return {}
  const { description: _, properties, ...rest } = schema as Record<string, unknown>
  const standard = Object.entries(rest).filter(([name]) => !name.startsWith('x-'))
  const shorter = standard.map(([name, value]) => [name, SCHEMAS.has(name) ? cut(value, depth - 1) : value])
  if (properties === undefined) return Object.fromEntries(shorter)
  const members = Object.entries(properties as object).map(([name, value]) => [name, cut(value, depth - 1)])
  return { ...Object.fromEntries(shorter), properties: Object.fromEntries(members) }
}

/** Keywords whose values are schemas. */
const SCHEMAS = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'not', 'additionalProperties'])
