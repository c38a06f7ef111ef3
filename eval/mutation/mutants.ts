import { type BinaryExpression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { NamedCode } from '../../test/support/source-names.ts'
import { brokenLiteral, brokenRegExp, isProse } from './break-literals.ts'
import { OTHER_METHODS, OTHER_OPERATORS, PASSING_METHODS } from './operators.ts'

/** One small fault: `text` stands in place of what is from `start` to `end` of the file. */
export type Mutant = {
  readonly file: string
  /** The text of the whole file without the fault. */
  readonly source: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** A blunt fault, such as a result that is gone, or one in a sentence for readers: of use only where no other is. */
  readonly isBlunt: boolean
}

/** How a constant is called that holds a plain number. */
const COUNTED = /^[A-Z0-9_]+_(MS|SECS?|HOURS|DAYS|BYTES|PCT|BPS|USD|ROWS|MAX|MIN)$/

type Edit = Omit<Mutant, 'file' | 'source'>

/** Every small fault that can be made in a piece of code, in the order of its text: operators, constants, conditions,
 *  branches, and calls, members and statements that are gone. Types are left alone, and so are logged words and
 *  `assert`, which hold what cannot be. */
export function mutantsOf({ file, source, node }: NamedCode): readonly Mutant[] {
  const edits: Edit[] = []
  const visit = (child: Node): void => {
    if (isLeftAlone(child, source)) return
    edits.push(...editsOf(child, source))
    if (isLogged(child, source)) return
    child.forEachChild((inner) => {
      const isOwnName = is.isPropertyAssignment(child) && child.name === inner
      const isStep = is.isForStatement(child) && child.incrementor === inner
      if (!isOwnName && !isStep) visit(inner)
    })
  }
  visit(node)
  const byEdit = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit]))
  return [...byEdit.values()]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => ({ file, source: source.text, ...edit }))
}

function isLeftAlone(node: Node, source: SourceFile): boolean {
  if (is.isTypeNode(node) || is.isTypeAliasDeclaration(node) || is.isInterfaceDeclaration(node)) return true
  if (is.isTypeParameterDeclaration(node)) return true
  return is.isExpressionStatement(node) && /^(await )?assert\b/.test(node.getText(source))
}

function isLogged(node: Node, source: SourceFile): boolean {
  return is.isCallExpression(node) && /\blog\.\w+$/.test(node.expression.getText(source))
}

function editsOf(node: Node, source: SourceFile): readonly Edit[] {
  const textOf = (one: Node) => one.getText(source)
  const put = (text: string, one = node, isBlunt = false): Edit => ({
    start: one.getStart(source),
    end: one.end,
    text,
    isBlunt,
  })

  if (is.isIfStatement(node)) return [put('true', node.expression), put('false', node.expression)]
  if (is.isWhileStatement(node) || is.isDoStatement(node)) return [put('false', node.expression)]
  if (is.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].map((one) => put(`(${textOf(one)})`))
  if (is.isExpressionStatement(node)) return [put(';')]
  if (is.isReturnStatement(node)) return node.expression === undefined ? [] : [put('return undefined', node, true)]
  if (is.isArrowFunction(node)) return is.isBlock(node.body) ? [] : [put('undefined', node.body, true)]
  if (is.isVariableDeclaration(node) || is.isPropertyAssignment(node))
    return node.initializer === undefined ? [] : [put('undefined', node.initializer, true)]
  if (is.isObjectLiteralExpression(node)) return withoutEach([...node.properties], node.properties.end, put)
  if (is.isArrayLiteralExpression(node))
    return node.elements.length === 0 ? [put("['~']")] : withoutEach([...node.elements], node.elements.end, put)
  if (is.isBinaryExpression(node)) return editsOfBinary(node, source, put)
  if (is.isPrefixUnaryExpression(node)) {
    const isDropped = [SyntaxKind.ExclamationToken, SyntaxKind.MinusToken, SyntaxKind.TildeToken].includes(
      node.operator,
    )
    return isDropped ? [put(textOf(node.operand))] : []
  }
  if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
    const { expression: receiver, name } = node.expression
    const other = OTHER_METHODS.get(textOf(name))
    if (other !== undefined) return [put(other, name)]
    return PASSING_METHODS.has(textOf(name)) ? [put(textOf(receiver))] : []
  }
  if (is.isRegularExpressionLiteral(node)) return brokenRegExp(textOf(node)).map((text) => put(text))
  // A bound that another constant names. What declares it is broken where it is declared.
  if (is.isIdentifier(node)) return COUNTED.test(node.text) && !isDeclared(node) ? [put(`(${node.text} * 2)`)] : []
  if (node.kind === SyntaxKind.NullKeyword) return isCompared(node) ? [] : [put('0')]
  const broken = brokenLiteral(node.kind, textOf(node))
  return broken === null ? [] : [put(broken, node, isProse(node.kind, textOf(node)))]
}

function isDeclared(node: Node): boolean {
  const { parent } = node
  if (is.isVariableDeclaration(parent)) return parent.name === node
  return [is.isPropertyAccessExpression, is.isShorthandPropertyAssignment, is.isBindingElement].some((one) =>
    one(parent),
  )
}

/** The condition of a comparison is broken as a whole. */
function isCompared(node: Node): boolean {
  return is.isBinaryExpression(node.parent) && /^[!=]==?$/.test(node.parent.operatorToken.getText())
}

type Put = (text: string, one?: Node, isBlunt?: boolean) => Edit

function editsOfBinary(node: BinaryExpression, source: SourceFile, put: Put): readonly Edit[] {
  const { left, operatorToken, right } = node
  const operator = operatorToken.getText(source)
  if (['&&', '||', '??'].includes(operator)) return [put(left.getText(source)), put(right.getText(source))]
  const isText = [left, right].some((one) => /^['"`]|['"`]$/.test(one.getText(source)))
  const other = OTHER_OPERATORS.get(operator)
  return other === undefined || (operator === '+' && isText) ? [] : [put(other, operatorToken)]
}

/** The literal without its first member, without its second, and so on; without the comma after its only one, too. */
function withoutEach(members: readonly Node[], listEnd: number, put: Put): readonly Edit[] {
  return members.map((member, i) => {
    const gone = put('', member)
    const next = members[i + 1]
    if (next !== undefined) return { ...gone, end: put('', next).start }
    return i === 0 ? { ...gone, end: listEnd } : { ...gone, start: members[i - 1]!.end }
  })
}
