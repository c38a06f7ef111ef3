import type { TSchema } from 'typebox'

/* Some figures of a provider can be done without: where one cannot be, the answer is given without it. */

/** Replaces what cannot be, in place. */
type Scrub = (value: unknown) => void
type Holds = (value: unknown) => boolean

/** The member of a schema that holds its rule; JSON Schema ignores what it does not know. */
const RULE = 'x-holds'

/** A figure that counts as null where the rule does not hold. Use it inside a `Maybe` or `Nullable`. */
export function mayBeNull<S extends TSchema>(schema: S, holds: Holds): S {
  return { ...schema, [RULE]: holds }
}

type Node = {
  readonly [RULE]?: Holds
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly items?: Node | readonly Node[]
  readonly anyOf?: readonly Node[]
}

/** What replaces them in a value of this schema; null for a schema without such figures. */
export function createScrub(schema: TSchema): Scrub | null {
  return scrubOf(schema as Node)
}

function scrubOf(node: Node): Scrub | null {
  const { properties, patternProperties, items, anyOf } = node
  const scrubs: Scrub[] = []
  if (anyOf !== undefined) for (const one of anyOf) push(scrubs, scrubOf(one))
  if (properties !== undefined) push(scrubs, scrubOfMembers(properties))
  for (const one of Object.values(patternProperties ?? {})) push(scrubs, scrubOfAll(one))
  if (Array.isArray(items)) push(scrubs, scrubOfPlaces(items as readonly Node[]))
  else if (items !== undefined) push(scrubs, scrubOfAll(items as Node))
  if (scrubs.length === 0) return null
  return scrubs.length === 1
    ? scrubs[0]!
    : (value) => {
        for (const scrub of scrubs) scrub(value)
      }
}

function push(scrubs: Scrub[], scrub: Scrub | null): void {
  if (scrub !== null) scrubs.push(scrub)
}

/** The rule of a member: its own, or that of the type in its `Maybe`. */
function ruleOf(node: Node): Holds | null {
  if (node[RULE] !== undefined) return node[RULE]
  for (const one of node.anyOf ?? []) if (one[RULE] !== undefined) return one[RULE]
  return null
}

function scrubOfMembers(properties: Readonly<Record<string, Node>>): Scrub | null {
  const rules = Object.entries(properties).flatMap(([name, node]) => {
    const rule = ruleOf(node)
    return rule === null ? [] : [[name, rule] as const]
  })
  const inner = Object.entries(properties).flatMap(([name, node]) => {
    const scrub = scrubOf(node)
    return scrub === null ? [] : [[name, scrub] as const]
  })
  if (rules.length === 0 && inner.length === 0) return null
  return (value) => {
    if (!isRecord(value)) return
    for (const [name, holds] of rules) {
      const figure = value[name]
      if (figure !== undefined && figure !== null && !holds(figure)) value[name] = null
    }
    for (const [name, scrub] of inner) scrub(value[name])
  }
}

/** Members of a record or places of a list, all of one schema. */
function scrubOfAll(node: Node): Scrub | null {
  const rule = ruleOf(node)
  const inner = scrubOf(node)
  if (rule === null && inner === null) return null
  return (value) => {
    if (typeof value !== 'object' || value === null) return
    const holder = value as Record<string, unknown>
    for (const name of Object.keys(holder)) {
      const figure = holder[name]
      if (rule !== null && figure !== null && !rule(figure)) holder[name] = null
      else inner?.(figure)
    }
  }
}

function scrubOfPlaces(nodes: readonly Node[]): Scrub | null {
  return scrubOfMembers(Object.fromEntries(nodes.entries()))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
