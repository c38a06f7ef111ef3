import { SyntaxKind } from 'typescript/unstable/ast'

/** Up to here a whole number goes up by one, which a limit's own test sees; from there it doubles. */
const SMALL_MAX = 100

const TEXTS: readonly SyntaxKind[] = [
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
]

/** Another literal in place of this one; null for what is none. `text` is as it stands in the source. */
export function brokenLiteral(kind: SyntaxKind, text: string): string | null {
  if (kind === SyntaxKind.TrueKeyword) return 'false'
  if (kind === SyntaxKind.FalseKeyword) return 'true'
  if (kind === SyntaxKind.NumericLiteral) return otherNumber(Number(text.replaceAll('_', '')))
  if (kind === SyntaxKind.BigIntLiteral) {
    const value = BigInt(text.replaceAll('_', '').slice(0, -1))
    return `${value <= SMALL_MAX ? value + 1n : value * 2n}n`
  }
  // After its quote: what a template holds besides is left as it is.
  return TEXTS.includes(kind) ? `${text[0]}~${text.slice(1)}` : null
}

/** A sentence for people, not a word that programs compare. */
export function isProse(kind: SyntaxKind, text: string): boolean {
  return TEXTS.includes(kind) && /\s/.test(text)
}

/** The expression without each of its anchors and flags. */
export function brokenRegExp(text: string): readonly string[] {
  const end = text.lastIndexOf('/')
  const body = text.slice(1, end)
  const flags = text.slice(end + 1)
  return [
    ...(body.startsWith('^') && body.length > 1 ? [`/${body.slice(1)}/${flags}`] : []),
    ...(/(^|[^\\])\$$/.test(body) && body.length > 1 ? [`/${body.slice(0, -1)}/${flags}`] : []),
    ...[...flags].filter((flag) => 'im'.includes(flag)).map((flag) => `/${body}/${flags.replace(flag, '')}`),
  ]
}

function otherNumber(value: number): string {
  return String(Number.isInteger(value) && value <= SMALL_MAX ? value + 1 : value * 2)
}
