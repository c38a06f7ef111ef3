import type { ApiReply } from '../../test/support/api-client.ts'

/** The value at a path; `*` is the first element of a list. Undefined where the path leads nowhere. */
export function memberAt(json: unknown, path: string): unknown {
  let value = json
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = name === '*' ? (value as readonly unknown[])[0] : (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/** The interface writes some unknown figures as 0, so a 0 in dollars counts as missing. */
export function isFilled(json: unknown, path: string): boolean {
  const value = memberAt(json, path)
  if (value === undefined || value === null || value === '') return false
  return !(value === 0 && /usd$|price/i.test(path))
}

/** What the reply itself says is missing, in its own words. */
export function saidMissing({ status, json }: ApiReply): string {
  if (status !== 200)
    return json?.error === undefined ? String(status) : `${status} ${JSON.stringify(json.error).slice(0, 90)}`
  const said = [json?.missing, json?.risk?.unknown, json?.errors, json?.degraded].filter(
    (list): list is readonly unknown[] => Array.isArray(list) && list.length > 0,
  )
  return said.map((list) => JSON.stringify(list).slice(0, 90)).join(' ')
}
