/** Gives back the first copy of equal texts, so that a ledger full of the same addresses and log lines holds each once.
 *  Bounded: when `max` texts are known, all are forgotten and it starts again. */
export function createInterner(max: number): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const first = known.get(text)
    if (first !== undefined) return first
    if (known.size >= max) known.clear()
    known.set(text, text)
    return text
  }
}
