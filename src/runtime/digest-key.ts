import { hash } from 'node:crypto'

/** Lower-case hex of SHA-256 over an API key's UTF-8 text: what is stored, and what limits and caches are keyed by. */
export function digestKey(key: string): string {
  return hash('sha256', key)
}
