import { hash } from 'node:crypto'
import { DEFAULT_USER_REF } from '../../config/custody.ts'

/** Names one key of one user on one route. Lengths stand before the parts, so that no two lists of parts read alike. */
export function digestScope(scope: {
  readonly userRef: string
  readonly route: string
  readonly idempotencyKey: string
}): string {
  const parts = [scope.userRef || DEFAULT_USER_REF, scope.route, scope.idempotencyKey]
  return hash('sha256', parts.map((part) => `${part.length}:${part}`).join('\n'))
}

/** Equal for bodies that mean the same: members in any order, absent and undefined ones alike. */
export function digestBody(body: unknown): string {
  return hash('sha256', canonicalText(body))
}

function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
