import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/* Which routes a test names, as its syntax tree shows it. A path counts with the method of the call, the list or the
 * object that it is part of; a path alone counts for every method. A part that only running tells (`${mint}`) stands
 * for one parameter of a route and never for a word of its path, so `/v1/trade/${name}` names no route. */

/** A request as a test writes it: its method where it shows one, and its path up to the query. */
export type TestRequest = { readonly file: string; readonly method: string | null; readonly path: string }

type RouteName = { readonly method: string; readonly path: string }

/** A part of a path that the text does not show. */
const UNKNOWN = '\ue000'
const METHODS = /^(GET|POST|PUT|PATCH|DELETE)$/
/** Over the table of routes a test asks all of them alike, a new one too: none of it is a test of that route. */
const ROUTE_TABLE = /src\/routes\/index\.ts$/
/** Values that a name can have; more are as good as unknown. */
const MAX_VALUES = 40

/** Routes that no request names. */
export function untestedRoutes<R extends RouteName>(routes: readonly R[], requests: readonly TestRequest[]): R[] {
  const fixed = new Set(routes.map(({ path }) => path).filter((path) => !path.includes('{')))
  const tested = new Set<string>()
  for (const { method, path } of requests)
    for (const route of routes)
      if ((method === null || method === route.method) && isPathOf(route.path, path, fixed))
        tested.add(`${route.method} ${route.path}`)
  return routes.filter((route) => !tested.has(`${route.method} ${route.path}`))
}

function isPathOf(pattern: string, path: string, fixed: ReadonlySet<string>): boolean {
  if (!pattern.includes('{')) return path === pattern
  if (fixed.has(path)) return false
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
  )
}

/** The requests of every test file below `test` of the tree at `root` that does not take the table of routes. */
export function readTestRequests(root: string): TestRequest[] {
  const api = new API({ cwd: root })
  try {
    const { program } = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0]!
    const files = globSync('test/**/*.ts', { cwd: root, exclude: (name) => name === 'node_modules' }).map((file) =>
      file.split(sep).join('/'),
    )
    const parsed = new Map<string, FileNames>()
    const namesOf = (file: string): FileNames | null => {
      if (!files.includes(file)) return null
      const known = parsed.get(file)
      if (known !== undefined) return known
      const source = program.getSourceFile(join(root, file))
      assert(source, `${file} is not part of the program`)
      const names = readNames(file, source)
      parsed.set(file, names)
      return names
    }
    return files
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => namesOf(file)!)
      .filter(({ imports }) => ![...imports.values()].some(({ from }) => ROUTE_TABLE.test(from)))
      .flatMap((names) => requestsOf(names, namesOf))
  } finally {
    api.close()
  }
}

/** What a file declares and imports, by name. Two declarations of one name leave it unknown. */
type FileNames = {
  readonly file: string
  readonly source: Node
  readonly declared: ReadonlyMap<string, Node | null>
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>
}
type FileOf = (file: string) => FileNames | null
type Parts = Node & {
  readonly text?: string
  readonly name?: Parts
  readonly propertyName?: Parts
  readonly initializer?: Parts
  readonly expression?: Parts
  readonly arguments?: readonly Parts[]
  readonly elements?: readonly Parts[]
  readonly left?: Parts
  readonly right?: Parts
  readonly whenTrue?: Parts
  readonly whenFalse?: Parts
  readonly head?: Parts
  readonly templateSpans?: readonly (Parts & { readonly literal: Parts })[]
  readonly body?: Parts
  readonly statements?: readonly Parts[]
  readonly moduleSpecifier?: Parts
  readonly importClause?: Parts & { readonly namedBindings?: Parts }
  readonly properties?: readonly Parts[]
}

function readNames(file: string, source: Node): FileNames {
  const declared = new Map<string, Node | null>()
  const imports = new Map<string, { from: string; name: string }>()
  const declare = (name: string | undefined, value: Node | undefined): void => {
    if (name !== undefined) declared.set(name, declared.has(name) ? null : (value ?? null))
  }
  const visit = (node: Parts): void => {
    if (node.kind === SyntaxKind.VariableDeclaration || node.kind === SyntaxKind.Parameter)
      declare(node.name?.text, node.kind === SyntaxKind.Parameter ? undefined : node.initializer)
    if (node.kind === SyntaxKind.BindingElement) declare(node.name?.text, undefined)
    if (node.kind === SyntaxKind.FunctionDeclaration) declare(node.name?.text, node)
    if (node.kind === SyntaxKind.ForOfStatement) {
      // The declaration of the loop has no value of its own: what it runs over is one.
      const { initializer, expression } = node as Parts
      const { declarations } = (initializer ?? {}) as { declarations?: readonly Parts[] }
      declare(declarations?.[0]?.name?.text, expression)
    }
    const from = node.kind === SyntaxKind.ImportDeclaration ? node.moduleSpecifier?.text : undefined
    if (from?.startsWith('.'))
      for (const { name, propertyName } of node.importClause?.namedBindings?.elements ?? [])
        imports.set(name!.text!, {
          from: posix.normalize(posix.join(dirname(file), from)),
          name: (propertyName ?? name)!.text!,
        })
    const isLoop = node.kind === SyntaxKind.ForOfStatement
    node.forEachChild((child) => {
      if (isLoop && child === (node.initializer as Node)) return
      visit(child)
    })
  }
  visit(source)
  return { file, source, declared, imports }
}

function requestsOf(names: FileNames, fileOf: FileOf): TestRequest[] {
  const found: TestRequest[] = []
  const visit = (node: Parts, method: string | null, isDeclared: boolean): void => {
    const own = methodOf(node) ?? method
    if (isText(node) && !isDeclared)
      for (const value of valuesOf(node, names, fileOf)) {
        // What a test checks a reply against is named so: `POST /v1/trade/quote`.
        const [, named, rest] = /^([A-Z]+) (\/.*)$/s.exec(value) ?? []
        const path = pathOf(rest ?? value)
        if (path !== null) found.push({ file: names.file, method: named ?? own, path })
      }
    // A part of a text is none of its own.
    if (isText(node) && node.kind !== SyntaxKind.CallExpression) return
    if (node.kind === SyntaxKind.ImportDeclaration) return
    node.forEachChild((child) => visit(child, own, isNamed(node, child, isDeclared)))
  }
  visit(names.source, null, false)
  return found
}

/** `const PATH = '...'` and `const pathOf = (mint) => `...``: they count where the name is used. */
function isNamed(node: Parts, child: Node, isDeclared: boolean): boolean {
  if (node.kind === SyntaxKind.VariableDeclaration) return child === node.initializer || child === node.name
  return isDeclared && node.kind === SyntaxKind.ArrowFunction && child === node.body
}

function isText({ kind, expression }: Parts): boolean {
  if (kind === SyntaxKind.CallExpression) return expression?.kind === SyntaxKind.Identifier
  return TEXTS.has(kind)
}
const TEXTS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateExpression,
  SyntaxKind.BinaryExpression,
  SyntaxKind.Identifier,
])

/** What a call, a list or an object says about the method of the paths in it. */
function methodOf(node: Parts): string | null {
  if (node.kind === SyntaxKind.CallExpression) {
    const callee = node.expression?.name?.text?.toUpperCase() ?? ''
    if (METHODS.test(callee)) return callee
    return listedMethod(node.arguments ?? []) ?? (node.expression?.text === 'fetch' ? 'GET' : null)
  }
  if (node.kind === SyntaxKind.ArrayLiteralExpression) return listedMethod(node.elements ?? [])
  if (node.kind === SyntaxKind.ObjectLiteralExpression) return objectMethod(node)
  return null
}

function listedMethod(nodes: readonly Parts[]): string | null {
  for (const node of nodes) {
    if (node.kind === SyntaxKind.StringLiteral && METHODS.test(node.text!)) return node.text!
    const inside = node.kind === SyntaxKind.ObjectLiteralExpression ? objectMethod(node) : null
    if (inside !== null) return inside
  }
  return null
}

function objectMethod({ properties }: Parts): string | null {
  const given = properties?.find(({ name }) => name?.text === 'method')?.initializer?.text ?? ''
  return METHODS.test(given) ? given : null
}

/** The path of an address or of what follows an unknown base; null for every other text. */
function pathOf(text: string): string | null {
  const path = text.replace(/^(\ue000|https?:\/\/[^/]*)(?=\/)/, '').replace(/[?#].*$/s, '')
  if (!/^\/(v1|api|health|udf|mcp)\b/.test(path)) return null
  // What follows the last word directly is its query: `${PATH}${query}`.
  return path.replace(/(?<=[^/\ue000])\ue000+$/, '')
}

function valuesOf(node: Parts | undefined, names: FileNames, fileOf: FileOf, depth = 0): readonly string[] {
  if (node === undefined || depth > 8) return [UNKNOWN]
  const of = (part: Parts | undefined): readonly string[] => valuesOf(part, names, fileOf, depth + 1)
  switch (node.kind) {
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
      return [node.text!]
    case SyntaxKind.TemplateExpression:
      return node.templateSpans!.reduce<readonly string[]>(
        (before, { expression, literal }) =>
          joined(
            before,
            of(expression).map((value) => value + literal.text!),
          ),
        [node.head!.text!],
      )
    case SyntaxKind.BinaryExpression:
      return node.getText().includes('+') ? joined(of(node.left), of(node.right)) : [UNKNOWN]
    case SyntaxKind.ConditionalExpression:
      return [...of(node.whenTrue), ...of(node.whenFalse)]
    case SyntaxKind.ArrayLiteralExpression:
      return node.elements!.flatMap(of).slice(0, MAX_VALUES)
    case SyntaxKind.AsExpression:
    case SyntaxKind.ParenthesizedExpression:
      return of(node.expression)
    case SyntaxKind.ArrowFunction:
    case SyntaxKind.FunctionDeclaration:
      return of(node.body)
    case SyntaxKind.Block: {
      const [only] = node.statements ?? []
      return node.statements?.length === 1 && only!.kind === SyntaxKind.ReturnStatement
        ? of(only!.expression)
        : [UNKNOWN]
    }
    case SyntaxKind.CallExpression:
      return node.expression?.kind === SyntaxKind.Identifier ? of(node.expression) : [UNKNOWN]
    case SyntaxKind.Identifier:
      return valuesOfName(node.text!, names, fileOf, depth)
    default:
      return [UNKNOWN]
  }
}

function valuesOfName(name: string, names: FileNames, fileOf: FileOf, depth: number): readonly string[] {
  const value = names.declared.get(name)
  if (value) return valuesOf(value, names, fileOf, depth + 1)
  const imported = names.declared.has(name) ? undefined : names.imports.get(name)
  const from = imported === undefined ? null : fileOf(imported.from)
  return from === null ? [UNKNOWN] : valuesOfName(imported!.name, from, fileOf, depth + 1)
}

function joined(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.flatMap((first) => after.map((second) => first + second)).slice(0, MAX_VALUES)
}
