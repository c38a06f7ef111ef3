/** What a difference of two descriptions is about. `schema names`: the same structure under another name, or in another
 *  place than before; `order`: the same names in another order; `bodies`: what requests may hold. */
export const DOCUMENT_CLASSES = ['tags', 'schema names', 'descriptions', 'order', 'bodies', 'others'] as const
export type DocumentClass = (typeof DOCUMENT_CLASSES)[number]

export type DocumentDifference = {
  readonly class: DocumentClass
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

type Node = Readonly<Record<string, unknown>>
type Side = { readonly document: Node; readonly value: unknown }

/** Members that may be named like a keyword, since they are names themselves. */
const NAMING = new Set(['properties', 'patternProperties', 'paths', 'channels', 'operations', 'messages', 'schemas'])
/** Lists whose order says nothing. */
const SETS = new Set(['required', 'enum'])

/** Where two OpenAPI or AsyncAPI documents differ, with every `$ref` into the components followed: a schema counts by
 *  what it says, wherever it stands. Components that nothing refers to say nothing. */
export function compareDocuments(before: unknown, after: unknown): readonly DocumentDifference[] {
  const found: DocumentDifference[] = []
  const compared = new Set<string>()
  const sides = { before: before as Node, after: after as Node }
  const walk = (old: unknown, now: unknown, path: readonly string[]): void => {
    if (old === undefined || now === undefined) {
      if (old !== now) found.push({ class: classOf(path), path, before: old, after: now })
      return
    }
    const was = follow({ document: sides.before, value: old })
    const is = follow({ document: sides.after, value: now })
    if (was.name !== is.name) found.push({ class: 'schema names', path, before: was.name, after: is.name })
    if (was.name !== null && is.name !== null) {
      const pair = `${was.name} ${is.name} ${was.rest} ${is.rest}`
      if (compared.has(pair)) return
      compared.add(pair)
    }
    compareValues(was.value, is.value, path)
  }
  const compareValues = (old: unknown, now: unknown, path: readonly string[]): void => {
    if (!isNode(old) || !isNode(now) || Array.isArray(old) !== Array.isArray(now)) {
      if (!Object.is(old, now)) found.push({ class: classOf(path), path, before: old, after: now })
      return
    }
    if (isSetAt(path) && isSameSet(old, now)) {
      if (JSON.stringify(old) !== JSON.stringify(now)) found.push({ class: 'order', path, before: old, after: now })
      return
    }
    const [was, is] = [byName(old), byName(now)]
    if (was !== null && is !== null) {
      const [names, others] = [Object.keys(was), Object.keys(is)]
      if (isSameSet(names, others) && names.join() !== others.join())
        found.push({ class: 'order', path, before: names, after: others })
    }
    const [left, right] = was === null || is === null ? [old, now] : [was, is]
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
      walk(left[name], right[name], [...path, name])
  }
  for (const name of new Set([...Object.keys(sides.before), ...Object.keys(sides.after)]))
    if (name !== 'components') walk(sides.before[name], sides.after[name], [name])
  const security = (document: Node): unknown => (document['components'] as Node | undefined)?.['securitySchemes']
  walk(security(sides.before), security(sides.after), ['components', 'securitySchemes'])
  return found
}

/** The value that a reference stands for, with what stands beside it; names of components that stand for others count
 *  as the last of them. A text that names a component (the mapping of a discriminator) counts as its name. */
function follow({ document, value }: Side): { name: string | null; value: unknown; rest: string } {
  let name: string | null = null
  let rest: Node = {}
  let current = value
  for (let hops = 0; hops < 32 && isNode(current) && typeof current['$ref'] === 'string'; hops++) {
    const { $ref: reference, ...beside } = current
    if (!String(reference).startsWith('#/components/')) break
    name = String(reference)
    rest = { ...beside, ...rest }
    current = atPointer(document, name)
    if (current === undefined) throw new Error(`${name} stands for nothing`)
  }
  if (typeof current === 'string' && current.startsWith('#/components/')) {
    name = current
    current = atPointer(document, name) ?? null
  }
  const merged = isNode(current) && !Array.isArray(current) ? { ...current, ...rest } : current
  return { name, value: merged, rest: JSON.stringify(rest) }
}

function atPointer(document: Node, reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (isNode(node) ? node[part] : undefined), document)
}

function classOf(path: readonly string[]): DocumentClass {
  const last = path.at(-1)!
  const isKeyword = !NAMING.has(path.at(-2) ?? '')
  if (path[0] === 'tags' || (path[0] === 'paths' && path[3] === 'tags') || path[0] === 'x-tagGroups') return 'tags'
  if (path[0] !== 'paths' && path.includes('tags')) return 'tags'
  if (isKeyword && (last === 'description' || last === 'summary')) return 'descriptions'
  if (isKeyword && last === 'title' && path[0] !== 'info') return 'schema names'
  return path.includes('requestBody') ? 'bodies' : 'others'
}

function isSetAt(path: readonly string[]): boolean {
  return SETS.has(path.at(-1)!) && !NAMING.has(path.at(-2) ?? '')
}

function isSameSet(old: unknown, now: unknown): boolean {
  if (!Array.isArray(old) || !Array.isArray(now)) return false
  const sorted = (list: readonly unknown[]) => JSON.stringify(list.map((one) => JSON.stringify(one)).sort())
  return sorted(old) === sorted(now)
}

/** A list whose entries have names (parameters, tags), by them; null where they have none, or share one. */
function byName(list: Node): Node | null {
  if (!Array.isArray(list) || list.length === 0) return null
  const named: Record<string, unknown> = {}
  for (const entry of list) {
    if (!isNode(entry) || typeof entry['name'] !== 'string') return null
    named[[entry['in'], entry['name']].filter((part) => part !== undefined).join(' ')] = entry
  }
  return Object.keys(named).length === list.length ? named : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
