import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/* Exports of the product that no program uses. Tests and benches do not count: what only they need carries `@internal`
 * and the reason in its comment. What is used in its own file alone is left to the linter. */

/** Folders whose files count as programs. */
const FOLDERS = ['src', 'sandbox', 'eval']

/** Paths and names, `src/a.ts: name`, of the tree at `root`, where the `tsconfig.json` is. */
export function findUnusedExports(root: string): string[] {
  const api = new API({ cwd: root })
  try {
    const { program } = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0]!
    const files = globSync(
      FOLDERS.map((folder) => `${folder}/**/*.ts`),
      { cwd: root },
    ).sort()
    const facts = files.map((path) => {
      const source = program.getSourceFile(join(root, path))
      if (source === undefined) throw new Error(`${path} is not part of the program`)
      return readFile(path, source, readFileSync(join(root, path), 'utf8'))
    })
    const used = new Set(facts.flatMap(({ uses }) => uses))
    return facts.flatMap(({ path, exports }) =>
      exports
        .filter((name) => !used.has(`${path}#${name}`) && !used.has(`${path}#*`))
        .map((name) => `${path}: ${name}`),
    )
  } finally {
    api.close()
  }
}

type Parsed = Parameters<Node['getText']>[0]
type FileFacts = { readonly path: string; readonly exports: readonly string[]; readonly uses: readonly string[] }
type Named = Node & { readonly name?: Node & { readonly text?: string } }
type Specifier = Named & { readonly propertyName?: Node & { readonly text?: string } }

function readFile(path: string, source: Node & Parsed, text: string): FileFacts {
  const exported = new Map<string, number>()
  const uses: string[] = []
  const counts = new Map<string, number>()
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.Identifier) {
      const name = (node as Node & { text: string }).text
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    uses.push(...usesOf(node, path))
    node.forEachChild(visit)
  }
  visit(source)
  source.forEachChild((statement) => {
    const written = statement.getText(source)
    if (!/^(export\s|export\{)/.test(written) || isInternal(statement, source, text)) return
    for (const name of namesOf(statement)) exported.set(name, counts.get(name) ?? 0)
  })
  // Once is the declaration itself.
  return { path, uses, exports: [...exported].filter(([, count]) => count < 2).map(([name]) => name) }
}

/** `path#name` of what a node takes from other files; `path#*` for all of one. */
function usesOf(node: Node, path: string): string[] {
  const { moduleSpecifier, importClause, exportClause } = node as Node & {
    moduleSpecifier?: Node & { text?: string }
    importClause?: Node & { namedBindings?: Node & { elements?: readonly Specifier[] } }
    exportClause?: Node & { elements?: readonly Specifier[] }
  }
  if (node.kind === SyntaxKind.ImportDeclaration || node.kind === SyntaxKind.ExportDeclaration) {
    const target = moduleSpecifier?.text
    if (target === undefined || !target.startsWith('.')) return []
    const file = posix.normalize(posix.join(dirname(path), target))
    const elements = (importClause?.namedBindings ?? exportClause)?.elements
    if (elements === undefined) return [`${file}#*`]
    return elements.map(({ propertyName, name }) => `${file}#${(propertyName ?? name)?.text}`)
  }
  const loaded = loadedModule(node)
  return loaded === null ? [] : [`${posix.normalize(posix.join(dirname(path), loaded))}#*`]
}

/** The text of `import('./x.ts')` and `new URL('./x.ts', import.meta.url)`. */
function loadedModule(node: Node): string | null {
  const { expression, arguments: args } = node as Node & {
    expression?: Node & { text?: string }
    arguments?: readonly (Node & { text?: string })[]
  }
  const isImport = node.kind === SyntaxKind.CallExpression && expression?.kind === SyntaxKind.ImportKeyword
  const isAddress = node.kind === SyntaxKind.NewExpression && expression?.text === 'URL'
  const first = args?.[0]?.text
  return (isImport || isAddress) && first?.startsWith('.') ? first : null
}

function namesOf(statement: Node): string[] {
  if (statement.kind === SyntaxKind.VariableStatement) {
    const { declarationList } = statement as Node & {
      declarationList: { declarations: readonly Named[] }
    }
    return declarationList.declarations.flatMap(({ name }) => (name?.text === undefined ? [] : [name.text]))
  }
  if (statement.kind === SyntaxKind.ExportDeclaration) {
    const { exportClause } = statement as Node & { exportClause?: { elements?: readonly Specifier[] } }
    return (exportClause?.elements ?? []).flatMap(({ name }) => (name?.text === undefined ? [] : [name.text]))
  }
  const { name } = statement as Named
  return name?.text === undefined ? [] : [name.text]
}

function isInternal(statement: Node, source: Node & Parsed, text: string): boolean {
  const before = text.slice(0, statement.getStart(source)).trimEnd()
  return before.endsWith('*/') && before.slice(before.lastIndexOf('/**')).includes('@internal')
}
