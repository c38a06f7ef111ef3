export type JsonDifference = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** Where two values of JSON differ, by their leaves; `undefined` for what one side does not have. The order of members
 *  is not looked at. */
export function jsonDifferences(before: unknown, after: unknown, path = '$'): readonly JsonDifference[] {
  if (Object.is(before, after)) return []
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, before, after }]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const isList = Array.isArray(before)
  return [...names].flatMap((name) =>
    jsonDifferences(before[name], after[name], isList ? `${path}[${name}]` : `${path}.${name}`),
  )
}

type Container = Readonly<Record<string, unknown>>

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

const SHOWN_CHARS = 160

/** A value in one short line. */
export function showValue(value: unknown): string {
  if (value === undefined) return '(absent)'
  const text = JSON.stringify(value)
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}... (${text.length} characters)`
}
