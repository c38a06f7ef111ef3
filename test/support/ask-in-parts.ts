/** What one batch route takes. */
const MAX_MINTS = 50

// biome-ignore lint/suspicious/noExplicitAny: replies were checked against their schema
type Rows = Record<string, any>

/** Asks a batch route about any number of mints; the answers are records by mint, joined. */
export async function askInParts(
  mints: readonly string[],
  ask: (part: readonly string[]) => Promise<Rows>,
): Promise<Rows> {
  const joined: Rows = {}
  for (let at = 0; at < mints.length; at += MAX_MINTS) Object.assign(joined, await ask(mints.slice(at, at + MAX_MINTS)))
  return joined
}
