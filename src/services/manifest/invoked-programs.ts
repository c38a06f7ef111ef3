/** The runtime's own line, which no program can write: theirs begin with `Program log:` or `Program data:`. */
const INVOKED_LINE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[\d+\]$/
const TRUNCATED_LINE = 'Log truncated'

/** Programs that a run invoked at any depth, in order of first appearance. Null when the log was cut off, for then it
 *  does not say. */
export function invokedPrograms(logs: readonly string[]): readonly string[] | null {
  if (logs.includes(TRUNCATED_LINE)) return null
  const found = new Set<string>()
  for (const line of logs) {
    const program = INVOKED_LINE.exec(line)?.[1]
    if (program !== undefined) found.add(program)
  }
  return [...found]
}
