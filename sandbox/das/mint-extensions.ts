import { parseTokenExtensions } from '../rpc/parse-token-extensions.ts'

/** DAS calls two extensions otherwise than the node does. */
const RENAMED: Readonly<Record<string, string>> = {
  tokenMetadata: 'metadata',
  scaledUiAmountConfig: 'scaled_ui_amount',
}

/** Extensions of a Token-2022 mint as DAS shows them: an object by snake_case name. Null for a bare mint. */
export function mintExtensions(mintData: Uint8Array): { readonly [name: string]: unknown } | null {
  const entries = parseTokenExtensions(mintData)
    .filter(({ extension }) => extension !== 'unparseableExtension')
    .map(({ extension, state }) => [RENAMED[extension] ?? toSnakeCase(extension), snakeKeys(state ?? {})] as const)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

function snakeKeys(value: unknown): unknown {
  // A u64 too large for a number is an object that holds its digits.
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'rawJSON' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toSnakeCase(name), snakeKeys(member)]))
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
