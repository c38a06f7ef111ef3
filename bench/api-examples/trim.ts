/** Rows that a list of an example keeps. */
const ROWS = 2
const LONG_TEXT = 4_000

/** An example as a reader wants it: lists cut to their first rows, so that one sees what a row is. Lists of numbers stay
 *  (they are points of a fixed length). Very long texts are cut nowhere: they are left out with their list. */
export function trimExample(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const isPoint = value.every((one) => typeof one === 'number') && value.length <= 8
    return (isPoint ? value : value.slice(0, ROWS)).map(trimExample)
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => typeof one !== 'string' || one.length < LONG_TEXT)
      .map(([name, one]) => [name, trimExample(one)]),
  )
}

/** Keys, tickets and secrets that the recorded server made, in texts of the same form: a scanner of repositories takes
 *  real ones for a leak. Published keys of the sandbox stay. */
export function maskSecrets(text: string): string {
  const cover = (_: string, kind: string, secret: string): string => kind + secret.replace(/[^=]/g, 'A')
  return text
    .replace(/\b(mg_|rt_|mgt_|whsec_)(?!sandbox_)([\w+/-]{20,}=*)/g, cover)
    .replace(/("sessionToken": ")([^"]+)/g, cover)
}
