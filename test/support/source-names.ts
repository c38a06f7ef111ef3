import assert from 'node:assert/strict'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Node, SourceFile, Statement } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isClassDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isVariableDeclaration,
  isVariableStatement,
} from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'

/** A function, a constant, a class, or a named part of one. */
export type NamedCode = {
  /** From the root of the repository. */
  readonly file: string
  readonly source: SourceFile
  readonly node: Node
}

type Declared = NamedCode & { readonly name: string; readonly isExported: boolean }

export type SourceNames = {
  /** The pieces of code that go by `name`; a good name has exactly one.
   *
   *  `buildChip` is what a module exports, wherever that module is. `safety-chip#venuesOf` is what a module declares
   *  without exporting it; before the `#` stands the end of the module's path. After a dot follows a part: a key of an
   *  object, a method, or a function inside a function (`CACHES.deepScan`, `createGateway.accept`). */
  find(name: string): readonly NamedCode[]
  /** Names that would find a declaration called like the first word of `name`, for a message. */
  suggest(name: string): readonly string[]
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The names of all code below `folders`, read by the compiler's own parser in some two seconds. */
export function readSourceNames(folders: readonly string[] = ['src', 'sandbox', 'eval', 'examples']): SourceNames {
  const byName = Map.groupBy(readDeclarations(folders), ({ name }) => name)
  return {
    find(name) {
      const { module, top, parts } = split(name)
      const starts = (byName.get(top) ?? []).filter((one) =>
        module === null ? one.isExported : `/${one.file}`.endsWith(`/${module}.ts`),
      )
      return parts.reduce<readonly NamedCode[]>(
        (found, part) => found.flatMap((one) => partsNamed(one.node, part).map((node) => ({ ...one, node }))),
        starts,
      )
    },
    suggest(name) {
      const { top } = split(name)
      return (byName.get(top) ?? []).map(({ file, isExported }) =>
        isExported ? `${top} (${file})` : `${file.replace(/\.ts$/, '')}#${top}`,
      )
    },
  }
}

function readDeclarations(folders: readonly string[]): readonly Declared[] {
  const api = new API({ cwd: ROOT })
  try {
    const program = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects()[0]!.program
    return program.getSourceFileNames().flatMap((path) => {
      const file = relative(ROOT, path).split(sep).join('/')
      if (!folders.some((folder) => file.startsWith(`${folder}/`))) return []
      const source = program.getSourceFile(path)
      assert(source, `${file} is part of the program`)
      return source.statements.flatMap((statement) => declaredBy(statement, file, source))
    })
  } finally {
    api.close()
  }
}

function declaredBy(statement: Statement, file: string, source: SourceFile): readonly Declared[] {
  const isExported = /^export\b/.test(statement.getText(source))
  const declarations = isVariableStatement(statement) ? statement.declarationList.declarations : [statement]
  return declarations.flatMap((node) => {
    const name = nameOf(node)
    return name === null ? [] : [{ file, source, node, name, isExported }]
  })
}

/** The outermost parts of `node` that are called `name`; of a function and a key with one name, as where a table hands
 *  out its functions, the function. */
function partsNamed(node: Node, name: string): readonly Node[] {
  const found: Node[] = []
  const visit = (child: Node): void => {
    if (isPart(child) && nameOf(child) === name) found.push(child)
    else child.forEachChild(visit)
  }
  node.forEachChild(visit)
  const functions = found.filter(isFunctionDeclaration)
  return functions.length > 0 ? functions : found
}

/** Local variables are parts only when they hold a function or an object: others come and go with every edit. */
export function isPart(node: Node): boolean {
  if (!isVariableDeclaration(node)) return nameOf(node) !== null
  const held = node.initializer
  return held !== undefined && (isArrowFunction(held) || isFunctionExpression(held) || isObjectLiteralExpression(held))
}

/** How a declaration is called, if it is one that code can be found by. */
export function nameOf(node: Node): string | null {
  const isNamed =
    (isFunctionDeclaration(node) && node.body !== undefined) ||
    isVariableDeclaration(node) ||
    isClassDeclaration(node) ||
    isMethodDeclaration(node) ||
    isPropertyAssignment(node)
  return isNamed && node.name !== undefined && isIdentifier(node.name) ? node.name.text : null
}

function split(name: string): { readonly module: string | null; readonly top: string; readonly parts: string[] } {
  const [module, rest] = name.includes('#') ? (name.split('#', 2) as [string, string]) : [null, name]
  const [top, ...parts] = rest.split('.')
  return { module, top: top!, parts }
}
