import assert from 'node:assert/strict'
import type { Route } from '../../src/routes/define-route.ts'

type Schema = Readonly<Record<string, unknown>>

/** House rule: what a route declares as its reply says something. Every object is closed, names at least one member
 *  that is always there, and nothing in it is of any type; only relays, answers that go on, and objects of others that
 *  are handed on and say so are free of this. Throws with the place. */
export function assertHonestSchema({ method, path, reply }: Pick<Route, 'method' | 'path' | 'reply'>): undefined {
  if (reply === 'relay' || reply === 'stream') return
  const where = `${method} ${path}`
  const root = JSON.parse(JSON.stringify(reply)) as Schema
  assert.equal(root['type'], 'object', `${where}: the reply is no object`)
  const members = (root['properties'] ?? {}) as Schema
  for (const name of ['success', 'error']) assert(!(name in members), `${where}: ${name} belongs to the envelope`)
  assertHonest(root, where)
}

const COMBINERS = ['anyOf', 'oneOf', 'allOf'] as const

function assertHonest(schema: unknown, where: string): undefined {
  assert(typeof schema === 'object' && schema !== null, `${where}: anything goes`)
  const node = schema as Schema
  const combined = COMBINERS.flatMap((name) => (node[name] as unknown[] | undefined) ?? [])
  if (combined.length > 0) {
    for (const [i, one] of combined.entries()) assertHonest(one, `${where} |${i}`)
    return
  }
  if ('const' in node || 'enum' in node) return
  switch (node['type']) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return
    case 'array':
      return assertHonestArray(node, where)
    case 'object':
      return assertHonestObject(node, where)
    default:
      assert.fail(`${where}: of any type`)
  }
}

function assertHonestArray(node: Schema, where: string): undefined {
  const items = node['prefixItems'] ?? node['items']
  if (Array.isArray(items)) for (const [i, one] of items.entries()) assertHonest(one, `${where}[${i}]`)
  else assertHonest(items, `${where}[]`)
}

function assertHonestObject(node: Schema, where: string): undefined {
  const patterns = Object.entries((node['patternProperties'] ?? {}) as Schema)
  const members = Object.entries((node['properties'] ?? {}) as Schema)
  for (const [name, one] of [...patterns, ...members]) assertHonest(one, `${where}.${name}`)
  if (node['x-relayed'] === true && typeof node['description'] === 'string') return
  if (patterns.length > 0 && members.length === 0) return
  assert.equal(node['additionalProperties'], false, `${where}: not closed`)
  assert(members.length > 0, `${where}: has no members`)
  assert(((node['required'] ?? []) as unknown[]).length > 0, `${where}: every member may be missing`)
}
