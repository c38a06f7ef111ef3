import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** What the house rules look at in one file. */
export type SourceFacts = {
  /** From the root of the repository, with slashes; files of `src` without that name. */
  readonly path: string
  /** Module names as they are written, types included. */
  readonly imports: readonly string[]
  /** Those that are loaded when the code runs: `import type` and `export type` are gone by then. */
  readonly valueImports: readonly string[]
  readonly starts: readonly string[]
  readonly properties: readonly string[]
  /** Every name and every text that stands in the code, comments left out. */
  readonly words: ReadonlySet<string>
  /** Every function with a body, after those that it is part of: `createGate.enter`. */
  readonly functions: readonly FunctionFacts[]
  readonly emptyCatches: number
  /** Every whole number that stands in the code, with the names it stands under, the innermost last. */
  readonly numbers: readonly NumberFacts[]
  readonly text: string
}

export type NumberFacts = { readonly value: number; readonly under: readonly string[] }
export type FunctionFacts = { readonly name: string; readonly lines: number }

/** Stands for the name of a module that only running tells. */
export const COMPUTED_NAME = '(computed)'

/** Folders beside `src`. */
const BESIDE = /^(sandbox|eval|test|bench)\//
const nameOfFile = (file: string): string => file.replace(/^src\//, '')

/** The file that `path` means by a relative module name; both as `SourceFacts` names them. */
export function resolveFrom(path: string, target: string): string {
  const file = BESIDE.test(path) ? path : `src/${path}`
  return nameOfFile(posix.normalize(posix.join(dirname(file), target)))
}

/** The facts of every file of `src` and `sandbox` below `root`, where the `tsconfig.json` is, parsed by the compiler's
 *  own parser. */
export function readSources(root: string): SourceFacts[] {
  const api = new API({ cwd: root })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] })
    const { program } = snapshot.getProjects()[0]!
    return globSync(['src/**/*.ts', 'sandbox/**/*.ts'], { cwd: root })
      .sort()
      .map((file) => {
        const source = program.getSourceFile(join(root, file))
        assert(source, `${file} is not part of the program`)
        const path = nameOfFile(file.split(sep).join('/'))
        return factsOf(path, source, readFileSync(join(root, file), 'utf8'))
      })
  } finally {
    api.close()
  }
}

type Parsed = Parameters<Node['getText']>[0]

function factsOf(path: string, source: Node & Parsed, text: string): SourceFacts {
  const imports: string[] = []
  const valueImports: string[] = []
  const starts: string[] = []
  const properties: string[] = []
  const words = new Set<string>()
  const functions: FunctionFacts[] = []
  const numbers: NumberFacts[] = []
  let emptyCatches = 0
  const visit = (
    node: Node,
    { within, named, under }: { within: readonly string[]; named: string | null; under: readonly string[] },
  ): void => {
    const literal = moduleNameOf(node)
    if (literal !== null) {
      imports.push(literal)
      if (!/^(import|export)\s+type\b/.test(node.getText(source))) valueImports.push(literal)
    }
    const started = startedEntryOf(node)
    if (started !== null) starts.push(started)
    if (node.kind === SyntaxKind.Identifier || node.kind === SyntaxKind.StringLiteral)
      words.add((node as Node & { text: string }).text)
    if (node.kind === SyntaxKind.PropertyAccessExpression) properties.push(node.getText(source))
    if (node.kind === SyntaxKind.CatchClause && /\{\s*\}$/.test(node.getText(source))) emptyCatches++
    let inside = within
    if (isFunctionWithBody(node)) {
      inside = [...within, nameOf(node) ?? named ?? '(callback)']
      functions.push({ name: inside.join('.'), lines: node.getText(source).split('\n').length })
    }
    // What is assigned or declared gives its name to the function that follows.
    const given = NAME_GIVERS.has(node.kind) ? nameOf(node) : null
    const names = given === null ? under : [...under, given]
    if (node.kind === SyntaxKind.NumericLiteral || node.kind === SyntaxKind.BigIntLiteral)
      numbers.push({ value: wholeOf(node.getText(source)), under: names })
    node.forEachChild((child) => visit(child, { within: inside, named: given, under: names }))
  }
  visit(source, { within: [], named: null, under: [] })
  return { path, imports, valueImports, starts, properties, words, functions, emptyCatches, numbers, text }
}

function wholeOf(literal: string): number {
  return Number(literal.replace(/[_n]/g, ''))
}

const NAME_GIVERS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.PropertyDeclaration,
])
const FUNCTIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
])

function isFunctionWithBody(node: Node): boolean {
  return FUNCTIONS.has(node.kind) && (node as Node & { body?: Node }).body !== undefined
}

function nameOf(node: Node): string | null {
  return (node as Node & { name?: Node & { text?: string } }).name?.text ?? null
}

/** The text of `from '...'`, `import '...'` and `import('...')`. */
function moduleNameOf(node: Node): string | null {
  const parts = node as Node & {
    moduleSpecifier?: Node & { text?: string }
    expression?: Node
    arguments?: readonly (Node & { text?: string })[]
  }
  if (node.kind === SyntaxKind.ImportDeclaration || node.kind === SyntaxKind.ExportDeclaration)
    return parts.moduleSpecifier?.text ?? null
  if (node.kind === SyntaxKind.CallExpression && parts.expression?.kind === SyntaxKind.ImportKeyword)
    return parts.arguments?.[0]?.kind === SyntaxKind.StringLiteral ? parts.arguments[0].text! : COMPUTED_NAME
  return null
}

/** The text of `new URL('./x.ts', import.meta.url)`: workers and child processes. */
function startedEntryOf(node: Node): string | null {
  if (node.kind !== SyntaxKind.NewExpression) return null
  const { expression, arguments: args } = node as Node & {
    expression: Node & { text?: string }
    arguments?: readonly (Node & { text?: string })[]
  }
  const first = args?.[0]?.text
  return expression.text === 'URL' && first?.endsWith('.ts') ? first : null
}
