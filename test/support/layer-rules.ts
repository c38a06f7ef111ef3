import { type FunctionFacts, resolveFrom, type SourceFacts } from './source-facts.ts'

/** Rules on what may import what inside a folder, and on the length of functions. Each takes facts and returns what is
 *  wrong, one line each, so that the house rules run them over `src` and their own tests over planted faults. */

type Facts = Pick<SourceFacts, 'path' | 'imports' | 'valueImports'>

/** A family may import only what its row of `families` names, rows stand above the rows that name them, and no row
 *  names more than is imported. Files beside the families belong to none: every family may import them, they import no
 *  family. */
export function familyFaults(
  facts: readonly Facts[],
  families: Readonly<Record<string, { readonly imports: readonly string[] }>>,
): readonly string[] {
  const wrong: string[] = []
  const used = new Set<string>()
  const present = new Set<string>()
  for (const { path, imports } of facts) {
    const own = familyOf(path)
    if (own === null && !isBeside(path)) continue
    if (own !== null) present.add(own)
    if (own !== null && families[own] === undefined) wrong.push(`${path}: the family ${own} has no row in FAMILIES`)
    for (const target of relativeOf(path, imports)) {
      const to = familyOf(target)
      if (to === null || to === own) continue
      if (own === null) wrong.push(`${path} imports ${target}: a file beside the families imports none of them`)
      else if (families[own]?.imports.includes(to)) used.add(`${own} ${to}`)
      else wrong.push(`${path} imports ${target}; ${own} may import: ${families[own]?.imports.join(', ') || 'none'}`)
    }
  }
  const order = Object.keys(families)
  for (const [family, { imports }] of Object.entries(families)) {
    if (!present.has(family)) wrong.push(`FAMILIES: there is no folder services/${family}`)
    for (const to of imports) {
      if (order.indexOf(to) < 0) wrong.push(`FAMILIES: ${family} names ${to}, which has no row`)
      else if (order.indexOf(to) >= order.indexOf(family)) wrong.push(`FAMILIES: ${to} must stand above ${family}`)
      else if (!used.has(`${family} ${to}`)) wrong.push(`FAMILIES: ${family} no longer imports ${to}: take it out`)
    }
  }
  return wrong
}

/** Families of services that import each other, types included, over any number of steps. */
export function familyCircles(facts: readonly Facts[]): readonly string[] {
  return circlesOf(facts, familyOf, ({ imports }) => imports)
}

/** Files that load each other when the code runs, over any number of steps. */
export function fileCircles(facts: readonly Facts[]): readonly string[] {
  return circlesOf(
    facts,
    (path) => path,
    ({ valueImports }) => valueImports,
  )
}

const REGISTRY = 'upstreams/registry.ts'

/** Only what `importers` lists (a file, or a folder with all in it) imports from a folder, besides the folder around
 *  it, and all of that does. */
export function importerFaults(
  facts: readonly Facts[],
  folder: string,
  importers: readonly string[],
): readonly string[] {
  const wrong: string[] = []
  const used = new Set<string>()
  const around = folder.slice(0, folder.lastIndexOf('/') + 1)
  for (const { path, imports } of facts) {
    if (path.startsWith(around)) continue
    const target = relativeOf(path, imports).find((name) => name.startsWith(`${folder}/`))
    if (target === undefined) continue
    const importer = importers.find((one) => path === one || path.startsWith(`${one}/`))
    if (importer === undefined) wrong.push(`${path} imports ${target}: take it through the chain port`)
    else used.add(importer)
  }
  for (const one of importers)
    if (!used.has(one)) wrong.push(`${one} no longer imports ${folder}: take it off the list`)
  return wrong
}

/** Lines that an exception is rounded up to: an edit inside a long function seldom has to touch its row. */
const STEP = 10

/** Functions of more than `limit` lines, unless `exceptions` names them (`<file>#<function>`) with their length rounded
 *  up to tens. An exception may only shrink: one that is longer than its function needs is a fault too. */
export function longFunctionFaults(
  facts: readonly { readonly path: string; readonly functions: readonly FunctionFacts[] }[],
  limit: number,
  exceptions: Readonly<Record<string, number>>,
): readonly string[] {
  const longest = new Map<string, number>()
  for (const { path, functions } of facts)
    for (const { name, lines } of functions)
      if (lines > limit) longest.set(`${path}#${name}`, Math.max(lines, longest.get(`${path}#${name}`) ?? 0))
  const wrong: string[] = []
  for (const [name, lines] of longest) {
    const most = exceptions[name]
    const least = Math.ceil(lines / STEP) * STEP
    if (most === undefined) wrong.push(`${name} has ${lines} lines; at most ${limit}: take a part out of it`)
    else if (lines > most) wrong.push(`${name} has grown to ${lines} lines from at most ${most}: take a part out of it`)
    else if (most > least) wrong.push(`${name} has ${lines} lines now: lower its exception from ${most} to ${least}`)
  }
  for (const name of Object.keys(exceptions))
    if (!longest.has(name)) wrong.push(`${name} has at most ${limit} lines now, or is gone: take its exception out`)
  return wrong
}

/** What the registry of upstreams opens has a contract test under its own name, which loads it. `testOf` gives the text of
 *  a test file, null for one that is not there. */
export function untestedUpstreamFaults(
  facts: readonly Facts[],
  testOf: (file: string) => string | null,
): readonly string[] {
  const registry = facts.find(({ path }) => path === REGISTRY)
  const opened = relativeOf(REGISTRY, registry?.valueImports ?? []).filter((name) => name.startsWith('upstreams/'))
  return opened.flatMap((path) => {
    const test = `test/${path.replace(/\.ts$/, '.test.ts')}`
    const isLoaded = testOf(test)?.includes(`/src/${path}'`) ?? false
    return isLoaded ? [] : [`${path} has no contract test: write ${test} over replies as the provider documents them`]
  })
}

/** `services/<family>/...`; null for every other path. */
function familyOf(path: string): string | null {
  return /^services\/([^/]+)\//.exec(path)?.[1] ?? null
}

function isBeside(path: string): boolean {
  return /^services\/[^/]+$/.test(path)
}

function relativeOf(path: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith('.')).map((name) => resolveFrom(path, name))
}

/** Groups of nodes that lead to each other, each as a line that names one way round. */
function circlesOf(
  facts: readonly Facts[],
  nodeOf: (path: string) => string | null,
  namesOf: (one: Facts) => readonly string[],
): readonly string[] {
  const targets = new Map<string, Map<string, string>>()
  for (const one of facts) {
    const from = nodeOf(one.path)
    if (from === null) continue
    const own = targets.get(from) ?? new Map<string, string>()
    targets.set(from, own)
    for (const target of relativeOf(one.path, namesOf(one))) {
      const to = nodeOf(target)
      if (to !== null && to !== from && !own.has(to)) own.set(to, `${one.path} imports ${target}`)
    }
  }
  const found: string[] = []
  const named = new Set<string>()
  for (const start of targets.keys()) {
    const way = named.has(start) ? null : shortestWayRound(start, targets)
    if (way === null) continue
    for (const node of way) named.add(node)
    const steps = way.map((node, at) => targets.get(node)!.get(way[(at + 1) % way.length]!)!)
    found.push(`${way.join(' -> ')} -> ${start}: ${[...new Set(steps)].join('; ')}`)
  }
  return found
}

function shortestWayRound(start: string, targets: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] | null {
  const before = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of targets.get(node)?.keys() ?? []) {
      if (next === start) {
        const way = [node]
        while (way[0] !== start) way.unshift(before.get(way[0]!)!)
        return way
      }
      if (before.has(next)) continue
      before.set(next, node)
      queue.push(next)
    }
  }
  return null
}
