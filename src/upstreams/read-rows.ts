import { fail, type Outcome, ok } from '../contract/outcome.ts'

/** Reads a provider's list row by row: a row of another shape is left out, so that one odd token does not take the
 *  answer for the others with it. When no row at all is readable the provider has changed: `upstream_failed`. */
export function readRows<R, T>(
  provider: string,
  rows: readonly unknown[],
  isRow: (row: unknown) => row is R,
  read: (row: R) => T,
): Outcome<T[]> {
  const readable = rows.filter(isRow)
  if (readable.length === 0 && rows.length > 0) {
    return fail('upstream_failed', `${provider} answered in an unexpected shape`)
  }
  return ok(readable.map(read))
}
