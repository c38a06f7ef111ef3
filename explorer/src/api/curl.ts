/* The command behind figures: pure, so that it is tested without a page. */

import type { Call } from './client.ts'

/** The command that makes the same call of the server at `origin`, with the key left to the reader. */
export function curlOf(origin: string, path: string, { method = 'GET', body, as = 'data' }: Call = {}): string {
  const parts = ['curl -s']
  if (method !== 'GET') parts.push(`-X ${method}`)
  if (as === 'data') parts.push(`-H "X-API-Key: $KEY"`)
  if (as === 'trade') parts.push(`-H "Authorization: Bearer $KEY"`)
  if (as === 'session') parts.push(`-H "X-Session-Token: $SESSION"`)
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`)
  parts.push(quoted(origin + path))
  return parts.join(' ')
}

/** As one word for a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
